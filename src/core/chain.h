/* chain.h - the chain FLOP -> device-hours -> energy -> CO2eq, solved in any direction.
 *
 * The variables are the rows of training.def, the relations those of chain.def. Every relation is
 * a product, so whatever has one unknown left is solved, until nothing changes. What the user
 * gives wins over what a description discloses, and that over defaults; a disclosed value that
 * the others already determine is not used but compared (fw_chain.check).
 */
#ifndef FW_CORE_CHAIN_H
#define FW_CORE_CHAIN_H

#include "base/quantity.h"
#include "base/status.h"

enum fw_fact {
#define FACT(id, dim, meaning) FW_FACT_##id,
#include "core/training.def"
#undef FACT
    FW_FACT_COUNT
};
struct fw_fact_info {
    const char *id, *meaning;
    enum fw_dim dim;
};
extern const struct fw_fact_info fw_fact_table[FW_FACT_COUNT];
enum fw_fact fw_fact_find(const char *id); /* '-' equals '_'; FW_FACT_COUNT if unknown */

/* Values in the units of fw_dim, with two exceptions that the reader makes: COUNT as double, and
 * NaN = unknown. Fill with fw_facts_init first. */
struct fw_facts {
    double val[FW_FACT_COUNT];
};
void fw_facts_init(struct fw_facts *f);

enum { FW_LINK_COUNT = 0
#define LINK(...) +1
#include "core/chain.def"
#undef LINK
};
struct fw_link_info {
    enum fw_fact result, a, b; /* b = FW_FACT_COUNT if there is none */
    double factor;
    const char *factor_text, *source, *meaning;
};
extern const struct fw_link_info fw_link_table[FW_LINK_COUNT];

enum fw_origin { FW_UNKNOWN, FW_GIVEN, FW_DISCLOSED, FW_DERIVED, FW_DEFAULT };

struct fw_chain {
    double val[FW_FACT_COUNT]; /* NaN = unknown */
    enum fw_origin origin[FW_FACT_COUNT];
    int link[FW_FACT_COUNT];       /* row that derived it, -1 else */
    double check[FW_FACT_COUNT];   /* a disclosed value that was determined otherwise, NaN else */
    double devices_exact;          /* before rounding up; NaN if devices were not derived */
};

/* given, disclosed and defaults in that order of precedence (any may be NULL). A derived device
 * count is rounded up to a whole number; device-hours stay those that the work needs.
 * FW_INPUT: a value that is not positive (emissions, intensity, idle and embodied may be 0), an MFU
 * above 1 (the message lists the probable causes: sparse peak, other SKU, other dtype, other
 * boundary), two given values that contradict a third by more than 1 %, pue or host_factor < 1.
 * diags receives a message for every disclosed value that differs from the determined one by
 * more than 1 %: a warning, or a note where the user has changed the run. */
enum fw_status fw_chain_solve(const struct fw_facts *given, const struct fw_facts *disclosed,
                              const struct fw_facts *defaults, struct fw_chain *out,
                              struct fw_diags *diags, struct fw_err *err);

#endif
