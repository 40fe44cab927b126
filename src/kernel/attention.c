/* attention.c - attention of the fast variants: tiles of queries against tiles of keys.
 *
 * The cache holds keys and values as panels (pack.h), so that both products of attention are the
 * same packed product as all others:
 *
 *   K   panels of 32 keys, inputs d_h            S (rows, keys) = Q (rows, d_h) K^T
 *   V   panels of 32 value columns, inputs keys  O (rows, d_v) += P (rows, keys) V
 *
 * rows = up to 128: some queries times all query heads that share the key-value head. Between the
 * products stands an online softmax; no S x S matrix exists. Pairs are counted from the bounds of
 * the rows (what the causal mask and the window leave), not from the tiles.
 */
#include <math.h>
#include <string.h>

#include "kernel/pack.h"
#include "kernel/rows.h"

enum { ROWS = 128, KEYS = 128 }; /* of a tile */
enum { WORTH_THREADS = 1 << 16 }; /* multiply-adds: some microseconds, as a fork and a join */

/* Shapes of one call, all in elements. */
struct shape {
    const struct fw_kernel_group *g;
    uint64_t share;       /* query heads per key-value head */
    uint64_t queries;     /* per tile */
    uint64_t slots;       /* keys that the cache has room for, a multiple of 32 */
    uint64_t d_h, d_v;    /* rounded up to 32 */
    uint64_t ld_q, ld_s, ld_o;
};

static struct shape shape_of(const struct fw_kernel_config *c, const struct fw_kernel_group *g)
{
    struct shape s = {.g = g, .share = g->heads / g->kv_heads};
    s.queries = s.share < ROWS ? ROWS / s.share : 1;
    s.slots = fw_round_up(c->max_tokens, FW_PANEL);
    s.d_h = fw_round_up(g->d_h, FW_PANEL);
    s.d_v = fw_round_up(g->d_v, FW_PANEL);
    s.ld_q = s.d_h + FW_PANEL;
    s.ld_s = KEYS + FW_PANEL;
    s.ld_o = s.d_v + FW_PANEL;
    return s;
}

fw_u128 fw_cache_bytes(const struct fw_kernel_config *c, const struct fw_kernel_group *g,
                       bool values)
{
    const uint64_t width = values ? g->d_v : g->d_h;
    fw_u128 n = (fw_u128)c->batch * g->kv_heads * fw_dtype_size(c->kv_dtype);
    n *= fw_is_packed(c) ? fw_round_up(width, FW_PANEL) : width;
    return n * (fw_is_packed(c) ? fw_round_up(c->max_tokens, FW_PANEL) : c->max_tokens);
}

static void *take(unsigned char *base, size_t *used, size_t bytes)
{
    unsigned char *p = base != NULL ? base + *used : NULL;
    *used += fw_round_up(bytes, 64) + 64;
    return p;
}

size_t fw_attention_scratch(const struct fw_kernel_config *c, struct fw_scratch *out,
                            unsigned char *base)
{
    uint64_t rows = ROWS, ld_q = 0, ld_o = 0, stage = 0;
    for (size_t i = 0; i < c->num_groups; i++) {
        const struct shape s = shape_of(c, &c->group[i]);
        rows = s.share > rows ? s.share : rows;
        ld_q = s.ld_q > ld_q ? s.ld_q : ld_q;
        ld_o = s.ld_o > ld_o ? s.ld_o : ld_o;
        stage = s.d_h > stage ? s.d_h : stage;
        stage = s.d_v > stage ? s.d_v : stage;
    }
    size_t used = 0;
    struct fw_scratch s = {.pairs = 0};
    rows = fw_round_up(rows, FW_PANEL);
    s.q = take(base, &used, rows * ld_q * 4);
    s.p = take(base, &used, rows * (KEYS + FW_PANEL) * 4);
    s.s = take(base, &used, rows * (KEYS + FW_PANEL) * 4);
    s.o = take(base, &used, rows * ld_o * 4);
    s.max = take(base, &used, rows * 4);
    s.sum = take(base, &used, rows * 4);
    s.stage_k = take(base, &used, KEYS * stage * 4);
    s.stage_v = take(base, &used, KEYS * stage * 4);
    if (out != NULL) {
        *out = s;
    }
    return used;
}

/* First element of the keys (values) of sequence b and head j. */
static size_t head_start(const struct shape *s, uint64_t b, uint64_t j, uint64_t width)
{
    return (b * s->g->kv_heads + j) * s->slots * width;
}

static size_t key_at(const struct shape *s, enum fw_dtype t, size_t key, size_t i)
{
    return key / FW_PANEL * FW_PANEL * s->d_h + fw_panel_at(t, i, key % FW_PANEL);
}

static size_t value_at(const struct shape *s, enum fw_dtype t, size_t key, size_t i)
{
    return i / FW_PANEL * FW_PANEL * s->slots + fw_panel_at(t, key, i % FW_PANEL);
}

/* One token of one head: key (d_h) and value (d_v) into slot `key`. */
static void store_head(const struct fw_kernel *k, const struct fw_layer *l, const struct shape *s,
                       uint64_t b, uint64_t j, uint64_t key, const float *kv, const float *vv)
{
    const enum fw_dtype t = k->c.kv_dtype;
    const size_t k0 = head_start(s, b, j, s->d_h), v0 = head_start(s, b, j, s->d_v);
    for (size_t i = 0; i < s->g->d_h; i++) {
        fw_put(l->k_cache, t, k0 + key_at(s, t, key, i), kv[i]);
    }
    for (size_t i = 0; i < s->g->d_v; i++) {
        fw_put(l->v_cache, t, v0 + value_at(s, t, key, i), vv[i]);
    }
}

void fw_attention_store(struct fw_kernel *k, const struct fw_layer *l, uint64_t t)
{
    struct fw_kernel_counter *count = fw_count_begin(k, FW_OP_cache);
    const struct shape s = shape_of(&k->c, l->g);
    const uint64_t rows = k->c.batch * t, heads = s.g->kv_heads;
    const uint64_t ld_k = fw_stride(&k->c, heads * s.g->d_h);
    const uint64_t ld_v = fw_stride(&k->c, heads * s.g->d_v);
    /* Threads take whole heads: neighbouring tokens share cache lines. */
#pragma omp parallel for num_threads(k->c.threads) schedule(static) if (rows > 1)
    for (uint64_t h = 0; h < k->c.batch * heads; h++) {
        const uint64_t b = h / heads, j = h % heads;
        for (uint64_t q = 0; q < t; q++) {
            store_head(k, l, &s, b, j, k->length + q, k->k + (b * t + q) * ld_k + j * s.g->d_h,
                       k->v + (b * t + q) * ld_v + j * s.g->d_v);
        }
    }
    count->bytes_kv += rows * heads * (s.g->d_h + s.g->d_v) * fw_dtype_size(k->c.kv_dtype);
    fw_count_end(count, rows * heads * (s.g->d_h + s.g->d_v), 0);
}

/* n elements in panels of one type into panels of another; inputs in pairs stay in pairs. */
static void restage(const void *from, enum fw_dtype t, size_t start, void *to,
                    enum fw_dtype type, size_t to_start, size_t inputs)
{
    for (size_t i = 0; i < inputs; i++) {
        for (size_t j = 0; j < FW_PANEL; j++) {
            fw_put(to, type, to_start + fw_panel_at(type, i, j),
                   fw_get(from, t, start + fw_panel_at(t, i, j)));
        }
    }
}

/* A tile of the cache in the operand type: where it lies, and how far its panels are apart. */
struct tile {
    const void *k, *v;
    size_t k_stride, v_stride;
};

static struct tile tile_of(const struct fw_kernel *k, const struct fw_layer *l,
                           const struct shape *s, uint64_t b, uint64_t j, size_t first,
                           size_t keys, struct fw_scratch *w)
{
    const enum fw_dtype t = k->c.kv_dtype, op = k->c.variant->operand;
    const size_t k0 = head_start(s, b, j, s->d_h) + first * s->d_h;
    const size_t v0 = head_start(s, b, j, s->d_v) + first * FW_PANEL;
    if (t == op) {
        const size_t size = fw_dtype_size(t);
        return (struct tile){(const unsigned char *)l->k_cache + k0 * size,
                             (const unsigned char *)l->v_cache + v0 * size,
                             FW_PANEL * s->d_h, FW_PANEL * s->slots};
    }
    for (size_t p = 0; p < keys / FW_PANEL; p++) {
        restage(l->k_cache, t, k0 + p * FW_PANEL * s->d_h, w->stage_k, op,
                p * FW_PANEL * s->d_h, s->d_h);
    }
    for (size_t p = 0; p < s->d_v / FW_PANEL; p++) {
        restage(l->v_cache, t, v0 + p * FW_PANEL * s->slots, w->stage_v, op,
                p * FW_PANEL * keys, keys);
    }
    return (struct tile){w->stage_k, w->stage_v, FW_PANEL * s->d_h, FW_PANEL * keys};
}

/* Queries q0 .. q0 + n of sequence b against key-value head j. */
struct task {
    uint64_t b, j, q0, n;
};

static void gather(const struct fw_kernel *k, const struct shape *s, const struct task *a,
                   uint64_t t, struct fw_scratch *w)
{
    const uint64_t ld = fw_stride(&k->c, s->g->heads * s->g->d_h), rows = a->n * s->share;
    const float factor = 1.0f / sqrtf((float)s->g->d_h);
    const size_t size = fw_dtype_size(k->c.variant->operand);
    if (s->d_h != s->g->d_h) {
        memset(w->q, 0, rows * s->ld_q * size);
    }
    for (size_t r = 0; r < rows; r++) {
        const size_t q = a->b * t + a->q0 + r / s->share, h = a->j * s->share + r % s->share;
        k->c.variant->rows->convert(k->q + q * ld + h * s->g->d_h, s->g->d_h, factor,
                                    (unsigned char *)w->q + r * s->ld_q * size,
                                    k->c.variant->operand);
        w->max[r] = -INFINITY;
        w->sum[r] = 0.0f;
    }
    memset(w->o, 0, rows * s->ld_o * sizeof(float));
}

/* Rows of S (rows, keys) from key `first` on -> P; returns the pairs that are seen. */
static uint64_t soften(const struct fw_kernel *k, const struct shape *s, const struct task *a,
                       size_t first, size_t keys, struct fw_scratch *w)
{
    const enum fw_dtype op = k->c.variant->operand;
    uint64_t pairs = 0;
    for (size_t r = 0; r < a->n * s->share; r++) {
        const size_t end = k->length + a->q0 + r / s->share + 1;
        const size_t begin = s->g->window > 0 && end > s->g->window ? end - s->g->window : 0;
        const size_t lo = begin > first ? begin - first : 0;
        size_t hi = end > first ? end - first : 0;
        hi = hi < keys ? hi : keys;
        pairs += lo < hi ? hi - lo : 0;
        k->c.variant->rows->softmax(w->s + r * s->ld_s, lo, hi, keys, &w->max[r], &w->sum[r],
                                    w->o + r * s->ld_o, s->g->d_v,
                                    (unsigned char *)w->p + r * s->ld_s * fw_dtype_size(op), op);
    }
    return pairs;
}

static void attend_tile(struct fw_kernel *k, const struct fw_layer *l, const struct shape *s,
                        const struct task *a, size_t first, size_t keys, struct fw_scratch *w)
{
    const struct tile tile = tile_of(k, l, s, a->b, a->j, first, keys, w);
    const size_t rows = a->n * s->share;
    double at[4];
    at[0] = fw_kernel_clock();
    k->c.variant->block(&(struct fw_block){
        .m = rows, .panels = keys / FW_PANEL, .k = s->d_h, .a = w->q, .lda = s->ld_q,
        .b = tile.k, .panel_stride = tile.k_stride, .c = w->s, .ldc = s->ld_s});
    at[1] = fw_kernel_clock();
    w->pairs += soften(k, s, a, first, keys, w);
    at[2] = fw_kernel_clock();
    k->c.variant->block(&(struct fw_block){
        .m = rows, .panels = s->d_v / FW_PANEL, .k = keys, .a = w->p, .lda = s->ld_s,
        .b = tile.v, .panel_stride = tile.v_stride, .c = w->o, .ldc = s->ld_o, .add = true});
    at[3] = fw_kernel_clock();
    for (size_t i = 0; i < 3; i++) {
        w->time_s[i] += at[i + 1] - at[i];
    }
}

static void attend(struct fw_kernel *k, const struct fw_layer *l, const struct shape *s,
                   const struct task *a, uint64_t t)
{
    struct fw_scratch *w = &k->scratch[fw_thread()];
    const enum fw_dtype op = k->c.variant->operand;
    const size_t end = k->length + a->q0 + a->n, head = k->length + a->q0 + 1;
    const size_t seen = s->g->window > 0 && head > s->g->window ? head - s->g->window : 0;
    gather(k, s, a, t, w);
    for (size_t first = seen / FW_PANEL * FW_PANEL; first < end; first += KEYS) {
        const size_t left = fw_round_up(end - first, FW_PANEL), keys = left < KEYS ? left : KEYS;
        attend_tile(k, l, s, a, first, keys, w);
        w->kv_rows += first + keys < end ? keys : end - first;
    }
    const uint64_t ld = fw_stride(&k->c, s->g->heads * s->g->d_v);
    for (size_t r = 0; r < a->n * s->share; r++) {
        const size_t q = a->b * t + a->q0 + r / s->share, h = a->j * s->share + r % s->share;
        k->c.variant->rows->convert(w->o + r * s->ld_o, s->g->d_v, 1.0f / w->sum[r],
                                    (unsigned char *)k->a_att
                                        + (q * ld + h * s->g->d_v) * fw_dtype_size(op), op);
    }
}

/* Adds up what the threads have done; the time of the region is shared out as they spent it. */
static void settle(struct fw_kernel *k, const struct shape *s, uint64_t rows, double time_s)
{
    static const enum fw_kernel_op ops[3] = {FW_OP_scores, FW_OP_softmax, FW_OP_av};
    const uint64_t width[3] = {s->g->d_h, 0, s->g->d_v};
    uint64_t pairs = 0, kv_rows = 0;
    double part[3] = {0.0, 0.0, 0.0}, sum = 0.0;
    for (size_t i = 0; i < k->c.threads; i++) {
        struct fw_scratch *w = &k->scratch[i];
        pairs += w->pairs;
        kv_rows += w->kv_rows;
        for (size_t j = 0; j < 3; j++) {
            part[j] += w->time_s[j];
            sum += w->time_s[j];
            w->time_s[j] = 0.0;
        }
        w->pairs = w->kv_rows = 0;
    }
    for (size_t j = 0; j < 3; j++) {
        struct fw_kernel_counter *n = &k->count.op[ops[j]];
        n->calls++;
        n->flop += 2 * pairs * width[j];
        n->bytes_kv += kv_rows * width[j] * fw_dtype_size(k->c.kv_dtype);
        n->bytes_act += rows * s->g->heads * width[j] * sizeof(float);
        n->time_s += sum > 0.0 ? time_s * part[j] / sum : 0.0;
        n->energy_J += sum > 0.0 ? k->attention.energy_J * part[j] / sum : 0.0;
    }
    k->attention.energy_J = 0.0;
}

void fw_attention(struct fw_kernel *k, const struct fw_layer *l, uint64_t t)
{
    const struct shape s = shape_of(&k->c, l->g);
    const uint64_t blocks = (t + s.queries - 1) / s.queries, heads = k->c.batch * s.g->kv_heads;
    const double start = fw_kernel_clock();
    fw_meter_turn(k, &k->attention);
    /* The last queries see most keys: they come first. */
#pragma omp parallel for num_threads(k->c.threads) schedule(dynamic) \
    if (t * (k->length + t) * s.g->heads * s.d_h > WORTH_THREADS)
    for (uint64_t i = 0; i < blocks * heads; i++) {
        const uint64_t q0 = (blocks - 1 - i / heads) * s.queries, left = t - q0, h = i % heads;
        const struct task a = {.b = h / s.g->kv_heads, .j = h % s.g->kv_heads, .q0 = q0,
                               .n = left < s.queries ? left : s.queries};
        attend(k, l, &s, &a, t);
    }
    fw_meter_turn(k, NULL);
    settle(k, &s, k->c.batch * t, fw_kernel_clock() - start);
}

void fw_attention_fill(struct fw_kernel *k, uint64_t layer, uint64_t from, uint64_t to)
{
    const struct fw_layer *l = &k->layers[layer];
    const struct shape s = shape_of(&k->c, l->g);
    const uint64_t heads = k->c.batch * s.g->kv_heads;
#pragma omp parallel for num_threads(k->c.threads) schedule(static)
    for (uint64_t h = 0; h < heads; h++) {
        float *kv = k->scratch[fw_thread()].q, *vv = k->scratch[fw_thread()].o;
        for (uint64_t key = from; key < to; key++) {
            const uint64_t at = h * k->c.max_tokens + key;
            for (size_t i = 0; i < s.g->d_h; i++) {
                kv[i] = fw_weights_random(k->c.seed, FW_TENSOR_k, layer, at * s.g->d_h + i);
            }
            for (size_t i = 0; i < s.g->d_v; i++) {
                vv[i] = fw_weights_random(k->c.seed, FW_TENSOR_v, layer, at * s.g->d_v + i);
            }
            store_head(k, l, &s, h / s.g->kv_heads, h % s.g->kv_heads, key, kv, vv);
        }
    }
}
