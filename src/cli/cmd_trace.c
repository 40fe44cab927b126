/* cmd_trace.c - the data flow of a forward pass. */
#include "cli/present.h"
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

enum fw_status fw_cmd_trace(struct fw_cli *cli)
{
    const bool decode = cli->opts.val[FW_O_decode].given;
    struct fw_answer *a = NULL;
    struct fw_table t;
    size_t n = 0;
    enum fw_status status = set_prompt(cli);
    if (status == FW_OK)
        status = fw_cli_answers(cli, 0, 1, 1, false, &a, &n);
    if (status != FW_OK)
        return status;
    if (cli->out.format == FW_FORMAT_TEXT)
        return fw_trace_text(cli, a, decode);
    status = fw_view_trace(a, decode, &t, &cli->arena, &cli->err);
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
