/* cmd_models.c - the models of the catalogue. */
#include <string.h>

#include "cli/listing.h"

#define COUNT(key, title) {key, title, NULL, FW_RIGHT, FW_DIM_COUNT, 0}
#define WORD(key, title)  {key, title, NULL, FW_LEFT, FW_DIM_COUNT, 0}
static const struct fw_column brief_columns[] = {
    WORD("id", "id"),
    WORD("released", "released"),
    COUNT("parameters", "parameters"),
    COUNT("context", "context"),
    WORD("unverified", ""),
    WORD("name", "name"),
};
static const struct fw_column full_columns[] = {
    WORD("id", "id"),
    WORD("name", "name"),
    WORD("developer", "developer"),
    WORD("released", "released"),
    COUNT("parameters", "parameters"),
    COUNT("active_parameters", "active parameters"),
    COUNT("num_hidden_layers", "layers"),
    COUNT("hidden_size", "width"),
    COUNT("num_attention_heads", "heads (first layer)"),
    COUNT("num_key_value_heads", "KV heads (first layer)"),
    COUNT("head_dim", "head width (first layer)"),
    COUNT("vocab_size", "vocabulary"),
    COUNT("context", "context"),
    COUNT("training_tokens", "training tokens"),
    WORD("training_hardware", "training hardware"),
    WORD("unverified", "unverified"),
    WORD("path", "file"),
    WORD("sources", "sources"),
    WORD("note", "note"),
};
#define LENGTH(a) (sizeof(a) / sizeof(a)[0])

/* One file of the shelf with its totals. */
struct entry {
    const char *path;
    struct fw_description d;
    struct fw_answer a;
};

static struct fw_cell known(fw_u128 value)
{
    return value > 0 ? fw_cell_count(value) : fw_cell_unknown();
}

/* The ids of sources that nobody had at hand. */
static const char *unverified(struct fw_cli *cli, const struct fw_description *d)
{
    struct fw_text text;
    fw_text_init(&text);
    for (size_t i = 0; i < d->num_sources; i++)
        if (d->sources[i].unverified)
            fw_text_printf(&text, "%s%s", text.len > 0 ? " " : "", d->sources[i].id);
    const char *const copy = text.len > 0 ? fw_arena_strdup(&cli->arena, text.data) : NULL;
    fw_text_free(&text);
    return copy;
}

static void brief_row(struct fw_cli *cli, const struct entry *e, struct fw_cell *c)
{
    *c++ = fw_cell_text(e->d.id);
    *c++ = fw_cell_text(e->d.released);
    *c++ = fw_cell_count(e->a.estimate.model[FW_EQ_N]);
    *c++ = known(e->a.model.max_position);
    *c++ = fw_cell_text(unverified(cli, &e->d) != NULL ? "unverified" : NULL);
    *c++ = fw_cell_text(e->d.name);
}

static void full_row(struct fw_cli *cli, const struct entry *e, struct fw_cell *c)
{
    const bool people = cli->out.format != FW_FORMAT_JSON && cli->out.format != FW_FORMAT_CSV;
    const uint64_t *const sym = e->a.model.groups[0].sym;
    const struct fw_training *const t = &e->d.training;
    *c++ = fw_cell_text(e->d.id);
    *c++ = fw_cell_text(e->d.name);
    *c++ = fw_cell_text(e->d.developer);
    *c++ = fw_cell_text(e->d.released);
    *c++ = fw_cell_count(e->a.estimate.model[FW_EQ_N]);
    *c++ = fw_cell_count(e->a.estimate.model[FW_EQ_N_active]);
    *c++ = fw_cell_count(e->a.model.sym[FW_MS_L]);
    *c++ = fw_cell_count(e->a.model.sym[FW_MS_d]);
    *c++ = fw_cell_count(sym[FW_LS_h]);
    *c++ = fw_cell_count(sym[FW_LS_h_kv]);
    *c++ = fw_cell_count(sym[FW_LS_d_h]);
    *c++ = fw_cell_count(e->a.model.sym[FW_MS_V]);
    *c++ = known(e->a.model.max_position);
    *c++ = known(t->present ? t->tokens : 0);
    *c++ = t->present && t->hardware != NULL ? fw_cell_text(t->hardware) : fw_cell_unknown();
    *c++ = fw_cell_text(unverified(cli, &e->d));
    *c++ = fw_cell_text(e->path);
    *c++ = fw_cell_text(fw_listing_sources(cli, e->d.sources, e->d.num_sources, people));
    *c++ = fw_cell_text(e->d.note);
}

/* A file that cannot be read or does not fit together is left out with a warning. */
static struct entry *load(struct fw_cli *cli, const struct fw_catalogue *cat, const char *path)
{
    struct entry *const e = FW_NEW(&cli->arena, 1, struct entry);
    struct fw_case c;
    if (e == NULL)
        return NULL;
    e->path = path;
    enum fw_status status =
        fw_description_load(cat, path, &cli->arena, NULL, &e->d, &cli->err);
    if (status == FW_OK)
        status = fw_cli_case(cli, &e->d, NULL, 0, false, &c);
    if (status == FW_OK)
        status = fw_answer_make(&c.description, &c.workload, &c.request, NULL, &e->a, &cli->arena,
                                NULL, &cli->err);
    e->a.description = &e->d;
    if (status == FW_OK)
        return e;
    fw_diags_add(&cli->diags, FW_WARNING, &cli->err);
    return NULL;
}

enum fw_status fw_cmd_models(struct fw_cli *cli)
{
    const struct fw_catalogue *cat = NULL;
    const struct fw_catalogue_entry *list = NULL;
    struct fw_table brief, full;
    size_t n = 0;
    enum fw_status status = fw_cli_catalogue(cli, &cat);
    if (status == FW_OK)
        status = fw_catalogue_list(cat, FW_SHELF_MODELS, &cli->arena, &list, &n, &cli->err);
    if (status != FW_OK)
        return status;
    fw_table_init(&brief, &cli->arena, "Models", brief_columns, LENGTH(brief_columns));
    fw_table_init(&full, &cli->arena, "Models", full_columns, LENGTH(full_columns));
    for (size_t i = 0; i < n; i++) {
        const struct entry *const e = load(cli, cat, list[i].path);
        const char *const texts[] = {list[i].id, e != NULL ? e->d.name : NULL,
                                     e != NULL ? e->d.developer : NULL};
        if (e == NULL || !fw_listing_wants(cli, texts, LENGTH(texts)))
            continue;
        brief_row(cli, e, fw_table_row(&brief));
        full_row(cli, e, fw_table_row(&full));
    }
    return fw_listing_show(cli, "models", &brief, &full);
}
