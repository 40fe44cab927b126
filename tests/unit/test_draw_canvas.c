/* test_draw_canvas.c - the canvas and its backends, without charts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "draw/canvas.h"
#include "draw_check.h"
#include "t.h"

static const struct fw_font regular = {.size = 10};
static const struct fw_font bold = {.size = 10, .bold = true};
static const double nan_ = (double)NAN;

static struct fw_draw *open_canvas(enum fw_draw_format format)
{
    struct fw_draw *d = NULL;
    struct fw_err err;
    const struct fw_draw_options options = {.format = format, .columns = 40, .ascii = true};
    t_status("canvas opens", fw_draw_open(&d, &options, &err), FW_OK);
    return d;
}

static void draw_something(struct fw_draw *d)
{
    const double xy[] = {10, 20, 30.126, 40, nan_, nan_, 50, 20, 70, 40.999};
    fw_draw_begin(d, 100, 50.5, "A <b> & \"c\" 'd'", "desc\n2");
    fw_draw_group(d, &(struct fw_draw_part){.id = "g-1", .klass = "series", .title = "x < y"});
    fw_draw_rect(d, (struct fw_box){1, 2, 30, 4.006}, 0,
                 &(struct fw_paint){.fill = FW_RGB(0x0072B2)});
    fw_draw_polyline(d, xy, 5, false,
                     &(struct fw_paint){.stroke = FW_RGB(0xD55E00), .width = 2,
                                        .dash = FW_DASH_LONG});
    fw_draw_group_end(d);
    fw_draw_text(d, 50, 12, "caf\xC3\xA9 \xFF<", &regular);
}

/* Written by hand from the SVG 1.1 recommendation; numbers have two decimals at most. */
static void test_svg_exactly(void)
{
    static const char *const want =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 50.5\" width=\"100pt\" "
        "height=\"50.5pt\" id=\"fw\" role=\"img\" font-family=\"DejaVu Sans, Verdana, "
        "sans-serif\" stroke-linejoin=\"round\">\n"
        "<title>A &lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;</title>\n"
        "<desc>desc 2</desc>\n"
        "<rect class=\"page\" width=\"100\" height=\"50.5\" fill=\"#ffffff\"/>\n"
        "<g id=\"fw-g-1\" class=\"series\">\n"
        "<title>x &lt; y</title>\n"
        "<rect x=\"1\" y=\"2\" width=\"30\" height=\"4.01\" fill=\"#0072b2\"/>\n"
        "<path d=\"M10 20L30.13 40M50 20L70 41\" fill=\"none\" stroke=\"#d55e00\" "
        "stroke-width=\"2\" stroke-dasharray=\"10 5\"/>\n"
        "</g>\n"
        "<text x=\"50\" y=\"12\" font-size=\"10\">caf\xC3\xA9 \xEF\xBF\xBD&lt;</text>\n"
        "</svg>\n";
    struct fw_draw *const d = open_canvas(FW_DRAW_SVG);
    struct fw_text out;
    struct fw_err err;
    struct svg_check *const check = malloc(sizeof *check);
    fw_text_init(&out);
    draw_something(d);
    t_status("svg closes", fw_draw_close(d, &out, &err), FW_OK);
    t_str("svg", out.data, want);
    t_true("svg is well-formed", check != NULL && svg_check(check, out.data));
    free(check);
    fw_text_free(&out);
    fw_draw_free(d);
}

/* The reader of draw_check.h must be able to say no. */
static void test_checker(void)
{
    static const struct {
        const char *name, *svg;
        bool good;
    } rows[] = {
        {"good", "<svg viewBox=\"0 0 9 9\"><g id=\"a\"><rect x=\"1\"/></g></svg>", true},
        {"open", "<svg viewBox=\"0 0 9 9\"><g></svg>", false},
        {"nan", "<svg viewBox=\"0 0 9 9\"><rect x=\"nan\"/></svg>", false},
        {"inf", "<svg viewBox=\"0 0 9 9\"><path d=\"M1 2Linf 3\"/></svg>", false},
        {"outside", "<svg viewBox=\"0 0 9 9\"><rect x=\"5\" width=\"4.2\"/></svg>", false},
        {"entity", "<svg viewBox=\"0 0 9 9\"><title>a & b</title></svg>", false},
        {"decimals", "<svg viewBox=\"0 0 9 9\"><rect x=\"1.001\"/></svg>", false},
        {"id twice", "<svg viewBox=\"0 0 9 9\"><g id=\"a\"/><g id=\"a\"/></svg>", false},
        {"texts", "<svg viewBox=\"0 0 90 90\"><text x=\"9\" y=\"9\" font-size=\"5\">abc</text>"
                  "<text x=\"10\" y=\"10\" font-size=\"5\">abc</text></svg>", false},
        {"text leaves", "<svg viewBox=\"0 0 9 9\"><text x=\"1\" y=\"8\" font-size=\"5\">"
                        "wide text</text></svg>", false},
    };
    struct svg_check *const check = malloc(sizeof *check);
    for (size_t k = 0; k < sizeof rows / sizeof rows[0] && check != NULL; k++)
        t_true(rows[k].name, svg_check(check, rows[k].svg) == rows[k].good);
    free(check);
}

static void test_names(void)
{
    enum fw_draw_format f = FW_DRAW_TERM;
    t_true("x.svg", fw_draw_format_of("x.svg", &f) && f == FW_DRAW_SVG);
    t_true("a.b/x.PNG", fw_draw_format_of("a.b/x.PNG", &f) && f == FW_DRAW_PNG);
    t_true(".pdf", fw_draw_format_of(".pdf", &f) && f == FW_DRAW_PDF);
    t_true("x.svg.txt", !fw_draw_format_of("x.svg.txt", &f));
    t_true("svg", !fw_draw_format_of("svg", &f));
}

static void test_options(void)
{
    static const struct {
        const char *name;
        struct fw_draw_options options;
        enum fw_status want;
    } rows[] = {
        {"columns 39", {.format = FW_DRAW_TERM, .columns = 39}, FW_USAGE},
        {"columns 401", {.format = FW_DRAW_TERM, .columns = 401}, FW_USAGE},
        {"scale 21", {.format = FW_DRAW_PNG, .scale = 21}, FW_USAGE},
        {"scale -1", {.format = FW_DRAW_PNG, .scale = -1}, FW_USAGE},
        {"prefix with a blank", {.format = FW_DRAW_SVG, .prefix = "a b"}, FW_USAGE},
        {"prefix with a digit first", {.format = FW_DRAW_SVG, .prefix = "1a"}, FW_USAGE},
        {"empty prefix", {.format = FW_DRAW_SVG, .prefix = ""}, FW_USAGE},
        {"format", {.format = FW_DRAW_FORMAT_}, FW_BUG},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct fw_draw *d = NULL;
        struct fw_err err;
        t_status(rows[k].name, fw_draw_open(&d, &rows[k].options, &err), rows[k].want);
        t_true("no canvas", d == NULL);
        fw_draw_free(d);
    }
}

/* After the first error nothing is drawn, and closing returns that error. */
static void check_sticky(const char *name, struct fw_draw *d, enum fw_status want)
{
    struct fw_text out;
    struct fw_err err;
    fw_text_init(&out);
    fw_draw_text(d, 5, 9, "later", &regular);
    t_status(name, fw_draw_close(d, &out, &err), want);
    t_int(name, err.status, want);
    t_int("nothing is written", out.len, 0);
    fw_text_free(&out);
    fw_draw_free(d);
}

static void test_sticky(void)
{
    static const double sizes[][2] = {{7, 100}, {100, 7}, {14401, 100}, {100, 14401},
                                      {-5, 100}, {0, 100}};
    const struct fw_paint paint = {.fill = FW_RGB(0)};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        struct fw_draw *const d = open_canvas(FW_DRAW_SVG);
        fw_draw_begin(d, sizes[k][0], sizes[k][1], NULL, NULL);
        check_sticky("page size", d, FW_USAGE);
    }
    struct fw_draw *d = open_canvas(FW_DRAW_SVG);
    fw_draw_begin(d, nan_, 100, NULL, NULL);
    check_sticky("width that is no number", d, FW_USAGE);
    d = open_canvas(FW_DRAW_SVG);
    fw_draw_begin(d, 100, 100, NULL, NULL);
    fw_draw_begin(d, 100, 100, NULL, NULL);
    check_sticky("begun twice", d, FW_BUG);
    d = open_canvas(FW_DRAW_SVG);
    check_sticky("never begun", d, FW_BUG);
    d = open_canvas(FW_DRAW_SVG);
    fw_draw_begin(d, 100, 100, NULL, NULL);
    fw_draw_rect(d, (struct fw_box){1, 1, nan_, 1}, 0, &paint);
    check_sticky("rectangle with a NaN", d, FW_BUG);
    d = open_canvas(FW_DRAW_SVG);
    fw_draw_begin(d, 100, 100, NULL, NULL);
    fw_draw_line(d, 1, 1, HUGE_VAL, 1, &paint);
    check_sticky("infinite line", d, FW_BUG);
    d = open_canvas(FW_DRAW_SVG);
    fw_draw_begin(d, 100, 100, NULL, NULL);
    fw_draw_text(d, nan_, 1, "a", &regular);
    check_sticky("text nowhere", d, FW_BUG);
    d = open_canvas(FW_DRAW_SVG);
    fw_draw_begin(d, 100, 100, NULL, NULL);
    fw_draw_group_end(d);
    check_sticky("group not open", d, FW_BUG);
    d = open_canvas(FW_DRAW_SVG);
    fw_draw_begin(d, 100, 100, NULL, NULL);
    d->out.failed = true; /* what a failed allocation leaves behind */
    check_sticky("memory", d, FW_SYSTEM);
    d = open_canvas(FW_DRAW_SVG);
    fw_draw_fail(d, FW_INPUT, "first %d", 1);
    fw_draw_fail(d, FW_BUG, "second");
    t_str("the first error stays", d->err.msg, "first 1");
    fw_draw_free(d);
}

/* Hatch lines stay inside their rectangle, which svg_check sees, and differ by pattern. */
static void test_hatches(void)
{
    struct svg_check *const check = malloc(sizeof *check);
    char *before = NULL;
    for (int h = FW_HATCH_RISING; h < FW_HATCH_ && check != NULL; h++) {
        struct fw_draw *const d = open_canvas(FW_DRAW_SVG);
        struct fw_text out;
        struct fw_err err;
        fw_text_init(&out);
        fw_draw_begin(d, 40, 30, NULL, NULL);
        fw_draw_rect(d, (struct fw_box){0, 0, 40, 30}, 0,
                     &(struct fw_paint){.fill = FW_RGB(0xffffff), .hatch = (enum fw_hatch)h,
                                        .hatch_ink = FW_RGB(0)});
        t_status("hatch", fw_draw_close(d, &out, &err), FW_OK);
        t_true("hatch stays inside", svg_check(check, out.data));
        t_true("hatch is drawn", strstr(out.data, "<path d=\"M") != NULL);
        t_true("hatches differ", before == NULL || strcmp(before, out.data) != 0);
        free(before);
        before = malloc(out.len + 1);
        if (before != NULL)
            memcpy(before, out.data, out.len + 1);
        fw_text_free(&out);
        fw_draw_free(d);
    }
    free(before);
    free(check);
}

static void test_metrics(void)
{
    bool known = false;
    /* advance widths in the hmtx table of DejaVuSans.ttf 2.37: H 1540, e 1260, of 2048 */
    t_rel("He", fw_metrics_width("He", false, &known), (1540 + 1260) / 2048.0, 1e-12);
    t_true("He is known", known);
    /* DejaVuSans-Bold.ttf: H 1714; subscript two 821 (bold 897) */
    t_rel("bold H", fw_metrics_width("H\xE2\x82\x82", true, &known), (1714 + 897) / 2048.0, 1e-12);
    t_rel("minus", fw_metrics_width("\xE2\x88\x92", false, &known), 1716 / 2048.0, 1e-12);
    t_rel("Greek", fw_metrics_width("\xCF\x89", false, &known), 1715 / 2048.0, 1e-12);
    t_abs("nothing", fw_metrics_width("", false, &known), 0, 0);
    (void)fw_metrics_width("\xE4\xB8\xAD", false, &known);
    t_true("Chinese is not in the table", !known);
}

static void test_terminal(void)
{
    /* cells of 6 x 12 points; 72 x 36 points are 12 columns and 3 rows */
    static const char *const want = "Hello x^2\n"
                                    "######\n"
                                    "+-----+\n";
    const struct fw_draw_options options = {.format = FW_DRAW_TERM, .columns = 40, .ascii = true};
    struct fw_draw *d = NULL;
    struct fw_text out;
    struct fw_err err;
    fw_text_init(&out);
    t_status("terminal opens", fw_draw_open(&d, &options, &err), FW_OK);
    t_rel("width of three columns", fw_draw_textsize(d, "a\xC2\xB2", &regular), 18, 1e-12);
    fw_draw_begin(d, 72, 36, "not shown", NULL);
    fw_draw_text(d, 0, 12, "Hello x\xC2\xB2", &regular);
    fw_draw_rect(d, (struct fw_box){0, 12, 36, 12}, 0, &(struct fw_paint){.fill = FW_RGB(0)});
    fw_draw_line(d, 3, 30, 39, 30, &(struct fw_paint){.stroke = FW_RGB(0), .width = 1});
    fw_draw_text(d, 0, 36, "+", &regular);
    fw_draw_text(d, 36, 36, "+", &regular);
    fw_draw_text(d, 600, 36, "beyond the edge", &regular);
    t_status("terminal closes", fw_draw_close(d, &out, &err), FW_OK);
    t_str("terminal", out.data, want);
    fw_text_free(&out);
    fw_draw_free(d);
}

static void test_terminal_unicode(void)
{
    /* dots 1 and 8 of the braille cell: U+2880 + 1 = U+2881 is left top and right bottom */
    const struct fw_draw_options options = {.format = FW_DRAW_TERM, .columns = 40,
                                            .colour = true};
    struct fw_draw *d = NULL;
    struct fw_text out;
    struct fw_err err;
    const double xy[] = {0.1, 0.1, 0.2, 0.2, nan_, nan_, 5.9, 11.9, 5.8, 11.8};
    fw_text_init(&out);
    t_status("terminal opens", fw_draw_open(&d, &options, &err), FW_OK);
    fw_draw_begin(d, 60, 12, NULL, NULL);
    fw_draw_polyline(d, xy, 5, false, &(struct fw_paint){.stroke = FW_RGB(0xff0000), .width = 1});
    /* one and a half cells: a full and a half block; East Asian text takes two columns each */
    fw_draw_rect(d, (struct fw_box){12, 0, 9, 12}, 0, &(struct fw_paint){.fill = FW_RGB(0xff0000)});
    fw_draw_text(d, 30, 12, "\xE4\xB8\xAD\xE6\x96\x87|", &bold);
    t_status("terminal closes", fw_draw_close(d, &out, &err), FW_OK);
    t_str("braille, blocks, wide text", out.data,
          "\033[0m\033[38;5;196m\xE2\xA2\x81\033[0m \033[0m\033[38;5;196m\xE2\x96\x88\xE2\x96\x8C"
          "\033[0m \033[0m\033[1m\xE4\xB8\xAD\xE6\x96\x87|\033[0m\n");
    fw_text_free(&out);
    fw_draw_free(d);
}

#if !defined(FW_NO_CAIRO)

static struct fw_text render(enum fw_draw_format format, double w, double h, bool empty,
                             enum fw_status want)
{
    struct fw_draw *const d = open_canvas(format);
    struct fw_text out;
    struct fw_err err;
    fw_text_init(&out);
    fw_draw_begin(d, w, h, "t", NULL);
    if (!empty)
        fw_draw_text(d, 5, 20, "text", &bold);
    t_status("render", fw_draw_close(d, &out, &err), want);
    fw_draw_free(d);
    return out;
}

static size_t big_endian(const char *p)
{
    const unsigned char *const b = (const unsigned char *)p;
    return (size_t)b[0] << 24 | (size_t)b[1] << 16 | (size_t)b[2] << 8 | b[3];
}

static void test_png(void)
{
    struct fw_text text = render(FW_DRAW_PNG, 60, 40, false, FW_OK);
    struct fw_text blank = render(FW_DRAW_PNG, 60, 40, true, FW_OK);
    struct fw_text again = render(FW_DRAW_PNG, 60, 40, false, FW_OK);
    /* Source: PNG specification, 2nd ed., 5.2 and 11.2.2: signature, then IHDR */
    t_true("png signature", text.len > 24 && memcmp(text.data, "\x89PNG\r\n\x1A\n", 8) == 0);
    t_int("png width, 3 pixels per point", big_endian(text.data + 16), 180);
    t_int("png height", big_endian(text.data + 20), 120);
    t_true("png is not blank", text.len > blank.len + 200);
    t_true("png is reproducible",
           text.len == again.len && memcmp(text.data, again.data, text.len) == 0);
    fw_text_free(&text);
    fw_text_free(&blank);
    fw_text_free(&again);
    struct fw_text huge = render(FW_DRAW_PNG, 11000, 40, true, FW_USAGE);
    fw_text_free(&huge);
    huge = render(FW_DRAW_PNG, 5000, 5000, true, FW_USAGE);
    fw_text_free(&huge);
}

static bool holds(const struct fw_text *t, const char *needle)
{
    const size_t n = strlen(needle);
    for (size_t k = 0; k + n <= t->len; k++)
        if (memcmp(t->data + k, needle, n) == 0)
            return true;
    return false;
}

static void test_pdf(void)
{
    t_int("environment", unsetenv("SOURCE_DATE_EPOCH"), 0);
    struct fw_text one = render(FW_DRAW_PDF, 60, 40, false, FW_OK);
    struct fw_text two = render(FW_DRAW_PDF, 60, 40, false, FW_OK);
    t_true("pdf signature", one.len > 5 && memcmp(one.data, "%PDF-", 5) == 0);
    t_true("two runs are equal",
           one.len == two.len && memcmp(one.data, two.data, one.len) == 0);
    t_true("a fixed date", holds(&one, "20000101000000Z"));
    fw_text_free(&one);
    fw_text_free(&two);
    /* date -u -d @1700000000: 2023-11-14 22:13:20 */
    t_int("environment", setenv("SOURCE_DATE_EPOCH", "1700000000", 1), 0);
    one = render(FW_DRAW_PDF, 60, 40, false, FW_OK);
    t_true("the date asked for", holds(&one, "20231114221320Z"));
    fw_text_free(&one);
    static const char *const odd[] = {"", "soon", "-5", "1e9", "99999999999999999999"};
    for (size_t k = 0; k < sizeof odd / sizeof odd[0]; k++) {
        t_int("environment", setenv("SOURCE_DATE_EPOCH", odd[k], 1), 0);
        one = render(FW_DRAW_PDF, 60, 40, false, FW_OK);
        t_true("a bad date is not taken", holds(&one, "20000101000000Z"));
        fw_text_free(&one);
    }
    t_int("environment", unsetenv("SOURCE_DATE_EPOCH"), 0);
}

/* An own width against Pango and HarfBuzz: kerning only narrows, and by 3 % at most. */
static void check_width(const char *text, double own, double pango)
{
    t_true(text, own >= pango * 0.998 && own <= pango * 1.03);
}

static void test_widths_against_pango(void)
{
    static const char *const texts[] = {
        "KV cache of one sequence (bytes)", "LLaMA-3 8B", "GPT-3 175B",
        "10\u00B2\u00B3 FLOP", "t CO\u2082eq", "1,287", "\u22120.4", "512 MiB",
        "Sources: Llama 3 model card (Meta, 2024); Patterson et al. (2021).",
    };
    struct fw_draw *const svg = open_canvas(FW_DRAW_SVG), *const png = open_canvas(FW_DRAW_PNG);
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
        check_width(texts[k], fw_draw_textsize(svg, texts[k], &regular),
                    fw_draw_textsize(png, texts[k], &regular));
        check_width(texts[k], fw_draw_textsize(svg, texts[k], &bold),
                    fw_draw_textsize(png, texts[k], &bold));
    }
    t_int("no unknown glyph", png->unknown_glyphs + svg->unknown_glyphs, 0);
    /* U+F0000 is private use: no font has it */
    (void)fw_draw_textsize(png, "a\xF3\xB0\x80\x80", &regular);
    (void)fw_draw_textsize(svg, "a\xF3\xB0\x80\x80", &regular);
    t_true("unknown glyph in png", png->unknown_glyphs > 0);
    t_true("unknown glyph in svg", svg->unknown_glyphs > 0);
    fw_draw_free(svg);
    fw_draw_free(png);
}

static void test_cairo_memory(void)
{
    static const enum fw_draw_format formats[] = {FW_DRAW_PNG, FW_DRAW_PDF};
    for (size_t k = 0; k < 2; k++) {
        struct fw_draw *const d = open_canvas(formats[k]);
        fw_draw_begin(d, 50, 50, NULL, NULL);
        d->out.failed = true;
        check_sticky("cairo cannot write", d, FW_SYSTEM);
    }
    struct fw_draw *const left = open_canvas(FW_DRAW_PDF); /* begun and never closed */
    fw_draw_begin(left, 50, 50, NULL, NULL);
    fw_draw_free(left);
}

#endif

#ifdef FW_FAULTS
/* Allocation n fails, for n = 1, 2, ... until the work succeeds. */
static void test_faults(void)
{
    for (int format = 0; format < FW_DRAW_FORMAT_; format++) {
        bool done = false;
        for (long n = 1; n < 200 && !done; n++) {
            struct fw_draw *d = NULL;
            struct fw_text out;
            struct fw_err err = {.status = FW_OK};
            const struct fw_draw_options options = {.format = (enum fw_draw_format)format};
            fw_text_init(&out);
            fw_fault_countdown = n;
            enum fw_status s = fw_draw_open(&d, &options, &err);
            if (s == FW_OK) {
                draw_something(d);
                s = fw_draw_close(d, &out, &err);
            }
            done = fw_fault_countdown > 0;
            fw_fault_countdown = 0;
            t_status("allocation fails", s, done ? FW_OK : FW_SYSTEM);
            t_int("the error says so", err.status, s);
            fw_text_free(&out);
            fw_draw_free(d);
        }
        t_true("the work is done in the end", done);
    }
}
#endif

int main(void)
{
    test_svg_exactly();
    test_checker();
    test_names();
    test_options();
    test_sticky();
    test_hatches();
    test_metrics();
    test_terminal();
    test_terminal_unicode();
#if !defined(FW_NO_CAIRO)
    test_png();
    test_pdf();
    test_widths_against_pango();
    test_cairo_memory();
#endif
#ifdef FW_FAULTS
    test_faults();
#endif
    return t_done();
}
