/* fuzz_yaml.c - any bytes as a model, as hardware and as grids.
 *
 * Properties: status, err and the list of messages agree; a message is one line that a terminal
 * can take; what was read keeps to the ranges of the schema, and core can resolve it or says why
 * not. Nothing may be read beyond the bytes that are there (sanitizers), and memory stays bounded.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "core/model.h"
#include "input/reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MEMORY_MAX = 64 << 20 };
static const char name[] = "no-such-folder/t.yaml"; /* extends finds no files beside it */

static void need(bool holds)
{
    if (!holds)
        abort();
}

static void check_line(const char *s, size_t max)
{
    const size_t n = strlen(s);

    need(n < max && fw_utf8_valid(s, n));
    need(strpbrk(s, "\n\r\t\x1b") == NULL);
}

static void check_messages(enum fw_status status, const struct fw_diags *d,
                           const struct fw_err *err)
{
    need((status == FW_OK) == (d->errors == 0));
    need(status == FW_OK || status == FW_INPUT || status == FW_SYSTEM);
    need(status == FW_OK || (err->msg[0] != '\0' && d->count > 0));
    for (size_t i = 0; i < d->count; i++) {
        const struct fw_err *const e = &d->list[i].err;
        need(e->msg[0] != '\0');
        check_line(e->msg, FW_MSG_LEN);
        check_line(e->hint, FW_HINT_LEN);
        check_line(e->key, FW_KEY_LEN);
        check_line(e->file, FW_FILE_LEN);
    }
}

static void check_key(enum fw_key key, const struct fw_opt *o)
{
    const struct fw_key_info *const info = &fw_key_table[key];
    const char *const *names = NULL;

    if (!o->given)
        return;
    if (info->type == FW_T_COUNT)
        need((double)o->v <= info->max && (info->min < 0 || (double)o->v >= info->min));
    else if (info->type == FW_T_REAL)
        need(o->r >= info->min && o->r <= info->max);
    else if (info->type == FW_T_BOOL)
        need(o->v <= 1);
    else if (info->type == FW_T_DTYPE)
        need(o->v < FW_DTYPE_COUNT);
    else
        need(o->v < fw_key_values(info->type, &names));
}

static void try_model(const char *text, size_t n, struct fw_arena *arena, struct fw_diags *d)
{
    struct fw_description out;
    struct fw_model m;
    struct fw_err err;
    const enum fw_status status = fw_description_parse(NULL, name, text, n, arena, d, &out, &err);

    check_messages(status, d, &err);
    if (status != FW_OK)
        return;
    need(out.id != NULL && out.name != NULL && out.path != NULL);
    for (int k = 0; k < FW_KEY_COUNT; k++) {
        check_key((enum fw_key)k, &out.arch.key[k]);
        for (size_t i = 0; i < out.arch.num_entries; i++)
            check_key((enum fw_key)k, &out.arch.entries[i].key[k]);
    }
    for (int f = 0; f < FW_FACT_COUNT; f++)
        need(isnan(out.training.facts.val[f]) || out.training.facts.val[f] >= 0);
    if (fw_model_resolve(&out.arch, &m, arena, &err) != FW_OK)
        check_line(err.msg, FW_MSG_LEN);
}

static void try_hardware(const char *text, size_t n, struct fw_arena *arena, struct fw_diags *d)
{
    struct fw_hardware out;
    struct fw_err err;
    const enum fw_status status = fw_hardware_parse(name, text, n, arena, d, &out, &err);

    check_messages(status, d, &err);
    if (status != FW_OK)
        return;
    for (int t = 0; t < FW_DTYPE_COUNT; t++)
        need(isnan(out.peak[t]) || out.peak[t] > 0);
    need(isnan(out.mem_bytes_min) || out.mem_bytes_min <= out.mem_bytes_max);
}

static void try_grids(const char *text, size_t n, struct fw_arena *arena, struct fw_diags *d)
{
    struct fw_grids out;
    struct fw_err err;
    const enum fw_status status = fw_grids_parse(name, text, n, arena, d, &out, &err);

    check_messages(status, d, &err);
    for (size_t i = 0; status == FW_OK && i < out.num_grids; i++) {
        need(out.grids[i].intensity >= 0 && out.grids[i].intensity <= 5);
        need(i == 0 || strcmp(out.grids[i - 1].id, out.grids[i].id) < 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const tries[])(const char *, size_t, struct fw_arena *,
                                 struct fw_diags *) = {try_model, try_hardware, try_grids};
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
