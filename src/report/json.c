/* json.c - a writer that keeps commas, indentation and nesting. */
#include "report/json.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fw_json_init(struct fw_json *j, struct fw_text *out, bool pretty)
{
    *j = (struct fw_json){.out = out, .pretty = pretty};
}

static void new_line(struct fw_json *j)
{
    if (!j->pretty)
        return;
    fw_text_putc(j->out, '\n');
    fw_text_repeat(j->out, ' ', 2 * (size_t)j->depth);
}

/* Comma, indentation and key: everything that stands before a value. */
static void begin(struct fw_json *j, const char *key)
{
    if (j->depth == 0) {
        assert(key == NULL);
        return;
    }
    const int level = j->depth - 1;
    assert((key == NULL) == j->array[level]);
    if (!j->first[level])
        fw_text_putc(j->out, ',');
    j->first[level] = false;
    new_line(j);
    if (key == NULL)
        return;
    fw_json_quote(j->out, key);
    fw_text_put(j->out, j->pretty ? ": " : ":");
}

static void open_container(struct fw_json *j, const char *key, bool array)
{
    begin(j, key);
    assert(j->depth < FW_JSON_DEPTH);
    j->first[j->depth] = true;
    j->array[j->depth] = array;
    j->depth++;
    fw_text_putc(j->out, array ? '[' : '{');
}

void fw_json_object(struct fw_json *j, const char *key)
{
    open_container(j, key, false);
}

void fw_json_array(struct fw_json *j, const char *key)
{
    open_container(j, key, true);
}

void fw_json_end(struct fw_json *j)
{
    assert(j->depth > 0);
    j->depth--;
    if (!j->first[j->depth])
        new_line(j);
    fw_text_putc(j->out, j->array[j->depth] ? ']' : '}');
    if (j->depth == 0)
        fw_text_putc(j->out, '\n');
}

static void put_signed(struct fw_json *j, const char *key, const char *sign, fw_u128 value)
{
    static const fw_u128 exact_in_double = (fw_u128)1 << 53;
    begin(j, key);
    fw_text_put(j->out, sign);
    fw_text_count(j->out, value, '\0');
    if (key == NULL || value <= exact_in_double)
        return;
    struct fw_text twin;
    fw_text_init(&twin);
    fw_text_printf(&twin, "%s_string", key);
    if (!fw_text_ok(&twin))
        j->out->failed = true;
    begin(j, twin.data);
    fw_text_free(&twin);
    fw_text_printf(j->out, "\"%s", sign);
    fw_text_count(j->out, value, '\0');
    fw_text_putc(j->out, '"');
}

void fw_json_count(struct fw_json *j, const char *key, fw_u128 value)
{
    put_signed(j, key, "", value);
}

void fw_json_difference(struct fw_json *j, const char *key, fw_u128 a, fw_u128 b)
{
    put_signed(j, key, a < b ? "-" : "", a < b ? b - a : a - b);
}

bool fw_json_digits(char buf[static FW_REAL_LEN], double value)
{
    buf[0] = '\0';
    if (!isfinite(value))
        return false;
    for (int digits = 15; digits <= 17; digits++) {
        (void)snprintf(buf, FW_REAL_LEN, "%.*g", digits, value);
        const double back = strtod(buf, NULL);
        if (!(back < value) && !(back > value))
            break;
    }
    return true;
}

void fw_json_real(struct fw_json *j, const char *key, double value)
{
    char buf[FW_REAL_LEN];
    begin(j, key);
    fw_text_put(j->out, fw_json_digits(buf, value) ? buf : "null");
}

void fw_json_string(struct fw_json *j, const char *key, const char *value)
{
    begin(j, key);
    if (value == NULL)
        fw_text_put(j->out, "null");
    else
        fw_json_quote(j->out, value);
}

void fw_json_bool(struct fw_json *j, const char *key, bool value)
{
    begin(j, key);
    fw_text_put(j->out, value ? "true" : "false");
}

void fw_json_null(struct fw_json *j, const char *key)
{
    begin(j, key);
    fw_text_put(j->out, "null");
}

static void quote_ascii(struct fw_text *out, char c)
{
    static const char special[] = "\"\\\b\f\n\r\t", letter[] = "\"\\bfnrt";
    const char *const p = strchr(special, c);
    if (p != NULL) {
        fw_text_putc(out, '\\');
        fw_text_putc(out, letter[p - special]);
    } else if ((unsigned char)c < 0x20 || c == 0x7f) {
        fw_text_printf(out, "\\u%04x", (unsigned)(unsigned char)c);
    } else {
        fw_text_putc(out, c);
    }
}

void fw_json_quote(struct fw_text *out, const char *s)
{
    fw_text_putc(out, '"');
    for (size_t n = strlen(s); n > 0;) {
        uint32_t cp = 0;
        const size_t len = fw_utf8_decode(s, n, &cp);
        if (len == 1)
            quote_ascii(out, *s);
        else if (len > 1)
            fw_text_putn(out, s, len);
        else
            fw_text_put(out, "\xef\xbf\xbd");
        s += len > 0 ? len : 1;
        n -= len > 0 ? len : 1;
    }
    fw_text_putc(out, '"');
}
