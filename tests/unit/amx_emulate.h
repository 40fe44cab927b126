/* amx_emulate.h - the tile instructions in C, for tests on machines without them.
 *
 * Semantics: [intel-sdm] volume 2, TILELOADD, TILEZERO, TILESTORED, TDPBF16PS; palette 1 with all
 * tiles configured to 16 rows of 64 bytes. */
#ifndef FW_TESTS_AMX_EMULATE_H
#define FW_TESTS_AMX_EMULATE_H

#include <stdint.h>
#include <string.h>

static unsigned char emulated[8][16][64];
static int tiles_are_on;

static void tiles_on(void)
{
    memset(emulated, 0xff, sizeof(emulated)); /* NaN: what is used without a load shows */
    tiles_are_on++;
}

static void tiles_off(void)
{
    tiles_are_on--;
}

static void _tile_loadd(int t, const void *base, size_t stride)
{
    for (size_t r = 0; r < 16; r++) {
        memcpy(emulated[t][r], (const unsigned char *)base + r * stride, 64);
    }
}

static void _tile_stored(int t, void *base, size_t stride)
{
    for (size_t r = 0; r < 16; r++) {
        memcpy((unsigned char *)base + r * stride, emulated[t][r], 64);
    }
}

static void _tile_zero(int t)
{
    memset(emulated[t], 0, sizeof(emulated[t]));
}

static float emulated_bf16(const unsigned char *p)
{
    const uint32_t u = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 24;
    float f;
    memcpy(&f, &u, sizeof(f));
    return f;
}

static void _tile_dpbf16ps(int c, int a, int b)
{
    for (size_t m = 0; m < 16; m++) {
        for (size_t n = 0; n < 16; n++) {
            float sum;
            memcpy(&sum, &emulated[c][m][4 * n], sizeof(sum));
            for (size_t k = 0; k < 16; k++) {
                sum += emulated_bf16(&emulated[a][m][4 * k]) *
                       emulated_bf16(&emulated[b][k][4 * n]);
                sum += emulated_bf16(&emulated[a][m][4 * k + 2])
                       * emulated_bf16(&emulated[b][k][4 * n + 2]);
            }
            memcpy(&emulated[c][m][4 * n], &sum, sizeof(sum));
        }
    }
}

#endif
