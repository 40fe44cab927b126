/* predict.c - steps to times. */
#include "calibrate/predict.h"

#include <math.h>
#include <string.h>

#include "calibrate/fit.h"

static const struct fw_qty unknown = {NAN, NAN, NAN};

/* One prediction at work. */
struct job {
    const struct fw_predict_request *r;
    const struct fw_calibration *cal; /* NULL = none */
    struct fw_arena *arena;
    struct fw_prediction *out;
};

/* A peak of the dtype that is multiplied, or of its 16-bit sibling. */
static double peak_of(const struct fw_hardware *hw, enum fw_dtype weights, enum fw_dtype *used)
{
    static const enum fw_dtype other[FW_DTYPE_COUNT] = {[FW_BF16] = FW_F16, [FW_F16] = FW_BF16};
    *used = fw_dtype_get(weights)->peak;
    if (isnan(hw->peak[*used]) && (*used == FW_BF16 || *used == FW_F16))
        *used = other[*used];
    return hw->peak[*used];
}

/* The larger of the two bounds at a share of each; NaN where one that counts is not known. */
static double bound(const struct job *j, const struct fw_timing *t, double flop, double bandwidth)
{
    const double a = t->flop > 0 ? t->flop / (j->out->peak_flop_per_s * flop) : 0;
    const double b = t->bytes > 0 ? t->bytes / (j->out->bytes_per_s * bandwidth) : 0;
    return isnan(a) || isnan(b) ? (double)NAN : fmax(a, b);
}

static struct fw_qty from_prior(const struct job *j, const struct fw_timing *t)
{
    const struct fw_qty f = j->r->prior->flop.share, b = j->r->prior->bandwidth.share;
    return (struct fw_qty){bound(j, t, f.val, b.val), bound(j, t, f.hi, b.hi),
                           bound(j, t, f.lo, b.lo)};
}

/* A curve without rows to spare takes its place from the rows and its doubt from the prior. */
static struct fw_qty from_curve(const struct job *j, const struct fw_curve *c,
                                const struct fw_shape *s)
{
    const struct fw_qty q = fw_curve_predict(c, s), prior = j->r->prior->flop.share;
    if (isfinite(q.hi))
        return q;
    const double factor = sqrt(prior.hi / prior.lo);
    return (struct fw_qty){q.val, q.val / factor, q.val * factor};
}

/* Few rows may have no curve of their own. */
static const struct fw_curve *curve_of(const struct job *j, const struct fw_timing *t)
{
    const struct fw_op_info *const info = fw_op_find(t->op);
    const struct fw_curve *c =
        j->cal != NULL ? fw_calibration_find(j->cal, t->curve, t->dtype, t->threads) : NULL;
    if (c == NULL && j->cal != NULL && info != NULL)
        c = fw_calibration_find(j->cal, info->curve, t->dtype, t->threads);
    return c;
}

static void predict_op(const struct job *j, const struct fw_timing *t, double runs,
                       struct fw_predict_op *out)
{
    const struct fw_curve *const c = curve_of(j, t);
    struct fw_timing now = *t;
    struct fw_qty q;

    now.few = t->few && c != NULL && strcmp(c->name, t->curve) == 0;
    now.read_rate = j->r->read_rate > 0 ? j->r->read_rate : (double)NAN;
    struct fw_shape s = fw_shape_at(&now, j->r->hardware->mem_bw);
    if (s.threads <= 0 && c != NULL)
        s.threads = c->threads;
    q = c != NULL ? from_curve(j, c, &s) : from_prior(j, t);
    *out = (struct fw_predict_op){
        .op = t->op,
        .curve = c != NULL ? c->name : NULL,
        .runs = runs,
        .flop = t->kind != FW_KIND_ROWS ? runs * t->flop : 0, /* elementwise work is no FLOP */
        .bytes = runs * t->bytes,
        .time_s = {runs * q.val, runs * q.lo, runs * q.hi},
        .extrapolated = c != NULL && fw_curve_extrapolates(c, &s),
    };
}

/* Steps of the same name in several groups of layers are one line. */
static void merge(struct fw_predict_op *to, const struct fw_predict_op *from)
{
    to->runs += from->runs;
    to->flop += from->flop;
    to->bytes += from->bytes;
    to->time_s.val += from->time_s.val;
    to->time_s.lo += from->time_s.lo;
    to->time_s.hi += from->time_s.hi;
    to->extrapolated = to->extrapolated || from->extrapolated;
}

static void add_op(struct fw_predict_phase *p, struct fw_predict_op *ops,
                   const struct fw_predict_op *op)
{
    for (size_t i = 0; i < p->num_ops; i++) {
        if (strcmp(ops[i].op, op->op) == 0) {
            merge(&ops[i], op);
            return;
        }
    }
    ops[p->num_ops++] = *op;
}

static bool same_curve(const struct fw_predict_op *a, const struct fw_predict_op *b)
{
    return a->curve == b->curve ||
           (a->curve != NULL && b->curve != NULL && strcmp(a->curve, b->curve) == 0);
}

/* Sum with its interval: see predict.h. */
static void sum_up(struct fw_predict_phase *p)
{
    double up = 0, down = 0, prior = 0;

    p->time_s.val = 0;
    for (size_t i = 0; i < p->num_ops; i++) {
        double above = 0, below = 0;
        bool first = true;
        for (size_t k = 0; k < p->num_ops; k++) {
            if (!same_curve(&p->ops[i], &p->ops[k]))
                continue;
            first = first && k >= i; /* each curve once, at its first operation */
            above += p->ops[k].time_s.hi - p->ops[k].time_s.val;
            below += p->ops[k].time_s.val - p->ops[k].time_s.lo;
        }
        p->time_s.val += p->ops[i].time_s.val;
        prior += p->ops[i].curve == NULL ? p->ops[i].time_s.val : 0;
        p->flop += p->ops[i].flop;
        p->bytes += p->ops[i].bytes;
        up += first ? above * above : 0;
        down += first ? below * below : 0;
    }
    p->time_s.hi = p->time_s.val + sqrt(up);
    p->time_s.lo = fmax(0, p->time_s.val - sqrt(down));
    p->from_prior = p->time_s.val > 0 ? prior / p->time_s.val : 0;
}

/* amount / time; a longer time is a smaller rate. */
static struct fw_qty rate(double amount, struct fw_qty time)
{
    return (struct fw_qty){amount / time.val, amount / time.hi, amount / time.lo};
}

static struct fw_qty product(struct fw_qty time, double factor)
{
    return (struct fw_qty){time.val * factor, time.lo * factor, time.hi * factor};
}

static void derive(const struct job *j, double tokens, struct fw_predict_phase *p)
{
    const double power = j->r->hardware->power;
    p->tokens_per_s = rate(tokens, p->time_s);
    p->mfu = isnan(j->out->peak_flop_per_s) ? unknown
                                            : rate(p->flop / j->out->peak_flop_per_s, p->time_s);
    p->bandwidth =
        isnan(j->out->bytes_per_s) ? unknown : rate(p->bytes / j->out->bytes_per_s, p->time_s);
    p->energy_J = isnan(power) ? unknown : product(p->time_s, power);
}

static bool has_curve(const struct job *j, const char *name, enum fw_dtype dtype)
{
    return j->cal != NULL && fw_calibration_find(j->cal, name, dtype, 0) != NULL;
}

/* A profile that knows whole passes alone (timings of another program) is asked for those. */
static bool by_pass(const struct job *j, enum fw_dtype dtype)
{
    return !has_curve(j, "product", dtype) && has_curve(j, "pass", dtype);
}

/* Threads that are asked for, or those of the calibration; 0 = not stated. */
static unsigned threads_of(const struct job *j)
{
    double most = 0;

    for (size_t i = 0; j->cal != NULL && i < j->cal->num_curves; i++)
        most = fmax(most, j->cal->curves[i].threads);
    return j->r->threads > 0 ? j->r->threads : (unsigned)most;
}

static enum fw_status pass_op(const struct job *j, const struct fw_estimate *e, bool decode,
                              enum fw_dtype dtype, struct fw_predict_op *out, struct fw_err *err)
{
    struct fw_timing t;

    fw_timing_init(&t);
    t.op = decode ? "decode" : "prefill";
    t.m = decode ? 1 : e->model_sym[FW_MS_S];
    t.batch = e->model_sym[FW_MS_B];
    t.dtype = dtype;
    t.threads = j->r->threads;
    t.flop = fw_count_double(e->model[decode ? FW_EQ_decode_total : FW_EQ_prefill_total]);
    t.bytes = fw_count_double(e->model[FW_EQ_weight_bytes]) +
              fw_count_double(e->model[FW_EQ_KV_bytes]);
    if (fw_timing_complete(&t, err) != FW_OK)
        return FW_INPUT;
    predict_op(j, &t, 1, out);
    return FW_OK;
}

/* Adds the time of one operation to a phase. */
static enum fw_status take_op(const struct job *j, const struct fw_timing *t, double runs,
                              struct fw_predict_phase *p, struct fw_predict_op *ops,
                              struct fw_err *err)
{
    struct fw_predict_op op;

    predict_op(j, t, runs, &op);
    if (isnan(op.time_s.val))
        return fw_fail(err, FW_INPUT, "%s: the profile has no curve for it, and peak or memory "
                                      "bandwidth are not known", op.op);
    add_op(p, ops, &op);
    return FW_OK;
}

/* All operations of one pass. context: of the workload w. */
static enum fw_status run_phase(const struct job *j, const struct fw_workload *w, bool decode,
                                struct fw_predict_phase *p, struct fw_err *err)
{
    const struct fw_model *const m = j->r->model;
    const enum fw_dtype dtype = w->dtype != FW_DTYPE_COUNT ? w->dtype : m->dtype;
    const unsigned threads = threads_of(j);
    struct fw_step *steps = NULL;
    struct fw_estimate e;
    size_t n = 0;

    memset(p, 0, sizeof *p);
    enum fw_status status = fw_estimate_init(&e, m->num_groups, j->arena, err);
    if (status == FW_OK)
        status = fw_estimate_run(m, w, &e, err);
    if (status == FW_OK)
        status = decode ? fw_steps_decode(m, w, &e, &steps, &n, j->arena, err)
                        : fw_steps_prefill(m, &e, &steps, &n, j->arena, err);
    if (status != FW_OK)
        return status;
    struct fw_predict_op *const ops = FW_NEW(j->arena, n + m->num_groups + 1, struct fw_predict_op);
    if (ops == NULL)
        return fw_fail(err, FW_SYSTEM, "out of memory for the operations");
    p->ops = ops;
    if (by_pass(j, dtype)) {
        status = pass_op(j, &e, decode, dtype, &ops[p->num_ops++], err);
        n = 0;
    }
    const double all = fw_timing_pass_bytes(steps, n, &e);
    for (size_t i = 0; i < n && status == FW_OK; i++) {
        const double runs =
            steps[i].where == FW_STEP_LAYER ? (double)e.layer_sym[steps[i].group][FW_LS_n] : 1;
        struct fw_timing t;
        if (fw_timing_from_step(&steps[i], &e, all, dtype, threads, &t))
            status = take_op(j, &t, runs, p, ops, err);
        if (status == FW_OK && has_curve(j, "cache", dtype) &&
            fw_timing_from_cache(&steps[i], &e, all, dtype, threads, &t))
            status = take_op(j, &t, runs, p, ops, err);
    }
    sum_up(p);
    return status;
}

/* Mean of two passes, the first and the last token: attention grows linearly between. */
static void average(struct fw_predict_phase *a, const struct fw_predict_phase *b,
                    struct fw_predict_op *ops)
{
    for (size_t i = 0; i < a->num_ops && i < b->num_ops; i++) {
        ops[i] = a->ops[i];
        merge(&ops[i], &b->ops[i]);
        ops[i].runs /= 2;
        ops[i].flop /= 2;
        ops[i].bytes /= 2;
        ops[i].time_s = product(ops[i].time_s, 0.5);
    }
    a->ops = ops;
    a->flop = a->bytes = 0;
    sum_up(a);
}

static enum fw_status run_decode(const struct job *j, const struct fw_workload *w,
                                 struct fw_predict_phase *p, struct fw_err *err)
{
    struct fw_workload last = *w;
    struct fw_predict_phase end;

    enum fw_status status = run_phase(j, w, true, p, err);
    if (status != FW_OK || j->r->tokens <= 1)
        return status;
    last.context += j->r->tokens - 1;
    status = run_phase(j, &last, true, &end, err);
    if (status != FW_OK)
        return status;
    struct fw_predict_op *const ops = FW_NEW(j->arena, p->num_ops, struct fw_predict_op);
    if (ops == NULL)
        return fw_fail(err, FW_SYSTEM, "out of memory for the operations");
    average(p, &end, ops);
    return FW_OK;
}

static enum fw_status check_bounds(const struct job *j, enum fw_dtype dtype, struct fw_err *err)
{
    const bool prior = !isnan(j->r->prior->flop.share.val) &&
                       !isnan(j->r->prior->bandwidth.share.val);
    const bool bounds = !isnan(j->out->peak_flop_per_s) && !isnan(j->out->bytes_per_s);

    if (j->cal == NULL && !bounds) {
        (void)fw_fail(err, FW_INPUT, "%s: no %s, and no calibration to predict from",
                      j->r->hardware->id != NULL ? j->r->hardware->id : "hardware",
                      isnan(j->out->peak_flop_per_s) ? "peak for this dtype" : "memory bandwidth");
        return fw_err_hint(err, "weights are %s, multiplied as %s", fw_dtype_get(dtype)->name,
                           fw_dtype_get(j->out->dtype)->name);
    }
    if (!prior)
        return fw_fail(err, FW_INPUT, "the tables that efficiencies come from are not in the "
                                      "catalogue (selftest.d)");
    return FW_OK;
}

enum fw_status fw_predict_run(const struct fw_predict_request *r, struct fw_prediction *out,
                              struct fw_arena *arena, struct fw_err *err)
{
    const struct job j = {r, r->hardware->calibration, arena, out};
    struct fw_workload w = r->workload;
    const enum fw_dtype dtype = w.dtype != FW_DTYPE_COUNT ? w.dtype : r->model->dtype;

    memset(out, 0, sizeof *out);
    out->peak_flop_per_s = peak_of(r->hardware, dtype, &out->dtype);
    out->bytes_per_s = r->hardware->mem_bw;
    w.attention = FW_ATT_CAUSAL;
    w.lm_head = FW_HEAD_LAST;
    enum fw_status status = check_bounds(&j, dtype, err);
    if (status == FW_OK)
        status = run_phase(&j, &w, false, &out->prefill, err);
    if (status == FW_OK)
        status = run_decode(&j, &w, &out->decode, err);
    if (status != FW_OK)
        return status;
    derive(&j, (double)w.context * (double)w.batch, &out->prefill);
    derive(&j, (double)w.batch, &out->decode);
    return FW_OK;
}
