/* axis.c - see axis.h.
 *
 * A scale maps values to a line: the value itself, its log10 or its log2. Ticks stand at whole
 * multiples of a step on that line (1, 2 or 5 times a power of ten, for binary prefixes a power
 * of two; on log scales a number of decades or doublings). From many ticks to few the first step
 * is taken whose labels do not touch.
 */
#include "draw/axis.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double GAP = 9, GAP_LEAST = 3; /* [pt] between labels along the text */
static const double LINE_ROOM = 1.9;        /* lines of text from label to label, upright */
static const double FINEST = 1e-6;          /* of the value: a smaller range counts as flat */

struct fw_extent fw_extent_none(void)
{
    return (struct fw_extent){.lo = HUGE_VAL, .hi = -HUGE_VAL};
}

void fw_extent_add(struct fw_extent *e, enum fw_scale scale, double value)
{
    if (isnan(value)) {
        e->unknown++;
        return;
    }
    if (scale != FW_SCALE_LINEAR && value <= 0) {
        e->zero = e->zero || value == 0;
        e->negative += value < 0;
        return;
    }
    e->lo = fmin(e->lo, value);
    e->hi = fmax(e->hi, value);
}

static double line_of(enum fw_scale scale, double v)
{
    return scale == FW_SCALE_LOG10 ? log10(v) : scale == FW_SCALE_LOG2 ? log2(v) : v;
}

static double value_of(enum fw_scale scale, double p)
{
    return scale == FW_SCALE_LOG10 ? pow(10, p) : scale == FW_SCALE_LOG2 ? exp2(p) : p;
}

/* A range that is never empty. */
static void choose_range(struct fw_axis *a, const struct fw_extent *e)
{
    const struct fw_chart_axis *const spec = a->spec;
    const bool linear = spec->scale == FW_SCALE_LINEAR;
    a->lo = e->lo <= e->hi ? e->lo : linear ? 0 : 1;
    a->hi = e->lo <= e->hi ? e->hi : linear ? 1 : 10;
    if (spec->at_least > 0)
        a->hi = fmax(a->hi, spec->at_least);
    if (linear && spec->from_zero) {
        a->lo = fmin(a->lo, 0);
        a->hi = fmax(a->hi, 0);
    }
    const double size = fmax(fabs(a->lo), fabs(a->hi));
    if (linear && a->hi - a->lo <= FINEST * size) {
        const double middle = a->lo / 2 + a->hi / 2;
        a->lo = middle - (size > 0 ? size / 2 : 1);
        a->hi = middle + (size > 0 ? size / 2 : 1);
        if (spec->from_zero) {
            a->lo = 0;
            a->hi = 1;
        }
    } else if (!linear && a->hi <= a->lo * (1 + FINEST)) {
        const double around = spec->scale == FW_SCALE_LOG2 ? 2 : 10;
        a->lo /= around;
        a->hi *= around;
    }
}

/* Candidate steps on the line, from fine to coarse: step k of the scale. */
static double step_of(const struct fw_axis *a, double range, int k)
{
    static const double nice[] = {1, 2, 5};
    static const double strides[] = {1, 2, 3, 5, 10, 20, 50, 100, 200, 500};
    enum { STRIDES = sizeof strides / sizeof strides[0] };
    if (a->spec->scale != FW_SCALE_LINEAR)
        return strides[k < STRIDES ? k : STRIDES - 1];
    if (a->spec->prefix == FW_PREFIX_BINARY)
        return exp2(floor(log2(range / 12)) + k);
    const int first = 3 * (int)floor(log10(range / 12)); /* at most some 40 steps */
    const int n = first + k;
    const int decade = n >= 0 ? n / 3 : -((2 - n) / 3);
    return nice[n - 3 * decade] * pow(10, decade);
}

static void tick_label(const struct fw_axis *a, double value, double step, char *label)
{
    const struct fw_chart_axis *const s = a->spec;
    const double shown = value / a->factor.value;
    if (s->scale != FW_SCALE_LINEAR) {
        const int exponent = (int)lround(log10(value));
        if (a->powers && fabs(value / pow(10, exponent) - 1) < 1e-9)
            (void)fw_num_power(label, 10, exponent);
        else
            (void)fw_num_prefixed(label, value, s->prefix, s->tick_unit, 4);
        return;
    }
    const double places = ceil(-log10(step / a->factor.value) - 1e-9);
    if (a->spec->prefix == FW_PREFIX_BINARY)
        (void)fw_num_digits(label, shown, 6);
    else
        (void)fw_num_fixed(label, shown, places > 0 ? (int)fmin(places, 9) : 0);
}

/* Adds a tick if it lies in the range and there is room. */
static void add_tick(struct fw_axis *a, double value, bool labelled, double step)
{
    const double slack = 1e-9 * (a->hi - a->lo);
    const bool linear = a->spec->scale == FW_SCALE_LINEAR;
    const bool inside = linear ? value >= a->lo - slack && value <= a->hi + slack
                               : value >= a->lo * (1 - 1e-9) && value <= a->hi * (1 + 1e-9);
    if (!inside || a->tick_count == FW_TICKS_MAX)
        return;
    struct fw_tick *const t = &a->ticks[a->tick_count++];
    *t = (struct fw_tick){.value = fmin(fmax(value, a->lo), a->hi), .labelled = labelled};
    if (labelled)
        tick_label(a, value, step, t->label);
}

/* Unlabelled ticks: 2 to 9 in each decade, or the powers between those that are labelled. */
static void minor_ticks(struct fw_axis *a, double first, double last, double step,
                        double offset)
{
    if (last - first > 60)
        return;
    const bool decades = a->spec->scale == FW_SCALE_LOG10;
    for (double p = first; p <= last; p++) {
        if (fmod(p - offset, step) != 0)
            add_tick(a, value_of(a->spec->scale, p), false, step);
        for (int k = 2; decades && step == 1 && last - first < 12 && k < 10; k++)
            add_tick(a, k * pow(10, p), false, step);
    }
}

/* Within a decade or two, 1 2 5 10 20 50 are labelled. */
static void dense_ticks(struct fw_axis *a, double first, double last)
{
    for (double p = first; p <= last; p++)
        for (int k = 1; k < 10; k++)
            add_tick(a, k * pow(10, p), k == 1 || k == 2 || k == 5, 1);
}

static bool is_dense(const struct fw_axis *a)
{
    return a->spec->scale == FW_SCALE_LOG10 && a->hi / a->lo < 40;
}

/* The next 1, 2 or 5 times a power of ten, at or below (above) v. */
static double snap_dense(double v, bool up)
{
    static const double steps[] = {1, 2, 5, 10};
    const double decade = pow(10, floor(log10(v) + 1e-12));
    double found = up ? 10 * decade : decade;
    for (size_t k = 0; k < 4; k++) {
        const double s = steps[k] * decade;
        if (!up && s <= v * (1 + 1e-9))
            found = fmax(found, s);
        if (up && s >= v * (1 - 1e-9))
            found = fmin(found, s);
    }
    return found;
}

static void make_ticks(struct fw_axis *a, double step, bool snap)
{
    const enum fw_scale scale = a->spec->scale;
    const double from = line_of(scale, a->lo), to = line_of(scale, a->hi);
    const double first = floor(from / step + 1e-9), last = ceil(to / step - 1e-9);
    a->tick_count = 0;
    if (is_dense(a)) {
        if (snap) {
            a->lo = snap_dense(a->lo, false);
            a->hi = snap_dense(a->hi, true);
        }
        dense_ticks(a, floor(from), ceil(to));
        return;
    }
    if (snap && scale == FW_SCALE_LINEAR) {
        a->lo = first * step;
        a->hi = last * step;
    } else if (snap) {
        a->lo = value_of(scale, floor(from + 1e-9));
        a->hi = value_of(scale, ceil(to - 1e-9));
    }
    /* doublings are counted from the first one where that labels both ends, 512 2Ki ... 128Ki */
    const double low = snap ? floor(from + 1e-9) : ceil(from - 1e-9);
    const double high = snap ? ceil(to - 1e-9) : floor(to + 1e-9);
    const bool ends = scale == FW_SCALE_LOG2 && high > low && fmod(high - low, step) == 0;
    const double offset = ends ? low - step * floor(low / step) : 0;
    for (double k = first - 1; k <= last; k++) {
        const double p = k * step + offset;
        add_tick(a, value_of(scale, p), true, step);
    }
    if (scale != FW_SCALE_LINEAR)
        minor_ticks(a, floor(from), ceil(to), step, offset);
}

/* Share of the way from lo to hi. */
static double share_of(const struct fw_axis *a, double value)
{
    const enum fw_scale s = a->spec->scale;
    if (s == FW_SCALE_LINEAR)
        return (value / 2 - a->lo / 2) / (a->hi / 2 - a->lo / 2); /* halves: no overflow */
    return (line_of(s, value) - line_of(s, a->lo)) / (line_of(s, a->hi) - line_of(s, a->lo));
}

double fw_axis_at(const struct fw_axis *a, double value)
{
    if (a->spec->scale != FW_SCALE_LINEAR && value <= 0)
        return a->at_zero;
    const double t = fmin(fmax(share_of(a, value), 0), 1);
    return a->at_lo + t * (a->at_hi - a->at_lo);
}

/* True if all labels have room beside one another. */
static bool labels_fit(const struct fw_axis *a, const struct fw_axis_room *room, double gap,
                       struct fw_draw *d, const struct fw_font *font)
{
    double end = -HUGE_VAL;
    for (size_t k = 0; k < a->tick_count; k++) {
        const struct fw_tick *const t = &a->ticks[k];
        if (!t->labelled)
            continue;
        const double half = room->level ? fw_draw_textsize(d, t->label, font) / 2
                                        : font->size * LINE_ROOM / 2;
        double at = share_of(a, t->value) * room->length;
        if (room->level)
            at = fmax(fmin(at, room->length + room->after - half), half - room->before);
        if (at - half < end)
            return false;
        end = at + half + (room->level ? gap : 0);
    }
    return true;
}

static size_t labelled_count(const struct fw_axis *a)
{
    size_t n = 0;
    for (size_t k = 0; k < a->tick_count; k++)
        n += a->ticks[k].labelled;
    return n;
}

/* Labels at the two ends and nowhere else; the other ticks stay as minor ones. */
static void label_ends(struct fw_axis *a)
{
    for (size_t k = 0; k < a->tick_count; k++)
        a->ticks[k].labelled = false;
    a->tick_count = a->tick_count < FW_TICKS_MAX - 2 ? a->tick_count : FW_TICKS_MAX - 2;
    add_tick(a, a->lo, true, (a->hi - a->lo) / 2);
    add_tick(a, a->hi, true, (a->hi - a->lo) / 2);
}

/* Word units take a power of ten in front ("10³ tokens"), symbols a letter ("GFLOP"). */
static void make_title(struct fw_axis *a)
{
    const struct fw_chart_axis *const s = a->spec;
    const bool linear = s->scale == FW_SCALE_LINEAR;
    const char *const unit = s->unit != NULL ? s->unit : "";
    const char *const symbol = s->tick_unit != NULL ? s->tick_unit : unit;
    const bool letter = linear && a->factor.letter[0] != '\0' && *symbol != '\0' &&
                        strlen(symbol) <= 5;
    const char *const power = linear && !letter ? a->factor.power : "";
    const char *const space = *power != '\0' && *unit != '\0' ? "\u00A0" : "";
    const char *const label = s->label != NULL ? s->label : "";
    const bool bare = *unit == '\0' && *power == '\0' && !letter;
    const bool both = !bare && *label != '\0';
    (void)snprintf(a->title, sizeof a->title, "%.120s%s%s%s%s%.40s%s", label, both ? " (" : "",
                   power, space, letter ? a->factor.letter : "", letter ? symbol : unit,
                   both ? ")" : "");
}

void fw_axis_solve(struct fw_axis *a, const struct fw_chart_axis *spec,
                   const struct fw_extent *extent, const struct fw_axis_room *room,
                   struct fw_draw *d, const struct fw_font *font)
{
    enum { TRIES = 40 };
    const size_t most = spec->scale == FW_SCALE_LINEAR ? 7 : 9; /* labels */
    *a = (struct fw_axis){.spec = spec, .has_zero = extent->zero, .factor = {.value = 1},
                          .before = room->before, .after = room->after};
    choose_range(a, extent);
    if (spec->scale == FW_SCALE_LINEAR)
        a->factor = fw_num_factor(fmax(fabs(a->lo), fabs(a->hi)), spec->prefix);
    make_title(a);
    a->powers = spec->scale == FW_SCALE_LOG10 &&
                (spec->prefix == FW_PREFIX_POWER ||
                 (spec->prefix == FW_PREFIX_SI && (a->hi >= 1e21 || a->lo < 1e-12)));
    const double lo = a->lo, hi = a->hi;
    const double range = line_of(spec->scale, hi) - line_of(spec->scale, lo);
    const int tries = is_dense(a) ? 1 : TRIES; /* dense ticks have one step only */
    int good = -1;                             /* the coarsest step that has two labels */
    for (int k = 0; k < tries; k++) {
        a->lo = lo;
        a->hi = hi;
        make_ticks(a, step_of(a, range, k), room->snap);
        const size_t labels = labelled_count(a);
        if (labels < 2)
            break;
        good = k;
        if (labels <= most && labels_fit(a, room, GAP, d, font))
            return;
    }
    a->lo = lo;
    a->hi = hi;
    make_ticks(a, step_of(a, range, good < 0 ? 0 : good), room->snap);
    if (labelled_count(a) >= 2 && labels_fit(a, room, GAP_LEAST, d, font))
        return;
    label_ends(a);
    if (!labels_fit(a, room, GAP_LEAST, d, font))
        a->ticks[a->tick_count - 1].labelled = false;
}

double fw_axis_label_at(const struct fw_axis *a, const struct fw_tick *tick, double width)
{
    const double low = a->at_lo - a->before + width / 2, high = a->at_hi + a->after - width / 2;
    return fmax(fmin(fw_axis_at(a, tick->value), high), low);
}

char *fw_axis_value(char buf[static FW_NUM_LEN], const struct fw_axis *a, double value)
{
    const int digits = a->spec->digits > 0 ? (int)a->spec->digits : 3;
    if (a->spec->scale == FW_SCALE_LINEAR)
        return fw_num_digits(buf, value / a->factor.value, digits);
    return fw_num_prefixed(buf, value, a->spec->prefix, a->spec->tick_unit, digits);
}
