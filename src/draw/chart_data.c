/* chart_data.c - what the series say, whatever they are drawn with. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/plan.h"

static const double LARGEST = 1e200, SMALLEST = 1e-200;

bool fw_panel_is_bars(const struct fw_panel *p)
{
    return p->kind == FW_CHART_BARS || p->kind == FW_CHART_STACKED;
}

size_t fw_bars_abreast(const struct fw_panel *p)
{
    return p->kind == FW_CHART_STACKED ? 1 : p->series_count;
}

double fw_bars_sum(const struct fw_panel *p, size_t category, size_t *unknown)
{
    double sum = 0;
    size_t missing = 0;
    for (size_t s = 0; s < p->series_count; s++) {
        const double v = p->series[s].y[category];
        missing += isnan(v) ? 1 : 0;
        sum += isnan(v) ? 0 : v;
    }
    if (unknown != NULL)
        *unknown = missing;
    return sum;
}

double fw_bars_value(const struct fw_panel *p, size_t series, size_t category)
{
    const double v = p->series[series].y[category];
    if (!p->share)
        return v;
    size_t unknown = 0;
    const double sum = fw_bars_sum(p, category, &unknown);
    return unknown > 0 ? (double)NAN : sum > 0 ? 100 * (v / sum) : 0;
}

struct fw_chart_axis fw_bars_spec(const struct fw_panel *p)
{
    struct fw_chart_axis spec = p->y;
    spec.from_zero = true;
    if (p->share) {
        spec.unit = "%";
        spec.prefix = FW_PREFIX_NONE;
        spec.at_least = 100;
    }
    return spec;
}

struct fw_extent fw_bars_extent(const struct fw_panel *p)
{
    struct fw_extent e = fw_extent_none();
    fw_extent_add(&e, FW_SCALE_LINEAR, 0);
    for (size_t c = 0; c < p->category_count; c++) {
        double up = 0, down = 0;
        for (size_t s = 0; s < p->series_count; s++) {
            const double v = fw_bars_value(p, s, c);
            if (p->kind != FW_CHART_STACKED)
                fw_extent_add(&e, FW_SCALE_LINEAR, v);
            up += v > 0 ? v : 0;
            down += v < 0 ? v : 0;
        }
        if (p->kind == FW_CHART_STACKED) {
            fw_extent_add(&e, FW_SCALE_LINEAR, up);
            fw_extent_add(&e, FW_SCALE_LINEAR, down);
        }
    }
    if (p->share)
        e.hi = 100; /* not the rounding of a sum */
    return e;
}

const char *fw_bars_text(char buf[static FW_BAR_TEXT], const struct fw_panel *p,
                         const struct fw_axis *axis, size_t series, size_t category)
{
    char number[FW_NUM_LEN];
    size_t unknown = 0;
    buf[0] = '\0';
    if (p->kind != FW_CHART_STACKED) {
        const double v = fw_bars_value(p, series, category);
        if (isnan(v) || !p->no_values)
            (void)snprintf(buf, FW_BAR_TEXT, "%s", fw_axis_value(number, axis, v));
        return buf;
    }
    const double sum = fw_bars_sum(p, category, &unknown);
    if (unknown == p->series_count || (p->share && unknown > 0))
        (void)snprintf(buf, FW_BAR_TEXT, "unknown");
    else if (!p->share && (unknown > 0 || !p->no_values))
        (void)snprintf(buf, FW_BAR_TEXT, "%s%s", fw_axis_value(number, axis, sum),
                       unknown > 0 ? " + unknown" : "");
    return buf;
}

/* An interval may end at or below 0 on a log scale: it is cut, and is no value of its own. */
static void add_end(struct fw_extent *e, enum fw_scale scale, double v)
{
    if (!isnan(v) && (scale == FW_SCALE_LINEAR || v > 0))
        fw_extent_add(e, scale, v);
}

void fw_lines_extents(const struct fw_panel *p, struct fw_extent *x, struct fw_extent *y)
{
    *x = *y = fw_extent_none();
    for (size_t s = 0; s < p->series_count; s++) {
        const struct fw_chart_series *const series = &p->series[s];
        for (size_t i = 0; i < series->count; i++) {
            fw_extent_add(x, p->x.scale, series->x[i]);
            fw_extent_add(y, p->y.scale, series->y[i]);
            if (series->lo != NULL)
                add_end(y, p->y.scale, series->lo[i]);
            if (series->hi != NULL)
                add_end(y, p->y.scale, series->hi[i]);
        }
    }
    for (size_t n = 0; n < p->note_count; n++) {
        if (p->notes[n].kind == FW_NOTE_LEVEL)
            fw_extent_add(y, p->y.scale, p->notes[n].value);
        if (p->notes[n].kind == FW_NOTE_UPRIGHT)
            fw_extent_add(x, p->x.scale, p->notes[n].value);
    }
}

static size_t known_points(const struct fw_panel *p)
{
    size_t n = 0;
    for (size_t s = 0; s < p->series_count; s++)
        for (size_t i = 0; i < p->series[s].count; i++)
            n += !isnan(p->series[s].x[i]) && !isnan(p->series[s].y[i]);
    return n;
}

const char *fw_lines_remark(const struct fw_panel *p, const struct fw_extent *x,
                            const struct fw_extent *y, size_t k)
{
    const bool line = p->kind == FW_CHART_LINE;
    const bool nothing = known_points(p) == 0;
    const char *const all[] = {
        nothing                        ? "All values are unknown"
        : x->unknown + y->unknown == 0 ? NULL
        : line                         ? "Gap in a line: unknown"
                                       : "Points with an unknown value are not drawn",
        x->zero || y->zero ? "Hollow marker beside the axis: 0 (not on this scale)" : NULL,
        x->negative + y->negative > 0 ? "Values below 0 are not on this scale" : NULL,
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i] != NULL && k-- == 0)
            return all[i];
    return NULL;
}

static bool showable(double v)
{
    return isnan(v) || v == 0 || (fabs(v) <= LARGEST && fabs(v) >= SMALLEST);
}

static enum fw_status check_values(const struct fw_chart_series *s, const double *v,
                                   const char *what, struct fw_err *err)
{
    for (size_t i = 0; v != NULL && i < s->count; i++)
        if (!showable(v[i]))
            return fw_fail(err, FW_INPUT, "series \"%.60s\", %s %zu is %g: expected 0 or a number "
                                          "from 1e-200 to 1e200", s->name != NULL ? s->name : "",
                           what, i + 1, v[i]);
    return FW_OK;
}

static enum fw_status check_series(const struct fw_panel *p, const struct fw_chart_series *s,
                                   struct fw_err *err)
{
    const bool bars = fw_panel_is_bars(p);
    const char *const name = s->name != NULL ? s->name : "";
    if (s->count > FW_CHART_POINTS_MAX)
        return fw_fail(err, FW_USAGE, "series \"%.60s\": %zu points, a chart takes %d", name,
                       s->count, FW_CHART_POINTS_MAX);
    if (s->count > 0 && (s->y == NULL || (!bars && s->x == NULL)))
        return fw_fail(err, FW_BUG, "series \"%.60s\" has no values", name);
    if (bars && s->count != p->category_count)
        return fw_fail(err, FW_BUG, "series \"%.60s\": %zu values for %zu categories", name,
                       s->count, p->category_count);
    const double *const columns[] = {bars ? NULL : s->x, s->y, s->lo, s->hi};
    static const char *const what[] = {"x", "value", "lower end", "upper end"};
    for (size_t k = 0; k < 4; k++) {
        const enum fw_status status = check_values(s, columns[k], what[k], err);
        if (status != FW_OK)
            return status;
    }
    for (size_t i = 0; p->share && i < s->count; i++)
        if (s->y[i] < 0)
            return fw_fail(err, FW_USAGE, "series \"%.60s\": shares of negative values", name);
    return FW_OK;
}

static enum fw_status check_panel(const struct fw_panel *p, struct fw_err *err)
{
    const char *const title = p->title != NULL ? p->title : "";
    if (p->series_count > FW_CHART_SERIES_MAX || p->category_count > FW_CHART_CATEGORIES_MAX ||
        p->note_count > FW_CHART_NOTES_MAX)
        return fw_fail(err, FW_USAGE, "panel \"%.60s\": a chart takes %d series, %d categories "
                                      "and %d notes", title, FW_CHART_SERIES_MAX,
                       FW_CHART_CATEGORIES_MAX, FW_CHART_NOTES_MAX);
    if (fw_panel_is_bars(p) && p->y.scale != FW_SCALE_LINEAR)
        return fw_fail(err, FW_USAGE, "panel \"%.60s\": bars start at zero and need a linear axis",
                       title);
    if (fw_panel_is_bars(p) && p->category_count > 0 && p->categories == NULL)
        return fw_fail(err, FW_BUG, "panel \"%.60s\" has categories without names", title);
    if (p->height != 0 && !(p->height >= 40 && p->height <= 2000))
        return fw_fail(err, FW_USAGE, "panel \"%.60s\": height %g pt, expected 40 to 2000", title,
                       p->height);
    if (!showable(p->y.at_least) || !showable(p->x.at_least) || p->y.digits > 12 ||
        p->x.digits > 12)
        return fw_fail(err, FW_USAGE, "panel \"%.60s\": impossible axis", title);
    for (size_t n = 0; n < p->note_count; n++)
        if (!showable(p->notes[n].value) || isnan(p->notes[n].value))
            return fw_fail(err, FW_INPUT, "note \"%.60s\": its value cannot be shown",
                           p->notes[n].text != NULL ? p->notes[n].text : "");
    for (size_t s = 0; s < p->series_count; s++) {
        const enum fw_status status = check_series(p, &p->series[s], err);
        if (status != FW_OK)
            return status;
    }
    return FW_OK;
}

enum fw_status fw_chart_check(const struct fw_chart *c, struct fw_err *err)
{
    if (c->panel_count == 0 || c->panel_count > FW_CHART_PANELS_MAX)
        return fw_fail(err, FW_USAGE, "a chart takes 1 to %d panels, got %zu", FW_CHART_PANELS_MAX,
                       c->panel_count);
    if (c->width != 0 && !(c->width >= 200 && c->width <= 2000))
        return fw_fail(err, FW_USAGE, "chart width %g pt: expected 200 to 2000", c->width);
    for (size_t k = 0; k < c->panel_count; k++) {
        const enum fw_status status = check_panel(&c->panels[k], err);
        if (status != FW_OK)
            return status;
    }
    return FW_OK;
}
