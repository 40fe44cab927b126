/* commands.h - the commands: one row each in commands.def, one cmd_*.c each. */
#ifndef FW_CLI_COMMANDS_H
#define FW_CLI_COMMANDS_H

#include <stddef.h>

#include "base/status.h"

struct fw_cli;

struct fw_command {
    const char *name;
    enum fw_status (*run)(struct fw_cli *cli); /* fills cli->out and, on failure, cli->err */
    const char *group;   /* heading in the list of commands */
    const char *args;    /* "MODEL..." */
    const char *options; /* ids of options.def, blank-separated */
    const char *line;    /* one line: what it answers */
    const char *about;   /* what else there is to know, "" = nothing */
    const char *example; /* what stands behind "flopwatt " in an example */
};
extern const struct fw_command fw_command_table[];
extern const size_t fw_command_count;

/* NULL if there is none of that name. */
const struct fw_command *fw_command_find(const char *name);
/* FW_USAGE with the nearest name. */
enum fw_status fw_command_unknown(const char *name, struct fw_err *err);

#define CMD(name, ...) enum fw_status fw_cmd_##name(struct fw_cli *cli);
#include "cli/commands.def"
#undef CMD

#endif
