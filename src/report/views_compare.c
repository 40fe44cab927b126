/* views_compare.c - several answers side by side, with ratios to the first. */
#include <math.h>
#include <string.h>

#include "report/view_parts.h"

/* A row is a quantity by name (fw_quantity_get), or a key that holds a word. */
struct line {
    const char *label, *quantity;
    enum fw_key key; /* if quantity is NULL */
};

static const struct line lines[] = {
    {"layers", "num_hidden_layers", 0},
    {"width", "hidden_size", 0},
    {"query heads", "num_attention_heads", 0},
    {"key-value heads", "num_key_value_heads", 0},
    {"head width", "head_dim", 0},
    {"FFN width", "intermediate_size", 0},
    {"experts", "num_experts", 0},
    {"experts per token", "num_experts_per_tok", 0},
    {"vocabulary", "vocab_size", 0},
    {"longest context", "max_position_embeddings", 0},
    {"norm", NULL, FW_KEY_norm},
    {"positions", NULL, FW_KEY_position},
    {"FFN", NULL, FW_KEY_mlp},
    {"matrices of a layer", "M_layer", 0},
    {"parameters of a layer", "P_layer", 0},
    {"parameters of all layers", "layers_parameters", 0},
    {"embedding", "embedding_parameters", 0},
    {"parameters", "parameters", 0},
    {"active parameters", "active_parameters", 0},
    {"in a product per token", "matmul_parameters", 0},
    {"weights", "weights_bytes", 0},
    {"context", "context", 0},
    {"batch", "batch", 0},
    {"KV cache per token", "kv_bytes_per_token", 0},
    {"KV cache", "kv_bytes", 0},
    {"KV cache as MHA", "kv_bytes_if_mha", 0},
    {"prefill", "prefill_flop", 0},
    {"prefill per token", "flop_per_token", 0},
    {"attention in prefill", "attention_share", 0},
    {"decode", "decode_flop", 0},
    {"training tokens", "tokens", 0},
    {"training, 6 N T", "training_flop_6nt", 0},
    {"device-hours", "device_hours", 0},
    {"rate of a device", "flop_per_s", 0},
    {"peak of a device", "peak", 0},
    {"MFU", "mfu", 0},
    {"power of a device", "power_W", 0},
    {"energy in kWh", "energy_kWh", 0},
    {"emissions per kWh", "intensity", 0},
    {"emissions", "emissions_kg", 0},
};

enum { LABEL, UNIT, FIRST };

static struct fw_cell value_cell(const struct fw_quantity_value *v)
{
    if (!v->known)
        return fw_cell_unknown();
    if (!v->exact)
        return fw_cell_qty(v->real, v->dim, v->dim == FW_DIM_NUMBER ? 7 : 4);
    return v->dim == FW_DIM_COUNT ? fw_cell_count(v->count) : fw_cell_count_in(v->count, v->dim);
}

/* A row that no model has anything to say in is taken back. */
static bool says_something(const struct fw_cell *c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (c[FIRST + i].kind != FW_CELL_UNKNOWN && c[FIRST + i].kind != FW_CELL_EMPTY)
            return true;
    return false;
}

static void put_quantities(const struct fw_answer *a, size_t n, size_t num_ratios, const char *name,
                           struct fw_cell *c)
{
    struct fw_quantity_value first = {0}, v = {0};
    for (size_t i = 0; i < n; i++) {
        if (fw_quantity_get(&a[i], name, &v, NULL) != FW_OK)
            continue;
        if (i == 0)
            first = v;
        c[FIRST + i] = value_cell(&v);
        if (v.known)
            c[UNIT] = fw_cell_text(fw_dim_unit(v.dim));
        if (i > 0 && i <= num_ratios && v.known && first.known && fabs(first.real) > 0)
            c[FIRST + n + i - 1] = fw_cell_real(v.real / first.real);
    }
}

static void put_line(struct fw_table *t, const struct fw_answer *a, size_t n, size_t num_ratios,
                     const struct line *l)
{
    struct fw_cell *c = fw_table_row(t);
    c[LABEL] = fw_cell_text(l->label);
    if (l->quantity != NULL)
        put_quantities(a, n, num_ratios, l->quantity, c);
    for (size_t i = 0; l->quantity == NULL && i < n; i++)
        c[FIRST + i] = fw_key_cell(&a[i], 0, l->key);
    if (!t->failed && !says_something(c, n))
        t->num_rows--;
}

/* Key of a model's column: its id, with a number where it stands twice. */
static const char *column_key(struct fw_table *t, const struct fw_answer *a, size_t i)
{
    const char *const id = a[i].description->id != NULL ? a[i].description->id : "model";
    size_t before = 0;
    for (size_t k = 0; k < i; k++) {
        const char *const other = a[k].description->id;
        before += strcmp(other != NULL ? other : "model", id) == 0;
    }
    return before > 0 ? fw_view_printf(t, "%s_%zu", id, before + 1) : id;
}

static size_t make_columns(struct fw_table *t, const struct fw_answer *a, size_t n,
                           size_t num_ratios, struct fw_column *c)
{
    c[LABEL] = (struct fw_column){.key = "quantity", .title = "Quantity"};
    c[UNIT] = (struct fw_column){.key = "unit"};
    for (size_t i = 0; i < n; i++)
        c[FIRST + i] = (struct fw_column){
            .key = column_key(t, a, i), .title = fw_answer_name(&a[i]), .align = FW_RIGHT};
    for (size_t i = 1; i <= num_ratios; i++)
        c[FIRST + n + i - 1] = (struct fw_column){
            .key = fw_view_printf(t, "ratio_%s", column_key(t, a, i)),
            .title = num_ratios > 1 ? fw_view_printf(t, "Ratio %zu", i + 1) : "Ratio",
            .align = FW_RIGHT,
            .dim = FW_DIM_NUMBER,
            .digits = 4};
    return FIRST + n + num_ratios;
}

void fw_view_compare(const struct fw_answer *a, size_t n, struct fw_table *out,
                     struct fw_arena *arena)
{
    static const struct fw_column none[1] = {{.key = "quantity", .title = "Quantity"}};
    const size_t most = FW_TABLE_COLUMNS - FIRST, asked = n;
    n = n > most ? most : n;
    const size_t num_ratios = n > 0 && 2 * n - 1 <= most ? n - 1 : 0;
    fw_table_init(out, arena, "Side by side", none, 1);
    struct fw_column *columns = FW_NEW(arena, FIRST + 2 * n, struct fw_column);
    if (columns == NULL || n == 0) {
        out->failed = columns == NULL;
        return;
    }
    const size_t count = make_columns(out, a, n, num_ratios, columns);
    const bool failed = out->failed;
    fw_table_init(out, arena, "Side by side", columns, count);
    out->failed = failed;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        put_line(out, a, n, num_ratios, &lines[i]);
    out->note = fw_view_printf(
        out, "%s%s%s", fw_view_convention(out, &a[0]),
        num_ratios > 0 ? " Ratios are to the first model." : "",
        asked > n ? " More models were given than a table holds; the first ones are shown." : "");
}
