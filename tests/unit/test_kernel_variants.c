/* test_kernel_variants.c - every variant against the reference, on sizes that fit no vector.
 *
 * The oracle is reference.c, whose sums are in double. Bounds, relative to the largest logit:
 * f32 variants 2e-5 (sums of at most 150 terms of f32 in another order, through 2 layers); bf16
 * variants 0.05 (operands and cache rounded to 8 bits, 2^-9 each, through 2 layers). */
#include "kernel_text.h"

static const struct {
    const char *name, *text;
    uint64_t batch;
} models[] = {
    {"llama", "mlp=swiglu norm=rmsnorm position=rope vocab_size=77 hidden_size=75 "
              "num_hidden_layers=2 num_attention_heads=6 num_key_value_heads=2 head_dim=18 "
              "intermediate_size=131", 1},
    {"llama, interleaved, window, norm per head, batch 2",
     "mlp=geglu norm=rmsnorm position=rope rope_interleaved=1 rotary_dim=10 qk_norm=head "
     "vocab_size=65 hidden_size=50 num_hidden_layers=2 num_attention_heads=4 "
     "num_key_value_heads=1 head_dim=14 v_head_dim=9 intermediate_size=99 sliding_window=21 "
     "tie_word_embeddings=1", 2},
    {"gpt, batch 3", "mlp=gelu norm=layernorm position=learned max_position_embeddings=256 "
                     "attention_bias=1 mlp_bias=1 tie_word_embeddings=1 vocab_size=83 "
                     "hidden_size=45 num_hidden_layers=2 num_attention_heads=5", 3},
    {"relu squared, norm over all heads, no position",
     "mlp=relu2 norm=layernorm_no_bias position=none qk_norm=full vocab_size=40 hidden_size=33 "
     "num_hidden_layers=2 num_attention_heads=3 intermediate_size=70 lm_head_bias=1", 1},
    {"wide", "mlp=swiglu norm=rmsnorm position=rope vocab_size=33 hidden_size=544 "
             "num_hidden_layers=1 num_attention_heads=2 head_dim=130 intermediate_size=600", 1},
};
enum { NUM_MODELS = sizeof(models) / sizeof(models[0]), MAX_LOGITS = 1024, MAX_TOKENS = 512 };

/* Prefill of t tokens, then one decode; logits of all sequences one after the other. */
static size_t run(const struct fw_model *m, const struct fw_kernel_options *o, uint64_t t,
                  float *out)
{
    static uint32_t tokens[3 * MAX_TOKENS];
    struct fw_err err;
    struct fw_kernel *k = kernel_open(m, o, NULL);
    size_t n = 0;
    if (k == NULL) {
        return 0;
    }
    const struct fw_kernel_config *c = fw_kernel_config_of(k);
    kernel_tokens(tokens, (size_t)(c->batch * t), c->vocab);
    for (int decode = 0; decode < 2; decode++) {
        t_status("run", decode ? fw_kernel_decode(k, tokens, &err)
                               : fw_kernel_prefill(k, tokens, t, &err), FW_OK);
        for (uint64_t b = 0; b < c->batch; b++) {
            memcpy(out + n, fw_kernel_logits(k, b), c->vocab * sizeof(*out));
            n += c->vocab;
        }
    }
    fw_kernel_close(k);
    return n;
}

static double distance(const float *a, const float *b, size_t n)
{
    double most = 0.0, top = 0.0;
    for (size_t i = 0; i < n; i++) {
        const double d = fabs((double)a[i] - (double)b[i]);
        most = d > most || d != d ? d : most;
        top = fabs((double)b[i]) > top ? fabs((double)b[i]) : top;
    }
    return top > 0.0 ? most / top : 1.0;
}

/* All variants for these weights against one run of the reference. */
static void compare(const struct fw_model *m, size_t model, uint64_t t, enum fw_dtype dtype,
                    enum fw_dtype kv)
{
    static float want[MAX_LOGITS], got[MAX_LOGITS];
    char row[200];
    struct fw_kernel_options o = {.threads = 1, .variant = "reference", .dtype_given = true,
                                  .dtype = dtype, .kv_dtype_given = true, .kv_dtype = kv,
                                  .batch = models[model].batch, .max_tokens = t + 1};
    const size_t n = run(m, &o, t, want);
    /* A bf16 cache rounds where f32 sums in another order fall on either side. */
    const double bound = dtype == FW_BF16 ? 0.05 : kv == FW_F32 ? 2e-5 : 5e-3;
    for (size_t v = 1; v < fw_kernel_variant_count(); v++) {
        if (!fw_kernel_variant_available(v) || fw_kernel_variant_dtype(v) != dtype) {
            continue;
        }
        o.variant = fw_kernel_variant_name(v);
        (void)snprintf(row, sizeof(row), "%s, %llu tokens, %s, cache %s", models[model].name,
                       (unsigned long long)t, o.variant, kv == FW_F32 ? "f32" : "bf16");
        t_int(row, run(m, &o, t, got), n);
        t_abs(row, distance(got, want, n), 0.0, bound);
    }
}

static void all_variants(void)
{
    static const uint64_t tokens[] = {1, 3, 17, 127};
    for (size_t i = 0; i < NUM_MODELS; i++) {
        struct fw_arena arena;
        fw_arena_init(&arena, 0);
        const struct fw_model m = kernel_model(models[i].text, &arena);
        for (size_t j = 0; j < 4; j++) {
            compare(&m, i, tokens[j], FW_F32, FW_F32);
            compare(&m, i, tokens[j], FW_BF16, FW_BF16);
        }
        compare(&m, i, 17, FW_F32, FW_BF16);
        compare(&m, i, 17, FW_BF16, FW_F32);
        fw_arena_free(&arena);
    }
}

/* A text in one call, in pieces, and token by token gives the same logits in f32. */
static void pieces(void)
{
    static float whole[MAX_LOGITS], part[MAX_LOGITS];
    uint32_t tokens[50];
    struct fw_err err;
    struct fw_arena arena;
    fw_arena_init(&arena, 0);
    const struct fw_model m = kernel_model(models[0].text, &arena);
    for (size_t v = 0; v < fw_kernel_variant_count(); v++) {
        const struct fw_kernel_options o = {.threads = 1, .variant = fw_kernel_variant_name(v),
                                            .dtype_given = true, .dtype = FW_F32,
                                            .max_tokens = 50};
        if (!fw_kernel_variant_available(v) || fw_kernel_variant_dtype(v) == FW_BF16) {
            continue;
        }
        struct fw_kernel *k = kernel_open(&m, &o, NULL);
        kernel_tokens(tokens, 50, 77);
        t_status("whole", fw_kernel_prefill(k, tokens, 50, &err), FW_OK);
        memcpy(whole, fw_kernel_logits(k, 0), 77 * sizeof(float));
        t_status("back to 20 tokens", fw_kernel_set_length(k, 20, &err), FW_OK);
        t_status("a piece", fw_kernel_prefill(k, tokens + 20, 25, &err), FW_OK);
        for (size_t i = 45; i < 50; i++) {
            t_status("a token", fw_kernel_decode(k, tokens + i, &err), FW_OK);
        }
        memcpy(part, fw_kernel_logits(k, 0), 77 * sizeof(float));
        t_abs(o.variant, distance(part, whole, 77), 0.0, 1e-5);
        t_int("length", fw_kernel_length(k), 50);
        fw_kernel_close(k);
    }
    fw_arena_free(&arena);
}

int main(void)
{
    all_variants();
    pieces();
    return t_done();
}
