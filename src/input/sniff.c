/* sniff.c - a file that is no UTF-8 text or no YAML is named for what it is. */
#include "input/sniff.h"

#include <stdint.h>
#include <string.h>

#include "base/text.h"

struct magic {
    size_t len;
    const char *bytes;
    const char *what;
    const char *hint;
};

#define TEXT(s) sizeof(s) - 1, s

/* UTF-32 stands before UTF-16: its little-endian mark starts with that of UTF-16. */
static const struct magic magics[] = {
    {TEXT("\xff\xfe\0\0"), "this is UTF-32, expected UTF-8", ""},
    {TEXT("\0\0\xfe\xff"), "this is UTF-32, expected UTF-8", ""},
    {TEXT("\xff\xfe"), "this is UTF-16, expected UTF-8", ""},
    {TEXT("\xfe\xff"), "this is UTF-16, expected UTF-8", ""},
    {TEXT("version https://git-lfs.github.com/spec/"),
     "this is a Git LFS pointer, not the file itself", "fetch the file: git lfs pull"},
    {TEXT("GGUF"), "this is a GGUF file; import of it is not part of this version", ""},
    {TEXT("PK\3\4"), "this is a zip archive (as PyTorch checkpoints are), expected a description",
     ""},
    {TEXT("\x1f\x8b"), "this is a gzip archive, expected a description", ""},
    {TEXT("%PDF-"), "this is a PDF file, expected a description", ""},
    {TEXT("\x89PNG"), "this is a PNG picture, expected a description", ""},
    {TEXT("\x7f"
          "ELF"),
     "this is a program, expected a description", ""},
    {TEXT("\x80\2"), "this is a Python pickle, expected a description", ""},
};

/* Starts of text files, after blanks and in any case. */
static const struct magic marks[] = {
    {TEXT("<!doctype html"), "this is an HTML page, expected a description",
     "a download may have brought a log-in or error page"},
    {TEXT("<html"), "this is an HTML page, expected a description",
     "a download may have brought a log-in or error page"},
    {TEXT("<?xml"), "this is an XML file, expected a description", ""},
};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool starts_lower(const char *s, size_t n, const struct magic *m)
{
    if (n < m->len)
        return false;
    for (size_t i = 0; i < m->len; i++) {
        if (lower(s[i]) != m->bytes[i])
            return false;
    }
    return true;
}

static enum fw_status report(struct fw_load *ld, const struct magic *m)
{
    struct fw_err err;

    (void)fw_fail(&err, FW_INPUT, "%s", m->what);
    if (m->hint[0] != '\0')
        (void)fw_err_hint(&err, "%s", m->hint);
    fw_load_report(ld, &err, (struct fw_place){0}, "", "");
    return FW_INPUT;
}

/* safetensors: the length of a JSON header in 8 bytes, little-endian, then the header. A length
 * below 2^40 leaves three of them 0. */
static bool is_safetensors(const char *s, size_t n)
{
    return n > 8 && s[5] == 0 && s[6] == 0 && s[7] == 0 && s[8] == '{';
}

/* UTF-16 without its mark: ASCII letters with a zero byte beside each. */
static bool is_bare_utf16(const char *s, size_t n)
{
    const bool little = n >= 4 && s[0] != 0 && s[1] == 0 && s[2] != 0 && s[3] == 0;
    const bool big = n >= 4 && s[0] == 0 && s[1] != 0 && s[2] == 0 && s[3] != 0;
    return little || big;
}

static enum fw_status check_kind(struct fw_load *ld, const char *s, size_t n)
{
    static const struct magic safetensors = {
        0, "", "this is a safetensors file; import of it is not part of this version", ""};
    static const struct magic utf16 = {0, "", "this is UTF-16, expected UTF-8", ""};

    for (size_t i = 0; i < sizeof magics / sizeof magics[0]; i++) {
        const struct magic *const m = &magics[i];
        if (n >= m->len && memcmp(s, m->bytes, m->len) == 0)
            return report(ld, m);
    }
    if (is_safetensors(s, n))
        return report(ld, &safetensors);
    if (is_bare_utf16(s, n))
        return report(ld, &utf16);
    while (n > 0 && (*s == ' ' || *s == '\t' || *s == '\r' || *s == '\n')) {
        s++;
        n--;
    }
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        if (starts_lower(s, n, &marks[i]))
            return report(ld, &marks[i]);
    }
    return FW_OK;
}

/* Why a character may not stand in a description, NULL if it may. YAML 1.1 breaks lines at
 * U+0085, U+2028 and U+2029 and YAML 1.2 does not: line numbers would depend on the reader. */
static const char *char_fault(uint32_t cp)
{
    if (cp == '\t' || cp == '\n' || cp == '\r')
        return NULL;
    if (cp == 0xfeff)
        return "a byte order mark may only stand at the very start";
    if (cp == 0x85 || cp == 0x2028 || cp == 0x2029)
        return "a Unicode line separator; use an ordinary line end";
    if (cp < 0x20 || (cp >= 0x7f && cp < 0xa0))
        return "a control character";
    if (cp == 0xfffe || cp == 0xffff)
        return "not a character";
    return NULL;
}

static enum fw_status check_text(struct fw_load *ld, const char *s, size_t n)
{
    struct fw_place at = {1, 1};
    size_t i = 0;

    while (i < n) {
        uint32_t cp = (unsigned char)s[i];
        const size_t len = cp > 0 && cp < 0x80 ? 1 : fw_utf8_decode(s + i, n - i, &cp);
        const char *fault = NULL;
        if (s[i] == 0)
            fault = "a NUL byte: this is no text file";
        else if (len == 0)
            fault = "invalid UTF-8";
        else if (s[i] == '\r' && (i + 1 == n || s[i + 1] != '\n'))
            fault = "a carriage return without a line feed (old Mac line end)";
        else
            fault = char_fault(cp);
        if (fault != NULL && s[i] != 0 && len > 0 && s[i] != '\r')
            fw_load_fail(ld, at, "", "", "%s (U+%04X)", fault, (unsigned)cp);
        else if (fault != NULL)
            fw_load_fail(ld, at, "", "", "%s", fault);
        if (fault != NULL)
            return FW_INPUT;
        at.col++;
        if (s[i] == '\n')
            at = (struct fw_place){at.line + 1, 1};
        i += len;
    }
    return FW_OK;
}

enum fw_status fw_sniff(struct fw_load *ld, const char **text, size_t *n)
{
    static const char bom[] = "\xef\xbb\xbf";

    if (check_kind(ld, *text, *n) != FW_OK)
        return FW_INPUT;
    if (*n >= 3 && memcmp(*text, bom, 3) == 0) {
        *text += 3;
        *n -= 3;
    }
    return check_text(ld, *text, *n);
}
