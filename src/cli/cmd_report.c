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

/* Everything is in its files: the answer on standard output is empty. */
static void nothing_more(struct fw_cli *cli)
{
    fw_text_clear(&cli->out.text);
    cli->out.path = "-";
    cli->out.format = FW_FORMAT_TEXT;
}

/* The figures that a Markdown report shows, as files beside it. */
static enum fw_status make_figures(struct fw_cli *cli, const struct fw_answer *a, size_t n,
                                   const char *prefix, struct fw_text *text,
                                   struct fw_outfile *files)
{
    const char *const slash = strrchr(cli->out.path, '/');
    const int folder = slash != NULL ? (int)(slash - cli->out.path) + 1 : 0;
    enum fw_status status = FW_OK;
    for (int f = 0; f < FW_FIGURE_COUNT && status == FW_OK; f++) {
        const char *const path = fw_arena_printf(&cli->arena, "%.*s%s%s.svg", folder, cli->out.path,
                                                 prefix, fw_figure_table[f].name);
        const struct fw_draw_options options = {.format = FW_DRAW_SVG};
        struct fw_chart chart;
        if (path == NULL)
            return fw_cli_no_memory(cli);
        status = fw_figure_make((enum fw_figure)f, a, n, &chart, &cli->arena, &cli->err);
        if (status == FW_OK)
            status = fw_chart_write(&chart, &options, &text[f], NULL, &cli->err);
        files[f] = (struct fw_outfile){path, text[f].data, text[f].len};
    }
    return status;
}

/* The story and its figures, all or nothing. */
static enum fw_status write_with_figures(struct fw_cli *cli, const struct fw_answer *a, size_t n,
                                         const char *prefix)
{
    struct fw_outfile files[1 + FW_FIGURE_COUNT];
    struct fw_text figures[FW_FIGURE_COUNT];
    for (int f = 0; f < FW_FIGURE_COUNT; f++)
        fw_text_init(&figures[f]);
    enum fw_status status = make_figures(cli, a, n, prefix, figures, files + 1);
    files[0] = (struct fw_outfile){cli->out.path, cli->out.text.data, cli->out.text.len};
    if (status == FW_OK && !fw_text_ok(&cli->out.text))
        status = fw_cli_no_memory(cli);
    if (status == FW_OK)
        status = fw_outfile_write_all(files, 1 + FW_FIGURE_COUNT, cli->out.force, &cli->err);
    for (int f = 0; f < FW_FIGURE_COUNT; f++)
        fw_text_free(&figures[f]);
    nothing_more(cli);
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
    if (status == FW_OK && options.figure_prefix != NULL)
        status = write_with_figures(cli, a, n, options.figure_prefix);
    return status;
}

/* ---- a folder -------------------------------------------------------------------------------- */

static bool is_folder(const char *path)
{
    const size_t n = strlen(path);
    return n > 0 && path[n - 1] == '/';
}

static enum fw_status write_files(void *ctx, const struct fw_outfile *files, size_t n,
                                  struct fw_err *err)
{
    struct fw_cli *const cli = ctx;
    struct fw_outfile here[FW_OUTFILES_MAX];
    if (n > FW_OUTFILES_MAX)
        return fw_fail(err, FW_BUG, "%zu files in a folder", n);
    for (size_t i = 0; i < n; i++) {
        here[i] = files[i];
        here[i].path = fw_arena_printf(&cli->arena, "%s%s", cli->out.path, files[i].path);
        if (here[i].path == NULL)
            return fw_cli_no_memory(cli);
    }
    return fw_outfile_write_all(here, n, cli->out.force, err);
}

static enum fw_status write_folder(struct fw_cli *cli)
{
    struct fw_answer *a = NULL;
    size_t n = 0;
    const bool old = access(cli->out.path, F_OK) == 0;
    enum fw_status status = fw_cli_answers(cli, 0, 1, FW_FIGURE_MODELS, true, &a, &n);
    if (status == FW_OK)
        status = fw_mkdirs(cli->out.path, &cli->err);
    if (status == FW_OK)
        status = fw_bundle_write(a, n, walk_of(a), NULL, write_files, cli, &cli->arena, &cli->err);
    if (status != FW_OK && !old)
        (void)rmdir(cli->out.path); /* as it was before; the failure is reported already */
    nothing_more(cli);
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
