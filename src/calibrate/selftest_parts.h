/* selftest_parts.h - what the files selftest*.c and prior.c share. Used by them alone. */
#ifndef FW_CALIBRATE_SELFTEST_PARTS_H
#define FW_CALIBRATE_SELFTEST_PARTS_H

#include "calibrate/fit.h"
#include "calibrate/selftest.h"
#include "core/train.h"
#include "input/reader.h"

/* One table at work. */
struct fw_selftest_sheet {
    const struct fw_catalogue *cat;
    struct fw_arena *arena;   /* of the answer */
    const struct fw_sheet *t;
    const struct fw_sheet *all; /* every table of the shelf */
    size_t num_all;
};

double fw_sheet_number(const struct fw_sheet *t, size_t row, const char *column);
const char *fw_sheet_text(const struct fw_sheet *t, size_t row, const char *column);

/* The model of a row with the keys that its columns give, in arena; *left_out is the reason if
 * there is none. */
enum fw_status fw_sheet_row_model(const struct fw_selftest_sheet *s, size_t row,
                                  struct fw_arena *arena, struct fw_model *out,
                                  const char **left_out, struct fw_err *err);
/* The hardware that the column gpu names. */
enum fw_status fw_sheet_row_hardware(const struct fw_selftest_sheet *s, size_t row,
                                     struct fw_arena *arena, struct fw_hardware *out,
                                     struct fw_err *err);
/* The dtype of a row; FW_DTYPE_COUNT if it states none. */
enum fw_dtype fw_sheet_row_dtype(const struct fw_sheet *t, size_t row);

/* A row of ours and published; published NaN: the row does not state it and does not count. */
typedef enum fw_status fw_check_row(const struct fw_selftest_sheet *s, size_t row,
                                    struct fw_arena *scratch, struct fw_selftest_row *out,
                                    struct fw_err *err);
/* All rows at once: fills out[num_rows] like the above. */
typedef enum fw_status fw_check_table(const struct fw_selftest_sheet *s,
                                      struct fw_selftest_row *out, size_t *n,
                                      struct fw_err *err);
struct fw_check {
    const char *name, *quantity, *unit, *convention;
    fw_check_row *row;
    fw_check_table *table;
};
extern const struct fw_check fw_check_rows[]; /* ends at name NULL */

/* Fits and predictions, selftest_fit.c. */
fw_check_table fw_check_held_out, fw_check_held_out_layer;

/* Reads every table of a shelf, sorted by id. */
enum fw_status fw_sheets_load(const struct fw_catalogue *cat, enum fw_shelf shelf,
                              struct fw_arena *arena, struct fw_diags *diags,
                              struct fw_sheet **out, size_t *n, struct fw_err *err);

#endif
