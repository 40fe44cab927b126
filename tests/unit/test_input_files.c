/* test_input_files.c - paths, the catalogue, extends. Files: tests/data/input. */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "t.h"
#include "core/model.h"
#include "input_text.h"

#define DATA   "tests/data/input"
#define MODELS DATA "/models.d/"

static struct input in;
static struct fw_catalogue cat;
static struct fw_arena cat_arena;

static enum fw_status load(const char *path)
{
    input_start(&in);
    in.status = fw_description_load(&cat, path, &in.arena, &in.diags, &in.model, &in.err);
    return in.status;
}

static struct fw_opt value(enum fw_key key)
{
    return in.model.arch.key[key];
}

static void check_extends(void)
{
    t_status("tiny-mqa", load(MODELS "tiny-mqa.yaml"), FW_OK);
    t_str("id is that of the file", in.model.id, "tiny-mqa");
    t_str("name is not taken over", in.model.name, "tiny-mqa");
    t_int("changed", value(FW_KEY_num_key_value_heads).v, 1);
    t_int("taken over", value(FW_KEY_hidden_size).v, 64);
    t_true("null takes back", !value(FW_KEY_sliding_window).given);
    t_true("training is that of another model", !in.model.training.present);
    t_int("published figures, too", in.model.num_published, 0);
    t_str("file of a changed value", value(FW_KEY_num_key_value_heads).file,
          MODELS "tiny-mqa.yaml");
    t_str("file of an old value", value(FW_KEY_hidden_size).file, MODELS "tiny.yaml");
    t_int("line of an old value", value(FW_KEY_hidden_size).line, 7);
    t_str("source of the architecture", in.model.arch_source, "c");
    t_int("sources joined", in.model.num_sources, 3);
    t_str("first source", in.model.sources[0].text, "first source");
    t_str("source replaced", in.model.sources[1].text, "another text");
    t_str("source added", in.model.sources[2].text, "third source");
    input_end(&in);

    t_status("two levels", load(MODELS "tiny-mqa-wide.yaml"), FW_OK);
    t_int("own", value(FW_KEY_hidden_size).v, 128);
    t_int("from the middle", value(FW_KEY_num_key_value_heads).v, 1);
    t_int("from below", value(FW_KEY_vocab_size).v, 512);
    t_str("own name", in.model.name, "Tiny, one key head, wide");
    input_end(&in);

    t_status("a base need not be complete", load(MODELS "part-full.yaml"), FW_OK);
    input_end(&in);
    t_status("layers in the extending file", load(MODELS "tiny-layers.yaml"), FW_OK);
    t_int("layer entries", in.model.arch.num_entries, 2);
    t_str("file of an entry", in.model.arch.entries[0].file, MODELS "tiny-layers.yaml");
    input_end(&in);
    t_status("layers taken back", load(MODELS "tiny-layers-gone.yaml"), FW_OK);
    t_int("no entries", in.model.arch.num_entries, 0);
    t_int("key of all layers", value(FW_KEY_num_key_value_heads).v, 8);
    input_end(&in);
    t_status("eight levels", load(MODELS "deep-8.yaml"), FW_OK);
    input_end(&in);
}

/* Core blames the file that holds the value: 4 does not divide 6. */
static void check_blame(void)
{
    struct fw_model m;

    t_status("read", load(MODELS "tiny-bad-heads.yaml"), FW_OK);
    t_status("resolve", fw_model_resolve(&in.model.arch, &m, &in.arena, &in.err), FW_INPUT);
    t_true("a file of the two", strcmp(in.err.file, MODELS "tiny.yaml") == 0 ||
                                    strcmp(in.err.file, MODELS "tiny-bad-heads.yaml") == 0);
    t_true("with a line", in.err.line == 10 || in.err.line == 2);
    input_end(&in);
}

static const struct {
    const char *path;
    size_t errors;
    const char *message;
} wrong[] = {
    {MODELS "part.yaml", 1,
     MODELS "part.yaml:2:15: architecture: missing: num_hidden_layers, num_attention_heads\n"
            "  found: vocab_size, hidden_size, mlp, norm, position"},
    {MODELS "on-broken.yaml", 1,
     MODELS "broken.yaml:3:16: architecture.hidden_size: no number: \"wide\", expected a whole "
            "number such as 8192, 8Ki or 15T"},
    {MODELS "on-null.yaml", 1,
     MODELS "on-null.yaml:2:37: architecture.num_attention_heads: needs a value: query heads"},
    {MODELS "circle-a.yaml", 1,
     MODELS "circle-c.yaml:1:10: extends: goes in a circle: " MODELS
            "./circle-a.yaml leads back to itself"},
    {MODELS "deep-9.yaml", 1,
     MODELS "deep-1.yaml:1:10: extends: more than 8 descriptions build on each other"},
    {MODELS "on-unknown.yaml", 1,
     MODELS "on-unknown.yaml:1:10: extends: unknown model \"tiny-nqa\"\n"
            "  did you mean tiny-mqa?"},
    {MODELS "on-absent.yaml", 1,
     MODELS "on-absent.yaml:1:10: extends: " MODELS "./absent.yaml does not exist"},
    {MODELS "on-folder.yaml", 1,
     MODELS "on-folder.yaml:1:10: extends: " MODELS "../models.d/ is no file"},
    {MODELS "tiny-layers-set.yaml", 1,
     MODELS "tiny-layers-set.yaml:3:3: architecture.num_key_value_heads: has no effect: layers: "
            "gives it in " MODELS "tiny-layers.yaml, line 4"},
    /* case 68 */
    {DATA, 1, DATA ": is a directory, expected a file"},
    {DATA "/absent.yaml", 1, DATA "/absent.yaml: does not exist"},
    {MODELS "tiny.yaml/x.yaml", 1,
     MODELS "tiny.yaml/x.yaml: does not exist: a part of the path is not a folder"},
    {"/dev/null", 1,
     "/dev/null: empty description\n  expected keys and values, one pair on a line"},
    {"/dev/zero", 1, "/dev/zero: is larger than 16777216 bytes"},
};

static void check_wrong(void)
{
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        t_status(wrong[i].path, load(wrong[i].path), FW_INPUT);
        t_str(wrong[i].path, input_message(&in, 0), wrong[i].message);
        t_int(wrong[i].path, in.diags.errors, wrong[i].errors);
        input_end(&in);
    }
}

/* Files that cannot be committed: an unreadable one (root can read all), an odd name. */
static void check_special(void)
{
    const char *const tmp = getenv("TMPDIR");
    char dir[200], path[300], message[400];

    (void)snprintf(dir, sizeof dir, "%s/flopwatt-test-XXXXXX", tmp != NULL ? tmp : "/tmp");
    t_true("scratch folder", mkdtemp(dir) != NULL);
    (void)snprintf(path, sizeof path, "%s/secret.yaml", dir);
    const int fd = open(path, O_WRONLY | O_CREAT, 0);
    t_true("unreadable file", fd >= 0 && close(fd) == 0);
    if (geteuid() != 0) {
        t_status("case 68: no permission", load(path), FW_INPUT);
        t_str("case 68: no permission", in.err.msg, "permission denied");
        input_end(&in);
    }
    t_int("unreadable file", unlink(path), 0);
    (void)snprintf(path, sizeof path, "%s/a\nb.yaml", dir);
    t_status("case 68: a name with a newline", load(path), FW_INPUT);
    (void)snprintf(message, sizeof message, "%s/a?b.yaml: does not exist", dir);
    t_str("case 68: a name with a newline", input_message(&in, 0), message);
    input_end(&in);
    t_int("scratch folder", rmdir(dir), 0);
}

static void check_resolve(void)
{
    const char *path = NULL;
    struct fw_err err;

    input_start(&in);
    t_status("id", fw_catalogue_resolve(&cat, FW_SHELF_MODELS, "tiny", &in.arena, &path, &err),
             FW_OK);
    t_str("path of the id", path, MODELS "tiny.yaml");
    t_status("hardware",
             fw_catalogue_resolve(&cat, FW_SHELF_HARDWARE, "box", &in.arena, &path, &err), FW_OK);
    t_str("hardware", path, DATA "/hardware.d/box.yaml");
    t_status("path", fw_catalogue_resolve(&cat, FW_SHELF_MODELS, "./tiny", &in.arena, &path, &err),
             FW_OK);
    t_str("path", path, "./tiny");
    t_status("path", fw_catalogue_resolve(&cat, FW_SHELF_MODELS, "x.yml", &in.arena, &path, &err),
             FW_OK);
    t_str("path by its end", path, "x.yml");
    t_status("stdin", fw_catalogue_resolve(&cat, FW_SHELF_MODELS, "-", &in.arena, &path, &err),
             FW_OK);
    t_str("stdin", path, "-");
    t_status("unknown",
             fw_catalogue_resolve(&cat, FW_SHELF_MODELS, "tinny", &in.arena, &path, &err),
             FW_INPUT);
    t_str("unknown model", err.msg, "unknown model \"tinny\"");
    t_str("nearest model", err.hint, "did you mean tiny?");
    t_status("folder", fw_catalogue_resolve(&cat, FW_SHELF_MODELS, "tests", &in.arena, &path, &err),
             FW_INPUT);
    t_str("folder of that name", err.hint, "to read the folder of this name here, write ./tests");
    t_status("hardware",
             fw_catalogue_resolve(&cat, FW_SHELF_HARDWARE, "tpu", &in.arena, &path, &err),
             FW_INPUT);
    t_str("unknown hardware", err.msg, "unknown hardware \"tpu\"");
    t_status("empty", fw_catalogue_resolve(&cat, FW_SHELF_MODELS, "", &in.arena, &path, &err),
             FW_USAGE);
    input_end(&in);
}

static void check_search_path(void)
{
    const struct fw_catalogue_entry *list = NULL;
    struct fw_catalogue c;
    struct fw_err err;
    size_t n = 0;
    bool sorted = true;

    input_start(&in);
    t_int("FLOPWATT_DATA", setenv("FLOPWATT_DATA", DATA, 1), 0);
    t_int("HOME", setenv("HOME", "/nowhere", 1), 0);
    t_status("open", fw_catalogue_open(&c, DATA "/override", &in.arena, &err), FW_OK);
    t_true("--data, then $FLOPWATT_DATA", c.num_dirs >= 2);
    t_str("--data", c.dir[0], DATA "/override");
    t_str("$FLOPWATT_DATA", c.dir[1], DATA);
    t_status("list", fw_catalogue_list(&c, FW_SHELF_MODELS, &in.arena, &list, &n, &err), FW_OK);
    for (size_t i = 0; i < n; i++) {
        if (i > 0)
            sorted = sorted && strcmp(list[i - 1].id, list[i].id) < 0;
        if (strcmp(list[i].id, "tiny") == 0)
            t_str("the first folder wins", list[i].path, DATA "/override/models.d/tiny.yaml");
        if (strcmp(list[i].id, "extra") == 0)
            t_str(".yml", list[i].path, DATA "/override/models.d/extra.yml");
    }
    t_true("sorted, each once", sorted && n > 20);
    t_status("grids", fw_grids_load_all(&c, &in.arena, &in.diags, &in.grids, &err), FW_OK);
    const struct fw_grid *g = NULL;
    t_status("grid of the first folder", fw_grids_find(&in.grids, "south", &g, &err), FW_OK);
    t_abs("grid of the first folder", g->intensity, 0.9, 0);
    t_status("grid of the second", fw_grids_find(&in.grids, "north", &g, &err), FW_OK);
    t_status("no folder", fw_catalogue_open(&c, "absent", &in.arena, &err), FW_USAGE);
    t_str("no folder", err.msg, "--data absent: is no folder");
    t_status("no shelves", fw_catalogue_open(&c, "src", &in.arena, &err), FW_USAGE);
    t_str("no shelves", err.msg, "--data src: holds no models.d, hardware.d or grids.d");
    t_int("FLOPWATT_DATA", setenv("FLOPWATT_DATA", "absent", 1), 0);
    t_status("no folder", fw_catalogue_open(&c, NULL, &in.arena, &err), FW_USAGE);
    t_str("no folder", err.msg, "$FLOPWATT_DATA absent: is no folder");
    t_int("FLOPWATT_DATA", unsetenv("FLOPWATT_DATA"), 0);
    char cwd[4096];
    t_true("cwd", getcwd(cwd, sizeof cwd - 40) != NULL);
    t_int("XDG", setenv("XDG_CONFIG_HOME", "relative", 1), 0);
    t_status("a relative XDG_CONFIG_HOME", fw_catalogue_open(&c, DATA, &in.arena, &err), FW_OK);
    t_str("is ignored", c.dir[0], DATA);
    t_int("XDG", unsetenv("XDG_CONFIG_HOME"), 0);
    input_end(&in);
}

static void check_names(void)
{
    static const struct {
        const char *path, *id;
    } rows[] = {
        {"models.d/llama-3-8b.yaml", "llama-3-8b"},
        {"x.yml", "x"},
        {"a/b.c.yaml", "b.c"},
        {"-", "stdin"},
        {"plain", "plain"},
        {"/x/.yaml", ".yaml"},
    };

    input_start(&in);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        t_str(rows[i].path, fw_catalogue_id(rows[i].path, &in.arena), rows[i].id);
    input_end(&in);
}

/* The data that flopwatt brings along must load, each file of it. */
static void check_own_data(void)
{
    const struct fw_catalogue_entry *list = NULL;
    struct fw_catalogue c;
    struct fw_hardware h;
    struct fw_err err;
    size_t n = 0;

    input_start(&in);
    t_status("own data", fw_catalogue_open(&c, ".", &in.arena, &err), FW_OK);
    t_status("own models", fw_catalogue_list(&c, FW_SHELF_MODELS, &in.arena, &list, &n, &err),
             FW_OK);
    for (size_t i = 0; i < n; i++)
        t_status(list[i].path,
                 fw_description_load(&c, list[i].path, &in.arena, &in.diags, &in.model, &err),
                 FW_OK);
    t_status("own hardware", fw_catalogue_list(&c, FW_SHELF_HARDWARE, &in.arena, &list, &n, &err),
             FW_OK);
    for (size_t i = 0; i < n; i++)
        t_status(list[i].path, fw_hardware_load(list[i].path, &in.arena, &in.diags, &h, &err),
                 FW_OK);
    t_status("own grids", fw_grids_load_all(&c, &in.arena, &in.diags, &in.grids, &err), FW_OK);
    for (size_t i = 0; i < in.diags.count; i++)
        printf("    %s\n", input_message(&in, i));
    input_end(&in);
}

int main(void)
{
    struct fw_err err;

    fw_arena_init(&cat_arena, 0);
    t_status("catalogue", fw_catalogue_open(&cat, DATA, &cat_arena, &err), FW_OK);
    t_str("its folder", cat.dir[0], DATA);
    check_extends();
    check_blame();
    check_wrong();
    check_special();
    check_resolve();
    check_names();
    check_search_path();
    check_own_data();
    fw_arena_free(&cat_arena);
    return t_done();
}
