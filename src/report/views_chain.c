/* views_chain.c - the rules for training FLOP side by side, and the links of the chain. */
#include <math.h>

#include "report/training_parts.h"

/* ---- rules ----------------------------------------------------------------------------------- */

static const struct fw_column rule_columns[] = {
    {"rule", "Rule", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"flop", "FLOP", NULL, FW_RIGHT, FW_DIM_FLOP, 0},
    {"difference", "Against 6 N T", NULL, FW_RIGHT, FW_DIM_RATIO, 3},
    {"flop_per_s_per_device", "Per device", NULL, FW_RIGHT, FW_DIM_FLOP_RATE, 4},
    {"kind", "Kind", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"utilisation", "Utilisation", NULL, FW_RIGHT, FW_DIM_RATIO, 4},
    {"formula", "Formula", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"meaning", "Meaning", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
};
enum { RULE_COLUMNS = sizeof rule_columns / sizeof rule_columns[0] };

/* 4 N T alone: there is no adapter to speak of. */
static bool without_adapter(const struct fw_train_result *t, enum fw_rule rule)
{
    return rule == FW_RULE_LORA && 3 * (t->flop[rule] / 2) == t->flop[FW_RULE_6NT];
}

static void put_rule(struct fw_table *t, const struct fw_answer *a, enum fw_rule rule)
{
    const struct fw_train_result *r = &a->training;
    const struct fw_eq_info *row = &fw_eq_table[fw_rule_table[rule].eq];
    const double reference = fw_count_double(r->flop[FW_RULE_6NT]);
    struct fw_cell *c = fw_table_row(t);
    c[0] = fw_cell_text(fw_rule_table[rule].name);
    c[1] = fw_cell_count(r->flop[rule]);
    c[2] = fw_cell_real(fw_count_double(r->flop[rule]) / reference - 1);
    const bool sure = !fw_rule_has_attention(rule) || fw_training_length_known(a);
    c[3] = fw_cell_real(sure ? fw_training_rate(r, rule) : (double)NAN);
    c[4] = fw_cell_text(fw_rule_table[rule].hardware ? "HFU" : "MFU");
    c[5] = fw_cell_real(sure ? fw_training_use(r, rule) : (double)NAN);
    c[6] = fw_cell_text(row->text);
    c[7] = fw_cell_text(row->meaning);
    for (size_t i = 0; i < RULE_COLUMNS; i++)
        c[i].strong = rule == a->rule;
}

void fw_view_training_rules(const struct fw_answer *a, struct fw_table *out, struct fw_arena *arena)
{
    fw_table_init(out, arena, NULL, rule_columns, RULE_COLUMNS);
    out->title = fw_view_printf(out, "%s: training FLOP by every rule", fw_answer_name(a));
    if (!a->has_training || a->training.tokens == 0) {
        out->note = "The number of training tokens is unknown.";
        return;
    }
    for (int r = 0; r < FW_RULE_COUNT; r++)
        if (!without_adapter(&a->training, (enum fw_rule)r))
            put_rule(out, a, (enum fw_rule)r);
    out->note = fw_view_printf(
        out, "T = %s tokens in sequences of %s%s. HFU counts recomputed work, MFU does not.",
        fw_view_count(out, a->training.tokens), fw_view_count(out, a->training.sequence_length),
        fw_training_length_text(a));
}

/* ---- chain ----------------------------------------------------------------------------------- */

static const struct fw_column chain_columns[] = {
    {"equation", "Equation", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"numbers", "Numbers put in", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"value", "Product", NULL, FW_RIGHT, FW_DIM_NUMBER, 4},
    {"unit", NULL, NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"holds", "Holds", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"meaning", "Meaning", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"source", "Source", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
};
enum { CHAIN_COLUMNS = sizeof chain_columns / sizeof chain_columns[0] };

/* Rounding devices up to whole ones bends a link by less than this. */
static const double tolerance = 0.01;

/* b of a link may be absent: a factor of 1. */
static double operand(const struct fw_chain *c, enum fw_fact f)
{
    return f == FW_FACT_COUNT ? 1 : c->val[f];
}

static void put_value(struct fw_text *out, const struct fw_chain *c, enum fw_fact f)
{
    char buf[96];
    if (f == FW_FACT_COUNT)
        return;
    if (f == FW_FACT_devices && c->val[f] < 0x1p64) { /* whole ones */
        fw_text_printf(out, " x %s", fw_count_text(buf, (fw_u128)c->val[f], ','));
        return;
    }
    fw_text_printf(out, " x %s",
                   fw_quantity_text(buf, sizeof buf, c->val[f], fw_fact_table[f].dim, 5, false));
}

static const char *equation_text(struct fw_table *t, const struct fw_link_info *l, bool factor)
{
    const bool two = l->b != FW_FACT_COUNT;
    return fw_view_printf(t, "%s = %s%s%s%s%s", fw_fact_table[l->result].id,
                          factor ? l->factor_text : "", factor ? " x " : "", fw_fact_table[l->a].id,
                          two ? " x " : "", two ? fw_fact_table[l->b].id : "");
}

static void put_link(struct fw_table *t, const struct fw_chain *c, const struct fw_link_info *l)
{
    const double result = c->val[l->result];
    const double product = l->factor * operand(c, l->a) * operand(c, l->b);
    const bool factor = l->factor < 1 || l->factor > 1;
    if (isnan(result) || isnan(product))
        return;
    struct fw_text numbers;
    fw_text_init(&numbers);
    put_value(&numbers, c, l->a);
    put_value(&numbers, c, l->b);
    const char *const text = fw_view_text(t, &numbers);
    struct fw_cell *row = fw_table_row(t);
    row[0] = fw_cell_text(equation_text(t, l, factor));
    row[1] = fw_cell_text(factor ? fw_view_printf(t, "%s%s", l->factor_text, text)
                                 : text + (text[0] != '\0' ? 3 : 0));
    row[2] = fw_cell_qty(product, fw_fact_table[l->result].dim, 5);
    row[3] = fw_cell_text(fw_dim_unit(fw_fact_table[l->result].dim));
    row[4] = fw_cell_bool(fabs(product - result) <= tolerance * fabs(result));
    row[5] = fw_cell_text(l->meaning);
    row[6] = fw_cell_text(l->source);
}

static void put_start(struct fw_table *t, const struct fw_answer *a)
{
    const struct fw_train_result *r = &a->training;
    if (r->tokens == 0 || a->rule != FW_RULE_6NT)
        return;
    struct fw_cell *row = fw_table_row(t);
    row[0] = fw_cell_text("flop = 6 x N x tokens");
    row[1] = fw_cell_text(fw_view_printf(t, "6 x %s x %s", fw_view_count(t, r->parameters),
                                         fw_view_count(t, r->tokens)));
    row[2] = fw_cell_count_in(r->flop[FW_RULE_6NT], FW_DIM_FLOP);
    row[3] = fw_cell_text(fw_dim_unit(FW_DIM_FLOP));
    row[4] = fw_cell_bool(true);
    row[5] = fw_cell_text(fw_eq_table[FW_EQ_train_6nt].meaning);
    row[6] = fw_cell_text(fw_eq_table[FW_EQ_train_6nt].source);
}

void fw_view_chain(const struct fw_answer *a, struct fw_table *out, struct fw_arena *arena)
{
    fw_table_init(out, arena, NULL, chain_columns, CHAIN_COLUMNS);
    out->title = fw_view_printf(out, "%s: from FLOP to CO2eq", fw_answer_name(a));
    if (!a->has_training) {
        out->note = "Nothing is known about the training run.";
        return;
    }
    put_start(out, a);
    for (int i = 0; i < FW_LINK_COUNT; i++)
        put_link(out, &a->training.chain, &fw_link_table[i]);
    out->note = "Holds: product and value agree within 1 %. 1 kWh = 3,600,000 J.";
}
