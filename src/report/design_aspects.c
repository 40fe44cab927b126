/* design_aspects.c - the design choices that are told apart. */
#include "report/design_aspects.h"

static unsigned long long ull(uint64_t v)
{
    return (unsigned long long)v;
}

/* ---- what a model chose ---------------------------------------------------------------------- */

static uint64_t layer_sym(const struct fw_answer *a, enum fw_layer_symbol s)
{
    return a->model.groups[0].sym[s];
}

static void describe_norm(const struct fw_answer *a, struct fw_text *out)
{
    static const char *const names[FW_NORM_COUNT] = {
        "RMSNorm", "LayerNorm", "LayerNorm without bias", "LayerNorm without weights"};
    fw_text_put(out, names[a->model.norm]);
}

static void describe_heads(const struct fw_answer *a, struct fw_text *out)
{
    const uint64_t h = layer_sym(a, FW_LS_h), kv = layer_sym(a, FW_LS_h_kv);
    if (layer_sym(a, FW_LS_c) > 0)
        fw_text_printf(out, "MLA, a latent of %llu", ull(layer_sym(a, FW_LS_c)));
    else if (h == kv)
        fw_text_put(out, "MHA, a key-value head for each head");
    else if (kv == 1)
        fw_text_put(out, "MQA, one key-value head for all");
    else
        fw_text_printf(out, "GQA, a key-value head for %llu heads", ull(h / kv));
}

static void describe_position(const struct fw_answer *a, struct fw_text *out)
{
    static const char *const names[FW_POSITION_COUNT] = {"RoPE", "learned", "ALiBi", "none"};
    fw_text_put(out, names[a->model.position]);
    if (a->model.position == FW_ROPE)
        fw_text_printf(out, ", base %.10g", a->model.rope_theta);
}

static void describe_ffn(const struct fw_answer *a, struct fw_text *out)
{
    static const char *const names[FW_MLP_COUNT] = {"SwiGLU", "GEGLU",  "ReGLU", "GELU",
                                                    "ReLU",   "ReLU^2", "SiLU"};
    const bool moe = layer_sym(a, FW_LS_E) > 0;
    const double width = (double)layer_sym(a, moe ? FW_LS_f_e : FW_LS_f);
    fw_text_printf(out, "%s, %s matrices, width %.4g d", names[a->model.groups[0].mlp],
                   layer_sym(a, FW_LS_g) > 0 ? "three" : "two",
                   width / (double)layer_sym(a, FW_LS_d));
}

static void describe_experts(const struct fw_answer *a, struct fw_text *out)
{
    uint64_t most = 0, used = 0;
    for (size_t g = 0; g < a->model.num_groups; g++)
        if (a->model.groups[g].sym[FW_LS_E] > most) {
            most = a->model.groups[g].sym[FW_LS_E];
            used = a->model.groups[g].sym[FW_LS_k];
        }
    if (most == 0)
        fw_text_put(out, "dense");
    else
        fw_text_printf(out, "%llu of %llu experts per token", ull(used), ull(most));
}

static void describe_tied(const struct fw_answer *a, struct fw_text *out)
{
    fw_text_put(out, a->model.sym[FW_MS_t] != 0 ? "LM head tied to the embedding"
                                                : "LM head of its own");
}

static void describe_biases(const struct fw_answer *a, struct fw_text *out)
{
    const bool qkv = layer_sym(a, FW_LS_a_qkv) > 0, o = layer_sym(a, FW_LS_a_o) > 0;
    const bool ffn = layer_sym(a, FW_LS_m_b) > 0, head = a->model.sym[FW_MS_h_b] > 0;
    const char *comma = "";
    const struct {
        bool has;
        const char *name;
    } places[] = {{qkv, "Q, K, V"}, {o, "O"}, {ffn, "FFN"}, {head, "LM head"}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (places[i].has) {
            fw_text_printf(out, "%s%s", comma, places[i].name);
            comma = ", ";
        }
    if (comma[0] == '\0')
        fw_text_put(out, "none");
}

static void describe_window(const struct fw_answer *a, struct fw_text *out)
{
    const char *comma = "";
    for (size_t g = 0; g < a->model.num_groups; g++)
        if (a->model.groups[g].window > 0) {
            fw_text_put(out, comma);
            fw_text_count(out, a->model.groups[g].window, ',');
            fw_text_printf(out, " tokens in %llu of %llu layers",
                           ull(a->model.groups[g].sym[FW_LS_n]), ull(a->model.sym[FW_MS_L]));
            comma = ", ";
        }
    if (comma[0] == '\0')
        fw_text_put(out, "none");
}

/* A key that is a number or a word. */
static void describe_key(const struct fw_answer *a, enum fw_key key, struct fw_text *out)
{
    const struct fw_cell c = fw_key_cell(a, 0, key);
    if (c.kind == FW_CELL_COUNT)
        fw_text_count(out, c.count, ',');
    else
        fw_text_put(out, c.kind == FW_CELL_TEXT ? c.text : "none");
}

/* ---- the first model's choice put into the second -------------------------------------------- */

static void set(struct fw_design_patch *p, enum fw_key key, bool given, uint64_t value)
{
    p->arch.key[key] = (struct fw_opt){.given = given, .v = value};
    for (size_t i = 0; i < p->arch.num_entries; i++)
        p->entries[i].key[key] = (struct fw_opt){0};
}

static bool apply_norm(const struct fw_answer *a, const struct fw_answer *b,
                       struct fw_design_patch *p)
{
    (void)b;
    set(p, FW_KEY_norm, true, a->model.norm);
    return true;
}

/* The same number of heads per key-value head. */
static bool apply_heads(const struct fw_answer *a, const struct fw_answer *b,
                        struct fw_design_patch *p)
{
    const uint64_t per_kv = layer_sym(a, FW_LS_h) / layer_sym(a, FW_LS_h_kv);
    const uint64_t h = layer_sym(b, FW_LS_h);
    if (layer_sym(a, FW_LS_c) > 0 || layer_sym(b, FW_LS_c) > 0 || h % per_kv != 0)
        return false;
    set(p, FW_KEY_multi_query, false, 0);
    set(p, FW_KEY_num_key_value_heads, true, layer_sym(a, FW_LS_h_kv) == 1 ? 1 : h / per_kv);
    return true;
}

/* A learned table as long as the context that the second model was made for. */
static bool apply_position(const struct fw_answer *a, const struct fw_answer *b,
                           struct fw_design_patch *p)
{
    set(p, FW_KEY_position, true, a->model.position);
    set(p, FW_KEY_num_position_embeddings, b->model.max_position == 0, a->model.sym[FW_MS_p]);
    p->arch.key[FW_KEY_rope_theta] =
        (struct fw_opt){.given = a->model.position == FW_ROPE, .r = a->model.rope_theta};
    return true;
}

/* The same width in proportion to hidden_size. */
static bool apply_ffn(const struct fw_answer *a, const struct fw_answer *b,
                      struct fw_design_patch *p)
{
    const uint64_t f = layer_sym(a, FW_LS_f), d_a = layer_sym(a, FW_LS_d);
    const uint64_t d_b = layer_sym(b, FW_LS_d);
    if (layer_sym(a, FW_LS_E) > 0 || layer_sym(b, FW_LS_E) > 0 || b->model.num_groups > 1)
        return false;
    set(p, FW_KEY_mlp, true, a->model.groups[0].mlp);
    set(p, FW_KEY_intermediate_size, true, (f * d_b + d_a / 2) / d_a);
    return true;
}

static bool apply_tied(const struct fw_answer *a, const struct fw_answer *b,
                       struct fw_design_patch *p)
{
    (void)b;
    set(p, FW_KEY_tie_word_embeddings, true, a->model.sym[FW_MS_t]);
    return true;
}

static bool apply_biases(const struct fw_answer *a, const struct fw_answer *b,
                         struct fw_design_patch *p)
{
    (void)b;
    set(p, FW_KEY_attention_bias, true, layer_sym(a, FW_LS_a_qkv));
    set(p, FW_KEY_attention_out_bias, true, layer_sym(a, FW_LS_a_o));
    set(p, FW_KEY_mlp_bias, true, layer_sym(a, FW_LS_m_b));
    set(p, FW_KEY_lm_head_bias, true, a->model.sym[FW_MS_h_b]);
    return true;
}

static bool apply_window(const struct fw_answer *a, const struct fw_answer *b,
                         struct fw_design_patch *p)
{
    static const enum fw_key keys[] = {FW_KEY_sliding_window, FW_KEY_use_sliding_window,
                                       FW_KEY_sliding_window_pattern};
    (void)b;
    if (a->description->arch.num_entries > 0)
        return false;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const struct fw_opt *o = &a->description->arch.key[keys[i]];
        set(p, keys[i], o->given, o->v);
    }
    return true;
}

/* ---- the table of changes -------------------------------------------------------------------- */

const struct fw_design_aspect fw_design_aspects[] = {
    {"norm",
     describe_norm,
     0,
     apply_norm,
     {FW_LAYER_FIGURE("norm parameters of a layer", P_norm),
      FW_LAYER_PER_TOKEN("elementwise FLOP of its norms per token", E_norm)}},
    {"key-value heads",
     describe_heads,
     0,
     apply_heads,
     {{"W_K and W_V of a layer", true, false, false, {FW_LEQ_W_K, FW_LEQ_W_V}, 2},
      FW_MODEL_FIGURE("KV cache per token in B", KV_token),
      {"attention FLOP (scores and weighted sum) of the prefill",
       false,
       false,
       true,
       {FW_EQ_prefill_attn},
       1}}},
    {"positions",
     describe_position,
     0,
     apply_position,
     {FW_MODEL_FIGURE("position table", P_pos),
      FW_LAYER_PER_TOKEN("elementwise FLOP of the rotation per token and layer", E_rope)}},
    {"FFN",
     describe_ffn,
     0,
     apply_ffn,
     {FW_LAYER_FIGURE("FFN parameters of a layer", P_ffn),
      {"FFN FLOP per token and layer",
       true,
       true,
       false,
       {FW_LEQ_F_gate, FW_LEQ_F_up, FW_LEQ_F_down},
       3}}},
    {"experts",
     describe_experts,
     0,
     NULL,
     {FW_MODEL_FIGURE("parameters", N), FW_MODEL_FIGURE("active parameters", N_active)}},
    {"LM head", describe_tied, 0, apply_tied, {{0}}},
    {"biases",
     describe_biases,
     0,
     apply_biases,
     {{"bias parameters of a layer",
       true,
       false,
       false,
       {FW_LEQ_P_attn_bias, FW_LEQ_P_ffn_bias},
       2}}},
    {"window",
     describe_window,
     0,
     apply_window,
     {FW_MODEL_FIGURE("KV cache of the batch in B", KV_bytes)}},
    {"norm on queries and keys", NULL, FW_KEY_qk_norm, NULL, {{0}}},
    {"vocabulary", NULL, FW_KEY_vocab_size, NULL, {FW_MODEL_FIGURE("embedding", P_embed)}},
    {"layers", NULL, FW_KEY_num_hidden_layers, NULL, {{0}}},
    {"width", NULL, FW_KEY_hidden_size, NULL, {{0}}},
    {"query heads", NULL, FW_KEY_num_attention_heads, NULL, {{0}}},
    {"head width", NULL, FW_KEY_head_dim, NULL, {{0}}},
    {"longest context", NULL, FW_KEY_max_position_embeddings, NULL, {{0}}},
};
const size_t fw_design_aspect_count = sizeof fw_design_aspects / sizeof fw_design_aspects[0];

void fw_design_describe(const struct fw_design_aspect *x, const struct fw_answer *a,
                        struct fw_text *out)
{
    if (x->describe != NULL)
        x->describe(a, out);
    else
        describe_key(a, x->key, out);
}
