/* walk.c - a tiny model of the same structure, walked step by step for the numeric trace.
 *
 * What matters to the structure keeps its proportion, all else shrinks: heads of 8 elements, four
 * query heads at most per key-value head, two key-value heads unless the model has one, an FFN of
 * about the same ratio, 24 tokens, one layer per kind of layer. */
#include <string.h>

#include "kernel/engine.h"

enum { D_H = 8, MAX_SHARE = 4, VOCAB = 24, WINDOW = 2 };

static uint64_t scaled(uint64_t tiny, uint64_t part, uint64_t whole, uint64_t step)
{
    const uint64_t n = (tiny * part / whole + step - 1) / step * step;
    return n > 0 ? n : step;
}

static void shrink_group(struct fw_kernel_group *g)
{
    const uint64_t share = g->heads / g->kv_heads, d_h = g->d_h;
    g->layers = 1;
    g->kv_heads = g->kv_heads > 1 ? 2 : 1;
    g->heads = g->kv_heads * (share < MAX_SHARE ? share : MAX_SHARE);
    g->d_v = scaled(D_H, g->d_v, d_h, 2);
    g->rotary = g->rotary > 0 ? scaled(D_H, g->rotary, d_h, 2) : 0;
    g->d_h = D_H;
    g->window = g->window > 0 ? WINDOW : 0;
}

enum fw_status fw_kernel_walk_config(const struct fw_model *m, uint64_t tokens,
                                     struct fw_kernel_config *out, struct fw_err *err)
{
    const struct fw_kernel_options o = {.dtype_given = true, .dtype = FW_F32,
                                        .variant = "reference", .max_tokens = 1, .threads = 1};
    const enum fw_status s = fw_kernel_configure(m, &o, out, err);
    if (s != FW_OK) {
        return s;
    }
    const struct fw_kernel_group *first = &out->group[0];
    const uint64_t d = out->d, heads = first->heads * first->d_h;
    uint64_t tiny = 0;
    for (size_t i = 0; i < out->num_groups; i++) {
        const uint64_t f = out->group[i].f;
        shrink_group(&out->group[i]);
        tiny = i == 0 ? scaled(first->heads * D_H, d, heads, 2) : tiny;
        out->group[i].f = scaled(tiny, f, d, 2);
    }
    out->d = tiny;
    out->vocab = VOCAB;
    out->layers = out->num_groups;
    out->positions = out->positions > 0 ? tokens : 0;
    out->max_tokens = tokens;
    return FW_OK;
}

enum fw_status fw_kernel_walk(const struct fw_kernel_config *c, const uint32_t *tokens,
                              uint64_t num_tokens, fw_kernel_walk_fn *fn, void *ctx,
                              struct fw_err *err)
{
    struct fw_kernel *k;
    enum fw_status s = fw_kernel_open(c, NULL, &k, err);
    if (s != FW_OK) {
        return s;
    }
    k->walk = fn;
    k->walk_ctx = ctx;
    s = fw_kernel_prefill(k, tokens, num_tokens, err);
    if (s == FW_OK) { /* the last step: probabilities, by the softmax of attention */
        float *p = k->logits, max = -1e30f, sum = 0.0f;
        fw_reference_softmax(p, c->vocab, &max, &sum, NULL, 0);
        for (uint64_t i = 0; i < c->vocab; i++) {
            p[i] /= sum;
        }
        fn(ctx, "probabilities", 0, 0, p, 1, c->vocab);
    }
    fw_kernel_close(k);
    return s;
}
