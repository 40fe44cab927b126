/* block_amx.c - packed product in bf16 on AMX tiles (flags of this file: Makefile).
 *
 * A tile register holds 16 rows of 64 bytes. One instruction multiplies A (16 rows, 32 inputs)
 * by B (16 pairs of inputs, 16 outputs) into C (16, 16) floats. The panel of pack.h is B as it
 * stands: 16 pairs lie 128 bytes apart, the two halves of 16 outputs beside each other.
 *
 *             b0 (tile 6)   b1 (tile 7)
 *   a0 (4)    c00 (0)       c01 (1)            32 rows x 32 outputs per step of 32 inputs:
 *   a1 (5)    c10 (2)       c11 (3)            4 loads for 4 products
 *
 * Few rows go to the dot products of block_avx512_bf16.c: a tile of one row costs as much as 16.
 * The configuration is loaded by asm, since gcc 12 tells its optimiser that _tile_loadconfig()
 * reads 8 bytes only and drops the other stores.
 * FW_AMX_EMULATE replaces the instructions by C, for tests on machines without tiles.
 */
#include <string.h>

#include "kernel/cpu.h"
#include "kernel/pack.h"
#include "kernel/rows.h"

enum { TILE_ROWS = 16, TILE_BYTES = 64, MIN_ROWS = 12 };

#if defined(FW_AMX_EMULATE) /* the test has included its emulation before */
#define FW_AMX 1
#elif defined(__AMX_BF16__) || defined(__AMXBF16__) /* gcc, clang 14 */
#include <immintrin.h>
#define FW_AMX 1
struct config {
    uint8_t palette, start_row, zero[14];
    uint16_t bytes[16];
    uint8_t rows[16];
};

static void tiles_on(void)
{
    struct config cfg = {.palette = 1};
    for (size_t i = 0; i < 8; i++) {
        cfg.bytes[i] = TILE_BYTES;
        cfg.rows[i] = TILE_ROWS;
    }
    __asm__ volatile("ldtilecfg %0" ::"m"(cfg));
}

static void tiles_off(void)
{
    _tile_release();
}
#else
#define FW_AMX 0
#endif

#if FW_AMX
/* 32 rows from `a` on times one panel, into c. k is a multiple of 32. */
static void tile_panel(const uint16_t *a, size_t lda, const uint16_t *b, size_t k, float *c,
                       size_t ldc, bool add)
{
    const size_t a_bytes = lda * 2, c_bytes = ldc * 4, half = TILE_ROWS;
    if (add) {
        _tile_loadd(0, c, c_bytes);
        _tile_loadd(1, c + half, c_bytes);
        _tile_loadd(2, c + half * ldc, c_bytes);
        _tile_loadd(3, c + half * ldc + half, c_bytes);
    } else {
        _tile_zero(0);
        _tile_zero(1);
        _tile_zero(2);
        _tile_zero(3);
    }
    for (size_t i = 0; i < k; i += 32) {
        _tile_loadd(4, a + i, a_bytes);
        _tile_loadd(5, a + i + half * lda, a_bytes);
        _tile_loadd(6, b + i * FW_PANEL, 128);
        _tile_loadd(7, b + i * FW_PANEL + 32, 128);
        _tile_dpbf16ps(0, 4, 6);
        _tile_dpbf16ps(1, 4, 7);
        _tile_dpbf16ps(2, 5, 6);
        _tile_dpbf16ps(3, 5, 7);
    }
    _tile_stored(0, c, c_bytes);
    _tile_stored(1, c + half, c_bytes);
    _tile_stored(2, c + half * ldc, c_bytes);
    _tile_stored(3, c + half * ldc + half, c_bytes);
}

/* Buffers of A and C have room for whole blocks of 32 rows, so the last block may be partly
 * made of rows that nobody reads. */
static void block(const struct fw_block *b)
{
    if (b->m < MIN_ROWS) {
        fw_variant_avx512_bf16.block(b);
        return;
    }
    tiles_on();
    for (size_t p = 0; p < b->panels; p++) {
        const uint16_t *panel = (const uint16_t *)b->b + p * b->panel_stride;
        const unsigned char *next = (const unsigned char *)(panel + b->panel_stride);
        const size_t blocks = (b->m + 31) / 32, bytes = b->k * FW_PANEL * 2;
        for (size_t i = 0; i < blocks; i++) {
            /* The next panel, spread over the blocks of this one. */
            for (size_t j = i * bytes / blocks; j < (i + 1) * bytes / blocks; j += 64) {
                __builtin_prefetch(next + j);
            }
            tile_panel((const uint16_t *)b->a + i * 32 * b->lda, b->lda, panel, b->k,
                       b->c + i * 32 * b->ldc + p * FW_PANEL, b->ldc, b->add);
        }
    }
    tiles_off();
}

static bool available(void)
{
    return fw_cpu_has_amx_bf16() && fw_variant_avx512_bf16.available();
}
#else
static void block(const struct fw_block *b)
{
    (void)b; /* never available, so never called */
}

static bool available(void)
{
    return false;
}
#endif

#ifndef FW_AMX_EMULATE
const struct fw_kernel_variant fw_variant_amx_bf16 = {
    .name = "amx-bf16",
    .text = "AMX tiles, bf16",
    .weights = FW_BF16,
    .operand = FW_BF16,
    .held = 256 << 10, /* of the second cache */
    .available = available,
    .block = block,
    .rows = &fw_rows_avx512,
};
#endif
