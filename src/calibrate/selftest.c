/* selftest.c - runs the comparisons that the tables name, and sums them up. */
#include "calibrate/selftest.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <string.h>

#include "calibrate/selftest_parts.h"

enum fw_status fw_sheets_load(const struct fw_catalogue *cat, enum fw_shelf shelf,
                              struct fw_arena *arena, struct fw_diags *diags,
                              struct fw_sheet **out, size_t *n, struct fw_err *err)
{
    const struct fw_catalogue_entry *list = NULL;
    enum fw_status status = fw_catalogue_list(cat, shelf, arena, &list, n, err);

    if (status != FW_OK)
        return status;
    *out = FW_NEW(arena, *n, struct fw_sheet);
    if (*out == NULL)
        return fw_fail(err, FW_SYSTEM, "out of memory for %zu tables", *n);
    for (size_t i = 0; status == FW_OK && i < *n; i++)
        status = fw_sheet_load(list[i].path, arena, diags, &(*out)[i], err);
    return status;
}

static const struct fw_check *find_check(const char *name, size_t len)
{
    for (const struct fw_check *c = fw_check_rows; c->name != NULL; c++)
        if (strlen(c->name) == len && strncmp(c->name, name, len) == 0)
            return c;
    return NULL;
}

static const char *row_label(const struct fw_selftest_sheet *s, size_t row)
{
    const char *const model = fw_sheet_text(s->t, row, "model");
    const char *const gpu = fw_sheet_text(s->t, row, "gpu");
    const char *const seq = fw_sheet_text(s->t, row, "seq");
    const char *const text = fw_arena_printf(
        s->arena, "%s%s%s%s%s", model != NULL ? model : "",
        model != NULL && gpu != NULL ? ", " : "",
        gpu != NULL ? gpu : "", seq != NULL ? ", seq " : "", seq != NULL ? seq : "");
    return text != NULL ? text : "";
}

static enum fw_status run_rows(const struct fw_selftest_sheet *s, const struct fw_check *check,
                               struct fw_selftest_row *rows, size_t *n, struct fw_err *err)
{
    enum fw_status status = FW_OK;

    for (size_t row = 0; status == FW_OK && row < s->t->num_rows; row++) {
        struct fw_selftest_row *const r = &rows[*n];
        struct fw_arena scratch;
        *r = (struct fw_selftest_row){NULL, NAN, NAN, NAN, NAN, NULL, s->t->lines[row]};
        fw_arena_init(&scratch, 0);
        status = check->row(s, row, &scratch, r, err);
        /* The reason may stand in the table; labels are copied. */
        r->label = row_label(s, row);
        fw_arena_free(&scratch);
        *n += isnan(r->published) ? 0 : 1;
    }
    return status;
}

static double target(const struct fw_name_pair *pairs, size_t n, const char *check)
{
    const char *const text = fw_pair_find(pairs, n, check);
    struct fw_quantity q;
    if (text == NULL || fw_quantity_parse(text, FW_DIM_RATIO, &q, NULL) != FW_OK)
        return NAN;
    return q.value;
}

/* Median, worst and coverage; scratch has room for all rows. */
static void summarize(struct fw_selftest *t, double *scratch)
{
    size_t inside = 0, intervals = 0;

    t->worst = t->median = t->inside = NAN;
    for (size_t i = 0; i < t->num_rows; i++) {
        const struct fw_selftest_row *const r = &t->rows[i];
        if (r->left_out != NULL) {
            t->left_out++;
            continue;
        }
        const double residual = fabs(r->ours / r->published - 1);
        scratch[t->computed++] = residual;
        if (!(residual <= t->worst)) {
            t->worst = residual;
            t->worst_row = i;
        }
        intervals += isnan(r->lo) ? 0 : 1;
        inside += r->published >= r->lo && r->published <= r->hi ? 1 : 0;
    }
    if (t->computed == 0)
        return;
    gsl_sort(scratch, 1, t->computed);
    t->median = gsl_stats_median_from_sorted_data(scratch, 1, t->computed);
    if (intervals > 0)
        t->inside = (double)inside / (double)intervals;
}

static const char *convention(const struct fw_selftest_sheet *s, const struct fw_check *check)
{
    const enum fw_rule rule = s->t->rule != NULL ? fw_rule_find(s->t->rule) : FW_RULE_COUNT;
    if (check->convention != NULL || rule == FW_RULE_COUNT)
        return check->convention != NULL ? check->convention : "";
    const char *const text = fw_arena_printf(s->arena, "%s: %s", fw_rule_table[rule].name,
                                             fw_eq_table[fw_rule_table[rule].eq].meaning);
    return text != NULL ? text : "";
}

static enum fw_status run_check(const struct fw_selftest_sheet *s, const struct fw_check *check,
                                struct fw_selftest *out, struct fw_err *err)
{
    struct fw_selftest_row *const rows = FW_NEW(s->arena, s->t->num_rows, struct fw_selftest_row);
    double *const scratch = FW_NEW(s->arena, s->t->num_rows, double);
    enum fw_status status = FW_OK;

    if (rows == NULL || scratch == NULL)
        return fw_fail(err, FW_SYSTEM, "out of memory for the rows");
    for (size_t i = 0; i < s->t->num_rows; i++)
        rows[i] = (struct fw_selftest_row){NULL, NAN, NAN, NAN, NAN, NULL, 0};
    *out = (struct fw_selftest){
        .table = s->t->id,
        .title = s->t->title,
        .source = s->t->source,
        .check = check->name,
        .quantity = check->quantity,
        .unit = check->unit,
        .convention = convention(s, check),
        .unverified = s->t->unverified,
        .rows = rows,
        .median_at_most = target(s->t->median_at_most, s->t->num_medians, check->name),
        .worst_at_most = target(s->t->worst_at_most, s->t->num_worsts, check->name),
    };
    if (check->row != NULL)
        status = run_rows(s, check, rows, &out->num_rows, err);
    else if (check->table != NULL)
        status = check->table(s, rows, &out->num_rows, err);
    summarize(out, scratch);
    out->reached = !(out->median > out->median_at_most) && !(out->worst > out->worst_at_most);
    return status;
}

enum fw_status fw_selftest_run(const struct fw_catalogue *cat, struct fw_arena *arena,
                               struct fw_diags *diags, struct fw_selftest **out, size_t *n,
                               struct fw_err *err)
{
    struct fw_selftest_sheet s = {.cat = cat, .arena = arena};
    struct fw_sheet *sheets = NULL;
    size_t words = 0;

    enum fw_status status =
        fw_sheets_load(cat, FW_SHELF_SELFTEST, arena, diags, &sheets, &s.num_all, err);
    *n = 0;
    if (status != FW_OK)
        return status;
    s.all = sheets;
    for (size_t i = 0; i < s.num_all; i++)
        for (const char *c = sheets[i].check; *c != '\0'; c++)
            words += c[0] != ' ' && (c[1] == ' ' || c[1] == '\0') ? 1 : 0;
    *out = FW_NEW(arena, words, struct fw_selftest);
    if (*out == NULL)
        return fw_fail(err, FW_SYSTEM, "out of memory for %zu comparisons", words);
    for (size_t i = 0; i < s.num_all; i++) {
        s.t = &sheets[i];
        for (const char *word = s.t->check; *word != '\0' && status == FW_OK;) {
            const size_t len = strcspn(word, " ");
            const struct fw_check *const check = find_check(word, len);
            if (check == NULL) {
                (void)fw_fail(err, FW_INPUT, "unknown comparison \"%.*s\"", (int)len, word);
                (void)fw_err_key(err, "check");
                return fw_err_at(err, s.t->path, 0, 0);
            }
            status = run_check(&s, check, &(*out)[(*n)++], err);
            word += len + (word[len] == ' ' ? 1 : 0);
        }
    }
    return status;
}
