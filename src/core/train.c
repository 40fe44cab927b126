/* train.c - from a description and a request to the variables of the chain. */
#include "core/train.h"

#include <math.h>
#include <string.h>

const struct fw_rule_info fw_rule_table[FW_RULE_COUNT] = {
    [FW_RULE_6NT] = {"6nt", FW_EQ_train_6nt, false},
    [FW_RULE_6NT_BODY] = {"6nt-body", FW_EQ_train_6nt_body, false},
    [FW_RULE_MATRIX] = {"matrix", FW_EQ_train_matrix, false},
    [FW_RULE_PALM] = {"palm", FW_EQ_train_palm, false},
    [FW_RULE_FULL] = {"matmul-full", FW_EQ_train_matmul_full, false},
    [FW_RULE_CAUSAL] = {"matmul-causal", FW_EQ_train_matmul_causal, false},
    [FW_RULE_HALF] = {"matmul-half", FW_EQ_train_matmul_half, false},
    [FW_RULE_RECOMPUTE] = {"recompute", FW_EQ_train_hw_recompute, true},
    [FW_RULE_FLASH] = {"flash", FW_EQ_train_hw_flash, true},
    [FW_RULE_MEGATRON] = {"megatron", FW_EQ_train_megatron, false},
    [FW_RULE_LORA] = {"lora", FW_EQ_train_lora, false},
};

enum fw_rule fw_rule_find(const char *name)
{
    for (int r = 0; r < FW_RULE_COUNT; r++)
        if (strcmp(name, fw_rule_table[r].name) == 0)
            return (enum fw_rule)r;
    return FW_RULE_COUNT;
}

const char *fw_boundary_name(enum fw_boundary b)
{
    static const char *const names[] = {"unknown", "chip", "it", "facility"};
    return names[b];
}

/* 12 bytes: maxtext#606; 16: mixed precision with 16-bit gradients; 18: 32-bit gradients;
 * 20: both, as Megatron-style optimisers keep them. */
const struct fw_state_recipe fw_state_table[] = {
    {"fp32", "fp32 weights and moments, gradients not kept: 12 B per parameter",
     {{"weights", FW_F32}, {"first moment", FW_F32}, {"second moment", FW_F32}}},
    {"mixed", "bf16 weights and gradients, fp32 master copy and moments: 16 B per parameter",
     {{"weights", FW_BF16}, {"gradients", FW_BF16}, {"master weights", FW_F32},
      {"first moment", FW_F32}, {"second moment", FW_F32}}},
    {"mixed-fp32-grad", "the same with fp32 gradients: 18 B per parameter",
     {{"weights", FW_BF16}, {"gradients", FW_F32}, {"master weights", FW_F32},
      {"first moment", FW_F32}, {"second moment", FW_F32}}},
    {"megatron", "bf16 and fp32 gradients both kept: 20 B per parameter",
     {{"weights", FW_BF16}, {"gradients", FW_BF16}, {"main gradients", FW_F32},
      {"master weights", FW_F32}, {"first moment", FW_F32}, {"second moment", FW_F32}}},
};
const size_t fw_state_count = sizeof fw_state_table / sizeof fw_state_table[0];

fw_u128 fw_state_bytes(fw_u128 parameters, enum fw_dtype dtype)
{
    const struct fw_dtype_info *t = fw_dtype_get(dtype);
    return (parameters * t->block_bytes + t->block_elems - 1) / t->block_elems;
}

void fw_train_request_init(struct fw_train_request *r)
{
    memset(r, 0, sizeof *r);
    fw_facts_init(&r->given);
    r->dtype = FW_DTYPE_COUNT;
}

/* All rules for the given number of tokens. */
static enum fw_status count_flop(const struct fw_model *m, const struct fw_train_request *request,
                                 fw_u128 tokens, struct fw_estimate *e,
                                 struct fw_train_result *out, struct fw_err *err)
{
    struct fw_workload w = fw_workload_default(m);
    if (tokens > UINT64_MAX) {
        (void)fw_fail(err, FW_INPUT, "more than 1.8e19 training tokens");
        return fw_err_key(err, "tokens");
    }
    w.context = out->sequence_length;
    w.attention = request->attention;
    w.train_tokens = (uint64_t)tokens;
    w.adapter_params = request->adapter_params;
    if (fw_estimate_run(m, &w, e, err) != FW_OK)
        return FW_INPUT;
    for (int r = 0; r < FW_RULE_COUNT; r++)
        out->flop[r] = e->model[fw_rule_table[r].eq];
    out->parameters = e->model[FW_EQ_N_active];
    return FW_OK;
}

static enum fw_dtype choose_dtype(const struct fw_description *d,
                                  const struct fw_train_request *request)
{
    if (request->dtype != FW_DTYPE_COUNT)
        return request->dtype;
    if (d != NULL && d->training.present && d->training.dtype != FW_DTYPE_COUNT)
        return d->training.dtype;
    return FW_BF16;
}

/* V100 and older have no bf16: their rows state fp16, at the same cost. */
static double peak_of(const struct fw_hardware *hw, enum fw_dtype *dtype)
{
    if (isnan(hw->peak[*dtype]) && *dtype == FW_BF16 && !isnan(hw->peak[FW_F16]))
        *dtype = FW_F16;
    return hw->peak[*dtype];
}

/* Facts that nobody gave and nobody disclosed, by precedence of fw_chain_solve. */
static void set_defaults(const struct fw_train_request *request, struct fw_train_result *out,
                         struct fw_facts *given, struct fw_facts *defaults)
{
    fw_facts_init(defaults);
    defaults->val[FW_FACT_host_factor] = 1;
    if (request->hardware == NULL)
        return;
    const double peak = peak_of(request->hardware, &out->dtype);
    if (isnan(given->val[FW_FACT_peak]))
        given->val[FW_FACT_peak] = peak;
    struct fw_facts *power = request->hardware_given ? given : defaults;
    if (isnan(power->val[FW_FACT_power]))
        power->val[FW_FACT_power] = request->hardware->power;
}

static void quote_energy(const struct fw_description *d, const struct fw_train_request *request,
                         struct fw_train_result *out)
{
    static const enum fw_fact energy[] = {
        [FW_BOUNDARY_CHIP] = FW_FACT_energy_chip, [FW_BOUNDARY_IT] = FW_FACT_energy_it,
        [FW_BOUNDARY_FACILITY] = FW_FACT_energy_facility,
    };
    out->boundary = FW_BOUNDARY_CHIP;
    if (d != NULL && d->training.present && d->training.energy_boundary != FW_BOUNDARY_UNKNOWN)
        out->boundary = d->training.energy_boundary;
    if (!isnan(request->given.val[FW_FACT_pue]))
        out->boundary = FW_BOUNDARY_FACILITY;
    out->energy_J = out->chain.val[energy[out->boundary]];
    const double emissions = out->chain.val[FW_FACT_emissions];
    out->intensity = out->energy_J > 0 ? emissions / (out->energy_J / 3.6e6) : (double)NAN;
}

/* The rules are linear in T (up to a rounding to whole FLOP), so the slope is taken far out. */
static enum fw_status derive_tokens(const struct fw_model *m,
                                    const struct fw_train_request *request, struct fw_estimate *e,
                                    struct fw_train_result *out, struct fw_err *err)
{
    static const fw_u128 many = 1000000000000;
    const double flop = out->chain.val[FW_FACT_flop];
    if (isnan(flop))
        return FW_OK;
    if (count_flop(m, request, many, e, out, err) != FW_OK)
        return FW_INPUT;
    const double tokens = flop / fw_count_double(out->flop[request->rule]) * fw_count_double(many);
    if (!(tokens < 1e19))
        return fw_fail(err, FW_INPUT, "the budget is beyond 1e19 training tokens");
    out->tokens = (fw_u128)tokens;
    out->tokens_derived = true;
    return count_flop(m, request, out->tokens, e, out, err);
}

/* tokens, flop and peak are always there to be fixed; any other given fact can replace the
 * disclosed number of tokens only if the user asks for it by fixing all the rest. */
static bool determines_flop(const struct fw_facts *given)
{
    struct fw_facts f = *given;
    struct fw_chain c;
    f.val[FW_FACT_flop] = f.val[FW_FACT_tokens] = (double)NAN;
    return fw_chain_solve(&f, NULL, NULL, &c, NULL, NULL) == FW_OK && !isnan(c.val[FW_FACT_flop]);
}

static uint64_t choose_length(const struct fw_description *d, const struct fw_model *m,
                              const struct fw_train_request *request)
{
    if (request->sequence_length > 0)
        return request->sequence_length;
    if (d != NULL && d->training.present && d->training.sequence_length > 0)
        return d->training.sequence_length;
    return m->max_position > 0 ? m->max_position : 2048;
}

/* Emissions fail for want of a PUE alone. */
static bool needs_pue(const struct fw_chain *c)
{
    return isnan(c->val[FW_FACT_emissions]) && isnan(c->val[FW_FACT_pue]) &&
           !isnan(c->val[FW_FACT_intensity]) && !isnan(c->val[FW_FACT_energy_it]);
}

enum fw_status fw_train_run(const struct fw_description *d, const struct fw_model *m,
                            const struct fw_train_request *request, struct fw_train_result *out,
                            struct fw_arena *arena, struct fw_diags *diags, struct fw_err *err)
{
    struct fw_facts given = request->given, disclosed, defaults;
    struct fw_estimate e;
    memset(out, 0, sizeof *out);
    fw_facts_init(&disclosed);
    out->dtype = choose_dtype(d, request);
    out->sequence_length = choose_length(d, m, request);
    if (d != NULL && d->training.present)
        disclosed = d->training.facts;
    set_defaults(request, out, &given, &defaults);
    if (fw_estimate_init(&e, m->num_groups, arena, err) != FW_OK)
        return FW_SYSTEM;

    const bool budget = request->tokens == 0 && determines_flop(&given);
    out->tokens = request->tokens;
    if (out->tokens == 0 && !budget && d != NULL && d->training.present)
        out->tokens = d->training.tokens;
    if (count_flop(m, request, out->tokens, &e, out, err) != FW_OK)
        return FW_INPUT;
    if (out->tokens > 0 && isnan(given.val[FW_FACT_flop])) {
        struct fw_facts *to = request->tokens > 0 ? &given : &disclosed;
        to->val[FW_FACT_flop] = fw_count_double(out->flop[request->rule]);
    }
    disclosed.val[FW_FACT_tokens] = (double)NAN; /* tokens are counted exactly, beside the chain */
    given.val[FW_FACT_tokens] = (double)NAN;
    if (fw_chain_solve(&given, &disclosed, &defaults, &out->chain, diags, err) != FW_OK)
        return FW_INPUT;
    if (needs_pue(&out->chain)) {
        defaults.val[FW_FACT_pue] = 1;
        fw_diags_note(diags, FW_WARNING, "PUE unknown: emissions are those of the devices alone "
                                         "(PUE 1); give --pue for the facility");
        if (fw_chain_solve(&given, &disclosed, &defaults, &out->chain, NULL, err) != FW_OK)
            return FW_INPUT;
    }
    if (out->tokens == 0 && derive_tokens(m, request, &e, out, err) != FW_OK)
        return FW_INPUT;
    quote_energy(d, request, out);
    out->known = out->tokens > 0 || !isnan(out->chain.val[FW_FACT_device_hours]);
    return FW_OK;
}
