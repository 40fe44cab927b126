/* arch_text.h - builds an fw_arch from "key=value key=value ..." for tests of core.
 *
 * Independent of input/, so that a wrong reader cannot hide a wrong count. Words are looked up in
 * the enumerations; anything that is not known stops the test program.
 */
#ifndef FW_TESTS_ARCH_TEXT_H
#define FW_TESTS_ARCH_TEXT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/arch.h"
#include "core/dtype.h"

static inline void arch_value(const char *word, enum fw_key_type type, struct fw_opt *opt)
{
    const char *const *names;
    const size_t n = fw_key_values(type, &names);
    opt->given = true;
    opt->line = opt->col = 1;
    if (type == FW_T_DTYPE) {
        opt->v = (uint64_t)fw_dtype_find(word);
        return;
    }
    for (size_t i = 0; i < n; i++)
        if (strcmp(names[i], word) == 0) {
            opt->v = i;
            return;
        }
    if (n > 0 || strspn(word, "0123456789.") != strlen(word)) {
        fprintf(stderr, "arch_text: bad value '%s'\n", word);
        exit(99);
    }
    opt->v = strtoull(word, NULL, 10);
    opt->r = strtod(word, NULL);
}

static inline void arch_keys(const char *text, struct fw_opt key[])
{
    while (*text != '\0') {
        char name[64], value[64];
        int used = 0;
        if (sscanf(text, " %63[^= ]=%63[^ ]%n", name, value, &used) != 2 ||
            fw_key_find(name) == FW_KEY_COUNT) {
            fprintf(stderr, "arch_text: bad text at '%s'\n", text);
            exit(99);
        }
        const enum fw_key k = fw_key_find(name);
        arch_value(value, fw_key_table[k].type, &key[k]);
        text += used;
        text += strspn(text, " ");
    }
}

static inline struct fw_arch arch_text(const char *text)
{
    struct fw_arch a;
    memset(&a, 0, sizeof a);
    arch_keys(text, a.key);
    return a;
}

#endif
