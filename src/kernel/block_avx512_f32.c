/* block_avx512_f32.c - packed product in f32 with AVX-512 (flags of this file: Makefile). */
#include "kernel/cpu.h"
#include "kernel/rows.h"

#ifdef __AVX512F__
#define FW_OPERAND FW_F32
#define FW_FMA(acc, a, b) _mm512_fmadd_ps(_mm512_castsi512_ps(a), _mm512_castsi512_ps(b), acc)
#include "kernel/block_avx512.inc"
static bool available(void)
{
    return fw_cpu_has_avx512();
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

const struct fw_kernel_variant fw_variant_avx512_f32 = {
    .name = "avx512-f32",
    .text = "AVX-512, f32 multiply-adds",
    .weights = FW_F32,
    .operand = FW_F32,
    .held = (size_t)4 << 20, /* of the third cache: arithmetic hides how far it is */
    .available = available,
    .block = block,
    .rows = &fw_rows_avx512,
};
