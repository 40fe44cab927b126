/* key_names.h - which names a key of the architecture has, and where. Used inside input/ alone.
 *
 * In files a key has its full name or an alias: short names are for the command line, where
 * `layers` is a number and not a list. Inside a nested form such as position: {type: rope} some
 * keys have a further, local name.
 */
#ifndef FW_INPUT_KEY_NAMES_H
#define FW_INPUT_KEY_NAMES_H

#include "base/arena.h"
#include "core/arch.h"

bool fw_names_in_files(enum fw_key key, const char *name);
enum fw_key fw_names_file_key(const char *name); /* FW_KEY_COUNT if unknown */

/* True for position, mlp, norm and attn_config. */
bool fw_names_is_form(const char *name);
/* The key that name stands for inside form; FW_KEY_COUNT if unknown there. */
enum fw_key fw_names_nested(const char *form, const char *name);

/* Lists of names for suggestions. A list that is full or out of memory is short. */
enum { FW_NAMES_MAX = 256 };
struct fw_name_list {
    struct fw_arena *arena;
    const char *names[FW_NAMES_MAX];
    size_t n;
};
void fw_names_add(struct fw_name_list *l, enum fw_key key, bool shorts);
/* All names that form takes; form NULL: those of the section itself. */
void fw_names_of_form(struct fw_name_list *l, const char *form);

#endif
