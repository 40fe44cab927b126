/* cmd_check.c - the data against its own sources and published figures. */
#include <string.h>

#include "cli/check.h"
#include "cli/present.h"
#include "input/kind.h"
#include "report/say.h"

typedef enum fw_status check_fn(struct fw_check *c, const char *path);
/* NULL for shelves that commands of their own check. */
static check_fn *const checks[FW_SHELF_COUNT] = {
    [FW_SHELF_MODELS] = fw_check_model,
    [FW_SHELF_HARDWARE] = fw_check_hardware,
    [FW_SHELF_GRIDS] = fw_check_grids,
};

/* ---- what is checked ------------------------------------------------------------------------- */

static enum fw_status check_shelf(struct fw_check *c, const struct fw_catalogue *cat,
                                  enum fw_shelf shelf)
{
    const struct fw_catalogue_entry *list = NULL;
    size_t n = 0;
    enum fw_status status =
        fw_catalogue_list(cat, shelf, &c->cli->arena, &list, &n, &c->cli->err);
    for (size_t i = 0; i < n && status == FW_OK; i++)
        status = checks[shelf](c, list[i].path);
    return status;
}

/* An id is looked for on every shelf, the models first. */
static enum fw_status find(struct fw_cli *cli, const struct fw_catalogue *cat, const char *arg,
                           const char **path, enum fw_shelf *shelf)
{
    struct fw_err other;
    *shelf = FW_SHELF_MODELS;
    const enum fw_status status =
        fw_catalogue_resolve(cat, FW_SHELF_MODELS, arg, &cli->arena, path, &cli->err);
    if (status == FW_OK && fw_catalogue_is_path(arg))
        *shelf = fw_file_shelf(arg, &cli->arena);
    if (status != FW_INPUT)
        return status;
    for (int s = FW_SHELF_MODELS + 1; s < FW_SHELF_COUNT; s++)
        if (checks[s] != NULL &&
            fw_catalogue_resolve(cat, (enum fw_shelf)s, arg, &cli->arena, path, &other) == FW_OK) {
            *shelf = (enum fw_shelf)s;
            return FW_OK;
        }
    return status;
}

static enum fw_status check_all(struct fw_check *c)
{
    struct fw_cli *const cli = c->cli;
    const struct fw_catalogue *cat = NULL;
    enum fw_status status = fw_cli_catalogue(cli, &cat);
    for (size_t i = 0; i < cli->opts.num_args && status == FW_OK; i++) {
        const char *path = NULL;
        enum fw_shelf shelf;
        status = find(cli, cat, cli->opts.args[i], &path, &shelf);
        if (status == FW_OK)
            status = checks[shelf](c, path);
    }
    if (cli->opts.num_args > 0)
        return status;
    for (int s = 0; s < FW_SHELF_COUNT && status == FW_OK; s++)
        if (checks[s] != NULL)
            status = check_shelf(c, cat, (enum fw_shelf)s);
    if (status == FW_OK && c->models + c->devices + c->grids + c->unreadable == 0)
        return fw_fail(&cli->err, FW_INPUT, "no catalogue found; name its folder with --data");
    fw_check_equations(c);
    return status;
}

/* ---- output ---------------------------------------------------------------------------------- */

/* What there is none of needs no line. */
static void put(struct fw_table *t, const char *what, size_t n, const char *comment)
{
    if (n == 0)
        return;
    struct fw_cell *const row = fw_table_row(t);
    row[0] = fw_cell_text(what);
    row[1] = fw_cell_count(n);
    row[2] = fw_cell_text(comment);
}

static void write_summary(struct fw_check *c)
{
    static const struct fw_column columns[] = {
        {.key = "what", .title = "checked"},
        {.key = "count", .title = "", .align = FW_RIGHT},
        {.key = "result", .title = ""},
    };
    struct fw_say s = {.arena = &c->cli->arena};
    const size_t figures = c->published.num_rows, values = c->training.num_rows;
    struct fw_table t;
    fw_table_init(&t, &c->cli->arena, NULL, columns, sizeof columns / sizeof columns[0]);
    put(&t, "models", c->models, NULL);
    put(&t, "hardware", c->devices, NULL);
    put(&t, "grids", c->grids, NULL);
    put(&t, "equations", c->equations, NULL);
    put(&t, "published figures", figures,
        fw_say(&s, "%zu met to the unit, %zu to the digits that were printed, %zu not", c->exact,
               c->rounded, figures - c->exact - c->rounded));
    put(&t, "disclosed runs", c->runs,
        values > 0 ? fw_say(&s, "%zu of %zu figures that the others determine agree within 1 %%",
                            c->agreeing, values)
                   : NULL);
    put(&t, "unverified figures", c->unverified.num_rows, "--unverified lists them");
    struct fw_cell *const last = fw_table_row(&t);
    last[0] = fw_cell_strong(fw_cell_text("wrong"));
    last[1] = fw_cell_strong(fw_cell_count(c->wrong));
    last[2] = fw_cell_text(c->wrong > 0 ? "see the findings" : NULL);
    t.failed |= s.failed;
    fw_output_table(&c->cli->out, &t);
}

/* On a terminal the figures side by side, the conventions of some of them below. */
static void write_published_text(struct fw_check *c)
{
    enum { MODEL, QUANTITY, DERIVED, PUBLISHED, DIFFERENCE, SHOWN };
    enum { CONVENTION = FW_CHECK_PUBLISHED_COLUMNS - 1 };
    static const struct fw_column notes[] = {
        {.title = "model"}, {.title = "quantity"}, {.title = "convention"}};
    const struct fw_table *const all = &c->published;
    struct fw_table t, n;
    fw_table_init(&t, &c->cli->arena, all->title, fw_check_published_columns, SHOWN);
    fw_table_init(&n, &c->cli->arena, "Conventions behind them", notes, 3);
    for (size_t r = 0; r < all->num_rows; r++) {
        const struct fw_cell *const from = all->cells + r * all->num_columns;
        struct fw_cell *const to = fw_table_row(&t);
        memcpy(to, from, SHOWN * sizeof *to);
        if (from[CONVENTION].kind != FW_CELL_TEXT)
            continue;
        struct fw_cell *const note = fw_table_row(&n);
        note[0] = from[MODEL];
        note[1] = from[QUANTITY];
        note[2] = from[CONVENTION];
    }
    t.failed |= all->failed;
    fw_output_table(&c->cli->out, &t);
    if (n.num_rows > 0)
        fw_output_table(&c->cli->out, &n);
}

static void write_tables(struct fw_check *c)
{
    struct fw_output *const out = &c->cli->out;
    if (c->published.num_rows > 0 && out->format == FW_FORMAT_TEXT)
        write_published_text(c);
    else if (c->published.num_rows > 0 || out->format == FW_FORMAT_CSV)
        fw_output_table(out, &c->published);
    if (out->format == FW_FORMAT_CSV)
        return;
    if (c->training.num_rows > 0)
        fw_output_table(out, &c->training);
    if (c->findings.num_rows > 0)
        fw_output_table(out, &c->findings);
    write_summary(c);
}

/* As the table, with a number that may be negative and an answer that is yes or no. */
static void put_published(struct fw_json *j, const struct fw_table *t)
{
    enum { MODEL, QUANTITY, DERIVED, PUBLISHED, SIGNED, DIGITS, AGREES, EQUATION, SOURCE, NOTE };
    fw_json_array(j, "published");
    for (size_t r = 0; r < t->num_rows; r++) {
        const struct fw_cell *const c = t->cells + r * t->num_columns;
        fw_json_object(j, NULL);
        fw_json_string(j, "model", c[MODEL].text);
        fw_json_string(j, "quantity", c[QUANTITY].text);
        fw_json_count(j, "derived", c[DERIVED].count);
        fw_json_count(j, "published", c[PUBLISHED].count);
        fw_json_difference(j, "difference", c[DERIVED].count, c[PUBLISHED].count);
        if (c[DIGITS].kind == FW_CELL_COUNT)
            fw_json_count(j, "digits", c[DIGITS].count);
        else
            fw_json_null(j, "digits");
        fw_json_bool(j, "agrees", strcmp(c[AGREES].text, "NO") != 0);
        fw_json_string(j, "equation", c[EQUATION].text);
        fw_json_string(j, "source", c[SOURCE].text);
        fw_json_string(j, "convention", c[NOTE].text);
        fw_json_end(j);
    }
    fw_json_end(j);
}

static void write_json(struct fw_check *c)
{
    struct fw_json j;
    fw_present_json(c->cli, &j);
    fw_json_bool(&j, "ok", c->wrong == 0);
    fw_json_count(&j, "models", c->models);
    fw_json_count(&j, "hardware", c->devices);
    fw_json_count(&j, "grids", c->grids);
    fw_json_count(&j, "equations", c->equations);
    fw_json_object(&j, "published_figures");
    fw_json_count(&j, "total", c->published.num_rows);
    fw_json_count(&j, "exact", c->exact);
    fw_json_count(&j, "to_printed_digits", c->rounded);
    fw_json_end(&j);
    fw_json_object(&j, "disclosed_runs");
    fw_json_count(&j, "total", c->runs);
    fw_json_count(&j, "over_determined_figures", c->training.num_rows);
    fw_json_count(&j, "within_1_percent", c->agreeing);
    fw_json_end(&j);
    put_published(&j, &c->published);
    fw_table_json(&c->training, &j, "training");
    fw_table_json(&c->findings, &j, "findings");
    fw_table_json(&c->unverified, &j, "unverified");
    fw_json_end(&j);
}

enum fw_status fw_cmd_check(struct fw_cli *cli)
{
    struct fw_check *const c = FW_NEW(&cli->arena, 1, struct fw_check);
    if (c == NULL)
        return fw_cli_no_memory(cli);
    fw_check_init(c, cli);
    const enum fw_status status = check_all(c);
    if (status != FW_OK)
        return status;
    if (c->unreadable > 0)
        return fw_fail(&cli->err, FW_INPUT, "%zu files cannot be used", c->unreadable);
    if (cli->opts.val[FW_O_unverified].given)
        return fw_present_table(cli, "unverified", &c->unverified);
    if (cli->out.format == FW_FORMAT_JSON)
        write_json(c);
    else
        write_tables(c);
    return c->wrong > 0 ? FW_NO : FW_OK;
}
