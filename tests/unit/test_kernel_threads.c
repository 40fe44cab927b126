/* test_kernel_threads.c - the number of threads changes no bit of the result. */
#include <stdlib.h>

#include "kernel_text.h"

enum { VOCAB = 500, TOKENS = 90, BATCH = 2 };

static void run(const struct fw_model *m, size_t variant, unsigned threads, float *out)
{
    static uint32_t tokens[BATCH * TOKENS];
    struct fw_err err;
    const struct fw_kernel_options o = {.variant = fw_kernel_variant_name(variant),
                                        .batch = BATCH, .max_tokens = TOKENS + 1,
                                        .threads = threads};
    struct fw_kernel *k = kernel_open(m, &o, NULL);
    if (k == NULL) {
        return;
    }
    kernel_tokens(tokens, BATCH * TOKENS, VOCAB);
    t_status("prefill", fw_kernel_prefill(k, tokens, TOKENS, &err), FW_OK);
    t_status("decode", fw_kernel_decode(k, tokens, &err), FW_OK);
    for (uint64_t b = 0; b < BATCH; b++) {
        memcpy(out + b * VOCAB, fw_kernel_logits(k, b), VOCAB * sizeof(*out));
    }
    fw_kernel_close(k);
}

int main(void)
{
    static float one[BATCH * VOCAB], two[BATCH * VOCAB];
    struct fw_arena arena;
    struct fw_err err;
    static struct fw_kernel_config c;
    fw_arena_init(&arena, 0);
    const struct fw_model m = kernel_model(
        "mlp=swiglu norm=rmsnorm position=rope vocab_size=500 hidden_size=96 num_hidden_layers=2 "
        "num_attention_heads=6 num_key_value_heads=3 intermediate_size=300", &arena);
    const struct fw_kernel_options many = {.threads = 100000};
    t_status("more threads than cores", fw_kernel_configure(&m, &many, &c, &err), FW_USAGE);
    t_true("says so", strstr(err.msg, "100000 threads asked for") != NULL);
    const struct fw_kernel_options all = {.threads = 0};
    t_status("all cores", fw_kernel_configure(&m, &all, &c, &err), FW_OK);
    if (c.threads < 2) {
        printf("one core: nothing to compare\n");
    }
    for (size_t v = 1; v < fw_kernel_variant_count() && c.threads > 1; v++) {
        if (fw_kernel_variant_available(v)) {
            run(&m, v, 1, one);
            run(&m, v, 2, two);
            t_true(fw_kernel_variant_name(v), memcmp(one, two, sizeof(one)) == 0);
            t_true("not all zero", one[1] != 0.0f && one[BATCH * VOCAB - 1] != 0.0f);
        }
    }
    fw_arena_free(&arena);
    return t_done();
}
