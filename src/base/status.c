/* status.c - error texts: bounded, one line, safe to print on a terminal. */
#include "base/status.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* C0 and C1 controls, DEL, and the characters that turn the direction of the text around. */
static bool is_control(uint32_t cp)
{
    return cp < 0x20 || (cp >= 0x7f && cp < 0xa0) || cp == 0x2028 || cp == 0x2029 ||
           (cp >= 0x202a && cp <= 0x202e) || (cp >= 0x2066 && cp <= 0x2069);
}

/* Puts '?' where a control character or a byte that is not UTF-8 stands. */
static void clean(char *s)
{
    size_t n = strlen(s);
    char *out = s;

    while (n > 0) {
        uint32_t cp = 0;
        const size_t len = fw_utf8_decode(s, n, &cp);
        const size_t step = len > 0 ? len : 1;
        if (len == 0 || is_control(cp)) {
            *out++ = '?';
        } else {
            memmove(out, s, step);
            out += step;
        }
        s += step;
        n -= step;
    }
    *out = '\0';
}

/* A text that was cut ends in "..." and not in the middle of a character. */
static void mark_cut(char *buf, size_t size)
{
    size_t end = size - 4;

    while (end > 0 && ((unsigned char)buf[end] & 0xc0) == 0x80)
        end--;
    memcpy(buf + end, "...", 4);
}

static void format(char *buf, size_t size, const char *fmt, va_list ap) FW_PRINTF(3, 0);

static void format(char *buf, size_t size, const char *fmt, va_list ap)
{
    const int n = vsnprintf(buf, size, fmt, ap);

    if (n < 0)
        buf[0] = '\0';
    else if ((size_t)n >= size)
        mark_cut(buf, size);
    clean(buf);
}

static void copy(char *buf, size_t size, const char *text)
{
    const int n = snprintf(buf, size, "%s", text);

    if (n >= 0 && (size_t)n >= size)
        mark_cut(buf, size);
    clean(buf);
}

enum fw_status fw_fail(struct fw_err *err, enum fw_status status, const char *fmt, ...)
{
    va_list ap;

    if (err == NULL)
        return status;
    *err = (struct fw_err){.status = status};
    va_start(ap, fmt);
    format(err->msg, sizeof err->msg, fmt, ap);
    va_end(ap);
    return status;
}

enum fw_status fw_err_at(struct fw_err *err, const char *file, unsigned line, unsigned col)
{
    if (err == NULL)
        return FW_BUG;
    copy(err->file, sizeof err->file, file != NULL ? file : "");
    err->line = line;
    err->col = col;
    return err->status;
}

enum fw_status fw_err_key(struct fw_err *err, const char *fmt, ...)
{
    va_list ap;

    if (err == NULL)
        return FW_BUG;
    va_start(ap, fmt);
    format(err->key, sizeof err->key, fmt, ap);
    va_end(ap);
    return err->status;
}

enum fw_status fw_err_hint(struct fw_err *err, const char *fmt, ...)
{
    va_list ap;

    if (err == NULL)
        return FW_BUG;
    va_start(ap, fmt);
    format(err->hint, sizeof err->hint, fmt, ap);
    va_end(ap);
    return err->status;
}

char *fw_err_text(const struct fw_err *err, char *buf, size_t size)
{
    char place[FW_FILE_LEN + 32] = "";
    char line[16] = "", col[16] = "";

    if (size == 0)
        return buf;
    if (err->line > 0)
        (void)snprintf(line, sizeof line, ":%u", err->line);
    if (err->line > 0 && err->col > 0)
        (void)snprintf(col, sizeof col, ":%u", err->col);
    if (err->file[0] != '\0')
        (void)snprintf(place, sizeof place, "%s%s%s: ", err->file, line, col);
    else if (err->line > 0)
        (void)snprintf(place, sizeof place, "line %s%s: ", line + 1, col);
    const int n =
        snprintf(buf, size, "%s%s%s%s%s%s", place, err->key, err->key[0] != '\0' ? ": " : "",
                 err->msg, err->hint[0] != '\0' ? "\n  " : "", err->hint);
    if (n < 0)
        buf[0] = '\0';
    return buf;
}

void fw_diags_init(struct fw_diags *d)
{
    d->count = d->dropped = d->errors = 0;
}

/* Makes room for an error in a full list: the last warning or note gives way. */
static bool make_room(struct fw_diags *d)
{
    for (size_t i = d->count; i-- > 0;) {
        if (d->list[i].severity == FW_ERROR)
            continue;
        memmove(&d->list[i], &d->list[i + 1], (d->count - i - 1) * sizeof d->list[0]);
        d->count--;
        return true;
    }
    return false;
}

void fw_diags_add(struct fw_diags *d, enum fw_severity severity, const struct fw_err *err)
{
    if (d == NULL)
        return;
    if (severity == FW_ERROR)
        d->errors++;
    if (d->count == FW_DIAGS_MAX) {
        d->dropped++;
        if (severity != FW_ERROR || !make_room(d))
            return;
    }
    d->list[d->count].severity = severity;
    d->list[d->count].err = *err;
    d->count++;
}

void fw_diags_note(struct fw_diags *d, enum fw_severity severity, const char *fmt, ...)
{
    struct fw_err err = {.status = severity == FW_ERROR ? FW_INPUT : FW_OK};
    va_list ap;

    va_start(ap, fmt);
    format(err.msg, sizeof err.msg, fmt, ap);
    va_end(ap);
    fw_diags_add(d, severity, &err);
}

enum { WORD_MAX = 64 };

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static size_t min3(size_t a, size_t b, size_t c)
{
    const size_t m = a < b ? a : b;
    return m < c ? m : c;
}

/* Edit distance with insertion, deletion, replacement and swap of neighbours, each 1, by the
 * usual table of which three rows are kept. Both words are shorter than WORD_MAX. */
static size_t distance(const char *a, size_t na, const char *b, size_t nb)
{
    size_t rows[3][WORD_MAX + 1];

    for (size_t j = 0; j <= nb; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= na; i++) {
        size_t *const row = rows[i % 3];
        const size_t *const up = rows[(i + 2) % 3];
        const size_t *const up2 = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= nb; j++) {
            const char x = lower(a[i - 1]), y = lower(b[j - 1]);
            row[j] = min3(row[j - 1] + 1, up[j] + 1, up[j - 1] + (x == y ? 0 : 1));
            if (i > 1 && j > 1 && x == lower(b[j - 2]) && lower(a[i - 2]) == y &&
                up2[j - 2] + 1 < row[j])
                row[j] = up2[j - 2] + 1;
        }
    }
    return rows[na % 3][nb];
}

const char *fw_nearest(const char *word, const char *const *names, size_t n)
{
    const size_t len = strlen(word);
    const char *best = NULL;
    size_t best_distance = 4; /* at most 3 is worth suggesting */

    if (len > WORD_MAX)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        const size_t name_len = strlen(names[i]);
        if (name_len > WORD_MAX)
            continue;
        const size_t d = distance(word, len, names[i], name_len);
        if (d < best_distance && 3 * d <= (len > name_len ? len : name_len)) {
            best = names[i];
            best_distance = d;
        }
    }
    return best;
}
