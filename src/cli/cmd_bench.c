/* cmd_bench.c - times the kernel on this machine, and compares its counts with the equations. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bench.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "core/steps.h"
#include "kernel/threads.h"
#include "kernel/weights.h"

enum { LENGTHS_MAX = FW_BENCH_PHASES / 2 };

/* ---- what is asked for ----------------------------------------------------------------------- */

/* "128,512,2Ki" into out; at most LENGTHS_MAX numbers from 1 on. */
static enum fw_status read_lengths(struct fw_cli *cli, enum fw_option option, uint64_t *out,
                                   size_t *n)
{
    const char *text = cli->opts.val[option].text;
    *n = 0;
    for (;;) {
        const size_t len = strcspn(text, ",");
        const char *const word = fw_arena_strndup(&cli->arena, text, len);
        struct fw_quantity q;
        if (word == NULL)
            return fw_cli_no_memory(cli);
        enum fw_status status = fw_quantity_parse(word, FW_DIM_COUNT, &q, &cli->err);
        if (status == FW_OK && (q.count < 1 || q.count > (fw_u128)1 << 40))
            status = fw_fail(&cli->err, FW_USAGE, "expected 1 token or more, got %.40s", word);
        if (status == FW_OK && *n == LENGTHS_MAX)
            status = fw_fail(&cli->err, FW_USAGE, "more than %d lengths", LENGTHS_MAX);
        if (status != FW_OK) {
            cli->err.status = FW_USAGE;
            return fw_err_key(&cli->err, "--%s", fw_option_table[option].name);
        }
        out[(*n)++] = (uint64_t)q.count;
        if (text[len] == '\0')
            return FW_OK;
        text += len + 1;
    }
}

/* Lengths that nobody asked for fit the model: not beyond the context it was made for. */
static uint64_t within(const struct fw_model *m, uint64_t tokens)
{
    return m->max_position > 1 && tokens >= m->max_position ? m->max_position - 1 : tokens;
}

static void default_tokens(const struct fw_model *m, struct fw_bench_plan *plan)
{
    static const uint64_t lengths[] = {128, 512, 2048};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        if (i == 0 || m->max_position == 0 || lengths[i] <= m->max_position)
            plan->tokens[plan->num_tokens++] = i == 0 ? within(m, lengths[i]) : lengths[i];
}

static enum fw_status make_plan(struct fw_cli *cli, const struct fw_model *m,
                                struct fw_bench_plan *plan)
{
    enum { PREFILL_RUNS = 5, DECODE_RUNS = 64, AT = 2048 };
    const struct fw_option_value *const v = cli->opts.val;
    const bool none = v[FW_O_bench_tokens].given && strcmp(v[FW_O_bench_tokens].text, "none") == 0;
    enum fw_status status = FW_OK;
    *plan = (struct fw_bench_plan){.prefill_runs = PREFILL_RUNS, .decode_runs = DECODE_RUNS};
    if (v[FW_O_repeat].given)
        plan->prefill_runs = (unsigned)v[FW_O_repeat].q.count;
    if (v[FW_O_bench_decode].given)
        plan->decode_runs = (unsigned)v[FW_O_bench_decode].q.count;
    if (!v[FW_O_bench_tokens].given)
        default_tokens(m, plan);
    else if (!none)
        status = read_lengths(cli, FW_O_bench_tokens, plan->tokens, &plan->num_tokens);
    if (status == FW_OK && v[FW_O_at].given)
        status = read_lengths(cli, FW_O_at, plan->at, &plan->num_at);
    else if (status == FW_OK)
        plan->at[plan->num_at++] = within(m, AT);
    if (plan->decode_runs == 0)
        plan->num_at = 0;
    if (status == FW_OK && plan->num_tokens + plan->num_at == 0)
        return fw_fail(&cli->err, FW_USAGE, "--tokens none and --decode 0 leave nothing to time");
    return status;
}

static enum fw_status configure(struct fw_cli *cli, const struct fw_model *m,
                                const struct fw_bench_plan *plan, struct fw_kernel_config *out)
{
    const struct fw_option_value *const v = cli->opts.val;
    const struct fw_kernel_options o = {
        .layers = v[FW_O_layers].given ? (uint64_t)v[FW_O_layers].q.count : 0,
        .dtype_given = v[FW_O_dtype].given,
        .dtype = (enum fw_dtype)v[FW_O_dtype].choice,
        .batch = v[FW_O_batch].given ? (uint64_t)v[FW_O_batch].q.count : 1,
        .max_tokens = fw_bench_max_tokens(plan),
        .threads = v[FW_O_threads].given ? (unsigned)v[FW_O_threads].q.count : 0,
        .variant = v[FW_O_variant].text,
        .seed = v[FW_O_seed].given ? (uint64_t)v[FW_O_seed].q.count : 0,
    };
    return fw_kernel_configure(m, &o, out, &cli->err);
}

/* ---- the machine ----------------------------------------------------------------------------- */

static const char *filling(struct fw_cli *cli, const struct fw_bench_report *r)
{
    const double bytes = fw_count_double(r->memory.total);
    char size[64];
    const char *const text =
        fw_arena_printf(&cli->arena, "filling %s with weights ...",
                        fw_quantity_text(size, sizeof size, bytes, FW_DIM_BYTES, 3, false));
    return text != NULL ? text : "";
}

/* Peaks come before the kernel takes its memory: they need some of their own. What does not fit is
 * refused before them. */
static enum fw_status prepare(struct fw_cli *cli, struct fw_bench_report *r,
                              struct fw_kernel **kernel)
{
    struct fw_weights *w = NULL;
    struct fw_progress progress;
    enum fw_status status = FW_OK;
    r->memory = fw_kernel_memory_need(r->config);
    const bool fits = r->memory.available == 0 || r->memory.total <= r->memory.available;
    fw_progress_start(&progress, cli, "", 0);
    if (fits && r->weights != NULL)
        status = fw_weights_open(r->weights, r->config, &w, &cli->err);
    fw_progress_say(&progress, "measuring the peaks of this machine ...");
    if (status == FW_OK && fits)
        status = fw_peaks_measure(r->config->threads, &r->peaks, &cli->err);
    fw_progress_say(&progress, filling(cli, r));
    if (status == FW_OK)
        status = fw_kernel_open(r->config, w, kernel, &cli->err);
    fw_progress_end(&progress);
    fw_weights_close(w);
    return status;
}

/* ---- the runs -------------------------------------------------------------------------------- */

struct runs {
    struct fw_progress progress;
    size_t done;
};

static bool step(void *ctx, const struct fw_bench_phase *phase, unsigned done, unsigned all)
{
    struct runs *const r = ctx;
    (void)phase;
    (void)done;
    (void)all;
    fw_progress_step(&r->progress, ++r->done);
    return !fw_interrupted();
}

/* Counted against the equations: causal pairs, the LM head on the last row. */
static enum fw_status compare(struct fw_cli *cli, const struct fw_bench_report *r,
                              struct fw_bench_result *result)
{
    const struct fw_model *const m = &r->a->model;
    const struct fw_bench_phase *const p = &result->phase;
    struct fw_workload w = r->a->workload;
    struct fw_estimate e;
    struct fw_step *steps = NULL;
    size_t n = 0;
    w.context = p->tokens;
    w.batch = p->batch;
    w.attention = FW_ATT_CAUSAL;
    w.lm_head = FW_HEAD_LAST;
    enum fw_status status = fw_estimate_init(&e, m->num_groups, &cli->arena, &cli->err);
    if (status == FW_OK)
        status = fw_estimate_run(m, &w, &e, &cli->err);
    if (status == FW_OK)
        status = p->decode ? fw_steps_decode(m, &w, &e, &steps, &n, &cli->arena, &cli->err)
                           : fw_steps_prefill(m, &e, &steps, &n, &cli->arena, &cli->err);
    if (status == FW_OK)
        fw_kernel_compare(r->config, &p->counts, steps, n, &result->compared);
    return status;
}

/* Phase by phase, so that an interrupt leaves those that are done. */
static enum fw_status run_phases(struct fw_cli *cli, struct fw_kernel *k,
                                 const struct fw_bench_plan *plan, struct fw_bench_report *r)
{
    struct runs runs = {.done = 0};
    const size_t all = plan->num_tokens + plan->num_at;
    enum fw_status status = FW_OK;
    fw_progress_start(&runs.progress, cli, "runs", plan->num_tokens * (plan->prefill_runs + 1) +
                                                       plan->num_at * (plan->decode_runs + 1));
    for (size_t i = 0; i < all && status == FW_OK; i++) {
        struct fw_bench_plan one = *plan;
        const bool decode = i >= plan->num_tokens;
        one.num_tokens = decode ? 0 : 1;
        one.num_at = decode ? 1 : 0;
        one.tokens[0] = decode ? 0 : plan->tokens[i];
        one.at[0] = decode ? plan->at[i - plan->num_tokens] : 0;
        status = fw_bench_run(k, &one, &r->results[i].phase, step, &runs, &cli->err);
        if (status == FW_OK)
            status = compare(cli, r, &r->results[i]);
        r->n += status == FW_OK;
    }
    fw_progress_end(&runs.progress);
    if (status != FW_NO)
        return status;
    fw_diags_note(&cli->diags, FW_WARNING, "interrupted after %zu of %zu phases", r->n, all);
    return FW_INTERRUPTED;
}

/* A difference is a bug of the kernel or of the equations, and says where. */
static enum fw_status check_counts(struct fw_cli *cli, const struct fw_bench_report *r)
{
    char counted[FW_COUNT_LEN], analytic[FW_COUNT_LEN];
    enum fw_status status = FW_OK;
    for (size_t i = 0; i < r->n; i++)
        for (size_t op = 0; op <= FW_OP_COUNT; op++) {
            const struct fw_bench_line line = fw_bench_line(r, &r->results[i], op);
            if (line.counted == line.analytic)
                continue;
            fw_diags_note(&cli->diags, FW_ERROR,
                          "%s, %s: counted %s FLOP, analytic %s: a bug in flopwatt",
                          fw_bench_phase_name(cli, &r->results[i]), line.op,
                          fw_count_text(counted, line.counted, ','),
                          fw_count_text(analytic, line.analytic, ','));
            status = FW_NO;
        }
    return status;
}

static void show(struct fw_cli *cli, const struct fw_bench_report *r)
{
    if (cli->out.format == FW_FORMAT_JSON)
        fw_bench_json(cli, r);
    else if (cli->out.format == FW_FORMAT_CSV)
        fw_bench_csv(cli, r);
    else
        fw_bench_print(cli, r);
}

static double read_meter(void *ctx)
{
    return fw_meter_read(ctx);
}

static enum fw_status measure(struct fw_cli *cli, const struct fw_bench_plan *plan,
                              struct fw_bench_report *r)
{
    struct fw_kernel *k = NULL;
    enum fw_status status = prepare(cli, r, &k);
    fw_interrupt_begin();
    fw_meter_open(&r->meter, getenv("FLOPWATT_POWERCAP"));
    if (status == FW_OK && r->meter.available)
        fw_kernel_set_meter(k, read_meter, &r->meter);
    if (status == FW_OK)
        status = run_phases(cli, k, plan, r);
    fw_interrupt_end();
    fw_kernel_close(k);
    if (status != FW_OK && status != FW_INTERRUPTED)
        return status;
    const enum fw_status equal = check_counts(cli, r);
    show(cli, r);
    return equal != FW_OK ? equal : status;
}

enum fw_status fw_cmd_bench(struct fw_cli *cli)
{
    struct fw_answer *a = NULL;
    struct fw_bench_plan plan;
    size_t n = 0;
    if (cli->opts.val[FW_O_list].given)
        return fw_bench_list(cli);
    struct fw_bench_report *const r = FW_NEW(&cli->arena, 1, struct fw_bench_report);
    struct fw_kernel_config *const config = FW_NEW(&cli->arena, 1, struct fw_kernel_config);
    if (r == NULL || config == NULL)
        return fw_cli_no_memory(cli);
    /* The lengths are those of the plan: an answer at one token spares what is said of others. */
    cli->opts.val[FW_O_context] = (struct fw_option_value){.given = true,
                                                           .q = {.value = 1, .count = 1}};
    enum fw_status status = fw_cli_answers(cli, 0, 1, 1, false, &a, &n);
    if (status == FW_OK)
        status = make_plan(cli, &a->model, &plan);
    if (status == FW_OK)
        status = configure(cli, &a->model, &plan, config);
    if (status != FW_OK)
        return status;
    r->a = a;
    r->config = config;
    r->weights = cli->opts.val[FW_O_weights].text;
    r->idle_power_W = cli->opts.val[FW_O_idle_power].given
                          ? cli->opts.val[FW_O_idle_power].q.value
                          : (double)NAN;
    r->results = FW_NEW(&cli->arena, plan.num_tokens + plan.num_at, struct fw_bench_result);
    if (r->results == NULL)
        return fw_cli_no_memory(cli);
    fw_machine_read(&r->machine, NULL, NULL);
    r->machine.cores = fw_threads_cores();
    return measure(cli, &plan, r);
}
