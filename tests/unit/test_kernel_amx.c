/* test_kernel_amx.c - the blocking of the AMX variant on emulated tiles: addresses, strides, rows
 * that fill no tile. Where the machine has tiles, test_kernel_variants.c runs the real ones. */
#include <stdlib.h>

#include "amx_emulate.h"
#include "t.h"

#define FW_AMX_EMULATE 1
#include "../../src/kernel/block_amx.c"

enum { MAX_M = 96, K = 96, PANELS = 3, LDA = K + 32, LDC = PANELS * 32 + 32 };

static uint16_t a[MAX_M * LDA], b[PANELS * 32 * K];
static float c[MAX_M * LDC], want[MAX_M * LDC];

static float element(uint32_t *x)
{
    *x = *x * 1664525U + 1013904223U;
    return (float)(int)(*x >> 24) / 128.0f - 1.0f; /* exact in bf16 */
}

/* The definition, in double. */
static void by_hand(size_t m, bool add)
{
    for (size_t r = 0; r < m; r++) {
        for (size_t n = 0; n < PANELS * 32; n++) {
            double sum = add ? (double)c[r * LDC + n] : 0.0;
            for (size_t k = 0; k < K; k++) {
                const size_t at = n / 32 * 32 * K + k / 2 * 64 + n % 32 * 2 + k % 2;
                sum += (double)fw_bf16_float(a[r * LDA + k]) * (double)fw_bf16_float(b[at]);
            }
            want[r * LDC + n] = (float)sum;
        }
    }
}

static void check(size_t m, bool add)
{
    uint32_t x = (uint32_t)m;
    for (size_t i = 0; i < MAX_M * LDA; i++) {
        a[i] = fw_float_bf16(element(&x));
    }
    for (size_t i = 0; i < PANELS * 32 * K; i++) {
        b[i] = fw_float_bf16(element(&x));
    }
    for (size_t i = 0; i < MAX_M * LDC; i++) {
        c[i] = element(&x);
    }
    by_hand(m, add);
    block(&(struct fw_block){.m = m, .panels = PANELS, .k = K, .a = a, .lda = LDA, .b = b,
                             .panel_stride = 32 * K, .c = c, .ldc = LDC, .add = add});
    double most = 0.0;
    for (size_t r = 0; r < m; r++) {
        for (size_t n = 0; n < PANELS * 32; n++) {
            const double d = fabs((double)c[r * LDC + n] - (double)want[r * LDC + n]);
            most = d > most || d != d ? d : most;
        }
    }
    char row[80];
    (void)snprintf(row, sizeof(row), "%zu rows%s", m, add ? ", added" : "");
    t_abs(row, most, 0.0, 1e-4);
    t_int("tiles are released", tiles_are_on, 0);
}

int main(void)
{
    static const size_t rows[] = {12, 13, 16, 17, 31, 32, 33, 64, 65, 96};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        check(rows[i], false);
        check(rows[i], true);
    }
    (void)available; /* asks the processor; not of this test */
    return t_done();
}
