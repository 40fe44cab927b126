/* weights_file.h - a mapped weight file and where its tensors lie. */
#ifndef FW_KERNEL_WEIGHTS_FILE_H
#define FW_KERNEL_WEIGHTS_FILE_H

#include "kernel/engine.h"

/* One tensor of the file as its directory describes it; dims from the outermost in. */
struct fw_entry {
    const char *name; /* in the map, not terminated */
    size_t name_len;
    const char *type_name; /* for messages */
    enum fw_dtype type;    /* FW_F32, FW_F16, FW_BF16; FW_DTYPE_COUNT = another */
    unsigned num_dims;
    uint64_t dims[4];
    const unsigned char *data; /* inside the map: checked by the reader of the directory */
};

/* Where rows of a tensor come from. Element (row, i) of W is data[row ld + i], or, if the file
 * holds the transpose, data[i ld + row]. */
struct fw_view {
    const unsigned char *data; /* NULL = the model has no such tensor */
    enum fw_dtype type;
    bool transposed;
    uint64_t cols, ld;
    uint64_t head; /* > 0: rows of a head of that width alternate between its two halves */
};

struct fw_weights_file {
    struct fw_weights base; /* first */
    const unsigned char *map;
    size_t size;
    const char *path; /* only while it is opened */
    struct fw_kernel_config c;
    struct fw_entry *entries; /* malloc'ed, NULL when opened */
    size_t num_entries;
    bool alternates; /* GGUF "llama": queries and keys are stored for interleaved rotation */
    struct fw_view *views; /* (layers + 1, FW_TENSOR_COUNT); the last row: outside the layers */
};

static inline struct fw_view *fw_view_of(const struct fw_weights_file *f, enum fw_tensor t,
                                         uint64_t layer)
{
    const uint64_t row = fw_tensor_table[t].in_layer ? layer : f->c.layers;
    return &f->views[row * FW_TENSOR_COUNT + t];
}
static inline size_t fw_entry_size(enum fw_dtype t)
{
    return t == FW_F32 ? 4 : 2;
}
/* Unaligned little-endian numbers of the map. */
uint32_t fw_read_u32(const unsigned char *p);
uint64_t fw_read_u64(const unsigned char *p);

/* Is it a file of that kind (by its first bytes)? */
bool fw_is_gguf(const struct fw_weights_file *f);
bool fw_is_safetensors(const struct fw_weights_file *f);
/* Fill entries; the places of all tensors are inside the map afterwards. */
enum fw_status fw_gguf_entries(struct fw_weights_file *f, struct fw_err *err);
enum fw_status fw_safetensors_entries(struct fw_weights_file *f, struct fw_err *err);
/* Adds one; FW_SYSTEM without memory. */
enum fw_status fw_entries_add(struct fw_weights_file *f, const struct fw_entry *e,
                              struct fw_err *err);
/* Fill views: by name from the entries, or directly (llama2.c has no names). */
enum fw_status fw_entries_views(struct fw_weights_file *f, struct fw_err *err);
enum fw_status fw_llama2c_views(struct fw_weights_file *f, struct fw_err *err);

#endif
