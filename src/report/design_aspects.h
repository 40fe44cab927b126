/* design_aspects.h - in what two models can differ, and how to undo one difference.
 *
 * Private to report: see fw_view_design in views.h.
 */
#ifndef FW_REPORT_DESIGN_ASPECTS_H
#define FW_REPORT_DESIGN_ASPECTS_H

#include "report/view_parts.h"

/* A copy of a description whose keys may be changed. */
struct fw_design_patch {
    struct fw_arch arch;
    struct fw_layer_entry *entries; /* = arch.entries */
};

/* A figure of one estimate: the sum of up to three rows, of a layer or of the model. */
struct fw_design_figure {
    const char *label;
    bool layer, per_token, even_if_same;
    size_t rows[3];
    size_t num_rows;
};

enum { FW_DESIGN_FIGURES = 4 };
struct fw_design_aspect {
    const char *name;
    void (*describe)(const struct fw_answer *a, struct fw_text *out); /* NULL: by key */
    enum fw_key key;
    /* Puts a's choice into p, a copy of b's description; false if b cannot have it. NULL: the
     * change is too large for that (width, layers). */
    bool (*apply)(const struct fw_answer *a, const struct fw_answer *b, struct fw_design_patch *p);
    struct fw_design_figure figures[FW_DESIGN_FIGURES]; /* ends at label NULL */
};

extern const struct fw_design_aspect fw_design_aspects[];
extern const size_t fw_design_aspect_count;

/* What a model chose: "GQA, a key-value head for 4 heads". */
void fw_design_describe(const struct fw_design_aspect *x, const struct fw_answer *a,
                        struct fw_text *out);

#define FW_LAYER_FIGURE(text, row)                                                                 \
    {                                                                                              \
        text, true, false, false, {FW_LEQ_##row}, 1                                                \
    }
#define FW_LAYER_PER_TOKEN(text, row)                                                              \
    {                                                                                              \
        text, true, true, false, {FW_LEQ_##row}, 1                                                 \
    }
#define FW_MODEL_FIGURE(text, row)                                                                 \
    {                                                                                              \
        text, false, false, false, {FW_EQ_##row}, 1                                                \
    }
#define FW_MODEL_PER_TOKEN(text, row)                                                              \
    {                                                                                              \
        text, false, true, false, {FW_EQ_##row}, 1                                                 \
    }

#endif
