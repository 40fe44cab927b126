/* canvas_svg.c - SVG 1.1 as a person would write it: real text, ids, titles, short numbers.
 *
 * Cairo's own SVG surface turns text into outlines, which readers cannot search, copy or hear,
 * and which is six times as long. There is no XML declaration and no <style>, so that the same
 * bytes serve as a file and inside an HTML page. Nothing depends on time, locale or machine.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "draw/backend.h"
#include "draw/metrics.h"

struct svg {
    struct fw_draw base;
#if !defined(FW_NO_CAIRO)
    struct fw_pango *pango; /* made when a script needs it that metrics.c does not know */
#endif
};

/* At most two decimals, no trailing zeros, no "-0". Not printf: its decimal point follows the
 * locale. The front has checked that |v| <= 1e6. */
static void number(struct fw_text *t, double v)
{
    const long long n = llround(v * 100);
    const long long a = n < 0 ? -n : n;
    if (n < 0)
        fw_text_putc(t, '-');
    fw_text_printf(t, "%lld", a / 100);
    if (a % 100 != 0)
        fw_text_printf(t, ".%lld", a % 100 / 10);
    if (a % 10 != 0)
        fw_text_printf(t, "%lld", a % 10);
}

static void number_attr(struct fw_text *t, const char *name, double v)
{
    fw_text_printf(t, " %s=\"", name);
    number(t, v);
    fw_text_putc(t, '"');
}

static void escaped(struct fw_text *t, const char *s)
{
    for (; *s != '\0'; s++) {
        switch (*s) {
        case '&': fw_text_put(t, "&amp;"); break;
        case '<': fw_text_put(t, "&lt;"); break;
        case '>': fw_text_put(t, "&gt;"); break;
        case '"': fw_text_put(t, "&quot;"); break;
        case '\'': fw_text_put(t, "&#39;"); break;
        default: fw_text_putc(t, *s);
        }
    }
}

static void element(struct fw_text *t, const char *name, const char *text)
{
    if (text == NULL || *text == '\0')
        return;
    fw_text_printf(t, "<%s>", name);
    escaped(t, text);
    fw_text_printf(t, "</%s>\n", name);
}

static void colour_attr(struct fw_text *t, const char *name, fw_colour c)
{
    if (c == 0)
        fw_text_printf(t, " %s=\"none\"", name);
    else
        fw_text_printf(t, " %s=\"#%06x\"", name, (unsigned)(c & 0xFFFFFF));
}

/* black is the default of SVG and not written */
static void paint_attrs(struct fw_text *t, const struct fw_paint *p)
{
    colour_attr(t, "fill", p->fill);
    if (p->stroke == 0 || p->width <= 0)
        return;
    colour_attr(t, "stroke", p->stroke);
    number_attr(t, "stroke-width", p->width);
    const double *dash = NULL;
    const size_t n = fw_dash_pattern(p->dash, &dash);
    for (size_t k = 0; k < n; k++) {
        fw_text_put(t, k == 0 ? " stroke-dasharray=\"" : " ");
        number(t, dash[k] * p->width);
    }
    if (n > 0)
        fw_text_putc(t, '"');
}

static void svg_begin(struct fw_draw *d, const char *title, const char *desc)
{
    struct fw_text *const t = &d->out;
    fw_text_put(t, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    number(t, d->width);
    fw_text_putc(t, ' ');
    number(t, d->height);
    fw_text_put(t, "\" width=\"");
    number(t, d->width);
    fw_text_put(t, "pt\" height=\"");
    number(t, d->height);
    fw_text_printf(t, "pt\" id=\"%s\" role=\"img\" font-family=\"%s, Verdana, sans-serif\"",
                   d->options.prefix, FW_FONT_FAMILY);
    fw_text_put(t, " stroke-linejoin=\"round\">\n");
    element(t, "title", title);
    element(t, "desc", desc);
    fw_text_put(t, "<rect class=\"page\"");
    number_attr(t, "width", d->width);
    number_attr(t, "height", d->height);
    fw_text_put(t, " fill=\"#ffffff\"/>\n");
}

static void svg_end(struct fw_draw *d)
{
    fw_text_put(&d->out, "</svg>\n");
}

static void svg_rect(struct fw_draw *d, struct fw_box b, double radius, const struct fw_paint *p)
{
    struct fw_text *const t = &d->out;
    fw_text_put(t, "<rect");
    number_attr(t, "x", b.x);
    number_attr(t, "y", b.y);
    number_attr(t, "width", b.w);
    number_attr(t, "height", b.h);
    if (radius > 0)
        number_attr(t, "rx", radius);
    paint_attrs(t, p);
    fw_text_put(t, "/>\n");
}

static void svg_polyline(struct fw_draw *d, const double *xy, size_t n, bool closed,
                         const struct fw_paint *p)
{
    struct fw_text *const t = &d->out;
    bool down = false, any = false;
    for (size_t k = 0; k <= n; k++) {
        const bool lift = k == n || isnan(xy[2 * k]) || isnan(xy[2 * k + 1]);
        if (lift) {
            if (down && closed)
                fw_text_putc(t, 'Z');
            down = false;
            continue;
        }
        if (!any)
            fw_text_put(t, "<path d=\"");
        fw_text_putc(t, down ? 'L' : 'M');
        number(t, xy[2 * k]);
        fw_text_putc(t, ' ');
        number(t, xy[2 * k + 1]);
        down = any = true;
    }
    if (!any)
        return;
    fw_text_putc(t, '"');
    paint_attrs(t, p);
    fw_text_put(t, "/>\n");
}

static void svg_text(struct fw_draw *d, double x, double y, const char *text,
                     const struct fw_font *font)
{
    static const char *const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    struct fw_text *const t = &d->out;
    fw_text_put(t, "<text");
    number_attr(t, "x", x);
    number_attr(t, "y", y);
    number_attr(t, "font-size", font->size);
    if (font->bold)
        fw_text_put(t, " font-weight=\"bold\"");
    fw_text_put(t, anchors[font->anchor]);
    if (font->colour != 0)
        colour_attr(t, "fill", font->colour);
    fw_text_putc(t, '>');
    escaped(t, text);
    fw_text_put(t, "</text>\n");
}

static double svg_textsize(struct fw_draw *d, const char *text, const struct fw_font *font)
{
    bool known = false;
    const double width = font->size * fw_metrics_width(text, font->bold, &known);
#if !defined(FW_NO_CAIRO)
    struct svg *const s = (struct svg *)d;
    if (!known && fw_cairo_ready()) {
        if (s->pango == NULL)
            s->pango = fw_pango_new();
        if (s->pango == NULL) {
            fw_draw_fail(d, FW_SYSTEM, "out of memory for fonts");
            return width;
        }
        return fw_pango_width(s->pango, text, font, &d->unknown_glyphs);
    }
#else
    (void)d;
#endif
    return width;
}

static void svg_group(struct fw_draw *d, const struct fw_draw_part *group)
{
    struct fw_text *const t = &d->out;
    if (group == NULL) {
        fw_text_put(t, "</g>\n");
        return;
    }
    fw_text_put(t, "<g");
    if (group->id != NULL) {
        fw_text_printf(t, " id=\"%s-", d->options.prefix);
        escaped(t, group->id);
        fw_text_putc(t, '"');
    }
    if (group->klass != NULL) {
        fw_text_put(t, " class=\"");
        escaped(t, group->klass);
        fw_text_putc(t, '"');
    }
    fw_text_put(t, ">\n");
    element(t, "title", group->title);
}

static void svg_free(struct fw_draw *d)
{
#if !defined(FW_NO_CAIRO)
    fw_pango_free(((struct svg *)d)->pango);
#else
    (void)d;
#endif
}

struct fw_draw *fw_canvas_svg_new(void)
{
    static const struct fw_draw_methods methods = {
        .begin = svg_begin,
        .end = svg_end,
        .rect = svg_rect,
        .polyline = svg_polyline,
        .text = svg_text,
        .textsize = svg_textsize,
        .group = svg_group,
        .free = svg_free,
    };
    struct svg *const s = fw_fault_hit() ? NULL : calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->base.methods = &methods;
    return &s->base;
}
