/* output.c - formats, width and colours; the answer written at the end. */
#include "cli/output.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/outfile.h"
#include "core/names.h"

enum { DEFAULT_WIDTH = 80, LEAST_WIDTH = 40, MOST_WIDTH = 1000 };

static bool ends_with(const char *text, const char *end)
{
    const size_t n = strlen(text), m = strlen(end);
    return n > m && fw_names_equal(text + n - m, end);
}

static enum fw_format format_of(const char *path)
{
    static const struct {
        const char *ending;
        enum fw_format format;
    } endings[] = {
        {".json", FW_FORMAT_JSON}, {".csv", FW_FORMAT_CSV},  {".md", FW_FORMAT_MD},
        {".html", FW_FORMAT_HTML}, {".htm", FW_FORMAT_HTML},
    };
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
        if (ends_with(path, endings[i].ending))
            return endings[i].format;
    return FW_FORMAT_TEXT;
}

static enum fw_status choose_format(struct fw_output *out, const struct fw_options *o,
                                    struct fw_err *err)
{
    const struct fw_option_value *const given = &o->val[FW_O_format];
    const bool json = o->val[FW_O_json].given, csv = o->val[FW_O_csv].given;
    if (json && csv)
        return fw_fail(err, FW_USAGE, "--json and --csv contradict each other");
    out->format = given->given ? (enum fw_format)given->choice : format_of(out->path);
    if (!json && !csv)
        return FW_OK;
    const enum fw_format flag = json ? FW_FORMAT_JSON : FW_FORMAT_CSV;
    if (given->given && out->format != flag)
        return fw_fail(err, FW_USAGE, "--%s and --format %s contradict each other",
                       fw_format_names[flag], fw_format_names[out->format]);
    out->format = flag;
    return FW_OK;
}

/* The first of LC_ALL, LC_CTYPE, LANG that is set decides, as in setlocale(); asking the
 * variables leaves the C library's own locale alone. */
static bool terminal_is_utf8(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *const value = getenv(names[i]);
        if (value != NULL && value[0] != '\0')
            return ends_with(value, "UTF-8") || ends_with(value, "UTF8") ||
                   strstr(value, "UTF-8@") != NULL;
    }
    return false;
}

static size_t parse_width(const char *text)
{
    char *end = NULL;
    const unsigned long n = text != NULL ? strtoul(text, &end, 10) : 0;
    return n >= LEAST_WIDTH && n <= MOST_WIDTH && *end == '\0' ? (size_t)n : 0;
}

static size_t terminal_width(void)
{
    struct winsize size = {0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= LEAST_WIDTH)
        return size.ws_col < MOST_WIDTH ? size.ws_col : MOST_WIDTH;
    const size_t columns = parse_width(getenv("COLUMNS"));
    return columns > 0 ? columns : DEFAULT_WIDTH;
}

static bool choose_colour(const struct fw_options *o, bool terminal)
{
    enum { AUTO, ALWAYS, NEVER };
    const size_t when = o->val[FW_O_color].given ? o->val[FW_O_color].choice : AUTO;
    if (when != AUTO)
        return when == ALWAYS;
    const char *const no = getenv("NO_COLOR"), *const term = getenv("TERM");
    return terminal && (no == NULL || no[0] == '\0') && (term == NULL || strcmp(term, "dumb") != 0);
}

enum fw_status fw_output_init(struct fw_output *out, const struct fw_options *o, struct fw_err *err)
{
    const struct fw_option_value *const width = &o->val[FW_O_width];
    const char *const path = o->val[FW_O_output].text;
    memset(out, 0, sizeof *out);
    fw_text_init(&out->text);
    out->path = path != NULL ? path : "-";
    out->force = o->val[FW_O_force].given;
    if (out->path[0] == '\0')
        return fw_fail(err, FW_USAGE, "--output: the name of the file is empty");
    if (choose_format(out, o, err) != FW_OK)
        return FW_USAGE;
    const bool standard = strcmp(out->path, "-") == 0;
    const bool terminal = standard && isatty(STDOUT_FILENO) == 1;
    out->colour = choose_colour(o, terminal);
    out->style.bold = out->colour;
    out->style.ascii = standard && !terminal_is_utf8();
    out->style.width = width->given ? (size_t)width->q.count
                       : terminal   ? terminal_width()
                                    : DEFAULT_WIDTH;
    return FW_OK;
}

void fw_output_free(struct fw_output *out)
{
    fw_text_free(&out->text);
}

static bool is_wider(const char *text, size_t width)
{
    char line[2048];
    while (*text != '\0') {
        const size_t n = strcspn(text, "\n");
        if (n < sizeof line) {
            memcpy(line, text, n);
            line[n] = '\0';
        }
        if (n >= sizeof line || fw_text_columns(line) > width)
            return true;
        text += n + (text[n] != '\0' ? 1 : 0);
    }
    return false;
}

/* Rows become columns: a few long rows read better below one another. */
static void turn(const struct fw_table *t, struct fw_column *columns, struct fw_table *out)
{
    columns[0] = (struct fw_column){.key = "field", .title = t->columns[0].title};
    for (size_t r = 0; r < t->num_rows; r++) {
        const struct fw_cell *const name = &t->cells[r * t->num_columns];
        columns[r + 1] = (struct fw_column){.align = FW_RIGHT};
        columns[r + 1].key = columns[r + 1].title = name->text;
    }
    fw_table_init(out, t->arena, t->title, columns, t->num_rows + 1);
    out->note = t->note;
    for (size_t c = 1; c < t->num_columns; c++) {
        const struct fw_column *const column = &t->columns[c];
        if (column->title == NULL)
            continue;
        struct fw_cell *const row = fw_table_row(out);
        row[0] =
            fw_cell_text(column->unit != NULL && column->unit[0] != '\0'
                             ? fw_arena_printf(t->arena, "%s [%s]", column->title, column->unit)
                             : column->title);
        for (size_t r = 0; r < t->num_rows; r++) {
            row[r + 1] = t->cells[r * t->num_columns + c];
            if (row[r + 1].kind != FW_CELL_REAL || row[r + 1].has_dim)
                continue;
            row[r + 1].has_dim = true;
            row[r + 1].dim = column->dim;
            row[r + 1].digits = column->digits;
        }
    }
}

/* Text that is wider than the terminal, with few rows: turned. True if it was. */
static bool write_turned(struct fw_output *out, const struct fw_table *t)
{
    enum { ROWS_MAX = 3 };
    struct fw_column columns[ROWS_MAX + 1];
    struct fw_table turned;
    struct fw_text text;
    bool wide = false;
    if (out->format != FW_FORMAT_TEXT || t->num_rows == 0 || t->num_rows > ROWS_MAX ||
        t->num_columns < 2 * ROWS_MAX)
        return false;
    for (size_t r = 0; r < t->num_rows; r++)
        if (t->cells[r * t->num_columns].kind != FW_CELL_TEXT)
            return false;
    fw_text_init(&text);
    fw_table_write(t, out->format, &out->style, &text);
    wide = is_wider(text.data, out->style.width);
    fw_text_free(&text);
    if (!wide)
        return false;
    turn(t, columns, &turned);
    fw_table_write(&turned, out->format, &out->style, &out->text);
    return true;
}

void fw_output_table(struct fw_output *out, const struct fw_table *t)
{
    if (out->text.len > 0)
        fw_text_putc(&out->text, '\n');
    if (!write_turned(out, t))
        fw_table_write(t, out->format, &out->style, &out->text);
    if (t->failed)
        out->text.failed = true;
}

/* Tables are fragments; a file of its own needs a head. */
static void wrap_page(struct fw_text *page, const struct fw_text *body, const char *title)
{
    fw_text_printf(page,
                   "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                   "<title>%s</title>\n</head>\n<body>\n",
                   title);
    fw_text_putn(page, body->data, body->len);
    fw_text_put(page, "</body>\n</html>\n");
}

enum fw_status fw_output_write(struct fw_output *out, const char *title, struct fw_err *err)
{
    const struct fw_text *text = &out->text;
    struct fw_text page;
    enum fw_status status = FW_OK;
    fw_text_init(&page);
    if (out->format == FW_FORMAT_HTML && strncmp(text->data, "<!DOCTYPE", 9) != 0) {
        wrap_page(&page, text, title);
        text = &page;
    }
    if (!fw_text_ok(&out->text) || !fw_text_ok(text))
        status = fw_fail(err, FW_SYSTEM, "out of memory for the answer");
    else if (text->len > 0 || strcmp(out->path, "-") != 0)
        status = fw_outfile_write(out->path, text->data, text->len, out->force, err);
    fw_text_free(&page);
    return status;
}
