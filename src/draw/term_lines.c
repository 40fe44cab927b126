/* term_lines.c - lines and points in the terminal, and the axes. */
#include <math.h>
#include <string.h>

#include "draw/term.h"

enum { PLOT_ROWS = 15, ZERO_COLUMNS = 4 };
static const struct fw_font plain = {.size = 12};

/* The plot's columns (from the axis line on) and its rows; labels left and names right of it. */
struct grid {
    size_t axis, first, last; /* columns: axis line, first and last of the data */
    size_t top;               /* row */
};

static const char *line_glyph(const struct fw_term *t, size_t k)
{
    static const char *const glyphs[2][5] = {{"\u2502", "\u2524", "\u2514", "\u2500", "\u252C"},
                                             {"|", "+", "+", "-", "+"}};
    return glyphs[t->plan->d->options.ascii][k];
}

enum { UPRIGHT, UPRIGHT_TICK, CORNER, LEVEL, LEVEL_TICK };

void fw_term_level_axis(struct fw_term *t, const struct fw_axis *axis, size_t first, size_t last)
{
    fw_term_text(t, (double)first, line_glyph(t, CORNER), &plain);
    for (size_t c = first + 1; c <= last; c++)
        fw_term_text(t, (double)c, line_glyph(t, LEVEL), &plain);
    for (size_t k = 0; k < axis->tick_count; k++) {
        const double at = floor(fw_axis_at(axis, axis->ticks[k].value) / t->cw + 1e-6);
        if (axis->ticks[k].labelled && at > (double)first)
            fw_term_text(t, at, line_glyph(t, LEVEL_TICK), &plain);
    }
    t->row++;
    for (size_t k = 0; k < axis->tick_count; k++) {
        const char *const label = axis->ticks[k].label;
        const double at = floor(fw_axis_at(axis, axis->ticks[k].value) / t->cw + 1e-6);
        const double width = (double)fw_term_width(t, label);
        const double start = fmin(fmax(at - floor((width - 1) / 2), 0),
                                  (double)t->columns - width);
        if (axis->ticks[k].labelled)
            fw_term_text(t, start, label, &plain);
    }
    if (axis->has_zero)
        fw_term_text(t, floor(axis->at_zero / t->cw), "0", &plain);
    t->row++;
}

static size_t widest_label(const struct fw_term *t, const struct fw_axis *a)
{
    size_t widest = 1;
    for (size_t k = 0; k < a->tick_count; k++) {
        const size_t w = a->ticks[k].labelled ? fw_term_width(t, a->ticks[k].label) : 0;
        widest = w > widest ? w : widest;
    }
    return widest;
}

static size_t widest_name(const struct fw_term *t, const struct fw_panel *p)
{
    size_t widest = 0;
    for (size_t s = 0; s < p->series_count; s++) {
        const size_t w = p->series[s].name != NULL ? fw_term_width(t, p->series[s].name) : 0;
        widest = w > widest ? w : widest;
    }
    return widest;
}

static struct grid make_grid(const struct fw_term *t, const struct fw_panel_plan *pp)
{
    struct grid g = {.axis = widest_label(t, &pp->y) + 1, .top = t->row};
    const size_t names = pp->named_at_ends ? widest_name(t, pp->p) + 3 : 1;
    g.first = g.axis + 2 + (pp->x.has_zero ? ZERO_COLUMNS : 0);
    g.last = t->columns - 1 - names;
    g.last = g.last < g.first + 8 ? g.first + 8 : g.last;
    return g;
}

static void place_axes(const struct fw_term *t, struct fw_panel_plan *pp, const struct grid *g)
{
    const double bottom = (double)(g->top + PLOT_ROWS) - (pp->y.has_zero ? 2 : 0);
    pp->x.at_lo = ((double)g->first + 0.5) * t->cw;
    pp->x.at_hi = ((double)g->last + 0.5) * t->cw;
    pp->x.at_zero = pp->x.has_zero ? ((double)g->axis + 2.5) * t->cw : pp->x.at_lo;
    pp->y.at_lo = (bottom - 0.5) * t->ch;
    pp->y.at_hi = ((double)g->top + 0.5) * t->ch;
    pp->y.at_zero = pp->y.has_zero ? ((double)(g->top + PLOT_ROWS) - 0.5) * t->ch : pp->y.at_lo;
}

static void solve(struct fw_term *t, struct fw_panel_plan *pp)
{
    struct fw_extent x, y;
    fw_lines_extents(pp->p, &x, &y);
    pp->y_spec = pp->p->y;
    const struct fw_axis_room up = {.length = (PLOT_ROWS - 1 - (y.zero ? 2 : 0)) * t->ch,
                                    .snap = true};
    fw_axis_solve(&pp->y, &pp->y_spec, &y, &up, t->plan->d, &plain);
    const size_t names = pp->named_at_ends ? widest_name(t, pp->p) + 3 : 1;
    const size_t used = widest_label(t, &pp->y) + 4 + names + (x.zero ? ZERO_COLUMNS : 0);
    const size_t width = t->columns > used + 8 ? t->columns - used : 8;
    const struct fw_axis_room along = {.length = (double)width * t->cw, .level = true,
                                       .before = x.zero ? t->cw : 4 * t->cw,
                                       .after = (double)names * t->cw};
    fw_axis_solve(&pp->x, &pp->p->x, &x, &along, t->plan->d, &plain);
    pp->y_extent = y;
}

void fw_term_lines_measure(struct fw_term *t, struct fw_panel_plan *pp)
{
    const size_t n = pp->p->series_count;
    pp->named_at_ends = pp->p->kind == FW_CHART_LINE && n > 0 && n <= PLOT_ROWS &&
                        !t->plan->chart->legend && widest_name(t, pp->p) <= t->columns / 3;
    for (size_t s = 0; s < n; s++) {
        const struct fw_chart_series *const line = &pp->p->series[s];
        const bool last = line->count > 0 && line->name != NULL &&
                          (line->y[line->count - 1] > 0 ||
                           (pp->p->y.scale == FW_SCALE_LINEAR && !isnan(line->y[line->count - 1])));
        pp->named_at_ends = pp->named_at_ends && last;
    }
    solve(t, pp);
}

/* The cell of a point; false if the scales do not hold it. */
static bool point(const struct fw_panel_plan *pp, double x, double y, double *px, double *py,
                  bool *zero)
{
    const bool x_log = pp->x.spec->scale != FW_SCALE_LINEAR;
    const bool y_log = pp->y.spec->scale != FW_SCALE_LINEAR;
    if (isnan(x) || isnan(y) || (x_log && x < 0) || (y_log && y < 0))
        return false;
    *zero = (x_log && x == 0) || (y_log && y == 0);
    *px = fw_axis_at(&pp->x, x);
    *py = fw_axis_at(&pp->y, y);
    return true;
}

static void draw_line(struct fw_term *t, const struct fw_panel_plan *pp, size_t index)
{
    const struct fw_chart_series *const s = &pp->p->series[index];
    double *const xy = fw_plan_alloc(t->plan, 2 * s->count + 2, sizeof *xy);
    for (size_t i = 0; xy != NULL && i < s->count; i++) {
        bool zero = false;
        if (!point(pp, s->x[i], s->y[i], &xy[2 * i], &xy[2 * i + 1], &zero) || zero)
            xy[2 * i] = xy[2 * i + 1] = (double)NAN;
    }
    if (xy == NULL || s->count == 0)
        return;
    /* one lifted pen more, so that a level line of two points is dots and not box drawing */
    xy[2 * s->count] = xy[2 * s->count + 1] = (double)NAN;
    const fw_colour colour = fw_plan_look(t->plan, pp->looks[index]).colour;
    fw_draw_polyline(t->plan->d, xy, s->count + 1, false,
                     &(struct fw_paint){.stroke = colour, .width = 1});
}

static void draw_marks(struct fw_term *t, const struct fw_panel_plan *pp, size_t index)
{
    const struct fw_chart_series *const s = &pp->p->series[index];
    const struct fw_font font = {.size = 12,
                                 .colour = fw_plan_look(t->plan, pp->looks[index]).colour};
    const size_t every = s->count > 24 && pp->p->kind == FW_CHART_LINE ? s->count / 8 : 1;
    const char *const hollow = t->plan->d->options.ascii ? "0" : "\u25CB";
    for (size_t i = 0; i < s->count; i++) {
        double x = 0, y = 0;
        bool zero = false;
        if ((i % every != 0 && i + 1 < s->count) || (s->dashed && i + 1 < s->count) ||
            !point(pp, s->x[i], s->y[i], &x, &y, &zero))
            continue;
        fw_draw_text(t->plan->d, floor(x / t->cw) * t->cw, ceil(y / t->ch) * t->ch,
                     zero ? hollow : fw_term_marker(t, pp->looks[index]), &font);
    }
}

/* Names of lines right of the plot, each on a row of its own near its end. */
static void draw_names(struct fw_term *t, const struct fw_panel_plan *pp, const struct grid *g)
{
    const struct fw_panel *const p = pp->p;
    size_t order[FW_CHART_SERIES_MAX];
    double rows[FW_CHART_SERIES_MAX];
    for (size_t s = 0; s < p->series_count; s++) {
        const double y = fw_axis_at(&pp->y, p->series[s].y[p->series[s].count - 1]) / t->ch;
        size_t k = s;
        for (; k > 0 && rows[k - 1] > y; k--) { /* insertion keeps them sorted from the top */
            rows[k] = rows[k - 1];
            order[k] = order[k - 1];
        }
        rows[k] = y;
        order[k] = s;
    }
    if (!fw_labels_spread(rows, p->series_count, 1, (double)g->top, (double)(g->top + PLOT_ROWS)))
        return;
    for (size_t k = 0; k < p->series_count; k++) {
        const struct fw_chart_series *const s = &p->series[order[k]];
        const struct fw_font font = {.size = 12,
                                     .colour = fw_plan_look(t->plan, pp->looks[order[k]]).colour};
        fw_draw_text(t->plan->d, (double)(g->last + 2) * t->cw, (floor(rows[k]) + 1) * t->ch,
                     s->name, &font);
    }
}

static void draw_upright_axis(struct fw_term *t, const struct fw_panel_plan *pp,
                              const struct grid *g)
{
    const double x = (double)g->axis * t->cw;
    struct fw_font right = plain;
    right.anchor = FW_ANCHOR_END;
    for (size_t r = 0; r < PLOT_ROWS; r++)
        fw_draw_text(t->plan->d, x, (double)(g->top + r + 1) * t->ch, line_glyph(t, UPRIGHT),
                     &plain);
    for (size_t k = 0; k < pp->y.tick_count; k++) {
        const double y = ceil(fw_axis_at(&pp->y, pp->y.ticks[k].value) / t->ch) * t->ch;
        if (!pp->y.ticks[k].labelled)
            continue;
        fw_draw_text(t->plan->d, x - t->cw, y, pp->y.ticks[k].label, &right);
        fw_draw_text(t->plan->d, x, y, line_glyph(t, UPRIGHT_TICK), &plain);
    }
    if (pp->y.has_zero)
        fw_draw_text(t->plan->d, x - t->cw, ceil(pp->y.at_zero / t->ch) * t->ch, "0", &right);
}

/* Reference lines: dots with gaps, named at their upper or left end. */
static void draw_notes(struct fw_term *t, const struct fw_panel_plan *pp, const struct grid *g)
{
    for (size_t n = 0; n < pp->p->note_count; n++) {
        const struct fw_chart_note *const note = &pp->p->notes[n];
        const bool level = note->kind == FW_NOTE_LEVEL;
        if (note->kind == FW_NOTE_DIAGONAL)
            continue;
        const double at = fw_axis_at(level ? &pp->y : &pp->x, note->value);
        const double from = (double)(level ? g->axis + 1 : g->top) * (level ? t->cw : t->ch);
        const double to = level ? (double)(g->last + 1) * t->cw
                                : (double)(g->top + PLOT_ROWS) * t->ch;
        for (double p = from; p < to; p += 2 * t->cw) {
            const double end = fmin(p + t->cw, to) - 0.5, gap = (double)NAN;
            const double xy[] = {level ? p : at, level ? at : p, level ? end : at,
                                 level ? at : end, gap, gap};
            fw_draw_polyline(t->plan->d, xy, 3, false,
                             &(struct fw_paint){.stroke = FW_INK_SOFT, .width = 1});
        }
        const size_t room = g->last > g->first + 6 ? g->last - g->first - 6 : 1;
        const char *const text = fw_textfit_shorten(t->plan->d, t->plan->arena, note->text, &plain,
                                                    (double)room * t->cw);
        const double column = level ? (double)g->axis + 2 : floor(at / t->cw) + 1;
        const double most = (double)t->columns - (double)fw_term_width(t, text);
        fw_draw_text(t->plan->d, fmin(column, most) * t->cw,
                     level ? ceil(at / t->ch) * t->ch : (double)(g->top + 1) * t->ch, text,
                     &plain);
    }
}

void fw_term_lines_draw(struct fw_term *t, struct fw_panel_plan *pp)
{
    const struct grid g = make_grid(t, pp);
    struct fw_extent x, y;
    place_axes(t, pp, &g);
    for (size_t s = 0; t->drawing && s < pp->p->series_count; s++)
        if (pp->p->kind == FW_CHART_LINE)
            draw_line(t, pp, s);
    if (t->drawing) {
        draw_upright_axis(t, pp, &g);
        draw_notes(t, pp, &g);
    }
    for (size_t s = 0; t->drawing && s < pp->p->series_count; s++)
        draw_marks(t, pp, s);
    if (t->drawing && pp->named_at_ends)
        draw_names(t, pp, &g);
    t->row += PLOT_ROWS;
    fw_term_level_axis(t, &pp->x, g.axis, g.last + 1);
    struct fw_font centred = plain;
    centred.anchor = FW_ANCHOR_MIDDLE;
    if (pp->x.title[0] != '\0') {
        fw_term_text(t, ((double)g.axis + (double)g.last) / 2, pp->x.title, &centred);
        t->row++;
    }
    fw_lines_extents(pp->p, &x, &y);
    const char *remark = NULL;
    for (size_t k = 0; (remark = fw_lines_remark(pp->p, &x, &y, k)) != NULL; k++)
        fw_term_lines(t, remark, &plain, 2);
}
