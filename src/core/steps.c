/* steps.c - evaluates steps.def beside the equations of its scope. */
#include "core/steps.h"

#include <assert.h>

/* The numbers of a step, in the order of the columns of steps.def. */
enum { IN_R, IN_C, W_R, W_C, OUT_R, OUT_C, STEP_FLOP, STEP_BYTES, VALUES };

enum step_id {
#define STEP(where, id, ...) STEP_##id,
#include "core/steps.def"
#undef STEP
    STEP_COUNT
};

static const struct fw_step step_table[STEP_COUNT] = {
#define STEP(where_, id_, name_, weight_, ir, ic, wr, wc, or, oc, fl, by, elementwise_, note_) \
    [STEP_##id_] = {.where = FW_STEP_##where_, .id = #id_, .name = name_, .weight = weight_, \
                    .note = note_, .elementwise = elementwise_},
#include "core/steps.def"
#undef STEP
};

/* What the expressions see: symbols and finished rows of the scope, as constants. */
struct scope {
    const uint64_t *sym;
    const fw_u128 *row;
    fw_u128 keys; /* Z */
    bool decode;
};

#define DIV(a, b) ((a) / (b))
#define CDIV(a, b) (((a) + (b) - 1) / (b))
#define SYM(id, meaning)                   \
    const fw_u128 id = s->sym[SCOPE(id)]; \
    (void)id;
#define EQ(id, ...)                     \
    const fw_u128 id = s->row[ROW(id)]; \
    (void)id;
#define STEP(where, id, name, weight, ir, ic, wr, wc, or, oc, fl, by, elementwise, note) \
    WHEN_##where(id, (ir), (ic), (wr), (wc), (or), (oc), (fl), (by))
#define EVALUATE(id, ...)                               \
    {                                                   \
        const fw_u128 values[VALUES] = {__VA_ARGS__};   \
        for (int i = 0; i < VALUES; i++)                \
            out[STEP_##id][i] = values[i];              \
    }
#define SKIP(...)

static void layer_shapes(const struct scope *s, fw_u128 out[][VALUES])
{
    const fw_u128 Z = s->keys;
    const bool decode = s->decode;
#define SCOPE(id) FW_LS_##id
#define ROW(id) FW_LEQ_##id
#define WHEN_EMBED SKIP
#define WHEN_LAYER EVALUATE
#define WHEN_HEAD SKIP
#include "core/layer.sym"
#include "core/eq_layer.def"
#include "core/steps.def"
#undef SCOPE
#undef ROW
#undef WHEN_EMBED
#undef WHEN_LAYER
#undef WHEN_HEAD
}

static void model_shapes(const struct scope *s, fw_u128 out[][VALUES])
{
#define SCOPE(id) FW_MS_##id
#define ROW(id) FW_EQ_##id
#define WHEN_EMBED EVALUATE
#define WHEN_LAYER SKIP
#define WHEN_HEAD EVALUATE
#include "core/model.sym"
#include "core/eq_model.def"
#include "core/steps.def"
}

/* Appends the steps of one place that exist in this model; returns their FLOP. */
static fw_u128 append(struct fw_step *list, size_t *count, enum fw_step_where where, size_t group,
                      fw_u128 values[][VALUES])
{
    fw_u128 flop = 0;
    for (int i = 0; i < STEP_COUNT; i++) {
        const fw_u128 *v = values[i];
        if (step_table[i].where != where || v[IN_R] == 0)
            continue;
        struct fw_step *s = &list[(*count)++];
        *s = step_table[i];
        s->group = group;
        for (int j = 0; j < 2; j++) {
            s->in[j] = v[IN_R + j];
            s->w[j] = v[W_R + j];
            s->out[j] = v[OUT_R + j];
        }
        s->flop = v[STEP_FLOP];
        s->bytes = v[STEP_BYTES];
        s->product = s->flop > 0 && s->in[1] == s->w[0] && s->in[0] == s->out[0] &&
                     s->w[1] == s->out[1];
        assert(s->product == (s->flop > 0)); /* every product fits */
        flop += s->flop;
    }
    return flop;
}

static enum fw_status run(const struct fw_model *m, const struct fw_estimate *e,
                          const struct fw_estimate *context, struct fw_step **steps,
                          size_t *count, struct fw_arena *arena, struct fw_err *err)
{
    const bool decode = context != e;
    fw_u128 values[STEP_COUNT][VALUES] = {{0}};
    struct fw_step *list = FW_NEW(arena, (m->num_groups + 2) * STEP_COUNT, struct fw_step);
    if (list == NULL)
        return fw_fail(err, FW_SYSTEM, "out of memory for the steps");
    *steps = list;
    *count = 0;
    const struct scope whole = {e->model_sym, e->model, 0, decode};
    model_shapes(&whole, values);
    (void)append(list, count, FW_STEP_EMBED, 0, values);
    for (size_t g = 0; g < m->num_groups; g++) {
        const uint64_t *sym = context->layer_sym[g];
        const struct scope layer = {e->layer_sym[g], e->layer[g],
                                    sym[decode ? FW_LS_n_w : FW_LS_S], decode};
        layer_shapes(&layer, values);
        const fw_u128 flop = append(list, count, FW_STEP_LAYER, g, values);
        assert(flop == (decode ? context->layer[g][FW_LEQ_D_linear] +
                                     context->layer[g][FW_LEQ_D_attn]
                               : e->layer[g][FW_LEQ_F_linear] + e->layer[g][FW_LEQ_F_attn]));
        (void)flop;
    }
    (void)append(list, count, FW_STEP_HEAD, 0, values);
    return FW_OK;
}

enum fw_status fw_steps_prefill(const struct fw_model *m, const struct fw_estimate *e,
                                struct fw_step **steps, size_t *count, struct fw_arena *arena,
                                struct fw_err *err)
{
    return run(m, e, e, steps, count, arena, err);
}

enum fw_status fw_steps_decode(const struct fw_model *m, const struct fw_workload *w,
                               const struct fw_estimate *e, struct fw_step **steps,
                               size_t *count, struct fw_arena *arena, struct fw_err *err)
{
    struct fw_workload one = *w;
    struct fw_estimate single;
    one.context = 1;
    one.lm_head = FW_HEAD_LAST;
    if (fw_estimate_init(&single, m->num_groups, arena, err) != FW_OK ||
        fw_estimate_run(m, &one, &single, err) != FW_OK)
        return err != NULL ? err->status : FW_INPUT;
    return run(m, &single, e, steps, count, arena, err);
}
