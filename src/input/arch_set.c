/* arch_set.c - keys of the architecture from the command line. */
#include <string.h>

#include "core/chain.h"
#include "input/key_names.h"
#include "input/key_value.h"
#include "input/schema.h"

const struct fw_opt *fw_arch_override(const struct fw_arch *arch, enum fw_key key)
{
    for (size_t i = 0; i < arch->num_entries; i++) {
        if (arch->entries[i].key[key].given)
            return &arch->entries[i].key[key];
    }
    return NULL;
}

static const char *const workload_names[] = {
    "context", "batch", "k_dtype", "v_dtype", "kv_dtype", "attention", "lm_head", "adapter_params",
};

bool fw_key_is_elsewhere(const char *name, const char **group)
{
    for (size_t i = 0; i < sizeof workload_names / sizeof workload_names[0]; i++) {
        if (strcmp(workload_names[i], name) == 0) {
            *group = "the workload";
            return true;
        }
    }
    *group = "the training run";
    return fw_fact_find(name) != FW_FACT_COUNT;
}

static enum fw_status fail_unknown(const char *key, struct fw_err *err)
{
    struct fw_name_list l = {.n = 0};
    struct fw_arena arena;
    const char *group = NULL;

    if (fw_key_is_elsewhere(key, &group)) {
        (void)fw_fail(err, FW_USAGE, "not a key of the architecture");
        return fw_err_hint(err, "%s belongs to %s", key, group);
    }
    (void)fw_fail(err, FW_USAGE, "unknown key");
    fw_arena_init(&arena, 0);
    l.arena = &arena;
    for (int k = 0; k < FW_KEY_COUNT; k++)
        fw_names_add(&l, (enum fw_key)k, true);
    const char *const near = fw_nearest(key, l.names, l.n);
    if (near != NULL)
        (void)fw_err_hint(err, "did you mean %s?", near);
    fw_arena_free(&arena);
    return FW_USAGE;
}

enum fw_status fw_arch_set(struct fw_arch *arch, const char *key, const char *value,
                           struct fw_err *err)
{
    static const char where[] = "--set";
    const struct fw_node node = {.kind = FW_SCALAR, .text = value};
    const enum fw_key k = fw_key_find(key);
    struct fw_opt opt = {.given = false};
    enum fw_status status = FW_OK;

    if (k == FW_KEY_COUNT) {
        status = fail_unknown(key, err);
    } else if (fw_arch_override(arch, k) != NULL) {
        status = fw_fail(err, FW_USAGE, "layers: gives it for some layers (line %u)",
                         fw_arch_override(arch, k)->line);
        (void)fw_err_hint(err, "change the description, or extend it with other layers");
    } else if (fw_yaml_is_null(&node) && fw_key_table[k].required) {
        status = fw_fail(err, FW_USAGE, "needs a value: %s", fw_key_table[k].meaning);
    } else if (!fw_yaml_is_null(&node) && !fw_key_is_auto(k, &node)) {
        status = fw_key_value(k, &node, &opt, err);
    }
    if (status != FW_OK) {
        if (err != NULL)
            err->status = FW_USAGE;
        (void)fw_err_at(err, where, 0, 0);
        (void)fw_err_key(err, "%s", k != FW_KEY_COUNT ? fw_key_table[k].name : key);
        return FW_USAGE;
    }
    arch->key[k] = opt;
    arch->key[k].file = where;
    return FW_OK;
}
