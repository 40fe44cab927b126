/* calibrate_show.c - parameters with their intervals, and the residuals they rest on. */
#include <math.h>

#include "cli/calibrate.h"
#include "cli/present.h"

#define LENGTH(a) (sizeof(a) / sizeof(a)[0])

static const struct fw_column parameter_columns[] = {
    {.key = "curve", .title = "curve"},
    {.key = "dtype", .title = "type"},
    {.key = "threads", .title = "thr.", .align = FW_RIGHT},
    {.key = "parameter", .title = "parameter"},
    {.key = "value", .title = "value", .align = FW_RIGHT, .dim = FW_DIM_NUMBER, .digits = 4},
    {.key = "lo", .title = "low", .align = FW_RIGHT, .dim = FW_DIM_NUMBER, .digits = 3},
    {.key = "hi", .title = "high", .align = FW_RIGHT, .dim = FW_DIM_NUMBER, .digits = 3},
    {.key = "state", .title = NULL},
};
static const struct fw_column residual_columns[] = {
    {.key = "op", .title = "operation"},
    {.key = "curve", .title = "curve"},
    {.key = "dtype", .title = "type"},
    {.key = "threads", .title = "threads", .align = FW_RIGHT},
    {.key = "rows", .title = "rows", .align = FW_RIGHT},
    {.key = "inside", .title = "inside", .align = FW_RIGHT},
    {.key = "median", .title = "median", .align = FW_RIGHT, .dim = FW_DIM_RATIO, .digits = 3},
    {.key = "p90", .title = "90 %", .align = FW_RIGHT, .dim = FW_DIM_RATIO, .digits = 3},
    {.key = "worst", .title = "worst", .align = FW_RIGHT, .dim = FW_DIM_RATIO, .digits = 3},
};

static const char *dtype_name(const struct fw_curve *c)
{
    return c->dtype != FW_DTYPE_COUNT ? fw_dtype_get(c->dtype)->name : "any";
}

static struct fw_cell threads_of(const struct fw_curve *c)
{
    return c->threads > 0 ? fw_cell_count(c->threads) : fw_cell_empty();
}

/* Digits for programs; for people with decimal prefixes, as rates have them. */
static struct fw_cell quantity(struct fw_cli *cli, double value, enum fw_dim dim, int digits,
                               bool raw)
{
    char buf[64];
    if (raw || isnan(value))
        return fw_cell_qty(value, dim, digits);
    return fw_cell_text(fw_arena_strdup(
        &cli->arena, fw_quantity_text(buf, sizeof buf, value, dim, digits, false)));
}

static void make_parameters(struct fw_cli *cli, const struct fw_calibrated *r,
                            struct fw_table *out)
{
    const bool all = cli->out.format == FW_FORMAT_JSON || cli->out.format == FW_FORMAT_CSV;
    fw_table_init(out, &cli->arena, NULL, parameter_columns, LENGTH(parameter_columns));
    for (size_t i = 0; i < r->fit.num_curves; i++) {
        const struct fw_curve *const curve = &r->fit.curves[i];
        for (int p = 0; p < FW_CAL_COUNT; p++) {
            const enum fw_cal_state state = curve->state[p];
            if (!all && state != FW_CAL_FITTED && state != FW_CAL_GIVEN)
                continue;
            const struct fw_qty q = fw_curve_parameter(curve, (enum fw_cal)p);
            const enum fw_dim dim = fw_cal_table[p].dim;
            struct fw_cell *c = fw_table_row(out);
            *c++ = fw_cell_text(curve->name);
            *c++ = fw_cell_text(dtype_name(curve));
            *c++ = threads_of(curve);
            *c++ = fw_cell_text(all || state != FW_CAL_GIVEN
                                    ? fw_cal_table[p].id
                                    : fw_arena_printf(&cli->arena, "%s (given)",
                                                      fw_cal_table[p].id));
            *c++ = quantity(cli, q.val, dim, 4, all);
            *c++ = quantity(cli, q.lo, dim, 3, all);
            *c++ = quantity(cli, q.hi, dim, 3, all);
            *c++ = fw_cell_text(fw_cal_state_names[state]);
        }
    }
    out->note = "90 % intervals. Given: from the measured peaks, since the rows do not determine "
                "it. Parameters without effect are left out here; the profile says why each of "
                "them is.";
}

static void make_residuals(struct fw_cli *cli, const struct fw_calibrated *r, struct fw_table *out)
{
    fw_table_init(out, &cli->arena, NULL, residual_columns, LENGTH(residual_columns));
    for (size_t i = 0; i < r->fit.num_groups; i++) {
        const struct fw_fit_group *const g = &r->fit.groups[i];
        struct fw_cell *c = fw_table_row(out);
        *c++ = fw_cell_text(g->op);
        *c++ = fw_cell_text(r->fit.curves[g->curve].name);
        *c++ = fw_cell_text(dtype_name(&r->fit.curves[g->curve]));
        *c++ = threads_of(&r->fit.curves[g->curve]);
        *c++ = fw_cell_count(g->rows);
        *c++ = fw_cell_count(g->inside);
        *c++ = fw_cell_real(g->median);
        *c++ = fw_cell_real(g->p90);
        *c++ = fw_cell_real(g->worst);
    }
    out->note = "Residual = measured / curve - 1, without its sign. Inside: rows within their own "
                "90 % interval.";
}

static void put_fact(struct fw_table *t, const char *what, struct fw_cell value)
{
    struct fw_cell *const c = fw_table_row(t);
    c[0] = fw_cell_text(what);
    c[1] = value;
}

static void put_rate(struct fw_cli *cli, const char *what, unsigned threads, double value,
                     enum fw_dim dim, struct fw_table *out)
{
    put_fact(out,
             fw_arena_printf(&cli->arena, "%s, %u thread%s", what, threads,
                             threads == 1 ? "" : "s"),
             quantity(cli, value, dim, 4, false));
}

static void put_peaks(struct fw_cli *cli, const struct fw_peaks *p, struct fw_table *out)
{
    if (p->threads == 0)
        return;
    for (size_t i = 0; i < p->num_units; i++)
        put_rate(cli, p->unit[i].name, p->threads, p->unit[i].flop_per_s, FW_DIM_FLOP_RATE, out);
    put_rate(cli, "memory, read", p->threads, p->read_bytes_per_s, FW_DIM_BYTE_RATE, out);
    put_rate(cli, "memory, copy", p->threads, p->copy_bytes_per_s, FW_DIM_BYTE_RATE, out);
}

static void json_peaks(struct fw_json *j, const struct fw_peaks *p)
{
    if (p->threads == 0)
        return;
    fw_json_object(j, NULL);
    fw_json_count(j, "threads", p->threads);
    fw_json_object(j, "flop_per_s");
    for (size_t i = 0; i < p->num_units; i++)
        fw_json_real(j, p->unit[i].name, p->unit[i].flop_per_s);
    fw_json_end(j);
    fw_json_real(j, "read_bytes_per_s", p->read_bytes_per_s);
    fw_json_real(j, "copy_bytes_per_s", p->copy_bytes_per_s);
    fw_json_end(j);
}

static void make_facts(struct fw_cli *cli, const struct fw_calibrated *r, struct fw_table *out)
{
    static const struct fw_column columns[] = {{.title = "calibration"}, {.title = ""}};
    const struct fw_hardware *const h = &r->hardware;
    fw_table_init(out, &cli->arena, NULL, columns, LENGTH(columns));
    put_fact(out, "machine", fw_cell_text(h->name));
    if (!r->from_file) {
        put_fact(out, "cores", fw_cell_count(r->machine.cores));
        put_fact(out, "caches",
                 fw_cell_text(r->machine.caches[0] != '\0' ? r->machine.caches : "unknown"));
        put_peaks(cli, &r->measured.one, out);
        put_peaks(cli, &r->measured.peaks, out);
    }
    for (int i = 0; i < FW_DTYPE_COUNT && r->from_file; i++)
        if (!isnan(h->peak[i]))
            put_fact(out,
                     fw_arena_printf(&cli->arena, "peak, %s", fw_dtype_get((enum fw_dtype)i)->name),
                     quantity(cli, h->peak[i], FW_DIM_FLOP_RATE, 4, false));
    if (r->from_file)
        put_fact(out, "memory bandwidth", quantity(cli, h->mem_bw, FW_DIM_BYTE_RATE, 4, false));
    put_fact(out, "timings", fw_cell_count(r->fit.num_rows));
    if (!r->from_file) {
        put_fact(out, "median spread", fw_cell_qty(r->measured.median_spread, FW_DIM_RATIO, 3));
        put_fact(out, "peak before and after differ by",
                 fw_cell_qty(r->measured.unsteady, FW_DIM_RATIO, 3));
        put_fact(out, "power of the packages",
                 r->meter.available
                     ? quantity(cli, h->power, FW_DIM_POWER, 3, false)
                     : fw_cell_text(fw_arena_printf(&cli->arena, "unknown: %s", r->meter.why)));
    }
    if (r->store != NULL)
        put_fact(out, "timings are in", fw_cell_text(r->store));
    put_fact(out, "profile", fw_cell_text(r->profile));
}

static void show_json(struct fw_cli *cli, const struct fw_calibrated *r,
                      const struct fw_table *parameters, const struct fw_table *residuals)
{
    struct fw_json j;
    fw_present_json(cli, &j);
    fw_json_string(&j, "machine", r->hardware.name);
    fw_json_string(&j, "profile", r->profile);
    fw_json_string(&j, "store", r->store);
    fw_json_string(&j, "caches", r->machine.caches[0] != '\0' ? r->machine.caches : NULL);
    fw_json_array(&j, "peaks");
    json_peaks(&j, &r->measured.one);
    json_peaks(&j, &r->measured.peaks);
    fw_json_end(&j);
    fw_json_object(&j, "peak_flop_per_s");
    for (int i = 0; i < FW_DTYPE_COUNT; i++)
        if (!isnan(r->hardware.peak[i]))
            fw_json_real(&j, fw_dtype_get((enum fw_dtype)i)->name, r->hardware.peak[i]);
    fw_json_end(&j);
    fw_json_real(&j, "bytes_per_s", r->hardware.mem_bw);
    fw_json_real(&j, "power_W", r->hardware.power);
    fw_json_count(&j, "timings", r->fit.num_rows);
    fw_json_real(&j, "median_spread", r->from_file ? (double)NAN : r->measured.median_spread);
    fw_json_real(&j, "unsteady", r->from_file ? (double)NAN : r->measured.unsteady);
    fw_table_json(parameters, &j, "parameters");
    fw_table_json(residuals, &j, "residuals");
    fw_json_end(&j);
}

void fw_calibrate_show(struct fw_cli *cli, const struct fw_calibrated *r)
{
    struct fw_table facts, parameters, residuals;
    make_parameters(cli, r, &parameters);
    make_residuals(cli, r, &residuals);
    if (cli->out.format == FW_FORMAT_JSON) {
        show_json(cli, r, &parameters, &residuals);
        return;
    }
    if (cli->out.format == FW_FORMAT_CSV) {
        fw_output_table(&cli->out, &residuals);
        return;
    }
    make_facts(cli, r, &facts);
    fw_output_table(&cli->out, &facts);
    fw_output_table(&cli->out, &parameters);
    fw_output_table(&cli->out, &residuals);
}
