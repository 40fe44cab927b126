/* chart_term.c - the chart in character cells.
 *
 * The same code runs twice: first it only counts rows, then it draws. Panels stand below one
 * another. Bars always point to the right; a line's points are marked with a character of their
 * own and joined by braille dots:
 *
 *     LLaMA-3 8B  ##################= 7.227         1 TFLOP +              #
 *     GPT-3 175B  ########- 3.143                           |       ..#
 *                 +---------+---------+--         100 GFLOP +.o..:''    o LLaMA-3 8B
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/term.h"

static const struct fw_font plain = {.size = 12, .colour = 0};
static const struct fw_font heading = {.size = 12, .bold = true};
enum { SUBTITLE_LINES = 4, TITLE_LINES = 2 };

void fw_term_text(const struct fw_term *t, double column, const char *text,
                  const struct fw_font *font)
{
    if (t->drawing)
        fw_draw_text(t->plan->d, column * t->cw, ((double)t->row + 1) * t->ch, text, font);
}

size_t fw_term_width(const struct fw_term *t, const char *text)
{
    return (size_t)lround(fw_draw_textsize(t->plan->d, text, &plain) / t->cw);
}

void fw_term_lines(struct fw_term *t, const char *text, const struct fw_font *font, size_t most)
{
    const struct fw_lines lines = fw_textfit_wrap(t->plan->d, t->plan->arena, text, font,
                                                  (double)t->columns * t->cw, most);
    for (size_t k = 0; k < lines.count; k++, t->row++)
        fw_term_text(t, 0, lines.text[k], font);
}

const char *fw_term_marker(const struct fw_term *t, size_t look)
{
    static const char *const marks[2][FW_MARKER_] = {
        {"\u25CF", "\u25A0", "\u25B2", "\u25C6", "\u25BC", "\u2573", "+"},
        {"o", "#", "^", "*", "v", "x", "+"},
    };
    return marks[t->plan->d->options.ascii][fw_plan_look(t->plan, look).marker];
}

void fw_term_block(const struct fw_term *t, double from, double to, const struct fw_paint *paint)
{
    if (!t->drawing || !(to > from))
        return;
    const struct fw_box box = {from * t->cw, (double)t->row * t->ch, (to - from) * t->cw, t->ch};
    fw_draw_rect(t->plan->d, box, 0, paint);
}

/* Entries of the legend as "mark name", flowing over the width. */
static void draw_legend(struct fw_term *t, const struct fw_panel_plan *pp)
{
    const struct fw_panel *const p = pp->p;
    size_t column = 0;
    for (size_t s = 0; s < p->series_count; s++) {
        const char *const name = p->series[s].name;
        if (name == NULL)
            continue;
        const char *const text = fw_textfit_shorten(t->plan->d, t->plan->arena, name, &plain,
                                                    (double)(t->columns - 4) * t->cw);
        const size_t width = 3 + fw_term_width(t, text);
        if (column > 0 && column + width > t->columns) {
            column = 0;
            t->row++;
        }
        const struct fw_look look = fw_plan_look(t->plan, pp->looks[s]);
        const struct fw_font ink = {.size = 12, .colour = look.colour};
        if (fw_panel_is_bars(p))
            fw_term_block(t, (double)column, (double)column + 2,
                          &(struct fw_paint){.fill = look.colour, .hatch = look.hatch});
        else
            fw_term_text(t, (double)column, fw_term_marker(t, pp->looks[s]), &ink);
        fw_term_text(t, (double)column + 3, text, &plain);
        column += width + 2;
    }
    t->row += column > 0;
}

/* The panel's title and that of its value axis, on one row if the axis has a unit only. */
static void draw_titles(struct fw_term *t, const struct fw_panel_plan *pp)
{
    const char *const title = pp->p->title;
    const bool unit_only = pp->p->y.label == NULL && pp->y.title[0] != '\0';
    if (title != NULL && unit_only) {
        const char *const both =
            fw_arena_printf(t->plan->arena, "%s (%s)", title, pp->y.title);
        fw_term_lines(t, both != NULL ? both : title, &heading, TITLE_LINES);
        return;
    }
    fw_term_lines(t, title, &heading, TITLE_LINES);
    fw_term_lines(t, pp->y.title, &plain, TITLE_LINES);
}

static bool same_names(const struct fw_panel *a, const struct fw_panel *b)
{
    bool same = a->kind == b->kind && a->series_count == b->series_count;
    for (size_t s = 0; same && s < a->series_count; s++)
        same = a->series[s].name != NULL && b->series[s].name != NULL &&
               strcmp(a->series[s].name, b->series[s].name) == 0;
    return same;
}

static void draw_panel(struct fw_term *t, struct fw_panel_plan *pp)
{
    const bool bars = fw_panel_is_bars(pp->p);
    const bool repeated = pp->index > 0 && same_names((pp - 1)->p, pp->p);
    t->row++; /* a blank row before each panel */
    if (bars)
        fw_term_bars_measure(t, pp);
    else
        fw_term_lines_measure(t, pp);
    draw_titles(t, pp);
    if (bars ? pp->looks != NULL && pp->p->kind == FW_CHART_STACKED && !repeated
             : !pp->named_at_ends)
        draw_legend(t, pp);
    if (bars)
        fw_term_bars_draw(t, pp);
    else
        fw_term_lines_draw(t, pp);
}

static void page(struct fw_term *t)
{
    const struct fw_chart *const c = t->plan->chart;
    t->row = 0;
    fw_term_lines(t, c->title, &heading, TITLE_LINES);
    fw_term_lines(t, c->subtitle, &plain, SUBTITLE_LINES);
    for (size_t k = 0; k < c->panel_count && fw_draw_ok(t->plan->d); k++)
        draw_panel(t, &t->plan->panels[k]);
    if (c->source != NULL) {
        t->row++;
        fw_term_lines(t, c->source, &plain, SUBTITLE_LINES);
    }
}

void fw_term_draw(struct fw_plan *plan)
{
    struct fw_draw *const d = plan->d;
    struct fw_term t = {.plan = plan, .columns = d->options.columns, .cw = d->cell_w,
                        .ch = d->cell_h};
    page(&t);
    fw_draw_begin(d, (double)t.columns * t.cw, (double)t.row * t.ch, plan->chart->title, NULL);
    t.drawing = true;
    page(&t);
}
