/* bibliography.h - the sources that the ids of the equations name (docs/sources.yaml). */
#ifndef FW_REPORT_BIBLIOGRAPHY_H
#define FW_REPORT_BIBLIOGRAPHY_H

#include <stddef.h>

struct fw_reference {
    const char *id, *year, *authors, *title, *where;
};
extern const struct fw_reference fw_bibliography[];
extern const size_t fw_bibliography_count;

/* NULL if the id is not that of an equation's source. */
const struct fw_reference *fw_bibliography_find(const char *id);

#endif
