/* measure.h - the timing set: the kernel's operations over designed shapes, on this machine.
 *
 * The operations are timed where they will be used, inside forward passes of small models of
 * several widths: prompts of 1 to 2048 tokens, one new token after several contexts, one and more
 * sequences. Passes come in a shuffled order with a fixed seed, so that a drift of the machine is
 * no slope of a shape; each is warm, repeated, and kept as median and distance of the quartiles,
 * with the rate of memory at that moment. Everything is done in two to four rounds, of
 * which the quickest counts: other programs, and other guests of the same processor, slow a pass
 * down for seconds and never speed one up. What is done is stored after every model, and an
 * interrupted measurement goes on from there.
 */
#ifndef FW_CALIBRATE_MEASURE_H
#define FW_CALIBRATE_MEASURE_H

#include "base/text.h"
#include "calibrate/timing.h"
#include "kernel/bench.h"

struct fw_measure_shape {
    unsigned layers, d, heads, kv_heads, f, vocab;
};

struct fw_measure_options {
    bool full;           /* some minutes; else under one */
    unsigned threads;    /* 0 = all cores that this process may use */
    bool dtype_given;
    enum fw_dtype dtype; /* bf16 or f32; absent: bf16, and with full f32 besides */
    const char *store;   /* file of what is done; NULL = keep nothing */
    const struct fw_measure_shape *shapes; /* NULL = those of measure.c */
    size_t num_shapes;                     /* 1 to 16 */
};

struct fw_measured {
    struct fw_timings timings;
    struct fw_peaks peaks;  /* the better of before and after */
    struct fw_peaks one;    /* those of one thread; threads = 0 if that is all there are */
    double unsteady;        /* |before / after - 1| of the arithmetic peak */
    size_t resumed;         /* models whose timings were taken from the store */
    double median_spread;   /* of all rows */
};

/* done of all passes; false stops the measurement with FW_NO, and the store keeps what is done. */
typedef bool fw_measure_progress_fn(void *ctx, size_t done, size_t all);

/* FW_INPUT if a rate exceeds what a processor of so many cores can do; FW_SYSTEM if the clock did
 * not advance, for memory and for the store. The rows are in the arena. */
enum fw_status fw_measure_run(const struct fw_measure_options *o, struct fw_arena *arena,
                              struct fw_measured *out, fw_measure_progress_fn *progress, void *ctx,
                              struct fw_err *err);

/* FLOP/s that `threads` cores cannot exceed in this type: FLOP per cycle of the widest unit here
 * times the highest clock that the system states (6.5 GHz where it states none). */
double fw_measure_limit(const struct fw_peaks *peaks, enum fw_dtype dtype);

/* A model out of widths, its weights in dtype; RMSNorm, RoPE, SwiGLU. */
enum fw_status fw_measure_model(const struct fw_measure_shape *s, enum fw_dtype dtype,
                                struct fw_arena *arena, struct fw_model *out, struct fw_err *err);

/* Keeps a row: a new one, or the quicker one of two of the same work. What slows a machine down
 * lasts longer than the runs of a phase, so rounds that are far apart tell it from the work.
 * t->rows has room for cap; FW_BUG beyond. */
enum fw_status fw_timings_keep(struct fw_timings *t, size_t cap, const struct fw_timing *row,
                               struct fw_err *err);

/* Keeps one row for every operation of a timed phase of a model whose layers are all alike. */
enum fw_status fw_measure_rows(const struct fw_model *m, const struct fw_kernel_config *c,
                               const struct fw_bench_phase *phase,
                               double read_rate, struct fw_arena *arena,
                               struct fw_timings *out, size_t cap, struct fw_err *err);

/* Times a phase, and how fast memory is before and after it (the mean; NaN without a probe). */
enum fw_status fw_measure_phase(struct fw_kernel *k, const struct fw_bench_plan *plan,
                                struct fw_probe *probe, struct fw_bench_phase *phase,
                                double *read_rate, struct fw_err *err);

/* The rows as CSV, as fw_timings_load() reads them. */
void fw_timings_text(const struct fw_timings *t, struct fw_text *out);

#endif
