/* man.c - the sections COMMANDS and OPTIONS of flopwatt.1, as mdoc. */
#include <string.h>

#include "cli/help.h"
#include "cli/options.h"

/* Text for mdoc: a backslash and a leading dot or quote would be read as a request. Words that
 * are macros inside a line are not, since running text never stands on a macro line here. */
static void escape(const char *text, struct fw_text *out)
{
    if (*text == '.' || *text == '\'')
        fw_text_put(out, "\\&");
    for (; *text != '\0'; text++) {
        if (*text == '\\')
            fw_text_put(out, "\\e");
        else if (*text == '-')
            fw_text_put(out, "\\-");
        else
            fw_text_putc(out, *text);
    }
}

/* One input line per sentence, as mandoc wants it; paragraphs of about are separated by newlines. */
static void sentences(const char *text, struct fw_text *out)
{
    while (*text != '\0') {
        const char *const stop = strstr(text, ". ");
        const char *const newline = strchr(text, '\n');
        const char *end = text + strlen(text);
        if (newline != NULL)
            end = newline;
        if (stop != NULL && stop < end)
            end = stop + 1;
        struct fw_text one;
        fw_text_init(&one);
        fw_text_putn(&one, text, (size_t)(end - text));
        escape(one.data, out);
        fw_text_putc(out, '\n');
        fw_text_free(&one);
        if (*end == '\n')
            fw_text_put(out, ".Pp\n");
        text = *end != '\0' ? end + 1 : end;
    }
}

static void capital(const char *text, struct fw_text *out)
{
    if (*text >= 'a' && *text <= 'z') {
        fw_text_putc(out, (char)(*text - 'a' + 'A'));
        text++;
    }
    escape(text, out);
}

static void command(const struct fw_command *c, struct fw_text *out)
{
    fw_text_printf(out, ".It Cm %s", c->name);
    if (c->args[0] != '\0') {
        fw_text_put(out, " Ar ");
        escape(c->args, out);
    }
    fw_text_putc(out, '\n');
    capital(c->line, out);
    fw_text_put(out, ".\n");
    sentences(c->about, out);
    fw_text_put(out, "Options:\n");
    bool first = true;
    for (int i = 0; i < FW_O_COUNT; i++) {
        if (!fw_option_allowed((enum fw_option)i, c->options) || i == FW_O_help)
            continue;
        fw_text_put(out, first ? "" : ",\n");
        first = false;
        fw_text_put(out, "\\-\\-");
        escape(fw_option_table[i].name, out);
    }
    fw_text_put(out, first ? "none.\n" : ".\n");
}

static void option(const struct fw_option_info *o, struct fw_text *out)
{
    char list[FW_MSG_LEN];
    fw_text_put(out, ".It ");
    if (o->letter != ' ')
        fw_text_printf(out, "Fl %c , ", o->letter);
    fw_text_put(out, "Fl \\-");
    escape(o->name, out);
    if (o->arg[0] != '\0') {
        fw_text_put(out, " Ar ");
        escape(o->arg, out);
    }
    fw_text_putc(out, '\n');
    capital(o->help, out);
    fw_text_put(out, ".\n");
    if (o->choices != NULL) {
        fw_text_put(out, "One of ");
        escape(fw_choices_text(o->choices, list, sizeof list), out);
        fw_text_put(out, ".\n");
    }
    if (o->aliases[0] != '\0') {
        fw_text_put(out, "Also \\-\\-");
        escape(o->aliases, out);
        fw_text_put(out, ".\n");
    }
}

void fw_help_man(struct fw_text *out)
{
    const char *group = "";
    fw_text_put(out, ".Sh COMMANDS\n");
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
