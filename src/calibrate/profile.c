/* profile.c - a hardware file with its calibration. */
#include "calibrate/profile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/outfile.h"

/* The shortest of 15 to 17 digits that reads back; a decimal point whatever the locale says. */
static void put_real(struct fw_text *t, double x)
{
    char buf[40];

    if (isnan(x)) {
        fw_text_put(t, "null");
        return;
    }
    for (int digits = 15; digits <= 17; digits++) {
        (void)snprintf(buf, sizeof buf, "%.*g", digits, x);
        const double back = strtod(buf, NULL);
        if (back <= x && back >= x)
            break;
    }
    char *const comma = strchr(buf, ',');
    if (comma != NULL)
        *comma = '.';
    fw_text_put(t, buf);
}

/* In double quotes; what would not print is a blank. */
static void put_quoted(struct fw_text *t, const char *s)
{
    fw_text_putc(t, '"');
    for (; *s != '\0'; s++) {
        const unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            fw_text_putc(t, '\\');
        fw_text_putc(t, c < 0x20 || c == 0x7f ? ' ' : *s);
    }
    fw_text_putc(t, '"');
}

static void put_string(struct fw_text *t, const char *indent, const char *key, const char *value)
{
    if (value == NULL)
        return;
    fw_text_printf(t, "%s%s: ", indent, key);
    put_quoted(t, value);
    fw_text_putc(t, '\n');
}

static void put_number(struct fw_text *t, const char *indent, const char *key, double value)
{
    if (isnan(value))
        return;
    fw_text_printf(t, "%s%s: ", indent, key);
    put_real(t, value);
    fw_text_putc(t, '\n');
}

/* One parameter of a curve with what it is about. */
static void put_parameters(struct fw_text *t, const struct fw_curve *c)
{
    fw_text_put(t, "      parameters:\n");
    for (int p = 0; p < FW_CAL_COUNT; p++)
        put_number(t, "        ", fw_cal_table[p].id, c->param[p]);
    fw_text_put(t, "      states:\n");
    for (int p = 0; p < FW_CAL_COUNT; p++)
        fw_text_printf(t, "        %s: %s\n", fw_cal_table[p].id, fw_cal_state_names[c->state[p]]);
}

static void put_covariance(struct fw_text *t, const struct fw_curve *c)
{
    bool any = false;

    fw_text_put(t, "      covariance:");
    for (int i = 0; i < FW_CAL_COUNT; i++) {
        const char *separator = "";
        if (c->state[i] != FW_CAL_FITTED)
            continue;
        fw_text_put(t, any ? "        - [" : "\n        - [");
        any = true;
        for (int j = 0; j < FW_CAL_COUNT; j++) {
            if (c->state[j] != FW_CAL_FITTED)
                continue;
            fw_text_put(t, separator);
            put_real(t, c->cov[i][j]);
            separator = ", ";
        }
        fw_text_put(t, "]\n");
    }
    if (!any)
        fw_text_put(t, " []\n");
}

static void put_axes(struct fw_text *t, const char *key, const double at[])
{
    const char *separator = "";

    fw_text_printf(t, "      %s: {", key);
    for (int a = 0; a < FW_AXIS_COUNT; a++) {
        if (!(at[a] > 0))
            continue;
        fw_text_printf(t, "%s%s: ", separator, fw_cal_axis_names[a]);
        put_real(t, at[a]);
        separator = ", ";
    }
    fw_text_put(t, "}\n");
}

static void put_curve(struct fw_text *t, const struct fw_curve *c)
{
    put_string(t, "    - ", "curve", c->name);
    if (c->dtype != FW_DTYPE_COUNT)
        fw_text_printf(t, "      dtype: %s\n", fw_dtype_get(c->dtype)->name);
    fw_text_printf(t, "      threads: %u\n      rows: %zu\n      dof: %zu\n", c->threads, c->rows,
                   c->dof);
    put_number(t, "      ", "scale", c->scale);
    put_number(t, "      ", "median_error", c->median_error);
    put_number(t, "      ", "worst_error", c->worst_error);
    fw_text_put(t, "      quantiles: [");
    for (int q = 0; q < FW_CAL_QUANTILES; q++) {
        fw_text_put(t, q > 0 ? ", " : "");
        put_real(t, c->quantile[q]);
    }
    fw_text_put(t, "]\n");
    put_parameters(t, c);
    put_covariance(t, c);
    put_axes(t, "least", c->least);
    put_axes(t, "most", c->most);
}

static void put_calibration(struct fw_text *t, const struct fw_calibration *c)
{
    fw_text_put(t, "# Rates in FLOP/s and B/s, times in s; covariance of the logarithms of the "
                   "fitted parameters;\n# docs/calibration.md has the equation.\ncalibration:\n");
    put_string(t, "  ", "version", c->version);
    put_string(t, "  ", "date", c->date);
    put_string(t, "  ", "machine", c->machine);
    put_string(t, "  ", "source", c->source);
    fw_text_put(t, c->num_curves > 0 ? "  curves:\n" : "  curves: []\n");
    for (size_t i = 0; i < c->num_curves; i++)
        put_curve(t, &c->curves[i]);
}

static void put_memory(struct fw_text *t, const struct fw_hardware *hw)
{
    if (isnan(hw->mem_bytes_min) && isnan(hw->mem_bw))
        return;
    fw_text_put(t, "memory:\n");
    put_number(t, "  ", "size_min", hw->mem_bytes_min);
    put_number(t, "  ", "size_max", hw->mem_bytes_max);
    put_number(t, "  ", "bandwidth", hw->mem_bw);
}

void fw_profile_text(const struct fw_hardware *hw, struct fw_text *out)
{
    put_string(out, "", "name", hw->name);
    put_string(out, "", "vendor", hw->vendor);
    if (hw->year > 0)
        fw_text_printf(out, "year: %d\n", hw->year);
    put_string(out, "", "form", hw->form);
    fw_text_put(out, "peak:\n");
    for (int i = 0; i < FW_DTYPE_COUNT; i++)
        put_number(out, "  ", fw_dtype_get((enum fw_dtype)i)->name, hw->peak[i]);
    put_memory(out, hw);
    if (!isnan(hw->power)) {
        fw_text_put(out, "power:\n");
        put_number(out, "  ", "value", hw->power);
        put_string(out, "  ", "term", hw->power_term);
    }
    put_string(out, "", "note", hw->note);
    if (hw->calibration != NULL)
        put_calibration(out, hw->calibration);
}

/* Makes the folder of path, if it has one. */
static enum fw_status make_folder(const char *path, struct fw_err *err)
{
    const char *const slash = strrchr(path, '/');
    enum fw_status status = FW_OK;

    if (slash == NULL || slash == path)
        return FW_OK;
    char *const folder = malloc((size_t)(slash - path) + 1);
    if (folder == NULL)
        return fw_fail(err, FW_SYSTEM, "out of memory");
    memcpy(folder, path, (size_t)(slash - path));
    folder[slash - path] = '\0';
    status = fw_mkdirs(folder, err);
    free(folder);
    return status;
}

enum fw_status fw_profile_write(const struct fw_hardware *hw, const char *path, bool force,
                                struct fw_err *err)
{
    enum fw_status status = FW_OK;
    struct fw_text text;

    fw_text_init(&text);
    fw_profile_text(hw, &text);
    if (!fw_text_ok(&text))
        status = fw_fail(err, FW_SYSTEM, "out of memory for the profile");
    if (status == FW_OK)
        status = make_folder(path, err);
    if (status == FW_OK)
        status = fw_outfile_write(path, text.data, text.len, force, err);
    fw_text_free(&text);
    return status;
}

const char *fw_profile_date(bool now, struct fw_arena *arena)
{
    const char *const epoch = getenv("SOURCE_DATE_EPOCH");
    struct tm day;
    char buf[16], *end = NULL;
    time_t at = 0;

    if (epoch != NULL && epoch[0] >= '0' && epoch[0] <= '9') {
        at = (time_t)strtoll(epoch, &end, 10);
        if (*end != '\0')
            return NULL;
    } else if (!now || time(&at) == (time_t)-1) {
        return NULL;
    }
    if (gmtime_r(&at, &day) == NULL || strftime(buf, sizeof buf, "%Y-%m-%d", &day) == 0)
        return NULL;
    return fw_arena_strdup(arena, buf);
}

enum fw_status fw_profile_path(const char *name, struct fw_arena *arena, const char **out,
                               struct fw_err *err)
{
    const char *const xdg = getenv("XDG_CONFIG_HOME"), *const home = getenv("HOME");

    *out = NULL;
    if (xdg != NULL && xdg[0] == '/')
        *out = fw_arena_printf(arena, "%s/flopwatt/hardware.d/%s.yaml", xdg, name);
    else if (home != NULL && home[0] == '/')
        *out = fw_arena_printf(arena, "%s/.config/flopwatt/hardware.d/%s.yaml", home, name);
    else
        return fw_fail(err, FW_USAGE, "neither HOME nor XDG_CONFIG_HOME says where profiles are");
    return *out != NULL ? FW_OK : fw_fail(err, FW_SYSTEM, "out of memory");
}
