/* energy.h - energy of the processor packages, from Linux powercap (RAPL).
 *
 * Counters /sys/class/powercap/intel-rapl:N/energy_uj, of the domains named package-N alone:
 * cores, uncore and memory are parts of a package or would need a boundary of their own, and psys
 * holds the packages once more. AMD processors have the same files. A counter that cannot be
 * found or read means that the energy is unknown (NaN), never 0; why says the reason.
 * Source: Linux kernel, Documentation/power/powercap/powercap.rst.
 */
#ifndef FW_CALIBRATE_ENERGY_H
#define FW_CALIBRATE_ENERGY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FW_POWERCAP_ROOT "/sys/class/powercap"
enum { FW_METER_DOMAINS = 16, FW_METER_PATH = 512, FW_METER_WHY = 200 };

struct fw_meter {
    bool available;
    size_t num_domains;
    struct {
        char path[FW_METER_PATH]; /* of energy_uj */
        uint64_t range_uj;        /* the counter starts again at 0 beyond it */
        uint64_t last_uj;
    } domain[FW_METER_DOMAINS];
    char why[FW_METER_WHY]; /* why not available; empty if it is */
};

/* Finds and reads the counters under root (NULL = FW_POWERCAP_ROOT). */
void fw_meter_open(struct fw_meter *m, const char *root);

/* Energy of all packages in J since the last call (the first: since fw_meter_open); NaN if
 * unknown. A counter may have started again once in between: at 200 W and the usual range of
 * 262 kJ that takes 20 minutes, so call more often. */
double fw_meter_read(struct fw_meter *m);

/* What a piece of work added: energy_J less idle_power_W x time_s; NaN idle = do not subtract,
 * NaN energy stays NaN. */
double fw_energy_above_idle(double energy_J, double idle_power_W, double time_s);

#endif
