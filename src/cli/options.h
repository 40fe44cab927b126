/* options.h - the command line as values: one table for parsing, help, man page and completion.
 *
 * Long options are --name VALUE or --name=VALUE, short ones -c VALUE or -cVALUE; flags may share
 * one dash (-qj). "--" ends the options, "-" alone is an argument. An option that is given again
 * replaces the first. Numbers take units and prefixes (base/quantity.h).
 */
#ifndef FW_CLI_OPTIONS_H
#define FW_CLI_OPTIONS_H

#include "base/arena.h"
#include "base/quantity.h"
#include "base/status.h"

enum fw_option {
#define FLAG(id, ...) FW_O_##id,
#define VALUE(id, ...) FW_O_##id,
#define CHOICE(id, ...) FW_O_##id,
#define TEXT(id, ...) FW_O_##id,
#define REPEAT(id, ...) FW_O_##id,
#include "cli/options.def"
#undef FLAG
#undef VALUE
#undef CHOICE
#undef TEXT
#undef REPEAT
    FW_O_COUNT
};

enum fw_option_type { FW_OT_FLAG, FW_OT_VALUE, FW_OT_CHOICE, FW_OT_TEXT, FW_OT_REPEAT };
/* What a shell may offer for the argument. */
enum fw_complete {
    FW_COMPLETE_NONE, FW_COMPLETE_FILE, FW_COMPLETE_FOLDER, FW_COMPLETE_KEY, FW_COMPLETE_DTYPE,
    FW_COMPLETE_HARDWARE, FW_COMPLETE_GRID,
};

/* The i-th word of a choice, NULL behind the last. */
typedef const char *(*fw_choices)(size_t i);

struct fw_option_info {
    const char *id;   /* as in commands.def */
    const char *name; /* long name */
    char letter;      /* ' ' = none */
    const char *aliases;
    const char *arg;  /* name of the argument; "" for flags */
    enum fw_option_type type;
    enum fw_dim dim;  /* VALUE */
    double min, max;  /* VALUE, inclusive */
    fw_choices choices;        /* CHOICE */
    enum fw_complete complete; /* TEXT, REPEAT */
    const char *help;
};
extern const struct fw_option_info fw_option_table[FW_O_COUNT];

struct fw_option_value {
    bool given;
    const char *text;     /* as written; NULL for flags */
    struct fw_quantity q; /* VALUE, in the unit of its dimension */
    size_t choice;        /* CHOICE: index of the word */
};
struct fw_repeated {
    enum fw_option option;
    const char *text;
};
struct fw_options {
    struct fw_option_value val[FW_O_COUNT];
    const char **args; /* what is no option, in order */
    size_t num_args;
    struct fw_repeated *repeated; /* all --set and the like, in order */
    size_t num_repeated;
};

/* True if the blank-separated list names the option. */
bool fw_option_allowed(enum fw_option o, const char *allowed);

/* Parses n words. allowed: ids of the options that the command takes, blank-separated. Texts are
 * borrowed from argv. FW_USAGE: unknown option (with the nearest), missing or unexpected argument,
 * a value that is none (choices are listed). notes receives numbers that were written with a
 * prefix or an exponent, in full digits. */
enum fw_status fw_options_parse(const char *const *argv, size_t n, const char *allowed,
                                struct fw_options *out, struct fw_arena *arena,
                                struct fw_diags *notes, struct fw_err *err);

/* Gives one option of type VALUE, CHOICE or TEXT the value text; shown is how messages name it
 * ("--context"). */
enum fw_status fw_option_set(struct fw_options *o, enum fw_option option, const char *text,
                             const char *shown, struct fw_diags *notes, struct fw_err *err);

/* Choices that other modules define, as words. */
const char *fw_choice_dtype(size_t i);
const char *fw_choice_attention(size_t i);
const char *fw_choice_lm_head(size_t i);
const char *fw_choice_rule(size_t i);
const char *fw_choice_state(size_t i);
const char *fw_choice_boundary(size_t i);
const char *fw_choice_example(size_t i);
const char *fw_choice_format(size_t i);
const char *fw_choice_color(size_t i);

/* "a, b, c" of a choice. Returns buf. */
char *fw_choices_text(fw_choices choices, char *buf, size_t size);

#endif
