/* prior.c - quantiles of published efficiencies. */
#include "calibrate/prior.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <string.h>

#include "calibrate/selftest_parts.h"

static const double small_batch = 16;

/* A list of numbers with room for all rows of a table. */
struct list {
    double *x;
    size_t n;
};

static const struct fw_range unknown = {{NAN, NAN, NAN}, 0, "no table in the catalogue"};

static void add(struct list *l, double x)
{
    if (x > 0 && isfinite(x))
        l->x[l->n++] = x;
}

/* Linear between the order statistics; NaN without any. Sorts. */
static double quantile(struct list *l, double q)
{
    if (l->n == 0)
        return NAN;
    gsl_sort(l->x, 1, l->n);
    return gsl_stats_quantile_from_sorted_data(l->x, 1, l->n, q);
}

static const struct fw_sheet *find_sheet(const struct fw_selftest_sheet *s, const char *id)
{
    for (size_t i = 0; i < s->num_all; i++)
        if (strcmp(s->all[i].id, id) == 0)
            return &s->all[i];
    return NULL;
}

static enum fw_status make_list(const struct fw_selftest_sheet *s, struct list *out,
                                struct fw_err *err)
{
    out->n = 0;
    out->x = FW_NEW(s->arena, s->t->num_rows, double);
    return out->x != NULL ? FW_OK : fw_fail(err, FW_SYSTEM, "out of memory for a range");
}

/* Shares of the peak: published MFU of bf16 steps. */
static enum fw_status list_step_mfu(const struct fw_selftest_sheet *s, struct list *out,
                                    struct fw_err *err)
{
    if (make_list(s, out, err) != FW_OK)
        return FW_SYSTEM;
    for (size_t row = 0; row < s->t->num_rows; row++)
        if (fw_sheet_row_dtype(s->t, row) == FW_BF16)
            add(out, fw_sheet_number(s->t, row, "mfu_pct") / 100);
    return FW_OK;
}

/* Shares of the peak of hardware.d that the best products reach. */
static enum fw_status list_products(const struct fw_selftest_sheet *s, struct list *out,
                                    struct fw_err *err)
{
    enum fw_status status = make_list(s, out, err);
    for (size_t row = 0; status == FW_OK && row < s->t->num_rows; row++) {
        const enum fw_dtype dtype = fw_sheet_row_dtype(s->t, row);
        struct fw_hardware hw;
        status = fw_sheet_row_hardware(s, row, s->arena, &hw, err);
        if (status == FW_OK && dtype != FW_DTYPE_COUNT)
            add(out, fw_sheet_number(s->t, row, "tflops") * 1e12 / hw.peak[dtype]);
    }
    return status;
}

/* Weights read per time between tokens, against the bandwidth of all GPUs. */
static enum fw_status list_decode(const struct fw_selftest_sheet *s, struct list *out,
                                  struct fw_err *err)
{
    enum fw_status status = make_list(s, out, err);
    for (size_t row = 0; status == FW_OK && row < s->t->num_rows; row++) {
        const char *left_out = NULL;
        struct fw_hardware hw;
        struct fw_estimate e;
        struct fw_model m;
        if (fw_sheet_number(s->t, row, "avg_batch") > small_batch)
            continue;
        status = fw_sheet_row_model(s, row, s->arena, &m, &left_out, err);
        if (status != FW_OK || left_out != NULL)
            continue;
        struct fw_workload w = fw_workload_default(&m);
        w.dtype = fw_sheet_row_dtype(s->t, row);
        status = fw_sheet_row_hardware(s, row, s->arena, &hw, err);
        if (status == FW_OK)
            status = fw_estimate_init(&e, m.num_groups, s->arena, err);
        if (status == FW_OK)
            status = fw_estimate_run(&m, &w, &e, err);
        if (status == FW_OK)
            add(out, fw_count_double(e.model[FW_EQ_weight_bytes]) /
                         (fw_sheet_number(s->t, row, "itl_ms") * 1e-3) /
                         (fw_sheet_number(s->t, row, "gpus") * hw.mem_bw));
    }
    return status;
}

static bool is_true(const struct fw_sheet *t, size_t row, const char *column)
{
    const char *const text = fw_sheet_text(t, row, column);
    return text != NULL && strcmp(text, "true") == 0;
}

/* MFU of whole runs, by the chain, and what is published for steps: two values, least and most,
 * of each run. */
static enum fw_status list_runs(const struct fw_selftest_sheet *s, struct list *run,
                                struct list *step, struct fw_err *err)
{
    enum fw_status status = make_list(s, run, err);
    step->x = FW_NEW(s->arena, 2 * s->t->num_rows, double);
    if (step->x == NULL)
        return fw_fail(err, FW_SYSTEM, "out of memory for a range");
    for (size_t row = 0; status == FW_OK && row < s->t->num_rows; row++) {
        struct fw_facts given;
        struct fw_hardware hw;
        struct fw_chain c;
        if (is_true(s->t, row, "conflict") || is_true(s->t, row, "from_memory"))
            continue;
        add(step, fw_sheet_number(s->t, row, "step_mfu_min"));
        add(step, fw_sheet_number(s->t, row, "step_mfu_max"));
        status = fw_sheet_row_hardware(s, row, s->arena, &hw, err);
        if (status != FW_OK)
            break;
        fw_facts_init(&given);
        given.val[FW_FACT_flop] = fw_sheet_number(s->t, row, "flop_6nt");
        given.val[FW_FACT_device_hours] = fw_sheet_number(s->t, row, "gpu_hours");
        given.val[FW_FACT_peak] = hw.peak[FW_BF16];
        status = fw_chain_solve(&given, NULL, NULL, &c, NULL, err);
        if (status == FW_OK)
            add(run, c.val[FW_FACT_mfu]);
    }
    return status;
}

static struct fw_range whole_range(const struct fw_selftest_sheet *s, struct list *l, size_t runs,
                                   const char *what)
{
    const char *const text =
        fw_arena_printf(s->arena, "least, median and largest %s of %zu published training runs "
                                  "(disclosures.d)", what, runs);
    return (struct fw_range){{quantile(l, 0.5), quantile(l, 0), quantile(l, 1)}, runs,
                             text != NULL ? text : what};
}

/* Looks up a table and lists what fn takes from it; false if it is not there or fn failed. */
typedef enum fw_status list_fn(const struct fw_selftest_sheet *s, struct list *out,
                               struct fw_err *err);
static bool take(struct fw_selftest_sheet *s, const char *id, list_fn *fn, struct list *out,
                 enum fw_status *status, struct fw_err *err)
{
    s->t = find_sheet(s, id);
    if (s->t == NULL || *status != FW_OK)
        return false;
    *status = fn(s, out, err);
    return *status == FW_OK && out->n > 0;
}

static enum fw_status from_selftest(struct fw_selftest_sheet *s, struct fw_prior *out,
                                    struct fw_err *err)
{
    enum fw_status status = FW_OK;
    struct list mfu = {NULL, 0}, best = {NULL, 0}, decode = {NULL, 0};

    if (take(s, "mosaicml", list_step_mfu, &mfu, &status, err) &&
        take(s, "mamf", list_products, &best, &status, err)) {
        const double lo = quantile(&mfu, 0.05), hi = quantile(&best, 0.95);
        out->flop = (struct fw_range){
            {sqrt(lo * hi), lo, hi}, mfu.n + best.n,
            "5 % quantile of MFU in training (mosaicml) to 95 % quantile of the best matrix "
            "products (mamf)"};
    }
    if (take(s, "mlenergy-serving", list_decode, &decode, &status, err)) {
        const double lo = quantile(&decode, 0.05), hi = 1;
        out->bandwidth = (struct fw_range){
            {sqrt(lo * hi), lo, hi}, decode.n,
            "5 % quantile of decoding in service at batches up to 16 (mlenergy-serving) to the "
            "bandwidth itself"};
    }
    return status;
}

enum fw_status fw_prior_load(const struct fw_catalogue *cat, struct fw_arena *arena,
                             struct fw_prior *out, struct fw_err *err)
{
    struct fw_selftest_sheet s = {.cat = cat, .arena = arena};
    struct list run = {NULL, 0}, step = {NULL, 0};
    struct fw_sheet *sheets = NULL;

    *out = (struct fw_prior){unknown, unknown, unknown, unknown};
    enum fw_status status =
        fw_sheets_load(cat, FW_SHELF_SELFTEST, arena, NULL, &sheets, &s.num_all, err);
    s.all = sheets;
    if (status == FW_OK)
        status = from_selftest(&s, out, err);
    if (status == FW_OK)
        status = fw_sheets_load(cat, FW_SHELF_DISCLOSURES, arena, NULL, &sheets, &s.num_all, err);
    s.all = sheets;
    s.t = status == FW_OK ? find_sheet(&s, "training-mfu") : NULL;
    if (s.t == NULL)
        return status;
    status = list_runs(&s, &run, &step, err);
    if (status != FW_OK)
        return status;
    out->run_mfu = whole_range(&s, &run, run.n, "6NT MFU over all device-hours");
    out->step_mfu = whole_range(&s, &step, step.n / 2, "MFU of a step");
    return FW_OK;
}
