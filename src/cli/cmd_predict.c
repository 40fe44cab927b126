/* cmd_predict.c - how long prefill and decode take on a machine, with intervals. */
#include "cli/predict.h"

static const char this_machine[] = "this-machine";

static enum fw_status load(struct fw_cli *cli, struct fw_predict_case *c)
{
    const struct fw_option_value *const v = cli->opts.val;
    const struct fw_option_value *const given = &v[FW_O_hardware];
    const struct fw_catalogue *cat = NULL;
    enum fw_status status = fw_cli_catalogue(cli, &cat);
    if (status != FW_OK)
        return status;
    status = fw_cli_hardware(cli, given->given ? given->text : this_machine, &c->request.hardware);
    if (status != FW_OK && !given->given)
        return fw_err_hint(&cli->err,
                           "name a device with --hardware, or run \"flopwatt calibrate\"");
    if (status == FW_OK)
        status = fw_prior_load(cat, &cli->arena, &c->prior, &cli->err);
    c->request.prior = &c->prior;
    c->request.threads = v[FW_O_threads].given ? (unsigned)v[FW_O_threads].q.count : 0;
    c->request.tokens = v[FW_O_tokens].given ? (uint64_t)v[FW_O_tokens].q.count : 1;
    return status;
}

enum fw_status fw_cmd_predict(struct fw_cli *cli)
{
    struct fw_predict_case *const c = FW_NEW(&cli->arena, 1, struct fw_predict_case);
    const bool verify = cli->opts.val[FW_O_verify].given;
    struct fw_answer *a = NULL;
    size_t n = 0;
    if (c == NULL)
        return fw_cli_no_memory(cli);
    enum fw_status status = FW_OK;
    if (!verify || cli->opts.num_args > 0 || cli->opts.val[FW_O_model].given)
        status = fw_cli_answers(cli, 0, 1, 1, false, &a, &n);
    if (status == FW_OK)
        status = load(cli, c);
    if (status != FW_OK)
        return status;
    c->a = a;
    if (a != NULL) {
        c->request.model = &a->model;
        c->request.workload = a->workload;
    }
    if (verify)
        return fw_predict_verify(cli, c);
    status = fw_predict_run(&c->request, &c->answer, &cli->arena, &cli->err);
    if (status == FW_OK)
        fw_predict_show(cli, c);
    return status;
}
