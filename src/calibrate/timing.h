/* timing.h - how long operations took: rows of a table, from a file or from the kernel.
 *
 * Shapes: a product is C (m, n) = A (m, k) W (k, n); an operation on rows has m rows of n columns
 * and k = 0. Attention is heads x batch products of that shape. A whole pass has m tokens, and
 * context tokens before them. Times in s, work in FLOP (1 multiply-add = 2), sizes in bytes.
 *
 * The file formats are described in docs/calibration.md.
 */
#ifndef FW_CALIBRATE_TIMING_H
#define FW_CALIBRATE_TIMING_H

#include "base/arena.h"
#include "core/calibration.h"
#include "core/steps.h"

enum fw_op_kind { FW_KIND_PRODUCT, FW_KIND_ATTENTION, FW_KIND_ROWS, FW_KIND_PASS };

/* An operation, and the curve that it is a point of. */
struct fw_op_info {
    const char *name, *curve;
    enum fw_op_kind kind;
    unsigned touches; /* ROWS: how often an element is read or written, if bytes are not given */
    bool reduces;     /* ROWS: a result needs its whole row, so that long rows may be read again */
    const char *few;  /* curve of up to FW_FEW_ROWS rows, which a kernel treats in another way (no
                         thread shares them, and they are found cold); NULL = the same */
};
enum { FW_FEW_ROWS = 4 };
/* NULL for an operation that is not in the table: it has a curve of its own name, a product if
 * k > 0 and on rows else. */
const struct fw_op_info *fw_op_find(const char *name);

struct fw_timing {
    const char *op, *curve; /* curve, kind, few: set by fw_timing_complete() */
    enum fw_op_kind kind;
    bool few;               /* the curve is that of few rows */
    uint64_t m, n, k;
    uint64_t heads, context, batch; /* 0 = does not apply */
    enum fw_dtype dtype;            /* of weights or elements; FW_DTYPE_COUNT = not stated */
    unsigned threads;               /* 0 = not stated */
    double flop, bytes;             /* of one run; NaN = from the shape */
    double working_set;             /* bytes that come round again: a cache that holds them has
                                       the operands ready; NaN = bytes */
    double time_s;                  /* median of the runs; NaN in a question */
    unsigned runs;                  /* 0 = not stated */
    double spread;                  /* distance of the quartiles / median; NaN = not stated */
    double read_rate;               /* B/s of reading memory at that moment; NaN = not stated */
    unsigned line;                  /* in the file, 0 = none */
};

/* A row without values: unknown numbers NaN, counts 0. */
void fw_timing_init(struct fw_timing *t);

/* Sets curve and kind, and what follows from the shape: flop of products, bytes, working set.
 * FW_INPUT if the shape does not suffice. The message has neither place nor key. */
enum fw_status fw_timing_complete(struct fw_timing *t, struct fw_err *err);

/* The question or row that belongs to a step of core/steps.h: one run of it. False for a step that
 * takes no time (a view of other data). pass_bytes: what fw_timing_pass_bytes() says. */
bool fw_timing_from_step(const struct fw_step *s, const struct fw_estimate *e, double pass_bytes,
                         enum fw_dtype dtype, unsigned threads, struct fw_timing *out);

/* The same for what follows the step "v" in a kernel, as the operation "cache": keys and values go
 * where later tokens find them. False for every other step. */
bool fw_timing_from_cache(const struct fw_step *s, const struct fw_estimate *e, double pass_bytes,
                          enum fw_dtype dtype, unsigned threads, struct fw_timing *out);

/* What a pass goes through before it comes to the same weights again: all weights, the KV cache,
 * and the results of one layer. The working set of what is used once per pass. */
double fw_timing_pass_bytes(const struct fw_step *steps, size_t n, const struct fw_estimate *e);

/* Median and spread of n synchronised runs of which the first warmup are left out. Sets time_s,
 * spread and runs. FW_INPUT if none is left, or one is not above 0 ("the clock did not advance").
 * Sorts samples. */
enum fw_status fw_timing_summarize(double *samples_s, size_t n, size_t warmup,
                                   struct fw_timing *out, struct fw_err *err);

/* A rate from intervals: work and time of the same ones, so that what runs between them counts
 * in neither. */
struct fw_rate {
    double work, time_s;
    size_t intervals;
};
/* FW_INPUT if time_s is not above 0. */
enum fw_status fw_rate_add(struct fw_rate *r, double work, double time_s, struct fw_err *err);
double fw_rate_value(const struct fw_rate *r); /* NaN without any interval */

struct fw_timings {
    const char *source; /* file name */
    size_t count;
    struct fw_timing *rows; /* in the arena */
};

/* Refuses a row that is faster than peak_flop_per_s allows (1 % for rounding); the message names
 * the row and the hint the probable causes. NaN = no peak known. */
enum fw_status fw_timings_check(const struct fw_timings *t, double peak_flop_per_s,
                                struct fw_err *err);

/* Reads timings: CSV, or the JSON of `llama-bench -o json` if the text starts with '['. model, if
 * not NULL, is the model that llama-bench ran: its FLOP and bytes then come from the equations,
 * attention included; else they are 2 x parameters per token and the size of the file. Up to
 * FW_DIAGS_MAX errors go to diags with file, line and column, and notes on rows left out; the
 * first error goes to err. "-" is standard input. */
enum fw_status fw_timings_load(const char *path, const struct fw_model *model,
                               struct fw_arena *arena, struct fw_diags *diags,
                               struct fw_timings *out, struct fw_err *err);
/* The same for text in memory; name stands for the path. */
enum fw_status fw_timings_parse(const char *name, const char *text, size_t n,
                                const struct fw_model *model, struct fw_arena *arena,
                                struct fw_diags *diags, struct fw_timings *out,
                                struct fw_err *err);

#endif
