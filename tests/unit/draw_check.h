/* draw_check.h - reads an SVG file as a strict stranger would, for tests of draw.
 *
 * A small XML reader of its own: tags balance, attributes are quoted and unique, entities are the
 * five of XML or numbers, every coordinate is a finite number inside the viewBox, ids are unique,
 * no text leaves the page and no two texts overlap.
 */
#ifndef FW_TESTS_DRAW_CHECK_H
#define FW_TESTS_DRAW_CHECK_H

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/metrics.h"

enum { SVG_DEPTH = 32, SVG_TEXTS = 3000, SVG_IDS = 400, SVG_NAME = 48, SVG_VALUE = 1 << 16 };

struct svg_box {
    double x1, y1, x2, y2;
    char text[64];
};

struct svg_check {
    char why[400]; /* empty = all is well */
    size_t elements, text_count, id_count;
    double width, height, least_font;
    struct svg_box texts[SVG_TEXTS];
    char ids[SVG_IDS][SVG_NAME];
    /* the open elements, and the attributes of the one that is being read */
    char open[SVG_DEPTH][SVG_NAME];
    size_t depth;
    double x, y, w, h, font;
    bool bold;
    double anchor;
    char value[SVG_VALUE];
};

static void svg_fail(struct svg_check *c, const char *what, const char *where)
{
    char near[84];
    (void)snprintf(near, sizeof near, "%.80s", where);
    if (c->why[0] == '\0')
        (void)snprintf(c->why, sizeof c->why, "%s near \"%s\"", what, near);
}

/* Reads quoted or running text up to an end character; resolves entities. */
static const char *svg_text(struct svg_check *c, const char *p, char end)
{
    static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    static const char meanings[] = "&<>\"'";
    size_t n = 0;
    while (*p != '\0' && *p != end && n + 1 < SVG_VALUE) {
        if (*p == '<' || (unsigned char)*p < 0x20 ? *p != '\n' : false)
            svg_fail(c, "forbidden character", p);
        size_t k = 0;
        while (*p == '&' && k < 5 && strncmp(p, names[k], strlen(names[k])) != 0)
            k++;
        if (*p == '&' && k == 5)
            svg_fail(c, "unknown entity", p);
        if (*p == '&' && k < 5) {
            c->value[n++] = meanings[k];
            p += strlen(names[k]);
        } else {
            c->value[n++] = *p++;
        }
    }
    c->value[n] = '\0';
    return p;
}

/* A number that is finite and lies on the page; how many of them there are in the text. */
static size_t svg_numbers(struct svg_check *c, const char *text, const char *letters)
{
    const double slack = 0.011, most = fmax(c->width, c->height);
    size_t n = 0;
    while (*text != '\0' && c->why[0] == '\0') {
        if (*text == ' ' || strchr(letters, *text) != NULL) {
            text++;
            continue;
        }
        char *end = NULL;
        const double v = strtod(text, &end);
        if (end == text || !isfinite(v) || isalpha((unsigned char)*text))
            svg_fail(c, "not a number", text);
        else if (v < -slack || (c->width > 0 && v > most + slack))
            svg_fail(c, "outside the page", text);
        const char *const point = strchr(text, '.');
        if (point != NULL && point < end && end - point > 3)
            svg_fail(c, "more than two decimals", text);
        text = end;
        n++;
    }
    return n;
}

/* Points of a path: "M1 2L3 4Z". */
static void svg_path(struct svg_check *c, const char *d)
{
    const char *p = d;
    if (svg_numbers(c, d, "MLZ") == 0)
        svg_fail(c, "empty path", d);
    while (*p != '\0' && c->why[0] == '\0') {
        p += strspn(p, "MLZ ");
        if (*p == '\0')
            break;
        char *end = NULL;
        const double x = strtod(p, &end), y = strtod(end, &end);
        if (x > c->width + 0.011 || y > c->height + 0.011)
            svg_fail(c, "path leaves the page", p);
        p = end;
    }
}

static void svg_attribute(struct svg_check *c, const char *name)
{
    static const char *const numbers[] = {"x", "y", "width", "height", "rx", "font-size",
                                          "stroke-width", "stroke-dasharray"};
    double *const places[] = {&c->x, &c->y, &c->w, &c->h, NULL, &c->font, NULL, NULL};
    const bool root = c->depth == 0;
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0] && !root; k++) {
        if (strcmp(name, numbers[k]) != 0)
            continue;
        if (svg_numbers(c, c->value, "") == 0)
            svg_fail(c, "empty number", name);
        if (places[k] != NULL)
            *places[k] = strtod(c->value, NULL);
    }
    if (root && strcmp(name, "viewBox") == 0) {
        if (svg_numbers(c, c->value, "") != 4 || strncmp(c->value, "0 0 ", 4) != 0)
            svg_fail(c, "viewBox", c->value);
        char *end = NULL;
        c->width = strtod(c->value + 4, &end);
        c->height = strtod(end, NULL);
    }
    if (strcmp(name, "d") == 0)
        svg_path(c, c->value);
    if (strcmp(name, "text-anchor") == 0)
        c->anchor = strcmp(c->value, "middle") == 0 ? 0.5 : 1;
    if (strcmp(name, "font-weight") == 0)
        c->bold = true;
    for (size_t k = 0; strcmp(name, "id") == 0 && k < c->id_count; k++)
        if (strcmp(c->ids[k], c->value) == 0)
            svg_fail(c, "id used twice", c->value);
    if (strcmp(name, "id") == 0 && c->id_count < SVG_IDS)
        (void)snprintf(c->ids[c->id_count++], SVG_NAME, "%.40s", c->value);
}

static void svg_keep_text(struct svg_check *c)
{
    bool known = false;
    if (c->text_count == SVG_TEXTS)
        return;
    const double w = c->font * fw_metrics_width(c->value, c->bold, &known);
    struct svg_box *const b = &c->texts[c->text_count++];
    *b = (struct svg_box){.x1 = c->x - c->anchor * w, .y1 = c->y - FW_CAP_HEIGHT * c->font,
                          .y2 = c->y + 0.2 * c->font};
    b->x2 = b->x1 + w;
    (void)snprintf(b->text, sizeof b->text, "%.60s", c->value);
    if (b->x1 < -0.1 || b->y1 < -0.1 || b->x2 > c->width + 0.1 || b->y2 > c->height + 0.1)
        svg_fail(c, "text leaves the page", c->value);
    if (c->least_font == 0 || c->font < c->least_font)
        c->least_font = c->font;
}

/* Reads one tag from behind its '<'; returns what follows its '>'. */
static const char *svg_tag(struct svg_check *c, const char *p)
{
    char name[SVG_NAME];
    const bool closing = *p == '/';
    p += closing;
    const size_t n = strcspn(p, " />\n");
    (void)snprintf(name, sizeof name, "%.*s", (int)(n < 40 ? n : 40), p);
    p += n;
    if (closing) {
        if (c->depth == 0 || strcmp(c->open[c->depth - 1], name) != 0)
            svg_fail(c, "wrong closing tag", name);
        c->depth -= c->depth > 0;
        return *p == '>' ? p + 1 : p;
    }
    c->elements++;
    c->x = c->y = c->w = c->h = c->font = c->anchor = 0;
    c->bold = false;
    while (*p == ' ' && c->why[0] == '\0') {
        char attribute[SVG_NAME];
        const size_t len = strcspn(++p, "=> ");
        (void)snprintf(attribute, sizeof attribute, "%.*s", (int)(len < 40 ? len : 40), p);
        p += len;
        if (p[0] != '=' || p[1] != '"')
            svg_fail(c, "attribute without a quoted value", attribute);
        else
            p = svg_text(c, p + 2, '"');
        svg_attribute(c, attribute);
        p += *p == '"';
    }
    if (strcmp(name, "rect") == 0 &&
        (c->x + c->w > c->width + 0.011 || c->y + c->h > c->height + 0.011))
        svg_fail(c, "rectangle leaves the page", p);
    if (*p == '/')
        return p[1] == '>' ? p + 2 : p;
    if (c->depth == SVG_DEPTH || *p != '>') {
        svg_fail(c, "bad tag", name);
        return p;
    }
    (void)snprintf(c->open[c->depth++], SVG_NAME, "%s", name);
    return p + 1;
}

static void svg_overlaps(struct svg_check *c)
{
    const double slack = 0.3;
    for (size_t a = 0; a < c->text_count; a++) {
        for (size_t b = a + 1; b < c->text_count; b++) {
            const struct svg_box *const p = &c->texts[a], *const q = &c->texts[b];
            if (p->x1 + slack < q->x2 && q->x1 + slack < p->x2 && p->y1 + slack < q->y2 &&
                q->y1 + slack < p->y2 && c->why[0] == '\0')
                (void)snprintf(c->why, sizeof c->why, "\"%s\" and \"%s\" overlap", p->text,
                               q->text);
        }
    }
}

/* Checks the text; true if all is well, else c->why says what is not. Free c yourself. */
static bool svg_check(struct svg_check *c, const char *svg)
{
    memset(c, 0, sizeof *c);
    const char *p = svg;
    while (*p != '\0' && c->why[0] == '\0') {
        if (*p == '<') {
            p = svg_tag(c, p + 1);
            continue;
        }
        p = svg_text(c, p, '<');
        if (c->depth > 0 && strcmp(c->open[c->depth - 1], "text") == 0)
            svg_keep_text(c);
    }
    if (c->depth != 0)
        svg_fail(c, "an element stays open", c->depth > 0 ? c->open[c->depth - 1] : "");
    if (c->width <= 0 || c->height <= 0)
        svg_fail(c, "no viewBox", "");
    svg_overlaps(c);
    return c->why[0] == '\0';
}

#endif
