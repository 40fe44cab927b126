/* reference.c - one forward pass of a decoder, in plain C, to be read from top to bottom.
 *
 *   B sequences, T new tokens of each, rows = B T      d  width of the residual stream
 *   h query heads, h_kv key-value heads                d_h, d_v  width of a q/k and a v head
 *   f FFN width, V vocabulary                          n  tokens in the cache before this pass
 *
 * Every matrix is stored (outputs, inputs), so that an output is the inner product of an input
 * row and a weight row. Beside every pointer stands its shape. The fast variants compute the
 * same passes; the tests compare them with this file. Sums are in double: what differs is then
 * the rounding of the variant. Counters add what the loops below execute. */
#include <math.h>
#include <string.h>
#include "kernel/engine.h"

enum { KEY_TILE = 64 }; /* keys per tile of attention: no S x S matrix is ever stored */

/* --- what the passes share ------------------------------------------------------------- */

static void show(const struct fw_kernel *k, const char *step, uint64_t layer, uint64_t head,
                 const float *values, uint64_t rows, uint64_t cols)
{
    if (k->walk != NULL) {
        k->walk(k->walk_ctx, step, layer, head, values, rows, cols);
    }
}

/* out (rows, n) = in (rows, m) W^T + bias, W (n, m), bias (n) or NULL. */
static void product(struct fw_kernel *k, enum fw_kernel_op op, const float *in, const void *w,
                    const float *bias, float *out, uint64_t rows, uint64_t m, uint64_t n)
{
    struct fw_kernel_counter *count = fw_count_begin(k, op);
    const enum fw_dtype type = k->c.dtype;
    for (size_t r = 0; r < rows; r++) {
        for (size_t j = 0; j < n; j++) {
            double sum = 0.0;
            for (size_t i = 0; i < m; i++) {
                sum += (double)in[r * m + i] * (double)fw_get(w, type, j * m + i);
            }
            out[r * n + j] = (float)(sum + (bias != NULL ? (double)bias[j] : 0.0));
        }
    }
    count->flop += 2 * rows * n * m;
    fw_count_end(count, rows * (m + n), n * m * fw_dtype_size(type) + (bias != NULL ? 4 * n : 0));
}

/* out (n) = the norm of in (n). RMSNorm divides by the root of the mean square; LayerNorm
 * subtracts the mean first and adds a bias (n) last. w, bias: NULL = none. */
static void norm(const float *in, const float *w, const float *bias, bool center, double eps,
                 float *out, uint64_t n)
{
    double mean = 0.0, square = 0.0;
    for (size_t i = 0; center && i < n; i++) {
        mean += (double)in[i] / (double)n;
    }
    for (size_t i = 0; i < n; i++) {
        square += ((double)in[i] - mean) * ((double)in[i] - mean) / (double)n;
    }
    const double scale = 1.0 / sqrt(square + eps);
    for (size_t i = 0; i < n; i++) {
        const double unit = ((double)in[i] - mean) * scale * (w != NULL ? (double)w[i] : 1.0);
        out[i] = (float)(unit + (bias != NULL ? (double)bias[i] : 0.0));
    }
}

/* out (rows, d) = the norm of each row of x (rows, d). */
static void norm_rows(struct fw_kernel *k, enum fw_kernel_op op, const float *x, const void *w,
                      const void *bias, float *out, uint64_t rows)
{
    struct fw_kernel_counter *count = fw_count_begin(k, op);
    const uint64_t d = k->c.d;
    for (size_t r = 0; r < rows; r++) {
        norm(x + r * d, w, bias, k->c.norm != FW_RMSNORM, k->c.norm_eps, out + r * d, d);
    }
    fw_count_end(count, 2 * rows * d, (w != NULL ? 4 : 0) * d + (bias != NULL ? 4 : 0) * d);
}

/* x (rows, d) += y (rows, d) */
static void residual(struct fw_kernel *k, enum fw_kernel_op op, uint64_t rows)
{
    struct fw_kernel_counter *count = fw_count_begin(k, op);
    for (size_t i = 0; i < rows * k->c.d; i++) {
        k->x[i] += k->y[i];
    }
    fw_count_end(count, 3 * rows * k->c.d, 0);
}

/* --- pass 1: x (rows, d) = embedding row of each token, plus the row of its position ----- */
static void embed(struct fw_kernel *k, const uint32_t *tokens, uint64_t t, uint64_t stride)
{
    struct fw_kernel_counter *count = fw_count_begin(k, FW_OP_embedding);
    const struct fw_kernel_config *c = &k->c;
    const uint64_t d = c->d, rows = c->batch * t;
    for (size_t r = 0; r < rows; r++) {
        const size_t token = tokens[r / t * stride + r % t], position = k->length + r % t;
        for (size_t i = 0; i < d; i++) {
            k->x[r * d + i] = fw_get(k->t[FW_TENSOR_embed], c->dtype, token * d + i);
        }
        if (c->positions > 0) {
            for (size_t i = 0; i < d; i++) {
                k->x[r * d + i] += fw_get(k->t[FW_TENSOR_pos], c->dtype, position * d + i);
            }
        }
    }
    fw_count_end(count, rows * d, rows * d * fw_dtype_size(c->dtype) * (c->positions > 0 ? 2 : 1));
    show(k, "embedding", 0, 0, k->x, rows, d);
}

/* --- pass 3a: norm of queries and keys, per head or over all heads ----------------------- */
static void norm_heads(struct fw_kernel *k, const struct fw_layer *l, uint64_t rows, uint64_t layer)
{
    const struct fw_kernel_group *g = l->g;
    struct fw_kernel_counter *count = fw_count_begin(k, FW_OP_qk_norm);
    const bool full = g->qk_norm == FW_QK_FULL;
    const uint64_t q_n = full ? g->heads * g->d_h : g->d_h;       /* elements of one norm */
    const uint64_t k_n = full ? g->kv_heads * g->d_h : g->d_h;
    const uint64_t q_all = rows * g->heads * g->d_h, k_all = rows * g->kv_heads * g->d_h;
    for (size_t i = 0; i < q_all; i += q_n) {
        norm(k->q + i, l->t[FW_TENSOR_q_norm], NULL, false, k->c.norm_eps, k->q + i, q_n);
    }
    for (size_t i = 0; i < k_all; i += k_n) {
        norm(k->k + i, l->t[FW_TENSOR_k_norm], NULL, false, k->c.norm_eps, k->k + i, k_n);
    }
    fw_count_end(count, 2 * (q_all + k_all), (q_n + k_n) * sizeof(float));
    show(k, "qk_norm", layer, 0, k->q, rows, g->heads * g->d_h);
    show(k, "qk_norm", layer, 1, k->k, rows, g->kv_heads * g->d_h);
}

/* --- pass 4: rotation of q and k. Plane i of a head turns by position x theta^(-2i / rotary).
 * It is the pair (2i, 2i+1) when interleaved, else (i, i + rotary/2); the rest stays. ------- */
static void rotate_head(const struct fw_kernel_config *c, uint64_t rotary, uint64_t position,
                        float *head)
{
    for (size_t i = 0; i < rotary / 2; i++) {
        const double turn = pow(c->rope_theta, -2.0 * (double)i / (double)rotary);
        const double angle = (double)position * turn, co = cos(angle), si = sin(angle);
        float *a = head + (c->rope_interleaved ? 2 * i : i);
        float *b = c->rope_interleaved ? a + 1 : a + rotary / 2;
        const double x = (double)*a, y = (double)*b;
        *a = (float)(x * co - y * si);
        *b = (float)(x * si + y * co);
    }
}

static void rotate(struct fw_kernel *k, const struct fw_layer *l, uint64_t t, uint64_t rows)
{
    const struct fw_kernel_group *g = l->g;
    struct fw_kernel_counter *count = fw_count_begin(k, FW_OP_rope);
    for (size_t r = 0; r < rows; r++) {
        const uint64_t position = k->length + r % t;
        for (size_t j = 0; j < g->heads; j++) {
            rotate_head(&k->c, g->rotary, position, k->q + (r * g->heads + j) * g->d_h);
        }
        for (size_t j = 0; j < g->kv_heads; j++) {
            rotate_head(&k->c, g->rotary, position, k->k + (r * g->kv_heads + j) * g->d_h);
        }
    }
    fw_count_end(count, 2 * rows * (g->heads + g->kv_heads) * g->rotary, 0);
}

/* --- pass 5: keys (rows, h_kv d_h) and values (rows, h_kv d_v) into the cache, which is
 * (B, max_tokens, h_kv, d_h) and (B, max_tokens, h_kv, d_v) --------------------------------- */
static void store(struct fw_kernel *k, const struct fw_layer *l, uint64_t t, uint64_t rows)
{
    struct fw_kernel_counter *count = fw_count_begin(k, FW_OP_cache);
    const struct fw_kernel_config *c = &k->c;
    const uint64_t k_n = l->g->kv_heads * l->g->d_h, v_n = l->g->kv_heads * l->g->d_v;
    for (size_t r = 0; r < rows; r++) {
        const size_t slot = r / t * c->max_tokens + k->length + r % t;
        for (size_t i = 0; i < k_n; i++) {
            fw_put(l->k_cache, c->kv_dtype, slot * k_n + i, k->k[r * k_n + i]);
        }
        for (size_t i = 0; i < v_n; i++) {
            fw_put(l->v_cache, c->kv_dtype, slot * v_n + i, k->v[r * v_n + i]);
        }
    }
    count->bytes_kv += rows * (k_n + v_n) * fw_dtype_size(c->kv_dtype);
    fw_count_end(count, rows * (k_n + v_n), 0);
}

/* --- pass 6: attention, one query row of one head at a time, keys in tiles --------------- */

void fw_reference_softmax(float *scores, size_t n, float *max, float *sum, float *out,
                          size_t width)
{
    float top = *max;
    for (size_t j = 0; j < n; j++) {
        top = scores[j] > top ? scores[j] : top;
    }
    const float shrink = expf(*max - top); /* what was summed so far belongs to the old max */
    *sum *= shrink;
    for (size_t i = 0; i < width; i++) {
        out[i] *= shrink;
    }
    for (size_t j = 0; j < n; j++) {
        scores[j] = expf(scores[j] - top);
        *sum += scores[j];
    }
    *max = top;
}

void fw_reference_weigh(const float *weights, const void *v, enum fw_dtype type, size_t first,
                        size_t stride, size_t n, float *out, size_t width)
{
    for (size_t j = 0; j < n; j++) {
        for (size_t i = 0; i < width; i++) {
            out[i] += weights[j] * fw_get(v, type, first + j * stride + i);
        }
    }
}

/* scores (n) = query (d_h) times the keys (n, d_h), the first at element `first` of the cache,
 * divided by sqrt(d_h). */
static void score(const struct fw_kernel *k, const struct fw_layer *l, const float *query,
                  size_t first, size_t n, float *scores)
{
    const uint64_t d_h = l->g->d_h, stride = l->g->kv_heads * d_h;
    for (size_t j = 0; j < n; j++) {
        double sum = 0.0;
        for (size_t i = 0; i < d_h; i++) {
            const size_t at = first + j * stride + i;
            sum += (double)query[i] * (double)fw_get(l->k_cache, k->c.kv_dtype, at);
        }
        scores[j] = (float)(sum / sqrt((double)d_h));
    }
}

static void count_tile(struct fw_kernel *k, struct fw_kernel_counter *count, size_t n, uint64_t w)
{
    count->flop += 2 * n * w;
    count->bytes_kv += n * w * fw_dtype_size(k->c.kv_dtype);
    fw_count_end(count, n + w, 0);
}

/* Row r, query head j reads key-value head j / (h / h_kv); the query at position p sees the keys
 * p - window + 1 .. p. */
static void attend(struct fw_kernel *k, const struct fw_layer *l, uint64_t t, size_t r, size_t j,
                   uint64_t layer)
{
    const struct fw_kernel_group *g = l->g;
    const size_t kv_head = j / (g->heads / g->kv_heads), end_key = k->length + r % t + 1;
    const size_t first = g->window > 0 && end_key > g->window ? end_key - g->window : 0;
    float *out = k->att + (r * g->heads + j) * g->d_v; /* (d_v) */
    float scores[KEY_TILE], max = -INFINITY, sum = 0.0f;
    size_t n = 0;
    memset(out, 0, g->d_v * sizeof(*out));
    for (size_t key = first; key < end_key; key += n) {
        const size_t at = (r / t * k->c.max_tokens + key) * g->kv_heads + kv_head;
        n = end_key - key < KEY_TILE ? end_key - key : KEY_TILE;
        struct fw_kernel_counter *count = fw_count_begin(k, FW_OP_scores);
        score(k, l, k->q + (r * g->heads + j) * g->d_h, at * g->d_h, n, scores);
        count_tile(k, count, n, g->d_h);
        show(k, "scores", layer, j, scores, 1, n);
        count = fw_count_begin(k, FW_OP_softmax);
        fw_reference_softmax(scores, n, &max, &sum, out, g->d_v);
        fw_count_end(count, 2 * n, 0);
        count = fw_count_begin(k, FW_OP_av);
        fw_reference_weigh(scores, l->v_cache, k->c.kv_dtype, at * g->d_v, g->kv_heads * g->d_v, n,
                           out, g->d_v);
        count_tile(k, count, n, g->d_v);
    }
    for (size_t i = 0; i < g->d_v; i++) {
        out[i] /= sum;
    }
    for (size_t i = 0; i < n; i++) {
        scores[i] /= sum; /* the weights of the last tile, for the walk */
    }
    show(k, "softmax", layer, j, scores, 1, n);
    show(k, "av", layer, j, out, 1, g->d_v);
}

/* --- pass 9: gate (rows, f) = act(gate) * up, or up = act(up) with two matrices ---------- */
float fw_kernel_activate(enum fw_mlp mlp, float v)
{
    const double x = (double)v, relu = x > 0.0 ? x : 0.0;
    switch (mlp) {
    case FW_SWIGLU: case FW_SILU:
        return (float)(x / (1.0 + exp(-x)));
    case FW_GEGLU: case FW_GELU: /* the tanh form of GPT-2 */
        return (float)(0.5 * x * (1.0 + tanh(0.7978845608028654 * (x + 0.044715 * x * x * x))));
    case FW_RELU2:
        return (float)(relu * relu);
    default:
        return (float)relu;
    }
}

static void activation(struct fw_kernel *k, const struct fw_layer *l, uint64_t rows)
{
    struct fw_kernel_counter *count = fw_count_begin(k, FW_OP_act);
    const uint64_t n = rows * l->g->f;
    for (size_t i = 0; i < n; i++) {
        k->up[i] = l->g->gated ? fw_kernel_activate(l->g->mlp, k->gate[i]) * k->up[i]
                               : fw_kernel_activate(l->g->mlp, k->up[i]);
    }
    fw_count_end(count, n * (l->g->gated ? 3 : 2), 0);
}

/* --- the two halves of a layer ------------------------------------------------------------ */
static void attention(struct fw_kernel *k, const struct fw_layer *l, uint64_t t, uint64_t layer)
{
    const struct fw_kernel_group *g = l->g;
    void *const *w = l->t;
    const uint64_t d = k->c.d, rows = k->c.batch * t, q_n = g->heads * g->d_h;
    const uint64_t k_n = g->kv_heads * g->d_h, v_n = g->kv_heads * g->d_v, o_n = g->heads * g->d_v;
    /* 2. norm: y (rows, d) */
    norm_rows(k, FW_OP_attn_norm, k->x, w[FW_TENSOR_attn_norm], w[FW_TENSOR_attn_norm_b], k->y,
              rows);
    show(k, "attn_norm", layer, 0, k->y, rows, d);
    /* 3. projections: q (rows, h d_h), k (rows, h_kv d_h), v (rows, h_kv d_v) */
    product(k, FW_OP_q, k->y, w[FW_TENSOR_q], w[FW_TENSOR_q_b], k->q, rows, d, q_n);
    product(k, FW_OP_k, k->y, w[FW_TENSOR_k], w[FW_TENSOR_k_b], k->k, rows, d, k_n);
    product(k, FW_OP_v, k->y, w[FW_TENSOR_v], w[FW_TENSOR_v_b], k->v, rows, d, v_n);
    show(k, "q", layer, 0, k->q, rows, q_n);
    show(k, "k", layer, 0, k->k, rows, k_n);
    show(k, "v", layer, 0, k->v, rows, v_n);
    if (g->qk_norm != FW_QK_NONE) {
        norm_heads(k, l, rows, layer);
    }
    /* 4. rotation, 5. cache */
    if (g->rotary > 0) {
        rotate(k, l, t, rows);
        show(k, "rope", layer, 0, k->q, rows, q_n);
        show(k, "rope", layer, 1, k->k, rows, k_n);
    }
    store(k, l, t, rows);
    /* 6. attention: att (rows, h d_v), heads side by side */
    for (size_t r = 0; r < rows; r++) {
        for (size_t j = 0; j < g->heads; j++) {
            attend(k, l, t, r, j, layer);
        }
    }
    show(k, "concat", layer, 0, k->att, rows, o_n);
    /* 7. output projection and residual */
    product(k, FW_OP_o, k->att, w[FW_TENSOR_o], w[FW_TENSOR_o_b], k->y, rows, o_n, d);
    show(k, "o", layer, 0, k->y, rows, d);
    residual(k, FW_OP_attn_residual, rows);
    show(k, "attn_residual", layer, 0, k->x, rows, d);
}

static void ffn(struct fw_kernel *k, const struct fw_layer *l, uint64_t rows, uint64_t layer)
{
    const struct fw_kernel_group *g = l->g;
    void *const *w = l->t;
    const uint64_t d = k->c.d;
    norm_rows(k, FW_OP_ffn_norm, k->x, w[FW_TENSOR_ffn_norm], w[FW_TENSOR_ffn_norm_b], k->y,
              rows);
    show(k, "ffn_norm", layer, 0, k->y, rows, d);
    /* 8. up, and gate if there are three matrices: (rows, f) */
    if (g->gated) {
        product(k, FW_OP_gate, k->y, w[FW_TENSOR_gate], w[FW_TENSOR_gate_b], k->gate, rows, d,
                g->f);
        show(k, "gate", layer, 0, k->gate, rows, g->f);
    }
    product(k, FW_OP_up, k->y, w[FW_TENSOR_up], w[FW_TENSOR_up_b], k->up, rows, d, g->f);
    show(k, "up", layer, 0, k->up, rows, g->f);
    /* 9. activation, 10. down projection and residual */
    activation(k, l, rows);
    show(k, "act", layer, 0, k->up, rows, g->f);
    product(k, FW_OP_down, k->up, w[FW_TENSOR_down], w[FW_TENSOR_down_b], k->y, rows, g->f, d);
    show(k, "down", layer, 0, k->y, rows, d);
    residual(k, FW_OP_ffn_residual, rows);
    show(k, "ffn_residual", layer, 0, k->x, rows, d);
}

/* --- pass 11: logits (B, V) of the last token of each sequence ---------------------------- */
static void head(struct fw_kernel *k, uint64_t t)
{
    const struct fw_kernel_config *c = &k->c;
    const uint64_t d = c->d;
    for (size_t b = 0; b < c->batch; b++) {
        memmove(k->y + b * d, k->x + ((b + 1) * t - 1) * d, d * sizeof(float));
    }
    if (c->final_norm) {
        norm_rows(k, FW_OP_final_norm, k->y, k->t[FW_TENSOR_final_norm],
                  k->t[FW_TENSOR_final_norm_b], k->y, c->batch);
        show(k, "final_norm", 0, 0, k->y, c->batch, d);
    }
    const void *w = k->t[c->tied ? FW_TENSOR_embed : FW_TENSOR_head];
    product(k, FW_OP_lm_head, k->y, w, k->t[FW_TENSOR_head_b], k->logits, c->batch, d, c->vocab);
    show(k, "lm_head", 0, 0, k->logits, c->batch, c->vocab);
}

void fw_reference_forward(struct fw_kernel *k, const uint32_t *tokens, uint64_t t,
                          uint64_t token_stride, bool with_head)
{
    const uint64_t rows = k->c.batch * t;
    embed(k, tokens, t, token_stride);
    if (k->c.embed_norm) {
        norm_rows(k, FW_OP_embed_norm, k->x, k->t[FW_TENSOR_embed_norm],
                  k->t[FW_TENSOR_embed_norm_b], k->x, rows);
    }
    for (size_t i = 0; i < k->c.layers; i++) {
        attention(k, &k->layers[i], t, i);
        ffn(k, &k->layers[i], rows, i);
    }
    if (with_head) {
        head(k, t);
    }
}
