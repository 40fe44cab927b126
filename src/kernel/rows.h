/* rows.h - work on one row of floats: norm, activation, rotation, softmax, conversion.
 *
 * rows.inc holds the one text of it; each instruction set compiles it once. Results that go
 * into a matrix product are written in the operand type of the variant (f32 or bf16).
 */
#ifndef FW_KERNEL_ROWS_H
#define FW_KERNEL_ROWS_H

#include "kernel/engine.h"

struct fw_rows {
    /* out (n) = (x - mean if center) / rms w + bias; w, bias NULL = none; out may be x. */
    void (*norm)(const float *x, size_t n, const float *w, const float *bias, bool center,
                 float eps, void *out, enum fw_dtype type);
    /* out (n) = act(gate) up, or act(up) if gate is NULL. */
    void (*activate)(enum fw_mlp mlp, const float *gate, const float *up, size_t n, void *out,
                     enum fw_dtype type);
    void (*add)(float *x, const float *y, size_t n);
    /* out (n) = x factor */
    void (*convert)(const float *x, size_t n, float factor, void *out, enum fw_dtype type);
    /* Turns one head by the angles of cos, sin (rotary / 2). */
    void (*rotate)(float *head, const float *cos, const float *sin, size_t rotary,
                   bool interleaved);
    /* One tile of an online softmax: s (n), of which [lo, hi) is seen; p (n) gets the weights, 0
     * elsewhere. max and sum carry the state; o (width) is rescaled when max grows. n is a
     * multiple of 16; s is overwritten. */
    void (*softmax)(float *s, size_t lo, size_t hi, size_t n, float *max, float *sum, float *o,
                    size_t width, void *p, enum fw_dtype type);
};
extern const struct fw_rows fw_rows_portable, fw_rows_avx512;

#endif
