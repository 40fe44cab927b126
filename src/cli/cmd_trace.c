/* cmd_trace.c - the data flow of a forward pass. */
#include "cli/present.h"
#include "cli/trace_numeric.h"
#include "cli/trace_text.h"

/* --tokens is the prompt here, not the training set; one token shows the shapes best. */
static enum fw_status set_prompt(struct fw_cli *cli)
{
    struct fw_option_value *const v = cli->opts.val;
    if (v[FW_O_decode].given) {
        if (v[FW_O_tokens].given)
            return fw_fail(&cli->err, FW_USAGE, "--decode adds one token to --context; --tokens is "
                                                "for the prompt");
        return FW_OK;
    }
    if (v[FW_O_tokens].given && v[FW_O_context].given)
        return fw_fail(&cli->err, FW_USAGE, "--tokens and --context say the same thing: give one");
    if (v[FW_O_tokens].given)
        v[FW_O_context] = v[FW_O_tokens];
    v[FW_O_tokens].given = false;
    if (v[FW_O_context].given)
        return FW_OK;
    v[FW_O_context].given = true;
    v[FW_O_context].q.count = 1;
    v[FW_O_context].q.value = 1;
    return FW_OK;
}

/* Three tokens, always: what else the options say about the load has no place. */
static enum fw_status check_numeric(struct fw_cli *cli)
{
    static const enum fw_option others[] = {FW_O_tokens, FW_O_context, FW_O_decode, FW_O_batch};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (cli->opts.val[others[i]].given)
            return fw_fail(&cli->err, FW_USAGE, "--numeric walks three tokens of one text; --%s "
                                                "does not apply", fw_option_table[others[i]].name);
    return FW_OK;
}

static enum fw_status trace_example(struct fw_cli *cli)
{
    if (cli->opts.num_args > 0 || cli->opts.num_repeated > 0 || cli->opts.val[FW_O_numeric].given)
        return fw_fail(&cli->err, FW_USAGE, "--example takes neither a model nor --numeric");
    return fw_trace_example(cli);
}

static enum fw_status trace_steps(struct fw_cli *cli, const struct fw_answer *a)
{
    const bool decode = cli->opts.val[FW_O_decode].given;
    struct fw_table t;
    if (cli->out.format == FW_FORMAT_TEXT)
        return fw_trace_text(cli, a, decode);
    const enum fw_status status = fw_view_trace(a, decode, &t, &cli->arena, &cli->err);
    if (status != FW_OK)
        return status;
    if (cli->out.format != FW_FORMAT_JSON) {
        fw_output_table(&cli->out, &t);
        return FW_OK;
    }
    struct fw_json j;
    fw_present_json(cli, &j);
    fw_json_model(&j, a);
    fw_json_workload(&j, a);
    fw_json_string(&j, "phase", decode ? "decode" : "prefill");
    fw_table_json(&t, &j, "steps");
    fw_json_end(&j);
    return FW_OK;
}

enum fw_status fw_cmd_trace(struct fw_cli *cli)
{
    const bool numeric = cli->opts.val[FW_O_numeric].given;
    struct fw_answer *a = NULL;
    size_t n = 0;
    if (cli->opts.val[FW_O_example].given)
        return trace_example(cli);
    enum fw_status status = numeric ? check_numeric(cli) : set_prompt(cli);
    if (status == FW_OK)
        status = fw_cli_answers(cli, 0, 1, 1, false, &a, &n);
    if (status != FW_OK)
        return status;
    return numeric ? fw_trace_numeric(cli, a) : trace_steps(cli, a);
}
