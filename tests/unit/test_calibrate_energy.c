/* Energy counters on a simulated powercap tree. Expected: by hand, in the comment of each row. */
#include "calibrate/energy.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "t.h"

static void put(const char *path, const char *text)
{
    FILE *const f = fopen(path, "w");
    if (f == NULL || fputs(text, f) < 0 || fclose(f) != 0)
        t_true(path, false);
}

static void make_domain(const char *folder, const char *name, const char *energy)
{
    char path[128];
    (void)mkdir(folder, 0777);
    (void)snprintf(path, sizeof path, "%s/name", folder);
    put(path, name);
    (void)snprintf(path, sizeof path, "%s/max_energy_range_uj", folder);
    put(path, "262143328850\n");
    (void)snprintf(path, sizeof path, "%s/energy_uj", folder);
    put(path, energy);
}

static void test_two_packages(void)
{
    struct fw_meter m;

    (void)mkdir("pc", 0777);
    make_domain("pc/intel-rapl:0", "package-0\n", "1000000\n");
    make_domain("pc/intel-rapl:1", "package-1\n", "262143000000\n");
    make_domain("pc/intel-rapl:0:0", "core\n", "900000\n");
    make_domain("pc/intel-rapl:2", "psys\n", "5000000\n");
    make_domain("pc/intel-rapl-mmio:0", "package-0\n", "77\n");
    fw_meter_open(&m, "pc");
    t_true("available", m.available);
    t_str("why", m.why, "");
    t_int("packages alone", m.num_domains, 2);
    put("pc/intel-rapl:0/energy_uj", "3500000\n");
    put("pc/intel-rapl:1/energy_uj", "500000\n"); /* started again */
    put("pc/intel-rapl:0:0/energy_uj", "3000000\n");
    put("pc/intel-rapl:2/energy_uj", "9000000\n");
    /* 3.5 - 1 = 2.5 J; 262,143.328850 - 262,143.000000 + 0.5 = 0.82885 J */
    t_rel("joules", fw_meter_read(&m), 3.32885, 1e-12);
    t_abs("nothing since", fw_meter_read(&m), 0, 0);
    put("pc/intel-rapl:1/energy_uj", "garbage\n");
    t_true("unreadable is unknown", isnan(fw_meter_read(&m)));
    t_true("and stays so", isnan(fw_meter_read(&m)) && !m.available);
    t_str("names the file", m.why, "pc/intel-rapl:1/energy_uj: Invalid argument");
}

static void test_unknown(void)
{
    struct fw_meter m;

    fw_meter_open(&m, "nowhere");
    t_true("no such folder", !m.available && isnan(fw_meter_read(&m)));
    t_str("why", m.why, "nowhere: No such file or directory");
    (void)mkdir("empty", 0777);
    fw_meter_open(&m, "empty");
    t_true("no counter", !m.available && isnan(fw_meter_read(&m)));
    t_str("why", m.why, "empty: no package counter");
    /* A counter that cannot be read, as without permission: a folder in its place. */
    (void)mkdir("denied", 0777);
    make_domain("denied/intel-rapl:0", "package-0\n", "1\n");
    (void)unlink("denied/intel-rapl:0/energy_uj");
    (void)mkdir("denied/intel-rapl:0/energy_uj", 0777);
    fw_meter_open(&m, "denied");
    t_true("unreadable", !m.available && isnan(fw_meter_read(&m)));
    t_str("why", m.why, "denied/intel-rapl:0/energy_uj: Is a directory");
}

/* Case 50 of the public cases: 15 W at 50 % load for 279 s are 0.58125 Wh. */
static void test_idle(void)
{
    t_rel("0.58125 Wh", fw_energy_above_idle(279 * 15 * 0.5, NAN, 279) / 3600, 0.58125, 1e-12);
    t_rel("above 20 W idle", fw_energy_above_idle(1000, 20, 10), 800, 1e-12);
    t_true("unknown stays unknown", isnan(fw_energy_above_idle(NAN, 20, 10)));
}

int main(void)
{
    char scratch[] = "/tmp/fw-test-energy-XXXXXX";
    if (mkdtemp(scratch) == NULL || chdir(scratch) != 0)
        return 1;
    test_two_packages();
    test_unknown();
    test_idle();
    if (chdir("/") == 0 && strncmp(scratch, "/tmp/fw-test-", 13) == 0) {
        char command[64];
        (void)snprintf(command, sizeof command, "rm -rf %s", scratch);
        t_int("cleaned", system(command), 0);
    }
    return t_done();
}
