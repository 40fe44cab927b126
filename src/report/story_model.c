/* story_model.c - sections: what the models are, and the choices that tell them apart. */
#include <math.h>
#include <string.h>

#include "report/story_parts.h"

/* ---- basic parameters ------------------------------------------------------------------------ */

static const struct {
    const char *symbol;
    enum fw_key key;
    const char *what;
} basics[] = {
    {"L", FW_KEY_num_hidden_layers, "layers"},
    {"d", FW_KEY_hidden_size, "width of the residual stream"},
    {"h", FW_KEY_num_attention_heads, "query heads"},
    {"h_kv", FW_KEY_num_key_value_heads, "key and value heads"},
    {"d_h", FW_KEY_head_dim, "width of a head"},
    {"d_v", FW_KEY_v_head_dim, "width of a value head"},
    {"c", FW_KEY_kv_lora_rank, "width of the cached latent"},
    {"f", FW_KEY_intermediate_size, "width of the FFN"},
    {"E", FW_KEY_num_experts, "experts"},
    {"k", FW_KEY_num_experts_per_tok, "experts that a token uses"},
    {"f_e", FW_KEY_moe_intermediate_size, "width of an expert"},
    {"V", FW_KEY_vocab_size, "vocabulary"},
    {"", FW_KEY_mlp, "FFN"},
    {"", FW_KEY_norm, "norm"},
    {"", FW_KEY_position, "positions"},
    {"", FW_KEY_rope_theta, "base of the rotation"},
    {"p", FW_KEY_num_position_embeddings, "rows of the position table"},
    {"", FW_KEY_max_position_embeddings, "longest context"},
    {"", FW_KEY_sliding_window, "attention window"},
    {"", FW_KEY_attention_bias, "biases in attention"},
    {"", FW_KEY_mlp_bias, "biases in the FFN"},
    {"", FW_KEY_tie_word_embeddings, "LM head tied to the embedding"},
    {"", FW_KEY_dtype, "type of the weights"},
};
enum { BASICS = sizeof basics / sizeof basics[0] };

/* Names as people write them. */
static struct fw_cell basic_cell(const struct fw_answer *a, enum fw_key key)
{
    if (!fw_key_uniform(a, key))
        return fw_cell_text("differs by layer");
    if (key == FW_KEY_rope_theta && a->model.position == FW_ROPE)
        return fw_cell_count((fw_u128)llround(a->model.rope_theta));
    return key == FW_KEY_mlp        ? fw_cell_text(fw_story_mlp(a))
           : key == FW_KEY_norm     ? fw_cell_text(fw_story_norm(a))
           : key == FW_KEY_position ? fw_cell_text(fw_story_position(a))
                                    : fw_key_cell(a, 0, key);
}

/* Columns: symbol, what, one per model. NULL when memory is short. */
static struct fw_column *basic_columns(struct fw_story *s)
{
    struct fw_column *const c = FW_NEW(s->arena, s->n + 2, struct fw_column);
    s->say.failed = s->say.failed || c == NULL;
    if (c == NULL)
        return NULL;
    c[0] = (struct fw_column){"what", "What", NULL, FW_LEFT, FW_DIM_NUMBER, 0};
    c[1] = (struct fw_column){"symbol", "Symbol", NULL, FW_LEFT, FW_DIM_NUMBER, 0};
    for (size_t i = 0; i < s->n; i++)
        c[i + 2] =
            (struct fw_column){"value", fw_say_name(&s->a[i]), NULL, FW_RIGHT, FW_DIM_NUMBER, 6};
    return c;
}

/* A value width that is everywhere the key width is no news. */
static bool is_news(const struct fw_answer *a, enum fw_key key)
{
    const uint64_t *const sym = a->model.groups[0].sym;
    if (key == FW_KEY_v_head_dim && sym[FW_LS_d_v] == sym[FW_LS_d_h])
        return false;
    return basic_cell(a, key).kind != FW_CELL_EMPTY;
}

static void basic_row(struct fw_story *s, struct fw_table *t, size_t k)
{
    bool any = false;
    for (size_t i = 0; i < s->n; i++)
        any = any || is_news(&s->a[i], basics[k].key);
    if (!any)
        return;
    struct fw_cell *const row = fw_table_row(t);
    row[0] = fw_cell_text(basics[k].what);
    row[1] = fw_cell_text(basics[k].symbol);
    for (size_t i = 0; i < s->n; i++) {
        row[i + 2] = basic_cell(&s->a[i], basics[k].key);
        if (row[i + 2].kind == FW_CELL_EMPTY)
            row[i + 2] = fw_cell_text("none");
    }
}

static void basic_table(struct fw_story *s)
{
    struct fw_table t;
    const struct fw_column *const columns = basic_columns(s);
    if (columns == NULL)
        return;
    fw_table_init(&t, s->arena, NULL, columns, s->n + 2);
    for (size_t k = 0; k < BASICS; k++)
        basic_row(s, &t, k);
    struct fw_cell *const row = fw_table_row(&t);
    row[0] = fw_cell_strong(fw_cell_text("parameters, derived"));
    row[1] = fw_cell_text("N");
    for (size_t i = 0; i < s->n; i++)
        row[i + 2] = fw_cell_strong(fw_cell_count(s->a[i].estimate.model[FW_EQ_N]));
    fw_story_table(s, &t, "Basic parameters");
}

void fw_story_basics(struct fw_story *s)
{
    for (size_t i = 0; i < s->n; i++) {
        const struct fw_answer *const a = &s->a[i];
        const struct fw_description *const d = a->description;
        const char *by = d->developer != NULL ? fw_say(&s->say, " by %s", d->developer) : "";
        if (d->released != NULL)
            by = fw_say(&s->say, "%s, released %s", by, d->released);
        fw_story_p(s, "**%s**%s: a decoder of %s layers with %s attention, %s, %s and %s.",
                   fw_say_name(a), by, fw_story_n(s, a->model.sym[FW_MS_L]), fw_story_heads(a),
                   fw_story_norm(a), fw_story_mlp(a), fw_story_position(a));
        if (d->note != NULL)
            fw_story_p(s, "%s", fw_story_note(s, a, d->note));
    }
    basic_table(s);
    fw_story_p(s, "All counts below follow from these shapes; none is looked up.");
}

/* ---- norm ------------------------------------------------------------------------------------ */

static const char *norm_formula(enum fw_norm norm)
{
    static const char *const formulas[FW_NORM_COUNT] = {
        "x / sqrt(mean(x²) + ε) ⊙ w",
        "(x − mean(x)) / sqrt(var(x) + ε) ⊙ w + b",
        "(x − mean(x)) / sqrt(var(x) + ε) ⊙ w",
        "(x − mean(x)) / sqrt(var(x) + ε)",
    };
    return formulas[norm];
}

static fw_u128 norm_parameters(const struct fw_answer *a)
{
    return a->estimate.sum[FW_LEQ_P_norm] + a->estimate.model[FW_EQ_P_final_norm] +
           a->estimate.model[FW_EQ_P_embed_norm];
}

static void norm_of(struct fw_story *s, const struct fw_answer *a)
{
    const uint64_t *const sym = a->estimate.layer_sym[0];
    fw_story_item(s,
                  "**%s**: %s, `%s`. Weight vectors per norm: %s; elementwise FLOP per element: "
                  "%s; norm parameters in all: %s (%s of all).",
                  fw_say_name(a), fw_story_norm(a), norm_formula(a->model.norm),
                  fw_story_n(s, sym[FW_LS_n_v]), fw_story_n(s, sym[FW_LS_c_n]),
                  fw_story_n(s, norm_parameters(a)),
                  fw_story_share(s, norm_parameters(a), a->estimate.model[FW_EQ_N]));
}

static void norms(struct fw_story *s)
{
    fw_story_heading(s, "Norm");
    fw_doc_list(&s->doc);
    for (size_t i = 0; i < s->n; i++)
        norm_of(s, &s->a[i]);
    fw_doc_list_end(&s->doc);
    fw_doc_equations(&s->doc, "Norm parameters of a layer");
    for (size_t i = 0; i < s->n; i++)
        fw_story_layer_row(s, &s->a[i], 0, FW_LEQ_P_norm,
                           fw_say(&s->say, "%s, norms of a layer", fw_say_name(&s->a[i])));
    fw_doc_equations_end(&s->doc);
    const struct fw_answer *const a = &s->a[0], *const b = s->n > 1 ? &s->a[1] : a;
    const uint64_t own = a->estimate.layer_sym[0][FW_LS_c_n];
    const uint64_t other = b->estimate.layer_sym[0][FW_LS_c_n];
    if (own < other)
        fw_story_p(s,
                   "Without the mean and the bias, a norm of %s costs %s elementwise FLOP per "
                   "element instead of %s: it saves %s. In the flow that is counted here, norms "
                   "of either kind stand before attention and before the FFN, and the residual "
                   "stream passes by them. [[%s]]",
                   fw_say_name(a), fw_story_n(s, own), fw_story_n(s, other),
                   fw_story_share(s, other - own, other), fw_layer_eq_table[FW_LEQ_P_norm].source);
}

/* ---- KV heads -------------------------------------------------------------------------------- */

static void heads_of(struct fw_story *s, const struct fw_answer *a)
{
    const uint64_t *const x = a->estimate.layer_sym[0];
    const char *const h = fw_story_n(s, x[FW_LS_h]);
    if (x[FW_LS_c] > 0)
        fw_story_item(s,
                      "**%s**: %s, keys and values of %s heads come from one latent of %s "
                      "elements.",
                      fw_say_name(a), fw_story_heads(a), h, fw_story_n(s, x[FW_LS_c]));
    else if (x[FW_LS_h] == x[FW_LS_h_kv])
        fw_story_item(s, "**%s**: %s, each of %s query heads has a KV head of its own.",
                      fw_say_name(a), fw_story_heads(a), h);
    else
        fw_story_item(s, "**%s**: %s, %s query heads share %s KV heads, %s to one.", fw_say_name(a),
                      fw_story_heads(a), h, fw_story_n(s, x[FW_LS_h_kv]),
                      fw_story_ratio(s, x[FW_LS_h], x[FW_LS_h_kv]));
}

static void heads(struct fw_story *s)
{
    const struct fw_answer *const a = &s->a[0];
    const uint64_t *const sym = a->estimate.layer_sym[0];
    const fw_u128 cache = a->estimate.model[FW_EQ_KV_bytes];
    const fw_u128 mha = a->estimate.model[FW_EQ_KV_bytes_mha];
    fw_story_heading(s, "Attention heads");
    fw_doc_list(&s->doc);
    for (size_t i = 0; i < s->n; i++)
        heads_of(s, &s->a[i]);
    fw_doc_list_end(&s->doc);
    fw_doc_equations(&s->doc, "Cached elements of a layer");
    for (size_t i = 0; i < s->n; i++)
        fw_story_layer_row(
            s, &s->a[i], 0, FW_LEQ_kv_elems,
            fw_say(&s->say, "%s, cached per token and layer", fw_say_name(&s->a[i])));
    fw_doc_equations_end(&s->doc);
    if (cache < mha)
        fw_story_p(s,
                   "At %s tokens the cache of %s takes %s; with keys and values of its own for "
                   "each of its %s query heads it would take %s, %s times as much.%s",
                   fw_story_n(s, a->workload.context), fw_say_name(a), fw_story_bytes(s, cache),
                   fw_story_n(s, sym[FW_LS_h]), fw_story_bytes(s, mha),
                   fw_story_ratio(s, mha, cache),
                   sym[FW_LS_c] > 0 ? ""
                                    : " The FLOP of attention stay the same: scores are counted "
                                      "over query heads.");
}

/* ---- positions ------------------------------------------------------------------------------- */

/* Su et al. 2021, section 3.2.2: theta_i = 10000^(-2(i-1)/d). */
static const double paper_theta = 10000;

static void rope_of(struct fw_story *s, const struct fw_answer *a)
{
    const double theta = a->model.rope_theta;
    const uint64_t r_d = a->estimate.layer_sym[0][FW_LS_r_d];
    if (r_d < 2)
        return;
    const double pi = 3.14159265358979323846;
    const double slowest = 2 * pi * pow(theta, ((double)r_d - 2) / (double)r_d);
    fw_story_item(s,
                  "**%s**: no table. At position $p$, plane $i$ of a head turns by the angle "
                  "`θ(p, i) = p × %s^(−2i/%s)`, with %s planes per head ($i$ from 0 to %s), "
                  "in queries and keys but not in values. The base is %s%s of the paper "
                  "[[su2021]]; the slowest plane turns once in %s tokens.",
                  fw_say_name(a), fw_story_n(s, (fw_u128)llround(theta)), fw_story_n(s, r_d),
                  fw_story_n(s, r_d / 2), fw_story_n(s, r_d / 2 - 1),
                  theta > paper_theta || theta < paper_theta
                      ? fw_say(&s->say, "%s times the ", fw_say_ratio(&s->say, theta, paper_theta))
                      : "the ",
                  fw_story_n(s, (fw_u128)llround(paper_theta)),
                  fw_story_n(s, (fw_u128)llround(fmin(slowest, 1e18))));
}

static void position_of(struct fw_story *s, const struct fw_answer *a)
{
    const fw_u128 table = a->estimate.model[FW_EQ_P_pos];
    if (a->model.position == FW_ROPE)
        rope_of(s, a);
    else if (a->model.position == FW_LEARNED)
        fw_story_item(s,
                      "**%s**: a learned row for each of %s positions, added to the embedding: "
                      "%s parameters (%s of all). Beyond them there is no row, so no context.",
                      fw_say_name(a), fw_story_n(s, a->model.sym[FW_MS_p]), fw_story_n(s, table),
                      fw_story_share(s, table, a->estimate.model[FW_EQ_N]));
    else
        fw_story_item(s, "**%s**: %s, without parameters.", fw_say_name(a), fw_story_position(a));
}

static void position_section(struct fw_story *s)
{
    fw_story_heading(s, "Positions");
    fw_doc_list(&s->doc);
    for (size_t i = 0; i < s->n; i++)
        position_of(s, &s->a[i]);
    fw_doc_list_end(&s->doc);
    const struct fw_answer *const a = &s->a[0];
    const fw_u128 rotation = a->estimate.sum[FW_LEQ_E_rope];
    if (rotation > 0)
        fw_story_p(s,
                   "The rotation costs elementwise work instead: %s for a prefill of %s tokens, "
                   "%s of the products with weights. It goes into the scores as the distance of "
                   "query and key.",
                   fw_story_flop(s, rotation), fw_story_n(s, a->workload.context),
                   fw_story_share(s, rotation, a->estimate.model[FW_EQ_prefill_linear]));
}

/* ---- FFN ------------------------------------------------------------------------------------- */

/* "3.5" */
static const char *quotient(struct fw_story *s, fw_u128 a, fw_u128 b)
{
    return fw_say_short(&s->say, fw_count_double(a) / fw_count_double(b), FW_DIM_NUMBER, 4);
}

static void ffn_of(struct fw_story *s, const struct fw_answer *a, size_t g)
{
    const uint64_t *const x = a->estimate.layer_sym[g];
    const fw_u128 square = (fw_u128)x[FW_LS_d] * x[FW_LS_d];
    const char *const which = fw_story_uniform(a) ? fw_say_name(a)
                                                  : fw_say(&s->say, "%s, %s layers", fw_say_name(a),
                                                           fw_story_n(s, x[FW_LS_n]));
    const char *const matrices = fw_story_n(s, x[FW_LS_g] + 2);
    if (x[FW_LS_E] > 0)
        fw_story_item(s,
                      "**%s**: %s, %s experts of %s matrices of width %s; a token uses %s of "
                      "them.",
                      which, fw_story_mlp(a), fw_story_n(s, x[FW_LS_E]), matrices,
                      fw_story_n(s, x[FW_LS_f_e]), fw_story_n(s, x[FW_LS_k]));
    else
        fw_story_item(s,
                      "**%s**: %s, %s matrices of %s × %s. The width is %s $d$ (%s heads of "
                      "%s), so the FFN holds %s $d$² parameters.",
                      which, fw_story_mlp(a), matrices, fw_story_n(s, x[FW_LS_d]),
                      fw_story_n(s, x[FW_LS_f]), quotient(s, x[FW_LS_f], x[FW_LS_d]),
                      quotient(s, x[FW_LS_f], x[FW_LS_d_h]), fw_story_n(s, x[FW_LS_d_h]),
                      quotient(s, a->estimate.layer[g][FW_LEQ_M_ffn], square));
}

/* Layers of one kind after the other, but those that differ elsewhere only once. */
static bool same_ffn(const struct fw_answer *a, size_t g)
{
    const fw_u128 *const x = a->estimate.layer[g], *const before = a->estimate.layer[g - 1];
    return x[FW_LEQ_M_ffn] == before[FW_LEQ_M_ffn] && x[FW_LEQ_P_ffn] == before[FW_LEQ_P_ffn];
}

static void ffns_of(struct fw_story *s, const struct fw_answer *a)
{
    for (size_t g = 0; g < a->model.num_groups; g++)
        if (g == 0 || !same_ffn(a, g))
            ffn_of(s, a, g);
}

static void ffn_rows(struct fw_story *s, const struct fw_answer *a)
{
    for (size_t g = 0; g < a->model.num_groups; g++)
        if (g == 0 || !same_ffn(a, g))
            fw_story_layer_row(s, a, g, FW_LEQ_M_ffn,
                               fw_say(&s->say, "%s, FFN matrices in use", fw_say_name(a)));
}

static void ffns(struct fw_story *s)
{
    const uint64_t *const sym = s->a[0].estimate.layer_sym[0];
    fw_story_heading(s, "FFN");
    fw_doc_list(&s->doc);
    for (size_t i = 0; i < s->n; i++)
        ffns_of(s, &s->a[i]);
    fw_doc_list_end(&s->doc);
    fw_doc_equations(&s->doc, "Matrices of the FFN");
    for (size_t i = 0; i < s->n; i++)
        ffn_rows(s, &s->a[i]);
    fw_doc_equations_end(&s->doc);
    if (sym[FW_LS_g] > 0)
        fw_story_p(s,
                   "The gate is a second way up: one product passes the activation and scales "
                   "the other element by element, so that the model decides for each token "
                   "which of the %s inner elements count. The price is a third matrix. [[%s]]",
                   fw_story_n(s, sym[FW_LS_f] + sym[FW_LS_k] * sym[FW_LS_f_e]),
                   fw_layer_eq_table[FW_LEQ_W_gate].source);
}

/* ---- the section ----------------------------------------------------------------------------- */

static const struct {
    const char *what;
    const char *(*name)(const struct fw_answer *a);
} choices[] = {
    {"the norm", fw_story_norm},
    {"the attention heads", fw_story_heads},
    {"the positions", fw_story_position},
    {"the FFN", fw_story_mlp},
};
enum { CHOICES = sizeof choices / sizeof choices[0] };

/* "the norm (LayerNorm, then RMSNorm), the FFN (GELU, then SwiGLU)" */
static void differences(struct fw_story *s, const struct fw_answer *from,
                        const struct fw_answer *to)
{
    const char *list = "";
    unsigned count = 0;
    for (size_t i = 0; i < CHOICES; i++) {
        const char *const old = choices[i].name(from), *const new = choices[i].name(to);
        if (strcmp(old, new) == 0)
            continue;
        list = fw_say(&s->say, "%s%s%s (%s, then %s)", list, count > 0 ? ", " : "", choices[i].what,
                      old, new);
        count++;
    }
    fw_story_p(s, "From %s to %s, %u of %u choices change%s%s.", fw_say_name(from), fw_say_name(to),
               count, (unsigned)CHOICES, count > 0 ? ": " : "", list);
}

void fw_story_changes(struct fw_story *s)
{
    for (size_t i = 1; i < s->n; i++) {
        struct fw_table t;
        differences(s, &s->a[i], &s->a[0]);
        fw_view_design(&s->a[i], &s->a[0], &t, s->arena);
        fw_story_table(s, &t, "Design changes with their effect");
    }
    norms(s);
    heads(s);
    position_section(s);
    ffns(s);
}
