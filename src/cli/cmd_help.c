/* cmd_help.c - help, and the version. */
#include <string.h>

#include "cli/context.h"
#include "cli/help.h"
#include "report/version.h"

enum fw_status fw_cmd_help(struct fw_cli *cli)
{
    const struct fw_options *const o = &cli->opts;
    if (o->val[FW_O_man].given) {
        fw_help_man(&cli->out.text);
        return FW_OK;
    }
    if (o->num_args == 0) {
        fw_help_program(&cli->out.text);
        return FW_OK;
    }
    if (o->num_args > 1)
        return fw_fail(&cli->err, FW_USAGE, "help takes one command, got %zu", o->num_args);
    const struct fw_command *const c = fw_command_find(o->args[0]);
    if (c == NULL)
        return fw_command_unknown(o->args[0], &cli->err);
    fw_help_command(c, &cli->out.text);
    return FW_OK;
}

enum fw_status fw_cmd_version(struct fw_cli *cli)
{
    if (cli->opts.num_args > 0)
        return fw_fail(&cli->err, FW_USAGE, "version takes no argument");
    fw_text_printf(&cli->out.text, "flopwatt %s\nlicence GPL-3.0-or-later; no warranty\n",
                   fw_report_version());
    return FW_OK;
}
