/* arena.h - memory for one command: allocated piece by piece, released at once.
 *
 * All strings and arrays of a result live as long as the arena they came from. A debug build
 * (-DFW_ARENA_DEBUG) makes every piece its own malloc, so that ASan sees each overrun.
 */
#ifndef FW_BASE_ARENA_H
#define FW_BASE_ARENA_H

#include <stddef.h>

#include "base/status.h"

struct fw_arena {
    struct fw_arena_block *head;
    size_t used;  /* bytes handed out */
    size_t limit; /* refuse beyond this; 0 = no limit */
};

void fw_arena_init(struct fw_arena *a, size_t limit);
void fw_arena_free(struct fw_arena *a);

/* count * size zeroed bytes, aligned for any type; NULL when memory or the limit is exhausted,
 * or when the product overflows. count * size = 0 gives a valid pointer. */
void *fw_arena_alloc(struct fw_arena *a, size_t count, size_t size);
#define FW_NEW(arena, n, type) ((type *)fw_arena_alloc((arena), (n), sizeof(type)))

/* Copies; NULL on exhaustion. */
char *fw_arena_strdup(struct fw_arena *a, const char *text);
char *fw_arena_strndup(struct fw_arena *a, const char *text, size_t len);
char *fw_arena_printf(struct fw_arena *a, const char *fmt, ...) FW_PRINTF(2, 3);

#endif
