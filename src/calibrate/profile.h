/* profile.h - writes a calibrated machine as a hardware file; input/reader.h reads it.
 *
 * The same content gives the same bytes, and what was written is read back without a change:
 * numbers carry as many digits as that takes.
 */
#ifndef FW_CALIBRATE_PROFILE_H
#define FW_CALIBRATE_PROFILE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/text.h"
#include "core/description.h"

/* Appends the file. Unknown values (NaN, NULL) are left out; names and texts are quoted. hw needs
 * a name and at least one peak. */
void fw_profile_text(const struct fw_hardware *hw, struct fw_text *out);

/* Writes it whole or not at all (base/outfile.h); the folder is made if it is missing. FW_USAGE
 * if the file is there and force is not set; FW_SYSTEM for I/O. */
enum fw_status fw_profile_write(const struct fw_hardware *hw, const char *path, bool force,
                                struct fw_err *err);

/* "2026-08-01": of SOURCE_DATE_EPOCH if that is set (UTC), else of the clock if now, else NULL.
 * In the arena. */
const char *fw_profile_date(bool now, struct fw_arena *arena);

/* Where a profile of this name belongs: XDG_CONFIG_HOME or ~/.config, then
 * flopwatt/hardware.d/NAME.yaml. FW_USAGE if neither variable holds an absolute path. */
enum fw_status fw_profile_path(const char *name, struct fw_arena *arena, const char **out,
                               struct fw_err *err);

#endif
