/* kernel_text.h - opens kernels for models that are written as text, and counts analytically. */
#ifndef FW_TESTS_KERNEL_TEXT_H
#define FW_TESTS_KERNEL_TEXT_H

#include "arch_text.h"
#include "kernel/kernel.h"
#include "kernel/weights.h"
#include "t.h"

/* The model lives in arena; a model that cannot be resolved stops the test program. */
static inline struct fw_model kernel_model(const char *text, struct fw_arena *arena)
{
    struct fw_model m;
    struct fw_err err;
    const struct fw_arch a = arch_text(text);
    if (fw_model_resolve(&a, &m, arena, &err) != FW_OK) {
        fprintf(stderr, "%s: %s\n", text, err.msg);
        exit(99);
    }
    return m;
}

/* NULL and a failed row if it cannot be opened. */
static inline struct fw_kernel *kernel_open(const struct fw_model *m,
                                            const struct fw_kernel_options *o,
                                            struct fw_weights *w)
{
    static struct fw_kernel_config c; /* large */
    struct fw_kernel *k = NULL;
    struct fw_err err = {.status = FW_OK};
    if (fw_kernel_configure(m, o, &c, &err) == FW_OK) {
        (void)fw_kernel_open(&c, w, &k, &err);
    }
    if (k == NULL) {
        printf("    %s\n", err.msg);
        t_true("kernel opens", false);
    }
    return k;
}

/* Tokens that look random and are the same everywhere. */
static inline void kernel_tokens(uint32_t *out, size_t n, uint64_t vocab)
{
    uint32_t x = 12345;
    for (size_t i = 0; i < n; i++) {
        x = x * 1664525U + 1013904223U;
        out[i] = (uint32_t)((x >> 8) % vocab);
    }
}

/* Counted against fw_steps_prefill() (of t tokens) or fw_steps_decode() (after t tokens). */
static inline struct fw_kernel_comparison kernel_compare(const struct fw_model *m,
                                                         const struct fw_kernel *k, uint64_t t,
                                                         bool decode)
{
    struct fw_arena arena;
    struct fw_err err = {.status = FW_OK};
    struct fw_estimate e;
    struct fw_step *steps = NULL;
    struct fw_kernel_comparison out;
    size_t n = 0;
    const struct fw_kernel_config *c = fw_kernel_config_of(k);
    struct fw_workload w = fw_workload_default(m);
    w.context = t;
    w.batch = c->batch;
    w.attention = FW_ATT_CAUSAL;
    fw_arena_init(&arena, 0);
    memset(&out, 0, sizeof(out));
    if (fw_estimate_init(&e, m->num_groups, &arena, &err) != FW_OK
        || fw_estimate_run(m, &w, &e, &err) != FW_OK
        || (decode ? fw_steps_decode(m, &w, &e, &steps, &n, &arena, &err)
                   : fw_steps_prefill(m, &e, &steps, &n, &arena, &err)) != FW_OK) {
        printf("    %s\n", err.msg);
    } else {
        fw_kernel_compare(c, fw_kernel_count(k), steps, n, &out);
    }
    fw_arena_free(&arena);
    return out;
}

#endif
