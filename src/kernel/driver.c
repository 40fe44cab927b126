/* driver.c - the forward pass of all fast variants: the passes of reference.c, on packed weights,
 * with threads. product.c cuts the products into blocks; the variant gives the product of a block
 * and the work on rows.
 */
#include <string.h>

#include "kernel/pack.h"
#include "kernel/rows.h"

static void product(struct fw_kernel *k, enum fw_kernel_op op, const void *a, const void *w,
                    const float *bias, float *c, uint64_t rows, uint64_t m, uint64_t n)
{
    struct fw_kernel_counter *count = fw_count_begin(k, op);
    const size_t size = fw_dtype_size(k->c.dtype);
    fw_product(&(struct fw_product){
        .variant = k->c.variant, .threads = k->c.threads, .a = a, .w = w, .bias = bias, .c = c,
        .rows = rows, .m = m, .n = n, .lda = fw_stride(&k->c, m), .ldc = fw_stride(&k->c, n)});
    count->flop += 2 * rows * n * m;
    count->bytes_act += rows * m * size;
    fw_count_end(count, rows * n, n * m * size + (bias != NULL ? 4 * n : 0));
}

/* The operand type is written where a product reads; bytes are those of that type. */
static void norm_rows(struct fw_kernel *k, enum fw_kernel_op op, const float *x, const void *w,
                      const void *bias, void *out, enum fw_dtype type, uint64_t rows)
{
    struct fw_kernel_counter *count = fw_count_begin(k, op);
    const uint64_t d = k->c.d, ld = fw_stride(&k->c, d);
    const size_t size = fw_dtype_size(type);
#pragma omp parallel for num_threads(k->c.threads) schedule(static) if (rows > 4)
    for (uint64_t r = 0; r < rows; r++) {
        k->c.variant->rows->norm(x + r * ld, d, w, bias, k->c.norm != FW_RMSNORM,
                                 (float)k->c.norm_eps, (unsigned char *)out + r * ld * size, type);
    }
    count->bytes_act += rows * d * size;
    fw_count_end(count, rows * d, (w != NULL ? 4 : 0) * d + (bias != NULL ? 4 : 0) * d);
}

static void residual(struct fw_kernel *k, enum fw_kernel_op op, uint64_t rows)
{
    struct fw_kernel_counter *count = fw_count_begin(k, op);
    const uint64_t d = k->c.d, ld = fw_stride(&k->c, d);
#pragma omp parallel for num_threads(k->c.threads) schedule(static) if (rows > 4)
    for (uint64_t r = 0; r < rows; r++) {
        k->c.variant->rows->add(k->x + r * ld, k->y + r * ld, d);
    }
    fw_count_end(count, 3 * rows * d, 0);
}

static void embed(struct fw_kernel *k, const uint32_t *tokens, uint64_t t, uint64_t stride)
{
    struct fw_kernel_counter *count = fw_count_begin(k, FW_OP_embedding);
    const struct fw_kernel_config *c = &k->c;
    const uint64_t d = c->d, rows = c->batch * t, ld = fw_stride(c, d);
#pragma omp parallel for num_threads(c->threads) schedule(static) if (rows > 1)
    for (uint64_t r = 0; r < rows; r++) {
        const uint64_t token = tokens[r / t * stride + r % t], position = k->length + r % t;
        fw_matrix_row(c, k->t[FW_TENSOR_embed], d, token, k->x + r * ld);
        if (c->positions > 0) {
            float *row = k->y + r * ld;
            fw_matrix_row(c, k->t[FW_TENSOR_pos], d, position, row);
            c->variant->rows->add(k->x + r * ld, row, d);
        }
    }
    fw_count_end(count, rows * d, rows * d * fw_dtype_size(c->dtype) * (c->positions > 0 ? 2 : 1));
}

static void norm_heads(struct fw_kernel *k, const struct fw_layer *l, uint64_t rows)
{
    struct fw_kernel_counter *count = fw_count_begin(k, FW_OP_qk_norm);
    const struct fw_kernel_group *g = l->g;
    const bool full = g->qk_norm == FW_QK_FULL;
    const uint64_t q_all = g->heads * g->d_h, k_all = g->kv_heads * g->d_h;
    const uint64_t q_n = full ? q_all : g->d_h, k_n = full ? k_all : g->d_h;
    const uint64_t ld_q = fw_stride(&k->c, q_all), ld_k = fw_stride(&k->c, k_all);
    const float eps = (float)k->c.norm_eps;
#pragma omp parallel for num_threads(k->c.threads) schedule(static) if (rows > 4)
    for (uint64_t r = 0; r < rows; r++) {
        for (uint64_t i = 0; i < q_all; i += q_n) {
            float *x = k->q + r * ld_q + i;
            k->c.variant->rows->norm(x, q_n, l->t[FW_TENSOR_q_norm], NULL, false, eps, x, FW_F32);
        }
        for (uint64_t i = 0; i < k_all; i += k_n) {
            float *x = k->k + r * ld_k + i;
            k->c.variant->rows->norm(x, k_n, l->t[FW_TENSOR_k_norm], NULL, false, eps, x, FW_F32);
        }
    }
    fw_count_end(count, 2 * rows * (q_all + k_all), (q_n + k_n) * sizeof(float));
}

static void rotate(struct fw_kernel *k, const struct fw_layer *l, uint64_t t, uint64_t rows)
{
    struct fw_kernel_counter *count = fw_count_begin(k, FW_OP_rope);
    const struct fw_kernel_group *g = l->g;
    const uint64_t ld_q = fw_stride(&k->c, g->heads * g->d_h);
    const uint64_t ld_k = fw_stride(&k->c, g->kv_heads * g->d_h);
#pragma omp parallel for num_threads(k->c.threads) schedule(static) if (rows > 4)
    for (uint64_t r = 0; r < rows; r++) {
        const uint64_t at = (k->length + r % t) * (g->rotary / 2);
        for (uint64_t j = 0; j < g->heads + g->kv_heads; j++) {
            float *head = j < g->heads ? k->q + r * ld_q + j * g->d_h
                                       : k->k + r * ld_k + (j - g->heads) * g->d_h;
            k->c.variant->rows->rotate(head, l->cos + at, l->sin + at, g->rotary,
                                       k->c.rope_interleaved);
        }
    }
    fw_count_end(count, 2 * rows * (g->heads + g->kv_heads) * g->rotary, 0);
}

static void activation(struct fw_kernel *k, const struct fw_layer *l, uint64_t rows)
{
    struct fw_kernel_counter *count = fw_count_begin(k, FW_OP_act);
    const struct fw_kernel_group *g = l->g;
    const uint64_t ld = fw_stride(&k->c, g->f);
    const enum fw_dtype type = k->c.variant->operand;
    const size_t size = fw_dtype_size(type);
#pragma omp parallel for num_threads(k->c.threads) schedule(static) if (rows > 4)
    for (uint64_t r = 0; r < rows; r++) {
        k->c.variant->rows->activate(g->mlp, g->gated ? k->gate + r * ld : NULL, k->up + r * ld,
                                     g->f, (unsigned char *)k->a_f + r * ld * size, type);
    }
    count->bytes_act += rows * g->f * size;
    fw_count_end(count, rows * g->f * (g->gated ? 2 : 1), 0);
}

static void layer(struct fw_kernel *k, const struct fw_layer *l, uint64_t t)
{
    const struct fw_kernel_group *g = l->g;
    void *const *w = l->t;
    const enum fw_dtype op = k->c.variant->operand;
    const uint64_t d = k->c.d, rows = k->c.batch * t;
    norm_rows(k, FW_OP_attn_norm, k->x, w[FW_TENSOR_attn_norm], w[FW_TENSOR_attn_norm_b], k->a_x,
              op, rows);
    product(k, FW_OP_q, k->a_x, w[FW_TENSOR_q], w[FW_TENSOR_q_b], k->q, rows, d,
            g->heads * g->d_h);
    product(k, FW_OP_k, k->a_x, w[FW_TENSOR_k], w[FW_TENSOR_k_b], k->k, rows, d,
            g->kv_heads * g->d_h);
    product(k, FW_OP_v, k->a_x, w[FW_TENSOR_v], w[FW_TENSOR_v_b], k->v, rows, d,
            g->kv_heads * g->d_v);
    if (g->qk_norm != FW_QK_NONE) {
        norm_heads(k, l, rows);
    }
    if (g->rotary > 0) {
        rotate(k, l, t, rows);
    }
    fw_attention_store(k, l, t);
    fw_attention(k, l, t);
    product(k, FW_OP_o, k->a_att, w[FW_TENSOR_o], w[FW_TENSOR_o_b], k->y, rows,
            g->heads * g->d_v, d);
    residual(k, FW_OP_attn_residual, rows);
    norm_rows(k, FW_OP_ffn_norm, k->x, w[FW_TENSOR_ffn_norm], w[FW_TENSOR_ffn_norm_b], k->a_x, op,
              rows);
    if (g->gated) {
        product(k, FW_OP_gate, k->a_x, w[FW_TENSOR_gate], w[FW_TENSOR_gate_b], k->gate, rows, d,
                g->f);
    }
    product(k, FW_OP_up, k->a_x, w[FW_TENSOR_up], w[FW_TENSOR_up_b], k->up, rows, d, g->f);
    activation(k, l, rows);
    product(k, FW_OP_down, k->a_f, w[FW_TENSOR_down], w[FW_TENSOR_down_b], k->y, rows, g->f, d);
    residual(k, FW_OP_ffn_residual, rows);
}

static void head(struct fw_kernel *k, uint64_t t)
{
    const struct fw_kernel_config *c = &k->c;
    const uint64_t ld = fw_stride(c, c->d);
    for (uint64_t b = 0; b < c->batch; b++) {
        memcpy(k->y + b * ld, k->x + ((b + 1) * t - 1) * ld, c->d * sizeof(float));
    }
    const enum fw_dtype op = c->variant->operand;
    if (c->final_norm) {
        norm_rows(k, FW_OP_final_norm, k->y, k->t[FW_TENSOR_final_norm],
                  k->t[FW_TENSOR_final_norm_b], k->a_x, op, c->batch);
    }
    for (uint64_t b = 0; !c->final_norm && b < c->batch; b++) {
        c->variant->rows->convert(k->y + b * ld, c->d, 1.0f,
                                  (unsigned char *)k->a_x + b * ld * fw_dtype_size(op), op);
    }
    product(k, FW_OP_lm_head, k->a_x, k->t[c->tied ? FW_TENSOR_embed : FW_TENSOR_head],
            k->t[FW_TENSOR_head_b], k->logits, c->batch, c->d, c->vocab);
}

void fw_driver_forward(struct fw_kernel *k, const uint32_t *tokens, uint64_t t,
                       uint64_t token_stride, bool with_head)
{
    const uint64_t rows = k->c.batch * t;
    embed(k, tokens, t, token_stride);
    if (k->c.embed_norm) {
        norm_rows(k, FW_OP_embed_norm, k->x, k->t[FW_TENSOR_embed_norm],
                  k->t[FW_TENSOR_embed_norm_b], k->x, FW_F32, rows);
    }
    for (uint64_t i = 0; i < k->c.layers; i++) {
        layer(k, &k->layers[i], t);
    }
    if (with_head) {
        head(k, t);
    }
}
