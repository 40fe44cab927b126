/* story_train.c - section: the training run, from tokens to CO2eq. */
#include <math.h>
#include <string.h>

#include "core/explain.h"
#include "report/story_parts.h"
#include "report/training_parts.h"

/* ---- the chain, step by step ----------------------------------------------------------------- */

/* The order in which one follows from the other. */
static const enum fw_fact order[] = {
    FW_FACT_devices,      FW_FACT_time,
    FW_FACT_device_hours, FW_FACT_flop_per_s,
    FW_FACT_peak,         FW_FACT_mfu,
    FW_FACT_power,        FW_FACT_energy_chip,
    FW_FACT_host_factor,  FW_FACT_energy_it,
    FW_FACT_pue,          FW_FACT_energy_facility,
    FW_FACT_intensity,    FW_FACT_intensity_chip,
    FW_FACT_emissions,
};

/* In the units in which the links of the chain hold, so that the numbers can be checked. */
static const char *operand(struct fw_story *s, const struct fw_chain *c, enum fw_fact f)
{
    const enum fw_dim dim = fw_fact_table[f].dim;
    const bool plain = dim == FW_DIM_ENERGY || dim == FW_DIM_MASS || dim == FW_DIM_TIME;
    if (dim == FW_DIM_COUNT)
        return fw_say_short(&s->say, c->val[f], FW_DIM_NUMBER, 9);
    if (!plain)
        return fw_say_short(&s->say, c->val[f], dim, 6);
    return fw_say(&s->say, "%s %s", fw_say_short(&s->say, c->val[f], FW_DIM_NUMBER, 6),
                  dim == FW_DIM_ENERGY ? "J"
                  : dim == FW_DIM_MASS ? "kg"
                                       : "s");
}

/* The link turned to the side that was solved for, with numbers. */
static const char *numbers_of(struct fw_story *s, const struct fw_chain *c, enum fw_fact f)
{
    const struct fw_link_info *const l = &fw_link_table[c->link[f]];
    const bool factor = l->factor < 1 || l->factor > 1;
    const char *const front = factor ? fw_say(&s->say, "%s × ", l->factor_text) : "";
    if (f == l->result)
        return fw_say(&s->say, "%s%s × %s", front, operand(s, c, l->a), operand(s, c, l->b));
    const enum fw_fact other = f == l->a ? l->b : l->a;
    return fw_say(&s->say, factor ? "%s / (%s%s)" : "%s / %s%s", operand(s, c, l->result), front,
                  operand(s, c, other));
}

/* The right side of the link's text, with × for x. */
static const char *symbols_of(struct fw_story *s, const struct fw_chain *c, enum fw_fact f)
{
    struct fw_text raw, text;
    fw_text_init(&raw);
    fw_text_init(&text);
    fw_explain_link(c, f, &raw);
    const char *const equals = strstr(raw.data, " = ");
    for (const char *p = equals != NULL ? equals + 3 : raw.data; *p != '\0'; p++) {
        if (strncmp(p, " x ", 3) == 0) {
            fw_text_put(&text, " × ");
            p += 2;
        } else {
            fw_text_putc(&text, *p);
        }
    }
    const char *const kept = fw_say(&s->say, "%s", text.data);
    s->say.failed = s->say.failed || raw.failed || text.failed;
    fw_text_free(&raw);
    fw_text_free(&text);
    return kept;
}

static bool from_datasheet(const struct fw_answer *a, enum fw_fact f)
{
    return a->hardware != NULL &&
           (f == FW_FACT_peak || (f == FW_FACT_power && a->training.chain.origin[f] == FW_DEFAULT));
}

/* Where a value that was not derived comes from. */
static const char *origin_of(struct fw_story *s, const struct fw_answer *a, enum fw_fact f)
{
    const enum fw_origin origin = a->training.chain.origin[f];
    if (from_datasheet(a, f))
        return fw_say(&s->say, "datasheet of %s",
                      a->hardware->name != NULL ? a->hardware->name : a->hardware->id);
    return origin == FW_DISCLOSED ? "disclosed" : origin == FW_GIVEN ? "given" : "assumed";
}

static const char *result_of(struct fw_story *s, enum fw_fact f, double value, int digits)
{
    const enum fw_dim dim = fw_fact_table[f].dim;
    return fw_say_short(&s->say, value, dim == FW_DIM_COUNT ? FW_DIM_NUMBER : dim, digits);
}

static void fact_row(struct fw_story *s, const struct fw_answer *a, enum fw_fact f)
{
    const struct fw_chain *const c = &a->training.chain;
    struct fw_doc_equation e = {.what = fw_story_signs(s, fw_fact_table[f].meaning),
                                .name = fw_fact_table[f].id,
                                .symbols = "",
                                .words = true};
    if (isnan(c->val[f]))
        return;
    e.result = result_of(s, f, c->val[f], 6);
    if (c->link[f] >= 0) {
        e.symbols = symbols_of(s, c, f);
        e.numbers = numbers_of(s, c, f);
        e.source = fw_link_table[c->link[f]].source;
    } else {
        e.numbers = origin_of(s, a, f);
        e.source = c->origin[f] == FW_DISCLOSED && !from_datasheet(a, f)
                       ? fw_story_source_id(s, a, a->description->training.source)
                       : NULL;
    }
    fw_doc_equation(&s->doc, &e);
}

/* A disclosed value that the others determine, too. */
static void checks(struct fw_story *s, const struct fw_answer *a)
{
    const struct fw_chain *const c = &a->training.chain;
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        const enum fw_fact f = order[i];
        if (!isnan(c->check[f]))
            fw_story_item(s,
                          "Check: %s is disclosed as %s; the other values make it %s "
                          "(%+.2f %%).",
                          fw_fact_table[f].meaning, result_of(s, f, c->check[f], 4),
                          result_of(s, f, c->val[f], 4), 100 * (c->val[f] / c->check[f] - 1));
    }
}

/* ---- sentences ------------------------------------------------------------------------------- */

/* Emissions over the energy of the devices hold what stands between device and grid. */
static void pue_remark(struct fw_story *s, const struct fw_chain *c)
{
    const double pue = c->val[FW_FACT_pue], host = c->val[FW_FACT_host_factor];
    const double chip_kWh = c->val[FW_FACT_energy_chip] / FW_KWH;
    const double per_kWh = c->val[FW_FACT_emissions] / chip_kWh;
    struct fw_say *const y = &s->say;
    if (!(per_kWh > 0) || !(pue > 1))
        return;
    fw_story_item(s,
                  "%s over %s kWh of the devices is %s. That already holds a PUE: %s × %s%s = "
                  "%s. It is not applied twice.",
                  fw_say_qty(y, c->val[FW_FACT_emissions], FW_DIM_MASS, 4),
                  fw_say_count(y, (fw_u128)llround(chip_kWh)),
                  fw_say_qty(y, per_kWh, FW_DIM_INTENSITY, 5), fw_say_qty(y, pue, FW_DIM_NUMBER, 3),
                  host > 1 ? fw_say(y, "%s (host) × ", fw_say_qty(y, host, FW_DIM_NUMBER, 3)) : "",
                  fw_say_qty(y, per_kWh / pue / (host > 1 ? host : 1), FW_DIM_INTENSITY, 4),
                  fw_say_qty(y, per_kWh, FW_DIM_INTENSITY, 4));
}

/* What the headline would be with the number of parameters that is in everybody's mouth. */
static void rounded_remark(struct fw_story *s, const struct fw_answer *a)
{
    const struct fw_description *const d = a->description;
    if (a->estimate.model[FW_EQ_N] != a->training.parameters)
        return; /* experts: the published number is not the one that is trained per token */
    for (size_t i = 0; i < d->num_published; i++) {
        const struct fw_published *const p = &d->published[i];
        if (strcmp(p->quantity, "parameters") != 0 || p->digits == 0)
            continue;
        const double flop = 6 * fw_count_double(p->value) * fw_count_double(a->training.tokens);
        fw_story_item(s, "With the rounded $N$ = %s instead of the count, 6 $N$ $T$ = %s.",
                      fw_say_qty(&s->say, fw_count_double(p->value), FW_DIM_COUNT, 3),
                      fw_say_qty(&s->say, flop, FW_DIM_FLOP, 3));
    }
}

static void device_remark(struct fw_story *s, const struct fw_train_result *t)
{
    const struct fw_chain *const c = &t->chain;
    struct fw_say *const y = &s->say;
    if (!isnan(c->val[FW_FACT_mfu]) && !isnan(c->val[FW_FACT_device_hours]))
        fw_story_item(s,
                      "%s over %s device-hours is %s per device, an MFU of %s of the dense %s "
                      "peak. Hours of a whole run hold restarts and evaluations, so this is "
                      "less than the MFU of a step.",
                      fw_say_qty(y, fw_count_double(t->flop[FW_RULE_6NT]), FW_DIM_FLOP, 5),
                      fw_say_short(y, c->val[FW_FACT_device_hours], FW_DIM_COUNT, 4),
                      fw_say_qty(y, c->val[FW_FACT_flop_per_s], FW_DIM_FLOP_RATE, 6),
                      fw_say_qty(y, c->val[FW_FACT_mfu], FW_DIM_RATIO, 4),
                      fw_dtype_get(t->dtype)->name);
}

static void energy_remark(struct fw_story *s, const struct fw_train_result *t)
{
    static const char *const meaning[] = {
        [FW_BOUNDARY_UNKNOWN] = "a boundary that is not stated",
        [FW_BOUNDARY_CHIP] = "the devices alone",
        [FW_BOUNDARY_IT] = "devices and hosts",
        [FW_BOUNDARY_FACILITY] = "the whole facility",
    };
    if (isnan(t->energy_J))
        return;
    fw_story_item(s, "The energy that is quoted, %s (%s), is that of %s.",
                  fw_say_energy(&s->say, t->energy_J, 4),
                  fw_say_qty(&s->say, t->energy_J, FW_DIM_ENERGY, 6), meaning[t->boundary]);
}

/* ---- the section ----------------------------------------------------------------------------- */

/* The estimate with the training tokens in it, for the rows of 6 N T. */
static bool training_estimate(struct fw_story *s, const struct fw_answer *a, struct fw_estimate *e)
{
    struct fw_workload w = a->workload;
    if (a->training.tokens > UINT64_MAX)
        return false;
    w.train_tokens = (uint64_t)a->training.tokens;
    w.context = a->training.sequence_length;
    return fw_story_estimate(s, a, &w, e);
}

static void work(struct fw_story *s, const struct fw_answer *a)
{
    struct fw_estimate e;
    const struct fw_train_result *const t = &a->training;
    if (t->tokens == 0) {
        fw_story_p(s, "The number of training tokens is unknown, and with it the FLOP.");
        return;
    }
    fw_story_p(s,
               "%s training tokens, %s for each parameter. A forward pass takes 2 FLOP per "
               "parameter and token, the backward pass twice that: 6 $N$ $T$ = **%s**.",
               fw_say_short(&s->say, fw_count_double(t->tokens), FW_DIM_COUNT, 4),
               fw_say_qty(&s->say, fw_count_double(t->tokens) / fw_count_double(t->parameters),
                          FW_DIM_NUMBER, 4),
               fw_say_qty(&s->say, fw_count_double(t->flop[FW_RULE_6NT]), FW_DIM_FLOP, 11));
    if (!training_estimate(s, a, &e))
        return;
    fw_doc_equations(&s->doc, fw_say(&s->say, "Training of %s", fw_say_name(a)));
    fw_story_row(s, &e, FW_EQ_train_6nt, "training FLOP");
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        fact_row(s, a, order[i]);
    fw_doc_equations_end(&s->doc);
}

static void rules(struct fw_story *s, const struct fw_answer *a)
{
    struct fw_table t;
    if (a->training.tokens == 0)
        return;
    fw_view_training_rules(a, &t, s->arena);
    fw_doc_fold(&s->doc, fw_say(&s->say, "%s: training FLOP by every rule", fw_say_name(a)));
    fw_story_table(s, &t, "Training FLOP by every rule");
    fw_doc_fold_end(&s->doc);
}

static void training_of(struct fw_story *s, const struct fw_answer *a)
{
    fw_story_heading(s, "%s", fw_say_name(a));
    if (!a->has_training) {
        fw_story_p(s, "Nothing is known about the training run.");
        return;
    }
    work(s, a);
    fw_doc_list(&s->doc);
    device_remark(s, &a->training);
    energy_remark(s, &a->training);
    pue_remark(s, &a->training.chain);
    rounded_remark(s, a);
    checks(s, a);
    fw_doc_list_end(&s->doc);
    const struct fw_training *const stated = &a->description->training;
    if (stated->present && stated->note != NULL)
        fw_story_p(s, "From the description: %s", fw_story_note(s, a, stated->note));
    rules(s, a);
}

void fw_story_training(struct fw_story *s)
{
    fw_story_p(s, "The chain has few links: tokens × parameters × 6 = FLOP; FLOP / (peak × MFU) "
                  "= device-seconds; device-hours × power = energy of the devices; × PUE = "
                  "energy of the facility; × intensity of the grid = emissions. Whatever is "
                  "disclosed enters where it belongs, the rest follows, and what is disclosed "
                  "twice is checked.");
    for (size_t i = 0; i < s->n; i++)
        training_of(s, &s->a[i]);
    fw_story_figure(s, FW_FIGURE_TRAINING,
                    "The same boundary of energy for all models. What is "
                    "not known is shown as unknown, not as zero.");
}
