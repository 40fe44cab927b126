/* numfmt.h - numbers as readers of a chart want them. Private to draw.
 *
 * Typographic minus, thin rules for digits, prefixes; never "nan", "inf" or "1e+23".
 */
#ifndef FW_DRAW_NUMFMT_H
#define FW_DRAW_NUMFMT_H

#include "draw/chart.h"

enum { FW_NUM_LEN = 48 };

/* With so many decimals and commas between thousands; rounded zero has no sign. */
char *fw_num_fixed(char buf[static FW_NUM_LEN], double v, int decimals);

/* digits significant digits, trailing zeros dropped, whole parts never rounded to tens:
 * 1,287 0.525 7.23; beyond 10^7 and below 10^-4 as 7.23x10^23 with raised digits. */
char *fw_num_digits(char buf[static FW_NUM_LEN], double v, int digits);

/* base raised to exponent, "10²³". */
char *fw_num_power(char buf[static FW_NUM_LEN], int base, int exponent);

/* v with its own prefix and unit behind it, "16 GiB", "512", "10¹⁵"; unit NULL = none. */
char *fw_num_prefixed(char buf[static FW_NUM_LEN], double v, enum fw_prefix prefix,
                      const char *unit, int digits);

/* The common factor of an axis whose largest value is most >= 0, and its name in front of the
 * unit: 1e9 and "G" (bare unit) or "10⁹" (no unit). name is empty for the factor 1. */
struct fw_factor {
    double value;
    char letter[8];          /* "G", "Gi"; empty if there is none */
    char power[FW_NUM_LEN];  /* "10⁹", "2³⁰"; empty for the factor 1 */
};
struct fw_factor fw_num_factor(double most, enum fw_prefix prefix);

#endif
