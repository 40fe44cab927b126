/* train_range.c - the chain at the MFU of disclosed runs. */
#include "cli/train_range.h"

#include <math.h>

#include "calibrate/prior.h"

#define LENGTH(a) (sizeof(a) / sizeof(a)[0])
enum { LEAST, MEDIAN, LARGEST, CASES };

bool fw_train_range_wanted(const struct fw_answer *a)
{
    const double *const known = a->training.chain.val;
    return a->has_training && a->rule == FW_RULE_6NT && !isnan(known[FW_FACT_flop]) &&
           !isnan(known[FW_FACT_peak]) && isnan(known[FW_FACT_device_hours]) &&
           isnan(known[FW_FACT_mfu]);
}

static enum fw_status solve(struct fw_cli *cli, const struct fw_answer *a, struct fw_qty mfu,
                            struct fw_chain out[CASES])
{
    const double values[CASES] = {mfu.lo, mfu.val, mfu.hi};
    enum fw_status status = FW_OK;
    for (int i = 0; i < CASES && status == FW_OK; i++) {
        struct fw_facts given;
        fw_facts_init(&given);
        for (int f = 0; f < FW_FACT_COUNT; f++)
            given.val[f] = a->training.chain.val[f];
        given.val[FW_FACT_mfu] = values[i];
        status = fw_chain_solve(&given, NULL, NULL, &out[i], NULL, &cli->err);
    }
    return status;
}

enum fw_status fw_train_range_view(struct fw_cli *cli, const struct fw_answer *a,
                                   struct fw_table *out)
{
    static const struct fw_column columns[] = {
        {.key = "quantity", .title = "Range"},
        {.key = "unit", .title = NULL},
        {.key = "at_least_mfu", .title = "least MFU", .align = FW_RIGHT},
        {.key = "at_median_mfu", .title = "median", .align = FW_RIGHT},
        {.key = "at_largest_mfu", .title = "largest", .align = FW_RIGHT},
    };
    static const struct {
        enum fw_fact fact;
        const char *unit;
    } rows[] = {
        {FW_FACT_mfu, ""},          {FW_FACT_device_hours, "h"},     {FW_FACT_time, "s"},
        {FW_FACT_energy_chip, "J"}, {FW_FACT_energy_facility, "J"}, {FW_FACT_emissions, "kg"},
    };
    const struct fw_catalogue *cat = NULL;
    struct fw_chain chain[CASES];
    struct fw_prior prior;
    enum fw_status status = fw_cli_catalogue(cli, &cat);
    if (status == FW_OK)
        status = fw_prior_load(cat, &cli->arena, &prior, &cli->err);
    fw_table_init(out, &cli->arena, "Training, MFU unknown", columns, LENGTH(columns));
    if (status == FW_OK && isnan(prior.run_mfu.share.val)) {
        out->note = "no disclosed runs in the catalogue: no range";
        return FW_OK;
    }
    if (status == FW_OK)
        status = solve(cli, a, prior.run_mfu.share, chain);
    if (status != FW_OK)
        return status;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const enum fw_fact f = rows[i].fact;
        struct fw_cell *c = NULL;
        if (isnan(chain[MEDIAN].val[f]))
            continue;
        c = fw_table_row(out);
        *c++ = fw_cell_text(fw_fact_table[f].id);
        *c++ = fw_cell_text(rows[i].unit);
        for (int k = LEAST; k < CASES; k++)
            *c++ = fw_cell_qty(chain[k].val[f], fw_fact_table[f].dim, 3);
    }
    out->note = fw_arena_printf(&cli->arena, "MFU is not given. In its place: %s.",
                                prior.run_mfu.text);
    out->failed |= out->note == NULL;
    return FW_OK;
}
