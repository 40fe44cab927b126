/* metrics.h - how wide text is without a font library. Private to draw.
 *
 * The own SVG writer measures with these, so that its layout is the same on every machine and
 * in builds without Pango. Widths are the advance widths of DejaVu Sans 2.37 (book and bold).
 */
#ifndef FW_DRAW_METRICS_H
#define FW_DRAW_METRICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Height of a capital letter and the room above and below the base line [em], DejaVu Sans. */
#define FW_CAP_HEIGHT 0.729
#define FW_ASCENT 0.928
#define FW_DESCENT 0.236

/* Decodes one character of clean UTF-8 and moves *s behind it; 0 at the end. A malformed byte
 * gives U+FFFD and moves one byte. */
uint32_t fw_metrics_next(const char **s);

/* Width [em]; *known is false if a character is not in the table (then 1 em for East Asian
 * wide characters and 0.64 em for others are assumed). */
double fw_metrics_width(const char *utf8, bool bold, bool *known);

#endif
