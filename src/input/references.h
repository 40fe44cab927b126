/* references.h - docs/sources.yaml: what the ids in the equation tables stand for.
 *
 * The file is a mapping of ids, each {title, authors, year, where, took}.
 */
#ifndef FW_INPUT_REFERENCES_H
#define FW_INPUT_REFERENCES_H

#include "input/catalogue.h"

struct fw_reference {
    const char *id;
    const char *title, *authors, *where; /* NULL = not stated */
    int year;                            /* 0 = not stated */
    const char *took;                    /* what was taken from it */
};
struct fw_references {
    const char *path; /* NULL = there is no such file */
    size_t count;
    const struct fw_reference *list;
};

/* Reads path. Errors and memory as of input/reader.h. */
enum fw_status fw_references_load(const char *path, struct fw_arena *arena,
                                  struct fw_diags *diags, struct fw_references *out,
                                  struct fw_err *err);

/* Reads docs/sources.yaml of the first data folder that has it; none leaves *out empty. */
enum fw_status fw_references_find_load(const struct fw_catalogue *cat, struct fw_arena *arena,
                                       struct fw_diags *diags, struct fw_references *out,
                                       struct fw_err *err);

/* NULL if there is none with this id. */
const struct fw_reference *fw_references_find(const struct fw_references *r, const char *id);

/* What a data file is for, by the folder it is in, else by its keys. */
enum fw_data_kind { FW_DATA_MODEL, FW_DATA_HARDWARE, FW_DATA_GRIDS, FW_DATA_REFERENCES };
/* A file that cannot be read counts as a model, so that its reader says why. */
enum fw_data_kind fw_data_kind_of(const char *path, struct fw_arena *arena);

#endif
