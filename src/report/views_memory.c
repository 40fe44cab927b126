/* views_memory.c - the cache layer kind by layer kind, and what fills the memory. */
#include <math.h>

#include "report/view_parts.h"

/* ---- cache ----------------------------------------------------------------------------------- */

static const struct fw_column kv_columns[] = {
    {"kind", "Layers", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"layers", "x", NULL, FW_RIGHT, FW_DIM_COUNT, 0},
    {"heads", "Heads", NULL, FW_RIGHT, FW_DIM_COUNT, 0},
    {"kv_heads", "KV heads", NULL, FW_RIGHT, FW_DIM_COUNT, 0},
    {"head_dim", "Head dim", NULL, FW_RIGHT, FW_DIM_COUNT, 0},
    {"cached_tokens", "Tokens kept", NULL, FW_RIGHT, FW_DIM_COUNT, 0},
    {"elements_per_token", "Elements/token", NULL, FW_RIGHT, FW_DIM_COUNT, 0},
    {"bytes_per_token", "Per token", "B", FW_RIGHT, FW_DIM_BYTES, 0},
    {"bytes", "Cache", "B", FW_RIGHT, FW_DIM_BYTES, 0},
    {NULL, "Size", NULL, FW_RIGHT, FW_DIM_BYTES, 4},
    {"bytes_if_mha", "As MHA", "B", FW_RIGHT, FW_DIM_BYTES, 0},
    {"share_of_mha", "Share", NULL, FW_RIGHT, FW_DIM_RATIO, 3},
    {"window", NULL, NULL, FW_RIGHT, FW_DIM_COUNT, 0},
};
enum { KV_COLUMNS = sizeof kv_columns / sizeof kv_columns[0] };

static void put_bytes(struct fw_cell *c, fw_u128 bytes, fw_u128 mha)
{
    c[8] = fw_cell_count(bytes);
    c[9] = fw_cell_real(fw_count_double(bytes));
    c[10] = fw_cell_count(mha);
    c[11] = fw_cell_ratio(bytes, mha);
}

/* elements and bytes per token are of one layer here, of all layers in the last row. */
static void put_kv_group(struct fw_table *t, const struct fw_answer *a, size_t g)
{
    const uint64_t n = FW_LAYER_SYM(a, g, n);
    struct fw_cell *c = fw_table_row(t);
    c[0] = fw_cell_text(fw_view_kind(t, a, g));
    c[1] = fw_cell_count(n);
    c[2] = fw_key_cell(a, g, FW_KEY_num_attention_heads);
    c[3] = fw_key_cell(a, g, FW_KEY_num_key_value_heads);
    c[4] = fw_key_cell(a, g, FW_KEY_head_dim);
    c[5] = fw_cell_count(FW_LAYER_SYM(a, g, S_w));
    c[6] = fw_cell_count(FW_LAYER_ROW(a, g, kv_elems));
    c[7] = fw_cell_count(FW_LAYER_ROW(a, g, kv_token));
    put_bytes(c, n * FW_LAYER_ROW(a, g, kv_bytes), n * FW_LAYER_ROW(a, g, kv_bytes_mha));
    c[12] = fw_key_cell(a, g, FW_KEY_sliding_window);
}

void fw_view_kv(const struct fw_answer *a, struct fw_table *out, struct fw_arena *arena)
{
    const struct fw_workload *w = &a->workload;
    const char *const k = fw_dtype_get(w->k_dtype)->name, *const v = fw_dtype_get(w->v_dtype)->name;
    bool mla = false;
    fw_table_init(out, arena, NULL, kv_columns, KV_COLUMNS);
    out->title =
        fw_view_printf(out, "%s: KV cache of %s x %s tokens, keys %s, values %s", fw_answer_name(a),
                       fw_view_count(out, w->batch), fw_view_count(out, w->context), k, v);
    for (size_t g = 0; g < a->model.num_groups; g++) {
        put_kv_group(out, a, g);
        mla = mla || FW_LAYER_SYM(a, g, c) > 0;
    }
    struct fw_cell *c = fw_table_row(out);
    c[0] = fw_cell_text("all layers");
    c[1] = fw_cell_count(a->model.sym[FW_MS_L]);
    c[6] = fw_cell_count(FW_MODEL_ROW(a, KV_elems));
    c[7] = fw_cell_count(FW_MODEL_ROW(a, KV_token));
    put_bytes(c, FW_MODEL_ROW(a, KV_bytes), FW_MODEL_ROW(a, KV_bytes_mha));
    for (size_t i = 0; i < KV_COLUMNS; i++)
        c[i].strong = true;
    out->note = mla ? "Elements and bytes per token: of one layer, in the last line of all. MLA "
                      "keeps the latent and the rotated key (compressed); as MHA: uncompressed "
                      "keys and values of every head."
                    : "Elements and bytes per token: of one layer, in the last line of all. As "
                      "MHA: the same with as many key-value heads as query heads.";
}

/* ---- memory ---------------------------------------------------------------------------------- */

static const struct fw_column memory_columns[] = {
    {"use", "Use", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"item", "Item", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"dtype", "Type", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"bytes", "Bytes", "B", FW_RIGHT, FW_DIM_BYTES, 0},
    {NULL, "Binary", NULL, FW_RIGHT, FW_DIM_BYTES, 4},
    {NULL, "Decimal", NULL, FW_RIGHT, FW_DIM_NUMBER, 0},
};

struct item {
    const char *use, *item, *dtype;
    fw_u128 bytes;
    bool strong;
};

static void put_item(struct fw_table *t, const struct item *i)
{
    char decimal[64];
    struct fw_cell *c = fw_table_row(t);
    (void)fw_quantity_text(decimal, sizeof decimal, fw_count_double(i->bytes), FW_DIM_BYTES, 4,
                           false);
    c[0] = fw_cell_text(i->use);
    c[1] = fw_cell_text(i->item);
    c[2] = fw_cell_text(i->dtype);
    c[3] = fw_cell_count(i->bytes);
    c[4] = fw_cell_real(fw_count_double(i->bytes));
    c[5] = fw_cell_text(fw_view_printf(t, "%s", decimal));
    for (size_t k = 0; k < sizeof memory_columns / sizeof memory_columns[0]; k++)
        c[k].strong = i->strong;
}

static void put_inference(struct fw_table *t, const struct fw_answer *a)
{
    const struct fw_workload *w = &a->workload;
    const char *const k = fw_dtype_get(w->k_dtype)->name, *const v = fw_dtype_get(w->v_dtype)->name;
    const char *const cache = w->k_dtype == w->v_dtype ? k : fw_view_printf(t, "%s/%s", k, v);
    const fw_u128 weights = FW_MODEL_ROW(a, weight_bytes), kv = FW_MODEL_ROW(a, KV_bytes);
    const struct item items[] = {
        {"inference", "weights", fw_dtype_get(w->dtype)->name, weights, false},
        {"inference",
         fw_view_printf(t, "KV cache, %s x %s tokens", fw_view_count(t, w->batch),
                        fw_view_count(t, w->context)),
         cache, kv, false},
        {"inference", "weights and KV cache", NULL, weights + kv, true},
    };
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++)
        put_item(t, &items[i]);
    if (a->hardware == NULL || isnan(a->hardware->mem_bytes_min))
        return;
    const struct item device = {"device", fw_view_printf(t, "memory of one %s", a->hardware->id),
                                NULL, (fw_u128)a->hardware->mem_bytes_min, false};
    put_item(t, &device);
}

static void put_dtypes(struct fw_table *t, const struct fw_answer *a)
{
    static const enum fw_dtype types[] = {FW_F32,  FW_BF16, FW_FP8,  FW_INT8, FW_Q8_0,
                                          FW_Q6_K, FW_Q4_K, FW_INT4, FW_MXFP4};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        const struct item it = {"weights as", "weights", fw_dtype_get(types[i])->name,
                                fw_state_bytes(FW_MODEL_ROW(a, N), types[i]), false};
        put_item(t, &it);
    }
}

static void put_recipe(struct fw_table *t, const struct fw_answer *a,
                       const struct fw_state_recipe *r)
{
    const char *const use = fw_view_printf(t, "Adam, %s", r->name);
    fw_u128 sum = 0;
    for (size_t i = 0; i < sizeof r->item / sizeof r->item[0] && r->item[i].name != NULL; i++) {
        const fw_u128 bytes = fw_state_bytes(FW_MODEL_ROW(a, N), r->item[i].dtype);
        const struct item it = {use, r->item[i].name, fw_dtype_get(r->item[i].dtype)->name, bytes,
                                false};
        put_item(t, &it);
        sum += bytes;
    }
    const struct item total = {use, r->meaning, NULL, sum, true};
    put_item(t, &total);
}

void fw_view_memory(const struct fw_answer *a, struct fw_table *out, struct fw_arena *arena)
{
    fw_table_init(out, arena, NULL, memory_columns,
                  sizeof memory_columns / sizeof memory_columns[0]);
    out->title = fw_view_printf(out, "%s: memory", fw_answer_name(a));
    put_inference(out, a);
    put_dtypes(out, a);
    for (size_t i = 0; i < fw_state_count; i++)
        put_recipe(out, a, &fw_state_table[i]);
    out->note = "1 GiB = 2^30 B, 1 GB = 10^9 B. Activations and the allocator's reserve are not "
                "counted. Training states are of the whole model, before any sharding.";
}
