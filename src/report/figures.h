/* figures.h - the four charts of answers: what is drawn, not how (draw/chart.h does that).
 *
 * Every point is an evaluation of core for the models at hand. Lines end where the models' own
 * context ends and go on dashed beyond it. Unknown values stay unknown (NAN).
 */
#ifndef FW_REPORT_FIGURES_H
#define FW_REPORT_FIGURES_H

#include "draw/chart.h"
#include "report/answer.h"

enum fw_figure {
    FW_FIGURE_PARAMETERS,
    FW_FIGURE_FLOPS,
    FW_FIGURE_KV,
    FW_FIGURE_TRAINING,
    FW_FIGURE_COUNT,
};
struct fw_figure_info {
    const char *name;    /* of the command line and the file: "kv" */
    const char *meaning; /* one line */
};
extern const struct fw_figure_info fw_figure_table[FW_FIGURE_COUNT];

enum fw_figure fw_figure_find(const char *name); /* FW_FIGURE_COUNT if there is none */

enum { FW_FIGURE_MODELS = 16 }; /* at most, in one figure */

/* Fills *out, whose data lives in the arena, for n >= 1 answers; the first is the subject of
 * FW_FIGURE_KV. Batch and types are those of each answer's workload. FW_USAGE: too many models;
 * else the errors of fw_estimate_run, and FW_SYSTEM for memory. */
enum fw_status fw_figure_make(enum fw_figure figure, const struct fw_answer *a, size_t n,
                              struct fw_chart *out, struct fw_arena *arena, struct fw_err *err);

#endif
