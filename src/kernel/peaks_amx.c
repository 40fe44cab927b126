/* peaks_amx.c - products of AMX tiles whose operands come from the first cache (flags of this file:
 * Makefile): the "real-data peak", four loads for four products of 16 x 16 x 32. */
#include "kernel/cpu.h"
#include "kernel/peaks.h"

#if defined(__AMX_BF16__) || defined(__AMXBF16__) /* gcc, clang 14 */
#include <immintrin.h>
#include <stdint.h>

static float run(const void *data, size_t steps)
{
    struct {
        uint8_t palette, start_row, zero[14];
        uint16_t bytes[16];
        uint8_t rows[16];
    } cfg = {.palette = 1};
    float sums[16][16] = {{0.0f}};
    for (size_t i = 0; i < 8; i++) {
        cfg.bytes[i] = 64;
        cfg.rows[i] = 16;
    }
    __asm__ volatile("ldtilecfg %0" ::"m"(cfg)); /* not by intrinsic: see block_amx.c */
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    const char *at = data; /* four tiles of 1 KiB */
    for (size_t i = 0; i < steps; i++) {
        _tile_loadd(4, at, 64);
        _tile_loadd(5, at + 1024, 64);
        _tile_loadd(6, at + 2048, 64);
        _tile_loadd(7, at + 3072, 64);
        _tile_dpbf16ps(0, 4, 6);
        _tile_dpbf16ps(1, 4, 7);
        _tile_dpbf16ps(2, 5, 6);
        _tile_dpbf16ps(3, 5, 7);
    }
    _tile_stored(0, sums, 64);
    _tile_release();
    return sums[0][0] + sums[15][15];
}

static bool available(void)
{
    return fw_cpu_has_amx_bf16();
}
#else
static float run(const void *data, size_t steps)
{
    (void)data;
    return (float)steps; /* never available, so never called */
}

static bool available(void)
{
    return false;
}
#endif

const struct fw_peak_unit fw_peak_amx_bf16 = {
    "amx-bf16", FW_BF16, 4.0 * 2 * 16 * 16 * 32, available, run,
};
