/* cmd_report.c - the whole story of models as Markdown or HTML, its numbers as CSV or JSON, or
 * all of it in a folder. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/outfile.h"
#include "cli/context.h"
#include "report/bundle.h"
#include "report/walk.h"

/* path without folder and ending, with '-' behind: "out/report.md" gives "report-". */
static const char *figure_prefix(struct fw_cli *cli, const char *path)
{
    const char *const slash = strrchr(path, '/');
    const char *const name = slash != NULL ? slash + 1 : path;
    const char *const dot = strrchr(name, '.');
    const size_t n = dot != NULL && dot != name ? (size_t)(dot - name) : strlen(name);
    return fw_arena_printf(&cli->arena, "%.*s-", (int)n, name);
}

/* The figures that a Markdown report shows, as files beside it. */
static enum fw_status write_figures(struct fw_cli *cli, const struct fw_answer *a, size_t n,
                                    const char *prefix)
{
    const char *const slash = strrchr(cli->out.path, '/');
    const int folder = slash != NULL ? (int)(slash - cli->out.path) + 1 : 0;
    enum fw_status status = FW_OK;
    for (int f = 0; f < FW_FIGURE_COUNT && status == FW_OK; f++) {
        const char *const path = fw_arena_printf(&cli->arena, "%.*s%s%s.svg", folder, cli->out.path,
                                                 prefix, fw_figure_table[f].name);
        const struct fw_draw_options options = {.format = FW_DRAW_SVG};
        struct fw_chart chart;
        struct fw_text text;
        if (path == NULL)
            return fw_cli_no_memory(cli);
        fw_text_init(&text);
        status = fw_figure_make((enum fw_figure)f, a, n, &chart, &cli->arena, &cli->err);
        if (status == FW_OK)
            status = fw_chart_write(&chart, &options, &text, NULL, &cli->err);
        if (status == FW_OK)
            status = fw_outfile_write(path, text.data, text.len, cli->out.force, &cli->err);
        fw_text_free(&text);
    }
    return status;
}

/* The walk in numbers, for models that the kernel runs. */
static fw_story_walk *walk_of(const struct fw_answer *subject)
{
    return fw_walk_possible(subject) ? fw_walk_section : NULL;
}

static enum fw_status write_story(struct fw_cli *cli, const struct fw_answer *a, size_t n)
{
    const bool file = strcmp(cli->out.path, "-") != 0;
    struct fw_story_options options = {.format = cli->out.format, .walk = walk_of(a)};
    if (cli->out.format == FW_FORMAT_MD && file) {
        options.figure_prefix = figure_prefix(cli, cli->out.path);
        if (options.figure_prefix == NULL)
            return fw_cli_no_memory(cli);
    }
    enum fw_status status = fw_story_write(a, n, &options, &cli->out.text, &cli->arena, &cli->err);
    if (status == FW_OK && file && !cli->out.force && access(cli->out.path, F_OK) == 0) {
        /* Found by fw_outfile_write, too, but then the figures would be there already. */
        status = fw_fail(&cli->err, FW_USAGE, "exists already; --force overwrites it");
        (void)fw_err_at(&cli->err, cli->out.path, 0, 0);
    }
    if (status == FW_OK && options.figure_prefix != NULL)
        status = write_figures(cli, a, n, options.figure_prefix);
    return status;
}

/* ---- a folder -------------------------------------------------------------------------------- */

static bool is_folder(const char *path)
{
    const size_t n = strlen(path);
    return n > 0 && path[n - 1] == '/';
}

static enum fw_status write_file(void *ctx, const char *name, const struct fw_text *data,
                                 struct fw_err *err)
{
    struct fw_cli *const cli = ctx;
    const char *const path = fw_arena_printf(&cli->arena, "%s%s", cli->out.path, name);
    if (path == NULL)
        return fw_cli_no_memory(cli);
    return fw_outfile_write(path, data->data, data->len, cli->out.force, err);
}

static enum fw_status write_folder(struct fw_cli *cli)
{
    struct fw_answer *a = NULL;
    size_t n = 0;
    enum fw_status status = fw_cli_answers(cli, 0, 1, FW_FIGURE_MODELS, true, &a, &n);
    if (status == FW_OK)
        status = fw_mkdirs(cli->out.path, &cli->err);
    if (status == FW_OK)
        status = fw_bundle_write(a, n, walk_of(a), NULL, write_file, cli, &cli->arena, &cli->err);
    cli->out.path = "-"; /* nothing is left to be written */
    cli->out.format = FW_FORMAT_TEXT;
    return status;
}

/* ---- one file -------------------------------------------------------------------------------- */

static enum fw_status choose_format(struct fw_cli *cli)
{
    const bool told = cli->opts.val[FW_O_format].given || cli->opts.val[FW_O_output].given;
    if (cli->out.format != FW_FORMAT_TEXT)
        return FW_OK;
    if (told)
        return fw_fail(&cli->err, FW_USAGE,
                       "a report is md, html, csv or json: --format, or the ending of --output; "
                       "a name that ends in / is a folder for all of it");
    cli->out.format = FW_FORMAT_MD;
    return FW_OK;
}

enum fw_status fw_cmd_report(struct fw_cli *cli)
{
    struct fw_answer *a = NULL;
    size_t n = 0;
    if (is_folder(cli->out.path))
        return write_folder(cli);
    enum fw_status status = choose_format(cli);
    if (status == FW_OK)
        status = fw_cli_answers(cli, 0, 1, FW_FIGURE_MODELS, true, &a, &n);
    if (status != FW_OK)
        return status;
    switch (cli->out.format) {
    case FW_FORMAT_CSV:
        return fw_story_csv(a, n, &cli->out.text, &cli->arena, &cli->err);
    case FW_FORMAT_JSON:
        fw_story_json(a, n, &cli->out.text);
        return FW_OK;
    case FW_FORMAT_TEXT:
    case FW_FORMAT_MD:
    case FW_FORMAT_HTML:
    case FW_FORMAT_COUNT:
        break;
    }
    return write_story(cli, a, n);
}
