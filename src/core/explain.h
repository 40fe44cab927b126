/* explain.h - a figure with its equation, the numbers put in, its unit and its source.
 *
 * The equation is the text that was compiled (estimate.h). "Numbers put in" is that text with
 * every symbol replaced by its value, so what is shown is what was computed.
 */
#ifndef FW_CORE_EXPLAIN_H
#define FW_CORE_EXPLAIN_H

#include "base/text.h"
#include "core/chain.h"
#include "core/estimate.h"

/* Appends the expression of a row with its symbols and earlier rows replaced by digits, e.g.
 * "2*218103808*8192*1". group is ignored for model rows. */
void fw_explain_numbers(const struct fw_estimate *e, bool layer, size_t row, size_t group,
                        struct fw_text *out);

/* The symbols that the expression of a row uses, in order of appearance, each once. fn gets the
 * name, its value and its meaning (for rows: their one line); SUM(x) is reported as "SUM(x)". */
void fw_explain_symbols(const struct fw_estimate *e, bool layer, size_t row, size_t group,
                        void (*fn)(void *ctx, const char *id, fw_u128 value,
                                   const char *meaning),
                        void *ctx);

/* "flop_per_s = mfu x peak" for the link that derived a fact; "" if it was not derived. The
 * formula is turned to the side that was solved for. */
void fw_explain_link(const struct fw_chain *c, enum fw_fact fact, struct fw_text *out);

#endif
