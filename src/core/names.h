/* names.h - small helpers for the blank-separated name lists in the tables of core. */
#ifndef FW_CORE_NAMES_H
#define FW_CORE_NAMES_H

#include <stdbool.h>

/* Equal when ASCII case is ignored. */
bool fw_names_equal(const char *a, const char *b);
bool fw_names_has_prefix(const char *text, const char *prefix);
/* True if word is one of the blank-separated words of list, ASCII case ignored. */
bool fw_names_contains(const char *list, const char *word);
/* The same with case respected. */
bool fw_names_contains_exact(const char *list, const char *word);

#endif
