/* view_parts.c - helpers of the views. */
#include "report/view_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "report/table_cells.h"

/* ---- values of keys -------------------------------------------------------------------------- */

/* Where a resolved value is found. NONE: no value of its own (it shows in another key). */
enum where { NONE, MODEL, LAYER, OTHER };
/* When it applies to a layer. */
enum when { ALWAYS, NOT_ZERO, IF_MLA, IF_MOE, IF_DENSE, IF_NOT_MLA };

struct place {
    enum where where;
    int sym;
    enum when when;
};

static const struct place places[FW_KEY_COUNT] = {
    [FW_KEY_vocab_size] = {MODEL, FW_MS_V, ALWAYS},
    [FW_KEY_hidden_size] = {MODEL, FW_MS_d, ALWAYS},
    [FW_KEY_num_hidden_layers] = {MODEL, FW_MS_L, ALWAYS},
    [FW_KEY_num_attention_heads] = {LAYER, FW_LS_h, ALWAYS},
    [FW_KEY_num_key_value_heads] = {LAYER, FW_LS_h_kv, IF_NOT_MLA},
    [FW_KEY_multi_query] = {NONE, 0, ALWAYS},
    [FW_KEY_head_dim] = {LAYER, FW_LS_d_h, ALWAYS},
    [FW_KEY_v_head_dim] = {LAYER, FW_LS_d_v, ALWAYS},
    [FW_KEY_q_lora_rank] = {LAYER, FW_LS_q_r, NOT_ZERO},
    [FW_KEY_kv_lora_rank] = {LAYER, FW_LS_c, NOT_ZERO},
    [FW_KEY_qk_nope_head_dim] = {OTHER, 0, IF_MLA},
    [FW_KEY_qk_rope_head_dim] = {LAYER, FW_LS_d_r, NOT_ZERO},
    [FW_KEY_sliding_window] = {OTHER, 0, ALWAYS},
    [FW_KEY_use_sliding_window] = {NONE, 0, ALWAYS},
    [FW_KEY_sliding_window_pattern] = {OTHER, 0, ALWAYS},
    [FW_KEY_attention_bias] = {LAYER, FW_LS_a_qkv, ALWAYS},
    [FW_KEY_attention_out_bias] = {LAYER, FW_LS_a_o, ALWAYS},
    [FW_KEY_qk_norm] = {OTHER, 0, ALWAYS},
    [FW_KEY_intermediate_size] = {LAYER, FW_LS_f, IF_DENSE},
    [FW_KEY_mlp] = {OTHER, 0, ALWAYS},
    [FW_KEY_mlp_bias] = {LAYER, FW_LS_m_b, ALWAYS},
    [FW_KEY_num_experts] = {LAYER, FW_LS_E, NOT_ZERO},
    [FW_KEY_num_experts_per_tok] = {LAYER, FW_LS_k, NOT_ZERO},
    [FW_KEY_moe_intermediate_size] = {LAYER, FW_LS_f_e, NOT_ZERO},
    [FW_KEY_shared_expert_intermediate_size] = {LAYER, FW_LS_f, IF_MOE},
    [FW_KEY_shared_expert_gate] = {LAYER, FW_LS_s_g, IF_MOE},
    [FW_KEY_router_bias] = {LAYER, FW_LS_r_b, IF_MOE},
    [FW_KEY_norm] = {OTHER, 0, ALWAYS},
    [FW_KEY_norms_per_layer] = {LAYER, FW_LS_n_n, ALWAYS},
    [FW_KEY_norm_eps] = {OTHER, 0, ALWAYS},
    [FW_KEY_embedding_norm] = {OTHER, 0, ALWAYS},
    [FW_KEY_final_norm] = {OTHER, 0, ALWAYS},
    [FW_KEY_position] = {OTHER, 0, ALWAYS},
    [FW_KEY_rope_theta] = {OTHER, 0, ALWAYS},
    [FW_KEY_rotary_dim] = {LAYER, FW_LS_r_d, NOT_ZERO},
    [FW_KEY_rope_interleaved] = {OTHER, 0, ALWAYS},
    [FW_KEY_num_position_embeddings] = {MODEL, FW_MS_p, NOT_ZERO},
    [FW_KEY_max_position_embeddings] = {OTHER, 0, ALWAYS},
    [FW_KEY_tie_word_embeddings] = {MODEL, FW_MS_t, ALWAYS},
    [FW_KEY_lm_head_bias] = {MODEL, FW_MS_h_b, ALWAYS},
    [FW_KEY_dtype] = {OTHER, 0, ALWAYS},
};

static struct fw_cell name_cell(enum fw_key_type type, size_t value)
{
    const char *const *names = NULL;
    const size_t n = fw_key_values(type, &names);
    return value < n ? fw_cell_text(names[value]) : fw_cell_unknown();
}

static struct fw_cell count_or_empty(fw_u128 value)
{
    return value > 0 ? fw_cell_count(value) : fw_cell_empty();
}

static struct fw_cell whole_or_real(double value)
{
    const fw_u128 whole = (fw_u128)value;
    return fw_count_double(whole) < value ? fw_cell_real(value) : fw_cell_count(whole);
}

static struct fw_cell stated_bool(const struct fw_answer *a, enum fw_key key, bool otherwise)
{
    const struct fw_opt *o = &a->description->arch.key[key];
    return fw_cell_bool(o->given ? o->v != 0 : otherwise);
}

/* Keys whose resolved form is no symbol. */
static struct fw_cell other_cell(const struct fw_answer *a, const struct fw_group *g,
                                 enum fw_key key)
{
    const struct fw_model *m = &a->model;
    const bool rope = m->position == FW_ROPE;
    const struct fw_opt *pattern = &a->description->arch.key[FW_KEY_sliding_window_pattern];
    switch (key) {
    case FW_KEY_qk_nope_head_dim:
        return fw_cell_count(g->sym[FW_LS_d_h] - g->sym[FW_LS_d_r]);
    case FW_KEY_sliding_window:
        return count_or_empty(g->window);
    case FW_KEY_sliding_window_pattern:
        return count_or_empty(pattern->given ? pattern->v : 0);
    case FW_KEY_qk_norm:
        return name_cell(FW_T_QKNORM, g->qk_norm);
    case FW_KEY_mlp:
        return name_cell(FW_T_MLP, g->mlp);
    case FW_KEY_norm:
        return name_cell(FW_T_NORM, m->norm);
    case FW_KEY_norm_eps:
        return fw_cell_qty(m->norm_eps, FW_DIM_NUMBER, 3);
    case FW_KEY_embedding_norm:
        return stated_bool(a, key, false);
    case FW_KEY_final_norm:
        return stated_bool(a, key, true);
    case FW_KEY_position:
        return name_cell(FW_T_POSITION, m->position);
    case FW_KEY_rope_theta:
        return rope ? whole_or_real(m->rope_theta) : fw_cell_empty();
    case FW_KEY_rope_interleaved:
        return rope ? fw_cell_bool(m->rope_interleaved) : fw_cell_empty();
    case FW_KEY_max_position_embeddings:
        return count_or_empty(m->max_position);
    case FW_KEY_dtype:
        return fw_cell_text(fw_dtype_get(m->dtype)->name);
    default:
        return fw_cell_empty();
    }
}

static bool applies(const struct fw_group *g, enum when when, uint64_t value)
{
    const bool mla = g->sym[FW_LS_c] > 0, moe = g->sym[FW_LS_E] > 0;
    const bool table[] = {
        [ALWAYS] = true, [NOT_ZERO] = value > 0, [IF_MLA] = mla,
        [IF_MOE] = moe,  [IF_DENSE] = !moe,      [IF_NOT_MLA] = !mla,
    };
    return table[when];
}

struct fw_cell fw_key_cell(const struct fw_answer *a, size_t group, enum fw_key key)
{
    const struct place *p = &places[key];
    const struct fw_group *g = &a->model.groups[group];
    const uint64_t value = p->where == MODEL   ? a->model.sym[p->sym]
                           : p->where == LAYER ? g->sym[p->sym]
                                               : 0;
    if (p->where == NONE || !applies(g, p->when, value))
        return fw_cell_empty();
    if (p->where == OTHER)
        return other_cell(a, g, key);
    return fw_key_table[key].type == FW_T_BOOL ? fw_cell_bool(value != 0) : fw_cell_count(value);
}

bool fw_cell_same(const struct fw_cell *x, const struct fw_cell *y)
{
    if (x->kind != y->kind)
        return false;
    if (x->kind == FW_CELL_TEXT)
        return strcmp(x->text, y->text) == 0;
    if (x->kind == FW_CELL_REAL)
        return !(x->real < y->real) && !(x->real > y->real);
    return x->count == y->count;
}

bool fw_key_uniform(const struct fw_answer *a, enum fw_key key)
{
    const struct fw_cell first = fw_key_cell(a, 0, key);
    for (size_t g = 1; g < a->model.num_groups; g++) {
        const struct fw_cell other = fw_key_cell(a, g, key);
        if (!fw_cell_same(&first, &other))
            return false;
    }
    return true;
}

bool fw_key_stated(const struct fw_answer *a, enum fw_key key)
{
    const struct fw_arch *arch = &a->description->arch;
    bool stated = arch->key[key].given;
    for (size_t i = 0; i < arch->num_entries; i++)
        stated = stated || arch->entries[i].key[key].given;
    return stated;
}

/* ---- texts ----------------------------------------------------------------------------------- */

void fw_group_kind(const struct fw_answer *a, size_t group, struct fw_text *out)
{
    const struct fw_group *g = &a->model.groups[group];
    const struct fw_cell mlp = fw_key_cell(a, group, FW_KEY_mlp);
    fw_text_put(out, g->sym[FW_LS_c] > 0 ? "mla" : "attention");
    if (g->window > 0)
        fw_text_printf(out, "(window %llu)", (unsigned long long)g->window);
    fw_text_printf(out, "+%s%s", g->sym[FW_LS_E] > 0 ? "moe-" : "", mlp.text);
}

const char *fw_view_text(struct fw_table *t, struct fw_text *text)
{
    const char *copy = fw_text_ok(text) ? fw_arena_strdup(t->arena, text->data) : NULL;
    fw_text_free(text);
    if (copy == NULL)
        t->failed = true;
    return copy != NULL ? copy : "";
}

const char *fw_view_printf(struct fw_table *t, const char *fmt, ...)
{
    va_list ap, again;
    const char *result = "";
    va_start(ap, fmt);
    va_copy(again, ap);
    const int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    char *const buf = n >= 0 ? fw_arena_alloc(t->arena, (size_t)n + 1, 1) : NULL;
    if (buf != NULL && vsnprintf(buf, (size_t)n + 1, fmt, again) == n)
        result = buf;
    else
        t->failed = true;
    va_end(again);
    return result;
}

const char *fw_view_count(struct fw_table *t, fw_u128 value)
{
    char digits[FW_COUNT_LEN];
    return fw_view_printf(t, "%s", fw_count_text(digits, value, ','));
}

const char *fw_view_kind(struct fw_table *t, const struct fw_answer *a, size_t group)
{
    struct fw_text kind;
    fw_text_init(&kind);
    fw_group_kind(a, group, &kind);
    return fw_view_text(t, &kind);
}

const char *fw_view_convention(struct fw_table *t, const struct fw_answer *a)
{
    return fw_view_printf(t, "1 multiply-add = 2 FLOP. Attention %s. LM head %s.",
                          fw_attention_texts[a->workload.attention],
                          fw_lm_head_texts[a->workload.lm_head]);
}

const char *fw_origin_name(enum fw_origin origin)
{
    static const char *const names[] = {
        [FW_UNKNOWN] = "unknown", [FW_GIVEN] = "given",     [FW_DISCLOSED] = "disclosed",
        [FW_DERIVED] = "derived", [FW_DEFAULT] = "default",
    };
    return names[origin];
}

const char *fw_answer_name(const struct fw_answer *a)
{
    const struct fw_description *d = a->description;
    return d->name != NULL ? d->name : d->id != NULL ? d->id : "model";
}

/* ---- cells ----------------------------------------------------------------------------------- */

struct fw_cell fw_cell_ratio(fw_u128 part, fw_u128 whole)
{
    if (whole == 0)
        return fw_cell_unknown();
    return fw_cell_qty(fw_count_double(part) / fw_count_double(whole), FW_DIM_RATIO, 3);
}

struct fw_cell fw_cell_count_in(fw_u128 value, enum fw_dim dim)
{
    struct fw_cell c = fw_cell_count(value);
    c.has_dim = true;
    c.dim = dim;
    return c;
}
