/* table_text.c - aligned columns for the terminal.
 *
 * Two passes: the first takes the width of every cell, the second writes. A row is written line by
 * line, each column giving its next piece, until all pieces are out.
 */
#include <string.h>

#include "report/table_cells.h"

enum { GAP = 2, NARROWEST = 10, LONGEST_WORD = 24 };

struct layout {
    const struct fw_table *t;
    const struct fw_table_style *style;
    size_t width[FW_TABLE_COLUMNS], word[FW_TABLE_COLUMNS]; /* word: the longest, in columns */
    struct fw_text cell[FW_TABLE_COLUMNS];                  /* of the row at hand */
    bool strong[FW_TABLE_COLUMNS], shown[FW_TABLE_COLUMNS];
    size_t hanging; /* a last column that found no room: its text stands below its row */
};

static void set_head(struct layout *l)
{
    for (size_t c = 0; c < l->t->num_columns; c++) {
        fw_text_clear(&l->cell[c]);
        l->strong[c] = true;
        if (l->shown[c])
            fw_column_head(&l->t->columns[c], &l->cell[c]);
    }
}

static void set_row(struct layout *l, size_t row)
{
    for (size_t c = 0; c < l->t->num_columns; c++) {
        const struct fw_cell *cell = fw_table_cell(l->t, row, c);
        fw_text_clear(&l->cell[c]);
        l->strong[c] = cell->strong;
        if (l->shown[c])
            fw_cell_people(&l->t->columns[c], cell, &l->cell[c]);
    }
}

/* A formula may break behind an operator, but not a number at its separators. */
static bool is_operator(const char *s)
{
    if (*s == ',')
        return s[1] < '0' || s[1] > '9';
    return *s == '*' || *s == '/' || *s == '+' || *s == ')' || *s == '=';
}

/* The next line of *text that takes at most width columns: its bytes in *len. Breaks at a newline,
 * else at the last blank that fits, else behind the last operator, else behind the last '_', else
 * where the width ends; *text moves behind the break. */
static const char *next_piece(const char **text, size_t width, size_t *len)
{
    const char *const start = *text;
    const size_t line = strcspn(start, "\n");
    size_t used = 0, i = 0, blank = 0, soft = 0, part = 0;
    while (i < line) {
        char one[8] = "";
        uint32_t cp = 0;
        size_t n = fw_utf8_decode(start + i, line - i, &cp);
        n = n > 0 ? n : 1;
        memcpy(one, start + i, n);
        used += fw_text_columns(one);
        if (used > width && i > 0)
            break;
        if (start[i] == ' ')
            blank = i;
        i += n;
        soft = is_operator(start + i - 1) ? i : soft;
        part = start[i - 1] == '_' ? i : part;
    }
    if (i < line && start[i] != ' ' && (blank > 0 || soft > 0 || part > 0))
        i = blank > 0 ? blank : soft > 0 ? soft : part;
    *len = i;
    const char *rest = start + i;
    while (i < line && *rest == ' ')
        rest++;
    *text = *rest == '\n' ? rest + 1 : rest;
    return start;
}

static size_t width_of(const char *s, size_t len)
{
    struct fw_text piece;
    fw_text_init(&piece);
    fw_text_putn(&piece, s, len);
    const size_t n = fw_text_columns(piece.data);
    fw_text_free(&piece);
    return n;
}

/* The widest piece of s between separators. */
static size_t widest(const char *s, const char *separators)
{
    size_t most = 0;
    while (*s != '\0') {
        const size_t len = strcspn(s, separators), n = width_of(s, len);
        most = n > most ? n : most;
        s += len;
        s += *s != '\0';
    }
    return most;
}

static void measure(struct layout *l)
{
    for (size_t c = 0; c < l->t->num_columns; c++) {
        const size_t line = widest(l->cell[c].data, "\n");
        const size_t word = widest(l->cell[c].data, " \n");
        l->width[c] = line > l->width[c] ? line : l->width[c];
        l->word[c] = word > l->word[c] ? word : l->word[c];
    }
}

static size_t total_width(const struct layout *l)
{
    size_t sum = 0, shown = 0;
    for (size_t c = 0; c < l->t->num_columns; c++)
        if (l->shown[c]) {
            sum += l->width[c];
            shown++;
        }
    return shown > 0 ? sum + GAP * (shown - 1) : 0;
}

/* The least width of a text column: no word of up to LONGEST_WORD columns is broken. */
static size_t least_width(const struct layout *l, size_t c)
{
    const size_t word = l->word[c] < LONGEST_WORD ? l->word[c] : (size_t)LONGEST_WORD;
    return word > NARROWEST ? word : (size_t)NARROWEST;
}

/* Narrows text columns from the right until the line fits or all are at their least: a table may
 * end up wider than the terminal. */
static void narrow(struct layout *l)
{
    for (size_t c = l->t->num_columns; c-- > 0;) {
        const size_t total = total_width(l);
        const size_t least = least_width(l, c);
        if (total <= l->style->width)
            return;
        if (!l->shown[c] || l->t->columns[c].align != FW_LEFT || l->width[c] <= least)
            continue;
        const size_t excess = total - l->style->width, spare = l->width[c] - least;
        l->width[c] -= excess < spare ? excess : spare;
    }
}

/* The last column if it holds text beside at least two others; else num_columns. */
static size_t last_text(const struct layout *l)
{
    size_t c = l->t->num_columns, before = 0;
    while (c > 0 && !l->shown[c - 1])
        c--;
    for (size_t i = 0; i + 1 < c; i++)
        before += l->shown[i];
    return c > 0 && before > 1 && l->t->columns[c - 1].align == FW_LEFT ? c - 1
                                                                       : l->t->num_columns;
}

static void fit(struct layout *l)
{
    if (l->style->width == 0)
        return;
    narrow(l);
    if (total_width(l) <= l->style->width)
        return;
    l->hanging = last_text(l);
    if (l->hanging < l->t->num_columns)
        l->shown[l->hanging] = false;
}

static void put_piece(const struct layout *l, size_t c, const char *piece, size_t len, size_t *gap,
                      struct fw_text *out)
{
    const size_t columns = width_of(piece, len);
    const size_t pad = l->width[c] > columns ? l->width[c] - columns : 0;
    const bool right = l->t->columns[c].align == FW_RIGHT;
    if (len > 0) {
        const bool bold = l->style->bold && l->strong[c];
        fw_text_repeat(out, ' ', *gap + (right ? pad : 0));
        fw_text_put(out, bold ? "\033[1m" : "");
        fw_text_putn(out, piece, len);
        fw_text_put(out, bold ? "\033[0m" : "");
        *gap = right ? 0 : pad;
    } else {
        *gap += l->width[c];
    }
}

static void put_row(struct layout *l, struct fw_text *out)
{
    const char *rest[FW_TABLE_COLUMNS];
    for (size_t c = 0; c < l->t->num_columns; c++) {
        rest[c] = l->cell[c].data;
        out->failed = out->failed || l->cell[c].failed;
    }
    for (bool more = true; more;) {
        size_t gap = 0;
        bool first = true;
        more = false;
        for (size_t c = 0; c < l->t->num_columns; c++) {
            size_t len = 0;
            if (!l->shown[c])
                continue;
            gap += first ? 0 : GAP;
            first = false;
            const char *piece = next_piece(&rest[c], l->width[c], &len);
            put_piece(l, c, piece, len, &gap, out);
            more = more || *rest[c] != '\0';
        }
        fw_text_putc(out, '\n');
    }
}

/* The text of the hanging column, indented, below its row. */
static void put_hanging(const struct layout *l, size_t row, struct fw_text *out)
{
    enum { INDENT = 4 };
    struct fw_text text;
    const struct fw_column *column = &l->t->columns[l->hanging];
    const struct fw_cell *cell = fw_table_cell(l->t, row, l->hanging);
    if (cell->kind == FW_CELL_EMPTY)
        return;
    fw_text_init(&text);
    fw_column_head(column, &text);
    fw_text_put(&text, ": ");
    fw_cell_people(column, cell, &text);
    for (const char *p = text.data; *p != '\0';) {
        size_t len = 0;
        const char *piece = next_piece(&p, l->style->width - INDENT, &len);
        fw_text_repeat(out, ' ', INDENT);
        fw_text_putn(out, piece, len);
        fw_text_putc(out, '\n');
    }
    out->failed = out->failed || text.failed;
    fw_text_free(&text);
}

static void put_rule(const struct layout *l, struct fw_text *out)
{
    for (size_t n = total_width(l); n > 0; n--)
        fw_text_put(out, l->style->ascii ? "-" : "\xe2\x94\x80");
    fw_text_putc(out, '\n');
}

static void put_paragraph(const char *s, const struct fw_table_style *style, bool strong,
                          struct fw_text *out)
{
    struct fw_text clean;
    fw_text_init(&clean);
    fw_clean_text(s, &clean);
    const char *p = clean.data;
    while (*p != '\0') {
        size_t len = 0;
        const char *piece = next_piece(&p, style->width > 0 ? style->width : SIZE_MAX, &len);
        fw_text_put(out, strong && style->bold ? "\033[1m" : "");
        fw_text_putn(out, piece, len);
        fw_text_put(out, strong && style->bold ? "\033[0m\n" : "\n");
    }
    out->failed = out->failed || clean.failed;
    fw_text_free(&clean);
}

void fw_table_write_text(const struct fw_table *t, const struct fw_table_style *style,
                         struct fw_text *out)
{
    struct layout l = {.t = t, .style = style, .hanging = t->num_columns};
    for (size_t c = 0; c < t->num_columns; c++) {
        fw_text_init(&l.cell[c]);
        l.shown[c] = fw_column_shown(t, c);
    }
    set_head(&l);
    measure(&l);
    for (size_t r = 0; r < t->num_rows; r++) {
        set_row(&l, r);
        measure(&l);
    }
    fit(&l);

    if (t->title != NULL)
        put_paragraph(t->title, style, true, out);
    set_head(&l);
    put_row(&l, out);
    put_rule(&l, out);
    for (size_t r = 0; r < t->num_rows; r++) {
        set_row(&l, r);
        put_row(&l, out);
        if (l.hanging < t->num_columns)
            put_hanging(&l, r, out);
    }
    if (t->note != NULL)
        put_paragraph(t->note, style, false, out);
    for (size_t c = 0; c < t->num_columns; c++)
        fw_text_free(&l.cell[c]);
}
