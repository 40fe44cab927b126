#include "core/estimate.h"

struct fw_workload fw_workload_default(const struct fw_model *m)
{
    return (struct fw_workload){
        .context = m->max_position > 0 ? m->max_position : 2048,
        .batch = 1,
        .dtype = FW_DTYPE_COUNT,
        .k_dtype = FW_DTYPE_COUNT,
        .v_dtype = FW_DTYPE_COUNT,
        .attention = FW_ATT_FULL,
        .lm_head = FW_HEAD_LAST,
    };
}
