/* context.c - what commands share: messages, files of the catalogue, models of the command line. */
#include "cli/context.h"

#include <stdio.h>
#include <string.h>

struct fw_cli_hardware {
    struct fw_cli_hardware *next;
    const char *arg;
    struct fw_hardware hardware;
};

enum fw_status fw_cli_no_memory(struct fw_cli *cli)
{
    return fw_fail(&cli->err, FW_SYSTEM, "out of memory");
}

void fw_cli_flush(struct fw_cli *cli)
{
    static const char *const prefix[] = {
        [FW_ERROR] = "", [FW_WARNING] = "warning: ", [FW_NOTE] = "note: "};
    struct fw_diags *const d = &cli->diags;
    char text[FW_ERR_TEXT_LEN];
    const bool quiet = cli->opts.val[FW_O_quiet].given;
    for (size_t i = 0; i < d->count; i++)
        if (!quiet || d->list[i].severity == FW_ERROR)
            (void)fprintf(stderr, "flopwatt: %s%s\n", prefix[d->list[i].severity],
                          fw_err_text(&d->list[i].err, text, sizeof text));
    if (d->dropped > 0 && (!quiet || d->errors > 0))
        (void)fprintf(stderr, "flopwatt: %zu more messages\n", d->dropped);
    fw_diags_init(d);
}

enum fw_status fw_cli_catalogue(struct fw_cli *cli, const struct fw_catalogue **out)
{
    if (!cli->has_catalogue) {
        const enum fw_status status = fw_catalogue_open(
            &cli->catalogue, cli->opts.val[FW_O_data].text, &cli->arena, &cli->err);
        if (status != FW_OK)
            return status;
        cli->has_catalogue = true;
    }
    *out = &cli->catalogue;
    return FW_OK;
}

enum fw_status fw_cli_grids(struct fw_cli *cli, const struct fw_grids **out)
{
    const struct fw_catalogue *cat = NULL;
    if (!cli->has_grids) {
        enum fw_status status = fw_cli_catalogue(cli, &cat);
        if (status == FW_OK)
            status = fw_grids_load_all(cat, &cli->arena, &cli->diags, &cli->grids, &cli->err);
        if (status != FW_OK)
            return status;
        cli->has_grids = true;
    }
    *out = &cli->grids;
    return FW_OK;
}

enum fw_status fw_cli_hardware(struct fw_cli *cli, const char *arg, const struct fw_hardware **out)
{
    const struct fw_catalogue *cat = NULL;
    const char *path = NULL;
    for (const struct fw_cli_hardware *h = cli->hardware; h != NULL; h = h->next)
        if (strcmp(h->arg, arg) == 0) {
            *out = &h->hardware;
            return FW_OK;
        }
    struct fw_cli_hardware *const new = FW_NEW(&cli->arena, 1, struct fw_cli_hardware);
    if (new == NULL)
        return fw_cli_no_memory(cli);
    enum fw_status status = fw_cli_catalogue(cli, &cat);
    if (status == FW_OK)
        status = fw_catalogue_resolve(cat, FW_SHELF_HARDWARE, arg, &cli->arena, &path, &cli->err);
    if (status == FW_OK)
        status = fw_hardware_load(path, &cli->arena, &cli->diags, &new->hardware, &cli->err);
    if (status != FW_OK)
        return status;
    new->arg = arg;
    new->next = cli->hardware;
    cli->hardware = new;
    *out = &new->hardware;
    return FW_OK;
}

enum fw_status fw_cli_description(struct fw_cli *cli, const char *arg, struct fw_description *out)
{
    const struct fw_catalogue *cat = NULL;
    const char *path = NULL;
    enum fw_status status = fw_cli_catalogue(cli, &cat);
    if (status == FW_OK)
        status = fw_catalogue_resolve(cat, FW_SHELF_MODELS, arg, &cli->arena, &path, &cli->err);
    if (status == FW_OK)
        status = fw_description_load(cat, path, &cli->arena, &cli->diags, out, &cli->err);
    return status;
}

static size_t count_repeated(const struct fw_cli *cli, enum fw_option o)
{
    size_t n = 0;
    for (size_t i = 0; i < cli->opts.num_repeated; i++)
        n += cli->opts.repeated[i].option == o ? 1 : 0;
    return n;
}

static enum fw_status check_number(struct fw_cli *cli, size_t n, size_t least, size_t most)
{
    if (n < least && least == 1) {
        (void)fw_fail(&cli->err, FW_USAGE, "%s needs a model: an id, a file, - or --model KEYS",
                      cli->command->name);
        return fw_err_hint(&cli->err, "\"flopwatt models\" lists the ids%s",
                           fw_option_allowed(FW_O_parameters, cli->command->options)
                               ? "; without a model: --parameters N --tokens N"
                               : "");
    }
    if (n < least)
        return fw_fail(&cli->err, FW_USAGE, "%s needs %zu models, got %zu", cli->command->name,
                       least, n);
    if (most > 0 && n > most)
        return fw_fail(&cli->err, FW_USAGE, "%s takes %zu model%s, got %zu", cli->command->name,
                       most, most == 1 ? "" : "s", n);
    return FW_OK;
}

enum fw_status fw_cli_descriptions(struct fw_cli *cli, size_t skip, size_t least, size_t most,
                                   const struct fw_description **out, size_t *n)
{
    const size_t args = cli->opts.num_args > skip ? cli->opts.num_args - skip : 0;
    const size_t total = args + count_repeated(cli, FW_O_model);
    if (check_number(cli, total, least, most) != FW_OK)
        return FW_USAGE;
    struct fw_description *const list = FW_NEW(&cli->arena, total, struct fw_description);
    if (list == NULL)
        return fw_cli_no_memory(cli);
    enum fw_status status = FW_OK;
    for (size_t i = 0; i < args && status == FW_OK; i++)
        status = fw_cli_description(cli, cli->opts.args[skip + i], &list[i]);
    size_t at = args;
    for (size_t i = 0; i < cli->opts.num_repeated && status == FW_OK; i++)
        if (cli->opts.repeated[i].option == FW_O_model)
            status = fw_cli_synthetic(cli, cli->opts.repeated[i].text, &list[at++]);
    *out = list;
    *n = total;
    return status;
}

enum fw_status fw_cli_settings(struct fw_cli *cli, const struct fw_setting **out, size_t *n)
{
    const size_t total = count_repeated(cli, FW_O_set);
    struct fw_setting *const list = FW_NEW(&cli->arena, total, struct fw_setting);
    size_t at = 0;
    if (list == NULL)
        return fw_cli_no_memory(cli);
    for (size_t i = 0; i < cli->opts.num_repeated; i++) {
        const char *const text = cli->opts.repeated[i].text;
        const char *const equals = strchr(text, '=');
        if (cli->opts.repeated[i].option != FW_O_set)
            continue;
        if (equals == NULL || equals == text) {
            (void)fw_fail(&cli->err, FW_USAGE, "expected KEY=VALUE, got \"%.60s\"", text);
            return fw_err_key(&cli->err, "--set");
        }
        list[at].key = fw_arena_strndup(&cli->arena, text, (size_t)(equals - text));
        list[at].value = equals + 1;
        if (list[at++].key == NULL)
            return fw_cli_no_memory(cli);
    }
    *out = list;
    *n = total;
    return FW_OK;
}

enum fw_status fw_cli_answers(struct fw_cli *cli, size_t skip, size_t least, size_t most,
                              bool with_training, struct fw_answer **out, size_t *n)
{
    const struct fw_description *d = NULL;
    enum fw_status status = fw_cli_descriptions(cli, skip, least, most, &d, n);
    if (status != FW_OK)
        return status;
    struct fw_case *const cases = FW_NEW(&cli->arena, *n, struct fw_case);
    *out = FW_NEW(&cli->arena, *n, struct fw_answer);
    if (cases == NULL || *out == NULL)
        return fw_cli_no_memory(cli);
    for (size_t i = 0; i < *n && status == FW_OK; i++) {
        status = fw_cli_case_of(cli, &d[i], with_training, &cases[i]);
        if (status == FW_OK)
            status = fw_cli_answer(cli, &cases[i], &(*out)[i]);
    }
    return status;
}
