/* explain.h - where a figure comes from: what is known about one name, as text.
 *
 * A name is a quantity, its JSON path, a row of the equation tables or its SUM(...), a fact of the
 * training run, a symbol, or a key of the architecture.
 */
#ifndef FW_CLI_EXPLAIN_H
#define FW_CLI_EXPLAIN_H

#include "cli/wanted.h"

enum fw_subject_kind {
    FW_SUBJECT_ROW,    /* of eq_model.def or eq_layer.def */
    FW_SUBJECT_SUM,    /* of a layer row over all layers */
    FW_SUBJECT_FACT,   /* of training.def */
    FW_SUBJECT_RATIO,  /* a formula over rows, in `formula` */
    FW_SUBJECT_SYMBOL,
    FW_SUBJECT_KEY,
};

struct fw_subject {
    const char *name;
    enum fw_subject_kind kind;
    const struct fw_quantity_info *info; /* if it is a named quantity */
    bool layer;                          /* ROW, SYMBOL */
    size_t index;                        /* of the row, symbol or key */
    enum fw_fact fact;
    double unit; /* FACT: value = fact / unit */
    const char *formula;
};

/* What a name stands for. FW_USAGE with the nearest names if there is none. */
enum fw_status fw_subject_find(struct fw_cli *cli, const struct fw_answer *a, const char *name,
                               struct fw_subject *out);

/* One equation with the numbers of a model put in. Layer rows have a number for each group. */
struct fw_equation_text {
    const char *id, *meaning, *sources;
    const char *equation; /* "kv_token = ..." as it was compiled */
    size_t num_groups;    /* 1 for rows of the model */
    uint64_t *layers;     /* (groups) how many are alike; 0 for rows of the model */
    const char **here;    /* (groups) without what this model has not; "" = not to be had */
    const char **numbers; /* (groups) symbols replaced by values */
    fw_u128 *value;       /* (groups) */
};

struct fw_explanation {
    struct fw_subject subject;
    const struct fw_answer *answer;
    const char *meaning, *convention;
    struct fw_quantity_value value;
    const char *equation; /* as it was compiled, or the link of the chain; NULL = none */
    const char *numbers;  /* the same with numbers; NULL = none */
    const char *origin;   /* of facts and keys; NULL = computed */
    const char *sources;  /* ids, blank-separated; NULL = none */
    size_t num_rows;      /* the row itself, and those that it sums over the layers */
    struct fw_equation_text *rows;
    struct fw_table symbols; /* symbol, value, meaning */
};

enum fw_status fw_explain_make(struct fw_cli *cli, const struct fw_answer *a, const char *name,
                               struct fw_explanation *out);

/* "Ainslie et al. 2023: GQA ..., arXiv ..." for an id, from the bibliography of the equations or
 * the sources of the description; NULL if neither has it. */
const char *fw_explain_source(struct fw_cli *cli, const struct fw_description *d, const char *id);

/* Lists without a model: all names, all equations, all symbols. */
enum fw_status fw_explain_list(struct fw_cli *cli);
enum fw_status fw_explain_equations(struct fw_cli *cli);
enum fw_status fw_explain_all_symbols(struct fw_cli *cli);

#endif
