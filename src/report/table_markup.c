/* table_markup.c - Markdown pipe tables, and HTML. */
#include <string.h>

#include "report/table_cells.h"

/* ---- Markdown -------------------------------------------------------------------------------- */

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (unsigned char)c >= 0x80;
}

/* A '*' between words starts emphasis, a '_' does only at the edge of one ("W_Q" is safe). */
static void put_md(const char *s, struct fw_text *out)
{
    for (const char *p = s; *p != '\0'; p++) {
        const bool edge = *p == '_' && (p == s || !is_word(p[-1]) || !is_word(p[1]));
        if (*p == '\n')
            fw_text_put(out, "<br>");
        else if (*p == '<')
            fw_text_put(out, "&lt;");
        else if (*p == '&')
            fw_text_put(out, "&amp;");
        else if (strchr("|*\\`", *p) != NULL || edge)
            fw_text_printf(out, "\\%c", *p);
        else
            fw_text_putc(out, *p);
    }
}

static void put_md_text(const char *s, struct fw_text *out)
{
    struct fw_text clean;
    fw_text_init(&clean);
    fw_clean_text(s, &clean);
    put_md(clean.data, out);
    out->failed = out->failed || clean.failed;
    fw_text_free(&clean);
}

static void put_md_cell(const struct fw_column *c, const struct fw_cell *cell, struct fw_text *out)
{
    struct fw_text plain;
    fw_text_init(&plain);
    fw_cell_people(c, cell, &plain);
    const char *mark = cell->strong && plain.len > 0 ? "**" : "";
    fw_text_put(out, mark);
    put_md(plain.data, out);
    fw_text_put(out, mark);
    out->failed = out->failed || plain.failed;
    fw_text_free(&plain);
}

static void put_md_head(const struct fw_table *t, struct fw_text *out)
{
    for (size_t c = 0; c < t->num_columns; c++) {
        struct fw_text head;
        if (!fw_column_shown(t, c))
            continue;
        fw_text_init(&head);
        fw_column_head(&t->columns[c], &head);
        fw_text_put(out, "| ");
        put_md(head.data, out);
        fw_text_putc(out, ' ');
        fw_text_free(&head);
    }
    fw_text_put(out, "|\n");
    for (size_t c = 0; c < t->num_columns; c++)
        if (fw_column_shown(t, c))
            fw_text_put(out, t->columns[c].align == FW_RIGHT ? "| ---: " : "| --- ");
    fw_text_put(out, "|\n");
}

void fw_table_write_md(const struct fw_table *t, struct fw_text *out)
{
    if (t->title != NULL) {
        fw_text_put(out, "### ");
        put_md_text(t->title, out);
        fw_text_put(out, "\n\n");
    }
    put_md_head(t, out);
    for (size_t r = 0; r < t->num_rows; r++) {
        for (size_t c = 0; c < t->num_columns; c++) {
            if (!fw_column_shown(t, c))
                continue;
            fw_text_put(out, "| ");
            put_md_cell(&t->columns[c], fw_table_cell(t, r, c), out);
            fw_text_putc(out, ' ');
        }
        fw_text_put(out, "|\n");
    }
    if (t->note == NULL)
        return;
    fw_text_putc(out, '\n');
    put_md_text(t->note, out);
    fw_text_putc(out, '\n');
}

/* ---- HTML ------------------------------------------------------------------------------------ */

static void put_html(const char *s, struct fw_text *out)
{
    static const char special[] = "&<>\"'\n";
    static const char *const entity[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;", "<br>"};
    for (; *s != '\0'; s++) {
        const char *const p = strchr(special, *s);
        if (p != NULL)
            fw_text_put(out, entity[p - special]);
        else
            fw_text_putc(out, *s);
    }
}

static void put_html_text(const char *s, struct fw_text *out)
{
    struct fw_text clean;
    fw_text_init(&clean);
    fw_clean_text(s, &clean);
    put_html(clean.data, out);
    out->failed = out->failed || clean.failed;
    fw_text_free(&clean);
}

/* The first text column names its row. */
static void put_html_cell(const struct fw_column *c, const struct fw_cell *cell, bool names_row,
                          struct fw_text *out)
{
    struct fw_text plain;
    const char *const tag = names_row ? "th" : "td";
    fw_text_init(&plain);
    fw_cell_people(c, cell, &plain);
    fw_text_printf(out, "<%s%s class=\"%s%s%s\">", tag, names_row ? " scope=\"row\"" : "",
                   c->align == FW_RIGHT ? "num" : "text", cell->strong ? " strong" : "",
                   cell->kind == FW_CELL_UNKNOWN ? " unknown" : "");
    put_html(plain.data, out);
    fw_text_printf(out, "</%s>", tag);
    out->failed = out->failed || plain.failed;
    fw_text_free(&plain);
}

static void put_html_head(const struct fw_table *t, struct fw_text *out)
{
    fw_text_put(out, "<thead>\n<tr>");
    for (size_t c = 0; c < t->num_columns; c++) {
        const struct fw_column *col = &t->columns[c];
        if (!fw_column_shown(t, c))
            continue;
        fw_text_printf(out, "<th scope=\"col\" class=\"%s\">",
                       col->align == FW_RIGHT ? "num" : "text");
        put_html_text(col->title, out);
        if (col->unit != NULL && col->unit[0] != '\0') {
            fw_text_put(out, " <span class=\"unit\">[");
            put_html_text(col->unit, out);
            fw_text_put(out, "]</span>");
        }
        fw_text_put(out, "</th>");
    }
    fw_text_put(out, "</tr>\n</thead>\n");
}

void fw_table_write_html(const struct fw_table *t, struct fw_text *out)
{
    fw_text_put(out, "<table class=\"fw\">\n");
    if (t->title != NULL) {
        fw_text_put(out, "<caption>");
        put_html_text(t->title, out);
        fw_text_put(out, "</caption>\n");
    }
    put_html_head(t, out);
    fw_text_put(out, "<tbody>\n");
    for (size_t r = 0; r < t->num_rows; r++) {
        bool first = true;
        fw_text_put(out, "<tr>");
        for (size_t c = 0; c < t->num_columns; c++) {
            if (!fw_column_shown(t, c))
                continue;
            put_html_cell(&t->columns[c], fw_table_cell(t, r, c),
                          first && t->columns[c].align == FW_LEFT, out);
            first = false;
        }
        fw_text_put(out, "</tr>\n");
    }
    fw_text_put(out, "</tbody>\n</table>\n");
    if (t->note == NULL)
        return;
    fw_text_put(out, "<p class=\"note\">");
    put_html_text(t->note, out);
    fw_text_put(out, "</p>\n");
}
