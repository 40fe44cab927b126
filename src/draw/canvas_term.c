/* canvas_term.c - the terminal: a grid of character cells.
 *
 * A cell stands for CELL_W x CELL_H points, so that any drawing code runs unchanged; code that
 * wants to look good asks for cell_w and cell_h and places things on whole cells.
 *
 *   filled rectangle   block characters, one glyph per hatch, the right end in eighths
 *   outlined rectangle box drawing
 *   straight line      box drawing; any other line: braille, 2 x 4 dots to the cell:
 *                          1 4
 *                          2 5     dot k sets bit k - 1 of U+2800
 *                          3 6
 *                          7 8
 *   text               always wins over what is below it
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "draw/backend.h"
#include "draw/metrics.h"

enum { CELL_W = 6, CELL_H = 12, GLYPH_LEN = 16, TERM_TEXT = 2048 };

struct cell {
    char glyph[GLYPH_LEN]; /* UTF-8 with its combining marks; "" = nothing */
    unsigned char dots;    /* braille bits */
    bool covered;          /* right half of a wide character */
    bool bold;
    fw_colour colour;
};

struct term {
    struct fw_draw base;
    size_t columns, rows;
    struct cell *cells; /* (rows, columns) */
};

/* What stands for a character in plain ASCII. */
static const struct {
    uint32_t first, last;
    const char *text; /* one character for each from first to last, or one text for all */
} ascii_forms[] = {
    {0x00A0, 0x00A0, " "},          {0x00B0, 0x00B0, "o"},    {0x00B1, 0x00B1, "+-"},
    {0x00B5, 0x00B5, "u"},          {0x00B7, 0x00B7, "*"},    {0x00D7, 0x00D7, "x"},
    {0x03BC, 0x03BC, "u"},          {0x2010, 0x2015, "-"},    {0x2018, 0x2019, "'"},
    {0x201C, 0x201D, "\""},         {0x2026, 0x2026, "..."},  {0x2022, 0x2022, "*"},
    {0x2080, 0x2089, "0123456789"}, {0x2190, 0x2190, "<-"},   {0x2192, 0x2192, "->"},
    {0x2212, 0x2212, "-"},          {0x2248, 0x2248, "~"},    {0x2264, 0x2264, "<="},
    {0x2265, 0x2265, ">="},         {0x25CB, 0x25CB, "o"},    {0x25CF, 0x25CF, "*"},
};

/* 0 to 9 and 10 for the minus sign; -1 = no superscript. */
static int superscript(uint32_t c)
{
    if (c == 0xB2 || c == 0xB3)
        return (int)(c - 0xB0);
    if (c == 0xB9)
        return 1;
    if (c == 0x2070 || (c >= 0x2074 && c <= 0x2079))
        return (int)(c - 0x2070);
    return c == 0x207B ? 10 : -1;
}

static size_t ascii_form(char *out, uint32_t c)
{
    if (c < 0x80) {
        *out = (char)c;
        return 1;
    }
    for (size_t k = 0; k < sizeof ascii_forms / sizeof ascii_forms[0]; k++) {
        const char *const text = ascii_forms[k].text;
        if (c < ascii_forms[k].first || c > ascii_forms[k].last)
            continue;
        const size_t len = strlen(text);
        if (len == ascii_forms[k].last - ascii_forms[k].first + 1) {
            *out = text[c - ascii_forms[k].first];
            return 1;
        }
        memcpy(out, text, len);
        return len;
    }
    *out = '?';
    return 1;
}

/* The text as this terminal can show it: itself, or plain ASCII ("10\u00B2\u00B3" -> "10^23"). */
static const char *shown(const struct fw_draw *d, const char *text, char buf[static TERM_TEXT])
{
    if (!d->options.ascii)
        return text;
    size_t n = 0;
    bool raised = false;
    for (uint32_t c; n + 8 < TERM_TEXT && (c = fw_metrics_next(&text)) != 0;) {
        const int digit = superscript(c);
        if (digit >= 0 && !raised)
            buf[n++] = '^';
        raised = digit >= 0;
        if (raised)
            buf[n++] = "0123456789-"[digit];
        else
            n += ascii_form(buf + n, c);
    }
    buf[n] = '\0';
    return buf;
}

static struct cell *cell_at(struct term *t, long column, long row)
{
    if (column < 0 || row < 0 || (size_t)column >= t->columns || (size_t)row >= t->rows)
        return NULL;
    return &t->cells[(size_t)row * t->columns + (size_t)column];
}

static void put(struct term *t, long column, long row, const char *glyph, fw_colour colour)
{
    struct cell *const c = cell_at(t, column, row);
    if (c == NULL)
        return;
    memset(c, 0, sizeof *c);
    memcpy(c->glyph, glyph, strlen(glyph) + 1);
    c->colour = colour;
}

static void term_begin(struct fw_draw *d, const char *title, const char *desc)
{
    struct term *const t = (struct term *)d;
    (void)title; /* who reads a terminal reads the drawing's own title */
    (void)desc;
    t->columns = (size_t)ceil(d->width / CELL_W);
    t->rows = (size_t)ceil(d->height / CELL_H);
    t->cells = fw_fault_hit() ? NULL : calloc(t->columns * t->rows, sizeof *t->cells);
    if (t->cells == NULL)
        fw_draw_fail(d, FW_SYSTEM, "out of memory for a drawing");
}

static void fill(struct term *t, struct fw_box b, const struct fw_paint *p)
{
    static const char *const blocks[FW_HATCH_] = {"\u2588", "\u2591", "\u2593",
                                                  "\u2592", "\u2573", "\u258C"};
    static const char *const letters[FW_HATCH_] = {"#", "-", "=", ".", "x", "|"};
    static const char *const eighths[] = {"",       "\u258F", "\u258E", "\u258D",
                                          "\u258C", "\u258B", "\u258A", "\u2589"};
    const bool ascii = t->base.options.ascii;
    const long top = lround(b.y / CELL_H), bottom = lround((b.y + b.h) / CELL_H);
    const double right = (b.x + b.w) / CELL_W;
    const long left = lround(b.x / CELL_W);
    const bool smooth = !ascii && p->hatch == FW_HATCH_NONE;
    const long end = smooth ? (long)floor(right + 1e-6) : lround(right);
    const long rest = smooth ? lround((right - (double)end) * 8) : 0;
    for (long row = top; row < (bottom > top ? bottom : top + 1); row++) {
        for (long column = left; column < end; column++)
            put(t, column, row, (ascii ? letters : blocks)[p->hatch], p->fill);
        if (rest > 0)
            put(t, end, row, rest == 8 ? blocks[0] : eighths[rest], p->fill);
    }
}

static void outline(struct term *t, struct fw_box b, const struct fw_paint *p)
{
    static const char *const lines[2][6] = {
        {"\u250C", "\u2510", "\u2514", "\u2518", "\u2500", "\u2502"},
        {"+", "+", "+", "+", "-", "|"},
    };
    const char *const *const g = lines[t->base.options.ascii];
    const long x1 = lround(b.x / CELL_W), x2 = lround((b.x + b.w) / CELL_W) - 1;
    const long y1 = lround(b.y / CELL_H), y2 = lround((b.y + b.h) / CELL_H) - 1;
    for (long x = x1 + 1; x < x2; x++) {
        put(t, x, y1, g[4], p->stroke);
        put(t, x, y2, g[4], p->stroke);
    }
    for (long y = y1 + 1; y < y2; y++) {
        put(t, x1, y, g[5], p->stroke);
        put(t, x2, y, g[5], p->stroke);
    }
    put(t, x1, y1, g[0], p->stroke);
    put(t, x2, y1, g[1], p->stroke);
    put(t, x1, y2, g[2], p->stroke);
    put(t, x2, y2, g[3], p->stroke);
}

static void term_rect(struct fw_draw *d, struct fw_box b, double radius, const struct fw_paint *p)
{
    struct term *const t = (struct term *)d;
    (void)radius; /* cells have no round corners */
    if (p->fill != 0 && b.w > 0)
        fill(t, b, p);
    if (p->stroke != 0 && b.w >= 2 * CELL_W && b.h >= 2 * CELL_H)
        outline(t, b, p);
}

static void dot(struct term *t, double x, double y, fw_colour colour)
{
    static const unsigned char bits[4][2] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}};
    const long dx = (long)floor(x * 2 / CELL_W), dy = (long)floor(y * 4 / CELL_H);
    struct cell *const c = dx < 0 || dy < 0 ? NULL : cell_at(t, dx / 2, dy / 4);
    if (c == NULL || c->glyph[0] != '\0' || c->covered)
        return;
    c->dots |= bits[dy % 4][dx % 2];
    c->colour = colour;
}

static void straight(struct term *t, const double *xy, const struct fw_paint *p)
{
    static const char *const glyphs[2][2] = {{"\u2500", "\u2502"}, {"-", "|"}};
    const bool upright = fabs(xy[0] - xy[2]) < fabs(xy[1] - xy[3]);
    const long x1 = lround(fmin(xy[0], xy[2]) / CELL_W - 0.5);
    const long y1 = lround(fmin(xy[1], xy[3]) / CELL_H - 0.5);
    const double length = upright ? fabs(xy[1] - xy[3]) / CELL_H : fabs(xy[0] - xy[2]) / CELL_W;
    for (long k = 0; k < lround(length); k++)
        put(t, upright ? x1 : x1 + k, upright ? y1 + k : y1,
            glyphs[t->base.options.ascii][upright], p->stroke);
}

static void term_polyline(struct fw_draw *d, const double *xy, size_t n, bool closed,
                          const struct fw_paint *p)
{
    struct term *const t = (struct term *)d;
    if (closed || p->stroke == 0)
        return; /* markers: too small for cells, charts write letters instead */
    if (n == 2 && (fabs(xy[0] - xy[2]) < 1 || fabs(xy[1] - xy[3]) < 1)) {
        straight(t, xy, p);
        return;
    }
    for (size_t k = 0; k + 1 < n; k++) {
        const double *const a = xy + 2 * k;
        const double dx = a[2] - a[0], dy = a[3] - a[1];
        if (isnan(dx) || isnan(dy))
            continue;
        const double steps = fmin(fmax(1, ceil(fmax(fabs(dx) * 2 / CELL_W,
                                                    fabs(dy) * 4 / CELL_H))), 10000);
        for (double s = 0; s <= steps; s++)
            dot(t, a[0] + dx * s / steps, a[1] + dy * s / steps, p->stroke);
    }
}

static void term_text(struct fw_draw *d, double x, double y, const char *text,
                      const struct fw_font *font)
{
    static const double shares[] = {0, 0.5, 1};
    struct term *const t = (struct term *)d;
    char buf[TERM_TEXT], glyph[8];
    text = shown(d, text, buf);
    long column = lround(x / CELL_W - shares[font->anchor] * (double)fw_text_columns(text));
    const long row = (long)ceil(y / CELL_H) - 1;
    struct cell *last = NULL;
    while (*text != '\0') {
        const char *const start = text;
        (void)fw_metrics_next(&text);
        const size_t len = (size_t)(text - start);
        memcpy(glyph, start, len);
        glyph[len] = '\0';
        const size_t wide = fw_text_columns(glyph);
        if (wide == 0) { /* a combining mark joins the character before it */
            if (last != NULL && strlen(last->glyph) + len < GLYPH_LEN)
                memcpy(last->glyph + strlen(last->glyph), glyph, len + 1);
            continue;
        }
        put(t, column, row, glyph, font->colour);
        last = cell_at(t, column, row);
        if (last != NULL)
            last->bold = font->bold;
        for (size_t k = 1; k < wide; k++) {
            struct cell *const c = cell_at(t, column + (long)k, row);
            if (c != NULL)
                *c = (struct cell){.covered = true};
        }
        column += (long)wide;
    }
}

static double term_textsize(struct fw_draw *d, const char *text, const struct fw_font *font)
{
    char buf[TERM_TEXT];
    (void)font; /* all fonts are the terminal's */
    return (double)fw_text_columns(shown(d, text, buf)) * CELL_W;
}

static void term_group(struct fw_draw *d, const struct fw_draw_part *group)
{
    (void)d;
    (void)group;
}

static void glyph_of(const struct term *t, const struct cell *c, struct fw_text *out)
{
    if (c->glyph[0] != '\0')
        fw_text_put(out, c->glyph);
    else if (c->dots == 0)
        fw_text_putc(out, ' ');
    else if (t->base.options.ascii)
        fw_text_putc(out, (c->dots & 0x1B) == 0 ? '.' : (c->dots & 0xE4) == 0 ? '\'' : ':');
    else
        fw_text_printf(out, "\xE2%c%c", 0xA0 | c->dots >> 6, 0x80 | (c->dots & 0x3F));
}

/* Switches from one look to another; 256-colour codes, a cube of 6 x 6 x 6. */
static void look(struct fw_text *out, const struct cell *from, const struct cell *to)
{
    if (from->colour == to->colour && from->bold == to->bold)
        return;
    fw_text_put(out, "\033[0m");
    if (to->bold)
        fw_text_put(out, "\033[1m");
    if (to->colour != 0) {
        const unsigned r = (to->colour >> 16 & 255) * 5 / 255;
        const unsigned g = (to->colour >> 8 & 255) * 5 / 255, b = (to->colour & 255) * 5 / 255;
        fw_text_printf(out, "\033[38;5;%um", 16 + 36 * r + 6 * g + b);
    }
}

static void term_end(struct fw_draw *d)
{
    struct term *const t = (struct term *)d;
    static const struct cell plain;
    for (size_t row = 0; row < t->rows; row++) {
        const struct cell *const line = t->cells + row * t->columns;
        const struct cell *before = &plain;
        size_t end = t->columns;
        while (end > 0 && line[end - 1].glyph[0] == '\0' && line[end - 1].dots == 0 &&
               !line[end - 1].covered)
            end--;
        for (size_t k = 0; k < end; k++) {
            if (line[k].covered)
                continue;
            if (d->options.colour)
                look(&d->out, before, &line[k]);
            before = &line[k];
            glyph_of(t, &line[k], &d->out);
        }
        if (d->options.colour)
            look(&d->out, before, &plain);
        fw_text_putc(&d->out, '\n');
    }
}

static void term_free(struct fw_draw *d)
{
    free(((struct term *)d)->cells);
}

struct fw_draw *fw_canvas_term_new(void)
{
    static const struct fw_draw_methods methods = {
        .begin = term_begin,
        .end = term_end,
        .rect = term_rect,
        .polyline = term_polyline,
        .text = term_text,
        .textsize = term_textsize,
        .group = term_group,
        .free = term_free,
    };
    struct term *const t = fw_fault_hit() ? NULL : calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->base.methods = &methods;
    t->base.cell_w = CELL_W;
    t->base.cell_h = CELL_H;
    return &t->base;
}
