/* input_text.h - reads a text as a model, hardware or grids and keeps what was reported. */
#ifndef FW_TESTS_INPUT_TEXT_H
#define FW_TESTS_INPUT_TEXT_H

#include "input/reader.h"

enum input_kind { IN_MODEL, IN_HARDWARE, IN_GRIDS };

struct input {
    struct fw_arena arena;
    struct fw_diags diags;
    struct fw_err err;
    enum fw_status status;
    struct fw_description model;
    struct fw_hardware hardware;
    struct fw_grids grids;
    char text[FW_ERR_TEXT_LEN];
};

static inline void input_start(struct input *in)
{
    fw_arena_init(&in->arena, 0);
    fw_diags_init(&in->diags);
    in->err = (struct fw_err){.status = FW_OK};
}

static inline enum fw_status input_bytes(struct input *in, enum input_kind kind, const char *text,
                                         size_t n)
{
    input_start(in);
    if (kind == IN_MODEL)
        in->status = fw_description_parse(NULL, "t.yaml", text, n, &in->arena, &in->diags,
                                          &in->model, &in->err);
    else if (kind == IN_HARDWARE)
        in->status =
            fw_hardware_parse("t.yaml", text, n, &in->arena, &in->diags, &in->hardware, &in->err);
    else
        in->status =
            fw_grids_parse("t.yaml", text, n, &in->arena, &in->diags, &in->grids, &in->err);
    return in->status;
}

static inline enum fw_status input_read(struct input *in, enum input_kind kind, const char *text)
{
    return input_bytes(in, kind, text, strlen(text));
}

/* The i-th message, or "" if there are fewer. */
static inline const char *input_message(struct input *in, size_t i)
{
    if (i >= in->diags.count)
        return "";
    return fw_err_text(&in->diags.list[i].err, in->text, sizeof in->text);
}

static inline void input_end(struct input *in)
{
    fw_arena_free(&in->arena);
}

/* A complete architecture in one line, and the same without its last brace. */
#define ARCH_OPEN                                                                                  \
    "architecture: {vocab_size: 100, hidden_size: 64, num_hidden_layers: 2, "                      \
    "num_attention_heads: 4, intermediate_size: 160, mlp: swiglu, norm: rmsnorm, position: rope"
#define ARCH ARCH_OPEN "}\n"
/* The same as lines; what follows stands on line 10. */
#define ARCH_LINES                                                                                 \
    "architecture:\n  vocab_size: 100\n  hidden_size: 64\n  num_hidden_layers: 2\n"                \
    "  num_attention_heads: 4\n  intermediate_size: 160\n  mlp: swiglu\n  norm: rmsnorm\n"         \
    "  position: rope\n"

#endif
