/* help.c - help texts out of the tables of commands and options. */
#include "cli/help.h"

#include <string.h>

#include "cli/options.h"
#include "core/names.h"

enum { HELP_WIDTH = 79, OPTION_COLUMN = 28 };

/* Appends text in lines of at most HELP_WIDTH, all but the first indented; column is where the
 * first starts. */
static void wrap(const char *text, size_t column, size_t indent, struct fw_text *out)
{
    while (*text != '\0') {
        size_t n = strcspn(text, " \n");
        if (column > indent && column + 1 + n > HELP_WIDTH) {
            fw_text_putc(out, '\n');
            fw_text_repeat(out, ' ', indent);
            column = indent;
        } else if (column > indent) {
            fw_text_putc(out, ' ');
            column++;
        }
        fw_text_putn(out, text, n);
        column += n;
        text += n + (text[n] != '\0' ? 1 : 0);
    }
    fw_text_putc(out, '\n');
}

static void list_commands(struct fw_text *out)
{
    const char *group = "";
    for (size_t i = 0; i < fw_command_count; i++) {
        const struct fw_command *const c = &fw_command_table[i];
        if (strcmp(group, c->group) != 0)
            fw_text_printf(out, "\n%s\n", c->group);
        group = c->group;
        fw_text_printf(out, "  %-11s ", c->name);
        wrap(c->line, 14, 14, out);
    }
}

static void usage(struct fw_text *out)
{
    fw_text_put(out, "usage: flopwatt COMMAND [options] [MODEL...]\n");
    list_commands(out);
    fw_text_put(out, "\nflopwatt help COMMAND tells more.\n");
}

void fw_help_short(FILE *stream)
{
    struct fw_text text;
    fw_text_init(&text);
    usage(&text);
    (void)fputs(text.data, stream); /* the exit status does not depend on it */
    fw_text_free(&text);
}

void fw_help_program(struct fw_text *out)
{
    fw_text_put(out, "flopwatt tells what a transformer costs: parameters, FLOP, bytes, "
                     "device-hours,\nkWh and CO2eq.\n\n");
    usage(out);
    fw_text_put(out, "\nMODEL is an id (flopwatt models), a file, or - for standard input. "
                     "Numbers take\nunits and prefixes: 15T, 8Ki, 700 W; k M G T are decimal, "
                     "Ki Mi Gi Ti binary.\n");
}

/* "  -c, --context N". Returns the columns it takes. */
static size_t option_head(const struct fw_option_info *o, struct fw_text *out)
{
    const size_t start = out->len;
    if (o->letter != ' ')
        fw_text_printf(out, "  -%c, --%s", o->letter, o->name);
    else
        fw_text_printf(out, "      --%s", o->name);
    if (o->arg[0] != '\0')
        fw_text_printf(out, " %s", o->arg);
    return out->len - start;
}

/* Help with the words of a choice and the other names behind it. */
static void option_text(const struct fw_option_info *o, struct fw_text *text)
{
    char list[FW_MSG_LEN];
    fw_text_put(text, o->help);
    if (o->choices != NULL)
        fw_text_printf(text, "; one of %s", fw_choices_text(o->choices, list, sizeof list));
    if (o->aliases[0] != '\0')
        fw_text_printf(text, "; also --%s", o->aliases);
}

static void option_help(const struct fw_option_info *o, struct fw_text *out)
{
    struct fw_text text;
    fw_text_init(&text);
    size_t column = option_head(o, out);
    if (column + 2 > OPTION_COLUMN) {
        fw_text_putc(out, '\n');
        column = 0;
    }
    fw_text_repeat(out, ' ', OPTION_COLUMN - column);
    option_text(o, &text);
    wrap(text.data, OPTION_COLUMN, OPTION_COLUMN, out);
    fw_text_free(&text);
}

/* Paragraphs are separated by newlines. */
static void paragraphs(const char *about, struct fw_text *out)
{
    while (*about != '\0') {
        const size_t n = strcspn(about, "\n");
        struct fw_text one;
        fw_text_init(&one);
        fw_text_putn(&one, about, n);
        fw_text_putc(out, '\n');
        wrap(one.data, 0, 0, out);
        fw_text_free(&one);
        about += n + (about[n] != '\0' ? 1 : 0);
    }
}

void fw_help_command(const struct fw_command *c, struct fw_text *out)
{
    fw_text_printf(out, "usage: flopwatt %s [options]%s%s\n\n", c->name,
                   c->args[0] != '\0' ? " " : "", c->args);
    fw_text_printf(out, "%s\n", c->line);
    paragraphs(c->about, out);
    fw_text_put(out, "\noptions:\n");
    for (int i = 0; i < FW_O_COUNT; i++)
        if (fw_option_allowed((enum fw_option)i, c->options))
            option_help(&fw_option_table[i], out);
    fw_text_printf(out, "\nexample:\n  flopwatt %s\n", c->example);
}
