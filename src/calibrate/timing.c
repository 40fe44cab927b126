/* timing.c - what operations there are, and what follows from their shapes. */
#include "calibrate/timing.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <string.h>

/* Operations of one curve differ in shape alone. The ids are those of core/steps.def and
 * kernel/ops.def, and common names besides. */
static const struct fw_op_info op_table[] = {
    {"matmul", "product", FW_KIND_PRODUCT, 0, false, NULL},
    {"gemm", "product", FW_KIND_PRODUCT, 0, false, NULL},
    {"product", "product", FW_KIND_PRODUCT, 0, false, NULL},
    {"q", "product", FW_KIND_PRODUCT, 0, false, "product-few"},
    {"k", "product", FW_KIND_PRODUCT, 0, false, "product-few"},
    {"v", "product", FW_KIND_PRODUCT, 0, false, "product-few"},
    {"qkv", "product", FW_KIND_PRODUCT, 0, false, "product-few"},
    {"o", "product", FW_KIND_PRODUCT, 0, false, "product-few"},
    {"gate", "product", FW_KIND_PRODUCT, 0, false, "product-few"},
    {"up", "product", FW_KIND_PRODUCT, 0, false, "product-few"},
    {"down", "product", FW_KIND_PRODUCT, 0, false, "product-few"},
    {"router", "product", FW_KIND_PRODUCT, 0, false, "product-few"},
    {"lm_head", "product", FW_KIND_PRODUCT, 0, false, "product-few"},
    {"scores", "scores", FW_KIND_ATTENTION, 0, false, "scores-few"},
    {"av", "av", FW_KIND_ATTENTION, 0, false, "av-few"},
    {"attention", "attention", FW_KIND_ATTENTION, 0, false, NULL},
    {"softmax", "softmax", FW_KIND_ROWS, 2, true, "softmax-few"},
    {"probabilities", "probabilities", FW_KIND_ROWS, 2, true, NULL},
    {"norm", "norm", FW_KIND_ROWS, 2, true, "norm-few"},
    {"layernorm", "norm", FW_KIND_ROWS, 2, true, "norm-few"},
    {"rmsnorm", "norm", FW_KIND_ROWS, 2, true, "norm-few"},
    {"attn_norm", "norm", FW_KIND_ROWS, 2, true, "norm-few"},
    {"ffn_norm", "norm", FW_KIND_ROWS, 2, true, "norm-few"},
    {"final_norm", "norm", FW_KIND_ROWS, 2, true, "norm-few"},
    {"embed_norm", "norm", FW_KIND_ROWS, 2, true, "norm-few"},
    {"qk_norm", "norm", FW_KIND_ROWS, 2, true, "norm-few"},
    {"rope", "rope", FW_KIND_ROWS, 2, false, "rope-few"},
    {"cache", "cache", FW_KIND_ROWS, 2, false, "cache-few"},
    {"act", "act", FW_KIND_ROWS, 3, false, "act-few"},
    {"gelu", "act", FW_KIND_ROWS, 2, false, "act-few"},
    {"silu", "act", FW_KIND_ROWS, 2, false, "act-few"},
    {"attn_residual", "add", FW_KIND_ROWS, 3, false, "add-few"},
    {"ffn_residual", "add", FW_KIND_ROWS, 3, false, "add-few"},
    {"add", "add", FW_KIND_ROWS, 3, false, "add-few"},
    {"embedding", "embedding", FW_KIND_ROWS, 2, false, "embedding-few"},
    {"positions", "add", FW_KIND_ROWS, 3, false, "add-few"},
    {"prefill", "pass", FW_KIND_PASS, 0, false, NULL},
    {"decode", "pass", FW_KIND_PASS, 0, false, NULL},
};

const struct fw_op_info *fw_op_find(const char *name)
{
    for (size_t i = 0; i < sizeof op_table / sizeof op_table[0]; i++)
        if (strcmp(name, op_table[i].name) == 0)
            return &op_table[i];
    return NULL;
}

void fw_timing_init(struct fw_timing *t)
{
    memset(t, 0, sizeof *t);
    t->dtype = FW_DTYPE_COUNT;
    t->flop = t->bytes = t->working_set = t->time_s = t->spread = t->read_rate = NAN;
}

static double element_bytes(enum fw_dtype t)
{
    if (t == FW_DTYPE_COUNT)
        return 2; /* 16 bits, said so in docs/calibration.md */
    const struct fw_dtype_info *info = fw_dtype_get(t);
    return (double)info->block_bytes / info->block_elems;
}

/* Equal products or blocks of rows side by side. */
static double copies(const struct fw_timing *t)
{
    const double heads = t->heads > 0 ? (double)t->heads : 1;
    return t->kind == FW_KIND_ATTENTION ? heads * (t->batch > 0 ? (double)t->batch : 1) : 1;
}

static enum fw_status complete_product(struct fw_timing *t, struct fw_err *err)
{
    const double m = (double)t->m, n = (double)t->n, k = (double)t->k;
    const bool shape = t->m > 0 && t->n > 0 && t->k > 0;

    if (!shape && (isnan(t->flop) || isnan(t->bytes)))
        return fw_fail(err, FW_INPUT, "a product needs m, n and k, or flop and bytes");
    if (isnan(t->flop))
        t->flop = 2 * m * n * k * copies(t);
    if (isnan(t->bytes))
        t->bytes = (m * k + k * n + m * n) * element_bytes(t->dtype) * copies(t);
    return FW_OK;
}

static enum fw_status complete_rows(struct fw_timing *t, const struct fw_op_info *info,
                                    struct fw_err *err)
{
    const double elements = (double)t->m * (double)t->n;
    const unsigned touches = info != NULL ? info->touches : 2;

    if ((t->m == 0 || t->n == 0) && isnan(t->flop) && isnan(t->bytes))
        return fw_fail(err, FW_INPUT, "an operation on rows needs rows and cols, or bytes");
    if (isnan(t->bytes))
        t->bytes = touches * elements * element_bytes(t->dtype);
    if (isnan(t->flop))
        t->flop = 0;
    /* What moves no byte (scores that are never stored) still takes time for each element. */
    if (t->flop <= 0 && t->bytes <= 0)
        t->flop = elements * (t->heads > 0 ? (double)t->heads : 1) *
                  (t->batch > 0 ? (double)t->batch : 1);
    return FW_OK;
}

enum fw_status fw_timing_complete(struct fw_timing *t, struct fw_err *err)
{
    const struct fw_op_info *info = fw_op_find(t->op);
    enum fw_status status = FW_OK;

    t->curve = info != NULL ? info->curve : t->op;
    t->few = info != NULL && info->few != NULL && t->threads > 0 && t->m > 0 &&
             t->m <= FW_FEW_ROWS;
    if (t->few)
        t->curve = info->few;
    t->kind = info != NULL ? info->kind : t->k > 0 ? FW_KIND_PRODUCT : FW_KIND_ROWS;
    if (t->kind == FW_KIND_ROWS)
        status = complete_rows(t, info, err);
    else if (t->kind != FW_KIND_PASS)
        status = complete_product(t, err);
    else if (isnan(t->flop) || isnan(t->bytes))
        return fw_fail(err, FW_INPUT, "a whole pass needs flop and bytes");
    if (status != FW_OK)
        return status;
    if (t->flop < 0 || t->bytes < 0 || (t->flop <= 0 && t->bytes <= 0))
        return fw_fail(err, FW_INPUT, "neither flop nor bytes are above 0");
    if (isnan(t->working_set))
        t->working_set = t->bytes;
    return FW_OK;
}

double fw_timing_pass_bytes(const struct fw_step *steps, size_t n, const struct fw_estimate *e)
{
    double results = 0;

    for (size_t i = 0; i < n; i++)
        if (steps[i].where == FW_STEP_LAYER && steps[i].group == 0 && steps[i].bytes > 0)
            results += fw_count_double(steps[i].out[0]) * fw_count_double(steps[i].out[1]);
    return fw_count_double(e->model[FW_EQ_weight_bytes]) +
           fw_count_double(e->model[FW_EQ_KV_bytes]) + results * element_bytes(FW_F32);
}

/* Weights, the table of embeddings, and what few rows find in their place, come round once per
 * pass, and so does the cache in decode; other rows, and keys and values of a prompt, have just
 * been made. */
static bool comes_once(const struct fw_timing *t, const struct fw_op_info *info)
{
    if (info->kind == FW_KIND_ROWS)
        return (info->few != NULL && t->m <= FW_FEW_ROWS && t->heads == 0) ||
               strcmp(t->op, "embedding") == 0;
    return info->kind == FW_KIND_PRODUCT || (info->kind == FW_KIND_ATTENTION && t->m == 1);
}

bool fw_timing_from_step(const struct fw_step *s, const struct fw_estimate *e, double pass_bytes,
                         enum fw_dtype dtype, unsigned threads, struct fw_timing *out)
{
    const struct fw_op_info *info = fw_op_find(s->id);

    fw_timing_init(out);
    if (info == NULL || (s->flop == 0 && s->bytes == 0 && !s->elementwise))
        return false;
    out->op = s->id;
    out->dtype = dtype;
    out->threads = threads;
    out->flop = fw_count_double(s->flop);
    out->bytes = fw_count_double(s->bytes);
    out->m = (uint64_t)s->out[0];
    out->n = (uint64_t)s->out[1];
    out->k = s->product ? (uint64_t)s->in[1] : 0;
    if (s->where == FW_STEP_LAYER && (info->kind == FW_KIND_ATTENTION || s->bytes == 0)) {
        out->heads = e->layer_sym[s->group][FW_LS_h];
        out->batch = e->layer_sym[s->group][FW_LS_B];
    }
    if (comes_once(out, info))
        out->working_set = pass_bytes;
    return fw_timing_complete(out, NULL) == FW_OK;
}

bool fw_timing_from_cache(const struct fw_step *s, const struct fw_estimate *e, double pass_bytes,
                          enum fw_dtype dtype, unsigned threads, struct fw_timing *out)
{
    fw_timing_init(out);
    if (strcmp(s->id, "v") != 0)
        return false;
    const uint64_t *const sym = e->layer_sym[s->group];
    out->op = "cache";
    out->dtype = dtype;
    out->threads = threads;
    out->m = (uint64_t)s->out[0];
    out->n = sym[FW_LS_h_kv] * (sym[FW_LS_d_h] + sym[FW_LS_d_v]);
    if (comes_once(out, fw_op_find(out->op)))
        out->working_set = pass_bytes;
    return fw_timing_complete(out, NULL) == FW_OK;
}

enum fw_status fw_timing_summarize(double *samples_s, size_t n, size_t warmup,
                                   struct fw_timing *out, struct fw_err *err)
{
    if (n <= warmup)
        return fw_fail(err, FW_INPUT, "%zu runs of which %zu are warm-up: none is left", n,
                       warmup);
    double *const x = samples_s + warmup;
    const size_t kept = n - warmup;
    for (size_t i = 0; i < kept; i++)
        if (!(x[i] > 0) || !isfinite(x[i]))
            return fw_fail(err, FW_INPUT, "run %zu took %g s: the clock did not advance",
                           warmup + i + 1, x[i]);
    gsl_sort(x, 1, kept);
    out->time_s = gsl_stats_quantile_from_sorted_data(x, 1, kept, 0.5);
    out->spread = (gsl_stats_quantile_from_sorted_data(x, 1, kept, 0.75) -
                   gsl_stats_quantile_from_sorted_data(x, 1, kept, 0.25)) /
                  out->time_s;
    out->runs = (unsigned)kept;
    return FW_OK;
}

enum fw_status fw_rate_add(struct fw_rate *r, double work, double time_s, struct fw_err *err)
{
    if (!(time_s > 0) || !isfinite(time_s))
        return fw_fail(err, FW_INPUT, "an interval of %g s: the clock did not advance", time_s);
    r->work += work;
    r->time_s += time_s;
    r->intervals++;
    return FW_OK;
}

double fw_rate_value(const struct fw_rate *r)
{
    return r->intervals > 0 ? r->work / r->time_s : (double)NAN;
}

enum fw_status fw_timings_check(const struct fw_timings *t, double peak_flop_per_s,
                                struct fw_err *err)
{
    static const double rounding = 1.01;

    for (size_t i = 0; i < t->count; i++) {
        const struct fw_timing *r = &t->rows[i];
        const double rate = r->flop / r->time_s;
        if (!(rate > rounding * peak_flop_per_s)) /* false for an unknown peak */
            continue;
        (void)fw_fail(err, FW_INPUT, "%.4g FLOP/s is %.0f %% of the peak of %.4g", rate,
                      100 * rate / peak_flop_per_s, peak_flop_per_s);
        (void)fw_err_at(err, t->source, r->line, 0);
        (void)fw_err_key(err, "%s", r->op);
        return fw_err_hint(err, "probable causes: the clock was read before the work was done, "
                                "a sparse rate or another dtype, another shape than stated");
    }
    return FW_OK;
}
