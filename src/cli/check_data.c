/* check_data.c - hardware and grids: sources, plausible ranges, rates in their order. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/check.h"

/* ---- hardware -------------------------------------------------------------------------------- */

/* A narrower type is at least as fast as a wider one. */
static const struct {
    enum fw_dtype wide, narrow;
} order[] = {
    {FW_F32, FW_TF32}, {FW_TF32, FW_BF16}, {FW_F32, FW_BF16},  {FW_F32, FW_F16},
    {FW_BF16, FW_FP8}, {FW_F16, FW_FP8},   {FW_BF16, FW_INT8}, {FW_FP8, FW_FP4},
    {FW_INT8, FW_INT4},
};

static void check_rates(struct fw_check *c, const struct fw_hardware *h, const char *path)
{
    bool any = false;
    for (int t = 0; t < FW_DTYPE_COUNT; t++) {
        any = any || !isnan(h->peak[t]);
        fw_check_range(c, path, fw_dtype_get((enum fw_dtype)t)->name, h->peak[t], 1e9, 1e17);
    }
    if (!any)
        fw_check_find(c, FW_ERROR, path, "no peak rate");
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        const double wide = h->peak[order[i].wide], narrow = h->peak[order[i].narrow];
        if (wide > narrow)
            fw_check_find(c, FW_WARNING, path, "%s %g is faster than %s %g",
                          fw_dtype_get(order[i].wide)->name, wide,
                          fw_dtype_get(order[i].narrow)->name, narrow);
    }
}

static void check_unverified_fields(struct fw_check *c, const struct fw_hardware *h)
{
    const char *p = h->unverified != NULL ? h->unverified : "";
    while (*p != '\0') {
        const size_t n = strcspn(p, " ");
        fw_check_unverified(c, "hardware", h->id, fw_arena_strndup(&c->cli->arena, p, n));
        p += n + strspn(p + n, " ");
    }
    for (size_t i = 0; i < h->num_sources; i++)
        if (h->sources[i].unverified)
            fw_check_unverified(c, "hardware", h->id,
                                fw_arena_printf(&c->cli->arena, "source %s", h->sources[i].id));
}

enum fw_status fw_check_hardware(struct fw_check *c, const char *path)
{
    struct fw_cli *const cli = c->cli;
    const size_t errors = cli->diags.errors;
    struct fw_hardware h;
    const enum fw_status status =
        fw_hardware_load(path, &cli->arena, &cli->diags, &h, &cli->err);
    if (status == FW_SYSTEM)
        return status;
    if (status != FW_OK) {
        fw_check_unreadable(c, errors);
        return FW_OK;
    }
    c->devices++;
    if (h.num_sources == 0)
        fw_check_find(c, FW_ERROR, path, "no source");
    if (h.year != 0)
        fw_check_range(c, path, "year", h.year, 2005, 2035);
    check_rates(c, &h, path);
    fw_check_range(c, path, "memory.size [B]", h.mem_bytes_min, 1e8, 1e13);
    if (h.mem_bytes_min > h.mem_bytes_max)
        fw_check_find(c, FW_ERROR, path, "memory.size_min is above memory.size_max");
    fw_check_range(c, path, "memory.bandwidth [B/s]", h.mem_bw, 1e9, 1e14);
    fw_check_range(c, path, "link.per_direction [B/s]", h.link_dir, 1e8, 1e13);
    fw_check_range(c, path, "power [W]", h.power, 1, 1e4);
    check_unverified_fields(c, &h);
    return FW_OK;
}

/* ---- grids ----------------------------------------------------------------------------------- */

static void check_grid(struct fw_check *c, const struct fw_grids *all, const struct fw_grid *g,
                       const char *path, bool used[])
{
    char what[FW_KEY_LEN];
    (void)snprintf(what, sizeof what, "%s: intensity [kg/kWh]", g->id);
    fw_check_range(c, path, what, g->intensity, 0, 2);
    (void)snprintf(what, sizeof what, "%s: pue", g->id);
    fw_check_range(c, path, what, g->pue, 1, 3);
    if (g->source == NULL)
        fw_check_find(c, FW_ERROR, path, "%s has no source", g->id);
    else if (!fw_check_has_source(all->sources, all->num_sources, g->source))
        fw_check_find(c, FW_ERROR, path, "%s: there is no source %s", g->id, g->source);
    for (size_t i = 0; g->source != NULL && i < all->num_sources; i++)
        used[i] = used[i] || strcmp(all->sources[i].id, g->source) == 0;
    if (g->kind == NULL)
        fw_check_find(c, FW_ERROR, path, "%s: the kind is not stated", g->id);
    if (g->unverified)
        fw_check_unverified(c, "grid", g->id, "intensity");
}

enum fw_status fw_check_grids(struct fw_check *c, const char *path)
{
    struct fw_cli *const cli = c->cli;
    const size_t errors = cli->diags.errors;
    struct fw_grids g;
    const enum fw_status status = fw_grids_load(path, &cli->arena, &cli->diags, &g, &cli->err);
    if (status == FW_SYSTEM)
        return status;
    if (status != FW_OK) {
        fw_check_unreadable(c, errors);
        return FW_OK;
    }
    bool *const used = FW_NEW(&cli->arena, g.num_sources, bool);
    if (used == NULL)
        return fw_cli_no_memory(cli);
    c->grids += g.num_grids;
    for (size_t i = 0; i < g.num_grids; i++)
        check_grid(c, &g, &g.grids[i], path, used);
    for (size_t i = 0; i < g.num_sources; i++) {
        if (!used[i])
            fw_check_find(c, FW_NOTE, path, "the source %s is not used", g.sources[i].id);
        if (g.sources[i].unverified)
            fw_check_unverified(c, "grids", path,
                                fw_arena_printf(&cli->arena, "source %s", g.sources[i].id));
    }
    return FW_OK;
}
