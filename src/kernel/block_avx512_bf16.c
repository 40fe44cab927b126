/* block_avx512_bf16.c - packed product in bf16 with AVX-512 dot products of pairs, sums in f32
 * (flags of this file: Makefile). */
#include "kernel/cpu.h"
#include "kernel/rows.h"

#ifdef __AVX512BF16__
#define FW_OPERAND FW_BF16
#define FW_FMA(acc, a, b) _mm512_dpbf16_ps(acc, (__m512bh)(a), (__m512bh)(b))
#include "kernel/block_avx512.inc"
static bool available(void)
{
    return fw_cpu_has_avx512() && fw_cpu_has_avx512_bf16();
}
#else
static bool available(void)
{
    return false;
}
static void block(const struct fw_block *b)
{
    (void)b; /* never available, so never called */
}
#endif

const struct fw_kernel_variant fw_variant_avx512_bf16 = {
    .name = "avx512-bf16",
    .text = "AVX-512, bf16 dot products (vdpbf16ps)",
    .weights = FW_BF16,
    .operand = FW_BF16,
    .held = (size_t)4 << 20, /* of the third cache: arithmetic hides how far it is */
    .available = available,
    .block = block,
    .rows = &fw_rows_avx512,
};
