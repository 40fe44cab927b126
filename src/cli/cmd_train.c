/* cmd_train.c - a training run: FLOP, hours, energy, emissions, in any direction. */
#include <math.h>
#include <stdio.h>

#include "cli/present.h"
#include "cli/train_range.h"

/* Bytes that weights, gradients and optimiser take by a recipe. */
static enum fw_status view_state(struct fw_cli *cli, const struct fw_answer *a,
                                 struct fw_table *out)
{
    static const struct fw_column columns[] = {
        {.key = "item", .title = "item"},
        {.key = "dtype", .title = "type"},
        {.key = "bytes_per_parameter",
         .title = "B/parameter",
         .align = FW_RIGHT,
         .dim = FW_DIM_NUMBER},
        {.key = "bytes", .title = "bytes", .unit = "B", .align = FW_RIGHT},
        {.key = "size", .title = "", .align = FW_RIGHT, .dim = FW_DIM_BYTES},
    };
    const struct fw_state_recipe *const r = &fw_state_table[cli->opts.val[FW_O_state].choice];
    const fw_u128 parameters = a->estimate.model[FW_EQ_N];
    const size_t most = sizeof r->item / sizeof r->item[0];
    fw_u128 total = 0;
    double per_parameter = 0;
    fw_table_init(out, &cli->arena, "Training state (Adam)", columns,
                  sizeof columns / sizeof columns[0]);
    out->note = fw_arena_printf(&cli->arena, "%s: %s", r->name, r->meaning);
    for (size_t i = 0; i < most && r->item[i].name != NULL; i++) {
        const struct fw_dtype_info *const type = fw_dtype_get(r->item[i].dtype);
        const fw_u128 bytes = fw_state_bytes(parameters, r->item[i].dtype);
        const double each = (double)type->block_bytes / type->block_elems;
        struct fw_cell *const row = fw_table_row(out);
        row[0] = fw_cell_text(r->item[i].name);
        row[1] = fw_cell_text(type->name);
        row[2] = fw_cell_real(each);
        row[3] = fw_cell_count(bytes);
        row[4] = fw_cell_real(fw_count_double(bytes));
        total += bytes;
        per_parameter += each;
    }
    struct fw_cell *const row = fw_table_row(out);
    row[0] = fw_cell_strong(fw_cell_text("total"));
    row[2] = fw_cell_strong(fw_cell_real(per_parameter));
    row[3] = fw_cell_strong(fw_cell_count(total));
    row[4] = fw_cell_strong(fw_cell_real(fw_count_double(total)));
    return FW_OK;
}

static void give(struct fw_arch *arch, enum fw_key key, uint64_t value)
{
    arch->key[key].given = true;
    arch->key[key].v = value;
}

/* N parameters and nothing else: an embedding of N rows and width 1, tied, without layers. The
 * rule 6nt then is 6 N T; the other rules need a real architecture and are refused. */
static enum fw_status bare_parameters(struct fw_cli *cli, struct fw_description *d)
{
    char digits[FW_COUNT_LEN];
    const struct fw_option_value *const v = cli->opts.val;
    const fw_u128 parameters = v[FW_O_parameters].q.count;
    if (v[FW_O_conventions].given || (v[FW_O_rule].given && v[FW_O_rule].choice != FW_RULE_6NT))
        return fw_fail(&cli->err, FW_USAGE,
                       "--parameters knows the rule 6nt alone: every other "
                       "rule needs a model");
    *d = (struct fw_description){.id = "parameters", .path = "--parameters"};
    d->name = fw_arena_printf(&cli->arena, "%s parameters", fw_count_text(digits, parameters, ','));
    d->training.dtype = FW_DTYPE_COUNT;
    fw_facts_init(&d->training.facts);
    give(&d->arch, FW_KEY_vocab_size, (uint64_t)parameters);
    give(&d->arch, FW_KEY_hidden_size, 1);
    give(&d->arch, FW_KEY_num_hidden_layers, 0);
    give(&d->arch, FW_KEY_num_attention_heads, 1);
    give(&d->arch, FW_KEY_mlp, FW_GELU);
    give(&d->arch, FW_KEY_norm, FW_RMSNORM);
    give(&d->arch, FW_KEY_final_norm, 0);
    give(&d->arch, FW_KEY_position, FW_NO_POSITION);
    give(&d->arch, FW_KEY_tie_word_embeddings, 1);
    give(&d->arch, FW_KEY_max_position_embeddings, 2048);
    give(&d->arch, FW_KEY_dtype, FW_BF16);
    return FW_OK;
}

/* Says what would carry the chain on from where it ends. */
static void note_end(struct fw_cli *cli, const struct fw_answer *a)
{
    static const struct {
        enum fw_fact fact;
        const char *text;
    } ends[] = {
        {FW_FACT_device_hours, "hours and energy are unknown: --hardware with --mfu, or "
                               "--device-hours, give them"},
        {FW_FACT_energy_chip, "the energy is unknown: --power or --hardware give it"},
        {FW_FACT_emissions, "emissions are unknown: --grid or --intensity give them"},
    };
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (isnan(a->training.chain.val[ends[i].fact])) {
            fw_diags_note(&cli->diags, FW_NOTE, "%.60s: %s", a->description->id, ends[i].text);
            return;
        }
}

static enum fw_status check_known(struct fw_cli *cli, const struct fw_answer *a, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (a[i].has_training) {
            note_end(cli, &a[i]);
            continue;
        }
        (void)fw_fail(&cli->err, FW_USAGE, "nothing is known about the training of %.80s",
                      a[i].description->id);
        return fw_err_hint(&cli->err, "give --tokens for the FLOP, and for hours and energy "
                                      "--hardware with --mfu or --device-hours");
    }
    return FW_OK;
}

#define LENGTH(a) (sizeof(a) / sizeof(a)[0])

/* The last part, ranges, is for runs of which the MFU is all that is missing. */
static size_t part_count(const struct fw_answer *a, size_t n, size_t all)
{
    for (size_t i = 0; i < n; i++)
        if (!fw_train_range_wanted(&a[i]))
            return all - 1;
    return all;
}

static enum fw_status train_bare(struct fw_cli *cli)
{
    static const struct fw_part parts[] = {
        {.json = fw_json_training, .view = fw_view_training, .csv = true, .wide = "how"},
        {.view = fw_view_chain, .wide = "meaning source"},
        {.key = "state", .with = view_state, .option = FW_O_state},
        {.key = "ranges", .with = fw_train_range_view},
    };
    struct fw_description d;
    struct fw_case c;
    struct fw_answer a;
    if (cli->opts.num_args > 0 || cli->opts.val[FW_O_model].given)
        return fw_fail(&cli->err, FW_USAGE, "--parameters stands in place of a model: give one");
    enum fw_status status = bare_parameters(cli, &d);
    if (status == FW_OK)
        status = fw_cli_case_of(cli, &d, true, &c);
    if (status == FW_OK)
        status = fw_cli_answer(cli, &c, &a);
    if (status == FW_OK)
        status = check_known(cli, &a, 1);
    return status == FW_OK ? fw_present(cli, &a, 1, parts, part_count(&a, 1, LENGTH(parts)))
                           : status;
}

enum fw_status fw_cmd_train(struct fw_cli *cli)
{
    static const struct fw_part parts[] = {
        {.json = fw_json_model},
        {.json = fw_json_training, .view = fw_view_training, .csv = true, .wide = "how"},
        {.key = "rules",
         .view = fw_view_training_rules,
         .option = FW_O_conventions,
         .csv = true,
         .wide = "meaning flop_per_s_per_device kind"},
        {.view = fw_view_chain, .wide = "meaning source"},
        {.key = "state", .with = view_state, .option = FW_O_state},
        {.key = "ranges", .with = fw_train_range_view},
    };
    struct fw_answer *a = NULL;
    size_t n = 0;
    if (cli->opts.val[FW_O_parameters].given)
        return train_bare(cli);
    enum fw_status status = fw_cli_answers(cli, 0, 1, 0, true, &a, &n);
    if (status == FW_OK)
        status = check_known(cli, a, n);
    return status == FW_OK ? fw_present(cli, a, n, parts, part_count(a, n, LENGTH(parts)))
                           : status;
}
