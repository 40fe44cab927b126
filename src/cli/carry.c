/* carry.c - a run that is not the disclosed one: its rates are kept, its amounts are not.
 *
 * Who changes tokens, devices, hardware or the model asks for another run. What the publication
 * says of rates (MFU, power, PUE, emissions per kWh) is the best guess for it; hours, energy and
 * emissions of the old run say nothing about the new one and would spoil the rates derived from
 * them. So the disclosed run is solved first, alone, and only its rates go on.
 */
#include <math.h>
#include <string.h>

#include "cli/context.h"

static const enum fw_fact rates[] = {
    FW_FACT_mfu, FW_FACT_power, FW_FACT_host_factor, FW_FACT_pue, FW_FACT_intensity,
};
static const enum fw_fact work_amounts[] = {
    FW_FACT_device_hours, FW_FACT_time,           FW_FACT_cost,
    FW_FACT_idle_energy,  FW_FACT_idle_emissions, FW_FACT_embodied,
};
static const enum fw_fact energy_amounts[] = {
    FW_FACT_energy_chip,
    FW_FACT_energy_it,
    FW_FACT_energy_facility,
    FW_FACT_emissions,
};
/* What makes it another run, in its work or in its energy alone. */
static const enum fw_fact work_facts[] = {
    FW_FACT_devices, FW_FACT_device_hours, FW_FACT_time, FW_FACT_mfu, FW_FACT_flop_per_s,
};
static const enum fw_fact energy_facts[] = {
    FW_FACT_power,     FW_FACT_host_factor,     FW_FACT_energy_chip,
    FW_FACT_energy_it, FW_FACT_energy_facility, FW_FACT_pue,
    FW_FACT_intensity, FW_FACT_intensity_chip,  FW_FACT_emissions,
};
#define LENGTH(a) (sizeof(a) / sizeof(a)[0])

static bool any_known(const struct fw_facts *facts, const enum fw_fact *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isnan(facts->val[list[i]]))
            return true;
    return false;
}

static void forget(struct fw_facts *facts, const enum fw_fact *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        facts->val[list[i]] = (double)NAN;
}

static bool work_changed(const struct fw_case *c)
{
    const struct fw_training *const t = &c->description.training;
    const struct fw_train_request *const r = &c->request;
    const char *const named = c->opts.val[FW_O_hardware].text;
    if (c->arch_changed || (r->tokens > 0 && r->tokens != t->tokens))
        return true;
    if (r->hardware_given && (t->hardware == NULL || strcmp(named, t->hardware) != 0))
        return true;
    return any_known(&r->given, work_facts, LENGTH(work_facts));
}

static bool energy_changed(const struct fw_case *c)
{
    return any_known(&c->request.given, energy_facts, LENGTH(energy_facts));
}

/* The chain of the disclosed run by the rule that is asked for. */
static enum fw_status solve_disclosed(struct fw_cli *cli, const struct fw_description *d,
                                      const struct fw_train_request *asked,
                                      struct fw_train_result *out)
{
    struct fw_train_request request;
    struct fw_model model;
    fw_train_request_init(&request);
    request.rule = asked->rule;
    request.sequence_length = asked->sequence_length;
    request.attention = asked->attention;
    request.adapter_params = asked->adapter_params;
    if (d->training.hardware != NULL &&
        fw_cli_hardware(cli, d->training.hardware, &request.hardware) == FW_SYSTEM)
        return FW_SYSTEM;
    const enum fw_status status = fw_model_resolve(&d->arch, &model, &cli->arena, &cli->err);
    return status == FW_OK ? fw_train_run(d, &model, &request, out, &cli->arena, NULL, &cli->err)
                           : status;
}

/* Puts the rates of the disclosed run in place of its amounts. */
static void replace(struct fw_case *c, const struct fw_chain *base, bool work)
{
    struct fw_facts *const facts = &c->description.training.facts;
    const struct fw_facts *const given = &c->request.given;
    const double *const known = base->val;
    forget(facts, energy_amounts, LENGTH(energy_amounts));
    if (work)
        forget(facts, work_amounts, LENGTH(work_amounts));
    for (size_t i = 0; i < LENGTH(rates); i++)
        if (base->origin[rates[i]] != FW_DEFAULT && (work || rates[i] != FW_FACT_mfu))
            facts->val[rates[i]] = known[rates[i]];
    if (work && !isnan(known[FW_FACT_mfu]))
        facts->val[FW_FACT_flop_per_s] = (double)NAN; /* another device has another peak */
    if (!isnan(given->val[FW_FACT_time]) && isnan(given->val[FW_FACT_devices]))
        facts->val[FW_FACT_devices] = (double)NAN; /* the unknown */
    const bool grid = !isnan(known[FW_FACT_intensity]) || !isnan(given->val[FW_FACT_intensity]);
    facts->val[FW_FACT_intensity_chip] = grid ? (double)NAN : known[FW_FACT_intensity_chip];
}

enum fw_status fw_cli_carry_rates(struct fw_cli *cli, const struct fw_description *disclosed,
                                  struct fw_case *c)
{
    struct fw_train_result base;
    const bool work = work_changed(c);
    if (!c->description.training.present || !(work || energy_changed(c)))
        return FW_OK;
    const enum fw_status status = solve_disclosed(cli, disclosed, &c->request, &base);
    if (status != FW_OK)
        return status;
    replace(c, &base.chain, work);
    fw_diags_note(&cli->diags, FW_NOTE,
                  work ? "%.60s: not the disclosed run; its MFU, power, PUE and kg/kWh are kept "
                         "where none is given, hours, energy and emissions follow"
                       : "%.60s: not the disclosed run; its power, PUE and kg/kWh are kept where "
                         "none is given, energy and emissions follow",
                  c->description.id);
    return FW_OK;
}
