/* engine.c - a kernel from its opening to its end: loading, running, what it answers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/fault.h"
#include "kernel/engine.h"
#include "kernel/threads.h"

double fw_kernel_clock(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t); /* cannot fail with this clock */
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void fill_angles(struct fw_kernel *k)
{
    float *co = k->cos, *si = k->sin;
    for (uint64_t i = 0, n = 0; fw_is_packed(&k->c) && i < k->c.num_groups; i++) {
        const uint64_t planes = k->c.group[i].rotary / 2;
        for (uint64_t j = 0; j < k->c.group[i].layers; j++) {
            k->layers[n].cos = co;
            k->layers[n++].sin = si;
        }
        for (uint64_t j = 0; j < k->c.max_tokens * planes; j++) {
            const double turn = pow(k->c.rope_theta, -(double)(j % planes) / (double)planes);
            co[j] = (float)cos((double)(j / planes) * turn);
            si[j] = (float)sin((double)(j / planes) * turn);
        }
        co += k->c.max_tokens * planes;
        si += k->c.max_tokens * planes;
    }
}

static void load(struct fw_kernel *k, const struct fw_kernel_group *g, const struct fw_weights *w,
                 uint64_t layer, void **t)
{
    for (size_t i = 0; i < FW_TENSOR_COUNT; i++) {
        if (t[i] == NULL) {
            continue;
        }
        if (fw_tensor_table[i].matrix) {
            fw_matrix_fill(k, g, w, (enum fw_tensor)i, layer, t[i]);
        } else {
            fw_vector_fill(&k->c, g, w, (enum fw_tensor)i, layer, t[i]);
        }
    }
}

/* Touches what no weight fills, so that no page is new when time counts, and binds threads. */
static void settle(struct fw_kernel *k)
{
    unsigned char *x = (unsigned char *)k->x;
    memset(x, 0, (size_t)((unsigned char *)k->scratch - x));
    for (size_t i = 0; i < k->c.layers; i++) {
        const struct fw_layer *l = &k->layers[i];
        memset(l->k_cache, 0, (size_t)fw_cache_bytes(&k->c, l->g, false));
        memset(l->v_cache, 0, (size_t)fw_cache_bytes(&k->c, l->g, true));
    }
#pragma omp parallel num_threads(k->c.threads)
    if (k->c.threads == fw_threads_cores()) {
        fw_threads_pin((unsigned)fw_thread());
    }
}

enum fw_status fw_kernel_open(const struct fw_kernel_config *c, struct fw_weights *w,
                              struct fw_kernel **out, struct fw_err *err)
{
    struct fw_kernel *k = fw_fault_hit() ? NULL : calloc(1, sizeof(*k));
    if (k == NULL) {
        return fw_fail(err, FW_SYSTEM, "no memory for a kernel");
    }
    k->c = *c;
    const enum fw_status s = fw_plan_open(k, err);
    if (s != FW_OK) {
        free(k);
        return s;
    }
    fw_kernel_count_reset(k);
    settle(k);
    fill_angles(k);
    load(k, NULL, w, 0, k->t);
    for (uint64_t i = 0; i < k->c.layers; i++) {
        load(k, k->layers[i].g, w, i, k->layers[i].t);
    }
    *out = k;
    return FW_OK;
}

void fw_kernel_close(struct fw_kernel *k)
{
    if (k != NULL) {
        fw_threads_unpin();
        free(k->block);
        free(k);
    }
}

static enum fw_status check_tokens(const struct fw_kernel *k, const uint32_t *tokens, uint64_t t,
                                   struct fw_err *err)
{
    if (t == 0) {
        return fw_fail(err, FW_USAGE, "no tokens to run");
    }
    if (t > k->c.max_tokens - k->length) {
        return fw_fail(err, FW_USAGE, "%llu tokens after %llu do not fit in a cache for %llu",
                       (unsigned long long)t, (unsigned long long)k->length,
                       (unsigned long long)k->c.max_tokens);
    }
    for (uint64_t i = 0; i < k->c.batch * t; i++) {
        if (tokens[i] >= k->c.vocab) {
            return fw_fail(err, FW_INPUT, "token %lu, the vocabulary has %llu",
                           (unsigned long)tokens[i], (unsigned long long)k->c.vocab);
        }
    }
    return FW_OK;
}

enum fw_status fw_kernel_prefill(struct fw_kernel *k, const uint32_t *tokens, uint64_t t,
                                 struct fw_err *err)
{
    const enum fw_status s = check_tokens(k, tokens, t, err);
    if (s != FW_OK) {
        return s;
    }
    const uint64_t step = fw_tokens_per_pass(&k->c);
    const double start = fw_kernel_clock();
    fw_meter_turn(k, NULL);
    for (uint64_t i = 0; i < t; i += step) {
        const uint64_t n = t - i < step ? t - i : step;
        if (fw_is_packed(&k->c)) {
            fw_driver_forward(k, tokens + i, n, t, i + n == t);
        } else {
            fw_reference_forward(k, tokens + i, n, t, i + n == t);
        }
        k->length += n;
    }
    k->count.time_s += fw_kernel_clock() - start;
    fw_meter_turn(k, NULL);
    return FW_OK;
}

enum fw_status fw_kernel_decode(struct fw_kernel *k, const uint32_t *tokens, struct fw_err *err)
{
    return fw_kernel_prefill(k, tokens, 1, err);
}

const float *fw_kernel_logits(const struct fw_kernel *k, uint64_t b)
{
    return k->logits + b * fw_stride(&k->c, k->c.vocab);
}

uint32_t fw_kernel_argmax(const struct fw_kernel *k, uint64_t b)
{
    const float *v = fw_kernel_logits(k, b);
    uint32_t best = 0;
    for (uint32_t i = 1; i < k->c.vocab; i++) {
        best = v[i] > v[best] ? i : best;
    }
    return best;
}

uint64_t fw_kernel_length(const struct fw_kernel *k)
{
    return k->length;
}

/* Pseudo-random keys and values of the plain cache, for the slots [from, to). */
static void plain_fill(struct fw_kernel *k, uint64_t layer, uint64_t from, uint64_t to)
{
    const struct fw_layer *l = &k->layers[layer];
    const uint64_t k_n = l->g->kv_heads * l->g->d_h, v_n = l->g->kv_heads * l->g->d_v;
    for (uint64_t b = 0; b < k->c.batch; b++) {
        const uint64_t first = b * k->c.max_tokens + from, last = b * k->c.max_tokens + to;
        for (uint64_t i = first * k_n; i < last * k_n; i++) {
            fw_put(l->k_cache, k->c.kv_dtype, i,
                   fw_weights_random(k->c.seed, FW_TENSOR_k, layer, i));
        }
        for (uint64_t i = first * v_n; i < last * v_n; i++) {
            fw_put(l->v_cache, k->c.kv_dtype, i,
                   fw_weights_random(k->c.seed, FW_TENSOR_v, layer, i));
        }
    }
}

enum fw_status fw_kernel_set_length(struct fw_kernel *k, uint64_t n, struct fw_err *err)
{
    if (n > k->c.max_tokens) {
        return fw_fail(err, FW_USAGE, "%llu tokens do not fit in a cache for %llu",
                       (unsigned long long)n, (unsigned long long)k->c.max_tokens);
    }
    for (uint64_t i = 0; n > k->length && i < k->c.layers; i++) {
        if (fw_is_packed(&k->c)) {
            fw_attention_fill(k, i, k->length, n);
        } else {
            plain_fill(k, i, k->length, n);
        }
    }
    k->length = n;
    return FW_OK;
}

const struct fw_kernel_counters *fw_kernel_count(const struct fw_kernel *k)
{
    return &k->count;
}

void fw_kernel_count_reset(struct fw_kernel *k)
{
    memset(&k->count, 0, sizeof(k->count));
    memset(&k->attention, 0, sizeof(k->attention));
    for (size_t i = 0; k->meter == NULL && i < FW_OP_COUNT; i++) {
        k->count.op[i].energy_J = (double)NAN; /* unknown, not 0 */
    }
}

void fw_kernel_set_meter(struct fw_kernel *k, fw_kernel_meter_fn *fn, void *ctx)
{
    k->meter = fn;
    k->meter_ctx = ctx;
    k->metered = NULL;
    fw_kernel_count_reset(k);
}

const struct fw_kernel_config *fw_kernel_config_of(const struct fw_kernel *k)
{
    return &k->c;
}
