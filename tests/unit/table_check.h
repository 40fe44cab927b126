/* table_check.h - looks values up in a table by the text of a row and the key of a column. */
#ifndef FW_TESTS_TABLE_CHECK_H
#define FW_TESTS_TABLE_CHECK_H

#include <stdio.h>
#include <string.h>

#include "report/table.h"

static inline size_t table_column(const struct fw_table *t, const char *key)
{
    for (size_t c = 0; c < t->num_columns; c++)
        if (t->columns[c].key != NULL && strcmp(t->columns[c].key, key) == 0)
            return c;
    return t->num_columns;
}

/* The cell of column `want` in the first row whose column `by` holds text; NULL if there is
 * none. */
static inline const struct fw_cell *table_find(const struct fw_table *t, const char *by,
                                               const char *text, const char *want)
{
    const size_t b = table_column(t, by), w = table_column(t, want);
    for (size_t r = 0; r < t->num_rows && b < t->num_columns && w < t->num_columns; r++) {
        const struct fw_cell *c = &t->cells[r * t->num_columns];
        if (c[b].kind == FW_CELL_TEXT && strcmp(c[b].text, text) == 0)
            return &c[w];
    }
    return NULL;
}

/* Its raw text, in a buffer of the function. */
static inline const char *table_text(const struct fw_table *t, const char *by, const char *text,
                                     const char *want)
{
    static char buf[FW_COUNT_LEN];
    const struct fw_cell *c = table_find(t, by, text, want);
    if (c == NULL)
        return "(absent)";
    switch (c->kind) {
    case FW_CELL_UNKNOWN:
        return "(unknown)";
    case FW_CELL_EMPTY:
        return "(empty)";
    case FW_CELL_TEXT:
        return c->text;
    case FW_CELL_COUNT:
        return fw_count_text(buf, c->count, '\0');
    case FW_CELL_BOOL:
        return c->count != 0 ? "true" : "false";
    case FW_CELL_REAL:
        (void)snprintf(buf, sizeof buf, "%.6g", c->real);
        return buf;
    }
    return "(bad)";
}

static inline double table_real(const struct fw_table *t, const char *by, const char *text,
                                const char *want)
{
    const struct fw_cell *c = table_find(t, by, text, want);
    if (c == NULL || (c->kind != FW_CELL_REAL && c->kind != FW_CELL_COUNT))
        return -1e300;
    return c->kind == FW_CELL_REAL ? c->real : (double)c->count;
}

#endif
