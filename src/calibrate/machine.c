/* machine.c - see machine.h. */
#include "calibrate/machine.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 256, PATH = 512, CACHES_MAX = 8 };

/* First line of a file, without its end. */
static bool first_line(const char *path, char line[LINE])
{
    FILE *const f = fopen(path, "r");
    if (f == NULL)
        return false;
    const bool got = fgets(line, LINE, f) != NULL;
    (void)fclose(f); /* only read from */
    if (got)
        line[strcspn(line, "\n")] = '\0';
    return got;
}

/* "model name : AMD EPYC" of /proc/cpuinfo. */
static void read_processor(const char *proc, char out[FW_MACHINE_TEXT])
{
    static const char key[] = "model name";
    char path[PATH], line[LINE];
    (void)snprintf(path, sizeof path, "%s/cpuinfo", proc);
    FILE *const f = fopen(path, "r");
    if (f == NULL)
        return;
    while (out[0] == '\0' && fgets(line, sizeof line, f) != NULL) {
        const char *const value = strchr(line, ':');
        if (value == NULL || strncmp(line, key, sizeof key - 1) != 0)
            continue;
        const char *const start = value + 1 + strspn(value + 1, " \t");
        (void)snprintf(out, FW_MACHINE_TEXT, "%.*s", (int)strcspn(start, "\n"), start);
    }
    (void)fclose(f); /* only read from */
}

/* One cache as "L1d 48 KiB"; false if there is none of that number. */
static bool read_cache(const char *sys, unsigned i, char *out, size_t n)
{
    static const char *const names[] = {"level", "type", "size"};
    char path[PATH], text[3][LINE];
    for (unsigned k = 0; k < 3; k++) {
        (void)snprintf(path, sizeof path, "%s/devices/system/cpu/cpu0/cache/index%u/%s", sys, i,
                       names[k]);
        if (!first_line(path, text[k]))
            return false;
    }
    const char *const kind = strcmp(text[1], "Data") == 0          ? "d"
                             : strcmp(text[1], "Instruction") == 0 ? "i"
                                                                   : "";
    const size_t digits = strspn(text[2], "0123456789");
    const bool kib = text[2][digits] == 'K';
    (void)snprintf(out, n, "L%.2s%s %.*s %s", text[0], kind, (int)(digits < 12 ? digits : 12),
                   text[2], kib ? "KiB" : text[2][digits] == 'M' ? "MiB" : "B");
    return digits > 0;
}

void fw_machine_read(struct fw_machine *m, const char *proc, const char *sys)
{
    memset(m, 0, sizeof *m);
    read_processor(proc != NULL ? proc : "/proc", m->processor);
    for (unsigned i = 0; i < CACHES_MAX; i++) {
        const size_t used = strlen(m->caches);
        char one[40];
        if (!read_cache(sys != NULL ? sys : "/sys", i, one, sizeof one))
            return;
        (void)snprintf(m->caches + used, sizeof m->caches - used, "%s%s", i > 0 ? ", " : "", one);
    }
}
