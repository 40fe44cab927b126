/* kernel.h - a real forward pass that counts every multiply-add and every byte while it works.
 *
 * Shapes: B sequences (batch) of the same length, T tokens of each in one call, rows = B T with
 * the tokens of one sequence next to each other. Widths are those of docs/symbols.md: d, h, h_kv,
 * d_h, d_v, f, V. Weights are stored (outputs, inputs). Times in s, sizes in bytes, work in FLOP
 * (1 multiply-add = 2).
 *
 * A kernel belongs to one thread at a time; inside it uses OpenMP. The result does not depend on
 * the number of threads, to the last bit. Errors: FW_USAGE for a wrong option, FW_INPUT for a
 * model or file that does not fit, FW_SYSTEM for memory.
 */
#ifndef FW_KERNEL_KERNEL_H
#define FW_KERNEL_KERNEL_H

#include "core/steps.h"

enum fw_kernel_op {
#define OP(id, product, meaning) FW_OP_##id,
#include "kernel/ops.def"
#undef OP
    FW_OP_COUNT
};
struct fw_kernel_op_info {
    const char *id, *meaning;
    bool product;
};
extern const struct fw_kernel_op_info fw_kernel_op_table[FW_OP_COUNT];

/* What was done, from the bounds of the loops that did it. bytes_* are the operands that a pass
 * reads and writes, each once per pass; padding of vectors and tiles is in neither figure. */
struct fw_kernel_counter {
    uint64_t flop, bytes_weights, bytes_kv, bytes_act, calls;
    double time_s;   /* wall clock */
    double energy_J; /* NaN without a meter; from its start to that of the next operation */
};
struct fw_kernel_counters {
    struct fw_kernel_counter op[FW_OP_COUNT];
    double time_s; /* of the whole calls; more than the sum of op[].time_s by the glue */
};

/* What a user may choose; a zeroed struct is the default. */
struct fw_kernel_options {
    uint64_t layers;            /* run only so many layers; 0 = all */
    bool dtype_given, kv_dtype_given;
    enum fw_dtype dtype;        /* of the weights: f32 or bf16; default: f32 for f32 models */
    enum fw_dtype kv_dtype;     /* of the cache: f32 or bf16; default: that of the weights */
    uint64_t batch, max_tokens; /* 0 = 1 sequence, 512 tokens */
    unsigned threads;           /* 0 = all cores that this process may use */
    const char *variant;        /* name in fw_kernel_variant_name(), NULL = fastest here */
    uint64_t seed;              /* of random weights */
};

struct fw_kernel_group {
    uint64_t layers; /* of this group that are run */
    uint64_t heads, kv_heads, d_h, d_v, rotary, f, window;
    bool gated, qkv_bias, o_bias, ffn_bias;
    enum fw_mlp mlp;
    enum fw_qk_norm qk_norm;
};

struct fw_kernel_variant;
struct fw_kernel_config {
    uint64_t vocab, d, layers, model_layers, positions; /* positions: learned table, 0 = none */
    bool tied, head_bias, embed_norm, final_norm, norm_has_weight, norm_has_bias;
    bool rope, rope_interleaved;
    enum fw_norm norm;
    double rope_theta, norm_eps;
    size_t num_groups;
    struct fw_kernel_group group[FW_MAX_GROUPS]; /* groups without a layer are left out */
    size_t model_group[FW_MAX_GROUPS];           /* index of the group in the model */
    enum fw_dtype dtype, kv_dtype;
    uint64_t batch, max_tokens, seed;
    unsigned threads;
    const struct fw_kernel_variant *variant;
};

/* Checks the model (attention or GPT family: no MLA, no experts, two norms per layer, learned,
 * rotary or no positions) and the options. Nothing is allocated. */
enum fw_status fw_kernel_configure(const struct fw_model *m, const struct fw_kernel_options *o,
                                   struct fw_kernel_config *out, struct fw_err *err);

struct fw_kernel_memory {
    fw_u128 weights, cache, activations, total; /* bytes that fw_kernel_open() would allocate */
    uint64_t available;                         /* MemAvailable; 0 = unknown */
    uint64_t layers_fit;                        /* layers that would fit, with this cache */
};
struct fw_kernel_memory fw_kernel_memory_need(const struct fw_kernel_config *c);

/* Variants. Index 0 is the reference. */
size_t fw_kernel_variant_count(void);
const char *fw_kernel_variant_name(size_t i);   /* "reference", "portable", "avx512-f32", ... */
const char *fw_kernel_variant_text(size_t i);   /* one line */
enum fw_dtype fw_kernel_variant_dtype(size_t i); /* weights; FW_DTYPE_COUNT = f32 and bf16 */
bool fw_kernel_variant_available(size_t i);     /* false: not on this machine */
const char *fw_kernel_variant_of(const struct fw_kernel_config *c); /* name of the chosen one */

struct fw_kernel;
struct fw_weights; /* weights.h; NULL = pseudo-random, from config.seed */

/* Refuses what does not fit in memory, before it allocates; FW_SYSTEM then, and the hint names
 * the number of layers that would fit. *out is the caller's, to be closed. w may be closed
 * after this call. */
enum fw_status fw_kernel_open(const struct fw_kernel_config *c, struct fw_weights *w,
                              struct fw_kernel **out, struct fw_err *err);
void fw_kernel_close(struct fw_kernel *k); /* NULL is allowed */

/* Runs T more tokens of every sequence, tokens (B, T), and leaves the logits of the last one.
 * T >= 1; the cache must have room; every token < V. */
enum fw_status fw_kernel_prefill(struct fw_kernel *k, const uint32_t *tokens, uint64_t t,
                                 struct fw_err *err);
/* The same for one token per sequence, tokens (B). */
enum fw_status fw_kernel_decode(struct fw_kernel *k, const uint32_t *tokens, struct fw_err *err);
/* Logits (V) of sequence b after the last call; valid until the next. */
const float *fw_kernel_logits(const struct fw_kernel *k, uint64_t b);
/* Index of the largest logit, the first of equals. */
uint32_t fw_kernel_argmax(const struct fw_kernel *k, uint64_t b);

uint64_t fw_kernel_length(const struct fw_kernel *k); /* tokens in the cache */
/* Forgets all but the first n tokens (n = 0: a new text). If n is beyond what was run, the cache
 * is filled with pseudo-random values: for timing at a given length. n <= max_tokens. */
enum fw_status fw_kernel_set_length(struct fw_kernel *k, uint64_t n, struct fw_err *err);

double fw_kernel_clock(void); /* of all counters: s from some moment on, never back */

/* A meter is read whenever an operation begins: it returns the energy in J since it was read last,
 * NaN if that is unknown. Meters advance in steps of about 1 ms, so that single short operations
 * mean little, and sums over many runs are right. NULL = none. Counters are reset. */
typedef double fw_kernel_meter_fn(void *ctx);
void fw_kernel_set_meter(struct fw_kernel *k, fw_kernel_meter_fn *fn, void *ctx);

const struct fw_kernel_counters *fw_kernel_count(const struct fw_kernel *k);
void fw_kernel_count_reset(struct fw_kernel *k);
const struct fw_kernel_config *fw_kernel_config_of(const struct fw_kernel *k);

/* Counted against analytic, operation by operation. steps: of fw_steps_prefill() with the causal
 * convention and the LM head on the last row, or of fw_steps_decode(), for the same context and
 * batch; a step of a layer counts once per layer of its group that was run. */
struct fw_kernel_comparison {
    fw_u128 counted[FW_OP_COUNT], analytic[FW_OP_COUNT], counted_total, analytic_total;
    bool equal[FW_OP_COUNT], all_equal; /* all_equal: each product and the total */
};
void fw_kernel_compare(const struct fw_kernel_config *c, const struct fw_kernel_counters *n,
                       const struct fw_step *steps, size_t num_steps,
                       struct fw_kernel_comparison *out);

/* Numeric trace: fn is called after every step of the reference with the id of the step
 * (core/steps.def), the layer (0 outside the layers), the head (0 where all heads are in one
 * matrix) and the values (rows, cols), which are only valid during the call. */
typedef void fw_kernel_walk_fn(void *ctx, const char *step, uint64_t layer, uint64_t head,
                               const float *values, uint64_t rows, uint64_t cols);
/* A tiny deterministic model of m's structure: same family, head sharing, norms, activation,
 * positions, biases and window; out has its shapes. */
enum fw_status fw_kernel_walk_config(const struct fw_model *m, uint64_t tokens,
                                     struct fw_kernel_config *out, struct fw_err *err);
enum fw_status fw_kernel_walk(const struct fw_kernel_config *c, const uint32_t *tokens,
                              uint64_t num_tokens, fw_kernel_walk_fn *fn, void *ctx,
                              struct fw_err *err);
/* One head of attention over n given scores: softmax into weights (n), weighted sum of
 * v (n, width) into out (width), by the functions that the reference uses. */
void fw_kernel_attention_example(const float *scores, const float *v, size_t n, size_t width,
                                 float *weights, float *out);
/* The activation of an FFN, one element. */
float fw_kernel_activate(enum fw_mlp mlp, float v);

#endif
