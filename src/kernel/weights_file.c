/* weights_file.c - opens, checks and reads weight files. The file is mapped: nothing is copied
 * before the kernel asks for a row. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fault.h"
#include "kernel/weights_file.h"

uint32_t fw_read_u32(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

uint64_t fw_read_u64(const unsigned char *p)
{
    return (uint64_t)fw_read_u32(p) | (uint64_t)fw_read_u32(p + 4) << 32;
}

/* IEEE half: 1 sign, 5 exponent, 10 fraction bits. */
static float half_float(uint16_t h)
{
    const uint32_t sign = (uint32_t)(h & 0x8000U) << 16, fraction = h & 0x3ffU;
    const uint32_t exponent = h >> 10 & 0x1fU;
    union { uint32_t u; float f; } x;
    if (exponent == 0) { /* subnormal: fraction x 2^-24 */
        x.f = (float)fraction * 5.9604644775390625e-8f;
        x.u |= sign;
        return x.f;
    }
    x.u = sign | (exponent == 31 ? 255U : exponent + 112U) << 23 | fraction << 13;
    return x.f;
}

static float element(const struct fw_view *v, uint64_t i)
{
    union { uint32_t u; float f; } x;
    if (v->type == FW_F32) {
        x.u = fw_read_u32(v->data + 4 * i);
        return x.f;
    }
    const uint16_t h = (uint16_t)(v->data[2 * i] | v->data[2 * i + 1] << 8);
    return v->type == FW_BF16 ? fw_bf16_float(h) : half_float(h);
}

static void read_rows(const struct fw_weights *w, enum fw_tensor t, uint64_t layer, uint64_t row,
                      uint64_t n, float *out)
{
    const struct fw_weights_file *f = (const struct fw_weights_file *)w;
    const struct fw_view *v = fw_view_of(f, t, layer);
    const bool vector = !fw_tensor_table[t].matrix;
    for (uint64_t r = row; r < row + n; r++) {
        for (uint64_t i = 0; i < v->cols; i++) {
            uint64_t at = vector ? i : r;
            if (v->head > 0) { /* plane p of a head is stored at 2p and 2p + 1 */
                const uint64_t in = at % v->head, half = v->head / 2;
                at = at - in + (in < half ? 2 * in : 2 * (in - half) + 1);
            }
            out[(r - row) * v->cols + i] = element(v, vector ? at : v->transposed
                                                                  ? i * v->ld + at
                                                                  : at * v->ld + i);
        }
    }
}

static void close_file(struct fw_weights *w)
{
    struct fw_weights_file *f = (struct fw_weights_file *)w;
    if (f->map != NULL) {
        (void)munmap((void *)(uintptr_t)f->map, f->size); /* cannot fail for a whole mapping */
    }
    free(f->entries);
    free(f->views);
    free(f);
}

void fw_weights_close(struct fw_weights *w)
{
    if (w != NULL) {
        w->close(w);
    }
}

enum fw_status fw_entries_add(struct fw_weights_file *f, const struct fw_entry *e,
                              struct fw_err *err)
{
    if ((f->num_entries & (f->num_entries - 1)) == 0) { /* a power of two: full */
        const size_t room = f->num_entries > 0 ? 2 * f->num_entries : 1;
        struct fw_entry *grown =
            fw_fault_hit() ? NULL : realloc(f->entries, room * sizeof(*grown));
        if (grown == NULL) {
            return fw_fail(err, FW_SYSTEM, "no memory for the directory of %zu tensors", room);
        }
        f->entries = grown;
    }
    f->entries[f->num_entries++] = *e;
    return FW_OK;
}

static enum fw_status map_file(struct fw_weights_file *f, const char *path, struct fw_err *err)
{
    struct stat st;
    const int fd = open(path, O_RDONLY);
    if (fd < 0 || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size <= 0) {
        const char *why = fd < 0 ? strerror(errno)
                          : fstat(fd, &st) == 0 && !S_ISREG(st.st_mode) ? "not a regular file"
                                                                        : "empty file";
        fw_fail(err, fd < 0 ? FW_SYSTEM : FW_INPUT, "%s", why);
        if (fd >= 0) {
            (void)close(fd); /* was only read */
        }
        return fw_err_at(err, path, 0, 0);
    }
    f->size = (size_t)st.st_size;
    void *map = mmap(NULL, f->size, PROT_READ, MAP_PRIVATE, fd, 0);
    (void)close(fd); /* the mapping stays */
    if (map == MAP_FAILED) {
        fw_fail(err, FW_SYSTEM, "cannot be mapped: %s", strerror(errno));
        return fw_err_at(err, path, 0, 0);
    }
    f->map = map;
    return FW_OK;
}

/* True if all n elements from data on are finite. */
static bool finite(const struct fw_view *v, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        const float x = element(v, i);
        if (x - x != 0.0f) {
            return false;
        }
    }
    return true;
}

static enum fw_status check_tensor(const struct fw_weights_file *f, enum fw_tensor t,
                                   const struct fw_view *v, struct fw_err *err)
{
    const struct fw_tensor_shape s = fw_tensor_shape(&f->c, &f->c.group[0], t);
    const uint64_t outer = v->transposed ? s.cols : s.rows;
    const uint64_t inner = v->transposed ? s.rows : s.cols;
    struct fw_view row = *v;
    for (uint64_t r = 0; r < outer; r++) {
        row.data = v->data + r * v->ld * fw_entry_size(v->type);
        if (!finite(&row, inner)) {
            return fw_fail(err, FW_INPUT, "a value that is not finite in: %s, row %llu of the file",
                           fw_tensor_table[t].meaning, (unsigned long long)r);
        }
    }
    return FW_OK;
}

/* Every value of every tensor that is used. */
static enum fw_status check_values(const struct fw_weights_file *f, struct fw_err *err)
{
    enum fw_status s = FW_OK;
    for (uint64_t i = 0; s == FW_OK && i < (f->c.layers + 1) * FW_TENSOR_COUNT; i++) {
        if (f->views[i].data != NULL) {
            s = check_tensor(f, (enum fw_tensor)(i % FW_TENSOR_COUNT), &f->views[i], err);
        }
    }
    return s;
}

static enum fw_status find_views(struct fw_weights_file *f, struct fw_err *err)
{
    if (f->c.num_groups != 1) {
        return fw_fail(err, FW_INPUT,
                       "the model has layers of several kinds: only random weights can be run");
    }
    enum fw_status s;
    if (fw_is_gguf(f)) {
        s = fw_gguf_entries(f, err);
    } else if (fw_is_safetensors(f)) {
        s = fw_safetensors_entries(f, err);
    } else {
        return fw_llama2c_views(f, err);
    }
    return s == FW_OK ? fw_entries_views(f, err) : s;
}

enum fw_status fw_weights_open(const char *path, const struct fw_kernel_config *c,
                               struct fw_weights **out, struct fw_err *err)
{
    struct fw_weights_file *f = fw_fault_hit() ? NULL : calloc(1, sizeof(*f));
    if (f == NULL) {
        return fw_fail(err, FW_SYSTEM, "no memory");
    }
    f->base.read = read_rows;
    f->base.close = close_file;
    f->path = path;
    f->c = *c;
    enum fw_status s = map_file(f, path, err);
    if (s == FW_OK) {
        f->views = fw_fault_hit() || c->layers > SIZE_MAX / sizeof(struct fw_view) / 64
                       ? NULL
                       : calloc((size_t)c->layers + 1, FW_TENSOR_COUNT * sizeof(struct fw_view));
        s = f->views != NULL ? find_views(f, err) : fw_fail(err, FW_SYSTEM, "no memory");
        s = s == FW_OK ? check_values(f, err) : s;
    }
    if (s != FW_OK) {
        (void)fw_err_at(err, path, 0, 0);
        close_file(&f->base);
        return s;
    }
    free(f->entries);
    f->entries = NULL;
    f->path = NULL;
    *out = &f->base;
    return FW_OK;
}
