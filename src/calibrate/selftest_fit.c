/* selftest_fit.c - published times of operations, predicted from a fit of other rows. */
#include <math.h>
#include <string.h>

#include "calibrate/selftest_parts.h"

static uint64_t count_of(const struct fw_sheet *t, size_t row, const char *column)
{
    const double x = fw_sheet_number(t, row, column);
    return x > 0 ? (uint64_t)x : 0;
}

/* A row as a timing: its time stands in s, or follows from a rate. */
static enum fw_status timing_of(const struct fw_sheet *t, size_t row, struct fw_timing *out,
                                struct fw_err *err)
{
    fw_timing_init(out);
    out->op = fw_sheet_text(t, row, "op");
    out->m = count_of(t, row, "m");
    out->n = count_of(t, row, "n");
    out->k = count_of(t, row, "k");
    out->dtype = fw_sheet_row_dtype(t, row);
    out->line = t->lines[row];
    if (out->op == NULL)
        (void)fw_fail(err, FW_INPUT, "no operation in the row");
    if (out->op == NULL || fw_timing_complete(out, err) != FW_OK)
        return fw_err_at(err, t->path, t->lines[row], 0);
    const double flop_rate = fw_sheet_number(t, row, "tflops") * 1e12;
    const double element_rate = fw_sheet_number(t, row, "gelements_per_s") * 1e9;
    out->time_s = fw_sheet_number(t, row, "time_s");
    if (flop_rate > 0)
        out->time_s = out->flop / flop_rate;
    else if (element_rate > 0)
        out->time_s = (double)out->m * (double)out->n / element_rate;
    return FW_OK;
}

/* Rows first, first + step, ... of a table after those in t. */
static enum fw_status add_rows(const struct fw_sheet *s, size_t first, size_t step,
                               struct fw_timings *t, struct fw_err *err)
{
    for (size_t row = first; row < s->num_rows; row += step)
        if (timing_of(s, row, &t->rows[t->count++], err) != FW_OK)
            return FW_INPUT;
    return FW_OK;
}

static enum fw_status predict(const struct fw_selftest_sheet *s, const struct fw_calibration *cal,
                              size_t row, struct fw_selftest_row *out, struct fw_err *err)
{
    struct fw_timing t;

    if (timing_of(s->t, row, &t, err) != FW_OK)
        return FW_INPUT;
    const char *const phase = fw_sheet_text(s->t, row, "phase");
    const struct fw_curve *const c = fw_calibration_find(cal, t.curve, t.dtype, t.threads);
    out->label = fw_arena_printf(s->arena, "%s%s%s %llux%llux%llu", phase != NULL ? phase : "",
                                 phase != NULL ? " " : "", t.op, (unsigned long long)t.m,
                                 (unsigned long long)t.n, (unsigned long long)t.k);
    out->line = t.line;
    out->published = t.time_s;
    if (c == NULL) {
        out->left_out = "no curve for this operation";
        return FW_OK;
    }
    const struct fw_shape shape = fw_shape_of(&t);
    const struct fw_qty q = fw_curve_predict(c, &shape);
    out->ours = q.val;
    out->lo = q.lo;
    out->hi = q.hi;
    return FW_OK;
}

enum fw_status fw_check_held_out(const struct fw_selftest_sheet *s, struct fw_selftest_row *out,
                                 size_t *n, struct fw_err *err)
{
    const struct fw_fit_options options = fw_fit_options_default();
    struct fw_timings t = {s->t->path, 0, FW_NEW(s->arena, s->t->num_rows, struct fw_timing)};
    struct fw_fit fit;

    if (t.rows == NULL)
        return fw_fail(err, FW_SYSTEM, "out of memory for the timings");
    enum fw_status status = add_rows(s->t, 0, 2, &t, err);
    if (status == FW_OK)
        status = fw_fit_run(&t, &options, &fit, s->arena, NULL, err);
    if (status != FW_OK)
        return status;
    const struct fw_calibration cal = fw_fit_calibration(&fit);
    for (size_t row = 1; status == FW_OK && row < s->t->num_rows; row += 2)
        status = predict(s, &cal, row, &out[(*n)++], err);
    return status;
}

enum fw_status fw_check_held_out_layer(const struct fw_selftest_sheet *s,
                                       struct fw_selftest_row *out, size_t *n,
                                       struct fw_err *err)
{
    const struct fw_fit_options options = fw_fit_options_default();
    enum fw_status status = FW_OK;
    struct fw_timings t = {s->t->path, 0, NULL};
    struct fw_fit fit;
    size_t rows = 0;

    for (size_t i = 0; i < s->num_all; i++)
        rows += s->all[i].num_rows;
    t.rows = FW_NEW(s->arena, rows, struct fw_timing);
    if (t.rows == NULL)
        return fw_fail(err, FW_SYSTEM, "out of memory for the timings");
    for (size_t i = 0; status == FW_OK && i < s->num_all; i++)
        if (strcmp(s->all[i].check, "held-out") == 0)
            status = add_rows(&s->all[i], 0, 1, &t, err);
    if (status == FW_OK)
        status = fw_fit_run(&t, &options, &fit, s->arena, NULL, err);
    if (status != FW_OK)
        return status;
    const struct fw_calibration cal = fw_fit_calibration(&fit);
    for (size_t row = 0; status == FW_OK && row < s->t->num_rows; row++)
        status = predict(s, &cal, row, &out[(*n)++], err);
    return status;
}
