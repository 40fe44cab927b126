/* bench.h - what a bench of the kernel found, and how it is shown.
 *
 * cmd_bench.c measures, bench_print.c shows it to people and as CSV, bench_json.c as
 * "flopwatt.bench/1".
 */
#ifndef FW_CLI_BENCH_H
#define FW_CLI_BENCH_H

#include "calibrate/energy.h"
#include "calibrate/machine.h"
#include "cli/context.h"
#include "kernel/bench.h"

struct fw_bench_result {
    struct fw_bench_phase phase;
    struct fw_kernel_comparison compared;
};

struct fw_bench_report {
    const struct fw_answer *a;
    const struct fw_kernel_config *config;
    struct fw_kernel_memory memory;
    const char *weights;              /* file; NULL = pseudo-random */
    struct fw_machine machine;
    struct fw_peaks peaks;
    struct fw_meter meter;
    double idle_power_W; /* is taken off the energy; NaN = nothing is */
    size_t n;
    struct fw_bench_result *results; /* (n), prefill first */
};

/* One operation of a phase, or the whole of it. Rates and shares are NaN where there is no work or
 * no time. */
struct fw_bench_line {
    const char *op; /* ops.def, or "total" */
    struct fw_bench_time time;
    double spread;   /* distance of the quartiles / median */
    double of_phase; /* share of the time of the phase */
    fw_u128 counted, analytic;
    bool equal;
    fw_u128 bytes_weights, bytes_kv, bytes_act, bytes;
    double flop_per_s, peak_share, bytes_per_s, stream_share, flop_per_byte;
    double energy_J; /* of one run; NaN = unknown */
};

/* op = FW_OP_COUNT: the whole phase. */
struct fw_bench_line fw_bench_line(const struct fw_bench_report *r,
                                   const struct fw_bench_result *result, size_t op);
/* Whether the model has the operation. */
bool fw_bench_has(const struct fw_bench_result *result, size_t op);
/* The peak that shares are taken of, for the type of the weights [FLOP/s]. */
double fw_bench_peak(const struct fw_bench_report *r);
/* "prefill of 512 tokens", "decode after 2,048 tokens" */
const char *fw_bench_phase_name(struct fw_cli *cli, const struct fw_bench_result *result);

/* Append the answer to cli->out. */
void fw_bench_print(struct fw_cli *cli, const struct fw_bench_report *r);
void fw_bench_csv(struct fw_cli *cli, const struct fw_bench_report *r);
void fw_bench_json(struct fw_cli *cli, const struct fw_bench_report *r);
/* The variants of the kernel, and which of them this machine can run. */
enum fw_status fw_bench_list(struct fw_cli *cli);

#endif
