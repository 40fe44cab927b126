/* quantity_text.c - numbers with units, out.
 *
 * The digits come from one printf in e-notation; unit and prefix only move the decimal point, so
 * that no division adds digits of its own. Units that are no power of ten divide first, and get
 * no more digits than a double keeps through one rounding.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/quantity.h"

enum { MOST_DIGITS = 17, PLAIN_ABOVE = -9, PLAIN_BELOW = 21, NUMBER_LEN = 64 };

/* A way to show a dimension: value / factor / 10^exp10 behind which unit stands. It is taken when
 * that quotient is at least least; the last row of a dimension is taken in any case. */
struct scale {
    enum fw_dim dim;
    const char *unit;
    int exp10;
    double factor, least;
    bool binary;
};

static const struct scale scales[] = {
    {FW_DIM_COUNT, "E", 18, 1, 1, false},
    {FW_DIM_COUNT, "P", 15, 1, 1, false},
    {FW_DIM_COUNT, "T", 12, 1, 1, false},
    {FW_DIM_COUNT, "B", 9, 1, 1, false},
    {FW_DIM_COUNT, "M", 6, 1, 1, false},
    {FW_DIM_COUNT, "k", 3, 1, 1, false},
    {FW_DIM_COUNT, "", 0, 1, 0, false},
    {FW_DIM_RATIO, " %", -2, 1, 0, false},
    {FW_DIM_NUMBER, "", 0, 1, 0, false},
    {FW_DIM_BYTES, " EiB", 0, 0x1p60, 1, true},
    {FW_DIM_BYTES, " PiB", 0, 0x1p50, 1, true},
    {FW_DIM_BYTES, " TiB", 0, 0x1p40, 1, true},
    {FW_DIM_BYTES, " GiB", 0, 0x1p30, 1, true},
    {FW_DIM_BYTES, " MiB", 0, 0x1p20, 1, true},
    {FW_DIM_BYTES, " KiB", 0, 0x1p10, 1, true},
    {FW_DIM_BYTES, " EB", 18, 1, 1, false},
    {FW_DIM_BYTES, " PB", 15, 1, 1, false},
    {FW_DIM_BYTES, " TB", 12, 1, 1, false},
    {FW_DIM_BYTES, " GB", 9, 1, 1, false},
    {FW_DIM_BYTES, " MB", 6, 1, 1, false},
    {FW_DIM_BYTES, " kB", 3, 1, 1, false},
    {FW_DIM_BYTES, " B", 0, 1, 0, false},
    {FW_DIM_TIME, " days", 0, 86400, 2, false},
    {FW_DIM_TIME, " h", 0, 3600, 1, false},
    {FW_DIM_TIME, " min", 0, 60, 1, false},
    {FW_DIM_TIME, " s", 0, 1, 1, false},
    {FW_DIM_TIME, " ms", -3, 1, 1, false},
    {FW_DIM_TIME, " us", -6, 1, 1, false},
    {FW_DIM_TIME, " ns", -9, 1, 0, false},
    {FW_DIM_DEVICE_HOURS, " h", 0, 1, 0, false},
    {FW_DIM_POWER, " GW", 9, 1, 1, false},
    {FW_DIM_POWER, " MW", 6, 1, 1, false},
    {FW_DIM_POWER, " kW", 3, 1, 1, false},
    {FW_DIM_POWER, " W", 0, 1, 0, false},
    {FW_DIM_ENERGY, " kWh", 3, 3600, 1, false},
    {FW_DIM_ENERGY, " Wh", 0, 3600, 1, false},
    {FW_DIM_ENERGY, " J", 0, 1, 0, false},
    {FW_DIM_MASS, " t", 3, 1, 1, false},
    {FW_DIM_MASS, " kg", 0, 1, 1, false},
    {FW_DIM_MASS, " g", -3, 1, 0, false},
    {FW_DIM_FLOP, " EFLOP", 18, 1, 1, false},
    {FW_DIM_FLOP, " PFLOP", 15, 1, 1, false},
    {FW_DIM_FLOP, " TFLOP", 12, 1, 1, false},
    {FW_DIM_FLOP, " GFLOP", 9, 1, 1, false},
    {FW_DIM_FLOP, " MFLOP", 6, 1, 1, false},
    {FW_DIM_FLOP, " kFLOP", 3, 1, 1, false},
    {FW_DIM_FLOP, " FLOP", 0, 1, 0, false},
    {FW_DIM_FLOP_RATE, " EFLOP/s", 18, 1, 1, false},
    {FW_DIM_FLOP_RATE, " PFLOP/s", 15, 1, 1, false},
    {FW_DIM_FLOP_RATE, " TFLOP/s", 12, 1, 1, false},
    {FW_DIM_FLOP_RATE, " GFLOP/s", 9, 1, 1, false},
    {FW_DIM_FLOP_RATE, " MFLOP/s", 6, 1, 1, false},
    {FW_DIM_FLOP_RATE, " kFLOP/s", 3, 1, 1, false},
    {FW_DIM_FLOP_RATE, " FLOP/s", 0, 1, 0, false},
    {FW_DIM_BYTE_RATE, " TiB/s", 0, 0x1p40, 1, true},
    {FW_DIM_BYTE_RATE, " GiB/s", 0, 0x1p30, 1, true},
    {FW_DIM_BYTE_RATE, " MiB/s", 0, 0x1p20, 1, true},
    {FW_DIM_BYTE_RATE, " KiB/s", 0, 0x1p10, 1, true},
    {FW_DIM_BYTE_RATE, " TB/s", 12, 1, 1, false},
    {FW_DIM_BYTE_RATE, " GB/s", 9, 1, 1, false},
    {FW_DIM_BYTE_RATE, " MB/s", 6, 1, 1, false},
    {FW_DIM_BYTE_RATE, " kB/s", 3, 1, 1, false},
    {FW_DIM_BYTE_RATE, " B/s", 0, 1, 0, false},
    {FW_DIM_INTENSITY, " kg/kWh", 0, 1, 0.1, false},
    {FW_DIM_INTENSITY, " g/kWh", -3, 1, 0, false},
    {FW_DIM_PRICE, "/h", 0, 1, 0, false},
};

/* digits d0 d1 ... with the value d0.d1... * 10^exp10 */
struct decimal {
    char digits[MOST_DIGITS + 1];
    int n, exp10;
};

static double decimal_value(const struct decimal *d)
{
    char buf[48];

    (void)snprintf(buf, sizeof buf, "%se%d", d->digits, d->exp10 - (d->n - 1));
    return strtod(buf, NULL);
}

/* Rounds a positive value to n digits. The decimal separator of printf, whatever the locale
 * makes of it, is stepped over. */
static struct decimal round_once(double value, int n)
{
    struct decimal d = {.n = 0};
    char buf[48];
    const char *s = buf;

    (void)snprintf(buf, sizeof buf, "%.*e", n - 1, value);
    for (; *s != 'e' && *s != '\0'; s++) {
        if (*s >= '0' && *s <= '9' && d.n < MOST_DIGITS)
            d.digits[d.n++] = *s;
    }
    d.digits[d.n] = '\0';
    d.exp10 = *s == 'e' ? (int)strtol(s + 1, NULL, 10) : 0;
    return d;
}

/* Beyond the 15 digits that every double keeps, only as many as tell this one from the next:
 * 0.4 with 17 digits is 0.4 and not 0.40000000000000002. */
static struct decimal round_to(double value, int n)
{
    struct decimal d = round_once(value, n > DBL_DIG ? DBL_DIG : n);

    for (int more = DBL_DIG + 1; more <= n && decimal_value(&d) != value; more++)
        d = round_once(value, more);
    return d;
}

static struct decimal in_scale(double value, const struct scale *scale, int digits)
{
    int exponent = 0;
    const bool exact = frexp(scale->factor, &exponent) == 0.5; /* a power of two */

    if (!exact && digits > DBL_DIG)
        digits = DBL_DIG;
    struct decimal d = round_to(value / scale->factor, digits);
    d.exp10 -= scale->exp10;
    return d;
}

/* The unit without prefix, for zero and for what is written with an exponent. */
static const struct scale *base_scale(enum fw_dim dim)
{
    const struct scale *last = NULL;

    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        if (scales[i].dim != dim)
            continue;
        last = &scales[i];
        if (last->exp10 == 0 && last->factor == 1)
            break;
    }
    return last;
}

/* The first row whose rounded number is large enough: 999.96 MB with four digits is 1.000 GB. */
static const struct scale *pick_scale(double value, enum fw_dim dim, int digits, bool binary)
{
    const struct scale *last = NULL;

    if (value == 0 || value >= 1e21)
        return base_scale(dim);
    for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
        const struct scale *const s = &scales[i];
        if (s->dim != dim || (s->binary && !binary) ||
            (binary && !s->binary && s->exp10 > 0 &&
             (dim == FW_DIM_BYTES || dim == FW_DIM_BYTE_RATE)))
            continue;
        last = s;
        const struct decimal d = in_scale(value, s, digits);
        if (decimal_value(&d) >= s->least)
            break;
    }
    return last;
}

static void put(char *out, size_t *n, char c)
{
    if (*n + 1 < NUMBER_LEN)
        out[(*n)++] = c;
    out[*n] = '\0';
}

/* Writes d with separators of thousands; keep_zeros: zeros at the end of the fraction stay. */
static void write_plain(const struct decimal *d, bool keep_zeros, char out[static NUMBER_LEN])
{
    size_t n = 0;
    int last = d->n - 1;

    while (!keep_zeros && last > 0 && last > d->exp10 && d->digits[last] == '0')
        last--;
    if (d->exp10 < 0)
        put(out, &n, '0');
    for (int i = 0; i <= d->exp10; i++) {
        put(out, &n, i < d->n ? d->digits[i] : '0');
        if (i < d->exp10 && (d->exp10 - i) % 3 == 0)
            put(out, &n, ',');
    }
    for (int i = d->exp10 + 1; i <= last; i++) {
        if (i == d->exp10 + 1)
            put(out, &n, '.');
        put(out, &n, i >= 0 ? d->digits[i] : '0');
    }
}

static void write_exponent(const struct decimal *d, char out[static NUMBER_LEN])
{
    (void)snprintf(out, NUMBER_LEN, "%c.%se%d", d->digits[0], d->digits + 1, d->exp10);
}

/* A ratio is short ("40 %"), and nobody counts 5.00 bytes. */
static bool keeps_zeros(double value, const struct scale *scale)
{
    const bool counted = scale->dim == FW_DIM_COUNT || scale->dim == FW_DIM_BYTES;

    if (scale->dim == FW_DIM_RATIO)
        return false;
    return !(counted && scale->exp10 == 0 && scale->factor == 1 && floor(value) == value);
}

char *fw_quantity_text(char *buf, size_t size, double value, enum fw_dim dim, int digits,
                       bool binary)
{
    const double size_of = fabs(value);
    char number[NUMBER_LEN] = "0";

    if (size == 0)
        return buf;
    if (!isfinite(value)) {
        (void)snprintf(buf, size, "%s", isnan(value) ? "unknown" : "out of range");
        return buf;
    }
    if ((unsigned)dim >= FW_DIM_COUNT_)
        dim = FW_DIM_NUMBER;
    digits = digits < 3 ? 3 : digits > MOST_DIGITS ? MOST_DIGITS : digits;
    const struct scale *const scale = pick_scale(size_of, dim, digits, binary);
    const struct decimal d = in_scale(size_of, scale, digits);
    if (size_of > 0 && (d.exp10 < PLAIN_ABOVE || d.exp10 >= PLAIN_BELOW))
        write_exponent(&d, number);
    else if (size_of > 0)
        write_plain(&d, keeps_zeros(size_of, scale), number);
    (void)snprintf(buf, size, "%s%s%s", value < 0 ? "-" : "", number, scale->unit);
    return buf;
}
