/* estimate_json.c - the objects of "flopwatt.estimate/1" but the training run. */
#include "report/table_cells.h"
#include "report/view_parts.h"
#include "report/views.h"

/* A key and the row that it shows. */
struct model_row {
    const char *key;
    enum fw_eq row;
};
struct layer_row {
    const char *key;
    enum fw_layer_eq row;
};
#define LENGTH(a) (sizeof(a) / sizeof(a)[0])

static void put_model_rows(struct fw_json *j, const struct fw_answer *a,
                           const struct model_row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fw_json_count(j, rows[i].key, a->estimate.model[rows[i].row]);
}

static void put_layer_rows(struct fw_json *j, const struct fw_answer *a, size_t group,
                           const struct layer_row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fw_json_count(j, rows[i].key, a->estimate.layer[group][rows[i].row]);
}

static void begin_group(struct fw_json *j, const struct fw_answer *a, size_t group)
{
    struct fw_text kind;
    fw_text_init(&kind);
    fw_group_kind(a, group, &kind);
    fw_json_object(j, NULL);
    fw_json_string(j, "kind", kind.data);
    fw_json_count(j, "count", FW_LAYER_SYM(a, group, n));
    fw_text_free(&kind);
}

/* ---- model, workload ------------------------------------------------------------------------- */

static void put_keys(struct fw_json *j, const struct fw_answer *a, size_t group, bool uniform)
{
    for (int k = 0; k < FW_KEY_COUNT; k++) {
        const enum fw_key key = (enum fw_key)k;
        const struct fw_cell cell = fw_key_cell(a, group, key);
        if (fw_key_uniform(a, key) == uniform)
            fw_cell_json(j, fw_key_table[k].name, &cell);
    }
}

void fw_json_model(struct fw_json *j, const struct fw_answer *a)
{
    const struct fw_description *d = a->description;
    fw_json_object(j, "model");
    fw_json_string(j, "id", d->id);
    fw_json_string(j, "name", d->name);
    fw_json_string(j, "developer", d->developer);
    fw_json_string(j, "released", d->released);
    put_keys(j, a, 0, true);
    if (a->model.num_groups > 1) {
        fw_json_array(j, "layers"); /* the keys in which they differ */
        for (size_t g = 0; g < a->model.num_groups; g++) {
            begin_group(j, a, g);
            put_keys(j, a, g, false);
            fw_json_end(j);
        }
        fw_json_end(j);
    }
    fw_json_end(j);
}

void fw_json_workload(struct fw_json *j, const struct fw_answer *a)
{
    const struct fw_workload *w = &a->workload;
    const char *const k = fw_dtype_get(w->k_dtype)->name, *const v = fw_dtype_get(w->v_dtype)->name;
    fw_json_object(j, "workload");
    fw_json_count(j, "context", w->context);
    fw_json_count(j, "batch", w->batch);
    fw_json_string(j, "dtype", fw_dtype_get(w->dtype)->name);
    fw_json_string(j, "kv_dtype", w->k_dtype == w->v_dtype ? k : NULL);
    fw_json_string(j, "k_dtype", k);
    fw_json_string(j, "v_dtype", v);
    fw_json_string(j, "attention", fw_attention_names[w->attention]);
    fw_json_string(j, "lm_head", fw_lm_head_names[w->lm_head]);
    fw_json_end(j);
}

/* ---- parameters, memory ---------------------------------------------------------------------- */

static void put_parameter_group(struct fw_json *j, const struct fw_answer *a, size_t group)
{
    static const struct layer_row attention[] = {
        {"q", FW_LEQ_W_Q},
        {"k", FW_LEQ_W_K},
        {"v", FW_LEQ_W_V},
        {"o", FW_LEQ_W_O},
        {"bias", FW_LEQ_P_attn_bias},
        {"norm", FW_LEQ_P_attn_norm},
        {"total", FW_LEQ_P_attn},
    };
    static const struct layer_row ffn[] = {
        {"gate", FW_LEQ_W_gate},     {"up", FW_LEQ_W_up},         {"down", FW_LEQ_W_down},
        {"router", FW_LEQ_W_router}, {"bias", FW_LEQ_P_ffn_bias}, {"total", FW_LEQ_P_ffn},
    };
    static const struct layer_row rest[] = {
        {"norm", FW_LEQ_P_norm},
        {"total", FW_LEQ_P_layer},
        {"inactive", FW_LEQ_P_inactive},
        {"matmul", FW_LEQ_M_layer},
    };
    begin_group(j, a, group);
    fw_json_object(j, "attention");
    put_layer_rows(j, a, group, attention, LENGTH(attention));
    fw_json_end(j);
    fw_json_object(j, "ffn");
    put_layer_rows(j, a, group, ffn, LENGTH(ffn));
    fw_json_end(j);
    put_layer_rows(j, a, group, rest, LENGTH(rest));
    fw_json_end(j);
}

void fw_json_parameters(struct fw_json *j, const struct fw_answer *a)
{
    static const struct model_row rows[] = {
        {"total", FW_EQ_N},
        {"active", FW_EQ_N_active},
        {"active_without_input_embedding", FW_EQ_N_active_body},
        {"matmul", FW_EQ_M},
        {"embedding", FW_EQ_P_embed},
        {"position_embedding", FW_EQ_P_pos},
        {"embedding_norm", FW_EQ_P_embed_norm},
        {"lm_head", FW_EQ_P_head},
        {"final_norm", FW_EQ_P_final_norm},
        {"layers", FW_EQ_P_layers},
    };
    fw_json_object(j, "parameters");
    put_model_rows(j, a, rows, LENGTH(rows));
    fw_json_array(j, "groups");
    for (size_t g = 0; g < a->model.num_groups; g++)
        put_parameter_group(j, a, g);
    fw_json_end(j);
    fw_json_end(j);
}

void fw_json_memory(struct fw_json *j, const struct fw_answer *a)
{
    fw_json_object(j, "memory");
    fw_json_count(j, "weights_bytes", FW_MODEL_ROW(a, weight_bytes));
    fw_json_count(j, "kv_cache_bytes", FW_MODEL_ROW(a, KV_bytes));
    fw_json_count(j, "weights_and_kv_cache_bytes",
                  FW_MODEL_ROW(a, weight_bytes) + FW_MODEL_ROW(a, KV_bytes));
    fw_json_end(j);
}

/* ---- cache ----------------------------------------------------------------------------------- */

static void put_kv_group(struct fw_json *j, const struct fw_answer *a, size_t group)
{
    static const struct layer_row rows[] = {
        {"elements_per_token", FW_LEQ_kv_elems},
        {"bytes_per_token", FW_LEQ_kv_token},
        {"bytes", FW_LEQ_kv_bytes},
        {"bytes_if_mha", FW_LEQ_kv_bytes_mha},
    };
    const uint64_t window = a->model.groups[group].window;
    begin_group(j, a, group);
    if (window > 0)
        fw_json_count(j, "window", window);
    else
        fw_json_null(j, "window");
    fw_json_count(j, "cached_tokens", FW_LAYER_SYM(a, group, S_w));
    fw_json_count(j, "attended_tokens", FW_LAYER_SYM(a, group, n_w));
    put_layer_rows(j, a, group, rows, LENGTH(rows));
    fw_json_end(j);
}

void fw_json_kv_cache(struct fw_json *j, const struct fw_answer *a)
{
    bool equal = true;
    for (size_t g = 1; g < a->model.num_groups; g++)
        equal = equal && FW_LAYER_ROW(a, g, kv_token) == FW_LAYER_ROW(a, 0, kv_token);
    fw_json_object(j, "kv_cache");
    fw_json_count(j, "bytes_per_token", FW_MODEL_ROW(a, KV_token));
    if (equal)
        fw_json_count(j, "bytes_per_token_per_layer", FW_LAYER_ROW(a, 0, kv_token));
    else
        fw_json_null(j, "bytes_per_token_per_layer");
    fw_json_count(j, "bytes", FW_MODEL_ROW(a, KV_bytes));
    fw_json_count(j, "bytes_if_mha", FW_MODEL_ROW(a, KV_bytes_mha));
    fw_json_count(j, "state_bytes", 0); /* no layer keeps a state of fixed size */
    fw_json_count(j, "elements_per_token", FW_MODEL_ROW(a, KV_elems));
    fw_json_array(j, "groups");
    for (size_t g = 0; g < a->model.num_groups; g++)
        put_kv_group(j, a, g);
    fw_json_end(j);
    fw_json_end(j);
}

/* ---- FLOP ------------------------------------------------------------------------------------ */

static void put_flop_groups(struct fw_json *j, const struct fw_answer *a,
                            const struct layer_row *rows, size_t n)
{
    fw_json_array(j, "groups"); /* per layer */
    for (size_t g = 0; g < a->model.num_groups; g++) {
        begin_group(j, a, g);
        put_layer_rows(j, a, g, rows, n);
        fw_json_end(j);
    }
    fw_json_end(j);
}

void fw_json_prefill(struct fw_json *j, const struct fw_answer *a)
{
    static const struct model_row rows[] = {
        {"linear_flop", FW_EQ_prefill_linear},
        {"attention_full_flop", FW_EQ_prefill_attn_full},
        {"attention_causal_flop", FW_EQ_prefill_attn_causal},
        {"lm_head_last_flop", FW_EQ_prefill_head_last},
        {"lm_head_all_flop", FW_EQ_prefill_head_all},
        {"elementwise_flop", FW_EQ_prefill_elementwise},
        {"total_flop", FW_EQ_prefill_total},
        {"attention_half_flop", FW_EQ_prefill_attn_half},
        {"attention_flop", FW_EQ_prefill_attn},
        {"lm_head_flop", FW_EQ_prefill_head},
    };
    static const struct layer_row layer[] = {
        {"linear_flop", FW_LEQ_F_linear},
        {"attention_full_flop", FW_LEQ_F_attn_full},
        {"attention_causal_flop", FW_LEQ_F_attn_causal},
        {"elementwise_flop", FW_LEQ_E_layer},
    };
    fw_json_object(j, "prefill");
    fw_json_count(j, "tokens", (fw_u128)a->workload.context * a->workload.batch);
    put_model_rows(j, a, rows, LENGTH(rows));
    fw_json_count(j, "layers_full_flop",
                  FW_MODEL_ROW(a, prefill_linear) + FW_MODEL_ROW(a, prefill_attn_full));
    fw_json_count(j, "layers_causal_flop",
                  FW_MODEL_ROW(a, prefill_linear) + FW_MODEL_ROW(a, prefill_attn_causal));
    put_flop_groups(j, a, layer, LENGTH(layer));
    fw_json_end(j);
}

void fw_json_decode(struct fw_json *j, const struct fw_answer *a)
{
    static const struct model_row rows[] = {
        {"linear_flop", FW_EQ_decode_linear},
        {"attention_flop", FW_EQ_decode_attn},
        {"lm_head_flop", FW_EQ_decode_head},
        {"total_flop", FW_EQ_decode_total},
    };
    static const struct layer_row layer[] = {
        {"linear_flop", FW_LEQ_D_linear},
        {"attention_flop", FW_LEQ_D_attn},
    };
    fw_json_object(j, "decode");
    /* The new token attends to itself too; layers with a window: kv_cache.groups. */
    fw_json_count(j, "attended_tokens", (fw_u128)a->workload.context + 1);
    put_model_rows(j, a, rows, LENGTH(rows));
    fw_json_count(j, "layers_flop", FW_MODEL_ROW(a, decode_linear) + FW_MODEL_ROW(a, decode_attn));
    put_flop_groups(j, a, layer, LENGTH(layer));
    fw_json_end(j);
}

void fw_json_estimate(struct fw_json *j, const struct fw_answer *a)
{
    fw_json_object(j, NULL);
    fw_json_string(j, "schema", "flopwatt.estimate/1");
    fw_json_model(j, a);
    fw_json_workload(j, a);
    fw_json_parameters(j, a);
    fw_json_memory(j, a);
    fw_json_kv_cache(j, a);
    fw_json_prefill(j, a);
    fw_json_decode(j, a);
    fw_json_training(j, a);
    fw_json_end(j);
}
