/* walk.h - three tokens walk through a small model of the same structure, with numbers.
 *
 * The kernel's reference does the arithmetic (kernel.h, fw_kernel_walk). The weights are pseudo-
 * random, so the words and values mean nothing, but each value follows from those before it as it
 * does in the full model. Beside the shapes of the small model stand those of the full one, for
 * the same three tokens.
 *
 * Nothing but exp(), tanh(), sin() and cos() of the C library can differ between machines, and
 * that in the last bit. FW_WALK_DECIMALS decimals do not show it: the seed is chosen so that no
 * value of the committed reports is near enough to the edge between two texts (test_report_walk).
 */
#ifndef FW_REPORT_WALK_H
#define FW_REPORT_WALK_H

#include "report/answer.h"
#include "report/doc.h"
#include "report/json.h"

enum { FW_WALK_TOKENS = 3, FW_WALK_SHOWN = 4, FW_WALK_DECIMALS = 4 };

struct fw_walk_token {
    const char *word;
    unsigned id; /* row of the embedding of the small model */
};
extern const struct fw_walk_token fw_walk_tokens[FW_WALK_TOKENS];

/* A matrix (rows, cols) that a step leaves. Row i belongs to token i, or to the last token if
 * there is but one row. A value that does not exist (a key not yet seen) is NaN. */
struct fw_walk_step {
    const char *id;     /* core/steps.def, or q_norm, k_norm, angles, q_rope, k_rope, silu */
    const char *name;   /* "Queries" */
    const char *rule;   /* "norm(x) W_Q" */
    const char *remark; /* "" = none */
    const char *weight; /* "W_Q"; "" = no operand */
    uint64_t layer, rows, cols, w[2]; /* w: shape of the operand */
    fw_u128 full[2], full_w[2];       /* shapes in the full model; 0 = no such matrix */
    const float *values;
};

struct fw_walk {
    const struct fw_answer *a;
    uint64_t layers, vocab; /* of the small model */
    size_t num_steps;
    struct fw_walk_step *steps; /* in the arena, as all they point to */
    const char *sharing; /* which query heads read which KV head, here and in the model */
};

/* FW_INPUT with the reason if the kernel does not run models of this kind. */
enum fw_status fw_walk_make(const struct fw_answer *a, struct fw_walk *out,
                            struct fw_arena *arena, struct fw_err *err);
/* Whether it would. */
bool fw_walk_possible(const struct fw_answer *a);

/* "0.0213", "-" for NaN. Returns buf. */
enum { FW_WALK_NUMBER_LEN = 32 };
char *fw_walk_number(char buf[static FW_WALK_NUMBER_LEN], float value);
/* The value with the seven digits that a float has, for JSON and CSV. */
double fw_walk_digits(float value);

/* What the walk is, in a few sentences. Never NULL; "" when memory is short. */
const char *fw_walk_intro(const struct fw_walk *w, struct fw_arena *arena);
/* Whether people are shown the step: of layers after the first, only what leaves them. */
bool fw_walk_shown(const struct fw_walk_step *s);
/* Word of the token that a row belongs to. */
const char *fw_walk_word(const struct fw_walk_step *s, size_t row);

/* For people: a line for each step with its shapes and rule, then its first values, token by
 * token. */
void fw_view_walk(const struct fw_walk *w, struct fw_table *out, struct fw_arena *arena);
/* For programs: a line per token of every step of every layer. */
void fw_view_walk_data(const struct fw_walk *w, struct fw_table *out, struct fw_arena *arena);
/* "tokens", "small_model" and "steps" of "flopwatt.walk/1". */
void fw_json_walk(struct fw_json *j, const struct fw_walk *w);

/* Worked attention of one head, by the kernel's functions: three scores become weights and a
 * weighted sum of values. */
enum { FW_EXAMPLE_KEYS = 3, FW_EXAMPLE_WIDTH = 2 };
struct fw_attention_example {
    float scores[FW_EXAMPLE_KEYS], values[FW_EXAMPLE_KEYS][FW_EXAMPLE_WIDTH];
    float weights[FW_EXAMPLE_KEYS], out[FW_EXAMPLE_WIDTH];
    double exps[FW_EXAMPLE_KEYS], exp_sum, weight_sum; /* the check: exp(score) */
};
void fw_attention_example(struct fw_attention_example *out);
void fw_view_example(const struct fw_attention_example *e, struct fw_table *out,
                     struct fw_arena *arena);
void fw_json_example(struct fw_json *j, const struct fw_attention_example *e);

/* Intro and table of the walk, as Markdown or HTML. */
void fw_walk_write(const struct fw_walk *w, struct fw_doc *d);
/* The section of the story (story.h, fw_story_walk): the walk and the example. ctx is not used. */
enum fw_status fw_walk_section(void *ctx, const struct fw_answer *a, struct fw_doc *d,
                               struct fw_err *err);

#endif
