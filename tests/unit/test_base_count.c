/* Counts. Expected digits come from Python's unbounded integers unless a row says otherwise. */
#include "base/count.h"

#include "t.h"

static fw_u128 num(const char *digits)
{
    fw_u128 value = 0;

    t_true("the digits of a test are a count", fw_count_parse(digits, &value));
    return value;
}

static void test_text(void)
{
    char buf[FW_COUNT_LEN];

    t_str("zero", fw_count_text(buf, 0, ','), "0");
    t_str("three digits", fw_count_text(buf, 983, ','), "983");
    t_str("four digits", fw_count_text(buf, 4096, ','), "4,096");
    /* LLaMA-3 8B: sum of the tensors of the published weights */
    t_str("8B", fw_count_text(buf, 8030261248, ','), "8,030,261,248");
    t_str("8B without separators", fw_count_text(buf, 8030261248, '\0'), "8030261248");
    t_str("2^127 - 1", fw_count_text(buf, FW_COUNT_LIMIT - 1, ' '),
          "170 141 183 460 469 231 731 687 303 715 884 105 727");
    t_str("2^128 - 1, the longest", fw_count_text(buf, ~(fw_u128)0, ','),
          "340,282,366,920,938,463,463,374,607,431,768,211,455");
    t_u128("digits over 2^64", (fw_u128)UINT64_MAX + 1, "18446744073709551616");
}

static void test_parse(void)
{
    static const char *const bad[] = {
        "",
        " ",
        "-1",
        "+1",
        "1 ",
        " 1",
        "1,000",
        "0x10",
        "1e3",
        "12a",
        "170141183460469231731687303715884105728",  /* 2^127 */
        "340282366920938463463374607431768211456",  /* 2^128: would wrap to 0 */
        "3402823669209384634633746074317682114567", /* 40 digits */
    };
    fw_u128 value = 77;

    t_u128("2^127 - 1", num("170141183460469231731687303715884105727"),
           "170141183460469231731687303715884105727");
    t_u128("leading zeros are digits here", num("0004096"), "4096");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        t_true(bad[i], !fw_count_parse(bad[i], &value));
    t_u128("a refused text leaves out alone", value, "77");
}

static void test_arithmetic(void)
{
    const fw_u128 top = FW_COUNT_LIMIT - 1;
    fw_u128 r = 5;

    t_true("2^127 - 1 + 0", fw_count_add(top, 0, &r));
    t_true("2^127 - 1 + 1 leaves", !fw_count_add(top, 1, &r));
    t_true("wrap of 128 bits is seen", !fw_count_add(~(fw_u128)0, 2, &r));
    t_true("2^126 + 2^126 leaves", !fw_count_add(FW_COUNT_LIMIT / 2, FW_COUNT_LIMIT / 2, &r));
    t_u128("out is left alone", r, "170141183460469231731687303715884105727");

    /* 6 N T of LLaMA-3 8B: DESIGN.md section 7, 7.2272351232e23 */
    t_true("6N", fw_count_mul(6, 8030261248, &r));
    t_true("6NT", fw_count_mul(r, 15000000000000, &r));
    t_u128("6NT digits", r, "722723512320000000000000");
    t_true("high x low", fw_count_mul(num("92233720368547758080"), 1844674407370955161, &r));
    t_u128("(10 x 2^63) x 1844674407370955161", r, "170141183460469231676347071494755450880");
    t_true("low x high is the same",
           fw_count_mul(1844674407370955161, num("92233720368547758080"), &r));
    t_u128("commuted", r, "170141183460469231676347071494755450880");
    t_true("one more leaves", !fw_count_mul(num("92233720368547758080"), 1844674407370955162, &r));
    t_true("2^64 x 2^62", fw_count_mul((fw_u128)1 << 64, (fw_u128)1 << 62, &r));
    t_u128("2^126", r, "85070591730234615865843651857942052864");
    t_true("2^64 x 2^63 leaves", !fw_count_mul((fw_u128)1 << 64, (fw_u128)1 << 63, &r));
    t_true("2^64 x 2^64 would wrap to 0", !fw_count_mul((fw_u128)1 << 64, (fw_u128)1 << 64, &r));
    t_true("2^127 x 1 leaves", !fw_count_mul(FW_COUNT_LIMIT, 1, &r));
    t_true("(2^64 - 1)^2 leaves", !fw_count_mul(UINT64_MAX, UINT64_MAX, &r));
    t_true("0 x 2^127 - 1", fw_count_mul(0, top, &r));
    t_u128("is 0", r, "0");
}

/* Every product of the two multiplications below is checked by division, the way around that
 * fw_count_mul avoids. The generator is splitmix64 with a fixed seed. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void test_random_products(void)
{
    uint64_t state = 20240418;
    unsigned wrong = 0, fit = 0;

    for (int i = 0; i < 20000; i++) {
        const unsigned bits_a = (unsigned)(next_random(&state) % 127);
        const unsigned bits_b = (unsigned)(next_random(&state) % 127);
        const fw_u128 a = ((fw_u128)next_random(&state) << 64 | next_random(&state)) >> bits_a;
        const fw_u128 b = ((fw_u128)next_random(&state) << 64 | next_random(&state)) >> bits_b;
        const bool fits = b == 0 || a <= (FW_COUNT_LIMIT - 1) / b;
        fw_u128 p = 1;
        const bool said = fw_count_mul(a, b, &p);
        wrong += said != fits || (said && b != 0 && (p / b != a || p % b != 0));
        fit += fits;
    }
    t_int("20000 random products", wrong, 0);
    t_true("some fit and some do not", fit > 5000 && fit < 15000);
}

static void test_double_and_gcd(void)
{
    /* IEEE 754: 2^53 + 1 lies in the middle and goes to the even neighbour, 2^53 + 3 upwards */
    t_rel("2^53 + 1", fw_count_double(((fw_u128)1 << 53) + 1), 9007199254740992.0, 0);
    t_rel("2^53 + 3", fw_count_double(((fw_u128)1 << 53) + 3), 9007199254740996.0, 0);
    t_rel("2^100 + 2^47 is a tie", fw_count_double(((fw_u128)1 << 100) + ((fw_u128)1 << 47)),
          0x1p100, 0);
    t_rel("a bit far below breaks the tie",
          fw_count_double(((fw_u128)1 << 100) + ((fw_u128)1 << 47) + 1), 0x1.0000000000001p100, 0);
    t_rel("2^127 - 1", fw_count_double(FW_COUNT_LIMIT - 1), 0x1p127, 0);

    t_u128("gcd(0, b)", fw_count_gcd(0, 15), "15");
    t_u128("gcd(a, 0)", fw_count_gcd(15, 0), "15");
    /* 2^5 x 3 x 131 and 2^3 x 3^2 x 131 */
    t_u128("gcd", fw_count_gcd(12576, 9432), "3144");
    t_u128("gcd over 64 bits",
           fw_count_gcd(num("73786976294838206464"), num("36893488147419103232")),
           "36893488147419103232");
}

int main(void)
{
    test_text();
    test_parse();
    test_arithmetic();
    test_random_products();
    test_double_and_gcd();
    return t_done();
}
