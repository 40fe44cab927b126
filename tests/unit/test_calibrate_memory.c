/* What happens when memory runs out at any point of reading timings, fitting, and reading back. */
#include "base/fault.h"
#include "calibrate/fit.h"
#include "calibrate/profile.h"
#include "input/reader.h"
#include "input/reader_sheet.h"

#include <stdlib.h>

#include "t.h"

static const char csv[] = "op,m,n,k,dtype,time_us\n"
                          "matmul,1,64,64,f32,3\nmatmul,2,64,64,f32,4\nmatmul,4,64,64,f32,5.5\n"
                          "matmul,8,64,64,f32,9\nsoftmax,8,64,,f32,2\nsoftmax,16,64,,f32,3\n";
static const char json[] = "[{\"model_size\": 8, \"model_n_params\": 8, \"n_prompt\": 5, "
                           "\"n_gen\": 0, \"avg_ns\": 9, \"samples_ns\": [8, 9]}]";
static const char sheet[] =
    "title: t\ncheck: [parameters]\nsource: s\nnotes: [n]\n"
    "models: {m: {model: x}, o: {missing: y},\n"
    "  p: {architecture: {hidden_size: 8, layers: [{count: 1}]}}}\n"
    "hardware: {a: b}\n"
    "set: {h: hidden_size}\ncolumns: [model, h]\nrows: [[m, 1], [o, null]]\n";

struct result {
    struct fw_arena arena;
    struct fw_timings timings, tests;
    struct fw_fit fit;
    struct fw_sheet sheet;
    struct fw_hardware back;
    struct fw_err err;
};

static enum fw_status round_trip(struct result *r)
{
    const struct fw_calibration cal = fw_fit_calibration(&r->fit);
    struct fw_hardware hw = {.name = "x", .power = NAN, .mem_bytes_min = NAN, .mem_bw = NAN};
    struct fw_text text;
    enum fw_status status = FW_OK;

    for (int i = 0; i < FW_DTYPE_COUNT; i++)
        hw.peak[i] = 1e12;
    hw.calibration = &cal;
    fw_text_init(&text);
    fw_profile_text(&hw, &text);
    if (!fw_text_ok(&text))
        status = fw_fail(&r->err, FW_SYSTEM, "out of memory");
    if (status == FW_OK)
        status = fw_hardware_parse("h", text.data, text.len, &r->arena, NULL, &r->back, &r->err);
    fw_text_free(&text);
    return status;
}

static enum fw_status work(struct result *r)
{
    const struct fw_fit_options o = fw_fit_options_default();

    memset(r, 0, sizeof *r);
    fw_arena_init(&r->arena, 0);
    enum fw_status status = fw_timings_parse("c", csv, sizeof csv - 1, NULL, &r->arena, NULL,
                                             &r->timings, &r->err);
    if (status == FW_OK)
        status = fw_timings_parse("j", json, sizeof json - 1, NULL, &r->arena, NULL, &r->tests,
                                  &r->err);
    if (status == FW_OK)
        status = fw_fit_run(&r->timings, &o, &r->fit, &r->arena, NULL, &r->err);
    if (status == FW_OK)
        status = fw_sheet_parse("s", sheet, sizeof sheet - 1, &r->arena, NULL, &r->sheet, &r->err);
    return status == FW_OK ? round_trip(r) : status;
}

static void check_right(const struct result *r)
{
    t_int("rows", r->timings.count, 6);
    t_int("tests", r->tests.count, 1);
    t_int("curves", r->fit.num_curves, 2);
    t_int("models", r->sheet.num_models, 3);
    t_true("read back", r->back.calibration != NULL && r->back.calibration->num_curves == 2);
}

#ifdef FW_FAULTS
static void check_faults(struct result *r)
{
    bool done = false;
    long n = 0;

    while (!done && n < 100000) {
        fw_fault_countdown = ++n;
        const enum fw_status status = work(r);
        done = fw_fault_countdown > 0;
        fw_fault_countdown = 0;
        if (status == FW_OK)
            check_right(r);
        else
            t_status("out of memory", status, FW_SYSTEM);
        fw_arena_free(&r->arena);
    }
    t_true("many allocations were tried", done && n > 50);
}
#endif

int main(void)
{
    struct result r;

    t_status("with memory", work(&r), FW_OK);
    if (r.err.status != FW_OK)
        printf("%s\n", r.err.msg);
    check_right(&r);
    fw_arena_free(&r.arena);
#ifdef FW_FAULTS
    check_faults(&r);
#endif
    return t_done();
}
