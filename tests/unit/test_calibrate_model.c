/* The equation of a curve, term by term. Expected: by hand; derivatives: by differences. */
#include "calibrate/model.h"

#include <stdlib.h>

#include "t.h"

/* 1 TFLOP at 10 TFLOP/s = 0.1 s, 1 GB at 10 GB/s = 0.1 s. */
static const struct fw_shape plain = {
    .m = 16, .n = 100, .k = 50, .flop = 1e12, .bytes = 1e9, .working_set = 1e9, .threads = 2};

static struct fw_curve two_terms(void)
{
    struct fw_curve c;
    fw_curve_init(&c);
    c.threads = 2;
    c.param[FW_CAL_peak] = 1e13;
    c.param[FW_CAL_stream] = 1e10;
    c.param[FW_CAL_sharpness] = 1;
    return c;
}

static double with(enum fw_cal a, double va, enum fw_cal b, double vb, struct fw_shape s)
{
    struct fw_curve c = two_terms();
    c.param[a] = va;
    c.param[b] = vb;
    return fw_curve_time(&c, &s, NULL);
}

/* Rates beside a timing, against those of the machine left alone. */
static void test_moment(void)
{
    struct fw_timing t;
    struct fw_err err;
    fw_timing_init(&t);
    t.op = "matmul";
    t.m = t.n = t.k = 10;
    t.bytes = 600;
    t.working_set = 1e9;
    t.read_rate = 2e10;
    t_status("complete", fw_timing_complete(&t, &err), FW_OK);
    t_rel("half of the memory", fw_shape_at(&t, 4e10).stream_scale, 0.5, 1e-12);
    t.working_set = 600;
    t_abs("not of what was just made", fw_shape_at(&t, 4e10).stream_scale, 0, 0);
    t.working_set = 1e9;
    t_abs("unknown reference", fw_shape_at(&t, NAN).stream_scale, 0, 0);
    t.read_rate = NAN;
    t_abs("not stated", fw_shape_at(&t, 4e10).stream_scale, 0, 0);
}

static void test_terms(void)
{
    const enum fw_cal p1 = FW_CAL_sharpness;
    struct fw_shape s = plain;

    t_rel("sum", with(p1, 1, p1, 1, s), 0.2, 1e-12);
    t_rel("p = 2: sqrt(0.01 + 0.01)", with(p1, 2, p1, 2, s), 0.1414213562373095, 1e-12);
    t_rel("overhead", with(FW_CAL_overhead, 0.05, p1, 1, s), 0.25, 1e-12);
    t_rel("beside the work: sqrt(0.04 + 0.0225)",
          with(FW_CAL_overhead, 0.15, FW_CAL_overlap, 2, s), 0.25, 1e-12);
    t_rel("half at m = 16", with(FW_CAL_half_m, 16, p1, 1, s), 0.3, 1e-12);
    t_rel("half at n = 100", with(FW_CAL_half_n, 100, p1, 1, s), 0.3, 1e-12);
    t_rel("a third at k = 100", with(FW_CAL_half_k, 100, p1, 1, s), 0.4, 1e-12);
    t_rel("no memory", with(FW_CAL_stream, 0, p1, 1, s), 0.1, 1e-12);
    t_rel("no arithmetic", with(FW_CAL_peak, 0, p1, 1, s), 0.1, 1e-12);
    t_rel("half cached: 0.1 (0.5 + 0.5/5)",
          with(FW_CAL_cache_size, 1e9, FW_CAL_cache_gain, 5, s), 0.16, 1e-12);
    s.row_bytes = 1e6;
    t_rel("long rows: 0.1 (1 + 2 x 0.5)", with(FW_CAL_row_size, 1e6, FW_CAL_row_loss, 3, s), 0.3,
          1e-12);
    s = plain;
    s.stream_scale = 0.5;
    t_rel("half of the memory: 0.1 + 0.2", with(p1, 1, p1, 1, s), 0.3, 1e-12);
    t_rel("of which a cache holds half: 0.1 + 0.1 (0.5 / 0.5 + 0.5 / 5)",
          with(FW_CAL_cache_size, 1e9, FW_CAL_cache_gain, 5, s), 0.21, 1e-12);
    s = plain;
    s.copies = 8;
    t_rel("overhead of 8 heads", with(FW_CAL_overhead, 0.01, p1, 1, s), 0.28, 1e-12);
    s = plain;
    s.m = 17;
    t_rel("17 rows in tiles of 16 are 32", with(FW_CAL_tile_m, 16, p1, 1, s), 0.1 * 32 / 17 + 0.1,
          1e-12);
    s = plain;
    s.threads = 1;
    t_rel("one thread of two", with(p1, 1, p1, 1, s), 0.4, 1e-12);
    t_rel("at the power of 1/2", with(FW_CAL_threads_flop, 0.5, FW_CAL_threads_bytes, 0.5, s),
          0.2 * sqrt(2), 1e-12);
}

/* Every derivative against the difference of two values, at a point where all of them count. */
static void test_gradient(void)
{
    static const double at[FW_CAL_COUNT] = {
        [FW_CAL_overhead] = 0.07, [FW_CAL_overlap] = 1.7, [FW_CAL_peak] = 9e12,
        [FW_CAL_half_m] = 11, [FW_CAL_half_n] = 37, [FW_CAL_half_k] = 23, [FW_CAL_tile_m] = 1,
        [FW_CAL_stream] = 1.1e10, [FW_CAL_cache_gain] = 2.385, [FW_CAL_cache_size] = 8.3e8,
        [FW_CAL_row_loss] = 1.9, [FW_CAL_row_size] = 1.2e6, [FW_CAL_sharpness] = 2.7,
        [FW_CAL_threads_flop] = 0.93, [FW_CAL_threads_bytes] = 0.41,
    };
    static const double step = 1e-5;
    struct fw_curve c = two_terms();
    struct fw_shape s = plain;
    double g[FW_CAL_COUNT];

    s.row_bytes = 1e6;
    s.threads = 1;
    memcpy(c.param, at, sizeof at);
    (void)fw_curve_time(&c, &s, g);
    for (int i = 0; i < FW_CAL_COUNT; i++) {
        if (i == FW_CAL_tile_m)
            continue;
        c.param[i] = at[i] * exp(step);
        const double up = log(fw_curve_time(&c, &s, NULL));
        c.param[i] = at[i] * exp(-step);
        const double down = log(fw_curve_time(&c, &s, NULL));
        c.param[i] = at[i];
        t_abs(fw_cal_table[i].id, g[i], (up - down) / (2 * step), 1e-8);
        t_true(fw_cal_table[i].id, fabs(g[i]) > 1e-4); /* or the row would prove nothing */
    }
}

/* More work is never faster; a scale of the units of time moves nothing but the time. */
static void test_properties(void)
{
    struct fw_curve c = two_terms();
    struct fw_shape s = plain;
    double last = 0;

    c.param[FW_CAL_sharpness] = 4;
    c.param[FW_CAL_half_m] = 20;
    for (int i = 1; i <= 4096; i *= 2) {
        s.m = i;
        s.flop = 1e9 * i;
        s.bytes = 1e8 + 1e5 * i;
        const double t = fw_curve_time(&c, &s, NULL);
        t_true("grows with m", t > last);
        last = t;
    }
    const double before = fw_curve_time(&c, &s, NULL);
    c.param[FW_CAL_peak] *= 2.385;
    c.param[FW_CAL_stream] *= 2.385;
    t_rel("rates x 2.385", fw_curve_time(&c, &s, NULL), before / 2.385, 1e-12);
}

static void test_interval(void)
{
    struct fw_curve c = two_terms();

    t_true("nothing to spare: no bound", isinf(fw_curve_predict(&c, &plain).hi));
    c.dof = 10;
    c.scale = 0.02;
    /* Student's t, 95 %, 10 degrees of freedom: 1.812461 (tables). */
    t_rel("few rows", fw_curve_half_width(&c, &plain), 1.812461 * 0.02, 1e-6);
    c.quantile[2] = 1.5;
    t_rel("quantile", fw_curve_half_width(&c, &plain), 0.03, 1e-12);
    t_rel("lo", fw_curve_predict(&c, &plain).lo, 0.2 * exp(-0.03), 1e-12);
    c.cov[FW_CAL_peak][FW_CAL_peak] = 0.01;
    /* Half of the time hangs on the peak: variance 0.01 / 4. */
    t_rel("open parameters", fw_curve_half_width(&c, &plain), 1.5 * sqrt(0.0004 + 0.0025), 1e-12);
    c.state[FW_CAL_peak] = FW_CAL_FITTED;
    t_rel("of the parameter", fw_curve_parameter(&c, FW_CAL_peak).hi, 1e13 * exp(0.1812461), 1e-6);
    t_rel("not fitted", fw_curve_parameter(&c, FW_CAL_stream).hi, 1e10, 0);
    c.least[FW_AXIS_M] = 8;
    c.most[FW_AXIS_M] = 9;
    t_true("inside", !fw_curve_extrapolates(&c, &plain));
    c.most[FW_AXIS_M] = 7.9;
    t_true("beyond twice the most", fw_curve_extrapolates(&c, &plain));
    c.least[FW_AXIS_M] = 33;
    c.most[FW_AXIS_M] = 100;
    t_true("below half the least", fw_curve_extrapolates(&c, &plain));
}

int main(void)
{
    test_terms();
    test_moment();
    test_gradient();
    test_properties();
    test_interval();
    return t_done();
}
