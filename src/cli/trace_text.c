/* trace_text.c - steps as lines: what happens on the left, FLOP and bytes on the right.
 *
 * The lines are collected first, so that the numbers can stand in columns.
 */
#include "cli/trace_text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINES_MAX = 4096, GAP = 2 };

/* Arrows and rules, with Unicode or without. */
struct glyphs {
    const char *down, *bar, *tee, *end, *to, *times;
};
static const struct glyphs unicode = {"   \u2193 ",       "   \u2502", "   \u251c\u2500 ",
                                      "   \u2514\u2500 ", " \u2192 ",  "\u00d7"};
static const struct glyphs ascii = {"   v ", "   |", "   +- ", "   +- ", " -> ", "x"};

struct line {
    const char *left, *remark; /* the remark is left out where it would not fit */
    bool numbers;
    fw_u128 flop, bytes;
};

struct flow {
    struct fw_cli *cli;
    const struct fw_answer *a;
    const struct glyphs *g;
    struct line *lines;
    size_t n;
    bool decode;
};

static struct line *add(struct flow *f, struct fw_text *text)
{
    assert(f->n < LINES_MAX);
    struct line *const l = &f->lines[f->n++];
    const char *const left = fw_arena_strdup(&f->cli->arena, text->data);
    f->cli->out.text.failed |= !fw_text_ok(text) || left == NULL;
    l->left = left != NULL ? left : "";
    l->remark = "";
    fw_text_free(text);
    return l;
}

static void say(struct flow *f, const char *fmt, ...) FW_PRINTF(2, 3);
static void say(struct flow *f, const char *fmt, ...)
{
    char buf[200];
    struct fw_text text;
    va_list ap;
    va_start(ap, fmt);
    (void)vsnprintf(buf, sizeof buf, fmt, ap);
    va_end(ap);
    fw_text_init(&text);
    fw_text_put(&text, buf);
    (void)add(f, &text);
}

static void put_shape(struct fw_text *t, const fw_u128 shape[2])
{
    fw_text_putc(t, '[');
    fw_text_count(t, shape[0], 0);
    fw_text_put(t, ", ");
    fw_text_count(t, shape[1], 0);
    fw_text_putc(t, ']');
}

static unsigned long long symbol(const struct flow *f, size_t group, enum fw_layer_symbol s)
{
    return f->a->model.groups[group].sym[s];
}

static bool is(const struct fw_step *s, const char *id)
{
    return strcmp(s->id, id) == 0;
}

/* Activation and norm have better names than the table of steps can know. */
static const char *step_name(const struct flow *f, const struct fw_step *s)
{
    static const char *const activations[FW_MLP_COUNT] = {
        [FW_SWIGLU] = "SiLU(gate) * up",
        [FW_GEGLU] = "GELU(gate) * up",
        [FW_REGLU] = "ReLU(gate) * up",
        [FW_GELU] = "GELU",
        [FW_RELU] = "ReLU",
        [FW_RELU2] = "ReLU squared",
        [FW_SILU] = "SiLU",
    };
    if (is(s, "act"))
        return activations[f->a->model.groups[s->group].mlp];
    if (is(s, "attn_norm") || is(s, "ffn_norm") || is(s, "final_norm"))
        return f->a->model.norm == FW_RMSNORM ? "RMSNorm" : "LayerNorm";
    return s->name;
}

/* What the shapes alone do not say of queries, keys and values. */
static void put_heads(const struct flow *f, const struct fw_step *s, struct fw_text *t)
{
    const size_t g = s->group;
    if (is(s, "q"))
        fw_text_printf(t, " = %llu heads of %llu", symbol(f, g, FW_LS_h), symbol(f, g, FW_LS_d_h));
    else if (is(s, "k"))
        fw_text_printf(t, " = %llu heads of %llu", symbol(f, g, FW_LS_h_kv),
                       symbol(f, g, FW_LS_d_h));
    else if (is(s, "v"))
        fw_text_printf(t, " = %llu heads of %llu", symbol(f, g, FW_LS_h_kv),
                       symbol(f, g, FW_LS_d_v));
    else if (is(s, "scores") || is(s, "av"))
        fw_text_put(t, ", each head");
}

/* "x W_Q [4096, 4096] -> [1, 4096] = 32 heads of 128" or "RMSNorm -> [1, 4096]". */
static void put_step(const struct flow *f, const struct fw_step *s, struct fw_text *t)
{
    if (s->w[0] > 0 && s->flop > 0)
        fw_text_printf(t, "%s %s", f->g->times, s->weight);
    else
        fw_text_put(t, step_name(f, s));
    if (s->w[0] > 0) {
        fw_text_putc(t, ' ');
        put_shape(t, s->w);
    }
    fw_text_put(t, f->g->to);
    put_shape(t, s->out);
    if (s->where == FW_STEP_LAYER)
        put_heads(f, s, t);
}

static const char *step_remark(const struct flow *f, const struct fw_step *s)
{
    static const char *const silent[] = {"act", "concat", "attn_norm", "ffn_norm", "final_norm"};
    for (size_t i = 0; i < sizeof silent / sizeof silent[0]; i++)
        if (is(s, silent[i]))
            return "";
    if (is(s, "router")) {
        const char *const picks =
            fw_arena_printf(&f->cli->arena, "  (picks %llu of %llu experts)",
                            symbol(f, s->group, FW_LS_k), symbol(f, s->group, FW_LS_E));
        return picks != NULL ? picks : "";
    }
    const char *const text =
        s->note[0] != '\0' ? fw_arena_printf(&f->cli->arena, "  (%s)", s->note) : NULL;
    return text != NULL ? text : "";
}

static void add_step(struct flow *f, const struct fw_step *s, const char *lead)
{
    struct fw_text t;
    fw_text_init(&t);
    fw_text_put(&t, lead);
    put_step(f, s, &t);
    struct line *const l = add(f, &t);
    l->remark = step_remark(f, s);
    l->numbers = true;
    l->flop = s->flop;
    l->bytes = s->bytes;
}

/* The two things about heads and positions that no shape shows. */
static void say_heads(struct flow *f, const struct fw_step *s)
{
    const unsigned long long h = symbol(f, s->group, FW_LS_h);
    const unsigned long long kv = symbol(f, s->group, FW_LS_h_kv);
    const unsigned long long planes = symbol(f, s->group, FW_LS_r_d) / 2;
    const unsigned long long share = kv > 0 ? h / kv : 1;
    if (planes > 0)
        say(f, "%s     RoPE: theta_(p,i) = p %s %.10g^(-2i/%llu), %llu planes per head", f->g->bar,
            f->g->times, f->a->model.rope_theta, 2 * planes, planes);
    if (symbol(f, s->group, FW_LS_c) > 0)
        say(f, "%s     MLA: keys and values of all %llu heads come from one latent of %llu",
            f->g->bar, h, symbol(f, s->group, FW_LS_c));
    else if (kv == h)
        say(f, "%s     MHA: each of %llu query heads has its own KV head", f->g->bar, h);
    else if (kv == 1)
        say(f, "%s     MQA: all %llu query heads read the one KV head", f->g->bar, h);
    else
        say(f, "%s     GQA: query heads %lluk..%lluk+%llu read KV head k", f->g->bar, share, share,
            share - 1);
}

static void begin_group(struct flow *f, size_t group, bool first)
{
    const unsigned long long n = symbol(f, group, FW_LS_n);
    say(f, "%s%s%s %llu layer%s, each:", f->g->down, first ? "" : "then ", f->g->times, n,
        n == 1 ? "" : "s");
    say(f, "%s", f->g->bar);
}

/* Ends the layers of a group: the sum of one of them, and of all. */
static void end_group(struct flow *f, const struct fw_step *steps, size_t n)
{
    fw_u128 flop = 0, bytes = 0;
    struct fw_text t;
    for (size_t i = 0; i < n; i++) {
        flop += steps[i].flop;
        bytes += steps[i].bytes;
    }
    fw_text_init(&t);
    fw_text_put(&t, "      one layer");
    struct line *const l = add(f, &t);
    l->numbers = true;
    l->flop = flop;
    l->bytes = bytes;
}

static void add_layers(struct flow *f, const struct fw_step *steps, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        add_step(f, &steps[i], i + 1 == n ? f->g->end : f->g->tee);
        const bool last_projection = is(&steps[i], "v");
        if (last_projection)
            say_heads(f, &steps[i]);
    }
    end_group(f, steps, n);
}

static void add_state(struct flow *f, const char *name, const fw_u128 shape[2])
{
    struct fw_text t;
    fw_text_init(&t);
    fw_text_printf(&t, "%s ", name);
    put_shape(&t, shape);
    (void)add(f, &t);
}

static size_t count_where(const struct fw_step *s, size_t n, enum fw_step_where where, size_t group)
{
    size_t i = 0;
    while (i < n && s[i].where == where && (where != FW_STEP_LAYER || s[i].group == group))
        i++;
    return i;
}

static void add_all(struct flow *f, const struct fw_step *s, size_t n)
{
    const struct fw_workload *const w = &f->a->workload;
    const unsigned long long context = w->context, batch = w->batch;
    const size_t embed = count_where(s, n, FW_STEP_EMBED, 0);
    if (f->decode)
        say(f, "1 new token after %llu cached ones%s", context, batch > 1 ? ", per sequence" : "");
    else
        say(f, "%llu token%s", context, context == 1 ? "" : "s");
    if (batch > 1)
        say(f, "%llu sequences at a time", batch);
    for (size_t i = 0; i < embed; i++)
        add_step(f, &s[i], f->g->down);
    add_state(f, "x", s[embed - 1].out);
    size_t at = embed;
    while (at < n && s[at].where == FW_STEP_LAYER) {
        const size_t layer = count_where(s + at, n - at, FW_STEP_LAYER, s[at].group);
        begin_group(f, s[at].group, at == embed);
        add_layers(f, s + at, layer);
        at += layer;
    }
    add_state(f, "h", s[embed - 1].out);
    for (; at < n; at++)
        add_step(f, &s[at], f->g->down);
    say(f, "the next token");
}

static size_t digits(fw_u128 value)
{
    char buf[FW_COUNT_LEN];
    return strlen(fw_count_text(buf, value, ','));
}

/* Right-aligned in its column; 0 = nothing to count there. blanks are owed from before. */
static size_t put_number(struct fw_text *out, fw_u128 value, size_t width, size_t blanks)
{
    char buf[FW_COUNT_LEN];
    if (value == 0)
        return blanks + GAP + width;
    (void)fw_count_text(buf, value, ',');
    fw_text_repeat(out, ' ', blanks + GAP + width - strlen(buf));
    fw_text_put(out, buf);
    return 0;
}

static void write_line(const struct line *l, size_t left, size_t flop, size_t bytes,
                       struct fw_text *out)
{
    size_t used = fw_text_columns(l->left);
    fw_text_put(out, l->left);
    if (l->numbers) {
        const size_t remark = fw_text_columns(l->remark);
        if (used + remark <= left) {
            fw_text_put(out, l->remark);
            used += remark;
        }
        const size_t owed = put_number(out, l->flop, flop, left - used);
        (void)put_number(out, l->bytes, bytes, owed);
    }
    fw_text_putc(out, '\n');
}

static void write_lines(const struct flow *f, struct fw_text *out)
{
    const size_t width = f->cli->out.style.width;
    size_t left = 0, flop = strlen("FLOP"), bytes = strlen("bytes");
    for (size_t i = 0; i < f->n; i++) {
        const struct line *const l = &f->lines[i];
        const size_t columns = fw_text_columns(l->left);
        if (!l->numbers)
            continue;
        left = columns > left ? columns : left;
        flop = digits(l->flop) > flop ? digits(l->flop) : flop;
        bytes = digits(l->bytes) > bytes ? digits(l->bytes) : bytes;
    }
    if (left + flop + bytes + GAP + GAP < width)
        left = width - flop - bytes - GAP - GAP; /* room for remarks */
    fw_text_repeat(out, ' ', left + GAP + flop - strlen("FLOP"));
    fw_text_put(out, "FLOP");
    fw_text_repeat(out, ' ', GAP + bytes - strlen("bytes"));
    fw_text_put(out, "bytes\n");
    for (size_t i = 0; i < f->n; i++)
        write_line(&f->lines[i], left, flop, bytes, out);
}

/* The sum by the equations, which the steps add up to. */
static void write_total(const struct flow *f, struct fw_text *out)
{
    const fw_u128 *const v = f->a->estimate.model;
    const char *const attention = fw_attention_names[f->a->workload.attention];
    fw_text_put(out, f->decode ? "\ndecode of one token: " : "\nprefill: ");
    fw_text_count(out, v[f->decode ? FW_EQ_decode_linear : FW_EQ_prefill_linear], ',');
    fw_text_put(out, " linear\n  + ");
    fw_text_count(out, v[f->decode ? FW_EQ_decode_attn : FW_EQ_prefill_attn], ',');
    fw_text_printf(out, " attention%s%s%s\n  + ", f->decode ? "" : " (", f->decode ? "" : attention,
                   f->decode ? "" : ")");
    fw_text_count(out, v[f->decode ? FW_EQ_decode_head : FW_EQ_prefill_head], ',');
    fw_text_put(out, " LM head\n  = ");
    fw_text_count(out, v[f->decode ? FW_EQ_decode_total : FW_EQ_prefill_total], ',');
    fw_text_put(out, " FLOP\n1 multiply-add = 2 FLOP. Norms, rotation, softmax and activation are "
                     "in no sum.\n");
}

enum fw_status fw_trace_text(struct fw_cli *cli, const struct fw_answer *a, bool decode)
{
    struct flow f = {cli, a, cli->out.style.ascii ? &ascii : &unicode, NULL, 0, decode};
    struct fw_step *steps = NULL;
    size_t n = 0;
    const enum fw_status status =
        decode ? fw_steps_decode(&a->model, &a->workload, &a->estimate, &steps, &n, &cli->arena,
                                 &cli->err)
               : fw_steps_prefill(&a->model, &a->estimate, &steps, &n, &cli->arena, &cli->err);
    if (status != FW_OK)
        return status;
    f.lines = FW_NEW(&cli->arena, LINES_MAX, struct line);
    if (f.lines == NULL)
        return fw_cli_no_memory(cli);
    add_all(&f, steps, n);
    fw_text_printf(&cli->out.text, "%s\n\n",
                   a->description->name != NULL ? a->description->name : a->description->id);
    write_lines(&f, &cli->out.text);
    write_total(&f, &cli->out.text);
    return FW_OK;
}
