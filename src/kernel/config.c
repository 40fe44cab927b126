/* config.c - from a model and options to what the kernel runs; checks before anything else. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "kernel/engine.h"
#include "kernel/threads.h"

const struct fw_tensor_info fw_tensor_table[FW_TENSOR_COUNT] = {
#define MODEL false
#define LAYER true
#define VECTOR false
#define MATRIX true
#define TENSOR(scope, id, kind, rows, cols, base, std, meaning) \
    [FW_TENSOR_##id] = {#id, meaning, scope, kind},
#include "kernel/tensors.def"
#undef TENSOR
#undef MODEL
#undef LAYER
#undef VECTOR
#undef MATRIX
};

#define FAN(n) (1.0 / sqrt((double)(n)))
struct fw_tensor_shape fw_tensor_shape(const struct fw_kernel_config *c,
                                       const struct fw_kernel_group *g, enum fw_tensor t)
{
    static const struct fw_kernel_group none = {.layers = 0};
    g = g != NULL ? g : &none;
    switch (t) {
#define TENSOR(scope, id, kind, r, n, b, s, meaning) \
    case FW_TENSOR_##id: \
        return (struct fw_tensor_shape){(uint64_t)(r), n, b, s};
#include "kernel/tensors.def"
#undef TENSOR
    default:
        return (struct fw_tensor_shape){0, 0, 0.0, 0.0};
    }
}
#undef FAN

/* What a layer must not have, with the words for it. */
static enum fw_status check_group(const struct fw_model *m, const struct fw_group *g,
                                  struct fw_err *err)
{
    const uint64_t *s = g->sym;
    const struct {
        bool wrong;
        const char *what;
    } rules[] = {
        {s[FW_LS_c] > 0 || s[FW_LS_q_r] > 0, "latent attention (MLA)"},
        {s[FW_LS_E] > 0, "mixture of experts"},
        {s[FW_LS_n_n] != 2, "a layer with other than two norms"},
        {s[FW_LS_f] == 0 || s[FW_LS_h] == 0, "a layer without attention or FFN"},
        {m->position == FW_ALIBI, "position: alibi"},
        {s[FW_LS_h] % (s[FW_LS_h_kv] > 0 ? s[FW_LS_h_kv] : 1) != 0 || s[FW_LS_h_kv] == 0,
         "key-value heads that do not divide the heads"},
        {s[FW_LS_r_d] % 2 != 0 || s[FW_LS_r_d] > s[FW_LS_d_h], "an odd number of rotated elements"},
    };
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        if (rules[i].wrong) {
            fw_fail(err, FW_INPUT, "the kernel does not run %s", rules[i].what);
            return fw_err_hint(err, "it runs dense layers with attention, a two- or three-matrix "
                                    "FFN, and rotary, learned or no positions");
        }
    }
    return FW_OK;
}

static void copy_group(const struct fw_model *m, const struct fw_group *g, uint64_t layers,
                       struct fw_kernel_group *out)
{
    const uint64_t *s = g->sym;
    *out = (struct fw_kernel_group){
        .layers = layers,
        .heads = s[FW_LS_h],
        .kv_heads = s[FW_LS_h_kv],
        .d_h = s[FW_LS_d_h],
        .d_v = s[FW_LS_d_v],
        .rotary = m->position == FW_ROPE ? s[FW_LS_r_d] : 0,
        .f = s[FW_LS_f],
        .window = g->window,
        .gated = s[FW_LS_g] != 0,
        .qkv_bias = s[FW_LS_a_qkv] != 0,
        .o_bias = s[FW_LS_a_o] != 0,
        .ffn_bias = s[FW_LS_m_b] != 0,
        .mlp = g->mlp,
        .qk_norm = g->qk_norm,
    };
}

static enum fw_status copy_groups(const struct fw_model *m, uint64_t limit,
                                  struct fw_kernel_config *out, struct fw_err *err)
{
    for (size_t i = 0; i < m->num_groups; i++) {
        const uint64_t have = m->groups[i].sym[FW_LS_n], left = limit - out->layers;
        const uint64_t layers = have < left ? have : left;
        if (layers == 0) {
            continue;
        }
        if (out->num_groups == FW_MAX_GROUPS) {
            return fw_fail(err, FW_INPUT, "more than %d groups of layers", (int)FW_MAX_GROUPS);
        }
        const enum fw_status s = check_group(m, &m->groups[i], err);
        if (s != FW_OK) {
            return s;
        }
        copy_group(m, &m->groups[i], layers, &out->group[out->num_groups]);
        out->model_group[out->num_groups++] = i;
        out->layers += layers;
    }
    return FW_OK;
}

static enum fw_status choose_threads(unsigned asked, unsigned *out, struct fw_err *err)
{
    const unsigned cores = fw_threads_cores();
    if (asked > cores) {
        return fw_fail(err, FW_USAGE, "%u threads asked for, this process may use %u core%s",
                       asked, cores, cores == 1 ? "" : "s");
    }
    *out = asked > 0 ? asked : cores;
    return FW_OK;
}

static const char *nearest_variant(const char *name)
{
    const char *names[16];
    const size_t n = fw_kernel_variant_count() < 16 ? fw_kernel_variant_count() : 16;
    for (size_t i = 0; i < n; i++) {
        names[i] = fw_kernel_variant_name(i);
    }
    return fw_nearest(name, names, n);
}

/* A variant that is named without a dtype brings its own. */
static enum fw_status choose_variant(const struct fw_model *m, const struct fw_kernel_options *o,
                                     struct fw_kernel_config *out, struct fw_err *err)
{
    out->dtype = o->dtype_given ? o->dtype : m->dtype == FW_F32 ? FW_F32 : FW_BF16;
    if (out->dtype != FW_F32 && out->dtype != FW_BF16) {
        return fw_fail(err, FW_USAGE, "the kernel stores weights in f32 or bf16, not %s",
                       fw_dtype_get(out->dtype)->name);
    }
    out->variant = fw_variant_find(o->variant, out->dtype);
    if (out->variant == NULL && !o->dtype_given) {
        out->dtype = out->dtype == FW_F32 ? FW_BF16 : FW_F32;
        out->variant = fw_variant_find(o->variant, out->dtype);
    }
    if (out->variant == NULL) {
        const char *near = o->variant != NULL ? nearest_variant(o->variant) : NULL;
        fw_fail(err, FW_USAGE, "no kernel variant \"%s\" for %s weights",
                o->variant != NULL ? o->variant : "", fw_dtype_get(out->dtype)->name);
        return near != NULL ? fw_err_hint(err, "nearest: %s", near) : FW_USAGE;
    }
    if (!out->variant->available()) {
        return fw_fail(err, FW_USAGE, "kernel variant %s: not on this machine",
                       out->variant->name);
    }
    out->kv_dtype = o->kv_dtype_given ? o->kv_dtype : out->dtype;
    if (out->kv_dtype != FW_F32 && out->kv_dtype != FW_BF16) {
        return fw_fail(err, FW_USAGE, "the kernel's cache is f32 or bf16, not %s",
                       fw_dtype_get(out->kv_dtype)->name);
    }
    return FW_OK;
}

enum { MAX_TOKENS = 1 << 28 }; /* slots of a cache, and tokens per pass over the batch */

static enum fw_status check_size(const struct fw_kernel_config *c, struct fw_err *err)
{
    if (c->batch > MAX_TOKENS || c->max_tokens > MAX_TOKENS || c->vocab > UINT32_MAX) {
        return fw_fail(err, FW_USAGE, "batch, tokens or vocabulary out of range");
    }
    if (c->positions > 0 && c->max_tokens > c->positions) {
        return fw_fail(err, FW_USAGE, "%llu tokens, but only %llu learned positions",
                       (unsigned long long)c->max_tokens, (unsigned long long)c->positions);
    }
    return FW_OK;
}

enum fw_status fw_kernel_configure(const struct fw_model *m, const struct fw_kernel_options *o,
                                   struct fw_kernel_config *out, struct fw_err *err)
{
    const uint64_t *s = m->sym;
    *out = (struct fw_kernel_config){
        .vocab = s[FW_MS_V],
        .d = s[FW_MS_d],
        .model_layers = s[FW_MS_L],
        .positions = m->position == FW_LEARNED ? s[FW_MS_p] : 0,
        .tied = s[FW_MS_t] != 0,
        .head_bias = s[FW_MS_h_b] != 0,
        .embed_norm = s[FW_MS_e_n] != 0,
        .final_norm = s[FW_MS_f_n] != 0 || m->norm == FW_LAYERNORM_NO_WEIGHT,
        .norm_has_weight = m->norm != FW_LAYERNORM_NO_WEIGHT,
        .norm_has_bias = m->norm == FW_LAYERNORM,
        .rope = m->position == FW_ROPE,
        .rope_interleaved = m->rope_interleaved,
        .norm = m->norm,
        .rope_theta = m->rope_theta > 0.0 ? m->rope_theta : 10000.0,
        .norm_eps = m->norm_eps > 0.0 ? m->norm_eps : 1e-5,
        .batch = o->batch > 0 ? o->batch : 1,
        .max_tokens = o->max_tokens > 0 ? o->max_tokens : 512,
        .seed = o->seed,
    };
    if (o->layers > s[FW_MS_L]) {
        return fw_fail(err, FW_USAGE, "%llu layers asked for, the model has %llu",
                       (unsigned long long)o->layers, (unsigned long long)s[FW_MS_L]);
    }
    enum fw_status st = copy_groups(m, o->layers > 0 ? o->layers : s[FW_MS_L], out, err);
    st = st == FW_OK ? choose_threads(o->threads, &out->threads, err) : st;
    st = st == FW_OK ? choose_variant(m, o, out, err) : st;
    if (st == FW_OK && !fw_is_packed(out)) {
        out->threads = 1; /* the reference */
    }
    return st == FW_OK ? check_size(out, err) : st;
}
