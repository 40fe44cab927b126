/* equation.h - an equation as a reader wants it: for the model at hand, without what is not there.
 *
 * The rows of eq_layer.def and eq_model.def hold every kind of model: conditions, flags, terms
 * that are zero. Here the compiled text is read again, conditions are decided with the values of
 * the estimate, flags become the numbers they are, and terms that are zero disappear:
 *
 *     c > 0 ? d*(c + d_r) + c*h*(d_h - d_r) : d*h_kv*d_h   ->   d × h_kv × d_h
 *
 * What is left has the value of the row; the tests check that for every row.
 */
#ifndef FW_REPORT_EQUATION_H
#define FW_REPORT_EQUATION_H

#include "base/text.h"
#include "core/estimate.h"

struct fw_equation_row {
    const struct fw_estimate *e;
    bool layer;   /* a row of eq_layer.def */
    size_t row;   /* enum fw_layer_eq or enum fw_eq */
    size_t group; /* of layer rows */
};

enum fw_equation_style {
    FW_EQUATION_SYMBOLS, /* "d × h_kv × d_h" */
    FW_EQUATION_HTML,    /* the same with <var> and <sub> */
    FW_EQUATION_NUMBERS, /* "4,096 × 8 × 128" */
};

/* Appends the right-hand side. False, and nothing is written, if the text is not one that this
 * reader knows (a mistake in a .def file, which the tests find). */
bool fw_equation_write(const struct fw_equation_row *r, enum fw_equation_style style,
                       struct fw_text *out);
/* Value of what was written, for the tests; false as above. */
bool fw_equation_value(const struct fw_equation_row *r, fw_u128 *value);

/* The left-hand side: "W_Q", or with <var> and <sub>. */
void fw_equation_name(const char *id, bool html, struct fw_text *out);

/* Information and value of the row. */
const struct fw_eq_info *fw_equation_info(const struct fw_equation_row *r);
fw_u128 fw_equation_result(const struct fw_equation_row *r);

#endif
