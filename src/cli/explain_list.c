/* explain_list.c - names, equations and symbols without a model; docs/equations.md and
 * docs/symbols.md are this output. */
#include <string.h>

#include "cli/explain.h"
#include "cli/present.h"

/* Title and introduction of a page; other formats go without. */
static void begin_page(struct fw_cli *cli, const char *title, const char *text)
{
    if (cli->out.format == FW_FORMAT_MD)
        fw_text_printf(&cli->out.text, "# %s\n\n%s\n", title, text);
}

/* A unit as it stands in tables, "" for plain counts. */
static const char *unit_of(enum fw_dim dim)
{
    return dim == FW_DIM_RATIO ? "ratio" : fw_dim_unit(dim);
}

/* ---- names ----------------------------------------------------------------------------------- */

static const struct fw_column name_columns[] = {
    {.key = "name", .title = "name"},
    {.key = "kind"},
    {.key = "unit", .title = "unit"},
    {.key = "json_path"},
    {.key = "meaning", .title = "meaning"},
};

static void add_name(struct fw_table *t, const char *name, const char *kind, const char *unit,
                     const char *path, const char *meaning)
{
    struct fw_cell *const row = fw_table_row(t);
    row[0] = fw_cell_text(name);
    row[1] = fw_cell_text(kind);
    row[2] = fw_cell_text(unit);
    row[3] = fw_cell_text(path);
    row[4] = fw_cell_text(meaning);
}

static void add_quantities(struct fw_table *t)
{
    for (size_t i = 0; i < fw_quantity_count; i++) {
        const struct fw_quantity_info *const q = &fw_quantity_table[i];
        add_name(t, q->name, "quantity", unit_of(q->dim), q->json_path, q->meaning);
    }
}

static void add_rows(struct fw_table *t, const struct fw_eq_info *rows, size_t n, const char *kind)
{
    for (size_t i = 0; i < n; i++)
        add_name(t, rows[i].id, kind, fw_unit_name(rows[i].unit), NULL, rows[i].meaning);
}

static void add_facts(struct fw_table *t)
{
    for (int i = 0; i < FW_FACT_COUNT; i++)
        add_name(t, fw_fact_table[i].id, "fact of the training run", unit_of(fw_fact_table[i].dim),
                 NULL, fw_fact_table[i].meaning);
}

enum fw_status fw_explain_list(struct fw_cli *cli)
{
    const bool one = cli->out.format == FW_FORMAT_JSON || cli->out.format == FW_FORMAT_CSV;
    static const char *const titles[] = {"Quantities", "Rows of the model", "Rows of one layer",
                                         "Facts of the training run"};
    struct fw_table t;
    fw_table_init(&t, &cli->arena, NULL, name_columns,
                  sizeof name_columns / sizeof name_columns[0]);
    for (size_t part = 0; part < sizeof titles / sizeof titles[0]; part++) {
        if (!one)
            fw_table_init(&t, &cli->arena, titles[part], name_columns,
                          sizeof name_columns / sizeof name_columns[0]);
        if (part == 0)
            add_quantities(&t);
        else if (part == 1)
            add_rows(&t, fw_eq_table, FW_EQ_COUNT, "row of the model");
        else if (part == 2)
            add_rows(&t, fw_layer_eq_table, FW_LEQ_COUNT, "row of one layer");
        else
            add_facts(&t);
        if (!one)
            fw_output_table(&cli->out, &t);
    }
    return one ? fw_present_table(cli, "names", &t) : FW_OK;
}

/* ---- equations ------------------------------------------------------------------------------- */

static const struct fw_column equation_columns[] = {
    {.key = "row", .title = "name"},
    {.key = "table"},
    {.key = "unit", .title = "unit"},
    {.key = "equation", .title = "equation"},
    {.key = "meaning", .title = "meaning"},
    {.key = "source", .title = "source"},
};

static void add_equations(struct fw_table *t, const struct fw_eq_info *rows, size_t n,
                          const char *table)
{
    for (size_t i = 0; i < n; i++) {
        struct fw_cell *const row = fw_table_row(t);
        row[0] = fw_cell_text(rows[i].id);
        row[1] = fw_cell_text(table);
        row[2] = fw_cell_text(fw_unit_name(rows[i].unit));
        row[3] = fw_cell_text(rows[i].text);
        row[4] = fw_cell_text(rows[i].meaning);
        row[5] = fw_cell_text(rows[i].source);
    }
}

/* result = factor x a x b, in the words of fw_explain_link. */
static void add_links(struct fw_cli *cli, struct fw_table *t)
{
    for (size_t i = 0; i < FW_LINK_COUNT; i++) {
        const struct fw_link_info *const l = &fw_link_table[i];
        const bool plain = !(l->factor < 1) && !(l->factor > 1);
        struct fw_cell *const row = fw_table_row(t);
        row[0] = fw_cell_text(fw_fact_table[l->result].id);
        row[1] = fw_cell_text("chain");
        row[2] = fw_cell_text(unit_of(fw_fact_table[l->result].dim));
        row[3] = fw_cell_text(fw_arena_printf(
            &cli->arena, "%s%s%s%s%s", plain ? "" : l->factor_text, plain ? "" : " x ",
            fw_fact_table[l->a].id, l->b != FW_FACT_COUNT ? " x " : "",
            l->b != FW_FACT_COUNT ? fw_fact_table[l->b].id : ""));
        row[4] = fw_cell_text(l->meaning);
        row[5] = fw_cell_text(l->source);
    }
}

enum fw_status fw_explain_equations(struct fw_cli *cli)
{
    const bool one = cli->out.format == FW_FORMAT_JSON || cli->out.format == FW_FORMAT_CSV;
    static const char *const titles[] = {"One layer", "The model", "The training run"};
    struct fw_table t;
    const size_t columns = sizeof equation_columns / sizeof equation_columns[0];
    begin_page(cli, "Equations",
               "Written by `flopwatt explain --equations --format md`: the text of each equation "
               "is the one that\nthe program compiles. A row may use the symbols of "
               "[symbols.md](symbols.md) and the rows above it;\n`SUM(x)` is the row x of a layer "
               "over all layers. DIV rounds down, CDIV up. The sources are in\n"
               "[sources.yaml](sources.yaml). `flopwatt explain NAME MODEL` puts the numbers of a "
               "model in.");
    fw_table_init(&t, &cli->arena, NULL, equation_columns, columns);
    for (size_t part = 0; part < sizeof titles / sizeof titles[0]; part++) {
        if (!one)
            fw_table_init(&t, &cli->arena, titles[part], equation_columns, columns);
        if (part == 0)
            add_equations(&t, fw_layer_eq_table, FW_LEQ_COUNT, "layer");
        else if (part == 1)
            add_equations(&t, fw_eq_table, FW_EQ_COUNT, "model");
        else
            add_links(cli, &t);
        if (!one)
            fw_output_table(&cli->out, &t);
    }
    return one ? fw_present_table(cli, "equations", &t) : FW_OK;
}

/* ---- symbols --------------------------------------------------------------------------------- */

static const struct fw_column symbol_columns[] = {
    {.key = "symbol", .title = "symbol"},
    {.key = "table"},
    {.key = "meaning", .title = "meaning"},
};

static void add_symbols(struct fw_table *t, const struct fw_symbol_info *list, size_t n,
                        const char *table)
{
    for (size_t i = 0; i < n; i++) {
        struct fw_cell *const row = fw_table_row(t);
        row[0] = fw_cell_text(list[i].id);
        row[1] = fw_cell_text(table);
        row[2] = fw_cell_text(list[i].meaning);
    }
}

enum fw_status fw_explain_all_symbols(struct fw_cli *cli)
{
    const bool one = cli->out.format == FW_FORMAT_JSON || cli->out.format == FW_FORMAT_CSV;
    const size_t columns = sizeof symbol_columns / sizeof symbol_columns[0];
    struct fw_table t;
    begin_page(cli, "Symbols",
               "Written by `flopwatt explain --symbols --format md`. These letters stand in the "
               "equations of\n[equations.md](equations.md); `flopwatt explain NAME MODEL` shows "
               "their values for a model.");
    fw_table_init(&t, &cli->arena, one ? NULL : "Of one layer", symbol_columns, columns);
    add_symbols(&t, fw_layer_symbol_table, FW_LS_COUNT, "layer");
    if (!one) {
        fw_output_table(&cli->out, &t);
        fw_table_init(&t, &cli->arena, "Of the model", symbol_columns, columns);
    }
    add_symbols(&t, fw_model_symbol_table, FW_MS_COUNT, "model");
    if (one)
        return fw_present_table(cli, "symbols", &t);
    fw_output_table(&cli->out, &t);
    return FW_OK;
}
