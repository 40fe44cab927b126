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
