/* views_conventions.c - one forward pass and one step of training, counted in every way.
 *
 * Nothing is counted here: all figures are rows of the equations, or sums of them, and the
 * formula beside a figure is the text of these rows.
 */
#include "report/view_parts.h"

static const struct fw_column columns[] = {
    {"work", "Work", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"convention", "Convention", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"flop_per_token", "Per token", "FLOP", FW_RIGHT, FW_DIM_FLOP, 0},
    {"flop", "All tokens", "FLOP", FW_RIGHT, FW_DIM_FLOP, 0},
    {"mac", "All tokens", "MAC", FW_RIGHT, FW_DIM_NUMBER, 0},
    {"difference", "Difference", NULL, FW_RIGHT, FW_DIM_RATIO, 3},
    {"mac_per_token", NULL, NULL, FW_RIGHT, FW_DIM_NUMBER, 0},
    {"formula", "Formula", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"meaning", NULL, NULL, FW_LEFT, FW_DIM_NUMBER, 0},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

struct count {
    const char *work, *name, *formula, *meaning;
    fw_u128 flop;
    bool strong; /* the one that differences are taken from */
};

struct view {
    struct fw_table *t;
    const struct fw_answer *a;
    fw_u128 tokens, reference;
    fw_u128 least, most; /* of useful training work, for the spread */
    const char *least_name, *most_name, *megatron;
};

static struct fw_cell divided(fw_u128 value, fw_u128 by)
{
    if (value % by == 0)
        return fw_cell_count(value / by);
    return fw_cell_real(fw_count_double(value) / fw_count_double(by));
}

static void put_count(struct view *v, const struct count *n)
{
    struct fw_cell *c = fw_table_row(v->t);
    c[0] = fw_cell_text(n->work);
    c[1] = fw_cell_text(n->name);
    c[2] = divided(n->flop, v->tokens);
    c[3] = fw_cell_count(n->flop);
    c[4] = divided(n->flop, 2);
    if (v->reference > 0)
        c[5] = fw_cell_real(fw_count_double(n->flop) / fw_count_double(v->reference) - 1);
    c[6] = divided(n->flop, 2 * v->tokens);
    c[7] = fw_cell_text(n->formula);
    c[8] = fw_cell_text(n->meaning);
    for (size_t i = 0; i < COLUMNS; i++)
        c[i].strong = n->strong;
}

/* ---- forward --------------------------------------------------------------------------------- */

/* What a forward pass consists of, with the text that was compiled. */
static void put_parts(struct view *v)
{
    const struct fw_eq_info *l = fw_layer_eq_table, *m = fw_eq_table;
    const fw_u128 *row = v->a->estimate.model;
    const struct count parts[] = {
        {"part", "linear", fw_view_printf(v->t, "SUM(%s)", l[FW_LEQ_F_linear].text),
         m[FW_EQ_prefill_linear].meaning, row[FW_EQ_prefill_linear], false},
        {"part", "attention full",
         fw_view_printf(v->t, "SUM(%s + %s)", l[FW_LEQ_F_scores_full].text,
                        l[FW_LEQ_F_av_full].text),
         fw_attention_texts[FW_ATT_FULL], row[FW_EQ_prefill_attn_full], false},
        {"part", "attention causal",
         fw_view_printf(v->t, "SUM(%s + %s)", l[FW_LEQ_F_scores_causal].text,
                        l[FW_LEQ_F_av_causal].text),
         fw_attention_texts[FW_ATT_CAUSAL], row[FW_EQ_prefill_attn_causal], false},
        {"part", "attention half", fw_view_printf(v->t, "SUM(%s)", l[FW_LEQ_F_attn_half].text),
         fw_attention_texts[FW_ATT_HALF], row[FW_EQ_prefill_attn_half], false},
        {"part", "LM head last", m[FW_EQ_prefill_head_last].text, fw_lm_head_texts[FW_HEAD_LAST],
         row[FW_EQ_prefill_head_last], false},
        {"part", "LM head all", m[FW_EQ_prefill_head_all].text, fw_lm_head_texts[FW_HEAD_ALL],
         row[FW_EQ_prefill_head_all], false},
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        put_count(v, &parts[i]);
}

static void put_forward(struct view *v, enum fw_attention how, enum fw_lm_head head)
{
    static const enum fw_eq attention[] = {FW_EQ_prefill_attn_full, FW_EQ_prefill_attn_causal,
                                           FW_EQ_prefill_attn_half};
    const struct fw_answer *a = v->a;
    const fw_u128 rows = head == FW_HEAD_ALL    ? FW_MODEL_ROW(a, prefill_head_all)
                         : head == FW_HEAD_LAST ? FW_MODEL_ROW(a, prefill_head_last)
                                                : 0;
    const char *const a_name = fw_attention_names[how], *const h_name = fw_lm_head_names[head];
    const struct count n = {
        .work = "forward",
        .name = fw_view_printf(v->t, "%s, head %s", a_name, h_name),
        .formula = fw_view_printf(v->t, "linear + attention %s%s%s", a_name,
                                  head == FW_HEAD_NONE ? "" : " + LM head ",
                                  head == FW_HEAD_NONE ? "" : h_name),
        .meaning = fw_lm_head_texts[head],
        .flop = FW_MODEL_ROW(a, prefill_linear) + a->estimate.model[attention[how]] + rows,
        .strong = how == a->workload.attention && head == a->workload.lm_head,
    };
    put_count(v, &n);
}

static void put_forwards(struct view *v)
{
    static const enum fw_lm_head heads[] = {FW_HEAD_NONE, FW_HEAD_LAST, FW_HEAD_ALL};
    const struct fw_answer *a = v->a;
    const struct count matrix = {
        .work = "forward",
        .name = "no attention, head all",
        .formula = "linear + LM head all",
        .meaning = "2 FLOP (1 MAC) per matrix parameter and token",
        .flop = FW_MODEL_ROW(a, prefill_linear) + FW_MODEL_ROW(a, prefill_head_all),
    };
    v->reference = FW_MODEL_ROW(a, prefill_total);
    put_count(v, &matrix);
    for (int how = 0; how < FW_ATT_COUNT; how++)
        for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
            put_forward(v, (enum fw_attention)how, heads[i]);
}

/* ---- training -------------------------------------------------------------------------------- */

static void note_spread(struct view *v, const struct count *n)
{
    if (v->least_name == NULL || n->flop < v->least) {
        v->least = n->flop;
        v->least_name = n->name;
    }
    if (v->most_name == NULL || n->flop > v->most) {
        v->most = n->flop;
        v->most_name = n->name;
    }
}

/* How far the closed formula is from the matrices, and the weight of its vocabulary term. */
static const char *megatron_text(struct view *v, const struct fw_estimate *e)
{
    const double closed = fw_count_double(e->model[FW_EQ_train_megatron]);
    const double derived = fw_count_double(e->model[FW_EQ_train_matmul_full]);
    const double vocabulary =
        (double)e->model_sym[FW_MS_V] /
        (16.0 * (double)e->model_sym[FW_MS_L] * (double)e->model_sym[FW_MS_d]);
    return fw_view_printf(v->t,
                          " Megatron's closed formula (MHA and a two-matrix FFN of 4d assumed) is "
                          "%+.1f %% against matmul-full; its vocabulary term V/(16 L d) is %.3g %% "
                          "of the layers' part.",
                          100 * (closed / derived - 1), 100 * vocabulary);
}

static void put_rule(struct view *v, const struct fw_estimate *e, enum fw_rule rule)
{
    const struct fw_rule_info *r = &fw_rule_table[rule];
    const struct fw_eq_info *row = &fw_eq_table[r->eq];
    if (rule == FW_RULE_LORA && e->model_sym[FW_MS_N_a] == 0)
        return;
    const struct count n = {
        .work = r->hardware ? "training (HFU)" : "training",
        .name = r->name,
        .formula = row->text,
        .meaning = row->meaning,
        .flop = e->model[r->eq],
        .strong = rule == FW_RULE_6NT,
    };
    put_count(v, &n);
    if (!r->hardware && rule != FW_RULE_LORA)
        note_spread(v, &n);
}

/* nanoGPT leaves its position table out of N: PaLM's attention term on the smaller count. */
static void put_nanogpt(struct view *v, const struct fw_estimate *e)
{
    const fw_u128 body = e->model[FW_EQ_train_6nt_body];
    const fw_u128 attention = e->model[FW_EQ_train_palm] - e->model[FW_EQ_train_6nt];
    const struct count rows[] = {
        {"training", "palm-body", "train_6nt_body + (train_palm - train_6nt)",
         "PaLM's rule without look-up tables in N (nanoGPT)", body + attention, false},
        {"training", "palm-body-half", "train_6nt_body + (train_palm - train_6nt)/2",
         "the same with half attention, 6 L h d_h S", body + attention / 2, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        put_count(v, &rows[i]);
        note_spread(v, &rows[i]);
    }
}

/* One step on the tokens of the workload: the estimate once more with T = S B. */
static void put_training(struct view *v)
{
    struct fw_workload w = v->a->workload;
    struct fw_estimate e;
    if (v->tokens > UINT64_MAX)
        return;
    w.train_tokens = (uint64_t)v->tokens;
    if (fw_estimate_init(&e, v->a->model.num_groups, v->t->arena, NULL) != FW_OK) {
        v->t->failed = true;
        return;
    }
    if (fw_estimate_run(&v->a->model, &w, &e, NULL) != FW_OK)
        return; /* beyond 2^127: the forward rows stand alone */
    v->reference = e.model[FW_EQ_train_6nt];
    v->megatron = megatron_text(v, &e);
    for (int r = 0; r < FW_RULE_COUNT; r++) {
        put_rule(v, &e, (enum fw_rule)r);
        if (r == FW_RULE_PALM)
            put_nanogpt(v, &e);
    }
}

void fw_view_conventions(const struct fw_answer *a, struct fw_table *out, struct fw_arena *arena)
{
    struct view v = {.t = out, .a = a};
    v.tokens = (fw_u128)a->workload.context * a->workload.batch;
    fw_table_init(out, arena, NULL, columns, COLUMNS);
    out->title = fw_view_printf(out, "%s: %s x %s tokens by every convention", fw_answer_name(a),
                                fw_view_count(out, a->workload.batch),
                                fw_view_count(out, a->workload.context));
    put_parts(&v);
    put_forwards(&v);
    put_training(&v);
    const char *const base =
        "1 MAC = 2 FLOP. Differences: forward against the convention in use, training against "
        "6 N T.";
    out->note = base;
    if (v.least > 0)
        out->note = fw_view_printf(
            out, "%s Training rules for useful work spread by %.1f %%: %s against %s.%s", base,
            100 * (fw_count_double(v.most) / fw_count_double(v.least) - 1), v.most_name,
            v.least_name, v.megatron);
}
