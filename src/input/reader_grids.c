/* reader_grids.c - files under grids.d: lists of grids, one family per file. */
#include "input/reader.h"

#include <stdlib.h>
#include <string.h>

#include "input/fields.h"
#include "input/file.h"
#include "input/sections.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

enum { ROWS_MAX = 50000 };

struct raw_grid {
    struct fw_grid g;
    unsigned kind;
    const char *note; /* for readers of the file */
};
static const char *const kinds[] = {"lifecycle", "direct",     "average", "marginal",
                                    "market",    "production", NULL};
enum { KINDS = COUNT(kinds) - 1 };

/* Above 5 kg/kWh is no grid: g/kWh was meant. The highest real one, coal alone, is near 1. */
#define AT(member) offsetof(struct raw_grid, member)
#define DEFAULT_ROWS                                                                               \
    FW_FIELD("year", fw_field_year, AT(g.year), "year that the figure is of"),                     \
        FW_CHOICE("kind", AT(kind), kinds, "what is counted"),                                     \
        FW_FIELD("source", fw_field_text, AT(g.source), "id under sources"),                       \
        FW_NUMBER("pue", fw_field_real, AT(g.pue), false, FW_DIM_NUMBER, 1, 5,                     \
                  "power usage effectiveness of the cloud region"),                                \
        FW_FIELD("unverified", fw_field_bool, AT(g.unverified), "true: no document at hand")
static const struct fw_field default_fields[] = {DEFAULT_ROWS};
static const struct fw_field row_fields[] = {
    FW_REQUIRED("id", fw_field_text, AT(g.id), "name on the command line"),
    FW_FIELD("name", fw_field_text, AT(g.name), "name for people; absent = the id"),
    FW_NUMBER("intensity", fw_field_real, AT(g.intensity), true, FW_DIM_INTENSITY, 0, 5,
              "kg CO2eq per kWh"),
    DEFAULT_ROWS,
    FW_FIELD("note", fw_field_text, AT(note), "a remark"),
};

struct raw_file {
    const char *family, *note;
    const struct fw_node *sources, *defaults, *grids;
};
#define FILE_AT(member) offsetof(struct raw_file, member)
static const struct fw_field file_fields[] = {
    FW_REQUIRED("family", fw_field_text, FILE_AT(family), "countries, us-states, gcp, aws, ..."),
    FW_FIELD("sources", fw_field_node, FILE_AT(sources), "source ids with their texts"),
    FW_FIELD("defaults", fw_field_node, FILE_AT(defaults), "for rows that do not say otherwise"),
    FW_REQUIRED("grids", fw_field_node, FILE_AT(grids), "the list"),
    FW_FIELD("note", fw_field_text, FILE_AT(note), "a remark"),
};

/* A row and where it stands, until ids are known to be unique. */
struct row {
    struct fw_grid g;
    const char *file;
    struct fw_place at;
    size_t dir;
};

struct table {
    struct fw_arena *arena;
    struct row *rows;
    size_t n, cap;
    const struct fw_source *sources;
    size_t num_sources;
    size_t dir;
};

static bool reserve(struct table *t, size_t more)
{
    if (t->n + more <= t->cap)
        return true;
    const size_t cap = 2 * t->cap > t->n + more ? 2 * t->cap : t->n + more;
    struct row *const rows = cap <= ROWS_MAX ? FW_NEW(t->arena, cap, struct row) : NULL;
    if (rows == NULL)
        return false;
    if (t->n > 0)
        memcpy(rows, t->rows, t->n * sizeof rows[0]);
    t->rows = rows;
    t->cap = cap;
    return true;
}

static void load_row(struct fw_load *ld, const struct fw_node *map, const char *path,
                     const struct raw_grid *defaults, const char *family, struct table *t)
{
    struct raw_grid raw = *defaults;
    const size_t errors = ld->errors;

    fw_fields_load(ld, map, path, row_fields, COUNT(row_fields), &raw);
    if (ld->errors != errors)
        return;
    raw.g.family = family;
    raw.g.kind = raw.kind < KINDS ? kinds[raw.kind] : NULL;
    raw.g.name = raw.g.name != NULL ? raw.g.name : raw.g.id;
    t->rows[t->n++] = (struct row){raw.g, ld->file, map->at, t->dir};
}

static void load_rows(struct fw_load *ld, const struct raw_file *file,
                      const struct raw_grid *defaults, struct table *t)
{
    const struct fw_node *const list = file->grids;
    size_t i = 0;

    if (list->kind != FW_SEQUENCE || list->count == 0) {
        fw_load_fail(ld, list->at, "", "grids", "expected a list of grids, got %s",
                     list->kind == FW_SEQUENCE ? "an empty list" : fw_yaml_kind(list));
        return;
    }
    if (t->n + list->count > ROWS_MAX / 2) {
        fw_load_fail(ld, list->at, "", "grids", "more than %d grids", ROWS_MAX / 2);
        return;
    }
    if (!reserve(t, list->count)) {
        (void)fw_load_no_memory(ld);
        return;
    }
    for (const struct fw_item *item = list->items; item != NULL; item = item->next, i++) {
        const char *const path = fw_arena_printf(ld->arena, "grids[%zu]", i);
        load_row(ld, item->value, path != NULL ? path : "grids", defaults, file->family, t);
    }
}

static void load_file(struct fw_load *ld, const char *text, size_t n, struct table *t)
{
    struct raw_grid defaults = {.g = {.intensity = FW_ABSENT, .pue = FW_ABSENT}, .kind = KINDS};
    const struct fw_node *root = NULL;
    struct raw_file file = {0};

    (void)fw_load_tree(ld, text, n, FW_FILE_GRIDS, &root);
    if (root == NULL)
        return;
    fw_fields_load(ld, root, "", file_fields, COUNT(file_fields), &file);
    if (file.defaults != NULL)
        fw_fields_load(ld, file.defaults, "defaults", default_fields, COUNT(default_fields),
                       &defaults);
    fw_sources_load(ld, file.sources, t->sources, t->num_sources, &t->sources, &t->num_sources);
    if (file.grids != NULL)
        load_rows(ld, &file, &defaults, t);
}

/* By id, then by folder, then as they were read. */
static int compare_rows(const void *pa, const void *pb)
{
    const struct row *const a = *(const struct row *const *)pa;
    const struct row *const b = *(const struct row *const *)pb;
    const int order = strcmp(a->g.id, b->g.id);

    if (order != 0)
        return order;
    if (a->dir != b->dir)
        return a->dir < b->dir ? -1 : 1;
    return a < b ? -1 : a > b;
}

/* Sorts, lets earlier folders hide later ones, and reports ids that one folder has twice. */
static void finish(struct fw_load *ld, const struct table *t, struct fw_grids *out)
{
    const struct row **const order = FW_NEW(ld->arena, t->n, const struct row *);
    struct fw_grid *const grids = FW_NEW(ld->arena, t->n, struct fw_grid);
    const struct row *last = NULL;
    size_t kept = 0;

    if (order == NULL || grids == NULL) {
        (void)fw_load_no_memory(ld);
        return;
    }
    for (size_t i = 0; i < t->n; i++)
        order[i] = &t->rows[i];
    if (t->n > 1)
        qsort(order, t->n, sizeof order[0], compare_rows);
    for (size_t i = 0; i < t->n; i++) {
        const struct row *const r = order[i];
        if (last == NULL || strcmp(last->g.id, r->g.id) != 0) {
            grids[kept++] = r->g;
            last = r;
        } else if (last->dir == r->dir) {
            ld->file = r->file;
            fw_load_fail(ld, r->at, "grids", "id", "%s is also in %s, line %u", r->g.id, last->file,
                         last->at.line);
        }
    }
    *out = (struct fw_grids){kept, grids, t->num_sources, t->sources};
}

static void read_file(struct fw_load *ld, const char *path, struct table *t)
{
    char *text = NULL;
    size_t n = 0;

    ld->file = strcmp(path, "-") == 0 ? "standard input" : path;
    if (fw_load_file(ld, path, &text, &n))
        load_file(ld, text, n, t);
    free(text);
}

enum fw_status fw_grids_load(const char *path, struct fw_arena *arena, struct fw_diags *diags,
                             struct fw_grids *out, struct fw_err *err)
{
    struct table t = {.arena = arena};
    struct fw_err unused;
    struct fw_load ld;

    *out = (struct fw_grids){0};
    fw_load_start(&ld, path, arena, diags, err != NULL ? err : &unused);
    read_file(&ld, path, &t);
    finish(&ld, &t, out);
    return ld.status;
}

enum fw_status fw_grids_parse(const char *name, const char *text, size_t n, struct fw_arena *arena,
                              struct fw_diags *diags, struct fw_grids *out, struct fw_err *err)
{
    struct table t = {.arena = arena};
    struct fw_err unused;
    struct fw_load ld;

    *out = (struct fw_grids){0};
    fw_load_start(&ld, name, arena, diags, err != NULL ? err : &unused);
    load_file(&ld, text, n, &t);
    finish(&ld, &t, out);
    return ld.status;
}

enum fw_status fw_grids_load_all(const struct fw_catalogue *cat, struct fw_arena *arena,
                                 struct fw_diags *diags, struct fw_grids *out, struct fw_err *err)
{
    const struct fw_catalogue_entry *files = NULL;
    struct table t = {.arena = arena};
    struct fw_err unused;
    struct fw_load ld;
    size_t n = 0;

    *out = (struct fw_grids){0};
    fw_load_start(&ld, "", arena, diags, err != NULL ? err : &unused);
    const enum fw_status status =
        fw_catalogue_list(cat, FW_SHELF_GRIDS, arena, &files, &n, ld.first);
    if (status != FW_OK)
        return status;
    for (size_t i = 0; i < n; i++) {
        t.dir = files[i].dir;
        read_file(&ld, files[i].path, &t);
    }
    finish(&ld, &t, out);
    return ld.status;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_same_word(const char *a, const char *b)
{
    while (*a != '\0' && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return *a == '\0' && *b == '\0';
}

enum fw_status fw_grids_find(const struct fw_grids *g, const char *id, const struct fw_grid **out,
                             struct fw_err *err)
{
    const char *near = NULL;

    for (size_t i = 0; i < g->num_grids; i++) {
        if (is_same_word(g->grids[i].id, id)) {
            *out = &g->grids[i];
            return FW_OK;
        }
    }
    /* The nearest of the ids, without a list of them: the nearest so far against the next one. */
    for (size_t i = 0; i < g->num_grids; i++) {
        const char *const pair[] = {near != NULL ? near : g->grids[i].id, g->grids[i].id};
        near = fw_nearest(id, pair, 2);
    }
    (void)fw_fail(err, FW_INPUT, "unknown grid \"%.80s\"", id);
    if (near != NULL)
        (void)fw_err_hint(err, "did you mean %s?", near);
    return FW_INPUT;
}
