/* schema.h - the architecture section, read by the rows of core/arch.def, and the same values
 * from the command line.
 */
#ifndef FW_INPUT_SCHEMA_H
#define FW_INPUT_SCHEMA_H

#include "base/status.h"
#include "core/arch.h"

/* Sets one key of arch, as `--set KEY=VALUE` and `--sweep` do. key is a full name, a short name
 * or an alias; value follows the grammar of files ("8", "8Ki", "true", "swiglu", "null" = take
 * the default). arch->file stays; the value's own file is "--set".
 * FW_USAGE: unknown key (the hint names the nearest, or says that the key is one of the workload
 * or of the training run), a value that the key cannot have, a key that `layers:` gives for some
 * layers. arch is untouched then. */
enum fw_status fw_arch_set(struct fw_arch *arch, const char *key, const char *value,
                           struct fw_err *err);

/* What --set would have to take as well: true for the names of workload and training run, which
 * fw_arch_set() refuses. *group is "the workload" or "the training run". */
bool fw_key_is_elsewhere(const char *name, const char **group);

struct fw_load;
struct fw_node;
/* Used inside input/: reads the section `architecture:` over what *arch holds already (extends).
 * The value of `source:` goes to *source. Does not look for what is missing. */
void fw_arch_load(struct fw_load *ld, const struct fw_node *map, struct fw_arch *arch,
                  const char **source);

/* Used inside input/: reports required keys that neither arch nor all its layer entries have.
 * map is the section, for the list of what was found; may be NULL. */
void fw_arch_require(struct fw_load *ld, const struct fw_node *map, const struct fw_arch *arch);

/* Used inside input/: the first value of key in the layer entries, NULL if none gives it. */
const struct fw_opt *fw_arch_override(const struct fw_arch *arch, enum fw_key key);

/* True if name is a key, alias or nested form of the section (short names are not). */
bool fw_arch_knows(const char *name);

#endif
