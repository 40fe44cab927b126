/* catalogue.c - the search path and its shelves. */
#include "input/catalogue.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LEVELS_MAX = 16, PATH_LEN = 4096, ENTRIES_MAX = 20000 };

static const struct {
    const char *folder, *what;
} shelves[FW_SHELF_COUNT] = {
    [FW_SHELF_MODELS] = {"models.d", "model"},
    [FW_SHELF_HARDWARE] = {"hardware.d", "hardware"},
    [FW_SHELF_GRIDS] = {"grids.d", "grid file"},
    [FW_SHELF_SELFTEST] = {"selftest.d", "published table"},
    [FW_SHELF_DISCLOSURES] = {"disclosures.d", "file of training runs"},
};
static const char *const extensions[] = {".yaml", ".yml"};
enum { EXTENSIONS = sizeof extensions / sizeof extensions[0] };

static bool is_dir(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool is_same(const char *a, const char *b)
{
    struct stat sa, sb;
    return stat(a, &sa) == 0 && stat(b, &sb) == 0 && sa.st_dev == sb.st_dev &&
           sa.st_ino == sb.st_ino;
}

/* "dir/name", without "./" before it. */
static const char *join(struct fw_arena *arena, const char *dir, const char *name)
{
    if (strcmp(dir, ".") == 0)
        return fw_arena_strdup(arena, name);
    return fw_arena_printf(arena, "%s/%s", dir, name);
}

/* The folders found so far. */
struct search {
    struct fw_catalogue c;
    struct fw_arena *arena;
    bool failed; /* out of memory */
};

static bool has_shelf(struct search *s, const char *dir)
{
    for (int i = 0; i < FW_SHELF_COUNT; i++) {
        const char *const path = join(s->arena, dir, shelves[i].folder);
        s->failed = s->failed || path == NULL;
        if (path != NULL && is_dir(path))
            return true;
    }
    return false;
}

/* Messages and tables name files as the user would: relative where they are below. */
static const char *shorten(const char *dir)
{
    char cwd[PATH_LEN];

    if (getcwd(cwd, sizeof cwd) == NULL)
        return dir;
    const size_t n = strlen(cwd);
    if (strncmp(dir, cwd, n) != 0)
        return dir;
    if (dir[n] == '\0')
        return ".";
    return dir[n] == '/' && dir[n + 1] != '\0' ? dir + n + 1 : dir;
}

/* Appends dir unless it has no shelf or is there already. True if it has shelves. */
static bool add_dir(struct search *s, const char *dir)
{
    struct fw_catalogue *const c = &s->c;

    if (dir[0] == '\0' || !has_shelf(s, dir))
        return false;
    for (size_t i = 0; i < c->num_dirs; i++) {
        if (is_same(c->dir[i], dir))
            return true;
    }
    const char *const copy = fw_arena_strdup(s->arena, shorten(dir));
    s->failed = s->failed || copy == NULL;
    if (copy != NULL && c->num_dirs < FW_CATALOGUE_DIRS)
        c->dir[c->num_dirs++] = copy;
    return copy != NULL;
}

static bool add_below(struct search *s, const char *dir, const char *below)
{
    const char *const path = fw_arena_printf(s->arena, "%s/%s", dir, below);
    s->failed = s->failed || path == NULL;
    return path != NULL && add_dir(s, path);
}

static enum fw_status add_named(struct search *s, const char *dir, const char *origin,
                                struct fw_err *err)
{
    if (dir == NULL || add_dir(s, dir))
        return FW_OK;
    return fw_fail(err, FW_USAGE, "%s %s: %s", origin, dir,
                   is_dir(dir) ? "holds no models.d, hardware.d or grids.d" : "is no folder");
}

static void add_config(struct search *s)
{
    const char *const xdg = getenv("XDG_CONFIG_HOME");
    const char *const home = getenv("HOME");

    /* The XDG specification: a relative path is to be ignored. */
    if (xdg != NULL && xdg[0] == '/')
        (void)add_below(s, xdg, "flopwatt");
    else if (home != NULL && home[0] == '/')
        (void)add_below(s, home, ".config/flopwatt");
}

/* From the program upwards: build/flopwatt -> the source tree, bin/flopwatt -> share/flopwatt. */
static void add_around_program(struct search *s)
{
    char path[PATH_LEN];
    const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);

    if (n <= 0)
        return; /* no /proc: the other folders remain */
    path[n] = '\0';
    for (int level = 0; level < LEVELS_MAX; level++) {
        char *const slash = strrchr(path, '/');
        if (slash == NULL || slash == path)
            return;
        *slash = '\0';
        if (add_dir(s, path) || add_below(s, path, "share/flopwatt"))
            return;
    }
}

enum fw_status fw_catalogue_open(struct fw_catalogue *out, const char *data_dir,
                                 struct fw_arena *arena, struct fw_err *err)
{
    const char *const env = getenv("FLOPWATT_DATA");
    struct search s = {.arena = arena};
    enum fw_status status = add_named(&s, data_dir, "--data", err);

    if (status == FW_OK && env != NULL && env[0] != '\0')
        status = add_named(&s, env, "$FLOPWATT_DATA", err);
    if (status != FW_OK)
        return s.failed ? fw_fail(err, FW_SYSTEM, "out of memory") : status;
    add_config(&s);
    add_around_program(&s);
#ifdef FW_SOURCEDIR /* builds outside the source tree */
    (void)add_dir(&s, FW_SOURCEDIR);
#endif
#ifdef FW_DATADIR
    (void)add_dir(&s, FW_DATADIR);
#endif
    if (s.failed)
        return fw_fail(err, FW_SYSTEM, "out of memory");
    *out = s.c;
    return FW_OK;
}

/* Length of name without its extension; 0 if it has none of ours or starts with a dot. */
static size_t stem(const char *name)
{
    const size_t n = strlen(name);

    for (size_t i = 0; i < EXTENSIONS && name[0] != '.'; i++) {
        const size_t len = strlen(extensions[i]);
        if (n > len && strcmp(name + n - len, extensions[i]) == 0)
            return n - len;
    }
    return 0;
}

static const char *base_name(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

bool fw_catalogue_is_path(const char *arg)
{
    return strcmp(arg, "-") == 0 || strchr(arg, '/') != NULL || stem(arg) > 0;
}

const char *fw_catalogue_id(const char *path, struct fw_arena *arena)
{
    const char *const name = base_name(path);
    const size_t n = stem(name);

    if (strcmp(path, "-") == 0)
        return "stdin";
    return fw_arena_strndup(arena, name, n > 0 ? n : strlen(name));
}

static int compare_entries(const void *pa, const void *pb)
{
    const struct fw_catalogue_entry *const a = pa;
    const struct fw_catalogue_entry *const b = pb;
    const int order = strcmp(a->id, b->id);

    if (order != 0)
        return order;
    if (a->dir != b->dir)
        return a->dir < b->dir ? -1 : 1;
    return strcmp(a->path, b->path);
}

struct listing {
    struct fw_arena *arena;
    struct fw_catalogue_entry *list;
    size_t n, cap;
};

static bool add_entry(struct listing *l, const char *folder, const char *name, size_t dir)
{
    const size_t len = stem(name);

    if (len == 0)
        return true;
    if (l->n == l->cap) {
        const size_t cap = l->cap > 0 ? 2 * l->cap : 64;
        struct fw_catalogue_entry *const more = FW_NEW(l->arena, cap, struct fw_catalogue_entry);
        if (more == NULL || cap > ENTRIES_MAX)
            return false;
        if (l->n > 0)
            memcpy(more, l->list, l->n * sizeof l->list[0]);
        l->list = more;
        l->cap = cap;
    }
    struct fw_catalogue_entry *const e = &l->list[l->n];
    e->id = fw_arena_strndup(l->arena, name, len);
    e->path = fw_arena_printf(l->arena, "%s/%s", folder, name);
    e->dir = dir;
    l->n++;
    return e->id != NULL && e->path != NULL;
}

static enum fw_status list_folder(struct listing *l, const char *folder, size_t dir,
                                  struct fw_err *err)
{
    DIR *const d = opendir(folder);
    enum fw_status status = FW_OK;
    const struct dirent *e = NULL;

    if (d == NULL && errno == ENOENT)
        return FW_OK; /* a data folder need not have every shelf */
    if (d == NULL) {
        (void)fw_fail(err, FW_SYSTEM, "cannot read the folder: %s", strerror(errno));
        return fw_err_at(err, folder, 0, 0);
    }
    while (status == FW_OK && (e = readdir(d)) != NULL) {
        if (!add_entry(l, folder, e->d_name, dir))
            status = fw_fail(err, FW_SYSTEM, "out of memory");
    }
    (void)closedir(d); /* only read from */
    return status;
}

enum fw_status fw_catalogue_list(const struct fw_catalogue *c, enum fw_shelf shelf,
                                 struct fw_arena *arena, const struct fw_catalogue_entry **out,
                                 size_t *n, struct fw_err *err)
{
    struct listing l = {.arena = arena};
    size_t kept = 0;

    for (size_t i = 0; i < c->num_dirs; i++) {
        const char *const folder = join(arena, c->dir[i], shelves[shelf].folder);
        if (folder == NULL)
            return fw_fail(err, FW_SYSTEM, "out of memory");
        const enum fw_status status = list_folder(&l, folder, i, err);
        if (status != FW_OK)
            return status;
    }
    if (l.n > 1)
        qsort(l.list, l.n, sizeof l.list[0], compare_entries);
    for (size_t i = 0; i < l.n; i++) {
        if (kept == 0 || strcmp(l.list[i].id, l.list[kept - 1].id) != 0)
            l.list[kept++] = l.list[i];
    }
    *out = l.list;
    *n = kept;
    return FW_OK;
}

static enum fw_status fail_unknown(const struct fw_catalogue *c, enum fw_shelf shelf,
                                   const char *id, struct fw_arena *arena, struct fw_err *err)
{
    const struct fw_catalogue_entry *list = NULL;
    size_t n = 0;
    struct stat st;

    if (c->num_dirs == 0)
        return fw_fail(err, FW_INPUT, "no catalogue found; name its folder with --data");
    const enum fw_status status = fw_catalogue_list(c, shelf, arena, &list, &n, err);
    if (status != FW_OK)
        return status;
    const char **const names = FW_NEW(arena, n, const char *);
    if (names == NULL)
        return fw_fail(err, FW_SYSTEM, "out of memory");
    for (size_t i = 0; i < n; i++)
        names[i] = list[i].id;
    const char *const near = fw_nearest(id, names, n);
    (void)fw_fail(err, FW_INPUT, "unknown %s \"%.80s\"", shelves[shelf].what, id);
    if (stat(id, &st) == 0)
        (void)fw_err_hint(err, "to read the %s of this name here, write ./%s",
                          S_ISDIR(st.st_mode) ? "folder" : "file", id);
    else if (near != NULL)
        (void)fw_err_hint(err, "did you mean %s?", near);
    else
        (void)fw_err_hint(err, "the catalogue has %zu; a path holds '/' or ends in .yaml", n);
    return FW_INPUT;
}

enum fw_status fw_catalogue_resolve(const struct fw_catalogue *c, enum fw_shelf shelf,
                                    const char *arg, struct fw_arena *arena, const char **path,
                                    struct fw_err *err)
{
    struct stat st;

    if (arg[0] == '\0')
        return fw_fail(err, FW_USAGE, "the name of the %s is empty", shelves[shelf].what);
    if (fw_catalogue_is_path(arg)) {
        *path = arg;
        return FW_OK;
    }
    for (size_t i = 0; i < c->num_dirs * EXTENSIONS; i++) {
        const char *const folder = join(arena, c->dir[i / EXTENSIONS], shelves[shelf].folder);
        const char *const file = folder != NULL ? fw_arena_printf(arena, "%s/%s%s", folder, arg,
                                                                  extensions[i % EXTENSIONS])
                                                : NULL;
        if (file == NULL)
            return fw_fail(err, FW_SYSTEM, "out of memory");
        if (stat(file, &st) == 0) {
            *path = file;
            return FW_OK;
        }
    }
    return fail_unknown(c, shelf, arg, arena, err);
}
