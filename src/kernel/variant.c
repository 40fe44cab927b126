/* variant.c - which variants exist, and which of them this machine can run. */
#include <string.h>

#include "kernel/engine.h"

const struct fw_kernel_op_info fw_kernel_op_table[FW_OP_COUNT] = {
#define OP(id, product, meaning) [FW_OP_##id] = {#id, meaning, product},
#include "kernel/ops.def"
#undef OP
};

static bool always(void)
{
    return true;
}

const struct fw_kernel_variant fw_variant_reference = {
    .name = "reference",
    .text = "plain C, one thread: the passes as one reads them",
    .weights = FW_DTYPE_COUNT,
    .operand = FW_F32,
    .available = always,
};

/* Slowest first: the search for the default goes from the end. */
static const struct fw_kernel_variant *const variants[] = {
    &fw_variant_reference,   &fw_variant_portable_f32, &fw_variant_portable_bf16,
    &fw_variant_avx512_f32, &fw_variant_avx512_bf16,  &fw_variant_amx_bf16,
};
enum { NUM_VARIANTS = sizeof(variants) / sizeof(variants[0]) };

size_t fw_kernel_variant_count(void)
{
    return NUM_VARIANTS;
}

const char *fw_kernel_variant_name(size_t i)
{
    return variants[i]->name;
}

const char *fw_kernel_variant_text(size_t i)
{
    return variants[i]->text;
}

enum fw_dtype fw_kernel_variant_dtype(size_t i)
{
    return variants[i]->weights;
}

bool fw_kernel_variant_available(size_t i)
{
    return variants[i]->available();
}

const char *fw_kernel_variant_of(const struct fw_kernel_config *c)
{
    return c->variant->name;
}

/* "avx512" and "avx512-bf16" both name avx512-bf16. */
static bool is_named(const struct fw_kernel_variant *v, const char *name)
{
    const size_t n = strlen(name);
    return strncmp(v->name, name, n) == 0
           && (v->name[n] == '\0' || strcmp(v->name + n, "-f32") == 0
               || strcmp(v->name + n, "-bf16") == 0);
}

const struct fw_kernel_variant *fw_variant_find(const char *name, enum fw_dtype dtype)
{
    for (size_t i = NUM_VARIANTS; i-- > 0;) {
        const struct fw_kernel_variant *v = variants[i];
        const bool fits = v->weights == dtype || v->weights == FW_DTYPE_COUNT;
        if (name != NULL ? is_named(v, name) && fits : fits && v->available()) {
            return v;
        }
    }
    return NULL;
}
