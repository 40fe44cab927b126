/* scalar.c - what a scalar says: numbers, booleans, words. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "core/dtype.h"
#include "input/fields.h"

enum { SHOWN = 40 };

/* Everything that is no unquoted scalar with one of the wanted tags is refused here. */
static enum fw_status expect_plain(const struct fw_node *node, enum fw_tag a, enum fw_tag b,
                                   const char *expected, struct fw_err *err)
{
    const bool tagged = node->tag == a || node->tag == b;

    if (node->kind != FW_SCALAR || fw_yaml_is_null(node))
        return fw_fail(err, FW_INPUT, "expected %s, got %s", expected, fw_yaml_kind(node));
    if (node->tag != FW_TAG_NONE && !tagged)
        return fw_fail(err, FW_INPUT, "expected %s, got a value tagged as something else",
                       expected);
    if (node->quoted && !tagged) {
        (void)fw_fail(err, FW_INPUT, "expected %s, got the text \"%.*s\"", expected, SHOWN,
                      node->text);
        return fw_err_hint(err, "remove the quotes");
    }
    return FW_OK;
}

enum fw_status fw_scalar_quantity(const struct fw_node *node, enum fw_dim dim,
                                  struct fw_quantity *out, struct fw_err *err)
{
    const enum fw_status status =
        expect_plain(node, FW_TAG_INT, FW_TAG_FLOAT, fw_dim_expected(dim), err);

    return status == FW_OK ? fw_quantity_parse(node->text, dim, out, err) : status;
}

static bool is_one_of(const char *word, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(word, words[i]) == 0)
            return true;
    }
    return false;
}

enum fw_status fw_scalar_bool(const struct fw_node *node, bool *out, struct fw_err *err)
{
    static const char *const yes[] = {"true", "True", "TRUE"};
    static const char *const no[] = {"false", "False", "FALSE"};
    static const char *const old[] = {"yes", "Yes", "YES", "no",  "No", "NO", "on", "On",
                                      "ON",  "off", "Off", "OFF", "y",  "Y",  "n",  "N"};
    const enum fw_status status =
        expect_plain(node, FW_TAG_BOOL, FW_TAG_BOOL, "true or false", err);

    if (status != FW_OK)
        return status;
    *out = is_one_of(node->text, yes, sizeof yes / sizeof yes[0]);
    if (*out || is_one_of(node->text, no, sizeof no / sizeof no[0]))
        return FW_OK;
    (void)fw_fail(err, FW_INPUT, "expected true or false, got \"%.*s\"", SHOWN, node->text);
    if (is_one_of(node->text, old, sizeof old / sizeof old[0]))
        (void)fw_err_hint(err, "yes, no, on and off are words in YAML 1.2, not booleans");
    return FW_INPUT;
}

/* Control characters and those that turn the direction of a text: a name is printed. */
static bool is_control(uint32_t cp)
{
    return cp < 0x20 || (cp >= 0x7f && cp < 0xa0) || cp == 0x2028 || cp == 0x2029 ||
           (cp >= 0x202a && cp <= 0x202e) || (cp >= 0x2066 && cp <= 0x2069);
}

static enum fw_status check_controls(const char *s, struct fw_err *err)
{
    for (size_t n = strlen(s); n > 0;) {
        uint32_t cp = 0;
        const size_t len = fw_utf8_decode(s, n, &cp);
        if (len == 0)
            return fw_fail(err, FW_INPUT, "the text is not valid UTF-8");
        if (is_control(cp))
            return fw_fail(err, FW_INPUT, "the text holds the control character U+%04X",
                           (unsigned)cp);
        s += len;
        n -= len;
    }
    return FW_OK;
}

enum fw_status fw_scalar_text(struct fw_load *ld, const struct fw_node *node, const char **out,
                              struct fw_err *err)
{
    if (node->kind != FW_SCALAR || fw_yaml_is_null(node))
        return fw_fail(err, FW_INPUT, "expected a text, got %s", fw_yaml_kind(node));
    if (node->tag != FW_TAG_NONE && node->tag != FW_TAG_STR)
        return fw_fail(err, FW_INPUT, "expected a text, got a value tagged as something else");
    char *const copy = fw_arena_strdup(ld->arena, node->text);
    if (copy == NULL)
        return fw_fail(err, FW_SYSTEM, "out of memory");
    for (char *c = copy; *c != '\0'; c++) {
        if (*c == '\n' || *c == '\r' || *c == '\t')
            *c = ' ';
    }
    for (size_t n = strlen(copy); n > 0 && copy[n - 1] == ' '; n--)
        copy[n - 1] = '\0'; /* a block scalar ends with a line end */
    *out = copy;
    return check_controls(copy, err);
}

static enum fw_status expect_word(const struct fw_node *node, const char *expected,
                                  struct fw_err *err)
{
    if (node->kind == FW_SCALAR && !fw_yaml_is_null(node) &&
        (node->tag == FW_TAG_NONE || node->tag == FW_TAG_STR))
        return FW_OK;
    return fw_fail(err, FW_INPUT, "expected %s, got %s", expected, fw_yaml_kind(node));
}

enum fw_status fw_scalar_choice(const struct fw_node *node, const char *const *names, size_t n,
                                unsigned *out, struct fw_err *err)
{
    char list[FW_HINT_LEN] = "";
    size_t used = 0;

    for (size_t i = 0; i < n; i++) {
        const int len = snprintf(list + used, sizeof list - used, "%s%s",
                                 i == 0       ? ""
                                 : i + 1 == n ? " or "
                                              : ", ",
                                 names[i]);
        if (len < 0 || used + (size_t)len >= sizeof list)
            break;
        used += (size_t)len;
    }
    if (expect_word(node, list, err) != FW_OK)
        return FW_INPUT;
    for (size_t i = 0; i < n; i++) {
        if (strcmp(node->text, names[i]) == 0) {
            *out = (unsigned)i;
            return FW_OK;
        }
    }
    const char *const near = fw_nearest(node->text, names, n);
    (void)fw_fail(err, FW_INPUT, "expected %s, got \"%.*s\"", list, SHOWN, node->text);
    if (near != NULL)
        (void)fw_err_hint(err, "did you mean %s?", near);
    return FW_INPUT;
}

enum fw_status fw_scalar_dtype(const struct fw_node *node, unsigned *out, struct fw_err *err)
{
    const char *names[FW_DTYPE_COUNT];

    if (expect_word(node, "a type such as bf16, fp16 or q8_0", err) != FW_OK)
        return FW_INPUT;
    const enum fw_dtype t = fw_dtype_find(node->text);
    if (t != FW_DTYPE_COUNT) {
        *out = t;
        return FW_OK;
    }
    for (int i = 0; i < FW_DTYPE_COUNT; i++)
        names[i] = fw_dtype_get((enum fw_dtype)i)->name;
    const char *const near = fw_nearest(node->text, names, FW_DTYPE_COUNT);
    (void)fw_fail(err, FW_INPUT, "unknown type \"%.*s\", expected one such as bf16, fp16 or q8_0",
                  SHOWN, node->text);
    if (near != NULL)
        (void)fw_err_hint(err, "did you mean %s?", near);
    return FW_INPUT;
}
