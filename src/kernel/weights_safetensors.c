/* weights_safetensors.c - the directory of a safetensors file: 8 bytes length of a JSON object,
 * the object, the data. {"name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, ...,
 * "__metadata__": {"key": "value"}}. Source: [safetensors] README of
 * github.com/huggingface/safetensors, "Format". The object is read in one pass, without a tree. */
#include <string.h>

#include "kernel/weights_file.h"

enum { LENGTH_BYTES = 8, HEADER_MAX = 100000000 };

struct reader {
    const char *p, *end, *start;
    bool bad;
};

bool fw_is_safetensors(const struct fw_weights_file *f)
{
    return f->size > LENGTH_BYTES + 1 && f->map[LENGTH_BYTES] == '{'
           && fw_read_u64(f->map) <= HEADER_MAX;
}

static void blanks(struct reader *r)
{
    while (r->p < r->end && (*r->p == ' ' || *r->p == '\n' || *r->p == '\r' || *r->p == '\t')) {
        r->p++;
    }
}

/* True and past it if the next sign is c. */
static bool next(struct reader *r, char c)
{
    blanks(r);
    if (r->bad || r->p >= r->end || *r->p != c) {
        return false;
    }
    r->p++;
    return true;
}

static void want(struct reader *r, char c)
{
    r->bad = !next(r, c) || r->bad;
}

/* The text between the quotes, escapes as they stand. */
static const char *string(struct reader *r, size_t *len)
{
    want(r, '"');
    const char *start = r->p;
    while (!r->bad && r->p < r->end && *r->p != '"') {
        r->p += *r->p == '\\' && r->end - r->p > 1 ? 2 : 1;
    }
    *len = (size_t)(r->p - start);
    want(r, '"');
    return start;
}

/* [n, n, ...] of at most max whole numbers. */
static unsigned numbers(struct reader *r, uint64_t *out, unsigned max)
{
    unsigned n = 0;
    want(r, '[');
    while (!r->bad && !next(r, ']')) {
        uint64_t v = 0;
        if (n > 0) {
            want(r, ',');
        }
        blanks(r);
        const char *digits = r->p;
        while (r->p < r->end && *r->p >= '0' && *r->p <= '9' && v < UINT64_MAX / 16) {
            v = v * 10 + (uint64_t)(*r->p++ - '0');
        }
        r->bad = r->bad || r->p == digits || n == max;
        if (!r->bad) {
            out[n++] = v;
        }
    }
    return n;
}

static bool same(const char *s, size_t n, const char *word)
{
    return strlen(word) == n && memcmp(s, word, n) == 0;
}

static void set_type(struct fw_entry *e, const char *s, size_t n)
{
    static const struct {
        const char *name;
        enum fw_dtype type;
    } types[] = {{"F32", FW_F32}, {"F16", FW_F16}, {"BF16", FW_BF16}};
    e->type = FW_DTYPE_COUNT;
    e->type_name = "another type";
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        if (same(s, n, types[i].name)) {
            e->type = types[i].type;
            e->type_name = types[i].name;
        }
    }
}

/* The object behind a name. */
static void tensor(struct reader *r, struct fw_entry *e, uint64_t offsets[2])
{
    bool first = true;
    unsigned given = 0;
    want(r, '{');
    while (!r->bad && !next(r, '}')) {
        size_t n, len;
        if (!first) {
            want(r, ',');
        }
        first = false;
        const char *key = string(r, &n);
        want(r, ':');
        if (same(key, n, "dtype")) {
            const char *type = string(r, &len);
            set_type(e, type, len);
            given |= 1U;
        } else if (same(key, n, "shape")) {
            e->num_dims = numbers(r, e->dims, 4);
            given |= 2U;
        } else if (same(key, n, "data_offsets")) {
            r->bad = numbers(r, offsets, 2) != 2 || r->bad;
            given |= 4U;
        } else {
            r->bad = true;
        }
    }
    r->bad = r->bad || given != 7U;
}

static void metadata(struct reader *r)
{
    bool first = true;
    want(r, '{');
    while (!r->bad && !next(r, '}')) {
        size_t n;
        if (!first) {
            want(r, ',');
        }
        first = false;
        (void)string(r, &n);
        want(r, ':');
        (void)string(r, &n);
    }
}

/* Offsets inside the data, and as long as the shape says. */
static bool fits(const struct fw_entry *e, const uint64_t o[2], uint64_t size)
{
    fw_u128 bytes = e->type == FW_DTYPE_COUNT ? 0 : fw_entry_size(e->type);
    for (unsigned i = 0; i < e->num_dims; i++) {
        if (e->dims[i] > size && bytes > 0) {
            return false;
        }
        bytes *= e->dims[i];
        if (bytes > size) {
            return false;
        }
    }
    return o[0] <= o[1] && o[1] <= size && (e->type == FW_DTYPE_COUNT || bytes == o[1] - o[0]);
}

static enum fw_status add_tensor(struct fw_weights_file *f, struct reader *r,
                                 const unsigned char *data, struct fw_entry *e,
                                 struct fw_err *err)
{
    uint64_t offsets[2] = {0, 0};
    tensor(r, e, offsets);
    if (r->bad) {
        return FW_OK; /* the caller says where */
    }
    if (!fits(e, offsets, (uint64_t)(f->map + f->size - data))) {
        return fw_fail(err, FW_INPUT, "tensor %.*s: its place [%llu, %llu) does not agree with its "
                       "shape or lies outside the file (truncated?)",
                       (int)(e->name_len < 80 ? e->name_len : 80), e->name,
                       (unsigned long long)offsets[0], (unsigned long long)offsets[1]);
    }
    e->data = data + offsets[0];
    return fw_entries_add(f, e, err);
}

enum fw_status fw_safetensors_entries(struct fw_weights_file *f, struct fw_err *err)
{
    const uint64_t header = fw_read_u64(f->map);
    if (header > f->size - LENGTH_BYTES) {
        return fw_fail(err, FW_INPUT, "a header of %llu bytes in a file of %zu (truncated?)",
                       (unsigned long long)header, f->size);
    }
    const char *start = (const char *)f->map + LENGTH_BYTES;
    struct reader r = {.p = start, .start = start, .end = start + header};
    bool first = true;
    want(&r, '{');
    while (!r.bad && !next(&r, '}')) {
        struct fw_entry e = {.type = FW_DTYPE_COUNT};
        if (!first) {
            want(&r, ',');
        }
        first = false;
        e.name = string(&r, &e.name_len);
        want(&r, ':');
        if (same(e.name, e.name_len, "__metadata__")) {
            metadata(&r);
            continue;
        }
        const enum fw_status s =
            add_tensor(f, &r, f->map + LENGTH_BYTES + header, &e, err);
        if (s != FW_OK) {
            return s;
        }
    }
    if (r.bad) {
        return fw_fail(err, FW_INPUT, "safetensors header: not understood at byte %zu",
                       (size_t)(r.p - r.start) + LENGTH_BYTES);
    }
    return FW_OK;
}
