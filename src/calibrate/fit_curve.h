/* fit_curve.h - one curve. Used by fit*.c alone. */
#ifndef FW_CALIBRATE_FIT_CURVE_H
#define FW_CALIBRATE_FIT_CURVE_H

#include "calibrate/fit.h"

/* The rows of one curve. */
struct fw_points {
    size_t n;
    const struct fw_shape *shape;
    const double *ln_time;
    const double *base; /* weight from the spread of the runs, in (0, 1] */
};

/* What a fit found besides the parameters. Arrays of n in the caller's memory. */
struct fw_solution {
    double *residual, *huber, *leverage; /* ln(measured/predicted), weights, diagonal of the hat */
    double mean_abs;                     /* of the residuals, weighted by base */
    double scale;                        /* NaN without rows to spare */
    size_t parameters;
    bool determined; /* the standard error of every logarithm but those of rates is below ln 2 */
};

/* Fits the parameters that are marked free, starting from the values in c (all > 0). Sets
 * c->param, c->cov, c->scale and c->dof. rough: good enough to compare features by.
 * FW_SYSTEM for memory. */
enum fw_status fw_curve_solve(const struct fw_points *p, const bool free[FW_CAL_COUNT], bool rough,
                              struct fw_curve *c, struct fw_solution *out, struct fw_err *err);

/* Chooses the features, fits them, and fills c but for its name, dtype and errors. out holds the
 * last fit. scratch: room of 6 n doubles. */
enum fw_status fw_curve_fit(const struct fw_points *p, const struct fw_fit_options *options,
                            struct fw_curve *c, struct fw_solution *out, double *scratch,
                            struct fw_err *err);

#endif
