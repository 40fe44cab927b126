/* progress.c - see progress.h. */
#include "cli/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const double delay_s = 0.5, interval_s = 1 / 6.0;
enum { LINE_LEN = 96 };

static double now_s(void)
{
    struct timespec t;
    if (clock_gettime(CLOCK_MONOTONIC, &t) != 0)
        return 0;
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void fw_progress_start(struct fw_progress *p, const struct fw_cli *cli, const char *what,
                       size_t total)
{
    const char *const term = getenv("TERM");
    *p = (struct fw_progress){.what = what, .total = total, .start_s = now_s()};
    p->on = isatty(STDERR_FILENO) == 1 && !cli->opts.val[FW_O_quiet].given &&
            !cli->opts.val[FW_O_no_progress].given &&
            (term == NULL || strcmp(term, "dumb") != 0);
}

/* Over the line that is there, blanks where that was longer. */
static void show(struct fw_progress *p, const char *line)
{
    const size_t n = strlen(line);
    (void)fprintf(stderr, "\r%s%*s", line, p->columns > n ? (int)(p->columns - n) : 0, "");
    (void)fflush(stderr);
    p->columns = n;
}

void fw_progress_step(struct fw_progress *p, size_t done)
{
    char line[LINE_LEN], a[FW_COUNT_LEN], b[FW_COUNT_LEN];
    if (!p->on || done == 0)
        return;
    const double now = now_s(), used = now - p->start_s;
    if (used < delay_s || now - p->shown_s < interval_s)
        return;
    const double left = used / (double)done * (double)(p->total - done);
    (void)snprintf(line, sizeof line, "%s of %s %s (%.0f %%), %.0f s left",
                   fw_count_text(a, done, ','), fw_count_text(b, p->total, ','), p->what,
                   100.0 * (double)done / (double)p->total, left);
    show(p, line);
    p->shown_s = now;
}

void fw_progress_say(struct fw_progress *p, const char *line)
{
    if (p->on)
        show(p, line);
}

void fw_progress_end(struct fw_progress *p)
{
    if (p->columns == 0)
        return;
    show(p, "");
    (void)fputc('\r', stderr);
    (void)fflush(stderr);
}
