/* weights_llama2c.c - llama2.c's .bin, version 0: seven int32, then f32 tensors in a fixed order.
 *
 *   dim, hidden, layers, heads, kv heads, vocabulary (negative: the head is not shared), context
 *   embedding (V, d); per kind, all layers in turn: norm, q, k, v, o, norm, gate, down, up;
 *   final norm (d); cosines and sines of the rotation (context, d_h / 2 each), not used; head
 *
 * Source: [llama2c] export.py, legacy_export(), and run.c of github.com/karpathy/llama2.c.
 */
#include "kernel/weights_file.h"

enum { HEADER = 7, HEADER_BYTES = 28 };

static const enum fw_tensor layer_order[] = {
    FW_TENSOR_attn_norm, FW_TENSOR_q,  FW_TENSOR_k,    FW_TENSOR_v, FW_TENSOR_o,
    FW_TENSOR_ffn_norm,  FW_TENSOR_gate, FW_TENSOR_down, FW_TENSOR_up,
};

struct cursor {
    struct fw_weights_file *f;
    fw_u128 at; /* bytes from the start of the file; checked at the end */
};

static void place(struct cursor *at, enum fw_tensor t, uint64_t layer, bool used)
{
    const struct fw_kernel_config *c = &at->f->c;
    struct fw_tensor_shape s = fw_tensor_shape(c, &c->group[0], t);
    if (t == FW_TENSOR_head) { /* has its place if the model is tied, too */
        s.rows = c->vocab;
    }
    if (used && at->at < at->f->size) {
        *fw_view_of(at->f, t, layer) = (struct fw_view){
            .data = at->f->map + (size_t)at->at, .type = FW_F32, .cols = s.cols, .ld = s.cols};
    }
    at->at += (fw_u128)s.rows * s.cols * 4;
}

/* Header against the model: the first field that disagrees is named. */
static enum fw_status check_header(const struct fw_weights_file *f, const int32_t h[HEADER],
                                   struct fw_err *err)
{
    const struct fw_kernel_config *c = &f->c;
    const struct fw_kernel_group *g = &c->group[0];
    const struct {
        const char *name;
        uint64_t want;
    } fields[] = {{"width", c->d}, {"FFN width", g->f}, {"number of layers", c->model_layers},
                  {"number of heads", g->heads}, {"number of key-value heads", g->kv_heads},
                  {"vocabulary", c->vocab}};
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        const int64_t have = i == 5 && h[i] < 0 ? -(int64_t)h[i] : h[i];
        if (have <= 0 || have > 1 << 28) {
            return fw_fail(err, FW_INPUT, "not a weight file: neither GGUF, nor safetensors, nor "
                                          "a llama2.c header");
        }
        if ((uint64_t)have != fields[i].want) {
            return fw_fail(err, FW_INPUT, "%s %lld, the model has %llu", fields[i].name,
                           (long long)have, (unsigned long long)fields[i].want);
        }
    }
    if ((h[5] > 0) != c->tied) {
        return fw_fail(err, FW_INPUT, "the head is %s, the model says otherwise",
                       h[5] > 0 ? "shared with the embedding" : "not shared");
    }
    return h[6] > 0 ? FW_OK : fw_fail(err, FW_INPUT, "context %ld", (long)h[6]);
}

static enum fw_status check_family(const struct fw_kernel_config *c, struct fw_err *err)
{
    const struct fw_kernel_group *g = &c->group[0];
    const bool fits = c->norm == FW_RMSNORM && g->gated && c->rope && c->positions == 0
                      && !c->head_bias && !c->embed_norm && c->final_norm && !g->qkv_bias
                      && !g->o_bias && !g->ffn_bias && g->qk_norm == FW_QK_NONE;
    return fits ? FW_OK
                : fw_fail(err, FW_INPUT, "a llama2.c file holds RMSNorm, rotary positions, three "
                                         "FFN matrices and no biases; the model differs");
}

enum fw_status fw_llama2c_views(struct fw_weights_file *f, struct fw_err *err)
{
    int32_t h[HEADER];
    if (f->size < HEADER_BYTES) {
        return fw_fail(err, FW_INPUT, "%zu bytes are no weight file", f->size);
    }
    for (size_t i = 0; i < HEADER; i++) {
        h[i] = (int32_t)fw_read_u32(f->map + 4 * i);
    }
    enum fw_status s = check_header(f, h, err);
    s = s == FW_OK ? check_family(&f->c, err) : s;
    if (s != FW_OK) {
        return s;
    }
    struct cursor at = {.f = f, .at = HEADER_BYTES};
    place(&at, FW_TENSOR_embed, 0, true);
    for (size_t i = 0; i < sizeof(layer_order) / sizeof(layer_order[0]); i++) {
        for (uint64_t layer = 0; layer < f->c.model_layers; layer++) {
            place(&at, layer_order[i], layer, layer < f->c.layers);
        }
    }
    place(&at, FW_TENSOR_final_norm, 0, true);
    at.at += (fw_u128)(uint32_t)h[6] * f->c.group[0].d_h * 4; /* two tables of half the width */
    if (!f->c.tied) {
        place(&at, FW_TENSOR_head, 0, true);
    }
    if (at.at != f->size) {
        char want[FW_COUNT_LEN];
        return fw_fail(err, FW_INPUT, "%zu bytes, a file of these shapes has %s%s", f->size,
                       fw_count_text(want, at.at, '\0'), f->size < at.at ? " (truncated)" : "");
    }
    return FW_OK;
}
