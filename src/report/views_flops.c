/* views_flops.c - the FLOP of prefill and decode, part by part. */
#include "report/view_parts.h"

static const struct fw_column columns[] = {
    {"part", "Part", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"prefill_flop", "Prefill", "FLOP", FW_RIGHT, FW_DIM_FLOP, 0},
    {"prefill_share", "Share", NULL, FW_RIGHT, FW_DIM_RATIO, 3},
    {"prefill_flop_per_token", "Per token", "FLOP", FW_RIGHT, FW_DIM_FLOP, 0},
    {"decode_flop", "Decode", "FLOP", FW_RIGHT, FW_DIM_FLOP, 0},
    {"decode_share", "Share", NULL, FW_RIGHT, FW_DIM_RATIO, 3},
    {"equation", "Equation of the prefill", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

/* One line: what prefill and decode of the batch cost. */
struct line {
    const char *name, *equation;
    fw_u128 prefill, decode;
    bool strong;
    bool apart; /* in no total: no shares */
    bool no_decode;
};

static struct fw_cell per_token(fw_u128 flop, fw_u128 tokens)
{
    if (flop % tokens == 0)
        return fw_cell_count(flop / tokens);
    return fw_cell_real(fw_count_double(flop) / fw_count_double(tokens));
}

static void put_line(struct fw_table *t, const struct fw_answer *a, const struct line *l)
{
    const fw_u128 tokens = (fw_u128)a->workload.context * a->workload.batch;
    struct fw_cell *c = fw_table_row(t);
    c[0] = fw_cell_text(l->name);
    c[1] = fw_cell_count(l->prefill);
    c[3] = per_token(l->prefill, tokens);
    if (!l->apart) {
        c[2] = fw_cell_ratio(l->prefill, FW_MODEL_ROW(a, prefill_total));
        c[5] = fw_cell_ratio(l->decode, FW_MODEL_ROW(a, decode_total));
    }
    if (!l->no_decode)
        c[4] = fw_cell_count(l->decode);
    c[6] = fw_cell_text(l->equation);
    for (size_t i = 0; i < COLUMNS; i++)
        c[i].strong = l->strong;
}

/* Products with weights: their FLOP is proportional to S, so that decode is the share of one
 * token. */
static void put_linear(struct fw_table *t, const struct fw_answer *a)
{
    static const struct {
        const char *name;
        enum fw_layer_eq row;
    } parts[] = {
        {"W_Q", FW_LEQ_F_q},       {"W_K", FW_LEQ_F_k},         {"W_V", FW_LEQ_F_v},
        {"W_O", FW_LEQ_F_o},       {"W_gate", FW_LEQ_F_gate},   {"W_up", FW_LEQ_F_up},
        {"W_down", FW_LEQ_F_down}, {"router", FW_LEQ_F_router},
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const fw_u128 flop = a->estimate.sum[parts[i].row];
        const struct line l = {
            .name = parts[i].name,
            .equation = fw_view_printf(t, "SUM(%s)", fw_layer_eq_table[parts[i].row].text),
            .prefill = flop,
            .decode = flop / a->workload.context,
        };
        if (flop > 0)
            put_line(t, a, &l);
    }
    const struct line all = {.name = "layer weights",
                             .equation = "SUM(F_linear)",
                             .prefill = FW_MODEL_ROW(a, prefill_linear),
                             .decode = FW_MODEL_ROW(a, decode_linear),
                             .strong = true};
    put_line(t, a, &all);
}

/* Scores are the part d_h / (d_h + d_v) of both attention products. */
static fw_u128 scores_of(const struct fw_answer *a, enum fw_layer_eq both)
{
    fw_u128 sum = 0;
    for (size_t g = 0; g < a->model.num_groups; g++) {
        const fw_u128 d_h = FW_LAYER_SYM(a, g, d_h), d_v = FW_LAYER_SYM(a, g, d_v);
        const fw_u128 per_width = a->estimate.layer[g][both] / (d_h + d_v);
        sum += FW_LAYER_SYM(a, g, n) * per_width * d_h;
    }
    return sum;
}

static void put_attention(struct fw_table *t, const struct fw_answer *a)
{
    static const enum fw_layer_eq scores_row[] = {
        [FW_ATT_FULL] = FW_LEQ_F_scores_full,
        [FW_ATT_CAUSAL] = FW_LEQ_F_scores_causal,
        [FW_ATT_HALF] = FW_LEQ_F_attn_half,
    };
    static const enum fw_layer_eq av_row[] = {
        [FW_ATT_FULL] = FW_LEQ_F_av_full,
        [FW_ATT_CAUSAL] = FW_LEQ_F_av_causal,
        [FW_ATT_HALF] = FW_LEQ_F_attn_half,
    };
    const enum fw_attention how = a->workload.attention;
    const fw_u128 prefill = FW_MODEL_ROW(a, prefill_attn), decode = FW_MODEL_ROW(a, decode_attn);
    const fw_u128 scores = scores_of(a, FW_LEQ_F_attn), one = scores_of(a, FW_LEQ_D_attn);
    const struct line lines[] = {
        {.name = "scores Q K^T",
         .equation = fw_view_printf(t, "SUM(%s)", fw_layer_eq_table[scores_row[how]].text),
         .prefill = scores,
         .decode = one},
        {.name = "weighted sum of V",
         .equation = fw_view_printf(t, "SUM(%s)", fw_layer_eq_table[av_row[how]].text),
         .prefill = prefill - scores,
         .decode = decode - one},
        {.name = fw_view_printf(t, "attention (%s)", fw_attention_names[how]),
         .equation = "SUM(F_attn)",
         .prefill = prefill,
         .decode = decode,
         .strong = true},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        put_line(t, a, &lines[i]);
}

/* What other conventions count, beside the total. */
static void put_apart(struct fw_table *t, const struct fw_answer *a)
{
    static const struct {
        const char *name;
        enum fw_eq row;
    } rows[] = {
        {"attention, full", FW_EQ_prefill_attn_full},
        {"attention, causal", FW_EQ_prefill_attn_causal},
        {"attention, half", FW_EQ_prefill_attn_half},
        {"LM head, last row", FW_EQ_prefill_head_last},
        {"LM head, all rows", FW_EQ_prefill_head_all},
        {"elementwise", FW_EQ_prefill_elementwise},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct line l = {.name = fw_view_printf(t, "(%s)", rows[i].name),
                               .equation = fw_eq_table[rows[i].row].text,
                               .prefill = a->estimate.model[rows[i].row],
                               .apart = true,
                               .no_decode = true};
        put_line(t, a, &l);
    }
}

void fw_view_flops(const struct fw_answer *a, struct fw_table *out, struct fw_arena *arena)
{
    fw_table_init(out, arena, NULL, columns, COLUMNS);
    out->title = fw_view_printf(out, "%s: FLOP of %s x %s tokens, and of the next token",
                                fw_answer_name(a), fw_view_count(out, a->workload.batch),
                                fw_view_count(out, a->workload.context));
    put_linear(out, a);
    put_attention(out, a);
    const struct line head = {
        .name = fw_view_printf(out, "LM head (%s)", fw_lm_head_names[a->workload.lm_head]),
        .equation = fw_eq_table[FW_EQ_prefill_head].text,
        .prefill = FW_MODEL_ROW(a, prefill_head),
        .decode = FW_MODEL_ROW(a, decode_head)};
    put_line(out, a, &head);
    const struct line total = {.name = "total",
                               .equation = fw_eq_table[FW_EQ_prefill_total].text,
                               .prefill = FW_MODEL_ROW(a, prefill_total),
                               .decode = FW_MODEL_ROW(a, decode_total),
                               .strong = true};
    put_line(out, a, &total);
    put_apart(out, a);
    out->note =
        fw_view_printf(out, "%s Lines in parentheses are in no total.", fw_view_convention(out, a));
}
