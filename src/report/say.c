#include "report/say.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NUMBER_LEN = 64 };

static const char *keep(struct fw_say *s, const char *text)
{
    const char *const copy = fw_arena_strdup(s->arena, text);
    s->failed = s->failed || copy == NULL;
    return copy != NULL ? copy : "";
}

const char *fw_vsay(struct fw_say *s, const char *fmt, va_list args)
{
    char few[256];
    va_list again;
    va_copy(again, args);
    const int n = vsnprintf(few, sizeof few, fmt, args);
    const char *text = "";
    if (n >= 0 && (size_t)n < sizeof few) {
        text = keep(s, few);
    } else {
        char *const many = n < 0 ? NULL : FW_NEW(s->arena, (size_t)n + 1, char);
        s->failed = s->failed || many == NULL;
        if (many != NULL) {
            (void)vsnprintf(many, (size_t)n + 1, fmt, again);
            text = many;
        }
    }
    va_end(again);
    return text;
}

const char *fw_say(struct fw_say *s, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    const char *const text = fw_vsay(s, fmt, args);
    va_end(args);
    return text;
}

const char *fw_say_count(struct fw_say *s, fw_u128 value)
{
    char digits[FW_COUNT_LEN];
    return keep(s, fw_count_text(digits, value, ','));
}

const char *fw_say_qty(struct fw_say *s, double value, enum fw_dim dim, int digits)
{
    char text[NUMBER_LEN];
    return keep(s, fw_quantity_text(text, sizeof text, value, dim, digits, true));
}

const char *fw_say_short(struct fw_say *s, double value, enum fw_dim dim, int digits)
{
    char text[NUMBER_LEN];
    (void)fw_quantity_text(text, sizeof text, value, dim, digits, true);
    char *const point = strchr(text, '.');
    if (point == NULL)
        return keep(s, text);
    const size_t fraction = strspn(point + 1, "0123456789");
    const char *const unit = point + 1 + fraction;
    char *end = point + 1 + fraction;
    while (end[-1] == '0')
        end--;
    end -= end == point + 1; /* nothing is left behind the point */
    memmove(end, unit, strlen(unit) + 1);
    return keep(s, text);
}

const char *fw_say_energy(struct fw_say *s, double joule, int digits)
{
    static const double MWH = 3.6e9; /* J */
    if (!(joule >= MWH) || isinf(joule))
        return fw_say_qty(s, joule, FW_DIM_ENERGY, digits);
    return fw_say(s, "%s MWh", fw_say_qty(s, joule / MWH, FW_DIM_NUMBER, digits));
}

const char *fw_say_share(struct fw_say *s, double part, double whole)
{
    return fw_say_qty(s, whole > 0 ? part / whole : (double)NAN, FW_DIM_RATIO, 3);
}

static bool is_whole(double r)
{
    return fabs(r - round(r)) < 1e-12 * r;
}

const char *fw_say_ratio(struct fw_say *s, double a, double b)
{
    char text[NUMBER_LEN];
    const double r = a / b;
    if (!isfinite(r))
        return "unknown";
    if (!(r > 0) && !(r < 0))
        return "0";
    if (r >= 1e15)
        return fw_say_qty(s, r, FW_DIM_NUMBER, 4);
    if (r > 0 && is_whole(r))
        return fw_say_count(s, (fw_u128)llround(r));
    if (r >= 1000)
        return fw_say_count(s, (fw_u128)llround(r));
    (void)snprintf(text, sizeof text, r > 0 && r < 0.1 ? "%.4g" : "%.2f", r);
    return keep(s, text);
}

const char *fw_say_times(struct fw_say *s, double a, double b)
{
    const double r = a / b;
    if (!isfinite(r) || r <= 0)
        return fw_say(s, "%s times", fw_say_ratio(s, a, b));
    if (r >= 1 && r <= 1)
        return "exactly";
    if (r >= 0.5)
        return fw_say(s, "%s times", fw_say_ratio(s, a, b));
    return fw_say(s, "%s1/%.0f of", is_whole(b / a) ? "" : "about ", b / a);
}

const char *fw_say_name(const struct fw_answer *a)
{
    const struct fw_description *const d = a->description;
    if (d == NULL)
        return "the model";
    return d->name != NULL ? d->name : d->id != NULL ? d->id : "the model";
}

const char *fw_say_names(struct fw_say *s, const struct fw_answer *a, size_t n)
{
    const char *all = n > 0 ? fw_say_name(&a[0]) : "";
    for (size_t i = 1; i < n; i++)
        all = fw_say(s, "%s%s%s", all, i + 1 < n ? ", " : " and ", fw_say_name(&a[i]));
    return all;
}

/* The last two parts of the path if the folder is one of the catalogue, else the last one. */
const char *fw_say_path(struct fw_say *s, const struct fw_answer *a)
{
    static const char folder[] = "models.d/";
    const char *const path = a->description != NULL ? a->description->path : NULL;
    if (path == NULL)
        return "keys given on the command line";
    const char *const slash = strrchr(path, '/');
    const char *const base = slash != NULL ? slash + 1 : path;
    const size_t before = (size_t)(base - path), n = sizeof folder - 1;
    if (before >= n && memcmp(base - n, folder, n) == 0)
        return keep(s, base - n);
    return keep(s, base);
}
