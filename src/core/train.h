/* train.h - a training run: FLOP by every rule, and the chain to hours, energy and CO2eq.
 *
 * Joins estimate.h (exact FLOP) with chain.h (time, energy, emissions). Which equation stands for
 * "the training FLOP" is a named rule; MFU rules count useful work, HFU rules recomputed work too.
 */
#ifndef FW_CORE_TRAIN_H
#define FW_CORE_TRAIN_H

#include "core/description.h"
#include "core/estimate.h"

enum fw_rule {
    FW_RULE_6NT, FW_RULE_6NT_BODY, FW_RULE_MATRIX, FW_RULE_PALM, FW_RULE_FULL, FW_RULE_CAUSAL,
    FW_RULE_HALF, FW_RULE_RECOMPUTE, FW_RULE_FLASH, FW_RULE_MEGATRON, FW_RULE_LORA,
    FW_RULE_COUNT,
};
struct fw_rule_info {
    const char *name; /* "6nt", "matmul-full", ... */
    enum fw_eq eq;
    bool hardware; /* counts recomputation: utilisation by it is HFU */
};
extern const struct fw_rule_info fw_rule_table[FW_RULE_COUNT];
enum fw_rule fw_rule_find(const char *name); /* FW_RULE_COUNT if unknown */

struct fw_train_request {
    enum fw_rule rule;
    struct fw_facts given;           /* what the user fixed; tokens through `tokens` */
    fw_u128 tokens;                  /* 0 = the description's, or unknown */
    uint64_t sequence_length;        /* 0 = the description's, else max_position, else 2048 */
    enum fw_attention attention;     /* of recompute and flash, the rules without their own */
    uint64_t adapter_params;         /* of lora */
    enum fw_dtype dtype;             /* of the arithmetic; FW_DTYPE_COUNT = description's */
    const struct fw_hardware *hardware; /* peak and power; NULL = unknown */
    bool hardware_given;             /* the user named it, so the run is another one */
};
void fw_train_request_init(struct fw_train_request *r);

struct fw_train_result {
    fw_u128 tokens;             /* exact; 0 = unknown; derived ones are rounded down */
    bool tokens_derived;
    uint64_t sequence_length;
    fw_u128 flop[FW_RULE_COUNT]; /* by every rule for `tokens`; 0 if tokens are unknown */
    fw_u128 parameters;          /* N of the rule 6nt (active) */
    struct fw_chain chain;       /* chain.val[FW_FACT_flop] is by request.rule */
    enum fw_boundary boundary;   /* of the energy figure that is quoted */
    double energy_J;             /* at that boundary; NaN = unknown */
    double intensity;            /* emissions / energy at that boundary, kg/kWh; NaN */
    enum fw_dtype dtype;
    bool known;                  /* something is known: there is a training section to print */
};

/* Solves the run. d may be NULL (no disclosure: everything from the request). The energy that is
 * quoted is the one the publication states; without one, that of the facility if the user gave a
 * PUE, else that of the devices. Errors as of fw_chain_solve and fw_estimate_run. */
enum fw_status fw_train_run(const struct fw_description *d, const struct fw_model *m,
                            const struct fw_train_request *request, struct fw_train_result *out,
                            struct fw_arena *arena, struct fw_diags *diags, struct fw_err *err);

const char *fw_boundary_name(enum fw_boundary b); /* "chip", "it", "facility", "unknown" */

/* Bytes of the state that training with Adam keeps, per item. Source: case by case recipes of
 * mixed precision; see docs/conventions.md. */
struct fw_state_item {
    const char *name; /* "weights", "gradients", "master weights", "first moment", ... */
    enum fw_dtype dtype;
};
struct fw_state_recipe {
    const char *name, *meaning;
    struct fw_state_item item[6]; /* ends at name NULL */
};
extern const struct fw_state_recipe fw_state_table[];
extern const size_t fw_state_count;
/* parameters x bytes of the dtype, rounded up. */
fw_u128 fw_state_bytes(fw_u128 parameters, enum fw_dtype dtype);

#endif
