/* arch.h - an architecture as it was written down: keys with their values, nothing derived.
 *
 * fw_arch is what a description, --set and --sweep change; fw_model_resolve() (model.h) turns it
 * into numbers that equations use, and refuses what does not fit together.
 */
#ifndef FW_CORE_ARCH_H
#define FW_CORE_ARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum fw_mlp { FW_SWIGLU, FW_GEGLU, FW_REGLU, FW_GELU, FW_RELU, FW_RELU2, FW_SILU, FW_MLP_COUNT };
enum fw_norm { FW_RMSNORM, FW_LAYERNORM, FW_LAYERNORM_NO_BIAS, FW_LAYERNORM_NO_WEIGHT,
               FW_NORM_COUNT };
enum fw_position { FW_ROPE, FW_LEARNED, FW_ALIBI, FW_NO_POSITION, FW_POSITION_COUNT };
enum fw_qk_norm { FW_QK_NONE, FW_QK_HEAD, FW_QK_FULL, FW_QK_COUNT };

enum fw_key_type { FW_T_COUNT, FW_T_BOOL, FW_T_REAL, FW_T_MLP, FW_T_NORM, FW_T_POSITION,
                   FW_T_QKNORM, FW_T_DTYPE };
enum fw_key_scope { FW_SCOPE_MODEL, FW_SCOPE_LAYER };

enum fw_key {
#define KEY(scope, name, ...) FW_KEY_##name,
#include "core/arch.def"
#undef KEY
    FW_KEY_COUNT
};

struct fw_key_info {
    const char *name;
    enum fw_key_scope scope;
    enum fw_key_type type;
    bool required;
    double min, max;
    const char *shorts;  /* blank-separated, may be empty */
    const char *aliases; /* blank-separated, may be empty */
    const char *meaning;
};
extern const struct fw_key_info fw_key_table[FW_KEY_COUNT];

/* By full name, short name or alias; FW_KEY_COUNT if unknown. Names are case-sensitive, since
 * V, k and d, h, L are symbols. */
enum fw_key fw_key_find(const char *name);

/* The value names of an enumeration ("swiglu", ...): count of names, pointer in *names. 0 for
 * other types. DTYPE is looked up by fw_dtype_find. */
size_t fw_key_values(enum fw_key_type type, const char *const **names);

/* One key of one description. given is false for absent and for null. A negative COUNT is only
 * legal where min is negative (sliding_window: -1) and is stored as 0. */
struct fw_opt {
    bool given;
    uint64_t v; /* COUNT, BOOL, enumerations */
    double r;   /* REAL */
    unsigned line, col;
    const char *file; /* that holds the value if another than fw_arch.file (extends), else NULL */
};

struct fw_layer_entry {
    uint64_t count;
    unsigned line, col;
    const char *file; /* as in fw_opt */
    struct fw_opt key[FW_KEY_COUNT]; /* only LAYER keys are ever given */
};

struct fw_arch {
    const char *file; /* for messages; may be NULL */
    struct fw_opt key[FW_KEY_COUNT];
    size_t num_entries; /* 0 = a uniform model */
    const struct fw_layer_entry *entries;
};

#endif
