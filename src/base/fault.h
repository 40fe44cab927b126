/* fault.h - makes the n-th allocation fail, for tests of what happens then.
 *
 * A build with -DFW_FAULTS counts the allocations of arena, text and file reading; the release
 * build holds nothing of it. A test runs the same work with n = 1, 2, ... until it succeeds:
 *
 *     fw_fault_countdown = n;   the n-th allocation from now fails, the later ones succeed again
 *     ... work ...
 *     fw_fault_countdown == 0   it was reached; > 0: the work needs fewer allocations than n
 */
#ifndef FW_BASE_FAULT_H
#define FW_BASE_FAULT_H

#include <stdbool.h>

#ifdef FW_FAULTS
extern long fw_fault_countdown; /* 0 = never fail */
/* Counts one allocation; true if it has to fail. */
bool fw_fault_hit(void);
#else
static inline bool fw_fault_hit(void)
{
    return false;
}
#endif

#endif
