/* table.c - cells, rows, and which writer serves which format. */
#include "report/table.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "report/json.h"
#include "report/table_cells.h"

const char *const fw_format_names[FW_FORMAT_COUNT] = {"text", "json", "csv", "md", "html"};

struct fw_cell fw_cell_text(const char *text)
{
    return (struct fw_cell){.kind = text == NULL ? FW_CELL_EMPTY : FW_CELL_TEXT, .text = text};
}

struct fw_cell fw_cell_count(fw_u128 value)
{
    return (struct fw_cell){.kind = FW_CELL_COUNT, .count = value};
}

struct fw_cell fw_cell_real(double value)
{
    return (struct fw_cell){.kind = isnan(value) ? FW_CELL_UNKNOWN : FW_CELL_REAL, .real = value};
}

struct fw_cell fw_cell_qty(double value, enum fw_dim dim, int digits)
{
    struct fw_cell c = fw_cell_real(value);
    c.has_dim = true;
    c.dim = dim;
    c.digits = digits;
    return c;
}

struct fw_cell fw_cell_bool(bool value)
{
    return (struct fw_cell){.kind = FW_CELL_BOOL, .count = value};
}

struct fw_cell fw_cell_unknown(void)
{
    return (struct fw_cell){.kind = FW_CELL_UNKNOWN};
}

struct fw_cell fw_cell_empty(void)
{
    return (struct fw_cell){.kind = FW_CELL_EMPTY};
}

struct fw_cell fw_cell_strong(struct fw_cell c)
{
    c.strong = true;
    return c;
}

void fw_table_init(struct fw_table *t, struct fw_arena *arena, const char *title,
                   const struct fw_column *columns, size_t num_columns)
{
    assert(num_columns <= FW_TABLE_COLUMNS);
    *t = (struct fw_table){
        .arena = arena, .title = title, .num_columns = num_columns, .columns = columns};
}

static void set_empty(struct fw_cell *cells, size_t n)
{
    for (size_t i = 0; i < n; i++)
        cells[i] = fw_cell_empty();
}

static bool grow(struct fw_table *t)
{
    const size_t capacity = t->capacity > 0 ? 2 * t->capacity : 16;
    const size_t row = t->num_columns * sizeof *t->cells;
    struct fw_cell *const cells = fw_arena_alloc(t->arena, capacity, row);
    if (cells == NULL)
        return false;
    if (t->num_rows > 0)
        memcpy(cells, t->cells, t->num_rows * row);
    t->cells = cells;
    t->capacity = capacity;
    return true;
}

struct fw_cell *fw_table_row(struct fw_table *t)
{
    struct fw_cell *cells = t->scratch;
    if (!t->failed && t->num_rows == t->capacity && !grow(t))
        t->failed = true;
    if (!t->failed)
        cells = &t->cells[t->num_rows++ * t->num_columns];
    set_empty(cells, t->num_columns);
    return cells;
}

void fw_cell_json(struct fw_json *j, const char *key, const struct fw_cell *c)
{
    switch (c->kind) {
    case FW_CELL_TEXT:
        fw_json_string(j, key, c->text);
        return;
    case FW_CELL_COUNT:
        fw_json_count(j, key, c->count);
        return;
    case FW_CELL_REAL:
        fw_json_real(j, key, c->real);
        return;
    case FW_CELL_BOOL:
        fw_json_bool(j, key, c->count != 0);
        return;
    case FW_CELL_UNKNOWN:
    case FW_CELL_EMPTY:
        break;
    }
    fw_json_null(j, key);
}

void fw_table_json(const struct fw_table *t, struct fw_json *j, const char *key)
{
    fw_json_array(j, key);
    for (size_t r = 0; r < t->num_rows; r++) {
        fw_json_object(j, NULL);
        for (size_t c = 0; c < t->num_columns; c++)
            if (t->columns[c].key != NULL)
                fw_cell_json(j, t->columns[c].key, fw_table_cell(t, r, c));
        fw_json_end(j);
    }
    fw_json_end(j);
    if (t->failed)
        j->out->failed = true;
}

void fw_table_write(const struct fw_table *t, enum fw_format format,
                    const struct fw_table_style *style, struct fw_text *out)
{
    static const struct fw_table_style plain = {0};
    struct fw_json j;
    switch (format) {
    case FW_FORMAT_TEXT:
        fw_table_write_text(t, style != NULL ? style : &plain, out);
        break;
    case FW_FORMAT_CSV:
        fw_table_write_csv(t, out);
        break;
    case FW_FORMAT_MD:
        fw_table_write_md(t, out);
        break;
    case FW_FORMAT_HTML:
        fw_table_write_html(t, out);
        break;
    case FW_FORMAT_JSON:
        fw_json_init(&j, out, true);
        fw_table_json(t, &j, NULL);
        break;
    case FW_FORMAT_COUNT:
        break;
    }
    if (t->failed)
        out->failed = true;
}
