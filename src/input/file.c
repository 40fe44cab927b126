/* file.c - from a path to a tree of the right kind. */
#include "input/file.h"

#include <string.h>

#include "base/outfile.h"

void fw_load_start(struct fw_load *ld, const char *name, struct fw_arena *arena,
                   struct fw_diags *diags, struct fw_err *err)
{
    *ld = (struct fw_load){
        .file = strcmp(name, "-") == 0 ? "standard input" : name,
        .arena = arena,
        .diags = diags,
        .first = err,
        .status = FW_OK,
    };
}

bool fw_load_file(struct fw_load *ld, const char *path, char **text, size_t *n)
{
    struct fw_err err;

    if (fw_file_read(path, FW_YAML_BYTES_MAX, text, n, &err) == FW_OK)
        return true;
    fw_load_report(ld, &err, (struct fw_place){0}, "", "");
    return false;
}

/* A key at the top of the file that only this kind has. */
static const struct {
    const char *key;
    enum fw_file_kind kind;
    const char *what;
} signs[] = {
    {"architecture", FW_FILE_MODEL, "a model description"},
    {"extends", FW_FILE_MODEL, "a model description"},
    {"peak", FW_FILE_HARDWARE, "a hardware description"},
    {"grids", FW_FILE_GRIDS, "a list of grids"},
    {"columns", FW_FILE_SHEET, "a published table"},
};

/* Keys that Hugging Face configurations have at the top and descriptions never. */
static const char *const config_signs[] = {
    "model_type", "architectures", "transformers_version", "text_config", "hidden_size",
    "n_embd",     "d_model",       "torch_dtype",          "vocab_size",  "num_hidden_layers",
};

static const char *foreign_kind(const struct fw_node *root, enum fw_file_kind kind)
{
    const char *other = NULL;

    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (fw_yaml_find(root, signs[i].key) == NULL)
            continue;
        if (signs[i].kind == kind)
            return NULL;
        other = signs[i].what;
    }
    return other;
}

static bool is_config(const struct fw_node *root)
{
    size_t n = 0;

    for (size_t i = 0; i < sizeof config_signs / sizeof config_signs[0]; i++)
        n += fw_yaml_find(root, config_signs[i]) != NULL ? 1 : 0;
    /* Some configurations have a key `architecture`, too (phi-2, mixformer). */
    return n >= 2 &&
           (fw_yaml_find(root, "model_type") != NULL ||
            (fw_yaml_find(root, "architecture") == NULL && fw_yaml_find(root, "name") == NULL));
}

enum fw_status fw_load_tree(struct fw_load *ld, const char *text, size_t n, enum fw_file_kind kind,
                            const struct fw_node **root)
{
    static const char *const wanted[] = {
        [FW_FILE_MODEL] = "a model description",
        [FW_FILE_HARDWARE] = "a hardware description",
        [FW_FILE_GRIDS] = "a list of grids",
        [FW_FILE_SHEET] = "a published table",
    };

    (void)fw_yaml_parse(ld, text, n, root);
    if (*root == NULL)
        return ld->status;
    const char *const other = foreign_kind(*root, kind);
    if (other != NULL) {
        fw_load_fail(ld, (*root)->at, "", "", "this is %s, expected %s", other, wanted[kind]);
        *root = NULL;
    } else if (is_config(*root)) {
        fw_load_fail(ld, (*root)->at, "", "",
                     "this looks like a Hugging Face config.json; import of it is not part of "
                     "this version");
        *root = NULL;
    }
    return ld->status;
}
