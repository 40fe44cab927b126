/* threads.h - the cores that this process may use. */
#ifndef FW_KERNEL_THREADS_H
#define FW_KERNEL_THREADS_H

/* At least 1. */
unsigned fw_threads_cores(void);
/* Binds the calling thread to the i-th of those cores, where the system can; else nothing. */
void fw_threads_pin(unsigned i);
/* Lets the calling thread run on all of them again. */
void fw_threads_unpin(void);

#endif
