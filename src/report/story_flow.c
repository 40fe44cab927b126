/* story_flow.c - section: one token through the model, with the check of every product. */
#include <math.h>

#include "core/steps.h"
#include "report/story_parts.h"

static const struct fw_column columns[] = {
    {"step", "Step", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"input", "Input", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"operand", "times", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"output", "Output", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"check", "Inner widths", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"flop", "FLOP", NULL, FW_RIGHT, FW_DIM_FLOP, 0},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

/* A shape never breaks into two lines: the blank is U+00A0. */
static const char *shape(struct fw_story *s, const fw_u128 x[2])
{
    return fw_say(&s->say, "(%s,\xc2\xa0%s)", fw_story_n(s, x[0]), fw_story_n(s, x[1]));
}

static void step_row(struct fw_story *s, struct fw_table *t, const struct fw_step *step)
{
    struct fw_cell *const c = fw_table_row(t);
    const bool operand = step->w[0] > 0;
    c[0] = fw_cell_text(step->name);
    c[1] = fw_cell_text(step->where == FW_STEP_EMBED && !step->elementwise ? "id"
                                                                           : shape(s, step->in));
    c[2] = fw_cell_text(operand ? fw_say(&s->say, "%s\xc2\xa0%s", step->weight, shape(s, step->w))
                                : NULL);
    c[3] = fw_cell_text(shape(s, step->out));
    c[4] = fw_cell_text(step->note);
    if (!step->product)
        return;
    c[4] = fw_cell_text(fw_say(&s->say, "%s\xc2\xa0=\xc2\xa0%s\xc2\xa0✓",
                               fw_story_n(s, step->in[1]), fw_story_n(s, step->w[0])));
    c[5] = fw_cell_count(step->flop);
}

static void mark_row(struct fw_table *t, const char *text)
{
    struct fw_cell *const c = fw_table_row(t);
    c[0] = fw_cell_strong(fw_cell_text(text));
}

/* Steps of a model, a line between the parts; returns how many products there were. */
static size_t step_table(struct fw_story *s, const struct fw_answer *a, struct fw_table *t)
{
    struct fw_step *steps = NULL;
    size_t count = 0, products = 0;
    if (s->status == FW_OK)
        s->status = fw_steps_decode(&a->model, &a->workload, &a->estimate, &steps, &count, s->arena,
                                    s->err);
    fw_table_init(t, s->arena, NULL, columns, COLUMNS);
    for (size_t i = 0; i < count && s->status == FW_OK; i++) {
        const struct fw_step *const step = &steps[i], *const before = i > 0 ? step - 1 : NULL;
        if (step->where == FW_STEP_LAYER &&
            (before->where != FW_STEP_LAYER || before->group != step->group))
            mark_row(t, fw_say(&s->say, "in each of %s layers:",
                               fw_story_n(s, a->model.groups[step->group].sym[FW_LS_n])));
        if (step->where == FW_STEP_HEAD && before->where == FW_STEP_LAYER)
            mark_row(t, "after the layers:");
        step_row(s, t, step);
        products += step->product;
    }
    return products;
}

/* "Query heads 0, 1, 2, 3 read KV head 0; ..." for the first and the last KV head. */
static void sharing(struct fw_story *s, const struct fw_answer *a)
{
    const uint64_t *const sym = a->model.groups[0].sym;
    const uint64_t h = sym[FW_LS_h], h_kv = sym[FW_LS_h_kv], each = h / h_kv;
    if (sym[FW_LS_c] > 0 || each < 2)
        return;
    fw_story_item(s,
                  "**Head sharing.** %s query heads, %s KV heads: query heads 0 to %s read KV "
                  "head 0, and so on to %s to %s with KV head %s; query heads %sk to %sk+%s "
                  "read KV head k.",
                  fw_story_n(s, h), fw_story_n(s, h_kv), fw_story_n(s, each - 1),
                  fw_story_n(s, h - each), fw_story_n(s, h - 1), fw_story_n(s, h_kv - 1),
                  fw_story_n(s, each), fw_story_n(s, each), fw_story_n(s, each - 1));
}

static void remarks(struct fw_story *s, const struct fw_answer *a)
{
    const uint64_t *const sym = a->estimate.layer_sym[0];
    const fw_u128 *const row = a->estimate.layer[0];
    const fw_u128 cached = row[FW_LEQ_kv_elems];
    fw_doc_list(&s->doc);
    fw_story_item(s, "**Embedding.** The id picks one of %s rows: a look-up, no FLOP. %s",
                  fw_story_n(s, a->model.sym[FW_MS_V]),
                  a->model.position == FW_LEARNED ? "The row of the position is added here."
                                                  : "Nothing about the position is added here.");
    fw_story_item(s,
                  "**Queries, keys, values.** %s leave %s elements per token and layer in the "
                  "cache; queries are used once and forgotten.",
                  sym[FW_LS_c] > 0 ? "The latent and the rotated part" : "Keys and values",
                  fw_story_n(s, cached));
    sharing(s, a);
    fw_story_item(s,
                  "**Scores.** Each of %s heads compares its query with %s keys, the own one "
                  "included, and divides by √%s = %s before the softmax.",
                  fw_story_n(s, sym[FW_LS_h]), fw_story_n(s, sym[FW_LS_n_w]),
                  fw_story_n(s, sym[FW_LS_d_h]),
                  fw_say_qty(&s->say, sqrt((double)sym[FW_LS_d_h]), FW_DIM_NUMBER, 3));
    fw_story_item(s,
                  "**Output projection.** The heads stand side by side, %s × %s = %s elements; "
                  "$W_O$ mixes them back to width %s.",
                  fw_story_n(s, sym[FW_LS_h]), fw_story_n(s, sym[FW_LS_d_v]),
                  fw_story_n(s, (fw_u128)sym[FW_LS_h] * sym[FW_LS_d_v]),
                  fw_story_n(s, sym[FW_LS_d]));
    fw_story_item(s,
                  "**Residuals.** What attention and FFN find is added to the stream of width "
                  "%s, which no step replaces.",
                  fw_story_n(s, sym[FW_LS_d]));
    fw_story_item(s,
                  "**LM head.** One row of %s logits; the softmax of it is the distribution of "
                  "the next token.",
                  fw_story_n(s, a->model.sym[FW_MS_V]));
    fw_doc_list_end(&s->doc);
}

void fw_story_flow(struct fw_story *s)
{
    const struct fw_answer *const a = &s->a[0];
    struct fw_table t;
    fw_story_p(s,
               "One token enters as an id and leaves as the probabilities of the next one. "
               "Shown is the token after a context of %s, step by step; shapes are (rows, "
               "columns). A product of (r, c) and (c, m) is (r, m): the inner widths must "
               "agree.",
               fw_story_n(s, a->workload.context));
    const size_t products = step_table(s, a, &t);
    fw_story_table(s, &t, fw_say(&s->say, "Data flow of %s", fw_say_name(a)));
    fw_story_callout(s,
                     "Dimension check: all %s products fit. A multiply-add counts 2 FLOP; "
                     "norms, rotation, softmax, activation and residuals are counted apart.",
                     fw_story_n(s, products));
    remarks(s, a);
    for (size_t i = 1; i < s->n && s->status == FW_OK; i++) {
        const char *const name = fw_say_name(&s->a[i]);
        fw_doc_fold(&s->doc, fw_say(&s->say, "The same for %s", name));
        (void)step_table(s, &s->a[i], &t);
        fw_story_table(s, &t, fw_say(&s->say, "Data flow of %s", name));
        fw_doc_fold_end(&s->doc);
    }
}
