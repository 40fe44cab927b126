/* views_training.c - a training run: what was stated, what follows, and whether it adds up. */
#include <math.h>
#include <string.h>

#include "core/explain.h"
#include "report/training_parts.h"

static const struct fw_column columns[] = {
    {"quantity", "Quantity", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"value", "Value", NULL, FW_RIGHT, FW_DIM_NUMBER, 4},
    {"unit", NULL, NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"origin", "Origin", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"disclosed", "Disclosed", NULL, FW_RIGHT, FW_DIM_NUMBER, 0},
    {"difference", "Difference", NULL, FW_RIGHT, FW_DIM_RATIO, 3},
    {"how", "How", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

/* Facts in the order in which one follows from the other. */
static const enum fw_fact order[] = {
    FW_FACT_devices,
    FW_FACT_time,
    FW_FACT_device_hours,
    FW_FACT_flop_per_s,
    FW_FACT_peak,
    FW_FACT_mfu,
    FW_FACT_power,
    FW_FACT_energy_chip,
    FW_FACT_host_factor,
    FW_FACT_energy_it,
    FW_FACT_pue,
    FW_FACT_energy_facility,
    FW_FACT_intensity,
    FW_FACT_intensity_chip,
    FW_FACT_emissions,
    FW_FACT_idle_energy,
    FW_FACT_idle_emissions,
    FW_FACT_embodied,
    FW_FACT_price,
    FW_FACT_cost,
};

/* As many digits as a stated value has (up to 9), four for what was derived. */
static int digits_of(double value, enum fw_dim dim, enum fw_origin origin)
{
    if (origin == FW_DERIVED || !(value > 0))
        return 4;
    const double shown = dim == FW_DIM_ENERGY ? value / FW_KWH
                         : dim == FW_DIM_TIME ? value / 86400
                                              : value;
    for (int digits = 3; digits < 9; digits++) {
        const double unit = pow(10, floor(log10(shown)) + 1 - digits);
        if (fabs(round(shown / unit) * unit - shown) <= 1e-9 * shown)
            return digits;
    }
    return 4; /* carried over from a derivation: nobody stated it */
}

static struct fw_cell *put(struct fw_table *t, const char *quantity, struct fw_cell value,
                           const char *origin, const char *how)
{
    struct fw_cell *c = fw_table_row(t);
    c[0] = fw_cell_text(quantity);
    c[1] = value;
    if (value.has_dim)
        c[2] = fw_cell_text(fw_dim_unit(value.dim));
    c[3] = fw_cell_text(origin);
    c[6] = fw_cell_text(how);
    return c;
}

static const char *link_text(struct fw_table *t, const struct fw_chain *c, enum fw_fact fact)
{
    struct fw_text text;
    fw_text_init(&text);
    fw_explain_link(c, fact, &text);
    if (fact == FW_FACT_devices && !isnan(c->devices_exact))
        fw_text_printf(&text, ", %.6g rounded up", c->devices_exact);
    if (text.len == 0)
        fw_text_put(&text, fw_fact_table[fact].meaning);
    return fw_view_text(t, &text);
}

/* ---- work ------------------------------------------------------------------------------------ */

static void put_flop(struct fw_table *t, const struct fw_answer *a, enum fw_rule rule)
{
    const struct fw_train_result *r = &a->training;
    const struct fw_eq_info *row = &fw_eq_table[fw_rule_table[rule].eq];
    const char *how = fw_view_printf(t, "%s: %s", row->text, row->meaning);
    if (rule == FW_RULE_6NT)
        how = fw_view_printf(t, "6 N T = 6 x %s x %s", fw_view_count(t, r->parameters),
                             fw_view_count(t, r->tokens));
    struct fw_cell *c = put(t, fw_view_printf(t, "flop (%s)", fw_rule_table[rule].name),
                            fw_cell_count_in(r->flop[rule], FW_DIM_FLOP), "derived", how);
    for (size_t i = 0; i < COLUMNS; i++)
        c[i].strong = rule == FW_RULE_6NT;
}

static void put_work(struct fw_table *t, const struct fw_answer *a)
{
    const struct fw_train_result *r = &a->training;
    const struct fw_training *stated = &a->description->training;
    const bool disclosed = stated->present && stated->tokens == r->tokens;
    if (r->tokens == 0) {
        (void)put(t, "tokens", fw_cell_unknown(), NULL, fw_fact_table[FW_FACT_tokens].meaning);
        return;
    }
    (void)put(t, "tokens", fw_cell_count(r->tokens),
              r->tokens_derived ? "derived"
              : disclosed       ? "disclosed"
                                : "given",
              r->tokens_derived ? "what the FLOP suffice for"
                                : fw_fact_table[FW_FACT_tokens].meaning);
    put_flop(t, a, FW_RULE_6NT);
    if (a->rule != FW_RULE_6NT)
        put_flop(t, a, a->rule);
}

/* ---- facts ----------------------------------------------------------------------------------- */

static struct fw_cell fact_cell(double value, enum fw_dim dim, int digits)
{
    if (dim == FW_DIM_COUNT && value < 0x1p64 && !(floor(value) < value))
        return fw_cell_count((fw_u128)value); /* devices are whole */
    return fw_cell_qty(value, dim, digits);
}

static void put_fact(struct fw_table *t, const struct fw_answer *a, enum fw_fact f)
{
    const struct fw_chain *c = &a->training.chain;
    const enum fw_dim dim = fw_fact_table[f].dim;
    const enum fw_origin origin = c->origin[f];
    const bool hfu = f == FW_FACT_mfu && fw_rule_table[a->rule].hardware;
    const bool stated = !isnan(c->check[f]);
    if (isnan(c->val[f]))
        return;
    /* As many digits as what it is compared with. */
    const int digits = digits_of(c->val[f], dim, origin);
    const int other = stated ? digits_of(c->check[f], dim, FW_DISCLOSED) : 0;
    struct fw_cell *row = put(t, hfu ? "hfu" : fw_fact_table[f].id,
                              fact_cell(c->val[f], dim, digits > other ? digits : other),
                              fw_origin_name(origin), link_text(t, c, f));
    if (!stated)
        return;
    row[4] = fact_cell(c->check[f], dim, other);
    if (c->check[f] > 0)
        row[5] = fw_cell_real(c->val[f] / c->check[f] - 1);
}

/* HFU of the rules that count recomputation, beside the MFU. */
static void put_uses(struct fw_table *t, const struct fw_answer *a)
{
    const struct fw_train_result *r = &a->training;
    for (int i = 0; i < FW_RULE_COUNT; i++) {
        const enum fw_rule rule = (enum fw_rule)i;
        const double use = fw_training_use(r, rule);
        const bool mfu = rule == FW_RULE_6NT && fw_rule_table[a->rule].hardware;
        const bool hfu =
            fw_rule_table[i].hardware && rule != a->rule && fw_training_length_known(a);
        if (isnan(use) || (!mfu && !hfu))
            continue;
        (void)put(t, fw_view_printf(t, "%s (%s)", mfu ? "mfu" : "hfu", fw_rule_table[i].name),
                  fw_cell_qty(use, FW_DIM_RATIO, 4), "derived",
                  fw_eq_table[fw_rule_table[i].eq].meaning);
    }
}

static void put_quoted(struct fw_table *t, const struct fw_answer *a)
{
    const struct fw_train_result *r = &a->training;
    if (isnan(r->intensity))
        return;
    const char *const boundary = fw_boundary_name(r->boundary);
    struct fw_cell *c =
        put(t, "emissions per kWh quoted", fw_cell_qty(r->intensity, FW_DIM_INTENSITY, 4),
            "derived", fw_view_printf(t, "emissions / energy at the boundary '%s'", boundary));
    for (size_t i = 0; i < COLUMNS; i++)
        c[i].strong = true;
}

/* ---- notes ----------------------------------------------------------------------------------- */

/* Emissions over the energy of the devices hold what stands between device and grid. */
static void note_pue(const struct fw_chain *c, struct fw_text *out)
{
    const double *val = c->val;
    const double pue = val[FW_FACT_pue], host = val[FW_FACT_host_factor];
    const double per_kWh = val[FW_FACT_emissions] / (val[FW_FACT_energy_chip] / FW_KWH);
    if (!(per_kWh > 0) || !(pue > 1))
        return;
    const bool has_host = host > 1;
    fw_text_printf(out, "%.4g kg/kWh = PUE %g", per_kWh, pue);
    if (has_host)
        fw_text_printf(out, " x host factor %g", host);
    fw_text_printf(out,
                   " x %.4g: emissions over the energy of the devices already hold the PUE, "
                   "do not apply it again.\n",
                   per_kWh / pue / (has_host ? host : 1));
}

static const char *source_text(const struct fw_description *d, const char *id)
{
    for (size_t i = 0; id != NULL && i < d->num_sources; i++)
        if (d->sources[i].id != NULL && strcmp(d->sources[i].id, id) == 0)
            return d->sources[i].text;
    return id;
}

static const char *notes(struct fw_table *t, const struct fw_answer *a)
{
    static const char *const meaning[] = {
        [FW_BOUNDARY_UNKNOWN] = "not stated",
        [FW_BOUNDARY_CHIP] = "the devices alone",
        [FW_BOUNDARY_IT] = "devices and host",
        [FW_BOUNDARY_FACILITY] = "the facility, PUE included",
    };
    const struct fw_train_result *r = &a->training;
    const struct fw_training *stated = &a->description->training;
    struct fw_text out;
    fw_text_init(&out);
    fw_text_printf(&out,
                   "MFU: useful FLOP by the rule %s over device-hours x dense peak (%s), "
                   "whole run. Sequences of %s tokens%s.\n",
                   fw_rule_table[a->rule].name, fw_dtype_get(r->dtype)->name,
                   fw_view_count(t, r->sequence_length), fw_training_length_text(a));
    if (!isnan(r->energy_J)) {
        char kWh[64];
        (void)fw_quantity_text(kWh, sizeof kWh, r->energy_J, FW_DIM_ENERGY, 6, false);
        fw_text_printf(&out, "Energy quoted: %s, boundary '%s' (%s).\n", kWh,
                       fw_boundary_name(r->boundary), meaning[r->boundary]);
    }
    note_pue(&r->chain, &out);
    if (!isnan(fw_training_all_emissions(r)))
        fw_text_put(&out, "Emissions of use, idle nodes and manufacture are separate lines.\n");
    if (stated->present && source_text(a->description, stated->source) != NULL)
        fw_text_printf(&out, "Source: %s\n", source_text(a->description, stated->source));
    if (stated->present && stated->note != NULL)
        fw_text_printf(&out, "%s\n", stated->note);
    if (out.len > 0 && fw_text_ok(&out))
        out.data[--out.len] = '\0';
    return fw_view_text(t, &out);
}

void fw_view_training(const struct fw_answer *a, struct fw_table *out, struct fw_arena *arena)
{
    fw_table_init(out, arena, NULL, columns, COLUMNS);
    out->title = fw_view_printf(out, "%s: training", fw_answer_name(a));
    if (!a->has_training) {
        out->note = "Nothing is known about the training run.";
        return;
    }
    put_work(out, a);
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        put_fact(out, a, order[i]);
        if (order[i] == FW_FACT_mfu)
            put_uses(out, a);
        if (order[i] == FW_FACT_emissions)
            put_quoted(out, a);
    }
    const double all = fw_training_all_emissions(&a->training);
    if (!isnan(all))
        (void)put(out, "emissions in all", fw_cell_qty(all, FW_DIM_MASS, 4), "derived",
                  "use + idle + embodied, as far as known");
    out->note = notes(out, a);
}
