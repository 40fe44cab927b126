/* tables.c - the same tables once more, as data: names, texts, sources. */
#include <string.h>

#include "core/estimate.h"

const struct fw_eq_info fw_layer_eq_table[FW_LEQ_COUNT] = {
#define EQ(id, unit, expr, source, line) {#id, #expr, source, line, FW_U_##unit},
#include "core/eq_layer.def"
#undef EQ
};

const struct fw_eq_info fw_eq_table[FW_EQ_COUNT] = {
#define EQ(id, unit, expr, source, line) {#id, #expr, source, line, FW_U_##unit},
#include "core/eq_model.def"
#undef EQ
};

const struct fw_symbol_info fw_layer_symbol_table[FW_LS_COUNT] = {
#define SYM(id, meaning) {#id, meaning},
#include "core/layer.sym"
#undef SYM
};

const struct fw_symbol_info fw_model_symbol_table[FW_MS_COUNT] = {
#define SYM(id, meaning) {#id, meaning},
#include "core/model.sym"
#undef SYM
};

const char *fw_unit_name(enum fw_unit u)
{
    static const char *const names[FW_U_COUNT_] = {
        [FW_U_PARAMS] = "parameters", [FW_U_ELEMENTS] = "elements", [FW_U_PAIRS] = "pairs",
        [FW_U_FLOP] = "FLOP",         [FW_U_BYTES] = "B",
    };
    return names[u];
}

const char *const fw_attention_names[FW_ATT_COUNT] = {"full", "causal", "half"};
const char *const fw_attention_texts[FW_ATT_COUNT] = {
    "full: all S^2 query-key pairs (PaLM, nanoGPT)",
    "causal: the exact S(S+1)/2 pairs under the mask",
    "half: S^2/2 pairs",
};
const char *const fw_lm_head_names[FW_HEAD_COUNT] = {"last", "none", "all"};
const char *const fw_lm_head_texts[FW_HEAD_COUNT] = {
    "last: one row of logits per sequence (serving)",
    "none: the LM head is left out",
    "all: logits for every token (training, scoring)",
};

bool fw_eq_find(const char *id, bool *layer, size_t *row)
{
    for (size_t i = 0; i < FW_EQ_COUNT; i++)
        if (strcmp(id, fw_eq_table[i].id) == 0) {
            *layer = false;
            *row = i;
            return true;
        }
    for (size_t i = 0; i < FW_LEQ_COUNT; i++)
        if (strcmp(id, fw_layer_eq_table[i].id) == 0) {
            *layer = true;
            *row = i;
            return true;
        }
    return false;
}
