/* load.c - where the messages of a file go. */
#include "input/load.h"

#include <stdarg.h>
#include <stdio.h>

void fw_load_report(struct fw_load *ld, struct fw_err *err, struct fw_place at, const char *path,
                    const char *key)
{
    const char *const dot = path[0] != '\0' && key[0] != '\0' ? "." : "";

    (void)fw_err_at(err, ld->file, at.line, at.col);
    (void)fw_err_key(err, "%s%s%s", path, dot, key);
    if (ld->status == FW_OK)
        ld->status = err->status;
    if (ld->errors++ == 0)
        *ld->first = *err;
    fw_diags_add(ld->diags, FW_ERROR, err);
}

void fw_load_fail(struct fw_load *ld, struct fw_place at, const char *path, const char *key,
                  const char *fmt, ...)
{
    char msg[FW_MSG_LEN + 1];
    struct fw_err err;
    va_list ap;

    va_start(ap, fmt);
    const int n = vsnprintf(msg, sizeof msg, fmt, ap);
    va_end(ap);
    (void)fw_fail(&err, FW_INPUT, "%s", n >= 0 ? msg : fmt);
    fw_load_report(ld, &err, at, path, key);
}

enum fw_status fw_load_no_memory(struct fw_load *ld)
{
    struct fw_err err;

    if (ld->status == FW_SYSTEM)
        return FW_SYSTEM;
    (void)fw_fail(&err, FW_SYSTEM, "out of memory");
    fw_load_report(ld, &err, (struct fw_place){0}, "", "");
    ld->status = FW_SYSTEM;
    *ld->first = err;
    return FW_SYSTEM;
}

bool fw_load_listens(const struct fw_load *ld)
{
    return ld->errors < FW_DIAGS_MAX;
}

const char *fw_load_path(struct fw_load *ld, const char *path, const char *key)
{
    if (path[0] == '\0')
        return key;
    const char *const joined = fw_arena_printf(ld->arena, "%s.%s", path, key);
    return joined != NULL ? joined : path;
}
