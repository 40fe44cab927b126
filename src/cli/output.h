/* output.h - the answer of a command: collected first, written whole at the end.
 *
 * Nothing reaches standard output or a file before the command has succeeded.
 */
#ifndef FW_CLI_OUTPUT_H
#define FW_CLI_OUTPUT_H

#include "base/text.h"
#include "cli/options.h"
#include "report/table.h"

struct fw_output {
    struct fw_text text;
    enum fw_format format;
    const char *path; /* "-" = standard output */
    bool force;
    bool colour;      /* ANSI codes are welcome */
    struct fw_table_style style;
};

/* Chooses the format (--format, --json, --csv, the ending of --output, text), the width and the
 * colours. FW_USAGE where two of them contradict each other. */
enum fw_status fw_output_init(struct fw_output *out, const struct fw_options *o,
                              struct fw_err *err);
void fw_output_free(struct fw_output *out);

/* Appends a table in the chosen format, a blank line before all but the first. Not for JSON. */
void fw_output_table(struct fw_output *out, const struct fw_table *t);

/* Writes what was collected. title names an HTML page. */
enum fw_status fw_output_write(struct fw_output *out, const char *title, struct fw_err *err);

#endif
