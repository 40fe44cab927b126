/* fuzz_timings.c - any bytes as timings (CSV, JSON of llama-bench) and as a published table.
 *
 * Properties: status, err and the list of messages agree; what was read can be fitted: times and
 * work are finite and above 0, cells are there for every row and column.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "calibrate/timing.h"
#include "input/reader_sheet.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MEMORY_MAX = 64 << 20 };

static void need(bool holds)
{
    if (!holds)
        abort();
}

static void check_messages(enum fw_status status, const struct fw_diags *d,
                           const struct fw_err *err)
{
    need((status == FW_OK) == (d->errors == 0));
    need(status == FW_OK || status == FW_INPUT || status == FW_SYSTEM);
    need(status == FW_OK || err->msg[0] != '\0');
    for (size_t i = 0; i < d->count; i++) {
        const char *const s = d->list[i].err.msg;
        need(s[0] != '\0' && fw_utf8_valid(s, strlen(s)));
        need(strpbrk(s, "\n\r\t\x1b") == NULL);
    }
}

static void try_timings(const char *text, size_t n, struct fw_arena *arena, struct fw_diags *d)
{
    struct fw_timings t;
    struct fw_err err;
    const enum fw_status status = fw_timings_parse("t.csv", text, n, NULL, arena, d, &t, &err);

    check_messages(status, d, &err);
    for (size_t i = 0; status == FW_OK && i < t.count; i++) {
        const struct fw_timing *const r = &t.rows[i];
        need(r->op != NULL && r->curve != NULL && r->time_s > 0 && isfinite(r->time_s));
        need(r->flop >= 0 && r->bytes >= 0 && r->flop + r->bytes > 0);
        need(r->dtype <= FW_DTYPE_COUNT && (isnan(r->spread) || r->spread >= 0));
    }
}

static void try_sheet(const char *text, size_t n, struct fw_arena *arena, struct fw_diags *d)
{
    struct fw_sheet t;
    struct fw_err err;
    const enum fw_status status = fw_sheet_parse("t.yaml", text, n, arena, d, &t, &err);

    check_messages(status, d, &err);
    if (status != FW_OK)
        return;
    need(t.num_columns <= FW_SHEET_COLUMNS_MAX && t.num_rows <= FW_SHEET_ROWS_MAX);
    for (size_t row = 0; row < t.num_rows; row++)
        for (size_t c = 0; c < t.num_columns; c++) {
            const struct fw_sheet_cell cell = fw_sheet_at(&t, row, t.columns[c]);
            need(isnan(cell.number) || cell.text != NULL);
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const tries[])(const char *, size_t, struct fw_arena *,
                                 struct fw_diags *) = {try_timings, try_sheet};
    static struct fw_diags diags;

    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        struct fw_arena arena;
        fw_arena_init(&arena, MEMORY_MAX);
        fw_diags_init(&diags);
        tries[i]((const char *)data, size, &arena, &diags);
        fw_arena_free(&arena);
    }
    return 0;
}
