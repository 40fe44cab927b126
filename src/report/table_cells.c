/* table_cells.c - one cell, as people read it. */
#include "report/table_cells.h"

#include <string.h>

static bool is_control(uint32_t cp)
{
    return (cp < 0x20 && cp != '\n') || (cp >= 0x7f && cp < 0xa0);
}

void fw_clean_text(const char *s, struct fw_text *out)
{
    for (size_t n = strlen(s); n > 0;) {
        uint32_t cp = 0;
        const size_t len = fw_utf8_decode(s, n, &cp);
        if (len == 0)
            fw_text_put(out, "\xef\xbf\xbd");
        else if (is_control(cp))
            fw_text_putc(out, '?');
        else
            fw_text_putn(out, s, len);
        s += len > 0 ? len : 1;
        n -= len > 0 ? len : 1;
    }
}

/* A long count that ends in zeros is as exact, and easier to read, as 7.2272351232e23. */
static bool put_round_count(fw_u128 value, struct fw_text *out)
{
    enum { LONG = 19, ZEROS = 6 };
    char digits[FW_COUNT_LEN];
    const size_t len = strlen(fw_count_text(digits, value, 0));
    size_t last = len;
    while (last > 1 && digits[last - 1] == '0')
        last--;
    if (len < LONG || len - last < ZEROS)
        return false;
    fw_text_putc(out, digits[0]);
    if (last > 1)
        fw_text_putc(out, '.');
    fw_text_putn(out, digits + 1, last - 1);
    fw_text_printf(out, "e%zu", len - 1);
    return true;
}

static void put_count(const struct fw_cell *cell, struct fw_text *out)
{
    if (!put_round_count(cell->count, out))
        fw_text_count(out, cell->count, ',');
    if (cell->has_dim && fw_dim_unit(cell->dim)[0] != '\0')
        fw_text_printf(out, " %s", fw_dim_unit(cell->dim));
}

static void put_real(const struct fw_column *c, const struct fw_cell *cell, struct fw_text *out)
{
    char buf[96];
    const enum fw_dim dim = cell->has_dim ? cell->dim : c->dim;
    const int digits = cell->digits > 0 ? cell->digits : c->digits > 0 ? c->digits : 4;
    fw_text_put(out, fw_quantity_text(buf, sizeof buf, cell->real, dim, digits, true));
}

void fw_cell_people(const struct fw_column *c, const struct fw_cell *cell, struct fw_text *out)
{
    switch (cell->kind) {
    case FW_CELL_UNKNOWN:
        fw_text_put(out, "unknown");
        break;
    case FW_CELL_EMPTY:
        break;
    case FW_CELL_TEXT:
        fw_clean_text(cell->text, out);
        break;
    case FW_CELL_COUNT:
        put_count(cell, out);
        break;
    case FW_CELL_REAL:
        put_real(c, cell, out);
        break;
    case FW_CELL_BOOL:
        fw_text_put(out, cell->count != 0 ? "yes" : "no");
        break;
    }
}

void fw_column_head(const struct fw_column *c, struct fw_text *out)
{
    fw_clean_text(c->title, out);
    if (c->unit != NULL && c->unit[0] != '\0')
        fw_text_printf(out, " [%s]", c->unit);
}

bool fw_column_shown(const struct fw_table *t, size_t col)
{
    bool empty = t->num_rows > 0;
    for (size_t r = 0; r < t->num_rows && empty; r++)
        empty = fw_table_cell(t, r, col)->kind == FW_CELL_EMPTY;
    return t->columns[col].title != NULL && !empty;
}
