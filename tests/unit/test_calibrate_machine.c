/* test_calibrate_machine - what Linux says of a processor, from a tree of its files. */
#include "calibrate/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "t.h"

static char root[256];

static void put(const char *name, const char *text)
{
    char path[512];
    (void)snprintf(path, sizeof path, "%s/%s", root, name);
    for (char *p = strchr(path + strlen(root) + 1, '/'); p != NULL; p = strchr(p + 1, '/')) {
        *p = '\0';
        (void)mkdir(path, 0700);
        *p = '/';
    }
    FILE *const f = fopen(path, "w");
    t_true("file", f != NULL && fputs(text, f) >= 0);
    if (f != NULL)
        (void)fclose(f);
}

static void put_cache(unsigned i, const char *level, const char *type, const char *size)
{
    const char *const names[] = {"level", "type", "size"}, *const texts[] = {level, type, size};
    for (unsigned k = 0; k < 3; k++) {
        char name[128], text[32];
        (void)snprintf(name, sizeof name, "sys/devices/system/cpu/cpu0/cache/index%u/%s", i,
                       names[k]);
        (void)snprintf(text, sizeof text, "%s\n", texts[k]);
        put(name, text);
    }
}

int main(void)
{
    const char *const tmp = getenv("TMPDIR");
    char proc[300], sys[300], remove_all[320];
    struct fw_machine m;
    (void)snprintf(root, sizeof root, "%s/machine-XXXXXX", tmp != NULL ? tmp : "/tmp");
    t_true("scratch folder", mkdtemp(root) != NULL);
    (void)snprintf(proc, sizeof proc, "%s/proc", root);
    (void)snprintf(sys, sizeof sys, "%s/sys", root);

    fw_machine_read(&m, proc, sys);
    t_str("nothing known", m.processor, "");
    t_str("no caches known", m.caches, "");

    put("proc/cpuinfo", "processor\t: 0\nmodel\t\t: 17\nmodel name\t: Some Processor 9000\n\n"
                        "processor\t: 1\nmodel name\t: Another\n");
    put_cache(0, "1", "Data", "48K");
    put_cache(1, "1", "Instruction", "32K");
    put_cache(2, "2", "Unified", "2048K");
    put_cache(3, "3", "Unified", "105M");
    fw_machine_read(&m, proc, sys);
    t_str("first processor", m.processor, "Some Processor 9000");
    t_str("caches", m.caches, "L1d 48 KiB, L1i 32 KiB, L2 2048 KiB, L3 105 MiB");

    put_cache(2, "2", "Unified", "large");
    fw_machine_read(&m, proc, sys);
    t_str("up to what is no size", m.caches, "L1d 48 KiB, L1i 32 KiB");

    (void)snprintf(remove_all, sizeof remove_all, "rm -r '%s'", root);
    t_int("removed", system(remove_all), 0);
    return t_done();
}
