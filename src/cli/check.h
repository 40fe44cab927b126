/* check.h - what `check` finds in the data and in the tables of equations. */
#ifndef FW_CLI_CHECK_H
#define FW_CLI_CHECK_H

#include "cli/context.h"

struct fw_check {
    struct fw_cli *cli;
    struct fw_table published;  /* derived against published, fw_check_published_columns */
    struct fw_table training;   /* stated by a publication against what the rest implies */
    struct fw_table findings;   /* severity, file, text */
    struct fw_table unverified; /* kind, id, what */
    size_t models, runs, devices, grids, equations;
    size_t exact, rounded;  /* published figures that are met to the unit, to their digits */
    size_t agreeing;        /* stated values of training runs within a per cent */
    size_t wrong;           /* findings that make the answer "no" */
    size_t unreadable;      /* files; their errors are in cli->diags */
};

/* Columns that people see besides the note of each row, in this order; CSV has more. */
extern const struct fw_column fw_check_published_columns[];
enum { FW_CHECK_PUBLISHED_COLUMNS = 10 };

void fw_check_init(struct fw_check *c, struct fw_cli *cli);

/* Adds a finding; FW_ERROR makes the answer "no". */
void fw_check_find(struct fw_check *c, enum fw_severity severity, const char *file,
                   const char *fmt, ...) FW_PRINTF(4, 5);
/* A figure that no document at hand supports. */
void fw_check_unverified(struct fw_check *c, const char *kind, const char *id, const char *what);
/* A file that cannot be used: its error, where the reader has not listed it, is in cli->err. */
void fw_check_unreadable(struct fw_check *c, size_t errors_before);

/* True if the list has the id. */
bool fw_check_has_source(const struct fw_source *list, size_t n, const char *id);
/* True if the text, which may be NULL, names the id in brackets: "[card]". */
bool fw_check_mentions(const char *text, const char *id);
/* A value that is known must lie between least and most. */
void fw_check_range(struct fw_check *c, const char *file, const char *what, double value,
                    double least, double most);

/* One file each. FW_SYSTEM for memory; what is wrong with the file is a finding. */
enum fw_status fw_check_model(struct fw_check *c, const char *path);
enum fw_status fw_check_hardware(struct fw_check *c, const char *path);
enum fw_status fw_check_grids(struct fw_check *c, const char *path);

/* Every equation and link names a source of the bibliography, and the reverse. */
void fw_check_equations(struct fw_check *c);

#endif
