/* story_serve.c - sections: the KV cache, prefill and decode. */
#include <math.h>

#include "core/steps.h"
#include "report/story_parts.h"

/* ---- KV cache -------------------------------------------------------------------------------- */

static void kv_equations(struct fw_story *s, const struct fw_answer *a)
{
    fw_doc_equations(&s->doc, fw_say(&s->say, "KV cache of %s", fw_say_name(a)));
    if (fw_story_uniform(a)) {
        fw_story_layer_row(s, a, 0, FW_LEQ_kv_elems, "cached elements per token and layer");
        fw_story_layer_row(s, a, 0, FW_LEQ_kv_token, "bytes per token and layer");
        fw_story_layer_row(s, a, 0, FW_LEQ_kv_bytes, "bytes per layer after the context");
    }
    fw_story_row(s, &a->estimate, FW_EQ_KV_token, "bytes per token, all layers");
    fw_story_row(s, &a->estimate, FW_EQ_KV_bytes, "bytes after the context");
    fw_story_row(s, &a->estimate, FW_EQ_KV_bytes_mha, "the same with a KV head per query head");
    fw_doc_equations_end(&s->doc);
}

static void kv_saving(struct fw_story *s, const struct fw_answer *a)
{
    const fw_u128 own = a->estimate.model[FW_EQ_KV_bytes];
    const fw_u128 mha = a->estimate.model[FW_EQ_KV_bytes_mha];
    if (own < mha)
        fw_story_callout(s, "%s at %s tokens: %s with %s, %s with MHA. %s saves %s: %s the bytes.",
                         fw_say_name(a), fw_story_n(s, a->workload.context), fw_story_bytes(s, own),
                         fw_story_heads(a), fw_story_bytes(s, mha), fw_story_heads(a),
                         fw_story_share(s, mha - own, mha), fw_story_times(s, own, mha));
    else
        fw_story_p(s,
                   "%s at %s tokens: %s. Every query head has a KV head of its own, so nothing "
                   "is saved.",
                   fw_say_name(a), fw_story_n(s, a->workload.context), fw_story_bytes(s, own));
}

static void kv_compared(struct fw_story *s)
{
    const struct fw_answer *const a = &s->a[0];
    const fw_u128 own = a->estimate.model[FW_EQ_KV_token];
    for (size_t i = 1; i < s->n; i++) {
        const fw_u128 other = s->a[i].estimate.model[FW_EQ_KV_token];
        fw_story_p(s, "One token of context takes %s bytes in %s and %s in %s: %s : 1.",
                   fw_story_n(s, own), fw_say_name(a), fw_story_n(s, other), fw_say_name(&s->a[i]),
                   fw_story_ratio(s, other, own));
    }
}

static void intuition(struct fw_story *s, const struct fw_answer *a)
{
    const bool latent = a->model.groups[0].sym[FW_LS_c] > 0;
    fw_story_p(s,
               "In words: cache = layers × %s × tokens × bytes per element × sequences. It "
               "grows with every token and every sequence; %s is the factor that a designer "
               "can choose without touching the rest. For comparison, the weights of %s take "
               "%s in %s.",
               latent ? "(latent + rotated part)" : "KV heads × (key width + value width)",
               latent ? "the width of the latent" : "the number of KV heads", fw_say_name(a),
               fw_story_bytes(s, a->estimate.model[FW_EQ_weight_bytes]),
               fw_dtype_get(a->workload.dtype)->name);
}

void fw_story_kv(struct fw_story *s)
{
    const struct fw_answer *const a = &s->a[0];
    fw_story_p(s,
               "A token's keys and values never change once the token has passed. They are "
               "kept, and every later token reads them instead of computing them again. Keys "
               "are stored in %s, values in %s.",
               fw_dtype_get(a->workload.k_dtype)->name, fw_dtype_get(a->workload.v_dtype)->name);
    for (size_t i = 0; i < s->n; i++) {
        fw_story_heading(s, "%s", fw_say_name(&s->a[i]));
        kv_equations(s, &s->a[i]);
        kv_saving(s, &s->a[i]);
    }
    intuition(s, a);
    kv_compared(s);
    fw_story_figure(s, FW_FIGURE_KV,
                    "Both axes are logarithmic: half the KV heads is one step "
                    "down, twice the context one step up.");
}

/* ---- prefill and decode ---------------------------------------------------------------------- */

static const struct fw_column part_columns[] = {
    {"part", "Part", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"layer", "One layer", "FLOP", FW_RIGHT, FW_DIM_FLOP, 0},
    {"layers", "All layers", "FLOP", FW_RIGHT, FW_DIM_FLOP, 0},
};
enum { PART_COLUMNS = sizeof part_columns / sizeof part_columns[0] };

/* One line: a layer, or 0 where layers differ or it is outside them; all layers. */
static void part(struct fw_table *t, const char *name, fw_u128 layer, fw_u128 all, bool strong)
{
    struct fw_cell *const c = fw_table_row(t);
    c[0] = fw_cell_text(name);
    c[1] = layer > 0 ? fw_cell_count(layer) : fw_cell_empty();
    c[2] = fw_cell_count(all);
    for (int i = 0; i < PART_COLUMNS; i++)
        c[i].strong = strong;
}

static fw_u128 one_layer(const struct fw_answer *a, enum fw_layer_eq row)
{
    return fw_story_uniform(a) ? a->estimate.layer[0][row] : 0;
}

static void prefill_table(struct fw_story *s, const struct fw_answer *a)
{
    struct fw_table t;
    const fw_u128 *const x = a->estimate.model;
    const fw_u128 linear = x[FW_EQ_prefill_linear], head = x[FW_EQ_prefill_head];
    const fw_u128 full = x[FW_EQ_prefill_attn_full], causal = x[FW_EQ_prefill_attn_causal];
    const fw_u128 l = one_layer(a, FW_LEQ_F_linear), l_full = one_layer(a, FW_LEQ_F_attn_full);
    const fw_u128 l_causal = one_layer(a, FW_LEQ_F_attn_causal);
    fw_table_init(&t, s->arena, NULL, part_columns, PART_COLUMNS);
    part(&t, "products with weights", l, linear, false);
    part(&t, "attention, full: all S² pairs", l_full, full, false);
    part(&t, "attention, causal: the exact S(S+1)/2 pairs", l_causal, causal, false);
    part(&t, "layers, full attention", l + l_full, linear + full, true);
    part(&t, "layers, causal attention", l + l_causal, linear + causal, true);
    part(&t, fw_say(&s->say, "LM head (%s)", fw_lm_head_names[a->workload.lm_head]), 0, head,
         false);
    part(&t, "total, full attention", 0, linear + full + head, true);
    part(&t, "total, causal attention", 0, linear + causal + head, true);
    fw_story_table(s, &t, fw_say(&s->say, "Prefill of %s", fw_say_name(a)));
}

static void decode_table(struct fw_story *s, const struct fw_answer *a)
{
    struct fw_table t;
    const fw_u128 *const x = a->estimate.model;
    const fw_u128 linear = x[FW_EQ_decode_linear], attention = x[FW_EQ_decode_attn];
    const fw_u128 l = one_layer(a, FW_LEQ_D_linear), l_attn = one_layer(a, FW_LEQ_D_attn);
    fw_table_init(&t, s->arena, NULL, part_columns, PART_COLUMNS);
    part(&t, "products with weights", l, linear, false);
    const char *const attended = fw_story_n(s, a->estimate.layer_sym[0][FW_LS_n_w]);
    part(&t,
         fw_story_uniform(a) ? fw_say(&s->say, "attention over %s tokens", attended)
                             : "attention over the tokens that each layer sees",
         l_attn, attention, false);
    part(&t, "layers", l + l_attn, linear + attention, true);
    part(&t, "LM head", 0, x[FW_EQ_decode_head], false);
    part(&t, "total", 0, x[FW_EQ_decode_total], true);
    fw_story_table(s, &t, fw_say(&s->say, "Decode of %s", fw_say_name(a)));
}

static void prefill(struct fw_story *s, const struct fw_answer *a)
{
    const fw_u128 *const x = a->estimate.model;
    fw_story_heading(s, "%s: prefill of %s tokens", fw_say_name(a),
                     fw_story_n(s, a->workload.context));
    fw_doc_equations(&s->doc, fw_say(&s->say, "Prefill of %s", fw_say_name(a)));
    if (fw_story_uniform(a)) {
        fw_story_layer_row(s, a, 0, FW_LEQ_F_linear, "one layer, products with weights");
        fw_story_layer_row(s, a, 0, FW_LEQ_F_scores_full, "one layer, scores of all pairs");
        fw_story_layer_row(s, a, 0, FW_LEQ_F_av_full, "one layer, weighted sums");
    }
    fw_story_row(s, &a->estimate, FW_EQ_prefill_head, NULL);
    fw_story_row(
        s, &a->estimate, FW_EQ_prefill_total,
        fw_say(&s->say, "all of it, %s attention", fw_attention_names[a->workload.attention]));
    fw_doc_equations_end(&s->doc);
    prefill_table(s, a);
    fw_story_callout(s,
                     "A prefill of %s tokens takes about %s; attention is %s of it. Per token "
                     "of the prompt: %s.",
                     fw_story_n(s, a->workload.context), fw_story_flop(s, x[FW_EQ_prefill_total]),
                     fw_story_share(s, x[FW_EQ_prefill_attn], x[FW_EQ_prefill_total]),
                     fw_story_flop(s, x[FW_EQ_prefill_total] /
                                          ((fw_u128)a->workload.context * a->workload.batch)));
}

static void decode(struct fw_story *s, const struct fw_answer *a)
{
    const fw_u128 *const x = a->estimate.model;
    fw_story_heading(s, "%s: decode of token %s", fw_say_name(a),
                     fw_story_n(s, (fw_u128)a->workload.context + 1));
    fw_doc_equations(&s->doc, fw_say(&s->say, "Decode of %s", fw_say_name(a)));
    if (fw_story_uniform(a)) {
        fw_story_layer_row(s, a, 0, FW_LEQ_D_linear, "one layer, products with weights");
        fw_story_layer_row(s, a, 0, FW_LEQ_D_attn, "one layer, scores and weighted sum");
    }
    fw_story_row(s, &a->estimate, FW_EQ_decode_head, NULL);
    fw_story_row(s, &a->estimate, FW_EQ_decode_total, NULL);
    fw_doc_equations_end(&s->doc);
    decode_table(s, a);
    fw_story_callout(s,
                     "One more token takes about %s after a context of %s; attention is %s of "
                     "it.",
                     fw_story_flop(s, x[FW_EQ_decode_total]), fw_story_n(s, a->workload.context),
                     fw_story_share(s, x[FW_EQ_decode_attn], x[FW_EQ_decode_total]));
}

/* FLOP and ideal bytes of a pass: the steps of a layer count once for each layer. */
struct pass {
    double flop, bytes;
};

static struct pass add_up(const struct fw_answer *a, const struct fw_step *steps, size_t count)
{
    struct pass p = {0, 0};
    for (size_t i = 0; i < count; i++) {
        const double times = steps[i].where == FW_STEP_LAYER
                                 ? (double)a->model.groups[steps[i].group].sym[FW_LS_n]
                                 : 1;
        p.flop += times * fw_count_double(steps[i].flop);
        p.bytes += times * fw_count_double(steps[i].bytes);
    }
    return p;
}

/* What tells the phases apart: how much work each byte from memory feeds. */
static void phases(struct fw_story *s, const struct fw_answer *a)
{
    struct fw_step *steps = NULL;
    size_t count = 0;
    if (s->status == FW_OK)
        s->status = fw_steps_prefill(&a->model, &a->estimate, &steps, &count, s->arena, s->err);
    const struct pass prompt = add_up(a, steps, count);
    count = 0;
    if (s->status == FW_OK)
        s->status = fw_steps_decode(&a->model, &a->workload, &a->estimate, &steps, &count, s->arena,
                                    s->err);
    const struct pass one = add_up(a, steps, count);
    if (s->status != FW_OK || !(prompt.bytes > 0) || !(one.bytes > 0))
        return;
    struct fw_say *const y = &s->say;
    fw_story_item(s,
                  "**%s**, prefill: %s for %s, so %s FLOP per byte. Decode: %s for "
                  "%s, so %s FLOP per byte.",
                  fw_say_name(a), fw_say_qty(y, prompt.bytes, FW_DIM_BYTES, 3),
                  fw_say_qty(y, prompt.flop, FW_DIM_FLOP, 4),
                  fw_say_qty(y, prompt.flop / prompt.bytes, FW_DIM_NUMBER, 3),
                  fw_say_qty(y, one.bytes, FW_DIM_BYTES, 3),
                  fw_say_qty(y, one.flop, FW_DIM_FLOP, 4),
                  fw_say_qty(y, one.flop / one.bytes, FW_DIM_NUMBER, 3));
    const struct fw_hardware *const hw = a->hardware;
    if (hw == NULL || isnan(a->training.chain.val[FW_FACT_peak]) || isnan(hw->mem_bw))
        return;
    const double balance = a->training.chain.val[FW_FACT_peak] / hw->mem_bw;
    fw_story_item(s,
                  "%s balances at %s FLOP per byte (dense peak over memory bandwidth): below "
                  "it memory sets the pace, above it arithmetic.",
                  hw->name != NULL ? hw->name : hw->id, fw_say_qty(y, balance, FW_DIM_NUMBER, 3));
}

void fw_story_serving(struct fw_story *s)
{
    fw_story_p(s, "Inference has two phases. **Prefill** takes the whole prompt at once and fills "
                  "the cache: every weight that is read serves all tokens of the prompt. "
                  "**Decode** makes one token after the other: every weight is read again for "
                  "each, and so is the cache.");
    for (size_t i = 0; i < s->n; i++) {
        prefill(s, &s->a[i]);
        decode(s, &s->a[i]);
    }
    fw_story_heading(s, "What tells the phases apart");
    fw_story_p(s, "Bytes are those of an ideal machine: every weight once per pass, every "
                  "activation once in and once out, scores never stored, the cache once.");
    fw_doc_list(&s->doc);
    for (size_t i = 0; i < s->n; i++)
        phases(s, &s->a[i]);
    fw_doc_list_end(&s->doc);
    fw_story_figure(s, FW_FIGURE_FLOPS,
                    "At short contexts the weights are nearly all of the "
                    "work; attention grows with the context.");
}
