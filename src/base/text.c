/* text.c - the growing buffer, and UTF-8. Widths are in text_width.c. */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"

enum { FIRST_CAP = 256 };

/* What data points at before the first allocation; cap = 0 says that it is not to be written. */
static char nothing[1];

void fw_text_init(struct fw_text *t)
{
    *t = (struct fw_text){.data = nothing};
}

void fw_text_free(struct fw_text *t)
{
    if (t->cap > 0)
        free(t->data);
    fw_text_init(t);
}

void fw_text_clear(struct fw_text *t)
{
    t->len = 0;
    if (t->cap > 0)
        t->data[0] = '\0';
}

bool fw_text_ok(const struct fw_text *t)
{
    return !t->failed;
}

/* Room for n more bytes and the NUL; false (and failed) if there is none. */
static bool reserve(struct fw_text *t, size_t n)
{
    if (t->failed)
        return false;
    if (t->cap > 0 && n < t->cap - t->len)
        return true;
    if (n >= PTRDIFF_MAX / 2 - t->len) {
        t->failed = true;
        return false;
    }
    size_t cap = t->cap > 0 ? 2 * t->cap : FIRST_CAP;
    if (cap < t->len + n + 1)
        cap = t->len + n + 1;
    char *const data = fw_fault_hit() ? NULL : realloc(t->cap > 0 ? t->data : NULL, cap);
    if (data == NULL) {
        t->failed = true;
        return false;
    }
    data[t->len] = '\0';
    t->data = data;
    t->cap = cap;
    return true;
}

void fw_text_putn(struct fw_text *t, const char *s, size_t n)
{
    if (!reserve(t, n) || n == 0)
        return;
    memcpy(t->data + t->len, s, n);
    t->len += n;
    t->data[t->len] = '\0';
}

void fw_text_put(struct fw_text *t, const char *s)
{
    fw_text_putn(t, s, strlen(s));
}

void fw_text_putc(struct fw_text *t, char c)
{
    fw_text_putn(t, &c, 1);
}

void fw_text_repeat(struct fw_text *t, char c, size_t n)
{
    if (!reserve(t, n))
        return;
    memset(t->data + t->len, c, n);
    t->len += n;
    t->data[t->len] = '\0';
}

void fw_text_printf(struct fw_text *t, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    const int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n < 0)
        t->failed = true;
    if (n < 0 || !reserve(t, (size_t)n))
        return;
    va_start(ap, fmt);
    (void)vsnprintf(t->data + t->len, (size_t)n + 1, fmt, ap);
    va_end(ap);
    t->len += (size_t)n;
}

void fw_text_count(struct fw_text *t, fw_u128 value, char sep)
{
    char buf[FW_COUNT_LEN];

    fw_text_put(t, fw_count_text(buf, value, sep));
}

size_t fw_utf8_decode(const char *s, size_t n, uint32_t *cp)
{
    /* By the first byte: how many follow, its payload bits, the smallest value that needs it. */
    static const struct {
        unsigned char mask, lead;
        uint32_t least;
    } forms[] = {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
    const size_t count = sizeof forms / sizeof forms[0];
    size_t k = 0;

    if (n == 0)
        return 0;
    const unsigned char first = (unsigned char)s[0];
    while (k < count && (first & forms[k].mask) != forms[k].lead)
        k++;
    if (k == count || k >= n)
        return 0;
    uint32_t value = first & (uint32_t)(unsigned char)~forms[k].mask;
    for (size_t i = 1; i <= k; i++) {
        const unsigned char c = (unsigned char)s[i];
        if ((c & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (c & 0x3fu);
    }
    if (value < forms[k].least || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
        return 0;
    *cp = value;
    return k + 1;
}

bool fw_utf8_valid(const char *s, size_t n)
{
    while (n > 0) {
        uint32_t cp = 0;
        const size_t len = fw_utf8_decode(s, n, &cp);
        if (len == 0 || cp == 0)
            return false;
        s += len;
        n -= len;
    }
    return true;
}
