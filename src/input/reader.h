/* reader.h - files to structs: models, hardware, grids.
 *
 * All strings and arrays of a result live in the arena. Each function reports up to FW_DIAGS_MAX
 * errors of content in diags (may be NULL) and the first one in err as well, so that a caller who
 * wants one line needs no list. The list of diags is not cleared first.
 *
 * FW_INPUT: the file is missing, no file, unreadable, too large, no UTF-8 text, no YAML, or its
 * content is wrong. FW_SYSTEM: I/O or memory. The file format is described in docs/models.md.
 */
#ifndef FW_INPUT_READER_H
#define FW_INPUT_READER_H

#include "core/description.h"
#include "input/catalogue.h"

/* Reads a model file; "-" is standard input. cat serves `extends: ID` and may be NULL: ids are
 * then looked for beside the file. The architecture is complete as far as keys go; whether its
 * values fit together is for fw_model_resolve() to say. */
enum fw_status fw_description_load(const struct fw_catalogue *cat, const char *path,
                                   struct fw_arena *arena, struct fw_diags *diags,
                                   struct fw_description *out, struct fw_err *err);

/* The same for text in memory; name stands for the path. text is not needed afterwards. */
enum fw_status fw_description_parse(const struct fw_catalogue *cat, const char *name,
                                    const char *text, size_t n, struct fw_arena *arena,
                                    struct fw_diags *diags, struct fw_description *out,
                                    struct fw_err *err);

/* Reads a hardware file. */
enum fw_status fw_hardware_load(const char *path, struct fw_arena *arena, struct fw_diags *diags,
                                struct fw_hardware *out, struct fw_err *err);
enum fw_status fw_hardware_parse(const char *name, const char *text, size_t n,
                                 struct fw_arena *arena, struct fw_diags *diags,
                                 struct fw_hardware *out, struct fw_err *err);

/* A list of grids with the sources that its rows name. */
struct fw_grids {
    size_t num_grids;
    const struct fw_grid *grids; /* sorted by id (bytes), ids are unique */
    size_t num_sources;
    const struct fw_source *sources;
};

/* Reads one file of grids. */
enum fw_status fw_grids_load(const char *path, struct fw_arena *arena, struct fw_diags *diags,
                             struct fw_grids *out, struct fw_err *err);
enum fw_status fw_grids_parse(const char *name, const char *text, size_t n, struct fw_arena *arena,
                              struct fw_diags *diags, struct fw_grids *out, struct fw_err *err);

/* Reads every file of grids in the catalogue. An id of an earlier folder hides the same id of a
 * later one; twice in one folder is an error. */
enum fw_status fw_grids_load_all(const struct fw_catalogue *cat, struct fw_arena *arena,
                                 struct fw_diags *diags, struct fw_grids *out, struct fw_err *err);

/* The grid with this id (case does not matter); FW_INPUT with the nearest id if there is none. */
enum fw_status fw_grids_find(const struct fw_grids *g, const char *id, const struct fw_grid **out,
                             struct fw_err *err);

#endif
