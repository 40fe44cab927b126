/* sweep_write.c - the rows of a sweep as CSV, JSON, or a table. */
#include <string.h>

#include "cli/present.h"
#include "cli/sweep.h"

enum { CHUNK = 256 }; /* rows of CSV that are collected before they become text */

struct writer {
    struct fw_cli *cli;
    const struct fw_sweep *s;
    struct fw_table table;
    struct fw_json json;
    bool headed; /* the names of the columns are written */
};

static size_t num_columns(const struct fw_sweep *s)
{
    return s->num_axes + s->get.n;
}

/* Counts of bytes and FLOP have their unit in the head; other values carry it. */
static const struct fw_column *make_columns(struct fw_cli *cli, const struct fw_sweep *s,
                                            const struct fw_answer *base, enum fw_status *status)
{
    struct fw_column *const columns = FW_NEW(&cli->arena, num_columns(s), struct fw_column);
    if (columns == NULL) {
        *status = fw_cli_no_memory(cli);
        return NULL;
    }
    for (size_t i = 0; i < s->num_axes; i++)
        columns[i] = (struct fw_column){.key = s->axis[i].key,
                                        .title = s->axis[i].key,
                                        .align = s->axis[i].numeric ? FW_RIGHT : FW_LEFT};
    for (size_t i = 0; i < s->get.n && *status == FW_OK; i++) {
        struct fw_quantity_value v;
        *status = fw_quantity_get(base, s->get.names[i], &v, &cli->err);
        columns[s->num_axes + i] = (struct fw_column){
            .key = s->get.names[i], .title = s->get.names[i], .align = FW_RIGHT, .dim = v.dim,
            .unit = v.dim == FW_DIM_BYTES || v.dim == FW_DIM_FLOP ? fw_dim_unit(v.dim) : NULL};
    }
    return columns;
}

static void add_row(struct writer *w, size_t point, const struct fw_quantity_value *values)
{
    size_t index[FW_SWEEP_AXES];
    struct fw_cell *const row = fw_table_row(&w->table);
    fw_sweep_indices(w->s, point, index);
    for (size_t i = 0; i < w->s->num_axes; i++)
        row[i] = w->s->axis[i].cell[index[i]];
    for (size_t i = 0; i < w->s->get.n; i++)
        row[w->s->num_axes + i] = fw_wanted_raw(&values[i]);
}

/* ---- table, CSV ------------------------------------------------------------------------------ */

static enum fw_status table_row(void *ctx, size_t point, const struct fw_quantity_value *values)
{
    struct writer *const w = ctx;
    add_row(w, point, values);
    return w->table.failed ? fw_cli_no_memory(w->cli) : FW_OK;
}

/* Moves the rows that were collected to the output; the table is filled anew afterwards. */
static void flush_csv(struct writer *w)
{
    struct fw_text *const out = &w->cli->out.text;
    struct fw_text text;
    fw_text_init(&text);
    fw_table_write(&w->table, FW_FORMAT_CSV, &w->cli->out.style, &text);
    const char *const line = strchr(text.data, '\n');
    const size_t skip = w->headed && line != NULL ? (size_t)(line - text.data) + 1 : 0;
    fw_text_putn(out, text.data + skip, text.len - skip);
    out->failed |= !fw_text_ok(&text);
    fw_text_free(&text);
    w->headed = true;
    w->table.num_rows = 0;
}

static enum fw_status csv_row(void *ctx, size_t point, const struct fw_quantity_value *values)
{
    struct writer *const w = ctx;
    add_row(w, point, values);
    if (w->table.num_rows == CHUNK)
        flush_csv(w);
    return w->table.failed || w->cli->out.text.failed ? fw_cli_no_memory(w->cli) : FW_OK;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_cell(struct fw_json *j, const char *key, const struct fw_cell *c)
{
    if (c->kind == FW_CELL_COUNT)
        fw_json_count(j, key, c->count);
    else if (c->kind == FW_CELL_REAL)
        fw_json_real(j, key, c->real);
    else
        fw_json_string(j, key, c->text);
}

static enum fw_status json_row(void *ctx, size_t point, const struct fw_quantity_value *values)
{
    struct writer *const w = ctx;
    size_t index[FW_SWEEP_AXES];
    fw_sweep_indices(w->s, point, index);
    fw_json_object(&w->json, NULL);
    for (size_t i = 0; i < w->s->num_axes; i++)
        put_cell(&w->json, w->s->axis[i].key, &w->s->axis[i].cell[index[i]]);
    for (size_t i = 0; i < w->s->get.n; i++)
        fw_wanted_json(&w->json, w->s->get.names[i], &values[i]);
    fw_json_end(&w->json);
    return w->cli->out.text.failed ? fw_cli_no_memory(w->cli) : FW_OK;
}

static void begin_json(struct writer *w, const struct fw_answer *base)
{
    struct fw_json *const j = &w->json;
    fw_present_json(w->cli, j);
    fw_present_estimate(j, "base", base);
    fw_json_array(j, "sweep");
    for (size_t i = 0; i < w->s->num_axes; i++) {
        const struct fw_axis *const a = &w->s->axis[i];
        fw_json_object(j, NULL);
        fw_json_string(j, "key", a->key);
        fw_json_string(j, "unit", a->dim != FW_DIM_COUNT_ ? fw_dim_unit(a->dim) : "");
        fw_json_array(j, "values");
        for (size_t v = 0; v < a->n; v++)
            put_cell(j, NULL, &a->cell[v]);
        fw_json_end(j);
        fw_json_end(j);
    }
    fw_json_end(j);
    fw_json_array(j, "rows");
}

static void end_json(struct writer *w, enum fw_status status)
{
    fw_json_end(&w->json);
    fw_json_bool(&w->json, "complete", status == FW_OK);
    fw_json_end(&w->json);
}

/* ---- all ------------------------------------------------------------------------------------- */

static const char *conventions(struct fw_cli *cli, const struct fw_answer *a)
{
    const struct fw_workload *const w = &a->workload;
    return fw_arena_printf(&cli->arena, "Where it is not swept: context %llu, batch %llu, "
                           "weights %s, attention %s, LM head %s.",
                           (unsigned long long)w->context, (unsigned long long)w->batch,
                           fw_dtype_get(w->dtype)->name, fw_attention_names[w->attention],
                           fw_lm_head_names[w->lm_head]);
}

enum fw_status fw_sweep_write(struct fw_cli *cli, const struct fw_description *d,
                              const struct fw_setting *settings, size_t n,
                              const struct fw_sweep *s, const struct fw_answer *base)
{
    struct writer w = {.cli = cli, .s = s};
    enum fw_status status = FW_OK;
    const struct fw_column *const columns = make_columns(cli, s, base, &status);
    if (status != FW_OK)
        return status;
    fw_table_init(&w.table, &cli->arena, NULL, columns, num_columns(s));
    if (cli->out.format == FW_FORMAT_CSV) {
        status = fw_sweep_run(cli, d, settings, n, s, csv_row, &w);
        flush_csv(&w);
        return status;
    }
    if (cli->out.format == FW_FORMAT_JSON) {
        begin_json(&w, base);
        status = fw_sweep_run(cli, d, settings, n, s, json_row, &w);
        end_json(&w, status);
        return status;
    }
    if (s->points > FW_SWEEP_MOST_ROWS)
        return fw_fail(&cli->err, FW_USAGE, "%zu rows are no table for people (at most %d): "
                       "--csv or --json", s->points, FW_SWEEP_MOST_ROWS);
    status = fw_sweep_run(cli, d, settings, n, s, table_row, &w);
    w.table.title = fw_arena_printf(&cli->arena, "%s: %zu points",
                                    d->name != NULL ? d->name : d->id, s->points);
    w.table.note = conventions(cli, base);
    fw_output_table(&cli->out, &w.table);
    return status;
}
