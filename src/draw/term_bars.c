/* term_bars.c - bars in the terminal: one row each, whole rows for groups and stacks alike. */
#include <math.h>

#include "draw/term.h"

static const struct fw_font plain = {.size = 12};

/* Columns: category, series (grouped bars only), bars, values behind them. */
struct grid {
    size_t series_at, bars_at, bars_width;
};

static struct grid make_grid(const struct fw_term *t, const struct fw_panel_plan *pp)
{
    const struct fw_panel *const p = pp->p;
    char text[FW_BAR_TEXT];
    size_t names = 0, series = 0, values = 0;
    for (size_t c = 0; c < p->category_count; c++) {
        const size_t w = fw_term_width(t, p->categories[c]);
        names = w > names ? w : names;
        for (size_t s = 0; s < fw_bars_abreast(p); s++) {
            const size_t v = fw_term_width(t, fw_bars_text(text, p, &pp->y, s, c));
            values = v > values ? v : values;
        }
    }
    for (size_t s = 0; fw_bars_abreast(p) > 1 && s < p->series_count; s++) {
        const size_t w = p->series[s].name != NULL ? fw_term_width(t, p->series[s].name) : 0;
        series = w > series ? w : series;
    }
    names = names > t->columns / 4 ? t->columns / 4 : names;
    series = series > t->columns / 5 ? t->columns / 5 : series;
    struct grid g = {.series_at = names > 0 ? names + 2 : 0};
    g.bars_at = g.series_at + (series > 0 ? series + 2 : 0);
    const size_t rest = t->columns - g.bars_at;
    g.bars_width = rest > values + 10 ? rest - values - 2 : 8;
    return g;
}

void fw_term_bars_measure(struct fw_term *t, struct fw_panel_plan *pp)
{
    pp->y_spec = fw_bars_spec(pp->p);
    pp->y_extent = fw_bars_extent(pp->p);
    const struct fw_axis_room room = {.length = (double)t->columns * 0.6 * t->cw, .level = true};
    fw_axis_solve(&pp->y, &pp->y_spec, &pp->y_extent, &room, t->plan->d, &plain);
}

static void stack_row(struct fw_term *t, const struct fw_panel_plan *pp, size_t category)
{
    double up = 0, down = 0;
    for (size_t s = 0; s < pp->p->series_count; s++) {
        const double v = fw_bars_value(pp->p, s, category);
        if (isnan(v) || v == 0)
            continue;
        double *const at = v > 0 ? &up : &down;
        const double a = fw_axis_at(&pp->y, *at), b = fw_axis_at(&pp->y, *at + v);
        const struct fw_look look = fw_plan_bar_look(t->plan, pp, s, category);
        fw_term_block(t, round(fmin(a, b) / t->cw), round(fmax(a, b) / t->cw),
                      &(struct fw_paint){.fill = look.colour, .hatch = look.hatch});
        *at += v;
    }
}

static void bar_row(struct fw_term *t, const struct fw_panel_plan *pp, size_t series,
                    size_t category)
{
    const double v = fw_bars_value(pp->p, series, category);
    if (isnan(v) || v == 0)
        return;
    const double a = fw_axis_at(&pp->y, 0) / t->cw, b = fw_axis_at(&pp->y, v) / t->cw;
    const fw_colour colour = fw_plan_bar_look(t->plan, pp, series, category).colour;
    fw_term_block(t, v < 0 ? round(b) : round(a), v < 0 ? round(a) : b,
                  &(struct fw_paint){.fill = colour});
}

static void one_row(struct fw_term *t, const struct fw_panel_plan *pp, const struct grid *g,
                    size_t series, size_t category)
{
    const struct fw_panel *const p = pp->p;
    struct fw_plan *const plan = t->plan;
    char text[FW_BAR_TEXT];
    double end = fmax(0, p->kind == FW_CHART_STACKED ? 0 : fw_bars_value(p, series, category));
    if (series == 0)
        fw_term_text(t, 0, fw_textfit_shorten(plan->d, plan->arena, p->categories[category],
                                              &plain, (double)(g->series_at - 2) * t->cw), &plain);
    if (g->bars_at > g->series_at)
        fw_term_text(t, (double)g->series_at,
                     fw_textfit_shorten(plan->d, plan->arena, p->series[series].name, &plain,
                                        (double)(g->bars_at - g->series_at - 2) * t->cw), &plain);
    if (p->kind == FW_CHART_STACKED)
        stack_row(t, pp, category);
    else
        bar_row(t, pp, series, category);
    for (size_t s = 0; p->kind == FW_CHART_STACKED && s < p->series_count; s++)
        end += fmax(0, fw_bars_value(p, s, category)); /* fmax drops a NAN */
    const double behind = ceil(fw_axis_at(&pp->y, isnan(end) ? 0 : end) / t->cw) + 1;
    fw_term_text(t, behind, fw_bars_text(text, p, &pp->y, series, category), &plain);
}

void fw_term_bars_draw(struct fw_term *t, struct fw_panel_plan *pp)
{
    const struct fw_panel *const p = pp->p;
    const struct grid g = make_grid(t, pp);
    const double length = (double)g.bars_width * t->cw;
    const struct fw_axis_room room = {
        .length = length, .level = true, .before = (double)g.bars_at * t->cw,
        .after = (double)(t->columns - g.bars_at - g.bars_width) * t->cw};
    fw_axis_solve(&pp->y, &pp->y_spec, &pp->y_extent, &room, t->plan->d, &plain);
    pp->y.at_lo = pp->y.at_zero = (double)g.bars_at * t->cw;
    pp->y.at_hi = pp->y.at_lo + length;
    for (size_t c = 0; c < p->category_count; c++) {
        for (size_t s = 0; s < fw_bars_abreast(p); s++, t->row++)
            one_row(t, pp, &g, s, c);
        if (fw_bars_abreast(p) > 1 && c + 1 < p->category_count)
            t->row++;
    }
    fw_term_level_axis(t, &pp->y, g.bars_at, g.bars_at + g.bars_width);
}
