/* views_design.c - the design changes from one model to another, and what each is worth.
 *
 * The effect of a change is measured on the second model: its description with the first model's
 * choice put in is resolved and estimated once more, and the rows that differ are shown. So every
 * figure comes from the equations, and one change is told apart from the others.
 */
#include <string.h>

#include "report/view_parts.h"

static const struct fw_column columns[] = {
    {"change", "Change", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"from", "From", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"to", "To", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"effect", "Effect", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
};

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

struct patch {
    struct fw_arch arch; /* of the second model */
    struct fw_layer_entry *entries;
};

static void set(struct patch *p, enum fw_key key, bool given, uint64_t value)
{
    p->arch.key[key] = (struct fw_opt){.given = given, .v = value};
    for (size_t i = 0; i < p->arch.num_entries; i++)
        p->entries[i].key[key] = (struct fw_opt){0};
}

static bool apply_norm(const struct fw_answer *a, const struct fw_answer *b, struct patch *p)
{
    (void)b;
    set(p, FW_KEY_norm, true, a->model.norm);
    return true;
}

/* The same number of heads per key-value head. */
static bool apply_heads(const struct fw_answer *a, const struct fw_answer *b, struct patch *p)
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
static bool apply_position(const struct fw_answer *a, const struct fw_answer *b, struct patch *p)
{
    set(p, FW_KEY_position, true, a->model.position);
    set(p, FW_KEY_num_position_embeddings, b->model.max_position == 0, a->model.sym[FW_MS_p]);
    p->arch.key[FW_KEY_rope_theta] =
        (struct fw_opt){.given = a->model.position == FW_ROPE, .r = a->model.rope_theta};
    return true;
}

/* The same width in proportion to hidden_size. */
static bool apply_ffn(const struct fw_answer *a, const struct fw_answer *b, struct patch *p)
{
    const uint64_t f = layer_sym(a, FW_LS_f), d_a = layer_sym(a, FW_LS_d);
    const uint64_t d_b = layer_sym(b, FW_LS_d);
    if (layer_sym(a, FW_LS_E) > 0 || layer_sym(b, FW_LS_E) > 0 || b->model.num_groups > 1)
        return false;
    set(p, FW_KEY_mlp, true, a->model.groups[0].mlp);
    set(p, FW_KEY_intermediate_size, true, (f * d_b + d_a / 2) / d_a);
    return true;
}

static bool apply_tied(const struct fw_answer *a, const struct fw_answer *b, struct patch *p)
{
    (void)b;
    set(p, FW_KEY_tie_word_embeddings, true, a->model.sym[FW_MS_t]);
    return true;
}

static bool apply_biases(const struct fw_answer *a, const struct fw_answer *b, struct patch *p)
{
    (void)b;
    set(p, FW_KEY_attention_bias, true, layer_sym(a, FW_LS_a_qkv));
    set(p, FW_KEY_attention_out_bias, true, layer_sym(a, FW_LS_a_o));
    set(p, FW_KEY_mlp_bias, true, layer_sym(a, FW_LS_m_b));
    set(p, FW_KEY_lm_head_bias, true, a->model.sym[FW_MS_h_b]);
    return true;
}

static bool apply_window(const struct fw_answer *a, const struct fw_answer *b, struct patch *p)
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

/* A figure of one estimate: the sum of up to three rows, of a layer or of the model. */
struct figure {
    const char *label;
    bool layer, per_token, even_if_same;
    size_t rows[3];
    size_t num_rows;
};

enum { FIGURES = 4 };
struct aspect {
    const char *name;
    void (*describe)(const struct fw_answer *a, struct fw_text *out); /* NULL: by key */
    enum fw_key key;
    bool (*apply)(const struct fw_answer *a, const struct fw_answer *b, struct patch *p);
    struct figure figures[FIGURES]; /* ends at label NULL */
};

#define LAYER_FIGURE(text, row)     {text, true, false, false, {FW_LEQ_##row}, 1}
#define LAYER_PER_TOKEN(text, row)  {text, true, true, false, {FW_LEQ_##row}, 1}
#define MODEL_FIGURE(text, row)     {text, false, false, false, {FW_EQ_##row}, 1}
#define MODEL_PER_TOKEN(text, row)  {text, false, true, false, {FW_EQ_##row}, 1}

static const struct aspect aspects[] = {
    {"norm", describe_norm, 0, apply_norm,
     {LAYER_FIGURE("norm parameters of a layer", P_norm),
      LAYER_PER_TOKEN("elementwise FLOP of its norms per token", E_norm)}},
    {"key-value heads", describe_heads, 0, apply_heads,
     {{"W_K and W_V of a layer", true, false, false, {FW_LEQ_W_K, FW_LEQ_W_V}, 2},
      MODEL_FIGURE("KV cache per token in B", KV_token),
      {"attention FLOP (scores and weighted sum) of the prefill", false, false, true,
       {FW_EQ_prefill_attn}, 1}}},
    {"positions", describe_position, 0, apply_position,
     {MODEL_FIGURE("position table", P_pos),
      LAYER_PER_TOKEN("elementwise FLOP of the rotation per token and layer", E_rope)}},
    {"FFN", describe_ffn, 0, apply_ffn,
     {LAYER_FIGURE("FFN parameters of a layer", P_ffn),
      {"FFN FLOP per token and layer", true, true, false,
       {FW_LEQ_F_gate, FW_LEQ_F_up, FW_LEQ_F_down}, 3}}},
    {"experts", describe_experts, 0, NULL, {{0}}},
    {"LM head", describe_tied, 0, apply_tied, {{0}}},
    {"biases", describe_biases, 0, apply_biases,
     {{"bias parameters of a layer", true, false, false,
       {FW_LEQ_P_attn_bias, FW_LEQ_P_ffn_bias}, 2}}},
    {"window", describe_window, 0, apply_window,
     {MODEL_FIGURE("KV cache of the batch in B", KV_bytes)}},
    {"norm on queries and keys", NULL, FW_KEY_qk_norm, NULL, {{0}}},
    {"vocabulary", NULL, FW_KEY_vocab_size, NULL, {MODEL_FIGURE("embedding", P_embed)}},
    {"layers", NULL, FW_KEY_num_hidden_layers, NULL, {{0}}},
    {"width", NULL, FW_KEY_hidden_size, NULL, {{0}}},
    {"query heads", NULL, FW_KEY_num_attention_heads, NULL, {{0}}},
    {"head width", NULL, FW_KEY_head_dim, NULL, {{0}}},
    {"longest context", NULL, FW_KEY_max_position_embeddings, NULL, {{0}}},
};

/* Shown behind those of the aspect, where they change. */
static const struct figure common[] = {
    MODEL_FIGURE("parameters", N),
    MODEL_PER_TOKEN("prefill FLOP per token", prefill_total),
};

static void describe(const struct aspect *x, const struct fw_answer *a, struct fw_text *out)
{
    if (x->describe != NULL)
        x->describe(a, out);
    else
        describe_key(a, x->key, out);
}

/* ---- effects --------------------------------------------------------------------------------- */

static fw_u128 figure_value(const struct figure *f, const struct fw_estimate *e)
{
    const fw_u128 tokens = (fw_u128)e->model_sym[FW_MS_S] * e->model_sym[FW_MS_B];
    fw_u128 sum = 0;
    for (size_t i = 0; i < f->num_rows; i++)
        sum += f->layer ? e->layer[0][f->rows[i]] : e->model[f->rows[i]];
    return f->per_token ? sum / tokens : sum;
}

static void put_figure(const struct figure *f, const struct fw_estimate *without,
                       const struct fw_estimate *with, struct fw_text *out)
{
    const fw_u128 old = figure_value(f, without), new = figure_value(f, with);
    if (old == new && !f->even_if_same)
        return;
    fw_text_printf(out, "%s%s ", out->len > 0 ? "; " : "", f->label);
    if (old == new) {
        fw_text_put(out, "unchanged");
        return;
    }
    fw_text_count(out, old, ',');
    fw_text_put(out, " -> ");
    fw_text_count(out, new, ',');
    if (old == 0 || new == 0)
        return;
    const double ratio = fw_count_double(new) / fw_count_double(old);
    if (ratio > 0.99 && ratio < 1.01)
        fw_text_printf(out, " (%+.2g %%)", 100 * (ratio - 1));
    else
        fw_text_printf(out, " (x %.4g)", ratio);
}

/* The second model as it would be with the first one's choice; false if there is no such model. */
static bool estimate_without(const struct aspect *x, const struct fw_answer *a,
                             const struct fw_answer *b, struct fw_table *t,
                             struct fw_estimate *out)
{
    const struct fw_arch *arch = &b->description->arch;
    struct patch p = {.arch = *arch};
    struct fw_model m;
    if (x->apply == NULL)
        return false;
    p.entries = FW_NEW(t->arena, arch->num_entries, struct fw_layer_entry);
    if (p.entries == NULL) {
        t->failed = true;
        return false;
    }
    if (arch->num_entries > 0)
        memcpy(p.entries, arch->entries, arch->num_entries * sizeof *p.entries);
    p.arch.entries = p.entries;
    return x->apply(a, b, &p) && fw_model_resolve(&p.arch, &m, t->arena, NULL) == FW_OK &&
           fw_estimate_init(out, m.num_groups, t->arena, NULL) == FW_OK &&
           fw_estimate_run(&m, &b->workload, out, NULL) == FW_OK;
}

/* Changes that no single key undoes: the figures of both models themselves. */
static void put_plain(const struct aspect *x, const struct fw_answer *a,
                      const struct fw_answer *b, struct fw_text *out)
{
    static const struct figure active = MODEL_FIGURE("active parameters", N_active);
    const struct fw_cell from = fw_key_cell(a, 0, x->key), to = fw_key_cell(b, 0, x->key);
    if (x->describe == NULL && from.kind == FW_CELL_COUNT && to.kind == FW_CELL_COUNT)
        fw_text_printf(out, "x %.4g", fw_count_double(to.count) / fw_count_double(from.count));
    for (size_t i = 0; i < FIGURES && x->figures[i].label != NULL; i++)
        put_figure(&x->figures[i], &a->estimate, &b->estimate, out);
    if (x->describe == describe_experts) {
        put_figure(&common[0], &a->estimate, &b->estimate, out);
        put_figure(&active, &a->estimate, &b->estimate, out);
    }
}

static void put_aspect(struct fw_table *t, const struct aspect *x, const struct fw_answer *a,
                       const struct fw_answer *b)
{
    struct fw_text from, to, effect;
    struct fw_estimate without;
    fw_text_init(&from);
    fw_text_init(&to);
    describe(x, a, &from);
    describe(x, b, &to);
    if (strcmp(from.data, to.data) == 0) {
        t->failed = t->failed || from.failed || to.failed;
        fw_text_free(&from);
        fw_text_free(&to);
        return;
    }
    fw_text_init(&effect);
    if (estimate_without(x, a, b, t, &without)) {
        for (size_t i = 0; i < FIGURES && x->figures[i].label != NULL; i++)
            put_figure(&x->figures[i], &without, &b->estimate, &effect);
        for (size_t i = 0; i < sizeof common / sizeof common[0]; i++)
            put_figure(&common[i], &without, &b->estimate, &effect);
        if (effect.len == 0)
            fw_text_put(&effect, "changes no count");
    } else {
        put_plain(x, a, b, &effect);
    }
    struct fw_cell *c = fw_table_row(t);
    c[0] = fw_cell_text(x->name);
    c[1] = fw_cell_text(fw_view_text(t, &from));
    c[2] = fw_cell_text(fw_view_text(t, &to));
    c[3] = fw_cell_text(fw_view_text(t, &effect));
}

void fw_view_design(const struct fw_answer *a, const struct fw_answer *b, struct fw_table *out,
                    struct fw_arena *arena)
{
    fw_table_init(out, arena, NULL, columns, sizeof columns / sizeof columns[0]);
    out->title =
        fw_view_printf(out, "From %s to %s: what changed", fw_answer_name(a), fw_answer_name(b));
    for (size_t i = 0; i < sizeof aspects / sizeof aspects[0]; i++)
        put_aspect(out, &aspects[i], a, b);
    out->note = fw_view_printf(
        out,
        "Effects are those on %s: the same model with this one choice of %s against the model as "
        "it is, %s x %s tokens. Sizes (vocabulary, layers, width, ...) compare the two models.",
        fw_answer_name(b), fw_answer_name(a), fw_view_count(out, b->workload.batch),
        fw_view_count(out, b->workload.context));
}
