/* dtype.h - storage types: how many bytes a block of elements takes.
 *
 * Quantised types of the GGUF family store scales inside the block: q8_0 keeps 32 elements in 34
 * bytes (8.5 bits each). Source: ggml, block_q8_0 and siblings; case 34 of the public trackers.
 */
#ifndef FW_CORE_DTYPE_H
#define FW_CORE_DTYPE_H

#include <stddef.h>

enum fw_dtype {
    FW_F64, FW_F32, FW_TF32, FW_BF16, FW_F16, FW_FP8, FW_INT8, FW_INT4, FW_FP4,
    FW_Q8_0, FW_Q6_K, FW_Q5_K, FW_Q5_0, FW_Q4_K, FW_Q4_0, FW_Q3_K, FW_Q2_K, FW_IQ4_NL,
    FW_MXFP4, FW_NVFP4, FW_DTYPE_COUNT,
};

struct fw_dtype_info {
    const char *name;    /* "bf16" */
    const char *aliases; /* blank-separated: "bfloat16" */
    unsigned block_elems, block_bytes;
    enum fw_dtype peak; /* the arithmetic rate that applies when multiplied: q8_0 -> bf16 */
};

/* Never NULL for a valid dtype. */
const struct fw_dtype_info *fw_dtype_get(enum fw_dtype t);
/* FW_DTYPE_COUNT if no name or alias matches (case ignored, "torch." ignored). */
enum fw_dtype fw_dtype_find(const char *name);

#endif
