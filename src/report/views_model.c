/* views_model.c - what the model is, and its parameters matrix by matrix. */
#include "report/view_parts.h"

/* ---- architecture ---------------------------------------------------------------------------- */

static const struct fw_column model_columns[] = {
    {"key", "Key", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"value", "Value", NULL, FW_RIGHT, FW_DIM_NUMBER, 6},
    {"layers", "Layers", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"origin", "Origin", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"meaning", "Meaning", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
};
enum { MODEL_COLUMNS = sizeof model_columns / sizeof model_columns[0] };

static void put_key(struct fw_table *t, const struct fw_answer *a, enum fw_key key, size_t group,
                    const char *layers)
{
    const struct fw_cell value = fw_key_cell(a, group, key);
    if (value.kind == FW_CELL_EMPTY && layers == NULL)
        return;
    struct fw_cell *c = fw_table_row(t);
    c[0] = fw_cell_text(fw_key_table[key].name);
    c[1] = value.kind == FW_CELL_EMPTY ? fw_cell_text("none") : value;
    c[2] = fw_cell_text(layers);
    c[3] = fw_cell_text(fw_key_stated(a, key) ? "stated" : "default");
    c[4] = fw_cell_text(fw_key_table[key].meaning);
}

static const char *layers_text(struct fw_table *t, const struct fw_answer *a, size_t group)
{
    return fw_view_printf(t, "%llu x %s", (unsigned long long)FW_LAYER_SYM(a, group, n),
                          fw_view_kind(t, a, group));
}

void fw_view_model(const struct fw_answer *a, struct fw_table *out, struct fw_arena *arena)
{
    fw_table_init(out, arena, NULL, model_columns, MODEL_COLUMNS);
    out->title = fw_view_printf(out, "%s: architecture", fw_answer_name(a));
    for (int k = 0; k < FW_KEY_COUNT; k++) {
        const enum fw_key key = (enum fw_key)k;
        const bool uniform = fw_key_uniform(a, key);
        for (size_t g = 0; g < (uniform ? 1 : a->model.num_groups); g++)
            put_key(out, a, key, g, uniform ? NULL : layers_text(out, a, g));
    }
    struct fw_cell *c = fw_table_row(out);
    c[0] = fw_cell_text("parameters");
    c[1] = fw_cell_strong(fw_cell_count(FW_MODEL_ROW(a, N)));
    c[3] = fw_cell_text("derived");
    c[4] = fw_cell_text(fw_eq_table[FW_EQ_N].meaning);
}

/* ---- parameters ------------------------------------------------------------------------------ */

static const struct fw_column parameter_columns[] = {
    {"part", "Part", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"shape", "Shape", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"parameters", "Parameters", NULL, FW_RIGHT, FW_DIM_COUNT, 0},
    {"count", "x", NULL, FW_RIGHT, FW_DIM_COUNT, 0},
    {"total", "Total", NULL, FW_RIGHT, FW_DIM_COUNT, 0},
    {"share", "Share", NULL, FW_RIGHT, FW_DIM_RATIO, 3},
    {"group", NULL, NULL, FW_LEFT, FW_DIM_NUMBER, 0},
};
enum { PARAMETER_COLUMNS = sizeof parameter_columns / sizeof parameter_columns[0] };

struct part {
    const char *name, *shape, *group;
    fw_u128 one, count;
    bool strong, optional; /* optional: left out when there is nothing */
};

static void put_part(struct fw_table *t, const struct fw_answer *a, const struct part *p)
{
    if (p->optional && p->one == 0)
        return;
    const fw_u128 total = p->one * p->count;
    struct fw_cell *c = fw_table_row(t);
    c[0] = fw_cell_text(p->name);
    c[1] = fw_cell_text(p->shape);
    c[2] = fw_cell_count(p->one);
    c[3] = fw_cell_count(p->count);
    c[4] = fw_cell_count(total);
    c[5] = fw_cell_ratio(total, FW_MODEL_ROW(a, N));
    c[6] = fw_cell_text(p->group);
    for (size_t i = 0; i < PARAMETER_COLUMNS; i++)
        c[i].strong = p->strong;
}

static void put_shape(struct fw_text *s, uint64_t rows, uint64_t columns)
{
    fw_text_putc(s, '(');
    fw_text_count(s, rows, ',');
    fw_text_put(s, " x ");
    fw_text_count(s, columns, ',');
    fw_text_putc(s, ')');
}

/* "(4,096 x 1,024)", and of a factored matrix "(7,168 x 1,536) (1,536 x 24,576)". */
static const char *shape(struct fw_table *t, uint64_t rows, uint64_t inner, uint64_t columns)
{
    struct fw_text s;
    fw_text_init(&s);
    put_shape(&s, rows, inner > 0 ? inner : columns);
    if (inner > 0) {
        fw_text_putc(&s, ' ');
        put_shape(&s, inner, columns);
    }
    return fw_view_text(t, &s);
}

/* Of an FFN matrix from rows to columns, one of which is the width: dense or shared, and experts.
 */
static const char *ffn_shape(struct fw_table *t, const struct fw_answer *a, size_t g, bool down)
{
    const uint64_t d = FW_LAYER_SYM(a, g, d), f = FW_LAYER_SYM(a, g, f);
    const uint64_t experts = FW_LAYER_SYM(a, g, E), f_e = FW_LAYER_SYM(a, g, f_e);
    struct fw_text s;
    fw_text_init(&s);
    if (f > 0)
        put_shape(&s, down ? f : d, down ? d : f);
    if (experts > 0) {
        fw_text_printf(&s, "%s%llu x ", f > 0 ? " + " : "", (unsigned long long)experts);
        put_shape(&s, down ? f_e : d, down ? d : f_e);
    }
    return fw_view_text(t, &s);
}

/* MLA keeps W_K and W_V behind the shared latent: see eq_layer.def. */
static const char *kv_shape(struct fw_table *t, const struct fw_answer *a, size_t g, bool value)
{
    const uint64_t d = FW_LAYER_SYM(a, g, d), h = FW_LAYER_SYM(a, g, h);
    const uint64_t c = FW_LAYER_SYM(a, g, c), d_r = FW_LAYER_SYM(a, g, d_r);
    const uint64_t d_h = FW_LAYER_SYM(a, g, d_h), d_v = FW_LAYER_SYM(a, g, d_v);
    const uint64_t width = FW_LAYER_SYM(a, g, h_kv) * (value ? d_v : d_h);
    if (c == 0)
        return shape(t, d, 0, width);
    if (value)
        return shape(t, c, 0, h * d_v);
    struct fw_text s;
    fw_text_init(&s);
    put_shape(&s, d, c + d_r);
    fw_text_putc(&s, ' ');
    put_shape(&s, c, h * (d_h - d_r));
    return fw_view_text(t, &s);
}

static void put_group(struct fw_table *t, const struct fw_answer *a, size_t g)
{
    const uint64_t d = FW_LAYER_SYM(a, g, d), h = FW_LAYER_SYM(a, g, h);
    const uint64_t d_h = FW_LAYER_SYM(a, g, d_h), d_v = FW_LAYER_SYM(a, g, d_v);
    const char *const kind = fw_view_kind(t, a, g), *const wide = ffn_shape(t, a, g, false);
    const uint64_t n = FW_LAYER_SYM(a, g, n);
    const fw_u128 *row = a->estimate.layer[g];
    const bool gated = FW_LAYER_SYM(a, g, g) > 0;
    const struct part parts[] = {
        {"W_Q", shape(t, d, FW_LAYER_SYM(a, g, q_r), h * d_h), kind, row[FW_LEQ_W_Q], n, 0, 0},
        {"W_K", kv_shape(t, a, g, false), kind, row[FW_LEQ_W_K], n, 0, 0},
        {"W_V", kv_shape(t, a, g, true), kind, row[FW_LEQ_W_V], n, 0, 0},
        {"W_O", shape(t, h * d_v, 0, d), kind, row[FW_LEQ_W_O], n, 0, 0},
        {"attention biases", NULL, kind, row[FW_LEQ_P_attn_bias], n, 0, 1},
        {"norms on queries and keys", NULL, kind, row[FW_LEQ_P_attn_norm], n, 0, 1},
        {"attention", NULL, kind, row[FW_LEQ_P_attn], n, 1, 0},
        {"W_gate", gated ? wide : NULL, kind, row[FW_LEQ_W_gate], n, 0, 1},
        {"W_up", wide, kind, row[FW_LEQ_W_up], n, 0, 0},
        {"W_down", ffn_shape(t, a, g, true), kind, row[FW_LEQ_W_down], n, 0, 0},
        {"router", shape(t, d, 0, FW_LAYER_SYM(a, g, E) + FW_LAYER_SYM(a, g, s_g)), kind,
         row[FW_LEQ_W_router], n, 0, 1},
        {"FFN biases", NULL, kind, row[FW_LEQ_P_ffn_bias], n, 0, 1},
        {"FFN", NULL, kind, row[FW_LEQ_P_ffn], n, 1, 0},
        {"norms", NULL, kind, row[FW_LEQ_P_norm], n, 0, 1},
        {a->model.num_groups > 1 ? fw_view_printf(t, "one layer, %s", kind) : "one layer", NULL,
         kind, row[FW_LEQ_P_layer], n, 1, 0},
        {"its matrices that a token uses", NULL, kind, row[FW_LEQ_M_layer], n, 0, 0},
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        put_part(t, a, &parts[i]);
}

void fw_view_parameters(const struct fw_answer *a, struct fw_table *out, struct fw_arena *arena)
{
    const uint64_t V = a->model.sym[FW_MS_V], d = a->model.sym[FW_MS_d];
    const bool tied = a->model.sym[FW_MS_t] != 0;
    const fw_u128 *row = a->estimate.model;
    fw_table_init(out, arena, NULL, parameter_columns, PARAMETER_COLUMNS);
    out->title = fw_view_printf(out, "%s: parameters", fw_answer_name(a));
    const struct part before[] = {
        {"embedding", shape(out, V, 0, d), NULL, row[FW_EQ_P_embed], 1, 0, 0},
        {"positions", shape(out, a->model.sym[FW_MS_p], 0, d), NULL, row[FW_EQ_P_pos], 1, 0, 1},
        {"norm of the embedding", NULL, NULL, row[FW_EQ_P_embed_norm], 1, 0, 1},
    };
    const struct part after[] = {
        {"all layers", NULL, NULL, row[FW_EQ_P_layers], 1, 1, 0},
        {"final norm", NULL, NULL, row[FW_EQ_P_final_norm], 1, 0, 1},
        {tied ? "LM head (tied to the embedding)" : "LM head", shape(out, d, 0, V), NULL,
         row[FW_EQ_P_head], 1, 0, 0},
        {"total", NULL, NULL, row[FW_EQ_N], 1, 1, 0},
        {"active per token", NULL, NULL, row[FW_EQ_N_active], 1, 0, 0},
        {"active, without look-up tables", NULL, NULL, row[FW_EQ_N_active_body], 1, 0, 0},
        {"in a matrix product per token", NULL, NULL, row[FW_EQ_M], 1, 0, 0},
    };
    for (size_t i = 0; i < sizeof before / sizeof before[0]; i++)
        put_part(out, a, &before[i]);
    for (size_t g = 0; g < a->model.num_groups; g++)
        put_group(out, a, g);
    for (size_t i = 0; i < sizeof after / sizeof after[0]; i++)
        put_part(out, a, &after[i]);
    out->note = "A tied matrix counts once as parameters and once in the products. Active: both "
                "embeddings and the experts that a token uses.";
}
