/* story_count.c - sections: parameters of one layer, and all of them. */
#include <math.h>
#include <string.h>

#include "report/story_parts.h"

/* ---- one layer ------------------------------------------------------------------------------- */

static const struct {
    enum fw_layer_eq row;
    const char *what;
    bool strong;
} parts[] = {
    {FW_LEQ_W_Q, "query projection", false},
    {FW_LEQ_W_K, "key projection", false},
    {FW_LEQ_W_V, "value projection", false},
    {FW_LEQ_W_O, "output projection", false},
    {FW_LEQ_M_attn, "attention, matrices", true},
    {FW_LEQ_W_gate, "gate projection", false},
    {FW_LEQ_W_up, "up projection", false},
    {FW_LEQ_W_down, "down projection", false},
    {FW_LEQ_W_router, "router", false},
    {FW_LEQ_M_ffn, "FFN, matrices in use", true},
    {FW_LEQ_M_layer, "layer, matrices in use", true},
    {FW_LEQ_P_norm, "norms", false},
    {FW_LEQ_P_attn_bias, "biases of attention", false},
    {FW_LEQ_P_attn_norm, "norms on queries and keys", false},
    {FW_LEQ_P_ffn_bias, "biases of the FFN", false},
    {FW_LEQ_P_layer, "layer, all parameters", true},
};
enum { PARTS = sizeof parts / sizeof parts[0] };

static void group_equations(struct fw_story *s, const struct fw_answer *a, size_t group)
{
    fw_doc_equations(&s->doc, fw_say(&s->say, "Parameters of a layer of %s", fw_say_name(a)));
    for (size_t i = 0; i < PARTS; i++)
        if (a->estimate.layer[group][parts[i].row] > 0)
            fw_story_layer_row(s, a, group, parts[i].row, parts[i].what);
    fw_doc_equations_end(&s->doc);
}

/* A layer on average: the layer itself where all are alike. */
static double mean_layer(const struct fw_answer *a, enum fw_layer_eq row)
{
    return fw_count_double(a->estimate.sum[row]) / (double)a->model.sym[FW_MS_L];
}

/* Columns: part, one per model, ratio of each other model to the subject. */
static struct fw_column *layer_columns(struct fw_story *s, size_t *count)
{
    *count = 2 * s->n;
    struct fw_column *const c = FW_NEW(s->arena, *count, struct fw_column);
    s->say.failed = s->say.failed || c == NULL;
    if (c == NULL)
        return NULL;
    c[0] = (struct fw_column){"part", "Part", NULL, FW_LEFT, FW_DIM_NUMBER, 0};
    for (size_t i = 0; i < s->n; i++)
        c[i + 1] = (struct fw_column){"parameters", fw_say_name(&s->a[i]), NULL,
                                      FW_RIGHT,     FW_DIM_NUMBER,         10};
    for (size_t i = 1; i < s->n; i++)
        c[s->n + i] = (struct fw_column){
            "ratio",       fw_say(&s->say, "%s : %s", fw_say_name(&s->a[i]), fw_say_name(&s->a[0])),
            NULL,          FW_RIGHT,
            FW_DIM_NUMBER, 3};
    return c;
}

static struct fw_cell layer_cell(const struct fw_answer *a, enum fw_layer_eq row)
{
    if (fw_story_uniform(a))
        return fw_cell_count(a->estimate.layer[0][row]);
    const uint64_t L = a->model.sym[FW_MS_L];
    return fw_cell_count((a->estimate.sum[row] + L / 2) / L);
}

static void layer_table(struct fw_story *s)
{
    size_t count = 0;
    struct fw_table t;
    const struct fw_column *const columns = layer_columns(s, &count);
    if (columns == NULL)
        return;
    fw_table_init(&t, s->arena, NULL, columns, count);
    for (size_t r = 0; r < PARTS; r++) {
        const enum fw_layer_eq row = parts[r].row;
        const double own = mean_layer(&s->a[0], row);
        double most = own;
        for (size_t i = 1; i < s->n; i++)
            most = fmax(most, mean_layer(&s->a[i], row));
        if (!(most > 0))
            continue;
        struct fw_cell *const c = fw_table_row(&t);
        c[0] = fw_cell_text(parts[r].what);
        for (size_t i = 0; i < s->n; i++)
            c[i + 1] = layer_cell(&s->a[i], row);
        for (size_t i = 1; i < s->n && own > 0; i++)
            c[s->n + i] = fw_cell_text(fw_say_ratio(&s->say, mean_layer(&s->a[i], row), own));
        for (size_t i = 0; i < count; i++)
            c[i].strong = parts[r].strong;
    }
    fw_story_table(s, &t, "One layer, model by model");
}

/* Why the ratio of a layer is not the ratio of the models: layers, and what is no layer. */
static void explain_ratios(struct fw_story *s, const struct fw_answer *a, const struct fw_answer *b)
{
    const fw_u128 all_a = a->estimate.model[FW_EQ_N], all_b = b->estimate.model[FW_EQ_N];
    const fw_u128 in_a = a->estimate.model[FW_EQ_P_layers];
    const fw_u128 in_b = b->estimate.model[FW_EQ_P_layers];
    const uint64_t L_a = a->model.sym[FW_MS_L], L_b = b->model.sym[FW_MS_L];
    const double layer = mean_layer(b, FW_LEQ_P_layer) / mean_layer(a, FW_LEQ_P_layer);
    const double share_a = fw_count_double(in_a) / fw_count_double(all_a);
    const double share_b = fw_count_double(in_b) / fw_count_double(all_b);
    struct fw_say *const y = &s->say;
    fw_story_p(s,
               "A layer of %s holds %s times the parameters of a layer of %s (%s times in "
               "matrices), the whole model %s times. The layers differ in number, too: %s "
               "against %s, %s times as many, and %s × %s = %s. What is left is the share "
               "outside the layers: embeddings and the like are %s of %s and %s of %s. So %s × "
               "(%s / %s) = %s.",
               fw_say_name(b), fw_say_ratio(y, layer, 1), fw_say_name(a),
               fw_say_ratio(y, mean_layer(b, FW_LEQ_M_layer), mean_layer(a, FW_LEQ_M_layer)),
               fw_story_ratio(s, all_b, all_a), fw_story_n(s, L_b), fw_story_n(s, L_a),
               fw_story_ratio(s, L_b, L_a), fw_say_ratio(y, layer, 1), fw_story_ratio(s, L_b, L_a),
               fw_story_ratio(s, in_b, in_a), fw_story_share(s, all_a - in_a, all_a),
               fw_say_name(a), fw_story_share(s, all_b - in_b, all_b), fw_say_name(b),
               fw_story_ratio(s, in_b, in_a), fw_say_share(y, share_a, 1),
               fw_say_share(y, share_b, 1), fw_story_ratio(s, all_b, all_a));
}

void fw_story_layer(struct fw_story *s)
{
    const struct fw_answer *const a = &s->a[0];
    const bool uniform = fw_story_uniform(a);
    for (size_t g = 0; g < a->model.num_groups; g++) {
        if (!uniform)
            fw_story_heading(s, "%s layers of kind %s",
                             fw_story_n(s, a->model.groups[g].sym[FW_LS_n]), fw_story_n(s, g + 1));
        group_equations(s, a, g);
    }
    if (s->n > 1) {
        layer_table(s);
        if (!uniform)
            fw_story_p(s, "Where layers differ, the table shows the mean over all layers.");
    }
    for (size_t i = 1; i < s->n; i++)
        explain_ratios(s, a, &s->a[i]);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static const struct {
    enum fw_eq row;
    const char *what;
} totals[] = {
    {FW_EQ_P_embed, "token embedding"},
    {FW_EQ_P_pos, "position table"},
    {FW_EQ_P_embed_norm, "norm after the embedding"},
    {FW_EQ_P_layers, "all layers"},
    {FW_EQ_P_final_norm, "final norm"},
    {FW_EQ_P_head, "LM head"},
    {FW_EQ_N, "all distinct parameters"},
    {FW_EQ_weight_bytes, "bytes of the weights"},
};

static void total_equations(struct fw_story *s, const struct fw_answer *a)
{
    fw_doc_equations(&s->doc, fw_say(&s->say, "All parameters of %s", fw_say_name(a)));
    if (fw_story_uniform(a)) /* what the sum over layers adds up */
        fw_story_layer_row(
            s, a, 0, FW_LEQ_P_layer,
            fw_say(&s->say, "one of %s layers", fw_story_n(s, a->model.sym[FW_MS_L])));
    for (size_t i = 0; i < sizeof totals / sizeof totals[0]; i++)
        if (a->estimate.model[totals[i].row] > 0)
            fw_story_row(s, &a->estimate, totals[i].row, totals[i].what);
    fw_doc_equations_end(&s->doc);
}

/* True if the count, rounded as the published one was, is the published one. */
static bool rounds_to(fw_u128 derived, const struct fw_published *p)
{
    const double value = fw_count_double(p->value);
    const double unit = pow(10, floor(log10(value)) + 1 - p->digits);
    return p->digits > 0 && fabs(round(fw_count_double(derived) / unit) * unit - value) < unit / 2;
}

static void published(struct fw_story *s, const struct fw_answer *a)
{
    const struct fw_description *const d = a->description;
    const fw_u128 derived = a->estimate.model[FW_EQ_N];
    for (size_t i = 0; i < d->num_published; i++) {
        const struct fw_published *const p = &d->published[i];
        if (strcmp(p->quantity, "parameters") != 0)
            continue;
        const char *const value = fw_story_n(s, p->value);
        const double off = fw_count_double(derived) / fw_count_double(p->value) - 1;
        const char *const verdict =
            derived == p->value     ? "the derived count is the same, to the unit"
            : rounds_to(derived, p) ? "the derived count rounds to it"
                                    : fw_say(&s->say, "the derived count is %s away",
                                             fw_say_share(&s->say, fabs(off), 1));
        fw_story_callout(s, "Published for %s: %s [[%s]]; %s.", fw_say_name(a), value,
                         fw_story_source_id(s, a, p->source), verdict);
    }
}

void fw_story_total(struct fw_story *s)
{
    for (size_t i = 0; i < s->n; i++) {
        const struct fw_answer *const a = &s->a[i];
        const fw_u128 *const row = a->estimate.model;
        const fw_u128 outside = row[FW_EQ_N] - row[FW_EQ_P_layers];
        fw_story_heading(s, "%s", fw_say_name(a));
        total_equations(s, a);
        fw_story_p(s,
                   "The layers hold %s of all parameters; embedding, LM head and the rest %s. "
                   "%s",
                   fw_story_share(s, row[FW_EQ_P_layers], row[FW_EQ_N]),
                   fw_story_share(s, outside, row[FW_EQ_N]),
                   a->model.sym[FW_MS_t] > 0
                       ? "The LM head is the embedding once more and counts no further."
                       : "The LM head has a matrix of its own.");
        published(s, a);
    }
    fw_story_figure(s, FW_FIGURE_PARAMETERS, "Parameters by component, in numbers and as shares.");
}
