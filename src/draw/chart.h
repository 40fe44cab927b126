/* chart.h - a chart is a description; fw_chart_draw lays it out and draws it on any canvas.
 *
 * A chart has one or more panels side by side or below one another (small multiples), each with
 * its own axes. A panel shows series of plain numbers: lines, points, grouped or stacked bars.
 *
 *     const double x[] = {512, 1024, 2048}, y[] = {6.7e7, 1.3e8, NAN};   NAN = unknown
 *     const struct fw_chart_series s[] = {{.name = "8 KV heads", .x = x, .y = y, .count = 3}};
 *     const struct fw_panel p = {
 *         .kind = FW_CHART_LINE,
 *         .x = {.label = "Context", .unit = "tokens", .scale = FW_SCALE_LOG2,
 *               .prefix = FW_PREFIX_BINARY},
 *         .y = {.label = "KV cache", .unit = "bytes", .tick_unit = "B",
 *               .scale = FW_SCALE_LOG2, .prefix = FW_PREFIX_BINARY},
 *         .series = s, .series_count = 1,
 *     };
 *     const struct fw_chart c = {.title = "KV cache", .source = "...", .panels = &p,
 *                                .panel_count = 1};
 *     status = fw_chart_write(&c, &(struct fw_draw_options){.format = FW_DRAW_SVG}, &out,
 *                             &unknown_glyphs, err);
 *
 * Everything is optional but panels; zero and NULL are the sensible defaults. Strings are UTF-8
 * and borrowed until the call returns. Series of the same name have the same colour, marker and
 * pattern in all panels. What does not fit is wrapped, then shortened with an ellipsis.
 * The drawing is 360 pt wide unless asked otherwise, and its smallest letters have 10.5 pt: in a
 * journal column of 85 mm they still measure 7 pt.
 */
#ifndef FW_DRAW_CHART_H
#define FW_DRAW_CHART_H

#include "base/arena.h"
#include "draw/canvas.h"

enum fw_chart_kind { FW_CHART_LINE, FW_CHART_SCATTER, FW_CHART_BARS, FW_CHART_STACKED };

enum fw_scale {
    FW_SCALE_LINEAR,
    FW_SCALE_LOG10, /* ticks at powers of ten */
    FW_SCALE_LOG2,  /* ticks at powers of two */
};

/* How the numbers on an axis and on its bars are shortened. */
enum fw_prefix {
    FW_PREFIX_SI,     /* k M G T ... m u n */
    FW_PREFIX_BINARY, /* Ki Mi Gi ... */
    FW_PREFIX_POWER,  /* powers of ten */
    FW_PREFIX_NONE,   /* as they are, 1,287 */
};

struct fw_chart_axis {
    const char *label;     /* the quantity, "KV cache" */
    const char *unit;      /* "bytes", "FLOP", "%"; NULL = a plain count */
    const char *tick_unit; /* log axes: unit behind each tick's number, "B"; NULL = none */
    enum fw_scale scale;   /* bars need FW_SCALE_LINEAR: they start at zero */
    enum fw_prefix prefix; /* linear axes move the common prefix into the unit: "(GFLOP)" */
    bool from_zero;        /* linear: zero belongs to the axis (always so for bars) */
    double at_least;       /* the axis reaches at least this value; 0 = as the data */
    unsigned digits;       /* significant digits of values on bars, 0 = 3; at most 12 */
};

struct fw_chart_series {
    const char *name;
    const double *x;       /* (count); NULL for bars */
    const double *y;       /* (count); for bars one value per category. NAN = unknown */
    const double *lo, *hi; /* (count) ends of an interval around y, drawn as a bar; or NULL */
    size_t count;
    bool dashed; /* lines: same colour as the series before, but dashed (a part of it) */
};

/* A reference: a value with a name, such as a device's memory, or a special point. */
enum fw_note_kind { FW_NOTE_LEVEL, FW_NOTE_UPRIGHT, FW_NOTE_DIAGONAL };
struct fw_chart_note {
    enum fw_note_kind kind; /* line at y = value, at x = value, or y = x (no value) */
    double value;
    const char *text;
};

struct fw_panel {
    const char *title;
    enum fw_chart_kind kind;
    struct fw_chart_axis x, y; /* bars have values along y, whichever way they point */
    const struct fw_chart_series *series;
    size_t series_count;           /* at most FW_CHART_SERIES_MAX */
    const char *const *categories; /* bars: (category_count) names */
    size_t category_count;         /* at most FW_CHART_CATEGORIES_MAX */
    bool upright;                  /* bars point up where the names fit, else to the right */
    bool share;                    /* stacked bars: shares of each sum in per cent */
    bool vary;                     /* bars of one series: each category has its own colour */
    bool no_values;                /* bars: no numbers on them */
    const struct fw_chart_note *notes;
    size_t note_count;
    double height; /* of the plot area [pt], 0 = what suits; 40 to 2000 */
};

enum fw_palette {
    FW_PALETTE_DISTINCT, /* series that are different things */
    FW_PALETTE_ORDERED,  /* series that are steps of one quantity, such as 1, 2, 4 ... heads */
};

struct fw_chart {
    const char *title;
    const char *subtitle; /* what is held fixed: model, dtype, convention */
    const char *source;   /* where the numbers come from; below the plot */
    const char *desc;     /* for those who cannot see it; NULL = the subtitle */
    const struct fw_panel *panels;
    size_t panel_count; /* 1 to FW_CHART_PANELS_MAX */
    size_t columns;     /* panels side by side, fewer if that gets too narrow; 0 = 1 */
    enum fw_palette palette;
    bool legend;  /* a legend even where lines could be named at their ends */
    double width; /* [pt], 0 = 360; 200 to 2000; the terminal uses its own */
};

enum {
    FW_CHART_PANELS_MAX = 12,
    FW_CHART_SERIES_MAX = 64,
    FW_CHART_CATEGORIES_MAX = 200,
    FW_CHART_POINTS_MAX = 100000,
    FW_CHART_NOTES_MAX = 16,
};

/* Draws the chart as the whole page of an open canvas on which nothing was begun. Layout memory
 * comes from the arena. Data that cannot be shown is refused before anything is drawn:
 * FW_INPUT: an infinite value, or one beyond 1e200 (or, not being 0, below 1e-200);
 * FW_USAGE: too many panels, series, categories or points, bars on a log axis, shares of
 * negative values, a size out of range, a page that is too narrow even for one column;
 * FW_SYSTEM: memory. The error is also the canvas's sticky one. */
enum fw_status fw_chart_draw(const struct fw_chart *chart, struct fw_draw *d,
                             struct fw_arena *arena, struct fw_err *err);

/* Opens a canvas, draws the chart, closes it, and appends the file's bytes to *out (out->len of
 * them). *unknown_glyphs (may be NULL) = characters that no font could show: worth a warning. */
enum fw_status fw_chart_write(const struct fw_chart *chart, const struct fw_draw_options *options,
                              struct fw_text *out, unsigned *unknown_glyphs, struct fw_err *err);

#endif
