/* cmd_grids.c - the grids of the catalogue. */
#include <math.h>
#include <string.h>

#include "cli/listing.h"

static const struct fw_column brief_columns[] = {
    {.key = "id", .title = "id"},
    {.key = "intensity", .title = "intensity", .align = FW_RIGHT, .dim = FW_DIM_INTENSITY},
    {.key = "year", .title = "year", .align = FW_RIGHT},
    {.key = "kind", .title = "kind"},
    {.key = "source", .title = "source"},
    {.key = "unverified", .title = ""},
    {.key = "name", .title = "name"},
};
static const struct fw_column full_columns[] = {
    {.key = "id", .title = "id"},
    {.key = "name", .title = "name"},
    {.key = "intensity_kg_per_kWh",
     .title = "intensity",
     .align = FW_RIGHT,
     .dim = FW_DIM_INTENSITY,
     .digits = 6},
    {.key = "year", .title = "year"},
    {.key = "kind", .title = "kind"},
    {.key = "family", .title = "family"},
    {.key = "pue", .title = "PUE", .align = FW_RIGHT, .dim = FW_DIM_NUMBER},
    {.key = "source", .title = "source"},
    {.key = "source_text", .title = "source text"},
    {.key = "unverified", .title = "unverified"},
};
static const char note[] = "kg CO2eq per kWh. lifecycle and direct, average and marginal factors "
                           "are different things: never mix them.";
#define LENGTH(a) (sizeof(a) / sizeof(a)[0])

static struct fw_cell year(struct fw_cli *cli, const struct fw_grid *g)
{
    return g->year > 0 ? fw_cell_text(fw_arena_printf(&cli->arena, "%d", g->year))
                       : fw_cell_unknown();
}

static const char *source_text(const struct fw_grids *grids, const struct fw_grid *g)
{
    for (size_t i = 0; g->source != NULL && i < grids->num_sources; i++)
        if (strcmp(grids->sources[i].id, g->source) == 0)
            return grids->sources[i].text;
    return NULL;
}

static void brief_row(struct fw_cli *cli, const struct fw_grid *g, struct fw_cell *c)
{
    *c++ = fw_cell_text(g->id);
    *c++ = fw_cell_real(g->intensity);
    *c++ = year(cli, g);
    *c++ = fw_cell_text(g->kind);
    *c++ = fw_cell_text(g->source);
    *c++ = fw_cell_text(g->unverified ? "unverified" : NULL);
    *c++ = fw_cell_text(g->name);
}

static void full_row(struct fw_cli *cli, const struct fw_grids *grids, const struct fw_grid *g,
                     struct fw_cell *c)
{
    *c++ = fw_cell_text(g->id);
    *c++ = fw_cell_text(g->name);
    *c++ = fw_cell_real(g->intensity);
    *c++ = year(cli, g);
    *c++ = fw_cell_text(g->kind);
    *c++ = fw_cell_text(g->family);
    *c++ = fw_cell_real(g->pue);
    *c++ = fw_cell_text(g->source);
    *c++ = fw_cell_text(source_text(grids, g));
    *c++ = fw_cell_bool(g->unverified);
}

enum fw_status fw_cmd_grids(struct fw_cli *cli)
{
    const struct fw_grids *grids = NULL;
    struct fw_table brief, full;
    const enum fw_status status = fw_cli_grids(cli, &grids);
    if (status != FW_OK)
        return status;
    fw_table_init(&brief, &cli->arena, "Grids", brief_columns, LENGTH(brief_columns));
    fw_table_init(&full, &cli->arena, "Grids", full_columns, LENGTH(full_columns));
    brief.note = note;
    for (size_t i = 0; i < grids->num_grids; i++) {
        const struct fw_grid *const g = &grids->grids[i];
        const char *const texts[] = {g->id, g->name, g->family, g->kind};
        if (!fw_listing_wants(cli, texts, LENGTH(texts)))
            continue;
        brief_row(cli, g, fw_table_row(&brief));
        full_row(cli, grids, g, fw_table_row(&full));
    }
    return fw_listing_show(cli, "grids", &brief, &full);
}
