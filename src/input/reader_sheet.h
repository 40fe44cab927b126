/* reader_sheet.h - published tables: rows of facts with their source, under selftest.d and
 * disclosures.d.
 *
 *     title: what the table is              source: where it stands
 *     check: [names of comparisons] (calibrate/selftest.h)      rule: of training FLOP
 *     models: {name in the rows: {model: id} or {architecture: ...} or {missing: why}}
 *     hardware: {name in the rows: id}
 *     median_at_most, worst_at_most: {comparison: residual that it must reach, "0.1 %"}
 *     set: {column: key of the architecture that it gives}
 *     columns: [a, b]                       rows: [[1, 2], [3, 4]]
 *
 * The file format is described in docs/calibration.md.
 */
#ifndef FW_INPUT_READER_SHEET_H
#define FW_INPUT_READER_SHEET_H

#include "base/arena.h"
#include "core/arch.h"

enum { FW_SHEET_COLUMNS_MAX = 64, FW_SHEET_ROWS_MAX = 10000 };

struct fw_sheet_cell {
    const char *text; /* NULL = null: not stated */
    double number;    /* NaN if it is not one */
};

struct fw_sheet_model {
    const char *name;
    const char *id;      /* in models.d; NULL if not there */
    bool has_arch;       /* arch is the architecture, complete as far as keys go */
    struct fw_arch arch;
    const char *missing; /* why there is neither */
};

struct fw_name_pair {
    const char *name, *value;
};

struct fw_sheet {
    const char *path, *id, *title, *source;
    const char *check; /* words, separated by a blank */
    const char *rule;  /* name in core/train.h; NULL = none */
    bool unverified;   /* written down from memory, no document at hand */
    size_t num_notes, num_models, num_hardware, num_sets, num_medians, num_worsts, num_columns,
        num_rows;
    const char *const *notes;
    const struct fw_sheet_model *models; /* in the order of the file, as the next two */
    const struct fw_name_pair *hardware; /* name in the rows, id */
    const struct fw_name_pair *sets;     /* column, key of the architecture */
    const struct fw_name_pair *median_at_most, *worst_at_most;
    const char *const *columns;
    const struct fw_sheet_cell *cells;   /* [num_rows][num_columns] */
    const unsigned *lines;               /* [num_rows]: line of each row */
};

/* Reads one file; messages and errors as in input/reader.h. */
enum fw_status fw_sheet_load(const char *path, struct fw_arena *arena,
                             struct fw_diags *diags, struct fw_sheet *out, struct fw_err *err);
enum fw_status fw_sheet_parse(const char *name, const char *text, size_t n,
                              struct fw_arena *arena, struct fw_diags *diags,
                              struct fw_sheet *out, struct fw_err *err);

/* The cell of a column; {NULL, NaN} if the table has no such column. */
struct fw_sheet_cell fw_sheet_at(const struct fw_sheet *t, size_t row, const char *column);
/* Value of a name in a list of pairs, NULL if it is not there. */
const char *fw_pair_find(const struct fw_name_pair *pairs, size_t n, const char *name);

#endif
