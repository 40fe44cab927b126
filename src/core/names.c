#include "core/names.h"

#include <string.h>

/* Not tolower(): the result must not depend on the locale. */
static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool fw_names_equal(const char *a, const char *b)
{
    while (*a != '\0' && lower(*a) == lower(*b))
        a++, b++;
    return *a == '\0' && *b == '\0';
}

bool fw_names_has_prefix(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool contains(const char *list, const char *word, bool exact)
{
    const size_t len = strlen(word);
    for (const char *p = list; *p != '\0';) {
        const size_t n = strcspn(p, " ");
        size_t i = 0;
        while (i < n && i < len && (exact ? p[i] == word[i] : lower(p[i]) == lower(word[i])))
            i++;
        if (len > 0 && n == len && i == n)
            return true;
        p += n;
        p += strspn(p, " ");
    }
    return false;
}

bool fw_names_contains(const char *list, const char *word)
{
    return contains(list, word, false);
}

bool fw_names_contains_exact(const char *list, const char *word)
{
    return contains(list, word, true);
}
