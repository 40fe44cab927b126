/* chart_notes.c - reference lines. A line's name goes to the place along it that hides the least
 * of the data; the text stands on a patch of paper.
 */
#include <math.h>

#include "draw/plan.h"

enum { PLACES = 12 };

struct boxes {
    struct fw_box list[FW_CHART_NOTES_MAX];
    size_t count;
};

static bool boxes_meet(struct fw_box a, struct fw_box b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

static bool on_page(const struct fw_axis *a, double v)
{
    return !isnan(v) && (a->spec->scale == FW_SCALE_LINEAR || v > 0);
}

/* How many steps along the lines of the panel fall into the box. */
static double hidden(const struct fw_panel_plan *pp, struct fw_box box)
{
    enum { STEPS = 24 };
    double count = 0;
    for (size_t s = 0; s < pp->p->series_count; s++) {
        const struct fw_chart_series *const line = &pp->p->series[s];
        for (size_t i = 0; i + 1 < line->count; i++) {
            if (!on_page(&pp->x, line->x[i]) || !on_page(&pp->y, line->y[i]) ||
                !on_page(&pp->x, line->x[i + 1]) || !on_page(&pp->y, line->y[i + 1]))
                continue;
            const double x1 = fw_axis_at(&pp->x, line->x[i]), y1 = fw_axis_at(&pp->y, line->y[i]);
            const double dx = fw_axis_at(&pp->x, line->x[i + 1]) - x1;
            const double dy = fw_axis_at(&pp->y, line->y[i + 1]) - y1;
            for (int k = 0; k <= STEPS; k++) {
                const double x = x1 + dx * k / STEPS, y = y1 + dy * k / STEPS;
                count += x > box.x && x < box.x + box.w && y > box.y && y < box.y + box.h;
            }
        }
    }
    return count;
}

static double cost(const struct fw_panel_plan *pp, struct fw_box box, const struct boxes *taken)
{
    const struct fw_box r = pp->plot;
    double sum = hidden(pp, box);
    for (size_t k = 0; k < taken->count; k++)
        sum += boxes_meet(box, taken->list[k]) ? 1e4 : 0;
    const bool inside = box.x >= r.x && box.x + box.w <= r.x + r.w && box.y >= r.y - 4 &&
                        box.y + box.h <= r.y + r.h;
    return sum + (inside ? 0 : 1e6);
}

/* Place number k for the name of a line through (x, y): beside it, at thirds along it. */
static struct fw_box place(const struct fw_panel_plan *pp, enum fw_note_kind kind, double x,
                           double y, double w, double h, int k)
{
    const struct fw_box r = pp->plot;
    const double along = (k / 2) / 5.0; /* 0 to 1 in sixths */
    const bool second = k % 2 == 1;
    if (kind == FW_NOTE_LEVEL)
        return (struct fw_box){r.x + 4 + along * (r.w - w - 8), second ? y + 2.5 : y - h - 2.5, w,
                               h};
    if (kind == FW_NOTE_UPRIGHT)
        return (struct fw_box){second ? x - w - 4 : x + 4, r.y + 2 + along * (r.h - h - 4), w, h};
    /* the diagonal: x, y are its upper end */
    const double px = r.x + (x - r.x) * (0.3 + 0.6 * along);
    const double py = r.y + r.h - (r.y + r.h - y) * (0.3 + 0.6 * along);
    return (struct fw_box){second ? px - w - 8 : px + 5, py - h / 2 + (second ? -5 : 7), w, h};
}

static void draw_name(struct fw_plan *plan, const struct fw_panel_plan *pp,
                      const struct fw_chart_note *note, double x, double y, struct boxes *taken)
{
    const struct fw_font *const font = &fw_fonts.axis;
    const char *const text = fw_textfit_shorten(plan->d, plan->arena, note->text, font,
                                                pp->plot.w - 12);
    const double cap = FW_TEXT_PT * FW_CAP_ROOM;
    const double w = fw_draw_textsize(plan->d, text, font) + 4, h = cap + 5;
    struct fw_box best = place(pp, note->kind, x, y, w, h, 0);
    for (int k = 1; k < PLACES; k++) {
        const struct fw_box box = place(pp, note->kind, x, y, w, h, k);
        if (cost(pp, box, taken) < cost(pp, best, taken))
            best = box;
    }
    if (*text == '\0' || cost(pp, best, taken) >= 1e4)
        return; /* no place: the line stays without its name rather than over another one */
    taken->list[taken->count++] = best;
    fw_draw_rect(plan->d, best, 0, &(struct fw_paint){.fill = FW_PAPER});
    fw_draw_text(plan->d, best.x + 2, best.y + 2.5 + cap, text, font);
}

/* Where the line crosses the plot: (x1, y1) to (x2, y2); the upper right end is the second.
 * False if a diagonal misses the plot. */
static bool ends(const struct fw_panel_plan *pp, const struct fw_chart_note *note, double xy[4])
{
    const struct fw_box r = pp->plot;
    if (note->kind == FW_NOTE_DIAGONAL) {
        const double lo = fmax(pp->x.lo, pp->y.lo), hi = fmin(pp->x.hi, pp->y.hi);
        xy[0] = fw_axis_at(&pp->x, lo);
        xy[1] = fw_axis_at(&pp->y, lo);
        xy[2] = fw_axis_at(&pp->x, hi);
        xy[3] = fw_axis_at(&pp->y, hi);
        return lo < hi;
    }
    const bool level = note->kind == FW_NOTE_LEVEL;
    const double at = fw_axis_at(level ? &pp->y : &pp->x, note->value);
    xy[0] = level ? r.x : at;
    xy[1] = level ? at : r.y + r.h;
    xy[2] = level ? r.x + r.w : at;
    xy[3] = level ? at : r.y;
    return true;
}

void fw_notes_draw_lines(struct fw_plan *plan, const struct fw_panel_plan *pp)
{
    const struct fw_paint paint = {.stroke = FW_INK_SOFT, .width = 1, .dash = FW_DASH_SHORT};
    for (size_t n = 0; n < pp->p->note_count; n++) {
        double xy[4];
        if (ends(pp, &pp->p->notes[n], xy))
            fw_draw_polyline(plan->d, xy, 2, false, &paint);
    }
}

void fw_notes_draw_names(struct fw_plan *plan, const struct fw_panel_plan *pp)
{
    struct boxes taken = {.count = 0};
    for (size_t n = 0; n < pp->p->note_count; n++) {
        double xy[4];
        if (ends(pp, &pp->p->notes[n], xy))
            draw_name(plan, pp, &pp->p->notes[n], xy[2], xy[3], &taken);
    }
}
