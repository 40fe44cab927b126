/* grid.c - emissions per kWh by name, or as a weighted mix of several. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/context.h"

struct mix {
    double sum, weights, least, most;
    const char *kind; /* of the first grid by name */
};

static enum fw_status fail(struct fw_cli *cli)
{
    return fw_err_key(&cli->err, "--grid");
}

/* Says which figure is used: grids of one name differ by year, kind and source. */
static void note_grid(struct fw_cli *cli, const struct fw_grid *g, struct mix *m)
{
    char year[16] = "year not stated";
    if (g->year > 0)
        (void)snprintf(year, sizeof year, "%d", g->year);
    fw_diags_note(&cli->diags, FW_NOTE, "grid %s: %.40s, %.6g kg/kWh, %s, %s, source %s", g->id,
                  g->name, g->intensity, year, g->kind != NULL ? g->kind : "kind not stated",
                  g->source != NULL ? g->source : "unknown");
    if (g->unverified)
        fw_diags_note(&cli->diags, FW_WARNING, "grid %s is unverified: no document at hand", g->id);
    if (!isnan(g->pue) && !cli->opts.val[FW_O_pue].given)
        fw_diags_note(&cli->diags, FW_NOTE, "grid %s states a PUE of %.4g; --pue %.4g applies it",
                      g->id, g->pue, g->pue);
    if (m->kind != NULL && g->kind != NULL && strcmp(m->kind, g->kind) != 0)
        fw_diags_note(&cli->diags, FW_WARNING, "a mix of %s and %s factors is no figure of either",
                      m->kind, g->kind);
    m->kind = g->kind;
}

/* name is an id or an intensity such as 0.0202 or "57 g/kWh". */
static enum fw_status look_up(struct fw_cli *cli, const char *name, struct mix *m,
                              double *intensity)
{
    const struct fw_grids *grids = NULL;
    const struct fw_grid *g = NULL;
    struct fw_quantity q;
    if (name[0] >= '0' && name[0] <= '9' &&
        fw_quantity_parse(name, FW_DIM_INTENSITY, &q, NULL) == FW_OK) {
        *intensity = q.value;
        return FW_OK;
    }
    enum fw_status status = fw_cli_grids(cli, &grids);
    if (status != FW_OK)
        return status;
    if (fw_grids_find(grids, name, &g, &cli->err) != FW_OK)
        return fail(cli);
    note_grid(cli, g, m);
    *intensity = g->intensity;
    return FW_OK;
}

/* part is "NAME" or "NAME:WEIGHT"; it is written to. */
static enum fw_status add_part(struct fw_cli *cli, char *part, bool alone, struct mix *m)
{
    char *const colon = strrchr(part, ':');
    struct fw_quantity weight = {.value = 1};
    double intensity = 0;
    if (colon == NULL && !alone) {
        (void)fw_fail(&cli->err, FW_USAGE, "\"%.40s\" has no weight: usa:70%%,fra:30%%", part);
        return fail(cli);
    }
    if (colon != NULL) {
        *colon = '\0';
        if (fw_quantity_parse(colon + 1, FW_DIM_RATIO, &weight, &cli->err) != FW_OK ||
            weight.value < 0) {
            if (weight.value < 0)
                (void)fw_fail(&cli->err, FW_USAGE, "a weight below 0: \"%.40s\"", colon + 1);
            cli->err.status = FW_USAGE;
            return fail(cli);
        }
    }
    const enum fw_status status = look_up(cli, part, m, &intensity);
    if (status != FW_OK)
        return status;
    m->sum += weight.value * intensity;
    m->weights += weight.value;
    m->least = fmin(m->least, intensity);
    m->most = fmax(m->most, intensity);
    return FW_OK;
}

enum fw_status fw_cli_grid(struct fw_cli *cli, const char *text, double *intensity)
{
    struct mix m = {0, 0, (double)INFINITY, 0, NULL};
    char *rest = fw_arena_strdup(&cli->arena, text);
    const bool alone = strchr(text, ',') == NULL;
    if (rest == NULL)
        return fw_cli_no_memory(cli);
    while (rest != NULL) {
        char *const comma = strchr(rest, ',');
        if (comma != NULL)
            *comma = '\0';
        const enum fw_status status = add_part(cli, rest, alone, &m);
        if (status != FW_OK)
            return status;
        rest = comma != NULL ? comma + 1 : NULL;
    }
    if (fabs(m.weights - 1) > 1e-6) {
        (void)fw_fail(&cli->err, FW_USAGE, "the weights add up to %.6g %%, not 100 %%",
                      100 * m.weights);
        return fail(cli);
    }
    *intensity = m.sum / m.weights;
    /* A weighted mean lies between its parts, but for rounding. */
    assert(*intensity >= m.least * (1 - 1e-12) && *intensity <= m.most * (1 + 1e-12));
    return FW_OK;
}
