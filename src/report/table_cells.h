/* table_cells.h - what the writers of the formats share. Private to report: see table.h. */
#ifndef FW_REPORT_TABLE_CELLS_H
#define FW_REPORT_TABLE_CELLS_H

#include "report/json.h"
#include "report/table.h"

/* Appends a cell as people read it: grouped digits, units, "unknown". Control characters but the
 * newline become '?', invalid UTF-8 becomes U+FFFD. */
void fw_cell_people(const struct fw_column *c, const struct fw_cell *cell, struct fw_text *out);
/* The same cleaning for a title, a note, a column head. */
void fw_clean_text(const char *s, struct fw_text *out);
/* The value of a cell as JSON under key; null if there is none. */
void fw_cell_json(struct fw_json *j, const char *key, const struct fw_cell *c);
/* "KV cache [B]" */
void fw_column_head(const struct fw_column *c, struct fw_text *out);

static inline const struct fw_cell *fw_table_cell(const struct fw_table *t, size_t row, size_t col)
{
    return &t->cells[row * t->num_columns + col];
}

/* Columns of people's formats: those with a title, unless all their cells are EMPTY. */
bool fw_column_shown(const struct fw_table *t, size_t col);

void fw_table_write_text(const struct fw_table *t, const struct fw_table_style *style,
                         struct fw_text *out);
void fw_table_write_csv(const struct fw_table *t, struct fw_text *out);
void fw_table_write_md(const struct fw_table *t, struct fw_text *out);
void fw_table_write_html(const struct fw_table *t, struct fw_text *out);

#endif
