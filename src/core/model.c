/* model.c - from keys to symbols: defaults, relations between keys, layer groups. */
#include "core/model.h"

#include <string.h>

/* Where a value is looked up: an entry of `layers:` first, then the architecture itself. */
struct scope {
    const struct fw_arch *arch;
    const struct fw_layer_entry *entry; /* NULL = the architecture alone */
    struct fw_err *err;
};

static const struct fw_opt *find(const struct scope *s, enum fw_key key)
{
    if (s->entry != NULL && s->entry->key[key].given)
        return &s->entry->key[key];
    return &s->arch->key[key];
}

static bool given(const struct scope *s, enum fw_key key)
{
    return find(s, key)->given;
}

static uint64_t get(const struct scope *s, enum fw_key key, uint64_t otherwise)
{
    const struct fw_opt *o = find(s, key);
    return o->given ? o->v : otherwise;
}

static double get_real(const struct scope *s, enum fw_key key, double otherwise)
{
    const struct fw_opt *o = find(s, key);
    return o->given ? o->r : otherwise;
}

/* Puts place and name of key to the message in s->err. */
static enum fw_status blame(const struct scope *s, enum fw_key key)
{
    const struct fw_opt *o = find(s, key);
    const char *file = o->file != NULL ? o->file : s->arch->file;
    (void)fw_err_at(s->err, file != NULL ? file : "", o->line, o->col);
    (void)fw_err_key(s->err, "architecture.%s", fw_key_table[key].name);
    return FW_INPUT;
}

static enum fw_status need(const struct scope *s, enum fw_key key)
{
    if (given(s, key))
        return FW_OK;
    (void)fw_fail(s->err, FW_INPUT, "missing: %s", fw_key_table[key].meaning);
    return blame(s, key);
}

static enum fw_status need_all(const struct scope *s, enum fw_key_scope scope)
{
    for (int k = 0; k < FW_KEY_COUNT; k++)
        if (fw_key_table[k].required && fw_key_table[k].scope == scope &&
            need(s, (enum fw_key)k) != FW_OK)
            return FW_INPUT;
    return FW_OK;
}

static unsigned long long ull(uint64_t v)
{
    return (unsigned long long)v;
}

static enum fw_status set_kv_heads(const struct scope *s, uint64_t sym[])
{
    const uint64_t h = sym[FW_LS_h];
    uint64_t kv = get(s, FW_KEY_num_key_value_heads, h);
    if (get(s, FW_KEY_multi_query, 0) != 0) {
        /* Loaders of old Falcon files write the number of heads beside multi_query: true. */
        if (kv != h && kv != 1) {
            (void)fw_fail(s->err, FW_INPUT, "%llu contradicts multi_query: true (one head)",
                          ull(kv));
            return blame(s, FW_KEY_num_key_value_heads);
        }
        kv = 1;
    }
    if (kv > h || h % kv != 0) {
        (void)fw_fail(s->err, FW_INPUT, "expected a divisor of num_attention_heads %llu, got %llu",
                      ull(h), ull(kv));
        return blame(s, FW_KEY_num_key_value_heads);
    }
    sym[FW_LS_h_kv] = kv;
    return FW_OK;
}

static enum fw_status set_mla(const struct scope *s, uint64_t sym[])
{
    static const enum fw_key needed[] = {FW_KEY_qk_nope_head_dim, FW_KEY_qk_rope_head_dim,
                                         FW_KEY_v_head_dim};
    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
        if (need(s, needed[i]) != FW_OK)
            return FW_INPUT;
    sym[FW_LS_c] = get(s, FW_KEY_kv_lora_rank, 0);
    sym[FW_LS_q_r] = get(s, FW_KEY_q_lora_rank, 0);
    sym[FW_LS_d_r] = get(s, FW_KEY_qk_rope_head_dim, 0);
    sym[FW_LS_d_h] = get(s, FW_KEY_qk_nope_head_dim, 0) + sym[FW_LS_d_r];
    sym[FW_LS_d_v] = get(s, FW_KEY_v_head_dim, 0);
    sym[FW_LS_h_kv] = sym[FW_LS_h]; /* keys and values of every head come from the latent */
    sym[FW_LS_w_qn] = sym[FW_LS_q_r];
    sym[FW_LS_w_kn] = sym[FW_LS_c];
    sym[FW_LS_n_qk] = sym[FW_LS_q_r] + sym[FW_LS_c];
    return FW_OK;
}

static enum fw_status set_head_dim(const struct scope *s, uint64_t sym[])
{
    const uint64_t d = sym[FW_LS_d], h = sym[FW_LS_h];
    if (!given(s, FW_KEY_head_dim) && d % h != 0) {
        (void)fw_fail(s->err, FW_INPUT,
                      "head_dim is absent and hidden_size %llu is not divisible by %llu heads",
                      ull(d), ull(h));
        return blame(s, FW_KEY_num_attention_heads);
    }
    sym[FW_LS_d_h] = get(s, FW_KEY_head_dim, d / h);
    sym[FW_LS_d_v] = get(s, FW_KEY_v_head_dim, sym[FW_LS_d_h]);
    return FW_OK;
}

static void set_qk_norm(const struct scope *s, struct fw_group *g)
{
    uint64_t *sym = g->sym;
    g->qk_norm = (enum fw_qk_norm)get(s, FW_KEY_qk_norm, FW_QK_NONE);
    if (g->qk_norm == FW_QK_NONE || sym[FW_LS_c] > 0)
        return;
    const bool full = g->qk_norm == FW_QK_FULL;
    sym[FW_LS_w_qn] = sym[FW_LS_d_h] * (full ? sym[FW_LS_h] : 1);
    sym[FW_LS_w_kn] = sym[FW_LS_d_h] * (full ? sym[FW_LS_h_kv] : 1);
    sym[FW_LS_n_qk] = (sym[FW_LS_h] + sym[FW_LS_h_kv]) * sym[FW_LS_d_h];
}

static enum fw_status set_attention(const struct scope *s, struct fw_group *g)
{
    uint64_t *sym = g->sym;
    sym[FW_LS_h] = get(s, FW_KEY_num_attention_heads, 0);
    const bool mla = get(s, FW_KEY_kv_lora_rank, 0) > 0;
    if (mla && set_mla(s, sym) != FW_OK)
        return FW_INPUT;
    if (!mla && (set_kv_heads(s, sym) != FW_OK || set_head_dim(s, sym) != FW_OK))
        return FW_INPUT;
    g->head_dim_given = mla || given(s, FW_KEY_head_dim);
    set_qk_norm(s, g);
    sym[FW_LS_a_qkv] = get(s, FW_KEY_attention_bias, 0);
    sym[FW_LS_a_o] = get(s, FW_KEY_attention_out_bias, sym[FW_LS_a_qkv]);
    if (get(s, FW_KEY_use_sliding_window, 1) != 0)
        g->window = get(s, FW_KEY_sliding_window, 0);
    if (get(s, FW_KEY_position, FW_ROPE) != FW_ROPE)
        return FW_OK;
    sym[FW_LS_r_d] = get(s, FW_KEY_rotary_dim, mla ? sym[FW_LS_d_r] : sym[FW_LS_d_h]);
    if (sym[FW_LS_r_d] > sym[FW_LS_d_h] || sym[FW_LS_r_d] % 2 != 0) {
        (void)fw_fail(s->err, FW_INPUT, "expected an even number up to head_dim %llu, got %llu",
                      ull(sym[FW_LS_d_h]), ull(sym[FW_LS_r_d]));
        return blame(s, given(s, FW_KEY_rotary_dim) ? FW_KEY_rotary_dim : FW_KEY_head_dim);
    }
    return FW_OK;
}

static enum fw_status set_experts(const struct scope *s, uint64_t sym[], uint64_t width)
{
    const uint64_t experts = get(s, FW_KEY_num_experts, 0);
    if (need(s, FW_KEY_num_experts_per_tok) != FW_OK)
        return FW_INPUT;
    const uint64_t k = get(s, FW_KEY_num_experts_per_tok, 0);
    if (k < 1 || k > experts) {
        (void)fw_fail(s->err, FW_INPUT, "expected 1 to num_experts %llu, got %llu", ull(experts),
                      ull(k));
        return blame(s, FW_KEY_num_experts_per_tok);
    }
    sym[FW_LS_E] = experts;
    sym[FW_LS_k] = k;
    sym[FW_LS_f_e] = get(s, FW_KEY_moe_intermediate_size, width);
    sym[FW_LS_f] = get(s, FW_KEY_shared_expert_intermediate_size, 0);
    sym[FW_LS_r_b] = get(s, FW_KEY_router_bias, 0);
    sym[FW_LS_s_g] = get(s, FW_KEY_shared_expert_gate, 0);
    return FW_OK;
}

static enum fw_status set_ffn(const struct scope *s, struct fw_group *g)
{
    /* Elementwise FLOP per element; SiLU x/(1+exp(-x)): 4, tanh GELU: 9, products with the gate
     * 1 more. */
    static const struct {
        unsigned gated, cost;
    } kind[FW_MLP_COUNT] = {
        [FW_SWIGLU] = {1, 5}, [FW_GEGLU] = {1, 10}, [FW_REGLU] = {1, 2}, [FW_GELU] = {0, 9},
        [FW_RELU] = {0, 1},   [FW_RELU2] = {0, 2},  [FW_SILU] = {0, 4},
    };
    uint64_t *sym = g->sym;
    g->mlp = (enum fw_mlp)get(s, FW_KEY_mlp, FW_SWIGLU);
    sym[FW_LS_g] = kind[g->mlp].gated;
    sym[FW_LS_c_a] = kind[g->mlp].cost;
    sym[FW_LS_m_b] = get(s, FW_KEY_mlp_bias, 0);
    const bool moe = get(s, FW_KEY_num_experts, 0) > 0;
    const bool width_elsewhere = moe && given(s, FW_KEY_moe_intermediate_size);
    if (sym[FW_LS_g] != 0 && !width_elsewhere && need(s, FW_KEY_intermediate_size) != FW_OK)
        return FW_INPUT;
    const uint64_t width = get(s, FW_KEY_intermediate_size, 4 * sym[FW_LS_d]);
    if (moe)
        return set_experts(s, sym, width);
    sym[FW_LS_f] = width;
    return FW_OK;
}

static const struct {
    unsigned vectors, cost;
} norm_kind[FW_NORM_COUNT] = {
    [FW_RMSNORM] = {1, 4},            /* square, add; scale, weight */
    [FW_LAYERNORM] = {2, 7},          /* sum; subtract; square, add; scale, weight, bias */
    [FW_LAYERNORM_NO_BIAS] = {1, 6},
    [FW_LAYERNORM_NO_WEIGHT] = {0, 5},
};

static enum fw_status make_group(const struct scope *s, const struct fw_model *m, uint64_t count,
                                 struct fw_group *g)
{
    memset(g, 0, sizeof *g);
    if (need_all(s, FW_SCOPE_LAYER) != FW_OK)
        return FW_INPUT;
    g->sym[FW_LS_n] = count;
    g->sym[FW_LS_d] = m->sym[FW_MS_d];
    g->sym[FW_LS_n_n] = get(s, FW_KEY_norms_per_layer, 2);
    g->sym[FW_LS_n_v] = norm_kind[m->norm].vectors;
    g->sym[FW_LS_c_n] = norm_kind[m->norm].cost;
    if (set_attention(s, g) != FW_OK || set_ffn(s, g) != FW_OK)
        return FW_INPUT;
    return FW_OK;
}

static bool same_layer(const struct fw_group *a, const struct fw_group *b)
{
    struct fw_group x = *a;
    x.sym[FW_LS_n] = b->sym[FW_LS_n];
    return memcmp(x.sym, b->sym, sizeof x.sym) == 0 && x.mlp == b->mlp &&
           x.qk_norm == b->qk_norm && x.window == b->window;
}

/* Adds g to the list, or its layers to the group of the same kind. */
static enum fw_status add_group(const struct scope *s, struct fw_model *m,
                                const struct fw_group *g)
{
    for (size_t i = 0; i < m->num_groups; i++)
        if (same_layer(&m->groups[i], g)) {
            m->groups[i].sym[FW_LS_n] += g->sym[FW_LS_n];
            return FW_OK;
        }
    if (m->num_groups == FW_MAX_GROUPS) {
        (void)fw_fail(s->err, FW_INPUT, "more than %d kinds of layer", FW_MAX_GROUPS);
        return blame(s, FW_KEY_num_hidden_layers);
    }
    m->groups[m->num_groups++] = *g;
    return FW_OK;
}

static enum fw_status add_listed(struct scope *s, struct fw_model *m)
{
    uint64_t total = 0;
    const uint64_t layers = m->sym[FW_MS_L];
    for (size_t i = 0; i < s->arch->num_entries; i++) {
        struct fw_group g;
        s->entry = &s->arch->entries[i];
        if (make_group(s, m, s->entry->count, &g) != FW_OK || add_group(s, m, &g) != FW_OK)
            return FW_INPUT;
        total = s->entry->count < UINT64_MAX - total ? total + s->entry->count : UINT64_MAX;
    }
    s->entry = NULL;
    if (total == layers)
        return FW_OK;
    (void)fw_fail(s->err, FW_INPUT, "%llu layers, but the entries of layers: count %llu",
                  ull(layers), ull(total));
    return blame(s, FW_KEY_num_hidden_layers);
}

/* Uniform, but for a window that every pattern-th layer does without. */
static enum fw_status add_uniform(const struct scope *s, struct fw_model *m)
{
    struct fw_group g;
    const uint64_t layers = m->sym[FW_MS_L];
    const uint64_t pattern = get(s, FW_KEY_sliding_window_pattern, 0);
    if (make_group(s, m, layers, &g) != FW_OK)
        return FW_INPUT;
    const uint64_t global = pattern > 0 && g.window > 0 ? layers / pattern : 0;
    g.sym[FW_LS_n] = layers - global;
    if (g.sym[FW_LS_n] > 0 && add_group(s, m, &g) != FW_OK)
        return FW_INPUT;
    g.sym[FW_LS_n] = global;
    g.window = 0;
    return global > 0 ? add_group(s, m, &g) : FW_OK;
}

static enum fw_status set_positions(const struct scope *s, struct fw_model *m)
{
    m->position = (enum fw_position)get(s, FW_KEY_position, FW_ROPE);
    m->max_position = get(s, FW_KEY_max_position_embeddings, 0);
    if (m->position != FW_LEARNED)
        return FW_OK;
    m->sym[FW_MS_p] = get(s, FW_KEY_num_position_embeddings, m->max_position);
    if (m->sym[FW_MS_p] == 0)
        return need(s, FW_KEY_max_position_embeddings);
    if (m->max_position == 0)
        m->max_position = m->sym[FW_MS_p];
    return FW_OK;
}

static enum fw_status set_model(const struct scope *s, struct fw_model *m)
{
    m->norm = (enum fw_norm)get(s, FW_KEY_norm, FW_RMSNORM);
    const uint64_t vectors = norm_kind[m->norm].vectors;
    m->sym[FW_MS_L] = get(s, FW_KEY_num_hidden_layers, 0);
    m->sym[FW_MS_d] = get(s, FW_KEY_hidden_size, 0);
    m->sym[FW_MS_V] = get(s, FW_KEY_vocab_size, 0);
    m->sym[FW_MS_t] = get(s, FW_KEY_tie_word_embeddings, 0);
    m->sym[FW_MS_e_n] = get(s, FW_KEY_embedding_norm, 0) != 0 ? vectors : 0;
    m->sym[FW_MS_f_n] = get(s, FW_KEY_final_norm, 1) != 0 ? vectors : 0;
    m->sym[FW_MS_h_b] = get(s, FW_KEY_lm_head_bias, 0);
    m->sym[FW_MS_c_n] = norm_kind[m->norm].cost;
    m->dtype_given = given(s, FW_KEY_dtype);
    m->dtype = (enum fw_dtype)get(s, FW_KEY_dtype, FW_BF16);
    m->rope_theta = get_real(s, FW_KEY_rope_theta, 10000);
    m->rope_interleaved = get(s, FW_KEY_rope_interleaved, 0) != 0;
    m->norm_eps = get_real(s, FW_KEY_norm_eps, 1e-5);
    return set_positions(s, m);
}

enum fw_status fw_model_resolve(const struct fw_arch *arch, struct fw_model *out,
                                struct fw_arena *arena, struct fw_err *err)
{
    struct fw_err ignored;
    struct scope s = {arch, NULL, err != NULL ? err : &ignored};
    memset(out, 0, sizeof *out);
    if (need_all(&s, FW_SCOPE_MODEL) != FW_OK)
        return FW_INPUT;
    /* A uniform model needs two at most: with and without the window. */
    const size_t room = arch->num_entries < 2 ? 2 : arch->num_entries;
    out->groups = FW_NEW(arena, room < FW_MAX_GROUPS ? room : FW_MAX_GROUPS, struct fw_group);
    if (out->groups == NULL)
        return fw_fail(s.err, FW_SYSTEM, "out of memory for the layer groups");
    if (set_model(&s, out) != FW_OK)
        return FW_INPUT;
    return arch->num_entries > 0 ? add_listed(&s, out) : add_uniform(&s, out);
}
