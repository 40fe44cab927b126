/* fit.h - from timings to curves: robust nonlinear least squares on the logarithm of the time.
 *
 * Rows of one curve and dtype are fitted together. A fit starts from the rates alone and takes up
 * a further feature (overhead, saturation in m, n, k, tiles, caches, long rows, sharpness,
 * threads) as long as that brings the curve closer to the rows by more than it costs (AICc) and
 * the rows determine it. What is left out stays at its neutral value, and fw_curve.state says
 * why. The same rows give the same result in whatever order they stand. docs/calibration.md has
 * the method; the equation is in model.h.
 */
#ifndef FW_CALIBRATE_FIT_H
#define FW_CALIBRATE_FIT_H

#include "calibrate/model.h"

struct fw_fit_options {
    double peak_flop_per_s;    /* used where the rows do not determine a rate; NaN = unknown */
    double stream_bytes_per_s;
    double read_reference; /* rate of memory that rows with a read_rate are brought to */
    const bool *fitted; /* [FW_CAL_COUNT]: fit these and no others; NULL = choose,
                           as where there are fewer rows than parameters */
};

struct fw_fit_row {
    const struct fw_timing *timing;
    size_t curve;
    double predicted_s, lo_s, hi_s; /* interval of a new measurement */
    double residual;                /* ln(measured / predicted) */
    double weight;                  /* 1 = full; less for rows far from the curve (Huber) */
};

/* Goodness of fit of one operation on one curve: |measured / predicted - 1|. */
struct fw_fit_group {
    const char *op;
    size_t curve, rows, inside; /* inside: rows within their interval */
    double median, p90, worst;
};

struct fw_fit {
    size_t num_curves, num_rows, num_groups;
    struct fw_curve *curves;     /* sorted by name and dtype */
    struct fw_fit_row *rows;     /* sorted by curve, operation and shape */
    struct fw_fit_group *groups; /* one per curve and operation */
};

/* Unknown peaks. */
struct fw_fit_options fw_fit_options_default(void);

/* Fits all rows. The result is in the arena and borrows the rows of t. Warnings go to diags (may
 * be NULL): curves with too few rows, rates that the rows do not determine. FW_INPUT without
 * rows or for a row whose time, or both flop and bytes, are not above 0; FW_SYSTEM for memory. */
enum fw_status fw_fit_run(const struct fw_timings *t, const struct fw_fit_options *options,
                          struct fw_fit *out, struct fw_arena *arena, struct fw_diags *diags,
                          struct fw_err *err);

/* The curves as a calibration without texts. */
struct fw_calibration fw_fit_calibration(const struct fw_fit *f);

/* The curve of this name for a dtype and a number of threads: the same dtype, else one that does
 * not state any, else any; of those the same threads, else the most. NULL if there is none of the
 * name. */
const struct fw_curve *fw_calibration_find(const struct fw_calibration *c, const char *name,
                                           enum fw_dtype dtype, unsigned threads);

#endif
