/* quantity_units.c - every unit that flopwatt reads, one row each. */
#include "base/quantity_units.h"

#include <string.h>

/* Julian year. */
#define YEAR_S (365.25 * 86400)

/* More factors: 1 h = 3600 s, so 1 Wh = 3600 J; 1 MJ = 1/3.6 kWh; the pound is 0.45359237 kg by
 * definition (international yard and pound agreement, 1959); a PFLOP/s-day is 1e15 * 86400. */
static const struct fw_unit units[] = {
    {FW_DIM_COUNT, "", FW_PREFIX_BOTH, 0, 1},
    {FW_DIM_COUNT, "B", FW_PREFIX_NONE, 9, 1},
    {FW_DIM_RATIO, "", FW_PREFIX_NONE, 0, 1},
    {FW_DIM_RATIO, "%", FW_PREFIX_NONE, -2, 1},
    {FW_DIM_NUMBER, "", FW_PREFIX_NONE, 0, 1},
    {FW_DIM_BYTES, "", FW_PREFIX_BOTH, 0, 1},
    {FW_DIM_BYTES, "B", FW_PREFIX_BOTH, 0, 1},
    {FW_DIM_BYTES, "Byte", FW_PREFIX_BOTH, 0, 1},
    {FW_DIM_BYTES, "Bytes", FW_PREFIX_BOTH, 0, 1},
    {FW_DIM_BYTES, "byte", FW_PREFIX_BOTH, 0, 1},
    {FW_DIM_BYTES, "bytes", FW_PREFIX_BOTH, 0, 1},
    {FW_DIM_TIME, "", FW_PREFIX_NONE, 0, 1},
    {FW_DIM_TIME, "s", FW_PREFIX_NONE, 0, 1},
    {FW_DIM_TIME, "second", FW_PREFIX_NONE, 0, 1},
    {FW_DIM_TIME, "seconds", FW_PREFIX_NONE, 0, 1},
    {FW_DIM_TIME, "ms", FW_PREFIX_NONE, -3, 1},
    {FW_DIM_TIME, "us", FW_PREFIX_NONE, -6, 1},
    {FW_DIM_TIME, "\xc2\xb5s", FW_PREFIX_NONE, -6, 1}, /* micro sign */
    {FW_DIM_TIME, "\xce\xbcs", FW_PREFIX_NONE, -6, 1}, /* Greek mu */
    {FW_DIM_TIME, "ns", FW_PREFIX_NONE, -9, 1},
    {FW_DIM_TIME, "min", FW_PREFIX_NONE, 0, 60},
    {FW_DIM_TIME, "minute", FW_PREFIX_NONE, 0, 60},
    {FW_DIM_TIME, "minutes", FW_PREFIX_NONE, 0, 60},
    {FW_DIM_TIME, "h", FW_PREFIX_NONE, 0, 3600},
    {FW_DIM_TIME, "hour", FW_PREFIX_NONE, 0, 3600},
    {FW_DIM_TIME, "hours", FW_PREFIX_NONE, 0, 3600},
    {FW_DIM_TIME, "d", FW_PREFIX_NONE, 0, 86400},
    {FW_DIM_TIME, "day", FW_PREFIX_NONE, 0, 86400},
    {FW_DIM_TIME, "days", FW_PREFIX_NONE, 0, 86400},
    {FW_DIM_TIME, "week", FW_PREFIX_NONE, 0, 604800},
    {FW_DIM_TIME, "weeks", FW_PREFIX_NONE, 0, 604800},
    {FW_DIM_TIME, "y", FW_PREFIX_NONE, 0, YEAR_S},
    {FW_DIM_TIME, "year", FW_PREFIX_NONE, 0, YEAR_S},
    {FW_DIM_TIME, "years", FW_PREFIX_NONE, 0, YEAR_S},
    {FW_DIM_DEVICE_HOURS, "", FW_PREFIX_DECIMAL, 0, 1},
    {FW_DIM_DEVICE_HOURS, "h", FW_PREFIX_DECIMAL, 0, 1},
    {FW_DIM_DEVICE_HOURS, "hours", FW_PREFIX_DECIMAL, 0, 1},
    {FW_DIM_DEVICE_HOURS, "device-hours", FW_PREFIX_DECIMAL, 0, 1},
    {FW_DIM_DEVICE_HOURS, "GPU-hours", FW_PREFIX_DECIMAL, 0, 1},
    {FW_DIM_DEVICE_HOURS, "TPU-hours", FW_PREFIX_DECIMAL, 0, 1},
    {FW_DIM_DEVICE_HOURS, "device-days", FW_PREFIX_DECIMAL, 0, 24},
    {FW_DIM_DEVICE_HOURS, "GPU-days", FW_PREFIX_DECIMAL, 0, 24},
    {FW_DIM_DEVICE_HOURS, "TPU-days", FW_PREFIX_DECIMAL, 0, 24},
    {FW_DIM_POWER, "", FW_PREFIX_NONE, 0, 1},
    {FW_DIM_POWER, "W", FW_PREFIX_DECIMAL, 0, 1},
    {FW_DIM_ENERGY, "J", FW_PREFIX_DECIMAL, 0, 1},
    {FW_DIM_ENERGY, "Wh", FW_PREFIX_DECIMAL, 0, 3600},
    {FW_DIM_MASS, "mg", FW_PREFIX_NONE, -6, 1},
    {FW_DIM_MASS, "g", FW_PREFIX_NONE, -3, 1},
    {FW_DIM_MASS, "kg", FW_PREFIX_NONE, 0, 1},
    {FW_DIM_MASS, "t", FW_PREFIX_NONE, 3, 1},
    {FW_DIM_MASS, "kt", FW_PREFIX_NONE, 6, 1},
    {FW_DIM_MASS, "Mt", FW_PREFIX_NONE, 9, 1},
    {FW_DIM_FLOP, "", FW_PREFIX_DECIMAL, 0, 1},
    {FW_DIM_FLOP, "FLOP", FW_PREFIX_DECIMAL, 0, 1},
    {FW_DIM_FLOP, "FLOPs", FW_PREFIX_DECIMAL, 0, 1},
    {FW_DIM_FLOP, "FLOP/s-days", FW_PREFIX_DECIMAL, 2, 864},
    {FW_DIM_FLOP_RATE, "", FW_PREFIX_DECIMAL, 0, 1},
    {FW_DIM_FLOP_RATE, "FLOP/s", FW_PREFIX_DECIMAL, 0, 1},
    {FW_DIM_FLOP_RATE, "FLOPS", FW_PREFIX_DECIMAL, 0, 1},
    {FW_DIM_BYTE_RATE, "", FW_PREFIX_BOTH, 0, 1},
    {FW_DIM_BYTE_RATE, "B/s", FW_PREFIX_BOTH, 0, 1},
    {FW_DIM_INTENSITY, "", FW_PREFIX_NONE, 0, 1},
    {FW_DIM_INTENSITY, "kg/kWh", FW_PREFIX_NONE, 0, 1},
    {FW_DIM_INTENSITY, "g/kWh", FW_PREFIX_NONE, -3, 1},
    {FW_DIM_INTENSITY, "t/MWh", FW_PREFIX_NONE, 0, 1},
    {FW_DIM_INTENSITY, "kg/MWh", FW_PREFIX_NONE, -3, 1},
    {FW_DIM_INTENSITY, "g/MWh", FW_PREFIX_NONE, -6, 1},
    {FW_DIM_INTENSITY, "t/GWh", FW_PREFIX_NONE, -3, 1},
    {FW_DIM_INTENSITY, "lb/MWh", FW_PREFIX_NONE, -3, 0.45359237},
    {FW_DIM_INTENSITY, "kg/MJ", FW_PREFIX_NONE, 0, 3.6},
    {FW_DIM_INTENSITY, "g/MJ", FW_PREFIX_NONE, -3, 3.6},
    {FW_DIM_INTENSITY, "kg/GJ", FW_PREFIX_NONE, -3, 3.6},
    {FW_DIM_PRICE, "", FW_PREFIX_NONE, 0, 1},
    {FW_DIM_PRICE, "/h", FW_PREFIX_NONE, 0, 1},
};

static const struct {
    const char *name;
    int kind, exp10, exp2;
} prefixes[] = {
    {"", FW_PREFIX_BOTH, 0, 0},      {"k", FW_PREFIX_DECIMAL, 3, 0},
    {"K", FW_PREFIX_DECIMAL, 3, 0},  {"M", FW_PREFIX_DECIMAL, 6, 0},
    {"G", FW_PREFIX_DECIMAL, 9, 0},  {"T", FW_PREFIX_DECIMAL, 12, 0},
    {"P", FW_PREFIX_DECIMAL, 15, 0}, {"E", FW_PREFIX_DECIMAL, 18, 0},
    {"Ki", FW_PREFIX_BINARY, 0, 10}, {"ki", FW_PREFIX_BINARY, 0, 10},
    {"Mi", FW_PREFIX_BINARY, 0, 20}, {"Gi", FW_PREFIX_BINARY, 0, 30},
    {"Ti", FW_PREFIX_BINARY, 0, 40}, {"Pi", FW_PREFIX_BINARY, 0, 50},
    {"Ei", FW_PREFIX_BINARY, 0, 60},
};

static const struct {
    const char *noun, *expected, *unit, *accepted;
} dims[] = {
    [FW_DIM_COUNT] = {"a plain count", "a whole number such as 8192, 8Ki or 15T", "",
                      "k M G T P E (decimal), Ki Mi Gi Ti Pi Ei (binary), B (10^9)"},
    [FW_DIM_RATIO] = {"a ratio", "a ratio such as 0.4 or 40%", "", "% or nothing"},
    [FW_DIM_NUMBER] = {"a plain number", "a plain number such as 1.1", "", "nothing"},
    [FW_DIM_BYTES] = {"a number of bytes", "a number of bytes such as 80 GB or 80 GiB", "B",
                      "B kB MB GB TB (decimal), KiB MiB GiB TiB (binary)"},
    [FW_DIM_TIME] = {"a time", "a time such as 90 days, 24 h or 350 ms", "s",
                     "ns us ms s min h d days weeks y"},
    [FW_DIM_DEVICE_HOURS] = {"a number of device-hours",
                             "a number of device-hours such as 1.3M or 1.3M h", "h",
                             "h, device-hours, device-days, with k M G before them"},
    [FW_DIM_POWER] = {"a power", "a power such as 700 W", "W", "W kW MW GW"},
    [FW_DIM_ENERGY] = {"an energy", "an energy such as 910 MWh", "J",
                       "J kJ MJ GJ TJ Wh kWh MWh GWh TWh"},
    [FW_DIM_MASS] = {"a mass", "a mass such as 390 t", "kg", "mg g kg t kt Mt, CO2eq behind it"},
    [FW_DIM_FLOP] = {"a number of FLOP", "a number of FLOP such as 7.2e23 or 3 EFLOP", "FLOP",
                     "FLOP with k M G T P E before it, PFLOP/s-days"},
    [FW_DIM_FLOP_RATE] = {"a rate of FLOP/s", "a rate such as 989 TFLOP/s", "FLOP/s",
                          "FLOP/s with k M G T P E before it"},
    [FW_DIM_BYTE_RATE] = {"a rate of bytes per second", "a rate such as 3.35 TB/s", "B/s",
                          "B/s with k M G T (decimal) or Ki Mi Gi Ti (binary) before it"},
    [FW_DIM_INTENSITY] = {"a carbon intensity", "a carbon intensity such as 0.4 kg/kWh", "kg/kWh",
                          "kg/kWh g/kWh t/MWh kg/MWh t/GWh lb/MWh kg/MJ g/MJ"},
    [FW_DIM_PRICE] = {"a price", "a price per device-hour such as 2.50", "", "/h or nothing"},
};

_Static_assert(sizeof dims / sizeof dims[0] == FW_DIM_COUNT_, "one row per dimension");

enum { TAIL_MAX = 160 };

static size_t skip_blanks(const char *s)
{
    return strspn(s, " ");
}

/* "t CO2eq" is a mass and "gCO2/kWh" an intensity: copies tail without that tag and the blanks
 * before it. Returns false if there is no tag or no room. */
static bool without_tag(const char *tail, char out[static TAIL_MAX])
{
    static const char *const tags[] = {"CO2eq", "CO2e", "CO2"};
    const char *const tag = strstr(tail, "CO2");
    size_t len = 0;

    if (tag == NULL || strlen(tail) >= TAIL_MAX)
        return false;
    for (size_t i = 0; i < sizeof tags / sizeof tags[0] && len == 0; i++) {
        if (strncmp(tag, tags[i], strlen(tags[i])) == 0)
            len = strlen(tags[i]);
    }
    size_t n = (size_t)(tag - tail);
    while (n > 0 && tail[n - 1] == ' ')
        n--;
    if (n == 0)
        return false;
    memcpy(out, tail, n);
    memcpy(out + n, tag + len, strlen(tag + len) + 1);
    return true;
}

/* Device-hours also take "1.3M h": the prefix joins the number there, as people write it. */
static bool matches(const struct fw_unit *unit, const char *tail, bool attached)
{
    if (unit->dim == FW_DIM_DEVICE_HOURS && attached && unit->name[0] != '\0')
        tail += skip_blanks(tail);
    return strcmp(tail, unit->name) == 0;
}

static struct fw_unit_match match_unit(const struct fw_unit *unit, const char *tail)
{
    const size_t blanks = skip_blanks(tail);
    const char *const word = tail + blanks;

    if (*word == '\0' && blanks > 0)
        return (struct fw_unit_match){0}; /* nothing behind the blank */
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        const size_t len = strlen(prefixes[i].name);
        if ((i > 0 && (prefixes[i].kind & unit->prefixes) == 0) ||
            strncmp(word, prefixes[i].name, len) != 0)
            continue;
        if (matches(unit, word + len, len > 0 && blanks == 0))
            return (struct fw_unit_match){unit, prefixes[i].exp10, prefixes[i].exp2};
    }
    return (struct fw_unit_match){0};
}

static bool has_tag(enum fw_dim dim)
{
    return dim == FW_DIM_MASS || dim == FW_DIM_INTENSITY;
}

struct fw_unit_match fw_unit_find(enum fw_dim dim, const char *tail)
{
    char bare[TAIL_MAX];

    if (has_tag(dim) && without_tag(tail, bare))
        tail = bare;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (units[i].dim != dim)
            continue;
        const struct fw_unit_match match = match_unit(&units[i], tail);
        if (match.unit != NULL)
            return match;
    }
    return (struct fw_unit_match){0};
}

struct fw_unit_match fw_unit_find_other(enum fw_dim dim, const char *tail)
{
    for (int other = 0; other < FW_DIM_COUNT_; other++) {
        if (other == (int)dim || *tail == '\0')
            continue;
        const struct fw_unit_match match = fw_unit_find((enum fw_dim)other, tail);
        if (match.unit != NULL)
            return match;
    }
    return (struct fw_unit_match){0};
}

static size_t row(enum fw_dim dim)
{
    return (size_t)dim < FW_DIM_COUNT_ ? (size_t)dim : FW_DIM_NUMBER;
}

const char *fw_dim_noun(enum fw_dim dim)
{
    return dims[row(dim)].noun;
}

const char *fw_dim_accepted(enum fw_dim dim)
{
    return dims[row(dim)].accepted;
}

const char *fw_dim_expected(enum fw_dim dim)
{
    return dims[row(dim)].expected;
}

const char *fw_dim_unit(enum fw_dim dim)
{
    return dims[row(dim)].unit;
}
