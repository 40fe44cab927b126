/* trace_numeric.c - a page for people who want to follow every number, and its other formats. */
#include "cli/trace_numeric.h"

#include <string.h>

#include "report/views.h"
#include "report/walk.h"

enum { SHAPE_COLUMN = 36, FULL_COLUMN = 52, WORD_WIDTH = 10, NUMBER_WIDTH = 10 };

static void put_shape(struct fw_text *out, fw_u128 rows, fw_u128 cols)
{
    fw_text_putc(out, '[');
    fw_text_count(out, rows, 0);
    fw_text_put(out, ", ");
    fw_text_count(out, cols, 0);
    fw_text_putc(out, ']');
}

/* Blanks up to a column of the line that began at offset start; at least two. */
static void pad_to(struct fw_text *out, size_t start, size_t column)
{
    const size_t used = out->len - start;
    fw_text_repeat(out, ' ', used + 2 <= column ? column - used : 2);
}

/* " 3. Queries          [3, 64]         full [3, 4096]" */
static void put_head(struct fw_text *out, const struct fw_walk_step *s, size_t number, bool bold)
{
    struct fw_text line;
    fw_text_init(&line);
    if (s->layer == 0)
        fw_text_printf(&line, "%2zu. %s", number, s->name);
    else
        fw_text_printf(&line, "    %s, layer %llu", s->name, (unsigned long long)s->layer + 1);
    pad_to(&line, 0, SHAPE_COLUMN);
    put_shape(&line, s->rows, s->cols);
    if (s->full[0] > 0) {
        pad_to(&line, 0, FULL_COLUMN);
        fw_text_put(&line, "full ");
        put_shape(&line, s->full[0], s->full[1]);
    }
    fw_text_printf(out, "%s%s%s\n", bold ? "\033[1m" : "", line.data, bold ? "\033[0m" : "");
    out->failed |= line.failed;
    fw_text_free(&line);
}

/* The rule, and the shapes of its operand below those of the result; on a line of their own if
 * the rule is long. */
static void put_rule(struct fw_text *out, const struct fw_walk_step *s)
{
    size_t start = out->len;
    fw_text_printf(out, "    %s", s->rule);
    if (s->w[0] > 0) {
        const size_t column = SHAPE_COLUMN - strlen(s->weight) - 1;
        if (out->len - start + 2 > column) {
            fw_text_putc(out, '\n');
            start = out->len;
        }
        pad_to(out, start, column);
        fw_text_printf(out, "%s ", s->weight);
        put_shape(out, s->w[0], s->w[1]);
        pad_to(out, start, FULL_COLUMN);
        fw_text_put(out, "full ");
        put_shape(out, s->full_w[0], s->full_w[1]);
    }
    fw_text_putc(out, '\n');
}

static void put_rows(struct fw_text *out, const struct fw_walk_step *s)
{
    char number[FW_WALK_NUMBER_LEN];
    const size_t n = s->cols < FW_WALK_SHOWN ? (size_t)s->cols : FW_WALK_SHOWN;
    for (size_t r = 0; r < s->rows; r++) {
        fw_text_printf(out, "      %-*s", WORD_WIDTH, fw_walk_word(s, r));
        for (size_t i = 0; i < n; i++)
            fw_text_printf(out, "%*s", NUMBER_WIDTH,
                           fw_walk_number(number, s->values[r * s->cols + i]));
        fw_text_put(out, s->cols > FW_WALK_SHOWN ? "  ...\n" : "\n");
    }
}

/* Running text, broken at blanks. */
static void put_prose(struct fw_text *out, const char *text, size_t indent, size_t width)
{
    size_t used = 0;
    while (*text != '\0') {
        const size_t n = strcspn(text, " ");
        if (used > 0 && used + 1 + n > width - indent) {
            fw_text_putc(out, '\n');
            used = 0;
        }
        if (used == 0)
            fw_text_repeat(out, ' ', indent);
        else
            fw_text_putc(out, ' ');
        fw_text_putn(out, text, n);
        used += n + (used > 0 ? 1 : 0);
        text += n + (text[n] != '\0' ? 1 : 0);
    }
    fw_text_putc(out, '\n');
}

static const char *name_of(const struct fw_answer *a)
{
    return a->description->name != NULL ? a->description->name : a->description->id;
}

static const char *legend(struct fw_cli *cli, const struct fw_walk *w)
{
    const char *const text = fw_arena_printf(
        &cli->arena, "[rows, columns] are those of the small model; behind \"full\" stand those of "
                     "%s for the same three tokens.", name_of(w->a));
    cli->out.text.failed |= text == NULL;
    return text != NULL ? text : "";
}

static void write_page(struct fw_cli *cli, const struct fw_walk *w)
{
    enum { RULE_INDENT = 4, REMARK_INDENT = 6 };
    struct fw_text *const out = &cli->out.text;
    const size_t width = cli->out.style.width;
    size_t number = 0;
    fw_text_printf(out, "%s in numbers\n\n", name_of(w->a));
    put_prose(out, fw_walk_intro(w, &cli->arena), 0, width);
    put_prose(out, legend(cli, w), 0, width);
    for (size_t i = 0; i < w->num_steps; i++) {
        const struct fw_walk_step *const s = &w->steps[i];
        if (!fw_walk_shown(s))
            continue;
        if (s->layer == 0 && strcmp(s->id, "scores") == 0) {
            fw_text_putc(out, '\n');
            put_prose(out, w->sharing, RULE_INDENT, width);
        }
        fw_text_putc(out, '\n');
        put_head(out, s, ++number, cli->out.style.bold);
        put_rule(out, s);
        put_rows(out, s);
        if (s->remark[0] != '\0')
            put_prose(out, s->remark, REMARK_INDENT, width);
    }
}

static void write_json(struct fw_cli *cli, const struct fw_answer *a, const struct fw_walk *w)
{
    struct fw_json j;
    fw_json_init(&j, &cli->out.text, true);
    fw_json_object(&j, NULL);
    fw_json_string(&j, "schema", "flopwatt.walk/1");
    fw_json_model(&j, a);
    fw_json_walk(&j, w);
    fw_json_end(&j);
}

static enum fw_status write_document(struct fw_cli *cli, const struct fw_walk *w)
{
    struct fw_doc d;
    const char *const title = fw_arena_printf(&cli->arena, "%s in numbers", name_of(w->a));
    if (title == NULL)
        return fw_cli_no_memory(cli);
    fw_doc_init(&d, cli->out.format, &cli->out.text, &cli->arena);
    fw_doc_heading(&d, title);
    fw_walk_write(w, &d);
    return FW_OK;
}

enum fw_status fw_trace_numeric(struct fw_cli *cli, const struct fw_answer *a)
{
    struct fw_walk w;
    struct fw_table t;
    const enum fw_status status = fw_walk_make(a, &w, &cli->arena, &cli->err);
    if (status != FW_OK)
        return status;
    switch (cli->out.format) {
    case FW_FORMAT_TEXT: write_page(cli, &w); return FW_OK;
    case FW_FORMAT_JSON: write_json(cli, a, &w); return FW_OK;
    case FW_FORMAT_CSV:
        fw_view_walk_data(&w, &t, &cli->arena);
        fw_output_table(&cli->out, &t);
        return FW_OK;
    case FW_FORMAT_MD: case FW_FORMAT_HTML: case FW_FORMAT_COUNT: break;
    }
    return write_document(cli, &w);
}

/* ---- the example ----------------------------------------------------------------------------- */

enum fw_status fw_trace_example(struct fw_cli *cli)
{
    struct fw_attention_example e;
    struct fw_table t;
    struct fw_json j;
    fw_attention_example(&e);
    if (cli->out.format != FW_FORMAT_JSON) {
        fw_view_example(&e, &t, &cli->arena);
        fw_output_table(&cli->out, &t);
        return FW_OK;
    }
    fw_json_init(&j, &cli->out.text, true);
    fw_json_object(&j, NULL);
    fw_json_string(&j, "schema", "flopwatt.example/1");
    fw_json_string(&j, "example", "attention");
    fw_json_example(&j, &e);
    fw_json_end(&j);
    return FW_OK;
}
