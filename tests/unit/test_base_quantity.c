/* Numbers with units. Each row names where its expected value comes from:
 *   case N   public case N of the issue collection the project started from (units, energy)
 *   SI       SI brochure, 9th edition: prefixes, 1 h = 3600 s, 1 d = 86,400 s, 1 t = 1000 kg
 *   IEC      IEC 80000-13: Ki = 2^10, Mi = 2^20, ...
 *   model    DESIGN.md section 7 (model cards of LLaMA-3 and GPT-3)
 */
#include "base/quantity.h"

#include <locale.h>

#include "t.h"

struct exact_row {
    const char *text;
    enum fw_dim dim;
    const char *want;
};

static const struct exact_row exact_rows[] = {
    {"8k", FW_DIM_COUNT, "8000"},                 /* case 67: no i is decimal */
    {"8K", FW_DIM_COUNT, "8000"},                 /* case 67 */
    {"128Ki", FW_DIM_COUNT, "131072"},            /* case 67: 128 * 1024 */
    {"1M", FW_DIM_COUNT, "1000000"},              /* case 67 */
    {"1.5Mi", FW_DIM_COUNT, "1572864"},           /* case 67: 1.5 * 2^20 */
    {"4ki", FW_DIM_COUNT, "4096"},                /* case 67: not 4000 */
    {"7B", FW_DIM_COUNT, "7000000000"},           /* case 67 */
    {"15T", FW_DIM_COUNT, "15000000000000"},      /* case 67 */
    {"10 MiByte", FW_DIM_BYTES, "10485760"},      /* case 67: not 10,000,000 */
    {"10 MiBytes", FW_DIM_BYTES, "10485760"},     /* case 67 */
    {"10 KiB", FW_DIM_BYTES, "10240"},            /* case 67: refused by one peer */
    {"80GB", FW_DIM_BYTES, "80000000000"},        /* case 67 */
    {"80GiB", FW_DIM_BYTES, "85899345920"},       /* case 67, case 42: 85.90 GB */
    {"80 GiB", FW_DIM_BYTES, "85899345920"},      /* case 42 */
    {"80G", FW_DIM_BYTES, "80000000000"},         /* case 67 */
    {"24GiB", FW_DIM_BYTES, "25769803776"},       /* case 42: 25.77 GB */
    {"83000000000", FW_DIM_BYTES, "83000000000"}, /* case 42 */
    {"80 GiB", FW_DIM_BYTES, "85899345920"},      /* IEC */
    {"2.5 kByte", FW_DIM_BYTES, "2500"},          /* SI */
    {"7.2e23", FW_DIM_COUNT, "720000000000000000000000"},
    {"7.2272351232e23", FW_DIM_FLOP, "722723512320000000000000"}, /* model: 6NT */
    {"3 EFLOP", FW_DIM_FLOP, "3000000000000000000"},              /* SI */
    /* Brown et al. 2020, table D.1: 3640 PFLOP/s-days = 3.14e23; 3640 * 1e15 * 86400 */
    {"3640 PFLOP/s-days", FW_DIM_FLOP, "314496000000000000000000"},
    {"0.5 Ki", FW_DIM_COUNT, "512"},       /* IEC */
    {"0.0009765625Ki", FW_DIM_COUNT, "1"}, /* 2^-10 * 2^10 */
    {"1.000000000000000000867361737988403547205962240695953369140625Ei", FW_DIM_COUNT,
     "1152921504606846977"}, /* (1 + 2^-60) * 2^60 */
    {"1e3", FW_DIM_COUNT, "1000"},
    {"7E", FW_DIM_COUNT, "7000000000000000000"}, /* E without digits is exa */
    {"7E2", FW_DIM_COUNT, "700"},                /* with digits the exponent */
    {"1200e-2", FW_DIM_COUNT, "12"},
    {"0", FW_DIM_COUNT, "0"},
    {"0.000", FW_DIM_COUNT, "0"},
    {"+12", FW_DIM_COUNT, "12"},
    {"9007199254740993", FW_DIM_COUNT, "9007199254740993"}, /* 2^53 + 1: no double in between */
    {"1e38", FW_DIM_COUNT, "100000000000000000000000000000000000000"},
    {"170141183460469231731687303715884105727", FW_DIM_COUNT, /* 2^127 - 1 */
     "170141183460469231731687303715884105727"},
    {"166153499473114484112975882535043071Ki", FW_DIM_COUNT, /* (2^117 - 1) * 2^10 */
     "170141183460469231731687303715884104704"},
};

static void test_exact(void)
{
    struct fw_quantity q;
    struct fw_err err;

    for (size_t i = 0; i < sizeof exact_rows / sizeof exact_rows[0]; i++) {
        const struct exact_row *const row = &exact_rows[i];
        q = (struct fw_quantity){0};
        err.msg[0] = '\0';
        t_status(row->text, fw_quantity_parse(row->text, row->dim, &q, &err), FW_OK);
        t_true(row->text, q.is_exact);
        t_u128(row->text, q.count, row->want);
        t_rel(row->text, q.value, fw_count_double(q.count), 0);
    }
}

struct value_row {
    const char *text;
    enum fw_dim dim;
    double want; /* exactly this double, written without any product that rounds */
};

static const struct value_row value_rows[] = {
    {"40%", FW_DIM_RATIO, 0.4},
    {"40 %", FW_DIM_RATIO, 0.4},
    {"15.61%", FW_DIM_RATIO, 0.1561},
    {"0.4", FW_DIM_RATIO, 0.4},
    {"1.1", FW_DIM_NUMBER, 1.1},
    {"-3.5e-3", FW_DIM_NUMBER, -0.0035},
    {"500000", FW_DIM_NUMBER, 500000},
    {"3600 s", FW_DIM_TIME, 3600},
    {"279", FW_DIM_TIME, 279}, /* case 50: bare = s */
    {"12 min", FW_DIM_TIME, 720},
    {"24h", FW_DIM_TIME, 86400},
    {"90 days", FW_DIM_TIME, 7776000},
    {"2 weeks", FW_DIM_TIME, 1209600},
    {"1 y", FW_DIM_TIME, 31557600}, /* Julian year of 365.25 d, IAU */
    {"350 ms", FW_DIM_TIME, 0.35},
    {"17us", FW_DIM_TIME, 17e-6},
    {"17 \xc2\xb5s", FW_DIM_TIME, 17e-6},
    {"1.3M", FW_DIM_DEVICE_HOURS, 1300000}, /* model */
    {"1.3M h", FW_DIM_DEVICE_HOURS, 1300000},
    {"1.3 Mh", FW_DIM_DEVICE_HOURS, 1300000},
    {"3.552M GPU-hours", FW_DIM_DEVICE_HOURS, 3552000},
    {"10 GPU-days", FW_DIM_DEVICE_HOURS, 240},
    {"700 W", FW_DIM_POWER, 700},
    {"0.7kW", FW_DIM_POWER, 700}, /* 0.7 * 1000 is 700, too, but 0.057 * 1000 would not be 57 */
    {"0.057 kW", FW_DIM_POWER, 57},
    {"330", FW_DIM_POWER, 330},
    {"910 MWh", FW_DIM_ENERGY, 3276e9},        /* model: 910,000 kWh * 3.6e6 */
    {"1 kWh", FW_DIM_ENERGY, 3600000},         /* case 50: exactly */
    {"0.00058125 kWh", FW_DIM_ENERGY, 2092.5}, /* case 50: 279 s * 15 W * 0.5 */
    {"0.58125 Wh", FW_DIM_ENERGY, 2092.5},     /* case 50 */
    {"3.6 MJ", FW_DIM_ENERGY, 3600000},        /* case 50: 1 kWh */
    {"2.5 TJ", FW_DIM_ENERGY, 2.5e12},
    {"390 t", FW_DIM_MASS, 390000}, /* model */
    {"390 t CO2eq", FW_DIM_MASS, 390000},
    {"390tCO2e", FW_DIM_MASS, 390000},
    {"57 g", FW_DIM_MASS, 0.057}, /* case 48 */
    {"11.2 kt", FW_DIM_MASS, 11.2e6},
    {"0.5", FW_DIM_FLOP, 0.5},
    {"989 TFLOP/s", FW_DIM_FLOP_RATE, 989e12},
    {"989T", FW_DIM_FLOP_RATE, 989e12},
    {"989.5 TFLOPS", FW_DIM_FLOP_RATE, 989.5e12},
    {"3.35 TB/s", FW_DIM_BYTE_RATE, 3.35e12},
    {"2 GiB/s", FW_DIM_BYTE_RATE, 2147483648.0},
    {"0.4 kg/kWh", FW_DIM_INTENSITY, 0.4},
    {"400 g/kWh", FW_DIM_INTENSITY, 0.4},
    {"0.4 t/MWh", FW_DIM_INTENSITY, 0.4},
    {"475 gCO2eq/kWh", FW_DIM_INTENSITY, 0.475},
    {"0.429", FW_DIM_INTENSITY, 0.429},
    {"1000 g/MJ", FW_DIM_INTENSITY, 3.6}, /* case 50 (d): per MJ is 3.6 times per kWh */
    {"2.50", FW_DIM_PRICE, 2.5},
    {"2.50/h", FW_DIM_PRICE, 2.5},
    {"0.1Ki", FW_DIM_BYTES, 102.4},
};

static void test_values(void)
{
    struct fw_quantity q;
    struct fw_err err;

    for (size_t i = 0; i < sizeof value_rows / sizeof value_rows[0]; i++) {
        const struct value_row *const row = &value_rows[i];
        q = (struct fw_quantity){0};
        t_status(row->text, fw_quantity_parse(row->text, row->dim, &q, &err), FW_OK);
        t_rel(row->text, q.value, row->want, 0);
    }
    /* eGRID writes lb/MWh; the pound is 0.45359237 kg by definition */
    (void)fw_quantity_parse("823.1 lb/MWh", FW_DIM_INTENSITY, &q, &err);
    t_rel("lb/MWh", q.value, 0.373351879747, 1e-15);
    (void)fw_quantity_parse("0.5", FW_DIM_FLOP, &q, &err);
    t_true("half a FLOP is not exact", !q.is_exact);
}

struct bad_row {
    const char *text;
    enum fw_dim dim;
    const char *part; /* the message holds this */
};

static const struct bad_row bad_rows[] = {
    {"010", FW_DIM_COUNT, "leading zeros"},
    {"00", FW_DIM_NUMBER, "leading zeros"},
    {"1_000", FW_DIM_COUNT, "without separators"},
    {"1,000", FW_DIM_COUNT, "without separators"},
    {"1'000", FW_DIM_COUNT, "without separators"},
    {"1,5", FW_DIM_NUMBER, "decimal point"},
    {"1.5.2", FW_DIM_NUMBER, "one decimal point"},
    {"12:30", FW_DIM_TIME, "colon"},
    {"0x10", FW_DIM_COUNT, "hexadecimal"},
    {"inf", FW_DIM_NUMBER, "not a finite number"},
    {"-Infinity", FW_DIM_NUMBER, "not a finite number"},
    {".nan", FW_DIM_RATIO, "not a finite number"},
    {"NaN", FW_DIM_TIME, "not a finite number"},
    {"1e309", FW_DIM_NUMBER, "beyond"},
    {"1e-400", FW_DIM_NUMBER, "beyond"},
    {"1e99999999999999999999", FW_DIM_POWER, "beyond"},
    {"", FW_DIM_COUNT, "nothing there"},
    {" ", FW_DIM_COUNT, "no number"},
    {"-", FW_DIM_COUNT, "no number"},
    {"lots", FW_DIM_COUNT, "no number"},
    {"\xe2\x88\x92"
     "5",
     FW_DIM_NUMBER, "no number"}, /* U+2212, the typographic minus */
    {".5", FW_DIM_NUMBER, "before the point"},
    {"5.", FW_DIM_NUMBER, "after the point"},
    {"8 ", FW_DIM_COUNT, "a blank stands behind"},
    {" 8", FW_DIM_COUNT, "no number"},
    {"8\t", FW_DIM_COUNT, "unknown unit"},
    {"8 k B", FW_DIM_BYTES, "unknown unit \"k B\""},
    {"8 Ki B", FW_DIM_BYTES, "unknown unit \"Ki B\""},
    {"12foo", FW_DIM_COUNT, "unknown unit \"foo\" in \"12foo\"; accepted: k M G T P E"},
    {"12 parsecs", FW_DIM_TIME, "accepted: ns us ms s min h d days weeks y"},
    {"8m", FW_DIM_COUNT, "unknown unit \"m\""},       /* milli is not mega */
    {"700 mW", FW_DIM_POWER, "accepted: W kW MW GW"}, /* neither here */
    {"7b", FW_DIM_COUNT, "unknown unit \"b\""},
    {"80Gb", FW_DIM_BYTES, "unknown unit \"Gb\""}, /* bits? */
    {"1kib", FW_DIM_BYTES, "unknown unit \"kib\""},
    {"1KiFLOP", FW_DIM_FLOP, "unknown unit"}, /* no binary FLOP */
    {"1kB", FW_DIM_COUNT, "is a number of bytes"},
    {"10k", FW_DIM_NUMBER, "is a plain count, expected a plain number"},
    {"5M", FW_DIM_TIME, "is a plain count"}, /* minutes? mega? */
    {"700 W", FW_DIM_ENERGY, "700 W is a power, expected an energy such as 910 MWh"}, /* case 50 */
    {"910 MWh", FW_DIM_POWER, "910 MWh is an energy, expected a power such as 700 W"},
    {"3 h", FW_DIM_ENERGY, "3 h is a time, expected an energy"},
    {"989 TFLOP", FW_DIM_FLOP_RATE, "is a number of FLOP, expected a rate"},
    {"400 g", FW_DIM_INTENSITY, "is a mass, expected a carbon intensity"},
    {"5", FW_DIM_ENERGY, "5 has no unit, expected an energy"},
    {"390", FW_DIM_MASS, "390 has no unit, expected a mass"},
    {"0.1Ki", FW_DIM_COUNT, "0.1Ki is not a whole number"},
    {"1.5", FW_DIM_COUNT, "1.5 is not a whole number"},
    {"1e-1", FW_DIM_COUNT, "not a whole number"},
    {"7.00000000000000001B", FW_DIM_COUNT, "not a whole number"}, /* a double would say 7e9 */
    {"-5", FW_DIM_COUNT, "-5 is negative"},
    {"-700 W", FW_DIM_POWER, "is negative"},
    {"170141183460469231731687303715884105728", FW_DIM_COUNT, "too large"}, /* 2^127 */
    {"166153499473114484112975882535043072Ki", FW_DIM_COUNT, "too large"},  /* 2^117 * 2^10 */
    {"2e38", FW_DIM_FLOP, "too large"},
    {"1e300", FW_DIM_COUNT, "too large"},
    {"147573952589676412928Ei", FW_DIM_BYTES, "too large"}, /* 2^67 * 2^60 */
    {"12\x1b[31mred", FW_DIM_COUNT, "\"?[31mred\""},        /* no escape reaches the terminal */
    {"9999999999999999999999999999999999999999999999999999999999999999999999999999999999999999"
     "9999999999999999999999999999999999999999999999999999999999999999999999999999999999999999",
     FW_DIM_NUMBER, "longer than 159 characters"},
};

static void test_refused(void)
{
    struct fw_err err;

    for (size_t i = 0; i < sizeof bad_rows / sizeof bad_rows[0]; i++) {
        const struct bad_row *const row = &bad_rows[i];
        struct fw_quantity q = {.value = 2.385};
        t_status(row->text, fw_quantity_parse(row->text, row->dim, &q, &err), FW_INPUT);
        t_rel("a refused text leaves out alone", q.value, 2.385, 0);
        if (strstr(err.msg, row->part) == NULL)
            t_str(row->text, err.msg, row->part);
        t_true("one line", strchr(err.msg, '\n') == NULL);
    }
    t_status("without a place for the message",
             fw_quantity_parse("12foo", FW_DIM_COUNT, &(struct fw_quantity){0}, NULL), FW_INPUT);
}

struct text_row {
    double value;
    enum fw_dim dim;
    int digits;
    bool binary;
    const char *want;
};

/* By hand: the value divided by the unit and rounded to so many digits. */
static const struct text_row text_rows[] = {
    {0.4, FW_DIM_RATIO, 3, false, "40 %"},
    {0.15614, FW_DIM_RATIO, 4, false, "15.61 %"},               /* model */
    {3.276e12, FW_DIM_ENERGY, 4, false, "910,000 kWh"},         /* model */
    {154.4281e12, FW_DIM_FLOP_RATE, 4, false, "154.4 TFLOP/s"}, /* model */
    {1073741824, FW_DIM_BYTES, 3, true, "1.00 GiB"},            /* model: KV cache at 8,192 */
    {83e9, FW_DIM_BYTES, 4, true, "77.30 GiB"},                 /* case 42 */
    {85899345920, FW_DIM_BYTES, 4, false, "85.90 GB"},          /* case 42 */
    {25769803776, FW_DIM_BYTES, 4, false, "25.77 GB"},          /* case 42 */
    {512, FW_DIM_BYTES, 4, true, "512 B"},
    {1042432, FW_DIM_BYTES, 3, true, "1,020 KiB"}, /* 1018 KiB */
    {1048575, FW_DIM_BYTES, 4, true, "1.000 MiB"}, /* 1024.0 KiB is 1 MiB */
    {999960000, FW_DIM_BYTES, 4, false, "1.000 GB"},
    {999940000, FW_DIM_BYTES, 4, false, "999.9 MB"},
    {2092.5, FW_DIM_ENERGY, 3, false, "2,090 J"}, /* under 1 Wh */
    {4000, FW_DIM_ENERGY, 3, false, "1.11 Wh"},
    {0.0235, FW_DIM_ENERGY, 3, false, "0.0235 J"},
    {390000, FW_DIM_MASS, 3, false, "390 t"},
    {552100, FW_DIM_MASS, 4, false, "552.1 t"}, /* model: GPT-3 */
    {57.25, FW_DIM_MASS, 3, false, "57.2 kg"},  /* tie to even, and 57.25 is exact */
    {0.057, FW_DIM_MASS, 3, false, "57.0 g"},
    {0.428571, FW_DIM_INTENSITY, 4, false, "0.4286 kg/kWh"}, /* model */
    {0.057, FW_DIM_INTENSITY, 3, false, "57.0 g/kWh"},
    {7.2272351232e23, FW_DIM_FLOP, 5, false, "7.2272e23 FLOP"}, /* model */
    {9.99e20, FW_DIM_FLOP, 3, false, "999 EFLOP"},
    {18254135296, FW_DIM_FLOP, 4, false, "18.25 GFLOP"}, /* model: decode */
    {7776000, FW_DIM_TIME, 3, false, "90.0 days"},
    {86400, FW_DIM_TIME, 3, false, "24.0 h"},
    {0.35, FW_DIM_TIME, 3, false, "350 ms"},
    {1.3e6, FW_DIM_DEVICE_HOURS, 3, false, "1,300,000 h"}, /* model */
    {700, FW_DIM_POWER, 3, false, "700 W"},
    {20.5e6, FW_DIM_POWER, 3, false, "20.5 MW"},
    {8030261248, FW_DIM_COUNT, 3, false, "8.03B"}, /* model */
    {15e12, FW_DIM_COUNT, 3, false, "15.0T"},
    {2.5, FW_DIM_PRICE, 3, false, "2.50/h"},
    {3.35e12, FW_DIM_BYTE_RATE, 3, false, "3.35 TB/s"},
    {0, FW_DIM_ENERGY, 3, false, "0 J"},
    {0, FW_DIM_TIME, 3, false, "0 s"},
    {0, FW_DIM_RATIO, 3, false, "0 %"},
    {-390000, FW_DIM_MASS, 3, false, "-390 t"},
    {0.1, FW_DIM_NUMBER, 17, false, "0.100000000000000"},      /* not 0.10000000000000001 */
    {1.0 / 3, FW_DIM_NUMBER, 17, false, "0.3333333333333333"}, /* 16 digits tell it apart */
    {(double)NAN, FW_DIM_ENERGY, 3, false, "unknown"},
    {(double)INFINITY, FW_DIM_TIME, 3, false, "out of range"},
    {1e-12, FW_DIM_NUMBER, 3, false, "1.00e-12"},
    {123456789, FW_DIM_NUMBER, 4, false, "123,500,000"},
    {2.385, FW_DIM_NUMBER, 1, false, "2.38"}, /* 3 digits at least; 2.385 lies below the tie */
};

static void test_text(void)
{
    char buf[64];

    for (size_t i = 0; i < sizeof text_rows / sizeof text_rows[0]; i++) {
        const struct text_row *const row = &text_rows[i];
        t_str("text",
              fw_quantity_text(buf, sizeof buf, row->value, row->dim, row->digits, row->binary),
              row->want);
    }
    t_str("a short buffer is terminated",
          fw_quantity_text(buf, 5, 3.276e12, FW_DIM_ENERGY, 4, false), "910,");
}

static void test_dims(void)
{
    for (int dim = 0; dim < FW_DIM_COUNT_; dim++) {
        t_true("expected", fw_dim_expected((enum fw_dim)dim)[0] != '\0');
        t_true("unit", fw_dim_unit((enum fw_dim)dim) != NULL);
    }
    t_str("unit of an intensity", fw_dim_unit(FW_DIM_INTENSITY), "kg/kWh");
    t_str("unit of an energy", fw_dim_unit(FW_DIM_ENERGY), "J");
    t_str("expected power", fw_dim_expected(FW_DIM_POWER), "a power such as 700 W");
}

/* A locale with a decimal comma, where there is one, changes nothing. */
static void test_locale(void)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "ru_RU.UTF-8"};
    struct fw_quantity q = {0};
    struct fw_err err;
    char buf[64];

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (setlocale(LC_ALL, names[i]) != NULL)
            break;
    }
    t_status("2.385 kW", fw_quantity_parse("2.385 kW", FW_DIM_POWER, &q, &err), FW_OK);
    t_rel("2.385 kW", q.value, 2385, 0);
    t_str("2.385 kW", fw_quantity_text(buf, sizeof buf, q.value, FW_DIM_POWER, 4, false),
          "2.385 kW");
    (void)setlocale(LC_ALL, "C");
}

int main(void)
{
    test_exact();
    test_values();
    test_refused();
    test_text();
    test_dims();
    test_locale();
    return t_done();
}
