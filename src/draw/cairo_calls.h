/* cairo_calls.h - the functions of Cairo, Pango and GObject that draw png and pdf. Private to draw.
 *
 * They are looked up when the first picture needs them, not linked: the loader would spend more
 * time on their forty libraries than any estimate takes, and svg and the terminal go without.
 */
#ifndef FW_DRAW_CAIRO_CALLS_H
#define FW_DRAW_CAIRO_CALLS_H

#include <cairo-pdf.h>
#include <cairo.h>
#include <pango/pangocairo.h>

/* X(result, name, arguments); cairo_calls.c compares each with the header of its library. */
#define FW_CAIRO_CALLS(X)                                                                          \
    X(void, cairo_arc, (cairo_t *, double, double, double, double, double))                        \
    X(void, cairo_close_path, (cairo_t *))                                                         \
    X(cairo_t *, cairo_create, (cairo_surface_t *))                                                \
    X(void, cairo_destroy, (cairo_t *))                                                            \
    X(void, cairo_fill_preserve, (cairo_t *))                                                      \
    X(cairo_font_options_t *, cairo_font_options_create, (void))                                   \
    X(void, cairo_font_options_destroy, (cairo_font_options_t *))                                  \
    X(void, cairo_font_options_set_antialias, (cairo_font_options_t *, cairo_antialias_t))         \
    X(void, cairo_font_options_set_hint_metrics, (cairo_font_options_t *, cairo_hint_metrics_t))   \
    X(void, cairo_font_options_set_hint_style, (cairo_font_options_t *, cairo_hint_style_t))       \
    X(cairo_surface_t *, cairo_image_surface_create, (cairo_format_t, int, int))                   \
    X(void, cairo_line_to, (cairo_t *, double, double))                                            \
    X(void, cairo_move_to, (cairo_t *, double, double))                                            \
    X(void, cairo_new_path, (cairo_t *))                                                           \
    X(void, cairo_new_sub_path, (cairo_t *))                                                       \
    X(void, cairo_paint, (cairo_t *))                                                              \
    X(cairo_surface_t *, cairo_pdf_surface_create_for_stream,                                      \
      (cairo_write_func_t, void *, double, double))                                                \
    X(void, cairo_pdf_surface_set_metadata,                                                        \
      (cairo_surface_t *, cairo_pdf_metadata_t, const char *))                                     \
    X(void, cairo_rectangle, (cairo_t *, double, double, double, double))                          \
    X(void, cairo_scale, (cairo_t *, double, double))                                              \
    X(void, cairo_set_dash, (cairo_t *, const double *, int, double))                              \
    X(void, cairo_set_line_join, (cairo_t *, cairo_line_join_t))                                   \
    X(void, cairo_set_line_width, (cairo_t *, double))                                             \
    X(void, cairo_set_source_rgb, (cairo_t *, double, double, double))                             \
    X(cairo_status_t, cairo_status, (cairo_t *))                                                   \
    X(const char *, cairo_status_to_string, (cairo_status_t))                                      \
    X(void, cairo_stroke_preserve, (cairo_t *))                                                    \
    X(void, cairo_surface_destroy, (cairo_surface_t *))                                            \
    X(void, cairo_surface_finish, (cairo_surface_t *))                                             \
    X(cairo_status_t, cairo_surface_status, (cairo_surface_t *))                                   \
    X(cairo_status_t, cairo_surface_write_to_png_stream,                                           \
      (cairo_surface_t *, cairo_write_func_t, void *))                                             \
    X(void, g_object_unref, (gpointer))                                                            \
    X(void, pango_cairo_context_set_font_options, (PangoContext *, const cairo_font_options_t *))  \
    X(PangoFontMap *, pango_cairo_font_map_new, (void))                                            \
    X(void, pango_cairo_show_layout, (cairo_t *, PangoLayout *))                                   \
    X(void, pango_cairo_update_context, (cairo_t *, PangoContext *))                               \
    X(void, pango_context_set_round_glyph_positions, (PangoContext *, gboolean))                   \
    X(void, pango_font_description_free, (PangoFontDescription *))                                 \
    X(PangoFontDescription *, pango_font_description_from_string, (const char *))                  \
    X(void, pango_font_description_set_absolute_size, (PangoFontDescription *, double))            \
    X(void, pango_font_description_set_weight, (PangoFontDescription *, PangoWeight))              \
    X(PangoContext *, pango_font_map_create_context, (PangoFontMap *))                             \
    X(void, pango_layout_context_changed, (PangoLayout *))                                         \
    X(int, pango_layout_get_baseline, (PangoLayout *))                                             \
    X(void, pango_layout_get_size, (PangoLayout *, int *, int *))                                  \
    X(int, pango_layout_get_unknown_glyphs_count, (PangoLayout *))                                 \
    X(PangoLayout *, pango_layout_new, (PangoContext *))                                           \
    X(void, pango_layout_set_font_description, (PangoLayout *, const PangoFontDescription *))      \
    X(void, pango_layout_set_single_paragraph_mode, (PangoLayout *, gboolean))                     \
    X(void, pango_layout_set_text, (PangoLayout *, const char *, int))

struct fw_cairo_calls {
#define X(result, name, arguments) result(*name) arguments;
    FW_CAIRO_CALLS(X)
#undef X
};

/* The functions, loaded once and kept; NULL where the libraries are missing or too old. */
const struct fw_cairo_calls *fw_cairo_calls(void);

#endif
