/* model.h - a model as equations see it: layer groups, every symbol a number.
 *
 * Units: elements for widths, 1 for flags. A group is a set of identical layers, wherever in the
 * stack they are; a uniform model is one group and nothing assumes that there is only one.
 */
#ifndef FW_CORE_MODEL_H
#define FW_CORE_MODEL_H

#include <stdint.h>

#include "base/arena.h"
#include "core/arch.h"
#include "core/dtype.h"

enum fw_layer_symbol {
#define SYM(id, meaning) FW_LS_##id,
#include "core/layer.sym"
#undef SYM
    FW_LS_COUNT
};
enum fw_model_symbol {
#define SYM(id, meaning) FW_MS_##id,
#include "core/model.sym"
#undef SYM
    FW_MS_COUNT
};

struct fw_group {
    uint64_t sym[FW_LS_COUNT]; /* architecture part; the workload part is set per evaluation */
    enum fw_mlp mlp;
    enum fw_qk_norm qk_norm;
    uint64_t window;     /* 0 = none */
    bool head_dim_given; /* else hidden_size / num_attention_heads */
};

enum { FW_MAX_GROUPS = 128 };
struct fw_model {
    uint64_t sym[FW_MS_COUNT];
    size_t num_groups;
    struct fw_group *groups; /* in the arena */
    enum fw_norm norm;
    enum fw_position position;
    enum fw_dtype dtype;
    bool dtype_given;             /* else the assumption bf16 is named in reports */
    uint64_t max_position;        /* 0 = unknown */
    double rope_theta, norm_eps;
    bool rope_interleaved;
};

/* Derives defaults, checks every relation (heads divide, window, experts, layer counts, learned
 * positions), and builds the groups in arena. Neighbouring or repeated identical layers share
 * a group. Errors are FW_INPUT with file, line, column and key of the value to blame;
 * FW_SYSTEM if the arena is exhausted. Source of the defaults: docs/models.md. */
enum fw_status fw_model_resolve(const struct fw_arch *arch, struct fw_model *out,
                                struct fw_arena *arena, struct fw_err *err);

#endif
