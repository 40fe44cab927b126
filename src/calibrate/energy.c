/* energy.c - powercap counters. */
#include "calibrate/energy.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64 };

/* First line of a small file, without its end. 0 or errno. */
static int read_line(const char *path, char line[static LINE])
{
    FILE *const f = fopen(path, "r");
    if (f == NULL)
        return errno;
    errno = 0;
    const bool got = fgets(line, LINE, f) != NULL;
    const int why = errno != 0 ? errno : EIO;
    (void)fclose(f); /* only read from */
    if (!got)
        return why;
    line[strcspn(line, "\n")] = '\0';
    return 0;
}

static int read_count(const char *path, uint64_t *out)
{
    char line[LINE], *end = line;
    const int why = read_line(path, line);
    if (why != 0)
        return why;
    errno = 0;
    const uint64_t value = strtoull(line, &end, 10);
    if (line[0] < '0' || line[0] > '9' || *end != '\0' || errno != 0)
        return EINVAL;
    *out = value;
    return 0;
}

/* "intel-rapl:0" but not "intel-rapl:0:1", which is a part of it. */
static bool is_package_folder(const char *name)
{
    static const char prefix[] = "intel-rapl:";
    const size_t n = sizeof prefix - 1;
    return strncmp(name, prefix, n) == 0 && name[n] != '\0' &&
           strspn(name + n, "0123456789") == strlen(name + n);
}

static void give_up(struct fw_meter *m, const char *what, const char *reason)
{
    (void)snprintf(m->why, sizeof m->why, "%.120s: %s", what, reason);
}

/* False if it is a package whose counter cannot be read: then the sum is unknown. */
static bool add_domain(struct fw_meter *m, const char *root, const char *name)
{
    char path[FW_METER_PATH], label[LINE];
    int why;

    if (snprintf(path, sizeof path, "%s/%s/name", root, name) >= (int)sizeof path)
        return true;
    if (read_line(path, label) != 0 || strncmp(label, "package", 7) != 0)
        return true;
    if (m->num_domains == FW_METER_DOMAINS) {
        give_up(m, root, "more than 16 packages");
        return false;
    }
    const size_t i = m->num_domains;
    (void)snprintf(path, sizeof path, "%s/%s/max_energy_range_uj", root, name);
    why = read_count(path, &m->domain[i].range_uj);
    if (why == 0) {
        (void)snprintf(path, sizeof path, "%s/%s/energy_uj", root, name);
        why = read_count(path, &m->domain[i].last_uj);
    }
    if (why != 0) {
        give_up(m, path, strerror(why));
        return false;
    }
    (void)memcpy(m->domain[i].path, path, sizeof path);
    m->num_domains++;
    return true;
}

void fw_meter_open(struct fw_meter *m, const char *root)
{
    const struct dirent *e = NULL;
    bool good = true;

    memset(m, 0, sizeof *m);
    if (root == NULL)
        root = FW_POWERCAP_ROOT;
    DIR *const d = opendir(root);
    if (d == NULL) {
        give_up(m, root, strerror(errno));
        return;
    }
    while (good && (e = readdir(d)) != NULL)
        good = !is_package_folder(e->d_name) || add_domain(m, root, e->d_name);
    (void)closedir(d); /* only read from */
    if (good && m->num_domains == 0)
        give_up(m, root, "no package counter");
    m->available = good && m->num_domains > 0;
}

double fw_meter_read(struct fw_meter *m)
{
    double sum_uj = 0;

    for (size_t i = 0; i < m->num_domains && m->available; i++) {
        uint64_t now = 0;
        const int why = read_count(m->domain[i].path, &now);
        if (why != 0) {
            give_up(m, m->domain[i].path, strerror(why));
            m->available = false;
            break;
        }
        const uint64_t last = m->domain[i].last_uj;
        sum_uj += (double)(now >= last ? now - last : m->domain[i].range_uj - last + now);
        m->domain[i].last_uj = now;
    }
    return m->available ? sum_uj * 1e-6 : (double)NAN;
}

double fw_energy_above_idle(double energy_J, double idle_power_W, double time_s)
{
    return isnan(idle_power_W) ? energy_J : energy_J - idle_power_W * time_s;
}
