/* test_kernel_walk.c - the worked example of attention, the walk through a tiny model, and what
 * is refused before anything is allocated. */
#include "kernel_text.h"

#define LLAMA3 "mlp=swiglu norm=rmsnorm position=rope theta=500000 vocab_size=128256 " \
               "hidden_size=4096 num_hidden_layers=32 num_attention_heads=32 " \
               "num_key_value_heads=8 intermediate_size=14336 "

/* Scores, weights and output are printed in the text that the project grew from, section 3. */
static void worked_example(void)
{
    static const float scores[3] = {0.029f, 0.046f, 0.063f};
    static const float v[3][2] = {{0.3f, -0.1f}, {0.1f, 0.8f}, {0.6f, 0.2f}};
    static const double weights_want[3] = {0.328, 0.333, 0.339};
    float weights[3], out[2];
    fw_kernel_attention_example(scores, v[0], 3, 2, weights, out);
    for (size_t i = 0; i < 3; i++) {
        t_abs("weight", (double)weights[i], weights_want[i], 0.0005);
    }
    t_abs("sum of the weights", (double)weights[0] + (double)weights[1] + (double)weights[2], 1.0,
          1e-6);
    t_abs("first element of the head", (double)out[0], 0.335, 0.0005);
    t_abs("second element", (double)out[1], 0.302, 0.0005);
}

/* --- the walk ------------------------------------------------------------------------------- */

struct seen {
    char ids[2000];       /* of the first layer, in order, each once in a row */
    double softmax_sum;   /* of the last row of weights */
    uint64_t attended[8]; /* columns of the softmax rows of head 0 */
    size_t num_attended;
    float normed[64], x[64], stream[64], att_out[64];
    uint64_t d, k_cols, q_cols, logits;
    double probability_sum;
    bool finite;
};

static void note(void *ctx, const char *step, uint64_t layer, uint64_t head, const float *values,
                 uint64_t rows, uint64_t cols)
{
    struct seen *s = ctx;
    const size_t n = strlen(s->ids), last = strlen(step);
    const bool again = n > last && strcmp(s->ids + n - last - 1, " ") == 0
                       && strncmp(s->ids + n - last - 1, step, last) == 0;
    if (layer == 0 && !again && head == 0 && n + last + 2 < sizeof(s->ids)) {
        (void)snprintf(s->ids + n, sizeof(s->ids) - n, "%s ", step);
    }
    double sum = 0.0;
    for (uint64_t i = 0; i < rows * cols; i++) {
        sum += (double)values[i];
        s->finite = s->finite && values[i] - values[i] == 0.0f;
    }
    if (strcmp(step, "softmax") == 0) {
        s->softmax_sum = sum;
        if (head == 0 && s->num_attended < 8) {
            s->attended[s->num_attended++] = cols;
        }
    } else if (strcmp(step, "embedding") == 0) {
        s->d = cols;
        memcpy(s->x, values, cols * sizeof(float));
    } else if (strcmp(step, "attn_norm") == 0 && layer == 0) {
        memcpy(s->normed, values, cols * sizeof(float));
    } else if (strcmp(step, "o") == 0 && layer == 0) {
        memcpy(s->att_out, values, cols * sizeof(float));
    } else if (strcmp(step, "attn_residual") == 0 && layer == 0) {
        memcpy(s->stream, values, cols * sizeof(float));
    } else if (strcmp(step, "q") == 0) {
        s->q_cols = cols;
    } else if (strcmp(step, "k") == 0) {
        s->k_cols = cols;
    } else if (strcmp(step, "lm_head") == 0) {
        s->logits = cols;
    } else if (strcmp(step, "probabilities") == 0) {
        s->probability_sum = sum;
    }
}

static bool walk(const char *text, struct seen *s)
{
    static struct fw_kernel_config c;
    static const uint32_t tokens[3] = {3, 17, 8};
    struct fw_arena arena;
    struct fw_err err = {.status = FW_OK};
    memset(s, 0, sizeof(*s));
    s->finite = true;
    fw_arena_init(&arena, 0);
    const struct fw_model m = kernel_model(text, &arena);
    const bool good = fw_kernel_walk_config(&m, 3, &c, &err) == FW_OK
                      && fw_kernel_walk(&c, tokens, 3, note, s, &err) == FW_OK;
    if (!good) {
        printf("    %s\n", err.msg);
    }
    t_true("all values are finite", s->finite);
    fw_arena_free(&arena);
    return good;
}

static void walks(void)
{
    static struct seen s;
    t_true("llama-3", walk(LLAMA3, &s));
    t_str("steps of llama-3", s.ids,
          "embedding attn_norm q k v rope scores softmax av scores softmax av scores softmax av "
          "concat o attn_residual ffn_norm gate up act down ffn_residual final_norm lm_head "
          "probabilities ");
    t_int("four query heads per key-value head", s.q_cols, 4 * s.k_cols);
    t_int("the third token sees three", s.attended[2], 3);
    t_abs("weights sum to 1", s.softmax_sum, 1.0, 1e-6);
    t_abs("probabilities sum to 1", s.probability_sum, 1.0, 1e-6);
    /* RMSNorm by its definition: the ratio to the input is the weight over the rms. */
    double square = 0.0;
    for (uint64_t i = 0; i < s.d; i++) {
        square += (double)s.x[i] * (double)s.x[i] / (double)s.d;
    }
    const double unit = (double)s.x[0] / sqrt(square + 1e-5);
    t_true("norm within its weight, 1 +- 0.18", fabs((double)s.normed[0] / unit - 1.0) < 0.18);
    t_abs("residual", (double)s.stream[1], (double)s.x[1] + (double)s.att_out[1], 1e-6);

    t_true("gpt", walk("mlp=gelu norm=layernorm position=learned max_position_embeddings=2048 "
                       "attention_bias=1 mlp_bias=1 tie_word_embeddings=1 vocab_size=50257 "
                       "hidden_size=12288 num_hidden_layers=96 num_attention_heads=96", &s));
    t_true("no rotation, no gate",
           strstr(s.ids, "rope") == NULL && strstr(s.ids, "gate") == NULL);
    t_int("as many key heads as query heads", s.q_cols, s.k_cols);

    t_true("a window", walk(LLAMA3 "sliding_window=4096", &s));
    t_int("the third token sees two", s.attended[2], 2);
}

/* --- refusals ------------------------------------------------------------------------------- */

static enum fw_status configure(const char *text, const struct fw_kernel_options *o,
                                struct fw_kernel_config *c, struct fw_err *err)
{
    struct fw_arena arena;
    fw_arena_init(&arena, 0);
    const struct fw_model m = kernel_model(text, &arena);
    const enum fw_status s = fw_kernel_configure(&m, o, c, err);
    fw_arena_free(&arena);
    return s;
}

static void refusals(void)
{
    static struct fw_kernel_config c;
    struct fw_err err;
    struct fw_kernel *k = NULL;
    const struct fw_kernel_options plain = {.layers = 0};
    const struct fw_kernel_options deep = {.layers = 33}, odd = {.variant = "avx51-f32"};
    const struct fw_kernel_options q8 = {.dtype_given = true, .dtype = FW_Q8_0};
    const struct fw_kernel_options huge = {.batch = 1000, .max_tokens = 1 << 20};
    t_status("33 of 32 layers", configure(LLAMA3, &deep, &c, &err), FW_USAGE);
    t_str("33 of 32 layers", err.msg, "33 layers asked for, the model has 32");
    t_status("unknown variant", configure(LLAMA3, &odd, &c, &err), FW_USAGE);
    t_str("unknown variant, hint", err.hint, "nearest: avx512-f32");
    t_status("q8_0", configure(LLAMA3, &q8, &c, &err), FW_USAGE);
    t_status("experts", configure(LLAMA3 "num_experts=8 num_experts_per_tok=2", &plain, &c, &err),
             FW_INPUT);
    t_str("experts", err.msg, "the kernel does not run mixture of experts");
    t_status("8B is configured", configure(LLAMA3, &huge, &c, &err), FW_OK);
    /* Weights by hand: (8,030,261,248 - 266,240 in norms) x 2 B and the norms in f32. */
    const struct fw_kernel_memory m = fw_kernel_memory_need(&c);
    t_u128("weights of LLaMA-3 8B in bf16", m.weights, "16061054976");
    /* 2^20 tokens x 1000 sequences x 131,072 B. */
    t_u128("cache", m.cache, "137438953472000");
    t_status("does not fit", fw_kernel_open(&c, NULL, &k, &err), FW_SYSTEM);
    t_true("nothing is opened", k == NULL);
    t_true("the hint names the layers", strstr(err.hint, "of 32 layers would fit") != NULL);
}

static void bad_calls(void)
{
    struct fw_arena arena;
    struct fw_err err;
    static const uint32_t tokens[5] = {1, 2, 3, 4, 99};
    fw_arena_init(&arena, 0);
    const struct fw_model m = kernel_model(
        "mlp=gelu norm=layernorm position=learned max_position_embeddings=8 vocab_size=50 "
        "hidden_size=16 num_hidden_layers=1 num_attention_heads=2", &arena);
    const struct fw_kernel_options o = {.max_tokens = 4}, longer = {.max_tokens = 9};
    static struct fw_kernel_config c;
    t_status("more tokens than positions", fw_kernel_configure(&m, &longer, &c, &err), FW_USAGE);
    t_str("says so", err.msg, "9 tokens, but only 8 learned positions");
    struct fw_kernel *k = kernel_open(&m, &o, NULL);
    t_status("no tokens", fw_kernel_prefill(k, tokens, 0, &err), FW_USAGE);
    t_str("no tokens", err.msg, "no tokens to run");
    t_status("too many", fw_kernel_prefill(k, tokens, 5, &err), FW_USAGE);
    t_status("beyond the vocabulary", fw_kernel_decode(k, tokens + 4, &err), FW_INPUT);
    t_str("beyond the vocabulary", err.msg, "token 99, the vocabulary has 50");
    t_status("a full cache", fw_kernel_prefill(k, tokens, 4, &err), FW_OK);
    t_status("one more", fw_kernel_decode(k, tokens, &err), FW_USAGE);
    t_status("length beyond", fw_kernel_set_length(k, 5, &err), FW_USAGE);
    fw_kernel_close(k);
    fw_kernel_close(NULL);
    fw_arena_free(&arena);
}

int main(void)
{
    worked_example();
    walks();
    refusals();
    bad_calls();
    return t_done();
}
