/* test_report_walk.c - the walk with numbers: each step follows from those before it by the formula
 * written here, shapes of the full model by hand, and the worked example of attention. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answer_text.h"
#include "base/fault.h"
#include "report/walk.h"

static struct fw_walk walk;
static struct fw_answer subject;
static struct fw_description description;

static bool start(const char *name, const char *arch, struct fw_arena *arena, struct fw_err *err)
{
    struct fw_diags diags;
    fw_diags_init(&diags);
    fw_arena_init(arena, 0);
    description = describe("model", name, arch);
    return fw_answer_make(&description, NULL, NULL, NULL, &subject, arena, &diags, err) == FW_OK &&
           fw_walk_make(&subject, &walk, arena, err) == FW_OK;
}

static const struct fw_walk_step *step(const char *id)
{
    for (size_t i = 0; i < walk.num_steps; i++)
        if (strcmp(walk.steps[i].id, id) == 0)
            return &walk.steps[i];
    t_true(id, false);
    exit(1);
}

static double at(const char *id, size_t row, size_t col)
{
    const struct fw_walk_step *const s = step(id);
    return (double)s->values[row * s->cols + col];
}

static void join_ids(char *out, size_t size)
{
    out[0] = '\0';
    for (size_t i = 0, n = 0; i < walk.num_steps && n < size; i++)
        n += (size_t)snprintf(out + n, size - n, "%s ", walk.steps[i].id);
}

/* ---- LLaMA-3 8B ------------------------------------------------------------------------------ */

/* Shapes of three tokens in LLaMA-3 8B, by hand from its description: d 4096, 32 heads and 8 KV
 * heads of 128, f 14336, V 128256. */
static const struct {
    const char *id;
    unsigned rows, cols, w_rows, w_cols;
} full[] = {
    {"embedding", 3, 4096, 128256, 4096}, {"attn_norm", 3, 4096, 0, 0},
    {"q", 3, 4096, 4096, 4096},           {"k", 3, 1024, 4096, 1024},
    {"v", 3, 1024, 4096, 1024},           {"angles", 3, 64, 0, 0},
    {"q_rope", 3, 4096, 0, 0},            {"k_rope", 3, 1024, 0, 0},
    {"scores", 3, 3, 0, 0},               {"softmax", 3, 3, 0, 0},
    {"av", 3, 128, 0, 0},                 {"concat", 3, 4096, 0, 0},
    {"o", 3, 4096, 4096, 4096},           {"attn_residual", 3, 4096, 0, 0},
    {"ffn_norm", 3, 4096, 0, 0},          {"gate", 3, 14336, 4096, 14336},
    {"silu", 3, 14336, 0, 0},             {"up", 3, 14336, 4096, 14336},
    {"act", 3, 14336, 0, 0},              {"down", 3, 4096, 14336, 4096},
    {"ffn_residual", 3, 4096, 0, 0},      {"final_norm", 1, 4096, 0, 0},
    {"lm_head", 1, 128256, 4096, 128256}, {"probabilities", 1, 128256, 0, 0},
};
enum { FULL = sizeof full / sizeof full[0] };

static void shapes(void)
{
    t_int("steps of LLaMA-3 8B", walk.num_steps, FULL);
    for (size_t i = 0; i < FULL && i < walk.num_steps; i++) {
        const struct fw_walk_step *const s = &walk.steps[i];
        t_str("order of the steps", s->id, full[i].id);
        t_int(full[i].id, (uint64_t)s->full[0], full[i].rows);
        t_int(full[i].id, (uint64_t)s->full[1], full[i].cols);
        t_int(full[i].id, (uint64_t)s->full_w[0], full[i].w_rows);
        t_int(full[i].id, (uint64_t)s->full_w[1], full[i].w_cols);
        t_true("a rule", s->rule[0] != '\0' && s->name[0] != '\0');
        t_int("tokens", s->rows, full[i].rows);
        if (s->w[0] > 0)
            t_int("columns of operand and result", s->w[1], s->cols);
    }
    /* Four query heads per KV head, as in the full model: 32 / 8. */
    t_int("head sharing", step("q")->cols, 4 * step("k")->cols);
    t_true("head sharing in words",
           strstr(walk.sharing, "heads 4k to 4k+3 read KV head k") != NULL);
}

/* theta_(p,i) = p x 500000^(-2i/d_h), d_h = 8 here; pairs are (i, i + 4). */
static void rotation(void)
{
    for (size_t row = 0; row < 3; row++) {
        for (size_t i = 0; i < 4; i++) {
            const double angle = (double)row * pow(500000, -2.0 * (double)i / 8);
            const double x = at("q", row, i), y = at("q", row, i + 4);
            t_abs("angle", at("angles", row, i), angle, 1e-6);
            t_abs("rotated", at("q_rope", row, i), x * cos(angle) - y * sin(angle), 1e-6);
            t_abs("rotated", at("q_rope", row, i + 4), x * sin(angle) + y * cos(angle), 1e-6);
        }
    }
    t_abs("values do not turn", at("av", 0, 1), at("v", 0, 1), 1e-7); /* the first sees itself */
}

static void attention(void)
{
    for (size_t row = 0; row < 3; row++) {
        double e[3] = {0}, sum = 0, out = 0;
        for (size_t key = 0; key <= row; key++) {
            double score = 0;
            for (size_t i = 0; i < 8; i++)
                score += at("q_rope", row, i) * at("k_rope", key, i);
            t_abs("score", at("scores", row, key), score / sqrt(8), 1e-6);
            e[key] = exp(at("scores", row, key));
            sum += e[key];
        }
        for (size_t key = 0; key <= row; key++) {
            t_abs("weight", at("softmax", row, key), e[key] / sum, 1e-6);
            out += e[key] / sum * at("v", key, 2);
        }
        t_true("no token sees a later one", row == 2 || isnan(at("scores", row, row + 1)));
        t_abs("weighted sum", at("av", row, 2), out, 1e-6);
        t_abs("head 0 comes first", at("concat", row, 2), at("av", row, 2), 0);
    }
}

static void ffn(void)
{
    for (size_t row = 0; row < 3; row++) {
        const double g = at("gate", row, 5), silu = g / (1 + exp(-g));
        t_abs("residual", at("attn_residual", row, 3), at("embedding", row, 3) + at("o", row, 3),
              1e-6);
        t_abs("SiLU", at("silu", row, 5), silu, 1e-6);
        t_abs("product", at("act", row, 5), silu * at("up", row, 5), 1e-6);
        t_abs("residual", at("ffn_residual", row, 3),
              at("attn_residual", row, 3) + at("down", row, 3), 1e-6);
    }
}

static void head(void)
{
    double sum = 0;
    for (size_t i = 0; i < walk.vocab; i++)
        sum += exp(at("lm_head", 0, i));
    for (size_t i = 0; i < walk.vocab; i++)
        t_abs("probability", at("probabilities", 0, i), exp(at("lm_head", 0, i)) / sum, 1e-6);
}

/* ---- every machine prints the same ----------------------------------------------------------- */

/* A value whose text a difference of 4e-7, three bits of a float near 1, would change. */
static bool near_an_edge(float value)
{
    char low[FW_WALK_NUMBER_LEN], high[FW_WALK_NUMBER_LEN];
    (void)fw_walk_number(low, (float)((double)value - 4e-7));
    (void)fw_walk_number(high, (float)((double)value + 4e-7));
    return !isnan(value) && strcmp(low, high) != 0;
}

/* All that is printed and depends on the C library: the first values from the rotation on, the
 * second element of plane 0, the largest probability. */
static void edges(const char *name)
{
    static const char exact[] = " embedding attn_norm q k v ";
    size_t near = 0;
    for (size_t i = 0; i < walk.num_steps; i++) {
        const struct fw_walk_step *const s = &walk.steps[i];
        const size_t shown = strstr(s->id, "_rope") != NULL ? 5
                             : s->rows == 1                 ? (size_t)s->cols
                                                            : FW_WALK_SHOWN;
        char word[32];
        (void)snprintf(word, sizeof word, " %s ", s->id);
        for (size_t n = 0; n < s->rows * s->cols && strstr(exact, word) == NULL; n++)
            near += n % s->cols < shown && near_an_edge(s->values[n]);
    }
    t_int(name, near, 0);
}

/* ---- other models ---------------------------------------------------------------------------- */

static void others(void)
{
    struct fw_arena arena;
    struct fw_err err = {0};
    char ids[400];
    t_true("GPT-3", start("GPT-3 175B", GPT3, &arena, &err));
    join_ids(ids, sizeof ids);
    t_str("no rotation and no gate", ids,
          "embedding attn_norm q k v scores softmax av concat o attn_residual ffn_norm up act down "
          "ffn_residual final_norm lm_head probabilities ");
    t_str("two matrices", step("act")->name, "GELU");
    t_true("biases", strstr(step("q")->rule, "+ bias") != NULL);
    t_true("learned positions", strstr(step("embedding")->rule, "its position") != NULL);
    t_str("no head is shared", walk.sharing,
          "Each query head reads a KV head of its own: 2 here, 96 in the full model.");
    edges("GPT-3 175B: values near the edge between two texts");
    fw_arena_free(&arena);

    t_true("norm of queries", start("Q", LLAMA3_8B " qk_norm=head", &arena, &err));
    /* Of each head alone: the mean square of a head is that of the weights, near 1. */
    double square = 0;
    for (size_t i = 0; i < 8; i++)
        square += at("q_norm", 1, i) * at("q_norm", 1, i) / 8;
    t_abs("normed head", square, 1.0, 0.4);
    t_abs("rotated after the norm", at("q_rope", 0, 3), at("q_norm", 0, 3), 0);
    fw_arena_free(&arena);

    t_true("window", start("W", LLAMA3_8B " sliding_window=2", &arena, &err));
    t_true("the third token sees two", isnan(at("scores", 2, 0)) && !isnan(at("scores", 2, 1)));
    fw_arena_free(&arena);

    t_true("experts", !start("E", LLAMA3_8B " num_experts=8 num_experts_per_tok=2", &arena, &err));
    t_status("experts", err.status, FW_INPUT);
    t_true("experts: not possible", !fw_walk_possible(&subject));
    fw_arena_free(&arena);
}

/* Scores 0.029, 0.046, 0.063, weights 0.328, 0.333, 0.339, output 0.335, 0.302, and the check
 * 1.0294 + 1.0471 + 1.0650 = 3.1415: printed in the text that the project grew from, section 3. */
static void example(void)
{
    static const double weights[] = {0.328, 0.333, 0.339}, exps[] = {1.0294, 1.0471, 1.0650};
    struct fw_attention_example e;
    fw_attention_example(&e);
    for (size_t i = 0; i < 3; i++) {
        t_abs("weight", (double)e.weights[i], weights[i], 0.0005);
        t_abs("exp(score)", e.exps[i], exps[i], 0.00005);
    }
    t_abs("sum of exp(score)", e.exp_sum, 3.1415, 0.00005);
    t_abs("sum of the weights", e.weight_sum, 1, 1e-6);
    t_abs("output", (double)e.out[0], 0.335, 0.0005);
    t_abs("output", (double)e.out[1], 0.302, 0.0005);
}

static void numbers(void)
{
    char buf[FW_WALK_NUMBER_LEN];
    t_str("number", fw_walk_number(buf, 2.38549f), "2.3855");
    t_str("no negative zero", fw_walk_number(buf, -0.00002f), "0.0000");
    t_str("not there", fw_walk_number(buf, NAN), "-");
    t_abs("seven digits", fw_walk_digits(0.1f), 0.1, 0);
}

/* Whatever piece of memory is missing: FW_SYSTEM, and no crash. */
static void memory(void)
{
    struct fw_arena arena, small;
    struct fw_err err = {0};
    t_true("LLaMA-3 8B", start("LLaMA-3 8B", LLAMA3_8B, &arena, &err));
    size_t refused = 0, limit = 1000;
    enum fw_status status = FW_SYSTEM;
    for (; status == FW_SYSTEM && limit < (size_t)1 << 24; limit += limit / 8) {
        fw_arena_init(&small, limit);
        status = fw_walk_make(&subject, &walk, &small, &err);
        refused += status == FW_SYSTEM;
        fw_arena_free(&small);
    }
    t_status("enough memory in the end", status, FW_OK);
    t_true("too little before", refused > 10);
    fw_arena_free(&arena);
}

/* The same for the n-th allocation, n = 1, 2, ... */
static void faults(void)
{
#ifdef FW_FAULTS
    struct fw_arena arena, one;
    struct fw_err err = {0};
    size_t good = 0;
    bool reached = true;
    t_true("LLaMA-3 8B", start("LLaMA-3 8B", LLAMA3_8B, &arena, &err));
    for (long n = 1; reached && n < 2000; n++) {
        fw_arena_init(&one, 0);
        fw_fault_countdown = n;
        const enum fw_status status = fw_walk_make(&subject, &walk, &one, &err);
        reached = fw_fault_countdown == 0;
        fw_fault_countdown = 0;
        good += reached ? status == FW_SYSTEM : status == FW_OK;
        if (!reached)
            t_int("each failed as it should", good, (uint64_t)n);
        fw_arena_free(&one);
    }
    t_true("every allocation failed once", !reached);
    fw_arena_free(&arena);
#endif
}

int main(void)
{
    struct fw_arena arena;
    struct fw_err err = {0};
    t_true("LLaMA-3 8B", start("LLaMA-3 8B", LLAMA3_8B, &arena, &err));
    shapes();
    rotation();
    attention();
    ffn();
    head();
    edges("LLaMA-3 8B: values near the edge between two texts");
    fw_arena_free(&arena);
    others();
    example();
    numbers();
    memory();
    faults();
    return t_done();
}
