/* fields.c - the one loop that reads mappings by tables, and the readers of single values. */
#include "input/fields.h"

#include <assert.h>
#include <float.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

FW_FIELD_READER(fw_field_text)
{
    (void)f;
    return fw_scalar_text(ld, node, to, err);
}

FW_FIELD_READER(fw_field_node)
{
    const struct fw_node **const out = to;

    (void)ld;
    (void)f;
    (void)err;
    *out = node;
    return FW_OK;
}

FW_FIELD_READER(fw_field_bool)
{
    (void)ld;
    (void)f;
    return fw_scalar_bool(node, to, err);
}

FW_FIELD_READER(fw_field_choice)
{
    size_t n = 0;

    (void)ld;
    while (f->names[n] != NULL)
        n++;
    return fw_scalar_choice(node, f->names, n, to, err);
}

FW_FIELD_READER(fw_field_dtype)
{
    (void)ld;
    (void)f;
    return fw_scalar_dtype(node, to, err);
}

static bool is_out_of_range(const struct fw_field *f, double value)
{
    return (f->min < 0 || f->max > 0) && (value < f->min || value > f->max);
}

FW_FIELD_READER(fw_field_real)
{
    double *const out = to;
    struct fw_quantity q;

    (void)ld;
    const enum fw_status status = fw_scalar_quantity(node, f->dim, &q, err);
    if (status != FW_OK)
        return status;
    if (is_out_of_range(f, q.value) && f->max >= DBL_MAX)
        return fw_fail(err, FW_INPUT, "expected a value of at least %g, got %s", f->min,
                       node->text);
    if (is_out_of_range(f, q.value))
        return fw_fail(err, FW_INPUT, "expected a value from %g to %g%s%s, got %s", f->min, f->max,
                       fw_dim_unit(f->dim)[0] != '\0' ? " " : "", fw_dim_unit(f->dim), node->text);
    *out = q.value;
    return FW_OK;
}

FW_FIELD_READER(fw_field_count)
{
    uint64_t *const out = to;
    struct fw_quantity q;

    (void)ld;
    const enum fw_status status = fw_scalar_quantity(node, FW_DIM_COUNT, &q, err);
    if (status != FW_OK)
        return status;
    if (is_out_of_range(f, q.value) || q.count > UINT64_MAX)
        return fw_fail(err, FW_INPUT, "expected a whole number from %.0f to %.0f, got %s", f->min,
                       f->max, node->text);
    *out = (uint64_t)q.count;
    return FW_OK;
}

FW_FIELD_READER(fw_field_year)
{
    const struct fw_field row = {.min = 1900, .max = 2100};
    uint64_t year = 0;
    int *const out = to;

    (void)f;
    const enum fw_status status = fw_field_count(ld, &row, node, &year, err);
    if (status == FW_OK)
        *out = (int)year;
    return status;
}

static bool is_date(const char *s)
{
    static const char pattern[] = "0000-00-00";
    const size_t n = strlen(s);

    if (n != 4 && n != 7 && n != 10)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (pattern[i] == '-' ? s[i] != '-' : s[i] < '0' || s[i] > '9')
            return false;
    }
    return (n < 7 || (strncmp(s + 5, "01", 2) >= 0 && strncmp(s + 5, "12", 2) <= 0)) &&
           (n < 10 || (strncmp(s + 8, "01", 2) >= 0 && strncmp(s + 8, "31", 2) <= 0));
}

FW_FIELD_READER(fw_field_date)
{
    const char **const out = to;

    (void)f;
    const enum fw_status status = fw_scalar_text(ld, node, out, err);
    if (status == FW_OK && !is_date(*out))
        return fw_fail(err, FW_INPUT, "expected a date such as 2024-04-18, got \"%.40s\"", *out);
    return status;
}

FW_FIELD_READER(fw_field_words)
{
    const char **const out = to;
    const char *joined = "";

    (void)f;
    if (node->kind != FW_SEQUENCE)
        return fw_fail(err, FW_INPUT, "expected a list of words such as [memory, link], got %s",
                       fw_yaml_kind(node));
    for (const struct fw_item *i = node->items; i != NULL && joined != NULL; i = i->next) {
        const char *word = NULL;
        const enum fw_status status = fw_scalar_text(ld, i->value, &word, err);
        if (status != FW_OK)
            return status;
        if (word[0] == '\0' || strlen(word) > 64 || strchr(word, ' ') != NULL)
            return fw_fail(err, FW_INPUT, "expected a list of words, got \"%.40s\" in it", word);
        joined = fw_arena_printf(ld->arena, "%s%s%s", joined, joined[0] != '\0' ? " " : "", word);
        if (joined != NULL && strlen(joined) > 1000)
            return fw_fail(err, FW_INPUT, "the list of words is longer than 1000 characters");
    }
    if (joined == NULL)
        return fw_fail(err, FW_SYSTEM, "out of memory");
    *out = joined;
    return FW_OK;
}

const char *fw_keys_found(const struct fw_node *map, char *buf, size_t size)
{
    size_t used = 0;

    (void)snprintf(buf, size, "nothing");
    for (const struct fw_item *i = map->items; i != NULL && used + 1 < size; i = i->next) {
        const int len =
            snprintf(buf + used, size - used, "%s%s", i == map->items ? "" : ", ", i->key);
        if (len < 0 || (size_t)len >= size - used) {
            (void)snprintf(buf + used, size - used, "%s", used + 6 < size ? ", ..." : "");
            break;
        }
        used += (size_t)len;
    }
    return buf;
}

void fw_unknown_key(struct fw_load *ld, const struct fw_item *item, const char *path,
                    const char *const *names, size_t n)
{
    struct fw_err err;

    (void)fw_fail(&err, FW_INPUT, "unknown key");
    if (fw_load_listens(ld)) {
        const char *const section = ld->section_of != NULL ? ld->section_of(item->key) : NULL;
        const char *const near = fw_nearest(item->key, names, n);
        if (section != NULL && section[0] == '\0')
            (void)fw_err_hint(&err, "%s belongs to the top of the file", item->key);
        else if (section != NULL)
            (void)fw_err_hint(&err, "%s belongs in %s:", item->key, section);
        else if (near != NULL)
            (void)fw_err_hint(&err, "did you mean %s?", near);
    }
    fw_load_report(ld, &err, item->at, path, item->key);
}

void fw_given_twice(struct fw_load *ld, const struct fw_item *item, const char *path,
                    const char *first_spelling, unsigned first_line)
{
    /* The same spelling twice was reported when the tree was built. */
    if (strcmp(item->key, first_spelling) != 0)
        fw_load_fail(ld, item->at, path, item->key, "the same as %s; given on lines %u and %u",
                     first_spelling, first_line, item->at.line);
}

static void report_missing(struct fw_load *ld, const struct fw_node *map, const char *path,
                           const char *missing)
{
    char found[FW_HINT_LEN - 16];
    struct fw_err err;

    (void)fw_fail(&err, FW_INPUT, "missing: %s", missing);
    (void)fw_err_hint(&err, "found: %s", fw_keys_found(map, found, sizeof found));
    fw_load_report(ld, &err, map->at, path, "");
}

static size_t find_field(const struct fw_field *fields, size_t n, const char *key)
{
    size_t i = 0;

    while (i < n && strcmp(fields[i].key, key) != 0)
        i++;
    return i;
}

/* The item that already gave this field under any spelling. */
static const struct fw_item *given_before(const struct fw_field *fields, size_t n, size_t field,
                                          const struct fw_item *const *seen)
{
    for (size_t i = 0; i < n; i++) {
        if (seen[i] != NULL && fields[i].offset == fields[field].offset)
            return seen[i];
    }
    return NULL;
}

static void load_item(struct fw_load *ld, const struct fw_item *item, const char *path,
                      const struct fw_field *f, void *out)
{
    struct fw_err err;

    if (fw_yaml_is_null(item->value)) {
        if (f->required)
            fw_load_fail(ld, item->value->at, path, item->key, "needs a value: %s", f->meaning);
        return;
    }
    if (f->read(ld, f, item->value, (char *)out + f->offset, &err) != FW_OK)
        fw_load_report(ld, &err, item->value->at, path, item->key);
}

void fw_fields_load(struct fw_load *ld, const struct fw_node *map, const char *path,
                    const struct fw_field *fields, size_t n, void *out)
{
    const struct fw_item *seen[FW_FIELDS_MAX] = {NULL};
    const char *names[FW_FIELDS_MAX];

    assert(n <= FW_FIELDS_MAX);
    if (map->kind != FW_MAPPING) {
        fw_load_fail(ld, map->at, path, "", "expected keys and values, got %s", fw_yaml_kind(map));
        return;
    }
    for (size_t i = 0; i < n; i++)
        names[i] = fields[i].key;
    for (const struct fw_item *item = map->items; item != NULL; item = item->next) {
        const size_t f = find_field(fields, n, item->key);
        if (f == n) {
            fw_unknown_key(ld, item, path, names, n);
            continue;
        }
        const struct fw_item *const before = given_before(fields, n, f, seen);
        if (before != NULL) {
            fw_given_twice(ld, item, path, before->key, before->at.line);
            continue;
        }
        seen[f] = item;
        load_item(ld, item, path, &fields[f], out);
    }
    for (size_t i = 0; i < n; i++) {
        if (fields[i].required && given_before(fields, n, i, seen) == NULL)
            report_missing(ld, map, path, fields[i].key);
    }
}
