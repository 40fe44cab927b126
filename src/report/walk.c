/* walk.c - collects what the steps of the reference leave, beside the shapes of the full model. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/walk_parts.h"

const struct fw_walk_token fw_walk_tokens[FW_WALK_TOKENS] = {
    {"cat", 3}, {"chases", 17}, {"fish", 8}};

/* See walk.h; the first seed that passes its test. */
static const uint64_t walk_seed = 49;

/* How a step comes from the kernel: whole, row by row for each head (head 0 is kept), or not at
 * all. */
enum arrival { WHOLE, BY_ROW, DERIVED };

/* The kinds of steps. source, head: as the kernel calls it. full: the step of core/steps.def that
 * has its shapes. Names and rules that depend on the model are in walk_say.c. */
static const struct plan {
    const char *id, *source;
    uint64_t head;
    enum arrival arrival;
    const char *full, *weight, *name, *rule;
} plans[FW_WALK_PLANS] = {
    {"embedding", "embedding", 0, WHOLE, "embedding", "E", "Embedding",
     "the row of each token in E"},
    {"attn_norm", "attn_norm", 0, WHOLE, "attn_norm", "", "", ""},
    {"q", "q", 0, WHOLE, "q", "W_Q", "Queries", "norm(x) W_Q"},
    {"k", "k", 0, WHOLE, "k", "W_K", "Keys", "norm(x) W_K"},
    {"v", "v", 0, WHOLE, "v", "W_V", "Values", "norm(x) W_V"},
    {"q_norm", "qk_norm", 0, WHOLE, "q", "", "Queries, normed", ""},
    {"k_norm", "qk_norm", 1, WHOLE, "k", "", "Keys, normed", ""},
    {"angles", "", 0, DERIVED, "", "", "Angles", ""},
    {"q_rope", "rope", 0, WHOLE, "q", "", "Queries, rotated", ""},
    {"k_rope", "rope", 1, WHOLE, "k", "", "Keys, rotated", ""},
    {"scores", "scores", 0, BY_ROW, "scores", "", "Scores of head 0", ""},
    {"softmax", "softmax", 0, BY_ROW, "softmax", "", "Softmax of head 0",
     "exp(score) / sum of the exp(score); each row sums to 1"},
    {"av", "av", 0, BY_ROW, "av", "", "Weighted sum of head 0",
     "sum over the keys of weight times value, of KV head 0"},
    {"concat", "concat", 0, WHOLE, "concat", "", "Concatenation", ""},
    {"o", "o", 0, WHOLE, "o", "W_O", "Output projection", "heads W_O, which mixes the heads"},
    {"attn_residual", "attn_residual", 0, WHOLE, "attn_residual", "", "Residual",
     "x + attention: the new x"},
    {"ffn_norm", "ffn_norm", 0, WHOLE, "ffn_norm", "", "", ""},
    {"gate", "gate", 0, WHOLE, "gate", "W_gate", "Gate", "g = norm(x) W_gate"},
    {"silu", "", 0, DERIVED, "gate", "", "", ""},
    {"up", "up", 0, WHOLE, "up", "W_up", "Up", "u = norm(x) W_up"},
    {"act", "act", 0, WHOLE, "act", "", "", ""},
    {"down", "down", 0, WHOLE, "down", "W_down", "Down", "product W_down"},
    {"ffn_residual", "ffn_residual", 0, WHOLE, "ffn_residual", "", "Residual",
     "x + FFN: the x of the next layer"},
    {"final_norm", "final_norm", 0, WHOLE, "final_norm", "", "", ""},
    {"lm_head", "lm_head", 0, WHOLE, "lm_head", "W_head", "Logits", "norm(x) W_head"},
    {"probabilities", "probabilities", 0, WHOLE, "probabilities", "", "Softmax of the logits",
     "the probability of each token of the vocabulary to be next"},
};

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

const struct fw_kernel_group *fw_walk_group(const struct fw_walk_maker *m, uint64_t layer)
{
    return &m->c->group[layer < m->c->num_groups ? layer : 0];
}

const struct fw_walk_step *fw_walk_find(const struct fw_walk_maker *m, const char *id,
                                        uint64_t layer)
{
    for (size_t i = m->out->num_steps; i-- > 0;)
        if (is(id, m->out->steps[i].id) && m->out->steps[i].layer == layer)
            return &m->out->steps[i];
    return NULL;
}

/* ---- shapes ---------------------------------------------------------------------------------- */

/* Rows of the operand of a product: the columns of what goes in. */
static uint64_t operand_rows(const struct fw_walk_maker *m, const struct fw_walk_step *s)
{
    const struct fw_kernel_group *const g = fw_walk_group(m, s->layer);
    return is(s->id, "embedding") ? m->c->vocab
           : is(s->id, "o")       ? g->heads * g->d_v
           : is(s->id, "down")    ? g->f
                                  : m->c->d;
}

static void put_full_shapes(const struct fw_walk_maker *m, const struct plan *p,
                            struct fw_walk_step *s)
{
    const size_t group = m->c->model_group[s->layer < m->c->num_groups ? s->layer : 0];
    for (size_t i = 0; i < m->num_steps; i++) {
        const struct fw_step *const f = &m->steps[i];
        if (!is(p->full, f->id) || (f->where == FW_STEP_LAYER && f->group != group))
            continue;
        memcpy(s->full, f->out, sizeof s->full);
        if (s->weight[0] != '\0')
            memcpy(s->full_w, f->w, sizeof s->full_w);
    }
    if (is(s->id, "angles")) {
        s->full[0] = FW_WALK_TOKENS;
        s->full[1] = m->a->model.groups[group].sym[FW_LS_r_d] / 2;
    }
}

/* ---- values ---------------------------------------------------------------------------------- */

/* A new step with room for its values; NULL when memory is short. */
static struct fw_walk_step *add(struct fw_walk_maker *m, const struct plan *p, uint64_t layer,
                                uint64_t rows, uint64_t cols, float **values)
{
    *values = FW_NEW(m->arena, (size_t)(rows * cols), float);
    m->failed |= *values == NULL || m->out->num_steps == m->capacity;
    if (m->failed)
        return NULL;
    struct fw_walk_step *const s = &m->out->steps[m->out->num_steps++];
    *s = (struct fw_walk_step){.id = p->id, .name = p->name, .rule = p->rule, .remark = "",
                               .weight = p->weight, .layer = layer, .rows = rows, .cols = cols,
                               .values = *values};
    if (p->weight[0] != '\0') {
        s->w[0] = operand_rows(m, s);
        s->w[1] = cols;
    }
    put_full_shapes(m, p, s);
    return s;
}

/* The rows of head 0 come token by token. A token sees the keys up to its own: the n values stand
 * before that, what it does not see stays NaN. */
static void take_row(struct fw_walk_maker *m, const struct plan *p, uint64_t layer,
                     const float *values, uint64_t n)
{
    const size_t row = m->rows[p - plans]++ % FW_WALK_TOKENS;
    const bool keys = !is(p->id, "av");
    const size_t width = keys ? FW_WALK_TOKENS : (size_t)n;
    float **const all = &m->values[p - plans];
    if (row == 0) {
        struct fw_walk_step *const s = add(m, p, layer, FW_WALK_TOKENS, width, all);
        for (size_t i = 0; s != NULL && i < FW_WALK_TOKENS * width; i++)
            (*all)[i] = NAN;
        if (s != NULL)
            fw_walk_say(m, s);
    }
    if (m->failed)
        return;
    const size_t first = keys ? row + 1 - (size_t)n : 0;
    memcpy(*all + row * width + first, values, (size_t)n * sizeof *values);
}

static const struct plan *find_plan(const char *id)
{
    size_t i = 0;
    while (!is(plans[i].id, id))
        i++;
    return &plans[i];
}

/* The kernel computes the angles of plane i once per model, and does not hand them out. */
static void derive_angles(struct fw_walk_maker *m, uint64_t layer)
{
    const double rotary = (double)fw_walk_group(m, layer)->rotary;
    const size_t planes = (size_t)fw_walk_group(m, layer)->rotary / 2;
    float *v = NULL;
    struct fw_walk_step *const s =
        add(m, find_plan("angles"), layer, FW_WALK_TOKENS, planes, &v);
    for (size_t i = 0; s != NULL && i < FW_WALK_TOKENS * planes; i++) {
        const double turn = pow(m->c->rope_theta, -2.0 * (double)(i % planes) / rotary);
        v[i] = (float)((double)(i / planes) * turn);
    }
    if (s != NULL)
        fw_walk_say(m, s);
}

/* Nor the gate between its activation and the product. */
static void derive_gate(struct fw_walk_maker *m, uint64_t layer)
{
    const struct fw_walk_step *const gate = fw_walk_find(m, "gate", layer);
    float *v = NULL;
    if (gate == NULL)
        return;
    struct fw_walk_step *const s =
        add(m, find_plan("silu"), layer, gate->rows, gate->cols, &v);
    for (size_t i = 0; s != NULL && i < gate->rows * gate->cols; i++)
        v[i] = fw_kernel_activate(fw_walk_group(m, layer)->mlp, gate->values[i]);
    if (s != NULL)
        fw_walk_say(m, s);
}

static void take_whole(struct fw_walk_maker *m, const struct plan *p, uint64_t layer,
                       const float *values, uint64_t rows, uint64_t cols)
{
    float *copy = NULL;
    if (is(p->id, "q_rope"))
        derive_angles(m, layer);
    if (is(p->id, "up"))
        derive_gate(m, layer);
    struct fw_walk_step *const s = add(m, p, layer, rows, cols, &copy);
    if (s == NULL)
        return;
    memcpy(copy, values, (size_t)(rows * cols) * sizeof *copy);
    fw_walk_say(m, s);
}

static void take(void *ctx, const char *step, uint64_t layer, uint64_t head, const float *values,
                 uint64_t rows, uint64_t cols)
{
    struct fw_walk_maker *const m = ctx;
    for (size_t i = 0; i < FW_WALK_PLANS; i++) {
        const struct plan *const p = &plans[i];
        if (!is(p->source, step) || p->head != head)
            continue;
        if (p->arrival == BY_ROW)
            take_row(m, p, layer, values, cols);
        else
            take_whole(m, p, layer, values, rows, cols);
    }
}

/* ---- the walk -------------------------------------------------------------------------------- */

static enum fw_status full_steps(struct fw_walk_maker *m, struct fw_err *err)
{
    const struct fw_model *const model = &m->a->model;
    struct fw_workload w = m->a->workload;
    struct fw_estimate e;
    struct fw_step *steps = NULL;
    w.context = FW_WALK_TOKENS;
    w.batch = 1;
    w.lm_head = FW_HEAD_LAST;
    enum fw_status status = fw_estimate_init(&e, model->num_groups, m->arena, err);
    if (status == FW_OK)
        status = fw_estimate_run(model, &w, &e, err);
    if (status == FW_OK)
        status = fw_steps_prefill(model, &e, &steps, &m->num_steps, m->arena, err);
    m->steps = steps;
    return status;
}

static enum fw_status run(struct fw_walk_maker *m, struct fw_err *err)
{
    uint32_t ids[FW_WALK_TOKENS];
    for (size_t i = 0; i < FW_WALK_TOKENS; i++)
        ids[i] = fw_walk_tokens[i].id;
    m->c->seed = walk_seed;
    m->capacity = (size_t)m->c->layers * FW_WALK_PLANS;
    m->out->layers = m->c->layers;
    m->out->vocab = m->c->vocab;
    m->out->steps = FW_NEW(m->arena, m->capacity, struct fw_walk_step);
    m->failed = m->out->steps == NULL;
    const enum fw_status status =
        m->failed ? FW_OK : fw_kernel_walk(m->c, ids, FW_WALK_TOKENS, take, m, err);
    m->out->sharing = fw_walk_say_sharing(m);
    if (status == FW_OK && m->failed)
        return fw_fail(err, FW_SYSTEM, "out of memory for the walk");
    return status;
}

enum fw_status fw_walk_make(const struct fw_answer *a, struct fw_walk *out,
                            struct fw_arena *arena, struct fw_err *err)
{
    struct fw_walk_maker *const m = FW_NEW(arena, 1, struct fw_walk_maker);
    struct fw_kernel_config *const c = FW_NEW(arena, 1, struct fw_kernel_config);
    *out = (struct fw_walk){.a = a};
    if (m == NULL || c == NULL)
        return fw_fail(err, FW_SYSTEM, "out of memory for the walk");
    *m = (struct fw_walk_maker){.out = out, .a = a, .c = c, .arena = arena};
    enum fw_status status = fw_kernel_walk_config(&a->model, FW_WALK_TOKENS, c, err);
    if (status == FW_OK)
        status = full_steps(m, err);
    return status == FW_OK ? run(m, err) : status;
}

bool fw_walk_possible(const struct fw_answer *a)
{
    struct fw_kernel_config *const c = malloc(sizeof *c);
    struct fw_err err;
    const bool possible =
        c != NULL && fw_kernel_walk_config(&a->model, FW_WALK_TOKENS, c, &err) == FW_OK;
    free(c);
    return possible;
}

/* ---- numbers --------------------------------------------------------------------------------- */

char *fw_walk_number(char buf[static FW_WALK_NUMBER_LEN], float value)
{
    (void)snprintf(buf, FW_WALK_NUMBER_LEN, "%.*f", FW_WALK_DECIMALS, (double)value);
    if (isnan(value))
        (void)snprintf(buf, FW_WALK_NUMBER_LEN, "-");
    else if (buf[0] == '-' && strspn(buf + 1, "0.") == strlen(buf + 1))
        memmove(buf, buf + 1, strlen(buf)); /* no -0.0000 */
    return buf;
}

double fw_walk_digits(float value)
{
    char buf[FW_WALK_NUMBER_LEN];
    (void)snprintf(buf, sizeof buf, "%.7g", (double)value);
    return strtod(buf, NULL);
}
