/* parallel.c - the share of one device: a smaller model, counted by the same equations. */
#include "cli/parallel.h"

#include <string.h>

static uint64_t share_of(uint64_t width, uint64_t n)
{
    return (width + n - 1) / n;
}

static enum fw_status divide_group(struct fw_cli *cli, struct fw_group *g, uint64_t n)
{
    uint64_t *const sym = g->sym;
    const uint64_t h = sym[FW_LS_h], kv = sym[FW_LS_h_kv];
    const bool mla = sym[FW_LS_c] > 0;
    if (h % n != 0 || (!mla && kv % n != 0 && n % kv != 0)) {
        (void)fw_fail(&cli->err, FW_USAGE,
                      "%llu devices cannot share %llu query heads and %llu KV heads evenly",
                      (unsigned long long)n, (unsigned long long)h, (unsigned long long)kv);
        return fw_err_key(&cli->err, "--tp");
    }
    sym[FW_LS_h] = h / n;
    sym[FW_LS_h_kv] = mla ? sym[FW_LS_h] : share_of(kv, n);
    sym[FW_LS_f] = share_of(sym[FW_LS_f], n);
    sym[FW_LS_f_e] = share_of(sym[FW_LS_f_e], n);
    if (g->qk_norm == FW_QK_FULL && !mla) { /* one weight per element of the heads at hand */
        sym[FW_LS_w_qn] = sym[FW_LS_h] * sym[FW_LS_d_h];
        sym[FW_LS_w_kn] = sym[FW_LS_h_kv] * sym[FW_LS_d_h];
    }
    return FW_OK;
}

enum fw_status fw_parallel_share(struct fw_cli *cli, const struct fw_answer *a, uint64_t n,
                                 struct fw_model *share, struct fw_estimate *e)
{
    *share = a->model;
    share->groups = FW_NEW(&cli->arena, a->model.num_groups, struct fw_group);
    if (share->groups == NULL)
        return fw_cli_no_memory(cli);
    memcpy(share->groups, a->model.groups, a->model.num_groups * sizeof *share->groups);
    share->sym[FW_MS_V] = share_of(share->sym[FW_MS_V], n);
    for (size_t g = 0; g < share->num_groups; g++)
        if (divide_group(cli, &share->groups[g], n) != FW_OK)
            return FW_USAGE;
    const enum fw_status status = fw_estimate_init(e, share->num_groups, &cli->arena, &cli->err);
    return status == FW_OK ? fw_estimate_run(share, &a->workload, e, &cli->err) : status;
}

static void put(struct fw_table *t, const char *what, fw_u128 whole, fw_u128 share)
{
    struct fw_cell *const row = fw_table_row(t);
    row[0] = fw_cell_text(what);
    row[1] = fw_cell_count(whole);
    row[2] = fw_cell_count(share);
}

enum fw_status fw_parallel_view(struct fw_cli *cli, const struct fw_answer *a, struct fw_table *out)
{
    static const struct fw_column columns[] = {
        {.key = "what", .title = "what"},
        {.key = "all_devices", .title = "the model", .align = FW_RIGHT},
        {.key = "per_device", .title = "per device", .align = FW_RIGHT},
    };
    const uint64_t n = (uint64_t)cli->opts.val[FW_O_tp].q.count;
    struct fw_model share;
    struct fw_estimate e;
    const enum fw_status status = fw_parallel_share(cli, a, n, &share, &e);
    if (status != FW_OK)
        return status;
    fw_table_init(
        out, &cli->arena,
        fw_arena_printf(&cli->arena, "%s: tensor parallelism over %llu devices",
                        a->description->name != NULL ? a->description->name : a->description->id,
                        (unsigned long long)n),
        columns, sizeof columns / sizeof columns[0]);
    put(out, "query heads", a->model.groups[0].sym[FW_LS_h], share.groups[0].sym[FW_LS_h]);
    put(out, "KV heads", a->model.groups[0].sym[FW_LS_h_kv], share.groups[0].sym[FW_LS_h_kv]);
    put(out, "parameters", a->estimate.model[FW_EQ_N], e.model[FW_EQ_N]);
    put(out, "bytes of weights", a->estimate.model[FW_EQ_weight_bytes],
        e.model[FW_EQ_weight_bytes]);
    put(out, "bytes of KV cache", a->estimate.model[FW_EQ_KV_bytes], e.model[FW_EQ_KV_bytes]);
    out->note = "KV heads are replicated where there are fewer than devices; norms, router and "
                "position tables are on every device.";
    return FW_OK;
}
