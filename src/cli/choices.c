/* choices.c - the words that options with a choice take, out of the tables that own them. */
#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "core/train.h"
#include "report/table.h"

const char *fw_choice_dtype(size_t i)
{
    return i < FW_DTYPE_COUNT ? fw_dtype_get((enum fw_dtype)i)->name : NULL;
}

const char *fw_choice_attention(size_t i)
{
    return i < FW_ATT_COUNT ? fw_attention_names[i] : NULL;
}

const char *fw_choice_lm_head(size_t i)
{
    return i < FW_HEAD_COUNT ? fw_lm_head_names[i] : NULL;
}

const char *fw_choice_rule(size_t i)
{
    return i < FW_RULE_COUNT ? fw_rule_table[i].name : NULL;
}

const char *fw_choice_state(size_t i)
{
    return i < fw_state_count ? fw_state_table[i].name : NULL;
}

/* Index 0 is the chip: unknown is no choice. */
const char *fw_choice_boundary(size_t i)
{
    return i + FW_BOUNDARY_CHIP <= FW_BOUNDARY_FACILITY
               ? fw_boundary_name((enum fw_boundary)(i + FW_BOUNDARY_CHIP))
               : NULL;
}

const char *fw_choice_example(size_t i)
{
    return i == 0 ? "attention" : NULL;
}

const char *fw_choice_format(size_t i)
{
    return i < FW_FORMAT_COUNT ? fw_format_names[i] : NULL;
}

const char *fw_choice_color(size_t i)
{
    static const char *const words[] = {"auto", "always", "never"};
    return i < sizeof words / sizeof words[0] ? words[i] : NULL;
}

char *fw_choices_text(fw_choices choices, char *buf, size_t size)
{
    size_t len = 0;
    buf[0] = '\0';
    for (size_t i = 0; choices(i) != NULL && len < size; i++) {
        const int n =
            snprintf(buf + len, size - len, "%s%s", i > 0 ? ", " : "", choices(i));
        len += n > 0 ? (size_t)n : 0;
    }
    return buf;
}
