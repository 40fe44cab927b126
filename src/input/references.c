/* references.c - reads docs/sources.yaml, and tells data files apart. */
#include "input/references.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "input/fields.h"
#include "input/file.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

#define AT(member) offsetof(struct fw_reference, member)
static const struct fw_field fields[] = {
    FW_REQUIRED("title", fw_field_text, AT(title), "title"),
    FW_FIELD("authors", fw_field_text, AT(authors), "who wrote it"),
    FW_FIELD("year", fw_field_year, AT(year), "year"),
    FW_REQUIRED("where", fw_field_text, AT(where), "where it can be found"),
    FW_REQUIRED("took", fw_field_text, AT(took), "what was taken from it"),
};
#undef AT

static void load_list(struct fw_load *ld, const struct fw_node *root, struct fw_references *out)
{
    if (root->kind != FW_MAPPING) {
        fw_load_fail(ld, root->at, "", "", "expected source ids with their titles, got %s",
                     fw_yaml_kind(root));
        return;
    }
    struct fw_reference *const list = FW_NEW(ld->arena, root->count, struct fw_reference);
    if (list == NULL) {
        (void)fw_load_no_memory(ld);
        return;
    }
    for (const struct fw_item *i = root->items; i != NULL; i = i->next) {
        struct fw_reference *const r = &list[out->count++];
        r->id = i->key;
        fw_fields_load(ld, i->value, i->key, fields, COUNT(fields), r);
    }
    out->list = list;
}

enum fw_status fw_references_load(const char *path, struct fw_arena *arena,
                                  struct fw_diags *diags, struct fw_references *out,
                                  struct fw_err *err)
{
    const struct fw_node *root = NULL;
    struct fw_err unused;
    struct fw_load ld;
    char *text = NULL;
    size_t n = 0;

    *out = (struct fw_references){.path = path};
    fw_load_start(&ld, path, arena, diags, err != NULL ? err : &unused);
    if (fw_load_file(&ld, path, &text, &n))
        (void)fw_yaml_parse(&ld, text, n, &root);
    if (root != NULL)
        load_list(&ld, root, out);
    free(text);
    return ld.status;
}

enum fw_status fw_references_find_load(const struct fw_catalogue *cat, struct fw_arena *arena,
                                       struct fw_diags *diags, struct fw_references *out,
                                       struct fw_err *err)
{
    static const char name[] = "docs/sources.yaml";
    struct stat st;

    *out = (struct fw_references){0};
    for (size_t i = 0; i < cat->num_dirs; i++) {
        const char *const path = strcmp(cat->dir[i], ".") == 0
                                     ? name
                                     : fw_arena_printf(arena, "%s/%s", cat->dir[i], name);
        if (path == NULL)
            return fw_fail(err, FW_SYSTEM, "out of memory");
        if (stat(path, &st) == 0)
            return fw_references_load(path, arena, diags, out, err);
    }
    return FW_OK;
}

const struct fw_reference *fw_references_find(const struct fw_references *r, const char *id)
{
    for (size_t i = 0; i < r->count; i++) {
        if (strcmp(r->list[i].id, id) == 0)
            return &r->list[i];
    }
    return NULL;
}

/* True if the file is in a folder of this name. */
static bool is_in(const char *path, const char *folder)
{
    const char *const slash = strrchr(path, '/');
    const size_t n = strlen(folder), before = slash != NULL ? (size_t)(slash - path) : 0;

    return before >= n && memcmp(path + before - n, folder, n) == 0 &&
           (before == n || path[before - n - 1] == '/');
}

static enum fw_data_kind kind_of_tree(const struct fw_node *root)
{
    const struct fw_node *const first = root->items != NULL ? root->items->value : NULL;

    if (fw_yaml_find(root, "grids") != NULL)
        return FW_DATA_GRIDS;
    if (fw_yaml_find(root, "architecture") != NULL || fw_yaml_find(root, "extends") != NULL)
        return FW_DATA_MODEL;
    if (fw_yaml_find(root, "peak") != NULL || fw_yaml_find(root, "vendor") != NULL)
        return FW_DATA_HARDWARE;
    return first != NULL && fw_yaml_find(first, "took") != NULL ? FW_DATA_REFERENCES
                                                               : FW_DATA_MODEL;
}

enum fw_data_kind fw_data_kind_of(const char *path, struct fw_arena *arena)
{
    static const char *const folders[] = {"models.d", "hardware.d", "grids.d"};
    enum fw_data_kind kind = FW_DATA_MODEL;
    const struct fw_node *root = NULL;
    struct fw_err unused;
    struct fw_load ld;
    char *text = NULL;
    size_t n = 0;

    for (size_t i = 0; i < COUNT(folders); i++) {
        if (is_in(path, folders[i]))
            return (enum fw_data_kind)i;
    }
    if (strcmp(path, "-") == 0)
        return FW_DATA_MODEL; /* it can be read only once */
    fw_load_start(&ld, path, arena, NULL, &unused);
    if (fw_load_file(&ld, path, &text, &n))
        (void)fw_yaml_parse(&ld, text, n, &root);
    if (root != NULL)
        kind = kind_of_tree(root);
    free(text);
    return kind;
}
