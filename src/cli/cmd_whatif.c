/* cmd_whatif.c - a changed model beside the one it was, or a grid of changed models. */
#include <math.h>
#include <string.h>

#include "cli/present.h"
#include "cli/reproduce.h"
#include "cli/sweep.h"
#include "draw/canvas.h"
#include "report/say.h"

/* What a sweep gives when --get does not say. */
static const char usual_of_sweep[] = "parameters weights_bytes kv_bytes prefill_flop decode_flop";
enum { MOST_ROWS = 1000 }; /* quantities that --get may name where each is a row */

struct pair {
    struct fw_quantity_value base, changed;
};

/* ---- base and changed ------------------------------------------------------------------------ */

static enum fw_status make_answer(struct fw_cli *cli, const struct fw_description *d,
                                  const struct fw_setting *settings, size_t n,
                                  struct fw_answer *out)
{
    struct fw_case *const c = FW_NEW(&cli->arena, 1, struct fw_case);
    if (c == NULL)
        return fw_cli_no_memory(cli);
    const enum fw_status status = fw_cli_case(cli, d, settings, n, true, c);
    return status == FW_OK ? fw_cli_answer(cli, c, out) : status;
}

static bool both_exact(const struct pair *p)
{
    return p->base.exact && p->changed.exact;
}

static bool both_known(const struct pair *p)
{
    return p->base.known && p->changed.known;
}

static double real_of(const struct fw_quantity_value *v)
{
    return v->exact ? fw_count_double(v->count) : v->real;
}

static struct fw_cell raw_difference(struct fw_cli *cli, const struct pair *p)
{
    char digits[FW_COUNT_LEN];
    const fw_u128 a = p->base.count, b = p->changed.count;
    if (!both_known(p))
        return fw_cell_unknown();
    if (!both_exact(p))
        return fw_cell_real(real_of(&p->changed) - real_of(&p->base));
    (void)fw_count_text(digits, a < b ? b - a : a - b, 0);
    return fw_cell_text(fw_arena_printf(&cli->arena, "%s%s", a > b ? "-" : "", digits));
}

/* A positive value as people read it. */
static const char *size_text(struct fw_cli *cli, const struct fw_quantity_value *v)
{
    char text[96], digits[FW_COUNT_LEN];
    const struct fw_cell c = fw_wanted_shown(cli, v);
    if (c.kind == FW_CELL_COUNT) {
        const char *const unit = fw_dim_unit(c.dim);
        return fw_arena_printf(&cli->arena, "%s%s%s", fw_count_text(digits, c.count, ','),
                               unit[0] != '\0' ? " " : "", unit);
    }
    return fw_arena_strdup(&cli->arena, fw_quantity_text(text, sizeof text, c.real, c.dim,
                                                         c.digits, true));
}

/* The same for people: with a sign, 0 without. */
static struct fw_cell difference(struct fw_cli *cli, const struct pair *p)
{
    if (!both_known(p))
        return fw_cell_unknown();
    const bool exact = both_exact(p);
    const fw_u128 a = p->base.count, b = p->changed.count;
    const double real = real_of(&p->changed) - real_of(&p->base);
    const struct fw_quantity_value size = {.known = true,
                                           .exact = exact,
                                           .dim = p->base.dim,
                                           .real = fabs(real),
                                           .count = !exact ? 0 : a < b ? b - a : a - b};
    if (exact ? a == b : !(real < 0) && !(real > 0))
        return fw_cell_text("0");
    const bool negative = exact ? a > b : real < 0;
    return fw_cell_text(fw_arena_printf(&cli->arena, "%c%s", negative ? '-' : '+',
                                        size_text(cli, &size)));
}

static struct fw_cell ratio(const struct pair *p)
{
    const double base = real_of(&p->base);
    return both_known(p) && fabs(base) > 0 ? fw_cell_real(real_of(&p->changed) / base)
                                           : fw_cell_unknown();
}

static const struct fw_column columns[] = {
    {.key = "quantity", .title = "quantity"},
    {.key = "unit"},
    {.key = "base", .title = "base", .align = FW_RIGHT},
    {.key = "changed", .title = "changed", .align = FW_RIGHT},
    {.key = "difference", .title = "difference", .align = FW_RIGHT},
    {.key = "ratio", .title = "ratio", .align = FW_RIGHT, .dim = FW_DIM_NUMBER, .digits = 5},
};

static void add_row(struct fw_cli *cli, struct fw_table *t, const char *name,
                    const struct pair *p)
{
    const bool people = cli->out.format != FW_FORMAT_CSV;
    if (people && !p->base.known && !p->changed.known)
        return; /* nothing to compare */
    struct fw_cell *const row = fw_table_row(t);
    row[0] = fw_cell_text(name);
    row[1] = fw_cell_text(fw_dim_unit(p->base.dim));
    row[2] = people ? fw_wanted_shown(cli, &p->base) : fw_wanted_raw(&p->base);
    row[3] = people ? fw_wanted_shown(cli, &p->changed) : fw_wanted_raw(&p->changed);
    row[4] = people ? difference(cli, p) : raw_difference(cli, p);
    row[5] = ratio(p);
}

static void json_row(struct fw_json *j, const char *name, const struct pair *p)
{
    fw_json_object(j, NULL);
    fw_json_string(j, "quantity", name);
    fw_json_string(j, "unit", fw_dim_unit(p->base.dim));
    fw_wanted_json(j, "base", &p->base);
    fw_wanted_json(j, "changed", &p->changed);
    if (both_known(p) && both_exact(p))
        fw_json_difference(j, "difference", p->changed.count, p->base.count);
    else
        fw_json_real(j, "difference",
                     both_known(p) ? real_of(&p->changed) - real_of(&p->base) : (double)NAN);
    fw_json_real(j, "ratio", ratio(p).kind == FW_CELL_REAL ? ratio(p).real : (double)NAN);
    fw_json_end(j);
}

static enum fw_status get_pairs(struct fw_cli *cli, const struct fw_wanted *get,
                                const struct fw_answer *a, struct pair *out)
{
    enum fw_status status = FW_OK;
    for (size_t i = 0; i < get->n && status == FW_OK; i++) {
        status = fw_quantity_get(&a[0], get->names[i], &out[i].base, &cli->err);
        if (status == FW_OK)
            status = fw_quantity_get(&a[1], get->names[i], &out[i].changed, &cli->err);
    }
    return status;
}

static void write_json(struct fw_cli *cli, const struct fw_wanted *get, const struct fw_answer *a,
                       const struct fw_setting *settings, size_t n, const struct pair *pairs)
{
    struct fw_json j;
    fw_present_json(cli, &j);
    fw_json_array(&j, "set");
    for (size_t i = 0; i < n; i++) {
        fw_json_object(&j, NULL);
        fw_json_string(&j, "key", settings[i].key);
        fw_json_string(&j, "value", settings[i].value);
        fw_json_end(&j);
    }
    fw_json_end(&j);
    fw_present_estimate(&j, "base", &a[0]);
    fw_present_estimate(&j, "changed", &a[1]);
    fw_json_array(&j, "rows");
    for (size_t i = 0; i < get->n; i++)
        json_row(&j, get->names[i], &pairs[i]);
    fw_json_end(&j);
    fw_json_end(&j);
}

static const char *title(struct fw_cli *cli, const struct fw_answer *a,
                         const struct fw_setting *settings, size_t n)
{
    struct fw_say s = {.arena = &cli->arena};
    const char *text = fw_say(&s, "%s, what if", fw_say_name(a));
    for (size_t i = 0; i < n; i++)
        text = fw_say(&s, "%s%s %s=%s", text, i > 0 ? "," : "", settings[i].key,
                      settings[i].value);
    return text;
}

static const char *conventions(struct fw_cli *cli, const struct fw_answer *a)
{
    return fw_arena_printf(
        &cli->arena,
        "Base: context %llu, batch %llu; changed: context %llu, batch %llu. Attention %s, "
        "LM head %s. Left out: what is unknown on both sides.%s",
        (unsigned long long)a[0].workload.context, (unsigned long long)a[0].workload.batch,
        (unsigned long long)a[1].workload.context, (unsigned long long)a[1].workload.batch,
        fw_attention_names[a[1].workload.attention], fw_lm_head_names[a[1].workload.lm_head],
        fw_wanted_rounds(cli) ? " Six digits here, all of them with --width 120, --csv, --json."
                              : "");
}

static enum fw_status change(struct fw_cli *cli, const struct fw_description *d,
                             const struct fw_setting *settings, size_t n)
{
    struct fw_answer *const a = FW_NEW(&cli->arena, 2, struct fw_answer);
    struct fw_wanted get;
    struct fw_table t;
    if (a == NULL)
        return fw_cli_no_memory(cli);
    enum fw_status status = fw_wanted_init(cli, "all", MOST_ROWS, &get);
    if (status == FW_OK)
        status = make_answer(cli, d, NULL, 0, &a[0]);
    if (status == FW_OK)
        status = make_answer(cli, d, settings, n, &a[1]);
    if (status != FW_OK)
        return status;
    struct pair *const pairs = FW_NEW(&cli->arena, get.n, struct pair);
    if (pairs == NULL)
        return fw_cli_no_memory(cli);
    status = get_pairs(cli, &get, a, pairs);
    if (status != FW_OK)
        return status;
    if (cli->out.format == FW_FORMAT_JSON) {
        write_json(cli, &get, a, settings, n, pairs);
        return FW_OK;
    }
    fw_table_init(&t, &cli->arena, title(cli, a, settings, n), columns,
                  sizeof columns / sizeof columns[0]);
    t.note = conventions(cli, a);
    for (size_t i = 0; i < get.n; i++)
        add_row(cli, &t, get.names[i], &pairs[i]);
    fw_output_table(&cli->out, &t);
    return FW_OK;
}

/* ---- sweeps ---------------------------------------------------------------------------------- */

/* A swept key that is also a quantity is a column already. */
static void drop_keys(struct fw_sweep *s)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->get.n; i++) {
        bool key = false;
        for (size_t a = 0; a < s->num_axes; a++)
            key = key || strcmp(s->axis[a].key, s->get.names[i]) == 0;
        if (!key)
            s->get.names[kept++] = s->get.names[i];
    }
    s->get.n = kept;
}

static enum fw_status sweep(struct fw_cli *cli, const struct fw_description *d,
                            const struct fw_setting *settings, size_t n)
{
    struct fw_sweep *const s = FW_NEW(&cli->arena, 1, struct fw_sweep);
    struct fw_answer base;
    enum fw_draw_format format;
    if (s == NULL)
        return fw_cli_no_memory(cli);
    enum fw_status status = fw_sweep_parse(cli, s);
    if (status == FW_OK)
        status =
            fw_wanted_init(cli, usual_of_sweep, FW_TABLE_COLUMNS - s->num_axes, &s->get);
    if (status == FW_OK)
        status = make_answer(cli, d, settings, n, &base);
    if (status != FW_OK)
        return status;
    drop_keys(s);
    if (s->get.n == 0)
        return fw_fail(&cli->err, FW_USAGE, "--get names nothing but the swept keys");
    status = fw_draw_format_of(cli->out.path, &format)
                 ? fw_sweep_chart(cli, d, settings, n, s, &base)
                 : fw_sweep_write(cli, d, settings, n, s, &base);
    if (status == FW_INTERRUPTED && strcmp(cli->out.path, "-") != 0) {
        fw_text_clear(&cli->out.text); /* a file is whole or not there */
        cli->out.path = "-";
        cli->out.format = FW_FORMAT_TEXT;
        fw_diags_note(&cli->diags, FW_WARNING, "nothing was written to the file");
    }
    return status;
}

enum fw_status fw_cmd_whatif(struct fw_cli *cli)
{
    const struct fw_description *d = NULL;
    const struct fw_setting *settings = NULL;
    enum fw_draw_format format;
    size_t n = 0, models = 0;
    const bool swept = cli->opts.val[FW_O_sweep].given;
    enum fw_status status = fw_cli_descriptions(cli, 0, 1, 1, &d, &models);
    if (status == FW_OK)
        status = fw_cli_settings(cli, &settings, &n);
    if (status != FW_OK)
        return status;
    if (n == 0 && !swept) {
        (void)fw_fail(&cli->err, FW_USAGE, "whatif needs --set KEY=VALUE or --sweep KEY=VALUES");
        return fw_err_hint(&cli->err, "flopwatt whatif llama-3-8b --set num_key_value_heads=32");
    }
    if (!swept && fw_draw_format_of(cli->out.path, &format))
        return fw_fail(&cli->err, FW_USAGE, "a chart needs --sweep");
    status = swept ? sweep(cli, d, settings, n) : change(cli, d, settings, n);
    if (status == FW_OK)
        fw_reproduce_print(cli);
    return status;
}
