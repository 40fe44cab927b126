/* block_portable.c - packed product for any processor: vectors of the compiler, no intrinsics.
 *
 * Vectors are as wide as the registers of the target (4 floats unless the build says more). A
 * tile is ROWS x 16 outputs, which fits 16 registers. bf16 panels hold pairs of inputs; the two
 * halves of a 32-bit word become two floats by a shift and a mask.
 */
#include "kernel/pack.h"
#include "kernel/rows.h"
#include "kernel/vec.h"

#if defined(__AVX512F__)
enum { LANES = 16, ROWS = 8 };
#elif defined(__AVX__)
enum { LANES = 8, ROWS = 4 };
#elif defined(__aarch64__)
enum { LANES = 4, ROWS = 4 };
#else
enum { LANES = 4, ROWS = 2 };
#endif
enum { COLS = 16, PARTS = COLS / LANES };

typedef float vec __attribute__((vector_size(LANES * 4)));
typedef uint32_t word __attribute__((vector_size(LANES * 4)));

FW_INLINE vec load(const void *p)
{
    vec v;
    memcpy(&v, p, sizeof(v));
    return v;
}

FW_INLINE vec even_half(vec pairs) /* the lower bf16 of each pair */
{
    return (vec)((word)pairs << 16);
}

FW_INLINE vec odd_half(vec pairs)
{
    return (vec)((word)pairs & 0xffff0000U);
}

struct tile {
    const unsigned char *a, *b;
    size_t lda, steps; /* lda in bytes; a step is 4 bytes of a row, 128 of the panel */
    float *c;
    size_t ldc;
    bool add;
};

FW_INLINE void run_tile(const struct tile *t, const size_t rows, const bool bf16)
{
    vec acc[ROWS][PARTS];
    memset(acc, 0, sizeof(acc));
    for (size_t i = 0; i < t->steps; i++) {
        vec b[PARTS];
        for (size_t j = 0; j < PARTS; j++) {
            b[j] = load(t->b + i * 128 + j * sizeof(vec));
        }
        for (size_t r = 0; r < rows; r++) {
            const unsigned char *a = t->a + r * t->lda + i * 4;
            float whole;
            uint16_t half[2];
            memcpy(&whole, a, sizeof(whole));
            memcpy(half, a, sizeof(half));
            const float even = fw_bf16_float(half[0]), odd = fw_bf16_float(half[1]);
            for (size_t j = 0; j < PARTS; j++) {
                acc[r][j] += bf16 ? even_half(b[j]) * even + odd_half(b[j]) * odd : b[j] * whole;
            }
        }
    }
    for (size_t r = 0; r < rows; r++) {
        for (size_t j = 0; j < PARTS; j++) {
            float *c = t->c + r * t->ldc + j * LANES;
            const vec v = t->add ? acc[r][j] + load(c) : acc[r][j];
            memcpy(c, &v, sizeof(v));
        }
    }
}

/* All rows against one panel, 16 of its outputs at a time. */
FW_INLINE void run_panel(const struct fw_block *b, size_t p, struct tile *t, const bool bf16)
{
    const size_t size = bf16 ? 2 : 4;
    const unsigned char *panel = (const unsigned char *)b->b + p * b->panel_stride * size;
    for (size_t row = 0; row < b->m; row += b->m - row < ROWS ? 1 : ROWS) {
        t->a = (const unsigned char *)b->a + row * t->lda;
        for (size_t col = 0; col < FW_PANEL; col += COLS) {
            t->b = panel + col * 4;
            t->c = b->c + row * b->ldc + p * FW_PANEL + col;
            if (b->m - row < ROWS) {
                run_tile(t, 1, bf16);
            } else {
                run_tile(t, ROWS, bf16);
            }
        }
    }
}

FW_INLINE void run_block(const struct fw_block *b, const bool bf16)
{
    const size_t size = bf16 ? 2 : 4;
    struct tile t = {.lda = b->lda * size, .steps = b->k * size / 4, .ldc = b->ldc,
                     .add = b->add};
    for (size_t p = 0; p < b->panels; p++) {
        run_panel(b, p, &t, bf16);
    }
}

static void block_f32(const struct fw_block *b)
{
    run_block(b, false);
}

static void block_bf16(const struct fw_block *b)
{
    run_block(b, true);
}

static bool available(void)
{
    return true;
}

const struct fw_kernel_variant fw_variant_portable_f32 = {
    .name = "portable-f32",
    .text = "any processor, f32, vectors of the compiler",
    .weights = FW_F32,
    .operand = FW_F32,
    .held = 256 << 10, /* of the second cache */
    .available = available,
    .block = block_f32,
    .rows = &fw_rows_portable,
};

const struct fw_kernel_variant fw_variant_portable_bf16 = {
    .name = "portable-bf16",
    .text = "any processor, bf16 stored, multiplied in f32",
    .weights = FW_BF16,
    .operand = FW_BF16,
    .held = 256 << 10, /* of the second cache */
    .available = available,
    .block = block_bf16,
    .rows = &fw_rows_portable,
};
