/* cmd_show.c - parameters of models, matrix by matrix. */
#include "cli/present.h"

enum fw_status fw_cmd_show(struct fw_cli *cli)
{
    static const struct fw_part parts[] = {
        {.json = fw_json_model, .view = fw_view_model, .wide = "meaning"},
        {.json = fw_json_parameters, .view = fw_view_parameters, .csv = true},
        {.json = fw_json_memory},
    };
    struct fw_answer *a = NULL;
    size_t n = 0;
    const enum fw_status status = fw_cli_answers(cli, 0, 1, 0, false, &a, &n);
    return status == FW_OK ? fw_present(cli, a, n, parts, sizeof parts / sizeof parts[0]) : status;
}
