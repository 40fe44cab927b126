/* figures.c - the table of figures, what they share, and the two with bars. */
#include "report/figures.h"

#include <math.h>
#include <string.h>

#include "report/figure_parts.h"
#include "report/version.h"

const struct fw_figure_info fw_figure_table[FW_FIGURE_COUNT] = {
    [FW_FIGURE_PARAMETERS] = {"parameters", "parameters by component, absolute and as shares"},
    [FW_FIGURE_FLOPS] = {"flops", "FLOP per generated token against context, and attention's "
                                  "share of it"},
    [FW_FIGURE_KV] = {"kv", "bytes of the KV cache against context, for several numbers of KV "
                            "heads"},
    [FW_FIGURE_TRAINING] = {"training", "FLOP, energy and CO2eq of the training run, side by "
                                        "side"},
};

typedef void sketch_fn(struct fw_sketch *k);
static sketch_fn *const makers[FW_FIGURE_COUNT] = {
    [FW_FIGURE_PARAMETERS] = fw_sketch_parameters,
    [FW_FIGURE_FLOPS] = fw_sketch_flops,
    [FW_FIGURE_KV] = fw_sketch_kv,
    [FW_FIGURE_TRAINING] = fw_sketch_training,
};

enum fw_figure fw_figure_find(const char *name)
{
    for (int f = 0; f < FW_FIGURE_COUNT; f++)
        if (strcmp(name, fw_figure_table[f].name) == 0)
            return (enum fw_figure)f;
    return FW_FIGURE_COUNT;
}

enum fw_status fw_figure_make(enum fw_figure figure, const struct fw_answer *a, size_t n,
                              struct fw_chart *out, struct fw_arena *arena, struct fw_err *err)
{
    if (n == 0 || n > FW_FIGURE_MODELS)
        return fw_fail(err, FW_USAGE, "a figure takes 1 to %d models, got %zu", FW_FIGURE_MODELS,
                       n);
    memset(out, 0, sizeof *out);
    struct fw_sketch k = {
        .a = a, .n = n, .chart = out, .say = {.arena = arena}, .arena = arena, .err = err};
    makers[figure](&k);
    if (k.status == FW_OK && k.say.failed)
        k.status = fw_fail(err, FW_SYSTEM, "out of memory for a figure");
    return k.status;
}

void *fw_sketch_alloc(struct fw_sketch *k, size_t count, size_t size)
{
    void *const p = fw_arena_alloc(k->arena, count, size);
    if (p == NULL && k->status == FW_OK)
        k->status = fw_fail(k->err, FW_SYSTEM, "out of memory for a figure");
    return p;
}

const char *fw_sketch_source(struct fw_sketch *k, const char *convention)
{
    struct fw_say *const s = &k->say;
    const char *from = fw_say_path(s, &k->a[0]);
    for (size_t i = 1; i < k->n; i++)
        from = fw_say(s, "%s%s%s", from, i + 1 < k->n ? ", " : " and ", fw_say_path(s, &k->a[i]));
    return fw_say(s, "Derived by flopwatt %s from %s. %s", fw_report_version(), from, convention);
}

static const char **names_of(struct fw_sketch *k)
{
    const char **const names = FW_SKETCH_NEW(k, k->n, const char *);
    for (size_t i = 0; names != NULL && i < k->n; i++)
        names[i] = fw_say_name(&k->a[i]);
    return names;
}

/* ---- parameters ------------------------------------------------------------------------------ */

/* Components that together are all parameters. */
static double token_embedding(const struct fw_estimate *e)
{
    return fw_count_double(e->model[FW_EQ_P_embed]);
}

static double positions(const struct fw_estimate *e)
{
    return fw_count_double(e->model[FW_EQ_P_pos]);
}

static double attention(const struct fw_estimate *e)
{
    return fw_count_double(e->sum[FW_LEQ_M_attn]);
}

static double ffn(const struct fw_estimate *e)
{
    return fw_count_double(e->sum[FW_LEQ_P_ffn] - e->sum[FW_LEQ_P_ffn_bias]);
}

static double norms_and_biases(const struct fw_estimate *e)
{
    return fw_count_double(e->sum[FW_LEQ_P_attn_bias] + e->sum[FW_LEQ_P_attn_norm] +
                           e->sum[FW_LEQ_P_ffn_bias] + e->sum[FW_LEQ_P_norm] +
                           e->model[FW_EQ_P_embed_norm] + e->model[FW_EQ_P_final_norm]);
}

static double lm_head(const struct fw_estimate *e)
{
    return fw_count_double(e->model[FW_EQ_P_head]);
}

static const struct {
    const char *name;
    double (*value)(const struct fw_estimate *e);
} components[] = {
    {"token embedding", token_embedding},
    {"attention", attention},
    {"FFN", ffn},
    {"LM head", lm_head},
    {"positions", positions},
    {"norms and biases", norms_and_biases},
};
enum { COMPONENTS = sizeof components / sizeof components[0] };

/* A component that no model has needs no entry in the legend. */
static size_t component_series(struct fw_sketch *k, struct fw_chart_series *series)
{
    size_t count = 0;
    for (size_t c = 0; c < COMPONENTS; c++) {
        double *const y = FW_SKETCH_NEW(k, k->n, double);
        bool any = false;
        for (size_t i = 0; y != NULL && i < k->n; i++) {
            y[i] = components[c].value(&k->a[i].estimate);
            any = any || y[i] > 0;
        }
        if (any)
            series[count++] = (struct fw_chart_series){components[c].name, .y = y, .count = k->n};
    }
    return count;
}

void fw_sketch_parameters(struct fw_sketch *k)
{
    struct fw_chart_series *const series = FW_SKETCH_NEW(k, COMPONENTS, struct fw_chart_series);
    struct fw_panel *const panels = FW_SKETCH_NEW(k, 2, struct fw_panel);
    const char **const names = names_of(k);
    if (series == NULL || panels == NULL || names == NULL)
        return;
    const size_t count = component_series(k, series);
    for (int p = 0; p < 2; p++)
        panels[p] = (struct fw_panel){
            .title = p == 0 ? "Absolute" : "Shares",
            .kind = FW_CHART_STACKED,
            .y = {.label = p == 0 ? "Parameters" : "Share of all parameters", .digits = 4},
            .series = series,
            .series_count = count,
            .categories = names,
            .category_count = k->n,
            .share = p == 1,
        };
    *k->chart = (struct fw_chart){
        .title = "Where the parameters are",
        .subtitle = fw_say(&k->say, "Distinct parameters of %s by component",
                           fw_say_names(&k->say, k->a, k->n)),
        .source = fw_sketch_source(k, "A tied matrix counts once, as embedding."),
        .panels = panels,
        .panel_count = 2,
    };
}

/* ---- training -------------------------------------------------------------------------------- */

/* The widest boundary at which every model with a known energy knows it. */
static enum fw_fact common_energy(const struct fw_sketch *k)
{
    static const enum fw_fact widest_first[] = {FW_FACT_energy_facility, FW_FACT_energy_it,
                                                FW_FACT_energy_chip};
    for (size_t f = 0; f < 2; f++) {
        bool all = true;
        for (size_t i = 0; i < k->n; i++) {
            const double *const val = k->a[i].training.chain.val;
            all = all && (!k->a[i].has_training || isnan(val[FW_FACT_energy_chip]) ||
                          !isnan(val[widest_first[f]]));
        }
        if (all)
            return widest_first[f];
    }
    return widest_first[2];
}

static const char *boundary_text(enum fw_fact energy)
{
    return energy == FW_FACT_energy_facility ? "facility, PUE included"
           : energy == FW_FACT_energy_it     ? "devices and hosts, without PUE"
                                             : "devices alone, without PUE";
}

/* The headline rule whatever rule the chain was solved with. NAN = unknown. */
static double training_value(const struct fw_answer *a, enum fw_fact fact)
{
    if (!a->has_training)
        return (double)NAN;
    const fw_u128 flop = a->training.flop[FW_RULE_6NT];
    if (fact == FW_FACT_flop)
        return flop > 0 ? fw_count_double(flop) : (double)NAN;
    return a->training.chain.val[fact];
}

void fw_sketch_training(struct fw_sketch *k)
{
    enum { PANELS = 3 };
    const enum fw_fact energy = common_energy(k);
    static const double MWH = 3.6e9, TONNE = 1e3;
    const struct {
        const char *title, *label, *unit;
        enum fw_fact fact;
        double unit_value;
        enum fw_prefix prefix;
    } rows[PANELS] = {
        {"Work", "Training FLOP, 6 N T", "FLOP", FW_FACT_flop, 1, FW_PREFIX_POWER},
        {"Energy", "Electricity", "MWh", energy, MWH, FW_PREFIX_NONE},
        {"Emissions", "CO2eq", "t", FW_FACT_emissions, TONNE, FW_PREFIX_NONE},
    };
    struct fw_panel *const panels = FW_SKETCH_NEW(k, PANELS, struct fw_panel);
    struct fw_chart_series *const series = FW_SKETCH_NEW(k, PANELS, struct fw_chart_series);
    double *const y = FW_SKETCH_NEW(k, PANELS * k->n, double);
    const char **const names = names_of(k);
    if (panels == NULL || series == NULL || y == NULL || names == NULL)
        return;
    for (size_t p = 0; p < PANELS; p++) {
        for (size_t i = 0; i < k->n; i++)
            y[p * k->n + i] = training_value(&k->a[i], rows[p].fact) / rows[p].unit_value;
        series[p] = (struct fw_chart_series){rows[p].title, .y = y + p * k->n, .count = k->n};
        panels[p] = (struct fw_panel){
            .title = rows[p].title,
            .kind = FW_CHART_BARS,
            .y = {.label = rows[p].label,
                  .unit = rows[p].unit,
                  .prefix = rows[p].prefix,
                  .digits = 4},
            .series = &series[p],
            .series_count = 1,
            .categories = names,
            .category_count = k->n,
            .vary = true,
        };
    }
    *k->chart = (struct fw_chart){
        .title = "What training took",
        .subtitle = fw_say(&k->say, "Energy boundary: %s", boundary_text(energy)),
        .source = fw_sketch_source(k, "Tokens, hours, power and emissions as disclosed there."),
        .panels = panels,
        .panel_count = PANELS,
    };
}
