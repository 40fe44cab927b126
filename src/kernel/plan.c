/* plan.c - one block for all weights, caches and buffers of a kernel: how large it is, what lies
 * where, and whether the memory of the machine has room for it.
 */
#ifdef __linux__
#define _DEFAULT_SOURCE /* madvise */
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/fault.h"
#include "kernel/engine.h"
#include "kernel/pack.h"

enum { MAX_ROWS = 2048, ALIGN = 64, HUGE_PAGE = 2 << 20 };

/* The same walk over all buffers counts their bytes (base NULL) and sets the pointers. */
struct plan {
    unsigned char *base;
    fw_u128 used, weights, cache;
};

static void *take(struct plan *p, fw_u128 bytes)
{
    unsigned char *at = p->base != NULL ? p->base + (size_t)p->used : NULL;
    p->used += (bytes + ALIGN - 1) / ALIGN * ALIGN;
    return at;
}

static void plan_tensors(struct plan *p, const struct fw_kernel_config *c,
                         const struct fw_kernel_group *g, void **t)
{
    const fw_u128 before = p->used;
    for (size_t i = 0; i < FW_TENSOR_COUNT; i++) {
        const struct fw_tensor_shape s = fw_tensor_shape(c, g, (enum fw_tensor)i);
        if (s.rows == 0 || fw_tensor_table[i].in_layer != (g != NULL)) {
            t[i] = NULL;
            continue;
        }
        t[i] = take(p, fw_tensor_table[i].matrix ? fw_matrix_bytes(c, s.rows, s.cols)
                                                 : (fw_u128)s.cols * sizeof(float));
    }
    p->weights += p->used - before;
}

static void plan_layer(struct plan *p, const struct fw_kernel_config *c,
                       const struct fw_kernel_group *g, struct fw_layer *l)
{
    l->g = g;
    plan_tensors(p, c, g, l->t);
    const fw_u128 before = p->used;
    l->k_cache = take(p, fw_cache_bytes(c, g, false));
    l->v_cache = take(p, fw_cache_bytes(c, g, true));
    p->cache += p->used - before;
}

static fw_u128 floats(const struct fw_kernel_config *c, uint64_t rows, uint64_t width)
{
    return (fw_u128)rows * fw_stride(c, width) * sizeof(float);
}

/* Widest over the groups, of what `which` selects. */
enum width { W_Q, W_K, W_V, W_ATT, W_F, W_COUNT };
static void widths(const struct fw_kernel_config *c, uint64_t out[W_COUNT])
{
    memset(out, 0, W_COUNT * sizeof(*out));
    for (size_t i = 0; i < c->num_groups; i++) {
        const struct fw_kernel_group *g = &c->group[i];
        const uint64_t w[W_COUNT] = {g->heads * g->d_h, g->kv_heads * g->d_h,
                                     g->kv_heads * g->d_v, g->heads * g->d_v, g->f};
        for (size_t j = 0; j < W_COUNT; j++) {
            out[j] = w[j] > out[j] ? w[j] : out[j];
        }
    }
}

uint64_t fw_tokens_per_pass(const struct fw_kernel_config *c)
{
    const uint64_t t = c->batch < MAX_ROWS ? MAX_ROWS / c->batch : 1;
    return t < c->max_tokens ? t : c->max_tokens;
}

static uint64_t widest_row(const struct fw_kernel_config *c)
{
    uint64_t w[W_COUNT], most = c->d;
    widths(c, w);
    for (size_t i = 0; i < W_COUNT; i++) {
        most = w[i] > most ? w[i] : most;
    }
    return most;
}

static void plan_buffers(struct plan *p, const struct fw_kernel_config *c, struct fw_kernel *k)
{
    uint64_t w[W_COUNT];
    widths(c, w);
    k->rows = c->batch * fw_tokens_per_pass(c);
    const uint64_t rows = fw_round_up(k->rows, 32); /* tiles may write whole blocks of rows */
    k->x = take(p, floats(c, rows, c->d));
    k->y = take(p, floats(c, rows, c->d));
    k->q = take(p, floats(c, rows, w[W_Q]));
    k->k = take(p, floats(c, rows, w[W_K]));
    k->v = take(p, floats(c, rows, w[W_V]));
    k->att = take(p, fw_is_packed(c) ? 0 : floats(c, rows, w[W_ATT]));
    k->gate = take(p, floats(c, rows, w[W_F]));
    k->up = take(p, floats(c, rows, w[W_F]));
    k->logits = take(p, floats(c, fw_round_up(c->batch, 32), c->vocab));
    k->a_x = take(p, fw_is_packed(c) ? floats(c, rows, c->d) : 0);
    k->a_att = take(p, fw_is_packed(c) ? floats(c, rows, w[W_ATT]) : 0);
    k->a_f = take(p, fw_is_packed(c) ? floats(c, rows, w[W_F]) : 0);
    fw_u128 angles = 0;
    for (size_t i = 0; fw_is_packed(c) && i < c->num_groups; i++) {
        angles += (fw_u128)c->max_tokens * (c->group[i].rotary / 2) * sizeof(float);
    }
    k->cos = take(p, angles);
    k->sin = take(p, angles);
    k->scratch = take(p, (fw_u128)c->threads * sizeof(*k->scratch));
    for (size_t i = 0; i < c->threads; i++) {
        struct fw_scratch s = {.pairs = 0};
        unsigned char *at = take(p, fw_attention_scratch(c, NULL, NULL));
        (void)fw_attention_scratch(c, &s, at);
        s.row = take(p, fw_round_up(widest_row(c), FW_PANEL) * sizeof(float));
        s.rows = take(p, FW_PANEL * (fw_u128)fw_round_up(widest_row(c), FW_PANEL) * sizeof(float));
        if (p->base != NULL) {
            k->scratch[i] = s;
        }
    }
}

static void plan_all(struct plan *p, const struct fw_kernel_config *c, struct fw_kernel *k)
{
    plan_tensors(p, c, NULL, k->t);
    k->layers = take(p, (fw_u128)c->layers * sizeof(*k->layers));
    for (size_t i = 0, n = 0; i < c->num_groups; i++) {
        struct fw_layer one;
        for (uint64_t j = 0; p->base != NULL && j < c->group[i].layers; j++) {
            plan_layer(p, c, &c->group[i], &k->layers[n++]);
        }
        if (p->base == NULL) { /* all layers of a group are alike */
            const struct plan before = *p;
            plan_layer(p, c, &c->group[i], &one);
            p->used = before.used + (p->used - before.used) * c->group[i].layers;
            p->weights = before.weights + (p->weights - before.weights) * c->group[i].layers;
            p->cache = before.cache + (p->cache - before.cache) * c->group[i].layers;
        }
    }
    plan_buffers(p, c, k);
}

static uint64_t available_bytes(void)
{
    unsigned long long kib = 0;
    char line[128];
    FILE *f = fopen("/proc/meminfo", "r");
    while (f != NULL && fgets(line, sizeof(line), f) != NULL) {
        if (sscanf(line, "MemAvailable: %llu kB", &kib) == 1) {
            break;
        }
    }
    if (f != NULL) {
        (void)fclose(f); /* was only read */
    }
    return (uint64_t)kib * 1024;
}

/* Layers that fit into `bytes`, group by group. */
static uint64_t layers_within(const struct fw_kernel_config *c, fw_u128 bytes, fw_u128 fixed)
{
    uint64_t layers = 0;
    for (size_t i = 0; i < c->num_groups && fixed < bytes; i++) {
        struct plan p = {.base = NULL};
        struct fw_layer one;
        plan_layer(&p, c, &c->group[i], &one);
        p.used += sizeof(struct fw_layer);
        const fw_u128 fit = (bytes - fixed) / p.used;
        const uint64_t n = fit < c->group[i].layers ? (uint64_t)fit : c->group[i].layers;
        layers += n;
        fixed += p.used * n;
        if (n < c->group[i].layers) {
            break;
        }
    }
    return layers;
}

struct fw_kernel_memory fw_kernel_memory_need(const struct fw_kernel_config *c)
{
    struct fw_kernel_memory m = {.available = available_bytes()};
    struct plan p = {.base = NULL};
    struct fw_kernel k;
    plan_all(&p, c, &k);
    m.weights = p.weights;
    m.cache = p.cache;
    m.total = p.used;
    m.activations = m.total - m.weights - m.cache;
    struct plan fixed = {.base = NULL};
    plan_tensors(&fixed, c, NULL, k.t);
    plan_buffers(&fixed, c, &k);
    m.layers_fit = layers_within(c, m.available > 0 ? m.available : m.total, fixed.used);
    return m;
}

static enum fw_status check_memory(const struct fw_kernel_config *c, size_t *bytes,
                                   struct fw_err *err)
{
    const struct fw_kernel_memory m = fw_kernel_memory_need(c);
    char need[FW_COUNT_LEN], have[FW_COUNT_LEN];
    if ((m.available > 0 && m.total > m.available) || m.total > SIZE_MAX / 2) {
        fw_fail(err, FW_SYSTEM, "the kernel needs %s bytes, %s are available",
                fw_count_text(need, m.total, ','), fw_count_text(have, m.available, ','));
        return fw_err_hint(err, "%llu of %llu layers would fit",
                           (unsigned long long)m.layers_fit, (unsigned long long)c->layers);
    }
    *bytes = (size_t)m.total;
    return FW_OK;
}

void *fw_block_alloc(size_t bytes)
{
    const size_t align = bytes < HUGE_PAGE ? 4096 : HUGE_PAGE;
    void *const block =
        fw_fault_hit() ? NULL : aligned_alloc(align, (size_t)fw_round_up(bytes, align));
#ifdef MADV_HUGEPAGE
    if (block != NULL && bytes >= HUGE_PAGE) {
        (void)madvise(block, bytes, MADV_HUGEPAGE); /* only a matter of speed */
    }
#endif
    return block;
}

enum fw_status fw_plan_open(struct fw_kernel *k, struct fw_err *err)
{
    size_t bytes = 0;
    const enum fw_status s = check_memory(&k->c, &bytes, err);
    if (s != FW_OK) {
        return s;
    }
    k->block = fw_block_alloc(bytes);
    if (k->block == NULL) {
        return fw_fail(err, FW_SYSTEM, "no memory for a kernel of %zu bytes", bytes);
    }
    struct plan p = {.base = k->block};
    plan_all(&p, &k->c, k);
    return FW_OK;
}
