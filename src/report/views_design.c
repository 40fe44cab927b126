/* views_design.c - the design changes from one model to another, and what each is worth.
 *
 * The effect of a change is measured on the second model: its description with the first model's
 * choice put in is resolved and estimated once more, and the rows that differ are shown. So every
 * figure comes from the equations, and one change is told apart from the others.
 */
#include <string.h>

#include "report/design_aspects.h"

static const struct fw_column columns[] = {
    {"change", "Change", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"from", "From", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"to", "To", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"effect", "Effect", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
};

/* Shown behind those of the aspect, where they change. */
static const struct fw_design_figure common[] = {
    FW_MODEL_FIGURE("parameters", N),
    FW_MODEL_PER_TOKEN("prefill FLOP per token", prefill_total),
};

/* ---- effects --------------------------------------------------------------------------------- */

static fw_u128 figure_value(const struct fw_design_figure *f, const struct fw_estimate *e)
{
    const fw_u128 tokens = (fw_u128)e->model_sym[FW_MS_S] * e->model_sym[FW_MS_B];
    fw_u128 sum = 0;
    for (size_t i = 0; i < f->num_rows; i++)
        sum += f->layer ? e->layer[0][f->rows[i]] : e->model[f->rows[i]];
    return f->per_token ? sum / tokens : sum;
}

static void put_figure(const struct fw_design_figure *f, const struct fw_estimate *without,
                       const struct fw_estimate *with, struct fw_text *out)
{
    const fw_u128 old = figure_value(f, without), new = figure_value(f, with);
    if (old == new && !f->even_if_same)
        return;
    fw_text_printf(out, "%s%s ", out->len > 0 ? "; " : "", f->label);
    if (old == new) {
        fw_text_put(out, "unchanged");
        return;
    }
    fw_text_count(out, old, ',');
    fw_text_put(out, " -> ");
    fw_text_count(out, new, ',');
    if (old == 0 || new == 0)
        return;
    const double ratio = fw_count_double(new) / fw_count_double(old);
    if (ratio > 0.99 && ratio < 1.01)
        fw_text_printf(out, " (%+.2g %%)", 100 * (ratio - 1));
    else
        fw_text_printf(out, " (x %.4g)", ratio);
}

/* The second model as it would be with the first one's choice; false if there is no such model. */
static bool estimate_without(const struct fw_design_aspect *x, const struct fw_answer *a,
                             const struct fw_answer *b, struct fw_table *t, struct fw_estimate *out)
{
    const struct fw_arch *arch = &b->description->arch;
    struct fw_design_patch p = {.arch = *arch};
    struct fw_model m;
    if (x->apply == NULL)
        return false;
    p.entries = FW_NEW(t->arena, arch->num_entries, struct fw_layer_entry);
    if (p.entries == NULL) {
        t->failed = true;
        return false;
    }
    if (arch->num_entries > 0)
        memcpy(p.entries, arch->entries, arch->num_entries * sizeof *p.entries);
    p.arch.entries = p.entries;
    return x->apply(a, b, &p) && fw_model_resolve(&p.arch, &m, t->arena, NULL) == FW_OK &&
           fw_estimate_init(out, m.num_groups, t->arena, NULL) == FW_OK &&
           fw_estimate_run(&m, &b->workload, out, NULL) == FW_OK;
}

/* Changes that no single key undoes: the figures of both models themselves. */
static void put_plain(const struct fw_design_aspect *x, const struct fw_answer *a,
                      const struct fw_answer *b, struct fw_text *out)
{
    const struct fw_cell from = fw_key_cell(a, 0, x->key), to = fw_key_cell(b, 0, x->key);
    if (x->describe == NULL && from.kind == FW_CELL_COUNT && to.kind == FW_CELL_COUNT)
        fw_text_printf(out, "x %.4g", fw_count_double(to.count) / fw_count_double(from.count));
    for (size_t i = 0; i < FW_DESIGN_FIGURES && x->figures[i].label != NULL; i++)
        put_figure(&x->figures[i], &a->estimate, &b->estimate, out);
}

static void put_aspect(struct fw_table *t, const struct fw_design_aspect *x,
                       const struct fw_answer *a, const struct fw_answer *b)
{
    struct fw_text from, to, effect;
    struct fw_estimate without;
    fw_text_init(&from);
    fw_text_init(&to);
    fw_design_describe(x, a, &from);
    fw_design_describe(x, b, &to);
    if (strcmp(from.data, to.data) == 0) {
        t->failed = t->failed || from.failed || to.failed;
        fw_text_free(&from);
        fw_text_free(&to);
        return;
    }
    fw_text_init(&effect);
    if (estimate_without(x, a, b, t, &without)) {
        for (size_t i = 0; i < FW_DESIGN_FIGURES && x->figures[i].label != NULL; i++)
            put_figure(&x->figures[i], &without, &b->estimate, &effect);
        for (size_t i = 0; i < sizeof common / sizeof common[0]; i++)
            put_figure(&common[i], &without, &b->estimate, &effect);
        if (effect.len == 0)
            fw_text_put(&effect, "changes no count");
    } else {
        put_plain(x, a, b, &effect);
    }
    struct fw_cell *c = fw_table_row(t);
    c[0] = fw_cell_text(x->name);
    c[1] = fw_cell_text(fw_view_text(t, &from));
    c[2] = fw_cell_text(fw_view_text(t, &to));
    c[3] = fw_cell_text(fw_view_text(t, &effect));
}

void fw_view_design(const struct fw_answer *a, const struct fw_answer *b, struct fw_table *out,
                    struct fw_arena *arena)
{
    fw_table_init(out, arena, NULL, columns, sizeof columns / sizeof columns[0]);
    out->title =
        fw_view_printf(out, "From %s to %s: what changed", fw_answer_name(a), fw_answer_name(b));
    for (size_t i = 0; i < fw_design_aspect_count; i++)
        put_aspect(out, &fw_design_aspects[i], a, b);
    out->note = fw_view_printf(
        out,
        "Effects are those on %s: the same model with this one choice of %s against the model as "
        "it is, %s x %s tokens. Sizes (vocabulary, layers, width, ...) compare the two models.",
        fw_answer_name(b), fw_answer_name(a), fw_view_count(out, b->workload.batch),
        fw_view_count(out, b->workload.context));
}
