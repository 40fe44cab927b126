/* training_parts.h - figures of a training run that tables and JSON share. Private to report. */
#ifndef FW_REPORT_TRAINING_PARTS_H
#define FW_REPORT_TRAINING_PARTS_H

#include "report/view_parts.h"

#define FW_KWH 3.6e6 /* J */

/* FLOP by a rule / (device-seconds x peak): MFU, or HFU for the rules that count recomputation.
 * NaN if tokens, hours or peak are unknown. */
double fw_training_use(const struct fw_train_result *t, enum fw_rule rule);
/* FLOP/s of one device by a rule; NaN if unknown. */
double fw_training_rate(const struct fw_train_result *t, enum fw_rule rule);
/* Emissions of use, idle nodes and manufacture together, of those that are known; NaN if only
 * the first is, or not even that. */
double fw_training_all_emissions(const struct fw_train_result *t);
/* Id of the accelerator, NULL if unknown. */
const char *fw_training_hardware(const struct fw_answer *a);

#endif
