/* test_kernel_counts.c - what the kernel counts while it runs equals the analytic FLOP, operation
 * by operation. Two oracles: the steps of core, and closed formulas typed here by hand from the
 * shapes (2 x rows x inputs x outputs per product; pairs summed one by one). */
#include "kernel_text.h"

#define LLAMA "mlp=swiglu norm=rmsnorm position=rope "
#define GPT "mlp=gelu norm=layernorm position=learned max_position_embeddings=256 " \
            "attention_bias=1 mlp_bias=1 tie_word_embeddings=1 "

static const struct {
    const char *name, *text;
    uint64_t batch, tokens;
} shapes[] = {
    {"MHA", LLAMA "vocab_size=61 hidden_size=48 num_hidden_layers=2 num_attention_heads=4 "
                  "intermediate_size=80", 1, 17},
    {"GQA", LLAMA "vocab_size=61 hidden_size=48 num_hidden_layers=3 num_attention_heads=6 "
                  "num_key_value_heads=2 intermediate_size=100", 1, 31},
    {"MQA", LLAMA "vocab_size=50 hidden_size=40 num_hidden_layers=2 num_attention_heads=5 "
                  "num_key_value_heads=1 intermediate_size=33", 1, 9},
    {"head_dim not hidden/heads", LLAMA "vocab_size=50 hidden_size=40 num_hidden_layers=2 "
                                        "num_attention_heads=4 num_key_value_heads=2 head_dim=24 "
                                        "intermediate_size=64 qk_norm=head", 1, 12},
    {"value heads narrower", LLAMA "vocab_size=50 hidden_size=36 num_hidden_layers=2 "
                                   "num_attention_heads=4 head_dim=12 v_head_dim=6 "
                                   "intermediate_size=64", 2, 11},
    {"tied", LLAMA "vocab_size=97 hidden_size=32 num_hidden_layers=2 num_attention_heads=4 "
                   "intermediate_size=64 tie_word_embeddings=1", 1, 16},
    {"biases", LLAMA "vocab_size=50 hidden_size=32 num_hidden_layers=2 num_attention_heads=4 "
                     "intermediate_size=64 attention_bias=1 mlp_bias=1 lm_head_bias=1",
     1, 8},
    {"batch 3", LLAMA "vocab_size=50 hidden_size=32 num_hidden_layers=2 num_attention_heads=4 "
                      "num_key_value_heads=2 intermediate_size=64", 3, 13},
    {"one token", LLAMA "vocab_size=50 hidden_size=32 num_hidden_layers=2 num_attention_heads=4 "
                        "intermediate_size=64", 1, 1},
    {"window shorter than the text", LLAMA "vocab_size=50 hidden_size=32 num_hidden_layers=2 "
                                           "num_attention_heads=4 intermediate_size=64 "
                                           "sliding_window=5", 1, 40},
    {"window longer than the text", LLAMA "vocab_size=50 hidden_size=32 num_hidden_layers=2 "
                                          "num_attention_heads=4 intermediate_size=64 "
                                          "sliding_window=64", 2, 20},
    {"every second layer has a window", LLAMA "vocab_size=50 hidden_size=32 num_hidden_layers=5 "
                                              "num_attention_heads=4 intermediate_size=64 "
                                              "sliding_window=7 sliding_window_pattern=2", 1, 33},
    {"GPT-2", GPT "vocab_size=71 hidden_size=48 num_hidden_layers=2 num_attention_heads=4", 1, 15},
    {"GPT-2, batch 2", GPT "vocab_size=71 hidden_size=36 num_hidden_layers=3 "
                           "num_attention_heads=3", 2, 22},
    {"GPT, long text", GPT "vocab_size=31 hidden_size=16 num_hidden_layers=1 "
                           "num_attention_heads=2", 1, 200},
    {"partial rotary, GEGLU", "mlp=geglu norm=rmsnorm position=rope vocab_size=50 hidden_size=32 "
                              "num_hidden_layers=2 num_attention_heads=2 rotary_dim=6 "
                              "intermediate_size=48 rope_interleaved=1", 1, 10},
};
enum { NUM_SHAPES = sizeof(shapes) / sizeof(shapes[0]), MAX_T = 512 };

/* Pairs of a query and a key, counted one by one. */
static uint64_t pairs_of(uint64_t from, uint64_t t, uint64_t window)
{
    uint64_t n = 0;
    for (uint64_t q = from; q < from + t; q++) {
        for (uint64_t key = 0; key <= q; key++) {
            n += window == 0 || q - key < window ? 1 : 0;
        }
    }
    return n;
}

/* The same totals from the shapes alone, without core. */
static uint64_t by_hand(const struct fw_kernel_config *c, uint64_t from, uint64_t t)
{
    const uint64_t rows = c->batch * t;
    uint64_t sum = 2 * c->batch * c->d * c->vocab;
    for (size_t i = 0; i < c->num_groups; i++) {
        const struct fw_kernel_group *g = &c->group[i];
        const uint64_t in = c->d * (g->heads * g->d_h + g->kv_heads * (g->d_h + g->d_v));
        const uint64_t out = g->heads * g->d_v * c->d, ffn = (g->gated ? 3 : 2) * c->d * g->f;
        const uint64_t pairs = c->batch * pairs_of(from, t, g->window);
        sum += g->layers * (2 * rows * (in + out + ffn) + 2 * pairs * g->heads * (g->d_h + g->d_v));
    }
    return sum;
}

static void check(const char *name, const struct fw_model *m, struct fw_kernel *k, uint64_t t)
{
    static uint32_t tokens[8 * MAX_T];
    struct fw_err err;
    char row[160];
    const struct fw_kernel_config *c = fw_kernel_config_of(k);
    const uint64_t batch = c->batch;
    kernel_tokens(tokens, (size_t)(batch * t), c->vocab);
    for (int decode = 0; decode < 2; decode++) {
        fw_kernel_count_reset(k);
        const enum fw_status s = decode ? fw_kernel_decode(k, tokens, &err)
                                        : fw_kernel_prefill(k, tokens, t, &err);
        const struct fw_kernel_comparison cmp = kernel_compare(m, k, t, decode);
        (void)snprintf(row, sizeof(row), "%s, %s: %s", name, "each operation",
                       decode ? "decode" : "prefill");
        t_true(row, s == FW_OK && cmp.all_equal && cmp.counted_total > 0);
        for (size_t i = 0; i < FW_OP_COUNT && !cmp.all_equal; i++) {
            if (!cmp.equal[i]) {
                printf("    %s: counted %llu, analytic %llu\n", fw_kernel_op_table[i].id,
                       (unsigned long long)cmp.counted[i], (unsigned long long)cmp.analytic[i]);
            }
        }
        (void)snprintf(row, sizeof(row), "%s, by hand: %s", name, decode ? "decode" : "prefill");
        t_int(row, cmp.counted_total, by_hand(c, decode ? t : 0, decode ? 1 : t));
    }
}

static void named_shapes(void)
{
    for (size_t i = 0; i < NUM_SHAPES; i++) {
        for (size_t v = 0; v < fw_kernel_variant_count(); v++) {
            if (!fw_kernel_variant_available(v)) {
                continue;
            }
            struct fw_arena arena;
            char row[160];
            fw_arena_init(&arena, 0);
            const struct fw_model m = kernel_model(shapes[i].text, &arena);
            const struct fw_kernel_options o = {.threads = 1, .variant = fw_kernel_variant_name(v),
                                                .batch = shapes[i].batch,
                                                .max_tokens = shapes[i].tokens + 1};
            struct fw_kernel *k = kernel_open(&m, &o, NULL);
            if (k != NULL) {
                (void)snprintf(row, sizeof(row), "%s, %s", shapes[i].name, o.variant);
                check(row, &m, k, shapes[i].tokens);
            }
            fw_kernel_close(k);
            fw_arena_free(&arena);
        }
    }
}

static uint32_t draw(uint32_t *state, uint32_t n)
{
    *state = *state * 1664525U + 1013904223U;
    return (*state >> 8) % n;
}

/* Random shapes of both families; the seed is fixed, so that a failure can be repeated. */
static void random_shapes(void)
{
    uint32_t x = 20240418;
    for (int i = 0; i < 40; i++) {
        struct fw_arena arena;
        char text[600], row[200];
        const uint32_t kv = 1 + draw(&x, 3), heads = kv * (1 + draw(&x, 4));
        const uint32_t d_h = 2 * (1 + draw(&x, 9)), t = 1 + draw(&x, 60);
        const bool gpt = draw(&x, 3) == 0;
        (void)snprintf(text, sizeof(text),
                       "vocab_size=%u hidden_size=%u num_hidden_layers=%u num_attention_heads=%u "
                       "num_key_value_heads=%u head_dim=%u intermediate_size=%u sliding_window=%u "
                       "%s", 2 + draw(&x, 90), 2 + draw(&x, 70), 1 + draw(&x, 3), heads, kv, d_h,
                       1 + draw(&x, 90), draw(&x, 2) * (1 + draw(&x, 30)),
                       gpt ? "mlp=relu norm=layernorm position=learned "
                             "max_position_embeddings=128 attention_bias=1 mlp_bias=1"
                           : LLAMA);
        fw_arena_init(&arena, 0);
        const struct fw_model m = kernel_model(text, &arena);
        const struct fw_kernel_options o = {.threads = 1, .variant = i % 2 == 0 ? "portable" : NULL,
                                            .dtype_given = true,
                                            .dtype = i % 3 == 0 ? FW_F32 : FW_BF16,
                                            .batch = 1 + draw(&x, 4), .max_tokens = t + 1};
        struct fw_kernel *k = kernel_open(&m, &o, NULL);
        if (k != NULL) {
            (void)snprintf(row, sizeof(row), "random shape %d, batch %u, %u tokens", i,
                           (unsigned)o.batch, t);
            check(row, &m, k, t);
        }
        fw_kernel_close(k);
        fw_arena_free(&arena);
    }
}

/* layers=K runs K layers of a model, and counts those. */
static void fewer_layers(void)
{
    struct fw_arena arena;
    fw_arena_init(&arena, 0);
    const struct fw_model m = kernel_model(shapes[11].text, &arena);
    const struct fw_kernel_options o = {.layers = 2, .max_tokens = 20};
    struct fw_kernel *k = kernel_open(&m, &o, NULL);
    if (k != NULL) {
        t_int("two of five layers", fw_kernel_config_of(k)->layers, 2);
        check("two of five layers", &m, k, 19);
    }
    fw_kernel_close(k);
    fw_arena_free(&arena);
}

int main(void)
{
    named_shapes();
    random_shapes();
    fewer_layers();
    return t_done();
}
