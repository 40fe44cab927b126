/* prior.h - ranges of efficiency from published tables, for machines without a profile.
 *
 * A range is honest where one value is not: MFU of what was published spans a factor of four.
 * lo, val and hi of each are shares; docs/calibration.md says which rows they come from.
 */
#ifndef FW_CALIBRATE_PRIOR_H
#define FW_CALIBRATE_PRIOR_H

#include "calibrate/model.h"
#include "input/catalogue.h"

struct fw_range {
    struct fw_qty share; /* all NaN if there are no rows */
    size_t rows;
    const char *text;    /* what it is and where it comes from, one line */
};

struct fw_prior {
    struct fw_range flop;      /* share of the peak that large products reach in a whole model */
    struct fw_range bandwidth; /* share of the memory bandwidth that decoding reaches */
    struct fw_range run_mfu;   /* training: 6NT over all device-hours */
    struct fw_range step_mfu;  /* training: published for a step */
};

/* flop: from the 5 % quantile of MFU in mosaicml (bf16) to the 95 % quantile of the best products
 * in mamf. bandwidth: from the 5 % quantile of weights read per token and second in
 * mlenergy-serving at batches up to 16, to the bandwidth itself, which nothing can exceed. Both
 * with the geometric mean between. run_mfu, step_mfu: least, median and largest of the rows of
 * disclosures.d without conflict that a document was at hand for: of n such runs the next one
 * falls inside with probability (n - 1)/(n + 1). Tables that the catalogue lacks give a range
 * of NaN. Errors as of fw_selftest_run(). */
enum fw_status fw_prior_load(const struct fw_catalogue *cat, struct fw_arena *arena,
                             struct fw_prior *out, struct fw_err *err);

#endif
