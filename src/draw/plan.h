/* plan.h - a chart while it is laid out: first everything is measured, then drawn. Private.
 *
 *     +----------------------------------------------------------+
 *     | title, subtitle                                          |
 *     | legend                                                   |
 *     | +- cell -------------------+ +- cell ------------------+ |   one row of panels
 *     | | panel title, value axis  | |                         | |
 *     | | title                    | |                         | |
 *     | | left | plot      | right | |                         | |
 *     | | tick labels, axis title, | |                         | |
 *     | | remarks                  | |                         | |
 *     | +--------------------------+ +-------------------------+ |
 *     | source                                                   |
 *     +----------------------------------------------------------+
 */
#ifndef FW_DRAW_PLAN_H
#define FW_DRAW_PLAN_H

#include "draw/axis.h"
#include "draw/palette.h"
#include "draw/textfit.h"

#define FW_TEXT_PT 10.5 /* 7 pt when 360 pt shrink to 85 mm */
#define FW_LEADING 13.0 /* from line to line of such text [pt] */
#define FW_CAP_ROOM 0.729 /* height of a capital letter [em], DejaVu Sans */

enum { FW_BAR_TEXT = FW_NUM_LEN + 16 };

struct fw_font_set {
    struct fw_font title, subtitle, panel, axis, tick, value;
};
extern const struct fw_font_set fw_fonts;

/* Text at the end of a line, pushed away from its neighbours. */
struct fw_end_label {
    const char *text;
    size_t series;
    double x, y; /* end of the line */
    double at;   /* centre of the text */
};

struct fw_panel_plan {
    const struct fw_panel *p;
    size_t index;
    struct fw_box cell, plot;
    struct fw_chart_axis y_spec; /* p->y with what the kind of chart adds */
    struct fw_axis x, y;         /* bars use y only */
    struct fw_extent y_extent;
    const size_t *looks;     /* (series_count) index of each series' look */
    const size_t *cat_looks; /* (category_count) the same for categories that vary */
    struct fw_lines title, value_title, level_title, remarks;
    double left, right, above, below; /* room around the plot */
    /* lines and points */
    bool can_name_ends, named_at_ends;
    double end_room; /* right of the plot for names at line ends */
    struct fw_end_label *ends;
    size_t end_count;
    /* bars */
    bool upright;            /* as decided */
    bool shows_categories;   /* else the panel to the left does */
    struct fw_lines *names;  /* (category_count) */
    double slot, thick;      /* room for a category, thickness of one bar */
};

struct fw_legend_entry {
    const char *text;
    size_t look;
    bool line, marker, dashed;
    struct fw_box box; /* x and y relative to the legend's corner */
};

struct fw_plan {
    const struct fw_chart *chart;
    struct fw_draw *d;
    struct fw_arena *arena;
    double width, height;
    struct fw_lines title, subtitle, source;
    const char **look_names;
    size_t look_count;
    struct fw_legend_entry *legend;
    size_t legend_count;
    double legend_height;
    size_t columns, rows;
    /* found out on the way: the columns have too little room; upright bars have */
    bool narrow, level_only;
    struct fw_panel_plan *panels;
};

/* Zeroed memory from the arena, or NULL and the canvas's sticky error. */
void *fw_plan_alloc(struct fw_plan *plan, size_t count, size_t size);
struct fw_look fw_plan_look(const struct fw_plan *plan, size_t look);
/* Look of one bar: that of its series, or of its category where those vary. */
struct fw_look fw_plan_bar_look(const struct fw_plan *plan, const struct fw_panel_plan *pp,
                                size_t series, size_t category);
bool fw_panel_is_bars(const struct fw_panel *p);
/* "panel-1-series-2" for an id. */
void fw_plan_id(char id[static 48], const struct fw_panel_plan *pp, const char *what,
                size_t index);
/* Adds a remark below the plot, wrapped to the width of the cell. */
void fw_plan_remark(struct fw_plan *plan, struct fw_panel_plan *pp, const char *text);

/* chart.c: gives each name its look, fills looks and cat_looks of all panels. */
void fw_plan_looks(struct fw_plan *plan);

/* chart_lines.c, chart_bars.c. Measure: cell.w is known; sets plot.h and the room around the
 * plot. Fit: plot is known (its place is not final, its size is). Draw: everything is known. */
void fw_lines_measure(struct fw_plan *plan, struct fw_panel_plan *pp);
void fw_lines_fit(struct fw_plan *plan, struct fw_panel_plan *pp);
void fw_lines_draw(struct fw_plan *plan, struct fw_panel_plan *pp);
void fw_bars_measure(struct fw_plan *plan, struct fw_panel_plan *pp);
void fw_bars_fit(struct fw_plan *plan, struct fw_panel_plan *pp);
void fw_bars_draw(struct fw_plan *plan, struct fw_panel_plan *pp);

/* chart_data.c: what bars and terminal charts read from the series.
 * Spec and range of the value axis of a panel with bars, sums for stacked ones. */
struct fw_chart_axis fw_bars_spec(const struct fw_panel *p);
struct fw_extent fw_bars_extent(const struct fw_panel *p);
/* Length of the bar of a series at a category: its value, or its share in per cent; NAN =
 * unknown. */
double fw_bars_value(const struct fw_panel *p, size_t series, size_t category);
/* Sum over the known values of a category; *unknown counts the others (may be NULL). */
double fw_bars_sum(const struct fw_panel *p, size_t category, size_t *unknown);
/* What stands at the end of the bar: value, sum, "unknown", "8.03 + unknown", or "". series is
 * ignored for stacked bars. */
const char *fw_bars_text(char buf[static FW_BAR_TEXT], const struct fw_panel *p,
                         const struct fw_axis *axis, size_t series, size_t category);
/* Bars that share a category: 1 if they are stacked. */
size_t fw_bars_abreast(const struct fw_panel *p);
/* Ranges of lines and points, intervals and reference lines included. */
void fw_lines_extents(const struct fw_panel *p, struct fw_extent *x, struct fw_extent *y);
/* The text of remark number k about values that the panel cannot show, or NULL. */
const char *fw_lines_remark(const struct fw_panel *p, const struct fw_extent *x,
                            const struct fw_extent *y, size_t k);
/* First problem of the data as an error: see fw_chart_draw. */
enum fw_status fw_chart_check(const struct fw_chart *c, struct fw_err *err);

/* chart_frame.c: what all panels have. */
void fw_frame_level_axis(struct fw_plan *plan, const struct fw_panel_plan *pp,
                         const struct fw_axis *axis, bool base);
void fw_frame_upright_axis(struct fw_plan *plan, const struct fw_panel_plan *pp,
                           const struct fw_axis *axis, bool base);
void fw_frame_titles(struct fw_plan *plan, const struct fw_panel_plan *pp);
void fw_draw_lines(struct fw_draw *d, const struct fw_lines *lines, double x, double y,
                   const struct fw_font *font, double leading);

/* chart_notes.c: reference lines and their names. */
void fw_notes_draw_lines(struct fw_plan *plan, const struct fw_panel_plan *pp);
void fw_notes_draw_names(struct fw_plan *plan, const struct fw_panel_plan *pp);

/* chart_labels.c: moves labels apart. y[k] wanted centres in ascending order, shape (n); each
 * needs room; all stay within top and bottom if n * room <= bottom - top (else false). */
bool fw_labels_spread(double *y, size_t n, double room, double top, double bottom);

/* chart_layout.c: measures all, sets every position and the page size. */
void fw_plan_layout(struct fw_plan *plan);
/* Title, subtitle, legend and source. */
void fw_plan_draw_header(struct fw_plan *plan);

/* chart_term.c: the chart in character cells. */
void fw_term_draw(struct fw_plan *plan);

#endif
