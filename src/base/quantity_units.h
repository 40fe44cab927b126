/* quantity_units.h - the table of units, shared by quantity.c (in) and quantity_text.c (out).
 *
 * Private to base: everybody else uses quantity.h.
 */
#ifndef FW_BASE_QUANTITY_UNITS_H
#define FW_BASE_QUANTITY_UNITS_H

#include "base/quantity.h"

/* Which prefixes may stand before a unit. */
enum { FW_PREFIX_NONE = 0, FW_PREFIX_DECIMAL = 1, FW_PREFIX_BINARY = 2, FW_PREFIX_BOTH = 3 };

/* value in the dimension's own unit = number * factor * 10^exp10. name "" = no unit written. */
struct fw_unit {
    enum fw_dim dim;
    const char *name;
    int prefixes;
    int exp10;
    double factor;
};

/* A unit with what its prefix adds; unit NULL = not found. */
struct fw_unit_match {
    const struct fw_unit *unit;
    int exp10, exp2;
};

/* Looks tail, what stands behind a number, up among the units of dim: [blank] [prefix] [unit]. */
struct fw_unit_match fw_unit_find(enum fw_dim dim, const char *tail);
/* The same among the units of all other dimensions, to say what a wrong unit is. */
struct fw_unit_match fw_unit_find_other(enum fw_dim dim, const char *tail);

/* "a power" and "W kW MW GW or nothing (W)", for messages. Never NULL. */
const char *fw_dim_noun(enum fw_dim dim);
const char *fw_dim_accepted(enum fw_dim dim);

#endif
