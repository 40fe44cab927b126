/* cmd_estimate.c - everything about a model at once. */
#include "cli/parallel.h"
#include "cli/present.h"

static struct fw_cell value_cell(const struct fw_quantity_value *v)
{
    if (!v->known)
        return fw_cell_unknown();
    return v->exact ? fw_cell_count(v->count) : fw_cell_real(v->real);
}

/* All named quantities, a row each: the form that other programs read as CSV. */
static enum fw_status view_quantities(struct fw_cli *cli, const struct fw_answer *a,
                                      struct fw_table *out)
{
    static const struct fw_column columns[] = {
        {.key = "quantity", .title = "quantity"},
        {.key = "value", .title = "value", .align = FW_RIGHT, .dim = FW_DIM_NUMBER},
        {.key = "unit", .title = "unit"},
        {.key = "meaning", .title = "meaning"},
    };
    fw_table_init(out, &cli->arena, NULL, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < fw_quantity_count; i++) {
        struct fw_quantity_value v;
        const enum fw_status status = fw_quantity_get(a, fw_quantity_table[i].name, &v, &cli->err);
        if (status != FW_OK)
            return status;
        struct fw_cell *const row = fw_table_row(out);
        row[0] = fw_cell_text(fw_quantity_table[i].name);
        row[1] = value_cell(&v);
        row[2] = fw_cell_text(fw_dim_unit(v.dim));
        row[3] = fw_cell_text(fw_quantity_table[i].meaning);
    }
    return FW_OK;
}

enum fw_status fw_cmd_estimate(struct fw_cli *cli)
{
    static const struct fw_part parts[] = {
        {.json = fw_json_model, .view = fw_view_model, .wide = "meaning"},
        {.json = fw_json_workload},
        {.json = fw_json_parameters, .view = fw_view_parameters},
        {.json = fw_json_memory, .view = fw_view_memory},
        {.json = fw_json_kv_cache, .view = fw_view_kv, .wide = "elements_per_token"},
        {.json = fw_json_prefill, .view = fw_view_flops, .wide = "equation prefill_flop_per_token"},
        {.json = fw_json_decode},
        {.json = fw_json_training},
        {.view = fw_view_training, .needs_training = true, .wide = "how"},
        {.key = "per_device", .with = fw_parallel_view, .option = FW_O_tp},
    };
    static const struct fw_part csv[] = {{.with = view_quantities, .csv = true}};
    struct fw_answer *a = NULL;
    size_t n = 0;
    const enum fw_status status = fw_cli_answers(cli, 0, 1, 0, true, &a, &n);
    if (status != FW_OK)
        return status;
    return cli->out.format == FW_FORMAT_CSV
               ? fw_present(cli, a, n, csv, 1)
               : fw_present(cli, a, n, parts, sizeof parts / sizeof parts[0]);
}
