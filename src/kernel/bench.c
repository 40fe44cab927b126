/* bench.c - repeated timings of passes and products. */
#include "kernel/bench.h"

#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "kernel/pack.h"
#include "kernel/threads.h"

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

struct fw_bench_time fw_bench_summary(double *times, size_t n)
{
    qsort(times, n, sizeof(*times), by_size);
    return (struct fw_bench_time){
        .median_s = (times[(n - 1) / 2] + times[n / 2]) / 2.0,
        .lo_s = times[(n - 1) / 4],
        .hi_s = times[n - 1 - (n - 1) / 4],
    };
}

unsigned fw_bench_cores(void)
{
    return fw_threads_cores();
}

uint64_t fw_bench_max_tokens(const struct fw_bench_plan *plan)
{
    uint64_t most = 1;
    for (size_t i = 0; i < plan->num_tokens; i++) {
        most = plan->tokens[i] > most ? plan->tokens[i] : most;
    }
    for (size_t i = 0; i < plan->num_at; i++) {
        most = plan->at[i] + 1 > most ? plan->at[i] + 1 : most;
    }
    return most;
}

static enum fw_status check(const struct fw_kernel *k, const struct fw_bench_plan *p,
                            struct fw_err *err)
{
    const size_t half = FW_BENCH_PHASES / 2;
    if (p->num_tokens + p->num_at == 0 || p->num_tokens > half || p->num_at > half) {
        return fw_fail(err, FW_USAGE, "a bench of 1 to %zu lengths of each kind", half);
    }
    for (size_t i = 0; i < p->num_tokens; i++) {
        if (p->tokens[i] == 0) {
            return fw_fail(err, FW_USAGE, "a prefill of no tokens");
        }
    }
    if ((p->num_tokens > 0 && (p->prefill_runs == 0 || p->prefill_runs > FW_BENCH_RUNS))
        || (p->num_at > 0 && (p->decode_runs == 0 || p->decode_runs > FW_BENCH_RUNS))) {
        return fw_fail(err, FW_USAGE, "1 to %d runs", (int)FW_BENCH_RUNS);
    }
    if (fw_bench_max_tokens(p) > fw_kernel_config_of(k)->max_tokens) {
        return fw_fail(err, FW_USAGE, "the bench needs a cache for %llu tokens",
                       (unsigned long long)fw_bench_max_tokens(p));
    }
    return FW_OK;
}

/* Times of one phase: (FW_OP_COUNT + 1, runs), the whole pass last. */
struct times {
    double *t;
    unsigned runs;
};

static enum fw_status one_run(struct fw_kernel *k, const uint32_t *tokens,
                              const struct fw_bench_phase *ph, struct fw_err *err)
{
    const uint64_t length = ph->decode ? ph->tokens : 0;
    /* What is in the cache stays; the first call fills it with random values. */
    enum fw_status s = fw_kernel_set_length(k, length, err);
    fw_kernel_count_reset(k);
    return s == FW_OK ? fw_kernel_prefill(k, tokens, ph->decode ? 1 : ph->tokens, err) : s;
}

static enum fw_status run_phase(struct fw_kernel *k, const uint32_t *tokens, struct times *t,
                                struct fw_bench_phase *ph, fw_bench_progress_fn *progress,
                                void *ctx, struct fw_err *err)
{
    double energy_J[FW_OP_COUNT] = {0};
    for (unsigned i = 0; i <= t->runs; i++) { /* run 0 warms up */
        const enum fw_status s = one_run(k, tokens, ph, err);
        if (s != FW_OK) {
            return s;
        }
        const struct fw_kernel_counters *n = fw_kernel_count(k);
        for (size_t j = 0; i > 0 && j <= FW_OP_COUNT; j++) {
            t->t[j * t->runs + i - 1] = j < FW_OP_COUNT ? n->op[j].time_s : n->time_s;
        }
        for (size_t j = 0; i > 0 && j < FW_OP_COUNT; j++) {
            energy_J[j] += n->op[j].energy_J / t->runs;
        }
        if (progress != NULL && !progress(ctx, ph, i, t->runs)) {
            return fw_fail(err, FW_NO, "stopped");
        }
    }
    ph->counts = *fw_kernel_count(k);
    for (size_t j = 0; j < FW_OP_COUNT; j++) {
        ph->op_time[j] = fw_bench_summary(t->t + j * t->runs, t->runs);
        ph->counts.op[j].time_s = ph->op_time[j].median_s;
        ph->counts.op[j].energy_J = energy_J[j];
        ph->energy_J += energy_J[j];
    }
    ph->time = fw_bench_summary(t->t + FW_OP_COUNT * t->runs, t->runs);
    ph->counts.time_s = ph->time.median_s;
    if (!(ph->time.median_s > 0.0)) {
        return fw_fail(err, FW_SYSTEM, "the clock did not advance during a run");
    }
    ph->tokens_per_s = (double)(ph->batch * (ph->decode ? 1 : ph->tokens)) / ph->time.median_s;
    return FW_OK;
}

static void random_tokens(uint32_t *out, size_t n, uint64_t vocab)
{
    uint32_t x = 2463534242U;
    for (size_t i = 0; i < n; i++) { /* xorshift32 */
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        out[i] = (uint32_t)(x % vocab);
    }
}

enum fw_status fw_bench_run(struct fw_kernel *k, const struct fw_bench_plan *plan,
                            struct fw_bench_phase *phases, fw_bench_progress_fn *progress,
                            void *ctx, struct fw_err *err)
{
    const struct fw_kernel_config *c = fw_kernel_config_of(k);
    enum fw_status s = check(k, plan, err);
    if (s != FW_OK) {
        return s;
    }
    const size_t num_tokens = (size_t)(c->batch * fw_bench_max_tokens(plan));
    const unsigned most =
        plan->prefill_runs > plan->decode_runs ? plan->prefill_runs : plan->decode_runs;
    struct times t = {.t = NULL};
    uint32_t *tokens = fw_fault_hit() ? NULL : calloc(num_tokens, sizeof(*tokens));
    t.t = fw_fault_hit() ? NULL : calloc((size_t)most * (FW_OP_COUNT + 1), sizeof(*t.t));
    if (tokens == NULL || t.t == NULL) {
        s = fw_fail(err, FW_SYSTEM, "no memory for the times of a bench");
        goto done;
    }
    random_tokens(tokens, num_tokens, c->vocab);
    for (size_t i = 0; s == FW_OK && i < plan->num_tokens + plan->num_at; i++) {
        const bool decode = i >= plan->num_tokens;
        memset(&phases[i], 0, sizeof(phases[i]));
        t.runs = decode ? plan->decode_runs : plan->prefill_runs;
        phases[i].decode = decode;
        phases[i].tokens = decode ? plan->at[i - plan->num_tokens] : plan->tokens[i];
        phases[i].batch = c->batch;
        phases[i].runs = t.runs;
        s = run_phase(k, tokens, &t, &phases[i], progress, ctx, err);
    }
done:
    free(t.t);
    free(tokens);
    return s;
}

/* --- single products --------------------------------------------------------------------- */

enum { ROUND_BYTES = 640 << 20, ALIGN = 4096 };

/* Random bits that are small numbers in either type: bf16 pairs or f32 of magnitude 2^-3. */
static void fill_random(unsigned char *p, size_t bytes, enum fw_dtype t, unsigned threads)
{
    const uint32_t keep = t == FW_F32 ? 0x807fffffU : 0x807f807fU;
    const uint32_t exponent = t == FW_F32 ? 0x3e000000U : 0x3e003e00U;
    (void)threads; /* without OpenMP */
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t i = 0; i < bytes / 4; i++) {
        uint64_t z = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
        z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        const uint32_t v = ((uint32_t)(z >> 32) & keep) | exponent;
        memcpy(p + 4 * i, &v, sizeof(v));
    }
}

enum fw_status fw_bench_product(const struct fw_bench_product *b, struct fw_bench_time *out,
                                struct fw_err *err)
{
    const enum fw_dtype type = fw_kernel_variant_dtype(b->variant);
    const struct fw_kernel_variant *v = fw_variant_find(fw_kernel_variant_name(b->variant), type);
    if (v->block == NULL || !v->available() || b->threads == 0 || b->runs == 0 || b->rows == 0
        || b->runs > FW_BENCH_RUNS || b->threads > fw_threads_cores()) {
        return fw_fail(err, FW_USAGE, "no such product: variant, threads, runs or rows");
    }
    const size_t size = fw_dtype_size(v->operand), rows = (size_t)fw_round_up(b->rows, 32);
    const size_t lda = (size_t)fw_round_up(b->inputs, FW_PANEL) + FW_PANEL;
    const size_t ldc = (size_t)fw_round_up(b->outputs, FW_PANEL) + FW_PANEL;
    const size_t w_bytes = (lda - FW_PANEL) * (ldc - FW_PANEL) * size;
    const size_t copies = ROUND_BYTES / w_bytes + 1;
    const size_t a_bytes = fw_round_up(rows * lda * size, ALIGN);
    const size_t c_bytes = fw_round_up(rows * ldc * sizeof(float), ALIGN);
    const size_t all = a_bytes + c_bytes + copies * w_bytes;
    unsigned char *block = fw_block_alloc(all);
    if (block == NULL) {
        return fw_fail(err, FW_SYSTEM, "no memory for %zu copies of a matrix of %zu bytes", copies,
                       w_bytes);
    }
    fill_random(block, all, v->operand, b->threads);
    double times[FW_BENCH_RUNS];
    for (unsigned i = 0; i <= b->runs; i++) { /* run 0 warms up */
        const double start = fw_kernel_clock();
        fw_product(&(struct fw_product){
            .variant = v, .threads = b->threads, .a = block,
            .w = block + a_bytes + c_bytes + i % copies * w_bytes, .c = (float *)(block + a_bytes),
            .rows = b->rows, .m = b->inputs, .n = b->outputs, .lda = lda, .ldc = ldc});
        times[i > 0 ? i - 1 : 0] = fw_kernel_clock() - start;
    }
    *out = fw_bench_summary(times, b->runs);
    free(block);
    return out->median_s > 0.0 ? FW_OK : fw_fail(err, FW_SYSTEM, "the clock did not advance");
}
