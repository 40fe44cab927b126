/* reader_sheet.c - files under selftest.d and disclosures.d. */
#include "input/reader_sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/catalogue.h"
#include "input/fields.h"
#include "input/file.h"
#include "input/schema.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

struct raw_table {
    struct fw_sheet t;
    const struct fw_node *notes, *models, *hardware, *set, *median, *worst, *columns, *rows;
};
#define AT(member) offsetof(struct raw_table, member)
static const struct fw_field top_fields[] = {
    FW_REQUIRED("title", fw_field_text, AT(t.title), "what the table is"),
    FW_REQUIRED("check", fw_field_words, AT(t.check), "what its figures are compared with"),
    FW_FIELD("rule", fw_field_text, AT(t.rule), "rule of training FLOP that it follows"),
    FW_REQUIRED("source", fw_field_text, AT(t.source), "where it stands"),
    FW_FIELD("unverified", fw_field_bool, AT(t.unverified), "true: no document was at hand"),
    FW_FIELD("notes", fw_field_node, AT(notes), "remarks"),
    FW_FIELD("models", fw_field_node, AT(models), "what the names of models stand for"),
    FW_FIELD("hardware", fw_field_node, AT(hardware), "what the names of hardware stand for"),
    FW_FIELD("median_at_most", fw_field_node, AT(median), "what the median residual must reach"),
    FW_FIELD("worst_at_most", fw_field_node, AT(worst), "what the worst residual must reach"),
    FW_FIELD("set", fw_field_node, AT(set), "columns that give keys of the architecture"),
    FW_REQUIRED("columns", fw_field_node, AT(columns), "names of the columns"),
    FW_REQUIRED("rows", fw_field_node, AT(rows), "lists of as many values"),
};
#undef AT

struct raw_model {
    const char *id, *missing;
    const struct fw_node *architecture;
};
#define AT(member) offsetof(struct raw_model, member)
static const struct fw_field model_fields[] = {
    FW_FIELD("model", fw_field_text, AT(id), "id in models.d"),
    FW_FIELD("architecture", fw_field_node, AT(architecture), "the keys of the model"),
    FW_FIELD("missing", fw_field_text, AT(missing), "why there is neither"),
};
#undef AT

/* True if node is of the kind; else reported. */
static bool expect(struct fw_load *ld, const struct fw_node *node, const char *key,
                   enum fw_node_kind kind)
{
    if (node->kind == kind)
        return true;
    fw_load_fail(ld, node->at, "", key, "expected %s, got %s",
                 kind == FW_SEQUENCE ? "a list" : "keys and values", fw_yaml_kind(node));
    return false;
}

/* A list of texts; *n = 0 where there is none. */
static const char *const *load_texts(struct fw_load *ld, const struct fw_node *list,
                                     const char *key, size_t *n)
{
    struct fw_err err;

    *n = 0;
    if (list == NULL || !expect(ld, list, key, FW_SEQUENCE))
        return NULL;
    const char **const texts = FW_NEW(ld->arena, list->count, const char *);
    if (texts == NULL) {
        (void)fw_load_no_memory(ld);
        return NULL;
    }
    for (const struct fw_item *i = list->items; i != NULL; i = i->next) {
        if (fw_scalar_text(ld, i->value, &texts[*n], &err) != FW_OK) {
            fw_load_report(ld, &err, i->value->at, "", key);
            break;
        }
        ++*n;
    }
    return texts;
}

static const struct fw_name_pair *load_pairs(struct fw_load *ld, const struct fw_node *map,
                                             const char *key, size_t *n)
{
    struct fw_err err;

    *n = 0;
    if (map == NULL || !expect(ld, map, key, FW_MAPPING))
        return NULL;
    struct fw_name_pair *const pairs = FW_NEW(ld->arena, map->count, struct fw_name_pair);
    if (pairs == NULL) {
        (void)fw_load_no_memory(ld);
        return NULL;
    }
    for (const struct fw_item *i = map->items; i != NULL; i = i->next) {
        pairs[*n].name = i->key;
        if (fw_scalar_text(ld, i->value, &pairs[*n].value, &err) != FW_OK) {
            fw_load_report(ld, &err, i->value->at, key, i->key);
            break;
        }
        ++*n;
    }
    return pairs;
}

static void load_model(struct fw_load *ld, const struct fw_item *item, struct fw_sheet_model *m)
{
    const size_t errors = ld->errors;
    const char *const path = fw_load_path(ld, "models", item->key);
    struct raw_model raw = {NULL, NULL, NULL};
    const char *source = NULL;

    m->name = item->key;
    fw_fields_load(ld, item->value, path, model_fields, COUNT(model_fields), &raw);
    if (ld->errors > errors)
        return;
    if ((raw.id != NULL) + (raw.missing != NULL) + (raw.architecture != NULL) != 1) {
        fw_load_fail(ld, item->value->at, path, "",
                     "expected one of model, architecture and missing");
        return;
    }
    m->id = raw.id;
    m->missing = raw.missing;
    m->has_arch = raw.architecture != NULL;
    m->arch.file = ld->file;
    if (m->has_arch)
        fw_arch_load(ld, raw.architecture, &m->arch, &source);
}

static void load_models(struct fw_load *ld, const struct fw_node *map, struct fw_sheet *out)
{
    size_t n = 0;

    if (map == NULL || !expect(ld, map, "models", FW_MAPPING))
        return;
    struct fw_sheet_model *const models = FW_NEW(ld->arena, map->count, struct fw_sheet_model);
    if (models == NULL) {
        (void)fw_load_no_memory(ld);
        return;
    }
    for (const struct fw_item *i = map->items; i != NULL; i = i->next)
        load_model(ld, i, &models[n++]);
    out->models = models;
    out->num_models = n;
}

static bool load_row(struct fw_load *ld, const struct fw_node *row, size_t columns,
                     struct fw_sheet_cell *cells)
{
    struct fw_quantity q;
    struct fw_err err;

    if (!expect(ld, row, "rows", FW_SEQUENCE))
        return false;
    if (row->count != columns) {
        fw_load_fail(ld, row->at, "", "rows", "%zu values, but there are %zu columns", row->count,
                     columns);
        return false;
    }
    for (const struct fw_item *i = row->items; i != NULL; i = i->next, cells++) {
        cells->number = NAN;
        if (fw_yaml_is_null(i->value))
            continue;
        if (fw_scalar_text(ld, i->value, &cells->text, &err) != FW_OK) {
            fw_load_report(ld, &err, i->value->at, "", "rows");
            return false;
        }
        if (!i->value->quoted && fw_quantity_parse(cells->text, FW_DIM_NUMBER, &q, NULL) == FW_OK)
            cells->number = q.value;
    }
    return true;
}

static void load_rows(struct fw_load *ld, const struct fw_node *list, struct fw_sheet *out)
{
    size_t n = 0;

    if (list == NULL || !expect(ld, list, "rows", FW_SEQUENCE))
        return;
    if (list->count > FW_SHEET_ROWS_MAX || out->num_columns > FW_SHEET_COLUMNS_MAX) {
        fw_load_fail(ld, list->at, "", "rows", "more than %d rows or %d columns",
                     FW_SHEET_ROWS_MAX, FW_SHEET_COLUMNS_MAX);
        return;
    }
    struct fw_sheet_cell *const cells =
        FW_NEW(ld->arena, list->count * out->num_columns, struct fw_sheet_cell);
    unsigned *const lines = FW_NEW(ld->arena, list->count, unsigned);
    if (cells == NULL || lines == NULL) {
        (void)fw_load_no_memory(ld);
        return;
    }
    for (const struct fw_item *i = list->items; i != NULL; i = i->next) {
        lines[n] = i->value->at.line;
        if (load_row(ld, i->value, out->num_columns, cells + n * out->num_columns))
            n++;
    }
    out->cells = cells;
    out->lines = lines;
    out->num_rows = n;
}

/* Names that the file uses of itself must be there. */
static void check_sets(struct fw_load *ld, const struct fw_sheet *t,
                       const struct fw_node *set)
{
    for (size_t i = 0; i < t->num_sets; i++) {
        size_t c = 0;
        while (c < t->num_columns && strcmp(t->columns[c], t->sets[i].name) != 0)
            c++;
        if (c == t->num_columns)
            fw_load_fail(ld, set->at, "set", t->sets[i].name, "there is no such column");
        if (fw_key_find(t->sets[i].value) == FW_KEY_COUNT)
            fw_load_fail(ld, set->at, "set", t->sets[i].name,
                         "%s is no key of the architecture", t->sets[i].value);
    }
}

static void load_table(struct fw_load *ld, const char *path, const char *text, size_t n,
                       struct fw_sheet *out)
{
    const struct fw_node *root = NULL;
    struct raw_table raw = {.notes = NULL};

    raw.t.path = ld->file;
    raw.t.id = fw_catalogue_id(path, ld->arena);
    if (raw.t.id == NULL)
        (void)fw_load_no_memory(ld);
    (void)fw_load_tree(ld, text, n, FW_FILE_SHEET, &root);
    if (root == NULL)
        return;
    fw_fields_load(ld, root, "", top_fields, COUNT(top_fields), &raw);
    struct fw_sheet *const t = &raw.t;
    t->notes = load_texts(ld, raw.notes, "notes", &t->num_notes);
    load_models(ld, raw.models, t);
    t->hardware = load_pairs(ld, raw.hardware, "hardware", &t->num_hardware);
    t->median_at_most = load_pairs(ld, raw.median, "median_at_most", &t->num_medians);
    t->worst_at_most = load_pairs(ld, raw.worst, "worst_at_most", &t->num_worsts);
    t->sets = load_pairs(ld, raw.set, "set", &t->num_sets);
    t->columns = load_texts(ld, raw.columns, "columns", &t->num_columns);
    load_rows(ld, raw.rows, t);
    if (raw.set != NULL)
        check_sets(ld, t, raw.set);
    *out = raw.t;
}

enum fw_status fw_sheet_load(const char *path, struct fw_arena *arena,
                             struct fw_diags *diags, struct fw_sheet *out, struct fw_err *err)
{
    struct fw_err unused;
    struct fw_load ld;
    char *text = NULL;
    size_t n = 0;

    *out = (struct fw_sheet){0};
    fw_load_start(&ld, path, arena, diags, err != NULL ? err : &unused);
    if (fw_load_file(&ld, path, &text, &n))
        load_table(&ld, path, text, n, out);
    free(text);
    return ld.status;
}

enum fw_status fw_sheet_parse(const char *name, const char *text, size_t n,
                              struct fw_arena *arena, struct fw_diags *diags,
                              struct fw_sheet *out, struct fw_err *err)
{
    struct fw_err unused;
    struct fw_load ld;

    *out = (struct fw_sheet){0};
    fw_load_start(&ld, name, arena, diags, err != NULL ? err : &unused);
    load_table(&ld, name, text, n, out);
    return ld.status;
}

struct fw_sheet_cell fw_sheet_at(const struct fw_sheet *t, size_t row, const char *column)
{
    for (size_t c = 0; c < t->num_columns; c++)
        if (strcmp(t->columns[c], column) == 0)
            return t->cells[row * t->num_columns + c];
    return (struct fw_sheet_cell){NULL, NAN};
}

const char *fw_pair_find(const struct fw_name_pair *pairs, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(pairs[i].name, name) == 0)
            return pairs[i].value;
    return NULL;
}
