/* chart_bars.c - panels with bars, grouped or stacked, to the right or upward.
 *
 * Bars to the right are the rule: names stay level and values fit behind the bars even in a
 * narrow column. Bars point up only where asked for and where all names and values have room.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/plan.h"

static const double VALUE_GAP = 4;     /* [pt] from a bar's end to its value */
static const double NAME_SHARE = 0.34; /* of the cell that names may take */
static const double NAME_GAP = 7;      /* [pt] from a name to the axis */
static const double PAD = 2.5;         /* [pt] around a number inside a bar */
static const double LENGTH_LEAST = 26; /* [pt] of the values' axis */
static const double THICKEST = 40;     /* [pt], upright bars */
enum { FEW = 12 };                     /* categories that get thick bars */

/* Positions of the values' axis, relative to the plot. */
struct span {
    double from, length;
};

static double text_width(struct fw_plan *plan, const char *text)
{
    return fw_draw_textsize(plan->d, text, &fw_fonts.value);
}

/* Where the bar of series (or the whole stack) ends on the values' axis. */
static double end_value(const struct fw_panel *p, size_t series, size_t category)
{
    if (p->kind != FW_CHART_STACKED) {
        const double v = fw_bars_value(p, series, category);
        return isnan(v) ? 0 : v;
    }
    double up = 0, down = 0;
    for (size_t s = 0; s < p->series_count; s++) {
        const double v = fw_bars_value(p, s, category);
        up += v > 0 ? v : 0;
        down += v < 0 ? v : 0;
    }
    return up > 0 ? up : down;
}

/* Level bars: how long the axis may be so that each value fits behind its bar. */
static struct span value_span(struct fw_plan *plan, const struct fw_panel_plan *pp)
{
    const struct fw_panel *const p = pp->p;
    const size_t abreast = fw_bars_abreast(p), n = p->category_count * abreast;
    char text[FW_BAR_TEXT];
    double from = 0; /* room on the left for the values of negative bars */
    for (size_t k = 0; k < n; k++)
        if (end_value(p, k % abreast, k / abreast) < 0)
            from = fmax(from, text_width(plan, fw_bars_text(text, p, &pp->y, k % abreast,
                                                            k / abreast)) + VALUE_GAP);
    double length = pp->plot.w - from - 10;
    for (size_t k = 0; k < n; k++) {
        const double v = end_value(p, k % abreast, k / abreast);
        const double share = (v - pp->y.lo) / (pp->y.hi - pp->y.lo);
        const double w = text_width(plan, fw_bars_text(text, p, &pp->y, k % abreast, k / abreast));
        if (v >= 0 && share > 0)
            length = fmin(length, (pp->plot.w - from - w - VALUE_GAP) / share);
    }
    return (struct span){from, fmax(length, 1)};
}

static void solve_values(struct fw_plan *plan, struct fw_panel_plan *pp, double length)
{
    pp->y_spec = fw_bars_spec(pp->p);
    pp->y_extent = fw_bars_extent(pp->p);
    const struct fw_axis_room room = {.length = length, .level = !pp->upright,
                                      .snap = pp->upright, .before = pp->left,
                                      .after = pp->plot.w - length + pp->right + 3};
    fw_axis_solve(&pp->y, &pp->y_spec, &pp->y_extent, &room, plan->d, &fw_fonts.tick);
}

/* True if bars can point up in a plot of this width. */
static bool upright_fits(struct fw_plan *plan, const struct fw_panel_plan *pp, double width)
{
    const struct fw_panel *const p = pp->p;
    const double slot = width / (double)(p->category_count > 0 ? p->category_count : 1);
    const double share = fmin(slot * 0.8 / (double)fw_bars_abreast(p), THICKEST);
    char text[FW_BAR_TEXT];
    for (size_t c = 0; c < p->category_count; c++) {
        const double name = fw_textfit_longest_word(plan->d, plan->arena, p->categories[c],
                                                    &fw_fonts.value);
        if (name > slot - 5)
            return false;
        for (size_t k = 0; k < fw_bars_abreast(p); k++) {
            const double value = text_width(plan, fw_bars_text(text, p, &pp->y, k, c));
            if (value > (fw_bars_abreast(p) == 1 ? slot - 5 : share - 2))
                return false;
        }
    }
    return share >= 7;
}

static double wrap_names(struct fw_plan *plan, struct fw_panel_plan *pp, double width)
{
    double widest = 0;
    for (size_t c = 0; c < pp->p->category_count && pp->names != NULL; c++) {
        pp->names[c] = fw_textfit_wrap(plan->d, plan->arena, pp->p->categories[c],
                                       &fw_fonts.value, width, 2);
        widest = fmax(widest, pp->names[c].width);
    }
    return widest;
}

static size_t most_lines(const struct fw_panel_plan *pp)
{
    size_t most = 0;
    for (size_t c = 0; c < pp->p->category_count && pp->names != NULL; c++)
        most = pp->names[c].count > most ? pp->names[c].count : most;
    return most;
}

static void measure_level(struct fw_plan *plan, struct fw_panel_plan *pp)
{
    const struct fw_panel *const p = pp->p;
    const size_t n = p->category_count, abreast = fw_bars_abreast(p);
    double room = NAME_SHARE * pp->cell.w; /* more if that keeps words whole */
    for (size_t c = 0; c < n; c++)
        room = fmax(room, fmin(0.25 * plan->width,
                               fw_textfit_longest_word(plan->d, plan->arena, p->categories[c],
                                                       &fw_fonts.value)));
    const double widest = wrap_names(plan, pp, room + 0.01);
    const bool few = n <= FEW;
    pp->thick = abreast > 1 ? 14.5 : few ? 19 : 13.5;
    const double names = (double)most_lines(pp) * FW_LEADING;
    pp->slot = fmax((double)abreast * pp->thick + (few ? 11 : 4), names + 4);
    pp->plot.h = fmax((double)n * pp->slot, 30);
    if (p->height > pp->plot.h && n > 0) {
        pp->slot = p->height / (double)n;
        pp->plot.h = p->height;
    }
    pp->left = widest > 0 ? widest + NAME_GAP : 6;
    pp->right = 2;
}

static void measure_upright(struct fw_plan *plan, struct fw_panel_plan *pp)
{
    double widest = 0;
    for (size_t k = 0; k < pp->y.tick_count; k++)
        if (pp->y.ticks[k].labelled)
            widest = fmax(widest, fw_draw_textsize(plan->d, pp->y.ticks[k].label,
                                                   &fw_fonts.tick));
    pp->left = widest + 7;
    pp->right = 2;
}

void fw_bars_measure(struct fw_plan *plan, struct fw_panel_plan *pp)
{
    const struct fw_panel *const p = pp->p;
    pp->names = fw_plan_alloc(plan, p->category_count, sizeof pp->names[0]);
    pp->upright = p->upright && !plan->level_only;
    pp->plot.h = p->height > 0 ? p->height : 150;
    solve_values(plan, pp, pp->upright ? pp->plot.h - FW_LEADING : 0.6 * pp->cell.w);
    if (pp->upright)
        measure_upright(plan, pp);
    if (pp->upright && !upright_fits(plan, pp, pp->cell.w - pp->left - pp->right)) {
        pp->upright = false;
        solve_values(plan, pp, 0.6 * pp->cell.w);
    }
    if (!pp->upright)
        measure_level(plan, pp);
    pp->title = fw_textfit_wrap(plan->d, plan->arena, p->title, &fw_fonts.panel, pp->cell.w, 2);
    pp->value_title = fw_textfit_wrap(plan->d, plan->arena, pp->y.title, &fw_fonts.axis,
                                      pp->cell.w, 2);
    const size_t lines = pp->title.count + pp->value_title.count;
    pp->above = (double)lines * FW_LEADING + (lines > 0 ? 4 : 0);
}

static void fit_upright(struct fw_plan *plan, struct fw_panel_plan *pp)
{
    const size_t n = pp->p->category_count;
    pp->slot = pp->plot.w / (double)(n > 0 ? n : 1);
    pp->thick = fmin(pp->slot * 0.8 / (double)fw_bars_abreast(pp->p), THICKEST);
    (void)wrap_names(plan, pp, pp->slot - 4);
    /* columns were aligned since the measuring, and this one may have become narrower */
    plan->narrow = plan->narrow || !upright_fits(plan, pp, pp->plot.w);
    pp->level_title = fw_textfit_wrap(plan->d, plan->arena, pp->p->x.label, &fw_fonts.axis,
                                      pp->plot.w, 2);
    pp->below = 4 + (double)(most_lines(pp) + pp->level_title.count) * FW_LEADING + 2;
}

void fw_bars_fit(struct fw_plan *plan, struct fw_panel_plan *pp)
{
    if (pp->upright) {
        fit_upright(plan, pp);
        return;
    }
    /* the range, and with it the texts, does not depend on the length: only the ticks do */
    const struct span s = value_span(plan, pp);
    plan->narrow = plan->narrow || s.length < LENGTH_LEAST;
    solve_values(plan, pp, s.length);
    pp->y.before = pp->left + s.from;
    pp->y.after = pp->plot.w - s.from - s.length + pp->right + 3;
    pp->below = 4 + FW_LEADING;
}

static void place_values(struct fw_plan *plan, struct fw_panel_plan *pp)
{
    const struct fw_box r = pp->plot;
    if (pp->upright) {
        pp->y.at_lo = r.y + r.h - (pp->y.lo < 0 ? FW_LEADING + 2 : 0); /* and below the lowest */
        pp->y.at_hi = r.y + FW_LEADING; /* room for a value above the highest bar */
        return;
    }
    const struct span s = value_span(plan, pp);
    pp->y.at_lo = r.x + s.from;
    pp->y.at_hi = r.x + s.from + s.length;
}

/* The rectangle of a bar from one value to another; along = where it starts across the axis. */
static struct fw_box bar_box(const struct fw_panel_plan *pp, double across, double from, double to)
{
    const double a = fw_axis_at(&pp->y, from), b = fw_axis_at(&pp->y, to);
    const double low = fmin(a, b), size = fabs(a - b);
    if (pp->upright)
        return (struct fw_box){across, low, pp->thick, size};
    return (struct fw_box){low, across, size, pp->thick};
}

/* A number inside its bar, on a patch without pattern, if it has room there. */
static void inner_value(struct fw_plan *plan, const struct fw_panel_plan *pp, struct fw_box b,
                        double value, fw_colour colour)
{
    char number[FW_NUM_LEN], text[FW_NUM_LEN + 4];
    (void)snprintf(text, sizeof text, "%s%s", fw_axis_value(number, &pp->y, value),
                   pp->p->share ? "\u00A0%" : "");
    const double w = text_width(plan, text), h = FW_TEXT_PT * FW_CAP_ROOM;
    if (w + 2 * PAD > b.w || h + 2 * PAD > b.h)
        return;
    const struct fw_box patch = {b.x + b.w / 2 - w / 2 - PAD, b.y + b.h / 2 - h / 2 - PAD,
                                 w + 2 * PAD, h + 2 * PAD};
    struct fw_font font = fw_fonts.value;
    font.anchor = FW_ANCHOR_MIDDLE;
    font.colour = fw_colour_on(colour);
    fw_draw_rect(plan->d, patch, 0, &(struct fw_paint){.fill = colour});
    fw_draw_text(plan->d, b.x + b.w / 2, b.y + b.h / 2 + h / 2, text, &font);
}

/* The text at the end of a bar that reaches from zero to value. */
static void outer_value(struct fw_plan *plan, const struct fw_panel_plan *pp, double across,
                        double value, const char *text)
{
    const double end = fw_axis_at(&pp->y, value), cap = FW_TEXT_PT * FW_CAP_ROOM;
    const double middle = across + pp->thick / 2;
    struct fw_font font = fw_fonts.value;
    if (strcmp(text, "unknown") == 0)
        font.colour = FW_INK_SOFT; /* no number of this bar */
    if (pp->upright) {
        font.anchor = FW_ANCHOR_MIDDLE;
        fw_draw_text(plan->d, middle, value < 0 ? end + VALUE_GAP + cap : end - VALUE_GAP, text,
                     &font);
        return;
    }
    font.anchor = value < 0 ? FW_ANCHOR_END : FW_ANCHOR_START;
    fw_draw_text(plan->d, value < 0 ? end - VALUE_GAP : end + VALUE_GAP, middle + cap / 2, text,
                 &font);
}

static void draw_stack(struct fw_plan *plan, const struct fw_panel_plan *pp, size_t c,
                       double across)
{
    const struct fw_panel *const p = pp->p;
    char text[FW_BAR_TEXT];
    double up = 0, down = 0;
    for (size_t s = 0; s < p->series_count; s++) {
        const double v = fw_bars_value(p, s, c);
        if (isnan(v) || v == 0)
            continue;
        double *const at = v > 0 ? &up : &down;
        const struct fw_box b = bar_box(pp, across, *at, *at + v);
        const struct fw_look look = fw_plan_bar_look(plan, pp, s, c);
        const struct fw_paint paint = fw_palette_bar(look);
        char id[48];
        fw_plan_id(id, pp, "series", s);
        fw_draw_group(plan->d, &(struct fw_draw_part){.klass = id, .title = p->series[s].name});
        fw_draw_rect(plan->d, b, 0, &paint);
        if (*at != 0 && b.w > 2 && b.h > 2) { /* a white seam between neighbours */
            const struct fw_box seam = pp->upright
                                           ? (struct fw_box){b.x, b.y + b.h - 0.7, b.w, 0.7}
                                           : (struct fw_box){b.x, b.y, 0.7, b.h};
            fw_draw_rect(plan->d, seam, 0, &(struct fw_paint){.fill = FW_PAPER});
        }
        if (!p->no_values)
            inner_value(plan, pp, b, v, look.colour);
        fw_draw_group_end(plan->d);
        *at += v;
    }
    outer_value(plan, pp, across, end_value(p, 0, c), fw_bars_text(text, p, &pp->y, 0, c));
}

static void draw_abreast(struct fw_plan *plan, const struct fw_panel_plan *pp, size_t c,
                         double across)
{
    const struct fw_panel *const p = pp->p;
    char text[FW_BAR_TEXT];
    for (size_t s = 0; s < p->series_count; s++) {
        const double v = end_value(p, s, c), start = across + (double)s * pp->thick;
        struct fw_paint paint = fw_palette_bar(fw_plan_bar_look(plan, pp, s, c));
        if (p->series_count == 1)
            paint.hatch = FW_HATCH_NONE; /* the axis names the bars */
        char id[48];
        fw_plan_id(id, pp, "series", s);
        struct fw_box b = bar_box(pp, start, 0, v);
        if (p->series_count > 1) { /* a hair of paper between neighbours */
            b.y += pp->upright ? 0 : 0.6;
            b.h -= pp->upright ? 0 : 1.2;
            b.x += pp->upright ? 0.6 : 0;
            b.w -= pp->upright ? 1.2 : 0;
        }
        fw_draw_group(plan->d, &(struct fw_draw_part){.klass = id, .title = p->series[s].name});
        fw_draw_rect(plan->d, b, 0, &paint);
        outer_value(plan, pp, start, v, fw_bars_text(text, p, &pp->y, s, c));
        fw_draw_group_end(plan->d);
    }
}

static void draw_name(struct fw_plan *plan, const struct fw_panel_plan *pp, size_t c)
{
    const double cap = FW_TEXT_PT * FW_CAP_ROOM;
    const struct fw_lines *const lines = &pp->names[c];
    struct fw_font font = fw_fonts.value;
    if (pp->upright) {
        font.anchor = FW_ANCHOR_MIDDLE;
        fw_draw_lines(plan->d, lines, pp->plot.x + ((double)c + 0.5) * pp->slot,
                      pp->plot.y + pp->plot.h + 5 + cap, &font, FW_LEADING);
        return;
    }
    const double height = cap + ((double)lines->count - 1) * FW_LEADING;
    const double middle = pp->plot.y + ((double)c + 0.5) * pp->slot;
    font.anchor = FW_ANCHOR_END;
    fw_draw_lines(plan->d, lines, pp->plot.x - NAME_GAP, middle - height / 2 + cap, &font,
                  FW_LEADING);
}

void fw_bars_draw(struct fw_plan *plan, struct fw_panel_plan *pp)
{
    const struct fw_panel *const p = pp->p;
    const double group = pp->thick * (double)fw_bars_abreast(p);
    place_values(plan, pp);
    if (pp->upright)
        fw_frame_upright_axis(plan, pp, &pp->y, false);
    else
        fw_frame_level_axis(plan, pp, &pp->y, false);
    for (size_t c = 0; c < p->category_count && pp->names != NULL; c++) {
        const double corner = pp->upright ? pp->plot.x : pp->plot.y;
        const double across = corner + ((double)c + 0.5) * pp->slot - group / 2;
        if (p->kind == FW_CHART_STACKED)
            draw_stack(plan, pp, c, across);
        else
            draw_abreast(plan, pp, c, across);
        if (pp->shows_categories)
            draw_name(plan, pp, c);
    }
    const double zero = fw_axis_at(&pp->y, 0);
    const struct fw_box r = pp->plot;
    const struct fw_paint line = {.stroke = FW_LINE, .width = 0.9};
    if (pp->upright)
        fw_draw_line(plan->d, r.x, zero, r.x + r.w, zero, &line);
    else
        fw_draw_line(plan->d, zero, r.y, zero, r.y + r.h, &line);
}
