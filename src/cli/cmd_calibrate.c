/* cmd_calibrate.c - timings of this machine or of a file, fitted and kept as a hardware file. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/outfile.h"
#include "calibrate/profile.h"
#include "cli/bench.h"
#include "cli/calibrate.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "report/version.h"

static const char name[] = "this-machine";

/* ---- where it goes --------------------------------------------------------------------------- */

/* -o is the profile; the answer itself goes to standard output. */
static enum fw_status choose_path(struct fw_cli *cli, struct fw_calibrated *c)
{
    static const char ending[] = ".yaml";
    const struct fw_option_value *const given = &cli->opts.val[FW_O_output];
    cli->out.path = "-";
    if (given->given) {
        c->profile = given->text;
    } else {
        const enum fw_status status = fw_profile_path(name, &cli->arena, &c->profile, &cli->err);
        if (status != FW_OK)
            return status;
    }
    if (strcmp(c->profile, "-") == 0)
        return fw_fail(&cli->err, FW_USAGE, "--output is the file of the profile: \"-\" is none");
    const size_t n = strlen(c->profile), k = strlen(ending);
    const size_t stem = n > k && strcmp(c->profile + n - k, ending) == 0 ? n - k : n;
    if (c->from_file)
        return FW_OK;
    c->store = fw_arena_printf(&cli->arena, "%.*s.timings.csv", (int)stem, c->profile);
    if (c->store == NULL)
        return fw_cli_no_memory(cli);
    const char *const slash = strrchr(c->store, '/');
    if (slash == NULL || slash == c->store)
        return FW_OK;
    const char *const folder =
        fw_arena_strndup(&cli->arena, c->store, (size_t)(slash - c->store));
    return folder != NULL ? fw_mkdirs(folder, &cli->err) : fw_cli_no_memory(cli);
}

/* ---- timings --------------------------------------------------------------------------------- */

struct run {
    struct fw_progress progress;
    struct fw_calibrated *c;
};

static bool step(void *ctx, size_t done, size_t all)
{
    struct run *const r = ctx;
    r->progress.total = all;
    r->c->energy_J += fw_meter_read(&r->c->meter);
    fw_progress_step(&r->progress, done);
    return !fw_interrupted();
}

/* A busy machine is said, and not hidden in wide intervals alone. */
static void warn_unsteady(struct fw_cli *cli, const struct fw_measured *m)
{
    static const double most = 0.1;
    if (m->unsteady > most || m->median_spread > most)
        fw_diags_note(&cli->diags, FW_WARNING,
                      "the machine was not steady: peaks before and after differ by %.0f %%, half "
                      "of the timings spread by more than %.0f %%; close other programs and repeat",
                      100 * m->unsteady, 100 * m->median_spread);
}

/* The best rates that were seen count as peaks where the measured ones are below: another
 * program was at work while they were taken. */
static double best_rate(const struct fw_timings *t, enum fw_dtype dtype)
{
    double best = NAN;
    for (size_t i = 0; i < t->count; i++)
        if (t->rows[i].kind == FW_KIND_PRODUCT && t->rows[i].dtype == dtype)
            best = fmax(best, t->rows[i].flop / t->rows[i].time_s);
    return best;
}

static void unknown_hardware(struct fw_hardware *h)
{
    *h = (struct fw_hardware){.name = "timings", .mem_bytes_min = NAN, .mem_bytes_max = NAN,
                              .mem_bw = NAN, .link_dir = NAN, .power = NAN};
    for (int i = 0; i < FW_DTYPE_COUNT; i++)
        h->peak[i] = NAN;
}

static enum fw_status measure(struct fw_cli *cli, struct fw_calibrated *c)
{
    const struct fw_option_value *const v = cli->opts.val;
    const struct fw_measure_options o = {
        .full = v[FW_O_full].given,
        .threads = v[FW_O_threads].given ? (unsigned)v[FW_O_threads].q.count : 0,
        .dtype_given = v[FW_O_dtype].given,
        .dtype = (enum fw_dtype)v[FW_O_dtype].choice,
        .store = c->store,
    };
    struct run run = {.c = c};
    if (o.threads > fw_bench_cores())
        return fw_fail(&cli->err, FW_USAGE, "%u threads asked for, the program may use %u cores",
                       o.threads, fw_bench_cores());
    if (o.dtype_given && o.dtype != FW_BF16 && o.dtype != FW_F32)
        return fw_fail(&cli->err, FW_USAGE, "the kernel runs bf16 and f32, not %s",
                       fw_dtype_get(o.dtype)->name);
    fw_progress_start(&run.progress, cli, "passes", 0);
    fw_interrupt_begin();
    fw_meter_open(&c->meter, getenv("FLOPWATT_POWERCAP"));
    const double start = fw_kernel_clock();
    const enum fw_status status =
        fw_measure_run(&o, &cli->arena, &c->measured, step, &run, &cli->err);
    const double time_s = fw_kernel_clock() - start;
    fw_interrupt_end();
    fw_progress_end(&run.progress);
    if (status == FW_NO) {
        fw_diags_note(&cli->diags, FW_WARNING, "interrupted; the same command goes on from %s",
                      c->store);
        return FW_INTERRUPTED;
    }
    if (status != FW_OK)
        return status;
    const struct fw_peaks *const p = &c->measured.peaks;
    const struct fw_timings *const t = &c->measured.timings;
    fw_machine_read(&c->machine, NULL, NULL);
    c->machine.cores = fw_bench_cores();
    unknown_hardware(&c->hardware);
    c->hardware.name = c->machine.processor[0] != '\0' ? c->machine.processor : name;
    c->hardware.peak[FW_F32] = fmax(p->f32_flop_per_s, best_rate(t, FW_F32));
    c->hardware.peak[FW_BF16] = fmax(p->bf16_flop_per_s, best_rate(t, FW_BF16));
    c->hardware.mem_bw = p->read_bytes_per_s;
    c->hardware.power = (c->energy_J + fw_meter_read(&c->meter)) / time_s; /* NaN = unknown */
    if (c->measured.resumed > 0)
        fw_diags_note(&cli->diags, FW_NOTE, "%zu models were timed before the interrupt",
                      c->measured.resumed);
    warn_unsteady(cli, &c->measured);
    return FW_OK;
}

static enum fw_status load_model(struct fw_cli *cli, struct fw_model **out)
{
    const struct fw_description *d = NULL;
    struct fw_case one;
    size_t n = 0;
    *out = NULL;
    enum fw_status status = fw_cli_descriptions(cli, 0, 0, 1, &d, &n);
    if (status != FW_OK || n == 0)
        return status;
    *out = FW_NEW(&cli->arena, 1, struct fw_model);
    if (*out == NULL)
        return fw_cli_no_memory(cli);
    status = fw_cli_case_of(cli, d, false, &one);
    return status == FW_OK
               ? fw_model_resolve(&one.description.arch, *out, &cli->arena, &cli->err)
               : status;
}

static enum fw_status read_timings(struct fw_cli *cli, struct fw_calibrated *c)
{
    const struct fw_option_value *const v = cli->opts.val;
    struct fw_timings *const t = &c->measured.timings;
    const struct fw_hardware *known = NULL;
    struct fw_model *model = NULL;
    enum fw_status status = load_model(cli, &model);
    if (status == FW_OK && v[FW_O_hardware].given)
        status = fw_cli_hardware(cli, v[FW_O_hardware].text, &known);
    if (status == FW_OK)
        status = fw_timings_load(v[FW_O_from].text, model, &cli->arena, &cli->diags, t, &cli->err);
    if (status != FW_OK)
        return status;
    unknown_hardware(&c->hardware);
    if (known != NULL) {
        c->hardware = *known;
        for (size_t i = 0; i < t->count && status == FW_OK; i++) {
            const struct fw_timings one = {t->source, 1, &t->rows[i]};
            const enum fw_dtype d = t->rows[i].dtype;
            const double peak = known->peak[d != FW_DTYPE_COUNT ? d : FW_BF16];
            status = fw_timings_check(&one, peak, &cli->err);
        }
        return status;
    }
    for (size_t i = 0; i < t->count; i++) {
        const enum fw_dtype d = t->rows[i].dtype != FW_DTYPE_COUNT ? t->rows[i].dtype : FW_BF16;
        if (t->rows[i].flop > 0)
            c->hardware.peak[d] =
                fmax(c->hardware.peak[d], t->rows[i].flop / t->rows[i].time_s);
    }
    c->hardware.note = "peaks are the highest rates among the timings";
    return FW_OK;
}

/* ---- fit and profile ------------------------------------------------------------------------- */

/* One peak stands for all curves, so it is given only where there is one type. */
static struct fw_fit_options fit_options(const struct fw_calibrated *c)
{
    const struct fw_timings *const t = &c->measured.timings;
    struct fw_fit_options o = fw_fit_options_default();
    o.stream_bytes_per_s = o.read_reference = c->hardware.mem_bw;
    for (size_t i = 1; i < t->count; i++)
        if (t->rows[i].dtype != t->rows[0].dtype)
            return o;
    if (t->count > 0 && t->rows[0].dtype != FW_DTYPE_COUNT && !c->from_file)
        o.peak_flop_per_s = c->hardware.peak[t->rows[0].dtype];
    return o;
}

static enum fw_status fit(struct fw_cli *cli, struct fw_calibrated *c)
{
    const struct fw_fit_options o = fit_options(c);
    const enum fw_status status =
        fw_fit_run(&c->measured.timings, &o, &c->fit, &cli->arena, &cli->diags, &cli->err);
    if (status != FW_OK)
        return status;
    c->calibration = fw_fit_calibration(&c->fit);
    c->calibration.version = fw_report_version();
    c->calibration.date = fw_profile_date(!c->from_file, &cli->arena);
    c->calibration.machine = c->hardware.name;
    c->calibration.source = c->from_file ? c->measured.timings.source : "the kernel of flopwatt";
    c->hardware.calibration = &c->calibration;
    return FW_OK;
}

enum fw_status fw_cmd_calibrate(struct fw_cli *cli)
{
    const struct fw_option_value *const v = cli->opts.val;
    struct fw_calibrated *const c = FW_NEW(&cli->arena, 1, struct fw_calibrated);
    if (c == NULL)
        return fw_cli_no_memory(cli);
    c->from_file = v[FW_O_from].given;
    if (v[FW_O_quick].given && v[FW_O_full].given)
        return fw_fail(&cli->err, FW_USAGE, "--quick and --full contradict each other");
    if (!c->from_file && (cli->opts.num_args > 0 || v[FW_O_hardware].given))
        return fw_fail(&cli->err, FW_USAGE, "MODEL and --hardware belong to timings of --from");
    enum fw_status status = choose_path(cli, c);
    if (status == FW_OK)
        status = c->from_file ? read_timings(cli, c) : measure(cli, c);
    if (status == FW_OK)
        status = fit(cli, c);
    if (status == FW_OK)
        status = fw_profile_write(&c->hardware, c->profile, cli->out.force || !v[FW_O_output].given,
                                  &cli->err);
    if (status == FW_OK)
        fw_calibrate_show(cli, c);
    return status;
}
