/* cmd_explain.c - a figure with its equation, the numbers put in, its unit and its source. */
#include <string.h>

#include "cli/explain.h"
#include "cli/present.h"
#include "report/bibliography.h"
#include "report/say.h"

/* ---- tables ---------------------------------------------------------------------------------- */

static void put(struct fw_table *t, const char *field, const char *value)
{
    if (value == NULL || value[0] == '\0')
        return;
    struct fw_cell *const row = fw_table_row(t);
    row[0] = fw_cell_text(field);
    row[1] = fw_cell_text(value);
}

/* "1,073,741,824 B (1.000 GiB)", raw digits in CSV. */
static const char *value_text(struct fw_cli *cli, const struct fw_quantity_value *v)
{
    char digits[FW_COUNT_LEN], text[96], raw[FW_REAL_LEN];
    const bool csv = cli->out.format == FW_FORMAT_CSV;
    const char *const unit = fw_dim_unit(v->dim);
    if (!v->known)
        return csv ? "" : "unknown";
    if (!v->exact && csv) {
        (void)fw_json_digits(raw, v->real);
        return fw_arena_strdup(&cli->arena, raw);
    }
    if (!v->exact)
        return fw_arena_strdup(&cli->arena,
                               fw_quantity_text(text, sizeof text, v->real, v->dim, 6, true));
    (void)fw_count_text(digits, v->count, csv ? 0 : ',');
    if (csv || v->count < 100000 || unit[0] == '\0')
        return fw_arena_printf(&cli->arena, "%s%s%s", digits, csv || unit[0] == '\0' ? "" : " ",
                               csv ? "" : unit);
    return fw_arena_printf(&cli->arena, "%s %s (%s)", digits, unit,
                           fw_quantity_text(text, sizeof text, fw_count_double(v->count), v->dim,
                                            4, true));
}

/* One line for each source: the id and what it is. */
static const char *sources_text(struct fw_cli *cli, const struct fw_description *d,
                                const char *ids)
{
    struct fw_say s = {.arena = &cli->arena};
    const char *all = "";
    if (ids == NULL)
        return NULL;
    while (*ids != '\0') {
        const size_t n = strcspn(ids, " ");
        const char *const id = fw_say(&s, "%.*s", (int)n, ids);
        const char *const what = fw_explain_source(cli, d, id);
        all = fw_say(&s, "%s%s%s%s%s", all, all[0] != '\0' ? "\n" : "", id,
                     what != NULL ? ": " : "", what != NULL ? what : "");
        ids += n + strspn(ids + n, " ");
    }
    return all;
}

/* The head of the table says what is explained. */
static enum fw_status write_fields(struct fw_cli *cli, const struct fw_explanation *x)
{
    const struct fw_description *const d = x->answer->description;
    const bool one = x->num_rows > 0 && x->rows[0].num_groups == 1 &&
                     x->subject.kind == FW_SUBJECT_ROW;
    struct fw_column *const columns = FW_NEW(&cli->arena, 2, struct fw_column);
    struct fw_table t;
    if (columns == NULL)
        return fw_cli_no_memory(cli);
    columns[0] = (struct fw_column){.key = "field", .title = x->subject.name};
    columns[1] = (struct fw_column){.key = "value", .title = fw_say_name(x->answer)};
    fw_table_init(&t, &cli->arena, NULL, columns, 2);
    put(&t, "meaning", x->meaning);
    put(&t, "value", value_text(cli, &x->value));
    put(&t, "unit", cli->out.format == FW_FORMAT_CSV ? fw_dim_unit(x->value.dim) : NULL);
    put(&t, "equation", x->equation);
    put(&t, "numbers", x->numbers);
    put(&t, "here", one ? x->rows[0].here[0] : NULL);
    if (one && x->rows[0].layers[0] > 0)
        put(&t, "layers", fw_arena_printf(&cli->arena, "%llu, all alike",
                                          (unsigned long long)x->rows[0].layers[0]));
    put(&t, "origin", x->origin);
    put(&t, "convention", x->convention);
    put(&t, "source", sources_text(cli, d, x->sources));
    put(&t, "JSON", x->subject.info != NULL ? x->subject.info->json_path : NULL);
    fw_output_table(&cli->out, &t);
    return FW_OK;
}

/* A layer row by kinds of layers. */
static void write_groups(struct fw_cli *cli, const struct fw_equation_text *r)
{
    static const struct fw_column columns[] = {
        {.key = "layers", .title = "layers", .align = FW_RIGHT},
        {.key = "value", .title = "value of each", .align = FW_RIGHT},
        {.key = "numbers", .title = "what is left here; all numbers put in"},
    };
    struct fw_table t;
    fw_table_init(&t, &cli->arena,
                  fw_arena_printf(&cli->arena, "%s of one layer: %s", r->id, r->meaning), columns,
                  sizeof columns / sizeof columns[0]);
    for (size_t g = 0; g < r->num_groups; g++) {
        struct fw_cell *const row = fw_table_row(&t);
        row[0] = fw_cell_count(r->layers[g]);
        row[1] = fw_cell_count(r->value[g]);
        row[2] = fw_cell_text(fw_arena_printf(&cli->arena, "%s%s%s", r->here[g],
                                              r->here[g][0] != '\0' ? "\n" : "", r->numbers[g]));
    }
    t.note = r->equation;
    fw_output_table(&cli->out, &t);
}

static enum fw_status write_tables(struct fw_cli *cli, const struct fw_explanation *x)
{
    const enum fw_status status = write_fields(cli, x);
    if (status != FW_OK || cli->out.format == FW_FORMAT_CSV)
        return status;
    for (size_t i = 0; i < x->num_rows; i++)
        if (x->rows[i].layers[0] > 0 && (i > 0 || x->rows[i].num_groups > 1 ||
                                         x->subject.kind == FW_SUBJECT_SUM))
            write_groups(cli, &x->rows[i]);
    if (x->symbols.num_rows > 0)
        fw_output_table(&cli->out, &x->symbols);
    return FW_OK;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_sources(struct fw_cli *cli, struct fw_json *j, const struct fw_description *d,
                        const char *ids)
{
    fw_json_array(j, "sources");
    while (ids != NULL && *ids != '\0') {
        const size_t n = strcspn(ids, " ");
        const char *const id = fw_arena_strndup(&cli->arena, ids, n);
        const struct fw_reference *const r = id != NULL ? fw_bibliography_find(id) : NULL;
        fw_json_object(j, NULL);
        fw_json_string(j, "id", id);
        fw_json_string(j, "text", id != NULL ? fw_explain_source(cli, d, id) : NULL);
        fw_json_string(j, "title", r != NULL ? r->title : NULL);
        fw_json_string(j, "where", r != NULL ? r->where : NULL);
        fw_json_end(j);
        ids += n + strspn(ids + n, " ");
    }
    fw_json_end(j);
}

static void put_row(struct fw_json *j, const struct fw_equation_text *r)
{
    fw_json_object(j, NULL);
    fw_json_string(j, "row", r->id);
    fw_json_string(j, "meaning", r->meaning);
    fw_json_string(j, "equation", r->equation);
    fw_json_array(j, "groups");
    for (size_t g = 0; g < r->num_groups; g++) {
        fw_json_object(j, NULL);
        if (r->layers[g] > 0)
            fw_json_count(j, "layers", r->layers[g]);
        else
            fw_json_null(j, "layers"); /* a row of the model */
        fw_json_count(j, "value", r->value[g]);
        fw_json_string(j, "here", r->here[g]);
        fw_json_string(j, "numbers", r->numbers[g]);
        fw_json_end(j);
    }
    fw_json_end(j);
    fw_json_end(j);
}

static void write_json(struct fw_cli *cli, const struct fw_explanation *x)
{
    const struct fw_description *const d = x->answer->description;
    struct fw_json j;
    fw_present_json(cli, &j);
    fw_json_string(&j, "quantity", x->subject.name);
    fw_json_string(&j, "model", d->id);
    fw_json_string(&j, "meaning", x->meaning);
    fw_wanted_json(&j, "value", &x->value);
    fw_json_string(&j, "unit", fw_dim_unit(x->value.dim));
    fw_json_string(&j, "json_path",
                   x->subject.info != NULL && x->subject.info->json_path[0] != '\0'
                       ? x->subject.info->json_path : NULL);
    fw_json_string(&j, "equation", x->equation);
    fw_json_string(&j, "numbers", x->numbers);
    fw_json_string(&j, "origin", x->origin);
    fw_json_string(&j, "convention", x->convention);
    put_sources(cli, &j, d, x->sources);
    fw_json_array(&j, "rows");
    for (size_t i = 0; i < x->num_rows; i++)
        put_row(&j, &x->rows[i]);
    fw_json_end(&j);
    fw_table_json(&x->symbols, &j, "symbols");
    fw_json_end(&j);
}

/* ---- command --------------------------------------------------------------------------------- */

enum fw_status fw_cmd_explain(struct fw_cli *cli)
{
    static const struct {
        enum fw_option option;
        enum fw_status (*write)(struct fw_cli *cli);
    } lists[] = {
        {FW_O_list, fw_explain_list},
        {FW_O_equations, fw_explain_equations},
        {FW_O_symbols, fw_explain_all_symbols},
    };
    struct fw_explanation x;
    struct fw_answer *a = NULL;
    size_t n = 0;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        if (cli->opts.val[lists[i].option].given) {
            if (cli->opts.num_args > 0)
                return fw_fail(&cli->err, FW_USAGE, "--%s takes no model",
                               fw_option_table[lists[i].option].name);
            return lists[i].write(cli);
        }
    if (cli->opts.num_args == 0) {
        (void)fw_fail(&cli->err, FW_USAGE, "explain needs a quantity and a model");
        return fw_err_hint(&cli->err, "\"flopwatt explain --list\" lists the quantities");
    }
    enum fw_status status = fw_cli_answers(cli, 1, 1, 1, true, &a, &n);
    if (status == FW_OK)
        status = fw_explain_make(cli, a, cli->opts.args[0], &x);
    if (status != FW_OK)
        return status;
    if (cli->out.format == FW_FORMAT_JSON)
        write_json(cli, &x);
    else
        status = write_tables(cli, &x);
    return status;
}
