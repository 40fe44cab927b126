/* canvas.h - one drawing, many outputs: SVG, PNG, PDF and the terminal.
 *
 * A canvas is opened for a format, measured with fw_draw_textsize, given its size by
 * fw_draw_begin, drawn on, and closed into a text buffer. Nothing is written to a file here:
 * the caller hands the buffer to fw_outfile_write.
 *
 *     struct fw_draw *d = NULL;
 *     enum fw_status s = fw_draw_open(&d, &(struct fw_draw_options){.format = FW_DRAW_SVG}, err);
 *     if (s == FW_OK) {
 *         fw_draw_begin(d, 300, 200, "Title", "What a reader who cannot see it should know");
 *         fw_draw_rect(d, (struct fw_box){10, 10, 80, 20}, 0, &(struct fw_paint){.fill = blue});
 *         s = fw_draw_close(d, &out, err);
 *     }
 *     fw_draw_free(d);
 *
 * Units: lengths are points (1/72 inch), x to the right, y downward, origin at the top left.
 * Errors are sticky: after the first one drawing does nothing and fw_draw_close returns it.
 * Text is UTF-8; malformed bytes become U+FFFD and control characters become blanks.
 */
#ifndef FW_DRAW_CANVAS_H
#define FW_DRAW_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

enum fw_draw_format { FW_DRAW_SVG, FW_DRAW_PNG, FW_DRAW_PDF, FW_DRAW_TERM, FW_DRAW_FORMAT_ };

struct fw_draw_options {
    enum fw_draw_format format;
    double scale;       /* PNG: pixels per point, 0 = 3 (216 pixels per inch); 0.5 to 20 */
    const char *prefix; /* SVG: start of every id, so that several figures can share one page;
                           NULL = "fw". Letters, digits, '-' and '_', a letter first */
    unsigned columns;   /* terminal: width, 0 = 80; 40 to 400 */
    bool ascii;         /* terminal: plain ASCII only */
    bool colour;        /* terminal: ANSI colours */
};

/* A colour is FW_RGB(0xRRGGBB); 0 = none, nothing is painted. */
typedef uint32_t fw_colour;
#define FW_RGB(hex) (UINT32_C(0x1000000) | UINT32_C(hex))

enum fw_dash { FW_DASH_SOLID, FW_DASH_LONG, FW_DASH_SHORT, FW_DASH_DOT, FW_DASH_ };
/* Patterns over a fill, so that colour never carries meaning alone. */
enum fw_hatch {
    FW_HATCH_NONE,
    FW_HATCH_RISING,
    FW_HATCH_FALLING,
    FW_HATCH_LEVEL,
    FW_HATCH_CROSS,
    FW_HATCH_UPRIGHT,
    FW_HATCH_
};

struct fw_paint {
    fw_colour fill, stroke;
    double width; /* of the stroke [pt] */
    enum fw_dash dash;
    enum fw_hatch hatch; /* rectangles only; in the colour hatch_ink */
    fw_colour hatch_ink;
};

enum fw_anchor { FW_ANCHOR_START, FW_ANCHOR_MIDDLE, FW_ANCHOR_END };

struct fw_font {
    double size; /* [pt] */
    bool bold;
    enum fw_anchor anchor; /* which part of the text stands at x */
    fw_colour colour;      /* 0 = black */
};

struct fw_box {
    double x, y, w, h;
};

/* A named part of the drawing. SVG: <g id class> with a <title>; other formats ignore it. */
struct fw_draw_part {
    const char *id;    /* appended to the prefix; NULL = none */
    const char *klass; /* NULL = none */
    const char *title; /* shown as a tool tip and read aloud; NULL = none */
};

/* Read the fields, write none of them. */
struct fw_draw {
    const struct fw_draw_methods *methods; /* of the backend, see backend.h */
    struct fw_draw_options options;
    double width, height;    /* [pt], 0 before begin */
    double cell_w, cell_h;   /* [pt] of one character cell; 0 = the format has no cells */
    unsigned unknown_glyphs; /* characters that no font could show, measured text included */
    unsigned depth;          /* open groups */
    struct fw_err err;       /* the sticky error; status FW_OK = none yet */
    struct fw_text out;
};

/* The format that a file name asks for by its ending (.svg .png .pdf); false = none of them. */
bool fw_draw_format_of(const char *path, enum fw_draw_format *format);

/* Opens a canvas. *out is NULL on failure, else the caller frees it with fw_draw_free.
 * FW_USAGE: an option out of range, or a format that this build leaves out (-DFW_NO_CAIRO
 * builds without PNG and PDF). FW_SYSTEM: memory. */
enum fw_status fw_draw_open(struct fw_draw **out, const struct fw_draw_options *options,
                            struct fw_err *err);
void fw_draw_free(struct fw_draw *d); /* NULL is allowed */

/* Sets the page: 8 to 14400 pt each way; more, or a picture beyond 32767 pixels a side, is the
 * sticky error FW_USAGE. White background. title and desc name the picture for readers who do
 * not see it (SVG <title> and <desc>, PDF title); NULL = none. */
void fw_draw_begin(struct fw_draw *d, double width, double height, const char *title,
                   const char *desc);

/* radius rounds the corners; half the side of a square makes a disc. */
void fw_draw_rect(struct fw_draw *d, struct fw_box box, double radius, const struct fw_paint *p);

/* n points, xy = (x0, y0, x1, y1, ...), shape (n, 2). A point with a NaN lifts the pen: the line
 * has a gap there. closed joins each piece to its start (a filled polygon). */
void fw_draw_polyline(struct fw_draw *d, const double *xy, size_t n, bool closed,
                      const struct fw_paint *p);
void fw_draw_line(struct fw_draw *d, double x1, double y1, double x2, double y2,
                  const struct fw_paint *p);

/* y is the base line. */
void fw_draw_text(struct fw_draw *d, double x, double y, const char *text,
                  const struct fw_font *font);

/* Width of the text [pt]; may be called before begin. */
double fw_draw_textsize(struct fw_draw *d, const char *text, const struct fw_font *font);

/* Opens a group, closes the last one opened. Groups still open at the end are closed. */
void fw_draw_group(struct fw_draw *d, const struct fw_draw_part *group);
void fw_draw_group_end(struct fw_draw *d);

/* Sets the sticky error if there is none yet; for layout code that draws on the canvas. */
void fw_draw_fail(struct fw_draw *d, enum fw_status status, const char *fmt, ...) FW_PRINTF(3, 4);
bool fw_draw_ok(const struct fw_draw *d);

/* Finishes the picture and appends it to *out (binary for PNG and PDF: use out->len). Returns
 * the sticky error; FW_BUG if begin was never called. Call once, then fw_draw_free. */
enum fw_status fw_draw_close(struct fw_draw *d, struct fw_text *out, struct fw_err *err);

#endif
