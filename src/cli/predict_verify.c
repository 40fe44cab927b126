/* predict_verify.c - predictions beside what the kernel does on this machine.
 *
 * Without a model: shapes that the timing set does not have, and passes of two whole models, one
 * shaped like a model of a billion parameters and one like four layers of a model of eight.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/outfile.h"
#include "calibrate/measure.h"
#include "cli/interrupt.h"
#include "cli/predict.h"
#include "cli/present.h"
#include "cli/progress.h"
#include "draw/chart.h"

#define LENGTH(a) (sizeof(a) / sizeof(a)[0])
enum { POINTS_MAX = 512, PASSES_MAX = 4, VERIFY_RUNS = 3, VERIFY_DECODE = 15 };
enum { ROUNDS = 3 }; /* far apart, the quicker one counts: as in calibrate/measure.h */

struct point {
    const char *what;
    bool pass; /* a whole pass, no single operation */
    struct fw_qty predicted;
    double measured;
    double share; /* of the time of its pass */
};
enum kind { ALL, OPERATIONS, LARGE, PASSES, KINDS };
static const double large = 0.01; /* share from which on an operation matters to its pass */
static const struct {
    const char *key, *title;
} kinds[KINDS] = {
    {NULL, NULL},
    {"operations", "operations"},
    {"large_operations", "operations, 1 % of the pass or more"},
    {"passes", "whole passes"},
};
struct target {
    const char *name;
    struct fw_measure_shape shape;
    uint64_t tokens[PASSES_MAX], at[PASSES_MAX]; /* ends at 0 */
};
static const struct target targets[] = {
    {"d=1536", {2, 1536, 12, 4, 4608, 20000}, {6, 48, 200, 700}, {300, 1500}},
    {"d=2560", {2, 2560, 20, 4, 6912, 24000}, {24, 320}, {700}},
    {"1B-shaped", {16, 2048, 32, 8, 8192, 128256}, {96, 512}, {200, 1200}},
    {"4 layers of 8B", {4, 4096, 32, 8, 14336, 128256}, {96, 512}, {200, 1200}},
};

struct verify {
    struct fw_cli *cli;
    const struct fw_predict_case *c;
    struct fw_progress progress;
    size_t done, n;
    struct point *points; /* POINTS_MAX */
};

/* ---- runs ------------------------------------------------------------------------------------ */

static size_t length_of(const uint64_t list[PASSES_MAX])
{
    size_t n = 0;
    while (n < PASSES_MAX && list[n] > 0)
        n++;
    return n;
}

/* The point of that name, or a new one; NULL if there is no room. */
static struct point *point_of(struct verify *v, const char *what)
{
    size_t i = 0;
    while (i < v->n && strcmp(v->points[i].what, what) != 0)
        i++;
    if (i == v->n && v->n < POINTS_MAX)
        v->points[v->n++] = (struct point){.what = what, .measured = INFINITY};
    return i < v->n ? &v->points[i] : NULL;
}

static void set(struct verify *v, const char *what, bool pass, struct fw_qty predicted,
                double measured, double share)
{
    struct point *const p = what != NULL && measured > 0 ? point_of(v, what) : NULL;
    v->cli->out.text.failed |= what == NULL;
    if (p != NULL)
        *p = (struct point){p->what, pass, predicted, measured, share};
}

/* A phase as it was timed, and as it is predicted for the moment; of its rounds the quickest. */
static enum fw_status compare(struct verify *v, const char *model, struct fw_predict_request *r,
                              const struct fw_bench_phase *p, double read_rate)
{
    struct fw_arena *const arena = &v->cli->arena;
    struct fw_prediction answer;
    r->workload.context = p->tokens;
    r->read_rate = read_rate;
    const enum fw_status status = fw_predict_run(r, &answer, arena, &v->cli->err);
    if (status != FW_OK)
        return status;
    const struct fw_predict_phase *const q = p->decode ? &answer.decode : &answer.prefill;
    const char *const phase =
        fw_arena_printf(arena, "%s, %s %llu", model, p->decode ? "decode after" : "prefill of",
                        (unsigned long long)p->tokens);
    const struct point *const before = phase != NULL ? point_of(v, phase) : NULL;
    if (before == NULL || before->measured <= p->time.median_s)
        return FW_OK;
    set(v, phase, true, q->time_s, p->time.median_s, 1);
    for (size_t i = 0; i < q->num_ops; i++) {
        size_t op = 0;
        while (op < FW_OP_COUNT && strcmp(fw_kernel_op_table[op].id, q->ops[i].op) != 0)
            op++;
        if (op < FW_OP_COUNT && p->counts.op[op].calls > 0)
            set(v, fw_arena_printf(arena, "%s, %s", phase != NULL ? phase : "", q->ops[i].op),
                false, q->ops[i].time_s, p->op_time[op].median_s,
                p->op_time[op].median_s / p->time.median_s);
    }
    return FW_OK;
}

static enum fw_status run_target(struct verify *v, const char *name, const struct fw_model *m,
                                 const uint64_t tokens[PASSES_MAX], const uint64_t at[PASSES_MAX])
{
    const struct fw_option_value *const o = v->cli->opts.val;
    struct fw_err *const err = &v->cli->err;
    struct fw_predict_request r = v->c->request;
    struct fw_kernel_options options = {
        .dtype_given = o[FW_O_dtype].given,
        .dtype = (enum fw_dtype)o[FW_O_dtype].choice,
        .batch = o[FW_O_batch].given ? (uint64_t)o[FW_O_batch].q.count : 1,
        .threads = r.threads,
    };
    struct fw_kernel_config config;
    struct fw_kernel *k = NULL;
    struct fw_probe *probe = NULL;
    for (size_t i = 0; i < PASSES_MAX; i++)
        options.max_tokens = (uint64_t)fmax((double)options.max_tokens,
                                            fmax((double)tokens[i], (double)at[i] + 1));
    enum fw_status status = fw_kernel_configure(m, &options, &config, err);
    if (status == FW_OK)
        status = fw_kernel_open(&config, NULL, &k, err);
    if (status == FW_OK)
        status = fw_probe_open(config.threads, &probe, err);
    r.model = m;
    r.tokens = 1;
    r.workload = fw_workload_default(m);
    r.workload.batch = options.batch;
    r.workload.dtype = config.dtype;
    r.workload.k_dtype = r.workload.v_dtype = config.kv_dtype;
    const size_t prompts = length_of(tokens), all = prompts + length_of(at);
    for (size_t i = 0; i < all && status == FW_OK; i++) {
        struct fw_bench_plan plan = {.prefill_runs = VERIFY_RUNS, .decode_runs = VERIFY_DECODE};
        struct fw_bench_phase phase;
        double read_rate = NAN;
        plan.num_tokens = i < prompts ? 1 : 0;
        plan.num_at = 1 - plan.num_tokens;
        plan.tokens[0] = i < prompts ? tokens[i] : 0;
        plan.at[0] = i < prompts ? 0 : at[i - prompts];
        status = fw_measure_phase(k, &plan, probe, &phase, &read_rate, err);
        if (status == FW_OK)
            status = compare(v, name, &r, &phase, read_rate);
        fw_progress_step(&v->progress, ++v->done);
        if (status == FW_OK && fw_interrupted())
            status = fw_fail(err, FW_NO, "stopped");
    }
    fw_probe_close(probe);
    fw_kernel_close(k);
    return status;
}

static enum fw_status run_default(struct verify *v)
{
    const struct fw_option_value *const dtype = &v->cli->opts.val[FW_O_dtype];
    enum fw_status status = FW_OK;
    for (size_t i = 0; i < LENGTH(targets); i++)
        v->progress.total += ROUNDS * (length_of(targets[i].tokens) + length_of(targets[i].at));
    for (size_t i = 0; i < ROUNDS * LENGTH(targets) && status == FW_OK; i++) {
        const struct target *const t = &targets[i % LENGTH(targets)];
        struct fw_model m;
        status = fw_measure_model(&t->shape,
                                  dtype->given ? (enum fw_dtype)dtype->choice : FW_BF16,
                                  &v->cli->arena, &m, &v->cli->err);
        if (status == FW_OK)
            status = run_target(v, t->name, &m, t->tokens, t->at);
    }
    return status;
}

/* One model at one context: its prefill, and a token after it. */
static enum fw_status run_model(struct verify *v)
{
    const struct fw_answer *const a = v->c->a;
    const uint64_t lengths[PASSES_MAX] = {a->workload.context};
    enum fw_status status = FW_OK;
    v->progress.total = ROUNDS * 2;
    for (int i = 0; i < ROUNDS && status == FW_OK; i++)
        status = run_target(v, a->description->id, &a->model, lengths, lengths);
    return status;
}

/* ---- results --------------------------------------------------------------------------------- */

struct summary {
    size_t n, inside;
    double median, p90;
};

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double error_of(const struct point *p)
{
    return p->predicted.val / p->measured - 1;
}

static bool is_inside(const struct point *p)
{
    return p->measured >= p->predicted.lo && p->measured <= p->predicted.hi;
}

static bool is_of(const struct point *p, enum kind kind)
{
    switch (kind) {
    case OPERATIONS:
        return !p->pass;
    case LARGE:
        return !p->pass && p->share >= large;
    case PASSES:
        return p->pass;
    default:
        return true;
    }
}

static struct summary sum_up(const struct verify *v, enum kind kind)
{
    double errors[POINTS_MAX];
    struct summary s = {0, 0, NAN, NAN};
    for (size_t i = 0; i < v->n; i++) {
        if (!is_of(&v->points[i], kind))
            continue;
        errors[s.n++] = fabs(error_of(&v->points[i]));
        s.inside += is_inside(&v->points[i]);
    }
    if (s.n == 0)
        return s;
    qsort(errors, s.n, sizeof *errors, by_size);
    s.median = (errors[(s.n - 1) / 2] + errors[s.n / 2]) / 2;
    s.p90 = errors[(size_t)ceil(0.9 * (double)s.n) - 1];
    return s;
}

static double coverage(const struct summary *s)
{
    return s->n > 0 ? (double)s->inside / (double)s->n : (double)NAN;
}

static void make_points(struct verify *v, struct fw_table *out)
{
    static const struct fw_column columns[] = {
        {.key = "what", .title = "what"},
        {.key = "predicted_s", .title = "predicted", .align = FW_RIGHT, .dim = FW_DIM_TIME,
         .digits = 3},
        {.key = "lo_s", .title = "low", .align = FW_RIGHT, .dim = FW_DIM_TIME, .digits = 3},
        {.key = "hi_s", .title = "high", .align = FW_RIGHT, .dim = FW_DIM_TIME, .digits = 3},
        {.key = "measured_s", .title = "measured", .align = FW_RIGHT, .dim = FW_DIM_TIME,
         .digits = 3},
        {.key = "error", .title = "error", .align = FW_RIGHT, .dim = FW_DIM_RATIO, .digits = 3},
        {.key = "inside", .title = "inside"},
        {.key = "whole_pass", .title = NULL},
    };
    fw_table_init(out, &v->cli->arena, NULL, columns, LENGTH(columns));
    for (size_t i = 0; i < v->n; i++) {
        const struct point *const p = &v->points[i];
        struct fw_cell *c = fw_table_row(out);
        *c++ = fw_cell_text(p->what);
        *c++ = fw_cell_real(p->predicted.val);
        *c++ = fw_cell_real(p->predicted.lo);
        *c++ = fw_cell_real(p->predicted.hi);
        *c++ = fw_cell_real(p->measured);
        *c++ = fw_cell_real(error_of(p));
        *c++ = fw_cell_bool(is_inside(p));
        *c++ = fw_cell_bool(p->pass);
    }
    out->note = "Error = predicted / measured - 1.";
}

static void json_summary(struct fw_json *j, const struct summary *s)
{
    fw_json_real(j, "median_abs_error", s->median);
    fw_json_real(j, "p90_abs_error", s->p90);
    fw_json_real(j, "coverage", coverage(s));
}

static void show_json(struct verify *v, const struct fw_table *points)
{
    const struct summary all = sum_up(v, ALL);
    struct fw_json j;
    fw_json_init(&j, &v->cli->out.text, true);
    fw_json_object(&j, NULL);
    fw_json_string(&j, "schema", "flopwatt.verify/1");
    fw_table_json(points, &j, "points");
    json_summary(&j, &all);
    for (int kind = OPERATIONS; kind < KINDS; kind++) {
        const struct summary s = sum_up(v, (enum kind)kind);
        fw_json_object(&j, kinds[kind].key);
        fw_json_count(&j, "points", s.n);
        json_summary(&j, &s);
        fw_json_end(&j);
    }
    fw_json_end(&j);
}

static void put_summary(struct fw_table *t, const char *what, const struct summary *s)
{
    struct fw_cell *const c = fw_table_row(t);
    c[0] = fw_cell_text(what);
    c[1] = fw_cell_count(s->n);
    c[2] = fw_cell_real(s->median);
    c[3] = fw_cell_real(s->p90);
    c[4] = fw_cell_real(coverage(s));
}

static void show_summary(struct verify *v)
{
    static const struct fw_column columns[] = {
        {.title = "held out"},
        {.title = "points", .align = FW_RIGHT},
        {.title = "median error", .align = FW_RIGHT, .dim = FW_DIM_RATIO, .digits = 3},
        {.title = "90 %", .align = FW_RIGHT, .dim = FW_DIM_RATIO, .digits = 3},
        {.title = "inside", .align = FW_RIGHT, .dim = FW_DIM_RATIO, .digits = 3},
    };
    struct fw_table t;
    fw_table_init(&t, &v->cli->arena, NULL, columns, LENGTH(columns));
    for (int kind = OPERATIONS; kind < KINDS; kind++) {
        const struct summary s = sum_up(v, (enum kind)kind);
        put_summary(&t, kinds[kind].title, &s);
    }
    fw_output_table(&v->cli->out, &t);
}

/* ---- chart ----------------------------------------------------------------------------------- */

static enum fw_status draw(struct verify *v, enum fw_draw_format format)
{
    static const struct fw_chart_note diagonal = {FW_NOTE_DIAGONAL, 0, "equal"};
    struct fw_cli *const cli = v->cli;
    double *const x = FW_NEW(&cli->arena, 8 * POINTS_MAX, double);
    struct fw_chart_series series[2] = {{.name = "operations"}, {.name = "whole passes"}};
    unsigned unknown = 0;
    if (x == NULL)
        return fw_cli_no_memory(cli);
    for (size_t s = 0; s < 2; s++) {
        double *const at = x + 4 * POINTS_MAX * s;
        struct fw_chart_series *const to = &series[s];
        to->x = at;
        to->y = at + POINTS_MAX;
        to->lo = at + 2 * POINTS_MAX;
        to->hi = at + 3 * POINTS_MAX;
        for (size_t i = 0; i < v->n; i++) {
            if (v->points[i].pass != (s == 1))
                continue;
            at[to->count] = v->points[i].measured;
            at[POINTS_MAX + to->count] = v->points[i].predicted.val;
            at[2 * POINTS_MAX + to->count] = v->points[i].predicted.lo;
            at[3 * POINTS_MAX + to->count++] = v->points[i].predicted.hi;
        }
    }
    const struct fw_panel panel = {
        .kind = FW_CHART_SCATTER,
        .x = {.label = "Measured", .unit = "s", .tick_unit = "s", .scale = FW_SCALE_LOG10},
        .y = {.label = "Predicted", .unit = "s", .tick_unit = "s", .scale = FW_SCALE_LOG10},
        .series = series, .series_count = 2, .notes = &diagonal, .note_count = 1,
    };
    const struct fw_hardware *const h = v->c->request.hardware;
    const struct fw_chart chart = {
        .title = "Predicted and measured times",
        .subtitle = h->name,
        .source = "flopwatt predict --verify; bars are 90 % intervals",
        .panels = &panel, .panel_count = 1, .legend = true,
    };
    const struct fw_draw_options options = {
        .format = format,
        .columns = (unsigned)(cli->out.style.width < 400 ? cli->out.style.width : 400),
        .ascii = cli->out.style.ascii,
        .colour = cli->out.colour,
    };
    const enum fw_status status =
        fw_chart_write(&chart, &options, &cli->out.text, &unknown, &cli->err);
    if (status == FW_OK && unknown > 0)
        fw_diags_note(&cli->diags, FW_WARNING, "no font shows %u of the characters", unknown);
    return status;
}

/* A picture goes to its file, and the points to standard output all the same. */
static enum fw_status draw_file(struct verify *v, enum fw_draw_format format)
{
    struct fw_cli *const cli = v->cli;
    enum fw_status status = draw(v, format);
    if (status == FW_OK)
        status = fw_outfile_write(cli->out.path, cli->out.text.data, cli->out.text.len,
                                  cli->out.force, &cli->err);
    fw_text_clear(&cli->out.text);
    cli->out.path = "-";
    return status;
}

static enum fw_status show(struct verify *v)
{
    struct fw_cli *const cli = v->cli;
    enum fw_draw_format format = FW_DRAW_TERM;
    struct fw_table points;
    const bool picture =
        strcmp(cli->out.path, "-") != 0 && fw_draw_format_of(cli->out.path, &format);
    const enum fw_status drawn = picture ? draw_file(v, format) : FW_OK;
    if (drawn != FW_OK)
        return drawn;
    make_points(v, &points);
    if (cli->out.format == FW_FORMAT_JSON) {
        show_json(v, &points);
        return FW_OK;
    }
    fw_output_table(&cli->out, &points);
    if (cli->out.format != FW_FORMAT_TEXT)
        return FW_OK;
    show_summary(v);
    fw_text_putc(&cli->out.text, '\n');
    return picture ? FW_OK : draw(v, FW_DRAW_TERM);
}

enum fw_status fw_predict_verify(struct fw_cli *cli, const struct fw_predict_case *c)
{
    struct verify v = {.cli = cli, .c = c};
    v.points = FW_NEW(&cli->arena, POINTS_MAX, struct point);
    if (v.points == NULL)
        return fw_cli_no_memory(cli);
    fw_progress_start(&v.progress, cli, "passes", 0);
    fw_interrupt_begin();
    const enum fw_status status = c->a != NULL ? run_model(&v) : run_default(&v);
    fw_interrupt_end();
    fw_progress_end(&v.progress);
    if (status != FW_OK && status != FW_NO)
        return status;
    if (status == FW_NO)
        fw_diags_note(&cli->diags, FW_WARNING, "interrupted after %zu of %zu passes", v.done,
                      v.progress.total);
    const enum fw_status shown = v.n > 0 ? show(&v) : FW_OK;
    return shown == FW_OK && status == FW_NO ? FW_INTERRUPTED : shown;
}
