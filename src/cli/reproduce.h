/* reproduce.h - the command line that gives the same answer again. */
#ifndef FW_CLI_REPRODUCE_H
#define FW_CLI_REPRODUCE_H

#include "cli/context.h"

/* Appends "flopwatt COMMAND --option value ... argument ...", quoted for a POSIX shell, from the
 * options that were given; --quiet and --no-progress are left out. */
void fw_reproduce_write(const struct fw_cli *cli, struct fw_text *out);
/* Prints it to standard error, but not with --quiet. */
void fw_reproduce_print(const struct fw_cli *cli);

#endif
