/* key_value.c - a reader per type of key. */
#include "input/key_value.h"

#include <stdio.h>
#include <string.h>

#include "input/fields.h"

enum { SHOWN = 40 };

static enum fw_status read_count(const struct fw_key_info *info, const struct fw_node *node,
                                 struct fw_opt *out, struct fw_err *err)
{
    struct fw_node positive = *node;
    struct fw_quantity q = {0};
    const bool negative = info->min < 0 && node->kind == FW_SCALAR && node->text[0] == '-';

    if (negative)
        positive.text++;
    const enum fw_status status = fw_scalar_quantity(&positive, FW_DIM_COUNT, &q, err);
    if (status != FW_OK)
        return status;
    const double value = negative ? -q.value : q.value;
    if (value < info->min || value > info->max)
        return fw_fail(err, FW_INPUT, "expected a whole number from %.0f to %.0f, got %.*s",
                       info->min, info->max, SHOWN, node->text);
    out->v = negative ? 0 : (uint64_t)q.count;
    return FW_OK;
}

static enum fw_status read_bool(const struct fw_key_info *info, const struct fw_node *node,
                                struct fw_opt *out, struct fw_err *err)
{
    bool value = false;

    (void)info;
    const enum fw_status status = fw_scalar_bool(node, &value, err);
    out->v = value ? 1 : 0;
    return status;
}

static enum fw_status read_real(const struct fw_key_info *info, const struct fw_node *node,
                                struct fw_opt *out, struct fw_err *err)
{
    struct fw_quantity q = {0};
    const enum fw_status status = fw_scalar_quantity(node, FW_DIM_NUMBER, &q, err);

    if (status != FW_OK)
        return status;
    if (q.value < info->min || q.value > info->max)
        return fw_fail(err, FW_INPUT, "expected a number from %g to %g, got %.*s", info->min,
                       info->max, SHOWN, node->text);
    out->r = q.value;
    return FW_OK;
}

static enum fw_status read_name(const struct fw_key_info *info, const struct fw_node *node,
                                struct fw_opt *out, struct fw_err *err)
{
    const char *const *names = NULL;
    const size_t n = fw_key_values(info->type, &names);
    unsigned i = 0;
    const enum fw_status status = fw_scalar_choice(node, names, n, &i, err);

    out->v = i;
    return status;
}

static enum fw_status read_dtype(const struct fw_key_info *info, const struct fw_node *node,
                                 struct fw_opt *out, struct fw_err *err)
{
    unsigned t = 0;

    (void)info;
    const enum fw_status status = fw_scalar_dtype(node, &t, err);
    out->v = t;
    return status;
}

enum fw_status fw_key_value(enum fw_key key, const struct fw_node *node, struct fw_opt *out,
                            struct fw_err *err)
{
    static enum fw_status (*const readers[])(const struct fw_key_info *, const struct fw_node *,
                                             struct fw_opt *, struct fw_err *) = {
        [FW_T_COUNT] = read_count, [FW_T_BOOL] = read_bool,   [FW_T_REAL] = read_real,
        [FW_T_MLP] = read_name,    [FW_T_NORM] = read_name,   [FW_T_POSITION] = read_name,
        [FW_T_QKNORM] = read_name, [FW_T_DTYPE] = read_dtype,
    };
    const struct fw_key_info *const info = &fw_key_table[key];
    struct fw_opt value = {.given = true, .line = node->at.line, .col = node->at.col};
    const enum fw_status status = readers[info->type](info, node, &value, err);

    if (status == FW_OK)
        *out = value;
    return status;
}

bool fw_key_is_auto(enum fw_key key, const struct fw_node *node)
{
    return fw_key_table[key].type == FW_T_DTYPE && node->kind == FW_SCALAR &&
           strcmp(node->text, "auto") == 0;
}
