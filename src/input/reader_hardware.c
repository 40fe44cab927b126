/* reader_hardware.c - files under hardware.d. */
#include "input/reader.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/fields.h"
#include "input/file.h"
#include "input/reader_calibration.h"
#include "input/sections.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

struct raw_hardware {
    struct fw_hardware h;
    const struct fw_node *peak, *memory, *link, *power, *sources, *calibration;
};
#define AT(member) offsetof(struct raw_hardware, member)
static const struct fw_field top_fields[] = {
    FW_REQUIRED("name", fw_field_text, AT(h.name), "name for people"),
    FW_FIELD("vendor", fw_field_text, AT(h.vendor), "who makes it"),
    FW_FIELD("year", fw_field_year, AT(h.year), "year of release"),
    FW_FIELD("form", fw_field_text, AT(h.form), "form factor"),
    FW_REQUIRED("peak", fw_field_node, AT(peak), "dense peaks by type"),
    FW_FIELD("memory", fw_field_node, AT(memory), "size and bandwidth"),
    FW_FIELD("link", fw_field_node, AT(link), "link between devices"),
    FW_FIELD("power", fw_field_node, AT(power), "power of one device"),
    FW_FIELD("sources", fw_field_node, AT(sources), "source ids with their texts"),
    FW_FIELD("calibration", fw_field_node, AT(calibration), "what flopwatt calibrate found"),
    FW_FIELD("unverified", fw_field_words, AT(h.unverified), "fields without a document"),
    FW_FIELD("note", fw_field_text, AT(h.note), "a remark"),
};

struct raw_memory {
    const struct fw_node *size;
    double size_min, size_max, bandwidth;
};
#define MEM_AT(member) offsetof(struct raw_memory, member)
static const struct fw_field memory_fields[] = {
    FW_FIELD("size", fw_field_node, MEM_AT(size), "as sold"),
    FW_NUMBER("size_min", fw_field_real, MEM_AT(size_min), false, FW_DIM_BYTES, 1, DBL_MAX,
              "bytes that are there for certain; absent = size"),
    FW_NUMBER("size_max", fw_field_real, MEM_AT(size_max), false, FW_DIM_BYTES, 1, DBL_MAX,
              "bytes at most; absent = size with GB read as GiB"),
    FW_NUMBER("bandwidth", fw_field_real, MEM_AT(bandwidth), false, FW_DIM_BYTE_RATE, 1, DBL_MAX,
              "bytes per second"),
};

struct raw_link {
    const char *name;
    double per_direction, total;
};
#define LINK_AT(member) offsetof(struct raw_link, member)
static const struct fw_field link_fields[] = {
    FW_FIELD("name", fw_field_text, LINK_AT(name), "what it is called"),
    FW_NUMBER("per_direction", fw_field_real, LINK_AT(per_direction), false, FW_DIM_BYTE_RATE, 1,
              DBL_MAX, "bytes per second in one direction; absent = total / 2"),
    FW_NUMBER("total", fw_field_real, LINK_AT(total), false, FW_DIM_BYTE_RATE, 1, DBL_MAX,
              "bytes per second, both directions added"),
};

#define POWER_AT(member) offsetof(struct fw_hardware, member)
static const struct fw_field power_fields[] = {
    FW_NUMBER("value", fw_field_real, POWER_AT(power), true, FW_DIM_POWER, 0.001, 1e7, "power"),
    FW_FIELD("term", fw_field_text, POWER_AT(power_term), "what the vendor calls it: TDP, TGP"),
};

/* Rates that files may state and nothing computes with. */
static const char *const unused_peaks[] = {"fp64_matrix", "fp32_matrix", "fp16_accumulate_fp16",
                                           "fp6"};

static bool is_unused_peak(const char *key)
{
    for (size_t i = 0; i < COUNT(unused_peaks); i++) {
        if (strcmp(unused_peaks[i], key) == 0)
            return true;
    }
    return false;
}

/* "624 TOP/s", the unit of integer rates, is read as "624 T". */
static enum fw_status read_rate(struct fw_load *ld, const struct fw_node *node, double *out,
                                struct fw_err *err)
{
    static const char unit[] = "OP/s";
    const size_t len = sizeof unit - 1;
    const size_t n = node->kind == FW_SCALAR ? strlen(node->text) : 0;
    struct fw_node plain = *node;
    struct fw_quantity q;

    if (n > len && strcmp(node->text + n - len, unit) == 0 &&
        (n == len + 1 || node->text[n - len - 1] != 'L')) {
        plain.text = fw_arena_strndup(ld->arena, node->text, n - len);
        if (plain.text == NULL)
            return fw_fail(err, FW_SYSTEM, "out of memory");
    }
    const enum fw_status status = fw_scalar_quantity(&plain, FW_DIM_FLOP_RATE, &q, err);
    if (status != FW_OK)
        return status;
    if (q.value <= 0)
        return fw_fail(err, FW_INPUT, "expected a rate above 0, got %s", node->text);
    *out = q.value;
    return FW_OK;
}

static void refuse_peak(struct fw_load *ld, const struct fw_item *item)
{
    const char *names[FW_DTYPE_COUNT];

    for (int i = 0; i < FW_DTYPE_COUNT; i++)
        names[i] = fw_dtype_get((enum fw_dtype)i)->name;
    fw_unknown_key(ld, item, "peak", names, FW_DTYPE_COUNT);
}

static void load_peak(struct fw_load *ld, const struct fw_node *map, double peak[])
{
    const struct fw_item *seen[FW_DTYPE_COUNT] = {NULL};
    double unused = 0;
    struct fw_err err;

    if (map->kind != FW_MAPPING || map->count == 0) {
        fw_load_fail(ld, map->at, "peak", "", "expected rates by type, got %s", fw_yaml_kind(map));
        return;
    }
    for (const struct fw_item *i = map->items; i != NULL; i = i->next) {
        const enum fw_dtype t = fw_dtype_find(i->key);
        double *const to = t != FW_DTYPE_COUNT ? &peak[t] : &unused;
        if (t == FW_DTYPE_COUNT && !is_unused_peak(i->key)) {
            refuse_peak(ld, i);
        } else if (t != FW_DTYPE_COUNT && seen[t] != NULL) {
            fw_given_twice(ld, i, "peak", seen[t]->key, seen[t]->at.line);
        } else if (!fw_yaml_is_null(i->value) && read_rate(ld, i->value, to, &err) != FW_OK) {
            fw_load_report(ld, &err, i->value->at, "peak", i->key);
        }
        if (t != FW_DTYPE_COUNT && seen[t] == NULL)
            seen[t] = i;
    }
}

/* The bytes of "80 GB" if it means 80 GiB; value for what has no decimal prefix. */
static double binary_bytes(struct fw_load *ld, const char *text, double value)
{
    const size_t n = strlen(text);
    struct fw_quantity q;

    if (n < 3 || text[n - 1] != 'B' || strchr("kKMGTPE", text[n - 2]) == NULL)
        return value;
    const char *const binary = fw_arena_printf(ld->arena, "%.*siB", (int)n - 1, text);
    if (binary == NULL || fw_quantity_parse(binary, FW_DIM_BYTES, &q, NULL) != FW_OK)
        return value;
    return q.value;
}

static void load_memory(struct fw_load *ld, const struct fw_node *map, struct fw_hardware *h)
{
    struct raw_memory m = {.size_min = FW_ABSENT, .size_max = FW_ABSENT, .bandwidth = FW_ABSENT};
    struct fw_quantity q = {0};
    struct fw_err err;

    fw_fields_load(ld, map, "memory", memory_fields, COUNT(memory_fields), &m);
    if (m.size != NULL && fw_scalar_quantity(m.size, FW_DIM_BYTES, &q, &err) != FW_OK) {
        fw_load_report(ld, &err, m.size->at, "memory", "size");
    } else if (m.size != NULL && q.value > 0) {
        m.size_min = isnan(m.size_min) ? q.value : m.size_min;
        m.size_max = isnan(m.size_max) ? binary_bytes(ld, m.size->text, q.value) : m.size_max;
    } else if (m.size != NULL) {
        fw_load_fail(ld, m.size->at, "memory", "size", "expected a size above 0, got %s",
                     m.size->text);
    }
    m.size_min = isnan(m.size_min) ? m.size_max : m.size_min;
    m.size_max = isnan(m.size_max) ? m.size_min : m.size_max;
    if (m.size_min > m.size_max)
        fw_load_fail(ld, map->at, "memory", "", "size_min is above size_max");
    h->mem_bytes_min = m.size_min;
    h->mem_bytes_max = m.size_max;
    h->mem_bw = m.bandwidth;
}

static void load_link(struct fw_load *ld, const struct fw_node *map, struct fw_hardware *h)
{
    struct raw_link l = {.per_direction = FW_ABSENT, .total = FW_ABSENT};

    fw_fields_load(ld, map, "link", link_fields, COUNT(link_fields), &l);
    h->link_name = l.name;
    h->link_dir = isnan(l.per_direction) ? l.total / 2 : l.per_direction;
    if (fabs(l.total - 2 * l.per_direction) > 0.05 * l.total) /* PCIe: 64 GB/s, 31.5 after coding */
        fw_load_fail(ld, map->at, "link", "", "total is not twice per_direction");
}

static void load_power(struct fw_load *ld, const struct fw_node *node, struct fw_hardware *h)
{
    struct fw_err err;

    if (node->kind == FW_MAPPING)
        fw_fields_load(ld, node, "power", power_fields, COUNT(power_fields), h);
    else if (fw_field_real(ld, &power_fields[0], node, &h->power, &err) != FW_OK)
        fw_load_report(ld, &err, node->at, "", "power");
}

static void load_hardware(struct fw_load *ld, const char *path, const char *text, size_t n,
                          struct fw_hardware *out)
{
    struct raw_hardware raw = {.h = {.power = FW_ABSENT,
                                     .mem_bytes_min = FW_ABSENT,
                                     .mem_bytes_max = FW_ABSENT,
                                     .mem_bw = FW_ABSENT,
                                     .link_dir = FW_ABSENT}};
    const struct fw_node *root = NULL;

    for (int i = 0; i < FW_DTYPE_COUNT; i++)
        raw.h.peak[i] = FW_ABSENT;
    raw.h.id = fw_catalogue_id(path, ld->arena);
    if (raw.h.id == NULL)
        (void)fw_load_no_memory(ld);
    (void)fw_load_tree(ld, text, n, FW_FILE_HARDWARE, &root);
    if (root == NULL)
        return;
    fw_fields_load(ld, root, "", top_fields, COUNT(top_fields), &raw);
    if (raw.peak != NULL)
        load_peak(ld, raw.peak, raw.h.peak);
    if (raw.memory != NULL)
        load_memory(ld, raw.memory, &raw.h);
    if (raw.link != NULL)
        load_link(ld, raw.link, &raw.h);
    if (raw.power != NULL)
        load_power(ld, raw.power, &raw.h);
    if (raw.calibration != NULL)
        raw.h.calibration = fw_calibration_load(ld, raw.calibration);
    fw_sources_load(ld, raw.sources, NULL, 0, &raw.h.sources, &raw.h.num_sources);
    *out = raw.h;
}

enum fw_status fw_hardware_load(const char *path, struct fw_arena *arena, struct fw_diags *diags,
                                struct fw_hardware *out, struct fw_err *err)
{
    struct fw_err unused;
    struct fw_load ld;
    char *text = NULL;
    size_t n = 0;

    *out = (struct fw_hardware){0};
    fw_load_start(&ld, path, arena, diags, err != NULL ? err : &unused);
    if (fw_load_file(&ld, path, &text, &n))
        load_hardware(&ld, path, text, n, out);
    free(text);
    return ld.status;
}

enum fw_status fw_hardware_parse(const char *name, const char *text, size_t n,
                                 struct fw_arena *arena, struct fw_diags *diags,
                                 struct fw_hardware *out, struct fw_err *err)
{
    struct fw_err unused;
    struct fw_load ld;

    *out = (struct fw_hardware){0};
    fw_load_start(&ld, name, arena, diags, err != NULL ? err : &unused);
    load_hardware(&ld, name, text, n, out);
    return ld.status;
}
