/* fit.c - rows to curves: grouping, errors by operation. */
#include "calibrate/fit.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calibrate/fit_curve.h"

struct fw_fit_options fw_fit_options_default(void)
{
    return (struct fw_fit_options){NAN, NAN, NAN, NULL};
}

static int order(double a, double b)
{
    return a < b ? -1 : a > b;
}

/* Everything that the fit sees, so that rows in another order give the same sums. */
static int compare_rows(const void *pa, const void *pb)
{
    const struct fw_timing *const a = ((const struct fw_fit_row *)pa)->timing;
    const struct fw_timing *const b = ((const struct fw_fit_row *)pb)->timing;
    const double keys[][2] = {
        {(double)a->m, (double)b->m},         {(double)a->n, (double)b->n},
        {(double)a->k, (double)b->k},         {(double)a->heads, (double)b->heads},
        {(double)a->batch, (double)b->batch}, {a->threads, b->threads},
        {a->flop, b->flop},                   {a->bytes, b->bytes},
        {a->working_set, b->working_set},     {a->time_s, b->time_s},
        {(double)a->context, (double)b->context},
    };
    int c = strcmp(a->curve, b->curve);

    if (c == 0)
        c = order(a->dtype, b->dtype);
    if (c == 0)
        c = strcmp(a->op, b->op);
    for (size_t i = 0; c == 0 && i < sizeof keys / sizeof keys[0]; i++)
        c = order(keys[i][0], keys[i][1]);
    return c;
}

static bool same_work(const struct fw_timing *a, const struct fw_timing *b)
{
    return strcmp(a->curve, b->curve) == 0 && a->dtype == b->dtype;
}

static int compare_threads(const void *pa, const void *pb)
{
    const unsigned a = ((const struct fw_fit_row *)pa)->timing->threads;
    const unsigned b = ((const struct fw_fit_row *)pb)->timing->threads;
    return a != b ? order(a, b) : compare_rows(pa, pb);
}

/* Numbers the curves in rows[].curve. Rows of one kind of work and dtype are one curve, but for
 * numbers of threads that have enough rows each: then every number has a curve of its own, since
 * threads change more than the two rates. */
static size_t number_curves(struct fw_fit_row *rows, size_t n)
{
    enum { ENOUGH = 40 };
    size_t curves = 0, to;
    for (size_t from = 0; from < n; from = to) {
        size_t least = n, run = 0;
        for (to = from; to < n && same_work(rows[from].timing, rows[to].timing);)
            to++;
        qsort(rows + from, to - from, sizeof *rows, compare_threads);
        for (size_t i = from; i < to; i++) {
            run++;
            if (i + 1 < to && rows[i].timing->threads == rows[i + 1].timing->threads)
                continue;
            least = run < least ? run : least;
            run = 0;
        }
        if (least < ENOUGH)
            qsort(rows + from, to - from, sizeof *rows, compare_rows);
        for (size_t i = from; i < to; i++) {
            const bool other = i > from && least >= ENOUGH &&
                               rows[i - 1].timing->threads != rows[i].timing->threads;
            curves += i == from || other ? 1 : 0;
            rows[i].curve = curves - 1;
        }
    }
    return curves;
}

static enum fw_status check_rows(const struct fw_timings *t, struct fw_err *err)
{
    if (t->count == 0)
        return fw_fail(err, FW_INPUT, "no timings to fit");
    for (size_t i = 0; i < t->count; i++) {
        const struct fw_timing *r = &t->rows[i];
        const bool work = r->flop > 0 || r->bytes > 0;
        if (r->curve != NULL && work && r->time_s > 0 && isfinite(r->time_s))
            continue;
        (void)fw_fail(err, FW_INPUT, "%s", work ? "the time is not above 0" : "no work in the row");
        (void)fw_err_at(err, t->source != NULL ? t->source : "", r->line, 0);
        return fw_err_key(err, "%s", r->op);
    }
    return FW_OK;
}

/* Rows whose median is uncertain count less. Distance of the quartiles / sqrt(runs) is about the
 * standard error of a median; at 3 % a row has half of the weight. */
static double base_weight(const struct fw_timing *t)
{
    static const double usual = 0.03;
    const double runs = t->runs > 0 ? t->runs : 1;
    return isnan(t->spread) ? 1 : 1 / (1 + t->spread * t->spread / runs / (usual * usual));
}

static double error_of(const struct fw_fit_row *r)
{
    return fabs(exp(r->residual) - 1);
}

/* Fits rows[0..n), all of one curve. */
static enum fw_status fit_rows(struct fw_fit_row *rows, size_t n,
                               const struct fw_fit_options *options, struct fw_curve *c,
                               struct fw_err *err)
{
    struct fw_shape *const shapes = malloc(n * sizeof *shapes);
    double *const numbers = malloc(8 * n * sizeof *numbers);
    enum fw_status status = FW_SYSTEM;
    struct fw_solution fit;

    if (shapes == NULL || numbers == NULL) {
        (void)fw_fail(err, FW_SYSTEM, "out of memory for the fit");
        goto done;
    }
    double *const ln_time = numbers, *const base = numbers + n;
    for (size_t i = 0; i < n; i++) {
        shapes[i] = fw_shape_at(rows[i].timing, options->read_reference);
        ln_time[i] = log(rows[i].timing->time_s);
        base[i] = base_weight(rows[i].timing);
    }
    const struct fw_points points = {n, shapes, ln_time, base};
    c->name = rows[0].timing->curve;
    c->dtype = rows[0].timing->dtype;
    status = fw_curve_fit(&points, options, c, &fit, numbers + 2 * n, err);
    if (status != FW_OK)
        goto done;
    for (size_t i = 0; i < n; i++) {
        const struct fw_qty q = fw_curve_predict(c, &shapes[i]);
        rows[i].predicted_s = q.val;
        rows[i].lo_s = q.lo;
        rows[i].hi_s = q.hi;
        rows[i].residual = fit.residual[i];
        rows[i].weight = fit.huber[i];
    }
done:
    free(numbers);
    free(shapes);
    return status;
}

/* Errors of n rows; scratch has room for them. */
static void summarize(const struct fw_fit_row *rows, size_t n, double *scratch,
                      struct fw_fit_group *g)
{
    g->op = rows[0].timing->op;
    g->curve = rows[0].curve;
    g->rows = n;
    for (size_t i = 0; i < n; i++) {
        scratch[i] = error_of(&rows[i]);
        g->inside += rows[i].timing->time_s >= rows[i].lo_s &&
                             rows[i].timing->time_s <= rows[i].hi_s
                         ? 1
                         : 0;
    }
    gsl_sort(scratch, 1, n);
    g->median = gsl_stats_median_from_sorted_data(scratch, 1, n);
    g->p90 = gsl_stats_quantile_from_sorted_data(scratch, 1, n, 0.9);
    g->worst = scratch[n - 1];
}

static void warn(const struct fw_curve *c, struct fw_diags *diags)
{
    if (c->dof == 0)
        fw_diags_note(diags, FW_WARNING,
                      "%s: %zu %s for as many parameters: no row is left to judge the fit by, so "
                      "its interval is that of hardware without a profile",
                      c->name, c->rows, c->rows == 1 ? "row" : "rows");
    else if (isnan(c->quantile[2]))
        fw_diags_note(diags, FW_NOTE,
                      "%s: %zu rows, 9 are needed for a quantile of residuals: the interval is "
                      "that of Student's t with %zu degrees of freedom",
                      c->name, c->rows, c->dof);
    for (int i = FW_CAL_peak; i <= FW_CAL_stream; i++)
        if ((i == FW_CAL_peak || i == FW_CAL_stream) &&
            (c->state[i] == FW_CAL_UNDETERMINED || c->state[i] == FW_CAL_GIVEN))
            fw_diags_note(diags, FW_NOTE, "%s: %s: %s", c->name, fw_cal_table[i].id,
                          c->state[i] == FW_CAL_GIVEN
                              ? fw_cal_state_texts[FW_CAL_GIVEN]
                              : "the rows do not determine it, and no measured peak is known: "
                                "shapes that it limits are predicted too fast");
}

static enum fw_status fit_all(struct fw_fit *f, const struct fw_fit_options *options,
                              double *scratch, struct fw_diags *diags, struct fw_err *err)
{
    size_t from = 0;
    while (from < f->num_rows) {
        struct fw_curve *const c = &f->curves[f->num_curves];
        size_t to = from + 1;
        while (to < f->num_rows && f->rows[from].curve == f->rows[to].curve)
            to++;
        fw_curve_init(c);
        if (fit_rows(f->rows + from, to - from, options, c, err) != FW_OK)
            return FW_SYSTEM;
        struct fw_fit_group all = {.op = NULL};
        summarize(f->rows + from, to - from, scratch, &all);
        c->median_error = all.median;
        c->worst_error = all.worst;
        warn(c, diags);
        f->num_curves++;
        from = to;
    }
    for (from = 0; from < f->num_rows;) {
        size_t to = from + 1;
        while (to < f->num_rows && f->rows[from].curve == f->rows[to].curve &&
               strcmp(f->rows[from].timing->op, f->rows[to].timing->op) == 0)
            to++;
        summarize(f->rows + from, to - from, scratch, &f->groups[f->num_groups++]);
        from = to;
    }
    return FW_OK;
}

enum fw_status fw_fit_run(const struct fw_timings *t, const struct fw_fit_options *options,
                          struct fw_fit *out, struct fw_arena *arena, struct fw_diags *diags,
                          struct fw_err *err)
{
    memset(out, 0, sizeof *out);
    if (check_rows(t, err) != FW_OK)
        return FW_INPUT;
    /* GSL would end the program at the first failure; its functions report instead. */
    (void)gsl_set_error_handler_off();
    out->rows = FW_NEW(arena, t->count, struct fw_fit_row);
    double *const scratch = FW_NEW(arena, t->count, double);
    if (out->rows == NULL || scratch == NULL)
        return fw_fail(err, FW_SYSTEM, "out of memory for %zu timings", t->count);
    for (size_t i = 0; i < t->count; i++)
        out->rows[i].timing = &t->rows[i];
    out->num_rows = t->count;
    qsort(out->rows, out->num_rows, sizeof *out->rows, compare_rows);
    const size_t curves = number_curves(out->rows, out->num_rows);
    size_t groups = 0;
    for (size_t i = 0; i < out->num_rows; i++)
        groups += i == 0 || out->rows[i - 1].curve != out->rows[i].curve ||
                  strcmp(out->rows[i - 1].timing->op, out->rows[i].timing->op) != 0;
    out->curves = FW_NEW(arena, curves, struct fw_curve);
    out->groups = FW_NEW(arena, groups, struct fw_fit_group);
    if (out->curves == NULL || out->groups == NULL)
        return fw_fail(err, FW_SYSTEM, "out of memory for %zu curves", curves);
    return fit_all(out, options, scratch, diags, err);
}

struct fw_calibration fw_fit_calibration(const struct fw_fit *f)
{
    return (struct fw_calibration){.num_curves = f->num_curves, .curves = f->curves};
}

/* How well a curve fits a question; more threads before fewer, where none has the number. */
static double likeness(const struct fw_curve *c, enum fw_dtype dtype, unsigned threads)
{
    const double types = c->dtype == dtype ? 2 : c->dtype == FW_DTYPE_COUNT ? 1 : 0;
    return 1e6 * types + (c->threads == threads ? 1e5 : fmin(c->threads, 1e4));
}

const struct fw_curve *fw_calibration_find(const struct fw_calibration *c, const char *name,
                                           enum fw_dtype dtype, unsigned threads)
{
    const struct fw_curve *best = NULL;
    for (size_t i = 0; i < c->num_curves; i++) {
        const struct fw_curve *const k = &c->curves[i];
        if (strcmp(k->name, name) == 0 &&
            (best == NULL || likeness(k, dtype, threads) > likeness(best, dtype, threads)))
            best = k;
    }
    return best;
}
