/* product.c - a product with packed weights, cut into tasks of up to 256 rows and a few panels.
 *
 * Which thread takes a task makes no difference to any bit: every output is summed by one thread
 * in one order, chunk by chunk of the inputs.
 */
#include "kernel/pack.h"
#include "kernel/rows.h"

enum { ROW_BLOCK = 256, FEW_ROWS = 64 };
enum { WORTH_THREADS = 1 << 16 }; /* multiply-adds: some microseconds, as a fork and a join */

struct job {
    const struct fw_product *p;
    uint64_t panels, padded; /* padded: inputs */
    uint64_t step, chunk;    /* panels of a task; inputs of a block */
};

/* A task goes through the inputs chunk by chunk; mostly one chunk holds them all. */
static void run_task(const struct job *j, uint64_t row, uint64_t panel)
{
    const struct fw_product *p = j->p;
    const size_t size = fw_dtype_size(p->variant->operand);
    const uint64_t left = p->rows - row;
    for (uint64_t i0 = 0; i0 < j->padded; i0 += j->chunk) {
        p->variant->block(&(struct fw_block){
            .m = left < ROW_BLOCK ? left : ROW_BLOCK,
            .panels = j->panels - panel < j->step ? j->panels - panel : j->step,
            .k = j->padded - i0 < j->chunk ? j->padded - i0 : j->chunk,
            .a = (const unsigned char *)p->a + (row * p->lda + i0) * size,
            .lda = p->lda,
            .b = (const unsigned char *)p->w + (panel * j->padded + i0) * FW_PANEL * size,
            .panel_stride = j->padded * FW_PANEL,
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

/* Equal chunks, as long as a cache holds them for all rows of a task. */
static uint64_t inputs_per_block(const struct fw_product *p, uint64_t padded)
{
    const uint64_t rows = p->rows < ROW_BLOCK ? p->rows : ROW_BLOCK;
    const uint64_t most = p->variant->held / (rows * fw_dtype_size(p->variant->operand));
    const uint64_t chunks = most > 0 ? (padded + most - 1) / most : padded;
    return fw_round_up((padded + chunks - 1) / chunks, FW_PANEL);
}

/* Few rows: long pieces, since memory is read front to back; a multiple of the streams that a
 * block reads at once. Many rows: small ones, so that no thread waits long for the others; larger
 * where a chunk of A that was brought into a cache has to pay. */
static uint64_t panels_per_task(const struct job *j)
{
    const uint64_t piece = j->panels / (j->p->threads * 8) / 4 * 4;
    if (j->p->rows > FEW_ROWS) {
        return j->chunk < j->padded ? 8 : 2;
    }
    return piece < 4 ? 4 : piece < 32 ? piece : 32;
}

void fw_product(const struct fw_product *p)
{
    struct job j = {.p = p, .panels = fw_panels(p->n), .padded = fw_round_up(p->m, FW_PANEL)};
    j.chunk = inputs_per_block(p, j.padded);
    j.step = panels_per_task(&j);
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
