/* timing_read.h - the two formats of timings. Used by timing_*.c alone. */
#ifndef FW_CALIBRATE_TIMING_READ_H
#define FW_CALIBRATE_TIMING_READ_H

#include "calibrate/timing.h"
#include "input/load.h"

enum { FW_TIMINGS_MAX = 100000 };

/* Rows in the order of the file, completed and with a time above 0; content that is wrong is
 * reported in ld. */
void fw_timings_read_csv(struct fw_load *ld, const char *text, size_t n, struct fw_timings *out);
void fw_timings_read_llama(struct fw_load *ld, const char *text, size_t n,
                           const struct fw_model *model, struct fw_timings *out);

/* Appends *row; false, and reported, if there are too many or memory is exhausted. cap is that
 * of out->rows. */
bool fw_timings_append(struct fw_load *ld, struct fw_timings *out, size_t *cap,
                       const struct fw_timing *row);

#endif
