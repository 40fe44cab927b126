/* reproduce.c - options back to words. */
#include "cli/reproduce.h"

#include <stdio.h>
#include <string.h>

/* A blank and the word, in single quotes unless a shell reads every character as itself. What
 * could write to a terminal is left out: such a word does not name anything that was read. */
static void put_word(struct fw_text *out, const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "_-+=:,./%@";
    const bool quote = word[0] == '\0' || word[strspn(word, plain)] != '\0';
    fw_text_putc(out, ' ');
    if (quote)
        fw_text_putc(out, '\'');
    for (; *word != '\0'; word++) {
        if (*word == '\'')
            fw_text_put(out, "'\\''");
        else if ((unsigned char)*word >= 0x20 && *word != 0x7f)
            fw_text_putc(out, *word);
    }
    if (quote)
        fw_text_putc(out, '\'');
}

static void put_option(struct fw_text *out, enum fw_option o, const char *text)
{
    fw_text_printf(out, " --%s", fw_option_table[o].name);
    if (text != NULL)
        put_word(out, text);
}

void fw_reproduce_write(const struct fw_cli *cli, struct fw_text *out)
{
    const struct fw_options *const o = &cli->opts;
    bool dashes = false;
    fw_text_printf(out, "flopwatt %s", cli->command->name);
    for (size_t i = 0; i < o->num_args; i++)
        dashes |= o->args[i][0] == '-' && o->args[i][1] != '\0';
    for (size_t i = 0; i < o->num_args && !dashes; i++)
        put_word(out, o->args[i]);
    for (size_t i = 0; i < o->num_repeated; i++)
        put_option(out, o->repeated[i].option, o->repeated[i].text);
    for (int i = 0; i < FW_O_COUNT; i++) {
        const bool listed = fw_option_table[i].type == FW_OT_REPEAT;
        if (o->val[i].given && !listed && i != FW_O_quiet && i != FW_O_no_progress)
            put_option(out, (enum fw_option)i, o->val[i].text);
    }
    if (dashes)
        fw_text_put(out, " --");
    for (size_t i = 0; i < o->num_args && dashes; i++)
        put_word(out, o->args[i]);
}

void fw_reproduce_print(const struct fw_cli *cli)
{
    struct fw_text line;
    if (cli->opts.val[FW_O_quiet].given)
        return;
    fw_text_init(&line);
    fw_reproduce_write(cli, &line);
    (void)fprintf(stderr, "flopwatt: the same again: %s\n", line.data);
    fw_text_free(&line);
}
