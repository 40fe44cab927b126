/* canvas.c - the front of all backends: checks numbers, cleans texts, keeps the sticky error.
 *
 * Backends therefore see finite coordinates only (NaN where the pen is lifted) and well-formed
 * UTF-8 without control characters; none of them has to check again.
 */
#include "draw/canvas.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "draw/backend.h"
#include "draw/metrics.h"

enum { TEXT_MAX = 1024, HATCH_MAX = 400 };

static const double PAGE_MIN = 8, PAGE_MAX = 14400; /* a PDF page ends at 14400 pt */
static const double PICTURE_MAX = 32767;            /* pixels a side that Cairo can hold */
static const double PICTURE_AREA = 2.0e8;           /* pixels; 800 MB */
static const double FARTHEST = 1e6;                 /* [pt], a coordinate beyond is our mistake */
static const double HATCH_STEP = 4.5;               /* [pt] between the lines of a pattern */

void fw_draw_fail(struct fw_draw *d, enum fw_status status, const char *fmt, ...)
{
    if (d->err.status != FW_OK)
        return;
    char msg[FW_MSG_LEN];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(msg, sizeof msg, fmt, args); /* a cut message is still a message */
    va_end(args);
    (void)fw_fail(&d->err, status, "%s", msg);
}

bool fw_draw_ok(const struct fw_draw *d)
{
    return d->err.status == FW_OK;
}

size_t fw_dash_pattern(enum fw_dash dash, const double **lengths)
{
    static const double patterns[FW_DASH_][2] = {{0, 0}, {5, 2.5}, {2.5, 2}, {0.8, 1.8}};
    *lengths = patterns[dash];
    return dash == FW_DASH_SOLID ? 0 : 2;
}

bool fw_draw_format_of(const char *path, enum fw_draw_format *format)
{
    static const char *const endings[] = {".svg", ".png", ".pdf"};
    static const enum fw_draw_format formats[] = {FW_DRAW_SVG, FW_DRAW_PNG, FW_DRAW_PDF};
    const size_t len = strlen(path);
    for (size_t k = 0; k < sizeof endings / sizeof endings[0]; k++) {
        const size_t n = strlen(endings[k]);
        if (len >= n && strcasecmp(path + len - n, endings[k]) == 0) {
            *format = formats[k];
            return true;
        }
    }
    return false;
}

static bool prefix_valid(const char *p)
{
    static const char *const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const size_t len = strlen(p);
    return len > 0 && len <= 64 && strchr(letters, p[0]) != NULL &&
           strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == len;
}

static enum fw_status options_check(struct fw_draw_options *o, struct fw_err *err)
{
    if (o->scale == 0)
        o->scale = 3;
    if (o->columns == 0)
        o->columns = 80;
    if (o->prefix == NULL)
        o->prefix = "fw";
    if ((unsigned)o->format >= FW_DRAW_FORMAT_)
        return fw_fail(err, FW_BUG, "unknown drawing format %d", (int)o->format);
    if (!(o->scale >= 0.5 && o->scale <= 20))
        return fw_fail(err, FW_USAGE, "picture scale: expected 0.5 to 20 pixels per point");
    if (o->columns < 40 || o->columns > 400)
        return fw_fail(err, FW_USAGE, "terminal width: expected 40 to 400 columns, got %u",
                       o->columns);
    if (!prefix_valid(o->prefix))
        return fw_fail(err, FW_USAGE, "prefix of ids: expected letters, digits, '-' and '_', "
                                      "a letter first");
    return FW_OK;
}

static struct fw_draw *backend_new(const struct fw_draw_options *o)
{
    switch (o->format) {
    case FW_DRAW_SVG: return fw_canvas_svg_new();
    case FW_DRAW_TERM: return fw_canvas_term_new();
#if !defined(FW_NO_CAIRO)
    default: return fw_canvas_cairo_new();
#else
    default: return NULL;
#endif
    }
}

enum fw_status fw_draw_open(struct fw_draw **out, const struct fw_draw_options *options,
                            struct fw_err *err)
{
    *out = NULL;
    struct fw_draw_options o = *options;
    const enum fw_status s = options_check(&o, err);
    if (s != FW_OK)
        return s;
    if (o.format == FW_DRAW_PNG || o.format == FW_DRAW_PDF) {
#if defined(FW_NO_CAIRO)
        (void)fw_fail(err, FW_USAGE, "this build has no Cairo and cannot draw png or pdf");
        return fw_err_hint(err, "svg and the terminal work");
#else
        if (!fw_cairo_ready()) {
            (void)fw_fail(err, FW_SYSTEM,
                          "png and pdf need the libraries Cairo and Pango (libpangocairo-1.0)");
            return fw_err_hint(err, "svg and the terminal work without them");
        }
#endif
    }
    struct fw_draw *d = backend_new(&o);
    if (d == NULL)
        return fw_fail(err, FW_SYSTEM, "out of memory for a drawing");
    d->options = o;
    fw_text_init(&d->out);
    *out = d;
    return FW_OK;
}

void fw_draw_free(struct fw_draw *d)
{
    if (d == NULL)
        return;
    d->methods->free(d);
    fw_text_free(&d->out); /* after the backend, which may still write to it */
    free(d);
}

/* Copies text into buf: malformed bytes become U+FFFD (so do U+FFFE and U+FFFF, which XML
 * forbids), control characters blanks; text beyond the buffer is cut between characters. */
static const char *clean(char buf[static TEXT_MAX], const char *text)
{
    size_t n = 0;
    while (text != NULL && *text != '\0' && n + 5 < TEXT_MAX) {
        const char *const start = text;
        const uint32_t c = fw_metrics_next(&text);
        const size_t len = (size_t)(text - start);
        if (c < 0x20 || (c >= 0x7F && c < 0xA0)) {
            buf[n++] = ' ';
        } else if (c == 0xFFFD || c == 0xFFFE || c == 0xFFFF) {
            memcpy(buf + n, "\xEF\xBF\xBD", 3);
            n += 3;
        } else {
            memcpy(buf + n, start, len);
            n += len;
        }
    }
    buf[n] = '\0';
    return buf;
}

static bool within(double v)
{
    return isfinite(v) && fabs(v) <= FARTHEST;
}

/* True if drawing may go on: no error so far and the page is open. */
static bool drawing(struct fw_draw *d)
{
    if (fw_draw_ok(d) && d->width <= 0)
        fw_draw_fail(d, FW_BUG, "drawing before the page was begun");
    return fw_draw_ok(d);
}

void fw_draw_begin(struct fw_draw *d, double width, double height, const char *title,
                   const char *desc)
{
    if (!fw_draw_ok(d))
        return;
    if (!(width >= PAGE_MIN && width <= PAGE_MAX && height >= PAGE_MIN && height <= PAGE_MAX)) {
        fw_draw_fail(d, FW_USAGE, "page of %g x %g pt: expected %g to %g each way", width, height,
                     PAGE_MIN, PAGE_MAX);
        return;
    }
    const double s = d->options.scale;
    if (d->options.format == FW_DRAW_PNG &&
        (width * s > PICTURE_MAX || height * s > PICTURE_MAX ||
         width * s * height * s > PICTURE_AREA)) {
        fw_draw_fail(d, FW_USAGE, "picture of %.0f x %.0f pixels is too large", width * s,
                     height * s);
        return;
    }
    if (d->width > 0) {
        fw_draw_fail(d, FW_BUG, "a page was begun twice");
        return;
    }
    char a[TEXT_MAX], b[TEXT_MAX];
    d->width = width;
    d->height = height;
    d->methods->begin(d, clean(a, title), clean(b, desc));
}

/* Pieces of the lines c = a x + b y for steps of c that lie in the box; appended to xy. */
static size_t hatch_lines(struct fw_box r, double a, double b, double *xy, size_t n)
{
    const double along_x = a * r.w, along_y = b * r.h;
    const double lo = fmin(0, along_x) + fmin(0, along_y);
    const double hi = fmax(0, along_x) + fmax(0, along_y);
    const double step = fmax(HATCH_STEP * hypot(a, b), (hi - lo) / (HATCH_MAX / 6.0));
    for (double c = lo + step / 2; c < hi && n + 3 <= HATCH_MAX; c += step) {
        /* the parameter runs along x (or along y for upright lines) and is cut at the sides */
        double x1 = 0, x2 = r.w, y1 = 0, y2 = r.h;
        if (b != 0) {
            if (a != 0) {
                const double p = (c - b * r.h) / a, q = c / a;
                x1 = fmax(0, fmin(p, q));
                x2 = fmin(r.w, fmax(p, q));
            }
            y1 = (c - a * x1) / b;
            y2 = (c - a * x2) / b;
        } else {
            x1 = x2 = c / a;
        }
        const double piece[6] = {r.x + x1, r.y + y1, r.x + x2, r.y + y2, (double)NAN, (double)NAN};
        memcpy(xy + 2 * n, piece, sizeof piece);
        n += 3;
    }
    return n;
}

static void hatch(struct fw_draw *d, struct fw_box r, const struct fw_paint *p)
{
    /* each pattern is one or two families of lines a x + b y = c */
    static const struct {
        double a, b;
    } families[FW_HATCH_][2] = {
        [FW_HATCH_RISING] = {{1, 1}, {0, 0}}, [FW_HATCH_FALLING] = {{1, -1}, {0, 0}},
        [FW_HATCH_LEVEL] = {{0, 1}, {0, 0}},  [FW_HATCH_CROSS] = {{1, 1}, {1, -1}},
        [FW_HATCH_UPRIGHT] = {{1, 0}, {0, 0}},
    };
    double xy[2 * HATCH_MAX];
    size_t n = 0;
    for (size_t k = 0; k < 2; k++)
        if (families[p->hatch][k].a != 0 || families[p->hatch][k].b != 0)
            n = hatch_lines(r, families[p->hatch][k].a, families[p->hatch][k].b, xy, n);
    const struct fw_paint line = {.stroke = p->hatch_ink, .width = 0.8};
    if (n > 0)
        d->methods->polyline(d, xy, n - 1, false, &line); /* without the last lifted pen */
}

void fw_draw_rect(struct fw_draw *d, struct fw_box box, double radius, const struct fw_paint *p)
{
    if (!drawing(d))
        return;
    if (!within(box.x) || !within(box.y) || !within(box.w) || !within(box.h) || box.w < 0 ||
        box.h < 0 || !(radius >= 0) || (unsigned)p->hatch >= FW_HATCH_) {
        fw_draw_fail(d, FW_BUG, "rectangle with impossible numbers");
        return;
    }
    d->methods->rect(d, box, fmin(radius, fmin(box.w, box.h) / 2), p);
    if (p->hatch != FW_HATCH_NONE && p->hatch_ink != 0 && d->cell_w <= 0)
        hatch(d, box, p);
}

void fw_draw_polyline(struct fw_draw *d, const double *xy, size_t n, bool closed,
                      const struct fw_paint *p)
{
    if (!drawing(d))
        return;
    for (size_t k = 0; k < 2 * n; k++) {
        if (!isnan(xy[k]) && !within(xy[k])) {
            fw_draw_fail(d, FW_BUG, "line with an infinite coordinate");
            return;
        }
    }
    if (n > 0)
        d->methods->polyline(d, xy, n, closed, p);
}

void fw_draw_line(struct fw_draw *d, double x1, double y1, double x2, double y2,
                  const struct fw_paint *p)
{
    const double xy[4] = {x1, y1, x2, y2};
    fw_draw_polyline(d, xy, 2, false, p);
}

void fw_draw_text(struct fw_draw *d, double x, double y, const char *text,
                  const struct fw_font *font)
{
    if (!drawing(d))
        return;
    if (!within(x) || !within(y) || !(font->size > 0 && font->size <= 200)) {
        fw_draw_fail(d, FW_BUG, "text at an impossible place");
        return;
    }
    char buf[TEXT_MAX];
    if (*clean(buf, text) != '\0')
        d->methods->text(d, x, y, buf, font);
}

double fw_draw_textsize(struct fw_draw *d, const char *text, const struct fw_font *font)
{
    if (!fw_draw_ok(d))
        return 0;
    char buf[TEXT_MAX];
    return *clean(buf, text) != '\0' ? d->methods->textsize(d, buf, font) : 0;
}

void fw_draw_group(struct fw_draw *d, const struct fw_draw_part *group)
{
    if (!drawing(d))
        return;
    char title[TEXT_MAX];
    const struct fw_draw_part g = {group->id, group->klass,
                               group->title != NULL ? clean(title, group->title) : NULL};
    d->depth++;
    d->methods->group(d, &g);
}

void fw_draw_group_end(struct fw_draw *d)
{
    if (!drawing(d))
        return;
    if (d->depth == 0) {
        fw_draw_fail(d, FW_BUG, "a group was closed that was not open");
        return;
    }
    d->depth--;
    d->methods->group(d, NULL);
}

enum fw_status fw_draw_close(struct fw_draw *d, struct fw_text *out, struct fw_err *err)
{
    if (drawing(d)) {
        while (d->depth > 0)
            fw_draw_group_end(d);
        d->methods->end(d);
    }
    if (fw_draw_ok(d) && !fw_text_ok(&d->out))
        fw_draw_fail(d, FW_SYSTEM, "out of memory for a drawing");
    if (fw_draw_ok(d)) {
        fw_text_putn(out, d->out.data, d->out.len);
        if (!fw_text_ok(out))
            fw_draw_fail(d, FW_SYSTEM, "out of memory for a drawing");
    }
    if (!fw_draw_ok(d) && err != NULL)
        *err = d->err;
    return d->err.status;
}
