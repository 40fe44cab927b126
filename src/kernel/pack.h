/* pack.h - panels: how fast variants store a matrix W (outputs, inputs).
 *
 *     chunk of inputs      panels of 32 outputs            inside a panel (f32)   (bf16)
 *   +------------------+   +---------+---------+--         k0: 32 outputs         k0,k1: 32 pairs
 *   | inputs 0 .. KC-1 | = | 0..31   | 32..63  | ...       k1: 32 outputs         k2,k3: 32 pairs
 *   +------------------+   +---------+---------+--         ...                    ...
 *   | KC .. 2KC-1      |   each panel is contiguous: a product reads memory front to back
 *
 * KC inputs of a panel are 32 KiB, so a panel stays in the first cache while all rows of A pass
 * over it. The bf16 panel is what vdpbf16ps and the AMX tiles want: two inputs side by side.
 * Outputs and inputs are filled up with zeros to multiples of 32.
 */
#ifndef FW_KERNEL_PACK_H
#define FW_KERNEL_PACK_H

#include "kernel/engine.h"

enum { FW_PANEL = 32, FW_PANEL_BYTES = 32768 };

static inline uint64_t fw_chunk(enum fw_dtype t) /* KC: inputs per chunk */
{
    return FW_PANEL_BYTES / FW_PANEL / fw_dtype_size(t);
}
static inline uint64_t fw_panels(uint64_t outputs)
{
    return (outputs + FW_PANEL - 1) / FW_PANEL;
}
/* Element (input i, output j < 32) inside a panel. */
static inline size_t fw_panel_at(enum fw_dtype t, size_t i, size_t j)
{
    return t == FW_F32 ? i * FW_PANEL + j : i / 2 * (2 * FW_PANEL) + 2 * j + (i & 1U);
}
/* Panel p of the chunk that starts at input i0, of a matrix with `panels` panels and `padded`
 * inputs (a multiple of 32). */
static inline size_t fw_panel_start(enum fw_dtype t, uint64_t panels, uint64_t padded,
                                    uint64_t i0, uint64_t p)
{
    const uint64_t left = padded - i0, n = left < fw_chunk(t) ? left : fw_chunk(t);
    return i0 * panels * FW_PANEL + p * n * FW_PANEL;
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
