/* reader.c - model files: sections together, extends followed. */
#include "input/reader.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "input/fields.h"
#include "input/file.h"
#include "input/schema.h"
#include "input/sections.h"

enum { EXTENDS_MAX = 8 };

/* The files from the one that was asked for down to the one that is being read. */
struct link {
    const char *path; /* NULL: text in memory */
    const struct link *from;
    unsigned depth;
};

struct reading {
    const struct fw_catalogue *cat;
    struct fw_arena *arena;
    struct fw_diags *diags;
    struct fw_err *err;
};

static void load_linked(struct reading *r, struct fw_load *parent, const struct link *self,
                        struct fw_description *out);

static bool is_same_file(const char *a, const char *b)
{
    struct stat sa, sb;

    if (a == NULL || b == NULL)
        return false;
    if (strcmp(a, b) == 0)
        return true;
    return stat(a, &sa) == 0 && stat(b, &sb) == 0 && sa.st_dev == sb.st_dev &&
           sa.st_ino == sb.st_ino;
}

/* "DIR of from/name" in the arena. */
static const char *beside(struct fw_arena *arena, const char *from, const char *name,
                          const char *extension)
{
    const char *const slash = strrchr(from, '/');
    const int n = slash != NULL ? (int)(slash - from) + 1 : 0;

    return fw_arena_printf(arena, "%.*s%s%s", name[0] == '/' ? 0 : n, from, name, extension);
}

/* Path of the description that target names in the file ld->file. Only ordinary files are
 * followed: a device would wait or never end. */
static enum fw_status find_base(const struct reading *r, const struct fw_load *ld,
                                const char *target, const char **path, struct fw_err *err)
{
    const bool is_path = fw_catalogue_is_path(target);
    struct stat st;

    if (strcmp(target, "-") == 0 || target[0] == '\0')
        return fw_fail(err, FW_INPUT, "expected an id or a path, got \"%s\"", target);
    if (!is_path && r->cat != NULL &&
        fw_catalogue_resolve(r->cat, FW_SHELF_MODELS, target, r->arena, path, err) == FW_OK)
        return FW_OK;
    *path = beside(r->arena, ld->file, target, is_path ? "" : ".yaml");
    if (*path == NULL)
        return fw_fail(err, FW_SYSTEM, "out of memory");
    if (stat(*path, &st) == 0)
        return S_ISREG(st.st_mode) ? FW_OK : fw_fail(err, FW_INPUT, "%s is no file", *path);
    if (is_path)
        return fw_fail(err, FW_INPUT, "%s does not exist", *path);
    return r->cat != NULL ? err->status : fw_fail(err, FW_INPUT, "unknown model \"%s\"", target);
}

/* Reads the description that the file extends into *out. Of it only what describes the
 * architecture is taken: training and published figures are those of another model. */
static void load_base(struct reading *r, struct fw_load *ld, const struct link *self,
                      const char *target, struct fw_place at, struct fw_description *out)
{
    struct link base = {.from = self, .depth = self->depth + 1};
    struct fw_description d = {0};
    struct fw_err err;

    if (find_base(r, ld, target, &base.path, &err) != FW_OK) {
        fw_load_report(ld, &err, at, "", "extends");
        return;
    }
    for (const struct link *l = self; l != NULL; l = l->from) {
        if (is_same_file(l->path, base.path)) {
            fw_load_fail(ld, at, "", "extends", "goes in a circle: %s leads back to itself",
                         base.path);
            return;
        }
    }
    if (base.depth > EXTENDS_MAX) {
        fw_load_fail(ld, at, "", "extends", "more than %d descriptions build on each other",
                     EXTENDS_MAX);
        return;
    }
    load_linked(r, ld, &base, &d);
    out->arch = d.arch;
    out->arch_source = d.arch_source;
    out->sources = d.sources;
    out->num_sources = d.num_sources;
}

static struct fw_place place_of_value(const struct fw_node *root, const char *key)
{
    const struct fw_node *const node = fw_yaml_find(root, key);
    return node != NULL ? node->at : (struct fw_place){0};
}

static void load_sections(struct fw_load *ld, const struct fw_model_top *top,
                          struct fw_description *out)
{
    fw_sources_load(ld, top->sources, out->sources, out->num_sources, &out->sources,
                    &out->num_sources);
    if (top->architecture != NULL)
        fw_arch_load(ld, top->architecture, &out->arch, &out->arch_source);
    fw_training_init(&out->training);
    if (top->training != NULL)
        fw_training_load(ld, top->training, &out->training);
    if (top->published != NULL)
        fw_published_load(ld, top->published, &out->published, &out->num_published);
    out->name = top->name != NULL ? top->name : out->id;
    out->developer = top->developer;
    out->released = top->released;
    out->note = top->note;
    out->arch.file = ld->file;
}

static void require_architecture(struct fw_load *ld, const struct fw_node *root)
{
    char found[FW_HINT_LEN - 8];
    struct fw_err err;

    (void)fw_fail(&err, FW_INPUT, "missing: architecture");
    (void)fw_err_hint(&err, "found: %s", fw_keys_found(root, found, sizeof found));
    fw_load_report(ld, &err, root->at, "", "");
}

static void load_text(struct reading *r, struct fw_load *ld, const struct link *self,
                      const char *text, size_t n, struct fw_description *out)
{
    const struct fw_node *root = NULL;
    struct fw_model_top top;

    ld->section_of = fw_section_of;
    out->path = ld->file;
    out->id = fw_catalogue_id(self->path != NULL ? self->path : ld->file, r->arena);
    (void)fw_load_tree(ld, text, n, FW_FILE_MODEL, &root);
    if (out->id == NULL)
        (void)fw_load_no_memory(ld);
    if (root == NULL || out->id == NULL)
        return;
    fw_top_load(ld, root, &top);
    const size_t errors = ld->errors;
    if (top.extends != NULL)
        load_base(r, ld, self, top.extends, place_of_value(root, "extends"), out);
    const bool has_base = top.extends != NULL && ld->errors == errors;
    load_sections(ld, &top, out);
    if (self->from != NULL || (top.extends != NULL && !has_base))
        return; /* the file that was asked for must be complete, its base need not */
    if (top.extends == NULL && top.architecture == NULL)
        require_architecture(ld, root);
    else
        fw_arch_require(ld, top.architecture, &out->arch);
}

static void load_linked(struct reading *r, struct fw_load *parent, const struct link *self,
                        struct fw_description *out)
{
    struct fw_load ld;
    char *text = NULL;
    size_t n = 0;

    fw_load_start(&ld, self->path, r->arena, r->diags, r->err);
    ld.errors = parent->errors;
    ld.status = parent->status;
    if (fw_load_file(&ld, self->path, &text, &n))
        load_text(r, &ld, self, text, n, out);
    free(text);
    parent->errors = ld.errors;
    parent->status = ld.status;
}

enum fw_status fw_description_load(const struct fw_catalogue *cat, const char *path,
                                   struct fw_arena *arena, struct fw_diags *diags,
                                   struct fw_description *out, struct fw_err *err)
{
    struct fw_err unused;
    struct reading r = {cat, arena, diags, err != NULL ? err : &unused};
    const struct link self = {.path = path};
    struct fw_load none;

    *out = (struct fw_description){0};
    fw_load_start(&none, path, arena, diags, r.err);
    load_linked(&r, &none, &self, out);
    return none.status;
}

enum fw_status fw_description_parse(const struct fw_catalogue *cat, const char *name,
                                    const char *text, size_t n, struct fw_arena *arena,
                                    struct fw_diags *diags, struct fw_description *out,
                                    struct fw_err *err)
{
    struct fw_err unused;
    struct reading r = {cat, arena, diags, err != NULL ? err : &unused};
    const struct link self = {.path = NULL};
    struct fw_load ld;

    *out = (struct fw_description){0};
    fw_load_start(&ld, name, arena, diags, r.err);
    load_text(&r, &ld, &self, text, n, out);
    return ld.status;
}
