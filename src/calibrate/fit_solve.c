/* fit_solve.c - one robust fit with GSL.
 *
 * Minimises sum w_i (ln t_i - ln curve_i)^2 by Levenberg-Marquardt, with Huber's weights w_i
 * iterated until they stand still: rows further than 1.345 standard deviations from the curve
 * count less and less, so that a few disturbed measurements cannot pull it. GSL has weights but
 * no robust loss of its own. Covariance by the sandwich of M-estimators [1].
 *
 * [1] Huber, Ronchetti: Robust Statistics, 2nd edition, section 7.6, estimate with correction K.
 */
#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calibrate/fit_curve.h"

static const double huber_c = 1.345; /* 95 % efficient where errors are normal */
static const double ln_largest = 60; /* |ln(parameter)|: a rate of 1e26 is no rate */
static const double least_scale = 1e-9;
static const double singular = 1e-7; /* of the pivots of the Jacobian */

/* Rounds of weights, steps in each, and the relative step that ends one. */
static const struct effort {
    int rounds;
    size_t steps;
    double step, weights;
} efforts[] = {{40, 100, 1e-9, 1e-6}, {4, 20, 1e-4, 1e-2}}; /* final, rough */

struct problem {
    const struct fw_points *points;
    struct fw_curve *curve; /* parameters of the last evaluation */
    enum fw_cal free[FW_CAL_COUNT];
    size_t k;
};

static void set_parameters(struct problem *p, const gsl_vector *x)
{
    for (size_t j = 0; j < p->k; j++)
        p->curve->param[p->free[j]] =
            exp(fmax(-ln_largest, fmin(ln_largest, gsl_vector_get(x, j))));
}

static int residuals(const gsl_vector *x, void *context, gsl_vector *f)
{
    struct problem *const p = context;
    set_parameters(p, x);
    for (size_t i = 0; i < p->points->n; i++) {
        const double t = fw_curve_time(p->curve, &p->points->shape[i], NULL);
        if (!(t > 0) || !isfinite(t))
            return GSL_EDOM;
        gsl_vector_set(f, i, log(t) - p->points->ln_time[i]);
    }
    return GSL_SUCCESS;
}

static int jacobian(const gsl_vector *x, void *context, gsl_matrix *out)
{
    struct problem *const p = context;
    double g[FW_CAL_COUNT];
    set_parameters(p, x);
    for (size_t i = 0; i < p->points->n; i++) {
        (void)fw_curve_time(p->curve, &p->points->shape[i], g);
        for (size_t j = 0; j < p->k; j++)
            gsl_matrix_set(out, i, j, g[p->free[j]]);
    }
    return GSL_SUCCESS;
}

/* 1.4826 x median |r| is the standard deviation of normal residuals. sorted: scratch of n. */
static double robust_scale(const struct fw_points *p, const double *r, double *sorted)
{
    for (size_t i = 0; i < p->n; i++)
        sorted[i] = fabs(r[i]) * sqrt(p->base[i]);
    gsl_sort(sorted, 1, p->n);
    return fmax(least_scale, 1.4826 * gsl_stats_median_from_sorted_data(sorted, 1, p->n));
}

/* New weights from the residuals; returns the largest change. */
static double reweight(const struct fw_points *p, double scale, struct fw_solution *s)
{
    double change = 0;
    for (size_t i = 0; i < p->n; i++) {
        const double u = fabs(s->residual[i]) * sqrt(p->base[i]) / scale;
        const double w = u > huber_c ? huber_c / u : 1;
        change = fmax(change, fabs(w - s->huber[i]));
        s->huber[i] = w;
    }
    return change;
}

struct workspace {
    gsl_multifit_nlinear_workspace *fit;
    gsl_vector *x, *weights, *f;
    gsl_matrix *jacobian, *cov;
    double *sorted;
};

static void workspace_free(struct workspace *w)
{
    if (w->fit != NULL)
        gsl_multifit_nlinear_free(w->fit);
    if (w->x != NULL)
        gsl_vector_free(w->x);
    if (w->weights != NULL)
        gsl_vector_free(w->weights);
    if (w->f != NULL)
        gsl_vector_free(w->f);
    if (w->jacobian != NULL)
        gsl_matrix_free(w->jacobian);
    if (w->cov != NULL)
        gsl_matrix_free(w->cov);
    free(w->sorted);
}

static bool workspace_make(struct workspace *w, size_t n, size_t k)
{
    const gsl_multifit_nlinear_parameters how = gsl_multifit_nlinear_default_parameters();
    w->fit = gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &how, n, k);
    w->x = gsl_vector_alloc(k);
    w->weights = gsl_vector_alloc(n);
    w->f = gsl_vector_alloc(n);
    w->jacobian = gsl_matrix_alloc(n, k);
    w->cov = gsl_matrix_alloc(k, k);
    w->sorted = malloc(n * sizeof *w->sorted);
    return w->fit != NULL && w->x != NULL && w->weights != NULL && w->f != NULL &&
           w->jacobian != NULL && w->cov != NULL && w->sorted != NULL;
}

/* One fit with the weights as they are; x is start and result. */
static void fit_once(struct workspace *w, gsl_multifit_nlinear_fdf *fdf, const struct fw_points *p,
                     const struct effort *effort, const struct fw_solution *s)
{
    int why = 0;
    for (size_t i = 0; i < p->n; i++)
        gsl_vector_set(w->weights, i, p->base[i] * s->huber[i]);
    if (gsl_multifit_nlinear_winit(w->x, w->weights, fdf, w->fit) != GSL_SUCCESS)
        return;
    /* No further progress and too many steps leave a point that is judged like any other. */
    (void)gsl_multifit_nlinear_driver(effort->steps, effort->step, 1e-12, 0, NULL, NULL, &why,
                                      w->fit);
    (void)gsl_vector_memcpy(w->x, gsl_multifit_nlinear_position(w->fit)); /* same sizes */
}

/* Sandwich covariance, leverage, scale. */
static void judge(const struct problem *q, struct workspace *w, double scale,
                  struct fw_solution *s)
{
    const struct fw_points *const p = q->points;
    const double n = (double)p->n, k = (double)q->k;
    double psi2 = 0, inner = 0, sum = 0, base = 0;

    for (size_t i = 0; i < p->n; i++) {
        const double r = s->residual[i] * sqrt(p->base[i]), bend = huber_c * scale;
        const double psi = fmax(-bend, fmin(bend, r));
        psi2 += psi * psi;
        inner += fabs(r) <= bend ? 1 / n : 0;
        sum += p->base[i] * fabs(s->residual[i]);
        base += p->base[i];
        gsl_vector_view row = gsl_matrix_row(w->jacobian, i);
        gsl_vector_scale(&row.vector, sqrt(p->base[i]));
    }
    s->mean_abs = sum / base;
    const double correction = 1 + k / n * (1 - inner) / inner;
    s->scale = p->n > q->k ? correction * sqrt(psi2 / (n - k)) / inner : (double)NAN;
    (void)gsl_multifit_nlinear_covar(w->jacobian, singular, w->cov); /* checked by its diagonal */
    for (size_t i = 0; i < p->n; i++) {
        gsl_vector_view row = gsl_matrix_row(w->jacobian, i);
        gsl_vector_view to = gsl_vector_subvector(w->x, 0, q->k);
        double h = 0;
        (void)gsl_blas_dgemv(CblasNoTrans, 1, w->cov, &row.vector, 0, &to.vector);
        (void)gsl_blas_ddot(&row.vector, &to.vector, &h);
        s->leverage[i] = fmax(0, fmin(h, 0.99));
    }
}

static void store_covariance(const struct problem *q, const struct workspace *w,
                             struct fw_curve *c, struct fw_solution *s)
{
    const double variance = isnan(s->scale) ? 0 : s->scale * s->scale;

    memset(c->cov, 0, sizeof c->cov);
    s->determined = true;
    for (size_t i = 0; i < q->k; i++) {
        for (size_t j = 0; j < q->k; j++)
            c->cov[q->free[i]][q->free[j]] = variance * gsl_matrix_get(w->cov, i, j);
        const double open = gsl_matrix_get(w->cov, i, i);
        const double se = open > 0 && isfinite(open) ? sqrt(variance * open) : (double)INFINITY;
        const bool rate = q->free[i] == FW_CAL_peak || q->free[i] == FW_CAL_stream;
        s->determined = s->determined && (rate || se < log(2));
    }
}

enum fw_status fw_curve_solve(const struct fw_points *p, const bool free_[FW_CAL_COUNT], bool rough,
                              struct fw_curve *c, struct fw_solution *out, struct fw_err *err)
{
    struct problem q = {.points = p, .curve = c};
    const struct effort *const effort = &efforts[rough];
    gsl_multifit_nlinear_fdf fdf = {.f = residuals, .df = jacobian, .n = p->n, .params = &q};
    struct workspace w = {0};
    enum fw_status status = FW_OK;
    double scale = 0, start[FW_CAL_COUNT];

    for (int i = 0; i < FW_CAL_COUNT; i++)
        if (free_[i])
            q.free[q.k++] = (enum fw_cal)i;
    fdf.p = out->parameters = q.k;
    if (!workspace_make(&w, p->n, q.k)) {
        status = fw_fail(err, FW_SYSTEM, "out of memory for the fit");
        goto done;
    }
    for (size_t j = 0; j < q.k; j++)
        start[j] = log(c->param[q.free[j]]);
    for (size_t i = 0; i < p->n; i++)
        out->huber[i] = 1;
    for (int round = 0; round < effort->rounds; round++) {
        /* Without weights far rows may drive a parameter where it has no effect and no way back:
         * once the weights are known, begin again. */
        for (size_t j = 0; j < q.k && round < 2; j++)
            gsl_vector_set(w.x, j, start[j]);
        fit_once(&w, &fdf, p, effort, out);
        if (residuals(w.x, &q, w.f) != GSL_SUCCESS)
            break;
        for (size_t i = 0; i < p->n; i++)
            out->residual[i] = -gsl_vector_get(w.f, i);
        scale = robust_scale(p, out->residual, w.sorted);
        if (reweight(p, scale, out) < effort->weights)
            break;
    }
    (void)jacobian(w.x, &q, w.jacobian); /* cannot fail */
    judge(&q, &w, scale, out);
    store_covariance(&q, &w, c, out);
    c->scale = out->scale;
    c->rows = p->n;
    c->dof = p->n - q.k;
done:
    workspace_free(&w);
    return status;
}
