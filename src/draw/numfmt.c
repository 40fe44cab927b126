/* numfmt.c - see numfmt.h. */
#include "draw/numfmt.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MINUS "\u2212"

/* Steps of 1000 (or 1024) from 10^-24 (2^0) upward. Source: SI Brochure, 9th ed., table 7;
 * IEC 80000-13 for the binary ones. */
static const char *const si_letters[] = {"y", "z", "a", "f", "p", "n", "\u00B5", "m", "",
                                         "k", "M", "G", "T", "P", "E", "Z", "Y"};
static const char *const binary_letters[] = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "Zi", "Yi"};
enum { SI_LOWEST = -8, SI_HIGHEST = 8, BINARY_HIGHEST = 8 };

char *fw_num_fixed(char buf[static FW_NUM_LEN], double v, int decimals)
{
    char digits[FW_NUM_LEN];
    const int wanted = snprintf(digits, sizeof digits, "%.*f", decimals, fabs(v));
    if (wanted < 0 || wanted > 30)
        return fw_num_digits(buf, v, 6);
    const size_t whole = strcspn(digits, ".");
    const bool zero = strspn(digits, "0.") == strlen(digits);
    size_t n = 0;
    if (v < 0 && !zero) {
        memcpy(buf, MINUS, sizeof MINUS - 1);
        n = sizeof MINUS - 1;
    }
    for (size_t k = 0; digits[k] != '\0'; k++) {
        if (k > 0 && k < whole && (whole - k) % 3 == 0)
            buf[n++] = ',';
        buf[n++] = digits[k];
    }
    buf[n] = '\0';
    return buf;
}

char *fw_num_power(char buf[static FW_NUM_LEN], int base, int exponent)
{
    static const char *const raised[] = {"\u2070", "\u00B9", "\u00B2", "\u00B3", "\u2074",
                                         "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
    char digits[16];
    (void)snprintf(digits, sizeof digits, "%d", abs(exponent));
    size_t n = (size_t)snprintf(buf, FW_NUM_LEN, "%d%s", base, exponent < 0 ? "\u207B" : "");
    for (const char *p = digits; *p != '\0'; p++) {
        const char *const r = raised[*p - '0'];
        memcpy(buf + n, r, strlen(r) + 1);
        n += strlen(r);
    }
    return buf;
}

static void drop_zeros(char *text)
{
    if (strchr(text, '.') == NULL)
        return;
    size_t n = strlen(text);
    while (text[n - 1] == '0')
        n--;
    if (text[n - 1] == '.')
        n--;
    text[n] = '\0';
}

/* The decimal exponent after rounding to so many digits. */
static int exponent_of(double v, int digits)
{
    char text[FW_NUM_LEN];
    (void)snprintf(text, sizeof text, "%.*e", digits - 1, fabs(v));
    return (int)strtol(strchr(text, 'e') + 1, NULL, 10);
}

char *fw_num_digits(char buf[static FW_NUM_LEN], double v, int digits)
{
    if (isnan(v)) {
        (void)snprintf(buf, FW_NUM_LEN, "unknown");
        return buf;
    }
    if (v == 0) {
        (void)snprintf(buf, FW_NUM_LEN, "0");
        return buf;
    }
    const int e = exponent_of(v, digits);
    if (e >= -4 && e < 7) {
        (void)fw_num_fixed(buf, v, e < digits ? digits - 1 - e : 0);
        drop_zeros(buf);
        return buf;
    }
    char mantissa[FW_NUM_LEN], power[FW_NUM_LEN];
    /* in two steps, as 10^-e may leave the range of a double */
    const double scaled = v / pow(10, e / 2) / pow(10, e - e / 2);
    (void)fw_num_fixed(mantissa, scaled, digits - 1);
    drop_zeros(mantissa);
    (void)fw_num_power(power, 10, e);
    const char *const digits_of = mantissa + (v < 0 ? sizeof MINUS - 1 : 0);
    if (strcmp(digits_of, "1") == 0)
        (void)snprintf(buf, FW_NUM_LEN, "%s%.24s", v < 0 ? MINUS : "", power);
    else
        (void)snprintf(buf, FW_NUM_LEN, "%.18s\u00D7%.24s", mantissa, power);
    return buf;
}

/* floor(log(v) / log(base)) with the exact powers on the right side. */
static int steps(double v, double base)
{
    return (int)floor(log(v) / log(base) + 1e-9);
}

struct fw_factor fw_num_factor(double most, enum fw_prefix prefix)
{
    struct fw_factor f = {.value = 1};
    if (!(most > 0))
        return f;
    int tens = 0;
    if (prefix == FW_PREFIX_BINARY) {
        int k = most >= 1 ? steps(most, 1024) : 0;
        k = k < BINARY_HIGHEST ? k : BINARY_HIGHEST;
        f.value = pow(1024, k);
        (void)snprintf(f.letter, sizeof f.letter, "%s", binary_letters[k]);
        if (k > 0)
            (void)fw_num_power(f.power, 2, 10 * k);
        return f;
    }
    if (prefix == FW_PREFIX_SI)
        tens = 3 * steps(most, 1000);
    else if (prefix == FW_PREFIX_POWER || most >= 1e7 || most < 1e-4)
        tens = steps(most, 10);
    if (prefix == FW_PREFIX_POWER && abs(tens) <= 3)
        tens = 0;
    if (prefix == FW_PREFIX_SI && tens >= 3 * SI_LOWEST && tens <= 3 * SI_HIGHEST)
        (void)snprintf(f.letter, sizeof f.letter, "%s", si_letters[tens / 3 - SI_LOWEST]);
    f.value = pow(10, tens);
    if (tens != 0)
        (void)fw_num_power(f.power, 10, tens);
    return f;
}

char *fw_num_prefixed(char buf[static FW_NUM_LEN], double v, enum fw_prefix prefix,
                      const char *unit, int digits)
{
    char rounded[FW_NUM_LEN]; /* so that 999,999 becomes 1 M and not 1,000 k */
    (void)snprintf(rounded, sizeof rounded, "%.*e", digits - 1, fabs(v));
    const double a = strtod(rounded, NULL);
    struct fw_factor f = {.value = 1};
    /* far from everyday sizes a power of ten says more than a rare letter */
    const bool everyday = prefix == FW_PREFIX_BINARY ? a >= 1 : a >= 1e-12 && a < 1e21;
    if ((prefix == FW_PREFIX_SI || prefix == FW_PREFIX_BINARY) && everyday)
        f = fw_num_factor(a, prefix);
    char number[FW_NUM_LEN];
    (void)fw_num_digits(number, v / f.value, digits);
    const bool space = f.letter[0] != '\0' || (unit != NULL && *unit != '\0');
    (void)snprintf(buf, FW_NUM_LEN, "%.30s%s%s%.8s", number, space ? "\u00A0" : "", f.letter,
                   unit != NULL ? unit : "");
    return buf;
}
