/* test_draw_chart.c - charts as SVG, PNG, PDF and in the terminal: what must be on them, what
 * must never be (case 70: zero, missing and equal values), and what is refused. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "draw/chart.h"
#include "draw_check.h"
#include "draw_samples.h"
#include "t.h"

#define UNKNOWN ((double)NAN)
#define ZERO_MARK "0 (not on this scale)"

static struct svg_check check; /* large: not on the stack */

/* The chart in a format; the caller frees. */
static struct fw_text write_chart(const char *name, const struct fw_chart *c,
                                  const struct fw_draw_options *options, enum fw_status want)
{
    struct fw_text out;
    struct fw_err err = {.status = FW_OK};
    unsigned unknown = 0;
    fw_text_init(&out);
    const enum fw_status s = fw_chart_write(c, options, &out, &unknown, &err);
    t_status(name, s, want);
    if (s != FW_OK && want == FW_OK)
        printf("    %s\n", err.msg);
    t_int("the error says so", err.status, s);
    t_int("unknown glyphs", unknown, 0);
    t_true("nothing is written on failure", s == FW_OK || out.len == 0);
    return out;
}

/* The chart as SVG, checked; true where all strings (NULL ends them) are in it. */
static bool svg_has(const char *name, const struct fw_chart *c, const char *const *strings)
{
    struct fw_text out =
        write_chart(name, c, &(struct fw_draw_options){.format = FW_DRAW_SVG}, FW_OK);
    bool all = svg_check(&check, out.data);
    if (!all)
        printf("%s: %s\n", name, check.why);
    for (size_t k = 0; strings[k] != NULL; k++) {
        if (strstr(out.data, strings[k]) != NULL)
            continue;
        printf("%s: \"%s\" is missing\n", name, strings[k]);
        all = false;
    }
    fw_text_free(&out);
    return all;
}

#define T_HAS(name, chart, ...) \
    t_true(name, svg_has(name, chart, (const char *const[]){__VA_ARGS__, NULL}))

static struct fw_panel line_panel(const struct fw_chart_series *s, size_t n, enum fw_scale x,
                                  enum fw_scale y)
{
    return (struct fw_panel){.kind = FW_CHART_LINE, .series = s, .series_count = n,
                             .x = {.label = "Context", .unit = "tokens", .scale = x},
                             .y = {.label = "Cost", .unit = "FLOP", .scale = y}};
}

static struct fw_chart one_panel(const char *title, const struct fw_panel *p)
{
    return (struct fw_chart){.title = title, .panels = p, .panel_count = 1};
}

/* Case 70, lines: each value that breaks other programs. */
static void test_odd_lines(void)
{
    static const double x[] = {1, 10, 100, 1000, 10000};
    static const struct {
        const char *name;
        double y[5];
        const char *marks[3];
    } rows[] = {
        {"zero", {0, 10, 100, 1000, 0}, {ZERO_MARK}},
        {"unknown", {1, UNKNOWN, 100, 1000, 2}, {"Gap in a line: unknown"}},
        {"both", {0, 5, UNKNOWN, 3, 8}, {ZERO_MARK, "Gap in a line: unknown"}},
        {"all equal", {7, 7, 7, 7, 7}, {"Context"}},
        {"all zero", {0, 0, 0, 0, 0}, {ZERO_MARK}},
        {"all unknown", {UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN}, {"All values are unknown"}},
        {"1e-6 and 1e25", {1e-6, 1, 1e25, 10, 1e-6}, {"10\xC2\xB2\xE2\x81\xB5"}},
        {"widest", {1e-200, 1e200, 1, 2, 3}, {"10"}},
        {"negative", {-5, 3, 8, 2, 1}, {"Values below 0 are not on this scale"}},
        {"all negative", {-1, -2, -3, -4, -5}, {"Values below 0 are not on this scale"}},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const struct fw_chart_series s = {.name = "a", .x = x, .y = rows[k].y, .count = 5};
        static const enum fw_scale scales[] = {FW_SCALE_LOG10, FW_SCALE_LOG2, FW_SCALE_LINEAR};
        for (size_t i = 0; i < 3; i++) {
            struct fw_panel p = line_panel(&s, 1, FW_SCALE_LOG10, scales[i]);
            const struct fw_chart c = one_panel(rows[k].name, &p);
            T_HAS(rows[k].name, &c, "Cost", "Context");
            if (i == 0)
                T_HAS(rows[k].name, &c, rows[k].marks[0],
                      rows[k].marks[1] != NULL ? rows[k].marks[1] : "Cost");
            p.kind = FW_CHART_SCATTER;
            T_HAS(rows[k].name, &c, "Cost");
        }
    }
}

/* Ends of intervals belong to the range; on a log axis one below it is cut at the edge. */
static void test_intervals(void)
{
    static const double x[] = {1, 2, 3, 4}, y[] = {10, 20, 30, UNKNOWN};
    static const double lo[] = {-3, 0, 15, 1}, hi[] = {500, 25, UNKNOWN, 2};
    const struct fw_chart_series s = {.name = "a", .x = x, .y = y, .lo = lo, .hi = hi, .count = 4};
    for (int scale = FW_SCALE_LINEAR; scale <= FW_SCALE_LOG2; scale++) {
        struct fw_panel p = line_panel(&s, 1, FW_SCALE_LINEAR, (enum fw_scale)scale);
        p.kind = FW_CHART_SCATTER;
        p.y.prefix = scale == FW_SCALE_LOG2 ? FW_PREFIX_BINARY : FW_PREFIX_SI;
        const struct fw_chart c = one_panel("intervals", &p);
        /* the axis reaches 500, the next decade, the next doubling (each second is named) */
        static const char *const last[] = {">500<", ">1\u00A0k<", ">256<"};
        T_HAS("intervals", &c, last[scale],
              "Points with an unknown value are not drawn");
    }
}

static void test_few_points(void)
{
    static const double x[] = {8192, 0, UNKNOWN}, y[] = {42, UNKNOWN, 7};
    for (size_t n = 0; n <= 3; n++) {
        for (int scale = FW_SCALE_LINEAR; scale <= FW_SCALE_LOG2; scale++) {
            const struct fw_chart_series s = {.name = "one", .x = x, .y = y, .count = n};
            const struct fw_panel p =
                line_panel(&s, 1, (enum fw_scale)scale, (enum fw_scale)scale);
            const struct fw_chart c = one_panel("few points", &p);
            T_HAS("few points", &c, "one");
            /* a marker shows a point that no line touches */
            if (n == 1)
                T_HAS("single point", &c, "rx=\"3.15\"");
        }
    }
    const struct fw_panel nothing = line_panel(NULL, 0, FW_SCALE_LINEAR, FW_SCALE_LOG10);
    const struct fw_chart c = one_panel("no series", &nothing);
    T_HAS("no series", &c, "All values are unknown");
}

/* The numbers of one path in a text: shape (n, 2); breaks = how often the pen was lifted. */
static size_t read_path(const char *d, double *xy, size_t most, size_t *breaks)
{
    size_t n = 0;
    *breaks = 0;
    while (*d != '"' && n < most) {
        char *end = NULL;
        *breaks += *d == 'M';
        d += *d == 'M' || *d == 'L' || *d == 'Z' || *d == ' ';
        const double v = strtod(d, &end);
        if (end == d)
            continue;
        xy[n++] = v;
        d = end;
    }
    return n / 2;
}

/* Equal ratios are equal steps on a log axis, and an unknown value lifts the pen. */
static void test_geometry(void)
{
    static const double x[] = {512, 1024, 2048, 4096, 8192};
    static const double y[] = {3, 30, UNKNOWN, 3000, 30000};
    const struct fw_chart_series s = {.name = "a", .x = x, .y = y, .count = 5};
    const struct fw_panel p = line_panel(&s, 1, FW_SCALE_LOG2, FW_SCALE_LOG10);
    const struct fw_chart c = one_panel("steps", &p);
    struct fw_text out =
        write_chart("steps", &c, &(struct fw_draw_options){.format = FW_DRAW_SVG}, FW_OK);
    const char *const group = strstr(out.data, "class=\"series\"");
    const char *const path = group != NULL ? strstr(group, "<path d=\"") : NULL;
    double xy[64];
    size_t breaks = 0;
    const size_t n = path != NULL ? read_path(path + 9, xy, 64, &breaks) : 0;
    t_int("known points", n, 4);
    t_int("pieces", breaks, 2);
    if (n == 4) {
        t_abs("doubling", xy[2] - xy[0], xy[6] - xy[4], 0.02);
        t_abs("two doublings", xy[4] - xy[2], 2 * (xy[2] - xy[0]), 0.03);
        t_abs("decade", xy[1] - xy[3], xy[5] - xy[7], 0.02);
        t_abs("two decades", xy[3] - xy[5], 2 * (xy[1] - xy[3]), 0.03);
        t_true("larger is higher", xy[1] > xy[7]);
    }
    fw_text_free(&out);
}

/* Widths of the filled rectangles after each other, page and legend left out. */
static size_t bar_widths(const char *svg, double *widths, size_t most)
{
    size_t n = 0;
    for (const char *p = strstr(svg, "panel-1"); p != NULL && n < most;) {
        p = strstr(p, "<rect x=");
        if (p == NULL)
            break;
        const char *const w = strstr(p, "width=\"");
        widths[n++] = w != NULL ? strtod(w + 7, NULL) : 0;
        p++;
    }
    return n;
}

static void test_bars(void)
{
    static const char *const names[] = {"LLaMA-3 8B", "GPT-3 175B", "third", "fourth"};
    static const double y[] = {910, 1287, UNKNOWN, 0};
    const struct fw_chart_series s = {.name = "Energy", .y = y, .count = 4};
    struct fw_panel p = {.kind = FW_CHART_BARS, .series = &s, .series_count = 1,
                         .categories = names, .category_count = 4,
                         .y = {.label = "Energy", .unit = "MWh", .prefix = FW_PREFIX_NONE}};
    struct fw_chart c = one_panel("Energy", &p);
    c.source = "Source: Patterson et al. 2021";
    T_HAS("bars", &c, ">910<", ">1,287<", ">unknown<", ">0<", "Energy (MWh)", "LLaMA-3 8B",
          "Source: Patterson et al. 2021");
    struct fw_text out =
        write_chart("bars", &c, &(struct fw_draw_options){.format = FW_DRAW_SVG}, FW_OK);
    double w[8];
    const size_t n = bar_widths(out.data, w, 8);
    t_int("four bars", n, 4);
    t_rel("lengths are as the values, from zero", w[0] / w[1], 910.0 / 1287, 1e-3);
    t_abs("unknown has no length", w[2], 0, 0);
    t_abs("zero has no length", w[3], 0, 0);
    fw_text_free(&out);
    p.upright = true;
    T_HAS("upright bars", &c, ">910<", ">1,287<", ">unknown<", "Energy (MWh)");
    p.no_values = true;
    T_HAS("without values", &c, ">unknown<");
}

static void test_negative_bars(void)
{
    static const char *const names[] = {"GQA", "windows", "both", "none"};
    static const double a[] = {-12.5, 3, -8e3, 0}, b[] = {7, -1, UNKNOWN, 2};
    const struct fw_chart_series s[] = {{.name = "saving", .y = a, .count = 4},
                                        {.name = "cost", .y = b, .count = 4}};
    static const enum fw_chart_kind kinds[] = {FW_CHART_BARS, FW_CHART_STACKED};
    for (size_t k = 0; k < 4; k++) {
        const struct fw_panel p = {.kind = kinds[k % 2], .series = s, .series_count = 2,
                                   .categories = names, .category_count = 4, .upright = k >= 2,
                                   .y = {.label = "Saving", .unit = "J"}};
        const struct fw_chart c = one_panel("negative saving", &p);
        T_HAS("negative saving", &c, "\xE2\x88\x92", "unknown", "saving", "cost");
    }
}

static void test_stacks(void)
{
    struct samples *const s = calloc(1, sizeof *s);
    if (s == NULL)
        return;
    samples_make(s);
    /* 525,336,576 + 1,342,177,280 + 5,637,144,576 + 266,240 + 525,336,576 = 8,030,261,248, and
     * the FFN is 5,637,144,576 / 8,030,261,248 = 70.2 % of it */
    T_HAS("parameters", &s->parameters, ">8.03<", ">174.6<", "70.2\xC2\xA0%", "Feed-forward",
          "Parameters (10\xE2\x81\xB9)", "Share of parameters (%)");
    static const double odd[] = {UNKNOWN, 3e9};
    s->parts[1].y = odd;
    T_HAS("unknown part", &s->parameters, ">6.688 + unknown<", ">unknown<");
    static const double zeros[] = {0, 0};
    for (size_t k = 0; k < SAMPLE_PARTS; k++)
        s->parts[k].y = zeros;
    T_HAS("sums of zero", &s->parameters, ">0<");
    free(s);
}

/* The four charts of the plot command: complete, legible at 85 mm, the same twice. */
static void test_samples(void)
{
    struct samples *const s = calloc(1, sizeof *s);
    if (s == NULL)
        return;
    samples_make(s);
    const struct fw_chart *const all[] = {&s->parameters, &s->flop_chart, &s->kv_chart,
                                          &s->training_chart};
    T_HAS("flop", &s->flop_chart, "Share of attention (%)", ">512<", "128\xC2\xA0Ki",
          "100\xC2\xA0GFLOP", "GPT-3 175B", "Context (tokens)");
    T_HAS("kv", &s->kv_chart, "KV cache (bytes)", "8 (LLaMA-3)", "80 GB: one H100", "GiB");
    T_HAS("training", &s->training_chart, "10\xC2\xB2\xC2\xB3\xC2\xA0" "FLOP", ">MWh<",
          ">7.227<", ">3.143<", ">910<", ">1,287<", ">390<", ">552.1<", "LLaMA-3");
    for (size_t k = 0; k < 4; k++) {
        const struct fw_draw_options svg = {.format = FW_DRAW_SVG, .prefix = "figure-1"};
        struct fw_text one = write_chart("sample", all[k], &svg, FW_OK);
        struct fw_text two = write_chart("sample", all[k], &svg, FW_OK);
        t_true("sample is well-formed", svg_check(&check, one.data));
        t_str("the same twice", one.data, two.data);
        /* 85 mm are 85 / 25.4 x 72 = 240.9 pt */
        t_true("7 pt at column width", check.least_font * 240.9 / check.width >= 7.0);
        t_true("ids carry the prefix", strstr(one.data, "id=\"figure-1-panel-1\"") != NULL);
        fw_text_free(&one);
        fw_text_free(&two);
#if !defined(FW_NO_CAIRO)
        one = write_chart("png", all[k], &(struct fw_draw_options){.format = FW_DRAW_PNG}, FW_OK);
        t_true("png is not blank", one.len > 10000);
        fw_text_free(&one);
        one = write_chart("pdf", all[k], &(struct fw_draw_options){.format = FW_DRAW_PDF}, FW_OK);
        two = write_chart("pdf", all[k], &(struct fw_draw_options){.format = FW_DRAW_PDF}, FW_OK);
        t_true("pdf is the same twice",
               one.len == two.len && memcmp(one.data, two.data, one.len) == 0);
        fw_text_free(&one);
        fw_text_free(&two);
#endif
    }
    free(s);
}

static void test_hostile_text(void)
{
    static const double x[] = {1, 2}, y[] = {3, 4};
    static const char *const names[] = {
        "<script>&\"'", "a\x01\x1B[31m\nb", "\xFF\xC0\xAF\xED\xA0\x80", "]]>-->",
        "a very long name that will not fit beside any line of any chart in any journal, really",
        "averyveryverylongwordwithoutanyblankinitthathastobebrokensomewhereorshortenedintheend",
        "", "   ",
    };
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        const char *const n = names[k];
        const struct fw_chart_series s = {.name = n, .x = x, .y = y, .count = 2};
        const struct fw_chart_note note = {FW_NOTE_LEVEL, 3.5, n};
        const char *const categories[] = {n, n};
        const struct fw_panel p[] = {
            {.title = n, .kind = FW_CHART_LINE, .series = &s, .series_count = 1,
             .x = {.label = n, .unit = n}, .y = {.label = n, .unit = n}, .notes = &note,
             .note_count = 1},
            {.title = n, .kind = FW_CHART_BARS, .series = &s, .series_count = 1,
             .categories = categories, .category_count = 2, .y = {.label = n}},
        };
        const struct fw_chart c = {.title = n, .subtitle = n, .source = n, .desc = n, .panels = p,
                                   .panel_count = 2, .columns = 1 + k % 2};
        T_HAS("hostile text", &c, "</svg>");
    }
    const struct fw_chart_series s = {.name = names[0], .x = x, .y = y, .count = 2};
    const struct fw_panel p = line_panel(&s, 1, FW_SCALE_LINEAR, FW_SCALE_LINEAR);
    const struct fw_chart c = one_panel("a<&>\"'", &p);
    T_HAS("escaped", &c, "<title>a&lt;&amp;&gt;&quot;&#39;</title>",
          "&lt;script&gt;&amp;&quot;&#39;");
}

static void test_refused(void)
{
    static const double x[] = {1, 2}, good[] = {3, 4};
    static const double bad[][2] = {{3, HUGE_VAL}, {-HUGE_VAL, 1}, {1, 1e201}, {1e-201, 1}};
    const struct fw_draw_options svg = {.format = FW_DRAW_SVG};
    struct fw_chart_series s = {.name = "a", .x = x, .y = good, .count = 2};
    struct fw_panel p = line_panel(&s, 1, FW_SCALE_LINEAR, FW_SCALE_LINEAR);
    struct fw_chart c = one_panel("refused", &p);
    struct fw_text out;
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        s.y = bad[k];
        out = write_chart("impossible value", &c, &svg, FW_INPUT);
        fw_text_free(&out);
        s.y = good;
        s.x = bad[k];
        out = write_chart("impossible place", &c, &svg, FW_INPUT);
        fw_text_free(&out);
        s.x = x;
    }
    static const double widths[] = {199, 2001, -1, 1e300};
    for (size_t k = 0; k < 4; k++) {
        c.width = widths[k];
        out = write_chart("width", &c, &svg, FW_USAGE);
        fw_text_free(&out);
    }
    c.width = 0;
    c.panel_count = 0;
    out = write_chart("no panel", &c, &svg, FW_USAGE);
    c.panel_count = FW_CHART_PANELS_MAX + 1;
    out = write_chart("too many panels", &c, &svg, FW_USAGE);
    c.panel_count = 1;
    p.height = 39;
    out = write_chart("height", &c, &svg, FW_USAGE);
    p.height = 0;
    s.count = FW_CHART_POINTS_MAX + 1;
    out = write_chart("too many points", &c, &svg, FW_USAGE);
    s.count = 2;
    static const char *const names[] = {"a", "b"};
    p = (struct fw_panel){.kind = FW_CHART_BARS, .series = &s, .series_count = 1,
                          .categories = names, .category_count = 2};
    p.y.scale = FW_SCALE_LOG10;
    out = write_chart("bars on a log axis", &c, &svg, FW_USAGE);
    p.y.scale = FW_SCALE_LINEAR;
    p.category_count = 1;
    out = write_chart("values without a category", &c, &svg, FW_BUG);
    p.category_count = 2;
    static const double minus[] = {-1, 2};
    s.y = minus;
    p.kind = FW_CHART_STACKED;
    p.share = true;
    out = write_chart("shares of negative values", &c, &svg, FW_USAGE);
    fw_text_free(&out);
}

/* Every line fits the width; ASCII is ASCII; the bars are those written down here. */
static void test_terminal(void)
{
    struct samples *const s = calloc(1, sizeof *s);
    if (s == NULL)
        return;
    samples_make(s);
    const struct fw_chart *const all[] = {&s->parameters, &s->flop_chart, &s->kv_chart,
                                          &s->training_chart};
    static const unsigned widths[] = {40, 60, 80, 132};
    for (size_t k = 0; k < 32; k++) {
        const struct fw_draw_options options = {.format = FW_DRAW_TERM, .columns = widths[k / 8],
                                                .ascii = k % 2 == 1};
        struct fw_text out = write_chart("terminal", all[k / 2 % 4], &options, FW_OK);
        size_t widest = 0;
        bool ascii = true;
        for (char *line = out.data, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
            *end = '\0';
            const size_t w = fw_text_columns(line);
            widest = w > widest ? w : widest;
            for (const char *p = line; *p != '\0'; p++)
                ascii = ascii && (unsigned char)*p < 0x80 && (unsigned char)*p >= 0x20;
        }
        t_true("fits the width", widest <= options.columns && widest > options.columns / 2);
        t_true("ASCII", ascii == options.ascii);
        fw_text_free(&out);
    }
    s->training_chart.panel_count = 1;
    s->training_chart.source = NULL;
    struct fw_text out = write_chart(
        "bars", &s->training_chart,
        &(struct fw_draw_options){.format = FW_DRAW_TERM, .columns = 60, .ascii = true}, FW_OK);
    /* 41 columns for 7.227: 3.143 takes 41 x 3.143 / 7.227 = 17.8, so 18, and
     * 2 stands at 41 x 2 / 7.227 = 11.3 */
    t_str("bars", out.data,
          "Training: compute, energy and emissions\n"
          "\n"
          "Compute (10^23 FLOP)\n"
          "LLaMA-3 8B  ######################################### 7.227\n"
          "GPT-3 175B  ################## 3.143\n"
          "            +----------+----------+-----------+-------\n"
          "            0          2          4           6\n");
    fw_text_free(&out);
    free(s);
}

static uint64_t state;

/* Knuth's linear congruential generator (MMIX): the same charts on every machine. */
static unsigned dice(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((state >> 33) % n);
}

static double random_value(unsigned kind)
{
    const unsigned r = dice(12);
    const double m = 1 + dice(900) / 100.0;
    if (r < 2)
        return r == 0 ? UNKNOWN : 0;
    switch (kind) {
    case 0: return m * pow(10, (int)dice(32) - 6);
    case 1: return dice(2) != 0 ? m : -m;
    case 2: return 7;
    case 3: return 512u << dice(9);
    default: return m * pow(10, dice(12));
    }
}

enum { SERIES = 7, POINTS = 24, PANELS = 4 };

struct random_chart {
    double x[PANELS][SERIES][POINTS], y[PANELS][SERIES][POINTS];
    struct fw_chart_series series[PANELS][SERIES];
    struct fw_chart_note notes[PANELS][2];
    const char *categories[PANELS][POINTS];
    struct fw_panel panels[PANELS];
    struct fw_chart chart;
};

static const char *random_name(void)
{
    static const char *const names[] = {
        "a", "LLaMA-3 8B", "GPT-3 175B", "", NULL, "without attention", "<&>\"'", "x y z",
        "meta-llama/Meta-Llama-3.1-405B-Instruct-FP8", "\xC3\x9C" "bergang mit W\xC3\xB6rtern",
        "a rather long name of a series that does not fit anywhere at all, really",
        "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW"};
    return names[dice(sizeof names / sizeof names[0])];
}

static struct fw_chart_axis random_axis(bool linear)
{
    return (struct fw_chart_axis){
        .label = random_name(), .unit = random_name(), .tick_unit = dice(2) != 0 ? "B" : NULL,
        .scale = linear ? FW_SCALE_LINEAR : (enum fw_scale)dice(3),
        .prefix = (enum fw_prefix)dice(4), .from_zero = dice(2) != 0, .digits = dice(6)};
}

static void random_panel(struct random_chart *r, size_t k)
{
    struct fw_panel *const p = &r->panels[k];
    const enum fw_chart_kind kind = (enum fw_chart_kind)dice(4);
    const bool bars = kind == FW_CHART_BARS || kind == FW_CHART_STACKED;
    const unsigned values = dice(5);
    const size_t count = dice(POINTS);
    *p = (struct fw_panel){
        .title = random_name(), .kind = kind, .x = random_axis(bars), .y = random_axis(bars),
        .series = r->series[k], .series_count = dice(SERIES), .categories = r->categories[k],
        .category_count = bars ? count : 0, .upright = dice(2) != 0, .vary = dice(2) != 0,
        .share = kind == FW_CHART_STACKED && values != 1 && dice(2) != 0,
        .no_values = dice(4) == 0, .notes = r->notes[k], .note_count = dice(3)};
    for (size_t n = 0; n < 2; n++)
        r->notes[k][n] = (struct fw_chart_note){(enum fw_note_kind)dice(3),
                                                dice(2) != 0 ? 80e9 : 0.3, random_name()};
    for (size_t c = 0; c < POINTS; c++) {
        const char *const name = random_name();
        r->categories[k][c] = name != NULL ? name : "none";
    }
    for (size_t s = 0; s < SERIES; s++) {
        for (size_t i = 0; i < POINTS; i++) {
            r->x[k][s][i] = dice(2) != 0 ? 512.0 * (double)(i + 1) : random_value(dice(5));
            r->y[k][s][i] = random_value(values);
        }
        r->series[k][s] = (struct fw_chart_series){.name = random_name(), .x = r->x[k][s],
                                                   .y = r->y[k][s], .count = count,
                                                   .dashed = dice(4) == 0};
    }
}

/* Whatever is asked for: well-formed, inside the page, no two texts over one another. */
static void test_random(void)
{
    enum { CHARTS = 250 };
    struct random_chart *const r = calloc(1, sizeof *r);
    size_t drawn = 0;
    for (uint64_t k = 0; k < CHARTS && r != NULL; k++) {
        state = k * 7919;
        for (size_t i = 0; i < PANELS; i++)
            random_panel(r, i);
        r->chart = (struct fw_chart){
            .title = random_name(), .subtitle = random_name(), .source = random_name(),
            .panels = r->panels, .panel_count = 1 + dice(PANELS), .columns = dice(4),
            .palette = (enum fw_palette)dice(2), .legend = dice(4) == 0,
            .width = dice(3) != 0 ? 0 : 220 + dice(500)};
        struct fw_text out;
        struct fw_err err;
        fw_text_init(&out);
        enum fw_status s = fw_chart_write(
            &r->chart, &(struct fw_draw_options){.format = FW_DRAW_SVG}, &out, NULL, &err);
        const bool narrow = s == FW_USAGE && strstr(err.msg, "too narrow") != NULL;
        const bool good = narrow || (s == FW_OK && svg_check(&check, out.data));
        t_true("random chart", good);
        if (!good)
            printf("    number %u: %s\n", (unsigned)k, s == FW_OK ? check.why : err.msg);
        drawn += s == FW_OK;
        fw_text_clear(&out);
        s = fw_chart_write(&r->chart,
                           &(struct fw_draw_options){.format = FW_DRAW_TERM, .columns = 72}, &out,
                           NULL, &err);
        t_status("random chart in the terminal", s, FW_OK);
        fw_text_free(&out);
    }
    t_true("most are drawn", drawn > CHARTS * 9 / 10);
    free(r);
}

/* Layout memory runs out at every possible place; then the error is the canvas's, too. */
static void test_memory(void)
{
    struct samples *const s = calloc(1, sizeof *s);
    if (s == NULL)
        return;
    samples_make(s);
    static const enum fw_draw_format formats[] = {FW_DRAW_SVG, FW_DRAW_TERM};
    for (size_t k = 0; k < 2; k++) {
        enum fw_status status = FW_SYSTEM;
        for (size_t limit = 1; limit < 4000000 && status != FW_OK; limit += 997) {
            struct fw_draw *d = NULL;
            struct fw_arena arena;
            struct fw_err err = {.status = FW_OK};
            const struct fw_draw_options options = {.format = formats[k]};
            t_status("canvas", fw_draw_open(&d, &options, &err), FW_OK);
            fw_arena_init(&arena, limit);
            status = fw_chart_draw(&s->flop_chart, d, &arena, &err);
            if (status != FW_OK)
                t_true("out of memory", status == FW_SYSTEM && d->err.status == FW_SYSTEM);
            fw_arena_free(&arena);
            fw_draw_free(d);
        }
        t_status("enough memory in the end", status, FW_OK);
    }
#ifdef FW_FAULTS
    bool done = false;
    for (long n = 1; n < 20000 && !done; n += 1 + n / 40) {
        struct fw_text out;
        struct fw_err err = {.status = FW_OK};
        fw_text_init(&out);
        fw_fault_countdown = n;
        const enum fw_status status = fw_chart_write(
            &s->training_chart, &(struct fw_draw_options){.format = FW_DRAW_SVG}, &out, NULL, &err);
        done = fw_fault_countdown > 0;
        fw_fault_countdown = 0;
        t_status("allocation fails", status, done ? FW_OK : FW_SYSTEM);
        fw_text_free(&out);
    }
    t_true("the work is done in the end", done);
#endif
    free(s);
}

int main(void)
{
    test_odd_lines();
    test_intervals();
    test_few_points();
    test_geometry();
    test_bars();
    test_negative_bars();
    test_stacks();
    test_samples();
    test_hostile_text();
    test_refused();
    test_terminal();
    test_random();
    test_memory();
    return t_done();
}
