/* test_draw_axis.c - numbers, scales, ticks, colours and labels of charts. Expected values are
 * worked out by hand, beside the row. */
#include <math.h>
#include <string.h>

#include "draw/axis.h"
#include "draw/palette.h"
#include "draw/plan.h"
#include "t.h"

#define MINUS "\xE2\x88\x92"
#define TIMES "\xC3\x97"
#define NBSP "\xC2\xA0"

static const struct fw_font font = {.size = 10.5};

static void test_numbers(void)
{
    char buf[FW_NUM_LEN];
    t_str("fixed", fw_num_fixed(buf, 1234567.891, 2), "1,234,567.89");
    t_str("fixed, thousand", fw_num_fixed(buf, 1000, 0), "1,000");
    t_str("fixed, hundred", fw_num_fixed(buf, 999, 0), "999");
    t_str("fixed, negative", fw_num_fixed(buf, -1234.5, 1), MINUS "1,234.5");
    t_str("rounded to zero has no sign", fw_num_fixed(buf, -0.004, 2), "0.00");
    t_str("three digits", fw_num_digits(buf, 7.2272351232, 3), "7.23");
    t_str("whole parts stay whole", fw_num_digits(buf, 1287, 3), "1,287");
    t_str("zeros go", fw_num_digits(buf, 910, 4), "910");
    t_str("zeros go behind the point", fw_num_digits(buf, 2.50, 4), "2.5");
    t_str("rounding up to the next power", fw_num_digits(buf, 9.9996, 3), "10");
    t_str("small", fw_num_digits(buf, 0.00052534, 3), "0.000525");
    t_str("large", fw_num_digits(buf, 7.2272351232e23, 4), "7.227" TIMES "10\xC2\xB2\xC2\xB3");
    t_str("a bare power", fw_num_digits(buf, 1e-6, 3), "10\xE2\x81\xBB\xE2\x81\xB6");
    t_str("negative large", fw_num_digits(buf, -2.5e9, 3), MINUS "2.5" TIMES "10\xE2\x81\xB9");
    t_str("zero", fw_num_digits(buf, 0, 3), "0");
    t_str("unknown", fw_num_digits(buf, (double)NAN, 3), "unknown");
    t_str("smallest", fw_num_digits(buf, 1e-200, 3),
          "10\xE2\x81\xBB\xC2\xB2\xE2\x81\xB0\xE2\x81\xB0");
}

static void test_prefixes(void)
{
    static const struct {
        double v;
        enum fw_prefix prefix;
        const char *unit, *want;
    } rows[] = {
        {131072, FW_PREFIX_BINARY, NULL, "128" NBSP "Ki"},      /* 2^17 */
        {512, FW_PREFIX_BINARY, NULL, "512"},
        {1073741824, FW_PREFIX_BINARY, "B", "1" NBSP "GiB"},    /* 2^30 */
        {68719476736.0, FW_PREFIX_BINARY, "B", "64" NBSP "GiB"},
        {0.5, FW_PREFIX_BINARY, "B", "0.5" NBSP "B"},
        {1e9, FW_PREFIX_SI, "FLOP", "1" NBSP "GFLOP"},
        {1e12, FW_PREFIX_SI, "FLOP", "1" NBSP "TFLOP"},
        {999999, FW_PREFIX_SI, NULL, "1" NBSP "M"},             /* four digits: rounds to 10^6 */
        {1e-6, FW_PREFIX_SI, "s", "1" NBSP "\xC2\xB5s"},
        {1e25, FW_PREFIX_SI, NULL, "10\xC2\xB2\xE2\x81\xB5"},   /* no letter that people know */
        {-1500, FW_PREFIX_SI, "J", MINUS "1.5" NBSP "kJ"},
        {1287, FW_PREFIX_NONE, NULL, "1,287"},
    };
    char buf[FW_NUM_LEN];
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        t_str("prefix", fw_num_prefixed(buf, rows[k].v, rows[k].prefix, rows[k].unit, 4),
              rows[k].want);
}

static void test_factors(void)
{
    struct fw_factor f = fw_num_factor(174604259328.0, FW_PREFIX_SI);
    t_rel("GPT-3 in 10^9", f.value, 1e9, 1e-15);
    t_str("letter", f.letter, "G");
    t_str("power", f.power, "10\xE2\x81\xB9");
    f = fw_num_factor(7.2e23, FW_PREFIX_POWER);
    t_rel("FLOP in 10^23", f.value, 1e23, 1e-15);
    t_str("power", f.power, "10\xC2\xB2\xC2\xB3");
    f = fw_num_factor(1287, FW_PREFIX_NONE);
    t_rel("1,287 stays", f.value, 1, 0);
    t_str("no power", f.power, "");
    f = fw_num_factor(1287, FW_PREFIX_POWER);
    t_rel("small powers are left out", f.value, 1, 0);
    f = fw_num_factor(3.0 * 1073741824, FW_PREFIX_BINARY);
    t_rel("3 GiB", f.value, 1073741824, 0);
    t_str("letter", f.letter, "Gi");
    f = fw_num_factor(1e-6, FW_PREFIX_SI);
    t_str("micro", f.letter, "\xC2\xB5");
    f = fw_num_factor(0, FW_PREFIX_SI);
    t_rel("nothing", f.value, 1, 0);
}

/* The labels of an axis from lo to hi, joined by blanks; minor ticks as dots. */
static const char *labels(const struct fw_chart_axis *spec, double lo, double hi, bool snap,
                          double length, bool level, struct fw_axis *axis)
{
    static char joined[1024];
    struct fw_draw *d = NULL;
    struct fw_err err;
    struct fw_extent e = fw_extent_none();
    fw_extent_add(&e, spec->scale, lo);
    fw_extent_add(&e, spec->scale, hi);
    t_status("canvas", fw_draw_open(&d, &(struct fw_draw_options){.format = FW_DRAW_SVG}, &err),
             FW_OK);
    const struct fw_axis_room room = {.length = length, .level = level, .before = 30, .after = 30,
                                      .snap = snap};
    fw_axis_solve(axis, spec, &e, &room, d, &font);
    size_t n = 0;
    for (size_t k = 0; k < axis->tick_count; k++)
        if (axis->ticks[k].labelled)
            n += (size_t)snprintf(joined + n, sizeof joined - n, n > 0 ? " %s" : "%s",
                                  axis->ticks[k].label);
    joined[n] = '\0';
    fw_draw_free(d);
    return joined;
}

static void test_linear_ticks(void)
{
    struct fw_axis a;
    const struct fw_chart_axis plain = {.prefix = FW_PREFIX_NONE};
    const struct fw_chart_axis zero = {.prefix = FW_PREFIX_NONE, .from_zero = true};
    const struct fw_chart_axis power = {.label = "Compute", .unit = "FLOP",
                                        .prefix = FW_PREFIX_POWER, .from_zero = true};
    const struct fw_chart_axis count = {.label = "Parameters", .from_zero = true};
    const struct fw_chart_axis flop = {.label = "Work", .unit = "FLOP", .from_zero = true};
    const struct fw_chart_axis word = {.label = "Context", .unit = "tokens",
                                       .prefix = FW_PREFIX_BINARY, .from_zero = true};
    t_str("1,287 upward", labels(&zero, 0, 1287, true, 150, false, &a), "0 500 1,000 1,500");
    t_rel("grows to a tick", a.hi, 1500, 0);
    t_str("1,287 along", labels(&zero, 0, 1287, false, 300, true, &a),
          "0 200 400 600 800 1,000 1,200");
    t_rel("does not grow", a.hi, 1287, 0);
    t_str("10^23 FLOP", labels(&power, 0, 7.2e23, true, 150, false, &a), "0 2 4 6 8");
    t_str("title", a.title, "Compute (10\xC2\xB2\xC2\xB3" NBSP "FLOP)");
    t_str("10^9", labels(&count, 0, 174.6e9, true, 100, false, &a), "0 50 100 150 200");
    t_str("title of a count", a.title, "Parameters (10\xE2\x81\xB9)");
    (void)labels(&flop, 0, 2.1e12, true, 100, false, &a);
    t_str("title with a letter", a.title, "Work (TFLOP)");
    t_str("binary steps", labels(&word, 0, 131072, false, 200, true, &a), "0 32 64 96 128");
    t_str("title of a word", a.title, "Context (2\xC2\xB9\xE2\x81\xB0" NBSP "tokens)");
    t_str("negative", labels(&plain, -0.42, 1.3, true, 120, false, &a),
          MINUS "0.5 0.0 0.5 1.0 1.5");
    t_str("flat", labels(&plain, 7, 7, true, 100, false, &a), "2 4 6 8 10 12");
    t_true("flat is not empty", a.lo < 7 && a.hi > 7);
    t_str("all zero", labels(&zero, 0, 0, true, 60, false, &a), "0.0 0.5 1.0");
    (void)labels(&plain, 8030261248.0, 8030261249.0, true, 100, false, &a);
    t_true("nearly flat counts as flat", a.hi - a.lo > 1e9);
    (void)labels(&plain, 1e-6, 1e25, true, 100, false, &a);
    t_true("1e-6 and 1e25", a.lo >= 0 && isfinite(a.hi) && a.hi > 0.999e25 && a.tick_count > 1);
    (void)labels(&plain, -1e200, 1e200, true, 100, false, &a);
    t_true("the widest range", isfinite(a.lo) && isfinite(a.hi) && a.tick_count > 1);
    (void)labels(&zero, 0, 1e-200, true, 100, false, &a);
    t_true("the narrowest range", a.hi > 0 && a.tick_count > 1);
    t_str("little room", labels(&zero, 0, 1287, false, 20, true, &a), "0");
}

static void test_log_ticks(void)
{
    struct fw_axis a;
    const struct fw_chart_axis tokens = {.scale = FW_SCALE_LOG2, .prefix = FW_PREFIX_BINARY};
    const struct fw_chart_axis bytes = {.scale = FW_SCALE_LOG2, .prefix = FW_PREFIX_BINARY,
                                        .tick_unit = "B"};
    const struct fw_chart_axis si = {.scale = FW_SCALE_LOG10, .tick_unit = "J"};
    const struct fw_chart_axis none = {.scale = FW_SCALE_LOG10, .prefix = FW_PREFIX_NONE};
    /* 512 = 2^9 to 2^17: 8 doublings, two at a time labels both ends */
    t_str("512 to 128Ki", labels(&tokens, 512, 131072, false, 170, true, &a),
          "512 2" NBSP "Ki 8" NBSP "Ki 32" NBSP "Ki 128" NBSP "Ki");
    t_int("minor ticks between them", a.tick_count, 9);
    /* 2^23 to 2^36: neither 2 nor 3 divides 13; whole multiples of 3 from 2^0 */
    t_str("8 MiB to 64 GiB", labels(&bytes, 8388608, 68719476736.0, true, 120, false, &a),
          "16" NBSP "MiB 128" NBSP "MiB 1" NBSP "GiB 8" NBSP "GiB 64" NBSP "GiB");
    /* decades only where there are many */
    t_str("1e-6 to 1e25", labels(&si, 1e-6, 1e25, true, 190, false, &a),
          "10\xE2\x81\xBB\xE2\x81\xB5 10\xE2\x81\xB0 10\xE2\x81\xB5 10\xC2\xB9\xE2\x81\xB0 "
          "10\xC2\xB9\xE2\x81\xB5 10\xC2\xB2\xE2\x81\xB0 10\xC2\xB2\xE2\x81\xB5");
    t_str("SI letters", labels(&si, 2e9, 3e11, true, 100, false, &a),
          "1" NBSP "GJ 10" NBSP "GJ 100" NBSP "GJ 1" NBSP "TJ");
    t_str("within a decade", labels(&none, 3, 9, true, 100, false, &a), "2 5 10");
    t_str("one point", labels(&none, 50, 50, true, 120, false, &a), "1 10 100 1,000");
    t_true("one point is not at an end", a.lo < 50 && a.hi > 50);
    t_str("one point, doublings", labels(&tokens, 512, 512, false, 200, true, &a),
          "256 512 1" NBSP "Ki");
    struct fw_extent zero = fw_extent_none();
    fw_extent_add(&zero, FW_SCALE_LOG10, 0);
    fw_extent_add(&zero, FW_SCALE_LOG10, -3);
    fw_extent_add(&zero, FW_SCALE_LOG10, (double)NAN);
    t_true("zero is noted, not placed", zero.zero && zero.lo > zero.hi);
    t_int("negative", zero.negative, 1);
    t_int("unknown", zero.unknown, 1);
}

static void test_positions(void)
{
    struct fw_axis a;
    const struct fw_chart_axis log = {.scale = FW_SCALE_LOG10};
    const struct fw_chart_axis linear = {.prefix = FW_PREFIX_NONE};
    (void)labels(&log, 1, 1e4, false, 100, false, &a);
    a.at_lo = 200;
    a.at_hi = 100;
    a.at_zero = 220;
    t_abs("a decade", fw_axis_at(&a, 10), 175, 1e-9);
    t_abs("the geometric mean", fw_axis_at(&a, 100), 150, 1e-9);
    t_abs("zero beside the scale", fw_axis_at(&a, 0), 220, 0);
    (void)labels(&linear, -3, 5, false, 100, false, &a);
    a.at_lo = 40;
    a.at_hi = 120;
    t_abs("zero within", fw_axis_at(&a, 0), 70, 1e-9);
    t_abs("2.385", fw_axis_at(&a, 2.385), 93.85, 1e-9);
}

static void test_spread(void)
{
    double a[] = {10, 30, 50};
    t_true("apart already", fw_labels_spread(a, 3, 10, 0, 100));
    t_rel("stays", a[1], 30, 1e-12);
    double b[] = {50, 50};
    t_true("two at one place", fw_labels_spread(b, 2, 10, 0, 100));
    t_rel("half up", b[0], 45, 1e-12);
    t_rel("half down", b[1], 55, 1e-12);
    /* wanted 0 and 2 with room 10: centred at 1, so -4 and 6, then kept below 0 + 5 */
    double c[] = {0, 2};
    t_true("at the edge", fw_labels_spread(c, 2, 10, 0, 100));
    t_rel("first", c[0], 5, 1e-12);
    t_rel("second", c[1], 15, 1e-12);
    double d[] = {1, 2, 3};
    t_true("no room", !fw_labels_spread(d, 3, 10, 0, 29));
    double e[] = {20, 22, 24, 60};
    t_true("a pool of three", fw_labels_spread(e, 4, 10, 0, 100));
    t_rel("pool", e[0], 12, 1e-12); /* mean 22, so 12 22 32 */
    t_rel("pool", e[2], 32, 1e-12);
    t_rel("the other one", e[3], 60, 1e-12);
}

static void test_colours(void)
{
    /* Source: WCAG 2.1: black on white 21; #767676 is the lightest grey with 4.5 (4.54) */
    t_abs("black on white", fw_colour_contrast(FW_RGB(0), FW_RGB(0xffffff)), 21, 1e-9);
    t_abs("grey", fw_colour_contrast(FW_RGB(0x767676), FW_RGB(0xffffff)), 4.54, 0.005);
    t_int("mix", fw_colour_mix(FW_RGB(0), FW_RGB(0xff8000), 0.5), FW_RGB(0x804000));
    t_true("text ink", fw_colour_contrast(FW_INK_SOFT, FW_PAPER) >= 4.5);
    for (int p = FW_PALETTE_DISTINCT; p <= FW_PALETTE_ORDERED; p++) {
        for (size_t k = 0; k < 12; k++) {
            const struct fw_look look = fw_palette_look((enum fw_palette)p, k, 12);
            t_true("names can be read",
                   fw_colour_contrast(fw_colour_text(look.colour), FW_PAPER) >= 4.5);
            t_true("numbers on bars can be read",
                   fw_colour_contrast(fw_colour_on(look.colour), look.colour) >= 4.5);
            t_true("lines can be seen", fw_colour_contrast(look.colour, FW_PAPER) >= 2);
        }
    }
    /* colour never carries meaning alone: marker or dash and hatch differ as well */
    for (size_t a = 0; a < 49; a++) {
        for (size_t b = 0; b < a; b++) {
            const struct fw_look p = fw_palette_look(FW_PALETTE_DISTINCT, a, 49);
            const struct fw_look q = fw_palette_look(FW_PALETTE_DISTINCT, b, 49);
            if (p.colour == q.colour && p.marker == q.marker && p.dash == q.dash)
                t_true("two looks are alike", false);
            if (a < 6 && (p.hatch == q.hatch || p.marker == q.marker))
                t_true("two of six share a pattern", false);
        }
    }
}

int main(void)
{
    test_numbers();
    test_prefixes();
    test_factors();
    test_linear_ticks();
    test_log_ticks();
    test_positions();
    test_spread();
    test_colours();
    return t_done();
}
