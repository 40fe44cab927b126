/* context.h - what every command starts from: options, catalogue, diagnostics, the output.
 *
 * A command asks for what it needs: the descriptions that were named on the command line, a
 * fw_case (one description with all that the options and --set say about it), and its answer.
 * Everything lives in cli->arena; messages for people are collected in cli->diags.
 */
#ifndef FW_CLI_CONTEXT_H
#define FW_CLI_CONTEXT_H

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "input/reader.h"
#include "report/answer.h"

struct fw_cli {
    const struct fw_command *command;
    struct fw_options opts;
    struct fw_arena arena;
    struct fw_diags diags; /* notes and warnings of work that went well */
    struct fw_err err;     /* why the command failed */
    struct fw_output out;
    struct fw_catalogue catalogue; /* through fw_cli_catalogue */
    bool has_catalogue;
    struct fw_grids grids; /* through fw_cli_grids */
    bool has_grids;
    struct fw_cli_hardware *hardware; /* loaded so far */
};

/* One KEY=VALUE of --set. */
struct fw_setting {
    const char *key, *value;
};

/* A model with its architecture as changed, the workload and the training run. */
struct fw_case {
    struct fw_description description;
    struct fw_options opts; /* with the settings put in */
    struct fw_facts facts;  /* facts that settings name and that are no options */
    struct fw_workload workload;
    struct fw_train_request request;
    const struct fw_hardware *hardware; /* NULL = none is named */
    bool arch_changed;
};

/* Prints the collected messages to standard error and empties the list; --quiet: errors only. */
void fw_cli_flush(struct fw_cli *cli);

enum fw_status fw_cli_catalogue(struct fw_cli *cli, const struct fw_catalogue **out);
enum fw_status fw_cli_grids(struct fw_cli *cli, const struct fw_grids **out);
/* By id or path; loaded once. */
enum fw_status fw_cli_hardware(struct fw_cli *cli, const char *arg, const struct fw_hardware **out);
/* By id, path or "-". */
enum fw_status fw_cli_description(struct fw_cli *cli, const char *arg,
                                  struct fw_description *out);

/* All models of the command line: the arguments from number skip on, then every --model. FW_USAGE
 * if there are fewer than least or more than most (0 = any number). */
enum fw_status fw_cli_descriptions(struct fw_cli *cli, size_t skip, size_t least, size_t most,
                                   const struct fw_description **out, size_t *n);

/* Every --set of the command line, in order. */
enum fw_status fw_cli_settings(struct fw_cli *cli, const struct fw_setting **out, size_t *n);

/* What a key that --set takes is a value of; FW_DIM_COUNT_ = words. False: no such key. */
bool fw_cli_key_dim(const char *key, enum fw_dim *dim);
/* FW_USAGE with the nearest key; option is what the message names. */
enum fw_status fw_cli_unknown_key(struct fw_cli *cli, const char *key, const char *option);

/* d with the options and n settings put in, in order. with_training: the training run is wanted,
 * so hardware and grid are looked up; without it the answer has none. */
enum fw_status fw_cli_case(struct fw_cli *cli, const struct fw_description *d,
                           const struct fw_setting *settings, size_t n, bool with_training,
                           struct fw_case *out);
/* The case of d with the --set of the command line. */
enum fw_status fw_cli_case_of(struct fw_cli *cli, const struct fw_description *d,
                              bool with_training, struct fw_case *out);
/* The answer keeps a pointer to c->description. */
enum fw_status fw_cli_answer(struct fw_cli *cli, const struct fw_case *c, struct fw_answer *out);

/* Answers of all models of the command line, least to most of them. */
enum fw_status fw_cli_answers(struct fw_cli *cli, size_t skip, size_t least, size_t most,
                              bool with_training, struct fw_answer **out, size_t *n);

/* The training run that the options ask for (case.c); also for a run without a model. */
enum fw_status fw_cli_request(struct fw_cli *cli, struct fw_case *c);

/* If what is asked for is another run than the disclosed one: keeps the rates of that (MFU, power,
 * PUE, kg/kWh) and drops its amounts (hours, energy, emissions). disclosed is the description as
 * it was read (carry.c). */
enum fw_status fw_cli_carry_rates(struct fw_cli *cli, const struct fw_description *disclosed,
                                  struct fw_case *c);

/* Emissions per kWh of "ID" or of a mix "ID:70%,0.0202:30%" (grid.c). text is what was given. */
enum fw_status fw_cli_grid(struct fw_cli *cli, const char *text, double *intensity);

/* A description out of "L=32 d=4096 ..." (synthetic.c). */
enum fw_status fw_cli_synthetic(struct fw_cli *cli, const char *keys, struct fw_description *out);

enum fw_status fw_cli_no_memory(struct fw_cli *cli);

#endif
