/* model.h - the time of an operation as a curve: overhead and a smooth maximum of two terms.
 *
 *     time = ((copies overhead)^o + W^o)^(1/o)                             o = overlap
 *     W = (A^p + B^p)^(1/p)                                                p = sharpness
 *     A = flop / (peak c^a) (1 + half_m/m') (1 + half_n/n) (1 + half_k/k)  a = threads_flop
 *     B = bytes / (stream c^b) (w + (1 - w)/cache_gain) (1 + (row_loss - 1) v)
 *     m' = m rounded up to a multiple of tile_m, c = threads / threads of the curve
 *     w = 1/(1 + (cache_size/working set)^4), v = 1/(1 + (row_size/row bytes)^4)
 *
 * A factor whose axis is unknown (0) is 1, a term whose rate is 0 is absent. docs/calibration.md
 * says why this form and what it cannot express. Pure: no GSL here.
 */
#ifndef FW_CALIBRATE_MODEL_H
#define FW_CALIBRATE_MODEL_H

#include "calibrate/timing.h"

/* A row of timings as the curve sees it. */
struct fw_shape {
    double m, n, k;            /* 0 = unknown or without meaning */
    double flop, bytes;        /* a product of few rows has no flop: it waits for its weights */
    double working_set, row_bytes;
    double threads;            /* 0 = those of the curve */
    double copies;             /* heads of few rows, one after the other, each with its overhead;
                                  0 = 1 */
    double stream_scale;       /* memory at the moment, relative to the curve's; 0 = 1 */
};
struct fw_shape fw_shape_of(const struct fw_timing *t);

/* The same at the moment that the timing states, against the rate of memory that curves are for; if
 * either is unknown (NaN) it changes nothing, nor for what was just made and lies in a cache, nor
 * for rows, which wait for single lines of memory and not for its rate. */
struct fw_shape fw_shape_at(const struct fw_timing *t, double read_bytes_per_s);

/* Time in s; > 0 if the curve has a term that the shape has. gradient, if not NULL, receives
 * d ln(time) / d ln(parameter) for every parameter but tile_m, for which it is 0. */
double fw_curve_time(const struct fw_curve *c, const struct fw_shape *s,
                     double gradient[FW_CAL_COUNT]);

/* A value with its interval: 90 % of such values are expected between lo and hi, 5 % below and
 * 5 % above. All NaN = unknown. */
struct fw_qty {
    double val, lo, hi;
};

/* Half width of ln(time) for a new measurement of shape s: the spread of the rows about the
 * curve, and what the parameters leave open there. Infinite if the curve has no rows to spare. */
double fw_curve_half_width(const struct fw_curve *c, const struct fw_shape *s);
struct fw_qty fw_curve_predict(const struct fw_curve *c, const struct fw_shape *s);

/* True where an axis of the shape is beyond what the rows cover by more than a factor of two. */
bool fw_curve_extrapolates(const struct fw_curve *c, const struct fw_shape *s);

/* Interval of a parameter, from the covariance and Student's t. lo = hi = val if not fitted. */
struct fw_qty fw_curve_parameter(const struct fw_curve *c, enum fw_cal p);

#endif
