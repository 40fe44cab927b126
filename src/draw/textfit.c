/* textfit.c - see textfit.h. Lengths of pieces are found by measuring whole prefixes, since the
 * width of a text is not the sum of the widths of its characters (kerning, ligatures).
 */
#include "draw/textfit.h"

#include <string.h>

#include "draw/metrics.h"

#define ELLIPSIS "\u2026"

enum { LINE_MAX_BYTES = 800 }; /* bounds the work for text of marks without width */

/* The first n bytes of text as a string of its own; "" and a sticky error if memory ran out. */
static const char *piece(struct fw_draw *d, struct fw_arena *arena, const char *text, size_t n,
                         const char *tail)
{
    const size_t extra = strlen(tail);
    char *const copy = fw_arena_alloc(arena, n + extra + 1, 1);
    if (copy == NULL) {
        fw_draw_fail(d, FW_SYSTEM, "out of memory for a drawing");
        return "";
    }
    memcpy(copy, text, n);
    memcpy(copy + n, tail, extra + 1);
    return copy;
}

/* Bytes of the longest start of text that is no wider than width; at least one character. */
static size_t fitting(struct fw_draw *d, struct fw_arena *arena, const char *text,
                      const struct fw_font *font, double width, const char *tail)
{
    size_t good = 0;
    const char *p = text;
    while (*p != '\0' && fw_draw_ok(d)) {
        (void)fw_metrics_next(&p);
        const size_t n = (size_t)(p - text);
        if (n > LINE_MAX_BYTES && good > 0)
            break;
        if (fw_draw_textsize(d, piece(d, arena, text, n, tail), font) > width && good > 0)
            break;
        good = n;
    }
    return good;
}

const char *fw_textfit_shorten(struct fw_draw *d, struct fw_arena *arena, const char *text,
                               const struct fw_font *font, double width)
{
    if (text == NULL)
        return "";
    if (fw_draw_textsize(d, text, font) <= width)
        return text;
    size_t n = fitting(d, arena, text, font, width, ELLIPSIS);
    while (n > 0 && (text[n - 1] == ' ' || text[n - 1] == ','))
        n--;
    return piece(d, arena, text, n, ELLIPSIS);
}

static bool breaks_behind(const char *text, size_t n)
{
    enum { LEAST = 3 }; /* characters on each side: "GPT-3" stays whole */
    return strchr("/-_", text[n - 1]) != NULL && n > LEAST && strcspn(text + n, " ") >= LEAST;
}

/* Where to end a line that holds n bytes at most: behind the last blank or break in them. */
static size_t line_end(const char *text, size_t n)
{
    if (text[n] == '\0' || text[n] == ' ')
        return n;
    for (size_t k = n; k > 0; k--)
        if (text[k] == ' ' || breaks_behind(text, k))
            return k;
    return n;
}

struct fw_lines fw_textfit_wrap(struct fw_draw *d, struct fw_arena *arena, const char *text,
                                const struct fw_font *font, double width, size_t most)
{
    struct fw_lines lines = {.text = FW_NEW(arena, most, const char *)};
    if (lines.text == NULL) {
        fw_draw_fail(d, FW_SYSTEM, "out of memory for a drawing");
        return lines;
    }
    const char *rest = text != NULL ? text : "";
    while (fw_draw_ok(d) && lines.count < most) {
        rest += strspn(rest, " ");
        if (*rest == '\0')
            break;
        size_t n = strlen(rest);
        if (lines.count + 1 == most) {
            lines.text[lines.count] = fw_textfit_shorten(d, arena, rest, font, width);
        } else {
            n = line_end(rest, fitting(d, arena, rest, font, width, ""));
            lines.text[lines.count] = piece(d, arena, rest, n, "");
        }
        const double w = fw_draw_textsize(d, lines.text[lines.count], font);
        lines.width = w > lines.width ? w : lines.width;
        lines.count++;
        rest += n;
    }
    return lines;
}

double fw_textfit_longest_word(struct fw_draw *d, struct fw_arena *arena, const char *text,
                               const struct fw_font *font)
{
    double longest = 0;
    for (const char *p = text != NULL ? text : ""; *p != '\0' && fw_draw_ok(d);) {
        p += strspn(p, " ");
        size_t n = 0;
        while (p[n] != '\0' && p[n] != ' ' && !(n > 0 && breaks_behind(p, n)))
            n++;
        const double w = fw_draw_textsize(d, piece(d, arena, p, n, ""), font);
        longest = w > longest ? w : longest;
        p += n;
    }
    return longest;
}
