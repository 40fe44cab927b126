/* help.h - help, man page and shell completion, all out of the tables of commands and options. */
#ifndef FW_CLI_HELP_H
#define FW_CLI_HELP_H

#include <stdio.h>

#include "base/text.h"
#include "cli/commands.h"

/* Usage and the list of commands, short, to a stream. */
void fw_help_short(FILE *stream);
/* The same with more around it. */
void fw_help_program(struct fw_text *out);
/* What one command does and takes. */
void fw_help_command(const struct fw_command *c, struct fw_text *out);
/* The generated sections of flopwatt.1 (man.c). */
void fw_help_man(struct fw_text *out);

#endif
