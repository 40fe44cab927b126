/* figure_parts.h - what the makers of figures share. Private to report. */
#ifndef FW_REPORT_FIGURE_PARTS_H
#define FW_REPORT_FIGURE_PARTS_H

#include "report/figures.h"
#include "report/say.h"

/* One figure in the making. Errors are sticky: makers go on and the caller looks once. */
struct fw_sketch {
    const struct fw_answer *a; /* (n) */
    size_t n;
    struct fw_chart *chart;
    struct fw_say say;
    struct fw_arena *arena;
    struct fw_err *err;
    enum fw_status status;
};

/* Zeroed memory, or NULL and the sticky status. */
void *fw_sketch_alloc(struct fw_sketch *k, size_t count, size_t size);
#define FW_SKETCH_NEW(k, n, type) ((type *)fw_sketch_alloc((k), (n), sizeof(type)))

/* Points of a sweep: powers of two up to 2^(FW_SWEEP_FIRST + FW_SWEEP_POINTS - 1) tokens. */
enum { FW_SWEEP_FIRST = 7, FW_SWEEP_POINTS = 11 };

/* What is read off at each context. */
typedef double fw_sweep_value(const struct fw_estimate *e);

/* Adds the line of a model over the contexts to panel p: solid as far as the model was made for,
 * dashed beyond. series must have room for two more. */
void fw_sketch_sweep(struct fw_sketch *k, const struct fw_answer *a, const struct fw_model *m,
                     const char *name, fw_sweep_value *value, struct fw_chart_series *series,
                     size_t *count);

/* "Derived by flopwatt 0.1.0 from models.d/a.yaml and models.d/b.yaml. <convention>" */
const char *fw_sketch_source(struct fw_sketch *k, const char *convention);

void fw_sketch_parameters(struct fw_sketch *k);
void fw_sketch_flops(struct fw_sketch *k);
void fw_sketch_kv(struct fw_sketch *k);
void fw_sketch_training(struct fw_sketch *k);

#endif
