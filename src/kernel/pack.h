/* pack.h - panels: how fast variants store a matrix W (outputs, inputs).
 *
 *     inputs 0 .. m-1      panels of 32 outputs            inside a panel (f32)   (bf16)
 *   +------------------+   +---------+---------+--         k0: 32 outputs         k0,k1: 32 pairs
 *   | output 0         | = | 0..31   | 32..63  | ...       k1: 32 outputs         k2,k3: 32 pairs
 *   | output 1         |   +---------+---------+--         ...                    ...
 *   | ...              |   each panel is contiguous, from its first input to its last
 *
 * A product passes over a panel with all rows of A. The bf16 panel is what vdpbf16ps and the AMX
 * tiles want: two inputs side by side. Outputs and inputs are filled up with zeros to multiples
 * of 32.
 */
#ifndef FW_KERNEL_PACK_H
#define FW_KERNEL_PACK_H

#include "kernel/engine.h"

enum { FW_PANEL = 32 };

static inline uint64_t fw_panels(uint64_t outputs)
{
    return (outputs + FW_PANEL - 1) / FW_PANEL;
}
/* Element (input i, output j < 32) inside a panel. */
static inline size_t fw_panel_at(enum fw_dtype t, size_t i, size_t j)
{
    return t == FW_F32 ? i * FW_PANEL + j : i / 2 * (2 * FW_PANEL) + 2 * j + (i & 1U);
}

/* C (rows, n) = A (rows, m) W^T + bias, W packed, with threads (product.c). A and C have room for
 * a multiple of 32 rows, and their strides for widths rounded up to 32. */
struct fw_product {
    const struct fw_kernel_variant *variant;
    unsigned threads;
    const void *a, *w;
    const float *bias; /* (n) or NULL */
    float *c;
    uint64_t rows, m, n, lda, ldc;
};
void fw_product(const struct fw_product *p);

#endif
