/* cmd_flops.c - FLOP of prefill and decode, by one convention or by all of them. */
#include "cli/present.h"

enum fw_status fw_cmd_flops(struct fw_cli *cli)
{
    static const struct fw_part parts[] = {
        {.json = fw_json_model},
        {.json = fw_json_workload},
        {.json = fw_json_prefill},
        {.json = fw_json_decode,
         .view = fw_view_flops,
         .csv = true,
         .wide = "equation prefill_flop_per_token"},
        {.key = "conventions",
         .view = fw_view_conventions,
         .csv = true,
         .option = FW_O_conventions,
         .wide = "mac"},
    };
    struct fw_answer *a = NULL;
    size_t n = 0;
    const enum fw_status status = fw_cli_answers(cli, 0, 1, 0, false, &a, &n);
    return status == FW_OK ? fw_present(cli, a, n, parts, sizeof parts / sizeof parts[0]) : status;
}
