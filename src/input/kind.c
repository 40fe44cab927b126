/* kind.c - tells models, hardware and grids apart. */
#include "input/kind.h"

#include <stdlib.h>
#include <string.h>

#include "input/file.h"

/* True if the file is in a folder of this name. */
static bool is_in(const char *path, const char *folder)
{
    const char *const slash = strrchr(path, '/');
    const size_t n = strlen(folder), before = slash != NULL ? (size_t)(slash - path) : 0;

    return before >= n && memcmp(path + before - n, folder, n) == 0 &&
           (before == n || path[before - n - 1] == '/');
}

static enum fw_shelf shelf_of_tree(const struct fw_node *root)
{
    static const struct {
        const char *key;
        enum fw_shelf shelf;
    } signs[] = {
        {"architecture", FW_SHELF_MODELS}, {"extends", FW_SHELF_MODELS},
        {"grids", FW_SHELF_GRIDS},         {"peak", FW_SHELF_HARDWARE},
        {"vendor", FW_SHELF_HARDWARE},
    };

    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        if (fw_yaml_find(root, signs[i].key) != NULL)
            return signs[i].shelf;
    }
    return FW_SHELF_MODELS;
}

enum fw_shelf fw_file_shelf(const char *path, struct fw_arena *arena)
{
    static const struct {
        const char *folder;
        enum fw_shelf shelf;
    } folders[] = {
        {"models.d", FW_SHELF_MODELS},
        {"hardware.d", FW_SHELF_HARDWARE},
        {"grids.d", FW_SHELF_GRIDS},
    };
    enum fw_shelf shelf = FW_SHELF_MODELS;
    const struct fw_node *root = NULL;
    struct fw_err unused;
    struct fw_load ld;
    char *text = NULL;
    size_t n = 0;

    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        if (is_in(path, folders[i].folder))
            return folders[i].shelf;
    }
    if (strcmp(path, "-") == 0)
        return FW_SHELF_MODELS; /* it can be read only once */
    fw_load_start(&ld, path, arena, NULL, &unused);
    if (fw_load_file(&ld, path, &text, &n))
        (void)fw_yaml_parse(&ld, text, n, &root);
    if (root != NULL)
        shelf = shelf_of_tree(root);
    free(text);
    return shelf;
}
