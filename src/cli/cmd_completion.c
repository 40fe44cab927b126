/* cmd_completion.c - completion for bash and zsh, and the ids that both ask for while one types. */
#include <string.h>

#include "cli/context.h"

/* What may stand as an argument of a command, by the words of fw_command.args. */
static const struct {
    const char *word;
    const char *words; /* fixed words, or NULL: asked for with "flopwatt completion ASK" */
    const char *ask;
} arguments[] = {
    {"MODEL", NULL, "models"},
    {"CHART", "parameters flops kv training", NULL},
    {"COMMAND", NULL, "commands"},
    {"bash|zsh", "bash zsh models hardware grids", NULL},
};
enum { ARGUMENTS = sizeof arguments / sizeof arguments[0] };

static void put_commands(struct fw_text *out, char between)
{
    for (size_t i = 0; i < fw_command_count; i++) {
        if (i > 0)
            fw_text_putc(out, between);
        fw_text_put(out, fw_command_table[i].name);
    }
}

static void put_keys(struct fw_text *out)
{
    for (int i = 0; i < FW_KEY_COUNT; i++)
        fw_text_printf(out, "%s%s=", i > 0 ? " " : "", fw_key_table[i].name);
    for (int i = 0; i < FW_FACT_COUNT; i++)
        fw_text_printf(out, " %s=", fw_fact_table[i].id);
    fw_text_put(out, " context= batch= kv_dtype= attention= lm_head=");
}

static void put_choices(fw_choices choices, struct fw_text *out)
{
    for (size_t i = 0; choices(i) != NULL; i++)
        fw_text_printf(out, "%s%s", i > 0 ? " " : "", choices(i));
}

/* ---- bash ------------------------------------------------------------------------------- */

static const char bash_head[] =
    "# bash completion of flopwatt; written by \"flopwatt completion bash\"\n"
    "_flopwatt()\n"
    "{\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
    "    local program=${COMP_WORDS[0]/#\\~/$HOME} command=${COMP_WORDS[1]} words=\n"
    "    COMPREPLY=()\n"
    "    # --option=value arrives as three words.\n"
    "    if [ \"$cur\" = \"=\" ]; then\n"
    "        cur=\n"
    "    elif [ \"$prev\" = \"=\" ]; then\n"
    "        prev=${COMP_WORDS[COMP_CWORD-2]}\n"
    "    fi\n";

static void bash_names(const struct fw_option_info *o, struct fw_text *out)
{
    fw_text_printf(out, "    --%s", o->name);
    if (o->aliases[0] != '\0')
        fw_text_printf(out, "|--%s", o->aliases);
    if (o->letter != ' ')
        fw_text_printf(out, "|-%c", o->letter);
    fw_text_put(out, ") ");
}

static void bash_value(const struct fw_option_info *o, struct fw_text *out)
{
    if (o->type == FW_OT_FLAG)
        return;
    bash_names(o, out);
    if (o->type == FW_OT_CHOICE || o->complete == FW_COMPLETE_DTYPE) {
        fw_text_put(out, "words='");
        put_choices(o->choices != NULL ? o->choices : fw_choice_dtype, out);
        fw_text_put(out, "' ;;\n");
        return;
    }
    switch (o->complete) {
    case FW_COMPLETE_FILE:
        fw_text_put(out, "COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n");
        break;
    case FW_COMPLETE_FOLDER:
        fw_text_put(out, "COMPREPLY=($(compgen -d -- \"$cur\")); return ;;\n");
        break;
    case FW_COMPLETE_HARDWARE:
        fw_text_put(out, "words=$(\"$program\" completion hardware 2>/dev/null) ;;\n");
        break;
    case FW_COMPLETE_GRID:
        fw_text_put(out, "words=$(\"$program\" completion grids 2>/dev/null) ;;\n");
        break;
    case FW_COMPLETE_KEY:
        fw_text_put(out, "words='");
        put_keys(out);
        fw_text_put(out, "'; compopt -o nospace 2>/dev/null ;;\n");
        break;
    case FW_COMPLETE_NONE:
    case FW_COMPLETE_DTYPE:
        fw_text_put(out, "return ;;\n");
        break;
    }
}

static void bash_options(const struct fw_command *c, struct fw_text *out)
{
    fw_text_printf(out, "    %s) words='", c->name);
    bool first = true;
    for (int i = 0; i < FW_O_COUNT; i++) {
        if (!fw_option_allowed((enum fw_option)i, c->options))
            continue;
        fw_text_printf(out, "%s--%s", first ? "" : " ", fw_option_table[i].name);
        first = false;
    }
    fw_text_put(out, "' ;;\n");
}

static void bash_arguments(const struct fw_command *c, struct fw_text *out)
{
    fw_text_printf(out, "    %s) words=\"", c->name);
    for (size_t i = 0; i < ARGUMENTS; i++) {
        if (strstr(c->args, arguments[i].word) == NULL)
            continue;
        if (arguments[i].words != NULL)
            fw_text_printf(out, "%s ", arguments[i].words);
        else
            fw_text_printf(out, "$(\"$program\" completion %s 2>/dev/null) ", arguments[i].ask);
    }
    fw_text_put(out, "\" ;;\n");
}

static void write_bash(struct fw_text *out)
{
    fw_text_put(out, bash_head);
    fw_text_put(out, "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        COMPREPLY=($(compgen -W '");
    put_commands(out, ' ');
    fw_text_put(out, " --help --version' -- \"$cur\"))\n        return\n    fi\n"
                     "    case $prev in\n");
    for (int i = 0; i < FW_O_COUNT; i++)
        bash_value(&fw_option_table[i], out);
    fw_text_put(out, "    esac\n    if [ -n \"$words\" ]; then\n"
                     "        COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
                     "        return\n    fi\n"
                     "    case $cur in\n    -*) case $command in\n");
    for (size_t i = 0; i < fw_command_count; i++)
        bash_options(&fw_command_table[i], out);
    fw_text_put(out, "    esac ;;\n    *) case $command in\n");
    for (size_t i = 0; i < fw_command_count; i++)
        bash_arguments(&fw_command_table[i], out);
    fw_text_put(out, "    esac\n"
                     "        [[ $cur == */* || $cur == .* ]] && words= &&\n"
                     "            COMPREPLY=($(compgen -f -- \"$cur\")) && return ;;\n"
                     "    esac\n"
                     "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
                     "}\n"
                     "complete -o filenames -F _flopwatt flopwatt\n");
}

/* ---- zsh -------------------------------------------------------------------------------- */

/* Text inside [...] of an _arguments row in single quotes. */
static void zsh_text(const char *text, struct fw_text *out)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            fw_text_put(out, "'\\''");
        else if (strchr("[]:\\", *text) != NULL)
            fw_text_printf(out, "\\%c", *text);
        else
            fw_text_putc(out, *text);
    }
}

static void zsh_action(const struct fw_option_info *o, struct fw_text *out)
{
    static const char *const actions[] = {
        [FW_COMPLETE_NONE] = " ",
        [FW_COMPLETE_FILE] = "_files",
        [FW_COMPLETE_FOLDER] = "_files -/",
        [FW_COMPLETE_KEY] = "_flopwatt_keys",
        [FW_COMPLETE_DTYPE] = "",
        [FW_COMPLETE_HARDWARE] = "{_flopwatt_ids hardware}",
        [FW_COMPLETE_GRID] = "{_flopwatt_ids grids}",
    };
    if (o->type == FW_OT_CHOICE || o->complete == FW_COMPLETE_DTYPE) {
        fw_text_putc(out, '(');
        put_choices(o->choices != NULL ? o->choices : fw_choice_dtype, out);
        fw_text_putc(out, ')');
    } else {
        fw_text_put(out, actions[o->complete]);
    }
}

static void zsh_option(const struct fw_option_info *o, struct fw_text *out)
{
    const char *const equals = o->type == FW_OT_FLAG ? "" : "=";
    fw_text_put(out, "            ");
    if (o->type == FW_OT_REPEAT)
        fw_text_put(out, "'*'");
    else if (o->letter != ' ')
        fw_text_printf(out, "'(-%c --%s)'", o->letter, o->name);
    if (o->letter != ' ')
        fw_text_printf(out, "{-%c%s,--%s%s}", o->letter, o->type == FW_OT_FLAG ? "" : "+", o->name,
                       equals);
    else
        fw_text_printf(out, "--%s%s", o->name, equals);
    fw_text_put(out, "'[");
    zsh_text(o->help, out);
    fw_text_putc(out, ']');
    if (o->type != FW_OT_FLAG) {
        fw_text_putc(out, ':');
        zsh_text(o->arg, out);
        fw_text_putc(out, ':');
        zsh_action(o, out);
    }
    fw_text_put(out, "' \\\n");
}

static void zsh_command(const struct fw_command *c, struct fw_text *out)
{
    fw_text_printf(out, "        %s)\n            _arguments -s \\\n", c->name);
    for (int i = 0; i < FW_O_COUNT; i++)
        if (fw_option_allowed((enum fw_option)i, c->options))
            zsh_option(&fw_option_table[i], out);
    size_t number = 1;
    for (size_t i = ARGUMENTS; i-- > 0;) {
        if (strstr(c->args, arguments[i].word) == NULL)
            continue;
        if (arguments[i].words != NULL)
            fw_text_printf(out, "            '%zu:argument:(%s)' \\\n", number++,
                           arguments[i].words);
        else
            fw_text_printf(out, "            '*:%s:{_flopwatt_ids %s}' \\\n", arguments[i].ask,
                           arguments[i].ask);
    }
    fw_text_put(out, "            && return 0 ;;\n");
}

static void write_zsh(struct fw_text *out)
{
    fw_text_put(out, "#compdef flopwatt\n"
                     "# zsh completion of flopwatt; written by \"flopwatt completion zsh\"\n"
                     "_flopwatt_ids()\n{\n    local -a ids\n"
                     "    ids=(${(f)\"$($words_program completion $1 2>/dev/null)\"})\n"
                     "    _describe \"$1\" ids\n"
                     "    [[ $1 == (models|hardware) ]] && _files -g '*.y(|a)ml'\n}\n"
                     "_flopwatt_keys()\n{\n    compadd -S '' -- ");
    put_keys(out);
    fw_text_put(out, "\n}\n_flopwatt()\n{\n    local curcontext=$curcontext state line ret=1\n"
                     "    local words_program=$words[1]\n    local -a commands\n    commands=(\n");
    for (size_t i = 0; i < fw_command_count; i++) {
        fw_text_printf(out, "        '%s:", fw_command_table[i].name);
        zsh_text(fw_command_table[i].line, out);
        fw_text_put(out, "'\n");
    }
    fw_text_put(out, "    )\n    if (( CURRENT == 2 )); then\n"
                     "        _describe command commands && ret=0\n        return ret\n    fi\n"
                     "    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n"
                     "    case $command in\n");
    for (size_t i = 0; i < fw_command_count; i++)
        zsh_command(&fw_command_table[i], out);
    fw_text_put(out, "    esac\n    return ret\n}\n_flopwatt \"$@\"\n");
}

/* ---- ids -------------------------------------------------------------------------------- */

static enum fw_status write_shelf(struct fw_cli *cli, enum fw_shelf shelf)
{
    const struct fw_catalogue *cat = NULL;
    const struct fw_catalogue_entry *list = NULL;
    size_t n = 0;
    enum fw_status status = fw_cli_catalogue(cli, &cat);
    if (status == FW_OK)
        status = fw_catalogue_list(cat, shelf, &cli->arena, &list, &n, &cli->err);
    for (size_t i = 0; i < n && status == FW_OK; i++)
        fw_text_printf(&cli->out.text, "%s\n", list[i].id);
    return status;
}

static enum fw_status write_grids(struct fw_cli *cli)
{
    const struct fw_grids *grids = NULL;
    const enum fw_status status = fw_cli_grids(cli, &grids);
    for (size_t i = 0; status == FW_OK && i < grids->num_grids; i++)
        fw_text_printf(&cli->out.text, "%s\n", grids->grids[i].id);
    return status;
}

enum fw_status fw_cmd_completion(struct fw_cli *cli)
{
    const char *const what = cli->opts.num_args == 1 ? cli->opts.args[0] : "";
    if (strcmp(what, "bash") == 0)
        write_bash(&cli->out.text);
    else if (strcmp(what, "zsh") == 0)
        write_zsh(&cli->out.text);
    else if (strcmp(what, "commands") == 0)
        put_commands(&cli->out.text, '\n');
    else if (strcmp(what, "models") == 0)
        return write_shelf(cli, FW_SHELF_MODELS);
    else if (strcmp(what, "hardware") == 0)
        return write_shelf(cli, FW_SHELF_HARDWARE);
    else if (strcmp(what, "grids") == 0)
        return write_grids(cli);
    else
        return fw_fail(&cli->err, FW_USAGE,
                       "completion takes one of bash, zsh, commands, models, hardware, grids");
    return FW_OK;
}
