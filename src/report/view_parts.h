/* view_parts.h - what the views share: short access to rows, values of keys, kinds of layers.
 *
 * Private to report: see views.h.
 */
#ifndef FW_REPORT_VIEW_PARTS_H
#define FW_REPORT_VIEW_PARTS_H

#include "report/views.h"

/* Rows of the estimate: of the model, of one layer, summed over all layers. */
#define FW_MODEL_ROW(a, id)    ((a)->estimate.model[FW_EQ_##id])
#define FW_LAYER_ROW(a, g, id) ((a)->estimate.layer[g][FW_LEQ_##id])
#define FW_SUM_ROW(a, id)      ((a)->estimate.sum[FW_LEQ_##id])
#define FW_LAYER_SYM(a, g, id) ((a)->estimate.layer_sym[g][FW_LS_##id])

/* The resolved value of an architecture key in layers of a group; EMPTY if the model has no use
 * for it (kv_lora_rank without MLA), TEXT for names. */
struct fw_cell fw_key_cell(const struct fw_answer *a, size_t group, enum fw_key key);
/* True if all groups agree. */
bool fw_key_uniform(const struct fw_answer *a, enum fw_key key);
/* True if the description states the key, in any of its layers. */
bool fw_key_stated(const struct fw_answer *a, enum fw_key key);
bool fw_cell_same(const struct fw_cell *x, const struct fw_cell *y);

/* "attention+swiglu", "attention(window 1024)+geglu", "mla+moe-swiglu". */
void fw_group_kind(const struct fw_answer *a, size_t group, struct fw_text *out);

/* Composes a text and moves it to the arena; "" when memory is exhausted, and t->failed is set. */
const char *fw_view_text(struct fw_table *t, struct fw_text *text);
const char *fw_view_printf(struct fw_table *t, const char *fmt, ...) FW_PRINTF(2, 3);
const char *fw_view_count(struct fw_table *t, fw_u128 value); /* "8,192" */
const char *fw_view_kind(struct fw_table *t, const struct fw_answer *a, size_t group);

/* part / whole as a ratio; UNKNOWN if whole is 0. */
struct fw_cell fw_cell_ratio(fw_u128 part, fw_u128 whole);
/* An exact count with a unit of its own. */
struct fw_cell fw_cell_count_in(fw_u128 value, enum fw_dim dim);

/* The convention line of figures that depend on attention and LM head. */
const char *fw_view_convention(struct fw_table *t, const struct fw_answer *a);

const char *fw_origin_name(enum fw_origin origin);     /* "given", "disclosed", ... */
const char *fw_answer_name(const struct fw_answer *a); /* name, else id, else "model" */

#endif
