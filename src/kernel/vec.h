/* vec.h - 16 floats as one value, by the vector types of gcc and clang: no intrinsics, so that
 * the compiler of any processor can lower it to what it has (one register with AVX-512, four
 * with SSE or NEON). Loads and stores need no alignment. */
#ifndef FW_KERNEL_VEC_H
#define FW_KERNEL_VEC_H

#include <stdint.h>
#include <string.h>

#define FW_INLINE static inline __attribute__((always_inline))

typedef float fw_v16 __attribute__((vector_size(64)));
typedef int32_t fw_i16 __attribute__((vector_size(64)));
typedef uint32_t fw_u16 __attribute__((vector_size(64)));
typedef uint16_t fw_h16 __attribute__((vector_size(32)));

FW_INLINE fw_v16 fw_v16_set(float v)
{
    return v - (fw_v16){0};
}

FW_INLINE fw_v16 fw_v16_load(const float *p)
{
    fw_v16 v;
    memcpy(&v, p, sizeof(v));
    return v;
}

FW_INLINE void fw_v16_store(float *p, fw_v16 v)
{
    memcpy(p, &v, sizeof(v));
}

/* The first n <= 16 elements; the others are 0. */
FW_INLINE fw_v16 fw_v16_load_n(const float *p, size_t n)
{
    fw_v16 v = {0};
    if (n >= 16) {
        return fw_v16_load(p);
    }
    memcpy(&v, p, n * sizeof(float));
    return v;
}

FW_INLINE void fw_v16_store_n(float *p, fw_v16 v, size_t n)
{
    if (n >= 16) { /* a size that the compiler knows is one store, another is a call */
        fw_v16_store(p, v);
    } else {
        memcpy(p, &v, n * sizeof(float));
    }
}

FW_INLINE float fw_v16_sum(fw_v16 v)
{
    float s[16];
    fw_v16_store(s, v);
    for (int step = 8; step > 0; step /= 2) {
        for (int i = 0; i < step; i++) {
            s[i] += s[i + step];
        }
    }
    return s[0];
}

FW_INLINE float fw_v16_max(fw_v16 v)
{
    float s[16];
    fw_v16_store(s, v);
    for (int step = 8; step > 0; step /= 2) {
        for (int i = 0; i < step; i++) {
            s[i] = s[i] > s[i + step] ? s[i] : s[i + step];
        }
    }
    return s[0];
}

/* mask: all ones or all zeros per element. */
FW_INLINE fw_v16 fw_v16_select(fw_i16 mask, fw_v16 a, fw_v16 b)
{
    return (fw_v16)(((fw_i16)a & mask) | ((fw_i16)b & ~mask));
}

/* 0 in place of all but the first n elements. */
FW_INLINE fw_v16 fw_v16_keep(fw_v16 v, size_t n)
{
    const fw_i16 lane = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return n >= 16 ? v : fw_v16_select(lane < (int32_t)n, v, fw_v16_set(0.0f));
}

FW_INLINE fw_h16 fw_v16_bf16(fw_v16 v)
{
    const fw_u16 u = (fw_u16)v, even = u + 0x7fffU + (u >> 16 & 1U);
    const fw_i16 is_nan = v != v;
    const fw_u16 r = (even & ~(fw_u16)is_nan) | ((u | 0x400000U) & (fw_u16)is_nan);
    return __builtin_convertvector(r >> 16, fw_h16);
}

FW_INLINE fw_v16 fw_v16_from_bf16(const uint16_t *p)
{
    fw_h16 h;
    memcpy(&h, p, sizeof(h));
    return (fw_v16)(__builtin_convertvector(h, fw_u16) << 16);
}

/* exp to about 2 units in the last place; 0 below -87.3, the largest power of two above 88.
 * x = n ln 2 + r with |r| <= ln(2)/2, e^r by its Taylor polynomial of degree 7 (the remainder is
 * 0.3466^8/8! = 5e-9). ln 2 in two parts keeps r exact. */
FW_INLINE fw_v16 fw_v16_exp(fw_v16 x)
{
    const fw_i16 under = x < -87.3f, over = x > 88.0f;
    x = fw_v16_select(under, fw_v16_set(-87.3f), fw_v16_select(over, fw_v16_set(88.0f), x));
    const fw_v16 shifted = x * 1.44269504f + 12582912.0f; /* 1.5 x 2^23: rounds to a whole number */
    const fw_v16 n = shifted - 12582912.0f;
    const fw_v16 r = (x - n * 0.693359375f) - n * -2.12194440e-4f;
    fw_v16 p = r * (1.0f / 5040.0f) + 1.0f / 720.0f;
    p = p * r + 1.0f / 120.0f;
    p = p * r + 1.0f / 24.0f;
    p = p * r + 1.0f / 6.0f;
    p = p * r + 0.5f;
    p = p * r + 1.0f;
    p = p * r + 1.0f;
    const fw_i16 scaled = (fw_i16)p + (((fw_i16)shifted - 0x4b400000) << 23);
    return (fw_v16)(scaled & ~under);
}

#endif
