/* random.c - the generator of weights: a hash of (seed, tensor, layer, index), so that every
 * element is known without its neighbours and any thread may make any part.
 *
 * The hash is the output function of splitmix64 over a counter; its two halves are two elements.
 * Source: [steele2014] G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom number
 * generators, OOPSLA 2014; constants of variant 13 of D. Stafford.
 */
#include "kernel/weights.h"

static uint64_t mix(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static uint64_t stream(uint64_t seed, enum fw_tensor t, uint64_t layer)
{
    return mix(mix(seed + UINT64_C(0x9e3779b97f4a7c15)) ^ mix(layer << 8 | (uint64_t)t));
}

/* 24 bits of the half to [-1, 1), times sqrt(3) for variance 1. */
static float element(uint64_t stream_key, uint64_t i)
{
    const uint64_t z = mix(stream_key + (i >> 1) * UINT64_C(0x9e3779b97f4a7c15));
    const uint32_t half = (uint32_t)((i & 1U) != 0 ? z >> 32 : z);
    const int32_t centred = (int32_t)(half >> 8) - (1 << 23);
    return (float)centred * (1.7320508f / 8388608.0f);
}

float fw_weights_random(uint64_t seed, enum fw_tensor t, uint64_t layer, uint64_t i)
{
    return element(stream(seed, t, layer), i);
}

void fw_weights_random_rows(const struct fw_kernel_config *c, const struct fw_kernel_group *g,
                            enum fw_tensor t, uint64_t layer, uint64_t row, uint64_t n,
                            float *out)
{
    const struct fw_tensor_shape shape = fw_tensor_shape(c, g, t);
    const uint64_t key = stream(c->seed, t, layer), first = row * shape.cols;
    const float base = (float)shape.base, std = (float)shape.std;
    for (uint64_t i = 0; i < n * shape.cols; i++) {
        out[i] = base + std * element(key, first + i);
    }
}
