/* engine.h - inside the kernel: buffers, variants, and what reference and driver share.
 *
 * Two layouts of matrices and of the cache:
 *   plain    row-major (outputs, inputs), the reference's; cache (B, max_tokens, h_kv, d)
 *   packed   panels of 32 outputs, for all fast variants (pack.h); cache in the same panels
 */
#ifndef FW_KERNEL_ENGINE_H
#define FW_KERNEL_ENGINE_H

#ifdef _OPENMP
#include <omp.h>
#endif

#include "kernel/weights.h"

/* One product on packed operands, single-threaded: C (m, 32 panels) = or += A (m, k) B.
 * A has the variant's operand type and lda elements per row, k elements of which are read; B is
 * panels of 32 outputs (pack.h), panel_stride elements apart. k is a multiple of 32. */
struct fw_block {
    size_t m, panels, k;
    const void *a;
    size_t lda;
    const void *b;
    size_t panel_stride;
    float *c;
    size_t ldc;
    bool add;
};

/* Work on single rows of floats, vectorised per instruction set (rows.h). */
struct fw_rows;

struct fw_kernel_variant {
    const char *name, *text;
    enum fw_dtype weights; /* FW_DTYPE_COUNT = f32 and bf16 (the reference) */
    enum fw_dtype operand; /* of A and of packed B */
    size_t held; /* bytes of A that pass over each panel again: what a cache should hold */
    bool (*available)(void);
    void (*block)(const struct fw_block *b); /* NULL = the reference */
    const struct fw_rows *rows;
};
extern const struct fw_kernel_variant fw_variant_reference, fw_variant_portable_f32,
    fw_variant_portable_bf16, fw_variant_avx512_f32, fw_variant_avx512_bf16, fw_variant_amx_bf16;
/* By full name, or by the name without "-f32" or "-bf16" and the dtype; the fastest that is
 * available for the dtype if name is NULL. NULL if there is none. */
const struct fw_kernel_variant *fw_variant_find(const char *name, enum fw_dtype dtype);

struct fw_layer {
    const struct fw_kernel_group *g;
    void *t[FW_TENSOR_COUNT]; /* NULL = absent; vectors are float, matrices config.dtype */
    void *k_cache, *v_cache;
    const float *cos, *sin; /* (max_tokens, rotary / 2) */
};

/* Scratch of one thread for attention; sizes in attention.c. */
struct fw_scratch {
    void *q, *p;     /* operands: queries (rows, d_h), weights (rows, keys) */
    float *s, *o;    /* scores (rows, keys), output (rows, d_v) */
    float *max, *sum; /* (rows) */
    float *row;              /* one row of weights while they are loaded, and */
    uint32_t *rows;          /* 32 of them in the operand type */
    void *stage_k, *stage_v; /* a block of the cache in the operand type, if it has another */
    uint64_t pairs, kv_rows;
    double time_s[3]; /* scores, softmax, av */
};

struct fw_kernel {
    struct fw_kernel_config c;
    unsigned char *block; /* everything below lives in it */
    struct fw_layer *layers;
    void *t[FW_TENSOR_COUNT]; /* tensors outside the layers */
    uint64_t rows;            /* most rows of one pass */
    float *x, *y;             /* (rows, d): residual stream, output of a sub-layer */
    float *q, *k, *v;         /* (rows, h d_h), (rows, h_kv d_h), (rows, h_kv d_v) */
    float *att;               /* (rows, h d_v), reference only */
    float *gate, *up;         /* (rows, f) */
    float *logits;            /* (B, V) */
    void *a_x, *a_att, *a_f;  /* operands: normed x, heads side by side, activation */
    float *cos, *sin;
    struct fw_scratch *scratch; /* one per thread */
    fw_kernel_meter_fn *meter;  /* NULL = none */
    void *meter_ctx;
    struct fw_kernel_counter *metered; /* whose energy runs now; NULL = nobody's */
    struct fw_kernel_counter attention; /* scores, softmax and weighted sum together */
    uint64_t length;
    struct fw_kernel_counters count;
    fw_kernel_walk_fn *walk; /* reference only; NULL = none */
    void *walk_ctx;
};

static inline bool fw_is_packed(const struct fw_kernel_config *c)
{
    return c->variant->block != NULL;
}
static inline size_t fw_dtype_size(enum fw_dtype t)
{
    return t == FW_F32 ? 4 : 2;
}
static inline uint64_t fw_round_up(uint64_t n, uint64_t step)
{
    return (n + step - 1) / step * step;
}

/* Elements per row of an activation: the width itself (plain), or a multiple of 32 and one more
 * cache line, so that rows do not fall on the same cache sets (packed). */
static inline uint64_t fw_stride(const struct fw_kernel_config *c, uint64_t width)
{
    return fw_is_packed(c) ? fw_round_up(width, 32) + 32 : width;
}

/* Number of the calling thread inside a parallel region. */
static inline int fw_thread(void)
{
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}

/* A pass begins with fw_count_begin() and ends with fw_count_end(),
 * which adds the time and the activations (floats) and weights (bytes) that were touched. */
/* What the meter has counted belongs to the operation that ran; from now on it is next's. */
static inline void fw_meter_turn(struct fw_kernel *k, struct fw_kernel_counter *next)
{
    if (k->meter != NULL) {
        const double energy_J = k->meter(k->meter_ctx);
        if (k->metered != NULL) {
            k->metered->energy_J += energy_J;
        }
        k->metered = next;
    }
}
static inline struct fw_kernel_counter *fw_count_begin(struct fw_kernel *k, enum fw_kernel_op op)
{
    struct fw_kernel_counter *n = &k->count.op[op];
    fw_meter_turn(k, n);
    n->time_s -= fw_kernel_clock();
    n->calls++;
    return n;
}
static inline void fw_count_end(struct fw_kernel_counter *n, uint64_t act_floats,
                                uint64_t weight_bytes)
{
    n->bytes_act += act_floats * sizeof(float);
    n->bytes_weights += weight_bytes;
    n->time_s += fw_kernel_clock();
}

/* bf16 is the upper half of a float; to nearest, ties to even. NaN stays NaN. */
static inline float fw_bf16_float(uint16_t v)
{
    const union { uint32_t u; float f; } x = {.u = (uint32_t)v << 16};
    return x.f;
}
static inline uint16_t fw_float_bf16(float v)
{
    const union { float f; uint32_t u; } x = {.f = v};
    if ((x.u & 0x7fffffffU) > 0x7f800000U) {
        return (uint16_t)(x.u >> 16 | 0x40U);
    }
    return (uint16_t)((x.u + 0x7fffU + (x.u >> 16 & 1U)) >> 16);
}

/* Element i of an array that is f32 or bf16. */
static inline float fw_get(const void *data, enum fw_dtype type, size_t i)
{
    return type == FW_F32 ? ((const float *)data)[i] : fw_bf16_float(((const uint16_t *)data)[i]);
}
static inline void fw_put(void *data, enum fw_dtype type, size_t i, float value)
{
    if (type == FW_F32) {
        ((float *)data)[i] = value;
    } else {
        ((uint16_t *)data)[i] = fw_float_bf16(value);
    }
}

/* One pass over t new tokens of each sequence (rows = B t <= k->rows), logits of the last one
 * if head. The cache holds k->length tokens before and is not moved on. */
void fw_reference_forward(struct fw_kernel *k, const uint32_t *tokens, uint64_t t,
                          uint64_t token_stride, bool head);
void fw_driver_forward(struct fw_kernel *k, const uint32_t *tokens, uint64_t t,
                       uint64_t token_stride, bool head);

/* Softmax and weighted sum of the reference, over one tile of n scores. max, sum and out
 * (width) carry the state from tile to tile; begin with -INFINITY, 0 and zeros. scores become
 * exp(score - max). Dividing out by sum ends it. v: elements of `type`, row j at
 * first + j stride. */
void fw_reference_softmax(float *scores, size_t n, float *max, float *sum, float *out,
                          size_t width);
void fw_reference_weigh(const float *weights, const void *v, enum fw_dtype type, size_t first,
                        size_t stride, size_t n, float *out, size_t width);

/* attention.c: all layers' scores, softmax and weighted sum over the packed cache. */
void fw_attention(struct fw_kernel *k, const struct fw_layer *l, uint64_t t);
void fw_attention_store(struct fw_kernel *k, const struct fw_layer *l, uint64_t t);
/* Pseudo-random keys and values for the slots [from, to). */
void fw_attention_fill(struct fw_kernel *k, uint64_t layer, uint64_t from, uint64_t to);
/* Bytes of scratch buffers of one thread, assigned from base (NULL: only counted). */
size_t fw_attention_scratch(const struct fw_kernel_config *c, struct fw_scratch *s,
                            unsigned char *base);
/* Bytes of the key and value caches of one layer. */
fw_u128 fw_cache_bytes(const struct fw_kernel_config *c, const struct fw_kernel_group *g,
                       bool values);

/* plan.c: memory for bytes, in large pages where there are such; NULL if there is none. free(). */
void *fw_block_alloc(size_t bytes);
/* Allocates k->block for the configuration k->c and sets all pointers into it; the same errors as
 * fw_kernel_open(). */
enum fw_status fw_plan_open(struct fw_kernel *k, struct fw_err *err);
/* Tokens of each sequence that go through the layers at once. */
uint64_t fw_tokens_per_pass(const struct fw_kernel_config *c);

/* pack.c: bytes of a matrix (rows, cols) in the layout of c, and filling it from a source (NULL:
 * the generator). */
fw_u128 fw_matrix_bytes(const struct fw_kernel_config *c, uint64_t rows, uint64_t cols);
void fw_matrix_fill(const struct fw_kernel *k, const struct fw_kernel_group *g,
                    const struct fw_weights *w, enum fw_tensor t, uint64_t layer, void *data);
void fw_vector_fill(const struct fw_kernel_config *c, const struct fw_kernel_group *g,
                    const struct fw_weights *w, enum fw_tensor t, uint64_t layer, float *data);
/* Row `row` of a packed matrix as floats (cols); for the embedding. */
void fw_matrix_row(const struct fw_kernel_config *c, const void *data, uint64_t cols, uint64_t row,
                   float *out);

#endif
