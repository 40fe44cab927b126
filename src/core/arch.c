#include "core/arch.h"

#include <string.h>

#include "core/names.h"

const struct fw_key_info fw_key_table[FW_KEY_COUNT] = {
#define KEY(scope, name, type, required, min, max, shorts, aliases, meaning) \
    {#name, FW_SCOPE_##scope, FW_T_##type, required, min, max, shorts, aliases, meaning},
#include "core/arch.def"
#undef KEY
};

enum fw_key fw_key_find(const char *name)
{
    for (int k = 0; k < FW_KEY_COUNT; k++) {
        const struct fw_key_info *i = &fw_key_table[k];
        if (strcmp(name, i->name) == 0 || fw_names_contains_exact(i->shorts, name) ||
            fw_names_contains_exact(i->aliases, name))
            return (enum fw_key)k;
    }
    return FW_KEY_COUNT;
}

static const char *const mlp_names[] = {"swiglu", "geglu", "reglu", "gelu",
                                        "relu",   "relu2", "silu"};
static const char *const norm_names[] = {"rmsnorm", "layernorm", "layernorm_no_bias",
                                         "layernorm_no_weight"};
static const char *const position_names[] = {"rope", "learned", "alibi", "none"};
static const char *const qk_norm_names[] = {"none", "head", "full"};

#define LENGTH(a) (sizeof(a) / sizeof(a)[0])
_Static_assert(LENGTH(mlp_names) == FW_MLP_COUNT, "a name per mlp");
_Static_assert(LENGTH(norm_names) == FW_NORM_COUNT, "a name per norm");
_Static_assert(LENGTH(position_names) == FW_POSITION_COUNT, "a name per position");
_Static_assert(LENGTH(qk_norm_names) == FW_QK_COUNT, "a name per qk_norm");

size_t fw_key_values(enum fw_key_type type, const char *const **names)
{
    switch (type) {
    case FW_T_MLP: *names = mlp_names; return LENGTH(mlp_names);
    case FW_T_NORM: *names = norm_names; return LENGTH(norm_names);
    case FW_T_POSITION: *names = position_names; return LENGTH(position_names);
    case FW_T_QKNORM: *names = qk_norm_names; return LENGTH(qk_norm_names);
    case FW_T_COUNT: case FW_T_BOOL: case FW_T_REAL: case FW_T_DTYPE: break;
    }
    *names = NULL;
    return 0;
}
