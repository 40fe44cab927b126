/* interrupt.c - see interrupt.h. */
#include "cli/interrupt.h"

#include <signal.h>
#include <string.h>

/* Set by the handler, hence a global. */
static volatile sig_atomic_t interrupted;
static struct sigaction before;
static bool caught;

static void on_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

void fw_interrupt_begin(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_interrupt;
    (void)sigemptyset(&action.sa_mask);
    interrupted = 0;
    caught = sigaction(SIGINT, &action, &before) == 0;
}

bool fw_interrupted(void)
{
    return interrupted != 0;
}

void fw_interrupt_end(void)
{
    if (caught)
        (void)sigaction(SIGINT, &before, NULL);
    caught = false;
}
