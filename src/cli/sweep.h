/* sweep.h - many changed models at once: keys with lists of values, every combination a point.
 *
 * --sweep KEY=V,V,...      a list; values as --set takes them
 *         KEY=A..B:xF      A, A F, A F F, ... up to B
 *         KEY=A..B:+D      A, A + D, ... up to B
 * Several --sweep make a grid; the first key varies slowest.
 */
#ifndef FW_CLI_SWEEP_H
#define FW_CLI_SWEEP_H

#include "cli/wanted.h"

enum {
    FW_SWEEP_AXES = 8,
    FW_SWEEP_MOST_POINTS = 1000000, /* of one sweep */
    FW_SWEEP_MOST_ROWS = 20000,     /* of a table for people, which is held in memory */
};

struct fw_axis {
    const char *key;
    enum fw_dim dim; /* FW_DIM_COUNT_ = words */
    bool numeric;    /* every value is a number */
    size_t n;
    const char **text;    /* (n) values as --set takes them */
    struct fw_cell *cell; /* (n) the same, to be shown */
};

struct fw_sweep {
    size_t num_axes;
    struct fw_axis axis[FW_SWEEP_AXES];
    size_t points;
    struct fw_wanted get;
};

/* Reads every --sweep of the command line. FW_USAGE: not of this form, an empty range, a key
 * twice, an unknown key, more points than FW_SWEEP_MOST_POINTS. */
enum fw_status fw_sweep_parse(struct fw_cli *cli, struct fw_sweep *out);

/* Number of the value of each axis at a point. */
void fw_sweep_indices(const struct fw_sweep *s, size_t point, size_t index[FW_SWEEP_AXES]);

/* What receives the rows, in order. point is the number of the point, values[] one per wanted
 * quantity. */
typedef enum fw_status fw_sweep_row(void *ctx, size_t point,
                                    const struct fw_quantity_value *values);

/* Evaluates every point of d with the n settings put in first. A point that is refused ends the
 * sweep with an error that names it, or is left out with --skip-invalid. An interrupt (SIGINT)
 * ends it after a row: FW_INTERRUPTED. Notes about warnings and points left out go to cli->diags.
 * The command line that reproduces the sweep is printed by the caller. */
enum fw_status fw_sweep_run(struct fw_cli *cli, const struct fw_description *d,
                            const struct fw_setting *settings, size_t n,
                            const struct fw_sweep *s, fw_sweep_row *row, void *ctx);

/* The sweep as CSV, JSON or a table, in cli->out. base is the model without swept values. */
enum fw_status fw_sweep_write(struct fw_cli *cli, const struct fw_description *d,
                              const struct fw_setting *settings, size_t n,
                              const struct fw_sweep *s, const struct fw_answer *base);

/* The sweep as a chart in cli->out: the first key along x, the second as series. FW_USAGE for
 * more than two keys, or too many series or quantities. */
enum fw_status fw_sweep_chart(struct fw_cli *cli, const struct fw_description *d,
                              const struct fw_setting *settings, size_t n,
                              const struct fw_sweep *s, const struct fw_answer *base);

#endif
