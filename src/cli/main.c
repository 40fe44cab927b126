/* main.c - finds the command, runs it, writes its answer, ends with its status. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/outfile.h"
#include "cli/context.h"
#include "cli/help.h"

/* A file that is opened later must not become number 0, 1 or 2 because those were closed. What
 * is put there fails when it is used, as a closed one does. */
static void guard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 &&
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
            return; /* nothing can be opened, so nothing can take its place */
}

/* Prints why the command failed, the reader's whole list if there is one. */
static void print_failure(struct fw_cli *cli)
{
    char text[FW_ERR_TEXT_LEN];
    const bool listed = cli->diags.errors > 0;
    fw_cli_flush(cli);
    if (!listed && cli->err.msg[0] != '\0')
        (void)fprintf(stderr, "flopwatt: %s\n", fw_err_text(&cli->err, text, sizeof text));
}

static bool wants_help(const char *const *argv, size_t n)
{
    for (size_t i = 0; i < n && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

static bool has_answer(enum fw_status status)
{
    return status == FW_OK || status == FW_NO || status == FW_INTERRUPTED;
}

static enum fw_status answer(struct fw_cli *cli, const char *const *argv, size_t n)
{
    enum fw_status status = fw_options_parse(argv, n, cli->command->options, &cli->opts,
                                             &cli->arena, &cli->diags, &cli->err);
    if (status == FW_OK)
        status = fw_output_init(&cli->out, &cli->opts, &cli->err);
    if (status == FW_OK)
        status = cli->command->run(cli);
    if (has_answer(status)) {
        const enum fw_status written = fw_output_write(&cli->out, cli->command->name, &cli->err);
        if (written != FW_OK)
            status = written;
    }
    return status;
}

/* argv are the n words behind the command. */
static enum fw_status run(const struct fw_command *command, const char *const *argv, size_t n)
{
    struct fw_cli cli = {.command = command};
    enum fw_status status = FW_OK;
    fw_arena_init(&cli.arena, 0);
    fw_diags_init(&cli.diags);
    fw_text_init(&cli.out.text);
    if (wants_help(argv, n)) {
        fw_help_command(command, &cli.out.text);
        cli.out.path = "-";
        status = fw_output_write(&cli.out, command->name, &cli.err);
    } else {
        status = answer(&cli, argv, n);
    }
    if (has_answer(status))
        fw_cli_flush(&cli);
    else
        print_failure(&cli);
    fw_output_free(&cli.out);
    fw_arena_free(&cli.arena);
    return status;
}

static enum fw_status choose(const char *const *argv, size_t n)
{
    static const struct {
        const char *word, *command;
    } flags[] = {{"--help", "help"}, {"-h", "help"}, {"--version", "version"}, {"-V", "version"}};
    const char *name = argv[0];
    char text[FW_ERR_TEXT_LEN];
    struct fw_err err = {0};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (strcmp(name, flags[i].word) == 0)
            name = flags[i].command;
    const struct fw_command *const command = fw_command_find(name);
    if (command != NULL)
        return run(command, argv + 1, n - 1);
    if (name[0] == '-')
        (void)fw_fail(&err, FW_USAGE, "the command comes first: flopwatt COMMAND %.40s ...", name);
    else
        (void)fw_command_unknown(name, &err);
    (void)fprintf(stderr, "flopwatt: %s\n", fw_err_text(&err, text, sizeof text));
    return FW_USAGE;
}

int main(int argc, char **argv)
{
    struct fw_err err = {0};
    char text[FW_ERR_TEXT_LEN];
    guard_streams();
    (void)signal(SIGXFSZ, SIG_IGN); /* a file-size limit is a failed write, reported as one */
    if (argc < 2) {
        fw_help_short(stderr);
        return (int)FW_USAGE;
    }
    enum fw_status status = choose((const char *const *)(argv + 1), (size_t)argc - 1);
    if (fw_stdout_close(&err) != FW_OK && has_answer(status)) {
        (void)fprintf(stderr, "flopwatt: %s\n", fw_err_text(&err, text, sizeof text));
        status = FW_SYSTEM;
    }
    return (int)status;
}
