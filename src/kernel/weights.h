/* weights.h - where weights come from: the generator, or a file.
 *
 * A source hands out rows of tensors as floats; the kernel stores them as its variant likes.
 * Files are checked completely when they are opened (size, shapes against the configuration,
 * every value finite), before the kernel allocates anything.
 */
#ifndef FW_KERNEL_WEIGHTS_H
#define FW_KERNEL_WEIGHTS_H

#include "kernel/kernel.h"

enum fw_tensor {
#define TENSOR(scope, id, ...) FW_TENSOR_##id,
#include "kernel/tensors.def"
#undef TENSOR
    FW_TENSOR_COUNT
};

struct fw_tensor_info {
    const char *id, *meaning;
    bool in_layer, matrix;
};
extern const struct fw_tensor_info fw_tensor_table[FW_TENSOR_COUNT];

struct fw_tensor_shape {
    uint64_t rows, cols; /* rows = 0: absent */
    double base, std;
};
/* g is ignored for tensors outside the layers. */
struct fw_tensor_shape fw_tensor_shape(const struct fw_kernel_config *c,
                                       const struct fw_kernel_group *g, enum fw_tensor t);

struct fw_weights {
    /* Writes rows [row, row + n) of a tensor, (n, cols), to out. Thread-safe; cannot fail, since
     * the source was checked when it was opened. */
    void (*read)(const struct fw_weights *w, enum fw_tensor t, uint64_t layer, uint64_t row,
                 uint64_t n, float *out);
    void (*close)(struct fw_weights *w);
};

/* Opens a weight file for a model: llama2.c .bin (version 0), safetensors, GGUF, told apart by
 * their content. layers: how many of its layers are used (config.layers). FW_INPUT names the
 * file and the tensor: foreign or truncated file, a tensor missing, of another shape or of a
 * type that is not F32, F16 or BF16, a value that is not finite. */
enum fw_status fw_weights_open(const char *path, const struct fw_kernel_config *c,
                               struct fw_weights **out, struct fw_err *err);
void fw_weights_close(struct fw_weights *w); /* NULL is allowed */

/* Value i of the generator's stream for a tensor: uniform, mean 0, variance 1. A pure function
 * of its arguments (counter-based), so any thread may ask for any part. */
float fw_weights_random(uint64_t seed, enum fw_tensor t, uint64_t layer, uint64_t i);
/* Rows [row, row + n) of a tensor as at initialisation. */
void fw_weights_random_rows(const struct fw_kernel_config *c, const struct fw_kernel_group *g,
                            enum fw_tensor t, uint64_t layer, uint64_t row, uint64_t n,
                            float *out);

#endif
