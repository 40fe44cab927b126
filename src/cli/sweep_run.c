/* sweep_run.c - evaluates the points of a sweep, one after the other, in bounded memory. */
#include "cli/sweep.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli/progress.h"

enum { NAME_LEN = 160 };

/* Set by the handler, hence the one global of this file. */
static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

struct run {
    struct fw_cli *cli;
    /* A copy of *cli with an arena and messages of its own, emptied after each point. What the
     * original has loaded is shared. */
    struct fw_cli *one;
    const struct fw_description *d;
    const struct fw_sweep *s;
    struct fw_setting *settings; /* those of all points, then one per axis */
    size_t num_common;
    struct fw_quantity_value *values;
    size_t warned, left_out; /* points */
};

/* "context=1024, kv_heads=5" */
static const char *point_name(const struct run *r, size_t point, char name[NAME_LEN])
{
    size_t index[FW_SWEEP_AXES], len = 0;
    fw_sweep_indices(r->s, point, index);
    name[0] = '\0';
    for (size_t i = 0; i < r->s->num_axes && len < NAME_LEN; i++) {
        const struct fw_axis *const a = &r->s->axis[i];
        const int n = snprintf(name + len, NAME_LEN - len, "%s%s=%s", i > 0 ? ", " : "", a->key,
                               a->text[index[i]]);
        len += n > 0 ? (size_t)n : 0;
    }
    return name;
}

/* Hardware and grids are read once, not at every point. */
static enum fw_status preload(struct run *r)
{
    const struct fw_grids *grids = NULL;
    const struct fw_hardware *hardware = NULL;
    enum fw_status status = FW_OK;
    for (size_t i = 0; i < r->s->num_axes && status == FW_OK; i++) {
        const struct fw_axis *const a = &r->s->axis[i];
        if (strcmp(a->key, "grid") == 0)
            status = fw_cli_grids(r->cli, &grids);
        for (size_t v = 0; strcmp(a->key, "hardware") == 0 && v < a->n && status == FW_OK; v++)
            status = fw_cli_hardware(r->cli, a->text[v], &hardware);
    }
    return status;
}

static void reset(struct run *r)
{
    fw_arena_free(&r->one->arena);
    fw_diags_init(&r->one->diags);
    r->one->hardware = r->cli->hardware;
    r->one->grids = r->cli->grids;
    r->one->has_grids = r->cli->has_grids;
    r->one->catalogue = r->cli->catalogue;
    r->one->has_catalogue = r->cli->has_catalogue;
}

static enum fw_status evaluate(struct run *r, size_t point)
{
    struct fw_case c;
    struct fw_answer a;
    size_t index[FW_SWEEP_AXES];
    fw_sweep_indices(r->s, point, index);
    for (size_t i = 0; i < r->s->num_axes; i++)
        r->settings[r->num_common + i] =
            (struct fw_setting){r->s->axis[i].key, r->s->axis[i].text[index[i]]};
    enum fw_status status =
        fw_cli_case(r->one, r->d, r->settings, r->num_common + r->s->num_axes, true, &c);
    if (status == FW_OK)
        status = fw_cli_answer(r->one, &c, &a);
    for (size_t i = 0; i < r->s->get.n && status == FW_OK; i++)
        status = fw_quantity_get(&a, r->s->get.names[i], &r->values[i], &r->one->err);
    return status;
}

/* The first warning is passed on with the point's name, the others are counted. */
static void keep_warning(struct run *r, size_t point)
{
    const struct fw_diags *const d = &r->one->diags;
    char name[NAME_LEN];
    size_t i = 0;
    while (i < d->count && d->list[i].severity != FW_WARNING)
        i++;
    if (i == d->count)
        return;
    if (r->warned++ == 0)
        fw_diags_note(&r->cli->diags, FW_WARNING, "at %.80s: %.140s", point_name(r, point, name),
                      d->list[i].err.msg);
}

/* The values of --set alone were accepted before, so it is a swept one that is refused. */
static const char *behind_set(const char *text)
{
    static const char set[] = "--set";
    return strncmp(text, set, sizeof set - 1) == 0 ? text + sizeof set - 1 : NULL;
}

/* The error of the point becomes that of the command, with the point's name. */
static enum fw_status refuse(struct run *r, size_t point)
{
    const struct fw_err why = r->one->err;
    char name[NAME_LEN];
    struct fw_err *const err = &r->cli->err;
    (void)fw_fail(err, why.status, "at %.80s: %.140s", point_name(r, point, name), why.msg);
    const char *const file = behind_set(why.file), *const key = behind_set(why.key);
    (void)fw_err_at(err, file != NULL ? "--sweep" : why.file, why.line, why.col);
    (void)fw_err_key(err, "%s%s", key != NULL ? "--sweep" : "", key != NULL ? key : why.key);
    (void)fw_err_hint(err, "%s", why.hint);
    return why.status;
}

static enum fw_status run_point(struct run *r, size_t point, fw_sweep_row *row, void *ctx)
{
    enum fw_status status = evaluate(r, point);
    if (status == FW_OK) {
        keep_warning(r, point);
        status = row(ctx, point, r->values);
    } else if (status != FW_SYSTEM && r->cli->opts.val[FW_O_skip_invalid].given) {
        if (r->left_out++ == 0) {
            (void)refuse(r, point);
            fw_diags_note(&r->cli->diags, FW_NOTE, "left out: %s", r->cli->err.msg);
        }
        status = FW_OK;
    } else {
        status = refuse(r, point);
    }
    reset(r);
    return status;
}

static void note_counts(const struct run *r)
{
    if (r->warned > 1)
        fw_diags_note(&r->cli->diags, FW_WARNING, "the like at %zu of %zu points", r->warned,
                      r->s->points);
    if (r->left_out > 0)
        fw_diags_note(&r->cli->diags, FW_NOTE, "%zu of %zu points do not fit together",
                      r->left_out, r->s->points);
}

static enum fw_status run_all(struct run *r, fw_sweep_row *row, void *ctx)
{
    struct fw_progress progress;
    enum fw_status status = preload(r);
    size_t i = 0;
    reset(r);
    fw_progress_start(&progress, r->cli, "points", r->s->points);
    for (; i < r->s->points && status == FW_OK && !interrupted; i++) {
        status = run_point(r, i, row, ctx);
        fw_progress_step(&progress, i + 1);
    }
    fw_progress_end(&progress);
    if (status != FW_OK)
        return status;
    note_counts(r);
    if (i == r->s->points)
        return FW_OK;
    fw_diags_note(&r->cli->diags, FW_WARNING, "interrupted after %zu of %zu points", i,
                  r->s->points);
    return FW_INTERRUPTED;
}

enum fw_status fw_sweep_run(struct fw_cli *cli, const struct fw_description *d,
                            const struct fw_setting *settings, size_t n,
                            const struct fw_sweep *s, fw_sweep_row *row, void *ctx)
{
    struct run r = {.cli = cli, .d = d, .s = s, .num_common = n};
    struct sigaction catch = {.sa_handler = on_interrupt}, old;
    r.one = FW_NEW(&cli->arena, 1, struct fw_cli);
    r.settings = FW_NEW(&cli->arena, n + s->num_axes, struct fw_setting);
    r.values = FW_NEW(&cli->arena, s->get.n, struct fw_quantity_value);
    if (r.one == NULL || r.settings == NULL || r.values == NULL)
        return fw_cli_no_memory(cli);
    if (n > 0)
        memcpy(r.settings, settings, n * sizeof *settings);
    *r.one = *cli;
    fw_arena_init(&r.one->arena, 0);
    interrupted = 0;
    (void)sigemptyset(&catch.sa_mask);
    const bool caught = sigaction(SIGINT, &catch, &old) == 0;
    const enum fw_status status = run_all(&r, row, ctx);
    if (caught)
        (void)sigaction(SIGINT, &old, NULL);
    fw_arena_free(&r.one->arena);
    return status;
}
