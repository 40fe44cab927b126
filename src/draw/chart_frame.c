/* chart_frame.c - axes, grid and titles around a plot. */
#include <math.h>

#include "draw/plan.h"

const struct fw_font_set fw_fonts = {
    .title = {.size = 13.5, .bold = true, .colour = FW_INK},
    .subtitle = {.size = FW_TEXT_PT, .colour = FW_INK_SOFT},
    .panel = {.size = FW_TEXT_PT, .bold = true, .colour = FW_INK},
    .axis = {.size = FW_TEXT_PT, .colour = FW_INK_SOFT},
    .tick = {.size = FW_TEXT_PT, .colour = FW_INK_SOFT},
    .value = {.size = FW_TEXT_PT, .colour = FW_INK},
};

static const struct fw_paint grid = {.stroke = FW_GRID, .width = 0.7};
static const struct fw_paint axis_line = {.stroke = FW_LINE, .width = 0.9};
static const struct fw_paint axis_break = {.stroke = FW_LINE, .width = 0.8, .dash = FW_DASH_SHORT};
static const double MAJOR = 4, MINOR = 2.5; /* [pt], lengths of ticks */

void fw_draw_lines(struct fw_draw *d, const struct fw_lines *lines, double x, double y,
                   const struct fw_font *font, double leading)
{
    for (size_t k = 0; k < lines->count; k++)
        fw_draw_text(d, x, y + (double)k * leading, lines->text[k], font);
}

void fw_frame_level_axis(struct fw_plan *plan, const struct fw_panel_plan *pp,
                         const struct fw_axis *axis, bool base)
{
    struct fw_draw *const d = plan->d;
    const struct fw_box r = pp->plot;
    const double bottom = r.y + r.h;
    const double label_y = bottom + (base ? MAJOR + 2 : 4) + FW_TEXT_PT * FW_CAP_ROOM;
    struct fw_font font = fw_fonts.tick;
    font.anchor = FW_ANCHOR_MIDDLE;
    for (size_t k = 0; k < axis->tick_count; k++) {
        const struct fw_tick *const t = &axis->ticks[k];
        const double x = fw_axis_at(axis, t->value);
        if (t->labelled) {
            fw_draw_line(d, x, r.y, x, bottom, &grid);
            const double width = fw_draw_textsize(d, t->label, &font);
            fw_draw_text(d, fw_axis_label_at(axis, t, width), label_y, t->label, &font);
        }
        if (base)
            fw_draw_line(d, x, bottom, x, bottom + (t->labelled ? MAJOR : MINOR), &axis_line);
    }
    if (axis->has_zero) {
        const double at = (axis->at_zero + axis->at_lo) / 2;
        fw_draw_line(d, at, r.y, at, bottom, &axis_break);
        fw_draw_text(d, axis->at_zero, label_y, "0", &font);
    }
    if (base)
        fw_draw_line(d, r.x, bottom, r.x + r.w, bottom, &axis_line);
}

void fw_frame_upright_axis(struct fw_plan *plan, const struct fw_panel_plan *pp,
                           const struct fw_axis *axis, bool base)
{
    struct fw_draw *const d = plan->d;
    const struct fw_box r = pp->plot;
    const double half = FW_TEXT_PT * FW_CAP_ROOM / 2;
    struct fw_font font = fw_fonts.tick;
    font.anchor = FW_ANCHOR_END;
    for (size_t k = 0; k < axis->tick_count; k++) {
        const struct fw_tick *const t = &axis->ticks[k];
        const double y = fw_axis_at(axis, t->value);
        if (t->labelled) {
            fw_draw_line(d, r.x, y, r.x + r.w, y, &grid);
            fw_draw_text(d, r.x - 6, y + half, t->label, &font);
        } else {
            fw_draw_line(d, r.x - MINOR, y, r.x, y, &axis_line);
        }
    }
    if (axis->has_zero) {
        const double at = (axis->at_zero + axis->at_lo) / 2;
        fw_draw_line(d, r.x, at, r.x + r.w, at, &axis_break);
        fw_draw_text(d, r.x - 6, axis->at_zero + half, "0", &font);
    }
    if (base) {
        const double zero = fw_axis_at(axis, 0);
        fw_draw_line(d, r.x, zero, r.x + r.w, zero, &axis_line);
    } else if (axis->spec->scale != FW_SCALE_LINEAR) {
        fw_draw_line(d, r.x, axis->at_lo, r.x, axis->at_hi, &axis_line); /* carries minor ticks */
    }
}

void fw_frame_titles(struct fw_plan *plan, const struct fw_panel_plan *pp)
{
    const double first = FW_TEXT_PT * FW_CAP_ROOM;
    double y = pp->cell.y + first;
    fw_draw_lines(plan->d, &pp->title, pp->cell.x, y, &fw_fonts.panel, FW_LEADING);
    y += (double)pp->title.count * FW_LEADING;
    fw_draw_lines(plan->d, &pp->value_title, pp->cell.x, y, &fw_fonts.axis, FW_LEADING);
    struct fw_font centred = fw_fonts.axis;
    centred.anchor = FW_ANCHOR_MIDDLE;
    const double lines = (double)(pp->level_title.count + pp->remarks.count);
    y = pp->plot.y + pp->plot.h + pp->below - lines * FW_LEADING + first;
    fw_draw_lines(plan->d, &pp->level_title, pp->plot.x + pp->plot.w / 2, y, &centred, FW_LEADING);
    y += (double)pp->level_title.count * FW_LEADING;
    fw_draw_lines(plan->d, &pp->remarks, pp->cell.x, y, &fw_fonts.axis, FW_LEADING);
}
