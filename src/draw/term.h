/* term.h - charts in character cells; columns and rows count from 0. Private to draw. */
#ifndef FW_DRAW_TERM_H
#define FW_DRAW_TERM_H

#include "draw/plan.h"

struct fw_term {
    struct fw_plan *plan;
    size_t columns;
    size_t row;    /* the next row to write to */
    bool drawing;  /* else only counting rows */
    double cw, ch; /* [pt] of a cell */
};

/* On the current row, from a column on. */
void fw_term_text(const struct fw_term *t, double column, const char *text,
                  const struct fw_font *font);
void fw_term_block(const struct fw_term *t, double from, double to, const struct fw_paint *paint);
/* Wrapped text over the whole width; moves to the row behind it. */
void fw_term_lines(struct fw_term *t, const char *text, const struct fw_font *font, size_t most);
size_t fw_term_width(const struct fw_term *t, const char *text);
/* The character that marks the points of a series. */
const char *fw_term_marker(const struct fw_term *t, size_t look);
/* An axis along the row, with ticks, and its labels on the next row; line from first to last. */
void fw_term_level_axis(struct fw_term *t, const struct fw_axis *axis, size_t first, size_t last);

/* Measure: range, title and whether lines are named at their ends. Draw: moves t->row. */
void fw_term_bars_measure(struct fw_term *t, struct fw_panel_plan *pp);
void fw_term_bars_draw(struct fw_term *t, struct fw_panel_plan *pp);
void fw_term_lines_measure(struct fw_term *t, struct fw_panel_plan *pp);
void fw_term_lines_draw(struct fw_term *t, struct fw_panel_plan *pp);

#endif
