/* doc.h - writes a document as Markdown or as one self-contained HTML page.
 *
 * What is said is the same in both; only the marks differ. Sticky as fw_text: write on, look once.
 *
 * Inline marks, in every text that is not a heading:
 *     **strong**   `code`   $h_kv$ a symbol or formula   [[id]] a reference to a source,
 *     or several with blanks between
 * A mark that is not closed stands for itself. Everything else is escaped, so names that come
 * from a file cannot write markup.
 */
#ifndef FW_REPORT_DOC_H
#define FW_REPORT_DOC_H

#include "core/description.h"
#include "report/equation.h"
#include "report/table.h"

enum { FW_DOC_SECTIONS = 24, FW_DOC_SOURCES = 96 };

struct fw_doc_section {
    const char *id, *title;
};

struct fw_doc {
    struct fw_text *out;
    struct fw_arena *arena; /* of the ids */
    enum fw_format format;  /* MD or HTML */
    unsigned section;       /* number of the last section */
    bool in_section;
    const char *used[FW_DOC_SOURCES]; /* ids of sources, in order of their first use */
    size_t num_used;
};

void fw_doc_init(struct fw_doc *d, enum fw_format format, struct fw_text *out,
                 struct fw_arena *arena);

/* Title, lead and table of contents; HTML: everything from the doctype on. */
void fw_doc_begin(struct fw_doc *d, const char *title, const char *lead);
void fw_doc_contents(struct fw_doc *d, const struct fw_doc_section *sections, size_t n);
void fw_doc_end(struct fw_doc *d, const char *colophon);

/* Sections number themselves; the one before is closed. */
void fw_doc_open(struct fw_doc *d, const struct fw_doc_section *section);
void fw_doc_heading(struct fw_doc *d, const char *text);
void fw_doc_p(struct fw_doc *d, const char *text);
/* A paragraph set apart: the conclusion of a section. */
void fw_doc_callout(struct fw_doc *d, const char *text);
void fw_doc_list(struct fw_doc *d);
void fw_doc_item(struct fw_doc *d, const char *text);
void fw_doc_list_end(struct fw_doc *d);
/* Folded away in HTML until asked for. */
void fw_doc_fold(struct fw_doc *d, const char *summary);
void fw_doc_fold_end(struct fw_doc *d);

/* Key figures, large: value, what it is, and a remark ("" = none). */
struct fw_doc_fact {
    const char *value, *what, *remark;
};
void fw_doc_facts(struct fw_doc *d, const struct fw_doc_fact *facts, size_t n);

/* label names the table for readers who do not see it. */
void fw_doc_table(struct fw_doc *d, const struct fw_table *t, const char *label);

/* A picture: Markdown refers to file, HTML holds the svg. */
void fw_doc_figure(struct fw_doc *d, const char *file, const char *svg, const char *alt,
                   const char *caption);

/* A list of equations: what, name = symbols, numbers put in, result with unit, source. */
void fw_doc_equations(struct fw_doc *d, const char *label);
/* A row of the equation tables; what NULL = its meaning there. */
void fw_doc_row(struct fw_doc *d, const struct fw_equation_row *row, const char *what);
/* Any other equation. symbols "" = there is none, and numbers says where the value comes from;
 * numbers "" = nothing was put in; source NULL = none, else one id or several. words: names are
 * words with '_' between them, not symbols. */
struct fw_doc_equation {
    const char *what, *name, *symbols, *numbers, *result, *source;
    bool words;
};
void fw_doc_equation(struct fw_doc *d, const struct fw_doc_equation *e);
void fw_doc_equations_end(struct fw_doc *d);

/* A source of the list at the end, the target of [[id]]. */
void fw_doc_source(struct fw_doc *d, const char *id, const char *text);
/* Marks a source as used; references and equations do so by themselves. */
void fw_doc_cite(struct fw_doc *d, const char *id);

/* doc_style.c: the style sheet in pieces, NULL at the end. */
extern const char *const fw_doc_style[];

#endif
