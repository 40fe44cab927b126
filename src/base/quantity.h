/* quantity.h - numbers with units, in and out.
 *
 * Grammar of a number in descriptions and on the command line (docs/models.md has it in full):
 *
 *     number = [sign] digits ["." digits] [("e"|"E") [sign] digits]
 *     value  = number [blank] [prefix] [unit]         the whole token must match
 *     prefix = k K M G T P E (decimal, 10^3 ... 10^18) | Ki ki Mi Gi Ti Pi Ei (binary, 2^10 ...)
 *              B (10^9) is accepted for plain counts only: "7B" parameters, "15T" tokens
 *
 * The units are the table of quantity_units.c. A mass may carry "CO2eq" ("390 t CO2eq").
 * Refused with a reason: 010 (octal?), 1_000, 12:30, 0x10, 1,000, inf, nan, "8 k B".
 * A power where an energy is expected is an error: units carry a dimension.
 * Inside everything is SI (J, W, s, kg, bytes, FLOP); prefixes exist only here.
 */
#ifndef FW_BASE_QUANTITY_H
#define FW_BASE_QUANTITY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/count.h"
#include "base/status.h"

enum fw_dim {
    FW_DIM_COUNT,        /* plain count: "8Ki", "15T", "7B" */
    FW_DIM_RATIO,        /* "0.4", "40%" -> 0.4 */
    FW_DIM_NUMBER,       /* any real number, no unit (PUE, theta) */
    FW_DIM_BYTES,        /* "80GB" "80 GiB" "1.5Mi" (B may be left out) -> bytes */
    FW_DIM_TIME,         /* "90 days" "24h" "3600 s" "12 min" "350 ms"; bare = s -> s */
    FW_DIM_DEVICE_HOURS, /* "1.3M" "1.3M h" bare = h -> hours */
    FW_DIM_POWER,        /* "700 W" "0.7kW"; bare = W -> W */
    FW_DIM_ENERGY,       /* "910 MWh" "3.6 MJ"; unit required -> J */
    FW_DIM_MASS,         /* "390 t" "57 g" "12 kg"; unit required -> kg */
    FW_DIM_FLOP,         /* "7.2e23" "7.2e23 FLOP" "3 EFLOP" -> FLOP */
    FW_DIM_FLOP_RATE,    /* "989 TFLOP/s" "989T"; -> FLOP/s */
    FW_DIM_BYTE_RATE,    /* "3.35 TB/s" -> B/s */
    FW_DIM_INTENSITY,    /* "0.4 kg/kWh" "400 g/kWh" "0.4 t/MWh"; bare = kg/kWh -> kg/kWh */
    FW_DIM_PRICE,        /* money per device-hour: "2.50", "2.50/h" -> number */
    FW_DIM_COUNT_
};

struct fw_quantity {
    double value;  /* in the unit named above */
    fw_u128 count; /* exact, valid if is_exact */
    bool is_exact; /* COUNT, BYTES and FLOP that are whole numbers */
};

/* Parses the whole of text as a quantity of dimension dim. COUNT must be a whole number
 * ("1.5Mi" is, "1.5" is not) below 2^127. FW_INPUT with a message that says what was expected
 * and what was read; the caller adds place and key. */
enum fw_status fw_quantity_parse(const char *text, enum fw_dim dim, struct fw_quantity *out,
                                 struct fw_err *err);

/* "40 %", "910,000 kWh", "154.4 TFLOP/s", "1.00 GiB": value in dim's unit with digits
 * significant digits (3 to 17) and a prefix that suits; bytes use binary prefixes if binary.
 * Energies are in kWh or Wh from 1 Wh on, masses in t from 1 t on; a ratio drops zeros at its
 * end. NaN prints "unknown", an infinity "out of range". Returns buf. Never prints an exponent
 * below 1e21, but for what is under 1e-9. With 16 or 17 digits it stops at those
 * that tell the double from its neighbours. */
char *fw_quantity_text(char *buf, size_t size, double value, enum fw_dim dim, int digits,
                       bool binary);

/* Name of the dimension for messages ("a power such as 700 W"). Never NULL. */
const char *fw_dim_expected(enum fw_dim dim);
/* Unit in which value is stored: "W", "kg/kWh", "" ... Never NULL. */
const char *fw_dim_unit(enum fw_dim dim);

#endif
