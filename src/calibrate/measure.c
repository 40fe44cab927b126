/* measure.c - the plan of the timing set, and its run. */
#include "calibrate/measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/outfile.h"
#include "input/schema.h"
#include "kernel/kernel.h"

#define LENGTH(a) (sizeof(a) / sizeof(a)[0])
enum { UNITS_MAX = 96, PHASES_MAX = 32, ROWS_PER_PHASE = 24, LINE_MAX_LEN = 64 };

/* ---- the plan -------------------------------------------------------------------------------- */

/* Widths in steps of two, with FFNs and shared heads of usual proportions; none is a model that
 * somebody publishes. */
static const struct fw_measure_shape usual_shapes[] = {
    {2, 512, 8, 4, 1408, 8000},
    {2, 1024, 16, 4, 2816, 16000},
    {2, 2048, 32, 8, 5632, 32000},
    {1, 4096, 32, 4, 11008, 32000},
    {2, 768, 12, 12, 3072, 24000}, /* from here on with full alone */
    {2, 3072, 24, 8, 8192, 48000},
};
enum { QUICK_SHAPES = 4 };
static const uint64_t quick_tokens[] = {1, 4, 16, 64, 128, 256, 512, 1024, 2048};
static const uint64_t full_tokens[] = {1,  2,   4,   8,   16,  32,  64,   96,
                                       128, 192, 256, 384, 512, 768, 1024, 2048};
static const uint64_t quick_at[] = {64, 512, 2048};
static const uint64_t full_at[] = {16, 64, 256, 1024, 2048, 8192};

/* One opening of the kernel: a model with its phases. */
struct unit {
    unsigned shape, batch, threads, round;
    enum fw_dtype dtype;
};
struct plan {
    const struct fw_measure_options *o;
    const struct fw_measure_shape *shapes;
    unsigned widths;
    size_t num_units;
    struct unit unit[UNITS_MAX];
    uint64_t random;
    size_t done_units, passes_done, passes_all;
};

static uint64_t next_random(uint64_t *x)
{
    *x ^= *x << 13; /* xorshift64 */
    *x ^= *x >> 7;
    *x ^= *x << 17;
    return *x;
}

static void add_unit(struct plan *p, struct unit u)
{
    if (p->num_units < UNITS_MAX)
        p->unit[p->num_units++] = u;
}

static void add_units(struct plan *p, unsigned rounds, enum fw_dtype dtype, unsigned threads)
{
    for (unsigned round = 0; round < rounds; round++) {
        for (unsigned s = 0; s < p->widths; s++)
            add_unit(p, (struct unit){s, 1, threads, round, dtype});
        /* Eight sequences. */
        add_unit(p, (struct unit){p->widths > 1 ? 1 : 0, 8, threads, round, dtype});
    }
}

static size_t phases_of(const struct plan *p, const struct unit *u)
{
    if (u->batch > 1)
        return 3;
    return p->o->full ? LENGTH(full_tokens) + LENGTH(full_at)
                      : LENGTH(quick_tokens) + LENGTH(quick_at);
}

static void make_plan(const struct fw_measure_options *o, unsigned threads, struct plan *p)
{
    *p = (struct plan){.o = o, .random = UINT64_C(0x2545f4914f6cdd1d), .shapes = usual_shapes,
                       .widths = o->full ? (unsigned)LENGTH(usual_shapes) : QUICK_SHAPES};
    if (o->shapes != NULL) {
        p->shapes = o->shapes;
        p->widths = (unsigned)o->num_shapes;
    }
    const enum fw_dtype main_type = o->dtype_given ? o->dtype : FW_BF16;
    add_units(p, o->full ? 4 : 2, main_type, threads);
    if (o->full && !o->dtype_given)
        add_units(p, 2, FW_F32, threads);
    if (o->full && threads > 1 && o->threads == 0)
        add_units(p, 2, main_type, 1);
    for (size_t i = p->num_units; i > 1; i--) { /* Fisher-Yates */
        const size_t k = (size_t)(next_random(&p->random) % i);
        const struct unit t = p->unit[i - 1];
        p->unit[i - 1] = p->unit[k];
        p->unit[k] = t;
    }
    for (size_t i = 0; i < p->num_units; i++)
        p->passes_all += phases_of(p, &p->unit[i]);
}

/* Long passes are steadier, and cost more. */
static unsigned runs_of(uint64_t tokens)
{
    return tokens <= 16 ? 9 : tokens <= 256 ? 5 : 3;
}

static struct fw_bench_plan phase_plan(const struct plan *p, const struct unit *u, size_t i)
{
    const uint64_t *const tokens = p->o->full ? full_tokens : quick_tokens;
    const uint64_t *const at = p->o->full ? full_at : quick_at;
    const size_t prompts = p->o->full ? LENGTH(full_tokens) : LENGTH(quick_tokens);
    struct fw_bench_plan b = {.decode_runs = 15};
    if (u->batch > 1 && i == 0) {
        b.tokens[b.num_tokens++] = 32;
    } else if (u->batch > 1) {
        b.at[b.num_at++] = i == 1 ? 128 : 1024;
    } else if (i < prompts) {
        /* The largest width has said what it has to say at 1024. */
        b.tokens[b.num_tokens++] =
            p->shapes[u->shape].d >= 3072 && tokens[i] > 1024 ? 768 : tokens[i];
    } else {
        b.at[b.num_at++] = at[i - prompts];
    }
    b.prefill_runs = b.num_tokens > 0 ? runs_of(b.tokens[0]) : 1;
    return b;
}

/* ---- models and rows ------------------------------------------------------------------------- */

enum fw_status fw_measure_model(const struct fw_measure_shape *s, enum fw_dtype dtype,
                                struct fw_arena *arena, struct fw_model *out, struct fw_err *err)
{
    const struct {
        const char *key;
        unsigned value;
    } counts[] = {{"L", s->layers}, {"d", s->d}, {"h", s->heads},
                  {"h_kv", s->kv_heads}, {"f", s->f}, {"V", s->vocab}};
    const char *const words[][2] = {{"norm", "rmsnorm"},
                                    {"position", "rope"},
                                    {"mlp", "swiglu"},
                                    {"dtype", fw_dtype_get(dtype)->name}};
    struct fw_arch arch = {.file = "shapes"};
    enum fw_status status = FW_OK;
    for (size_t i = 0; i < LENGTH(counts) && status == FW_OK; i++) {
        char text[16];
        (void)snprintf(text, sizeof text, "%u", counts[i].value);
        status = fw_arch_set(&arch, counts[i].key, text, err);
    }
    for (size_t i = 0; i < LENGTH(words) && status == FW_OK; i++)
        status = fw_arch_set(&arch, words[i][0], words[i][1], err);
    return status == FW_OK ? fw_model_resolve(&arch, out, arena, err) : status;
}

static size_t kernel_op(const char *id)
{
    size_t i = 0;
    while (i < FW_OP_COUNT && strcmp(fw_kernel_op_table[i].id, id) != 0)
        i++;
    return i;
}

static bool same_work(const struct fw_timing *a, const struct fw_timing *b)
{
    return strcmp(a->op, b->op) == 0 && a->m == b->m && a->n == b->n && a->k == b->k &&
           a->heads == b->heads && a->context == b->context && a->batch == b->batch &&
           a->dtype == b->dtype && a->threads == b->threads &&
           memcmp(&a->working_set, &b->working_set, sizeof a->working_set) == 0;
}

enum fw_status fw_timings_keep(struct fw_timings *t, size_t cap, const struct fw_timing *row,
                               struct fw_err *err)
{
    size_t i = 0;
    while (i < t->count && !same_work(&t->rows[i], row))
        i++;
    if (i < t->count) {
        if (row->time_s < t->rows[i].time_s)
            t->rows[i] = *row;
        return FW_OK;
    }
    if (t->count == cap)
        return fw_fail(err, FW_BUG, "more timings than planned");
    t->rows[t->count++] = *row;
    return FW_OK;
}

/* The row of one timed operation, if the kernel did it. */
static enum fw_status keep_row(struct fw_timing *t, double runs, const struct fw_bench_phase *p,
                               double read_rate, struct fw_timings *out, size_t cap,
                               struct fw_err *err)
{
    const size_t op = kernel_op(t->op);
    if (op == FW_OP_COUNT || p->counts.op[op].calls == 0 || !(p->op_time[op].median_s > 0))
        return FW_OK;
    t->time_s = p->op_time[op].median_s / runs;
    t->spread = (p->op_time[op].hi_s - p->op_time[op].lo_s) / p->op_time[op].median_s;
    t->runs = p->runs;
    t->read_rate = read_rate;
    return fw_timings_keep(out, cap, t, err);
}

enum fw_status fw_measure_rows(const struct fw_model *m, const struct fw_kernel_config *c,
                               const struct fw_bench_phase *p, double read_rate,
                               struct fw_arena *arena, struct fw_timings *out, size_t cap,
                               struct fw_err *err)
{
    struct fw_workload w = fw_workload_default(m);
    struct fw_step *steps = NULL;
    struct fw_estimate e;
    size_t n = 0;
    w.context = p->tokens;
    w.batch = p->batch;
    w.dtype = c->dtype;
    w.k_dtype = w.v_dtype = c->kv_dtype;
    w.attention = FW_ATT_CAUSAL;
    w.lm_head = FW_HEAD_LAST;
    enum fw_status status = fw_estimate_init(&e, m->num_groups, arena, err);
    if (status == FW_OK)
        status = fw_estimate_run(m, &w, &e, err);
    if (status == FW_OK)
        status = p->decode ? fw_steps_decode(m, &w, &e, &steps, &n, arena, err)
                           : fw_steps_prefill(m, &e, &steps, &n, arena, err);
    const double all = status == FW_OK ? fw_timing_pass_bytes(steps, n, &e) : 0;
    for (size_t i = 0; i < n && status == FW_OK; i++) {
        const double runs = steps[i].where == FW_STEP_LAYER ? (double)c->layers : 1;
        struct fw_timing t;
        if (fw_timing_from_step(&steps[i], &e, all, c->dtype, c->threads, &t))
            status = keep_row(&t, runs, p, read_rate, out, cap, err);
        if (status == FW_OK && fw_timing_from_cache(&steps[i], &e, all, c->dtype, c->threads, &t))
            status = keep_row(&t, runs, p, read_rate, out, cap, err);
    }
    return status;
}

/* ---- what cannot be -------------------------------------------------------------------------- */

static double highest_clock(void)
{
    double khz = 0;
    FILE *const f = fopen("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "r");
    char line[LINE_MAX_LEN];
    if (f != NULL && fgets(line, sizeof line, f) != NULL)
        khz = strtod(line, NULL);
    if (f != NULL)
        (void)fclose(f); /* it was read only */
    return khz > 0 ? 1e3 * khz : 6.5e9;
}

/* FLOP per cycle and core: two units of 16 multiply-adds (f32) or 32 (bf16); a tile unit of 1024
 * (Intel, Architecture Instruction Set Extensions: TDPBF16PS, 16 x 16 x 32 in 16 cycles). */
double fw_measure_limit(const struct fw_peaks *peaks, enum fw_dtype dtype)
{
    double per_cycle = dtype == FW_F32 ? 64 : 128;
    for (size_t i = 0; i < peaks->num_units; i++)
        if (dtype != FW_F32 && strncmp(peaks->unit[i].name, "amx", 3) == 0)
            per_cycle = 2048;
    return per_cycle * highest_clock() * peaks->threads;
}

static enum fw_status check_rates(const struct fw_measured *r, struct fw_err *err)
{
    for (size_t i = 0; i < r->timings.count; i++) {
        const struct fw_timing *const t = &r->timings.rows[i];
        const struct fw_timings one = {.source = r->timings.source, .count = 1,
                                       .rows = &r->timings.rows[i]};
        const enum fw_status status =
            fw_timings_check(&one, fw_measure_limit(&r->peaks, t->dtype), err);
        if (status != FW_OK)
            return status;
    }
    return FW_OK;
}

/* ---- the store ------------------------------------------------------------------------------- */

static void put_real(struct fw_text *out, double value)
{
    if (isfinite(value))
        fw_text_printf(out, ",%.17g", value);
    else
        fw_text_putc(out, ',');
}

static void put_count(struct fw_text *out, uint64_t value)
{
    if (value > 0)
        fw_text_printf(out, ",%llu", (unsigned long long)value);
    else
        fw_text_putc(out, ',');
}

void fw_timings_text(const struct fw_timings *t, struct fw_text *out)
{
    fw_text_put(out, "op,m,n,k,heads,context,batch,dtype,threads,flop,bytes,working_set,time_s,"
                     "runs,spread,read_rate\n");
    for (size_t i = 0; i < t->count; i++) {
        const struct fw_timing *const r = &t->rows[i];
        fw_text_put(out, r->op);
        put_count(out, r->m);
        put_count(out, r->n);
        put_count(out, r->k);
        put_count(out, r->heads);
        put_count(out, r->context);
        put_count(out, r->batch);
        fw_text_printf(out, ",%s",
                       r->dtype != FW_DTYPE_COUNT ? fw_dtype_get(r->dtype)->name : "");
        put_count(out, r->threads);
        put_real(out, r->flop);
        put_real(out, r->bytes);
        put_real(out, r->working_set);
        put_real(out, r->time_s);
        put_count(out, r->runs);
        put_real(out, r->spread);
        put_real(out, r->read_rate);
        fw_text_putc(out, '\n');
    }
}

/* First line of a store: which plan it belongs to, and how far it got. */
static void stamp(const struct plan *p, unsigned threads, struct fw_text *out)
{
    const struct fw_measure_options *const o = p->o;
    fw_text_printf(out, "# flopwatt timings 2: %s set, %s, %u threads; models done: %zu of %zu\n",
                   o->full ? "full" : "quick",
                   o->dtype_given ? fw_dtype_get(o->dtype)->name : "usual types", threads,
                   p->done_units, p->num_units);
}

static enum fw_status keep(const struct plan *p, unsigned threads, const struct fw_timings *t,
                           struct fw_err *err)
{
    struct fw_text text;
    if (p->o->store == NULL)
        return FW_OK;
    fw_text_init(&text);
    stamp(p, threads, &text);
    fw_timings_text(t, &text);
    const enum fw_status status =
        fw_text_ok(&text) ? fw_outfile_write(p->o->store, text.data, text.len, true, err)
                          : fw_fail(err, FW_SYSTEM, "no memory for the timings");
    fw_text_free(&text);
    return status;
}

/* Takes up a store of the same plan that is not complete; everything else is begun anew. */
static void resume(struct plan *p, unsigned threads, struct fw_arena *arena,
                   struct fw_timings *out, size_t cap)
{
    enum { STORE_MAX = 64 << 20 };
    struct fw_timings stored;
    struct fw_text want;
    struct fw_err ignored;
    char *data = NULL;
    size_t n = 0;
    if (p->o->store == NULL || fw_file_read(p->o->store, STORE_MAX, &data, &n, &ignored) != FW_OK)
        return;
    fw_text_init(&want);
    for (size_t done = 1; done < p->num_units; done++) {
        p->done_units = done;
        fw_text_clear(&want);
        stamp(p, threads, &want);
        if (want.len < n && memcmp(want.data, data, want.len) == 0)
            break;
        p->done_units = 0;
    }
    if (p->done_units > 0 && fw_text_ok(&want) &&
        fw_timings_parse(p->o->store, data, n, NULL, arena, NULL, &stored, &ignored) == FW_OK &&
        stored.count <= cap) {
        memcpy(out->rows, stored.rows, stored.count * sizeof *stored.rows);
        out->count = stored.count;
    } else {
        p->done_units = 0;
    }
    fw_text_free(&want);
    free(data);
}

/* ---- the run --------------------------------------------------------------------------------- */

struct job {
    struct plan plan;
    struct fw_probe *probe; /* of the threads of the unit that runs */
    unsigned threads;
    size_t cap;
    struct fw_arena *arena;
    struct fw_measured *out;
    fw_measure_progress_fn *progress;
    void *ctx;
};

enum fw_status fw_measure_phase(struct fw_kernel *k, const struct fw_bench_plan *plan,
                                struct fw_probe *probe, struct fw_bench_phase *phase,
                                double *read_rate, struct fw_err *err)
{
    const double before = fw_probe_read(probe);
    const enum fw_status status = fw_bench_run(k, plan, phase, NULL, NULL, err);
    *read_rate = (before + fw_probe_read(probe)) / 2;
    return status;
}

static enum fw_status run_phases(struct job *j, const struct unit *u, const struct fw_model *m,
                                 struct fw_kernel *k, struct fw_err *err)
{
    size_t order[PHASES_MAX];
    const size_t n = phases_of(&j->plan, u);
    enum fw_status status = FW_OK;
    for (size_t i = 0; i < n; i++) { /* shuffled from the inside out */
        const size_t at = (size_t)(next_random(&j->plan.random) % (i + 1));
        order[i] = order[at];
        order[at] = i;
    }
    for (size_t i = 0; i < n && status == FW_OK; i++) {
        const struct fw_bench_plan b = phase_plan(&j->plan, u, order[i]);
        struct fw_bench_phase phase;
        double read_rate = NAN;
        status = fw_measure_phase(k, &b, j->probe, &phase, &read_rate, err);
        if (status == FW_OK)
            status = fw_measure_rows(m, fw_kernel_config_of(k), &phase, read_rate, j->arena,
                                     &j->out->timings, j->cap, err);
        j->plan.passes_done++;
        if (status == FW_OK && j->progress != NULL &&
            !j->progress(j->ctx, j->plan.passes_done, j->plan.passes_all))
            status = fw_fail(err, FW_NO, "stopped");
    }
    return status;
}

static enum fw_status run_unit(struct job *j, const struct unit *u, struct fw_err *err)
{
    const uint64_t most = u->batch > 1 ? 1025 : j->plan.o->full ? 8193 : 2049;
    const struct fw_kernel_options options = {
        .dtype_given = true,
        .dtype = u->dtype,
        .batch = u->batch,
        .max_tokens = most,
        .threads = u->threads,
    };
    struct fw_kernel_config config;
    struct fw_kernel *k = NULL;
    struct fw_model m;
    const struct fw_measure_shape *const shape = &j->plan.shapes[u->shape];
    enum fw_status status = fw_measure_model(shape, u->dtype, j->arena, &m, err);
    if (status == FW_OK)
        status = fw_kernel_configure(&m, &options, &config, err);
    if (status == FW_OK)
        status = fw_kernel_open(&config, NULL, &k, err);
    if (status == FW_OK)
        status = fw_probe_open(u->threads, &j->probe, err);
    if (status == FW_OK)
        status = run_phases(j, u, &m, k, err);
    fw_probe_close(j->probe);
    j->probe = NULL;
    fw_kernel_close(k);
    return status;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static enum fw_status summarize(struct job *j, const struct fw_peaks *after, struct fw_err *err)
{
    struct fw_measured *const r = j->out;
    double *const spread = FW_NEW(j->arena, r->timings.count + 1, double);
    size_t n = 0;
    if (spread == NULL)
        return fw_fail(err, FW_SYSTEM, "out of memory for the timings");
    for (size_t i = 0; i < r->timings.count; i++)
        if (!isnan(r->timings.rows[i].spread))
            spread[n++] = r->timings.rows[i].spread;
    qsort(spread, n, sizeof *spread, by_size);
    r->median_spread = n > 0 ? spread[n / 2] : (double)NAN;
    struct fw_peaks *const p = &r->peaks;
    r->unsteady = fabs(p->bf16_flop_per_s / after->bf16_flop_per_s - 1);
    p->f32_flop_per_s = fmax(p->f32_flop_per_s, after->f32_flop_per_s);
    p->bf16_flop_per_s = fmax(p->bf16_flop_per_s, after->bf16_flop_per_s);
    p->read_bytes_per_s = fmax(p->read_bytes_per_s, after->read_bytes_per_s);
    p->copy_bytes_per_s = fmax(p->copy_bytes_per_s, after->copy_bytes_per_s);
    return check_rates(r, err);
}

enum fw_status fw_measure_run(const struct fw_measure_options *o, struct fw_arena *arena,
                              struct fw_measured *out, fw_measure_progress_fn *progress, void *ctx,
                              struct fw_err *err)
{
    struct job j = {.threads = o->threads > 0 ? o->threads : fw_bench_cores(), .arena = arena,
                    .out = out, .progress = progress, .ctx = ctx};
    struct fw_peaks after;
    memset(out, 0, sizeof *out);
    make_plan(o, j.threads, &j.plan);
    j.cap = j.plan.passes_all * ROWS_PER_PHASE;
    out->timings.source = o->store != NULL ? o->store : "this machine";
    out->timings.rows = FW_NEW(arena, j.cap, struct fw_timing);
    if (out->timings.rows == NULL)
        return fw_fail(err, FW_SYSTEM, "out of memory for the timings");
    resume(&j.plan, j.threads, arena, &out->timings, j.cap);
    out->resumed = j.plan.done_units;
    for (size_t i = 0; i < out->resumed; i++)
        j.plan.passes_done += phases_of(&j.plan, &j.plan.unit[i]);
    enum fw_status status = fw_peaks_measure(j.threads, &out->peaks, err);
    if (status == FW_OK && j.threads > 1)
        status = fw_peaks_measure(1, &out->one, err);
    while (status == FW_OK && j.plan.done_units < j.plan.num_units) {
        status = run_unit(&j, &j.plan.unit[j.plan.done_units], err);
        if (status == FW_OK) {
            j.plan.done_units++;
            status = keep(&j.plan, j.threads, &out->timings, err);
        }
    }
    if (status == FW_OK)
        status = fw_peaks_measure(j.threads, &after, err);
    return status == FW_OK ? summarize(&j, &after, err) : status;
}
