/* canvas_cairo.c - PNG and PDF through Cairo, text through Pango.
 *
 * Pango and not Cairo's toy text, because only Pango falls back to other fonts and can tell how
 * many characters no font could show. Hinting is off and glyphs stand at fractions of a pixel,
 * so that text has the same width at every scale and in every format.
 */
#if defined(FW_NO_CAIRO)

typedef int fw_canvas_cairo_left_out; /* ISO C wants one declaration in a file */

#else

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/fault.h"
#include "draw/backend.h"
#include "draw/cairo_calls.h"

/* Set before any canvas exists: fw_draw_open and the svg canvas ask fw_cairo_ready first. */
static const struct fw_cairo_calls *lib;

bool fw_cairo_ready(void)
{
    lib = fw_cairo_calls();
    return lib != NULL;
}

struct fw_pango {
    PangoFontMap *map;
    PangoContext *context;
    PangoLayout *layout;
    PangoFontDescription *font;
};

struct canvas {
    struct fw_draw base;
    struct fw_pango *pango;
    cairo_surface_t *surface;
    cairo_t *cr;
};

void fw_pango_free(struct fw_pango *p)
{
    if (p == NULL)
        return;
    lib->pango_font_description_free(p->font);
    lib->g_object_unref(p->layout);
    lib->g_object_unref(p->context);
    lib->g_object_unref(p->map);
    free(p);
}

struct fw_pango *fw_pango_new(void)
{
    struct fw_pango *const p = fw_fault_hit() ? NULL : calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    p->map = lib->pango_cairo_font_map_new();
    if (p->map == NULL) {
        free(p);
        return NULL;
    }
    p->context = lib->pango_font_map_create_context(p->map);
    p->layout = lib->pango_layout_new(p->context);
    p->font = lib->pango_font_description_from_string(FW_FONT_FAMILY);
    cairo_font_options_t *const options = lib->cairo_font_options_create();
    lib->cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    lib->cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    lib->cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    lib->pango_cairo_context_set_font_options(p->context, options);
    lib->pango_context_set_round_glyph_positions(p->context, FALSE);
    lib->pango_layout_set_single_paragraph_mode(p->layout, TRUE);
    lib->cairo_font_options_destroy(options);
    return p;
}

/* Lays the text out; returns its width. */
static double lay_out(struct fw_pango *p, const char *text, const struct fw_font *font)
{
    int width = 0;
    lib->pango_font_description_set_absolute_size(p->font, font->size * PANGO_SCALE);
    lib->pango_font_description_set_weight(p->font,
                                           font->bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    lib->pango_layout_set_font_description(p->layout, p->font);
    lib->pango_layout_set_text(p->layout, text, -1);
    lib->pango_layout_get_size(p->layout, &width, NULL);
    return (double)width / PANGO_SCALE;
}

double fw_pango_width(struct fw_pango *p, const char *text, const struct fw_font *font,
                      unsigned *unknown_glyphs)
{
    const double width = lay_out(p, text, font);
    const int unknown = lib->pango_layout_get_unknown_glyphs_count(p->layout);
    if (unknown > 0)
        *unknown_glyphs += (unsigned)unknown;
    return width;
}

/* Hands each piece of the finished file to the text buffer. */
static cairo_status_t sink(void *closure, const unsigned char *data, unsigned n)
{
    struct fw_text *const t = closure;
    fw_text_putn(t, (const char *)data, n);
    return fw_text_ok(t) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_NO_MEMORY;
}

static void check(struct fw_draw *d, cairo_status_t s)
{
    if (s != CAIRO_STATUS_SUCCESS)
        fw_draw_fail(d, FW_SYSTEM, "drawing failed: %s", lib->cairo_status_to_string(s));
}

/* The date in a PDF: SOURCE_DATE_EPOCH if it is set to seconds since 1970, else a fixed day.
 * Without it Cairo writes the clock, and no two files would be equal.
 * Source: reproducible-builds.org, specification of SOURCE_DATE_EPOCH. */
static void pdf_date(char buf[static 32])
{
    static const char *const fixed = "2000-01-01T00:00:00Z";
    static const long long latest = 253402300799LL; /* end of the year 9999 */
    const char *const text = getenv("SOURCE_DATE_EPOCH");
    char *end = NULL;
    const long long seconds = text != NULL ? strtoll(text, &end, 10) : -1;
    const time_t when = (time_t)seconds;
    struct tm tm;
    (void)snprintf(buf, 32, "%s", fixed);
    if (text == NULL || end == text || *end != '\0' || seconds < 0 || seconds > latest)
        return;
    if (gmtime_r(&when, &tm) == NULL || strftime(buf, 32, "%Y-%m-%dT%H:%M:%SZ", &tm) == 0)
        (void)snprintf(buf, 32, "%s", fixed);
}

static cairo_surface_t *new_surface(struct fw_draw *d, const char *title)
{
    const double s = d->options.scale;
    if (d->options.format == FW_DRAW_PNG)
        return lib->cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)ceil(d->width * s),
                                               (int)ceil(d->height * s));
    cairo_surface_t *const pdf =
        lib->cairo_pdf_surface_create_for_stream(sink, &d->out, d->width, d->height);
    char date[32];
    pdf_date(date);
    lib->cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_CREATE_DATE, date);
    lib->cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_CREATOR, "flopwatt");
    if (*title != '\0')
        lib->cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_TITLE, title);
    return pdf;
}

static void cairo_canvas_begin(struct fw_draw *d, const char *title, const char *desc)
{
    struct canvas *const c = (struct canvas *)d;
    (void)desc; /* neither format has a place for it */
    c->surface = new_surface(d, title);
    check(d, lib->cairo_surface_status(c->surface));
    c->cr = lib->cairo_create(c->surface);
    check(d, lib->cairo_status(c->cr));
    if (!fw_draw_ok(d))
        return;
    if (d->options.format == FW_DRAW_PNG)
        lib->cairo_scale(c->cr, d->options.scale, d->options.scale);
    lib->cairo_set_source_rgb(c->cr, 1, 1, 1);
    lib->cairo_paint(c->cr);
    lib->cairo_set_line_join(c->cr, CAIRO_LINE_JOIN_ROUND);
    lib->pango_cairo_update_context(c->cr, c->pango->context);
    lib->pango_layout_context_changed(c->pango->layout);
}

static void cairo_canvas_end(struct fw_draw *d)
{
    struct canvas *const c = (struct canvas *)d;
    check(d, lib->cairo_status(c->cr));
    if (d->options.format == FW_DRAW_PNG) {
        check(d, lib->cairo_surface_write_to_png_stream(c->surface, sink, &d->out));
    } else {
        lib->cairo_surface_finish(c->surface);
        check(d, lib->cairo_surface_status(c->surface));
    }
}

static void set_colour(cairo_t *cr, fw_colour c)
{
    lib->cairo_set_source_rgb(cr, (c >> 16 & 255) / 255.0, (c >> 8 & 255) / 255.0,
                              (c & 255) / 255.0);
}

/* Fills and strokes the current path. */
static void paint(cairo_t *cr, const struct fw_paint *p)
{
    if (p->fill != 0) {
        set_colour(cr, p->fill);
        lib->cairo_fill_preserve(cr);
    }
    if (p->stroke != 0 && p->width > 0) {
        const double *lengths = NULL;
        double dash[4];
        const size_t n = fw_dash_pattern(p->dash, &lengths);
        for (size_t k = 0; k < n; k++)
            dash[k] = lengths[k] * p->width;
        set_colour(cr, p->stroke);
        lib->cairo_set_line_width(cr, p->width);
        lib->cairo_set_dash(cr, dash, (int)n, 0);
        lib->cairo_stroke_preserve(cr);
    }
    lib->cairo_new_path(cr);
}

static void cairo_canvas_rect(struct fw_draw *d, struct fw_box b, double radius,
                              const struct fw_paint *p)
{
    cairo_t *const cr = ((struct canvas *)d)->cr;
    static const double quarter = 1.57079632679489662; /* pi / 2 */
    if (radius > 0) {
        const double x[] = {b.x + b.w - radius, b.x + b.w - radius, b.x + radius, b.x + radius};
        const double y[] = {b.y + radius, b.y + b.h - radius, b.y + b.h - radius, b.y + radius};
        lib->cairo_new_sub_path(cr);
        for (int k = 0; k < 4; k++)
            lib->cairo_arc(cr, x[k], y[k], radius, (k - 1) * quarter, k * quarter);
        lib->cairo_close_path(cr);
    } else {
        lib->cairo_rectangle(cr, b.x, b.y, b.w, b.h);
    }
    paint(cr, p);
}

static void cairo_canvas_polyline(struct fw_draw *d, const double *xy, size_t n, bool closed,
                                  const struct fw_paint *p)
{
    cairo_t *const cr = ((struct canvas *)d)->cr;
    bool down = false;
    for (size_t k = 0; k <= n; k++) {
        const bool lift = k == n || isnan(xy[2 * k]) || isnan(xy[2 * k + 1]);
        if (lift && down && closed)
            lib->cairo_close_path(cr);
        if (!lift && down)
            lib->cairo_line_to(cr, xy[2 * k], xy[2 * k + 1]);
        else if (!lift)
            lib->cairo_move_to(cr, xy[2 * k], xy[2 * k + 1]);
        down = !lift;
    }
    paint(cr, p);
}

static void cairo_canvas_text(struct fw_draw *d, double x, double y, const char *text,
                              const struct fw_font *font)
{
    struct canvas *const c = (struct canvas *)d;
    static const double shares[] = {0, 0.5, 1};
    const double width = fw_pango_width(c->pango, text, font, &d->unknown_glyphs);
    const double base = (double)lib->pango_layout_get_baseline(c->pango->layout) / PANGO_SCALE;
    set_colour(c->cr, font->colour);
    lib->cairo_move_to(c->cr, x - shares[font->anchor] * width, y - base);
    lib->pango_cairo_show_layout(c->cr, c->pango->layout);
    lib->cairo_new_path(c->cr);
}

static double cairo_canvas_textsize(struct fw_draw *d, const char *text, const struct fw_font *font)
{
    struct canvas *const c = (struct canvas *)d;
    return fw_pango_width(c->pango, text, font, &d->unknown_glyphs);
}

static void cairo_canvas_group(struct fw_draw *d, const struct fw_draw_part *group)
{
    (void)d; /* pixels and pages have no groups */
    (void)group;
}

static void cairo_canvas_free(struct fw_draw *d)
{
    struct canvas *const c = (struct canvas *)d;
    if (c->cr != NULL)
        lib->cairo_destroy(c->cr);
    if (c->surface != NULL)
        lib->cairo_surface_destroy(c->surface);
    fw_pango_free(c->pango);
}

struct fw_draw *fw_canvas_cairo_new(void)
{
    static const struct fw_draw_methods methods = {
        .begin = cairo_canvas_begin,
        .end = cairo_canvas_end,
        .rect = cairo_canvas_rect,
        .polyline = cairo_canvas_polyline,
        .text = cairo_canvas_text,
        .textsize = cairo_canvas_textsize,
        .group = cairo_canvas_group,
        .free = cairo_canvas_free,
    };
    struct canvas *const c = fw_fault_hit() ? NULL : calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->base.methods = &methods;
    c->pango = fw_pango_new();
    if (c->pango == NULL) {
        free(c);
        return NULL;
    }
    return &c->base;
}

#endif
