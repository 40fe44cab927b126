/* test_calibrate_measure - what becomes of timings: rows of a phase, rounds, store, interrupt. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/outfile.h"
#include "calibrate/measure.h"
#include "t.h"

static const struct fw_measure_shape tiny = {2, 64, 4, 2, 96, 500};

static struct fw_timing row(const char *op, uint64_t m, double time_s)
{
    struct fw_timing t;
    struct fw_err err;
    fw_timing_init(&t);
    t.op = op;
    t.m = m;
    t.n = 64;
    t.k = 32;
    t.threads = 2;
    t.dtype = FW_BF16;
    t.time_s = time_s;
    t_status("row", fw_timing_complete(&t, &err), FW_OK);
    return t;
}

/* Of two rounds the quicker one counts; other work has a row of its own. */
static void rounds(void)
{
    struct fw_timing rows[2];
    struct fw_timings t = {"test", 0, rows};
    struct fw_err err;
    const struct fw_timing given[] = {row("q", 8, 3e-3), row("q", 8, 2e-3), row("q", 8, 5e-3),
                                      row("k", 8, 4e-3), row("q", 9, 1e-3)};
    for (size_t i = 0; i < 4; i++)
        t_status("kept", fw_timings_keep(&t, 2, &given[i], &err), FW_OK);
    t_int("rows", (long long)t.count, 2);
    t_rel("quicker round of q", t.rows[0].time_s, 2e-3, 1e-12);
    t_rel("k stands alone", t.rows[1].time_s, 4e-3, 1e-12);
    t_status("no room for a third", fw_timings_keep(&t, 2, &given[4], &err), FW_BUG);
}

static const struct fw_timing *find(const struct fw_timings *t, const char *op)
{
    for (size_t i = 0; i < t->count; i++)
        if (strcmp(t->rows[i].op, op) == 0)
            return &t->rows[i];
    return NULL;
}

/* A phase by hand: every operation took 6 ms over the two layers. */
static void phase_rows(uint64_t tokens, struct fw_timings *t, size_t cap, struct fw_arena *arena)
{
    static struct fw_bench_phase p;
    static struct fw_kernel_config c;
    struct fw_model m;
    struct fw_err err;
    const struct fw_kernel_options o = {.dtype_given = true, .dtype = FW_BF16, .threads = 1,
                                        .max_tokens = 64, .variant = "portable-bf16"};
    t_status("model", fw_measure_model(&tiny, FW_BF16, arena, &m, &err), FW_OK);
    t_status("configuration", fw_kernel_configure(&m, &o, &c, &err), FW_OK);
    memset(&p, 0, sizeof p);
    p.tokens = tokens;
    p.batch = 1;
    p.runs = 5;
    for (size_t i = 0; i < FW_OP_COUNT; i++) {
        p.counts.op[i].calls = 2;
        p.op_time[i] = (struct fw_bench_time){6e-3, 5.7e-3, 6.3e-3};
    }
    t_status("rows", fw_measure_rows(&m, &c, &p, 5e10, arena, t, cap, &err), FW_OK);
}

/* Shapes by hand: d 64, 4 heads and 2 of keys and values of 16, f 96, V 500. */
static void rows_of_a_phase(struct fw_arena *arena)
{
    struct fw_timing rows[64];
    struct fw_timings t = {"test", 0, rows};
    phase_rows(32, &t, 64, arena);
    const struct fw_timing *const down = find(&t, "down"), *const cache = find(&t, "cache");
    const struct fw_timing *const norm = find(&t, "attn_norm"), *const head = find(&t, "lm_head");
    t_true("operations", down != NULL && cache != NULL && norm != NULL && head != NULL);
    if (down == NULL || cache == NULL || norm == NULL || head == NULL)
        return;
    t_int("m of down", (long long)down->m, 32);
    t_int("n of down", (long long)down->n, 64);
    t_int("k of down", (long long)down->k, 96);
    t_rel("time of one layer", down->time_s, 3e-3, 1e-12);
    t_rel("time of the head", head->time_s, 6e-3, 1e-12);
    t_rel("spread", down->spread, 0.1, 1e-9);
    t_rel("memory beside it", down->read_rate, 5e10, 1e-12);
    t_rel("FLOP of down: 2 x 32 x 64 x 96", down->flop, 393216, 1e-12);
    t_int("keys and values of a token: 2 x 2 x 16", (long long)cache->n, 64);
    t_str("curve of 32 rows", norm->curve, "norm");
    t.count = 0;
    phase_rows(3, &t, 64, arena);
    t_str("curve of 3 rows", find(&t, "attn_norm")->curve, "norm-few");
    t_str("and of a product of them", find(&t, "down")->curve, "product-few");
}

/* ---- store and interrupt --------------------------------------------------------------------- */

struct stop {
    size_t after, seen;
};

static bool stop(void *ctx, size_t done, size_t all)
{
    struct stop *const s = ctx;
    s->seen++;
    return s->after == 0 || (done < s->after && done <= all);
}

static enum fw_status measure(const char *store, size_t after, struct fw_measured *out,
                              struct stop *s, struct fw_arena *arena)
{
    struct fw_err err;
    const struct fw_measure_options o = {.threads = 1, .dtype_given = true, .dtype = FW_F32,
                                         .store = store, .shapes = &tiny, .num_shapes = 1};
    *s = (struct stop){after, 0};
    return fw_measure_run(&o, arena, out, stop, s, &err);
}

/* Two rounds of one model with one sequence (12 phases) and one with eight (3): 30 passes in four
 * openings. What was stored before an interrupt is not run again. */
static void interrupt(struct fw_arena *arena)
{
    const char *const tmp = getenv("TMPDIR");
    char store[512];
    (void)snprintf(store, sizeof store, "%s/measure-XXXXXX", tmp != NULL ? tmp : "/tmp");
    const int fd = mkstemp(store);
    struct fw_measured first, second;
    struct stop s;
    t_true("store", fd >= 0);
    if (fd < 0)
        return;
    (void)close(fd);
    t_status("stopped at 29 of 30", measure(store, 29, &first, &s, arena), FW_NO);
    t_int("passes until then", (long long)s.seen, 29);
    t_status("goes on", measure(store, 0, &second, &s, arena), FW_OK);
    t_int("openings that were not repeated", (long long)second.resumed, 3);
    t_true("passes that were", s.seen == 3 || s.seen == 12);
    t_status("a store that is complete is begun anew", measure(store, 1, &first, &s, arena), FW_NO);
    t_int("one pass", (long long)s.seen, 1);

    struct fw_timings again;
    struct fw_err err;
    t_status("the store is a table of timings",
             fw_timings_load(store, NULL, arena, NULL, &again, &err), FW_OK);
    t_int("with every row", (long long)again.count, (long long)second.timings.count);
    for (size_t i = 0; i < again.count && i < second.timings.count; i++) {
        const struct fw_timing *const a = &again.rows[i], *const b = &second.timings.rows[i];
        t_true("as it was", strcmp(a->op, b->op) == 0 && strcmp(a->curve, b->curve) == 0 &&
                                a->m == b->m && a->time_s <= b->time_s && a->time_s >= b->time_s &&
                                a->working_set <= b->working_set &&
                                a->working_set >= b->working_set);
    }
    (void)remove(store);
}

/* 64 FLOP per cycle and core in f32, 128 in bf16; a tile unit has 2048. */
static void limits(void)
{
    struct fw_peaks p = {.threads = 2, .num_units = 1};
    p.unit[0].name = "avx512-bf16";
    const double f32 = fw_measure_limit(&p, FW_F32), bf16 = fw_measure_limit(&p, FW_BF16);
    p.unit[0].name = "amx-bf16";
    t_rel("bf16 is twice f32", bf16 / f32, 2, 1e-12);
    t_rel("tiles", fw_measure_limit(&p, FW_BF16) / f32, 32, 1e-12);
    t_rel("of f32 nothing changes", fw_measure_limit(&p, FW_F32), f32, 1e-12);
}

/* Between a tape and a register file. */
static void probe(void)
{
    struct fw_probe *p = NULL;
    struct fw_err err;
    t_status("open", fw_probe_open(1, &p, &err), FW_OK);
    const double rate = fw_probe_read(p);
    t_true("a rate of memory", rate > 1e7 && rate < 1e13);
    t_true("without a probe it is unknown", isnan(fw_probe_read(NULL)));
    fw_probe_close(p);
}

int main(void)
{
    struct fw_arena arena;
    fw_arena_init(&arena, 0);
    rounds();
    rows_of_a_phase(&arena);
    interrupt(&arena);
    limits();
    probe();
    fw_arena_free(&arena);
    return t_done();
}
