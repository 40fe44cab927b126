#include "core/dtype.h"

#include "core/names.h"

/* Block sizes of the quantised types: ggml, ggml-common.h (block_q8_0 ... block_iq4_nl); MXFP4: OCP
 * Microscaling 1.0 (32 elements, one 8-bit scale); NVFP4: 16 elements, one 8-bit scale. */
static const struct fw_dtype_info dtypes[FW_DTYPE_COUNT] = {
    [FW_F64] = {"fp64", "f64 float64 double", 1, 8, FW_F64},
    [FW_F32] = {"fp32", "f32 float32 float", 1, 4, FW_F32},
    [FW_TF32] = {"tf32", "", 1, 4, FW_TF32},
    [FW_BF16] = {"bf16", "bfloat16", 1, 2, FW_BF16},
    [FW_F16] = {"fp16", "f16 float16 half", 1, 2, FW_F16},
    [FW_FP8] = {"fp8", "f8 float8 float8_e4m3fn f8_e4m3 f8_e5m2 fp8_e4m3 fp8_e5m2", 1, 1, FW_FP8},
    [FW_INT8] = {"int8", "i8", 1, 1, FW_INT8},
    [FW_INT4] = {"int4", "i4", 2, 1, FW_INT4},
    [FW_FP4] = {"fp4", "f4", 2, 1, FW_FP4},
    [FW_Q8_0] = {"q8_0", "", 32, 34, FW_BF16},
    [FW_Q6_K] = {"q6_k", "", 256, 210, FW_BF16},
    [FW_Q5_K] = {"q5_k", "", 256, 176, FW_BF16},
    [FW_Q5_0] = {"q5_0", "", 32, 22, FW_BF16},
    [FW_Q4_K] = {"q4_k", "", 256, 144, FW_BF16},
    [FW_Q4_0] = {"q4_0", "", 32, 18, FW_BF16},
    [FW_Q3_K] = {"q3_k", "", 256, 110, FW_BF16},
    [FW_Q2_K] = {"q2_k", "", 256, 84, FW_BF16},
    [FW_IQ4_NL] = {"iq4_nl", "", 32, 18, FW_BF16},
    [FW_MXFP4] = {"mxfp4", "", 32, 17, FW_FP4},
    [FW_NVFP4] = {"nvfp4", "", 16, 9, FW_FP4},
};

const struct fw_dtype_info *fw_dtype_get(enum fw_dtype t)
{
    return &dtypes[t];
}

enum fw_dtype fw_dtype_find(const char *name)
{
    static const char prefix[] = "torch.";
    if (fw_names_has_prefix(name, prefix))
        name += sizeof prefix - 1;
    for (int t = 0; t < FW_DTYPE_COUNT; t++)
        if (fw_names_equal(name, dtypes[t].name) || fw_names_contains(dtypes[t].aliases, name))
            return (enum fw_dtype)t;
    return FW_DTYPE_COUNT;
}
