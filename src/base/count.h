/* count.h - exact counts: parameters, bytes, FLOP.
 *
 * Counts are unsigned 128-bit integers. The range that flopwatt accepts ends at 2^127
 * (FW_COUNT_LIMIT); what would leave it is an error, never a wrap. LLaMA-3.1 405B trained on
 * 15.6e12 tokens is 3.8e25, so 2^127 = 1.7e38 leaves room for twelve orders of magnitude.
 */
#ifndef FW_BASE_COUNT_H
#define FW_BASE_COUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 fw_u128;

#define FW_COUNT_LIMIT ((fw_u128)1 << 127)
enum { FW_COUNT_LEN = 56 }; /* room for 39 digits, 12 separators and the NUL */

/* Exact decimal digits, "8030261248"; with separator, "8,030,261,248" for sep = ','
 * (sep 0 = none). Returns buf. */
char *fw_count_text(char buf[static FW_COUNT_LEN], fw_u128 value, char sep);

/* Reads digits only (no sign, no blank, no separator); false if empty, not a digit or >= 2^127. */
bool fw_count_parse(const char *text, fw_u128 *out);

/* Checked arithmetic: false, and *out untouched, when the result is >= 2^127. */
bool fw_count_add(fw_u128 a, fw_u128 b, fw_u128 *out);
bool fw_count_mul(fw_u128 a, fw_u128 b, fw_u128 *out);

/* The nearest double (ties to even). */
double fw_count_double(fw_u128 value);

/* Greatest common divisor; gcd(0, b) = b. For ratios that are printed exactly. */
fw_u128 fw_count_gcd(fw_u128 a, fw_u128 b);

#endif
