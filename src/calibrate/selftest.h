/* selftest.h - flopwatt against the published tables of selftest.d.
 *
 * Every figure of ours comes from the equations of core (fw_estimate_run, fw_train_run,
 * fw_chain_solve) or from fits of this folder; a comparison says which convention the table
 * follows. Residual = ours / published - 1. Rows that cannot be computed are listed with the
 * reason. The comparisons that a table may name:
 *     parameters, forward-flop, training-flop     counts
 *     flop-per-token-dense, flop-per-token-experts training FLOP per token, by kind of model
 *     step-mfu, step-rate-recompute, training-days rates of training
 *     energy, emissions                           the chain to kWh and CO2eq
 *     peak                                        hardware.d
 *     held-out, held-out-layer                    times predicted from a fit of other rows
 *     best-product, decode-share                  nothing: ranges of prior.h come from them
 */
#ifndef FW_CALIBRATE_SELFTEST_H
#define FW_CALIBRATE_SELFTEST_H

#include "input/catalogue.h"
#include "input/reader_sheet.h"

struct fw_selftest_row {
    const char *label;
    double ours, published; /* in the unit of the comparison; NaN if left out */
    double lo, hi;          /* interval of ours where it has one, else NaN */
    const char *left_out;   /* why, or NULL */
    unsigned line;          /* in the file of the table */
};

struct fw_selftest {
    const char *table, *title, *source; /* table: id in selftest.d */
    const char *check;      /* name of the comparison */
    const char *quantity;   /* what is compared, "MFU" */
    const char *unit;       /* of ours and published */
    const char *convention; /* how ours is counted */
    bool unverified;
    size_t num_rows, computed, left_out;
    const struct fw_selftest_row *rows;
    double median, worst;   /* of |residual|; NaN if nothing was computed */
    size_t worst_row;
    double inside;          /* share of rows inside their interval; NaN without intervals */
    double median_at_most, worst_at_most; /* NaN = no target */
    bool reached;           /* true without a target */
};

/* Runs all comparisons of all tables in the catalogue, sorted by table; *out is in the arena.
 * FW_INPUT if a table or a description is wrong, with its place; FW_SYSTEM for memory. */
enum fw_status fw_selftest_run(const struct fw_catalogue *cat, struct fw_arena *arena,
                               struct fw_diags *diags, struct fw_selftest **out, size_t *n,
                               struct fw_err *err);

#endif
