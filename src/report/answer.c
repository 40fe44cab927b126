/* answer.c - description, workload and training run put together. */
#include "report/answer.h"

#include <string.h>

static unsigned long long ull(uint64_t v)
{
    return (unsigned long long)v;
}

static void resolve_workload(struct fw_answer *a, const struct fw_workload *w)
{
    const struct fw_workload usual = fw_workload_default(&a->model);
    a->workload = w != NULL ? *w : usual;
    if (a->workload.context == 0)
        a->workload.context = usual.context;
    if (a->workload.dtype == FW_DTYPE_COUNT)
        a->workload.dtype = a->model.dtype;
    if (a->workload.k_dtype == FW_DTYPE_COUNT)
        a->workload.k_dtype = FW_BF16;
    if (a->workload.v_dtype == FW_DTYPE_COUNT)
        a->workload.v_dtype = FW_BF16;
}

static void warn(const struct fw_answer *a, const struct fw_workload *w, struct fw_diags *diags)
{
    const uint64_t context = a->workload.context, rows = a->model.sym[FW_MS_p];
    const uint64_t most = a->model.max_position;
    if (a->model.position == FW_LEARNED && context > rows)
        fw_diags_note(diags, FW_WARNING, "context %llu: the position table has %llu rows",
                      ull(context), ull(rows));
    else if (most > 0 && context > most)
        fw_diags_note(diags, FW_WARNING, "context %llu is beyond max_position_embeddings %llu",
                      ull(context), ull(most));
    if (most == 0 && (w == NULL || w->context == 0))
        fw_diags_note(diags, FW_NOTE, "max_position_embeddings is unknown: context %llu assumed",
                      ull(context));
    if (!a->model.dtype_given && (w == NULL || w->dtype == FW_DTYPE_COUNT))
        fw_diags_note(diags, FW_NOTE, "dtype is not stated: bf16 assumed for the weights");
}

static enum fw_status train(struct fw_answer *a, const struct fw_train_request *request,
                            struct fw_arena *arena, struct fw_diags *diags, struct fw_err *err)
{
    struct fw_train_request r;
    if (request == NULL && !a->description->training.present)
        return FW_OK;
    fw_train_request_init(&r);
    if (request != NULL)
        r = *request;
    if (r.hardware == NULL)
        r.hardware = a->hardware;
    a->rule = r.rule;
    const enum fw_status status =
        fw_train_run(a->description, &a->model, &r, &a->training, arena, diags, err);
    a->has_training = status == FW_OK && a->training.known;
    return status;
}

enum fw_status fw_answer_make(const struct fw_description *d, const struct fw_workload *w,
                              const struct fw_train_request *request, const struct fw_hardware *hw,
                              struct fw_answer *out, struct fw_arena *arena, struct fw_diags *diags,
                              struct fw_err *err)
{
    memset(out, 0, sizeof *out);
    out->description = d;
    out->hardware = request != NULL && request->hardware != NULL ? request->hardware : hw;
    enum fw_status status = fw_model_resolve(&d->arch, &out->model, arena, err);
    if (status != FW_OK)
        return status;
    resolve_workload(out, w);
    warn(out, w, diags);
    status = train(out, request, arena, diags, err);
    if (status != FW_OK)
        return status;
    status = fw_estimate_init(&out->estimate, out->model.num_groups, arena, err);
    if (status != FW_OK)
        return status;
    const bool own_tokens = out->workload.train_tokens > 0;
    if (!own_tokens && out->has_training && out->training.tokens <= UINT64_MAX)
        out->workload.train_tokens = (uint64_t)out->training.tokens;
    status = fw_estimate_run(&out->model, &out->workload, &out->estimate, err);
    if (status == FW_OK || own_tokens || out->workload.train_tokens == 0)
        return status;
    /* Training on these tokens at this context may leave the range where all else does not. */
    out->workload.train_tokens = 0;
    return fw_estimate_run(&out->model, &out->workload, &out->estimate, err);
}
