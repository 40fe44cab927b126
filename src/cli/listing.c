/* listing.c - filter and layout of the catalogue's lists. */
#include "cli/listing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/present.h"

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool holds(const char *text, const char *word)
{
    const size_t n = strlen(word);
    for (; *text != '\0'; text++) {
        size_t i = 0;
        while (i < n && text[i] != '\0' && lower(text[i]) == lower(word[i]))
            i++;
        if (i == n)
            return true;
    }
    return n == 0;
}

bool fw_listing_wants(const struct fw_cli *cli, const char *const *texts, size_t n)
{
    for (size_t w = 0; w < cli->opts.num_args; w++) {
        bool found = false;
        for (size_t i = 0; i < n && !found; i++)
            found = texts[i] != NULL && holds(texts[i], cli->opts.args[w]);
        if (!found)
            return false;
    }
    return true;
}

struct fw_cell fw_listing_quantity(struct fw_cli *cli, double value, enum fw_dim dim)
{
    enum { LEAST = 3, MOST = 6 };
    char buf[96];
    struct fw_quantity q = {0};
    if (isnan(value))
        return fw_cell_unknown();
    for (int digits = LEAST; digits <= MOST; digits++) {
        (void)fw_quantity_text(buf, sizeof buf, value, dim, digits, false);
        if (fw_quantity_parse(buf, dim, &q, NULL) == FW_OK &&
            fabs(q.value - value) <= 1e-9 * fabs(value))
            break;
    }
    const char *const text = fw_arena_strdup(&cli->arena, buf);
    cli->out.text.failed |= text == NULL;
    return fw_cell_text(text);
}

static const char *cell_text(struct fw_cli *cli, const struct fw_column *column,
                             struct fw_cell cell)
{
    char buf[FW_COUNT_LEN];
    const char *text = cell.text;
    if (cell.kind == FW_CELL_REAL)
        cell = fw_listing_quantity(cli, cell.real, column->dim);
    switch (cell.kind) {
    case FW_CELL_COUNT:
        text = fw_arena_strdup(&cli->arena, fw_count_text(buf, cell.count, ','));
        break;
    case FW_CELL_BOOL:
        text = cell.count != 0 ? "yes" : "no";
        break;
    case FW_CELL_UNKNOWN:
        text = "unknown";
        break;
    case FW_CELL_TEXT:
    case FW_CELL_REAL:
        text = cell.text;
        break;
    case FW_CELL_EMPTY:
        text = "";
        break;
    }
    return text != NULL ? text : "";
}

/* Appends text in lines that end at width; the first starts at column, so do the others. */
static void wrap(struct fw_text *out, const char *text, size_t column, size_t width)
{
    size_t used = column;
    while (*text != '\0') {
        const size_t n = strcspn(text, " \n");
        char word[512];
        (void)snprintf(word, sizeof word, "%.*s", (int)n, text);
        const size_t columns = fw_text_columns(word);
        if (used > column && used + 1 + columns > width) {
            fw_text_putc(out, '\n');
            fw_text_repeat(out, ' ', column);
            used = column;
        }
        if (used > column)
            fw_text_putc(out, ' ');
        used += columns + (used > column ? 1 : 0);
        fw_text_putn(out, text, n);
        text += n;
        if (*text == '\n') {
            fw_text_putc(out, '\n');
            fw_text_repeat(out, ' ', column);
            used = column;
        }
        text += *text != '\0' ? 1 : 0;
    }
    fw_text_putc(out, '\n');
}

/* A table would squeeze the names for the sake of the long values. The reader has taken control
 * characters out of all texts. */
static void show_text_card(struct fw_cli *cli, const struct fw_table *full)
{
    enum { GAP = 2 };
    size_t left = 0;
    for (size_t c = 0; c < full->num_columns; c++) {
        const size_t n = strlen(full->columns[c].title);
        left = n > left ? n : left;
    }
    for (size_t c = 0; c < full->num_columns; c++) {
        const struct fw_column *const column = &full->columns[c];
        if (full->cells[c].kind == FW_CELL_EMPTY)
            continue;
        fw_text_put(&cli->out.text, column->title);
        fw_text_repeat(&cli->out.text, ' ', left + GAP - strlen(column->title));
        wrap(&cli->out.text, cell_text(cli, column, full->cells[c]), left + GAP,
             cli->out.style.width);
    }
}

/* The one row of full as field and value. */
static void show_card(struct fw_cli *cli, const struct fw_table *full)
{
    if (cli->out.format == FW_FORMAT_TEXT) {
        show_text_card(cli, full);
        return;
    }
    static const struct fw_column columns[] = {
        {.key = "field", .title = "field"},
        {.key = "value", .title = "value"},
    };
    struct fw_table card;
    fw_table_init(&card, &cli->arena, full->title, columns, 2);
    for (size_t c = 0; c < full->num_columns; c++) {
        const struct fw_column *const column = &full->columns[c];
        const struct fw_cell *const cell = &full->cells[c];
        if (cell->kind == FW_CELL_EMPTY)
            continue;
        struct fw_cell *const row = fw_table_row(&card);
        row[0] = fw_cell_text(column->title);
        row[1] =
            cell->kind == FW_CELL_REAL ? fw_listing_quantity(cli, cell->real, column->dim) : *cell;
    }
    card.note = full->note;
    card.failed |= full->failed;
    fw_output_table(&cli->out, &card);
}

enum fw_status fw_listing_show(struct fw_cli *cli, const char *key, const struct fw_table *brief,
                               const struct fw_table *full)
{
    if (full->num_rows == 0)
        fw_diags_note(&cli->diags, FW_NOTE, "nothing in the catalogue matches");
    if (cli->out.format == FW_FORMAT_JSON || cli->out.format == FW_FORMAT_CSV)
        return fw_present_table(cli, key, full);
    if (full->num_rows == 1)
        show_card(cli, full);
    else
        fw_output_table(&cli->out, brief);
    return FW_OK;
}

const char *fw_listing_sources(struct fw_cli *cli, const struct fw_source *sources, size_t n,
                               bool with_text)
{
    struct fw_text text;
    fw_text_init(&text);
    for (size_t i = 0; i < n; i++) {
        fw_text_printf(&text, "%s%s", i > 0 ? (with_text ? "\n" : " ") : "", sources[i].id);
        if (with_text && sources[i].text != NULL)
            fw_text_printf(&text, ": %s", sources[i].text);
        if (with_text && sources[i].unverified)
            fw_text_put(&text, " (unverified)");
    }
    const char *const copy = fw_arena_strdup(&cli->arena, text.data);
    cli->out.text.failed |= !fw_text_ok(&text) || copy == NULL;
    fw_text_free(&text);
    return copy;
}
