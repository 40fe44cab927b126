/* explain_subject.c - what a name stands for. */
#include <string.h>

#include "cli/explain.h"

/* The rows behind the named quantities, from the table that computes them. */
struct origin {
    const char *name;
    int row;           /* of eq_model.def, -1 = none */
    enum fw_fact fact; /* FW_FACT_COUNT = none */
    double unit;
};
static const struct origin origins[] = {
#define ROW(name, path, dim, row, meaning)         {#name, FW_EQ_##row, FW_FACT_COUNT, 1},
#define FACT(name, path, dim, fact, unit, meaning) {#name, -1, FW_FACT_##fact, unit},
#define CALC(name, path, dim, fn, meaning)         {#name, -1, FW_FACT_COUNT, 1},
#include "report/quantities.def"
#undef ROW
#undef FACT
#undef CALC
};

/* What the computed ones are. */
static const struct {
    const char *name, *formula;
} formulas[] = {
    {"memory_bytes", "weight_bytes + KV_bytes"},
    {"kv_share_of_mha", "KV_bytes / KV_bytes_mha"},
    {"flop_per_token", "prefill_total / (S * B)"},
    {"attention_share", "prefill_attn / prefill_total"},
    {"decode_attention_share", "decode_attn / decode_total"},
};

static void set_row(struct fw_subject *s, bool layer, size_t row)
{
    s->kind = FW_SUBJECT_ROW;
    s->layer = layer;
    s->index = row;
}

static void set_fact(struct fw_subject *s, enum fw_fact fact, double unit)
{
    s->kind = FW_SUBJECT_FACT;
    s->fact = fact;
    s->unit = unit;
}

/* Quantities whose row depends on the run at hand. */
static void set_computed(const struct fw_answer *a, struct fw_subject *s)
{
    static const enum fw_fact energies[] = {
        [FW_BOUNDARY_UNKNOWN] = FW_FACT_energy_chip, [FW_BOUNDARY_CHIP] = FW_FACT_energy_chip,
        [FW_BOUNDARY_IT] = FW_FACT_energy_it, [FW_BOUNDARY_FACILITY] = FW_FACT_energy_facility,
    };
    const enum fw_boundary b = a->has_training ? a->training.boundary : FW_BOUNDARY_UNKNOWN;
    const char *const name = s->info->name;
    for (size_t i = 0; i < sizeof formulas / sizeof formulas[0]; i++)
        if (strcmp(name, formulas[i].name) == 0) {
            s->kind = FW_SUBJECT_RATIO;
            s->formula = formulas[i].formula;
            return;
        }
    if (strcmp(name, "training_flop") == 0 || strcmp(name, "training_flop_6nt") == 0)
        set_row(s, false, fw_rule_table[strcmp(name, "training_flop") == 0 ? a->rule
                                                                           : FW_RULE_6NT].eq);
    else if (strcmp(name, "context") == 0 || strcmp(name, "batch") == 0)
        *s = (struct fw_subject){.name = s->name, .kind = FW_SUBJECT_SYMBOL, .info = s->info,
                                 .index = name[0] == 'c' ? FW_MS_S : FW_MS_B};
    else if (strcmp(name, "energy_kWh") == 0)
        set_fact(s, energies[b], 3.6e6);
    else if (strcmp(name, "intensity") == 0)
        set_fact(s, b == FW_BOUNDARY_CHIP ? FW_FACT_intensity_chip : FW_FACT_intensity, 1);
    else
        set_fact(s, fw_fact_find(name), 1);
}

static bool from_quantities(const struct fw_answer *a, struct fw_subject *s)
{
    s->info = fw_wanted_info(s->name);
    if (s->info == NULL || s->name[0] == '\0')
        return false;
    const struct origin *const o = &origins[s->info - fw_quantity_table];
    if (o->row >= 0)
        set_row(s, false, (size_t)o->row);
    else if (o->fact != FW_FACT_COUNT)
        set_fact(s, o->fact, o->unit);
    else
        set_computed(a, s);
    return true;
}

static bool from_rows(struct fw_cli *cli, struct fw_subject *s)
{
    const size_t n = strlen(s->name);
    const bool sum = strncmp(s->name, "SUM(", 4) == 0 && s->name[n - 1] == ')';
    const char *const id = sum ? fw_arena_strndup(&cli->arena, s->name + 4, n - 5) : s->name;
    if (id == NULL || !fw_eq_find(id, &s->layer, &s->index) || (sum && !s->layer))
        return false;
    s->kind = sum ? FW_SUBJECT_SUM : FW_SUBJECT_ROW;
    return true;
}

static bool from_symbols(struct fw_subject *s)
{
    s->kind = FW_SUBJECT_SYMBOL;
    for (s->index = 0; s->index < FW_MS_COUNT; s->index++)
        if (strcmp(s->name, fw_model_symbol_table[s->index].id) == 0)
            return true;
    s->layer = true;
    for (s->index = 0; s->index < FW_LS_COUNT; s->index++)
        if (strcmp(s->name, fw_layer_symbol_table[s->index].id) == 0)
            return true;
    s->layer = false;
    return false;
}

static bool from_facts_and_keys(struct fw_subject *s)
{
    const enum fw_fact fact = fw_fact_find(s->name);
    const enum fw_key key = fw_key_find(s->name);
    if (fact != FW_FACT_COUNT)
        set_fact(s, fact, 1);
    else if (key != FW_KEY_COUNT) {
        s->kind = FW_SUBJECT_KEY;
        s->index = key;
    }
    return fact != FW_FACT_COUNT || key != FW_KEY_COUNT;
}

enum fw_status fw_subject_find(struct fw_cli *cli, const struct fw_answer *a, const char *name,
                               struct fw_subject *out)
{
    struct fw_quantity_value unused;
    *out = (struct fw_subject){.name = name, .unit = 1};
    if (from_quantities(a, out) || from_rows(cli, out) || from_symbols(out) ||
        from_facts_and_keys(out))
        return FW_OK;
    /* It knows all names, so it words the message. */
    const enum fw_status status = fw_quantity_get(a, name, &unused, &cli->err);
    (void)fw_err_key(&cli->err, "explain");
    return status != FW_OK ? status
                           : fw_fail(&cli->err, FW_USAGE, "nothing is known about %.60s", name);
}
