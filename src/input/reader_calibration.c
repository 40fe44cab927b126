/* reader_calibration.c - curves that `flopwatt calibrate` has written.
 *
 * A person may have changed the file: whatever the equation of a curve could not take (a negative
 * rate, a covariance that is none) is refused here.
 */
#include "input/reader_calibration.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "input/fields.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
enum { CURVES_MAX = 1000 };
static const char section[] = "calibration";

struct raw_calibration {
    struct fw_calibration c;
    const struct fw_node *curves;
};
#define AT(member) offsetof(struct raw_calibration, member)
static const struct fw_field section_fields[] = {
    FW_FIELD("version", fw_field_text, AT(c.version), "of the flopwatt that wrote it"),
    FW_FIELD("date", fw_field_date, AT(c.date), "of the measurement"),
    FW_FIELD("machine", fw_field_text, AT(c.machine), "processor, cores, system"),
    FW_FIELD("source", fw_field_text, AT(c.source), "where the timings come from"),
    FW_REQUIRED("curves", fw_field_node, AT(curves), "a list of curves"),
};
#undef AT

struct raw_curve {
    struct fw_curve c;
    unsigned dtype;
    uint64_t threads, rows, dof;
    const struct fw_node *parameters, *states, *covariance, *quantiles, *least, *most;
};
#define AT(member) offsetof(struct raw_curve, member)
static const struct fw_field curve_fields[] = {
    FW_REQUIRED("curve", fw_field_text, AT(c.name), "kind of operation"),
    FW_FIELD("dtype", fw_field_dtype, AT(dtype), "type of the elements"),
    FW_NUMBER("threads", fw_field_count, AT(threads), false, FW_DIM_COUNT, 0, 1e6,
              "at which the rates hold"),
    FW_NUMBER("rows", fw_field_count, AT(rows), true, FW_DIM_COUNT, 0, 1e9, "timings"),
    FW_NUMBER("dof", fw_field_count, AT(dof), true, FW_DIM_COUNT, 0, 1e9,
              "rows less fitted parameters"),
    FW_NUMBER("scale", fw_field_real, AT(c.scale), false, FW_DIM_NUMBER, 0, DBL_MAX,
              "standard deviation of ln(time)"),
    FW_NUMBER("median_error", fw_field_real, AT(c.median_error), false, FW_DIM_NUMBER, 0, DBL_MAX,
              "of the rows"),
    FW_NUMBER("worst_error", fw_field_real, AT(c.worst_error), false, FW_DIM_NUMBER, 0, DBL_MAX,
              "of the rows"),
    FW_FIELD("quantiles", fw_field_node, AT(quantiles), "of the residuals"),
    FW_REQUIRED("parameters", fw_field_node, AT(parameters), "of the equation"),
    FW_REQUIRED("states", fw_field_node, AT(states), "why each has its value"),
    FW_REQUIRED("covariance", fw_field_node, AT(covariance), "of the logarithms"),
    FW_FIELD("least", fw_field_node, AT(least), "of the rows, by axis"),
    FW_FIELD("most", fw_field_node, AT(most), "of the rows, by axis"),
};
#undef AT

/* A number from least on; reported if it is none. */
static bool read_number(struct fw_load *ld, const struct fw_node *node, const char *path,
                        double least, double *out)
{
    struct fw_quantity q;
    struct fw_err err;

    if (fw_scalar_quantity(node, FW_DIM_NUMBER, &q, &err) != FW_OK) {
        fw_load_report(ld, &err, node->at, path, "");
        return false;
    }
    if (!(q.value >= least)) {
        fw_load_fail(ld, node->at, path, "", "expected a value of at least %g, got %s", least,
                     node->text);
        return false;
    }
    *out = q.value;
    return true;
}

static bool is_map(struct fw_load *ld, const struct fw_node *node, const char *path)
{
    if (node->kind != FW_MAPPING)
        fw_load_fail(ld, node->at, path, "", "expected keys and values, got %s",
                     fw_yaml_kind(node));
    return node->kind == FW_MAPPING;
}

/* Values that the equation can take; most parameters may be 0. */
static double least_value(enum fw_cal p)
{
    static const double least[FW_CAL_COUNT] = {
        [FW_CAL_overlap] = 0.01, [FW_CAL_tile_m] = 1,      [FW_CAL_cache_gain] = 1e-6,
        [FW_CAL_row_loss] = 0,   [FW_CAL_sharpness] = 0.01,
    };
    return least[p];
}

static void load_parameters(struct fw_load *ld, const struct fw_node *map, const char *path,
                            struct fw_curve *c)
{
    if (!is_map(ld, map, path))
        return;
    for (const struct fw_item *i = map->items; i != NULL; i = i->next) {
        const char *names[FW_CAL_COUNT];
        const enum fw_cal p = fw_cal_find(i->key);
        for (int k = 0; k < FW_CAL_COUNT; k++)
            names[k] = fw_cal_table[k].id;
        if (p == FW_CAL_COUNT)
            fw_unknown_key(ld, i, path, names, FW_CAL_COUNT);
        else
            (void)read_number(ld, i->value, fw_load_path(ld, path, i->key), least_value(p),
                              &c->param[p]);
    }
}

static void load_states(struct fw_load *ld, const struct fw_node *map, const char *path,
                        struct fw_curve *c)
{
    struct fw_err err;
    unsigned state = 0;

    if (!is_map(ld, map, path))
        return;
    for (const struct fw_item *i = map->items; i != NULL; i = i->next) {
        const enum fw_cal p = fw_cal_find(i->key);
        if (p == FW_CAL_COUNT)
            fw_unknown_key(ld, i, path, NULL, 0);
        else if (fw_scalar_choice(i->value, fw_cal_state_names, FW_CAL_STATES, &state, &err) !=
                 FW_OK)
            fw_load_report(ld, &err, i->value->at, path, i->key);
        else
            c->state[p] = (enum fw_cal_state)state;
        if (p != FW_CAL_COUNT && c->state[p] == FW_CAL_FITTED && !(c->param[p] > 0))
            fw_load_fail(ld, i->at, path, i->key, "fitted, but the parameter is not above 0");
    }
}

/* One row of the matrix; cells in the order of the fitted parameters. */
static bool load_row(struct fw_load *ld, const struct fw_node *row, const char *path,
                     const enum fw_cal fitted[], size_t k, double *to)
{
    size_t j = 0;

    if (row->kind != FW_SEQUENCE || row->count != k) {
        fw_load_fail(ld, row->at, path, "", "expected a list of %zu numbers", k);
        return false;
    }
    for (const struct fw_item *i = row->items; i != NULL; i = i->next, j++)
        if (!read_number(ld, i->value, path, -DBL_MAX, &to[fitted[j]]))
            return false;
    return true;
}

static void load_covariance(struct fw_load *ld, const struct fw_node *list, const char *path,
                            struct fw_curve *c)
{
    enum fw_cal fitted[FW_CAL_COUNT];
    size_t k = 0, row = 0;

    for (int p = 0; p < FW_CAL_COUNT; p++)
        if (c->state[p] == FW_CAL_FITTED)
            fitted[k++] = (enum fw_cal)p;
    if (list->kind != FW_SEQUENCE || list->count != k) {
        fw_load_fail(ld, list->at, path, "", "expected a list of %zu rows, one per fitted "
                                             "parameter", k);
        return;
    }
    for (const struct fw_item *i = list->items; i != NULL; i = i->next, row++)
        if (!load_row(ld, i->value, path, fitted, k, c->cov[fitted[row]]))
            return;
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j <= i; j++) {
            const double a = c->cov[fitted[i]][fitted[j]], b = c->cov[fitted[j]][fitted[i]];
            const double bound = c->cov[fitted[i]][fitted[i]] * c->cov[fitted[j]][fitted[j]];
            if (a < b || a > b || !(a * a <= bound * 1.000001) || (i == j && a < 0)) {
                fw_load_fail(ld, list->at, path, "", "this is no covariance: see %s and %s",
                             fw_cal_table[fitted[i]].id, fw_cal_table[fitted[j]].id);
                return;
            }
        }
}

static void load_quantiles(struct fw_load *ld, const struct fw_node *list, const char *path,
                           struct fw_curve *c)
{
    int q = 0;

    if (list->kind != FW_SEQUENCE || list->count != FW_CAL_QUANTILES) {
        fw_load_fail(ld, list->at, path, "", "expected a list of %d numbers", FW_CAL_QUANTILES);
        return;
    }
    for (const struct fw_item *i = list->items; i != NULL; i = i->next, q++)
        if (!fw_yaml_is_null(i->value))
            (void)read_number(ld, i->value, path, 0, &c->quantile[q]);
}

static void load_axes(struct fw_load *ld, const struct fw_node *map, const char *path, double to[])
{
    if (map == NULL || !is_map(ld, map, path))
        return;
    for (const struct fw_item *i = map->items; i != NULL; i = i->next) {
        const enum fw_cal_axis a = fw_cal_axis_find(i->key);
        if (a == FW_AXIS_COUNT)
            fw_unknown_key(ld, i, path, fw_cal_axis_names, FW_AXIS_COUNT);
        else
            (void)read_number(ld, i->value, path, 0, &to[a]);
    }
}

static void load_curve(struct fw_load *ld, const struct fw_node *map, const char *path,
                       struct fw_curve *out)
{
    struct raw_curve raw = {.dtype = FW_DTYPE_COUNT};
    const size_t errors = ld->errors;

    fw_curve_init(&raw.c);
    fw_fields_load(ld, map, path, curve_fields, COUNT(curve_fields), &raw);
    if (ld->errors > errors)
        return;
    raw.c.dtype = (enum fw_dtype)raw.dtype;
    raw.c.threads = (unsigned)raw.threads;
    raw.c.rows = (size_t)raw.rows;
    raw.c.dof = (size_t)raw.dof;
    if (raw.dof > raw.rows)
        fw_load_fail(ld, map->at, path, "dof", "more than there are rows");
    load_parameters(ld, raw.parameters, fw_load_path(ld, path, "parameters"), &raw.c);
    load_states(ld, raw.states, fw_load_path(ld, path, "states"), &raw.c);
    load_covariance(ld, raw.covariance, fw_load_path(ld, path, "covariance"), &raw.c);
    if (raw.quantiles != NULL)
        load_quantiles(ld, raw.quantiles, fw_load_path(ld, path, "quantiles"), &raw.c);
    load_axes(ld, raw.least, fw_load_path(ld, path, "least"), raw.c.least);
    load_axes(ld, raw.most, fw_load_path(ld, path, "most"), raw.c.most);
    *out = raw.c;
}

const struct fw_calibration *fw_calibration_load(struct fw_load *ld, const struct fw_node *map)
{
    struct raw_calibration raw = {.curves = NULL};
    size_t n = 0;

    fw_fields_load(ld, map, section, section_fields, COUNT(section_fields), &raw);
    if (raw.curves == NULL)
        return NULL;
    if (raw.curves->kind != FW_SEQUENCE || raw.curves->count > CURVES_MAX) {
        fw_load_fail(ld, raw.curves->at, section, "curves", "expected a list of at most %d curves",
                     CURVES_MAX);
        return NULL;
    }
    struct fw_calibration *const out = FW_NEW(ld->arena, 1, struct fw_calibration);
    struct fw_curve *const curves = FW_NEW(ld->arena, raw.curves->count, struct fw_curve);
    if (out == NULL || curves == NULL) {
        (void)fw_load_no_memory(ld);
        return NULL;
    }
    for (const struct fw_item *i = raw.curves->items; i != NULL; i = i->next) {
        char name[40];
        (void)snprintf(name, sizeof name, "%s.curves[%zu]", section, n);
        load_curve(ld, i->value, fw_load_path(ld, "", name), &curves[n++]);
    }
    *out = raw.c;
    out->curves = curves;
    out->num_curves = n;
    return out;
}
