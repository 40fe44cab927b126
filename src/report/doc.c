/* doc.c - see doc.h. */
#include "report/doc.h"

#include <string.h>

#include "report/table_cells.h"

static bool is_html(const struct fw_doc *d)
{
    return d->format == FW_FORMAT_HTML;
}

static void put(struct fw_doc *d, const char *s)
{
    fw_text_put(d->out, s);
}

void fw_doc_init(struct fw_doc *d, enum fw_format format, struct fw_text *out,
                 struct fw_arena *arena)
{
    memset(d, 0, sizeof *d);
    d->arena = arena;
    d->format = format;
    d->out = out;
}

/* ---- inline text ----------------------------------------------------------------------------- */

static void put_escaped(struct fw_doc *d, const char *s, size_t n)
{
    static const char special[] = "&<>\"";
    static const char *const entity[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    for (size_t i = 0; i < n; i++) {
        const char *const p = s[i] != '\0' ? strchr(special, s[i]) : NULL;
        if (p != NULL && (is_html(d) || p < special + 2))
            put(d, entity[p - special]);
        else
            fw_text_putc(d->out, s[i]);
    }
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_word(char c)
{
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
}

/* A formula for HTML: names in italics, what follows their first '_' lowered. Words that are no
 * symbols stand in the text, not here. */
static void put_formula(struct fw_doc *d, const char *s, size_t n)
{
    for (size_t i = 0; i < n;) {
        size_t end = i;
        char id[48];
        while (end < n && is_word(s[end]))
            end++;
        if (!is_letter(s[i]) || end - i >= sizeof id) {
            put_escaped(d, s + i, 1);
            i++;
            continue;
        }
        memcpy(id, s + i, end - i);
        id[end - i] = '\0';
        fw_equation_name(id, true, d->out);
        i = end;
    }
}

static void cite(struct fw_doc *d, const char *id, size_t n)
{
    for (size_t i = 0; i < d->num_used; i++)
        if (strlen(d->used[i]) == n && memcmp(d->used[i], id, n) == 0)
            return;
    if (d->num_used == FW_DOC_SOURCES)
        return;
    const char *const copy = fw_arena_strndup(d->arena, id, n);
    d->out->failed = d->out->failed || copy == NULL;
    if (copy != NULL)
        d->used[d->num_used++] = copy;
}

void fw_doc_cite(struct fw_doc *d, const char *id)
{
    cite(d, id, strlen(id));
}

static void put_one_cite(struct fw_doc *d, const char *id, size_t n)
{
    cite(d, id, n);
    put(d, is_html(d) ? "<a class=\"cite\" href=\"#src-" : "[");
    put_escaped(d, id, n);
    if (is_html(d)) {
        put(d, "\">");
        put_escaped(d, id, n);
    }
    put(d, is_html(d) ? "</a>" : "]");
}

static void put_cite(struct fw_doc *d, const char *ids, size_t n)
{
    for (size_t i = 0; i < n;) {
        size_t end = i;
        while (end < n && ids[end] != ' ')
            end++;
        if (end > i)
            put_one_cite(d, ids + i, end - i);
        if (end + 1 < n)
            put(d, " ");
        i = end + 1;
    }
}

static void put_strong(struct fw_doc *d, const char *s, size_t n)
{
    put(d, is_html(d) ? "<strong>" : "**");
    put_escaped(d, s, n);
    put(d, is_html(d) ? "</strong>" : "**");
}

static void put_code(struct fw_doc *d, const char *s, size_t n)
{
    put(d, is_html(d) ? "<code>" : "`");
    if (is_html(d))
        put_escaped(d, s, n);
    else
        fw_text_putn(d->out, s, n);
    put(d, is_html(d) ? "</code>" : "`");
}

static void put_symbol(struct fw_doc *d, const char *s, size_t n)
{
    if (!is_html(d)) {
        put_code(d, s, n);
        return;
    }
    put(d, "<span class=\"m\">");
    put_formula(d, s, n);
    put(d, "</span>");
}

static const struct {
    const char *open, *close;
    void (*write)(struct fw_doc *d, const char *s, size_t n);
} marks[] = {
    {"**", "**", put_strong},
    {"`", "`", put_code},
    {"$", "$", put_symbol},
    {"[[", "]]", put_cite},
};

/* Writes the marked piece at s; its length, or 0 if none begins here. */
static size_t put_mark(struct fw_doc *d, const char *s)
{
    for (size_t m = 0; m < sizeof marks / sizeof marks[0]; m++) {
        const size_t n = strlen(marks[m].open);
        if (strncmp(s, marks[m].open, n) != 0)
            continue;
        const char *const end = strstr(s + n, marks[m].close);
        if (end == NULL || end == s + n)
            continue;
        marks[m].write(d, s + n, (size_t)(end - s) - n);
        return (size_t)(end - s) + n;
    }
    return 0;
}

static void put_inline(struct fw_doc *d, const char *text)
{
    struct fw_text clean;
    fw_text_init(&clean);
    fw_clean_text(text, &clean);
    for (const char *p = clean.data; *p != '\0';) {
        const size_t n = put_mark(d, p);
        if (n == 0)
            put_escaped(d, p, 1);
        p += n > 0 ? n : 1;
    }
    d->out->failed = d->out->failed || clean.failed;
    fw_text_free(&clean);
}

/* A cell of a Markdown table: '|' would end it, and code needs no other escapes. */
static void put_cell(struct fw_doc *d, const char *text, bool code)
{
    for (const char *p = text; *p != '\0'; p++) {
        if (*p == '|' || (*p == '`' && !code))
            fw_text_putc(d->out, '\\');
        if (code || *p == '\n')
            fw_text_putc(d->out, *p == '\n' ? ' ' : *p);
        else
            put_escaped(d, p, 1);
    }
}

static void element(struct fw_doc *d, const char *open, const char *text, const char *close)
{
    put(d, open);
    put_inline(d, text);
    put(d, close);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

void fw_doc_begin(struct fw_doc *d, const char *title, const char *lead)
{
    if (!is_html(d)) {
        element(d, "# ", title, "\n\n");
        element(d, "", lead, "\n\n");
        return;
    }
    put(d, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
           "<meta name=\"color-scheme\" content=\"light dark\">\n");
    element(d, "<title>", title, "</title>\n");
    put(d, "<style>\n");
    for (size_t i = 0; fw_doc_style[i] != NULL; i++)
        put(d, fw_doc_style[i]);
    put(d, "</style>\n</head>\n<body>\n<header>\n");
    element(d, "<h1>", title, "</h1>\n");
    element(d, "<p class=\"lead\">", lead, "</p>\n");
    put(d, "</header>\n");
}

/* The anchor that Git hosts give a Markdown heading. */
static void put_slug(struct fw_doc *d, unsigned number, const char *title)
{
    fw_text_printf(d->out, "%u-", number);
    for (const char *p = title; *p != '\0'; p++) {
        if (*p >= 'A' && *p <= 'Z')
            fw_text_putc(d->out, (char)(*p - 'A' + 'a'));
        else if (is_word(*p) || *p == '-' || (unsigned char)*p >= 0x80)
            fw_text_putc(d->out, *p);
        else if (*p == ' ')
            fw_text_putc(d->out, '-');
    }
}

void fw_doc_contents(struct fw_doc *d, const struct fw_doc_section *sections, size_t n)
{
    put(d, is_html(d) ? "<nav aria-label=\"Contents\">\n<p>Contents</p>\n<ol>\n" : "");
    for (unsigned i = 0; i < n; i++) {
        if (is_html(d)) {
            fw_text_printf(d->out, "<li><a href=\"#%s\">", sections[i].id);
            element(d, "", sections[i].title, "</a></li>\n");
            continue;
        }
        fw_text_printf(d->out, "%u. [", i + 1);
        element(d, "", sections[i].title, "](#");
        put_slug(d, i + 1, sections[i].title);
        put(d, ")\n");
    }
    put(d, is_html(d) ? "</ol>\n</nav>\n<main>\n" : "\n");
}

static void close_section(struct fw_doc *d)
{
    if (d->in_section && is_html(d))
        put(d, "</section>\n");
    d->in_section = false;
}

void fw_doc_open(struct fw_doc *d, const struct fw_doc_section *section)
{
    close_section(d);
    d->in_section = true;
    d->section++;
    if (is_html(d)) {
        fw_text_printf(d->out, "<section id=\"%s\">\n<h2><a href=\"#%s\"><span>%u</span> ",
                       section->id, section->id, d->section);
        element(d, "", section->title, "</a></h2>\n");
        return;
    }
    fw_text_printf(d->out, "## %u. ", d->section);
    element(d, "", section->title, "\n\n");
}

void fw_doc_end(struct fw_doc *d, const char *colophon)
{
    close_section(d);
    if (!is_html(d)) {
        element(d, "---\n\n", colophon, "\n");
        return;
    }
    element(d, "</main>\n<footer>\n<p>", colophon, "</p>\n</footer>\n</body>\n</html>\n");
}

/* Blocks of text: what stands before and after. */
struct block {
    const char *html[2], *md[2];
};
static const struct block heading = {{"<h3>", "</h3>\n"}, {"### ", "\n\n"}};
static const struct block paragraph = {{"<p>", "</p>\n"}, {"", "\n\n"}};
static const struct block callout = {{"<p class=\"callout\">", "</p>\n"}, {"> ", "\n\n"}};
static const struct block item = {{"<li>", "</li>\n"}, {"- ", "\n"}};
static const struct block fold = {{"<details>\n<summary>", "</summary>\n"}, {"#### ", "\n\n"}};

static void write_block(struct fw_doc *d, const struct block *b, const char *text)
{
    const char *const *const marks_of = is_html(d) ? b->html : b->md;
    element(d, marks_of[0], text, marks_of[1]);
}

void fw_doc_heading(struct fw_doc *d, const char *text)
{
    write_block(d, &heading, text);
}

void fw_doc_p(struct fw_doc *d, const char *text)
{
    write_block(d, &paragraph, text);
}

void fw_doc_callout(struct fw_doc *d, const char *text)
{
    write_block(d, &callout, text);
}

void fw_doc_item(struct fw_doc *d, const char *text)
{
    write_block(d, &item, text);
}

void fw_doc_fold(struct fw_doc *d, const char *summary)
{
    write_block(d, &fold, summary);
}

void fw_doc_fold_end(struct fw_doc *d)
{
    put(d, is_html(d) ? "</details>\n" : "");
}

void fw_doc_list(struct fw_doc *d)
{
    put(d, is_html(d) ? "<ul>\n" : "");
}

void fw_doc_list_end(struct fw_doc *d)
{
    put(d, is_html(d) ? "</ul>\n" : "\n");
}

void fw_doc_facts(struct fw_doc *d, const struct fw_doc_fact *facts, size_t n)
{
    put(d, is_html(d) ? "<dl class=\"facts\">\n" : "");
    for (size_t i = 0; i < n; i++) {
        const struct fw_doc_fact *const f = &facts[i];
        const bool more = f->remark[0] != '\0';
        if (!is_html(d)) {
            element(d, "- **", f->value, "** ");
            element(d, "", f->what, more ? " (" : "\n");
            if (more)
                element(d, "", f->remark, ")\n");
            continue;
        }
        element(d, "<div><dt>", f->what, "</dt>");
        element(d, "<dd class=\"value\">", f->value, "</dd>");
        if (more)
            element(d, "<dd>", f->remark, "</dd>");
        put(d, "</div>\n");
    }
    put(d, is_html(d) ? "</dl>\n" : "\n");
}

/* Wide tables scroll by themselves, also by keyboard. */
static void open_scroll(struct fw_doc *d, const char *label)
{
    element(d, "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"", label,
            "\">\n");
}

void fw_doc_table(struct fw_doc *d, const struct fw_table *t, const char *label)
{
    struct fw_table plain = *t;
    plain.title = NULL;
    plain.note = NULL;
    if (is_html(d))
        open_scroll(d, label);
    fw_table_write(&plain, d->format, &(struct fw_table_style){0}, d->out);
    put(d, is_html(d) ? "</div>\n" : "\n");
    if (t->note != NULL && is_html(d))
        element(d, "<p class=\"note\">", t->note, "</p>\n");
    else if (t->note != NULL)
        element(d, "", t->note, "\n\n");
}

void fw_doc_figure(struct fw_doc *d, const char *file, const char *svg, const char *alt,
                   const char *caption)
{
    if (is_html(d)) {
        put(d, "<figure>\n");
        put(d, svg);
        element(d, "<figcaption>", caption, "</figcaption>\n</figure>\n");
        return;
    }
    element(d, "![", alt, "](");
    put(d, file);
    put(d, ")\n\n");
    element(d, "", caption, "\n\n");
}

/* ---- equations ------------------------------------------------------------------------------- */

void fw_doc_equations(struct fw_doc *d, const char *label)
{
    if (!is_html(d)) {
        put(d, "| what | equation | numbers put in | result | source |\n"
               "| --- | --- | --- | ---: | --- |\n");
        return;
    }
    open_scroll(d, label);
    put(d, "<table class=\"eq\">\n<thead>\n<tr><th scope=\"col\">what, source</th>"
           "<th scope=\"col\">equation, numbers put in</th>"
           "<th scope=\"col\" class=\"num\">result</th></tr>\n"
           "</thead>\n<tbody>\n");
}

void fw_doc_equations_end(struct fw_doc *d)
{
    put(d, is_html(d) ? "</tbody>\n</table>\n</div>\n" : "\n");
}

void fw_doc_row(struct fw_doc *d, const struct fw_equation_row *row, const char *what)
{
    const struct fw_eq_info *const info = fw_equation_info(row);
    struct fw_text symbols, numbers, result;
    fw_text_init(&symbols);
    fw_text_init(&numbers);
    fw_text_init(&result);
    (void)fw_equation_write(row, FW_EQUATION_SYMBOLS, &symbols);
    (void)fw_equation_write(row, FW_EQUATION_NUMBERS, &numbers);
    fw_text_count(&result, fw_equation_result(row), ',');
    const bool known = strcmp(numbers.data, result.data) == 0; /* "8 = 8" says nothing */
    fw_text_printf(&result, " %s", fw_unit_name(info->unit));
    fw_doc_equation(d, &(struct fw_doc_equation){.what = what != NULL ? what : info->meaning,
                                                 .name = info->id,
                                                 .symbols = symbols.data,
                                                 .numbers = known ? "" : numbers.data,
                                                 .result = result.data,
                                                 .source = info->source});
    d->out->failed = d->out->failed || symbols.failed || numbers.failed || result.failed;
    fw_text_free(&symbols);
    fw_text_free(&numbers);
    fw_text_free(&result);
}

/* "device_hours" as people say it. */
static void put_words(struct fw_doc *d, const char *s)
{
    for (; *s != '\0'; s++)
        put_escaped(d, *s == '_' ? " " : s, 1);
}

static void put_side(struct fw_doc *d, const struct fw_doc_equation *e, const char *side)
{
    if (e->words)
        put_words(d, side);
    else if (is_html(d))
        put_formula(d, side, strlen(side));
    else
        put_cell(d, side, true);
}

static void put_sides(struct fw_doc *d, const struct fw_doc_equation *e)
{
    put_side(d, e, e->name);
    put(d, e->symbols[0] != '\0' ? " = " : "");
    put_side(d, e, e->symbols);
}

static void equation_md(struct fw_doc *d, const struct fw_doc_equation *e)
{
    const char *const code = e->words ? "" : "`";
    const char *const numbers = e->numbers[0] != '\0' ? code : "";
    put(d, "| ");
    put_cell(d, e->what, false);
    fw_text_printf(d->out, " | %s", code);
    put_sides(d, e);
    fw_text_printf(d->out, "%s | %s", code, numbers);
    put_cell(d, e->numbers, !e->words);
    fw_text_printf(d->out, "%s | ", numbers);
    put_cell(d, e->result, false);
    put(d, " | ");
    if (e->source != NULL)
        put_cite(d, e->source, strlen(e->source));
    put(d, " |\n");
}

static void equation_html(struct fw_doc *d, const struct fw_doc_equation *e)
{
    const char *const unit = strrchr(e->result, ' ');
    const size_t digits = unit != NULL ? (size_t)(unit - e->result) : strlen(e->result);
    element(d, "<tr><th scope=\"row\">", e->what, " ");
    if (e->source != NULL)
        put_cite(d, e->source, strlen(e->source));
    put(d, e->words ? "</th><td class=\"m words\">" : "</th><td class=\"m\">");
    put_sides(d, e);
    if (e->numbers[0] != '\0')
        element(d, e->symbols[0] != '\0' ? "<br><span class=\"n\">" : "<br><span class=\"from\">",
                e->numbers, "</span>");
    put(d, "</td><td class=\"num\"><b>");
    put_escaped(d, e->result, digits);
    element(d, "</b><span class=\"unit\">", unit != NULL ? unit : "", "</span></td></tr>\n");
}

void fw_doc_equation(struct fw_doc *d, const struct fw_doc_equation *e)
{
    if (is_html(d))
        equation_html(d, e);
    else
        equation_md(d, e);
}

void fw_doc_source(struct fw_doc *d, const char *id, const char *text)
{
    if (!is_html(d)) {
        element(d, "- **", id, "**: ");
        element(d, "", text, "\n");
        return;
    }
    element(d, "<li id=\"src-", id, "\"><b>");
    element(d, "", id, "</b> ");
    element(d, "", text, "</li>\n");
}
