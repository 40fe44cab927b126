/* textfit.h - makes text fit: wrapped at blanks, then shortened with an ellipsis. Private. */
#ifndef FW_DRAW_TEXTFIT_H
#define FW_DRAW_TEXTFIT_H

#include "base/arena.h"
#include "draw/canvas.h"

struct fw_lines {
    size_t count;
    const char **text; /* (count) */
    double width;      /* of the longest line [pt] */
};

/* At most most lines of at most width points. Breaks at blanks and behind '/', '-' and '_', and
 * inside a word only if it is longer than a line. No line at all for NULL or blank text. Out of
 * memory: the canvas's sticky error. */
struct fw_lines fw_textfit_wrap(struct fw_draw *d, struct fw_arena *arena, const char *text,
                                const struct fw_font *font, double width, size_t most);

/* The text, or its start with an ellipsis. Never NULL. */
const char *fw_textfit_shorten(struct fw_draw *d, struct fw_arena *arena, const char *text,
                               const struct fw_font *font, double width);

/* Width of the widest piece that wrapping would not break [pt]. */
double fw_textfit_longest_word(struct fw_draw *d, struct fw_arena *arena, const char *text,
                               const struct fw_font *font);

#endif
