/* Fits of synthetic timings: the parameters are known, so is what an interval has to hold.
 *
 * Bounds on counts: of 200 trials whose interval holds the truth with probability 0.9, 180 are
 * expected with a standard deviation of 4.24; 163 to 197 is four of them each way, which chance
 * leaves once in 16,000 rows. Coverage of new measurements: 0.85 to 0.97.
 */
#include "calibrate/fit.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <stdlib.h>

#include "t.h"

enum { ROWS_MAX = 256, TRIALS = 200, CHOSEN_TRIALS = 12 };
static const double noise = 0.03;

static struct fw_curve truth(void)
{
    struct fw_curve c;
    fw_curve_init(&c);
    c.threads = 2;
    c.param[FW_CAL_overhead] = 2.1e-6;
    c.param[FW_CAL_peak] = 4.9e12;
    c.param[FW_CAL_half_m] = 23;
    c.param[FW_CAL_half_k] = 151;
    c.param[FW_CAL_stream] = 3.7e10;
    c.param[FW_CAL_cache_gain] = 3.9;
    c.param[FW_CAL_cache_size] = 3.1e6;
    return c;
}

static const bool moved[FW_CAL_COUNT] = {
    [FW_CAL_overhead] = true,   [FW_CAL_peak] = true,      [FW_CAL_half_m] = true,
    [FW_CAL_half_k] = true,     [FW_CAL_stream] = true,    [FW_CAL_cache_gain] = true,
    [FW_CAL_cache_size] = true,
};

static void product(struct fw_timing *t, uint64_t m, uint64_t n, uint64_t k)
{
    fw_timing_init(t);
    t->op = "matmul";
    t->m = m;
    t->n = n;
    t->k = k;
    t->dtype = FW_BF16;
    t->threads = 2;
    (void)fw_timing_complete(t, NULL);
}

static double measure(const struct fw_curve *c, const struct fw_timing *t, gsl_rng *r)
{
    const struct fw_shape s = fw_shape_of(t);
    return fw_curve_time(c, &s, NULL) * exp(gsl_ran_gaussian(r, noise));
}

/* A product of m rows, 1024 x 1024, on the threads of the curve. */
static double measure_exact(const struct fw_curve *c, uint64_t m)
{
    struct fw_timing t;
    product(&t, m, 1024, 1024);
    t.threads = c->threads;
    const struct fw_shape s = fw_shape_of(&t);
    return fw_curve_time(c, &s, NULL);
}

static size_t design(const struct fw_curve *c, gsl_rng *r, struct fw_timing *rows)
{
    static const uint64_t m[] = {1, 4, 16, 64, 256, 1024}, w[] = {128, 512, 2048, 4096};
    size_t n = 0;

    for (size_t i = 0; i < 6 * 4 * 4; i++) {
        if ((i % 6 + i / 6 % 4 + i / 24) % 2 == 0)
            continue;
        product(&rows[n], m[i % 6], w[i / 6 % 4], w[i / 24]);
        rows[n].time_s = measure(c, &rows[n], r);
        n++;
    }
    return n;
}

static enum fw_status fit(struct fw_timing *rows, size_t n, const bool *fitted,
                          struct fw_arena *arena, struct fw_diags *diags, struct fw_fit *out)
{
    const struct fw_timings t = {"synthetic", n, rows};
    struct fw_fit_options o = fw_fit_options_default();
    struct fw_err err;

    o.fitted = fitted;
    fw_arena_init(arena, 0);
    return fw_fit_run(&t, &o, out, arena, diags, &err);
}

/* How many of 50 measurements at shapes of their own lie inside the interval. */
static int count_new(const struct fw_curve *fitted, const struct fw_curve *c, gsl_rng *r)
{
    int inside = 0;
    for (int i = 0; i < 50; i++) {
        struct fw_timing t;
        product(&t, 1 + gsl_rng_uniform_int(r, 1024), 128 + gsl_rng_uniform_int(r, 4000),
                128 + gsl_rng_uniform_int(r, 4000));
        const struct fw_shape s = fw_shape_of(&t);
        const struct fw_qty q = fw_curve_predict(fitted, &s);
        const double time = measure(c, &t, r);
        inside += time >= q.lo && time <= q.hi;
    }
    return inside;
}

static void test_recovery(gsl_rng *r)
{
    const struct fw_curve c = truth();
    int inside[FW_CAL_COUNT] = {0}, fresh = 0;
    struct fw_timing rows[ROWS_MAX];

    for (unsigned trial = 0; trial < TRIALS; trial++) {
        struct fw_arena arena;
        struct fw_fit f;
        gsl_rng_set(r, 1000 + trial);
        const size_t n = design(&c, r, rows);
        t_status("fit", fit(rows, n, moved, &arena, NULL, &f), FW_OK);
        for (int i = 0; i < FW_CAL_COUNT; i++) {
            const struct fw_qty q = fw_curve_parameter(&f.curves[0], (enum fw_cal)i);
            inside[i] += moved[i] && q.lo <= c.param[i] && c.param[i] <= q.hi;
        }
        fresh += count_new(&f.curves[0], &c, r);
        fw_arena_free(&arena);
    }
    for (int i = 0; i < FW_CAL_COUNT; i++) {
        if (!moved[i])
            continue;
        printf("%-12s inside its interval in %d of %d trials\n", fw_cal_table[i].id, inside[i],
               TRIALS);
        t_true(fw_cal_table[i].id, inside[i] >= 163 && inside[i] <= 197);
    }
    const double coverage = fresh / (50.0 * TRIALS);
    printf("new measurements inside: %.1f %%\n", 100 * coverage);
    t_true("coverage", coverage >= 0.85 && coverage <= 0.97);
}

/* Left to itself the fit finds which features there are. */
static void test_choice(gsl_rng *r)
{
    const struct fw_curve c = truth();
    int right = 0;
    struct fw_timing rows[ROWS_MAX];

    for (unsigned trial = 0; trial < CHOSEN_TRIALS; trial++) {
        struct fw_arena arena;
        struct fw_fit f;
        bool same = true;
        gsl_rng_set(r, 5000 + trial);
        t_status("fit", fit(rows, design(&c, r, rows), NULL, &arena, NULL, &f), FW_OK);
        for (int i = 0; i < FW_CAL_COUNT; i++)
            same = same && (!moved[i] || f.curves[0].state[i] == FW_CAL_FITTED);
        right += same;
        t_rel("peak", f.curves[0].param[FW_CAL_peak], c.param[FW_CAL_peak], 0.1);
        fw_arena_free(&arena);
    }
    printf("all features found in %d of %d trials\n", right, CHOSEN_TRIALS);
    t_true("features found", right >= CHOSEN_TRIALS - 2);
}

/* One row in twelve took 34 times as long (case 54: unsynchronised, cold): it does not move the
 * fit by more than the noise does, and its weight shows it. */
static void test_robust(gsl_rng *r)
{
    const struct fw_curve c = truth();
    struct fw_timing rows[ROWS_MAX];
    struct fw_arena arena;
    struct fw_fit f;

    gsl_rng_set(r, 77);
    const size_t n = design(&c, r, rows);
    for (size_t i = 5; i < n; i += 12)
        rows[i].time_s *= 34;
    t_status("fit", fit(rows, n, moved, &arena, NULL, &f), FW_OK);
    t_rel("peak", f.curves[0].param[FW_CAL_peak], c.param[FW_CAL_peak], 0.06);
    t_rel("stream", f.curves[0].param[FW_CAL_stream], c.param[FW_CAL_stream], 0.06);
    for (size_t i = 0; i < f.num_rows; i++)
        if (f.rows[i].residual > 3)
            t_true("outlier weighs little", f.rows[i].weight < 0.05);
    fw_arena_free(&arena);
}

/* The order of the rows changes no bit. */
static void test_order(gsl_rng *r)
{
    const struct fw_curve c = truth();
    struct fw_timing rows[ROWS_MAX], mixed[ROWS_MAX];
    struct fw_arena a, b;
    struct fw_fit fa, fb;

    gsl_rng_set(r, 99);
    const size_t n = design(&c, r, rows);
    memcpy(mixed, rows, sizeof rows);
    gsl_ran_shuffle(r, mixed, n, sizeof *mixed);
    t_status("fit", fit(rows, n, NULL, &a, NULL, &fa), FW_OK);
    t_status("fit", fit(mixed, n, NULL, &b, NULL, &fb), FW_OK);
    for (int i = 0; i < FW_CAL_COUNT; i++) {
        t_abs(fw_cal_table[i].id, fa.curves[0].param[i], fb.curves[0].param[i], 0);
        t_abs(fw_cal_table[i].id, fa.curves[0].cov[i][i], fb.curves[0].cov[i][i], 0);
    }
    t_abs("scale", fa.curves[0].scale, fb.curves[0].scale, 0);
    fw_arena_free(&a);
    fw_arena_free(&b);
}

/* Fewer rows: fewer parameters, wider intervals, and said so. */
static void test_few(gsl_rng *r)
{
    const struct fw_curve c = truth();
    struct fw_timing rows[ROWS_MAX];
    char text[FW_ERR_TEXT_LEN];
    struct fw_diags diags;
    struct fw_arena arena;
    struct fw_fit f;

    gsl_rng_set(r, 3);
    (void)design(&c, r, rows);
    fw_diags_init(&diags);
    t_status("one row", fit(rows, 1, NULL, &arena, &diags, &f), FW_OK);
    t_int("nothing to spare", f.curves[0].dof, 0);
    t_true("no interval", isinf(f.rows[0].hi_s));
    t_rel("through the row", f.rows[0].predicted_s, rows[0].time_s, 1e-6);
    t_str("said so", fw_err_text(&diags.list[0].err, text, sizeof text),
          "product: 1 row for as many parameters: no row is left to judge the fit by, so its "
          "interval is that of hardware without a profile");
    fw_arena_free(&arena);

    fw_diags_init(&diags);
    t_status("eight rows", fit(rows, 8, NULL, &arena, &diags, &f), FW_OK);
    int fitted = 0;
    for (int i = 0; i < FW_CAL_COUNT; i++)
        fitted += f.curves[0].state[i] == FW_CAL_FITTED;
    t_true("two parameters at most", fitted <= 2);
    t_true("some interval", isfinite(f.rows[0].hi_s) && f.rows[0].hi_s > f.rows[0].predicted_s);
    t_true("said so", diags.count > 0);
    fw_arena_free(&arena);
}

/* Rows that memory never limits leave its rate open: fixed at the measured one, or absent. */
static void test_undetermined(gsl_rng *r)
{
    struct fw_curve c = truth();
    struct fw_timing rows[ROWS_MAX];
    struct fw_fit_options o = fw_fit_options_default();
    struct fw_timings t = {"synthetic", 0, rows};
    struct fw_arena arena;
    struct fw_err err;
    struct fw_fit f;

    c.param[FW_CAL_stream] = 1e16;
    c.param[FW_CAL_half_m] = c.param[FW_CAL_half_k] = 0; /* a stream could stand for them */
    gsl_rng_set(r, 4);
    t.count = design(&c, r, rows);
    fw_arena_init(&arena, 0);
    t_status("fit", fw_fit_run(&t, &o, &f, &arena, NULL, &err), FW_OK);
    t_str("absent", fw_cal_state_names[f.curves[0].state[FW_CAL_stream]], "undetermined");
    t_abs("no memory term", f.curves[0].param[FW_CAL_stream], 0, 0);
    o.stream_bytes_per_s = 2e15;
    t_status("fit", fw_fit_run(&t, &o, &f, &arena, NULL, &err), FW_OK);
    t_str("given", fw_cal_state_names[f.curves[0].state[FW_CAL_stream]], "given");
    t_abs("the measured rate", f.curves[0].param[FW_CAL_stream], 2e15, 0);
    fw_arena_free(&arena);
}

static void test_refused(void)
{
    struct fw_timings t = {"none", 0, NULL};
    struct fw_timing row;
    struct fw_fit_options o = fw_fit_options_default();
    struct fw_arena arena;
    struct fw_err err;
    struct fw_fit f;

    fw_arena_init(&arena, 0);
    t_status("no rows", fw_fit_run(&t, &o, &f, &arena, NULL, &err), FW_INPUT);
    t_str("message", err.msg, "no timings to fit");
    product(&row, 1, 2, 3);
    t.rows = &row;
    t.count = 1;
    t_status("no time", fw_fit_run(&t, &o, &f, &arena, NULL, &err), FW_INPUT);
    t_str("message", err.msg, "the time is not above 0");
    arena.limit = 1;
    row.time_s = 1;
    t_status("no memory", fw_fit_run(&t, &o, &f, &arena, NULL, &err), FW_SYSTEM);
    fw_arena_free(&arena);
}

/* Products of 1 to 1024 rows on one thread at 100 GFLOP/s and on two at 150, per_thread of each. */
static size_t by_threads(size_t per_thread, struct fw_timing *rows)
{
    size_t n = 0;
    for (unsigned threads = 1; threads <= 2; threads++) {
        for (size_t i = 0; i < per_thread; i++) {
            product(&rows[n], 8 + 16 * i, 1024, 1024);
            rows[n].threads = threads;
            rows[n].time_s = rows[n].flop / (threads == 1 ? 1e11 : 1.5e11);
            n++;
        }
    }
    return n;
}

static void test_threads(void)
{
    static struct fw_timing rows[128];
    struct fw_arena arena;
    struct fw_fit f;
    t_status("48 of each", fit(rows, by_threads(48, rows), NULL, &arena, NULL, &f), FW_OK);
    t_int("have a curve each", (long long)f.num_curves, 2);
    const struct fw_calibration c = fw_fit_calibration(&f);
    const struct fw_curve *const one = fw_calibration_find(&c, "product", FW_BF16, 1);
    const struct fw_curve *const two = fw_calibration_find(&c, "product", FW_BF16, 2);
    t_int("of one thread", one->threads, 1);
    t_int("of two", two->threads, 2);
    t_rel("time on one", measure_exact(one, 512), 2.0 * 512 * 1024 * 1024 / 1e11, 0.02);
    t_rel("time on two", measure_exact(two, 512), 2.0 * 512 * 1024 * 1024 / 1.5e11, 0.02);
    t_true("for 4 the largest", fw_calibration_find(&c, "product", FW_BF16, 4) == two);
    t_true("no curve of the name", fw_calibration_find(&c, "softmax", FW_BF16, 2) == NULL);
    fw_arena_free(&arena);
    t_status("12 of each", fit(rows, by_threads(12, rows), NULL, &arena, NULL, &f), FW_OK);
    t_int("share one", (long long)f.num_curves, 1);
    fw_arena_free(&arena);
}

int main(void)
{
    gsl_rng *const r = gsl_rng_alloc(gsl_rng_mt19937);
    if (r == NULL)
        return 1;
    test_recovery(r);
    test_choice(r);
    test_robust(r);
    test_order(r);
    test_few(r);
    test_undetermined(r);
    test_refused();
    test_threads();
    gsl_rng_free(r);
    return t_done();
}
