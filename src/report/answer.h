/* answer.h - everything that is known about one model and one workload, ready to be shown.
 *
 * The commands and the reports fill an answer once and hand it to the views (views.h).
 */
#ifndef FW_REPORT_ANSWER_H
#define FW_REPORT_ANSWER_H

#include "core/description.h"
#include "core/estimate.h"
#include "core/train.h"

struct fw_answer {
    const struct fw_description *description;
    struct fw_model model;
    struct fw_workload workload; /* resolved: no dtype is left at FW_DTYPE_COUNT */
    struct fw_estimate estimate;
    bool has_training;
    enum fw_rule rule; /* that training.chain counts FLOP by */
    struct fw_train_result training;
    const struct fw_hardware *hardware; /* NULL = none */
};

/* Resolves the model and evaluates workload; w NULL = fw_workload_default, and w->context 0 = the
 * context of that. request NULL = the disclosed training run, if there is one. hw may be NULL, and
 * is not used if the request names one. w->train_tokens 0 = the tokens of the training run, so
 * that the rows train_... of the estimate can be explained; they are for sequences of w->context,
 * while training.flop is for training.sequence_length. Warnings (context beyond the model's
 * positions, dtype assumed, chain that does not add up) go to diags. FW_INPUT as of the functions
 * called, FW_SYSTEM if the arena is exhausted. */
enum fw_status fw_answer_make(const struct fw_description *d, const struct fw_workload *w,
                              const struct fw_train_request *request, const struct fw_hardware *hw,
                              struct fw_answer *out, struct fw_arena *arena, struct fw_diags *diags,
                              struct fw_err *err);

#endif
