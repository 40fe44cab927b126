/* synthetic.c - a model from its keys on the command line, without a file.
 *
 * Exact and independent of any data file, so it serves tests, documents and quick questions.
 */
#include <stdio.h>
#include <string.h>

#include "cli/context.h"
#include "input/schema.h"

static const char name[] = "synthetic";
static const char option[] = "--model";

/* What a key is taken to be where the text does not say. */
static const struct {
    enum fw_key key;
    const char *value;
} defaults[] = {
    {FW_KEY_norm, "rmsnorm"},
    {FW_KEY_position, "rope"},
    {FW_KEY_mlp, "swiglu"},
};
enum { DEFAULTS = sizeof defaults / sizeof defaults[0] };

static enum fw_status set_defaults(struct fw_cli *cli, struct fw_arch *arch)
{
    char list[FW_HINT_LEN] = "";
    size_t len = 0;
    for (size_t i = 0; i < DEFAULTS; i++) {
        const char *const key = fw_key_table[defaults[i].key].name;
        if (arch->key[defaults[i].key].given)
            continue;
        if (fw_arch_set(arch, key, defaults[i].value, &cli->err) != FW_OK)
            return FW_BUG;
        const int n = snprintf(list + len, sizeof list - len, "%s%s=%s", len > 0 ? ", " : "", key,
                               defaults[i].value);
        len += n > 0 ? (size_t)n : 0;
    }
    if (len > 0)
        fw_diags_note(&cli->diags, FW_NOTE, "%s model: assumed %s", name, list);
    return FW_OK;
}

/* pair is "KEY=VALUE"; it is written to. */
static enum fw_status set_pair(struct fw_cli *cli, struct fw_arch *arch, char *pair)
{
    char *const equals = strchr(pair, '=');
    if (equals == NULL || equals == pair) {
        (void)fw_fail(&cli->err, FW_USAGE, "expected KEY=VALUE, got \"%.40s\"", pair);
        return fw_err_key(&cli->err, "%s", option);
    }
    *equals = '\0';
    if (fw_arch_set(arch, pair, equals + 1, &cli->err) == FW_OK)
        return FW_OK;
    return fw_err_at(&cli->err, option, 0, 0);
}

enum fw_status fw_cli_synthetic(struct fw_cli *cli, const char *keys, struct fw_description *out)
{
    char *rest = fw_arena_strdup(&cli->arena, keys);
    if (rest == NULL)
        return fw_cli_no_memory(cli);
    memset(out, 0, sizeof *out);
    out->id = out->name = name;
    out->path = option;
    out->training.dtype = FW_DTYPE_COUNT;
    fw_facts_init(&out->training.facts);
    out->arch.file = option;
    while (rest[strspn(rest, " \t\n")] != '\0') {
        rest += strspn(rest, " \t\n");
        char *const pair = rest;
        rest += strcspn(rest, " \t\n");
        if (*rest != '\0')
            *rest++ = '\0';
        if (set_pair(cli, &out->arch, pair) != FW_OK)
            return FW_USAGE;
    }
    return set_defaults(cli, &out->arch);
}
