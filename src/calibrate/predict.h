/* predict.h - how long prefill and decode take on a machine, operation by operation, with doubts.
 *
 * Each step of core/steps.h is put to the curve of its kind, times the layers that do it. Steps
 * without a curve, and machines without a profile, get the range of prior.h between their
 * arithmetic and their memory bound. Attention is counted exactly causal, and the LM head on the
 * last row, as inference does. One device; a model is assumed to fit its memory.
 *
 * Sums: errors of operations of one curve are taken as fully correlated (they share its
 * parameters), those of different curves as independent: half widths add up within a curve, and
 * their squares across curves. What passes between operations is in no sum unless the curve was
 * fitted to whole passes.
 */
#ifndef FW_CALIBRATE_PREDICT_H
#define FW_CALIBRATE_PREDICT_H

#include "calibrate/prior.h"
#include "core/description.h"

struct fw_predict_request {
    const struct fw_model *model;
    struct fw_workload workload;        /* context, batch, dtypes; attention and head are set */
    uint64_t tokens;                    /* decoded per sequence; 0 = 1 */
    const struct fw_hardware *hardware; /* with or without a calibration */
    const struct fw_prior *prior;
    unsigned threads;                   /* 0 = those of each curve */
    double read_rate;                   /* B/s of memory at the moment; 0 = it is left alone */
};

struct fw_predict_op {
    const char *op;         /* id of the step, or "prefill", "decode" for whole passes */
    const char *curve;      /* NULL = from the prior */
    double runs;            /* layers that do it */
    double flop, bytes;     /* of all runs */
    struct fw_qty time_s;   /* of all runs */
    bool extrapolated;      /* shape beyond the rows of the curve by more than a factor of two */
};

struct fw_predict_phase {
    size_t num_ops;
    const struct fw_predict_op *ops;
    double flop, bytes;
    struct fw_qty time_s;       /* prefill: until the first token; decode: per token, the mean */
    struct fw_qty tokens_per_s; /* of all sequences together */
    struct fw_qty mfu;          /* flop / (time x peak of the dtype); NaN = unknown peak */
    struct fw_qty bandwidth;    /* bytes / (time x bandwidth of the memory) */
    struct fw_qty energy_J;     /* time x power of the hardware: at most; NaN = unknown */
    double from_prior;          /* share of time_s.val that no curve covers */
};

struct fw_prediction {
    struct fw_predict_phase prefill, decode;
    enum fw_dtype dtype; /* of the arithmetic: whose peak the MFU is of */
    double peak_flop_per_s, bytes_per_s; /* NaN = unknown */
};

/* FW_INPUT if the hardware states neither curves nor peak and bandwidth to bound a step by, or as
 * fw_estimate_run(). The result is in the arena. */
enum fw_status fw_predict_run(const struct fw_predict_request *r, struct fw_prediction *out,
                              struct fw_arena *arena, struct fw_err *err);

#endif
