/* timing_csv.c - timings as comma-separated values with a header.
 *
 * One row per operation and shape. A line that starts with # is a comment, an empty cell is
 * unknown, a cell may stand in double quotes. Numbers follow the grammar of base/quantity.h,
 * which no locale changes.
 */
#include <math.h>
#include <string.h>

#include "calibrate/timing_read.h"
#include "input/sniff.h"

enum field {
    F_OP, F_M, F_N, F_K, F_HEADS, F_CONTEXT, F_BATCH, F_DTYPE, F_THREADS, F_FLOP, F_BYTES,
    F_WORKING_SET, F_TIME, F_RUNS, F_SPREAD, F_READ_RATE,
    FIELDS
};

static const struct column {
    const char *name;
    enum field field;
    enum fw_dim dim;
    double scale; /* of a time */
} columns[] = {
    {"op", F_OP, FW_DIM_COUNT_, 1},
    {"m", F_M, FW_DIM_COUNT, 1},
    {"rows", F_M, FW_DIM_COUNT, 1},
    {"tokens", F_M, FW_DIM_COUNT, 1},
    {"n", F_N, FW_DIM_COUNT, 1},
    {"cols", F_N, FW_DIM_COUNT, 1},
    {"k", F_K, FW_DIM_COUNT, 1},
    {"heads", F_HEADS, FW_DIM_COUNT, 1},
    {"context", F_CONTEXT, FW_DIM_COUNT, 1},
    {"batch", F_BATCH, FW_DIM_COUNT, 1},
    {"dtype", F_DTYPE, FW_DIM_COUNT_, 1},
    {"threads", F_THREADS, FW_DIM_COUNT, 1},
    {"flop", F_FLOP, FW_DIM_FLOP, 1},
    {"bytes", F_BYTES, FW_DIM_BYTES, 1},
    {"working_set", F_WORKING_SET, FW_DIM_BYTES, 1},
    {"time_s", F_TIME, FW_DIM_NUMBER, 1},
    {"time_ms", F_TIME, FW_DIM_NUMBER, 1e-3},
    {"time_us", F_TIME, FW_DIM_NUMBER, 1e-6},
    {"time_ns", F_TIME, FW_DIM_NUMBER, 1e-9},
    {"runs", F_RUNS, FW_DIM_COUNT, 1},
    {"spread", F_SPREAD, FW_DIM_RATIO, 1},
    {"read_rate", F_READ_RATE, FW_DIM_BYTE_RATE, 1},
};
enum { COLUMNS = sizeof columns / sizeof columns[0], CELLS_MAX = 64 };

struct cell {
    const char *text; /* in the arena, blanks at both ends gone */
    struct fw_place at;
};

struct csv {
    struct fw_load *ld;
    const char *p, *end;
    unsigned line;
    size_t num_columns;
    const struct column *column[CELLS_MAX]; /* NULL: unknown, reported */
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static void trim(const char **s, const char **end)
{
    while (*s < *end && is_blank(**s))
        ++*s;
    while (*end > *s && is_blank((*end)[-1]))
        --*end;
}

static struct fw_place place_of(const struct csv *c, const char *line, const char *s)
{
    return (struct fw_place){c->line, (unsigned)(s - line) + 1};
}

/* One cell from *s to before the comma or the end; *s is left there. */
static bool take_cell(struct csv *c, const char *line, const char **s, const char *end,
                      struct cell *out)
{
    const char *start = *s, *stop;

    while (start < end && is_blank(*start))
        start++;
    const bool quoted = start < end && *start == '"';
    const char *const close = quoted ? memchr(start + 1, '"', (size_t)(end - start - 1)) : NULL;
    if (quoted && close == NULL) {
        fw_load_fail(c->ld, place_of(c, line, start), "", "", "a quote that is not closed");
        return false;
    }
    const char *const from = quoted ? close + 1 : start;
    const char *const comma = memchr(from, ',', (size_t)(end - from));
    *s = comma != NULL ? comma : end;
    stop = *s;
    if (quoted) {
        start++;
        const char *rest = close + 1;
        trim(&rest, &stop);
        if (rest < stop) {
            fw_load_fail(c->ld, place_of(c, line, rest), "", "", "text after a closed quote");
            return false;
        }
        stop = close;
    }
    trim(&start, &stop);
    out->at = place_of(c, line, start);
    out->text = fw_arena_strndup(c->ld->arena, start, (size_t)(stop - start));
    if (out->text == NULL)
        (void)fw_load_no_memory(c->ld);
    return out->text != NULL;
}

/* The next line that holds something, cut into cells; 0 at the end or after an error. */
static size_t take_line(struct csv *c, struct cell cells[], bool *bad)
{
    *bad = false;
    while (c->p < c->end) {
        const char *const line = c->p;
        const char *const nl = memchr(line, '\n', (size_t)(c->end - line));
        const char *end = nl != NULL ? nl : c->end, *s = line;
        size_t n = 0;

        c->p = nl != NULL ? nl + 1 : c->end;
        c->line++;
        end -= end > line && end[-1] == '\r' ? 1 : 0;
        const char *from = line, *to = end;
        trim(&from, &to);
        if (from == to || *from == '#')
            continue;
        for (;;) {
            if (n == CELLS_MAX) {
                fw_load_fail(c->ld, place_of(c, line, s), "", "", "more than 64 cells in a line");
                *bad = true;
                return 0;
            }
            *bad = !take_cell(c, line, &s, end, &cells[n++]);
            if (*bad || s == end)
                return *bad ? 0 : n;
            s++;
        }
    }
    return 0;
}

static const struct column *find_column(const char *name)
{
    for (size_t i = 0; i < COLUMNS; i++)
        if (strcmp(name, columns[i].name) == 0)
            return &columns[i];
    return NULL;
}

static void refuse_column(struct csv *c, const struct cell *cell)
{
    const char *names[COLUMNS];
    struct fw_err err;

    for (size_t i = 0; i < COLUMNS; i++)
        names[i] = columns[i].name;
    const char *const near = fw_nearest(cell->text, names, COLUMNS);
    (void)fw_fail(&err, FW_INPUT, "unknown column \"%.40s\"", cell->text);
    if (near != NULL)
        (void)fw_err_hint(&err, "did you mean %s?", near);
    else
        (void)fw_err_hint(&err, "docs/calibration.md lists the columns");
    fw_load_report(c->ld, &err, cell->at, "", "");
}

static void read_header(struct csv *c)
{
    const struct cell *seen[FIELDS] = {NULL};
    struct cell cells[CELLS_MAX];
    bool bad = false;
    const size_t n = take_line(c, cells, &bad);

    c->num_columns = n;
    for (size_t i = 0; i < n; i++) {
        c->column[i] = find_column(cells[i].text);
        if (c->column[i] == NULL) {
            refuse_column(c, &cells[i]);
            continue;
        }
        const struct cell **const first = &seen[c->column[i]->field];
        if (*first != NULL)
            fw_load_fail(c->ld, cells[i].at, "", cells[i].text,
                         "the same as column %s, which is there already", (*first)->text);
        *first = &cells[i];
    }
    const struct fw_place at = {c->line, 0};
    if (n == 0 && !bad)
        fw_load_fail(c->ld, (struct fw_place){0}, "", "", "empty, expected a header and rows");
    else if (!bad && seen[F_OP] == NULL)
        fw_load_fail(c->ld, at, "", "op", "no such column in the header");
    else if (!bad && seen[F_TIME] == NULL)
        fw_load_fail(c->ld, at, "", "time_s", "no such column in the header, nor time_ms, "
                                              "time_us or time_ns");
}

static void store(struct fw_timing *t, const struct column *c, const struct fw_quantity *q)
{
    uint64_t *const counts[FIELDS] = {
        [F_M] = &t->m, [F_N] = &t->n, [F_K] = &t->k,
        [F_HEADS] = &t->heads, [F_CONTEXT] = &t->context, [F_BATCH] = &t->batch,
    };
    double *const reals[FIELDS] = {
        [F_FLOP] = &t->flop, [F_BYTES] = &t->bytes, [F_WORKING_SET] = &t->working_set,
        [F_TIME] = &t->time_s, [F_SPREAD] = &t->spread, [F_READ_RATE] = &t->read_rate,
    };

    if (counts[c->field] != NULL)
        *counts[c->field] = (uint64_t)q->count;
    else if (reals[c->field] != NULL)
        *reals[c->field] = q->value * c->scale;
    else if (c->field == F_THREADS)
        t->threads = (unsigned)q->count;
    else
        t->runs = (unsigned)q->count;
}

static enum fw_status read_cell(struct fw_timing *t, const struct column *c, const char *text,
                                struct fw_err *err)
{
    static const double limit = 1e15;
    struct fw_quantity q;

    if (c->field == F_OP) {
        t->op = text;
        return FW_OK;
    }
    if (c->field == F_DTYPE) {
        t->dtype = fw_dtype_find(text);
        if (t->dtype == FW_DTYPE_COUNT)
            return fw_fail(err, FW_INPUT, "unknown dtype \"%.40s\"", text);
        return FW_OK;
    }
    const enum fw_status status = fw_quantity_parse(text, c->dim, &q, err);
    if (status != FW_OK)
        return status;
    if (q.value < 0)
        return fw_fail(err, FW_INPUT, "expected a value of 0 or more, got %s", text);
    if (c->dim == FW_DIM_COUNT && q.value > (c->field >= F_THREADS ? 1e6 : limit))
        return fw_fail(err, FW_INPUT, "%s is out of range", text);
    if (c->field == F_TIME && q.value <= 0)
        return fw_fail(err, FW_INPUT, "a time of %s: the clock did not advance", text);
    store(t, c, &q);
    return FW_OK;
}

/* False if the row is not to be used (reported). */
static bool read_row(struct csv *c, const struct cell cells[], size_t n, struct fw_timing *t)
{
    const struct fw_place at = {c->line, 1};
    struct fw_err err;
    bool good = true;

    fw_timing_init(t);
    t->line = c->line;
    if (n != c->num_columns) {
        fw_load_fail(c->ld, at, "", "", "%zu cells, but the header has %zu", n, c->num_columns);
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        if (c->column[i] == NULL || cells[i].text[0] == '\0')
            continue;
        if (read_cell(t, c->column[i], cells[i].text, &err) != FW_OK) {
            fw_load_report(c->ld, &err, cells[i].at, "", c->column[i]->name);
            good = false;
        }
    }
    if (good && t->op == NULL) {
        fw_load_fail(c->ld, at, "", "op", "missing");
        return false;
    }
    if (good && isnan(t->time_s)) {
        fw_load_fail(c->ld, at, "", "time_s", "missing");
        return false;
    }
    if (good && fw_timing_complete(t, &err) != FW_OK) {
        fw_load_report(c->ld, &err, at, "", t->op);
        return false;
    }
    return good;
}

void fw_timings_read_csv(struct fw_load *ld, const char *text, size_t n, struct fw_timings *out)
{
    struct csv c = {.ld = ld};
    struct cell cells[CELLS_MAX];
    struct fw_timing row;
    size_t cap = 0, cells_found;
    bool bad = false;

    if (fw_sniff(ld, &text, &n) != FW_OK)
        return;
    c.p = text;
    c.end = text + n;
    read_header(&c);
    if (ld->status != FW_OK)
        return;
    while ((cells_found = take_line(&c, cells, &bad)) > 0 || bad) {
        if (!bad && read_row(&c, cells, cells_found, &row) &&
            !fw_timings_append(ld, out, &cap, &row))
            return;
    }
    if (out->count == 0 && ld->status == FW_OK)
        fw_load_fail(ld, (struct fw_place){c.line, 0}, "", "", "a header without rows");
}
