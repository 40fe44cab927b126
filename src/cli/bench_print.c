/* bench_print.c - a bench as tables, and the list of variants. */
#include <math.h>

#include "cli/bench.h"
#include "cli/present.h"

double fw_bench_peak(const struct fw_bench_report *r)
{
    return r->config->dtype == FW_F32 ? r->peaks.f32_flop_per_s : r->peaks.bf16_flop_per_s;
}

bool fw_bench_has(const struct fw_bench_result *result, size_t op)
{
    return result->phase.counts.op[op].calls > 0;
}

const char *fw_bench_phase_name(struct fw_cli *cli, const struct fw_bench_result *result)
{
    const struct fw_bench_phase *const p = &result->phase;
    char tokens[FW_COUNT_LEN];
    const char *const s = p->tokens == 1 ? "" : "s";
    const char *const text =
        fw_arena_printf(&cli->arena, "%s %s token%s", p->decode ? "decode after" : "prefill of",
                        fw_count_text(tokens, p->tokens, ','), s);
    cli->out.text.failed |= text == NULL;
    return text != NULL ? text : "";
}

static double ratio(double a, double b)
{
    return b > 0 ? a / b : (double)NAN;
}

static void add_counters(struct fw_bench_line *l, const struct fw_kernel_counter *n)
{
    l->bytes_weights += n->bytes_weights;
    l->bytes_kv += n->bytes_kv;
    l->bytes_act += n->bytes_act;
}

struct fw_bench_line fw_bench_line(const struct fw_bench_report *r,
                                   const struct fw_bench_result *result, size_t op)
{
    const struct fw_bench_phase *const p = &result->phase;
    const struct fw_kernel_comparison *const c = &result->compared;
    const bool total = op == FW_OP_COUNT;
    struct fw_bench_line l = {
        .op = total ? "total" : fw_kernel_op_table[op].id,
        .time = total ? p->time : p->op_time[op],
        .counted = total ? c->counted_total : c->counted[op],
        .analytic = total ? c->analytic_total : c->analytic[op],
        .equal = total ? c->all_equal : c->equal[op],
    };
    for (size_t i = 0; i < FW_OP_COUNT; i++)
        if (total || i == op)
            add_counters(&l, &p->counts.op[i]);
    l.bytes = l.bytes_weights + l.bytes_kv + l.bytes_act;
    const double flop = fw_count_double(l.counted), bytes = fw_count_double(l.bytes);
    l.spread = ratio(l.time.hi_s - l.time.lo_s, l.time.median_s);
    l.of_phase = ratio(l.time.median_s, p->time.median_s);
    l.flop_per_s = flop > 0 ? ratio(flop, l.time.median_s) : (double)NAN;
    l.peak_share = ratio(l.flop_per_s, fw_bench_peak(r));
    l.bytes_per_s = bytes > 0 ? ratio(bytes, l.time.median_s) : (double)NAN;
    l.stream_share = ratio(l.bytes_per_s, r->peaks.read_bytes_per_s);
    l.flop_per_byte = flop > 0 ? ratio(flop, bytes) : (double)NAN;
    l.energy_J = fw_energy_above_idle(total ? p->energy_J : p->counts.op[op].energy_J,
                                      r->idle_power_W, l.time.median_s);
    return l;
}

/* ---- for people ------------------------------------------------------------------------------ */

/* Nothing, where a rate has no meaning. */
static struct fw_cell rate(double value)
{
    return isnan(value) ? fw_cell_empty() : fw_cell_real(value);
}

static void put_fact(struct fw_table *t, const char *what, const char *value)
{
    struct fw_cell *const c = fw_table_row(t);
    c[0] = fw_cell_text(what);
    c[1] = fw_cell_text(value != NULL ? value : "");
    t->failed |= value == NULL;
}

static const char *quantity(struct fw_cli *cli, double value, enum fw_dim dim, int digits)
{
    char buf[64];
    return fw_arena_strdup(&cli->arena,
                           fw_quantity_text(buf, sizeof buf, value, dim, digits, false));
}

static void put_peaks(struct fw_cli *cli, const struct fw_bench_report *r, struct fw_table *t)
{
    for (size_t i = 0; i < r->peaks.num_units; i++)
        put_fact(t, fw_arena_printf(&cli->arena, "peak of %s", r->peaks.unit[i].name),
                 quantity(cli, r->peaks.unit[i].flop_per_s, FW_DIM_FLOP_RATE, 4));
    put_fact(t, "memory, read", quantity(cli, r->peaks.read_bytes_per_s, FW_DIM_BYTE_RATE, 4));
    put_fact(t, "memory, copy", quantity(cli, r->peaks.copy_bytes_per_s, FW_DIM_BYTE_RATE, 4));
}

static void show_run(struct fw_cli *cli, const struct fw_bench_report *r)
{
    static const struct fw_column columns[] = {{.title = "run"}, {.title = ""}};
    const struct fw_kernel_config *const c = r->config;
    const struct fw_description *const d = r->a->description;
    struct fw_arena *const arena = &cli->arena;
    const char *const dtype = fw_dtype_get(c->dtype)->name;
    struct fw_table t;
    fw_table_init(&t, arena, NULL, columns, 2);
    put_fact(&t, "model", d->name != NULL ? d->name : d->id);
    put_fact(&t, "layers", fw_arena_printf(arena, "%llu of %llu", (unsigned long long)c->layers,
                                           (unsigned long long)c->model_layers));
    put_fact(&t, "weights",
             r->weights != NULL
                 ? fw_arena_printf(arena, "%s, from %s", dtype, r->weights)
                 : fw_arena_printf(arena, "%s, pseudo-random (seed %llu)", dtype,
                                   (unsigned long long)c->seed));
    put_fact(&t, "KV cache", fw_dtype_get(c->kv_dtype)->name);
    put_fact(&t, "sequences", fw_arena_printf(arena, "%llu", (unsigned long long)c->batch));
    put_fact(&t, "memory", quantity(cli, fw_count_double(r->memory.total), FW_DIM_BYTES, 3));
    put_fact(&t, "variant", fw_kernel_variant_of(c));
    put_fact(&t, "threads", fw_arena_printf(arena, "%u on %u core%s", c->threads, r->machine.cores,
                                            r->machine.cores == 1 ? "" : "s"));
    put_fact(&t, "processor",
             r->machine.processor[0] != '\0' ? r->machine.processor : "unknown");
    put_fact(&t, "caches", r->machine.caches[0] != '\0' ? r->machine.caches : "unknown");
    put_peaks(cli, r, &t);
    put_fact(&t, "energy", r->meter.available ? "of the processor packages (powercap)"
                                              : fw_arena_printf(arena, "unknown: %s",
                                                                r->meter.why));
    fw_output_table(&cli->out, &t);
}

/* Time and rates of each operation. */
static void show_times(struct fw_cli *cli, const struct fw_bench_report *r,
                       const struct fw_bench_result *result)
{
    static const struct fw_column columns[] = {
        {.title = "operation"},
        {.title = "time", .align = FW_RIGHT, .dim = FW_DIM_TIME, .digits = 3},
        {.title = "spread", .align = FW_RIGHT, .dim = FW_DIM_RATIO, .digits = 2},
        {.title = "part", .align = FW_RIGHT, .dim = FW_DIM_RATIO, .digits = 3},
        {.title = "GFLOP/s", .align = FW_RIGHT, .dim = FW_DIM_NUMBER, .digits = 3},
        {.title = "of peak", .align = FW_RIGHT, .dim = FW_DIM_RATIO, .digits = 3},
        {.title = "GB/s", .align = FW_RIGHT, .dim = FW_DIM_NUMBER, .digits = 3},
        {.title = "of stream", .align = FW_RIGHT, .dim = FW_DIM_RATIO, .digits = 3},
        {.title = "energy", .align = FW_RIGHT, .dim = FW_DIM_ENERGY, .digits = 3},
    };
    enum { ALL = sizeof columns / sizeof columns[0] };
    const size_t shown = r->meter.available ? ALL : ALL - 1; /* without a meter no column of it */
    const struct fw_bench_phase *const p = &result->phase;
    struct fw_table t;
    fw_table_init(&t, &cli->arena,
                  fw_arena_printf(&cli->arena, "%s: median of %u run%s, %s tokens/s",
                                  fw_bench_phase_name(cli, result), p->runs,
                                  p->runs == 1 ? "" : "s",
                                  quantity(cli, p->tokens_per_s, FW_DIM_NUMBER, 4)),
                  columns, shown);
    for (size_t op = 0; op <= FW_OP_COUNT; op++) {
        if (op < FW_OP_COUNT && !fw_bench_has(result, op))
            continue;
        const struct fw_bench_line l = fw_bench_line(r, result, op);
        const struct fw_cell cells[ALL] = {
            fw_cell_text(l.op), fw_cell_real(l.time.median_s), rate(l.spread), rate(l.of_phase),
            rate(l.flop_per_s / 1e9), rate(l.peak_share), rate(l.bytes_per_s / 1e9),
            rate(l.stream_share), rate(l.energy_J),
        };
        struct fw_cell *const row = fw_table_row(&t);
        for (size_t i = 0; i < shown; i++)
            row[i] = op < FW_OP_COUNT ? cells[i] : fw_cell_strong(cells[i]);
    }
    fw_output_table(&cli->out, &t);
}

/* The counts of each product beside those of the equations. */
static void show_counts(struct fw_cli *cli, const struct fw_bench_report *r,
                        const struct fw_bench_result *result)
{
    static const struct fw_column columns[] = {
        {.title = "product"},
        {.title = "counted FLOP", .align = FW_RIGHT},
        {.title = "analytic FLOP", .align = FW_RIGHT},
        {.title = "equal"},
        {.title = "bytes", .align = FW_RIGHT},
        {.title = "FLOP/B", .align = FW_RIGHT, .dim = FW_DIM_NUMBER, .digits = 3},
    };
    enum { COLUMNS = sizeof columns / sizeof columns[0] };
    struct fw_table t;
    fw_table_init(&t, &cli->arena, NULL, columns, COLUMNS);
    for (size_t op = 0; op <= FW_OP_COUNT; op++) {
        const struct fw_bench_line l = fw_bench_line(r, result, op);
        if (l.counted == 0 && l.analytic == 0)
            continue;
        const struct fw_cell cells[COLUMNS] = {
            fw_cell_text(l.op), fw_cell_count(l.counted), fw_cell_count(l.analytic),
            fw_cell_bool(l.equal), fw_cell_count(l.bytes), rate(l.flop_per_byte),
        };
        struct fw_cell *const row = fw_table_row(&t);
        for (size_t i = 0; i < COLUMNS; i++)
            row[i] = op < FW_OP_COUNT ? cells[i] : fw_cell_strong(cells[i]);
    }
    fw_output_table(&cli->out, &t);
}

static void show_summary(struct fw_cli *cli, const struct fw_bench_report *r)
{
    static const struct fw_column columns[] = {
        {.title = "phase"},
        {.title = "tokens", .align = FW_RIGHT},
        {.title = "time", .align = FW_RIGHT, .dim = FW_DIM_TIME, .digits = 3},
        {.title = "spread", .align = FW_RIGHT, .dim = FW_DIM_RATIO, .digits = 2},
        {.title = "tokens/s", .align = FW_RIGHT, .dim = FW_DIM_NUMBER, .digits = 4},
        {.title = "of peak", .align = FW_RIGHT, .dim = FW_DIM_RATIO, .digits = 3},
        {.title = "of stream", .align = FW_RIGHT, .dim = FW_DIM_RATIO, .digits = 3},
        {.title = "counts"},
        {.title = "J/token", .align = FW_RIGHT, .dim = FW_DIM_NUMBER, .digits = 3},
    };
    enum { ALL = sizeof columns / sizeof columns[0] };
    struct fw_table t;
    fw_table_init(&t, &cli->arena, NULL, columns, r->meter.available ? ALL : ALL - 1);
    for (size_t i = 0; i < r->n; i++) {
        const struct fw_bench_phase *const p = &r->results[i].phase;
        const struct fw_bench_line l = fw_bench_line(r, &r->results[i], FW_OP_COUNT);
        struct fw_cell *const c = fw_table_row(&t);
        c[0] = fw_cell_text(p->decode ? "decode" : "prefill");
        c[1] = fw_cell_count(p->tokens);
        c[2] = fw_cell_real(l.time.median_s);
        c[3] = rate(l.spread);
        c[4] = fw_cell_real(p->tokens_per_s);
        c[5] = rate(l.peak_share);
        c[6] = rate(l.stream_share);
        c[7] = fw_cell_text(l.equal ? "equal" : "DIFFERENT");
        if (r->meter.available)
            c[8] = rate(l.energy_J / (p->tokens_per_s * l.time.median_s));
    }
    t.note = "Tokens: of the prompt, or in the cache before the decoded one. Times are medians; "
             "spread is the distance of the quartiles over the median, part the share of the "
             "phase's time. Peak and stream were "
             "measured in the same run, on random data. Bytes are what the passes read and write "
             "of weights, KV cache and activations; what a cache holds may come faster than the "
             "stream, and any share is too high if the machine was busier while the peaks were "
             "measured. Analytic FLOP: causal pairs, LM head on the last row; 1 multiply-add = 2.";
    fw_output_table(&cli->out, &t);
}

void fw_bench_print(struct fw_cli *cli, const struct fw_bench_report *r)
{
    show_run(cli, r);
    for (size_t i = 0; i < r->n; i++) {
        show_times(cli, r, &r->results[i]);
        show_counts(cli, r, &r->results[i]);
    }
    if (r->n > 0)
        show_summary(cli, r);
}

/* ---- for programs ---------------------------------------------------------------------------- */

static const struct fw_column csv_columns[] = {
    {.key = "model"},         {.key = "layers"},        {.key = "variant"},
    {.key = "dtype"},         {.key = "threads"},       {.key = "phase"},
    {.key = "tokens"},        {.key = "batch"},         {.key = "op"},
    {.key = "time_s"},        {.key = "time_lo_s"},     {.key = "time_hi_s"},
    {.key = "runs"},          {.key = "counted_flop"},  {.key = "analytic_flop"},
    {.key = "equal"},         {.key = "flop_per_s"},    {.key = "peak_share"},
    {.key = "bytes_weights"}, {.key = "bytes_kv"},      {.key = "bytes_activations"},
    {.key = "bytes"},         {.key = "bytes_per_s"},   {.key = "stream_share"},
    {.key = "flop_per_byte"}, {.key = "tokens_per_s"},  {.key = "energy_J"},
};
enum { CSV_COLUMNS = sizeof csv_columns / sizeof csv_columns[0] };

static void put_csv(const struct fw_bench_report *r, const struct fw_bench_result *result,
                    size_t op, struct fw_table *t)
{
    const struct fw_bench_line l = fw_bench_line(r, result, op);
    const struct fw_bench_phase *const p = &result->phase;
    const double tokens = (double)(p->batch * (p->decode ? 1 : p->tokens));
    const struct fw_cell cells[CSV_COLUMNS] = {
        fw_cell_text(r->a->description->id),
        fw_cell_count(r->config->layers),
        fw_cell_text(fw_kernel_variant_of(r->config)),
        fw_cell_text(fw_dtype_get(r->config->dtype)->name),
        fw_cell_count(r->config->threads),
        fw_cell_text(p->decode ? "decode" : "prefill"),
        fw_cell_count(p->tokens),
        fw_cell_count(p->batch),
        fw_cell_text(l.op),
        fw_cell_real(l.time.median_s),
        fw_cell_real(l.time.lo_s),
        fw_cell_real(l.time.hi_s),
        fw_cell_count(p->runs),
        fw_cell_count(l.counted),
        fw_cell_count(l.analytic),
        fw_cell_bool(l.equal),
        rate(l.flop_per_s),
        rate(l.peak_share),
        fw_cell_count(l.bytes_weights),
        fw_cell_count(l.bytes_kv),
        fw_cell_count(l.bytes_act),
        fw_cell_count(l.bytes),
        rate(l.bytes_per_s),
        rate(l.stream_share),
        rate(l.flop_per_byte),
        rate(ratio(tokens, l.time.median_s)),
        rate(l.energy_J),
    };
    struct fw_cell *const row = fw_table_row(t);
    for (size_t i = 0; i < CSV_COLUMNS; i++)
        row[i] = cells[i];
}

void fw_bench_csv(struct fw_cli *cli, const struct fw_bench_report *r)
{
    struct fw_table t;
    fw_table_init(&t, &cli->arena, NULL, csv_columns, CSV_COLUMNS);
    for (size_t i = 0; i < r->n; i++)
        for (size_t op = 0; op <= FW_OP_COUNT; op++)
            if (op == FW_OP_COUNT || fw_bench_has(&r->results[i], op))
                put_csv(r, &r->results[i], op, &t);
    fw_output_table(&cli->out, &t);
}

enum fw_status fw_bench_list(struct fw_cli *cli)
{
    static const struct fw_column columns[] = {
        {.key = "variant", .title = "variant"},
        {.key = "weights", .title = "weights"},
        {.key = "available", .title = "runs here"},
        {.key = "meaning", .title = "meaning"},
    };
    struct fw_table t;
    if (cli->opts.num_args > 0 || cli->opts.num_repeated > 0)
        return fw_fail(&cli->err, FW_USAGE, "--list takes no model");
    fw_table_init(&t, &cli->arena, NULL, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < fw_kernel_variant_count(); i++) {
        const enum fw_dtype dtype = fw_kernel_variant_dtype(i);
        struct fw_cell *const c = fw_table_row(&t);
        c[0] = fw_cell_text(fw_kernel_variant_name(i));
        c[1] = fw_cell_text(dtype == FW_DTYPE_COUNT ? "f32, bf16" : fw_dtype_get(dtype)->name);
        c[2] = fw_cell_bool(fw_kernel_variant_available(i));
        c[3] = fw_cell_text(fw_kernel_variant_text(i));
    }
    t.note = "Without --variant the last of these that runs here and takes the weights' type.";
    return fw_present_table(cli, "variants", &t);
}
