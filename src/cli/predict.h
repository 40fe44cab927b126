/* predict.h - what the files of the command predict share. Used by cmd_predict.c,
 * predict_show.c and predict_verify.c alone. */
#ifndef FW_CLI_PREDICT_H
#define FW_CLI_PREDICT_H

#include "calibrate/predict.h"
#include "cli/context.h"

struct fw_predict_case {
    const struct fw_answer *a; /* NULL: verify with its own models */
    struct fw_predict_request request;
    struct fw_prior prior;
    struct fw_prediction answer;
};

void fw_predict_show(struct fw_cli *cli, const struct fw_predict_case *c);

/* Runs shapes and whole passes on this machine and sets the predictions beside them. */
enum fw_status fw_predict_verify(struct fw_cli *cli, const struct fw_predict_case *c);

#endif
