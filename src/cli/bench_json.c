/* bench_json.c - "flopwatt.bench/1". */
#include "cli/bench.h"
#include "cli/present.h"

/* What a phase and an operation have in common. tokens_per_s is given for both: an operation's is
 * how many tokens it alone would pass. */
static void put_line(struct fw_json *j, const struct fw_bench_result *result,
                     const struct fw_bench_line *l)
{
    const struct fw_bench_phase *const p = &result->phase;
    const double tokens = (double)(p->batch * (p->decode ? 1 : p->tokens));
    fw_json_real(j, "time_s", l->time.median_s);
    fw_json_count(j, "runs", p->runs);
    fw_json_count(j, "counted_flop", l->counted);
    fw_json_count(j, "analytic_flop", l->analytic);
    fw_json_bool(j, "equal", l->equal);
    fw_json_real(j, "flop_per_s", l->flop_per_s);
    fw_json_real(j, "peak_share", l->peak_share);
    fw_json_count(j, "bytes", l->bytes);
    fw_json_real(j, "stream_share", l->stream_share);
    fw_json_real(j, "tokens_per_s", tokens / l->time.median_s); /* null without a time */
    fw_json_real(j, "time_lo_s", l->time.lo_s);
    fw_json_real(j, "time_hi_s", l->time.hi_s);
    fw_json_real(j, "bytes_per_s", l->bytes_per_s);
    fw_json_real(j, "flop_per_byte", l->flop_per_byte);
    fw_json_real(j, "energy_J", l->energy_J); /* null where it is unknown */
    fw_json_real(j, "energy_J_per_token", l->energy_J / tokens);
}

static void put_head(struct fw_json *j, const struct fw_bench_phase *p)
{
    fw_json_string(j, "phase", p->decode ? "decode" : "prefill");
    fw_json_count(j, "tokens", p->tokens);
    fw_json_count(j, "batch", p->batch);
}

static void put_phase(struct fw_json *j, const struct fw_bench_report *r,
                      const struct fw_bench_result *result)
{
    const struct fw_bench_line total = fw_bench_line(r, result, FW_OP_COUNT);
    fw_json_object(j, NULL);
    put_head(j, &result->phase);
    put_line(j, result, &total);
    fw_json_array(j, "ops");
    for (size_t op = 0; op < FW_OP_COUNT; op++) {
        if (!fw_bench_has(result, op))
            continue;
        const struct fw_bench_line line = fw_bench_line(r, result, op);
        fw_json_object(j, NULL);
        fw_json_string(j, "op", line.op);
        put_head(j, &result->phase);
        put_line(j, result, &line);
        fw_json_end(j);
    }
    fw_json_end(j);
    fw_json_end(j);
}

static void put_machine(struct fw_json *j, const struct fw_bench_report *r)
{
    fw_json_object(j, "machine");
    const struct fw_machine *const m = &r->machine;
    fw_json_string(j, "processor", m->processor[0] != '\0' ? m->processor : NULL);
    fw_json_string(j, "caches", m->caches[0] != '\0' ? m->caches : NULL);
    fw_json_count(j, "cores", m->cores);
    fw_json_count(j, "threads", r->config->threads);
    fw_json_end(j);
    fw_json_object(j, "peaks");
    fw_json_real(j, "matrix_flop_per_s", fw_bench_peak(r));
    fw_json_real(j, "stream_bytes_per_s", r->peaks.read_bytes_per_s);
    fw_json_real(j, "copy_bytes_per_s", r->peaks.copy_bytes_per_s);
    fw_json_array(j, "units");
    for (size_t i = 0; i < r->peaks.num_units; i++) {
        fw_json_object(j, NULL);
        fw_json_string(j, "unit", r->peaks.unit[i].name);
        fw_json_string(j, "dtype", fw_dtype_get(r->peaks.unit[i].dtype)->name);
        fw_json_real(j, "flop_per_s", r->peaks.unit[i].flop_per_s);
        fw_json_end(j);
    }
    fw_json_end(j);
    fw_json_end(j);
}

static void put_run(struct fw_json *j, const struct fw_bench_report *r)
{
    const struct fw_kernel_config *const c = r->config;
    fw_json_object(j, "run");
    fw_json_string(j, "variant", fw_kernel_variant_of(c));
    fw_json_count(j, "layers", c->layers);
    fw_json_string(j, "dtype", fw_dtype_get(c->dtype)->name);
    fw_json_string(j, "kv_dtype", fw_dtype_get(c->kv_dtype)->name);
    fw_json_string(j, "weights", r->weights);
    if (r->weights == NULL)
        fw_json_count(j, "seed", c->seed);
    else
        fw_json_null(j, "seed");
    fw_json_count(j, "memory_bytes", r->memory.total);
    fw_json_end(j);
}

void fw_bench_json(struct fw_cli *cli, const struct fw_bench_report *r)
{
    struct fw_json j;
    fw_present_json(cli, &j);
    put_machine(&j, r);
    fw_json_model(&j, r->a);
    put_run(&j, r);
    fw_json_array(&j, "phases");
    for (size_t i = 0; i < r->n; i++)
        put_phase(&j, r, &r->results[i]);
    fw_json_end(&j);
    fw_json_end(&j);
}
