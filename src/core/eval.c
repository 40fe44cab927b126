/* eval.c - compiles the equation tables, once exactly and once as a guard.
 *
 * Each table becomes two functions by including it twice. The exact one computes in unsigned
 * 128-bit integers. The guard computes the same expressions in double with DIV(a, b) read as a:
 * since the rows hold only sums and products of non-negative values, every intermediate value of
 * the exact run is at most the guard's row, so guard < 2^127 proves that nothing wrapped.
 */
#include <string.h>

#include "core/estimate.h"

#define SYM(id, meaning)                     \
    const NUMBER id = (NUMBER)sym[SCOPE(id)]; \
    (void)id;
#define SUM(id) sum[FW_LEQ_##id]

/* ---- exact ---- */
#define NUMBER fw_u128
#define DIV(a, b) ((a) / (b))
#define CDIV(a, b) (((a) + (b)-1) / (b))

static void layer_exact(const uint64_t sym[], fw_u128 row[])
{
#define SCOPE(id) FW_LS_##id
#define EQ(id, unit, expr, source, line) const fw_u128 id = (expr); row[FW_LEQ_##id] = id;
#include "core/layer.sym"
#include "core/eq_layer.def"
#undef EQ
#undef SCOPE
}

static void model_exact(const uint64_t sym[], const fw_u128 sum[], fw_u128 row[])
{
#define SCOPE(id) FW_MS_##id
#define EQ(id, unit, expr, source, line) const fw_u128 id = (expr); row[FW_EQ_##id] = id;
#include "core/model.sym"
#include "core/eq_model.def"
#undef EQ
#undef SCOPE
}

#undef NUMBER
#undef DIV
#undef CDIV

/* ---- guard ---- */
#define NUMBER double
#define DIV(a, b) ((a) + 0 * (b))
#define CDIV(a, b) ((a) + (b))

static void layer_guard(const uint64_t sym[], double row[])
{
#define SCOPE(id) FW_LS_##id
#define EQ(id, unit, expr, source, line) const double id = (expr); row[FW_LEQ_##id] = id;
#include "core/layer.sym"
#include "core/eq_layer.def"
#undef EQ
#undef SCOPE
}

static void model_guard(const uint64_t sym[], const double sum[], double row[])
{
#define SCOPE(id) FW_MS_##id
#define EQ(id, unit, expr, source, line) const double id = (expr); row[FW_EQ_##id] = id;
#include "core/model.sym"
#include "core/eq_model.def"
#undef EQ
#undef SCOPE
}

#undef NUMBER
#undef DIV
#undef CDIV
#undef SUM
#undef SYM

/* 2^127 less a margin for the rounding of the guard itself (some hundred operations of relative
 * error 2^-53 each). */
static const double guard_limit = 0x1p127 * (1 - 0x1p-40);

static enum fw_status check_rows(const double row[], size_t count, const struct fw_eq_info *info,
                                 struct fw_err *err)
{
    for (size_t i = 0; i < count; i++)
        if (!(row[i] < guard_limit))
            return fw_fail(err, FW_INPUT,
                           "%s (%s) leaves the range of exact counts, 2^127 = 1.7e38",
                           info[i].id, info[i].meaning);
    return FW_OK;
}

static uint64_t min_u64(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Activations are kept in the type of the weights where that is a plain float, else in 16 bits. */
static uint64_t activation_bytes(enum fw_dtype weights)
{
    return weights == FW_F64 || weights == FW_F32 ? fw_dtype_get(weights)->block_bytes : 2;
}

static void set_layer_workload(uint64_t sym[], const struct fw_group *g,
                               const struct fw_workload *w)
{
    const struct fw_dtype_info *t = fw_dtype_get(w->dtype);
    const struct fw_dtype_info *k = fw_dtype_get(w->k_dtype), *v = fw_dtype_get(w->v_dtype);
    const uint64_t window = g->window > 0 ? g->window : UINT64_MAX;
    sym[FW_LS_S] = w->context;
    sym[FW_LS_B] = w->batch;
    sym[FW_LS_S_w] = min_u64(window, w->context);
    sym[FW_LS_n_w] = min_u64(window, w->context + 1);
    sym[FW_LS_A] = w->attention;
    sym[FW_LS_k_b] = k->block_bytes;
    sym[FW_LS_k_e] = k->block_elems;
    sym[FW_LS_v_b] = v->block_bytes;
    sym[FW_LS_v_e] = v->block_elems;
    sym[FW_LS_w_b] = t->block_bytes;
    sym[FW_LS_w_e] = t->block_elems;
    sym[FW_LS_x_b] = activation_bytes(w->dtype);
}

static void set_model_workload(uint64_t sym[], const struct fw_workload *w)
{
    static const uint64_t per_sequence[FW_HEAD_COUNT] = {[FW_HEAD_LAST] = 1};
    const struct fw_dtype_info *t = fw_dtype_get(w->dtype);
    sym[FW_MS_S] = w->context;
    sym[FW_MS_B] = w->batch;
    sym[FW_MS_R] = w->batch *
                   (w->lm_head == FW_HEAD_ALL ? w->context : per_sequence[w->lm_head]);
    sym[FW_MS_w_b] = t->block_bytes;
    sym[FW_MS_w_e] = t->block_elems;
    sym[FW_MS_x_b] = activation_bytes(w->dtype);
    sym[FW_MS_T] = w->train_tokens;
    sym[FW_MS_N_a] = w->adapter_params;
}

static enum fw_status check_workload(const struct fw_model *m, const struct fw_workload *w,
                                     const struct fw_estimate *e, struct fw_err *err)
{
    static const uint64_t limit = UINT64_C(1000000000000);
    if (w->context < 1 || w->context > limit)
        return fw_fail(err, FW_INPUT, "context: expected 1 to 1e12 tokens, got %llu",
                       (unsigned long long)w->context);
    if (w->batch < 1 || w->batch > limit)
        return fw_fail(err, FW_INPUT, "batch: expected 1 to 1e12 sequences, got %llu",
                       (unsigned long long)w->batch);
    if (w->lm_head == FW_HEAD_ALL && w->batch > UINT64_MAX / w->context)
        return fw_fail(err, FW_INPUT, "batch x context is beyond 2^64 rows of the LM head");
    if (m->num_groups > e->capacity)
        return fw_fail(err, FW_INPUT, "%zu layer groups, at most %zu expected", m->num_groups,
                       e->capacity);
    return FW_OK;
}

enum fw_status fw_estimate_init(struct fw_estimate *e, size_t max_groups, struct fw_arena *arena,
                                struct fw_err *err)
{
    memset(e, 0, sizeof *e);
    e->capacity = max_groups;
    e->layer = fw_arena_alloc(arena, max_groups, sizeof *e->layer);
    e->layer_sym = fw_arena_alloc(arena, max_groups, sizeof *e->layer_sym);
    if (e->layer == NULL || e->layer_sym == NULL)
        return fw_fail(err, FW_SYSTEM, "out of memory for %zu layer groups", max_groups);
    return FW_OK;
}

enum fw_status fw_estimate_run(const struct fw_model *m, const struct fw_workload *given,
                               struct fw_estimate *e, struct fw_err *err)
{
    struct fw_workload w = *given;
    if (w.k_dtype == FW_DTYPE_COUNT)
        w.k_dtype = FW_BF16;
    if (w.v_dtype == FW_DTYPE_COUNT)
        w.v_dtype = FW_BF16;
    if (w.dtype == FW_DTYPE_COUNT)
        w.dtype = m->dtype;
    if (check_workload(m, &w, e, err) != FW_OK)
        return FW_INPUT;

    double guard[FW_LEQ_COUNT], guard_sum[FW_LEQ_COUNT] = {0};
    memset(e->sum, 0, sizeof e->sum);
    e->num_groups = m->num_groups;
    for (size_t g = 0; g < m->num_groups; g++) {
        memcpy(e->layer_sym[g], m->groups[g].sym, sizeof e->layer_sym[g]);
        set_layer_workload(e->layer_sym[g], &m->groups[g], &w);
        layer_guard(e->layer_sym[g], guard);
        layer_exact(e->layer_sym[g], e->layer[g]);
        const uint64_t n = e->layer_sym[g][FW_LS_n];
        for (size_t i = 0; i < FW_LEQ_COUNT; i++) {
            guard_sum[i] += (double)n * guard[i];
            e->sum[i] += n * e->layer[g][i];
        }
    }
    /* Every layer row is part of a guarded sum, so checking the sums checks the rows. */
    if (check_rows(guard_sum, FW_LEQ_COUNT, fw_layer_eq_table, err) != FW_OK)
        return FW_INPUT;

    double guard_model[FW_EQ_COUNT];
    memcpy(e->model_sym, m->sym, sizeof e->model_sym);
    set_model_workload(e->model_sym, &w);
    model_guard(e->model_sym, guard_sum, guard_model);
    model_exact(e->model_sym, e->sum, e->model);
    return check_rows(guard_model, FW_EQ_COUNT, fw_eq_table, err);
}
