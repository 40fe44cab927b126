/* threads.c - affinity. The set of cores is read once, before any thread is bound. */
#ifdef __linux__
#define _GNU_SOURCE /* sched_getaffinity */
#include <sched.h>
#endif
#include <unistd.h>

#include "kernel/threads.h"

#ifdef __linux__
static const cpu_set_t *allowed(void)
{
    static cpu_set_t set;
    static int known;
    if (known == 0) {
        known = sched_getaffinity(0, sizeof(set), &set) == 0 ? 1 : -1;
    }
    return known > 0 ? &set : NULL;
}

unsigned fw_threads_cores(void)
{
    const cpu_set_t *set = allowed();
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    const int n = set != NULL ? CPU_COUNT(set) : (int)online;
    return n > 0 ? (unsigned)n : 1;
}

void fw_threads_pin(unsigned i)
{
    const cpu_set_t *set = allowed();
    unsigned seen = 0;
    for (size_t cpu = 0; set != NULL && cpu < CPU_SETSIZE; cpu++) {
        if (!CPU_ISSET(cpu, set) || seen++ != i) {
            continue;
        }
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(cpu, &one);
        /* Only a matter of speed: a refusal changes no result. */
        (void)sched_setaffinity(0, sizeof(one), &one);
        return;
    }
}

void fw_threads_unpin(void)
{
    const cpu_set_t *set = allowed();
    if (set != NULL) {
        (void)sched_setaffinity(0, sizeof(*set), set);
    }
}
#else
unsigned fw_threads_cores(void)
{
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (unsigned)n : 1;
}

void fw_threads_pin(unsigned i)
{
    (void)i;
}

void fw_threads_unpin(void)
{
}
#endif
