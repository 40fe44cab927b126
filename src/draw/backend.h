/* backend.h - what the canvas front and its backends share. Private to draw. */
#ifndef FW_DRAW_BACKEND_H
#define FW_DRAW_BACKEND_H

#include "draw/canvas.h"

/* What a backend implements; numbers arrive checked and texts clean. */
struct fw_draw_methods {
    void (*begin)(struct fw_draw *d, const char *title, const char *desc);
    void (*end)(struct fw_draw *d);
    void (*rect)(struct fw_draw *d, struct fw_box box, double radius, const struct fw_paint *p);
    void (*polyline)(struct fw_draw *d, const double *xy, size_t n, bool closed,
                     const struct fw_paint *p);
    void (*text)(struct fw_draw *d, double x, double y, const char *text,
                 const struct fw_font *font);
    double (*textsize)(struct fw_draw *d, const char *text, const struct fw_font *font);
    void (*group)(struct fw_draw *d, const struct fw_draw_part *group);
    void (*free)(struct fw_draw *d); /* what it holds, not d itself */
};

#define FW_FONT_FAMILY "DejaVu Sans"

/* Each returns a zeroed canvas with methods set, or NULL for lack of memory. */
struct fw_draw *fw_canvas_svg_new(void);
struct fw_draw *fw_canvas_term_new(void);
#if !defined(FW_NO_CAIRO)
/* True if Cairo and Pango are here; asked before any of the functions below. */
bool fw_cairo_ready(void);
struct fw_draw *fw_canvas_cairo_new(void);
/* Width by Pango, for scripts that the own table does not hold. */
struct fw_pango;
struct fw_pango *fw_pango_new(void);
void fw_pango_free(struct fw_pango *p);
double fw_pango_width(struct fw_pango *p, const char *text, const struct fw_font *font,
                      unsigned *unknown_glyphs);
#endif

/* Lengths of the dashes of a line style [in stroke widths], n of them; solid has 0. */
size_t fw_dash_pattern(enum fw_dash dash, const double **lengths);

#endif
