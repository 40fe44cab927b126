/* sweep.c - the --sweep of the command line as lists of values. */
#include "cli/sweep.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What A..B:xF and A..B:+D say. */
struct range {
    struct fw_quantity from, to, step;
    bool times;
};

static enum fw_status fail(struct fw_cli *cli, const char *key)
{
    return fw_err_key(&cli->err, "--sweep %.60s", key);
}

static bool reserve(struct fw_cli *cli, struct fw_axis *a, size_t n)
{
    a->text = FW_NEW(&cli->arena, n, const char *);
    a->cell = FW_NEW(&cli->arena, n, struct fw_cell);
    if (a->text != NULL && a->cell != NULL)
        return true;
    (void)fw_cli_no_memory(cli);
    return false;
}

static struct fw_cell number_cell(const struct fw_axis *a, const struct fw_quantity *q)
{
    struct fw_cell c = a->dim == FW_DIM_COUNT ? fw_cell_count(q->count) : fw_cell_real(q->value);
    c.has_dim = true;
    c.dim = a->dim;
    c.digits = 6;
    return c;
}

/* ---- lists ----------------------------------------------------------------------------------- */

static enum fw_status parse_list(struct fw_cli *cli, struct fw_axis *a, const char *list)
{
    size_t n = 1;
    for (const char *p = list; *p != '\0'; p++)
        n += *p == ',' ? 1 : 0;
    if (!reserve(cli, a, n))
        return FW_SYSTEM;
    a->numeric = a->dim != FW_DIM_COUNT_;
    while (a->n < n) {
        const size_t len = strcspn(list, ",");
        const char *const text = fw_arena_strndup(&cli->arena, list, len);
        struct fw_quantity q;
        if (text == NULL)
            return fw_cli_no_memory(cli);
        if (len == 0) {
            (void)fw_fail(&cli->err, FW_USAGE, "a value of the list is empty");
            return fail(cli, a->key);
        }
        const bool number = a->dim != FW_DIM_COUNT_ &&
                            fw_quantity_parse(text, a->dim, &q, NULL) == FW_OK;
        a->numeric = a->numeric && number;
        a->text[a->n] = text;
        a->cell[a->n++] = number ? number_cell(a, &q) : fw_cell_text(text);
        list += len + 1;
    }
    return FW_OK;
}

/* ---- ranges ---------------------------------------------------------------------------------- */

static enum fw_status parse_end(struct fw_cli *cli, const struct fw_axis *a, const char *text,
                                size_t len, enum fw_dim dim, struct fw_quantity *out)
{
    const char *const copy = fw_arena_strndup(&cli->arena, text, len);
    if (copy == NULL)
        return fw_cli_no_memory(cli);
    if (fw_quantity_parse(copy, dim, out, &cli->err) == FW_OK)
        return FW_OK;
    cli->err.status = FW_USAGE;
    return fail(cli, a->key);
}

static enum fw_status read_range(struct fw_cli *cli, const struct fw_axis *a, const char *text,
                                 const char *dots, struct range *r)
{
    const char *const colon = strchr(dots, ':');
    if (colon == NULL || (colon[1] != 'x' && colon[1] != '+') || colon[2] == '\0') {
        (void)fw_fail(&cli->err, FW_USAGE, "expected A..B:xFACTOR or A..B:+STEP, got \"%.60s\"",
                      text);
        return fail(cli, a->key);
    }
    r->times = colon[1] == 'x';
    const enum fw_dim step = !r->times ? a->dim : a->dim == FW_DIM_COUNT ? FW_DIM_COUNT
                                                                         : FW_DIM_NUMBER;
    const size_t to = (size_t)(colon - dots - 2);
    if (parse_end(cli, a, text, (size_t)(dots - text), a->dim, &r->from) != FW_OK ||
        parse_end(cli, a, dots + 2, to, a->dim, &r->to) != FW_OK ||
        parse_end(cli, a, colon + 2, strlen(colon + 2), step, &r->step) != FW_OK)
        return cli->err.status;
    if (r->times ? r->step.value > 1 && r->from.value > 0 : r->step.value > 0)
        return FW_OK;
    (void)fw_fail(&cli->err, FW_USAGE, "%s",
                  r->times ? "a factor must be above 1, and start above 0" : "a step is above 0");
    return fail(cli, a->key);
}

/* Rounding must not lose the end: 0.1..0.3:+0.1 has three values. */
static const double slack = 1e-9;

/* Steps such as 0.2 have no binary form, so that sums drift in the 17th digit: 15 are kept. */
static double rounded(double value)
{
    const double scale = pow(10, 14 - floor(log10(fabs(value))));
    const double whole = nearbyint(value * scale);
    return value != 0 && isfinite(scale) && scale > 0 ? whole / scale : value;
}

/* The value behind *q; false if that is the last one. Counts are exact. */
static bool advance(const struct range *r, const struct fw_axis *a, size_t i,
                    struct fw_quantity *q)
{
    if (a->dim == FW_DIM_COUNT) {
        const bool fits = r->times ? fw_count_mul(q->count, r->step.count, &q->count)
                                   : fw_count_add(q->count, r->step.count, &q->count);
        return fits && q->count <= r->to.count;
    }
    q->value = rounded(r->times ? r->from.value * pow(r->step.value, (double)i)
                                : r->from.value + r->step.value * (double)i);
    return q->value <= r->to.value * (1 + slack);
}

static size_t range_length(const struct range *r, const struct fw_axis *a)
{
    struct fw_quantity q = r->from;
    size_t n = 1;
    if (a->dim == FW_DIM_COUNT ? q.count > r->to.count : q.value > r->to.value)
        return 0;
    while (n <= FW_SWEEP_MOST_POINTS && advance(r, a, n, &q))
        n++;
    return n;
}

static const char *number_text(struct fw_cli *cli, const struct fw_axis *a,
                               const struct fw_quantity *q)
{
    char digits[FW_COUNT_LEN], real[FW_REAL_LEN];
    if (a->dim == FW_DIM_COUNT)
        return fw_arena_strdup(&cli->arena, fw_count_text(digits, q->count, 0));
    (void)fw_json_digits(real, q->value);
    const char *const unit = fw_dim_unit(a->dim);
    return fw_arena_printf(&cli->arena, "%s%s%s", real, unit[0] != '\0' ? " " : "", unit);
}

static enum fw_status parse_range(struct fw_cli *cli, struct fw_axis *a, const char *text,
                                  const char *dots)
{
    struct range r;
    const enum fw_status status = read_range(cli, a, text, dots, &r);
    if (status != FW_OK)
        return status;
    const size_t n = range_length(&r, a);
    if (n == 0 || n > FW_SWEEP_MOST_POINTS) {
        if (n == 0)
            (void)fw_fail(&cli->err, FW_USAGE, "the range ends before it starts: %.60s", text);
        else
            (void)fw_fail(&cli->err, FW_USAGE, "more than %d values", FW_SWEEP_MOST_POINTS);
        return fail(cli, a->key);
    }
    if (!reserve(cli, a, n))
        return FW_SYSTEM;
    struct fw_quantity q = r.from;
    a->numeric = true;
    for (a->n = 0; a->n < n; a->n++) {
        if (a->n > 0)
            (void)advance(&r, a, a->n, &q);
        a->text[a->n] = number_text(cli, a, &q);
        a->cell[a->n] = number_cell(a, &q);
        if (a->text[a->n] == NULL)
            return fw_cli_no_memory(cli);
    }
    return FW_OK;
}

/* ---- all ------------------------------------------------------------------------------------- */

static enum fw_status parse_axis(struct fw_cli *cli, const char *text, struct fw_axis *a)
{
    const char *const equals = strchr(text, '=');
    *a = (struct fw_axis){0};
    if (equals == NULL || equals == text) {
        (void)fw_fail(&cli->err, FW_USAGE, "expected KEY=LIST or KEY=A..B:xF, got \"%.60s\"",
                      text);
        return fw_err_key(&cli->err, "--sweep");
    }
    a->key = fw_arena_strndup(&cli->arena, text, (size_t)(equals - text));
    if (a->key == NULL)
        return fw_cli_no_memory(cli);
    if (!fw_cli_key_dim(a->key, &a->dim))
        return fw_cli_unknown_key(cli, a->key, "--sweep");
    /* Words may hold dots: a hardware file above this folder. */
    const char *const dots = a->dim != FW_DIM_COUNT_ ? strstr(equals, "..") : NULL;
    return dots != NULL ? parse_range(cli, a, equals + 1, dots)
                        : parse_list(cli, a, equals + 1);
}

static bool is_same_key(const char *a, const char *b)
{
    const enum fw_key key = fw_key_find(a);
    return strcmp(a, b) == 0 || (key != FW_KEY_COUNT && key == fw_key_find(b));
}

static enum fw_status add_axis(struct fw_cli *cli, const char *text, struct fw_sweep *out)
{
    if (out->num_axes == FW_SWEEP_AXES)
        return fw_fail(&cli->err, FW_USAGE, "at most %d keys can be swept", FW_SWEEP_AXES);
    struct fw_axis *const a = &out->axis[out->num_axes];
    const enum fw_status status = parse_axis(cli, text, a);
    if (status != FW_OK)
        return status;
    for (size_t i = 0; i < out->num_axes; i++)
        if (is_same_key(out->axis[i].key, a->key)) {
            (void)fw_fail(&cli->err, FW_USAGE, "is swept twice");
            return fail(cli, a->key);
        }
    out->num_axes++;
    if (a->n > FW_SWEEP_MOST_POINTS / out->points)
        return fw_fail(&cli->err, FW_USAGE, "the sweep has more than %d points",
                       FW_SWEEP_MOST_POINTS);
    out->points *= a->n;
    return FW_OK;
}

enum fw_status fw_sweep_parse(struct fw_cli *cli, struct fw_sweep *out)
{
    memset(out, 0, sizeof *out);
    out->points = 1;
    for (size_t i = 0; i < cli->opts.num_repeated; i++) {
        if (cli->opts.repeated[i].option != FW_O_sweep)
            continue;
        const enum fw_status status = add_axis(cli, cli->opts.repeated[i].text, out);
        if (status != FW_OK)
            return status;
    }
    return FW_OK;
}

void fw_sweep_indices(const struct fw_sweep *s, size_t point, size_t index[FW_SWEEP_AXES])
{
    for (size_t i = s->num_axes; i-- > 0;) {
        index[i] = point % s->axis[i].n;
        point /= s->axis[i].n;
    }
}
