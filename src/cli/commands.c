/* commands.c - the table of commands. */
#include "cli/commands.h"

#include <string.h>

/* Sets of options that belong together; each ends with a blank. */
#define OPTS_OUT   "format json csv output force color width quiet help "
#define OPTS_DATA  "data "
#define OPTS_MODEL "set model data "
#define OPTS_LOAD  "context batch dtype kv_dtype attention lm_head "
#define OPTS_TRAIN                                                                                 \
    "tokens rule sequence_length adapter_parameters devices device_hours days time mfu "           \
    "flop_per_s peak hardware power host_factor pue energy boundary intensity grid emissions "     \
    "price "

const struct fw_command fw_command_table[] = {
#define CMD(name, group, args, options, line, about, example)                                      \
    {#name, fw_cmd_##name, group, args, options, line, about, example},
#include "cli/commands.def"
#undef CMD
};
const size_t fw_command_count = sizeof fw_command_table / sizeof fw_command_table[0];

const struct fw_command *fw_command_find(const char *name)
{
    for (size_t i = 0; i < fw_command_count; i++)
        if (strcmp(name, fw_command_table[i].name) == 0)
            return &fw_command_table[i];
    return NULL;
}

enum { NAMES_MAX = 64 };
_Static_assert(sizeof fw_command_table / sizeof fw_command_table[0] <= NAMES_MAX,
               "room for the names");

enum fw_status fw_command_unknown(const char *name, struct fw_err *err)
{
    const char *names[NAMES_MAX];
    for (size_t i = 0; i < fw_command_count; i++)
        names[i] = fw_command_table[i].name;
    (void)fw_fail(err, FW_USAGE, "unknown command \"%.40s\"", name);
    const char *const near = fw_nearest(name, names, fw_command_count);
    if (near != NULL)
        return fw_err_hint(err, "did you mean %s?", near);
    return fw_err_hint(err, "\"flopwatt help\" lists the commands");
}
