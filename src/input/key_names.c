/* key_names.c - which names a key of the architecture has, and where. */
#include "input/key_names.h"

#include <stdio.h>
#include <string.h>

/* Names that a key has inside a nested form; where local is NULL, the key's own names. */
struct nested {
    const char *form, *local;
    enum fw_key key;
};
static const struct nested nested_table[] = {
    {"position", "type", FW_KEY_position},
    {"position", NULL, FW_KEY_rope_theta}, /* theta is an alias of it */
    {"position", NULL, FW_KEY_rotary_dim},
    {"position", "interleaved", FW_KEY_rope_interleaved},
    {"position", NULL, FW_KEY_rope_interleaved},
    {"position", "num_embeddings", FW_KEY_num_position_embeddings},
    {"position", NULL, FW_KEY_num_position_embeddings},
    {"position", NULL, FW_KEY_max_position_embeddings},
    {"mlp", "type", FW_KEY_mlp},
    {"mlp", NULL, FW_KEY_intermediate_size},
    {"mlp", "bias", FW_KEY_mlp_bias},
    {"mlp", NULL, FW_KEY_mlp_bias},
    {"mlp", NULL, FW_KEY_num_experts},
    {"mlp", NULL, FW_KEY_num_experts_per_tok},
    {"mlp", NULL, FW_KEY_moe_intermediate_size},
    {"mlp", NULL, FW_KEY_shared_expert_intermediate_size},
    {"mlp", NULL, FW_KEY_shared_expert_gate},
    {"mlp", NULL, FW_KEY_router_bias},
    {"norm", "type", FW_KEY_norm},
    {"norm", "eps", FW_KEY_norm_eps},
    {"norm", NULL, FW_KEY_norm_eps},
    {"norm", "per_layer", FW_KEY_norms_per_layer},
    {"norm", NULL, FW_KEY_norms_per_layer},
    {"attn_config", NULL, FW_KEY_num_attention_heads},
    {"attn_config", NULL, FW_KEY_num_key_value_heads},
    {"attn_config", NULL, FW_KEY_multi_query},
    {"attn_config", NULL, FW_KEY_head_dim},
    {"attn_config", NULL, FW_KEY_v_head_dim},
    {"attn_config", NULL, FW_KEY_q_lora_rank},
    {"attn_config", NULL, FW_KEY_kv_lora_rank},
    {"attn_config", NULL, FW_KEY_qk_nope_head_dim},
    {"attn_config", NULL, FW_KEY_qk_rope_head_dim},
    {"attn_config", NULL, FW_KEY_sliding_window},
    {"attn_config", NULL, FW_KEY_attention_bias},
    {"attn_config", NULL, FW_KEY_attention_out_bias},
    {"attn_config", NULL, FW_KEY_qk_norm},
    {"attn_config", "rope_theta", FW_KEY_rope_theta},
};
enum { NESTED_COUNT = sizeof nested_table / sizeof nested_table[0] };

/* Calls take() for every blank-separated word of list until it returns false. */
static bool each_word(const char *list, bool (*take)(void *ctx, const char *word, size_t n),
                      void *ctx)
{
    for (const char *p = list + strspn(list, " "); *p != '\0'; p += strspn(p, " ")) {
        const size_t n = strcspn(p, " ");
        if (!take(ctx, p, n))
            return false;
        p += n;
    }
    return true;
}

static bool differs(void *ctx, const char *word, size_t n)
{
    const char *const name = ctx;
    return strncmp(name, word, n) != 0 || name[n] != '\0';
}

static bool is_word_of(const char *list, const char *name)
{
    char copy[64];
    const int n = snprintf(copy, sizeof copy, "%s", name);
    return n > 0 && (size_t)n < sizeof copy && !each_word(list, differs, copy);
}

/* In files a key has its full name or an alias: short names are for the command line, where
 * `layers` is a number and not a list. */
bool fw_names_in_files(enum fw_key key, const char *name)
{
    return strcmp(name, fw_key_table[key].name) == 0 || is_word_of(fw_key_table[key].aliases, name);
}

enum fw_key fw_names_file_key(const char *name)
{
    const enum fw_key key = fw_key_find(name);
    return key != FW_KEY_COUNT && fw_names_in_files(key, name) ? key : FW_KEY_COUNT;
}

static bool add_name(void *ctx, const char *word, size_t len)
{
    struct fw_name_list *const l = ctx;
    const char *const copy = fw_arena_strndup(l->arena, word, len);

    if (copy == NULL || l->n == FW_NAMES_MAX)
        return false;
    l->names[l->n++] = copy;
    return true;
}

/* A list that is full or out of memory is short: a suggestion less. */
void fw_names_add(struct fw_name_list *l, enum fw_key key, bool shorts)
{
    const struct fw_key_info *const info = &fw_key_table[key];

    (void)add_name(l, info->name, strlen(info->name));
    (void)each_word(info->aliases, add_name, l);
    if (shorts)
        (void)each_word(info->shorts, add_name, l);
}

bool fw_names_is_form(const char *name)
{
    for (size_t i = 0; i < NESTED_COUNT; i++) {
        if (strcmp(nested_table[i].form, name) == 0)
            return true;
    }
    return false;
}

enum fw_key fw_names_nested(const char *form, const char *name)
{
    for (size_t i = 0; i < NESTED_COUNT; i++) {
        const struct nested *const row = &nested_table[i];
        if (strcmp(row->form, form) != 0)
            continue;
        if (row->local != NULL ? strcmp(row->local, name) == 0 : fw_names_in_files(row->key, name))
            return row->key;
    }
    return FW_KEY_COUNT;
}

void fw_names_of_form(struct fw_name_list *l, const char *form)
{
    for (int k = 0; k < FW_KEY_COUNT && form == NULL; k++)
        fw_names_add(l, (enum fw_key)k, false);
    for (size_t i = 0; i < NESTED_COUNT && form != NULL; i++) {
        if (strcmp(nested_table[i].form, form) != 0)
            continue;
        if (nested_table[i].local != NULL)
            (void)add_name(l, nested_table[i].local, strlen(nested_table[i].local));
        else
            fw_names_add(l, nested_table[i].key, false);
    }
    if (form == NULL)
        (void)add_name(l, "layers", strlen("layers"));
}
