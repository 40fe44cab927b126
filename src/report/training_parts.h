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
/* False if the length of the sequences is not stated and the longest context stands for it, which
 * a run may never have trained at: rules that count attention then say little. */
bool fw_training_length_known(const struct fw_answer *a);
/* " (the longest context; ...)" then, else "". */
const char *fw_training_length_text(const struct fw_answer *a);
/* True if a rule counts attention, so that it depends on that length. */
bool fw_rule_has_attention(enum fw_rule rule);
/* Id of the accelerator, NULL if unknown. */
const char *fw_training_hardware(const struct fw_answer *a);

#endif
