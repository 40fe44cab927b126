/* training_json.c - the training run of "flopwatt.estimate/1". */
#include <math.h>

#include "report/training_parts.h"
#include "report/views.h"

/* Key of a fact, with its unit; those of the contract are written by fw_json_training itself. */
struct fact_key {
    enum fw_fact fact;
    const char *key;
    double unit; /* value in the key's unit = value / unit */
};

static const struct fact_key extra[] = {
    {FW_FACT_devices, "devices", 1},
    {FW_FACT_time, "time_s", 1},
    {FW_FACT_time, "days", 86400},
    {FW_FACT_power, "power_W", 1},
    {FW_FACT_host_factor, "host_factor", 1},
    {FW_FACT_energy_chip, "chip_energy_kWh", FW_KWH},
    {FW_FACT_energy_it, "it_energy_kWh", FW_KWH},
    {FW_FACT_pue, "pue", 1},
    {FW_FACT_energy_facility, "facility_energy_kWh", FW_KWH},
    {FW_FACT_intensity, "grid_intensity_kg_per_kWh", 1},
    {FW_FACT_intensity_chip, "chip_intensity_kg_per_kWh", 1},
    {FW_FACT_price, "price_per_device_hour", 1},
    {FW_FACT_cost, "cost", 1},
    {FW_FACT_idle_energy, "idle_energy_kWh", FW_KWH},
    {FW_FACT_idle_emissions, "idle_emissions_kg", 1},
    {FW_FACT_embodied, "embodied_emissions_kg", 1},
};

static const struct fact_key contract[] = {
    {FW_FACT_device_hours, "device_hours", 1},
    {FW_FACT_flop_per_s, "flop_per_s_per_device", 1},
    {FW_FACT_mfu, "mfu", 1},
    {FW_FACT_peak, "peak_flop_per_s", 1},
    {FW_FACT_emissions, "emissions_kg", 1},
};
#define LENGTH(a) (sizeof(a) / sizeof(a)[0])

static void put_count_or_null(struct fw_json *j, const char *key, fw_u128 value)
{
    if (value > 0)
        fw_json_count(j, key, value);
    else
        fw_json_null(j, key);
}

/* What a publication states about a fact, what the run uses, and how far apart they are. */
static void put_disclosed_fact(struct fw_json *j, const struct fw_chain *c,
                               const struct fact_key *k)
{
    const bool used = c->origin[k->fact] == FW_DISCLOSED;
    const double stated = used ? c->val[k->fact] : c->check[k->fact];
    if (isnan(stated))
        return;
    fw_json_object(j, k->key);
    fw_json_real(j, "value", stated / k->unit);
    fw_json_real(j, "used", c->val[k->fact] / k->unit);
    fw_json_real(j, "difference", stated > 0 ? c->val[k->fact] / stated - 1 : (double)NAN);
    fw_json_end(j);
}

static void put_disclosed(struct fw_json *j, const struct fw_chain *c)
{
    fw_json_object(j, "disclosed");
    for (size_t i = 0; i < LENGTH(contract); i++)
        put_disclosed_fact(j, c, &contract[i]);
    for (size_t i = 0; i < LENGTH(extra); i++)
        put_disclosed_fact(j, c, &extra[i]);
    fw_json_end(j);
}

static void put_origins(struct fw_json *j, const struct fw_chain *c)
{
    fw_json_object(j, "origin");
    for (int f = 0; f < FW_FACT_COUNT; f++)
        if (c->origin[f] != FW_UNKNOWN)
            fw_json_string(j, fw_fact_table[f].id, fw_origin_name(c->origin[f]));
    fw_json_end(j);
}

static void put_rules(struct fw_json *j, const struct fw_answer *a)
{
    const struct fw_train_result *t = &a->training;
    const bool length_known = fw_training_length_known(a);
    fw_json_object(j, "flop_by_rule");
    for (int r = 0; r < FW_RULE_COUNT; r++)
        put_count_or_null(j, fw_rule_table[r].name, t->flop[r]);
    fw_json_end(j);
    fw_json_object(j, "hfu");
    for (int r = 0; r < FW_RULE_COUNT; r++)
        if (fw_rule_table[r].hardware)
            fw_json_real(j, fw_rule_table[r].name,
                         length_known ? fw_training_use(t, (enum fw_rule)r) : (double)NAN);
    fw_json_end(j);
}

/* Keys of the contract, in its order. A rule that counts recomputed work makes the utilisation
 * of the chain an HFU; then the MFU is that of 6 N T. */
static void put_contract(struct fw_json *j, const struct fw_answer *a)
{
    const struct fw_train_result *t = &a->training;
    const double *val = t->chain.val;
    const bool hardware = fw_rule_table[a->rule].hardware;
    put_count_or_null(j, "tokens", t->tokens);
    put_count_or_null(j, "flop_6nt", t->flop[FW_RULE_6NT]);
    fw_json_real(j, "device_hours", val[FW_FACT_device_hours]);
    fw_json_real(j, "flop_per_s_per_device", val[FW_FACT_flop_per_s]);
    fw_json_real(j, "mfu", hardware ? fw_training_use(t, FW_RULE_6NT) : val[FW_FACT_mfu]);
    fw_json_real(j, "peak_flop_per_s", val[FW_FACT_peak]);
    fw_json_real(j, "energy_kWh", t->energy_J / FW_KWH);
    fw_json_real(j, "intensity_kg_per_kWh", t->intensity);
    fw_json_real(j, "emissions_kg", val[FW_FACT_emissions]);
}

void fw_json_training(struct fw_json *j, const struct fw_answer *a)
{
    const struct fw_train_result *t = &a->training;
    if (!a->has_training) {
        fw_json_null(j, "training");
        return;
    }
    fw_json_object(j, "training");
    put_contract(j, a);
    fw_json_string(j, "energy_boundary", isnan(t->energy_J) ? NULL : fw_boundary_name(t->boundary));
    fw_json_string(j, "rule", fw_rule_table[a->rule].name);
    if (t->tokens > 0 && !t->tokens_derived)
        fw_json_count(j, "flop", t->flop[a->rule]);
    else
        fw_json_real(j, "flop", t->chain.val[FW_FACT_flop]);
    fw_json_bool(j, "tokens_derived", t->tokens_derived);
    fw_json_count(j, "sequence_length", t->sequence_length);
    fw_json_bool(j, "sequence_length_assumed", !fw_training_length_known(a));
    fw_json_string(j, "dtype", fw_dtype_get(t->dtype)->name);
    fw_json_string(j, "hardware", fw_training_hardware(a));
    for (size_t i = 0; i < LENGTH(extra); i++)
        fw_json_real(j, extra[i].key, t->chain.val[extra[i].fact] / extra[i].unit);
    fw_json_real(j, "devices_exact", t->chain.devices_exact);
    fw_json_real(j, "emissions_with_idle_and_embodied_kg", fw_training_all_emissions(t));
    put_rules(j, a);
    put_disclosed(j, &t->chain);
    put_origins(j, &t->chain);
    fw_json_end(j);
}
