/* kind.h - which reader a data file is for. */
#ifndef FW_INPUT_KIND_H
#define FW_INPUT_KIND_H

#include "input/catalogue.h"

/* The shelf that a file belongs to: by the folder it is in, else by its keys. A file that cannot
 * be read, or standard input, counts as a model: its reader says what is wrong. */
enum fw_shelf fw_file_shelf(const char *path, struct fw_arena *arena);

#endif
