/* count.c - checked 128-bit arithmetic without division on the way. */
#include "base/count.h"

char *fw_count_text(char buf[static FW_COUNT_LEN], fw_u128 value, char sep)
{
    char digits[40]; /* least significant first */
    size_t n = 0, out = 0;

    do {
        digits[n++] = (char)('0' + (int)(value % 10));
        value /= 10;
    } while (value > 0);
    while (n > 0) {
        buf[out++] = digits[--n];
        if (sep != '\0' && n > 0 && n % 3 == 0)
            buf[out++] = sep;
    }
    buf[out] = '\0';
    return buf;
}

bool fw_count_parse(const char *text, fw_u128 *out)
{
    fw_u128 value = 0;

    if (*text == '\0')
        return false;
    for (; *text != '\0'; text++) {
        if (*text < '0' || *text > '9')
            return false;
        if (!fw_count_mul(value, 10, &value) ||
            !fw_count_add(value, (fw_u128)(*text - '0'), &value))
            return false;
    }
    *out = value;
    return true;
}

bool fw_count_add(fw_u128 a, fw_u128 b, fw_u128 *out)
{
    if (a >= FW_COUNT_LIMIT || b >= FW_COUNT_LIMIT - a)
        return false;
    *out = a + b;
    return true;
}

/* With a = high * 2^64 + low and b < 2^64 the product is (high * b) * 2^64 + low * b, and each
 * of the two products fits into 128 bits. */
bool fw_count_mul(fw_u128 a, fw_u128 b, fw_u128 *out)
{
    if (a < b) {
        const fw_u128 t = a;
        a = b;
        b = t;
    }
    if (b >> 64 != 0)
        return false; /* both are 2^64 or more */
    const fw_u128 high = (a >> 64) * b;
    const fw_u128 low = (fw_u128)(uint64_t)a * b;
    if (high >> 63 != 0)
        return false;
    const fw_u128 shifted = high << 64;
    if (low >= FW_COUNT_LIMIT - shifted)
        return false;
    *out = shifted + low;
    return true;
}

double fw_count_double(fw_u128 value)
{
    return (double)value;
}

fw_u128 fw_count_gcd(fw_u128 a, fw_u128 b)
{
    while (b != 0) {
        const fw_u128 r = a % b;
        a = b;
        b = r;
    }
    return a;
}
