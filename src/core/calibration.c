/* calibration.c - the tables of calibration.h. */
#include "core/calibration.h"

#include <math.h>
#include <string.h>

const struct fw_cal_info fw_cal_table[FW_CAL_COUNT] = {
#define CAL(id, dim, neutral, meaning) {#id, meaning, FW_DIM_##dim, neutral},
#include "core/calibration.def"
#undef CAL
};

const char *const fw_cal_state_names[FW_CAL_STATES] = {
    [FW_CAL_FITTED] = "fitted",
    [FW_CAL_NEUTRAL] = "neutral",
    [FW_CAL_NO_GAIN] = "no-gain",
    [FW_CAL_UNDETERMINED] = "undetermined",
    [FW_CAL_GIVEN] = "given",
};
const char *const fw_cal_state_texts[FW_CAL_STATES] = {
    [FW_CAL_FITTED] = "fitted to the rows",
    [FW_CAL_NEUTRAL] = "without effect: the rows are too few or too much alike to show it",
    [FW_CAL_NO_GAIN] = "without effect: fitting it brings the curve no closer by enough",
    [FW_CAL_UNDETERMINED] = "without effect: the rows leave it open by more than a factor of two",
    [FW_CAL_GIVEN] = "from the measured peaks: the rows do not determine it",
};

const char *const fw_cal_axis_names[FW_AXIS_COUNT] = {
    [FW_AXIS_M] = "m",         [FW_AXIS_N] = "n",
    [FW_AXIS_K] = "k",         [FW_AXIS_FLOP] = "flop",
    [FW_AXIS_BYTES] = "bytes", [FW_AXIS_WORKING_SET] = "working_set",
    [FW_AXIS_THREADS] = "threads",
};

const double fw_cal_levels[FW_CAL_QUANTILES] = {0.5, 0.8, 0.9, 0.95};

static size_t find(const char *word, const char *const names[], size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(word, names[i]) == 0)
            return i;
    return n;
}

enum fw_cal fw_cal_find(const char *id)
{
    for (int i = 0; i < FW_CAL_COUNT; i++)
        if (strcmp(id, fw_cal_table[i].id) == 0)
            return (enum fw_cal)i;
    return FW_CAL_COUNT;
}

enum fw_cal_state fw_cal_state_find(const char *name)
{
    return (enum fw_cal_state)find(name, fw_cal_state_names, FW_CAL_STATES);
}

enum fw_cal_axis fw_cal_axis_find(const char *name)
{
    return (enum fw_cal_axis)find(name, fw_cal_axis_names, FW_AXIS_COUNT);
}

void fw_curve_init(struct fw_curve *c)
{
    memset(c, 0, sizeof *c);
    c->dtype = FW_DTYPE_COUNT;
    c->scale = c->median_error = c->worst_error = NAN;
    for (int i = 0; i < FW_CAL_COUNT; i++) {
        c->param[i] = fw_cal_table[i].neutral;
        c->state[i] = FW_CAL_NEUTRAL;
    }
    for (int i = 0; i < FW_CAL_QUANTILES; i++)
        c->quantile[i] = NAN;
}
