/* story_compare.c - sections: the models side by side, and the summary. */
#include <math.h>

#include "report/story_parts.h"
#include "report/training_parts.h"

/* ---- side by side ---------------------------------------------------------------------------- */

/* The answers at the shortest context of all, so that their FLOP and caches can be compared.
 * NULL and the sticky status on error. */
static struct fw_answer *at_common_context(struct fw_story *s, uint64_t *context)
{
    struct fw_answer *const same = FW_NEW(s->arena, s->n, struct fw_answer);
    s->say.failed = s->say.failed || same == NULL;
    *context = s->a[0].workload.context;
    for (size_t i = 1; i < s->n; i++)
        if (s->a[i].workload.context < *context)
            *context = s->a[i].workload.context;
    for (size_t i = 0; same != NULL && i < s->n; i++) {
        same[i] = s->a[i];
        same[i].workload.context = *context;
        if (!fw_story_at_context(s, &s->a[i], *context, &same[i].estimate))
            return NULL;
    }
    return same;
}

static double training_flop(const struct fw_answer *a)
{
    return a->has_training ? fw_count_double(a->training.flop[FW_RULE_6NT]) : 0;
}

static double fact(const struct fw_answer *a, enum fw_fact f)
{
    return a->has_training ? a->training.chain.val[f] : (double)NAN;
}

static double tokens_per_parameter(const struct fw_answer *a)
{
    return fw_count_double(a->training.tokens) / fw_count_double(a->training.parameters);
}

/* "1/22 of the parameters, 50 times the tokens, 2.30 times the FLOP" */
static void headline(struct fw_story *s, const struct fw_answer *a, const struct fw_answer *b)
{
    struct fw_say *const y = &s->say;
    const char *const parameters =
        fw_story_times(s, a->estimate.model[FW_EQ_N], b->estimate.model[FW_EQ_N]);
    if (!(training_flop(a) > 0) || !(training_flop(b) > 0)) {
        fw_story_callout(s,
                         "%s has %s the parameters of %s. The training FLOP of both are not "
                         "known.",
                         fw_say_name(a), parameters, fw_say_name(b));
        return;
    }
    fw_story_callout(s,
                     "%s has %s the parameters of %s and saw %s the training tokens, which took "
                     "%s the FLOP.",
                     fw_say_name(a), parameters, fw_say_name(b),
                     fw_story_times(s, a->training.tokens, b->training.tokens),
                     fw_say_times(y, training_flop(a), training_flop(b)));
    const double per_a = tokens_per_parameter(a), per_b = tokens_per_parameter(b);
    fw_story_p(s,
               "For each parameter %s saw %s tokens, %s saw %s. For a given budget of FLOP, "
               "tokens and parameters can be traded: Hoffmann et al. 2022 (arXiv 2203.15556) find "
               "the least loss when both grow alike. Training a smaller model for longer than "
               "that costs more once, and saves on every token that is served.",
               fw_say_name(a), fw_say_qty(y, per_a, FW_DIM_NUMBER, 4), fw_say_name(b),
               fw_say_qty(y, per_b, FW_DIM_NUMBER, 3));
}

static void serving_line(struct fw_story *s, const struct fw_answer *a, const struct fw_answer *b,
                         uint64_t context)
{
    const fw_u128 *const x = a->estimate.model, *const z = b->estimate.model;
    fw_story_p(s,
               "At the same context of %s tokens, one more token takes %s in %s and %s in %s: "
               "%s the work, and %s the cache (%s against %s).",
               fw_story_n(s, context), fw_story_flop(s, x[FW_EQ_decode_total]), fw_say_name(a),
               fw_story_flop(s, z[FW_EQ_decode_total]), fw_say_name(b),
               fw_story_times(s, x[FW_EQ_decode_total], z[FW_EQ_decode_total]),
               fw_story_times(s, x[FW_EQ_KV_bytes], z[FW_EQ_KV_bytes]),
               fw_story_bytes(s, x[FW_EQ_KV_bytes]), fw_story_bytes(s, z[FW_EQ_KV_bytes]));
}

/* Energy at the widest boundary that both know, and what a joule bought. */
static void energy_line(struct fw_story *s, const struct fw_answer *a, const struct fw_answer *b)
{
    static const enum fw_fact widest_first[] = {FW_FACT_energy_facility, FW_FACT_energy_it,
                                                FW_FACT_energy_chip};
    static const char *const names[] = {"facilities", "devices and hosts", "devices"};
    struct fw_say *const y = &s->say;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const double e_a = fact(a, widest_first[i]), e_b = fact(b, widest_first[i]);
        if (!(e_a > 0) || !(e_b > 0))
            continue;
        const double per_a = training_flop(a) / e_a, per_b = training_flop(b) / e_b;
        fw_story_p(s,
                   "Energy of the %s: %s for %s, %s for %s. So a joule bought %s in %s and %s "
                   "in %s, %s as much.",
                   names[i], fw_say_energy(y, e_a, 4), fw_say_name(a), fw_say_energy(y, e_b, 4),
                   fw_say_name(b), fw_say_qty(y, per_a, FW_DIM_FLOP, 3), fw_say_name(a),
                   fw_say_qty(y, per_b, FW_DIM_FLOP, 3), fw_say_name(b),
                   fw_say_times(y, per_a, per_b));
        return;
    }
}

static void emission_line(struct fw_story *s, const struct fw_answer *a, const struct fw_answer *b)
{
    const double m_a = fact(a, FW_FACT_emissions), m_b = fact(b, FW_FACT_emissions);
    struct fw_say *const y = &s->say;
    if (m_a > 0 && m_b > 0)
        fw_story_p(s,
                   "Emissions: %s CO2eq for %s, %s for %s, %s as much. They hang on the grid as "
                   "much as on the work: %s against %s.",
                   fw_say_qty(y, m_a, FW_DIM_MASS, 4), fw_say_name(a),
                   fw_say_qty(y, m_b, FW_DIM_MASS, 4), fw_say_name(b), fw_say_times(y, m_a, m_b),
                   fw_say_qty(y, fact(a, FW_FACT_intensity), FW_DIM_INTENSITY, 4),
                   fw_say_qty(y, fact(b, FW_FACT_intensity), FW_DIM_INTENSITY, 4));
}

/* Counts that would make the table wider than a page; their digits stand in the sections. */
static void shorten(struct fw_table *t)
{
    static const double many = 1e18;
    for (size_t i = 0; i < t->num_rows * t->num_columns; i++) {
        struct fw_cell *const c = &t->cells[i];
        const double value = fw_count_double(c->count);
        if (c->kind == FW_CELL_COUNT && value >= many)
            *c = fw_cell_qty(value, c->has_dim ? c->dim : FW_DIM_NUMBER, 5);
    }
}

void fw_story_comparison(struct fw_story *s)
{
    uint64_t context = 0;
    struct fw_table t;
    const struct fw_answer *const same = at_common_context(s, &context);
    if (same == NULL)
        return;
    for (size_t i = 1; i < s->n; i++) {
        headline(s, &s->a[0], &s->a[i]);
        serving_line(s, &same[0], &same[i], context);
        energy_line(s, &s->a[0], &s->a[i]);
        emission_line(s, &s->a[0], &s->a[i]);
    }
    fw_view_compare(same, s->n, &t, s->arena);
    shorten(&t);
    fw_story_table(s, &t, "Models side by side");
}

/* ---- summary --------------------------------------------------------------------------------- */

static void summary_design(struct fw_story *s, const struct fw_answer *a)
{
    const fw_u128 *const x = a->estimate.model;
    const uint64_t *const sym = a->estimate.layer_sym[0];
    fw_story_item(s,
                  "**Norm.** %s: %s weight vector%s per norm and %s elementwise FLOP per "
                  "element.",
                  fw_story_norm(a), fw_story_n(s, sym[FW_LS_n_v]), sym[FW_LS_n_v] == 1 ? "" : "s",
                  fw_story_n(s, sym[FW_LS_c_n]));
    fw_story_item(s,
                  "**Attention heads.** %s: the cache at %s tokens is %s; with MHA it would be "
                  "%s.",
                  fw_story_heads(a), fw_story_n(s, a->workload.context),
                  fw_story_bytes(s, x[FW_EQ_KV_bytes]), fw_story_bytes(s, x[FW_EQ_KV_bytes_mha]));
    if (a->model.position == FW_ROPE)
        fw_story_item(s, "**Positions.** RoPE: no parameters; base %s, made for %s tokens.",
                      fw_story_n(s, (fw_u128)llround(a->model.rope_theta)),
                      fw_story_n(s, a->model.max_position));
    else
        fw_story_item(s, "**Positions.** %s: %s parameters.", fw_story_position(a),
                      fw_story_n(s, x[FW_EQ_P_pos]));
    fw_story_item(s, "**FFN.** %s: %s matrices, %s parameters in use per layer, %s of the layer.",
                  fw_story_mlp(a), fw_story_n(s, sym[FW_LS_g] + 2),
                  fw_story_n(s, a->estimate.layer[0][FW_LEQ_M_ffn]),
                  fw_story_share(s, a->estimate.layer[0][FW_LEQ_M_ffn],
                                 a->estimate.layer[0][FW_LEQ_M_layer]));
}

static void summary_training(struct fw_story *s, const struct fw_answer *a)
{
    const struct fw_train_result *const t = &a->training;
    struct fw_say *const y = &s->say;
    if (!(training_flop(a) > 0))
        return;
    const char *energy = "";
    if (!isnan(t->energy_J))
        energy = fw_say(y, " Energy (%s): %s, %s CO2eq.", fw_boundary_name(t->boundary),
                        fw_say_energy(y, t->energy_J, 4),
                        fw_say_qty(y, t->chain.val[FW_FACT_emissions], FW_DIM_MASS, 4));
    fw_story_item(s, "**Training.** %s on %s tokens, %s device-hours, MFU %s.%s",
                  fw_say_qty(y, training_flop(a), FW_DIM_FLOP, 4),
                  fw_say_short(y, fw_count_double(t->tokens), FW_DIM_COUNT, 4),
                  fw_say_short(y, t->chain.val[FW_FACT_device_hours], FW_DIM_COUNT, 4),
                  fw_say_qty(y, t->chain.val[FW_FACT_mfu], FW_DIM_RATIO, 4), energy);
}

static void summary_beside(struct fw_story *s, const struct fw_answer *a, const struct fw_answer *b)
{
    const fw_u128 *const x = a->estimate.model, *const z = b->estimate.model;
    const bool trained = training_flop(a) > 0 && training_flop(b) > 0;
    fw_story_item(s, "**Beside %s.** %s the parameters, %s the KV cache per token%s.",
                  fw_say_name(b), fw_story_times(s, x[FW_EQ_N], z[FW_EQ_N]),
                  fw_story_times(s, x[FW_EQ_KV_token], z[FW_EQ_KV_token]),
                  trained ? fw_say(&s->say, ", %s the training tokens, %s the training FLOP",
                                   fw_story_times(s, a->training.tokens, b->training.tokens),
                                   fw_say_times(&s->say, training_flop(a), training_flop(b)))
                          : "");
}

void fw_story_summary(struct fw_story *s)
{
    const struct fw_answer *const a = &s->a[0];
    const fw_u128 *const x = a->estimate.model;
    fw_story_p(s, "%s in a few lines:", fw_say_name(a));
    fw_doc_list(&s->doc);
    fw_story_item(s, "**Size.** %s parameters, %s of them in %s layers; %s in %s.",
                  fw_story_n(s, x[FW_EQ_N]), fw_story_share(s, x[FW_EQ_P_layers], x[FW_EQ_N]),
                  fw_story_n(s, a->model.sym[FW_MS_L]), fw_story_bytes(s, x[FW_EQ_weight_bytes]),
                  fw_dtype_get(a->workload.dtype)->name);
    summary_design(s, a);
    fw_story_item(s, "**Work.** Prefill of %s tokens: %s. Each token after that: %s.",
                  fw_story_n(s, a->workload.context), fw_story_flop(s, x[FW_EQ_prefill_total]),
                  fw_story_flop(s, x[FW_EQ_decode_total]));
    summary_training(s, a);
    for (size_t i = 1; i < s->n; i++)
        summary_beside(s, a, &s->a[i]);
    fw_doc_list_end(&s->doc);
}
