/* interrupt.h - Ctrl-C during long work: what is done by then is still the answer.
 *
 * Between begin and end SIGINT only sets a flag, which the work asks; before and after it ends the
 * program as usual. Not nested.
 */
#ifndef FW_CLI_INTERRUPT_H
#define FW_CLI_INTERRUPT_H

#include <stdbool.h>

void fw_interrupt_begin(void);
bool fw_interrupted(void);
void fw_interrupt_end(void);

#endif
