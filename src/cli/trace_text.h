/* trace_text.h - the data flow drawn with arrows, from token to next token. */
#ifndef FW_CLI_TRACE_TEXT_H
#define FW_CLI_TRACE_TEXT_H

#include "cli/context.h"
#include "core/steps.h"

/* Appends the flow to the output: every step with its matrix, shapes, FLOP and bytes. */
enum fw_status fw_trace_text(struct fw_cli *cli, const struct fw_answer *a, bool decode);

#endif
