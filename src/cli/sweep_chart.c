/* sweep_chart.c - a sweep as a picture.
 *
 *     one key     x = the key; quantities of one dimension share a panel, each a series
 *     two keys    x = the first key; a panel per quantity, a series per value of the second key
 *
 * A first key whose values are words gives bars in place of lines.
 */
#include <math.h>
#include <string.h>

#include "cli/sweep.h"
#include "draw/chart.h"
#include "report/say.h"
#include "report/version.h"

struct plot {
    struct fw_cli *cli;
    const struct fw_sweep *s;
    size_t per_x;          /* points for each value of the first key */
    double *x;             /* (axis 0) */
    double *y;             /* (quantity, second axis, axis 0): as lines are drawn */
    const enum fw_dim *dim; /* (quantity) */
    struct fw_say say;
};

static enum fw_status fail(struct fw_cli *cli, const char *what, size_t most)
{
    (void)fw_fail(&cli->err, FW_USAGE, "a chart takes at most %zu %s", most, what);
    return fw_err_hint(&cli->err, "--csv writes every sweep");
}

static enum fw_status check(const struct plot *p)
{
    const struct fw_axis *const first = &p->s->axis[0];
    if (p->s->num_axes > 2)
        return fail(p->cli, "swept keys", 2);
    if (p->per_x > FW_CHART_SERIES_MAX || p->s->get.n > FW_CHART_SERIES_MAX)
        return fail(p->cli, "series", FW_CHART_SERIES_MAX);
    if (p->s->num_axes == 2 && p->s->get.n > FW_CHART_PANELS_MAX)
        return fail(p->cli, "quantities", FW_CHART_PANELS_MAX);
    if (!first->numeric && first->n > FW_CHART_CATEGORIES_MAX)
        return fail(p->cli, "words", FW_CHART_CATEGORIES_MAX);
    if (p->s->points > FW_CHART_POINTS_MAX / p->s->get.n)
        return fail(p->cli, "points", FW_CHART_POINTS_MAX);
    return FW_OK;
}

/* Axes of ratios are in per cent (unit_of). */
static double on_axis(enum fw_dim dim, double value)
{
    return dim == FW_DIM_RATIO ? 100 * value : value;
}

static enum fw_status take_row(void *ctx, size_t point, const struct fw_quantity_value *values)
{
    const struct plot *const p = ctx;
    const size_t n = p->s->axis[0].n;
    for (size_t q = 0; q < p->s->get.n; q++) {
        const double v = !values[q].known  ? (double)NAN
                         : values[q].exact ? fw_count_double(values[q].count)
                                           : values[q].real;
        p->y[(q * p->per_x + point % p->per_x) * n + point / p->per_x] =
            on_axis(p->dim[q], v);
    }
    return FW_OK;
}

/* ---- axes ------------------------------------------------------------------------------------ */

struct span {
    double min, max; /* of what is known; NaN if nothing is */
    bool powers;     /* of two, all of them */
};

static struct span span_of(const double *v, size_t n)
{
    struct span s = {(double)NAN, (double)NAN, true};
    for (size_t i = 0; i < n; i++) {
        int exponent = 0;
        if (isnan(v[i]))
            continue;
        s.min = fmin(s.min, v[i]);
        s.max = fmax(s.max, v[i]);
        const double mantissa = frexp(v[i], &exponent);
        s.powers = s.powers && !(mantissa < 0.5) && !(mantissa > 0.5);
    }
    return s;
}

static const char *unit_of(enum fw_dim dim)
{
    const char *const unit = dim == FW_DIM_RATIO ? "%" : fw_dim_unit(dim);
    return unit[0] != '\0' ? unit : NULL;
}

/* Values that span more than a few powers of two are told apart on a log scale alone. */
static struct fw_chart_axis axis_of(const char *label, enum fw_dim dim, struct span span,
                                    double log_from)
{
    const bool wide = span.min > 0 && span.max / span.min >= log_from;
    const bool binary = dim == FW_DIM_BYTES || span.powers;
    struct fw_chart_axis axis = {.label = label, .unit = unit_of(dim)};
    if (dim == FW_DIM_RATIO || dim == FW_DIM_NUMBER)
        axis.prefix = FW_PREFIX_NONE;
    if (wide) {
        axis.scale = binary ? FW_SCALE_LOG2 : FW_SCALE_LOG10;
        axis.tick_unit = axis.unit;
    }
    if (dim == FW_DIM_BYTES || (wide && span.powers))
        axis.prefix = FW_PREFIX_BINARY;
    axis.from_zero = !wide && span.min >= 0 && span.min < 0.6 * span.max;
    return axis;
}

/* ---- panels ---------------------------------------------------------------------------------- */

static struct fw_chart_series series_of(const struct plot *p, size_t quantity, size_t line,
                                        const char *name)
{
    const size_t n = p->s->axis[0].n;
    return (struct fw_chart_series){
        .name = name,
        .x = p->s->axis[0].numeric ? p->x : NULL,
        .y = p->y + (quantity * p->per_x + line) * n,
        .count = n,
    };
}

static enum fw_status fill_panel(struct plot *p, const size_t *quantities, size_t n,
                                 struct fw_panel *out)
{
    const struct fw_sweep *const s = p->s;
    const struct fw_axis *const first = &s->axis[0];
    struct fw_chart_series *const series =
        FW_NEW(&p->cli->arena, n * p->per_x, struct fw_chart_series);
    struct span all = {(double)NAN, (double)NAN, true};
    if (series == NULL)
        return fw_cli_no_memory(p->cli);
    for (size_t i = 0; i < n * p->per_x; i++) {
        const size_t q = quantities[i / p->per_x], line = i % p->per_x;
        const char *const name =
            s->num_axes < 2 ? s->get.names[q]
                            : fw_say(&p->say, "%s %s", s->axis[1].key, s->axis[1].text[line]);
        series[i] = series_of(p, q, line, name);
        const struct span span = span_of(series[i].y, series[i].count);
        all = (struct span){fmin(all.min, span.min), fmax(all.max, span.max),
                            all.powers && span.powers};
    }
    *out = (struct fw_panel){
        .kind = first->numeric ? FW_CHART_LINE : FW_CHART_BARS,
        .y = axis_of(n == 1 ? s->get.names[quantities[0]] : NULL, p->dim[quantities[0]], all, 30),
        .series = series,
        .series_count = n * p->per_x,
    };
    if (first->numeric) {
        out->x = axis_of(first->key, first->dim, span_of(p->x, first->n), 8);
        return FW_OK;
    }
    out->y.scale = FW_SCALE_LINEAR; /* bars start at zero */
    out->y.tick_unit = NULL;
    out->x = (struct fw_chart_axis){.label = first->key};
    out->categories = first->text;
    out->category_count = first->n;
    return FW_OK;
}

/* Quantities that share a panel with number q: those of its dimension, if there is one key. */
static size_t panel_mates(const struct plot *p, size_t q, bool used[], size_t list[])
{
    size_t n = 0;
    for (size_t i = q; i < p->s->get.n; i++) {
        const bool mate = i == q || (p->s->num_axes == 1 && p->dim[i] == p->dim[q]);
        if (used[i] || !mate)
            continue;
        used[i] = true;
        list[n++] = i;
    }
    return n;
}

static enum fw_status make_panels(struct plot *p, struct fw_panel *panels, size_t *count)
{
    bool used[FW_CHART_SERIES_MAX] = {false};
    size_t list[FW_CHART_SERIES_MAX];
    enum fw_status status = FW_OK;
    *count = 0;
    for (size_t q = 0; q < p->s->get.n && status == FW_OK; q++) {
        if (used[q])
            continue;
        if (*count == FW_CHART_PANELS_MAX)
            return fail(p->cli, "panels", FW_CHART_PANELS_MAX);
        const size_t n = panel_mates(p, q, used, list);
        status = fill_panel(p, list, n, &panels[*count]);
        if (n == 1 && p->s->get.n > 1)
            panels[*count].title = fw_wanted_meaning(p->s->get.names[q]);
        ++*count;
    }
    return status;
}

/* ---- chart ----------------------------------------------------------------------------------- */

static bool is_swept(const struct plot *p, const char *key)
{
    for (size_t i = 0; i < p->s->num_axes; i++)
        if (strcmp(p->s->axis[i].key, key) == 0)
            return true;
    return false;
}

/* What is held fixed. */
static const char *subtitle(struct plot *p, const struct fw_answer *a)
{
    const struct fw_workload *const w = &a->workload;
    struct fw_say *const s = &p->say;
    const char *text = fw_say(s, "attention %s, LM head %s, cache %s",
                              fw_attention_names[w->attention], fw_lm_head_names[w->lm_head],
                              fw_dtype_get(w->k_dtype)->name);
    if (!is_swept(p, "batch"))
        text = fw_say(s, "batch %llu, %s", (unsigned long long)w->batch, text);
    if (!is_swept(p, "context"))
        text = fw_say(s, "context %llu, %s", (unsigned long long)w->context, text);
    return text;
}

static enum fw_status write_chart(struct plot *p, const struct fw_answer *base)
{
    struct fw_draw_options options = {0};
    struct fw_panel *const panels =
        FW_NEW(&p->cli->arena, FW_CHART_PANELS_MAX, struct fw_panel);
    const struct fw_sweep *const s = p->s;
    unsigned unknown = 0;
    size_t count = 0;
    if (panels == NULL)
        return fw_cli_no_memory(p->cli);
    enum fw_status status = make_panels(p, panels, &count);
    if (status != FW_OK)
        return status;
    (void)fw_draw_format_of(p->cli->out.path, &options.format);
    const struct fw_chart chart = {
        .title = s->get.n == 1
                     ? fw_say(&p->say, "%s: %s", fw_say_name(base),
                              fw_wanted_meaning(s->get.names[0]))
                     : fw_say(&p->say, "%s by %s", fw_say_name(base), s->axis[0].key),
        .subtitle = subtitle(p, base),
        .source = fw_say(&p->say, "Derived by flopwatt %s from %s.", fw_report_version(),
                         fw_say_path(&p->say, base)),
        .panels = panels,
        .panel_count = count,
        .palette = s->num_axes == 2 && s->axis[1].numeric ? FW_PALETTE_ORDERED
                                                          : FW_PALETTE_DISTINCT,
    };
    if (p->say.failed)
        return fw_cli_no_memory(p->cli);
    status = fw_chart_write(&chart, &options, &p->cli->out.text, &unknown, &p->cli->err);
    if (status == FW_OK && unknown > 0)
        fw_diags_note(&p->cli->diags, FW_WARNING, "no font shows %u of the characters", unknown);
    return status;
}

static const enum fw_dim *dims_of(struct fw_cli *cli, const struct fw_sweep *s,
                                  const struct fw_answer *base, enum fw_status *status)
{
    enum fw_dim *const dims = FW_NEW(&cli->arena, s->get.n, enum fw_dim);
    if (dims == NULL)
        *status = fw_cli_no_memory(cli);
    for (size_t i = 0; i < s->get.n && *status == FW_OK; i++) {
        struct fw_quantity_value v;
        *status = fw_quantity_get(base, s->get.names[i], &v, &cli->err);
        dims[i] = v.dim;
    }
    return dims;
}

enum fw_status fw_sweep_chart(struct fw_cli *cli, const struct fw_description *d,
                              const struct fw_setting *settings, size_t n,
                              const struct fw_sweep *s, const struct fw_answer *base)
{
    struct plot p = {.cli = cli, .s = s, .per_x = s->points / s->axis[0].n,
                     .say = {.arena = &cli->arena}};
    enum fw_status status = check(&p);
    if (status == FW_OK)
        p.dim = dims_of(cli, s, base, &status);
    if (status != FW_OK)
        return status;
    p.x = FW_NEW(&cli->arena, s->axis[0].n, double);
    p.y = FW_NEW(&cli->arena, s->points * s->get.n, double);
    if (p.x == NULL || p.y == NULL)
        return fw_cli_no_memory(cli);
    for (size_t i = 0; i < s->axis[0].n; i++) {
        const struct fw_cell *const c = &s->axis[0].cell[i];
        p.x[i] = on_axis(s->axis[0].dim,
                         c->kind == FW_CELL_COUNT ? fw_count_double(c->count) : c->real);
    }
    for (size_t i = 0; i < s->points * s->get.n; i++)
        p.y[i] = (double)NAN; /* points that are left out are gaps */
    status = fw_sweep_run(cli, d, settings, n, s, take_row, &p);
    if (status == FW_OK)
        status = write_chart(&p, base);
    cli->out.format = FW_FORMAT_TEXT; /* the picture is ready as it is */
    return status;
}
