/* pack.c - matrices from a source of weights into the layout of the variant, and rows back. */
#include <string.h>

#include "kernel/pack.h"
#include "kernel/rows.h"

fw_u128 fw_matrix_bytes(const struct fw_kernel_config *c, uint64_t rows, uint64_t cols)
{
    if (!fw_is_packed(c)) {
        return (fw_u128)rows * cols * fw_dtype_size(c->dtype);
    }
    return (fw_u128)fw_round_up(rows, FW_PANEL) * fw_round_up(cols, FW_PANEL)
           * fw_dtype_size(c->dtype);
}

static void read_row(const struct fw_kernel_config *c, const struct fw_kernel_group *g,
                     const struct fw_weights *w, enum fw_tensor t, uint64_t layer, uint64_t row,
                     float *out)
{
    if (w != NULL) {
        w->read(w, t, layer, row, 1, out);
    } else {
        fw_weights_random_rows(c, g, t, layer, row, 1, out);
    }
}

/* 32 rows of `words` 4-byte words into a panel. A word is one f32 or a pair of bf16 (pack.h). */
static void fill_panel(const uint32_t *rows, size_t words, uint32_t *panel)
{
    for (size_t i = 0; i < words; i++) {
        for (size_t j = 0; j < FW_PANEL; j++) {
            panel[i * FW_PANEL + j] = rows[j * words + i];
        }
    }
}

static void fill_packed(const struct fw_kernel *k, const struct fw_kernel_group *g,
                        const struct fw_weights *w, enum fw_tensor t, uint64_t layer, void *data)
{
    const struct fw_kernel_config *c = &k->c;
    const struct fw_tensor_shape s = fw_tensor_shape(c, g, t);
    const size_t padded = (size_t)fw_round_up(s.cols, FW_PANEL);
    const size_t words = padded * fw_dtype_size(c->dtype) / sizeof(uint32_t);
#pragma omp parallel for num_threads(c->threads) schedule(static)
    for (uint64_t p = 0; p < fw_panels(s.rows); p++) {
        const struct fw_scratch *scratch = &k->scratch[fw_thread()];
        uint32_t *rows = scratch->rows;
        for (size_t j = 0; j < FW_PANEL; j++) {
            memset(scratch->row, 0, padded * sizeof(float));
            if (p * FW_PANEL + j < s.rows) {
                read_row(c, g, w, t, layer, p * FW_PANEL + j, scratch->row);
            }
            c->variant->rows->convert(scratch->row, padded, 1.0f, rows + j * words, c->dtype);
        }
        fill_panel(rows, words, (uint32_t *)data + p * words * FW_PANEL);
    }
}

static void fill_plain(const struct fw_kernel *k, const struct fw_kernel_group *g,
                       const struct fw_weights *w, enum fw_tensor t, uint64_t layer, void *data)
{
    const struct fw_kernel_config *c = &k->c;
    const struct fw_tensor_shape s = fw_tensor_shape(c, g, t);
#pragma omp parallel for num_threads(c->threads) schedule(static)
    for (uint64_t r = 0; r < s.rows; r++) {
        float *row = k->scratch[fw_thread()].row;
        read_row(c, g, w, t, layer, r, row);
        for (size_t i = 0; i < s.cols; i++) {
            fw_put(data, c->dtype, r * s.cols + i, row[i]);
        }
    }
}

void fw_matrix_fill(const struct fw_kernel *k, const struct fw_kernel_group *g,
                    const struct fw_weights *w, enum fw_tensor t, uint64_t layer, void *data)
{
    (fw_is_packed(&k->c) ? fill_packed : fill_plain)(k, g, w, t, layer, data);
}

void fw_vector_fill(const struct fw_kernel_config *c, const struct fw_kernel_group *g,
                    const struct fw_weights *w, enum fw_tensor t, uint64_t layer, float *data)
{
    read_row(c, g, w, t, layer, 0, data);
}

void fw_matrix_row(const struct fw_kernel_config *c, const void *data, uint64_t cols, uint64_t row,
                   float *out)
{
    const uint64_t start = row / FW_PANEL * fw_round_up(cols, FW_PANEL) * FW_PANEL;
    for (size_t i = 0; i < cols; i++) {
        out[i] = fw_get(data, c->dtype, start + fw_panel_at(c->dtype, i, row % FW_PANEL));
    }
}
