/* training_parts.c - see training_parts.h. */
#include "report/training_parts.h"

#include <math.h>

double fw_training_rate(const struct fw_train_result *t, enum fw_rule rule)
{
    const double hours = t->chain.val[FW_FACT_device_hours];
    if (t->tokens == 0 || isnan(hours))
        return (double)NAN;
    return fw_count_double(t->flop[rule]) / (hours * 3600);
}

double fw_training_use(const struct fw_train_result *t, enum fw_rule rule)
{
    return fw_training_rate(t, rule) / t->chain.val[FW_FACT_peak];
}

double fw_training_all_emissions(const struct fw_train_result *t)
{
    const double *val = t->chain.val;
    const double idle = val[FW_FACT_idle_emissions], embodied = val[FW_FACT_embodied];
    if (isnan(idle) && isnan(embodied))
        return (double)NAN;
    return val[FW_FACT_emissions] + (isnan(idle) ? 0 : idle) + (isnan(embodied) ? 0 : embodied);
}

const char *fw_training_hardware(const struct fw_answer *a)
{
    return a->hardware != NULL ? a->hardware->id : a->description->training.hardware;
}

bool fw_training_length_known(const struct fw_answer *a)
{
    const struct fw_training *stated = &a->description->training;
    return (stated->present && stated->sequence_length > 0) ||
           a->training.sequence_length != a->model.max_position;
}

const char *fw_training_length_text(const struct fw_answer *a)
{
    return fw_training_length_known(a) ? "" : " (the longest context; the length is not stated)";
}

bool fw_rule_has_attention(enum fw_rule rule)
{
    return rule != FW_RULE_6NT && rule != FW_RULE_6NT_BODY && rule != FW_RULE_MATRIX &&
           rule != FW_RULE_LORA;
}
