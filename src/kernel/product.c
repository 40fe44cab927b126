/* product.c - a product with packed weights, cut into tasks of up to 256 rows and a few panels.
 *
 * Which thread takes a task makes no difference to any bit: every output is summed by one thread
 * in one order, chunk by chunk of the inputs.
 */
#include "kernel/pack.h"
#include "kernel/rows.h"

enum { ROW_BLOCK = 256 }; /* rows of A whose chunk (256 KiB) stays in the second cache */

enum { WORTH_THREADS = 1 << 16 }; /* multiply-adds: some microseconds, as a fork and a join */

struct job {
    const struct fw_product *p;
    uint64_t panels, padded, step; /* step: panels per task */
};

static void run_task(const struct job *j, uint64_t row, uint64_t panel)
{
    const struct fw_product *p = j->p;
    const enum fw_dtype t = p->variant->operand;
    const size_t size = fw_dtype_size(t);
    const uint64_t left = p->rows - row, chunk = fw_chunk(t);
    for (uint64_t i0 = 0; i0 < j->padded; i0 += chunk) {
        const uint64_t inputs = j->padded - i0 < chunk ? j->padded - i0 : chunk;
        const size_t start = fw_panel_start(t, j->panels, j->padded, i0, panel);
        p->variant->block(&(struct fw_block){
            .m = left < ROW_BLOCK ? left : ROW_BLOCK,
            .panels = j->panels - panel < j->step ? j->panels - panel : j->step,
            .k = inputs,
            .a = (const unsigned char *)p->a + (row * p->lda + i0) * size,
            .lda = p->lda,
            .b = (const unsigned char *)p->w + start * size,
            .panel_stride = inputs * FW_PANEL,
            .c = p->c + row * p->ldc + panel * FW_PANEL,
            .ldc = p->ldc,
            .add = i0 > 0});
    }
}

static void add_bias(const struct job *j, uint64_t row, uint64_t panel)
{
    const struct fw_product *p = j->p;
    const uint64_t first = panel * FW_PANEL, last = (panel + j->step) * FW_PANEL;
    const uint64_t n = (last < p->n ? last : p->n) - first;
    for (uint64_t r = row; r < p->rows && r < row + ROW_BLOCK; r++) {
        p->variant->rows->add(p->c + r * p->ldc + first, p->bias + first, n);
    }
}

/* Few rows: long pieces, since memory is read front to back; many: about 256 outputs. */
static uint64_t panels_per_task(uint64_t rows, uint64_t panels, unsigned threads)
{
    const uint64_t piece = panels / (threads * 8);
    return rows > 64 || piece < 8 ? 8 : piece < 32 ? piece : 32;
}

void fw_product(const struct fw_product *p)
{
    struct job j = {.p = p, .panels = fw_panels(p->n), .padded = fw_round_up(p->m, FW_PANEL)};
    j.step = panels_per_task(p->rows, j.panels, p->threads);
    const uint64_t across = (j.panels + j.step - 1) / j.step;
    const uint64_t tasks = across * ((p->rows + ROW_BLOCK - 1) / ROW_BLOCK);
#pragma omp parallel for num_threads(p->threads) schedule(dynamic) \
    if (tasks > 1 && p->rows * p->m * p->n > WORTH_THREADS)
    for (uint64_t i = 0; i < tasks; i++) {
        const uint64_t row = i / across * ROW_BLOCK, panel = i % across * j.step;
        run_task(&j, row, panel);
        if (p->bias != NULL) {
            add_bias(&j, row, panel);
        }
    }
}
