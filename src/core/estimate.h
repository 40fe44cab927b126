/* estimate.h - evaluates all equations for a model and a workload.
 *
 * eq_layer.def and eq_model.def hold the formulas; their rows are addressed by id:
 * fw_layer_value(e, g, FW_LEQ_W_Q), e->model[FW_EQ_N]. All values are exact.
 */
#ifndef FW_CORE_ESTIMATE_H
#define FW_CORE_ESTIMATE_H

#include "base/count.h"
#include "core/model.h"

enum fw_layer_eq {
#define EQ(id, ...) FW_LEQ_##id,
#include "core/eq_layer.def"
#undef EQ
    FW_LEQ_COUNT
};
enum fw_eq {
#define EQ(id, ...) FW_EQ_##id,
#include "core/eq_model.def"
#undef EQ
    FW_EQ_COUNT
};

enum fw_unit { FW_U_PARAMS, FW_U_ELEMENTS, FW_U_PAIRS, FW_U_FLOP, FW_U_BYTES, FW_U_COUNT_ };
const char *fw_unit_name(enum fw_unit u);

struct fw_eq_info {
    const char *id, *text, *source, *meaning; /* text = the compiled expression */
    enum fw_unit unit;
};
extern const struct fw_eq_info fw_layer_eq_table[FW_LEQ_COUNT];
extern const struct fw_eq_info fw_eq_table[FW_EQ_COUNT];

struct fw_symbol_info {
    const char *id, *meaning;
};
extern const struct fw_symbol_info fw_layer_symbol_table[FW_LS_COUNT];
extern const struct fw_symbol_info fw_model_symbol_table[FW_MS_COUNT];

enum fw_attention { FW_ATT_FULL, FW_ATT_CAUSAL, FW_ATT_HALF, FW_ATT_COUNT };
enum fw_lm_head { FW_HEAD_LAST, FW_HEAD_NONE, FW_HEAD_ALL, FW_HEAD_COUNT };
extern const char *const fw_attention_names[FW_ATT_COUNT]; /* "full", "causal", "half" */
extern const char *const fw_lm_head_names[FW_HEAD_COUNT];  /* "last", "none", "all" */
/* One line each, for printing beside figures. */
extern const char *const fw_attention_texts[FW_ATT_COUNT];
extern const char *const fw_lm_head_texts[FW_HEAD_COUNT];

struct fw_workload {
    uint64_t context, batch; /* S >= 1 tokens, B >= 1 sequences; both <= 1e12 */
    enum fw_dtype dtype;     /* of the weights; FW_DTYPE_COUNT = the model's */
    enum fw_dtype k_dtype, v_dtype; /* of the cache; FW_DTYPE_COUNT = the default, bf16 */
    enum fw_attention attention;
    enum fw_lm_head lm_head;
    uint64_t train_tokens;    /* T, 0 = no training */
    uint64_t adapter_params;  /* N_a */
};
/* context 0 = the model's max_position (or 2048 if unknown), batch 1, full, last. */
struct fw_workload fw_workload_default(const struct fw_model *m);

struct fw_estimate {
    size_t num_groups, capacity;
    fw_u128 (*layer)[FW_LEQ_COUNT]; /* [num_groups][row], per layer, in the arena */
    uint64_t (*layer_sym)[FW_LS_COUNT];
    fw_u128 model[FW_EQ_COUNT];
    fw_u128 sum[FW_LEQ_COUNT]; /* over all layers, SUM(x) in the equations */
    uint64_t model_sym[FW_MS_COUNT];
};

/* Room for models of up to max_groups groups; an estimate may be filled again and again. */
enum fw_status fw_estimate_init(struct fw_estimate *e, size_t max_groups, struct fw_arena *arena,
                                struct fw_err *err);

/* Fills e. FW_INPUT with the name of the row when a value leaves the range (2^127); FW_INPUT if
 * the model has more groups than e has room for, or context or batch are out of range. */
enum fw_status fw_estimate_run(const struct fw_model *m, const struct fw_workload *w,
                               struct fw_estimate *e, struct fw_err *err);

static inline fw_u128 fw_layer_value(const struct fw_estimate *e, size_t group,
                                     enum fw_layer_eq row)
{
    return e->layer[group][row];
}

/* Looks a row up by id in both tables ("W_Q", "N"); true if found. *layer tells which enum
 * *row belongs to. */
bool fw_eq_find(const char *id, bool *layer, size_t *row);

#endif
