/* weights_names.c - from the names in a file to the tensors of the kernel, shapes checked.
 *
 * The entries are sorted by name, so that a model of many layers is found in n log n. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/weights_file.h"

enum how { PLAIN, TURNED, FUSED, FUSED_TURNED };
struct row {
    enum fw_tensor tensor;
    const char *name;
    enum how how;
};
static const struct row rows[] = {
#define NAME(tensor, name, how) {FW_TENSOR_##tensor, name, how},
#include "kernel/names.def"
#undef NAME
};
enum { NUM_ROWS = sizeof(rows) / sizeof(rows[0]), NAME_LEN = 128 };

/* "model.layers.0.x" and "transformer.h.0.x" without the first word. */
static void strip(struct fw_entry *e)
{
    static const char *const prefixes[] = {"model.", "transformer."};
    for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
        const size_t n = strlen(prefixes[i]);
        if (e->name_len > n && memcmp(e->name, prefixes[i], n) == 0) {
            e->name += n;
            e->name_len -= n;
            return;
        }
    }
}

static int by_name(const void *a, const void *b)
{
    const struct fw_entry *x = a, *y = b;
    const size_t n = x->name_len < y->name_len ? x->name_len : y->name_len;
    const int d = memcmp(x->name, y->name, n);
    return d != 0 ? d : x->name_len < y->name_len ? -1 : x->name_len > y->name_len;
}

static const struct fw_entry *find(const struct fw_weights_file *f, const char *pattern,
                                   uint64_t layer)
{
    char name[NAME_LEN];
    const char *sharp = strchr(pattern, '#');
    const int before = sharp != NULL ? (int)(sharp - pattern) : (int)strlen(pattern);
    if (sharp == NULL) {
        (void)snprintf(name, sizeof(name), "%s", pattern);
    } else {
        (void)snprintf(name, sizeof(name), "%.*s%llu%s", before, pattern,
                       (unsigned long long)layer, sharp + 1);
    }
    const struct fw_entry key = {.name = name, .name_len = strlen(name)};
    return f->num_entries == 0
               ? NULL
               : bsearch(&key, f->entries, f->num_entries, sizeof(key), by_name);
}

/* Rows of the fused matrix, and where the part of t begins. */
static uint64_t fused_rows(const struct fw_kernel_group *g, enum fw_tensor t, uint64_t *first)
{
    const uint64_t q = g->heads * g->d_h, k = g->kv_heads * g->d_h, v = g->kv_heads * g->d_v;
    *first = t == FW_TENSOR_q || t == FW_TENSOR_q_b   ? 0
             : t == FW_TENSOR_k || t == FW_TENSOR_k_b ? q
                                                      : q + k;
    return q + k + v;
}

static enum fw_status wrong_shape(const struct fw_entry *e, uint64_t rows_, uint64_t cols,
                                  struct fw_err *err)
{
    char have[96] = "";
    for (unsigned i = 0; i < e->num_dims; i++) {
        const size_t n = strlen(have);
        (void)snprintf(have + n, sizeof(have) - n, "%s%llu", i > 0 ? " x " : "",
                       (unsigned long long)e->dims[i]);
    }
    return fw_fail(err, FW_INPUT, "tensor %.*s has shape %s, the model wants %s%llu x %llu",
                   (int)(e->name_len < 60 ? e->name_len : 60), e->name, have,
                   rows_ == 1 ? "a vector, " : "", (unsigned long long)rows_,
                   (unsigned long long)cols);
}

static enum fw_status view(struct fw_weights_file *f, const struct row *row,
                           const struct fw_entry *e, uint64_t layer, struct fw_err *err)
{
    const struct fw_kernel_group *g = &f->c.group[0];
    const struct fw_tensor_shape s = fw_tensor_shape(&f->c, g, row->tensor);
    const bool matrix = fw_tensor_table[row->tensor].matrix;
    const bool turned = matrix && (row->how == TURNED || row->how == FUSED_TURNED);
    uint64_t first = 0, outputs = matrix ? s.rows : s.cols;
    if (row->how == FUSED || row->how == FUSED_TURNED) {
        outputs = fused_rows(g, row->tensor, &first);
    }
    if (e->type == FW_DTYPE_COUNT) {
        return fw_fail(err, FW_INPUT, "tensor %.*s is of %s; only F32, F16 and BF16 can be run",
                       (int)(e->name_len < 60 ? e->name_len : 60), e->name, e->type_name);
    }
    const uint64_t want[2] = {turned ? s.cols : outputs, turned ? outputs : s.cols};
    if (matrix ? e->num_dims != 2 || e->dims[0] != want[0] || e->dims[1] != want[1]
               : e->num_dims != 1 || e->dims[0] != outputs) {
        return wrong_shape(e, matrix ? want[0] : 1, matrix ? want[1] : outputs, err);
    }
    const bool rotated = row->tensor == FW_TENSOR_q || row->tensor == FW_TENSOR_k
                         || row->tensor == FW_TENSOR_q_b || row->tensor == FW_TENSOR_k_b;
    const uint64_t ld = matrix ? want[1] : outputs;
    *fw_view_of(f, row->tensor, layer) = (struct fw_view){
        .data = e->data + first * (turned || !matrix ? 1 : ld) * fw_entry_size(e->type),
        .type = e->type,
        .transposed = turned,
        .cols = s.cols,
        .ld = ld,
        .head = f->alternates && rotated && !f->c.rope_interleaved ? g->d_h : 0,
    };
    return FW_OK;
}

static enum fw_status tensor(struct fw_weights_file *f, enum fw_tensor t, uint64_t layer,
                             struct fw_err *err)
{
    const char *first = NULL;
    for (size_t i = 0; i < NUM_ROWS; i++) {
        if (rows[i].tensor != t) {
            continue;
        }
        first = first != NULL ? first : rows[i].name;
        const struct fw_entry *e = find(f, rows[i].name, layer);
        if (e != NULL) {
            return view(f, &rows[i], e, layer, err);
        }
    }
    fw_fail(err, FW_INPUT, "layer %llu: no tensor found for: %s", (unsigned long long)layer,
            fw_tensor_table[t].meaning);
    if (!fw_tensor_table[t].in_layer) {
        fw_fail(err, FW_INPUT, "no tensor found for: %s", fw_tensor_table[t].meaning);
    }
    return first != NULL ? fw_err_hint(err, "such as %s (# = layer)", first) : FW_INPUT;
}

enum fw_status fw_entries_views(struct fw_weights_file *f, struct fw_err *err)
{
    const struct fw_kernel_group *g = &f->c.group[0];
    for (size_t i = 0; i < f->num_entries; i++) {
        strip(&f->entries[i]);
    }
    if (f->num_entries > 1) {
        qsort(f->entries, f->num_entries, sizeof(*f->entries), by_name);
    }
    for (size_t t = 0; t < FW_TENSOR_COUNT; t++) {
        const bool in_layer = fw_tensor_table[t].in_layer;
        const uint64_t times = in_layer ? f->c.layers : 1;
        if (fw_tensor_shape(&f->c, in_layer ? g : NULL, (enum fw_tensor)t).rows == 0) {
            continue;
        }
        for (uint64_t layer = 0; layer < times; layer++) {
            const enum fw_status s = tensor(f, (enum fw_tensor)t, layer, err);
            if (s != FW_OK) {
                return s;
            }
        }
    }
    return FW_OK;
}
