/* sniff.h - looks at the bytes of a file before they are read as YAML. */
#ifndef FW_INPUT_SNIFF_H
#define FW_INPUT_SNIFF_H

#include "input/load.h"

/* Reports what is not text in UTF-8 and what is a file of another kind, by its content: UTF-16,
 * NUL, invalid UTF-8, a lone carriage return, control characters, a Git LFS pointer, HTML, GGUF,
 * safetensors, archives. At most one message, with line and column where there is one.
 * Steps over a UTF-8 byte order mark: *text and *n are what is to be parsed. */
enum fw_status fw_sniff(struct fw_load *ld, const char **text, size_t *n);

#endif
