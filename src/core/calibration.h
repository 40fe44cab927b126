/* calibration.h - what a calibration found out about a machine: fitted curves with their doubts.
 *
 * Written by calibrate/ to the section `calibration:` of a hardware file, read by input/. A curve
 * says how long operations of one kind take; its equation is in calibrate/model.h. Times in s,
 * rates in FLOP/s and B/s. Covariances are those of the natural logarithms of the parameters.
 */
#ifndef FW_CORE_CALIBRATION_H
#define FW_CORE_CALIBRATION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/quantity.h"
#include "core/dtype.h"

enum fw_cal {
#define CAL(id, dim, neutral, meaning) FW_CAL_##id,
#include "core/calibration.def"
#undef CAL
    FW_CAL_COUNT
};
struct fw_cal_info {
    const char *id, *meaning;
    enum fw_dim dim;
    double neutral;
};
extern const struct fw_cal_info fw_cal_table[FW_CAL_COUNT];

/* Why a parameter has the value it has. */
enum fw_cal_state {
    FW_CAL_FITTED,
    FW_CAL_NEUTRAL,      /* the rows say nothing about it: too few of them, or all alike */
    FW_CAL_NO_GAIN,      /* fitting it did not bring the curve closer to the rows by enough */
    FW_CAL_UNDETERMINED, /* a fit leaves it open by more than a factor of two */
    FW_CAL_GIVEN,        /* taken from a measured peak, since the rows do not determine it */
    FW_CAL_STATES
};
extern const char *const fw_cal_state_names[FW_CAL_STATES]; /* "fitted", "neutral", ... */
extern const char *const fw_cal_state_texts[FW_CAL_STATES]; /* half a sentence each */

/* What rows and queries are described by; 0 = unknown or without meaning for the operation. */
enum fw_cal_axis {
    FW_AXIS_M, FW_AXIS_N, FW_AXIS_K, FW_AXIS_FLOP, FW_AXIS_BYTES, FW_AXIS_WORKING_SET,
    FW_AXIS_THREADS, FW_AXIS_COUNT
};
extern const char *const fw_cal_axis_names[FW_AXIS_COUNT]; /* "m", "n", ... */

enum { FW_CAL_QUANTILES = 4 };
extern const double fw_cal_levels[FW_CAL_QUANTILES]; /* 0.5, 0.8, 0.9, 0.95 */

struct fw_curve {
    const char *name;    /* "product", "softmax", ... (calibrate/timing.h) */
    enum fw_dtype dtype; /* FW_DTYPE_COUNT = not stated */
    unsigned threads;    /* at which peak and stream hold */
    double param[FW_CAL_COUNT];
    enum fw_cal_state state[FW_CAL_COUNT];
    double cov[FW_CAL_COUNT][FW_CAL_COUNT]; /* of the logarithms; 0 where not fitted */
    size_t rows, dof;
    double scale;        /* standard deviation of ln(time); NaN if there is nothing to spare */
    /* Quantiles of |ln(measured / curve)|, each divided by scale sqrt(1 - leverage). NaN where
     * there are too few rows for the level. */
    double quantile[FW_CAL_QUANTILES];
    double median_error, worst_error; /* |measured / curve - 1| of the rows */
    double least[FW_AXIS_COUNT], most[FW_AXIS_COUNT]; /* of the rows; 0 = unknown */
};

struct fw_calibration {
    const char *version; /* of the flopwatt that wrote it; NULL = unknown, as the next two */
    const char *date, *machine, *source;
    size_t num_curves;
    const struct fw_curve *curves;
};

/* FW_CAL_COUNT, FW_CAL_STATES or FW_AXIS_COUNT if unknown. */
enum fw_cal fw_cal_find(const char *id);
enum fw_cal_state fw_cal_state_find(const char *name);
enum fw_cal_axis fw_cal_axis_find(const char *name);

/* A curve without any effect: all parameters neutral, nothing known. */
void fw_curve_init(struct fw_curve *c);

#endif
