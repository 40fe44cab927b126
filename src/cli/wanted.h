/* wanted.h - the quantities that --get names, and their values as cells of tables. */
#ifndef FW_CLI_WANTED_H
#define FW_CLI_WANTED_H

#include "cli/context.h"
#include "report/views.h"

struct fw_wanted {
    size_t n;
    const char **names;
};

/* The names of --get, or the blank-separated usual ones if it is not given. "all" stands for
 * every named quantity. FW_USAGE for an empty name or more than most of them; whether there is
 * such a quantity is seen when its value is asked for. */
enum fw_status fw_wanted_init(struct fw_cli *cli, const char *usual, size_t most,
                              struct fw_wanted *out);

/* The row of quantities.def; NULL for rows of equations, symbols and keys. */
const struct fw_quantity_info *fw_wanted_info(const char *name);

/* What a quantity means in one line; its name if that is all there is. */
const char *fw_wanted_meaning(const char *name);

/* The value with its unit, unknown if it is; raw without, for CSV. */
struct fw_cell fw_wanted_cell(const struct fw_quantity_value *v);
struct fw_cell fw_wanted_raw(const struct fw_quantity_value *v);
/* Columns of exact digits need room: a text of less than 120 columns gets six digits of large
 * counts, all other formats all of them. */
bool fw_wanted_rounds(const struct fw_cli *cli);
struct fw_cell fw_wanted_shown(const struct fw_cli *cli, const struct fw_quantity_value *v);
/* The value under key in JSON. */
void fw_wanted_json(struct fw_json *j, const char *key, const struct fw_quantity_value *v);

#endif
