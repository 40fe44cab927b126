/* cmd_kv.c - bytes of the KV cache. */
#include "cli/parallel.h"
#include "cli/present.h"

/* The cache in every storage type, keys and values alike. */
static enum fw_status view_types(struct fw_cli *cli, const struct fw_answer *a,
                                 struct fw_table *out)
{
    static const struct fw_column columns[] = {
        {.key = "kv_dtype", .title = "type of the cache"},
        {.key = "bits_per_element",
         .title = "bits per element",
         .align = FW_RIGHT,
         .dim = FW_DIM_NUMBER},
        {.key = "bytes_per_token", .title = "per token", .unit = "B", .align = FW_RIGHT},
        {.key = "bytes", .title = "whole cache", .unit = "B", .align = FW_RIGHT},
        {.key = "size", .title = "", .align = FW_RIGHT, .dim = FW_DIM_BYTES},
    };
    struct fw_estimate e;
    struct fw_workload w = a->workload;
    enum fw_status status = fw_estimate_init(&e, a->model.num_groups, &cli->arena, &cli->err);
    fw_table_init(out, &cli->arena, "KV cache by storage type", columns,
                  sizeof columns / sizeof columns[0]);
    out->note = "Quantised types hold their scales: 34 bytes for 32 elements of q8_0.";
    for (int t = 0; t < FW_DTYPE_COUNT && status == FW_OK; t++) {
        const struct fw_dtype_info *const info = fw_dtype_get((enum fw_dtype)t);
        struct fw_cell *const row = fw_table_row(out);
        w.k_dtype = w.v_dtype = (enum fw_dtype)t;
        status = fw_estimate_run(&a->model, &w, &e, &cli->err);
        if (status != FW_OK)
            break;
        row[0] = fw_cell_text(info->name);
        row[1] = fw_cell_real(8.0 * info->block_bytes / info->block_elems);
        row[2] = fw_cell_count(e.model[FW_EQ_KV_token]);
        row[3] = fw_cell_count(e.model[FW_EQ_KV_bytes]);
        row[4] = fw_cell_real(fw_count_double(e.model[FW_EQ_KV_bytes]));
    }
    return status;
}

enum fw_status fw_cmd_kv(struct fw_cli *cli)
{
    static const struct fw_part parts[] = {
        {.json = fw_json_model},
        {.json = fw_json_workload},
        {.json = fw_json_kv_cache, .view = fw_view_kv, .csv = true, .wide = "elements_per_token"},
        {.key = "types", .with = view_types, .csv = true, .option = FW_O_conventions},
        {.key = "per_device", .with = fw_parallel_view, .option = FW_O_tp},
    };
    struct fw_answer *a = NULL;
    size_t n = 0;
    const enum fw_status status = fw_cli_answers(cli, 0, 1, 0, false, &a, &n);
    return status == FW_OK ? fw_present(cli, a, n, parts, sizeof parts / sizeof parts[0]) : status;
}
