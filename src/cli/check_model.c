/* check_model.c - a model: sources, published counts, a training run that adds up. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/check.h"
#include "report/bibliography.h"

const struct fw_column fw_check_published_columns[FW_CHECK_PUBLISHED_COLUMNS] = {
    {.key = "model", .title = "model"},
    {.key = "quantity", .title = "quantity"},
    {.key = "derived", .title = "derived", .align = FW_RIGHT},
    {.key = "published", .title = "published", .align = FW_RIGHT},
    {.key = "difference", .title = "difference", .align = FW_RIGHT},
    {.key = "digits"},
    {.key = "agrees", .title = "agrees"},
    {.key = "equation"},
    {.key = "source"},
    {.key = "convention", .title = "convention"},
};

/* ---- sources --------------------------------------------------------------------------------- */

static void check_source(struct fw_check *c, const struct fw_description *d, const char *section,
                         const char *id)
{
    if (id == NULL)
        fw_check_find(c, FW_ERROR, d->path, "%s has no source", section);
    else if (!fw_check_has_source(d->sources, d->num_sources, id) &&
             fw_bibliography_find(id) == NULL)
        fw_check_find(c, FW_ERROR, d->path, "%s: there is no source %s", section, id);
}

static bool is_named(const char *id, const char *named)
{
    return named != NULL && strcmp(id, named) == 0;
}

static bool is_used(const struct fw_description *d, const char *id)
{
    if (is_named(id, d->arch_source) || is_named(id, d->training.source) ||
        fw_check_mentions(d->note, id) || fw_check_mentions(d->training.note, id))
        return true;
    for (size_t i = 0; i < d->num_published; i++)
        if (is_named(id, d->published[i].source) || fw_check_mentions(d->published[i].note, id))
            return true;
    return false;
}

static void check_sources(struct fw_check *c, const struct fw_description *d)
{
    check_source(c, d, "architecture", d->arch_source);
    if (d->training.present)
        check_source(c, d, "training", d->training.source);
    for (size_t i = 0; i < d->num_published; i++)
        check_source(c, d, d->published[i].quantity, d->published[i].source);
    for (size_t i = 0; i < d->num_sources; i++) {
        const struct fw_source *const s = &d->sources[i];
        if (!s->inherited && !is_used(d, s->id))
            fw_check_find(c, FW_NOTE, d->path, "the source %s is not used", s->id);
        if (s->unverified)
            fw_check_unverified(c, "model", d->id,
                                fw_arena_printf(&c->cli->arena, "source %s", s->id));
    }
}

/* ---- published against derived --------------------------------------------------------------- */

static fw_u128 row(const struct fw_answer *a, enum fw_eq eq)
{
    return a->estimate.model[eq];
}

/* What a published quantity is in terms of the equations. */
static bool derive(const struct fw_answer *a, const char *quantity, fw_u128 *value,
                   const char **equation)
{
    static const struct {
        const char *quantity, *equation;
    } list[] = {
        {"parameters", "N"},
        {"active_parameters", "N_active"},
        {"layer_parameters", "P_layer"},
        {"parameters_without_embedding", "P_layers + P_embed_norm + P_final_norm"},
        {"kv_bytes_per_token", "KV_token"},
    };
    const fw_u128 values[] = {
        row(a, FW_EQ_N),
        row(a, FW_EQ_N_active),
        a->estimate.layer[0][FW_LEQ_P_layer],
        row(a, FW_EQ_P_layers) + row(a, FW_EQ_P_embed_norm) + row(a, FW_EQ_P_final_norm),
        row(a, FW_EQ_KV_token),
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        if (strcmp(quantity, list[i].quantity) == 0) {
            *value = values[i];
            *equation = list[i].equation;
            return true;
        }
    return false;
}

/* To so many significant digits, halves upwards. */
static fw_u128 rounded(fw_u128 value, int digits)
{
    fw_u128 unit = 1, most = 1;
    for (int i = 0; i < digits; i++)
        most *= 10;
    while (value / unit >= most)
        unit *= 10;
    return (value + unit / 2) / unit * unit;
}

/* Exact digits with their sign, grouped for people. */
static const char *signed_text(struct fw_check *c, fw_u128 a, fw_u128 b)
{
    const enum fw_format format = c->cli->out.format;
    const bool people = format != FW_FORMAT_CSV && format != FW_FORMAT_JSON;
    char digits[FW_COUNT_LEN];
    (void)fw_count_text(digits, a < b ? b - a : a - b, people ? ',' : 0);
    return fw_arena_printf(&c->cli->arena, "%s%s", a < b ? "-" : a > b && people ? "+" : "",
                           digits);
}

static void check_published(struct fw_check *c, const struct fw_answer *a,
                            const struct fw_published *p)
{
    const struct fw_description *const d = a->description;
    const char *equation = "";
    fw_u128 value = 0;
    if (!derive(a, p->quantity, &value, &equation)) {
        fw_check_find(c, FW_ERROR, d->path, "nothing to compare %s with", p->quantity);
        return;
    }
    const bool agrees = p->digits > 0
                            ? rounded(value, p->digits) == rounded(p->value, p->digits)
                            : value == p->value;
    struct fw_cell *cell = fw_table_row(&c->published);
    *cell++ = fw_cell_text(d->id);
    *cell++ = fw_cell_text(p->quantity);
    *cell++ = fw_cell_count(value);
    *cell++ = fw_cell_count(p->value);
    *cell++ = fw_cell_text(signed_text(c, value, p->value));
    *cell++ = p->digits > 0 ? fw_cell_count((fw_u128)p->digits) : fw_cell_empty();
    *cell++ = fw_cell_text(!agrees         ? "NO"
                           : p->digits > 0 ? fw_arena_printf(&c->cli->arena, "to %d digits",
                                                             p->digits)
                                           : "exactly");
    *cell++ = fw_cell_text(equation);
    *cell++ = fw_cell_text(p->source);
    *cell++ = fw_cell_text(p->note);
    c->exact += agrees && p->digits == 0 ? 1 : 0;
    c->rounded += agrees && p->digits > 0 ? 1 : 0;
    if (!agrees)
        fw_check_find(c, FW_ERROR, d->path, "%s: derived and published differ by %s", p->quantity,
                      signed_text(c, value, p->value));
}

/* ---- training run ---------------------------------------------------------------------------- */

static void check_run(struct fw_check *c, const struct fw_answer *a)
{
    static const double tolerance = 0.01;
    const struct fw_chain *const chain = &a->training.chain;
    c->runs++;
    for (int f = 0; f < FW_FACT_COUNT; f++) {
        if (isnan(chain->check[f]))
            continue;
        const enum fw_dim dim = fw_fact_table[f].dim;
        const double difference = chain->val[f] / chain->check[f] - 1;
        const bool agrees = fabs(difference) <= tolerance;
        struct fw_cell *const cell = fw_table_row(&c->training);
        cell[0] = fw_cell_text(a->description->id);
        cell[1] = fw_cell_text(fw_fact_table[f].id);
        cell[2] = fw_cell_text(fw_dim_unit(dim));
        cell[3] = fw_cell_qty(chain->check[f], dim, 4);
        cell[4] = fw_cell_qty(chain->val[f], dim, 4);
        cell[5] = fw_cell_real(difference);
        cell[6] = fw_cell_bool(agrees);
        c->agreeing += agrees ? 1 : 0;
        if (!agrees)
            fw_check_find(c, FW_ERROR, a->description->path,
                          "training.%s does not follow from the rest: %+.1f %%",
                          fw_fact_table[f].id, 100 * difference);
    }
}

/* ---- all ------------------------------------------------------------------------------------- */

/* Warnings of the evaluation, but for those that the table of training runs shows. */
static void keep_warnings(struct fw_check *c, const struct fw_diags *d, const char *path)
{
    for (size_t i = 0; i < d->count; i++)
        if (d->list[i].severity == FW_WARNING && strstr(d->list[i].err.msg, "disclosed") == NULL)
            fw_check_find(c, FW_WARNING, path, "%s", d->list[i].err.msg);
}

enum fw_status fw_check_model(struct fw_check *c, const char *path)
{
    struct fw_cli *const cli = c->cli;
    const struct fw_catalogue *cat = NULL;
    struct fw_description *const d = FW_NEW(&cli->arena, 1, struct fw_description);
    struct fw_diags *const before = FW_NEW(&cli->arena, 1, struct fw_diags);
    struct fw_case k;
    struct fw_answer a;
    if (d == NULL || before == NULL)
        return fw_cli_no_memory(cli);
    const size_t errors = cli->diags.errors;
    enum fw_status status = fw_cli_catalogue(cli, &cat);
    if (status == FW_OK)
        status = fw_description_load(cat, path, &cli->arena, &cli->diags, d, &cli->err);
    /* What the evaluation has to say becomes findings, not messages. */
    *before = cli->diags;
    fw_diags_init(&cli->diags);
    if (status == FW_OK)
        status = fw_cli_case(cli, d, NULL, 0, true, &k);
    if (status == FW_OK)
        status = fw_cli_answer(cli, &k, &a);
    if (status == FW_OK)
        keep_warnings(c, &cli->diags, path);
    cli->diags = *before;
    if (status == FW_SYSTEM)
        return status;
    if (status != FW_OK) {
        fw_check_unreadable(c, errors);
        return FW_OK;
    }
    c->models++;
    check_sources(c, d);
    for (size_t i = 0; i < d->num_published; i++)
        check_published(c, &a, &d->published[i]);
    if (d->training.present && a.has_training)
        check_run(c, &a);
    return FW_OK;
}
