/* Ranges from published tables, predictions with and without a profile, profile files. */
#include "calibrate/predict.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "calibrate/fit.h"
#include "calibrate/profile.h"
#include "core/chain.h"
#include "input/reader.h"

#include "t.h"

static struct fw_arena arena;
static struct fw_catalogue cat;
static struct fw_err err;
static struct fw_prior prior;
static char text[FW_ERR_TEXT_LEN];

static struct fw_model load_model(const char *id)
{
    struct fw_description d;
    struct fw_model m = {.num_groups = 0};
    const char *path = NULL;

    t_status(id, fw_catalogue_resolve(&cat, FW_SHELF_MODELS, id, &arena, &path, &err), FW_OK);
    t_status(id, fw_description_load(&cat, path, &arena, NULL, &d, &err), FW_OK);
    t_status(id, fw_model_resolve(&d.arch, &m, &arena, &err), FW_OK);
    return m;
}

static struct fw_hardware load_hardware(const char *id)
{
    struct fw_hardware hw = {.name = NULL};
    const char *path = NULL;

    t_status(id, fw_catalogue_resolve(&cat, FW_SHELF_HARDWARE, id, &arena, &path, &err), FW_OK);
    t_status(id, fw_hardware_load(path, &arena, NULL, &hw, &err), FW_OK);
    return hw;
}

/* Shares beside their sources: mfu_6nd of llama3.1-8b (0.139) and llama1-13b (0.5138) in the
 * collection of disclosures, as computed there; MFU of steps 0.297 (MT-NLG) and 0.565 (LaMDA). */
static void test_prior(void)
{
    t_status("prior", fw_prior_load(&cat, &arena, &prior, &err), FW_OK);
    t_abs("least run", prior.run_mfu.share.lo, 0.139, 0.0005);
    t_abs("largest run", prior.run_mfu.share.hi, 0.5138, 0.0005);
    t_true("rows", prior.run_mfu.rows >= 17 && prior.run_mfu.rows <= 22);
    t_abs("least step", prior.step_mfu.share.lo, 0.297, 1e-9);
    t_abs("largest step", prior.step_mfu.share.hi, 0.565, 1e-9);
    /* 0.297 0.302 (MT-NLG), 0.41 0.424 (Nemotron-4 340B), 0.56 (TinyLlama), 0.565 (LaMDA) */
    t_abs("median step", prior.step_mfu.share.val, (0.424 + 0.56) / 2, 1e-9);
    t_int("four runs", prior.step_mfu.rows, 4);
    printf("runs: %zu, median %.3f; peak share %.3f %.3f %.3f of %zu rows; bandwidth share %.3f "
           "%.3f %.3f of %zu rows\n", prior.run_mfu.rows, prior.run_mfu.share.val,
           prior.flop.share.lo, prior.flop.share.val, prior.flop.share.hi, prior.flop.rows,
           prior.bandwidth.share.lo, prior.bandwidth.share.val, prior.bandwidth.share.hi,
           prior.bandwidth.rows);
    /* By a sorted list of the 209 bf16 rows: the 5 % quantile is 0.349. Best products: 1.02 times
     * 0.969 to 0.604 of table peaks, so the 95 % quantile lies between 0.87 and 0.97. */
    t_abs("5 % of steps", prior.flop.share.lo, 0.349, 0.0005);
    t_true("95 % of products", prior.flop.share.hi > 0.87 && prior.flop.share.hi < 0.97);
    t_rel("geometric mean", prior.flop.share.val,
          sqrt(prior.flop.share.lo * prior.flop.share.hi), 1e-12);
    t_true("decoding", prior.bandwidth.share.lo > 0.38 && prior.bandwidth.share.lo < 0.42);
    t_rel("geometric mean", prior.bandwidth.share.val, sqrt(prior.bandwidth.share.lo), 1e-12);
    t_abs("at most the bandwidth", prior.bandwidth.share.hi, 1, 0);
}

/* LLaMA-3 8B at 8192 on the datasheet of an H100. Decoding: 218,103,808 x 32 + 525,336,576
 * matrix parameters in bf16 and 8193 x 131,072 B of cache, 16.083 GB, at 3.35 TB/s 4.801 ms at
 * best. Prefill: 131.94 TFLOP (causal) and 1 GFLOP of LM head at 989 TFLOP/s. */
static void test_datasheet(void)
{
    const struct fw_model m = load_model("llama-3-8b");
    const struct fw_hardware hw = load_hardware("h100-sxm");
    struct fw_predict_request r = {&m, fw_workload_default(&m), 1, &hw, &prior, 0, 0};
    struct fw_prediction p;

    t_status("predict", fw_predict_run(&r, &p, &arena, &err), FW_OK);
    t_rel("decode at best", p.decode.time_s.lo, 4.801e-3, 0.005);
    t_rel("decode at worst", p.decode.time_s.hi, 4.801e-3 / prior.bandwidth.share.lo, 0.005);
    t_rel("prefill FLOP", p.prefill.flop, 131943542816768.0 + 1050673152.0, 1e-12);
    const double products = p.prefill.flop / hw.peak[FW_BF16];
    t_true("prefill at best", p.prefill.time_s.lo > products / prior.flop.share.hi &&
                                  p.prefill.time_s.lo < 1.2 * products / prior.flop.share.hi);
    t_true("in order", p.prefill.time_s.lo < p.prefill.time_s.val &&
                           p.prefill.time_s.val < p.prefill.time_s.hi);
    t_rel("tokens/s", p.prefill.tokens_per_s.val, 8192 / p.prefill.time_s.val, 1e-12);
    t_rel("slowest rate", p.decode.tokens_per_s.lo, 1 / p.decode.time_s.hi, 1e-12);
    t_true("MFU below the best products", p.prefill.mfu.hi < prior.flop.share.hi);
    t_rel("all bandwidth", p.decode.bandwidth.hi, 1, 1e-4);
    t_rel("energy at 700 W", p.decode.energy_J.val, 700 * p.decode.time_s.val, 1e-12);
    t_abs("no curve", p.prefill.from_prior, 1, 0);

    /* 1001 tokens: the mean lies in the middle of the first and the last. */
    r.tokens = 1001;
    struct fw_prediction many, last;
    t_status("1001 tokens", fw_predict_run(&r, &many, &arena, &err), FW_OK);
    r.tokens = 1;
    r.workload.context += 1000;
    t_status("the last", fw_predict_run(&r, &last, &arena, &err), FW_OK);
    t_rel("mean", many.decode.time_s.val, (p.decode.time_s.val + last.decode.time_s.val) / 2,
          1e-12);
    t_rel("mean FLOP", many.decode.flop, (p.decode.flop + last.decode.flop) / 2, 1e-12);
}

/* A profile of two curves, written, read, and asked. Times by hand. */
static struct fw_hardware make_profile(struct fw_calibration *cal, struct fw_curve curves[2])
{
    struct fw_hardware hw = {.name = "box \"1\"", .power = NAN, .mem_bytes_min = 64e9,
                             .mem_bytes_max = 64e9, .mem_bw = 37.25e9, .link_dir = NAN};

    for (int i = 0; i < FW_DTYPE_COUNT; i++)
        hw.peak[i] = NAN;
    hw.peak[FW_BF16] = 5.4e12;
    hw.peak[FW_F32] = 4.4e11;
    fw_curve_init(&curves[0]);
    curves[0].name = "product";
    curves[0].dtype = FW_BF16;
    curves[0].threads = 2;
    curves[0].param[FW_CAL_peak] = 4e12 / 3;
    curves[0].param[FW_CAL_stream] = 3e10;
    curves[0].state[FW_CAL_peak] = curves[0].state[FW_CAL_stream] = FW_CAL_FITTED;
    curves[0].state[FW_CAL_half_m] = FW_CAL_NO_GAIN;
    curves[0].cov[FW_CAL_peak][FW_CAL_peak] = 1e-4;
    curves[0].cov[FW_CAL_stream][FW_CAL_stream] = 1 / 3.0 * 1e-4;
    curves[0].cov[FW_CAL_peak][FW_CAL_stream] = -2e-5;
    curves[0].cov[FW_CAL_stream][FW_CAL_peak] = -2e-5;
    curves[0].rows = 40;
    curves[0].dof = 38;
    curves[0].scale = 0.021;
    curves[0].quantile[0] = 0.7;
    curves[0].quantile[2] = 1.7;
    curves[0].least[FW_AXIS_M] = 1;
    curves[0].most[FW_AXIS_M] = 2048;
    fw_curve_init(&curves[1]);
    curves[1].name = "norm";
    curves[1].dtype = FW_BF16;
    curves[1].param[FW_CAL_overhead] = 3e-6;
    *cal = (struct fw_calibration){"0.1", "2026-08-01", "a processor", "bench", 2, curves};
    hw.calibration = cal;
    return hw;
}

static void test_profile(void)
{
    struct fw_curve curves[2];
    struct fw_calibration cal;
    struct fw_hardware hw = make_profile(&cal, curves), back;
    struct fw_text first, second;

    t_status("write", fw_profile_write(&hw, "sub/dir/box.yaml", false, &err), FW_OK);
    t_status("not over it", fw_profile_write(&hw, "sub/dir/box.yaml", false, &err), FW_USAGE);
    t_status("forced", fw_profile_write(&hw, "sub/dir/box.yaml", true, &err), FW_OK);
    err.status = FW_OK;
    t_status("read", fw_hardware_load("sub/dir/box.yaml", &arena, NULL, &back, &err), FW_OK);
    if (err.status != FW_OK)
        printf("%s\n", fw_err_text(&err, text, sizeof text));
    t_str("name", back.name, "box \"1\"");
    t_abs("peak", back.peak[FW_BF16], 5.4e12, 0);
    t_true("unknown peak", isnan(back.peak[FW_FP8]) && isnan(back.power));
    t_true("calibration", back.calibration != NULL && back.calibration->num_curves == 2);
    if (back.calibration == NULL)
        return;
    const struct fw_curve *const c = &back.calibration->curves[0];
    t_str("machine", back.calibration->machine, "a processor");
    t_abs("every digit", c->param[FW_CAL_peak], 4e12 / 3, 0);
    t_abs("covariance", c->cov[FW_CAL_stream][FW_CAL_stream], 1 / 3.0 * 1e-4, 0);
    t_str("state", fw_cal_state_names[c->state[FW_CAL_half_m]], "no-gain");
    t_true("unknown quantile", isnan(c->quantile[1]) && c->quantile[2] > 1.69);
    fw_text_init(&first);
    fw_text_init(&second);
    fw_profile_text(&hw, &first);
    fw_profile_text(&back, &second);
    t_str("the same bytes again", second.data, first.data);
    fw_text_free(&first);
    fw_text_free(&second);

    (void)setenv("SOURCE_DATE_EPOCH", "1785542400", 1);
    t_str("date", fw_profile_date(false, &arena), "2026-08-01");
    (void)unsetenv("SOURCE_DATE_EPOCH");
    t_str("no date unless asked", fw_profile_date(false, &arena), NULL);
    t_true("date of the clock", fw_profile_date(true, &arena) != NULL);
    const char *path = NULL;
    (void)setenv("XDG_CONFIG_HOME", "/conf", 1);
    t_status("path", fw_profile_path("this-machine", &arena, &path, &err), FW_OK);
    t_str("path", path, "/conf/flopwatt/hardware.d/this-machine.yaml");
    (void)unsetenv("XDG_CONFIG_HOME");
}

static void test_predict_profile(void)
{
    const struct fw_model m = load_model("llama-3-8b");
    struct fw_curve curves[2];
    struct fw_calibration cal;
    const struct fw_hardware hw = make_profile(&cal, curves);
    struct fw_predict_request r = {&m, fw_workload_default(&m), 1, &hw, &prior, 0, 0};
    struct fw_prediction p;

    t_status("predict", fw_predict_run(&r, &p, &arena, &err), FW_OK);
    for (size_t i = 0; i < p.decode.num_ops; i++) {
        const struct fw_predict_op *const o = &p.decode.ops[i];
        if (strcmp(o->op, "up") == 0) {
            /* 32 x (4096 x 14336 x 2 B + (4096 + 14336) x 2 B) at 30 GB/s; the arithmetic,
             * 1/45 of it, adds nothing at p = 4. */
            t_str("curve", o->curve, "product");
            t_rel("time", o->time_s.val, 32 * (4096.0 * 14336 * 2 + 18432 * 2) / 3e10, 1e-6);
            t_rel("interval", log(o->time_s.hi / o->time_s.val),
                  1.7 * sqrt(0.021 * 0.021 + 1e-4 / 3), 1e-6);
            t_abs("runs", o->runs, 32, 0);
            t_true("inside the rows", !o->extrapolated);
        }
        if (strcmp(o->op, "attn_norm") == 0)
            t_rel("overhead alone", o->time_s.val, 32 * 3e-6, 1e-12);
        if (strcmp(o->op, "scores") == 0)
            t_str("no curve", o->curve, NULL);
    }
    for (size_t i = 0; i < p.prefill.num_ops; i++)
        if (strcmp(p.prefill.ops[i].op, "up") == 0)
            t_true("8192 rows are beyond twice 2048", p.prefill.ops[i].extrapolated);
    t_true("partly without curves", p.decode.from_prior > 0 && p.decode.from_prior < 0.5);
    t_true("interval", p.decode.time_s.lo < p.decode.time_s.val &&
                           p.decode.time_s.val < p.decode.time_s.hi);
    t_true("power unknown, energy unknown", isnan(p.decode.energy_J.val));
}

/* Two rows of another program: a rate each, and the doubt of hardware without a profile. */
static void test_predict_pass(void)
{
    static const char json[] =
        "[{\"model_size\": 16e9, \"model_n_params\": 8030261248, \"n_prompt\": 512, \"n_gen\": 0,"
        "\"avg_ns\": 1.0e9}, {\"model_size\": 16e9, \"model_n_params\": 8030261248,"
        "\"n_prompt\": 0, \"n_gen\": 10, \"avg_ns\": 5.0e9}]";
    const struct fw_model m = load_model("llama-3-8b");
    const struct fw_fit_options options = fw_fit_options_default();
    struct fw_hardware hw = load_hardware("h100-sxm");
    struct fw_predict_request r = {&m, fw_workload_default(&m), 1, &hw, &prior, 0, 0};
    struct fw_prediction p;
    struct fw_timings t;
    struct fw_fit f;

    t_status("read", fw_timings_parse("l", json, strlen(json), &m, &arena, NULL, &t, &err),
             FW_OK);
    t_status("fit", fw_fit_run(&t, &options, &f, &arena, NULL, &err), FW_OK);
    const struct fw_calibration cal = fw_fit_calibration(&f);
    hw.calibration = &cal;
    r.workload.context = 512;
    t_status("predict", fw_predict_run(&r, &p, &arena, &err), FW_OK);
    t_int("one line", p.prefill.num_ops, 1);
    /* The rows again; decode at 512 tokens instead of 5 reads 0.4 % more. */
    t_rel("prefill", p.prefill.time_s.val, 1, 0.01);
    t_rel("decode", p.decode.time_s.val, 0.5, 0.01);
    t_true("wide", p.decode.time_s.hi > 1.3 * p.decode.time_s.val);
}

static void test_refused(void)
{
    const struct fw_model m = load_model("llama-3-8b");
    struct fw_hardware hw = load_hardware("h100-sxm");
    struct fw_predict_request r = {&m, fw_workload_default(&m), 1, &hw, &prior, 0, 0};
    struct fw_prediction p;

    hw.mem_bw = NAN;
    t_status("no bandwidth", fw_predict_run(&r, &p, &arena, &err), FW_INPUT);
    t_str("message", fw_err_text(&err, text, sizeof text),
          "h100-sxm: no memory bandwidth, and no calibration to predict from\n"
          "  weights are bf16, multiplied as bf16");
}

static const struct {
    const char *section, *message;
} wrong[] = {
    {"curves: 1", "t.yaml:5:11: calibration.curves: expected a list of at most 1000 curves"},
    {"curves: [{curve: a, rows: 3, dof: 4, parameters: {}, states: {}, covariance: []}]",
     "t.yaml:5:12: calibration.curves[0].dof: more than there are rows"},
    {"curves: [{curve: a, rows: 3, dof: 2, parameters: {peek: 1}, states: {}, covariance: []}]",
     "t.yaml:5:53: calibration.curves[0].parameters.peek: unknown key\n  did you mean peak?"},
    {"curves: [{curve: a, rows: 3, dof: 2, parameters: {peak: -1}, states: {}, covariance: []}]",
     "t.yaml:5:59: calibration.curves[0].parameters.peak: expected a value of at least 0, got -1"},
    {"curves: [{curve: a, rows: 3, dof: 2, parameters: {peak: 1}, states: {peak: fitted}, "
     "covariance: []}]",
     "t.yaml:5:99: calibration.curves[0].covariance: expected a list of 1 rows, one per fitted "
     "parameter"},
    {"curves: [{curve: a, rows: 3, dof: 2, parameters: {peak: 1}, states: {peak: fitted}, "
     "covariance: [[-1]]}]",
     "t.yaml:5:99: calibration.curves[0].covariance: this is no covariance: see peak and peak"},
    {"curves: [{curve: a, rows: 3, dof: 2, parameters: {}, states: {peak: fitted}, "
     "covariance: [[1]]}]",
     "t.yaml:5:65: calibration.curves[0].states.peak: fitted, but the parameter is not above 0"},
};

static void test_wrong(void)
{
    struct fw_hardware hw;

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char file[512];
        (void)snprintf(file, sizeof file, "name: x\npeak: {bf16: 1T}\n\ncalibration:\n  %s\n",
                       wrong[i].section);
        t_status(wrong[i].message,
                 fw_hardware_parse("t.yaml", file, strlen(file), &arena, NULL, &hw, &err),
                 FW_INPUT);
        t_str("message", fw_err_text(&err, text, sizeof text), wrong[i].message);
    }
}

int main(void)
{
    char scratch[] = "/tmp/fw-test-predict-XXXXXX", command[64];

    fw_arena_init(&arena, 0);
    t_status("catalogue", fw_catalogue_open(&cat, ".", &arena, &err), FW_OK);
    test_prior();
    test_datasheet();
    test_predict_profile();
    test_predict_pass();
    test_refused();
    test_wrong();
    if (mkdtemp(scratch) == NULL || chdir(scratch) != 0)
        return 1;
    test_profile();
    if (chdir("/") == 0 && strncmp(scratch, "/tmp/fw-test-", 13) == 0) {
        (void)snprintf(command, sizeof command, "rm -rf %s", scratch);
        t_int("cleaned", system(command), 0);
    }
    fw_arena_free(&arena);
    return t_done();
}
