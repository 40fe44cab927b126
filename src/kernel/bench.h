/* bench.h - times the kernel: whole passes and single products, repeated, with medians.
 *
 * A run of a prefill phase is one prefill of an empty cache; a run of a decode phase is one token
 * per sequence with a cache of fixed length. One run of each phase goes before and is not counted.
 * Printing is the caller's.
 */
#ifndef FW_KERNEL_BENCH_H
#define FW_KERNEL_BENCH_H

#include "kernel/kernel.h"
#include "kernel/peaks.h"

/* Of a number of runs: median, and the quartiles as spread. */
struct fw_bench_time {
    double median_s, lo_s, hi_s;
};

enum { FW_BENCH_PHASES = 32, FW_BENCH_RUNS = 1000 };
struct fw_bench_plan {
    size_t num_tokens, num_at;
    uint64_t tokens[FW_BENCH_PHASES / 2]; /* prefill lengths, each >= 1 */
    uint64_t at[FW_BENCH_PHASES / 2];     /* decode: lengths of the cache before the token */
    unsigned prefill_runs, decode_runs;   /* 1 .. FW_BENCH_RUNS */
};
/* max_tokens that a kernel needs for the plan. */
uint64_t fw_bench_max_tokens(const struct fw_bench_plan *plan);

struct fw_bench_phase {
    bool decode;
    uint64_t tokens; /* of prefill, or in the cache before the decoded token */
    uint64_t batch;
    unsigned runs;
    struct fw_bench_time time;
    double tokens_per_s;              /* all sequences together, by the median */
    struct fw_kernel_counters counts; /* of one run; its times are medians over the runs */
    struct fw_bench_time op_time[FW_OP_COUNT];
    double energy_J; /* of one run, as those of counts: means over the runs; NaN without a meter */
};

/* done of all runs are finished; false stops the bench with FW_NO. */
typedef bool fw_bench_progress_fn(void *ctx, const struct fw_bench_phase *phase, unsigned done,
                                  unsigned all);

/* Fills phases [num_tokens + num_at] of the plan, prefill first. The content of the cache is lost.
 * progress may be NULL. FW_USAGE for an empty or impossible plan; FW_SYSTEM without memory or if
 * the clock stands still. */
enum fw_status fw_bench_run(struct fw_kernel *k, const struct fw_bench_plan *plan,
                            struct fw_bench_phase *phases, fw_bench_progress_fn *progress,
                            void *ctx, struct fw_err *err);

/* One product C (rows, outputs) = A (rows, inputs) W^T on random data, cold: it goes round over
 * copies of W that together exceed 640 MiB, so that no cache holds them. variant: index of
 * fw_kernel_variant_name(), not the reference. */
struct fw_bench_product {
    size_t variant;
    unsigned threads, runs;
    uint64_t rows, inputs, outputs;
};
enum fw_status fw_bench_product(const struct fw_bench_product *p, struct fw_bench_time *out,
                                struct fw_err *err);

/* Cores that this process may use. */
unsigned fw_bench_cores(void);
/* Median and quartiles of n times; sorts them. n >= 1. */
struct fw_bench_time fw_bench_summary(double *times, size_t n);

#endif
