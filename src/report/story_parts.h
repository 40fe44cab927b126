/* story_parts.h - what the sections of the story share. Private to report. */
#ifndef FW_REPORT_STORY_PARTS_H
#define FW_REPORT_STORY_PARTS_H

#include "report/say.h"
#include "report/story.h"
#include "report/view_parts.h"

struct fw_story {
    const struct fw_answer *a; /* (n); a[0] is the subject */
    size_t n;
    const struct fw_story_options *options;
    struct fw_doc doc;
    struct fw_say say;
    struct fw_arena *arena;
    struct fw_err *err;
    enum fw_status status; /* sticky */
};

typedef void fw_story_section(struct fw_story *s);
fw_story_section fw_story_basics, fw_story_changes, fw_story_flow, fw_story_numeric, fw_story_layer,
    fw_story_total, fw_story_kv, fw_story_serving, fw_story_training, fw_story_comparison,
    fw_story_summary, fw_story_conventions, fw_story_sources;

/* story.c: pieces of text. */
void fw_story_p(struct fw_story *s, const char *fmt, ...) FW_PRINTF(2, 3);
void fw_story_item(struct fw_story *s, const char *fmt, ...) FW_PRINTF(2, 3);
void fw_story_callout(struct fw_story *s, const char *fmt, ...) FW_PRINTF(2, 3);
void fw_story_heading(struct fw_story *s, const char *fmt, ...) FW_PRINTF(2, 3);
/* Rows of the equation tables; what NULL = their meaning. */
void fw_story_layer_row(struct fw_story *s, const struct fw_answer *a, size_t group,
                        enum fw_layer_eq row, const char *what);
void fw_story_row(struct fw_story *s, const struct fw_estimate *e, enum fw_eq row,
                  const char *what);
void fw_story_figure(struct fw_story *s, enum fw_figure figure, const char *caption);
/* The text with signs that terminals may lack: for "->", and for a single x between blanks. */
const char *fw_story_signs(struct fw_story *s, const char *text);
/* A table, with typographic signs and without its column of raw formulas; failure is noticed. */
void fw_story_table(struct fw_story *s, struct fw_table *t, const char *label);

/* Short forms of say.h. */
const char *fw_story_n(struct fw_story *s, fw_u128 count);
/* value of a row: "149.5 TFLOP", "1.00 GiB" */
const char *fw_story_flop(struct fw_story *s, fw_u128 flop);
const char *fw_story_bytes(struct fw_story *s, fw_u128 bytes);
const char *fw_story_share(struct fw_story *s, fw_u128 part, fw_u128 whole);
const char *fw_story_times(struct fw_story *s, fw_u128 a, fw_u128 b);
const char *fw_story_ratio(struct fw_story *s, fw_u128 a, fw_u128 b);

/* Names of choices, "RMSNorm", "SwiGLU", "RoPE", "GQA". */
const char *fw_story_norm(const struct fw_answer *a);
const char *fw_story_mlp(const struct fw_answer *a);
const char *fw_story_position(const struct fw_answer *a);
const char *fw_story_heads(const struct fw_answer *a);
/* All layers are of one kind. */
bool fw_story_uniform(const struct fw_answer *a);

/* The id of a model's source among those of all models, "llama-3-8b:card"; NULL for NULL. */
const char *fw_story_source_id(struct fw_story *s, const struct fw_answer *a, const char *id);
/* A text of the description, its "[card]" made references. */
const char *fw_story_note(struct fw_story *s, const struct fw_answer *a, const char *note);

/* Another workload for the same model, evaluated; false and the sticky status on error. */
bool fw_story_estimate(struct fw_story *s, const struct fw_answer *a, const struct fw_workload *w,
                       struct fw_estimate *e);
/* The model at a context of S tokens. */
bool fw_story_at_context(struct fw_story *s, const struct fw_answer *a, uint64_t S,
                         struct fw_estimate *e);

#endif
