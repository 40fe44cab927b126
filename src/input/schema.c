/* schema.c - the architecture section: keys, nested forms, layers. */
#include "input/schema.h"

#include <stdio.h>
#include <string.h>

#include "input/fields.h"
#include "input/key_names.h"
#include "input/key_value.h"

enum { LAYERS_MAX = 4096 };

/* One mapping with keys: the section or an entry of layers. */
struct scope {
    struct fw_load *ld;
    struct fw_opt *opt; /* [FW_KEY_COUNT] */
    bool is_entry;
    const struct fw_item *seen[FW_KEY_COUNT];
};

bool fw_arch_knows(const char *name)
{
    return fw_names_file_key(name) != FW_KEY_COUNT || fw_names_is_form(name) ||
           strcmp(name, "layers") == 0;
}

static void report_unknown(struct scope *s, const struct fw_item *item, const char *path,
                           const char *form)
{
    struct fw_name_list l = {.arena = s->ld->arena};
    const enum fw_key key = fw_key_find(item->key);
    struct fw_err err;

    if (key != FW_KEY_COUNT && form == NULL) {
        (void)fw_fail(&err, FW_INPUT, "unknown key");
        (void)fw_err_hint(&err, "%s is a short name of the command line; in files write %s",
                          item->key, fw_key_table[key].name);
        fw_load_report(s->ld, &err, item->at, path, item->key);
        return;
    }
    if (fw_load_listens(s->ld))
        fw_names_of_form(&l, form);
    fw_unknown_key(s->ld, item, path, l.names, l.n);
}

/* null = absent. In a layer `sliding_window: null` says that this layer has no window, even if
 * the others have one; that is what configuration files mean by it. */
static void load_null(struct scope *s, const struct fw_item *item, const char *path,
                      enum fw_key key)
{
    const struct fw_key_info *const info = &fw_key_table[key];
    const struct fw_place at = item->value->at;

    if (info->required && !s->is_entry)
        fw_load_fail(s->ld, at, path, item->key, "needs a value: %s", info->meaning);
    s->opt[key] = (struct fw_opt){
        .given = s->is_entry && info->min < 0, .line = at.line, .col = at.col, .file = s->ld->file};
}

static void load_key(struct scope *s, const struct fw_item *item, const char *path, enum fw_key key)
{
    const struct fw_item *const before = s->seen[key];
    struct fw_err err;

    if (before != NULL) {
        fw_given_twice(s->ld, item, path, before->key, before->at.line);
        return;
    }
    s->seen[key] = item;
    if (s->is_entry && fw_key_table[key].scope == FW_SCOPE_MODEL) {
        fw_load_fail(s->ld, item->at, path, item->key,
                     "belongs to the whole model, not to some layers");
    } else if (fw_yaml_is_null(item->value) || fw_key_is_auto(key, item->value)) {
        load_null(s, item, path, key);
    } else if (fw_key_value(key, item->value, &s->opt[key], &err) != FW_OK) {
        fw_load_report(s->ld, &err, item->value->at, path, item->key);
    } else {
        s->opt[key].file = s->ld->file;
    }
}

static void load_nested(struct scope *s, const struct fw_item *form, const char *path)
{
    const char *const inner = fw_load_path(s->ld, path, form->key);

    if (form->value->kind != FW_MAPPING) {
        fw_load_fail(s->ld, form->value->at, path, form->key, "expected keys and values, got %s",
                     fw_yaml_kind(form->value));
        return;
    }
    for (const struct fw_item *i = form->value->items; i != NULL; i = i->next) {
        const enum fw_key key = fw_names_nested(form->key, i->key);
        if (key == FW_KEY_COUNT)
            report_unknown(s, i, inner, form->key);
        else
            load_key(s, i, inner, key);
    }
}

/* One item of the section or of a layer entry that is neither source, layers nor count. */
static void load_item(struct scope *s, const struct fw_item *item, const char *path)
{
    const enum fw_key key = fw_names_file_key(item->key);

    if (fw_names_is_form(item->key) && (key == FW_KEY_COUNT || item->value->kind == FW_MAPPING))
        load_nested(s, item, path);
    else if (key == FW_KEY_COUNT)
        report_unknown(s, item, path, NULL);
    else
        load_key(s, item, path, key);
}

static void load_entry(struct fw_load *ld, const struct fw_node *map, const char *path,
                       struct fw_layer_entry *entry)
{
    static const struct fw_field count = {
        .key = "count", .read = fw_field_count, .min = 1, .max = 1e5};
    struct scope s = {.ld = ld, .opt = entry->key, .is_entry = true};
    struct fw_err err;

    entry->line = map->at.line;
    entry->col = map->at.col;
    entry->file = ld->file;
    if (map->kind != FW_MAPPING) {
        fw_load_fail(ld, map->at, path, "", "expected count: and the keys of these layers, got %s",
                     fw_yaml_kind(map));
        return;
    }
    for (const struct fw_item *i = map->items; i != NULL; i = i->next) {
        if (strcmp(i->key, count.key) != 0)
            load_item(&s, i, path);
        else if (count.read(ld, &count, i->value, &entry->count, &err) != FW_OK)
            fw_load_report(ld, &err, i->value->at, path, i->key);
    }
    if (fw_yaml_find(map, count.key) == NULL)
        fw_load_fail(ld, map->at, path, "", "missing: count, the number of these layers");
}

static void load_layers(struct fw_load *ld, const struct fw_item *item, const char *path,
                        struct fw_arch *arch)
{
    const struct fw_node *const list = item->value;
    struct fw_err err;
    size_t n = 0;

    if (fw_yaml_is_null(list)) {
        arch->num_entries = 0;
        return;
    }
    if (list->kind != FW_SEQUENCE || list->count == 0) {
        (void)fw_fail(&err, FW_INPUT, "expected a list of layer groups, got %s",
                      list->kind == FW_SEQUENCE ? "an empty list" : fw_yaml_kind(list));
        (void)fw_err_hint(&err, "the number of layers is num_hidden_layers");
        fw_load_report(ld, &err, list->at, path, item->key);
        return;
    }
    if (list->count > LAYERS_MAX) {
        fw_load_fail(ld, list->at, path, item->key, "more than %d entries", LAYERS_MAX);
        return;
    }
    struct fw_layer_entry *const entries = FW_NEW(ld->arena, list->count, struct fw_layer_entry);
    if (entries == NULL) {
        (void)fw_load_no_memory(ld);
        return;
    }
    for (const struct fw_item *i = list->items; i != NULL; i = i->next) {
        char name[32];
        (void)snprintf(name, sizeof name, "layers[%zu]", n);
        load_entry(ld, i->value, fw_load_path(ld, path, name), &entries[n++]);
    }
    arch->entries = entries;
    arch->num_entries = n;
}

/* A key of the section has no effect on layers whose entry gives it. Where it comes from a file
 * that extends the one with the entries, that would be a silent surprise. */
static void refuse_overridden(struct fw_load *ld, const struct scope *s, const char *path,
                              const struct fw_arch *arch)
{
    for (int k = 0; k < FW_KEY_COUNT; k++) {
        const struct fw_opt *const other =
            s->seen[k] != NULL ? fw_arch_override(arch, (enum fw_key)k) : NULL;
        if (other != NULL)
            fw_load_fail(ld, s->seen[k]->at, path, s->seen[k]->key,
                         "has no effect: layers: gives it in %s, line %u",
                         other->file != NULL ? other->file : "the same file", other->line);
    }
}

void fw_arch_load(struct fw_load *ld, const struct fw_node *map, struct fw_arch *arch,
                  const char **source)
{
    static const char path[] = "architecture";
    struct scope s = {.ld = ld, .opt = arch->key};
    const struct fw_node *layers = NULL;
    struct fw_err err;

    if (map->kind != FW_MAPPING) {
        fw_load_fail(ld, map->at, path, "", "expected keys and values, got %s", fw_yaml_kind(map));
        return;
    }
    for (const struct fw_item *i = map->items; i != NULL; i = i->next) {
        if (strcmp(i->key, "layers") == 0) {
            layers = i->value;
            load_layers(ld, i, path, arch);
        } else if (strcmp(i->key, "source") != 0) {
            load_item(&s, i, path);
        } else if (fw_scalar_text(ld, i->value, source, &err) != FW_OK) {
            fw_load_report(ld, &err, i->value->at, path, i->key);
        }
    }
    if (layers == NULL)
        refuse_overridden(ld, &s, path, arch);
}

static bool is_given(const struct fw_arch *arch, enum fw_key key)
{
    bool in_all = arch->num_entries > 0;

    for (size_t i = 0; i < arch->num_entries; i++)
        in_all = in_all && arch->entries[i].key[key].given;
    return arch->key[key].given || in_all;
}

/* A key that stands there with a wrong value was reported already. */
static bool is_mentioned(const struct fw_node *map, enum fw_key key)
{
    if (map == NULL || map->kind != FW_MAPPING)
        return false;
    for (const struct fw_item *i = map->items; i != NULL; i = i->next) {
        const struct fw_node *const v = i->value;
        if (fw_names_in_files(key, i->key) && v->kind != FW_MAPPING)
            return true;
        for (const struct fw_item *j = fw_names_is_form(i->key) && v->kind == FW_MAPPING ? v->items
                                                                                         : NULL;
             j != NULL; j = j->next) {
            if (fw_names_nested(i->key, j->key) == key)
                return true;
        }
    }
    return false;
}

void fw_arch_require(struct fw_load *ld, const struct fw_node *map, const struct fw_arch *arch)
{
    char missing[FW_MSG_LEN - 16] = "", found[FW_HINT_LEN - 8];
    size_t used = 0;
    struct fw_err err;

    if (map != NULL && map->kind != FW_MAPPING)
        return; /* reported */
    for (int k = 0; k < FW_KEY_COUNT; k++) {
        if (!fw_key_table[k].required || is_given(arch, (enum fw_key)k) ||
            is_mentioned(map, (enum fw_key)k))
            continue;
        const int n = snprintf(missing + used, sizeof missing - used, "%s%s", used > 0 ? ", " : "",
                               fw_key_table[k].name);
        if (n > 0 && used + (size_t)n < sizeof missing)
            used += (size_t)n;
    }
    if (used == 0)
        return;
    (void)fw_fail(&err, FW_INPUT, "missing: %s", missing);
    if (map != NULL)
        (void)fw_err_hint(&err, "found: %s", fw_keys_found(map, found, sizeof found));
    fw_load_report(ld, &err, map != NULL ? map->at : (struct fw_place){0}, "architecture", "");
}
