#include "report/bibliography.h"

#include <string.h>

const struct fw_reference fw_bibliography[] = {
#define SOURCE(id, year, authors, title, where) {id, year, authors, title, where},
#include "report/bibliography.def"
#undef SOURCE
};
const size_t fw_bibliography_count = sizeof fw_bibliography / sizeof fw_bibliography[0];

const struct fw_reference *fw_bibliography_find(const char *id)
{
    for (size_t i = 0; i < fw_bibliography_count; i++)
        if (strcmp(fw_bibliography[i].id, id) == 0)
            return &fw_bibliography[i];
    return NULL;
}
