/* peaks_avx512.c - multiply-adds of AVX-512 (flags of this file: Makefile). 24 sums are in flight;
 * the instructions stand in asm, so that the compiler neither merges nor drops them. */
#include "kernel/cpu.h"
#include "kernel/peaks.h"

#if defined(__AVX512F__) && defined(__AVX512BF16__)
#include <immintrin.h>

#define SUMS(X) \
    X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) \
    X(17) X(18) X(19) X(20) X(21) X(22) X(23)
enum { NUM_SUMS = 24, VECTORS = 64 };

#define DECLARE(i) __m512 s##i = _mm512_setzero_ps();
#define ADD_UP(i) all = _mm512_add_ps(all, s##i);
#define F32(i) __asm__ volatile("vfmadd231ps %1, %2, %0" : "+v"(s##i) : "v"(a), "v"(b));
#define BF16(i) __asm__ volatile("vdpbf16ps %1, %2, %0" : "+v"(s##i) : "v"(a), "v"(b));
#define RUN(name, STEP) \
    static float name(const void *data, size_t steps) \
    { \
        const __m512i *v = data; \
        SUMS(DECLARE) \
        for (size_t i = 0; i < steps; i++) { \
            const __m512i a = _mm512_load_si512(v + i % (VECTORS / 2)); \
            const __m512i b = _mm512_load_si512(v + i % (VECTORS / 2) + VECTORS / 2); \
            SUMS(STEP) \
        } \
        __m512 all = _mm512_setzero_ps(); \
        SUMS(ADD_UP) \
        return _mm512_reduce_add_ps(all); \
    }
RUN(run_f32, F32)
RUN(run_bf16, BF16)

static bool has_f32(void)
{
    return fw_cpu_has_avx512();
}

static bool has_bf16(void)
{
    return fw_cpu_has_avx512() && fw_cpu_has_avx512_bf16();
}
#else
enum { NUM_SUMS = 0 };

static float run_f32(const void *data, size_t steps)
{
    (void)data;
    return (float)steps; /* never available, so never called */
}

static float run_bf16(const void *data, size_t steps)
{
    return run_f32(data, steps);
}

static bool has_f32(void)
{
    return false;
}

static bool has_bf16(void)
{
    return false;
}
#endif

const struct fw_peak_unit fw_peak_avx512_f32 = {
    "avx512-f32", FW_F32, 2.0 * 16 * NUM_SUMS, has_f32, run_f32,
};
const struct fw_peak_unit fw_peak_avx512_bf16 = {
    "avx512-bf16", FW_BF16, 2.0 * 32 * NUM_SUMS, has_bf16, run_bf16,
};
