/* train_range.h - hours, energy and CO2eq of a training run whose MFU nobody has said, as ranges.
 * Used by cmd_train.c alone. */
#ifndef FW_CLI_TRAIN_RANGE_H
#define FW_CLI_TRAIN_RANGE_H

#include "cli/context.h"

/* Whether the FLOP (by 6NT, as the disclosed runs count) and the peak are known, the hours not. */
bool fw_train_range_wanted(const struct fw_answer *a);

/* The chain solved for the least, the median and the largest MFU of disclosed runs. */
enum fw_status fw_train_range_view(struct fw_cli *cli, const struct fw_answer *a,
                                   struct fw_table *out);

#endif
