/* present.c - answers as text, Markdown, HTML, CSV or JSON. */
#include "cli/present.h"

#include <string.h>

#include "core/names.h"

enum { WIDE = 120 };

static const char *schema(struct fw_cli *cli)
{
    const char *const text = fw_arena_printf(&cli->arena, "flopwatt.%s/1", cli->command->name);
    return text != NULL ? text : "flopwatt";
}

static void object(struct fw_cli *cli, struct fw_json *j)
{
    fw_json_object(j, NULL);
    fw_json_string(j, "schema", schema(cli));
}

void fw_present_json(struct fw_cli *cli, struct fw_json *j)
{
    fw_json_init(j, &cli->out.text, true);
    object(cli, j);
}

void fw_present_estimate(struct fw_json *j, const char *key, const struct fw_answer *a)
{
    static fw_json_fn *const parts[] = {
        fw_json_model,    fw_json_workload, fw_json_parameters, fw_json_memory,
        fw_json_kv_cache, fw_json_prefill,  fw_json_decode,     fw_json_training,
    };
    fw_json_object(j, key);
    fw_json_string(j, "schema", "flopwatt.estimate/1");
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        parts[i](j, a);
    fw_json_end(j);
}

static bool applies(const struct fw_cli *cli, const struct fw_part *part, const struct fw_answer *a)
{
    return (!part->needs_training || a->has_training) &&
           (part->option == 0 || cli->opts.val[part->option].given);
}

static bool has_table(const struct fw_part *part)
{
    return part->view != NULL || part->with != NULL;
}

static enum fw_status make_table(struct fw_cli *cli, const struct fw_answer *a,
                                 const struct fw_part *part, struct fw_table *t)
{
    if (part->with != NULL)
        return part->with(cli, a, t);
    part->view(a, t, &cli->arena);
    return FW_OK;
}

static enum fw_status json_part(struct fw_cli *cli, struct fw_json *j, const struct fw_answer *a,
                                const struct fw_part *part)
{
    struct fw_table t;
    enum fw_status status = FW_OK;
    if (!applies(cli, part, a))
        return FW_OK;
    if (part->json != NULL) {
        part->json(j, a);
    } else if (part->key != NULL) {
        status = make_table(cli, a, part, &t);
        if (status == FW_OK)
            fw_table_json(&t, j, part->key);
    }
    return status;
}

static enum fw_status write_json(struct fw_cli *cli, const struct fw_answer *a, size_t n,
                                 const struct fw_part *parts, size_t num_parts)
{
    struct fw_json j;
    enum fw_status status = FW_OK;
    fw_json_init(&j, &cli->out.text, true);
    if (n > 1)
        fw_json_array(&j, NULL);
    for (size_t i = 0; i < n && status == FW_OK; i++) {
        object(cli, &j);
        for (size_t p = 0; p < num_parts && status == FW_OK; p++)
            status = json_part(cli, &j, &a[i], &parts[p]);
        fw_json_end(&j);
    }
    if (n > 1)
        fw_json_end(&j);
    return status;
}

/* Appends the rows of t, the model's id before each. The first table sets the columns. */
static void add_rows(struct fw_cli *cli, struct fw_table *all, const struct fw_table *t,
                     const char *id)
{
    if (all->columns == NULL) {
        struct fw_column *const columns = FW_NEW(&cli->arena, t->num_columns + 1, struct fw_column);
        if (columns == NULL) {
            cli->out.text.failed = true;
            return;
        }
        columns[0] = (struct fw_column){.key = "model", .title = "model"};
        memcpy(columns + 1, t->columns, t->num_columns * sizeof *columns);
        fw_table_init(all, &cli->arena, NULL, columns, t->num_columns + 1);
    }
    for (size_t r = 0; r < t->num_rows; r++) {
        struct fw_cell *const row = fw_table_row(all);
        row[0] = fw_cell_text(id);
        memcpy(row + 1, t->cells + r * t->num_columns, t->num_columns * sizeof *row);
    }
    all->failed |= t->failed;
}

static enum fw_status write_csv(struct fw_cli *cli, const struct fw_answer *a, size_t n,
                                const struct fw_part *part)
{
    struct fw_table all = {0}, t;
    for (size_t i = 0; i < n; i++) {
        if (!applies(cli, part, &a[i]))
            continue;
        const enum fw_status status = make_table(cli, &a[i], part, &t);
        if (status != FW_OK)
            return status;
        add_rows(cli, &all, &t, a[i].description->id);
    }
    if (all.columns != NULL)
        fw_output_table(&cli->out, &all);
    return FW_OK;
}

/* Hides columns that would press the others into a few letters a line. */
static void narrow(struct fw_cli *cli, const struct fw_part *part, struct fw_table *t)
{
    const size_t width = cli->out.style.width;
    if (part->wide == NULL || cli->out.format != FW_FORMAT_TEXT || width >= WIDE)
        return;
    struct fw_column *const columns = FW_NEW(&cli->arena, t->num_columns, struct fw_column);
    if (columns == NULL) {
        t->failed = true;
        return;
    }
    memcpy(columns, t->columns, t->num_columns * sizeof *columns);
    for (size_t i = 0; i < t->num_columns; i++)
        if (columns[i].key != NULL && fw_names_contains_exact(part->wide, columns[i].key))
            columns[i].title = NULL;
    t->columns = columns;
}

static enum fw_status write_people(struct fw_cli *cli, const struct fw_answer *a,
                                   const struct fw_part *parts, size_t num_parts)
{
    struct fw_table t;
    for (size_t p = 0; p < num_parts; p++) {
        if (!has_table(&parts[p]) || !applies(cli, &parts[p], a))
            continue;
        const enum fw_status status = make_table(cli, a, &parts[p], &t);
        if (status != FW_OK)
            return status;
        narrow(cli, &parts[p], &t);
        fw_output_table(&cli->out, &t);
    }
    return FW_OK;
}

enum fw_status fw_present(struct fw_cli *cli, const struct fw_answer *a, size_t n,
                          const struct fw_part *parts, size_t num_parts)
{
    const struct fw_part *csv = &parts[0];
    enum fw_status status = FW_OK;
    if (cli->out.format == FW_FORMAT_JSON)
        return write_json(cli, a, n, parts, num_parts);
    for (size_t p = 0; p < num_parts; p++)
        if (parts[p].csv && (parts[p].option == 0 || cli->opts.val[parts[p].option].given))
            csv = &parts[p];
    if (cli->out.format == FW_FORMAT_CSV)
        return write_csv(cli, a, n, csv);
    for (size_t i = 0; i < n && status == FW_OK; i++)
        status = write_people(cli, &a[i], parts, num_parts);
    return status;
}

enum fw_status fw_present_table(struct fw_cli *cli, const char *key, const struct fw_table *t)
{
    struct fw_json j;
    if (cli->out.format != FW_FORMAT_JSON) {
        fw_output_table(&cli->out, t);
        return FW_OK;
    }
    fw_present_json(cli, &j);
    fw_table_json(t, &j, key);
    fw_json_end(&j);
    return FW_OK;
}
