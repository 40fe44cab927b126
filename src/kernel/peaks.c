/* peaks.c - micro-benchmarks: arithmetic of each unit, reading and copying memory. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "kernel/bench.h"
#include "kernel/engine.h"
#include "kernel/peaks.h"
#include "kernel/threads.h"

enum { DATA_BYTES = 4096, REPEATS = 7, STREAMS = 4 };
static const double MIN_TIME_S = 0.02;
static const size_t STREAM_BYTES = (size_t)512 << 20; /* more than caches hold */

/* --- arithmetic ------------------------------------------------------------------------- */

/* 8 sums are in flight; every vector of the data is multiplied by every other in the end. */
typedef float vec __attribute__((vector_size(16)));
enum { SUMS = 8, VECTORS = DATA_BYTES / 16 };

static float run_portable(const void *data, size_t steps)
{
    vec sum[SUMS];
    memset(sum, 0, sizeof(sum));
    const vec *v = data;
    for (size_t i = 0; i < steps; i++) {
        const vec a = v[i % VECTORS];
        const vec *b = v + i % (VECTORS / SUMS) * SUMS;
#pragma GCC unroll 8
        for (size_t j = 0; j < SUMS; j++) {
            sum[j] += a * b[j];
        }
    }
    float all = 0.0f;
    for (size_t j = 0; j < SUMS; j++) {
        all += sum[j][0] + sum[j][1] + sum[j][2] + sum[j][3];
    }
    return all;
}

static bool always(void)
{
    return true;
}

const struct fw_peak_unit fw_peak_portable = {
    "portable-f32", FW_F32, 2.0 * SUMS * 4, always, run_portable,
};

static const struct fw_peak_unit *const units[] = {
    &fw_peak_portable, &fw_peak_avx512_f32, &fw_peak_avx512_bf16, &fw_peak_amx_bf16,
};
_Static_assert(sizeof(units) / sizeof(units[0]) <= FW_PEAKS_MAX, "room for all units");

static void random_data(void *data, enum fw_dtype t)
{
    const size_t n = DATA_BYTES / fw_dtype_size(t);
    for (size_t i = 0; i < n; i++) {
        fw_put(data, t, i, fw_weights_random(1, FW_TENSOR_embed, 0, i));
    }
}

/* Wall time of `steps` steps on all threads at once. */
static double time_unit(const struct fw_peak_unit *u, const void *data, size_t steps,
                        unsigned threads, volatile float *sink)
{
    (void)threads; /* without OpenMP */
    const double start = fw_kernel_clock();
#pragma omp parallel num_threads(threads)
    {
        const float got = u->run(data, steps);
#pragma omp critical
        *sink += got;
    }
    return fw_kernel_clock() - start;
}

static double measure_unit(const struct fw_peak_unit *u, const void *data, unsigned threads)
{
    volatile float sink = 0.0f;
    size_t steps = 1000;
    double best = 0.0;
    for (int i = 0; i < REPEATS;) {
        const double time_s = time_unit(u, data, steps, threads, &sink);
        if (time_s < MIN_TIME_S && steps < (size_t)1 << 40) {
            steps *= 2; /* also if an earlier run was long because the thread had to wait */
            continue;
        }
        const double flop = u->flop_per_step * (double)steps * threads;
        const double rate = time_s > 0.0 ? flop / time_s : 0.0;
        best = rate > best ? rate : best;
        i++;
    }
    return best;
}

/* --- memory ------------------------------------------------------------------------------ */

/* Four streams, each a quarter of n bytes; the sum keeps the compiler from dropping the loads. */
typedef uint32_t word __attribute__((vector_size(16)));

static uint64_t read_streams(const unsigned char *p, size_t n)
{
    word sum[STREAMS];
    memset(sum, 0, sizeof(sum));
    const size_t part = n / STREAMS / 64 * 64;
    for (size_t i = 0; i < part; i += 64) {
#pragma GCC unroll 4
        for (size_t j = 0; j < STREAMS; j++) {
            const word *v = (const word *)(const void *)(p + j * part + i);
            __builtin_prefetch(p + j * part + i + 512);
            sum[j] += (v[0] + v[1]) + (v[2] + v[3]);
        }
    }
    const word all = sum[0] + sum[1] + sum[2] + sum[3];
    return (uint64_t)all[0] + all[1] + all[2] + all[3];
}

static double time_stream(unsigned char *block, size_t n, unsigned threads, bool copy,
                          volatile uint64_t *sink)
{
    const size_t part = n / threads / 4096 * 4096;
    const double start = fw_kernel_clock();
#pragma omp parallel num_threads(threads)
    {
        unsigned char *mine = block + (size_t)fw_thread() * part;
        uint64_t got = 0;
        if (copy) {
            memcpy(mine, mine + part / 2, part / 2);
        } else {
            got = read_streams(mine, part);
        }
#pragma omp critical
        *sink += got;
    }
    return fw_kernel_clock() - start;
}

static void fill_block(unsigned char *block, size_t n, unsigned threads)
{
    (void)threads; /* without OpenMP */
#pragma omp parallel for num_threads(threads) schedule(static)
    for (size_t i = 0; i < n; i += 8) {
        const uint64_t v = i * UINT64_C(0x9e3779b97f4a7c15);
        memcpy(block + i, &v, sizeof(v));
    }
}

static enum fw_status measure_memory(unsigned threads, struct fw_peaks *out, struct fw_err *err)
{
    volatile uint64_t sink = 0;
    unsigned char *block = fw_block_alloc(STREAM_BYTES);
    if (block == NULL) {
        return fw_fail(err, FW_SYSTEM, "no memory for a stream of %zu bytes", STREAM_BYTES);
    }
    fill_block(block, STREAM_BYTES, threads);
    for (int i = 0; i < REPEATS; i++) {
        const double read_s = time_stream(block, STREAM_BYTES, threads, false, &sink);
        const double copy_s = time_stream(block, STREAM_BYTES, threads, true, &sink);
        const double read = read_s > 0.0 ? (double)STREAM_BYTES / read_s : 0.0;
        const double copy = copy_s > 0.0 ? (double)STREAM_BYTES / copy_s : 0.0;
        out->read_bytes_per_s = read > out->read_bytes_per_s ? read : out->read_bytes_per_s;
        out->copy_bytes_per_s = copy > out->copy_bytes_per_s ? copy : out->copy_bytes_per_s;
    }
    free(block);
    return FW_OK;
}

/* --- a moment ------------------------------------------------------------------------------ */

enum { PROBE_PARTS = 4, PROBE_PASSES = 5 };
static const size_t PROBE_BYTES = (size_t)64 << 20; /* of a part */

struct fw_probe {
    unsigned threads;
    unsigned char *block; /* of the parts each pass reads the next */
    size_t next;
};

enum fw_status fw_probe_open(unsigned threads, struct fw_probe **out, struct fw_err *err)
{
    struct fw_probe *p = fw_fault_hit() ? NULL : calloc(1, sizeof(*p));
    unsigned char *block = p != NULL ? fw_block_alloc(PROBE_PARTS * PROBE_BYTES) : NULL;
    if (block == NULL) {
        free(p);
        return fw_fail(err, FW_SYSTEM, "no memory for a probe of %zu bytes",
                       PROBE_PARTS * PROBE_BYTES);
    }
    fill_block(block, PROBE_PARTS * PROBE_BYTES, threads);
    p->threads = threads;
    p->block = block;
    *out = p;
    return FW_OK;
}

void fw_probe_close(struct fw_probe *p)
{
    if (p != NULL) {
        free(p->block);
        free(p);
    }
}

double fw_probe_read(struct fw_probe *p)
{
    double times[PROBE_PASSES];
    volatile uint64_t sink = 0;
    if (p == NULL) {
        return (double)NAN;
    }
    for (size_t i = 0; i < PROBE_PASSES; i++) {
        unsigned char *part = p->block + p->next * PROBE_BYTES;
        times[i] = time_stream(part, PROBE_BYTES, p->threads, false, &sink);
        p->next = (p->next + 1) % PROBE_PARTS;
    }
    const double median_s = fw_bench_summary(times, PROBE_PASSES).median_s;
    return median_s > 0.0 ? (double)PROBE_BYTES / median_s : (double)NAN;
}

enum fw_status fw_peaks_measure(unsigned threads, struct fw_peaks *out, struct fw_err *err)
{
    _Alignas(64) static const unsigned char zero[DATA_BYTES];
    _Alignas(64) unsigned char data[DATA_BYTES];
    *out = (struct fw_peaks){.threads = threads};
    if (threads == 0 || threads > fw_threads_cores()) {
        return fw_fail(err, FW_USAGE, "%u threads, this process may use %u", threads,
                       fw_threads_cores());
    }
    memcpy(data, zero, sizeof(data));
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        if (!units[i]->available()) {
            continue;
        }
        random_data(data, units[i]->dtype);
        const double rate = measure_unit(units[i], data, threads);
        double *best = units[i]->dtype == FW_F32 ? &out->f32_flop_per_s : &out->bf16_flop_per_s;
        out->unit[out->num_units].name = units[i]->name;
        out->unit[out->num_units].dtype = units[i]->dtype;
        out->unit[out->num_units++].flop_per_s = rate;
        *best = rate > *best ? rate : *best;
    }
    if (out->bf16_flop_per_s < out->f32_flop_per_s) {
        out->bf16_flop_per_s = out->f32_flop_per_s; /* bf16 can be widened and multiplied in f32 */
    }
    const enum fw_status s = measure_memory(threads, out, err);
    if (s == FW_OK && (out->f32_flop_per_s <= 0.0 || out->read_bytes_per_s <= 0.0)) {
        return fw_fail(err, FW_SYSTEM, "the clock did not advance while peaks were measured");
    }
    return s;
}
