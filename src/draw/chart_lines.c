/* chart_lines.c - panels with lines and points. */
#include <math.h>
#include <stdlib.h>

#include "draw/plan.h"

static const double INSET = 7;             /* [pt] from the plot's sides to the first point */
static const double ZERO_UP = 20, ZERO_ALONG = 30; /* [pt], the place of zero on log axes */
static const double END_GAP = 7;           /* [pt] from the last point to its name */
static const double END_SHARE = 0.36;      /* of the cell that names may take */
static const double MARKER = 6;            /* [pt] */
enum { MARKERS_ALL = 36, MARKERS_SOME = 12 };

static double zero_up(const struct fw_panel_plan *pp)
{
    return pp->y.has_zero ? ZERO_UP : 0;
}

static double zero_along(const struct fw_panel_plan *pp)
{
    return pp->x.has_zero ? ZERO_ALONG : 0;
}

static void place_axes(struct fw_panel_plan *pp)
{
    const struct fw_box r = pp->plot;
    pp->x.at_lo = r.x + INSET + zero_along(pp);
    pp->x.at_hi = r.x + r.w - INSET;
    pp->x.at_zero = pp->x.has_zero ? r.x + INSET : pp->x.at_lo;
    pp->y.at_lo = r.y + r.h - zero_up(pp);
    pp->y.at_hi = r.y;
    pp->y.at_zero = pp->y.has_zero ? r.y + r.h - ZERO_UP / 2 + 2 : pp->y.at_lo;
}

static bool shown_on(const struct fw_axis *a, double v)
{
    return !isnan(v) && (a->spec->scale == FW_SCALE_LINEAR || v > 0);
}

/* The last point of a series that is on both scales; false if there is none. */
static bool last_point(const struct fw_panel_plan *pp, const struct fw_chart_series *s, size_t *at)
{
    for (size_t i = s->count; i > 0; i--) {
        if (shown_on(&pp->x, s->x[i - 1]) && shown_on(&pp->y, s->y[i - 1])) {
            *at = i - 1;
            return true;
        }
    }
    return false;
}

static int by_height(const void *a, const void *b)
{
    const struct fw_end_label *const p = a, *const q = b;
    if (p->y != q->y)
        return p->y < q->y ? -1 : 1;
    return p->series < q->series ? -1 : 1;
}

/* Finds the ends of the lines and the places of their names; true if names can stand there:
 * every line is named, all end near the right side, and the names have room. */
static bool place_ends(struct fw_plan *plan, struct fw_panel_plan *pp)
{
    const struct fw_panel *const p = pp->p;
    double centres[FW_CHART_SERIES_MAX];
    bool near = true;
    pp->end_count = 0;
    for (size_t s = 0; s < p->series_count; s++) {
        size_t i = 0;
        if (p->series[s].name == NULL || !last_point(pp, &p->series[s], &i))
            return false;
        pp->ends[pp->end_count++] = (struct fw_end_label){
            .text = fw_textfit_shorten(plan->d, plan->arena, p->series[s].name, &fw_fonts.value,
                                       END_SHARE * pp->cell.w),
            .series = s,
            .x = fw_axis_at(&pp->x, p->series[s].x[i]),
            .y = fw_axis_at(&pp->y, p->series[s].y[i]),
        };
        near = near && pp->ends[s].x >= pp->x.at_hi - 0.08 * pp->plot.w;
    }
    qsort(pp->ends, pp->end_count, sizeof pp->ends[0], by_height);
    for (size_t k = 0; k < pp->end_count; k++)
        centres[k] = pp->ends[k].y;
    const bool apart = fw_labels_spread(centres, pp->end_count, FW_LEADING, pp->plot.y - 5,
                                        pp->plot.y + pp->plot.h + 5);
    for (size_t k = 0; k < pp->end_count; k++)
        pp->ends[k].at = centres[k];
    return near && apart;
}

static double widest_name(struct fw_plan *plan, const struct fw_panel *p)
{
    double widest = 0;
    for (size_t s = 0; s < p->series_count; s++)
        widest = fmax(widest, fw_draw_textsize(plan->d, p->series[s].name, &fw_fonts.value));
    return widest;
}

static double label_width(struct fw_plan *plan, const struct fw_axis *a)
{
    double widest = a->has_zero ? fw_draw_textsize(plan->d, "0", &fw_fonts.tick) : 0;
    for (size_t k = 0; k < a->tick_count; k++)
        if (a->ticks[k].labelled)
            widest = fmax(widest, fw_draw_textsize(plan->d, a->ticks[k].label, &fw_fonts.tick));
    return widest;
}

static void solve_x(struct fw_plan *plan, struct fw_panel_plan *pp)
{
    struct fw_extent x, y;
    fw_lines_extents(pp->p, &x, &y);
    const struct fw_axis_room room = {
        .length = pp->plot.w - 2 * INSET - (x.zero ? ZERO_ALONG : 0),
        .level = true,
        .before = x.zero ? ZERO_ALONG - 8 : pp->left + INSET,
        .after = INSET + pp->right + 3,
        /* points are read off both axes: a scatter's level axis grows to whole ticks, too */
        .snap = pp->p->kind == FW_CHART_SCATTER,
    };
    fw_axis_solve(&pp->x, &pp->p->x, &x, &room, plan->d, &fw_fonts.tick);
}

void fw_lines_measure(struct fw_plan *plan, struct fw_panel_plan *pp)
{
    const struct fw_panel *const p = pp->p;
    struct fw_extent x;
    fw_lines_extents(p, &x, &pp->y_extent);
    pp->y_spec = p->y;
    const double usual = plan->chart->panel_count == 1 ? 190 : 120;
    pp->plot.h = p->height > 0 ? p->height : fmax(usual, 0);
    const struct fw_axis_room room = {
        .length = pp->plot.h - (pp->y_extent.zero ? ZERO_UP : 0), .snap = true};
    fw_axis_solve(&pp->y, &pp->y_spec, &pp->y_extent, &room, plan->d, &fw_fonts.tick);
    pp->left = label_width(plan, &pp->y) + 7;
    pp->right = 6;
    pp->plot.w = fmax(pp->cell.w - pp->left - pp->right, 20);
    solve_x(plan, pp);
    place_axes(pp); /* provisional: tells whether the lines end near the right side */
    pp->ends = fw_plan_alloc(plan, p->series_count, sizeof pp->ends[0]);
    const double widest = widest_name(plan, p);
    pp->end_room = widest + END_GAP + 1;
    pp->can_name_ends = pp->ends != NULL && p->kind == FW_CHART_LINE && p->series_count > 0 &&
                        !plan->chart->legend && widest <= END_SHARE * pp->cell.w &&
                        place_ends(plan, pp);
    pp->title = fw_textfit_wrap(plan->d, plan->arena, p->title, &fw_fonts.panel, pp->cell.w, 2);
    pp->value_title = fw_textfit_wrap(plan->d, plan->arena, pp->y.title, &fw_fonts.axis,
                                      pp->cell.w, 2);
    pp->above = (double)(pp->title.count + pp->value_title.count) * FW_LEADING + 8;
}

void fw_lines_fit(struct fw_plan *plan, struct fw_panel_plan *pp)
{
    struct fw_extent x, y;
    solve_x(plan, pp);
    pp->level_title = fw_textfit_wrap(plan->d, plan->arena, pp->x.title, &fw_fonts.axis,
                                      pp->plot.w, 2);
    fw_lines_extents(pp->p, &x, &y);
    const char *remark = NULL;
    for (size_t k = 0; (remark = fw_lines_remark(pp->p, &x, &y, k)) != NULL; k++)
        fw_plan_remark(plan, pp, remark);
    pp->below = 6 + FW_LEADING + 2 +
                (double)(pp->level_title.count + pp->remarks.count) * FW_LEADING;
}

/* The page position of a point; false if the scales do not hold it. hollow = zero on a scale
 * that has none. */
static bool point(const struct fw_panel_plan *pp, double x, double y, double *out, bool *hollow)
{
    if (isnan(x) || isnan(y) || (pp->x.spec->scale != FW_SCALE_LINEAR && x < 0) ||
        (pp->y.spec->scale != FW_SCALE_LINEAR && y < 0))
        return false;
    *hollow = !shown_on(&pp->x, x) || !shown_on(&pp->y, y);
    out[0] = fw_axis_at(&pp->x, x);
    out[1] = fw_axis_at(&pp->y, y);
    return true;
}

static void draw_interval(struct fw_plan *plan, const struct fw_panel_plan *pp, double x,
                          double lo, double hi, fw_colour colour)
{
    const bool log = pp->y.spec->scale != FW_SCALE_LINEAR;
    if (isnan(lo) || isnan(hi) || (log && hi <= 0))
        return;
    const bool cut = log && lo <= 0;
    const double bottom = cut ? pp->y.at_lo : fw_axis_at(&pp->y, lo);
    const double top = fw_axis_at(&pp->y, hi), cap = 2.5;
    const double gap = (double)NAN;
    const double xy[] = {x, bottom, x, top, gap, gap, x - cap, top, x + cap, top,
                         gap, gap, x - cap, bottom, x + cap, bottom};
    fw_draw_polyline(plan->d, xy, cut ? 5 : 8, false,
                     &(struct fw_paint){.stroke = colour, .width = 0.9});
}

/* Markers at all points, or at every n-th of many; alone ones always, as no line shows them. */
static void draw_markers(struct fw_plan *plan, const struct fw_panel_plan *pp,
                         const struct fw_chart_series *s, struct fw_look look)
{
    const bool points = pp->p->kind == FW_CHART_SCATTER;
    size_t every = points || s->count <= MARKERS_ALL ? 1 : s->count / MARKERS_SOME;
    if (s->dashed && !points)
        every = s->count; /* a part of another line: marked at its ends only */
    bool before = false;
    for (size_t i = 0; i < s->count; i++) {
        double at[2], next[2];
        bool hollow = false, other = false;
        const bool here = point(pp, s->x[i], s->y[i], at, &hollow);
        const bool after = i + 1 < s->count && point(pp, s->x[i + 1], s->y[i + 1], next, &other) &&
                           !other;
        if (here && s->lo != NULL && s->hi != NULL && !hollow)
            draw_interval(plan, pp, at[0], s->lo[i], s->hi[i], look.colour);
        if (here && (hollow || i % every == 0 || i + 1 == s->count || (!before && !after)))
            fw_marker_draw(plan->d, look.marker, at[0], at[1], MARKER, look.colour, hollow);
        before = here && !hollow;
    }
}

static void draw_series(struct fw_plan *plan, const struct fw_panel_plan *pp, size_t index)
{
    const struct fw_chart_series *const s = &pp->p->series[index];
    struct fw_look look = fw_plan_look(plan, pp->looks[index]);
    double *const xy = fw_plan_alloc(plan, 2 * s->count, sizeof *xy);
    char id[48];
    if (xy == NULL)
        return;
    fw_plan_id(id, pp, "series", index);
    fw_draw_group(plan->d, &(struct fw_draw_part){.id = id, .klass = "series", .title = s->name});
    for (size_t i = 0; i < s->count; i++) {
        bool hollow = false;
        if (!point(pp, s->x[i], s->y[i], xy + 2 * i, &hollow) || hollow)
            xy[2 * i] = xy[2 * i + 1] = (double)NAN;
    }
    if (s->dashed)
        look.dash = FW_DASH_LONG;
    if (pp->p->kind == FW_CHART_LINE)
        fw_draw_polyline(plan->d, xy, s->count, false,
                         &(struct fw_paint){.stroke = look.colour, .width = 1.8,
                                            .dash = look.dash});
    draw_markers(plan, pp, s, look);
    fw_draw_group_end(plan->d);
}

static void draw_end_names(struct fw_plan *plan, const struct fw_panel_plan *pp)
{
    const double x = pp->plot.x + pp->plot.w - INSET + MARKER / 2 + END_GAP;
    for (size_t k = 0; k < pp->end_count; k++) {
        const struct fw_end_label *const e = &pp->ends[k];
        const fw_colour colour = fw_plan_look(plan, pp->looks[e->series]).colour;
        const bool moved = fabs(e->at - e->y) > 2.5 || x - e->x > 2.5 * END_GAP;
        if (moved)
            fw_draw_line(plan->d, e->x + MARKER / 2 + 1, e->y, x - 1.5, e->at,
                         &(struct fw_paint){.stroke = fw_colour_mix(colour, FW_PAPER, 0.4),
                                            .width = 0.7});
        struct fw_font font = fw_fonts.value;
        font.colour = fw_colour_text(colour);
        fw_draw_text(plan->d, x, e->at + FW_TEXT_PT * FW_CAP_ROOM / 2, e->text, &font);
    }
}

void fw_lines_draw(struct fw_plan *plan, struct fw_panel_plan *pp)
{
    place_axes(pp);
    fw_frame_upright_axis(plan, pp, &pp->y, false);
    fw_frame_level_axis(plan, pp, &pp->x, true);
    if (pp->named_at_ends)
        (void)place_ends(plan, pp); /* measured before: they have room */
    fw_notes_draw_lines(plan, pp);
    for (size_t s = 0; s < pp->p->series_count; s++)
        draw_series(plan, pp, s);
    fw_notes_draw_names(plan, pp);
    if (pp->named_at_ends)
        draw_end_names(plan, pp);
}
