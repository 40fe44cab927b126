/* json_check.h - an independent JSON reader for tests: is it well-formed, what stands at a path.
 *
 * Follows RFC 8259 literally and shares nothing with the writer.
 */
#ifndef FW_TESTS_JSON_CHECK_H
#define FW_TESTS_JSON_CHECK_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where a path is looked for while the text is read. */
struct json_scan {
    const char *p;
    const char *want; /* "kv_cache.bytes", "groups.0.kind"; NULL = only check */
    char path[256];
    const char *found;
    size_t found_len;
};

static inline void json_blank(struct json_scan *s)
{
    s->p += strspn(s->p, " \t\r\n");
}

static inline bool json_str(struct json_scan *s)
{
    if (*s->p != '"')
        return false;
    for (s->p++; *s->p != '"'; s->p++) {
        if ((unsigned char)*s->p < 0x20)
            return false;
        if (*s->p != '\\')
            continue;
        s->p++;
        if (*s->p == 'u' && strspn(s->p + 1, "0123456789abcdefABCDEF") >= 4)
            s->p += 4;
        else if (*s->p == '\0' || strchr("\"\\/bfnrt", *s->p) == NULL)
            return false;
    }
    s->p++;
    return true;
}

static inline size_t json_digits_at(const char *p)
{
    return strspn(p, "0123456789");
}

static inline bool json_num(struct json_scan *s)
{
    s->p += *s->p == '-';
    const size_t whole = json_digits_at(s->p);
    if (whole == 0 || (whole > 1 && *s->p == '0'))
        return false;
    s->p += whole;
    if (*s->p == '.') {
        const size_t n = json_digits_at(s->p + 1);
        if (n == 0)
            return false;
        s->p += 1 + n;
    }
    if (*s->p == 'e' || *s->p == 'E') {
        s->p++;
        s->p += *s->p == '+' || *s->p == '-';
        const size_t n = json_digits_at(s->p);
        if (n == 0)
            return false;
        s->p += n;
    }
    return true;
}

static bool json_value(struct json_scan *s);

static inline bool json_items(struct json_scan *s, char close)
{
    const size_t len = strlen(s->path);
    s->p++;
    json_blank(s);
    if (*s->p == close) {
        s->p++;
        return true;
    }
    for (int index = 0;; index++) {
        const char *const dot = len > 0 ? "." : "";
        json_blank(s);
        if (close == '}') {
            const char *const key = s->p + 1;
            if (!json_str(s))
                return false;
            (void)snprintf(s->path + len, sizeof s->path - len, "%s%.*s", dot,
                           (int)(s->p - 1 - key), key);
            json_blank(s);
            if (*s->p != ':')
                return false;
            s->p++;
        } else {
            (void)snprintf(s->path + len, sizeof s->path - len, "%s%d", dot, index);
        }
        if (!json_value(s))
            return false;
        s->path[len] = '\0';
        if (*s->p == close) {
            s->p++;
            return true;
        }
        if (*s->p != ',')
            return false;
        s->p++;
    }
}

static inline bool json_word(struct json_scan *s, const char *word)
{
    if (strncmp(s->p, word, strlen(word)) != 0)
        return false;
    s->p += strlen(word);
    return true;
}

static bool json_value(struct json_scan *s)
{
    json_blank(s);
    const char *const start = s->p;
    const bool good = *s->p == '{'   ? json_items(s, '}')
                      : *s->p == '[' ? json_items(s, ']')
                      : *s->p == '"' ? json_str(s)
                      : *s->p == 't' ? json_word(s, "true")
                      : *s->p == 'f' ? json_word(s, "false")
                      : *s->p == 'n' ? json_word(s, "null")
                                     : json_num(s);
    if (good && s->want != NULL && strcmp(s->path, s->want) == 0) {
        s->found = start;
        s->found_len = (size_t)(s->p - start);
    }
    json_blank(s);
    return good;
}

static inline bool json_valid(const char *text)
{
    struct json_scan s = {.p = text};
    return json_value(&s) && *s.p == '\0';
}

/* The raw text of the value at path ("\"full\"", "8030261248"), in a buffer of the function;
 * "(absent)" if there is none, "(bad JSON)" if the text is not JSON. */
static inline const char *json_at(const char *text, const char *path)
{
    static char buf[4096];
    struct json_scan s = {.p = text, .want = path};
    if (!json_value(&s) || *s.p != '\0')
        return "(bad JSON)";
    if (s.found == NULL)
        return "(absent)";
    (void)snprintf(buf, sizeof buf, "%.*s", (int)s.found_len, s.found);
    return buf;
}

#endif
