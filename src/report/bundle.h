/* bundle.h - a report as a folder: every format, and the charts as files of their own. */
#ifndef FW_REPORT_BUNDLE_H
#define FW_REPORT_BUNDLE_H

#include "base/outfile.h"
#include "report/story.h"

/* Takes all files of the folder when they are made, "report.md", "kv.png" ...; returns how that
 * went. */
typedef enum fw_status fw_bundle_sink(void *ctx, const struct fw_outfile *files, size_t n,
                                      struct fw_err *err);

/* Makes report.md, report.html, report.csv, report.json and every figure as .svg and .png (the
 * latter only in builds with Cairo), and hands them to sink when all of them are made. walk and
 * walk_ctx as in fw_story_options. Errors: those of story.h, of fw_chart_write, and what sink
 * returns. */
enum fw_status fw_bundle_write(const struct fw_answer *a, size_t n, fw_story_walk *walk,
                               void *walk_ctx, fw_bundle_sink *sink, void *sink_ctx,
                               struct fw_arena *arena, struct fw_err *err);

#endif
