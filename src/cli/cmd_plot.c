/* cmd_plot.c - one chart, to the terminal or to a file. */
#include <stdio.h>
#include <string.h>

#include "cli/context.h"
#include "report/figures.h"

static enum fw_status unknown_chart(struct fw_cli *cli, const char *name)
{
    char list[FW_HINT_LEN] = "";
    size_t len = 0;
    for (int i = 0; i < FW_FIGURE_COUNT && len < sizeof list; i++) {
        const int n = snprintf(list + len, sizeof list - len, "%s%s", i > 0 ? ", " : "",
                               fw_figure_table[i].name);
        len += n > 0 ? (size_t)n : 0;
    }
    if (name == NULL)
        return fw_fail(&cli->err, FW_USAGE, "plot needs a chart: one of %s", list);
    return fw_fail(&cli->err, FW_USAGE, "expected a chart, one of %s, got \"%.40s\"", list, name);
}

static enum fw_status options(struct fw_cli *cli, struct fw_draw_options *out)
{
    const struct fw_option_value *const file = &cli->opts.val[FW_O_output];
    *out = (struct fw_draw_options){
        .format = FW_DRAW_TERM,
        .columns = (unsigned)cli->out.style.width,
        .ascii = cli->out.style.ascii,
        .colour = cli->out.colour,
    };
    if (out->columns > 400)
        out->columns = 400; /* as far as a terminal canvas goes */
    if (!file->given || file->text[0] == '\0' || strcmp(file->text, "-") == 0 ||
        fw_draw_format_of(file->text, &out->format))
        return FW_OK;
    (void)fw_fail(&cli->err, FW_USAGE, "%.100s: the ending tells the format: .svg, .png or .pdf",
                  file->text);
    return fw_err_key(&cli->err, "--output");
}

enum fw_status fw_cmd_plot(struct fw_cli *cli)
{
    const char *const name = cli->opts.num_args > 0 ? cli->opts.args[0] : NULL;
    const enum fw_figure figure = name != NULL ? fw_figure_find(name) : FW_FIGURE_COUNT;
    struct fw_draw_options draw;
    struct fw_answer *a = NULL;
    struct fw_chart chart;
    unsigned unknown = 0;
    size_t n = 0;
    if (figure == FW_FIGURE_COUNT)
        return unknown_chart(cli, name);
    enum fw_status status = options(cli, &draw);
    if (status == FW_OK)
        status = fw_cli_answers(cli, 1, 1, FW_FIGURE_MODELS, figure == FW_FIGURE_TRAINING, &a, &n);
    if (status == FW_OK)
        status = fw_figure_make(figure, a, n, &chart, &cli->arena, &cli->err);
    if (status == FW_OK)
        status = fw_chart_write(&chart, &draw, &cli->out.text, &unknown, &cli->err);
    if (status == FW_OK && unknown > 0)
        fw_diags_note(&cli->diags, FW_WARNING, "no font shows %u of the characters", unknown);
    cli->out.format = FW_FORMAT_TEXT; /* the picture is ready as it is */
    return status;
}
