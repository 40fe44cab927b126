/* cmd_selftest.c - flopwatt against published tables: residuals, and what is left out. */
#include <math.h>
#include <string.h>

#include "calibrate/selftest.h"
#include "cli/present.h"

enum { TABLES_MAX = 256 };
#define LENGTH(a) (sizeof(a) / sizeof(a)[0])

static const struct fw_column summary_columns[] = {
    {.key = "table", .title = "table"},
    {.key = "check", .title = "compared"},
    {.key = "rows", .title = NULL},
    {.key = "computed", .title = "rows", .align = FW_RIGHT},
    {.key = "left_out", .title = NULL},
    {.key = "median", .title = "median", .align = FW_RIGHT, .dim = FW_DIM_RATIO, .digits = 2},
    {.key = "worst", .title = "worst", .align = FW_RIGHT, .dim = FW_DIM_RATIO, .digits = 2},
    {.key = "median_at_most", .title = NULL, .dim = FW_DIM_RATIO},
    {.key = "worst_at_most", .title = NULL, .dim = FW_DIM_RATIO},
    {.key = "reached", .title = "met"},
    {.key = "inside", .title = NULL, .dim = FW_DIM_RATIO},
    {.key = "unit", .title = NULL},
    {.key = "unverified", .title = NULL},
    {.key = "quantity", .title = NULL},
    {.key = "convention", .title = NULL},
    {.key = "source", .title = NULL},
};
static const struct fw_column row_columns[] = {
    {.key = "row", .title = "row"},
    {.key = "line", .title = NULL},
    {.key = "ours", .title = "ours", .align = FW_RIGHT, .dim = FW_DIM_NUMBER, .digits = 6},
    {.key = "published", .title = "published", .align = FW_RIGHT, .dim = FW_DIM_NUMBER,
     .digits = 6},
    {.key = "residual", .title = "residual", .align = FW_RIGHT, .dim = FW_DIM_RATIO, .digits = 3},
    {.key = "lo", .title = NULL, .dim = FW_DIM_NUMBER},
    {.key = "hi", .title = NULL, .dim = FW_DIM_NUMBER},
    {.key = "left_out", .title = "left out, because"},
};
static const struct fw_column counted_columns[] = {
    {.key = NULL, .title = "compared"},
    {.key = NULL, .title = "how ours is counted"},
};
static const struct fw_column reason_columns[] = {
    {.key = NULL, .title = "table"},
    {.key = NULL, .title = "rows", .align = FW_RIGHT},
    {.key = NULL, .title = "left out, because"},
};

/* ---- which tables ---------------------------------------------------------------------------- */

static bool wanted(const struct fw_cli *cli, const struct fw_selftest *t)
{
    for (size_t i = 0; i < cli->opts.num_args; i++)
        if (strcmp(cli->opts.args[i], t->table) == 0)
            return true;
    return cli->opts.num_args == 0;
}

/* Keeps those that are asked for. FW_USAGE for a name that no table has. */
static enum fw_status select_tables(struct fw_cli *cli, struct fw_selftest *all, size_t *n)
{
    const char *names[TABLES_MAX];
    size_t num_names = 0, kept = 0;
    for (size_t i = 0; i < *n && num_names < TABLES_MAX; i++)
        names[num_names++] = all[i].table;
    for (size_t a = 0; a < cli->opts.num_args; a++) {
        const char *const arg = cli->opts.args[a];
        bool found = false;
        for (size_t i = 0; i < num_names && !found; i++)
            found = strcmp(names[i], arg) == 0;
        if (found)
            continue;
        (void)fw_fail(&cli->err, FW_USAGE, "there is no table \"%.60s\"", arg);
        const char *const near = fw_nearest(arg, names, num_names);
        return near != NULL ? fw_err_hint(&cli->err, "did you mean %s?", near)
                            : fw_err_hint(&cli->err, "\"flopwatt selftest\" lists the tables");
    }
    for (size_t i = 0; i < *n; i++)
        if (wanted(cli, &all[i]))
            all[kept++] = all[i];
    *n = kept;
    return FW_OK;
}

/* ---- tables ---------------------------------------------------------------------------------- */

static const char *target_text(const struct fw_selftest *t)
{
    if (!t->reached)
        return "NO";
    return isnan(t->median_at_most) && isnan(t->worst_at_most) ? "" : "yes";
}

static void put_summary(struct fw_cli *cli, const struct fw_selftest *t, struct fw_table *out)
{
    const bool people =
        cli->out.format != FW_FORMAT_JSON && cli->out.format != FW_FORMAT_CSV;
    const bool none = t->computed == 0;
    struct fw_cell *c = fw_table_row(out);
    *c++ = fw_cell_text(t->table);
    *c++ = fw_cell_text(t->check);
    *c++ = fw_cell_count(t->num_rows);
    *c++ = fw_cell_count(t->computed);
    *c++ = fw_cell_count(t->left_out);
    *c++ = people && none ? fw_cell_empty() : fw_cell_real(t->median);
    *c++ = people && none ? fw_cell_empty() : fw_cell_real(t->worst);
    *c++ = fw_cell_real(t->median_at_most);
    *c++ = fw_cell_real(t->worst_at_most);
    *c++ = people ? fw_cell_text(target_text(t)) : fw_cell_bool(t->reached);
    *c++ = fw_cell_real(t->inside);
    *c++ = fw_cell_text(t->unit);
    *c++ = fw_cell_bool(t->unverified);
    *c++ = fw_cell_text(t->quantity);
    *c++ = fw_cell_text(t->convention);
    *c++ = fw_cell_text(t->source);
}

static void make_rows(struct fw_cli *cli, const struct fw_selftest *t, struct fw_table *out)
{
    fw_table_init(out, &cli->arena, NULL, row_columns, LENGTH(row_columns));
    for (size_t i = 0; i < t->num_rows; i++) {
        const struct fw_selftest_row *const r = &t->rows[i];
        const bool known = r->left_out == NULL && r->published > 0;
        struct fw_cell *c = fw_table_row(out);
        *c++ = fw_cell_text(r->label);
        *c++ = fw_cell_count(r->line);
        *c++ = fw_cell_real(r->left_out == NULL ? r->ours : (double)NAN);
        *c++ = fw_cell_real(r->published);
        *c++ = fw_cell_real(known ? r->ours / r->published - 1 : (double)NAN);
        *c++ = fw_cell_real(r->lo);
        *c++ = fw_cell_real(r->hi);
        *c++ = fw_cell_text(r->left_out);
    }
}

/* One row for each way of counting. */
static void put_counted(struct fw_cli *cli, const struct fw_selftest *all, size_t i,
                        struct fw_table *out)
{
    const struct fw_selftest *const t = &all[i];
    for (size_t k = 0; k < i; k++)
        if (strcmp(all[k].check, t->check) == 0 && strcmp(all[k].convention, t->convention) == 0)
            return;
    const char *const how =
        fw_arena_printf(&cli->arena, "%s%s%s", t->quantity, t->convention[0] != '\0' ? "; " : "",
                        t->convention);
    struct fw_cell *const c = fw_table_row(out);
    c[0] = fw_cell_text(t->check);
    c[1] = fw_cell_text(how);
    out->failed |= how == NULL;
}

/* Rows of one table with the same reason, in the order in which they come up. */
static void put_reasons(const struct fw_selftest *t, struct fw_table *out)
{
    for (size_t i = 0; i < t->num_rows; i++) {
        const char *const why = t->rows[i].left_out;
        size_t before = 0, same = 0;
        for (size_t k = 0; why != NULL && k < t->num_rows; k++) {
            const bool equal = t->rows[k].left_out != NULL && strcmp(t->rows[k].left_out, why) == 0;
            before += equal && k < i;
            same += equal;
        }
        if (why == NULL || before > 0)
            continue;
        struct fw_cell *const c = fw_table_row(out);
        c[0] = fw_cell_text(t->table);
        c[1] = fw_cell_count(same);
        c[2] = fw_cell_text(why);
    }
}

/* ---- output ---------------------------------------------------------------------------------- */

static void show_json(struct fw_cli *cli, const struct fw_selftest *all, size_t n, size_t missed)
{
    struct fw_json j;
    fw_present_json(cli, &j);
    fw_json_count(&j, "missed", missed);
    fw_json_array(&j, "tables");
    for (size_t i = 0; i < n; i++) {
        const struct fw_selftest *const t = &all[i];
        struct fw_table rows;
        fw_json_object(&j, NULL);
        fw_json_string(&j, "table", t->table);
        fw_json_string(&j, "title", t->title);
        fw_json_string(&j, "check", t->check);
        fw_json_string(&j, "quantity", t->quantity);
        fw_json_string(&j, "unit", t->unit);
        fw_json_string(&j, "convention", t->convention);
        fw_json_string(&j, "source", t->source);
        fw_json_bool(&j, "unverified", t->unverified);
        fw_json_count(&j, "num_rows", t->num_rows);
        fw_json_count(&j, "computed", t->computed);
        fw_json_count(&j, "left_out", t->left_out);
        fw_json_real(&j, "median", t->median);
        fw_json_real(&j, "worst", t->worst);
        fw_json_real(&j, "inside", t->inside);
        fw_json_real(&j, "median_at_most", t->median_at_most);
        fw_json_real(&j, "worst_at_most", t->worst_at_most);
        fw_json_bool(&j, "reached", t->reached);
        make_rows(cli, t, &rows);
        fw_table_json(&rows, &j, "rows");
        fw_json_end(&j);
    }
    fw_json_end(&j);
    fw_json_end(&j);
}

/* Every row, where tables are named. */
static void show_rows(struct fw_cli *cli, const struct fw_selftest *t)
{
    struct fw_table rows;
    make_rows(cli, t, &rows);
    const char *const title = t->title != NULL ? t->title : t->table;
    rows.title = fw_arena_printf(&cli->arena, "%s: %s%s%s%s", title, t->quantity,
                                 t->unit[0] != '\0' ? ", in " : "", t->unit,
                                 t->unverified ? " (unverified)" : "");
    rows.note = t->source;
    fw_output_table(&cli->out, &rows);
}

static void show_people(struct fw_cli *cli, const struct fw_selftest *all, size_t n,
                        const struct fw_table *summary)
{
    struct fw_table reasons, counted;
    fw_table_init(&counted, &cli->arena, NULL, counted_columns, LENGTH(counted_columns));
    fw_table_init(&reasons, &cli->arena, NULL, reason_columns, LENGTH(reason_columns));
    for (size_t i = 0; i < n; i++) {
        if (cli->opts.num_args > 0)
            show_rows(cli, &all[i]);
        put_counted(cli, all, i, &counted);
        put_reasons(&all[i], &reasons);
    }
    fw_output_table(&cli->out, summary);
    fw_output_table(&cli->out, &counted);
    if (reasons.num_rows > 0)
        fw_output_table(&cli->out, &reasons);
}

enum fw_status fw_cmd_selftest(struct fw_cli *cli)
{
    const struct fw_catalogue *cat = NULL;
    struct fw_selftest *all = NULL;
    struct fw_table summary;
    size_t n = 0, missed = 0;
    enum fw_status status = fw_cli_catalogue(cli, &cat);
    if (status == FW_OK)
        status = fw_selftest_run(cat, &cli->arena, &cli->diags, &all, &n, &cli->err);
    if (status == FW_OK && n == 0)
        status = fw_fail(&cli->err, FW_INPUT,
                         "no published tables found; name their folder with --data");
    if (status == FW_OK)
        status = select_tables(cli, all, &n);
    if (status != FW_OK)
        return status;
    fw_table_init(&summary, &cli->arena, NULL, summary_columns, LENGTH(summary_columns));
    summary.note = "Residual = ours / published - 1, without its sign. Rows: those that are "
                   "computed. Met: the target of the table, if it has one.";
    for (size_t i = 0; i < n; i++) {
        put_summary(cli, &all[i], &summary);
        missed += !all[i].reached;
    }
    if (cli->out.format == FW_FORMAT_JSON)
        show_json(cli, all, n, missed);
    else if (cli->out.format == FW_FORMAT_CSV)
        fw_output_table(&cli->out, &summary);
    else
        show_people(cli, all, n, &summary);
    return missed > 0 ? FW_NO : FW_OK;
}
