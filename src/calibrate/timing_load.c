/* timing_load.c - which format a file of timings has. */
#include <stdlib.h>
#include <string.h>

#include "calibrate/timing_read.h"
#include "input/file.h"

bool fw_timings_append(struct fw_load *ld, struct fw_timings *out, size_t *cap,
                       const struct fw_timing *row)
{
    if (out->count == FW_TIMINGS_MAX) {
        fw_load_fail(ld, (struct fw_place){row->line, 0}, "", "", "more than 100000 rows");
        return false;
    }
    if (out->count == *cap) {
        const size_t more = *cap > 0 ? 2 * *cap : 64;
        struct fw_timing *const rows = FW_NEW(ld->arena, more, struct fw_timing);
        if (rows == NULL) {
            (void)fw_load_no_memory(ld);
            return false;
        }
        if (out->count > 0)
            memcpy(rows, out->rows, out->count * sizeof *rows);
        out->rows = rows;
        *cap = more;
    }
    out->rows[out->count++] = *row;
    return true;
}

static void read_text(struct fw_load *ld, const char *text, size_t n,
                      const struct fw_model *model, struct fw_timings *out)
{
    static const char blanks[] = " \t\r\n";
    size_t i = n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

    while (i < n && text[i] != '\0' && strchr(blanks, text[i]) != NULL)
        i++;
    out->source = ld->file;
    if (i < n && text[i] == '[')
        fw_timings_read_llama(ld, text, n, model, out);
    else if (i < n && text[i] == '{')
        fw_load_fail(ld, (struct fw_place){1, 1}, "", "",
                     "a JSON object, expected the list that llama-bench -o json writes, or CSV");
    else
        fw_timings_read_csv(ld, text, n, out);
}

enum fw_status fw_timings_parse(const char *name, const char *text, size_t n,
                                const struct fw_model *model, struct fw_arena *arena,
                                struct fw_diags *diags, struct fw_timings *out,
                                struct fw_err *err)
{
    struct fw_err unused;
    struct fw_load ld;

    memset(out, 0, sizeof *out);
    fw_load_start(&ld, name, arena, diags, err != NULL ? err : &unused);
    read_text(&ld, text, n, model, out);
    return ld.status;
}

enum fw_status fw_timings_load(const char *path, const struct fw_model *model,
                               struct fw_arena *arena, struct fw_diags *diags,
                               struct fw_timings *out, struct fw_err *err)
{
    struct fw_err unused;
    struct fw_load ld;
    char *text = NULL;
    size_t n = 0;

    memset(out, 0, sizeof *out);
    fw_load_start(&ld, path, arena, diags, err != NULL ? err : &unused);
    if (fw_load_file(&ld, path, &text, &n))
        read_text(&ld, text, n, model, out);
    free(text);
    return ld.status;
}
