/* views_trace.c - the data flow with the shape, FLOP and bytes of every step. */
#include "core/steps.h"
#include "report/view_parts.h"

static const struct fw_column columns[] = {
    {"where", "Where", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"step", "Step", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {NULL, "Input", NULL, FW_RIGHT, FW_DIM_NUMBER, 0},
    {NULL, "Operand", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {NULL, "Output", NULL, FW_RIGHT, FW_DIM_NUMBER, 0},
    {"flop", "FLOP", NULL, FW_RIGHT, FW_DIM_FLOP, 0},
    {"bytes", "Bytes", "B", FW_RIGHT, FW_DIM_BYTES, 0},
    {"product", "Fits", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"note", "Note", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"layers", NULL, NULL, FW_RIGHT, FW_DIM_COUNT, 0},
    {"id", NULL, NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"weight", NULL, NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"in_rows", NULL, NULL, FW_RIGHT, FW_DIM_COUNT, 0},
    {"in_columns", NULL, NULL, FW_RIGHT, FW_DIM_COUNT, 0},
    {"operand_rows", NULL, NULL, FW_RIGHT, FW_DIM_COUNT, 0},
    {"operand_columns", NULL, NULL, FW_RIGHT, FW_DIM_COUNT, 0},
    {"out_rows", NULL, NULL, FW_RIGHT, FW_DIM_COUNT, 0},
    {"out_columns", NULL, NULL, FW_RIGHT, FW_DIM_COUNT, 0},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static const char *shape(struct fw_table *t, const fw_u128 rc[2], const char *name)
{
    struct fw_text s;
    fw_text_init(&s);
    if (name[0] != '\0')
        fw_text_printf(&s, "%s ", name);
    if (rc[0] > 0) {
        fw_text_putc(&s, '[');
        fw_text_count(&s, rc[0], ',');
        fw_text_put(&s, " x ");
        fw_text_count(&s, rc[1], ',');
        fw_text_putc(&s, ']');
    }
    return fw_view_text(t, &s);
}

static void put_step(struct fw_table *t, const struct fw_step *s, const char *where,
                     uint64_t layers)
{
    const fw_u128 *const shapes[] = {s->in, s->w, s->out};
    struct fw_cell *c = fw_table_row(t);
    c[0] = fw_cell_text(where);
    c[1] = fw_cell_text(s->name);
    c[2] = fw_cell_text(shape(t, s->in, ""));
    c[3] = fw_cell_text(shape(t, s->w, s->weight));
    c[4] = fw_cell_text(shape(t, s->out, ""));
    c[5] = fw_cell_count(s->flop);
    c[6] = fw_cell_count(s->bytes);
    if (s->flop > 0)
        c[7] = fw_cell_bool(s->product);
    c[8] = fw_cell_text(s->note[0] != '\0' ? s->note : NULL);
    c[9] = fw_cell_count(layers);
    c[10] = fw_cell_text(s->id);
    c[11] = fw_cell_text(s->weight[0] != '\0' ? s->weight : NULL);
    for (size_t i = 0; i < 3; i++)
        if (shapes[i][0] > 0) {
            c[12 + 2 * i] = fw_cell_count(shapes[i][0]);
            c[13 + 2 * i] = fw_cell_count(shapes[i][1]);
        }
}

static void put_sum(struct fw_table *t, const char *name, fw_u128 flop, fw_u128 bytes)
{
    struct fw_cell *c = fw_table_row(t);
    c[1] = fw_cell_text(name);
    c[5] = fw_cell_count(flop);
    c[6] = fw_cell_count(bytes);
    for (size_t i = 0; i < COLUMNS; i++)
        c[i].strong = true;
}

/* Steps of one group stand together: a line sums each group up, the last one everything. */
static void put_steps(struct fw_table *t, const struct fw_answer *a, const struct fw_step *steps,
                      size_t count)
{
    const bool several = a->model.num_groups > 1;
    fw_u128 flop = 0, bytes = 0, layer_flop = 0, layer_bytes = 0;
    for (size_t i = 0; i < count; i++) {
        const struct fw_step *s = &steps[i];
        const bool in_layer = s->where == FW_STEP_LAYER;
        const uint64_t layers = in_layer ? FW_LAYER_SYM(a, s->group, n) : 1;
        const char *const layer = several && in_layer ? fw_view_kind(t, a, s->group) : "layer";
        put_step(t, s, in_layer ? layer : s->where == FW_STEP_EMBED ? "embed" : "head", layers);
        flop += layers * s->flop;
        bytes += layers * s->bytes;
        if (!in_layer)
            continue;
        layer_flop += s->flop;
        layer_bytes += s->bytes;
        const struct fw_step *next = i + 1 < count ? &steps[i + 1] : NULL;
        if (next != NULL && next->where == FW_STEP_LAYER && next->group == s->group)
            continue;
        put_sum(t, "one layer", layer_flop, layer_bytes);
        put_sum(t, fw_view_printf(t, "%llu layers", (unsigned long long)layers),
                layers * layer_flop, layers * layer_bytes);
        layer_flop = layer_bytes = 0;
    }
    put_sum(t, "total", flop, bytes);
}

enum fw_status fw_view_trace(const struct fw_answer *a, bool decode, struct fw_table *out,
                             struct fw_arena *arena, struct fw_err *err)
{
    struct fw_step *steps = NULL;
    size_t count = 0;
    const struct fw_workload *w = &a->workload;
    fw_table_init(out, arena, NULL, columns, COLUMNS);
    out->title = fw_view_printf(
        out,
        decode ? "%s: decode of one token after %s x %s tokens" : "%s: prefill of %s x %s tokens",
        fw_answer_name(a), fw_view_count(out, w->batch), fw_view_count(out, w->context));
    const enum fw_status status =
        decode ? fw_steps_decode(&a->model, w, &a->estimate, &steps, &count, arena, err)
               : fw_steps_prefill(&a->model, &a->estimate, &steps, &count, arena, err);
    if (status != FW_OK)
        return status;
    put_steps(out, a, steps, count);
    out->note = fw_view_printf(
        out,
        "%s FLOP and bytes: whole batch, one layer. Fits: columns of the input = rows of the "
        "operand, and the output has the rows of one and the columns of the other. Bytes: every "
        "weight read once, every activation read and written once, scores never stored.",
        decode ? "1 multiply-add = 2 FLOP. The new token attends to itself too."
               : fw_view_convention(out, a));
    return FW_OK;
}
