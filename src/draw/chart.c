/* chart.c - from the description to the page: check, name, lay out, draw. */
#include "draw/chart.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/plan.h"

void *fw_plan_alloc(struct fw_plan *plan, size_t count, size_t size)
{
    void *const p = fw_arena_alloc(plan->arena, count, size);
    if (p == NULL)
        fw_draw_fail(plan->d, FW_SYSTEM, "out of memory for a drawing");
    return p;
}

void fw_plan_id(char id[static 48], const struct fw_panel_plan *pp, const char *what, size_t index)
{
    (void)snprintf(id, 48, "panel-%zu-%s-%zu", pp->index + 1, what, index + 1);
}

struct fw_look fw_plan_look(const struct fw_plan *plan, size_t look)
{
    return fw_palette_look(plan->chart->palette, look, plan->look_count);
}

struct fw_look fw_plan_bar_look(const struct fw_plan *plan, const struct fw_panel_plan *pp,
                                size_t series, size_t category)
{
    return fw_plan_look(plan, pp->cat_looks != NULL ? pp->cat_looks[category]
                                                    : pp->looks[series]);
}

/* The number of a name; a new one if it was not met before, or has no name. */
static size_t look_of(struct fw_plan *plan, const char *name)
{
    for (size_t k = 0; name != NULL && k < plan->look_count; k++)
        if (plan->look_names[k] != NULL && strcmp(plan->look_names[k], name) == 0)
            return k;
    plan->look_names[plan->look_count] = name;
    return plan->look_count++;
}

static size_t *panel_looks(struct fw_plan *plan, const struct fw_panel *p)
{
    size_t *const looks = fw_plan_alloc(plan, p->series_count, sizeof *looks);
    for (size_t s = 0; looks != NULL && s < p->series_count; s++)
        looks[s] = s > 0 && p->series[s].dashed ? looks[s - 1] : look_of(plan, p->series[s].name);
    return looks;
}

static size_t *category_looks(struct fw_plan *plan, const struct fw_panel *p)
{
    size_t *const looks = fw_plan_alloc(plan, p->category_count, sizeof *looks);
    for (size_t c = 0; looks != NULL && c < p->category_count; c++)
        looks[c] = look_of(plan, p->categories[c]);
    return looks;
}

void fw_plan_looks(struct fw_plan *plan)
{
    size_t most = 0;
    for (size_t k = 0; k < plan->chart->panel_count; k++)
        most += plan->chart->panels[k].series_count + plan->chart->panels[k].category_count;
    plan->look_names = fw_plan_alloc(plan, most, sizeof plan->look_names[0]);
    for (size_t k = 0; k < plan->chart->panel_count && fw_draw_ok(plan->d); k++) {
        const struct fw_panel *const p = &plan->chart->panels[k];
        struct fw_panel_plan *const pp = &plan->panels[k];
        const bool vary = fw_panel_is_bars(p) && p->vary && p->series_count == 1;
        if (vary)
            pp->cat_looks = category_looks(plan, p);
        else
            pp->looks = panel_looks(plan, p);
    }
}

static void draw_panels(struct fw_plan *plan)
{
    for (size_t k = 0; k < plan->chart->panel_count && fw_draw_ok(plan->d); k++) {
        struct fw_panel_plan *const pp = &plan->panels[k];
        char id[32];
        (void)snprintf(id, sizeof id, "panel-%zu", k + 1);
        fw_draw_group(plan->d, &(struct fw_draw_part){.id = id, .klass = "panel",
                                                  .title = pp->p->title});
        if (fw_panel_is_bars(pp->p))
            fw_bars_draw(plan, pp);
        else
            fw_lines_draw(plan, pp);
        fw_frame_titles(plan, pp);
        fw_draw_group_end(plan->d);
    }
}

static void draw_page(struct fw_plan *plan)
{
    const struct fw_chart *const c = plan->chart;
    fw_plan_layout(plan);
    fw_draw_begin(plan->d, plan->width, plan->height, c->title,
                  c->desc != NULL ? c->desc : c->subtitle);
    fw_plan_draw_header(plan);
    draw_panels(plan);
}

enum fw_status fw_chart_draw(const struct fw_chart *chart, struct fw_draw *d,
                             struct fw_arena *arena, struct fw_err *err)
{
    struct fw_err problem = {.status = FW_OK};
    if (fw_draw_ok(d) && fw_chart_check(chart, &problem) != FW_OK)
        fw_draw_fail(d, problem.status, "%s", problem.msg);
    struct fw_plan plan = {.chart = chart, .d = d, .arena = arena};
    if (fw_draw_ok(d))
        plan.panels = fw_plan_alloc(&plan, chart->panel_count, sizeof plan.panels[0]);
    for (size_t k = 0; plan.panels != NULL && k < chart->panel_count; k++) {
        plan.panels[k].p = &chart->panels[k];
        plan.panels[k].index = k;
    }
    if (fw_draw_ok(d))
        fw_plan_looks(&plan);
    if (fw_draw_ok(d) && d->cell_w > 0)
        fw_term_draw(&plan);
    else if (fw_draw_ok(d))
        draw_page(&plan);
    if (!fw_draw_ok(d) && err != NULL)
        *err = d->err;
    return d->err.status;
}

enum fw_status fw_chart_write(const struct fw_chart *chart, const struct fw_draw_options *options,
                              struct fw_text *out, unsigned *unknown_glyphs, struct fw_err *err)
{
    struct fw_draw *d = NULL;
    struct fw_arena arena;
    fw_arena_init(&arena, 0);
    enum fw_status s = fw_draw_open(&d, options, err);
    if (s == FW_OK)
        s = fw_chart_draw(chart, d, &arena, err);
    if (s == FW_OK)
        s = fw_draw_close(d, out, err);
    if (unknown_glyphs != NULL)
        *unknown_glyphs = d != NULL ? d->unknown_glyphs : 0;
    fw_draw_free(d);
    fw_arena_free(&arena);
    return s;
}
