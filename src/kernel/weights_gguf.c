/* weights_gguf.c - the directory of a GGUF file, versions 2 and 3, little-endian: magic, version,
 * numbers of tensors and of key-value pairs, the pairs, the tensors' names, shapes, types and
 * offsets; then the data, aligned. Source: [gguf] docs/gguf.md of github.com/ggml-org/ggml. */
#include <string.h>

#include "kernel/weights_file.h"

enum { HEADER_BYTES = 24, STRING = 8, ARRAY = 9, MAX_DEPTH = 4, MAX_COUNT = 1 << 24 };

struct reader {
    const unsigned char *p, *end;
    bool bad;
};

bool fw_is_gguf(const struct fw_weights_file *f)
{
    return f->size >= HEADER_BYTES && memcmp(f->map, "GGUF", 4) == 0;
}

/* n bytes, or NULL and bad. */
static const unsigned char *take(struct reader *r, uint64_t n)
{
    if (r->bad || n > (uint64_t)(r->end - r->p)) {
        r->bad = true;
        return NULL;
    }
    const unsigned char *p = r->p;
    r->p += n;
    return p;
}

static uint32_t u32(struct reader *r)
{
    const unsigned char *p = take(r, 4);
    return p != NULL ? fw_read_u32(p) : 0;
}

static uint64_t u64(struct reader *r)
{
    const unsigned char *p = take(r, 8);
    return p != NULL ? fw_read_u64(p) : 0;
}

static const char *string(struct reader *r, size_t *len)
{
    const uint64_t n = u64(r);
    *len = (size_t)n;
    return (const char *)take(r, n);
}

/* Past one value of a type; arrays may hold arrays. */
static void skip(struct reader *r, uint32_t type, int depth)
{
    static const unsigned char sizes[] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
    size_t n;
    if (type >= sizeof(sizes) || depth > MAX_DEPTH) {
        r->bad = true;
    } else if (type == STRING) {
        (void)string(r, &n);
    } else if (type == ARRAY) {
        const uint32_t of = u32(r);
        const uint64_t count = u64(r);
        if (of < sizeof(sizes) && sizes[of] > 0) {
            r->bad = r->bad || count > UINT64_MAX / 8;
            (void)take(r, r->bad ? 0 : count * sizes[of]);
            return;
        }
        for (uint64_t i = 0; i < count && !r->bad; i++) {
            skip(r, of, depth + 1);
        }
    } else {
        (void)take(r, sizes[type]);
    }
}

static bool same(const char *s, size_t n, const char *word)
{
    return s != NULL && strlen(word) == n && memcmp(s, word, n) == 0;
}

/* Two pairs matter: the alignment of the data, and the architecture. */
static uint64_t pairs(struct fw_weights_file *f, struct reader *r, uint64_t count)
{
    uint64_t alignment = 32;
    for (uint64_t i = 0; i < count && !r->bad; i++) {
        size_t n, len;
        const char *key = string(r, &n);
        const uint32_t type = u32(r);
        if (same(key, n, "general.alignment") && type == 4) {
            alignment = u32(r);
        } else if (same(key, n, "general.architecture") && type == STRING) {
            const char *name = string(r, &len);
            f->alternates = same(name, len, "llama");
        } else {
            skip(r, type, 0);
        }
    }
    return alignment;
}

static void tensor(struct reader *r, struct fw_entry *e, uint64_t *offset)
{
    e->name = string(r, &e->name_len);
    e->num_dims = u32(r);
    r->bad = r->bad || e->num_dims > 4;
    for (unsigned i = 0; i < e->num_dims && !r->bad; i++) {
        e->dims[e->num_dims - 1 - i] = u64(r); /* the file has the innermost first */
    }
    const uint32_t type = u32(r);
    *offset = u64(r);
    e->type = type == 0 ? FW_F32 : type == 1 ? FW_F16 : type == 30 ? FW_BF16 : FW_DTYPE_COUNT;
    e->type_name = type == 0 ? "F32" : type == 1 ? "F16" : type == 30 ? "BF16" : "a packed type";
}

static bool fits(const struct fw_entry *e, uint64_t offset, uint64_t size)
{
    fw_u128 bytes = e->type == FW_DTYPE_COUNT ? 0 : fw_entry_size(e->type);
    for (unsigned i = 0; i < e->num_dims; i++) {
        bytes *= e->dims[i];
        if (bytes > size) {
            return false;
        }
    }
    return offset <= size && bytes <= size - offset;
}

enum fw_status fw_gguf_entries(struct fw_weights_file *f, struct fw_err *err)
{
    struct reader r = {.p = f->map + HEADER_BYTES, .end = f->map + f->size};
    const uint32_t version = fw_read_u32(f->map + 4);
    const uint64_t tensors = fw_read_u64(f->map + 8), num_pairs = fw_read_u64(f->map + 16);
    if ((version != 2 && version != 3) || tensors > MAX_COUNT || num_pairs > MAX_COUNT) {
        return fw_fail(err, FW_INPUT, "GGUF version %lu with %llu tensors: not understood",
                       (unsigned long)version, (unsigned long long)tensors);
    }
    const uint64_t alignment = pairs(f, &r, num_pairs);
    const struct reader directory = r;
    uint64_t offset;
    for (uint64_t i = 0; i < tensors && !r.bad; i++) {
        struct fw_entry e = {.num_dims = 0};
        tensor(&r, &e, &offset);
    }
    if (r.bad || alignment == 0 || alignment > 1 << 20) {
        return fw_fail(err, FW_INPUT, "GGUF header: ends or errs at byte %zu of %zu (truncated?)",
                       (size_t)(r.p - f->map), f->size);
    }
    const uint64_t data = fw_round_up((uint64_t)(r.p - f->map), alignment);
    const uint64_t size = data < f->size ? f->size - data : 0;
    r = directory;
    for (uint64_t i = 0; i < tensors; i++) {
        struct fw_entry e = {.num_dims = 0};
        tensor(&r, &e, &offset);
        if (!fits(&e, offset, size)) {
            return fw_fail(err, FW_INPUT, "tensor %.*s lies outside the file (truncated?)",
                           (int)(e.name_len < 80 ? e.name_len : 80), e.name);
        }
        e.data = f->map + data + offset;
        const enum fw_status s = fw_entries_add(f, &e, err);
        if (s != FW_OK) {
            return s;
        }
    }
    return FW_OK;
}
