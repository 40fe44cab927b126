/* pack.c - matrices from a source of weights into the layout of the variant, and rows back. */
#include <string.h>

#include "kernel/pack.h"

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

/* One row (cols) into output j of panel p; NULL = zeros. */
static void scatter(const struct fw_kernel_config *c, const float *row, uint64_t cols, uint64_t p,
                    size_t j, void *data)
{
    const uint64_t padded = fw_round_up(cols, FW_PANEL), start = p * padded * FW_PANEL;
    for (size_t i = 0; i < padded; i++) {
        const float v = row != NULL && i < cols ? row[i] : 0.0f;
        fw_put(data, c->dtype, start + fw_panel_at(c->dtype, i, j), v);
    }
}

void fw_matrix_fill(const struct fw_kernel *k, const struct fw_kernel_group *g,
                    const struct fw_weights *w, enum fw_tensor t, uint64_t layer, void *data)
{
    const struct fw_kernel_config *c = &k->c;
    const struct fw_tensor_shape s = fw_tensor_shape(c, g, t);
    const uint64_t panels = fw_panels(s.rows);
#pragma omp parallel for num_threads(c->threads) schedule(static)
    for (uint64_t p = 0; p < panels; p++) {
        float *row = k->scratch[fw_thread()].row;
        for (uint64_t r = p * FW_PANEL; r < (p + 1) * FW_PANEL; r++) {
            if (r < s.rows) {
                read_row(c, g, w, t, layer, r, row);
            }
            if (fw_is_packed(c)) {
                scatter(c, r < s.rows ? row : NULL, s.cols, p, r % FW_PANEL, data);
                continue;
            }
            for (size_t i = 0; r < s.rows && i < s.cols; i++) {
                fw_put(data, c->dtype, r * s.cols + i, row[i]);
            }
        }
    }
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
