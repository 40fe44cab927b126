/* trace_numeric.h - the data flow with numbers: the walk of a small model, the worked example. */
#ifndef FW_CLI_TRACE_NUMERIC_H
#define FW_CLI_TRACE_NUMERIC_H

#include "cli/context.h"

/* Appends the walk of three tokens through a small model of the answer's structure, in any format.
 * FW_INPUT if the kernel does not run models of this kind. */
enum fw_status fw_trace_numeric(struct fw_cli *cli, const struct fw_answer *a);

/* Appends the worked example of attention. */
enum fw_status fw_trace_example(struct fw_cli *cli);

#endif
