/* options.c - parses the command line by the rows of options.def. */
#include "cli/options.h"

#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "core/dtype.h"
#include "core/names.h"

const struct fw_option_info fw_option_table[FW_O_COUNT] = {
#define FLAG(id, name, letter, aliases, help) \
    {#id, name, letter, aliases, "", FW_OT_FLAG, FW_DIM_COUNT, 0, 0, NULL, FW_COMPLETE_NONE, help},
#define VALUE(id, name, letter, aliases, arg, dim, min, max, help) \
    {#id, name, letter, aliases, arg, FW_OT_VALUE, FW_DIM_##dim, min, max, NULL, \
     FW_COMPLETE_NONE, help},
#define CHOICE(id, name, letter, aliases, arg, choices, help) \
    {#id, name, letter, aliases, arg, FW_OT_CHOICE, FW_DIM_COUNT, 0, 0, choices, \
     FW_COMPLETE_NONE, help},
#define TEXT(id, name, letter, aliases, arg, complete, help) \
    {#id, name, letter, aliases, arg, FW_OT_TEXT, FW_DIM_COUNT, 0, 0, NULL, \
     FW_COMPLETE_##complete, help},
#define REPEAT(id, name, letter, aliases, arg, complete, help) \
    {#id, name, letter, aliases, arg, FW_OT_REPEAT, FW_DIM_COUNT, 0, 0, NULL, \
     FW_COMPLETE_##complete, help},
#include "cli/options.def"
#undef FLAG
#undef VALUE
#undef CHOICE
#undef TEXT
#undef REPEAT
};

enum { SHOWN_LEN = 48, NAMES_MAX = 2 * FW_O_COUNT };

struct parser {
    const char *const *argv;
    size_t n, at; /* at = the next word */
    const char *allowed;
    struct fw_options *out;
    struct fw_diags *notes;
    struct fw_err *err;
};

bool fw_option_allowed(enum fw_option o, const char *allowed)
{
    return fw_names_contains_exact(allowed, fw_option_table[o].id);
}

/* name has n letters. */
static bool is_named(const struct fw_option_info *o, const char *name, size_t n)
{
    char word[SHOWN_LEN];
    if (n == 0 || n >= sizeof word)
        return false;
    memcpy(word, name, n);
    word[n] = '\0';
    return strcmp(word, o->name) == 0 || fw_names_contains_exact(o->aliases, word);
}

static enum fw_option find_long(const char *name, size_t n, const char *allowed)
{
    for (int i = 0; i < FW_O_COUNT; i++)
        if (is_named(&fw_option_table[i], name, n) &&
            (allowed == NULL || fw_option_allowed((enum fw_option)i, allowed)))
            return (enum fw_option)i;
    return FW_O_COUNT;
}

static enum fw_option find_letter(char letter, const char *allowed)
{
    for (int i = 0; i < FW_O_COUNT; i++)
        if (fw_option_table[i].letter == letter && letter != ' ' &&
            (allowed == NULL || fw_option_allowed((enum fw_option)i, allowed)))
            return (enum fw_option)i;
    return FW_O_COUNT;
}

/* The commands that do take the option, for the hint. */
static void hint_commands(enum fw_option o, struct fw_err *err)
{
    char list[FW_HINT_LEN];
    size_t len = 0;
    list[0] = '\0';
    for (size_t i = 0; i < fw_command_count && len < sizeof list; i++) {
        if (!fw_option_allowed(o, fw_command_table[i].options))
            continue;
        const int n = snprintf(list + len, sizeof list - len, "%s%s", len > 0 ? ", " : "",
                               fw_command_table[i].name);
        len += n > 0 ? (size_t)n : 0;
    }
    if (len > 0)
        (void)fw_err_hint(err, "taken by %s", list);
}

/* The allowed option whose name starts with word, if it is the only one, else the nearest. */
static const char *suggest(const char *word, const char *allowed)
{
    const char *names[NAMES_MAX];
    size_t n = 0, starting = 0;
    const char *start = NULL;
    for (int i = 0; i < FW_O_COUNT; i++) {
        const struct fw_option_info *o = &fw_option_table[i];
        if (!fw_option_allowed((enum fw_option)i, allowed))
            continue;
        names[n++] = o->name;
        if (word[0] != '\0' && strncmp(o->name, word, strlen(word)) == 0) {
            start = o->name;
            starting++;
        }
    }
    return starting == 1 ? start : fw_nearest(word, names, n);
}

static enum fw_status fail_long(const struct parser *p, const char *name, size_t n)
{
    char word[SHOWN_LEN];
    (void)snprintf(word, sizeof word, "%.*s", (int)(n < SHOWN_LEN ? n : SHOWN_LEN), name);
    const enum fw_option elsewhere = find_long(name, n, NULL);
    if (elsewhere != FW_O_COUNT) {
        (void)fw_fail(p->err, FW_USAGE, "--%s is an option of other commands", word);
        hint_commands(elsewhere, p->err);
        return FW_USAGE;
    }
    (void)fw_fail(p->err, FW_USAGE, "unknown option --%s", word);
    const char *const near = suggest(word, p->allowed);
    if (near != NULL)
        (void)fw_err_hint(p->err, "did you mean --%s?", near);
    return FW_USAGE;
}

static enum fw_status fail_letter(const struct parser *p, char letter)
{
    const enum fw_option elsewhere = find_letter(letter, NULL);
    if (elsewhere == FW_O_COUNT)
        return fw_fail(p->err, FW_USAGE, "unknown option -%c", letter);
    (void)fw_fail(p->err, FW_USAGE, "-%c (--%s) is an option of other commands", letter,
                  fw_option_table[elsewhere].name);
    hint_commands(elsewhere, p->err);
    return FW_USAGE;
}

/* A number that was written as anything but plain digits is worth saying in full. */
static void note_digits(const char *text, const struct fw_quantity *q, const char *shown,
                        struct fw_diags *notes)
{
    char digits[FW_COUNT_LEN];
    if (!q->is_exact || text[strspn(text, "0123456789")] == '\0')
        return;
    fw_diags_note(notes, FW_NOTE, "%s %s = %s", shown, text,
                  fw_count_text(digits, q->count, 0));
}

static enum fw_status set_value(struct fw_option_value *v, const struct fw_option_info *o,
                                const char *text, const char *shown, struct fw_diags *notes,
                                struct fw_err *err)
{
    struct fw_quantity q;
    if (fw_quantity_parse(text, o->dim, &q, err) != FW_OK) {
        if (err != NULL)
            err->status = FW_USAGE;
        (void)fw_err_key(err, "%s", shown);
        return FW_USAGE;
    }
    if (q.value < o->min || q.value > o->max) {
        (void)fw_fail(err, FW_USAGE, "expected %g to %g, got %s", o->min, o->max, text);
        (void)fw_err_key(err, "%s", shown);
        return FW_USAGE;
    }
    v->q = q;
    note_digits(text, &q, shown, notes);
    return FW_OK;
}

static enum fw_status set_choice(struct fw_option_value *v, const struct fw_option_info *o,
                                 const char *text, const char *shown, struct fw_err *err)
{
    char list[FW_MSG_LEN];
    if (o->choices == fw_choice_dtype && fw_dtype_find(text) != FW_DTYPE_COUNT) {
        v->choice = fw_dtype_find(text); /* aliases such as float32 */
        return FW_OK;
    }
    for (size_t i = 0; o->choices(i) != NULL; i++)
        if (fw_names_equal(text, o->choices(i))) {
            v->choice = i;
            return FW_OK;
        }
    (void)fw_fail(err, FW_USAGE, "expected one of %s, got \"%.40s\"",
                  fw_choices_text(o->choices, list, sizeof list), text);
    return fw_err_key(err, "%s", shown);
}

enum fw_status fw_option_set(struct fw_options *o, enum fw_option option, const char *text,
                             const char *shown, struct fw_diags *notes, struct fw_err *err)
{
    const struct fw_option_info *const info = &fw_option_table[option];
    struct fw_option_value v = {.given = true, .text = text};
    enum fw_status status = FW_OK;

    if (info->type == FW_OT_VALUE)
        status = set_value(&v, info, text, shown, notes, err);
    else if (info->type == FW_OT_CHOICE)
        status = set_choice(&v, info, text, shown, err);
    if (status == FW_OK)
        o->val[option] = v;
    return status;
}

static enum fw_status take(struct parser *p, enum fw_option option, const char *text,
                           const char *shown)
{
    if (fw_option_table[option].type != FW_OT_REPEAT)
        return fw_option_set(p->out, option, text, shown, p->notes, p->err);
    p->out->val[option].given = true;
    p->out->repeated[p->out->num_repeated++] = (struct fw_repeated){option, text};
    return FW_OK;
}

static enum fw_status next_word(struct parser *p, const char *shown, const char **text)
{
    if (p->at == p->n) {
        (void)fw_fail(p->err, FW_USAGE, "needs a value");
        return fw_err_key(p->err, "%s", shown);
    }
    *text = p->argv[p->at++];
    return FW_OK;
}

/* word is what stands behind "--". */
static enum fw_status parse_long(struct parser *p, const char *word)
{
    char shown[SHOWN_LEN];
    const char *text = strchr(word, '=');
    const size_t n = text != NULL ? (size_t)(text - word) : strlen(word);
    const enum fw_option o = find_long(word, n, p->allowed);
    if (o == FW_O_COUNT)
        return fail_long(p, word, n);
    (void)snprintf(shown, sizeof shown, "--%.*s", (int)n, word);
    if (fw_option_table[o].type == FW_OT_FLAG) {
        if (text != NULL)
            return fw_fail(p->err, FW_USAGE, "%s takes no value", shown);
        return take(p, o, NULL, shown);
    }
    if (text != NULL)
        return take(p, o, text + 1, shown);
    if (next_word(p, shown, &text) != FW_OK)
        return FW_USAGE;
    return take(p, o, text, shown);
}

/* word is what stands behind "-": flags, and at most one option with a value at the end. */
static enum fw_status parse_short(struct parser *p, const char *word)
{
    for (; *word != '\0'; word++) {
        const enum fw_option o = find_letter(*word, p->allowed);
        const char shown[] = {'-', *word, '\0'};
        const char *text = word + 1;
        if (o == FW_O_COUNT)
            return fail_letter(p, *word);
        if (fw_option_table[o].type == FW_OT_FLAG) {
            if (take(p, o, NULL, shown) != FW_OK)
                return FW_USAGE;
            continue;
        }
        if (*text == '\0' && next_word(p, shown, &text) != FW_OK)
            return FW_USAGE;
        return take(p, o, text, shown);
    }
    return FW_OK;
}

enum fw_status fw_options_parse(const char *const *argv, size_t n, const char *allowed,
                                struct fw_options *out, struct fw_arena *arena,
                                struct fw_diags *notes, struct fw_err *err)
{
    struct parser p = {argv, n, 0, allowed, out, notes, err};
    memset(out, 0, sizeof *out);
    out->args = FW_NEW(arena, n, const char *);
    out->repeated = FW_NEW(arena, n, struct fw_repeated);
    if (out->args == NULL || out->repeated == NULL)
        return fw_fail(err, FW_SYSTEM, "out of memory");
    bool options = true;
    while (p.at < n) {
        const char *const word = argv[p.at++];
        enum fw_status status = FW_OK;
        if (options && strcmp(word, "--") == 0)
            options = false;
        else if (options && strncmp(word, "--", 2) == 0)
            status = parse_long(&p, word + 2);
        else if (options && word[0] == '-' && word[1] != '\0')
            status = parse_short(&p, word + 1);
        else
            out->args[out->num_args++] = word;
        if (status != FW_OK)
            return status;
    }
    return FW_OK;
}
