/* selftest_rows.c - one row of a published table, by the equations of core. */
#include <math.h>
#include <string.h>

#include "calibrate/selftest_parts.h"
#include "input/schema.h"

/* Tokens enough that the division by them loses no digit. */
static const double many_tokens = 1e12;
/* A rate that counts the recomputed forward pass has 4 parts of which 3 are useful: forward,
 * backward by inputs, backward by weights. */
static const double useful_share = 3 / 4.0;

double fw_sheet_number(const struct fw_sheet *t, size_t row, const char *column)
{
    return fw_sheet_at(t, row, column).number;
}

const char *fw_sheet_text(const struct fw_sheet *t, size_t row, const char *column)
{
    return fw_sheet_at(t, row, column).text;
}

static const struct fw_sheet_model *find_model(const struct fw_sheet *t, const char *name)
{
    const struct fw_sheet_model *fallback = NULL;
    for (size_t i = 0; i < t->num_models; i++) {
        if (name != NULL && strcmp(t->models[i].name, name) == 0)
            return &t->models[i];
        if (strcmp(t->models[i].name, "default") == 0)
            fallback = &t->models[i];
    }
    return fallback;
}

/* Adds the place of the row to a message. */
static enum fw_status at_row(const struct fw_selftest_sheet *s, size_t row, struct fw_err *err)
{
    return fw_err_at(err, s->t->path, s->t->lines[row], 0);
}

static enum fw_status load_arch(const struct fw_selftest_sheet *s, const struct fw_sheet_model *m,
                                struct fw_arena *arena, struct fw_arch *out, struct fw_err *err)
{
    struct fw_description d;
    const char *path = NULL;
    enum fw_status status = FW_OK;

    if (m->has_arch) {
        *out = m->arch;
        return FW_OK;
    }
    status = fw_catalogue_resolve(s->cat, FW_SHELF_MODELS, m->id, arena, &path, err);
    if (status == FW_OK)
        status = fw_description_load(s->cat, path, arena, NULL, &d, err);
    if (status == FW_OK)
        *out = d.arch;
    return status;
}

enum fw_status fw_sheet_row_model(const struct fw_selftest_sheet *s, size_t row,
                                  struct fw_arena *arena, struct fw_model *out,
                                  const char **left_out, struct fw_err *err)
{
    const char *const name = fw_sheet_text(s->t, row, "model");
    const struct fw_sheet_model *m = find_model(s->t, name);
    struct fw_arch arch;

    *left_out = m == NULL ? "no model of this name in the table" : m->missing;
    if (*left_out != NULL)
        return FW_OK;
    enum fw_status status = load_arch(s, m, arena, &arch, err);
    for (size_t i = 0; status == FW_OK && i < s->t->num_sets; i++) {
        const char *const value = fw_sheet_text(s->t, row, s->t->sets[i].name);
        if (value != NULL)
            status = fw_arch_set(&arch, s->t->sets[i].value, value, err);
        if (status != FW_OK)
            return at_row(s, row, err);
    }
    return status == FW_OK ? fw_model_resolve(&arch, out, arena, err) : status;
}

enum fw_status fw_sheet_row_hardware(const struct fw_selftest_sheet *s, size_t row,
                                     struct fw_arena *arena, struct fw_hardware *out,
                                     struct fw_err *err)
{
    const char *const name = fw_sheet_text(s->t, row, "gpu");
    const char *const id =
        name != NULL ? fw_pair_find(s->t->hardware, s->t->num_hardware, name) : NULL;
    const char *path = NULL;

    if (id == NULL) {
        (void)fw_fail(err, FW_INPUT, "no hardware of the name \"%s\" in the table",
                      name != NULL ? name : "");
        return at_row(s, row, err);
    }
    const enum fw_status status =
        fw_catalogue_resolve(s->cat, FW_SHELF_HARDWARE, id, arena, &path, err);
    return status == FW_OK ? fw_hardware_load(path, arena, NULL, out, err) : status;
}

enum fw_dtype fw_sheet_row_dtype(const struct fw_sheet *t, size_t row)
{
    const char *const name = fw_sheet_text(t, row, "dtype");
    return name != NULL ? fw_dtype_find(name) : FW_DTYPE_COUNT;
}

static double or_one(double x)
{
    return isnan(x) ? 1 : x;
}

/* Runs the training of a row: tokens, sequence length and rule from it, the rest from given. */
static enum fw_status train(const struct fw_selftest_sheet *s, size_t row, double tokens,
                            const struct fw_facts *given, const struct fw_hardware *hw,
                            struct fw_arena *scratch, struct fw_train_result *out,
                            const char **left_out, struct fw_err *err)
{
    struct fw_train_request request;
    struct fw_model m;

    enum fw_status status = fw_sheet_row_model(s, row, scratch, &m, left_out, err);
    if (status != FW_OK || *left_out != NULL)
        return status;
    fw_train_request_init(&request);
    request.rule = s->t->rule != NULL ? fw_rule_find(s->t->rule) : FW_RULE_COUNT;
    if (request.rule == FW_RULE_COUNT) {
        (void)fw_fail(err, FW_INPUT, "rule: no such rule of training FLOP");
        return fw_err_at(err, s->t->path, 0, 0);
    }
    request.tokens = (fw_u128)tokens;
    request.sequence_length = (uint64_t)or_one(fw_sheet_number(s->t, row, "seq"));
    request.dtype = fw_sheet_row_dtype(s->t, row);
    request.hardware = hw;
    if (given != NULL)
        request.given = *given;
    if (fw_train_run(NULL, &m, &request, out, scratch, NULL, err) != FW_OK)
        return at_row(s, row, err);
    return FW_OK;
}

static enum fw_status estimate(const struct fw_selftest_sheet *s, size_t row,
                               const struct fw_workload *w, struct fw_arena *scratch,
                               struct fw_estimate *e, const char **left_out, struct fw_err *err)
{
    struct fw_model m;
    enum fw_status status = fw_sheet_row_model(s, row, scratch, &m, left_out, err);
    if (status != FW_OK || *left_out != NULL)
        return status;
    const struct fw_workload plain = fw_workload_default(&m);
    status = fw_estimate_init(e, m.num_groups, scratch, err);
    return status == FW_OK ? fw_estimate_run(&m, w != NULL ? w : &plain, e, err) : status;
}

static enum fw_status check_parameters(const struct fw_selftest_sheet *s, size_t row,
                                       struct fw_arena *scratch, struct fw_selftest_row *out,
                                       struct fw_err *err)
{
    struct fw_estimate e;

    out->published = fw_sheet_number(s->t, row, "params");
    if (isnan(out->published))
        return FW_OK;
    const enum fw_status status = estimate(s, row, NULL, scratch, &e, &out->left_out, err);
    if (status == FW_OK && out->left_out == NULL)
        out->ours = fw_count_double(e.model[FW_EQ_N]);
    return status;
}

/* Index of a word in n names; 0 if there is no word. */
static unsigned word_index(const char *word, const char *const names[], unsigned n)
{
    for (unsigned i = 0; word != NULL && i < n; i++)
        if (strcmp(word, names[i]) == 0)
            return i;
    return 0;
}

static enum fw_status check_forward(const struct fw_selftest_sheet *s, size_t row,
                                    struct fw_arena *scratch, struct fw_selftest_row *out,
                                    struct fw_err *err)
{
    const struct fw_workload w = {
        .context = (uint64_t)or_one(fw_sheet_number(s->t, row, "seq")),
        .batch = (uint64_t)or_one(fw_sheet_number(s->t, row, "batch")),
        .dtype = FW_DTYPE_COUNT,
        .k_dtype = FW_DTYPE_COUNT,
        .v_dtype = FW_DTYPE_COUNT,
        .attention = (enum fw_attention)word_index(fw_sheet_text(s->t, row, "attention"),
                                                   fw_attention_names, FW_ATT_COUNT),
        .lm_head = (enum fw_lm_head)word_index(fw_sheet_text(s->t, row, "lm_head"),
                                               fw_lm_head_names, FW_HEAD_COUNT),
    };
    struct fw_estimate e;

    out->published = fw_sheet_number(s->t, row, "forward_flop");
    if (isnan(out->published))
        return FW_OK;
    const enum fw_status status = estimate(s, row, &w, scratch, &e, &out->left_out, err);
    if (status == FW_OK && out->left_out == NULL)
        out->ours = fw_count_double(e.model[FW_EQ_prefill_total]);
    return status;
}

/* Training FLOP of `tokens` in sequences of the row's length, less those of the router, which the
 * tables of these comparisons do not count. */
static enum fw_status without_router(const struct fw_selftest_sheet *s, size_t row, double tokens,
                                     struct fw_arena *scratch, double *out, const char **left_out,
                                     struct fw_err *err)
{
    static const double passes = 3; /* forward, backward by inputs, backward by weights */
    const double seq = or_one(fw_sheet_number(s->t, row, "seq"));
    const struct fw_workload w = {.context = (uint64_t)seq,
                                  .batch = 1,
                                  .dtype = FW_DTYPE_COUNT,
                                  .k_dtype = FW_DTYPE_COUNT,
                                  .v_dtype = FW_DTYPE_COUNT};
    struct fw_train_result r;
    struct fw_estimate e;

    enum fw_status status = train(s, row, tokens, NULL, NULL, scratch, &r, left_out, err);
    if (status != FW_OK || *left_out != NULL)
        return status;
    status = estimate(s, row, &w, scratch, &e, left_out, err);
    if (status == FW_OK)
        *out = r.chain.val[FW_FACT_flop] -
               passes * fw_count_double(e.sum[FW_LEQ_F_router]) / seq * tokens;
    return status;
}

static enum fw_status check_training_flop(const struct fw_selftest_sheet *s, size_t row,
                                          struct fw_arena *scratch, struct fw_selftest_row *out,
                                          struct fw_err *err)
{
    const double tokens =
        fw_sheet_number(s->t, row, "seq") * or_one(fw_sheet_number(s->t, row, "batch"));

    out->published = fw_sheet_number(s->t, row, "train_flop");
    return without_router(s, row, tokens, scratch, &out->ours, &out->left_out, err);
}

/* Training FLOP per token; experts: only rows of models with them (or that cannot be resolved). */
static enum fw_status per_token(const struct fw_selftest_sheet *s, size_t row, bool experts,
                                struct fw_arena *scratch, struct fw_selftest_row *out,
                                struct fw_err *err)
{
    struct fw_model m;

    enum fw_status status = fw_sheet_row_model(s, row, scratch, &m, &out->left_out, err);
    bool has_experts = out->left_out != NULL;
    for (size_t g = 0; status == FW_OK && out->left_out == NULL && g < m.num_groups; g++)
        has_experts = has_experts || m.groups[g].sym[FW_LS_E] > 0;
    if (status != FW_OK || has_experts != experts)
        return status;
    out->published = fw_sheet_number(s->t, row, "model_tflops_gpu") * 1e12 /
                     fw_sheet_number(s->t, row, "tok_s_gpu");
    if (out->left_out != NULL)
        return FW_OK;
    status = without_router(s, row, many_tokens, scratch, &out->ours, &out->left_out, err);
    out->ours /= many_tokens;
    return status;
}

static enum fw_status check_dense(const struct fw_selftest_sheet *s, size_t row,
                                  struct fw_arena *scratch, struct fw_selftest_row *out,
                                  struct fw_err *err)
{
    return per_token(s, row, false, scratch, out, err);
}

static enum fw_status check_experts(const struct fw_selftest_sheet *s, size_t row,
                                    struct fw_arena *scratch, struct fw_selftest_row *out,
                                    struct fw_err *err)
{
    return per_token(s, row, true, scratch, out, err);
}

/* Tokens and time of what a row measured: one step, or one second. */
static double step_tokens(const struct fw_sheet *t, size_t row)
{
    const double batch = fw_sheet_number(t, row, "batch"), all = fw_sheet_number(t, row, "tok_s");
    if (!isnan(batch))
        return batch * fw_sheet_number(t, row, "seq");
    return !isnan(all) ? all
                       : fw_sheet_number(t, row, "tok_s_gpu") *
                             or_one(fw_sheet_number(t, row, "gpus"));
}

static struct fw_facts step_facts(const struct fw_sheet *t, size_t row)
{
    struct fw_facts f;
    fw_facts_init(&f);
    f.val[FW_FACT_devices] = or_one(fw_sheet_number(t, row, "gpus"));
    f.val[FW_FACT_time] = or_one(fw_sheet_number(t, row, "iter_s"));
    return f;
}

static enum fw_status check_step_mfu(const struct fw_selftest_sheet *s, size_t row,
                                     struct fw_arena *scratch, struct fw_selftest_row *out,
                                     struct fw_err *err)
{
    const struct fw_facts given = step_facts(s->t, row);
    struct fw_train_result r;
    struct fw_hardware hw;

    out->published = fw_sheet_number(s->t, row, "mfu_pct") / 100;
    if (isnan(out->published))
        return FW_OK;
    enum fw_status status = fw_sheet_row_hardware(s, row, scratch, &hw, err);
    if (status == FW_OK)
        status = train(s, row, step_tokens(s->t, row), &given, &hw, scratch, &r, &out->left_out,
                       err);
    if (status == FW_OK && out->left_out == NULL)
        out->ours = r.chain.val[FW_FACT_mfu];
    return status;
}

static enum fw_status check_step_rate(const struct fw_selftest_sheet *s, size_t row,
                                      struct fw_arena *scratch, struct fw_selftest_row *out,
                                      struct fw_err *err)
{
    const struct fw_facts given = step_facts(s->t, row);
    struct fw_train_result r;

    out->published = fw_sheet_number(s->t, row, "tflops_per_gpu") * 1e12;
    const enum fw_status status =
        train(s, row, step_tokens(s->t, row), &given, NULL, scratch, &r, &out->left_out, err);
    if (status == FW_OK && out->left_out == NULL)
        out->ours = r.chain.val[FW_FACT_flop_per_s] / useful_share;
    return status;
}

static enum fw_status check_days(const struct fw_selftest_sheet *s, size_t row,
                                 struct fw_arena *scratch, struct fw_selftest_row *out,
                                 struct fw_err *err)
{
    struct fw_train_result r;
    struct fw_facts given;

    fw_facts_init(&given);
    given.val[FW_FACT_devices] = fw_sheet_number(s->t, row, "gpus");
    given.val[FW_FACT_flop_per_s] =
        useful_share * 1e12 * fw_sheet_number(s->t, row, "tflops_per_gpu");
    out->published = fw_sheet_number(s->t, row, "days");
    const enum fw_status status = train(s, row, fw_sheet_number(s->t, row, "tokens"), &given, NULL,
                                        scratch, &r, &out->left_out, err);
    if (status == FW_OK && out->left_out == NULL)
        out->ours = r.chain.val[FW_FACT_time] / 86400;
    return status;
}

static enum fw_status chain(const struct fw_selftest_sheet *s, size_t row, struct fw_chain *out,
                            struct fw_err *err)
{
    struct fw_facts given;

    fw_facts_init(&given);
    given.val[FW_FACT_device_hours] = fw_sheet_number(s->t, row, "gpu_hours");
    given.val[FW_FACT_power] = fw_sheet_number(s->t, row, "power_W");
    given.val[FW_FACT_pue] = fw_sheet_number(s->t, row, "pue");
    given.val[FW_FACT_intensity] = fw_sheet_number(s->t, row, "intensity_kg_per_kWh");
    given.val[FW_FACT_host_factor] = 1;
    if (fw_chain_solve(&given, NULL, NULL, out, NULL, err) != FW_OK)
        return at_row(s, row, err);
    return FW_OK;
}

static enum fw_status check_energy(const struct fw_selftest_sheet *s, size_t row,
                                   struct fw_arena *scratch, struct fw_selftest_row *out,
                                   struct fw_err *err)
{
    struct fw_chain c;

    (void)scratch;
    out->published = fw_sheet_number(s->t, row, "energy_MWh");
    const enum fw_status status = chain(s, row, &c, err);
    if (status == FW_OK)
        out->ours = c.val[FW_FACT_energy_facility] / 3.6e9;
    return status;
}

static enum fw_status check_emissions(const struct fw_selftest_sheet *s, size_t row,
                                      struct fw_arena *scratch, struct fw_selftest_row *out,
                                      struct fw_err *err)
{
    struct fw_chain c;

    (void)scratch;
    out->published = fw_sheet_number(s->t, row, "emissions_t");
    const enum fw_status status = chain(s, row, &c, err);
    if (status == FW_OK)
        out->ours = c.val[FW_FACT_emissions] / 1000;
    return status;
}

static enum fw_status check_peak(const struct fw_selftest_sheet *s, size_t row,
                                 struct fw_arena *scratch, struct fw_selftest_row *out,
                                 struct fw_err *err)
{
    const enum fw_dtype dtype = fw_sheet_row_dtype(s->t, row);
    struct fw_hardware hw;

    out->published = fw_sheet_number(s->t, row, "tflops") * 1e12;
    const enum fw_status status = fw_sheet_row_hardware(s, row, scratch, &hw, err);
    if (status != FW_OK)
        return status;
    out->ours = dtype != FW_DTYPE_COUNT ? hw.peak[dtype] : (double)NAN;
    if (isnan(out->ours))
        out->left_out = "hardware.d states no peak for this dtype";
    return FW_OK;
}

/* What the conventions of the table say beyond its rule. */
const struct fw_check fw_check_rows[] = {
    {"parameters", "parameters", "", "all distinct parameters", check_parameters, NULL},
    {"forward-flop", "forward FLOP", "FLOP", "full attention, elementwise work not counted",
     check_forward, NULL},
    {"training-flop", "training FLOP of a sequence, router not counted", "FLOP", NULL,
     check_training_flop, NULL},
    {"flop-per-token-dense", "training FLOP per token, dense models", "FLOP", NULL, check_dense,
     NULL},
    {"flop-per-token-experts", "training FLOP per token, models with experts, router not counted",
     "FLOP", NULL, check_experts, NULL},
    {"step-mfu", "MFU of a step", "", NULL, check_step_mfu, NULL},
    {"step-rate-recompute", "FLOP/s per device with the recomputed forward pass", "FLOP/s", NULL,
     check_step_rate, NULL},
    {"training-days", "days at the published rate, of which 3/4 are useful", "days", NULL,
     check_days, NULL},
    {"energy", "energy of the facility", "MWh", "device power x hours x PUE", check_energy, NULL},
    {"emissions", "CO2eq", "t", "device power x hours x PUE x intensity", check_emissions, NULL},
    {"peak", "dense peak", "FLOP/s", "hardware.d", check_peak, NULL},
    {"held-out", "time", "s", "fit of every second row, prediction of the others", NULL,
     fw_check_held_out},
    {"held-out-layer", "time", "s", "fit of the tables of single operations", NULL,
     fw_check_held_out_layer},
    {"best-product", "share of the peak", "", "nothing is computed: a range comes from it", NULL,
     NULL},
    {"decode-share", "share of the bandwidth", "", "nothing is computed: a range comes from it",
     NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};
