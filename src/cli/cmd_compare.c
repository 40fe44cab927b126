/* cmd_compare.c - models side by side under one workload and one set of conventions. */
#include <math.h>

#include "cli/present.h"
#include "cli/wanted.h"
#include "report/say.h"

/* A table has room for the name, the unit, n models and n - 1 ratios. */
enum { MODELS = (FW_TABLE_COLUMNS - 4) / 2, MOST_ROWS = 1000 };

/* What --within looks at when --get does not say. */
static const char usual[] =
    "parameters weights_bytes kv_bytes_per_token kv_bytes prefill_flop decode_flop";

struct line {
    const char *name;
    struct fw_quantity_value *v; /* (models) */
    double difference;           /* the largest to the first, relative; NaN = cannot be told */
    bool within;
};

/* ---- answers --------------------------------------------------------------------------------- */

/* Without --context that of the first model holds for all: figures of different contexts side by
 * side would compare nothing. */
static enum fw_status make_answers(struct fw_cli *cli, struct fw_answer **out, size_t *n)
{
    const struct fw_description *d = NULL;
    enum fw_status status = fw_cli_descriptions(cli, 0, 2, MODELS, &d, n);
    if (status != FW_OK)
        return status;
    struct fw_case *const cases = FW_NEW(&cli->arena, *n, struct fw_case);
    struct fw_answer *const a = FW_NEW(&cli->arena, *n, struct fw_answer);
    if (cases == NULL || a == NULL)
        return fw_cli_no_memory(cli);
    bool chosen = false;
    for (size_t i = 0; i < *n && status == FW_OK; i++) {
        status = fw_cli_case_of(cli, &d[i], true, &cases[i]);
        if (status == FW_OK && i > 0 && cases[i].workload.context == 0) {
            cases[i].workload.context = a[0].workload.context;
            chosen = true;
        }
        if (status == FW_OK)
            status = fw_cli_answer(cli, &cases[i], &a[i]);
    }
    if (chosen && status == FW_OK)
        fw_diags_note(&cli->diags, FW_NOTE, "context %llu for all models, that of %s; --context "
                      "chooses another", (unsigned long long)a[0].workload.context,
                      fw_say_name(&a[0]));
    *out = a;
    return status;
}

/* ---- quantities ------------------------------------------------------------------------------ */

static double real_of(const struct fw_quantity_value *v)
{
    return v->exact ? fw_count_double(v->count) : v->real;
}

/* |b - a| / a; counts are subtracted exactly. */
static double distance(const struct fw_quantity_value *a, const struct fw_quantity_value *b)
{
    if (!a->known || !b->known)
        return (double)NAN;
    const double base = fabs(real_of(a));
    const double d = a->exact && b->exact
                         ? fw_count_double(a->count > b->count ? a->count - b->count
                                                               : b->count - a->count)
                         : fabs(real_of(b) - real_of(a));
    if (base > 0)
        return d / base;
    return d > 0 ? HUGE_VAL : 0;
}

static double ratio(const struct fw_quantity_value *a, const struct fw_quantity_value *b)
{
    return a->known && b->known && fabs(real_of(a)) > 0 ? real_of(b) / real_of(a) : (double)NAN;
}

static enum fw_status get_lines(struct fw_cli *cli, const struct fw_wanted *get,
                                const struct fw_answer *a, size_t n, struct line **out)
{
    const double tolerance = cli->opts.val[FW_O_within].q.value;
    struct line *const lines = FW_NEW(&cli->arena, get->n, struct line);
    struct fw_quantity_value *const v =
        FW_NEW(&cli->arena, get->n * n, struct fw_quantity_value);
    enum fw_status status = FW_OK;
    if (lines == NULL || v == NULL)
        return fw_cli_no_memory(cli);
    for (size_t q = 0; q < get->n && status == FW_OK; q++) {
        struct line *const l = &lines[q];
        *l = (struct line){.name = get->names[q], .v = v + q * n, .within = true};
        for (size_t i = 0; i < n && status == FW_OK; i++) {
            status = fw_quantity_get(&a[i], l->name, &l->v[i], &cli->err);
            const double d = distance(&l->v[0], &l->v[i]);
            l->difference = isnan(d) || d > l->difference ? d : l->difference;
            l->within = l->within && d <= tolerance;
        }
    }
    *out = lines;
    return status;
}

static bool all_within(const struct line *lines, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!lines[i].within)
            return false;
    return true;
}

/* ---- tables ---------------------------------------------------------------------------------- */

static const struct fw_column *make_columns(struct fw_cli *cli, const struct fw_answer *a,
                                            size_t n, size_t *count)
{
    const bool verdict = cli->opts.val[FW_O_within].given;
    struct fw_column *const columns = FW_NEW(&cli->arena, 2 * n + 3, struct fw_column);
    struct fw_say s = {.arena = &cli->arena};
    size_t c = 0;
    if (columns == NULL)
        return NULL;
    columns[c++] = (struct fw_column){.key = "quantity", .title = "quantity"};
    columns[c++] = (struct fw_column){.key = "unit"};
    for (size_t i = 0; i < n; i++)
        columns[c++] = (struct fw_column){.key = fw_say(&s, "model_%zu", i + 1),
                                          .title = fw_say_name(&a[i]), .align = FW_RIGHT};
    for (size_t i = 1; i < n; i++)
        columns[c++] = (struct fw_column){
            .key = fw_say(&s, "ratio_%zu", i + 1), .align = FW_RIGHT, .dim = FW_DIM_NUMBER,
            .title = n > 2 ? fw_say(&s, "ratio %zu", i + 1) : "ratio", .digits = 5};
    if (verdict)
        columns[c++] = (struct fw_column){.key = "within", .title = "within"};
    *count = c;
    return s.failed ? NULL : columns;
}

static enum fw_status write_lines(struct fw_cli *cli, const struct fw_answer *a, size_t n,
                                  const struct line *lines, size_t num_lines)
{
    const bool csv = cli->out.format == FW_FORMAT_CSV;
    struct fw_table t;
    size_t count = 0;
    const struct fw_column *const columns = make_columns(cli, a, n, &count);
    if (columns == NULL)
        return fw_cli_no_memory(cli);
    fw_table_init(&t, &cli->arena, NULL, columns, count);
    for (size_t q = 0; q < num_lines; q++) {
        const struct line *const l = &lines[q];
        struct fw_cell *c = fw_table_row(&t);
        *c++ = fw_cell_text(l->name);
        *c++ = fw_cell_text(fw_dim_unit(l->v[0].dim));
        for (size_t i = 0; i < n; i++)
            *c++ = csv ? fw_wanted_raw(&l->v[i]) : fw_wanted_shown(cli, &l->v[i]);
        for (size_t i = 1; i < n; i++)
            *c++ = fw_cell_real(ratio(&l->v[0], &l->v[i]));
        if (cli->opts.val[FW_O_within].given)
            *c++ = fw_cell_bool(l->within);
    }
    t.note = fw_arena_printf(
        &cli->arena, "Context %llu, batch %llu, attention %s, LM head %s. Ratios are to the "
        "first model.%s", (unsigned long long)a[0].workload.context,
        (unsigned long long)a[0].workload.batch, fw_attention_names[a[0].workload.attention],
        fw_lm_head_names[a[0].workload.lm_head],
        fw_wanted_rounds(cli) ? " Six digits of large counts; --width 120, --csv, --json: all."
                              : "");
    fw_output_table(&cli->out, &t);
    return FW_OK;
}

/* What a model chose is a word or a size. */
static void put_cell(struct fw_text *out, const struct fw_cell *c)
{
    if (c->kind == FW_CELL_COUNT)
        fw_text_count(out, c->count, ',');
    else
        fw_text_put(out, c->kind == FW_CELL_TEXT ? c->text : "unknown");
}

/* Terminals are too narrow for change, from, to and effect side by side: what changed on one
 * line, each effect on a line below. */
static void write_design_text(struct fw_cli *cli, const struct fw_table *design)
{
    static const struct fw_column columns[] = {{.title = "change"},
                                                {.title = "from -> to, effect"}};
    enum { CHANGE, FROM, TO, EFFECT, COLUMNS };
    struct fw_table t;
    fw_table_init(&t, &cli->arena, design->title, columns, 2);
    for (size_t r = 0; r < design->num_rows && design->num_columns == COLUMNS; r++) {
        const struct fw_cell *const from = design->cells + r * COLUMNS;
        struct fw_cell *const row = fw_table_row(&t);
        struct fw_text text;
        fw_text_init(&text);
        put_cell(&text, &from[FROM]);
        fw_text_put(&text, " -> ");
        put_cell(&text, &from[TO]);
        fw_text_putc(&text, '\n');
        const char *const effect = from[EFFECT].kind == FW_CELL_TEXT ? from[EFFECT].text : "";
        for (const char *p = effect; *p != '\0'; p++)
            if (p[0] == ';' && p[1] == ' ') {
                fw_text_putc(&text, '\n');
                p++;
            } else {
                fw_text_putc(&text, *p);
            }
        row[0] = from[CHANGE];
        row[1] = fw_cell_text(fw_arena_strdup(&cli->arena, text.data));
        t.failed |= !fw_text_ok(&text) || row[1].kind == FW_CELL_EMPTY;
        fw_text_free(&text);
    }
    t.note = design->note;
    t.failed |= design->failed;
    fw_output_table(&cli->out, &t);
}

/* The changes lead to the first model, which is the subject here as it is in reports. */
static void write_views(struct fw_cli *cli, const struct fw_answer *a, size_t n)
{
    struct fw_table t;
    fw_view_compare(a, n, &t, &cli->arena);
    fw_output_table(&cli->out, &t);
    for (size_t i = 1; i < n && cli->out.format != FW_FORMAT_CSV; i++) {
        fw_view_design(&a[i], &a[0], &t, &cli->arena);
        if (cli->out.format == FW_FORMAT_TEXT)
            write_design_text(cli, &t);
        else
            fw_output_table(&cli->out, &t);
    }
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_within(struct fw_cli *cli, struct fw_json *j, const struct line *lines, size_t n)
{
    fw_json_object(j, "within");
    fw_json_real(j, "tolerance", cli->opts.val[FW_O_within].q.value);
    fw_json_bool(j, "holds", all_within(lines, n));
    fw_json_array(j, "quantities");
    for (size_t i = 0; i < n; i++) {
        fw_json_object(j, NULL);
        fw_json_string(j, "quantity", lines[i].name);
        fw_json_real(j, "largest_difference", lines[i].difference);
        fw_json_bool(j, "within", lines[i].within);
        fw_json_end(j);
    }
    fw_json_end(j);
    fw_json_end(j);
}

/* ratios: for each quantity the value of every model over that of the first. */
static void write_json(struct fw_cli *cli, const struct fw_answer *a, size_t n,
                       const struct line *ratios, size_t num_ratios, const struct line *lines,
                       size_t num_lines)
{
    struct fw_json j;
    struct fw_table t;
    fw_present_json(cli, &j);
    fw_json_array(&j, "models");
    for (size_t i = 0; i < n; i++)
        fw_present_estimate(&j, NULL, &a[i]);
    fw_json_end(&j);
    fw_json_object(&j, "ratios");
    for (size_t q = 0; q < num_ratios; q++) {
        fw_json_array(&j, ratios[q].name);
        for (size_t i = 0; i < n; i++)
            fw_json_real(&j, NULL, ratio(&ratios[q].v[0], &ratios[q].v[i]));
        fw_json_end(&j);
    }
    fw_json_end(&j);
    fw_json_array(&j, "design");
    for (size_t i = 1; i < n; i++) {
        fw_view_design(&a[i], &a[0], &t, &cli->arena);
        fw_table_json(&t, &j, NULL);
    }
    fw_json_end(&j);
    if (cli->opts.val[FW_O_within].given)
        put_within(cli, &j, lines, num_lines);
    fw_json_end(&j);
}

/* ---- command --------------------------------------------------------------------------------- */

enum fw_status fw_cmd_compare(struct fw_cli *cli)
{
    const bool within = cli->opts.val[FW_O_within].given, get = cli->opts.val[FW_O_get].given;
    struct fw_answer *a = NULL;
    struct fw_wanted wanted, all;
    struct line *lines = NULL, *ratios = NULL;
    size_t n = 0;
    enum fw_status status = make_answers(cli, &a, &n);
    if (status == FW_OK)
        status = fw_wanted_init(cli, usual, MOST_ROWS, &wanted);
    if (status == FW_OK)
        status = fw_wanted_init(cli, "all", MOST_ROWS, &all);
    if (status == FW_OK)
        status = get_lines(cli, &wanted, a, n, &lines);
    if (status == FW_OK)
        status = get_lines(cli, &all, a, n, &ratios);
    if (status != FW_OK)
        return status;
    if (cli->out.format == FW_FORMAT_JSON)
        write_json(cli, a, n, ratios, all.n, lines, wanted.n);
    else if (within || get)
        status = write_lines(cli, a, n, lines, wanted.n);
    else
        write_views(cli, a, n);
    return status == FW_OK && within && !all_within(lines, wanted.n) ? FW_NO : status;
}
