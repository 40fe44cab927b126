/* walk_say.c - what each step of the walk is called, does, and shows. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "report/view_parts.h"
#include "report/walk_parts.h"

static const char *say(struct fw_walk_maker *m, const char *fmt, ...) FW_PRINTF(2, 3);
static const char *say(struct fw_walk_maker *m, const char *fmt, ...)
{
    char buf[240];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(buf, sizeof buf, fmt, args);
    va_end(args);
    const char *const kept = fw_arena_strdup(m->arena, buf);
    m->failed |= kept == NULL;
    return kept != NULL ? kept : "";
}

static bool is(const struct fw_walk_step *s, const char *id)
{
    return strcmp(s->id, id) == 0;
}

static const struct {
    const char *name, *rule; /* of one element, the gate's if there is one */
} activations[FW_MLP_COUNT] = {
    [FW_SWIGLU] = {"SiLU", "g / (1 + exp(-g))"},
    [FW_GEGLU] = {"GELU", "g times the normal distribution up to g, in its tanh form"},
    [FW_REGLU] = {"ReLU", "max(g, 0)"},
    [FW_GELU] = {"GELU", "u times the normal distribution up to u, in its tanh form"},
    [FW_RELU] = {"ReLU", "max(u, 0)"},
    [FW_RELU2] = {"ReLU squared", "max(u, 0)^2"},
    [FW_SILU] = {"SiLU", "u / (1 + exp(-u))"},
};

static void say_embedding(struct fw_walk_maker *m, struct fw_walk_step *s)
{
    const struct fw_walk_token *const t = fw_walk_tokens;
    const bool learned = m->c->positions > 0;
    if (learned)
        s->rule = "the row of each token in E, plus the row of its position";
    s->remark = say(m, "%s, %s and %s are rows %u, %u and %u.%s", t[0].word, t[1].word, t[2].word,
                    t[0].id, t[1].id, t[2].id,
                    learned ? "" : " Nothing about the position is in them yet.");
}

static void say_norm(struct fw_walk_maker *m, struct fw_walk_step *s)
{
    const struct fw_kernel_config *const c = m->c;
    if (c->norm == FW_RMSNORM) {
        s->name = "RMSNorm";
        s->rule = say(m, "x / sqrt(mean(x^2) + %.3g), times the weights", c->norm_eps);
    } else {
        s->name = "LayerNorm";
        s->rule = say(m, "(x - mean) / sqrt(variance + %.3g)%s%s", c->norm_eps,
                      c->norm_has_weight ? ", times the weights" : "",
                      c->norm_has_bias ? ", plus the bias" : "");
    }
    if (is(s, "final_norm"))
        s->remark = "Only the last token goes on: what follows it is wanted.";
}

/* Queries and keys: per head, or over all heads. */
static void say_head_norm(struct fw_walk_maker *m, struct fw_walk_step *s)
{
    s->rule = fw_walk_group(m, s->layer)->qk_norm == FW_QK_FULL
                  ? "RMSNorm over all heads, times the weights"
                  : "RMSNorm of each head, times the weights";
}

/* Projections may add a bias. */
static void say_projection(struct fw_walk_maker *m, struct fw_walk_step *s)
{
    const struct fw_kernel_group *const g = fw_walk_group(m, s->layer);
    const bool bias = is(s, "lm_head") ? m->c->head_bias
                      : is(s, "o")     ? g->o_bias
                      : is(s, "q") || is(s, "k") || is(s, "v") ? g->qkv_bias
                                                               : g->ffn_bias;
    if (is(s, "down") && !g->gated)
        s->rule = say(m, "%s(u) W_down", activations[g->mlp].name);
    if (bias)
        s->rule = say(m, "%s + bias", s->rule);
    if (is(s, "lm_head") && m->c->tied)
        s->remark = "W_head is E, transposed.";
}

static void say_activation(struct fw_walk_maker *m, struct fw_walk_step *s)
{
    const struct fw_kernel_group *const g = fw_walk_group(m, s->layer);
    const char *const name = activations[g->mlp].name;
    if (is(s, "silu")) {
        s->name = say(m, "%s of the gate", name);
        s->rule = activations[g->mlp].rule;
    } else if (g->gated) {
        s->name = "Product";
        s->rule = say(m, "%s(gate) times up, element by element", name);
    } else {
        s->name = name;
        s->rule = activations[g->mlp].rule;
    }
}

static void say_angles(struct fw_walk_maker *m, struct fw_walk_step *s)
{
    const struct fw_kernel_group *const g = fw_walk_group(m, s->layer);
    s->rule = say(m, "position times %.10g^(-2i/%llu) for plane i, in radians", m->c->rope_theta,
                  (unsigned long long)g->rotary);
    s->remark = "The first position is 0: it does not turn.";
}

static const struct fw_walk_step *before_rotation(const struct fw_walk_maker *m, bool query,
                                                  uint64_t layer)
{
    const struct fw_walk_step *const normed =
        fw_walk_find(m, query ? "q_norm" : "k_norm", layer);
    return normed != NULL ? normed : fw_walk_find(m, query ? "q" : "k", layer);
}

/* Plane 0 of head 0 of the last token shows the turn: the pair before and after. */
static void say_rotation(struct fw_walk_maker *m, struct fw_walk_step *s)
{
    const struct fw_kernel_group *const g = fw_walk_group(m, s->layer);
    const struct fw_walk_step *const before =
        before_rotation(m, is(s, "q_rope"), s->layer);
    const struct fw_walk_step *const angles = fw_walk_find(m, "angles", s->layer);
    const size_t row = FW_WALK_TOKENS - 1, half = (size_t)g->rotary / 2;
    const size_t second = m->c->rope_interleaved ? 1 : half;
    char n[5][FW_WALK_NUMBER_LEN];
    s->rule = m->c->rope_interleaved
                  ? "elements 2i and 2i+1 of each head turn by the angle of plane i"
                  : say(m, "elements i and i+%zu of each head turn by the angle of plane i", half);
    if (before == NULL || angles == NULL)
        return;
    const float *const x = before->values + row * before->cols;
    const float *const y = s->values + row * s->cols;
    s->remark = say(m, "Plane 0 of %s in head 0: (%s, %s) turned by %s rad is (%s, %s).",
                    fw_walk_tokens[row].word, fw_walk_number(n[0], x[0]),
                    fw_walk_number(n[1], x[second]),
                    fw_walk_number(n[2], angles->values[row * angles->cols]),
                    fw_walk_number(n[3], y[0]), fw_walk_number(n[4], y[second]));
}

static void say_scores(struct fw_walk_maker *m, struct fw_walk_step *s)
{
    const struct fw_kernel_group *const g = fw_walk_group(m, s->layer);
    const unsigned long long d_h = g->d_h, window = g->window;
    s->rule = window > 0 ? say(m, "query . key / sqrt(%llu); a token sees %llu at most, itself "
                                  "the last", d_h, window)
                         : say(m, "query . key / sqrt(%llu); a token sees itself and all before",
                               d_h);
}

static void say_concat(struct fw_walk_maker *m, struct fw_walk_step *s)
{
    const struct fw_kernel_group *const g = fw_walk_group(m, s->layer);
    s->rule = say(m, "%llu heads of %llu side by side", (unsigned long long)g->heads,
                  (unsigned long long)g->d_v);
}

/* The token that the probabilities favour. */
static void say_next(struct fw_walk_maker *m, struct fw_walk_step *s)
{
    char number[FW_WALK_NUMBER_LEN];
    size_t best = 0;
    double sum = 0;
    for (size_t i = 0; i < s->cols; i++) {
        best = s->values[i] > s->values[best] ? i : best;
        sum += (double)s->values[i];
    }
    s->remark = say(m, "The %llu probabilities sum to %.4f; the largest is %s, of token %zu.",
                    (unsigned long long)s->cols, sum, fw_walk_number(number, s->values[best]),
                    best);
}

void fw_walk_say(struct fw_walk_maker *m, struct fw_walk_step *s)
{
    static const struct {
        const char *id;
        void (*say)(struct fw_walk_maker *m, struct fw_walk_step *s);
    } sayers[] = {
        {"embedding", say_embedding}, {"attn_norm", say_norm},    {"q", say_projection},
        {"k", say_projection},        {"v", say_projection},      {"q_norm", say_head_norm},
        {"k_norm", say_head_norm},    {"angles", say_angles},     {"q_rope", say_rotation},
        {"k_rope", say_rotation},     {"scores", say_scores},     {"concat", say_concat},
        {"o", say_projection},        {"ffn_norm", say_norm},     {"gate", say_projection},
        {"silu", say_activation},     {"up", say_projection},     {"act", say_activation},
        {"down", say_projection},     {"final_norm", say_norm},   {"lm_head", say_projection},
        {"probabilities", say_next},
    };
    for (size_t i = 0; i < sizeof sayers / sizeof sayers[0]; i++)
        if (is(s, sayers[i].id))
            sayers[i].say(m, s);
}

const char *fw_walk_intro(const struct fw_walk *w, struct fw_arena *arena)
{
    const char *const text = fw_arena_printf(
        arena,
        "Three tokens walk through a small model that is built like %s: the same steps, norms, "
        "head sharing and activation, but few and narrow matrices of pseudo-random weights and a "
        "vocabulary of %llu. The words %s, %s and %s are an illustration. Of every row the first "
        "%d values are shown.",
        fw_answer_name(w->a), (unsigned long long)w->vocab, fw_walk_tokens[0].word,
        fw_walk_tokens[1].word, fw_walk_tokens[2].word, FW_WALK_SHOWN);
    return text != NULL ? text : "";
}

const char *fw_walk_say_sharing(struct fw_walk_maker *m)
{
    const struct fw_kernel_group *const g = fw_walk_group(m, 0);
    const uint64_t *const full = m->a->model.groups[m->c->model_group[0]].sym;
    const unsigned long long each = g->heads / g->kv_heads, kv = full[FW_LS_h_kv];
    const unsigned long long share = full[FW_LS_h] / kv;
    if (share == 1)
        return say(m, "Each query head reads a KV head of its own: %llu here, %llu in the full "
                      "model.",
                   (unsigned long long)g->kv_heads, kv);
    if (kv == 1)
        return say(m, "All query heads read the one KV head: %llu here, %llu in the full model.",
                   each, share);
    return say(m, "Query heads 0 to %llu read KV head 0, heads %llu to %llu KV head 1. In the full "
                  "model query heads %lluk to %lluk+%llu read KV head k, for k = 0 to %llu.",
               each - 1, each, 2 * each - 1, share, share, share - 1, kv - 1);
}
