/* load.h - one file being read: where its messages go. Used inside input/ and calibrate/.
 *
 * Reading does not stop at the first error of content: it is reported here and reading goes on,
 * so that one run shows up to FW_DIAGS_MAX of them. status tells in the end.
 */
#ifndef FW_INPUT_LOAD_H
#define FW_INPUT_LOAD_H

#include "base/arena.h"
#include "base/status.h"

struct fw_load {
    const char *file; /* name in messages */
    struct fw_arena *arena;
    struct fw_diags *diags; /* gets every message; may be NULL */
    struct fw_err *first;   /* gets the first error */
    enum fw_status status;  /* FW_OK until the first error */
    size_t errors;
    /* Name of the section that knows a key ("training"), NULL if none; for hints. May be NULL. */
    const char *(*section_of)(const char *key);
};

struct fw_place {
    unsigned line, col; /* from 1; 0 = unknown */
};

/* Adds place and key ("path.key"; either may be "") to the message in *err and reports it. */
void fw_load_report(struct fw_load *ld, struct fw_err *err, struct fw_place at, const char *path,
                    const char *key);

/* The same for a message without a hint. */
void fw_load_fail(struct fw_load *ld, struct fw_place at, const char *path, const char *key,
                  const char *fmt, ...) FW_PRINTF(5, 6);

/* Reports that memory is exhausted, once; sets status to FW_SYSTEM and returns it. */
enum fw_status fw_load_no_memory(struct fw_load *ld);

/* False once nobody will see a further message: what only serves its text can be left out. */
bool fw_load_listens(const struct fw_load *ld);

/* "path.key" in the arena, or key alone if path is "". Never NULL. */
const char *fw_load_path(struct fw_load *ld, const char *path, const char *key);

#endif
