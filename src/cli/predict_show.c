/* predict_show.c - a prediction as tables, CSV or "flopwatt.predict/1". */
#include <math.h>

#include "cli/predict.h"
#include "cli/present.h"

#define LENGTH(a) (sizeof(a) / sizeof(a)[0])

static const struct fw_column op_columns[] = {
    {.key = "phase", .title = NULL},
    {.key = "op", .title = "operation"},
    {.key = "time_s", .title = "time", .align = FW_RIGHT, .dim = FW_DIM_TIME, .digits = 3},
    {.key = "lo_s", .title = "low", .align = FW_RIGHT, .dim = FW_DIM_TIME, .digits = 3},
    {.key = "hi_s", .title = "high", .align = FW_RIGHT, .dim = FW_DIM_TIME, .digits = 3},
    {.key = "share", .title = "part", .align = FW_RIGHT, .dim = FW_DIM_RATIO, .digits = 3},
    {.key = "flop", .title = NULL, .dim = FW_DIM_NUMBER},
    {.key = "bytes", .title = NULL, .dim = FW_DIM_NUMBER},
    {.key = "runs", .title = NULL, .dim = FW_DIM_NUMBER},
    {.key = "mfu", .title = "MFU", .align = FW_RIGHT, .dim = FW_DIM_RATIO, .digits = 3},
    {.key = "bandwidth", .title = "memory", .align = FW_RIGHT, .dim = FW_DIM_RATIO,
     .digits = 3},
    {.key = "curve", .title = "from"},
    {.key = "extrapolated", .title = NULL},
};

static double share(double amount, double peak, double time)
{
    return amount > 0 ? amount / (peak * time) : (double)NAN;
}

static struct fw_cell known(double value)
{
    return isnan(value) ? fw_cell_empty() : fw_cell_real(value);
}

/* Parts below a thousandth are of no interest to people. */
static struct fw_cell part_of(struct fw_cli *cli, double part, bool people)
{
    return people ? fw_cell_text(fw_arena_printf(&cli->arena, "%.1f %%", 100 * part))
                  : fw_cell_real(part);
}

static void put_ops(struct fw_cli *cli, const struct fw_predict_case *c,
                    const struct fw_predict_phase *p, const char *phase, struct fw_table *out)
{
    const bool people = cli->out.format != FW_FORMAT_JSON && cli->out.format != FW_FORMAT_CSV;
    for (size_t i = 0; i < p->num_ops; i++) {
        const struct fw_predict_op *const op = &p->ops[i];
        const char *const from = op->curve == NULL ? "range" : op->curve;
        const double t = op->time_s.val;
        struct fw_cell *cell = fw_table_row(out);
        *cell++ = fw_cell_text(phase);
        *cell++ = fw_cell_text(op->op);
        *cell++ = fw_cell_real(t);
        *cell++ = fw_cell_real(op->time_s.lo);
        *cell++ = fw_cell_real(op->time_s.hi);
        *cell++ = part_of(cli, t / p->time_s.val, people);
        *cell++ = fw_cell_real(op->flop);
        *cell++ = fw_cell_real(op->bytes);
        *cell++ = fw_cell_real(op->runs);
        *cell++ = known(share(op->flop, c->answer.peak_flop_per_s, t));
        *cell++ = known(share(op->bytes, c->answer.bytes_per_s, t));
        *cell++ = fw_cell_text(people && op->extrapolated ? "extrapolated" : from);
        *cell++ = fw_cell_bool(op->extrapolated);
    }
}

/* ---- for people ------------------------------------------------------------------------------ */

static void put_qty(struct fw_table *t, const char *what, struct fw_qty q, enum fw_dim dim)
{
    struct fw_cell *const c = fw_table_row(t);
    c[0] = fw_cell_text(what);
    if (isnan(q.val)) {
        c[1] = fw_cell_unknown();
        return;
    }
    c[1] = fw_cell_qty(q.val, dim, 4);
    c[2] = fw_cell_qty(q.lo, dim, 3);
    c[3] = fw_cell_qty(q.hi, dim, 3);
}

static const char *note_of(struct fw_cli *cli, const struct fw_predict_case *c)
{
    const struct fw_hardware *const h = c->request.hardware;
    const char *const name = h->name != NULL ? h->name : h->id;
    if (h->calibration == NULL)
        return fw_arena_printf(&cli->arena,
                               "%s has no profile: a range, not a value. Of the larger of "
                               "arithmetic and memory bound, from %s; %s.",
                               name, c->prior.flop.text, c->prior.bandwidth.text);
    return fw_arena_printf(&cli->arena, "%s, calibrated%s%s. 90 %% intervals; one device; causal "
                                        "attention, LM head on the last row. Energy: time x power "
                                        "of the device, at most.",
                           name, h->calibration->date != NULL ? " " : "",
                           h->calibration->date != NULL ? h->calibration->date : "");
}

static void show_people(struct fw_cli *cli, const struct fw_predict_case *c)
{
    static const struct fw_column columns[] = {
        {.title = "prediction"},
        {.title = "value", .align = FW_RIGHT},
        {.title = "low", .align = FW_RIGHT},
        {.title = "high", .align = FW_RIGHT},
    };
    const struct {
        const char *name;
        const struct fw_predict_phase *p;
    } phases[] = {{"prefill", &c->answer.prefill}, {"decode", &c->answer.decode}};
    struct fw_table t;
    fw_table_init(&t, &cli->arena, NULL, columns, LENGTH(columns));
    for (size_t i = 0; i < LENGTH(phases); i++) {
        const struct fw_predict_phase *const p = phases[i].p;
        put_qty(&t, i == 0 ? "time to first token" : "time per output token", p->time_s,
                FW_DIM_TIME);
        put_qty(&t, i == 0 ? "  prompt tokens/s" : "  output tokens/s", p->tokens_per_s,
                FW_DIM_NUMBER);
        put_qty(&t, "  MFU", p->mfu, FW_DIM_RATIO);
        put_qty(&t, "  share of memory bandwidth", p->bandwidth, FW_DIM_RATIO);
        put_qty(&t, "  energy, at most", p->energy_J, FW_DIM_ENERGY);
    }
    t.note = note_of(cli, c);
    t.failed |= t.note == NULL;
    fw_output_table(&cli->out, &t);
    for (size_t i = 0; i < LENGTH(phases); i++) {
        struct fw_table ops;
        fw_table_init(&ops, &cli->arena, phases[i].name, op_columns, LENGTH(op_columns));
        put_ops(cli, c, phases[i].p, phases[i].name, &ops);
        fw_output_table(&cli->out, &ops);
    }
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void json_qty(struct fw_json *j, const char *key, struct fw_qty q)
{
    fw_json_object(j, key);
    fw_json_real(j, "value", q.val);
    fw_json_real(j, "lo", q.lo);
    fw_json_real(j, "hi", q.hi);
    fw_json_end(j);
}

static void json_phase(struct fw_cli *cli, struct fw_json *j, const struct fw_predict_case *c,
                       const char *name, const struct fw_predict_phase *p)
{
    struct fw_table ops;
    fw_table_init(&ops, &cli->arena, NULL, op_columns, LENGTH(op_columns));
    put_ops(cli, c, p, name, &ops);
    fw_json_object(j, name);
    json_qty(j, "time_s", p->time_s);
    json_qty(j, "tokens_per_s", p->tokens_per_s);
    json_qty(j, "mfu", p->mfu);
    json_qty(j, "bandwidth_share", p->bandwidth);
    json_qty(j, "energy_J", p->energy_J);
    fw_json_real(j, "flop", p->flop);
    fw_json_real(j, "bytes", p->bytes);
    fw_json_real(j, "from_range", p->from_prior);
    fw_table_json(&ops, j, "ops");
    fw_json_end(j);
}

static void json_range(struct fw_json *j, const char *key, const struct fw_range *r)
{
    fw_json_object(j, key);
    fw_json_real(j, "value", r->share.val);
    fw_json_real(j, "lo", r->share.lo);
    fw_json_real(j, "hi", r->share.hi);
    fw_json_count(j, "rows", r->rows);
    fw_json_string(j, "source", r->text);
    fw_json_end(j);
}

static void show_json(struct fw_cli *cli, const struct fw_predict_case *c)
{
    const struct fw_predict_request *const r = &c->request;
    struct fw_json j;
    fw_present_json(cli, &j);
    fw_json_model(&j, c->a);
    fw_json_string(&j, "hardware", r->hardware->id != NULL ? r->hardware->id : r->hardware->name);
    fw_json_bool(&j, "calibrated", r->hardware->calibration != NULL);
    fw_json_count(&j, "context", r->workload.context);
    fw_json_count(&j, "batch", r->workload.batch);
    fw_json_count(&j, "tokens", r->tokens);
    fw_json_count(&j, "threads", r->threads);
    fw_json_string(&j, "arithmetic", fw_dtype_get(c->answer.dtype)->name);
    fw_json_real(&j, "peak_flop_per_s", c->answer.peak_flop_per_s);
    fw_json_real(&j, "bytes_per_s", c->answer.bytes_per_s);
    json_phase(cli, &j, c, "prefill", &c->answer.prefill);
    json_phase(cli, &j, c, "decode", &c->answer.decode);
    fw_json_object(&j, "ranges");
    json_range(&j, "peak_share", &c->prior.flop);
    json_range(&j, "bandwidth_share", &c->prior.bandwidth);
    fw_json_end(&j);
    fw_json_end(&j);
}

void fw_predict_show(struct fw_cli *cli, const struct fw_predict_case *c)
{
    struct fw_table ops;
    if (cli->out.format == FW_FORMAT_JSON) {
        show_json(cli, c);
    } else if (cli->out.format == FW_FORMAT_CSV) {
        fw_table_init(&ops, &cli->arena, NULL, op_columns, LENGTH(op_columns));
        put_ops(cli, c, &c->answer.prefill, "prefill", &ops);
        put_ops(cli, c, &c->answer.decode, "decode", &ops);
        fw_output_table(&cli->out, &ops);
    } else {
        show_people(cli, c);
    }
}
