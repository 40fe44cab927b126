/* file.h - a whole file to a tree, and what a wrong kind of file is. Used inside input/ and
 * calibrate/. */
#ifndef FW_INPUT_FILE_H
#define FW_INPUT_FILE_H

#include "input/yaml_tree.h"

enum fw_file_kind { FW_FILE_MODEL, FW_FILE_HARDWARE, FW_FILE_GRIDS, FW_FILE_SHEET };

/* Starts a load: name is what messages say, err receives the first error (must not be NULL). */
void fw_load_start(struct fw_load *ld, const char *name, struct fw_arena *arena,
                   struct fw_diags *diags, struct fw_err *err);

/* Reads path ("-" = standard input); true if *text, malloc'ed and the caller's to free, holds it.
 * A failure is reported in ld; *text is NULL then. */
bool fw_load_file(struct fw_load *ld, const char *path, char **text, size_t *n);

/* Parses and looks whether this is a file of the kind expected: a description of another kind or
 * a Hugging Face configuration is named as such. *root is NULL if there is nothing to read. */
enum fw_status fw_load_tree(struct fw_load *ld, const char *text, size_t n, enum fw_file_kind kind,
                            const struct fw_node **root);

#endif
