/* palette.c - colours that colour-blind readers can tell apart, and what else tells series apart.
 *
 * Distinct: M. Okabe, K. Ito, "Color Universal Design" (2008), jfly.uni-koeln.de/color. Order and
 * choice are ours: the dark and well separated ones first, yellow left out (unreadable on white).
 * Ordered: five colours along viridis (S. van der Walt, N. Smith, CC0, 2015) without its bright
 * end, interpolated; lightness grows steadily, so the order survives print in grey.
 */
#include "draw/palette.h"

#include <math.h>

static const fw_colour distinct[] = {
    FW_RGB(0x0072B2), /* blue */
    FW_RGB(0xD55E00), /* vermilion */
    FW_RGB(0x009E73), /* bluish green */
    FW_RGB(0xE69F00), /* orange */
    FW_RGB(0xCC79A7), /* reddish purple */
    FW_RGB(0x56B4E9), /* sky blue */
    FW_RGB(0x4D4D4D), /* black, softened */
};

static const fw_colour ordered[] = {
    FW_RGB(0x5EC962), FW_RGB(0x21918C), FW_RGB(0x3B528B), FW_RGB(0x440154),
};

enum {
    DISTINCT = sizeof distinct / sizeof distinct[0],
    ORDERED = sizeof ordered / sizeof ordered[0],
};

fw_colour fw_colour_mix(fw_colour a, fw_colour b, double t)
{
    uint32_t mixed = 0;
    for (unsigned shift = 0; shift < 24; shift += 8) {
        const double from = a >> shift & 255, to = b >> shift & 255;
        mixed |= (uint32_t)lround(from + (to - from) * t) << shift;
    }
    return FW_RGB(0) | mixed;
}

struct fw_look fw_palette_look(enum fw_palette palette, size_t index, size_t count)
{
    /* markers and colours have the same period: a second round changes the dash and pattern */
    const size_t round = index / DISTINCT;
    struct fw_look look = {
        .colour = distinct[index % DISTINCT],
        .marker = (enum fw_marker)((index + round) % FW_MARKER_),
        .dash = (enum fw_dash)(round % FW_DASH_),
        .hatch = (enum fw_hatch)((index + round) % FW_HATCH_),
    };
    if (palette == FW_PALETTE_ORDERED) {
        const double t = count > 1 ? (double)index / (double)(count - 1) * (ORDERED - 1) : 0;
        const size_t k = t < ORDERED - 1 ? (size_t)t : ORDERED - 2;
        look.colour = fw_colour_mix(ordered[k], ordered[k + 1], fmin(t - (double)k, 1));
        look.dash = FW_DASH_SOLID;
    }
    return look;
}

struct fw_paint fw_palette_bar(struct fw_look look)
{
    return (struct fw_paint){.fill = look.colour,
                             .hatch = look.hatch,
                             .hatch_ink = fw_colour_mix(look.colour, FW_PAPER, 0.5)};
}

/* Source: WCAG 2.1, "relative luminance". */
static double luminance(fw_colour c)
{
    static const double weights[] = {0.0722, 0.7152, 0.2126}; /* blue, green, red */
    double sum = 0;
    for (unsigned k = 0; k < 3; k++) {
        const double v = (c >> 8 * k & 255) / 255.0;
        sum += weights[k] * (v <= 0.03928 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4));
    }
    return sum;
}

double fw_colour_contrast(fw_colour a, fw_colour b)
{
    const double p = luminance(a) + 0.05, q = luminance(b) + 0.05;
    return p > q ? p / q : q / p;
}

fw_colour fw_colour_text(fw_colour c)
{
    for (int k = 0; k <= 20; k++) {
        const fw_colour darker = fw_colour_mix(c, FW_RGB(0), k / 20.0);
        if (fw_colour_contrast(darker, FW_PAPER) >= 4.5)
            return darker;
    }
    return FW_INK;
}

fw_colour fw_colour_on(fw_colour c)
{
    return fw_colour_contrast(c, FW_PAPER) >= fw_colour_contrast(c, FW_RGB(0)) ? FW_PAPER
                                                                                : FW_RGB(0);
}

static void strokes(struct fw_draw *d, enum fw_marker marker, double x, double y, double r,
                    fw_colour colour)
{
    const double a = marker == FW_MARKER_CROSS ? 0.85 * r : r;
    const double b = marker == FW_MARKER_CROSS ? a : 0;
    const double xy[] = {x - a, y - b,         x + a, y + b, (double)NAN,
                         (double)NAN, x - b, y + a, x + b, y - a};
    fw_draw_polyline(d, xy, 5, false, &(struct fw_paint){.stroke = colour, .width = 1.8});
}

void fw_marker_draw(struct fw_draw *d, enum fw_marker marker, double x, double y, double size,
                    fw_colour colour, bool hollow)
{
    /* corners in units of the half side; areas are about equal */
    static const struct {
        size_t n;
        double xy[8];
    } shapes[FW_MARKER_] = {
        [FW_MARKER_UP] = {3, {0, -1.15, 1.1, 0.8, -1.1, 0.8}},
        [FW_MARKER_DIAMOND] = {4, {0, -1.25, 1.25, 0, 0, 1.25, -1.25, 0}},
        [FW_MARKER_DOWN] = {3, {0, 1.15, 1.1, -0.8, -1.1, -0.8}},
    };
    const double r = size / 2;
    /* a thin white rim keeps markers apart where they meet a line */
    const struct fw_paint paint = {.fill = hollow ? FW_PAPER : colour,
                                   .stroke = hollow ? colour : FW_PAPER,
                                   .width = hollow ? 1.2 : 0.7};
    if (marker == FW_MARKER_DISC || marker == FW_MARKER_SQUARE) {
        const double half = marker == FW_MARKER_DISC ? r * 1.05 : r * 0.92;
        const struct fw_box box = {x - half, y - half, 2 * half, 2 * half};
        fw_draw_rect(d, box, marker == FW_MARKER_DISC ? half : 0, &paint);
    } else if (shapes[marker].n > 0) {
        double xy[8];
        for (size_t k = 0; k < shapes[marker].n; k++) {
            xy[2 * k] = x + r * shapes[marker].xy[2 * k];
            xy[2 * k + 1] = y + r * shapes[marker].xy[2 * k + 1];
        }
        fw_draw_polyline(d, xy, shapes[marker].n, true, &paint);
    } else {
        strokes(d, marker, x, y, r, colour);
    }
}
