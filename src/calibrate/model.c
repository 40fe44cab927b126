/* model.c - the equation of model.h and its derivatives.
 *
 * Parameters act by their logarithms: they stay positive, and a relative error of a parameter is
 * an absolute one of what the fit moves. Derivatives are written out, since a fit takes them some
 * ten thousand times; tests/unit/test_calibrate_model.c compares them with differences.
 */
#include "calibrate/model.h"

#include <math.h>
#include <string.h>

#include "calibrate/student.h"

/* How sharply a cache ends: the exponent of w and v. */
static const double edge = 4; /* beyond() squares twice */
static const double largest = 1e150; /* keeps powers of terms inside double */

struct fw_shape fw_shape_of(const struct fw_timing *t)
{
    const double elements = (double)t->m * (double)t->n;
    const struct fw_op_info *info = fw_op_find(t->op);
    const bool rows = info != NULL && info->reduces && elements > 0;
    return (struct fw_shape){
        .m = (double)t->m,
        .n = (double)t->n,
        .k = (double)t->k,
        .flop = t->few && t->kind == FW_KIND_PRODUCT ? 0 : t->flop,
        .bytes = t->bytes,
        .working_set = t->working_set,
        .row_bytes = rows ? t->bytes / (double)t->m : 0,
        .threads = t->threads,
        .copies = t->few && t->heads > 0 ? (double)(t->heads * (t->batch > 0 ? t->batch : 1)) : 0,
    };
}

struct fw_shape fw_shape_at(const struct fw_timing *t, double read_bytes_per_s)
{
    struct fw_shape s = fw_shape_of(t);
    const double scale = t->read_rate / read_bytes_per_s;
    const bool streams = t->kind != FW_KIND_ROWS && t->working_set > t->bytes;

    s.stream_scale = streams && scale > 0 && isfinite(scale) ? scale : 0;
    return s;
}

static double or_1(double factor) /* 0 stands for it */
{
    return factor > 0 ? factor : 1;
}

/* (1 + half/x), and what it adds to the gradient of ln A. */
static double saturate(double half, double x, double *slope)
{
    *slope = 0;
    if (!(x > 0) || !(half > 0))
        return 1;
    *slope = half / (x + half);
    return 1 + half / x;
}

/* 1/(1 + (size/x)^edge), the weight of being beyond size; slope is its derivative by ln(size). */
static double beyond(double size, double x, double *slope)
{
    *slope = 0;
    if (!(size > 0) || !(x > 0))
        return 1;
    const double square = (size / x) * (size / x);
    const double weight = 1 / (1 + square * square);
    *slope = -edge * weight * (1 - weight);
    return weight;
}

/* Time of the arithmetic alone; g receives d ln A. */
static double arithmetic(const double p[], const struct fw_shape *s, double ln_c, double g[])
{
    double slope[3];

    if (!(p[FW_CAL_peak] > 0) || !(s->flop > 0))
        return 0;
    const double tile = p[FW_CAL_tile_m];
    const double m = tile > 1 ? ceil(s->m / tile) * tile : s->m;
    const double factor = saturate(p[FW_CAL_half_m], m, &slope[0]) *
                          saturate(p[FW_CAL_half_n], s->n, &slope[1]) *
                          saturate(p[FW_CAL_half_k], s->k, &slope[2]);
    const double waste = tile > 1 && s->m > 0 ? m / s->m : 1;
    g[FW_CAL_peak] = -1;
    g[FW_CAL_half_m] = slope[0];
    g[FW_CAL_half_n] = slope[1];
    g[FW_CAL_half_k] = slope[2];
    g[FW_CAL_threads_flop] = -p[FW_CAL_threads_flop] * ln_c;
    return fmin(largest, s->flop / p[FW_CAL_peak] * factor * waste *
                             exp(-p[FW_CAL_threads_flop] * ln_c));
}

/* Time of the bytes alone; g receives d ln B. */
static double memory(const double p[], const struct fw_shape *s, double ln_c, double g[])
{
    double dw, dv;

    if (!(p[FW_CAL_stream] > 0) || !(s->bytes > 0))
        return 0;
    const double gain = p[FW_CAL_cache_gain], loss = p[FW_CAL_row_loss];
    const double w = beyond(p[FW_CAL_cache_size], s->working_set, &dw);
    const double v = s->row_bytes > 0 ? beyond(p[FW_CAL_row_size], s->row_bytes, &dv) : 0;
    const double far = w / or_1(s->stream_scale), cached = far + (1 - w) / gain;
    const double rows = 1 + (loss - 1) * v;
    g[FW_CAL_stream] = -1;
    g[FW_CAL_cache_gain] = -(1 - w) / gain / cached;
    g[FW_CAL_cache_size] = dw * (1 / or_1(s->stream_scale) - 1 / gain) / cached;
    g[FW_CAL_row_loss] = loss * v / rows;
    g[FW_CAL_row_size] = s->row_bytes > 0 ? (loss - 1) * dv / rows : 0;
    g[FW_CAL_threads_bytes] = -p[FW_CAL_threads_bytes] * ln_c;
    return fmin(largest, s->bytes / p[FW_CAL_stream] * cached * rows *
                             exp(-p[FW_CAL_threads_bytes] * ln_c));
}

/* (a^p + b^p)^(1/p) without leaving the range of powers, with the shares of a and b in d ln of
 * it, and its derivative by ln p. */
struct blend {
    double value, of_a, of_b, of_p;
};
static struct blend smooth_max(double a, double b, double p)
{
    const double top = fmax(a, b), bottom = fmin(a, b);

    if (top + bottom <= top) /* one of them is nothing beside the other */
        return (struct blend){top, a >= b, a < b, 0};
    const double ratio = bottom / top, power = pow(ratio, p);
    const double of_top = 1 / (1 + power);
    return (struct blend){
        .value = top * pow(1 + power, 1 / p),
        .of_a = a >= b ? of_top : 1 - of_top,
        .of_b = a >= b ? 1 - of_top : of_top,
        .of_p = (1 - of_top) * log(ratio) - log1p(power) / p,
    };
}

double fw_curve_time(const struct fw_curve *c, const struct fw_shape *s,
                     double gradient[FW_CAL_COUNT])
{
    const double ln_c = s->threads > 0 && c->threads > 0 ? log(s->threads / c->threads) : 0;
    const double *const p = c->param;
    double ga[FW_CAL_COUNT] = {0}, gb[FW_CAL_COUNT] = {0};
    const double a = arithmetic(p, s, ln_c, ga), b = memory(p, s, ln_c, gb);
    const struct blend work = smooth_max(a, b, p[FW_CAL_sharpness]);
    const struct blend all = smooth_max(p[FW_CAL_overhead] * or_1(s->copies), work.value,
                                         p[FW_CAL_overlap]);

    if (gradient == NULL)
        return all.value;
    for (int i = 0; i < FW_CAL_COUNT; i++)
        gradient[i] = all.of_b * (work.of_a * ga[i] + work.of_b * gb[i]);
    gradient[FW_CAL_overhead] = all.of_a;
    gradient[FW_CAL_overlap] = all.of_p;
    gradient[FW_CAL_sharpness] = all.of_b * work.of_p;
    return all.value;
}

/* gradient' cov gradient: variance of ln(time) that the parameters leave open. */
static double variance(const struct fw_curve *c, const struct fw_shape *s)
{
    double g[FW_CAL_COUNT], sum = 0;

    (void)fw_curve_time(c, s, g);
    for (int i = 0; i < FW_CAL_COUNT; i++)
        for (int j = 0; j < FW_CAL_COUNT; j++)
            sum += g[i] * c->cov[i][j] * g[j];
    return fmax(0, sum);
}

/* The quantile at 90 %, or Student's t where there are too few rows for it. */
static double score(const struct fw_curve *c)
{
    for (int i = 0; i < FW_CAL_QUANTILES; i++)
        if (fw_cal_levels[i] >= 0.9 && !isnan(c->quantile[i]))
            return c->quantile[i];
    return fw_student(0.95, c->dof);
}

double fw_curve_half_width(const struct fw_curve *c, const struct fw_shape *s)
{
    if (c->dof == 0 || isnan(c->scale))
        return INFINITY;
    return score(c) * sqrt(c->scale * c->scale + variance(c, s));
}

struct fw_qty fw_curve_predict(const struct fw_curve *c, const struct fw_shape *s)
{
    const double t = fw_curve_time(c, s, NULL), half = fw_curve_half_width(c, s);
    return (struct fw_qty){t, t * exp(-half), t * exp(half)};
}

bool fw_curve_extrapolates(const struct fw_curve *c, const struct fw_shape *s)
{
    const double at[FW_AXIS_COUNT] = {
        [FW_AXIS_M] = s->m, [FW_AXIS_N] = s->n, [FW_AXIS_K] = s->k,
        [FW_AXIS_FLOP] = s->flop, [FW_AXIS_BYTES] = s->bytes,
        [FW_AXIS_WORKING_SET] = s->working_set, [FW_AXIS_THREADS] = s->threads,
    };
    for (int i = 0; i < FW_AXIS_COUNT; i++)
        if (at[i] > 0 && c->most[i] > 0 && (at[i] > 2 * c->most[i] || at[i] < c->least[i] / 2))
            return true;
    return false;
}

struct fw_qty fw_curve_parameter(const struct fw_curve *c, enum fw_cal p)
{
    const double val = c->param[p], sd = sqrt(c->cov[p][p]);
    const double half = c->state[p] == FW_CAL_FITTED ? sd * fw_student(0.95, c->dof) : 0;
    return (struct fw_qty){val, val * exp(-half), val * exp(half)};
}
