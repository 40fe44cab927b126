/* story.h - the report: the whole story of one or more models, as Markdown or HTML.
 *
 * The first model is the subject; the others are what it is compared with. Every number of every
 * sentence is computed for the models at hand, and stands beside its equation, the numbers put
 * in, its unit and the id of its source.
 */
#ifndef FW_REPORT_STORY_H
#define FW_REPORT_STORY_H

#include "report/doc.h"
#include "report/figures.h"

/* Writes the walk in numbers (section 3 of the story goes on with it). Returns the status of the
 * story. */
typedef enum fw_status fw_story_walk(void *ctx, const struct fw_answer *a, struct fw_doc *d,
                                     struct fw_err *err);

struct fw_story_options {
    enum fw_format format; /* MD or HTML */
    /* Markdown: files of the figures are figure_prefix + name + ".svg"; NULL = "". HTML holds
     * its figures. */
    const char *figure_prefix;
    fw_story_walk *walk; /* NULL = no walk in numbers */
    void *walk_ctx;
};

/* Appends the report of n >= 1 answers (at most FW_FIGURE_MODELS). Errors: those of
 * fw_figure_make, fw_estimate_run, of walk, and FW_SYSTEM for memory. */
enum fw_status fw_story_write(const struct fw_answer *a, size_t n,
                              const struct fw_story_options *options, struct fw_text *out,
                              struct fw_arena *arena, struct fw_err *err);

/* Every quantity of every model, one per line:
 * model,quantity,value,unit,convention,equation */
enum fw_status fw_story_csv(const struct fw_answer *a, size_t n, struct fw_text *out,
                            struct fw_arena *arena, struct fw_err *err);

/* {"schema":"flopwatt.report/1","models":[flopwatt.estimate/1 ...]} */
void fw_story_json(const struct fw_answer *a, size_t n, struct fw_text *out);

#endif
