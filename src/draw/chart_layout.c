/* chart_layout.c - where everything goes. Widths are known from the page, heights follow. */
#include <math.h>
#include <string.h>

#include "draw/plan.h"

static const double WIDTH = 360, MARGIN = 12;      /* [pt] */
static const double COLUMN_GAP = 16, ROW_GAP = 16; /* [pt] between panels */
static const double PLOT_LEAST = 54;               /* [pt], width */
static const double SWATCH = 18, SWATCH_GAP = 5, ENTRY_GAP = 16; /* [pt] in the legend */
static const double TITLE_LEADING = 17;            /* [pt] */
enum { TITLE_LINES = 3, SUBTITLE_LINES = 4, SOURCE_LINES = 5, REMARK_LINES = 3 };

void fw_plan_remark(struct fw_plan *plan, struct fw_panel_plan *pp, const char *text)
{
    const struct fw_lines more =
        fw_textfit_wrap(plan->d, plan->arena, text, &fw_fonts.axis, pp->cell.w, REMARK_LINES);
    const size_t n = pp->remarks.count + more.count;
    const char **const all = fw_plan_alloc(plan, n, sizeof *all);
    if (all == NULL)
        return;
    for (size_t k = 0; k < n; k++)
        all[k] = k < pp->remarks.count ? pp->remarks.text[k]
                                       : more.text[k - pp->remarks.count];
    pp->remarks = (struct fw_lines){n, all, fmax(pp->remarks.width, more.width)};
}

/* True if the panel to the left names the same categories at the same heights. */
static bool same_categories(const struct fw_panel_plan *a, const struct fw_panel_plan *b)
{
    if (!fw_panel_is_bars(a->p) || !fw_panel_is_bars(b->p) || a->upright || b->upright ||
        a->p->category_count != b->p->category_count || a->p->height > 0 || b->p->height > 0 ||
        fw_bars_abreast(a->p) != fw_bars_abreast(b->p))
        return false;
    for (size_t c = 0; c < a->p->category_count; c++)
        if (strcmp(a->p->categories[c], b->p->categories[c]) != 0)
            return false;
    return true;
}

static void measure_panels(struct fw_plan *plan)
{
    const double gaps = COLUMN_GAP * (double)(plan->columns - 1);
    const double width = (plan->width - 2 * MARGIN - gaps) / (double)plan->columns;
    for (size_t k = 0; k < plan->chart->panel_count && fw_draw_ok(plan->d); k++) {
        struct fw_panel_plan *const pp = &plan->panels[k];
        pp->cell.w = width;
        if (fw_panel_is_bars(pp->p))
            fw_bars_measure(plan, pp);
        else
            fw_lines_measure(plan, pp);
    }
}

/* Categories are named once in a row of panels. */
static void decide_categories(struct fw_plan *plan)
{
    for (size_t k = 0; k < plan->chart->panel_count; k++) {
        struct fw_panel_plan *const pp = &plan->panels[k];
        pp->shows_categories = k % plan->columns == 0 || !same_categories(pp - 1, pp);
        if (!pp->shows_categories)
            pp->left = 6;
    }
}

/* Names at line ends in all panels or in none, so that one key serves the whole figure. */
static void decide_names(struct fw_plan *plan)
{
    bool all = true;
    for (size_t k = 0; k < plan->chart->panel_count; k++) {
        const struct fw_panel_plan *const pp = &plan->panels[k];
        all = all && (pp->p->kind != FW_CHART_LINE || pp->can_name_ends);
    }
    for (size_t k = 0; k < plan->chart->panel_count; k++) {
        struct fw_panel_plan *const pp = &plan->panels[k];
        pp->named_at_ends = all && pp->can_name_ends;
        if (pp->named_at_ends)
            pp->right = fmax(pp->end_room - 3, pp->right);
    }
}

/* Plots of a column begin and end at the same place. A first column that alone names the
 * categories is wider, so that all plots of a row are equally wide. */
static void align_columns(struct fw_plan *plan)
{
    double left[FW_CHART_PANELS_MAX] = {0}, right[FW_CHART_PANELS_MAX] = {0}, used = 0;
    for (size_t k = 0; k < plan->chart->panel_count; k++) {
        const size_t c = k % plan->columns;
        left[c] = fmax(left[c], plan->panels[k].left);
        right[c] = fmax(right[c], plan->panels[k].right);
    }
    for (size_t c = 0; c < plan->columns; c++)
        used += left[c] + right[c];
    const double gaps = COLUMN_GAP * (double)(plan->columns - 1);
    const double plot = (plan->width - 2 * MARGIN - gaps - used) / (double)plan->columns;
    double x = MARGIN;
    for (size_t c = 0; c < plan->columns; c++) {
        for (size_t k = c; k < plan->chart->panel_count; k += plan->columns) {
            struct fw_panel_plan *const pp = &plan->panels[k];
            pp->cell.x = x;
            pp->cell.w = left[c] + plot + right[c];
            pp->plot.x = x + left[c];
            pp->plot.w = plot;
        }
        x += left[c] + plot + right[c] + COLUMN_GAP;
    }
    plan->narrow = plan->narrow || plot < PLOT_LEAST;
}

/* Titles were wrapped to the first guess of a cell's width; do it again. */
static void wrap_titles(struct fw_plan *plan, struct fw_panel_plan *pp)
{
    const double before = (double)(pp->title.count + pp->value_title.count);
    /* beside a first column with names, titles stand above the plot itself */
    pp->title = fw_textfit_wrap(plan->d, plan->arena, pp->p->title, &fw_fonts.panel, pp->cell.w,
                                2);
    pp->value_title = fw_textfit_wrap(plan->d, plan->arena, pp->y.title, &fw_fonts.axis,
                                      pp->cell.w, 2);
    const double after = (double)(pp->title.count + pp->value_title.count);
    pp->above += (after - before) * FW_LEADING;
}

static bool needs_legend(const struct fw_panel_plan *pp)
{
    return !pp->named_at_ends && pp->p->series_count > (pp->p->kind == FW_CHART_LINE ? 0 : 1);
}

static bool listed(const struct fw_plan *plan, size_t look, bool dashed)
{
    for (size_t k = 0; k < plan->legend_count; k++)
        if (plan->legend[k].look == look && plan->legend[k].dashed == dashed)
            return true;
    return false;
}

static void list_legend(struct fw_plan *plan)
{
    size_t most = 0;
    for (size_t k = 0; k < plan->chart->panel_count; k++)
        most += plan->chart->panels[k].series_count;
    plan->legend = fw_plan_alloc(plan, most, sizeof plan->legend[0]);
    for (size_t k = 0; k < plan->chart->panel_count && plan->legend != NULL; k++) {
        const struct fw_panel_plan *const pp = &plan->panels[k];
        for (size_t s = 0; needs_legend(pp) && s < pp->p->series_count; s++) {
            const struct fw_chart_series *const series = &pp->p->series[s];
            if (series->name == NULL || listed(plan, pp->looks[s], series->dashed))
                continue;
            plan->legend[plan->legend_count++] = (struct fw_legend_entry){
                .text = series->name,
                .look = pp->looks[s],
                .line = pp->p->kind == FW_CHART_LINE,
                .marker = !fw_panel_is_bars(pp->p),
                .dashed = series->dashed,
            };
        }
    }
}

/* Entries flow from left to right in as many rows as they need. */
static void flow_legend(struct fw_plan *plan)
{
    const double width = plan->width - 2 * MARGIN;
    double x = 0, y = 0;
    for (size_t k = 0; k < plan->legend_count; k++) {
        struct fw_legend_entry *const e = &plan->legend[k];
        e->text = fw_textfit_shorten(plan->d, plan->arena, e->text, &fw_fonts.value,
                                     width - SWATCH - SWATCH_GAP);
        const double w = SWATCH + SWATCH_GAP +
                         fw_draw_textsize(plan->d, e->text, &fw_fonts.value);
        if (x > 0 && x + w > width) {
            x = 0;
            y += FW_LEADING + 3;
        }
        e->box = (struct fw_box){x, y, w, FW_LEADING};
        x += w + ENTRY_GAP;
    }
    plan->legend_height = plan->legend_count > 0 ? y + FW_LEADING + 8 : 0;
}

/* Sets the heights of rows and the place of each cell; returns the bottom. */
static double stack_rows(struct fw_plan *plan, double y)
{
    for (size_t row = 0; row < plan->rows; row++) {
        double above = 0, height = 0;
        const size_t first = row * plan->columns;
        size_t end = first + plan->columns;
        end = end < plan->chart->panel_count ? end : plan->chart->panel_count;
        for (size_t k = first; k < end; k++)
            above = fmax(above, plan->panels[k].above);
        for (size_t k = first; k < end; k++) {
            struct fw_panel_plan *const pp = &plan->panels[k];
            pp->plot.y = y + above;
            pp->cell.y = y + above - pp->above;
            pp->cell.h = pp->above + pp->plot.h + pp->below;
            height = fmax(height, above + pp->plot.h + pp->below);
        }
        y += height + (row + 1 < plan->rows ? ROW_GAP : 0);
    }
    return y;
}

static double header_height(const struct fw_plan *plan)
{
    const double title = (double)plan->title.count * TITLE_LEADING;
    const double subtitle = (double)plan->subtitle.count * FW_LEADING;
    return title + subtitle + (title + subtitle > 0 ? 9 : 0);
}

/* Lays the panels out in so many columns; plan->narrow says that they have too little room. */
static void lay_out_panels(struct fw_plan *plan, size_t columns)
{
    const size_t n = plan->chart->panel_count;
    plan->narrow = false;
    plan->columns = columns;
    plan->rows = (n + columns - 1) / columns;
    for (size_t k = 0; k < n; k++) {
        const struct fw_panel_plan *const pp = &plan->panels[k];
        plan->panels[k] = (struct fw_panel_plan){.p = pp->p, .index = k, .looks = pp->looks,
                                                 .cat_looks = pp->cat_looks};
    }
    measure_panels(plan);
    decide_names(plan);
    decide_categories(plan);
    align_columns(plan);
    for (size_t k = 0; k < n && fw_draw_ok(plan->d) && !plan->narrow; k++) {
        struct fw_panel_plan *const pp = &plan->panels[k];
        wrap_titles(plan, pp);
        if (fw_panel_is_bars(pp->p))
            fw_bars_fit(plan, pp);
        else
            fw_lines_fit(plan, pp);
    }
}

void fw_plan_layout(struct fw_plan *plan)
{
    const struct fw_chart *const c = plan->chart;
    struct fw_draw *const d = plan->d;
    plan->width = c->width > 0 ? c->width : WIDTH;
    const double inner = plan->width - 2 * MARGIN;
    plan->title = fw_textfit_wrap(d, plan->arena, c->title, &fw_fonts.title, inner, TITLE_LINES);
    plan->subtitle =
        fw_textfit_wrap(d, plan->arena, c->subtitle, &fw_fonts.subtitle, inner, SUBTITLE_LINES);
    plan->source =
        fw_textfit_wrap(d, plan->arena, c->source, &fw_fonts.subtitle, inner, SOURCE_LINES);
    size_t columns = c->columns > 0 ? c->columns : 1;
    columns = columns < c->panel_count ? columns : c->panel_count;
    lay_out_panels(plan, columns);
    while (plan->narrow && fw_draw_ok(d) && (columns > 1 || !plan->level_only)) {
        columns -= columns > 1 && plan->level_only;
        plan->level_only = true;
        lay_out_panels(plan, columns);
    }
    if (plan->narrow)
        fw_draw_fail(d, FW_USAGE, "a chart of %g pt is too narrow for its texts", plan->width);
    list_legend(plan);
    flow_legend(plan);
    const double bottom = stack_rows(plan, MARGIN + header_height(plan) + plan->legend_height);
    const double source = (double)plan->source.count * FW_LEADING;
    plan->height = ceil(bottom + (source > 0 ? source + 11 : 0) + MARGIN - 2);
}

static void draw_swatch(struct fw_plan *plan, const struct fw_legend_entry *e, double x, double y)
{
    const struct fw_look look = fw_plan_look(plan, e->look);
    const double cap = FW_TEXT_PT * FW_CAP_ROOM;
    if (e->marker) {
        if (e->line)
            fw_draw_line(plan->d, x, y - cap / 2, x + SWATCH, y - cap / 2,
                         &(struct fw_paint){.stroke = look.colour, .width = 1.8,
                                            .dash = e->dashed ? FW_DASH_LONG : look.dash});
        fw_marker_draw(plan->d, look.marker, x + SWATCH / 2, y - cap / 2, 6, look.colour, false);
        return;
    }
    const struct fw_box box = {x + 2, y - cap - 1, SWATCH - 2, cap + 2};
    const struct fw_paint paint = fw_palette_bar(look);
    fw_draw_rect(plan->d, box, 0, &paint);
}

static void draw_legend(struct fw_plan *plan, double top)
{
    if (plan->legend_count == 0)
        return;
    fw_draw_group(plan->d, &(struct fw_draw_part){.id = "legend", .klass = "legend"});
    for (size_t k = 0; k < plan->legend_count; k++) {
        const struct fw_legend_entry *const e = &plan->legend[k];
        const double x = MARGIN + e->box.x, y = top + e->box.y + FW_TEXT_PT * FW_CAP_ROOM;
        draw_swatch(plan, e, x, y);
        fw_draw_text(plan->d, x + SWATCH + SWATCH_GAP, y, e->text, &fw_fonts.value);
    }
    fw_draw_group_end(plan->d);
}

void fw_plan_draw_header(struct fw_plan *plan)
{
    const struct fw_font *const title = &fw_fonts.title, *const soft = &fw_fonts.subtitle;
    double y = MARGIN + title->size * FW_CAP_ROOM;
    fw_draw_lines(plan->d, &plan->title, MARGIN, y, title, TITLE_LEADING);
    y = MARGIN + (double)plan->title.count * TITLE_LEADING + soft->size * FW_CAP_ROOM;
    fw_draw_lines(plan->d, &plan->subtitle, MARGIN, y, soft, FW_LEADING);
    draw_legend(plan, MARGIN + header_height(plan));
    y = plan->height - MARGIN + 2 - (double)plan->source.count * FW_LEADING +
        soft->size * FW_CAP_ROOM;
    fw_draw_group(plan->d, &(struct fw_draw_part){.id = "source", .klass = "source"});
    fw_draw_lines(plan->d, &plan->source, MARGIN, y, soft, FW_LEADING);
    fw_draw_group_end(plan->d);
}
