/* key_value.h - one value of one architecture key, from a file or from --set. */
#ifndef FW_INPUT_KEY_VALUE_H
#define FW_INPUT_KEY_VALUE_H

#include "core/arch.h"
#include "input/yaml_tree.h"

/* Reads node, which is not null, as a value of key; fills v or r of *out and sets given. The
 * message in err has neither place nor key. */
enum fw_status fw_key_value(enum fw_key key, const struct fw_node *node, struct fw_opt *out,
                            struct fw_err *err);

/* "dtype: auto" in configuration files says that the type is not stated: as good as absent. */
bool fw_key_is_auto(enum fw_key key, const struct fw_node *node);

#endif
