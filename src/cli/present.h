/* present.h - answers in the chosen format: the same parts as tables for people, CSV or JSON.
 *
 * A command is a list of parts. People's formats print the views of all parts, CSV the one that
 * is marked, with the model in the first column, JSON one object per model (an array of them if
 * there are several).
 */
#ifndef FW_CLI_PRESENT_H
#define FW_CLI_PRESENT_H

#include "cli/context.h"
#include "report/views.h"

typedef void fw_view_fn(const struct fw_answer *a, struct fw_table *out, struct fw_arena *arena);
typedef void fw_json_fn(struct fw_json *j, const struct fw_answer *a);

/* The same for views that depend on options. */
typedef enum fw_status fw_cli_view_fn(struct fw_cli *cli, const struct fw_answer *a,
                                      struct fw_table *out);

/* json and view, or with, are NULL where a part has no such form. */
struct fw_part {
    const char *key;      /* of the table in JSON, where json is NULL; NULL = not in JSON */
    fw_json_fn *json;
    fw_view_fn *view;
    fw_cli_view_fn *with; /* instead of view */
    bool csv;             /* CSV prints the last part so marked */
    bool needs_training;  /* left out if there is none */
    enum fw_option option; /* left out unless it is given; 0 = none */
    const char *wide;      /* keys of columns that narrow text leaves out, or NULL */
};

/* Appends n answers to cli->out. */
enum fw_status fw_present(struct fw_cli *cli, const struct fw_answer *a, size_t n,
                          const struct fw_part *parts, size_t num_parts);

/* Opens the document of a command, {"schema":"flopwatt.<command>/1". */
void fw_present_json(struct fw_cli *cli, struct fw_json *j);

/* One "flopwatt.estimate/1" object inside other JSON; key NULL in an array. */
void fw_present_estimate(struct fw_json *j, const char *key, const struct fw_answer *a);

/* Tables as a whole answer: one of them in CSV, JSON under key. */
enum fw_status fw_present_table(struct fw_cli *cli, const char *key, const struct fw_table *t);

#endif
