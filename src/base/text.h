/* text.h - a growing text buffer with a sticky error.
 *
 * Write on without checking; ask fw_text_ok() once at the end. After a failed allocation the
 * buffer ignores what is written and stays readable (and shortened).
 */
#ifndef FW_BASE_TEXT_H
#define FW_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/count.h"
#include "base/status.h"

struct fw_text {
    char *data; /* NUL-terminated once anything was written; never NULL after init */
    size_t len, cap;
    bool failed;
};

void fw_text_init(struct fw_text *t);
void fw_text_free(struct fw_text *t);
void fw_text_clear(struct fw_text *t); /* empties it; a failure stays */
bool fw_text_ok(const struct fw_text *t);

void fw_text_put(struct fw_text *t, const char *s);
void fw_text_putn(struct fw_text *t, const char *s, size_t n);
void fw_text_putc(struct fw_text *t, char c);
void fw_text_repeat(struct fw_text *t, char c, size_t n);
void fw_text_printf(struct fw_text *t, const char *fmt, ...) FW_PRINTF(2, 3);
void fw_text_count(struct fw_text *t, fw_u128 value, char sep);

/* Columns a terminal needs for UTF-8 text: combining marks 0, East Asian wide characters 2. */
size_t fw_text_columns(const char *utf8);
/* True if the n bytes are well-formed UTF-8 (no surrogates, no overlong forms, no NUL). */
bool fw_utf8_valid(const char *s, size_t n);
/* Reads one character from the first n bytes of s into *cp; returns its length in bytes, or 0
 * if they do not start with a well-formed character. */
size_t fw_utf8_decode(const char *s, size_t n, uint32_t *cp);

#endif
