/* sections.c - top, sources, training and published of a model file, as tables. */
#include "input/sections.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

#include "input/fields.h"
#include "input/schema.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

enum { SOURCES_MAX = 1000 };

#define AT(member) offsetof(struct fw_model_top, member)
static const struct fw_field top_fields[] = {
    FW_FIELD("name", fw_field_text, AT(name), "name for people; absent = the id"),
    FW_FIELD("developer", fw_field_text, AT(developer), "who made the model"),
    FW_FIELD("released", fw_field_date, AT(released), "date"),
    FW_FIELD("sources", fw_field_node, AT(sources), "source ids with their texts"),
    FW_FIELD("extends", fw_field_text, AT(extends), "id or path of the description to change"),
    FW_FIELD("architecture", fw_field_node, AT(architecture), "the keys of the model"),
    FW_FIELD("training", fw_field_node, AT(training), "what is known of the training run"),
    FW_FIELD("published", fw_field_node, AT(published), "figures to check against"),
    FW_FIELD("note", fw_field_text, AT(note), "a remark"),
};
#undef AT

void fw_top_load(struct fw_load *ld, const struct fw_node *root, struct fw_model_top *out)
{
    *out = (struct fw_model_top){0};
    fw_fields_load(ld, root, "", top_fields, COUNT(top_fields), out);
}

/* The enumerations of the file format are read as unsigned and take their type afterwards. */
struct raw_training {
    struct fw_training t;
    unsigned dtype, boundary;
};

static const char *const boundary_names[] = {"chip", "it", "facility", NULL};
static const enum fw_boundary boundaries[] = {FW_BOUNDARY_CHIP, FW_BOUNDARY_IT,
                                              FW_BOUNDARY_FACILITY};

#define AT(member)  offsetof(struct raw_training, member)
#define FACT_AT(id) (AT(t.facts) + FW_FACT_##id * sizeof(double))
static const struct fw_field training_fields[] = {
#define FACT(id, dim, meaning)                                                                     \
    FW_NUMBER(#id, fw_field_real, FACT_AT(id), false, FW_DIM_##dim, 0, DBL_MAX, meaning),
#include "core/training.def"
#undef FACT
    FW_NUMBER("device_power", fw_field_real, FACT_AT(power), false, FW_DIM_POWER, 0, DBL_MAX,
              "another spelling of power"),
    FW_FIELD("hardware", fw_field_text, AT(t.hardware), "id under hardware.d"),
    FW_FIELD("dtype", fw_field_dtype, AT(dtype), "type of the arithmetic; absent = the model's"),
    FW_NUMBER("sequence_length", fw_field_count, AT(t.sequence_length), false, FW_DIM_COUNT, 1,
              1e12, "tokens per sequence; absent = max_position_embeddings"),
    FW_CHOICE("energy_boundary", AT(boundary), boundary_names,
              "what the published energy covers: chip, it (with the host), facility (with PUE)"),
    FW_FIELD("source", fw_field_text, AT(t.source), "id under sources"),
    FW_FIELD("note", fw_field_text, AT(t.note), "a remark"),
};
_Static_assert(COUNT(training_fields) <= FW_FIELDS_MAX, "fw_fields_load has room for them");

void fw_training_init(struct fw_training *out)
{
    *out = (struct fw_training){.dtype = FW_DTYPE_COUNT};
    fw_facts_init(&out->facts);
}

/* The table keeps facts as double; tokens are exact besides. A wrong value was reported. */
static fw_u128 exact_tokens(const struct fw_node *map)
{
    const struct fw_node *const node = fw_yaml_find(map, "tokens");
    struct fw_quantity q = {0};

    if (node == NULL || fw_yaml_is_null(node) ||
        fw_scalar_quantity(node, FW_DIM_COUNT, &q, NULL) != FW_OK)
        return 0;
    return q.count;
}

void fw_training_load(struct fw_load *ld, const struct fw_node *map, struct fw_training *out)
{
    struct raw_training raw = {.dtype = FW_DTYPE_COUNT, .boundary = COUNT(boundaries)};

    fw_training_init(&raw.t);
    fw_fields_load(ld, map, "training", training_fields, COUNT(training_fields), &raw);
    raw.t.present = true;
    raw.t.dtype = (enum fw_dtype)raw.dtype;
    raw.t.tokens = exact_tokens(map);
    if (raw.boundary < COUNT(boundaries))
        raw.t.energy_boundary = boundaries[raw.boundary];
    *out = raw.t;
}

static const struct {
    const char *key;
    enum fw_dim dim;
} quantities[] = {
    {"parameters", FW_DIM_COUNT},         {"active_parameters", FW_DIM_COUNT},
    {"layer_parameters", FW_DIM_COUNT},   {"parameters_without_embedding", FW_DIM_COUNT},
    {"kv_bytes_per_token", FW_DIM_BYTES},
};

struct raw_published {
    const struct fw_node *value;
    uint64_t digits;
    const char *source, *note;
};

#define PUB_AT(member) offsetof(struct raw_published, member)
static const struct fw_field published_fields[] = {
    FW_REQUIRED("value", fw_field_node, PUB_AT(value), "the published figure"),
    FW_NUMBER("digits", fw_field_count, PUB_AT(digits), false, FW_DIM_COUNT, 1, 38,
              "significant digits that were published; absent = exact"),
    FW_FIELD("source", fw_field_text, PUB_AT(source), "id under sources"),
    FW_FIELD("note", fw_field_text, PUB_AT(note), "the convention behind the figure"),
};

static void load_figure(struct fw_load *ld, const struct fw_item *item, enum fw_dim dim,
                        struct fw_published *out)
{
    struct raw_published raw = {.source = out->source};
    struct fw_quantity q = {0};
    struct fw_err err;

    raw.value = item->value;
    if (item->value->kind == FW_MAPPING) {
        raw.value = NULL;
        fw_fields_load(ld, item->value, fw_load_path(ld, "published", item->key), published_fields,
                       COUNT(published_fields), &raw);
    }
    if (raw.value == NULL)
        return; /* reported */
    if (fw_scalar_quantity(raw.value, dim, &q, &err) != FW_OK) {
        fw_load_report(ld, &err, raw.value->at, "published", item->key);
    } else if (!q.is_exact || q.count == 0) {
        fw_load_fail(ld, raw.value->at, "published", item->key,
                     "expected a whole number above 0, got %s", raw.value->text);
    }
    out->quantity = item->key;
    out->value = q.count;
    out->digits = (int)raw.digits;
    out->source = raw.source;
    out->note = raw.note;
}

static size_t find_quantity(const char *key)
{
    size_t i = 0;

    while (i < COUNT(quantities) && strcmp(quantities[i].key, key) != 0)
        i++;
    return i;
}

static void refuse_figure(struct fw_load *ld, const struct fw_item *item)
{
    const char *names[COUNT(quantities) + 1] = {[COUNT(quantities)] = "source"};

    for (size_t i = 0; i < COUNT(quantities); i++)
        names[i] = quantities[i].key;
    fw_unknown_key(ld, item, "published", names, COUNT(names));
}

void fw_published_load(struct fw_load *ld, const struct fw_node *map,
                       const struct fw_published **out, size_t *n)
{
    const struct fw_node *const source = fw_yaml_find(map, "source");
    const char *common = NULL;
    struct fw_err err;

    *n = 0;
    if (map->kind != FW_MAPPING) {
        fw_load_fail(ld, map->at, "published", "", "expected keys and values, got %s",
                     fw_yaml_kind(map));
        return;
    }
    if (source != NULL && fw_scalar_text(ld, source, &common, &err) != FW_OK)
        fw_load_report(ld, &err, source->at, "published", "source");
    struct fw_published *const list = FW_NEW(ld->arena, map->count, struct fw_published);
    if (list == NULL) {
        (void)fw_load_no_memory(ld);
        return;
    }
    for (const struct fw_item *i = map->items; i != NULL; i = i->next) {
        const size_t q = find_quantity(i->key);
        if (strcmp(i->key, "source") == 0 || (q < COUNT(quantities) && fw_yaml_is_null(i->value)))
            continue;
        if (q == COUNT(quantities)) {
            refuse_figure(ld, i);
            continue;
        }
        list[*n].source = common;
        load_figure(ld, i, quantities[q].dim, &list[*n]);
        *n += list[*n].quantity != NULL ? 1 : 0;
    }
    *out = list;
}

#define SRC_AT(member) offsetof(struct fw_source, member)
static const struct fw_field source_fields[] = {
    FW_REQUIRED("text", fw_field_text, SRC_AT(text), "title, authors, date, place"),
    FW_FIELD("unverified", fw_field_bool, SRC_AT(unverified), "true: no document at hand"),
};

static void load_source(struct fw_load *ld, const struct fw_item *item, struct fw_source *out)
{
    struct fw_err err;

    *out = (struct fw_source){.id = item->key, .text = ""};
    if (item->value->kind == FW_MAPPING)
        fw_fields_load(ld, item->value, fw_load_path(ld, "sources", item->key), source_fields,
                       COUNT(source_fields), out);
    else if (fw_scalar_text(ld, item->value, &out->text, &err) != FW_OK)
        fw_load_report(ld, &err, item->value->at, "sources", item->key);
}

void fw_sources_load(struct fw_load *ld, const struct fw_node *map, const struct fw_source *old,
                     size_t n_old, const struct fw_source **out, size_t *n)
{
    size_t n_new = map != NULL && map->kind == FW_MAPPING ? map->count : 0;

    *n = 0;
    if (n_old + n_new > SOURCES_MAX) {
        fw_load_fail(ld, map->at, "sources", "", "more than %d sources", SOURCES_MAX);
        n_new = n_old = 0;
    }
    struct fw_source *const list = FW_NEW(ld->arena, n_old + n_new, struct fw_source);
    if (list == NULL) {
        (void)fw_load_no_memory(ld);
        return;
    }
    if (map != NULL && map->kind != FW_MAPPING)
        fw_load_fail(ld, map->at, "sources", "", "expected source ids with their texts, got %s",
                     fw_yaml_kind(map));
    for (size_t i = 0; i < n_old; i++) {
        if (n_new > 0 && fw_yaml_find(map, old[i].id) != NULL)
            continue;
        list[*n] = old[i];
        list[(*n)++].inherited = true;
    }
    for (const struct fw_item *i = n_new > 0 ? map->items : NULL; i != NULL; i = i->next)
        load_source(ld, i, &list[(*n)++]);
    *out = list;
}

static bool has_field(const struct fw_field *fields, size_t n, const char *key)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(fields[i].key, key) == 0)
            return true;
    }
    return false;
}

const char *fw_section_of(const char *key)
{
    if (has_field(top_fields, COUNT(top_fields), key))
        return "";
    if (fw_arch_knows(key))
        return "architecture";
    if (has_field(training_fields, COUNT(training_fields), key))
        return "training";
    return find_quantity(key) < COUNT(quantities) ? "published" : NULL;
}
