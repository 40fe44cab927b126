/* quantity.c - numbers with units, in.
 *
 * A token is read in two steps. The number becomes a row of decimal digits and a power of ten;
 * no double is involved yet. What stands behind it, the tail, is looked up in the table of units
 * (quantity_units.c) and adds powers of ten and two and, for a few units, a factor. The powers
 * of ten are joined before anything is rounded: "0.7 kW" is 7e2 and not 0.7 * 1000, counts are
 * exact integers, and one strtod of digits without a point makes every double correctly rounded
 * in any locale.
 */
#include "base/quantity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/quantity_units.h"

enum { TOKEN_MAX = 160, EXPONENT_MAX = 9999, SHOWN = 40, DOUBLINGS_MAX = 60 };

/* digits * 10^exp10; digits without leading and trailing zeros, "" for zero. */
struct number {
    bool negative;
    char digits[TOKEN_MAX + DOUBLINGS_MAX]; /* 2^60 needs 19 more at most */
    size_t n;
    int exp10;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t count_digits(const char *s)
{
    size_t n = 0;

    while (is_digit(s[n]))
        n++;
    return n;
}

/* Reads "e-12" at s into *exponent; returns its length, 0 if there is none ("7E", "3EFLOP"). */
static size_t scan_exponent(const char *s, int *exponent)
{
    const size_t sign = s[0] != '\0' && (s[1] == '+' || s[1] == '-') ? 1 : 0;
    int value = 0;

    if (s[0] != 'e' && s[0] != 'E')
        return 0;
    const size_t n = count_digits(s + 1 + sign);
    if (n == 0)
        return 0;
    for (size_t i = 0; i < n && value < EXPONENT_MAX; i++)
        value = 10 * value + (s[1 + sign + i] - '0');
    if (value > EXPONENT_MAX)
        value = EXPONENT_MAX;
    *exponent = s[1] == '-' ? -value : value;
    return 1 + sign + n;
}

/* Appends digits, without zeros at the very front. */
static void take_digits(struct number *num, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (num->n > 0 || s[i] != '0')
            num->digits[num->n++] = s[i];
    }
}

/* Reads the number at the start of text (shorter than TOKEN_MAX); returns the reason why not, or
 * NULL with *tail behind it. */
static const char *scan_number(const char *text, struct number *num, const char **tail)
{
    const char *s = text;
    size_t fraction = 0;
    int exponent = 0;

    *num = (struct number){.negative = *s == '-'};
    if (*s == '-' || *s == '+')
        s++;
    const size_t whole = count_digits(s);
    if (whole == 0)
        return *s == '.' && is_digit(s[1]) ? "a digit is missing before the point" : "no number";
    if (whole > 1 && s[0] == '0')
        return "leading zeros are refused (octal or decimal?)";
    take_digits(num, s, whole);
    s += whole;
    if (*s == '.') {
        fraction = count_digits(++s);
        if (fraction == 0)
            return "a digit is missing after the point";
        take_digits(num, s, fraction);
        s += fraction;
    }
    s += scan_exponent(s, &exponent);
    num->exp10 = exponent - (int)fraction;
    for (; num->n > 0 && num->digits[num->n - 1] == '0'; num->n--)
        num->exp10++;
    num->digits[num->n] = '\0';
    *tail = s;
    return NULL;
}

/* Why a tail is no unit, where the reason is a habit from elsewhere; NULL = just unknown. */
static const char *tail_habit(const char *tail)
{
    static const struct {
        char first;
        const char *reason;
    } habits[] = {
        {'_', "digits are written without separators"},
        {',', "digits are written without separators, with a decimal point"},
        {'\'', "digits are written without separators"},
        {':', "numbers with a colon are refused"},
        {'x', "hexadecimal is refused"},
        {'X', "hexadecimal is refused"},
        {'.', "a number has one decimal point"},
    };

    for (size_t i = 0; i < sizeof habits / sizeof habits[0]; i++) {
        if (tail[0] == habits[i].first)
            return habits[i].reason;
    }
    return NULL;
}

static bool is_infinite_word(const char *text)
{
    static const char *const words[] = {"inf", "infinity", "nan"};
    char low[12];
    size_t n = 0;

    text += *text == '+' || *text == '-' ? 1 : 0;
    text += *text == '.' ? 1 : 0;
    for (; text[n] != '\0' && n + 1 < sizeof low; n++)
        low[n] = (char)(text[n] >= 'A' && text[n] <= 'Z' ? text[n] - 'A' + 'a' : text[n]);
    low[n] = '\0';
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(low, words[i]) == 0)
            return true;
    }
    return false;
}

/* *value * 10^n, checked; *value is not 0, so that this ends soon. */
static bool times_ten(fw_u128 *value, int n)
{
    for (int i = 0; i < n; i++) {
        if (!fw_count_mul(*value, 10, value))
            return false;
    }
    return true;
}

/* Doubles the decimal digits of num; room for one more digit is there. */
static void double_digits(struct number *num)
{
    int carry = 0;

    for (size_t i = num->n; i-- > 0;) {
        const int twice = 2 * (num->digits[i] - '0') + carry;
        num->digits[i] = (char)('0' + twice % 10);
        carry = twice / 10;
    }
    if (carry > 0) {
        memmove(num->digits + 1, num->digits, num->n);
        num->digits[0] = (char)('0' + carry);
        num->n++;
    }
}

enum exactness { EXACT, NOT_WHOLE, TOO_LARGE };

/* The integer digits * 10^exp10 * 2^exp2, exp2 >= 0. The doubling is done on the digits, where
 * nothing can be lost; what then still has a fraction is no whole number. */
static enum exactness whole_number(const struct number *source, int exp10, int exp2, fw_u128 *out)
{
    struct number num = *source;
    fw_u128 value = 0;

    *out = 0;
    if (num.n == 0)
        return EXACT;
    for (int i = 0; i < exp2; i++)
        double_digits(&num);
    for (; num.digits[num.n - 1] == '0'; num.n--)
        exp10++;
    num.digits[num.n] = '\0';
    if (exp10 < 0)
        return NOT_WHOLE;
    if (!fw_count_parse(num.digits, &value) || !times_ten(&value, exp10))
        return TOO_LARGE;
    *out = value;
    return EXACT;
}

static double nearest_double(const struct number *num, int exp10)
{
    char buf[sizeof num->digits + 16];

    if (num->n == 0)
        return 0;
    (void)snprintf(buf, sizeof buf, "%s%se%d", num->negative ? "-" : "", num->digits, exp10);
    return strtod(buf, NULL);
}

static enum fw_status fail_tail(const char *text, const char *tail, enum fw_dim dim,
                                struct fw_err *err)
{
    const char *const habit = tail_habit(tail);
    const char *const word = tail + strspn(tail, " ");
    const struct fw_unit_match other = fw_unit_find_other(dim, tail);

    if (habit != NULL)
        return fw_fail(err, FW_INPUT, "%s: \"%.*s\", expected %s", habit, SHOWN, text,
                       fw_dim_expected(dim));
    if (tail[0] != '\0' && word[0] == '\0')
        return fw_fail(err, FW_INPUT, "a blank stands behind \"%.*s\", expected %s", SHOWN, text,
                       fw_dim_expected(dim));
    if (tail[0] == '\0')
        return fw_fail(err, FW_INPUT, "%.*s has no unit, expected %s", SHOWN, text,
                       fw_dim_expected(dim));
    if (other.unit != NULL)
        return fw_fail(err, FW_INPUT, "%.*s is %s, expected %s", SHOWN, text,
                       fw_dim_noun(other.unit->dim), fw_dim_expected(dim));
    return fw_fail(err, FW_INPUT, "unknown unit \"%.*s\" in \"%.*s\"; accepted: %s", SHOWN / 2,
                   word, SHOWN, text, fw_dim_accepted(dim));
}

static enum fw_status fail_number(const char *text, const char *reason, enum fw_dim dim,
                                  struct fw_err *err)
{
    if (is_infinite_word(text))
        reason = "not a finite number";
    if (text[0] == '\0')
        return fw_fail(err, FW_INPUT, "nothing there, expected %s", fw_dim_expected(dim));
    return fw_fail(err, FW_INPUT, "%s: \"%.*s\", expected %s", reason, SHOWN, text,
                   fw_dim_expected(dim));
}

/* COUNT, BYTES and FLOP as integers where they are whole. The factors of their units are. */
static enum fw_status make_count(const char *text, const struct number *num,
                                 const struct fw_unit_match *match, struct fw_quantity *out,
                                 struct fw_err *err)
{
    const enum fw_dim dim = match->unit->dim;
    const int exp10 = num->exp10 + match->unit->exp10 + match->exp10;
    fw_u128 count = 0;

    if (dim != FW_DIM_COUNT && dim != FW_DIM_BYTES && dim != FW_DIM_FLOP)
        return FW_OK;
    enum exactness result = whole_number(num, exp10, match->exp2, &count);
    if (result == EXACT && !fw_count_mul(count, (fw_u128)match->unit->factor, &count))
        result = TOO_LARGE;
    if (result == TOO_LARGE || (result == NOT_WHOLE && out->value >= 0x1p127))
        return fw_fail(err, FW_INPUT, "%.*s is too large: counts end at 2^127 (1.7e38)", SHOWN,
                       text);
    if (result == NOT_WHOLE && dim == FW_DIM_COUNT)
        return fw_fail(err, FW_INPUT, "%.*s is not a whole number, expected %s", SHOWN, text,
                       fw_dim_expected(dim));
    if (result == EXACT) {
        out->count = count;
        out->is_exact = true;
        out->value = fw_count_double(count);
    }
    return FW_OK;
}

static enum fw_status convert(const char *text, const struct number *num,
                              const struct fw_unit_match *match, struct fw_quantity *out,
                              struct fw_err *err)
{
    const struct fw_unit *const unit = match->unit;
    const int exp10 = num->exp10 + unit->exp10 + match->exp10;

    if (num->negative && unit->dim != FW_DIM_NUMBER && unit->dim != FW_DIM_RATIO)
        return fw_fail(err, FW_INPUT, "%.*s is negative, expected %s", SHOWN, text,
                       fw_dim_expected(unit->dim));
    out->value = ldexp(nearest_double(num, exp10) * unit->factor, match->exp2);
    if (!isfinite(out->value) || (num->n > 0 && out->value == 0))
        return fw_fail(err, FW_INPUT, "%.*s is beyond what a number can hold", SHOWN, text);
    return make_count(text, num, match, out, err);
}

enum fw_status fw_quantity_parse(const char *text, enum fw_dim dim, struct fw_quantity *out,
                                 struct fw_err *err)
{
    struct fw_quantity result = {0};
    struct number num;
    const char *tail = NULL;

    if (strlen(text) >= TOKEN_MAX)
        return fw_fail(err, FW_INPUT, "\"%.*s...\" is longer than %d characters, expected %s",
                       SHOWN, text, TOKEN_MAX - 1, fw_dim_expected(dim));
    const char *const reason = scan_number(text, &num, &tail);
    if (reason != NULL)
        return fail_number(text, reason, dim, err);
    const struct fw_unit_match match = fw_unit_find(dim, tail);
    if (match.unit == NULL)
        return fail_tail(text, tail, dim, err);
    const enum fw_status status = convert(text, &num, &match, &result, err);
    if (status == FW_OK)
        *out = result;
    return status;
}
