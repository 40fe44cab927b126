/* table_csv.c - RFC 4180 quoting, raw digits, lines that end in a newline. */
#include <string.h>

#include "report/json.h"
#include "report/table_cells.h"

static void put_field(const char *s, struct fw_text *out)
{
    const size_t len = strlen(s);
    const bool blank_end = len > 0 && (s[0] == ' ' || s[len - 1] == ' ');
    if (strpbrk(s, ",\"\r\n") == NULL && !blank_end) {
        fw_text_put(out, s);
        return;
    }
    fw_text_putc(out, '"');
    for (; *s != '\0'; s++) {
        if (*s == '"')
            fw_text_putc(out, '"');
        fw_text_putc(out, *s);
    }
    fw_text_putc(out, '"');
}

static void put_cell(const struct fw_cell *cell, struct fw_text *out)
{
    char digits[FW_REAL_LEN];
    switch (cell->kind) {
    case FW_CELL_TEXT:
        put_field(cell->text, out);
        break;
    case FW_CELL_COUNT:
        fw_text_count(out, cell->count, '\0');
        break;
    case FW_CELL_BOOL:
        fw_text_put(out, cell->count != 0 ? "true" : "false");
        break;
    case FW_CELL_REAL:
        (void)fw_json_digits(digits, cell->real); /* not finite: an empty field */
        fw_text_put(out, digits);
        break;
    case FW_CELL_UNKNOWN:
    case FW_CELL_EMPTY:
        break;
    }
}

void fw_table_write_csv(const struct fw_table *t, struct fw_text *out)
{
    const char *comma = "";
    for (size_t c = 0; c < t->num_columns; c++) {
        if (t->columns[c].key == NULL)
            continue;
        fw_text_put(out, comma);
        put_field(t->columns[c].key, out);
        comma = ",";
    }
    fw_text_putc(out, '\n');
    for (size_t r = 0; r < t->num_rows; r++) {
        comma = "";
        for (size_t c = 0; c < t->num_columns; c++) {
            if (t->columns[c].key == NULL)
                continue;
            fw_text_put(out, comma);
            put_cell(fw_table_cell(t, r, c), out);
            comma = ",";
        }
        fw_text_putc(out, '\n');
    }
}
