/* check.c - the lists of findings, and the tables of equations. */
#include "cli/check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "report/bibliography.h"

static const struct fw_column training_columns[] = {
    {.key = "model", .title = "model"},
    {.key = "fact", .title = "fact"},
    {.key = "unit"},
    {.key = "stated", .title = "stated", .align = FW_RIGHT, .dim = FW_DIM_NUMBER},
    {.key = "derived", .title = "from the rest", .align = FW_RIGHT, .dim = FW_DIM_NUMBER},
    {.key = "difference", .title = "difference", .align = FW_RIGHT, .dim = FW_DIM_RATIO,
     .digits = 3},
    {.key = "agrees", .title = "within 1 %"},
};
static const struct fw_column finding_columns[] = {
    {.key = "severity", .title = "severity"},
    {.key = "file", .title = "file"},
    {.key = "text", .title = "finding"},
};
static const struct fw_column unverified_columns[] = {
    {.key = "kind", .title = "kind"},
    {.key = "id", .title = "id"},
    {.key = "what", .title = "what no document at hand supports"},
};
#define COUNT(a) (sizeof(a) / sizeof(a)[0])

void fw_check_init(struct fw_check *c, struct fw_cli *cli)
{
    struct fw_arena *const arena = &cli->arena;
    *c = (struct fw_check){.cli = cli};
    fw_table_init(&c->published, arena, "Published figures", fw_check_published_columns,
                  FW_CHECK_PUBLISHED_COLUMNS);
    fw_table_init(&c->training, arena, "Training runs: stated figures that the others determine",
                  training_columns, COUNT(training_columns));
    fw_table_init(&c->findings, arena, "Findings", finding_columns, COUNT(finding_columns));
    fw_table_init(&c->unverified, arena, "Unverified", unverified_columns,
                  COUNT(unverified_columns));
}

void fw_check_find(struct fw_check *c, enum fw_severity severity, const char *file,
                   const char *fmt, ...)
{
    static const char *const names[] = {
        [FW_ERROR] = "wrong", [FW_WARNING] = "warning", [FW_NOTE] = "note"};
    char text[FW_MSG_LEN + FW_KEY_LEN + FW_HINT_LEN];
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    struct fw_cell *const row = fw_table_row(&c->findings);
    row[0] = fw_cell_strong(fw_cell_text(names[severity]));
    row[1] = fw_cell_text(file);
    row[2] = fw_cell_text(fw_arena_strdup(&c->cli->arena, text));
    c->wrong += severity == FW_ERROR ? 1 : 0;
}

void fw_check_unverified(struct fw_check *c, const char *kind, const char *id, const char *what)
{
    struct fw_cell *const row = fw_table_row(&c->unverified);
    row[0] = fw_cell_text(kind);
    row[1] = fw_cell_text(id);
    row[2] = fw_cell_text(what);
}

void fw_check_unreadable(struct fw_check *c, size_t errors_before)
{
    if (c->cli->diags.errors == errors_before)
        fw_diags_add(&c->cli->diags, FW_ERROR, &c->cli->err);
    c->unreadable++;
}

bool fw_check_has_source(const struct fw_source *list, size_t n, const char *id)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(list[i].id, id) == 0)
            return true;
    return false;
}

bool fw_check_mentions(const char *text, const char *id)
{
    const size_t n = strlen(id);
    for (const char *p = text; p != NULL && (p = strchr(p, '[')) != NULL; p++)
        if (strncmp(p + 1, id, n) == 0 && p[1 + n] == ']')
            return true;
    return false;
}

void fw_check_range(struct fw_check *c, const char *file, const char *what, double value,
                    double least, double most)
{
    if (!isnan(value) && !(value >= least && value <= most))
        fw_check_find(c, FW_ERROR, file, "%s: %g is not plausible, expected %g to %g", what, value,
                      least, most);
}

/* ---- equations ------------------------------------------------------------------------------- */

/* The source column may hold several ids. */
static void check_ids(struct fw_check *c, const char *file, const char *row, const char *ids)
{
    char id[64];
    if (ids[0] == '\0')
        fw_check_find(c, FW_ERROR, file, "%s has no source", row);
    while (*ids != '\0') {
        const size_t n = strcspn(ids, " ");
        (void)snprintf(id, sizeof id, "%.*s", (int)n, ids);
        if (fw_bibliography_find(id) == NULL)
            fw_check_find(c, FW_ERROR, file, "%s: no source %s in docs/sources.yaml", row, id);
        ids += n + strspn(ids + n, " ");
    }
    c->equations++;
}

static bool names_source(const char *ids, const char *id)
{
    const size_t n = strlen(id);
    while (*ids != '\0') {
        const size_t len = strcspn(ids, " ");
        if (len == n && strncmp(ids, id, n) == 0)
            return true;
        ids += len + strspn(ids + len, " ");
    }
    return false;
}

static bool is_used(const char *id)
{
    for (size_t i = 0; i < FW_LEQ_COUNT; i++)
        if (names_source(fw_layer_eq_table[i].source, id))
            return true;
    for (size_t i = 0; i < FW_EQ_COUNT; i++)
        if (names_source(fw_eq_table[i].source, id))
            return true;
    for (size_t i = 0; i < FW_LINK_COUNT; i++)
        if (names_source(fw_link_table[i].source, id))
            return true;
    return false;
}

void fw_check_equations(struct fw_check *c)
{
    for (size_t i = 0; i < FW_LEQ_COUNT; i++)
        check_ids(c, "eq_layer.def", fw_layer_eq_table[i].id, fw_layer_eq_table[i].source);
    for (size_t i = 0; i < FW_EQ_COUNT; i++)
        check_ids(c, "eq_model.def", fw_eq_table[i].id, fw_eq_table[i].source);
    for (size_t i = 0; i < FW_LINK_COUNT; i++)
        check_ids(c, "chain.def", fw_fact_table[fw_link_table[i].result].id,
                  fw_link_table[i].source);
    for (size_t i = 0; i < fw_bibliography_count; i++)
        if (!is_used(fw_bibliography[i].id))
            fw_check_find(c, FW_NOTE, "docs/sources.yaml", "no equation names %s",
                          fw_bibliography[i].id);
}
