/* progress.h - a line on the terminal while long work goes on.
 *
 * Nothing is shown where standard error is no terminal, with --quiet or --no-progress, or before
 * half a second has passed; then at most six times per second. The line is wiped at the end.
 */
#ifndef FW_CLI_PROGRESS_H
#define FW_CLI_PROGRESS_H

#include "cli/context.h"

struct fw_progress {
    bool on;
    const char *what; /* "points" */
    size_t total;
    double start_s, shown_s;
    size_t columns; /* of the line that is on the screen */
};

void fw_progress_start(struct fw_progress *p, const struct fw_cli *cli, const char *what,
                       size_t total);
void fw_progress_step(struct fw_progress *p, size_t done);
/* Says at once what goes on, where steps are not counted. */
void fw_progress_say(struct fw_progress *p, const char *line);
void fw_progress_end(struct fw_progress *p);

#endif
