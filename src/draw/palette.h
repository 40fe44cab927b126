/* palette.h - colours, markers and patterns of series. Private to draw. */
#ifndef FW_DRAW_PALETTE_H
#define FW_DRAW_PALETTE_H

#include "draw/chart.h"

/* Fixed colours of a chart. */
#define FW_INK FW_RGB(0x1F2328)       /* titles, values */
#define FW_INK_SOFT FW_RGB(0x57606A)  /* tick labels, axis titles, source */
#define FW_LINE FW_RGB(0x6E7781)      /* axis lines, ticks */
#define FW_GRID FW_RGB(0xE1E4E8)      /* grid at labelled ticks */
#define FW_PAPER FW_RGB(0xFFFFFF)

enum fw_marker {
    FW_MARKER_DISC,
    FW_MARKER_SQUARE,
    FW_MARKER_UP,
    FW_MARKER_DIAMOND,
    FW_MARKER_DOWN,
    FW_MARKER_CROSS,
    FW_MARKER_PLUS,
    FW_MARKER_,
};

struct fw_look {
    fw_colour colour;
    enum fw_marker marker;
    enum fw_dash dash;
    enum fw_hatch hatch;
};

/* Look of series number index of count. No two of the first 56 are alike. */
struct fw_look fw_palette_look(enum fw_palette palette, size_t index, size_t count);

/* How a bar of this look is painted. */
struct fw_paint fw_palette_bar(struct fw_look look);

/* a + (b - a) * t in each channel, 0 <= t <= 1. */
fw_colour fw_colour_mix(fw_colour a, fw_colour b, double t);
/* Contrast ratio of two colours, 1 to 21. Source: WCAG 2.1, "contrast ratio". */
double fw_colour_contrast(fw_colour a, fw_colour b);
/* The colour itself, darkened until text in it can be read on white (contrast 4.5). */
fw_colour fw_colour_text(fw_colour c);
/* Black or white, whichever can be read on c. */
fw_colour fw_colour_on(fw_colour c);

/* Draws a marker of the given size (side of a square [pt]) around x, y. */
void fw_marker_draw(struct fw_draw *d, enum fw_marker marker, double x, double y, double size,
                    fw_colour colour, bool hollow);

#endif
