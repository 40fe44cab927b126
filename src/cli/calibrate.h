/* calibrate.h - a calibration on its way to the reader. Used by cmd_calibrate.c and
 * calibrate_show.c alone. */
#ifndef FW_CLI_CALIBRATE_H
#define FW_CLI_CALIBRATE_H

#include "calibrate/energy.h"
#include "calibrate/fit.h"
#include "calibrate/machine.h"
#include "calibrate/measure.h"
#include "cli/context.h"

struct fw_calibrated {
    struct fw_measured measured; /* with --from: its timings alone */
    struct fw_machine machine;
    struct fw_meter meter;       /* while the machine is measured */
    double energy_J;             /* NaN = unknown */
    bool from_file;
    struct fw_fit fit;
    struct fw_hardware hardware;
    struct fw_calibration calibration;
    const char *profile; /* path that it was written to */
    const char *store;   /* of the timings, or NULL */
};

void fw_calibrate_show(struct fw_cli *cli, const struct fw_calibrated *c);

#endif
