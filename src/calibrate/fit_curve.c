/* fit_curve.c - which parameters the rows of a curve can carry.
 *
 * Forward selection: from the rates alone, the feature that lowers Akaike's criterion most is
 * taken up, again and again. Errors are taken as Laplace's, whose likelihood is the mean absolute
 * residual, so that a few bad rows do not decide. The correction for few rows (AICc) is what makes
 * a small table end with few parameters.
 */
#include "calibrate/fit_curve.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <string.h>

enum { ROWS_PER_PARAMETER = 3 };
static const double least_gain = 2;      /* of AICc, for a feature to be taken up */
static const double least_error = 1e-6;  /* mean residual below which nothing is left to gain */
static const double open_limit = 3;      /* standard error of the logarithm of a rate */
enum { START_MAX = 5, FEATURE_PARAMS = 2 };

/* A start is a value, or a share of the range of what the axis holds. */
enum start_kind { START_VALUE, START_M, START_N, START_K, START_WORKING_SET, START_ROW,
                  START_TIME };

struct feature {
    enum fw_cal param[FEATURE_PARAMS]; /* FW_CAL_COUNT = none */
    enum start_kind kind[FEATURE_PARAMS];
    double start[START_MAX][FEATURE_PARAMS]; /* ends at 0 */
    bool fixed; /* tried at its starts, not moved */
};
static const struct feature features[] = {
    {{FW_CAL_overhead, FW_CAL_COUNT}, {START_TIME}, {{0.2}, {0.7}}, false},
    {{FW_CAL_overlap, FW_CAL_COUNT}, {START_VALUE}, {{2}, {4}}, false},
    {{FW_CAL_half_m, FW_CAL_COUNT}, {START_M}, {{0.25}, {0.6}}, false},
    {{FW_CAL_half_n, FW_CAL_COUNT}, {START_N}, {{0.25}, {0.6}}, false},
    {{FW_CAL_half_k, FW_CAL_COUNT}, {START_K}, {{0.25}, {0.6}}, false},
    {{FW_CAL_tile_m, FW_CAL_COUNT}, {START_VALUE}, {{8}, {16}, {32}, {64}, {128}}, true},
    {{FW_CAL_cache_size, FW_CAL_cache_gain},
     {START_WORKING_SET, START_VALUE},
     {{0.3, 3}, {0.5, 3}, {0.7, 3}},
     false},
    {{FW_CAL_row_size, FW_CAL_row_loss},
     {START_ROW, START_VALUE},
     {{0.5, 2}, {0.7, 2}, {0.9, 2}},
     false},
    {{FW_CAL_sharpness, FW_CAL_COUNT}, {START_VALUE}, {{1.5}, {8}}, false},
    {{FW_CAL_threads_flop, FW_CAL_COUNT}, {START_VALUE}, {{0.8}}, false},
    {{FW_CAL_threads_bytes, FW_CAL_COUNT}, {START_VALUE}, {{0.5}}, false},
};
enum { FEATURES = sizeof features / sizeof features[0] };

/* What a fit is at: a curve with its free parameters and its criterion. */
struct state {
    struct fw_curve curve;
    bool free[FW_CAL_COUNT];
    size_t extra; /* parameters that are chosen without being fitted */
    double aicc;
    bool usable;
};

static double axis(const struct fw_shape *s, double ln_time, enum start_kind kind)
{
    switch (kind) {
    case START_M:
        return s->m;
    case START_N:
        return s->n;
    case START_K:
        return s->k;
    case START_WORKING_SET:
        return s->working_set;
    case START_ROW:
        return s->row_bytes;
    case START_TIME:
        return exp(ln_time);
    case START_VALUE:
        break;
    }
    return 0;
}

/* Least and largest value of an axis, and whether there are three different ones or more. */
static bool range(const struct fw_points *p, enum start_kind kind, double *least, double *most)
{
    double other = 0;
    bool three = false;

    *least = *most = 0;
    for (size_t i = 0; i < p->n; i++) {
        const double x = axis(&p->shape[i], p->ln_time[i], kind);
        if (!(x > 0))
            continue;
        *least = *least > 0 ? fmin(*least, x) : x;
        *most = fmax(*most, x);
    }
    for (size_t i = 0; i < p->n; i++) {
        other = axis(&p->shape[i], p->ln_time[i], kind);
        three = three || (other > *least * 1.0001 && other < *most / 1.0001);
    }
    return three;
}

static bool threads_differ(const struct fw_points *p)
{
    for (size_t i = 1; i < p->n; i++)
        if (p->shape[i].threads < p->shape[0].threads || p->shape[i].threads > p->shape[0].threads)
            return true;
    return false;
}

/* Does the data have what a feature is about? */
static bool applies(const struct fw_points *p, const struct feature *f, const struct state *s)
{
    const bool flop = s->curve.param[FW_CAL_peak] > 0, bytes = s->curve.param[FW_CAL_stream] > 0;
    double least, most;

    switch (f->param[0]) {
    case FW_CAL_half_m:
    case FW_CAL_half_n:
    case FW_CAL_half_k:
        return flop && range(p, f->kind[0], &least, &most);
    case FW_CAL_tile_m:
        return flop && range(p, START_M, &least, &most);
    case FW_CAL_cache_size:
    case FW_CAL_row_size:
        return bytes && range(p, f->kind[0], &least, &most);
    case FW_CAL_sharpness:
        return flop && bytes;
    case FW_CAL_overlap:
        return s->curve.param[FW_CAL_overhead] > 0;
    case FW_CAL_threads_flop:
        return flop && threads_differ(p);
    case FW_CAL_threads_bytes:
        return bytes && threads_differ(p);
    default:
        return p->n > 2;
    }
}

/* A share of the way from least to most, on the scale of logarithms; of the least time a share. */
static double start_value(const struct fw_points *p, enum start_kind kind, double share)
{
    double least = 0, most = 0;
    if (kind == START_VALUE)
        return share;
    (void)range(p, kind, &least, &most);
    return kind == START_TIME ? share * least : least * pow(most / least, share);
}

/* Akaike's criterion, corrected for few rows. */
static double criterion(const struct fw_points *p, const struct state *s,
                        const struct fw_solution *fit)
{
    const size_t parameters = fit->parameters + s->extra;
    const double n = (double)p->n, k = (double)parameters + 1;
    if (n - k - 1 <= 0)
        return INFINITY;
    return 2 * n * log(fmax(fit->mean_abs, least_error)) + 2 * k + 2 * k * (k + 1) / (n - k - 1);
}

static enum fw_status solve(const struct fw_points *p, bool rough, struct state *s,
                            struct fw_solution *fit, struct fw_err *err)
{
    if (fw_curve_solve(p, s->free, rough, &s->curve, fit, err) != FW_OK)
        return FW_SYSTEM;
    s->aicc = criterion(p, s, fit);
    s->usable = isfinite(fit->mean_abs);
    return FW_OK;
}

/* A switch that one row alone is beyond, or not yet beyond, could be anywhere. */
static bool has_both_sides(const struct fw_points *p, const struct feature *f,
                           const struct state *s)
{
    const double size = s->curve.param[f->param[0]];
    size_t below = 0, above = 0;

    for (size_t i = 0; i < p->n; i++) {
        const double x = axis(&p->shape[i], p->ln_time[i], f->kind[0]);
        below += x > 0 && x < size ? 1 : 0;
        above += x > size ? 1 : 0;
    }
    return below >= 2 && above >= 2;
}

/* What a cache makes slower, long rows make faster, or a maximum below the larger of two terms
 * is something else than the feature. */
static bool is_sensible(const struct fw_points *p, const struct state *s)
{
    static const enum fw_cal at_least_1[] = {FW_CAL_cache_gain, FW_CAL_row_loss, FW_CAL_sharpness,
                                             FW_CAL_overlap};
    for (size_t i = 0; i < sizeof at_least_1 / sizeof at_least_1[0]; i++)
        if (s->free[at_least_1[i]] && s->curve.param[at_least_1[i]] < 1)
            return false;
    for (int i = 0; i < FEATURES; i++) {
        const enum fw_cal id = features[i].param[0];
        const bool is_switch = id == FW_CAL_cache_size || id == FW_CAL_row_size;
        if (is_switch && s->free[id] && !has_both_sides(p, &features[i], s))
            return false;
    }
    return true;
}

/* Best of the starts of one feature on top of *from; *why is what speaks against it. */
static enum fw_status try_feature(const struct fw_points *p, const struct feature *f,
                                  const struct state *from, struct state *best,
                                  enum fw_cal_state *why, struct fw_solution *fit,
                                  struct fw_err *err)
{
    size_t parameters = from->extra;
    for (int i = 0; i < FW_CAL_COUNT; i++)
        parameters += from->free[i] ? 1 : 0;
    for (int j = 0; j < FEATURE_PARAMS && f->param[j] != FW_CAL_COUNT; j++)
        parameters++;
    *best = *from;
    best->usable = false;
    *why = FW_CAL_NEUTRAL;
    if (p->n < ROWS_PER_PARAMETER * parameters)
        return FW_OK;
    for (int i = 0; i < START_MAX && f->start[i][0] > 0; i++) {
        struct state s = *from;
        for (int j = 0; j < FEATURE_PARAMS && f->param[j] != FW_CAL_COUNT; j++) {
            s.curve.param[f->param[j]] = start_value(p, f->kind[j], f->start[i][j]);
            s.free[f->param[j]] = !f->fixed;
            s.extra += f->fixed ? 1 : 0;
        }
        if (solve(p, true, &s, fit, err) != FW_OK)
            return FW_SYSTEM;
        const bool enough = isfinite(s.aicc);
        if (enough && *why == FW_CAL_NEUTRAL)
            *why = FW_CAL_NO_GAIN;
        if (!s.usable || !enough || s.aicc > from->aicc - least_gain)
            continue;
        if (!fit->determined || !is_sensible(p, &s)) {
            *why = FW_CAL_UNDETERMINED;
            continue;
        }
        if (!best->usable || s.aicc < best->aicc)
            *best = s;
    }
    return FW_OK;
}

/* Takes up feature after feature. state[] of what is left out tells why. */
static enum fw_status select_features(const struct fw_points *p, struct state *s,
                                      struct fw_solution *fit, struct fw_err *err)
{
    bool taken[FEATURES] = {false};

    for (int round = 0; round < FEATURES; round++) {
        struct state best = {.usable = false}, candidate;
        int which = -1;
        for (int i = 0; i < FEATURES; i++) {
            enum fw_cal_state why = FW_CAL_NEUTRAL;
            if (taken[i])
                continue;
            candidate.usable = false;
            if (applies(p, &features[i], s) &&
                try_feature(p, &features[i], s, &candidate, &why, fit, err) != FW_OK)
                return FW_SYSTEM;
            for (int j = 0; j < FEATURE_PARAMS && features[i].param[j] != FW_CAL_COUNT; j++)
                s->curve.state[features[i].param[j]] = why;
            if (candidate.usable && (which < 0 || candidate.aicc < best.aicc)) {
                best = candidate;
                which = i;
            }
        }
        if (which < 0)
            return FW_OK;
        taken[which] = true;
        memcpy(best.curve.state, s->curve.state, sizeof best.curve.state);
        for (int j = 0; j < FEATURE_PARAMS && features[which].param[j] != FW_CAL_COUNT; j++)
            best.curve.state[features[which].param[j]] = FW_CAL_FITTED;
        *s = best;
    }
    return FW_OK;
}

/* The parameters that the caller wants, from the first start of each feature. */
static void take_given(const struct fw_points *p, const bool wanted[], struct state *s)
{
    for (int i = 0; i < FEATURES; i++) {
        const struct feature *const f = &features[i];
        for (int j = 0; j < FEATURE_PARAMS && f->param[j] != FW_CAL_COUNT; j++) {
            const enum fw_cal id = f->param[j];
            if (!wanted[id] || f->fixed)
                continue;
            s->curve.param[id] = start_value(p, f->kind[j], f->start[0][j]);
            s->curve.state[id] = FW_CAL_FITTED;
            s->free[id] = true;
        }
    }
}

/* A rate that nothing in the rows limits: the measured peak, or no term at all. */
static void fix_rate(struct state *s, enum fw_cal rate, double known)
{
    s->free[rate] = false;
    s->curve.param[rate] = known > 0 ? known : 0;
    s->curve.state[rate] = known > 0 ? FW_CAL_GIVEN : FW_CAL_UNDETERMINED;
}

static bool is_open(const struct state *s, enum fw_cal rate, double limit)
{
    const double v = s->curve.cov[rate][rate];
    return s->free[rate] && (!(v > 0) || !(sqrt(v) < limit));
}

/* Drops a rate whose standard error is above limit, if the other one remains; refits. */
static enum fw_status drop_open_rate(const struct fw_points *p,
                                     const struct fw_fit_options *options, double limit,
                                     struct state *s, struct fw_solution *fit, struct fw_err *err)
{
    const bool flop = is_open(s, FW_CAL_peak, limit), bytes = is_open(s, FW_CAL_stream, limit);
    const double vf = s->curve.cov[FW_CAL_peak][FW_CAL_peak];
    const double vb = s->curve.cov[FW_CAL_stream][FW_CAL_stream];

    if (isnan(fit->scale) || !s->free[FW_CAL_peak] || !s->free[FW_CAL_stream] || (!flop && !bytes))
        return FW_OK;
    if (flop && (!bytes || vf > vb || !(vf > 0)))
        fix_rate(s, FW_CAL_peak, options->peak_flop_per_s);
    else
        fix_rate(s, FW_CAL_stream, options->stream_bytes_per_s);
    return solve(p, false, s, fit, err);
}

/* The rates: as fast as the fastest row. One row alone carries one rate. */
static void start_rates(const struct fw_points *p, struct state *s)
{
    double flop = 0, bytes = 0, intensity = 0;

    for (size_t i = 0; i < p->n; i++) {
        const double t = exp(p->ln_time[i]);
        flop = fmax(flop, p->shape[i].flop / t);
        bytes = fmax(bytes, p->shape[i].bytes / t);
        intensity = p->shape[i].bytes > 0 ? p->shape[i].flop / p->shape[i].bytes
                                            : (double)INFINITY;
    }
    const bool both = p->n > 1;
    static const double compute_bound = 50; /* FLOP per byte, between what machines balance at */
    const bool use_flop = flop > 0 && (both || intensity > compute_bound || !(bytes > 0));
    const bool use_bytes = bytes > 0 && (both || !use_flop);
    s->curve.param[FW_CAL_peak] = use_flop ? 1.2 * flop : 0;
    s->curve.param[FW_CAL_stream] = use_bytes ? 1.2 * bytes : 0;
    s->free[FW_CAL_peak] = use_flop;
    s->free[FW_CAL_stream] = use_bytes;
    for (int i = FW_CAL_peak; i <= FW_CAL_stream; i++)
        if (s->free[i])
            s->curve.state[i] = FW_CAL_FITTED;
}

/* Studentised residuals and their quantiles, of the rank that split-conformal intervals take:
 * ceil((n + 1) level), unknown if that is beyond n. */
static void take_quantiles(const struct fw_points *p, const struct fw_solution *fit,
                           struct fw_curve *c, double *scratch)
{
    if (isnan(fit->scale))
        return;
    for (size_t i = 0; i < p->n; i++)
        scratch[i] = fabs(fit->residual[i]) / (fit->scale * sqrt(1 - fit->leverage[i]));
    gsl_sort(scratch, 1, p->n);
    for (int q = 0; q < FW_CAL_QUANTILES; q++) {
        const size_t rank = (size_t)ceil(((double)p->n + 1) * fw_cal_levels[q] - 1e-9);
        c->quantile[q] = rank <= p->n ? scratch[rank - 1] : (double)NAN;
    }
}

static void take_axes(const struct fw_points *p, struct fw_curve *c)
{
    for (size_t i = 0; i < p->n; i++) {
        const struct fw_shape *s = &p->shape[i];
        const double at[FW_AXIS_COUNT] = {
            [FW_AXIS_M] = s->m, [FW_AXIS_N] = s->n, [FW_AXIS_K] = s->k,
            [FW_AXIS_FLOP] = s->flop, [FW_AXIS_BYTES] = s->bytes,
            [FW_AXIS_WORKING_SET] = s->working_set, [FW_AXIS_THREADS] = s->threads,
        };
        for (int a = 0; a < FW_AXIS_COUNT; a++) {
            if (!(at[a] > 0))
                continue;
            c->least[a] = c->least[a] > 0 ? fmin(c->least[a], at[a]) : at[a];
            c->most[a] = fmax(c->most[a], at[a]);
        }
    }
}

/* Rates, features, and rates again, now that the rest is right. A rate that the rows leave open at
 * first is dropped at first, or kept until the features are there. */
static enum fw_status choose_one(const struct fw_points *p, const struct fw_fit_options *options,
                                 bool drop, struct state *s, struct fw_solution *fit,
                                 struct fw_err *err)
{
    if (solve(p, false, s, fit, err) != FW_OK ||
        (drop && drop_open_rate(p, options, open_limit, s, fit, err) != FW_OK) ||
        select_features(p, s, fit, err) != FW_OK || solve(p, false, s, fit, err) != FW_OK)
        return FW_SYSTEM;
    return drop_open_rate(p, options, log(2), s, fit, err);
}

/* The better of both ways. */
static enum fw_status choose(const struct fw_points *p, const struct fw_fit_options *options,
                             struct state *s, struct fw_solution *fit, struct fw_err *err)
{
    struct state dropped = *s, kept = *s;
    if (choose_one(p, options, true, &dropped, fit, err) != FW_OK ||
        choose_one(p, options, false, &kept, fit, err) != FW_OK)
        return FW_SYSTEM;
    *s = kept.usable && kept.aicc < dropped.aicc - least_gain ? kept : dropped;
    return solve(p, false, s, fit, err);
}

enum fw_status fw_curve_fit(const struct fw_points *p, const struct fw_fit_options *options,
                            struct fw_curve *c, struct fw_solution *out, double *scratch,
                            struct fw_err *err)
{
    const bool given = options->fitted != NULL && p->n >= FW_CAL_COUNT;
    struct state s = {.usable = false};

    *out = (struct fw_solution){
        .residual = scratch, .huber = scratch + p->n, .leverage = scratch + 2 * p->n};
    s.curve = *c;
    take_axes(p, &s.curve);
    s.curve.threads = (unsigned)s.curve.most[FW_AXIS_THREADS];
    start_rates(p, &s);
    if (given)
        take_given(p, options->fitted, &s);
    if ((given ? solve(p, false, &s, out, err) : choose(p, options, &s, out, err)) != FW_OK)
        return FW_SYSTEM;
    take_quantiles(p, out, &s.curve, scratch + 3 * p->n);
    *c = s.curve;
    return FW_OK;
}
