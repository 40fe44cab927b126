/* table.h - one table, every output: text, Markdown, CSV, JSON, HTML.
 *
 * A cell keeps what it means, not how it looks: an exact count, a real number with a unit, text,
 * or unknown. Text, Markdown and HTML group digits and add units; CSV and JSON print raw exact
 * digits and put the unit in the column's key. Everything lives in the arena.
 */
#ifndef FW_REPORT_TABLE_H
#define FW_REPORT_TABLE_H

#include "base/arena.h"
#include "base/count.h"
#include "base/quantity.h"
#include "base/text.h"

enum fw_format { FW_FORMAT_TEXT, FW_FORMAT_JSON, FW_FORMAT_CSV, FW_FORMAT_MD, FW_FORMAT_HTML,
                 FW_FORMAT_COUNT };
extern const char *const fw_format_names[FW_FORMAT_COUNT]; /* "text", "json", ... */

enum fw_cell_kind {
    FW_CELL_UNKNOWN, /* "unknown" in text, empty in CSV, null in JSON */
    FW_CELL_EMPTY,   /* nothing there: "" in text and CSV, null in JSON */
    FW_CELL_TEXT,
    FW_CELL_COUNT,   /* exact */
    FW_CELL_REAL,    /* in the dimension of its column, or of the cell if set */
    FW_CELL_BOOL,
};
struct fw_cell {
    enum fw_cell_kind kind;
    const char *text;
    fw_u128 count;
    double real;
    int digits;      /* significant digits of REAL in text; 0 = the column's */
    bool has_dim;
    enum fw_dim dim; /* if has_dim: overrides the column's (rows of different units); a COUNT is
                        then followed by its unit in people's formats */
    bool strong;     /* totals */
};

struct fw_cell fw_cell_text(const char *text); /* NULL gives EMPTY */
struct fw_cell fw_cell_count(fw_u128 value);
struct fw_cell fw_cell_real(double value);     /* NaN gives UNKNOWN */
struct fw_cell fw_cell_qty(double value, enum fw_dim dim, int digits); /* with its own unit */
struct fw_cell fw_cell_bool(bool value);
struct fw_cell fw_cell_unknown(void);
struct fw_cell fw_cell_empty(void);
struct fw_cell fw_cell_strong(struct fw_cell c);

enum fw_align { FW_LEFT, FW_RIGHT };
struct fw_column {
    const char *key;   /* of JSON and CSV, with the unit: "kv_bytes"; NULL = not in these */
    const char *title; /* of people's formats: "KV cache"; NULL = only in JSON and CSV */
    const char *unit;  /* shown after the title in people's formats: "B"; "" or NULL = none */
    enum fw_align align;
    enum fw_dim dim;   /* of REAL cells */
    int digits;        /* significant digits of REAL cells in people's formats; 0 = 4 */
};

enum { FW_TABLE_COLUMNS = 64 }; /* at most; who lets users choose columns checks first */
struct fw_table {
    struct fw_arena *arena;
    const char *title;  /* heading; may be NULL */
    const char *note;   /* below the table: the convention; may be NULL */
    size_t num_columns;
    const struct fw_column *columns; /* borrowed; static tables as a rule */
    size_t num_rows, capacity;
    struct fw_cell *cells; /* [num_rows][num_columns] */
    bool failed;           /* out of memory: sticky */
    struct fw_cell scratch[FW_TABLE_COLUMNS]; /* what a failed fw_table_row hands out */
};

void fw_table_init(struct fw_table *t, struct fw_arena *arena, const char *title,
                   const struct fw_column *columns, size_t num_columns);
/* Appends a row and returns its num_columns cells, all EMPTY; the pointer is good until the next
 * call. After a failed allocation it points to scratch cells and t->failed is set. */
struct fw_cell *fw_table_row(struct fw_table *t);

/* Renders. width: columns of the terminal for TEXT (0 = unlimited): the last text column wraps
 * (then, if need be, those before it), numbers never do. ascii: no UTF-8 rules. Control
 * characters in texts become '?'. A failed table writes what it has and makes out fail too. */
struct fw_table_style {
    size_t width;
    bool ascii;
    bool bold; /* ANSI bold for strong cells and titles */
};
void fw_table_write(const struct fw_table *t, enum fw_format format,
                    const struct fw_table_style *style, struct fw_text *out);

/* The rows as an array of objects inside other JSON; key NULL at the top or in an array. */
struct fw_json;
void fw_table_json(const struct fw_table *t, struct fw_json *j, const char *key);

#endif
