/* arena.c - a chain of blocks, each handed out from the front. */
#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"

enum { FIRST_BLOCK = 4096, LAST_BLOCK = 1 << 20 };

struct fw_arena_block {
    struct fw_arena_block *next;
    size_t size, used;
    max_align_t data[];
};

#ifdef FW_FAULTS
long fw_fault_countdown;

bool fw_fault_hit(void)
{
    return fw_fault_countdown > 0 && --fw_fault_countdown == 0;
}
#endif

void fw_arena_init(struct fw_arena *a, size_t limit)
{
    *a = (struct fw_arena){.limit = limit};
}

void fw_arena_free(struct fw_arena *a)
{
    struct fw_arena_block *block = a->head;

    while (block != NULL) {
        struct fw_arena_block *const next = block->next;
        free(block);
        block = next;
    }
    fw_arena_init(a, a->limit);
}

/* The size of the next block: doubled each time, so that few mallocs serve much, but a debug
 * build gives each piece its own. */
static size_t block_size(const struct fw_arena *a, size_t need)
{
#ifdef FW_ARENA_DEBUG
    (void)a;
    return need;
#else
    size_t size = FIRST_BLOCK;

    if (a->head != NULL)
        size = a->head->size < LAST_BLOCK / 2 ? 2 * a->head->size : LAST_BLOCK;
    return size > need ? size : need;
#endif
}

/* New blocks are zeroed once; no piece is ever handed out twice, so all of them are. */
static struct fw_arena_block *add_block(struct fw_arena *a, size_t need)
{
    const size_t size = block_size(a, need);
    struct fw_arena_block *const block = calloc(1, sizeof *block + size);

    if (block == NULL)
        return NULL;
    block->size = size;
    block->next = a->head;
    a->head = block;
    return block;
}

/* What a piece of count * size bytes takes: padded to the alignment, and never nothing, so that
 * a limit also bounds the number of empty pieces. 0 = too large. */
static size_t piece_size(size_t count, size_t size)
{
    const size_t align = _Alignof(max_align_t);
    const size_t most = PTRDIFF_MAX - sizeof(struct fw_arena_block) - align;

    if (size != 0 && count > most / size)
        return 0;
    const size_t bytes = count * size;
#ifdef FW_ARENA_DEBUG
    return bytes > 0 ? bytes : 1; /* no padding: it would hide a small overrun */
#else
    return bytes > 0 ? (bytes + align - 1) / align * align : align;
#endif
}

void *fw_arena_alloc(struct fw_arena *a, size_t count, size_t size)
{
    const size_t need = piece_size(count, size);
    struct fw_arena_block *block = a->head;

    if (need == 0 || fw_fault_hit())
        return NULL;
    if (a->limit != 0 && (a->used > a->limit || need > a->limit - a->used))
        return NULL;
    if (block == NULL || need > block->size - block->used)
        block = add_block(a, need);
    if (block == NULL)
        return NULL;
    void *const piece = (unsigned char *)block->data + block->used;
    block->used += need;
    a->used += need;
    return piece;
}

char *fw_arena_strdup(struct fw_arena *a, const char *text)
{
    return fw_arena_strndup(a, text, strlen(text));
}

char *fw_arena_strndup(struct fw_arena *a, const char *text, size_t len)
{
    const char *const end = len > 0 ? memchr(text, '\0', len) : NULL;
    const size_t n = end != NULL ? (size_t)(end - text) : len;
    char *const piece = n < SIZE_MAX ? fw_arena_alloc(a, n + 1, 1) : NULL;

    if (piece != NULL && n > 0)
        memcpy(piece, text, n);
    return piece;
}

char *fw_arena_printf(struct fw_arena *a, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    const int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    char *const piece = n >= 0 ? fw_arena_alloc(a, (size_t)n + 1, 1) : NULL;
    if (piece == NULL)
        return NULL;
    va_start(ap, fmt);
    const int again = vsnprintf(piece, (size_t)n + 1, fmt, ap);
    va_end(ap);
    return again == n ? piece : NULL;
}
