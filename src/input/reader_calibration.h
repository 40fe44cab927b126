/* reader_calibration.h - the section `calibration:` of a hardware file. Used inside input/. */
#ifndef FW_INPUT_READER_CALIBRATION_H
#define FW_INPUT_READER_CALIBRATION_H

#include "core/calibration.h"
#include "input/yaml_tree.h"

/* The section in ld's arena; NULL if it is unusable, which is reported. */
const struct fw_calibration *fw_calibration_load(struct fw_load *ld, const struct fw_node *map);

#endif
