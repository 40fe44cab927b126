/* catalogue.h - where descriptions are looked for, and what is there.
 *
 * A data folder holds the shelves models.d, hardware.d, grids.d, selftest.d (published tables) and
 * disclosures.d (training runs). Folders are searched in this order, the first match wins:
 *     1. the folder given with --data
 *     2. $FLOPWATT_DATA
 *     3. $XDG_CONFIG_HOME/flopwatt, or ~/.config/flopwatt
 *     4. the source tree around the program: the next folder above it that has shelves, itself
 *        or in share/flopwatt; then FW_SOURCEDIR, if the build sets it
 *     5. FW_DATADIR, the folder of `make install`
 */
#ifndef FW_INPUT_CATALOGUE_H
#define FW_INPUT_CATALOGUE_H

#include "base/arena.h"
#include "base/status.h"

enum fw_shelf {
    FW_SHELF_MODELS, FW_SHELF_HARDWARE, FW_SHELF_GRIDS, FW_SHELF_SELFTEST, FW_SHELF_DISCLOSURES,
    FW_SHELF_COUNT
};

enum { FW_CATALOGUE_DIRS = 6 };
struct fw_catalogue {
    size_t num_dirs;
    const char *dir[FW_CATALOGUE_DIRS]; /* in the arena; relative where below the current one */
};

/* Finds the data folders. data_dir is the argument of --data or NULL. FW_USAGE if --data or
 * $FLOPWATT_DATA names something without shelves. No folder at all is no error here. */
enum fw_status fw_catalogue_open(struct fw_catalogue *out, const char *data_dir,
                                 struct fw_arena *arena, struct fw_err *err);

/* Path of the file that an argument means: "-" and what holds '/' or ends in .yaml or .yml is a
 * path and returned as it is; everything else is an id on the shelf. FW_INPUT for an unknown id,
 * with the nearest ids. *path is in the arena or arg itself. */
enum fw_status fw_catalogue_resolve(const struct fw_catalogue *c, enum fw_shelf shelf,
                                    const char *arg, struct fw_arena *arena, const char **path,
                                    struct fw_err *err);

struct fw_catalogue_entry {
    const char *id, *path;
    size_t dir; /* index into fw_catalogue.dir */
};

/* All ids on a shelf, sorted by bytes; an id that an earlier folder has hides later ones. */
enum fw_status fw_catalogue_list(const struct fw_catalogue *c, enum fw_shelf shelf,
                                 struct fw_arena *arena, const struct fw_catalogue_entry **out,
                                 size_t *n, struct fw_err *err);

/* True if arg is a path or "-" by the rule above. */
bool fw_catalogue_is_path(const char *arg);

/* File name of path without folder and without .yaml or .yml; "stdin" for "-". NULL if the arena
 * is exhausted. */
const char *fw_catalogue_id(const char *path, struct fw_arena *arena);

#endif
