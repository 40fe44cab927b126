/* man.c - the sections COMMANDS and OPTIONS of flopwatt.1, as mdoc. */
#include <string.h>

#include "cli/help.h"
#include "cli/options.h"

enum { LINE = 78 };

/* A word for mdoc: a backslash, and a dot or quote at the start of a line, would be read as a
 * request. */
static void escape(const char *text, size_t n, struct fw_text *out)
{
    if (n > 0 && (*text == '.' || *text == '\''))
        fw_text_put(out, "\\&");
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '\\')
            fw_text_put(out, "\\e");
        else if (text[i] == '-')
            fw_text_put(out, "\\-");
        else
            fw_text_putc(out, text[i]);
    }
}

static bool ends_sentence(const char *word, size_t n)
{
    return n > 0 && word[n - 1] == '.';
}

/* Running text: short lines, every sentence on a new one, paragraphs at newlines. */
static void prose(const char *text, struct fw_text *out)
{
    size_t column = 0;
    while (*text != '\0') {
        const size_t n = strcspn(text, " \n");
        const size_t start = out->len;
        if (column > 0 && column + 1 + n > LINE) {
            fw_text_putc(out, '\n');
            column = 0;
        } else if (column > 0) {
            fw_text_putc(out, ' ');
        }
        escape(text, n, out);
        column = column > 0 || out->data[start] == '\n' ? column + out->len - start : n;
        text += n;
        if (*text == '\n' || ends_sentence(text - n, n)) {
            fw_text_put(out, *text == '\n' ? "\n.Pp\n" : "\n");
            column = 0;
        }
        text += *text != '\0' ? 1 : 0;
    }
    if (column > 0)
        fw_text_putc(out, '\n');
}

/* Text as a sentence: a capital in front and a full stop behind. */
static void sentence(const char *text, struct fw_text *out)
{
    struct fw_text one;
    fw_text_init(&one);
    fw_text_printf(&one, "%s.", text);
    if (one.data[0] >= 'a' && one.data[0] <= 'z')
        one.data[0] = (char)(one.data[0] - 'a' + 'A');
    prose(one.data, out);
    fw_text_free(&one);
}

static void words(const char *text, struct fw_text *out)
{
    escape(text, strlen(text), out);
}

/* What nearly all commands take is named once. */
static bool is_common(enum fw_option o)
{
    static const enum fw_option common[] = {FW_O_data,   FW_O_format, FW_O_json,  FW_O_csv,
                                            FW_O_output, FW_O_force,  FW_O_color, FW_O_width,
                                            FW_O_quiet,  FW_O_help};
    for (size_t i = 0; i < sizeof common / sizeof common[0]; i++)
        if (common[i] == o)
            return true;
    return false;
}

static void command(const struct fw_command *c, struct fw_text *out)
{
    struct fw_text list;
    fw_text_init(&list);
    fw_text_printf(out, ".It Cm %s", c->name);
    if (c->args[0] != '\0') {
        fw_text_put(out, " Ar ");
        words(c->args, out);
    }
    fw_text_putc(out, '\n');
    sentence(c->line, out);
    prose(c->about, out);
    for (int i = 0; i < FW_O_COUNT; i++)
        if (fw_option_allowed((enum fw_option)i, c->options) && !is_common((enum fw_option)i))
            fw_text_printf(&list, "%s--%s",
                           list.len > 0 ? ", " : "Options: ", fw_option_table[i].name);
    if (list.len > 0)
        sentence(list.data, out);
    fw_text_free(&list);
}

static void option(const struct fw_option_info *o, struct fw_text *out)
{
    char list[FW_MSG_LEN];
    struct fw_text text;
    fw_text_put(out, ".It ");
    if (o->letter != ' ')
        fw_text_printf(out, "Fl %c , ", o->letter);
    fw_text_put(out, "Fl \\-");
    words(o->name, out);
    if (o->arg[0] != '\0') {
        fw_text_put(out, " Ar ");
        words(o->arg, out);
    }
    fw_text_putc(out, '\n');
    sentence(o->help, out);
    fw_text_init(&text);
    if (o->choices != NULL)
        fw_text_printf(&text, "One of %s. ", fw_choices_text(o->choices, list, sizeof list));
    if (o->aliases[0] != '\0')
        fw_text_printf(&text, "Also --%s.", o->aliases);
    prose(text.data, out);
    fw_text_free(&text);
}

void fw_help_man(struct fw_text *out)
{
    const char *group = "";
    fw_text_put(out, ".Sh COMMANDS\n");
    sentence("most commands also take the common options --data, --format, --json, --csv, "
             "--output, --force, --color, --width, --quiet and --help",
             out);
    for (size_t i = 0; i < fw_command_count; i++) {
        const struct fw_command *const c = &fw_command_table[i];
        if (strcmp(group, c->group) != 0)
            fw_text_printf(out, "%s.Ss %s\n.Bl -tag -width Ds\n", i > 0 ? ".El\n" : "", c->group);
        group = c->group;
        command(c, out);
    }
    fw_text_put(out, ".El\n.Sh OPTIONS\n.Bl -tag -width Ds\n");
    for (int i = 0; i < FW_O_COUNT; i++)
        option(&fw_option_table[i], out);
    fw_text_put(out, ".El\n");
}
