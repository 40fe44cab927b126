/* explain_make.c - gathers equation, numbers, origin and sources of one figure. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/explain.h"
#include "core/explain.h"
#include "report/bibliography.h"
#include "report/equation.h"

struct maker {
    struct fw_cli *cli;
    const struct fw_estimate *e; /* evaluated for what is explained */
    struct fw_explanation *out;
};

/* Moves the text to the arena and frees it; "" when memory is exhausted, which cli->out keeps. */
static const char *keep(struct fw_cli *cli, struct fw_text *text)
{
    const char *const copy = fw_arena_strdup(&cli->arena, text->data);
    cli->out.text.failed |= copy == NULL || !fw_text_ok(text);
    fw_text_free(text);
    return copy != NULL ? copy : "";
}

/* ---- sources --------------------------------------------------------------------------------- */

const char *fw_explain_source(struct fw_cli *cli, const struct fw_description *d, const char *id)
{
    const struct fw_reference *const r = fw_bibliography_find(id);
    if (r != NULL)
        return fw_arena_printf(&cli->arena, "%s %s: %s. %s", r->authors, r->year, r->title,
                               r->where);
    for (size_t i = 0; d != NULL && i < d->num_sources; i++)
        if (strcmp(d->sources[i].id, id) == 0)
            return d->sources[i].text;
    return NULL;
}

/* ---- equations ------------------------------------------------------------------------------- */

static const struct fw_eq_info *row_info(bool layer, size_t row)
{
    return layer ? &fw_layer_eq_table[row] : &fw_eq_table[row];
}

/* "d × h_kv × d_h = 4,096 × 8 × 128": what is left of the equation for this model. */
static const char *text_here(struct maker *m, const struct fw_equation_row *r)
{
    struct fw_text text, symbols;
    fw_text_init(&text);
    fw_text_init(&symbols);
    const bool read = fw_equation_write(r, FW_EQUATION_SYMBOLS, &symbols) &&
                      fw_equation_write(r, FW_EQUATION_NUMBERS, &text);
    const bool differ = read && strcmp(symbols.data, text.data) != 0;
    if (differ)
        fw_text_put(&symbols, " = ");
    fw_text_put(&symbols, differ ? text.data : "");
    fw_text_free(&text);
    if (!read)
        fw_text_clear(&symbols);
    return keep(m->cli, &symbols);
}

static const char *text_numbers(struct maker *m, bool layer, size_t row, size_t group)
{
    struct fw_text text;
    fw_text_init(&text);
    fw_explain_numbers(m->e, layer, row, group, &text);
    return keep(m->cli, &text);
}

static enum fw_status add_row(struct maker *m, bool layer, size_t row)
{
    const struct fw_eq_info *const info = row_info(layer, row);
    const size_t groups = layer ? m->e->num_groups : 1;
    struct fw_arena *const arena = &m->cli->arena;
    struct fw_equation_text *const t = &m->out->rows[m->out->num_rows++];
    *t = (struct fw_equation_text){
        .id = info->id,
        .meaning = info->meaning,
        .sources = info->source,
        .equation = fw_arena_printf(arena, "%s = %s", info->id, info->text),
        .num_groups = groups,
        .layers = FW_NEW(arena, groups, uint64_t),
        .here = FW_NEW(arena, groups, const char *),
        .numbers = FW_NEW(arena, groups, const char *),
        .value = FW_NEW(arena, groups, fw_u128),
    };
    if (t->equation == NULL || t->layers == NULL || t->here == NULL || t->numbers == NULL ||
        t->value == NULL)
        return fw_cli_no_memory(m->cli);
    for (size_t g = 0; g < groups; g++) {
        const struct fw_equation_row r = {m->e, layer, row, g};
        t->layers[g] = layer ? m->e->layer_sym[g][FW_LS_n] : 0;
        t->here[g] = text_here(m, &r);
        t->numbers[g] = text_numbers(m, layer, row, g);
        t->value[g] = fw_equation_result(&r);
    }
    return FW_OK;
}

/* ---- symbols --------------------------------------------------------------------------------- */

static void add_symbol(void *ctx, const char *id, fw_u128 value, const char *meaning)
{
    struct maker *const m = ctx;
    const struct fw_table *const t = &m->out->symbols;
    for (size_t r = 0; r < t->num_rows; r++)
        if (t->cells[r * t->num_columns].text != NULL &&
            strcmp(t->cells[r * t->num_columns].text, id) == 0)
            return;
    struct fw_cell *const row = fw_table_row(&m->out->symbols);
    row[0] = fw_cell_text(fw_arena_strdup(&m->cli->arena, id));
    row[1] = fw_cell_count(value);
    row[2] = fw_cell_text(meaning);
}

static void add_symbol_value(struct maker *m, const char *id,
                             const struct fw_quantity_value *v, const char *meaning)
{
    struct fw_cell *const row = fw_table_row(&m->out->symbols);
    row[0] = fw_cell_text(id);
    row[1] = fw_wanted_cell(v);
    row[2] = fw_cell_text(meaning);
}

/* The layer rows that a model row sums, with their symbols: id of "SUM(id)" among those. */
static enum fw_status add_summed_rows(struct maker *m)
{
    enum fw_status status = FW_OK;
    const struct fw_table *const t = &m->out->symbols;
    const size_t own = t->num_rows;
    for (size_t r = 0; r < own && status == FW_OK; r++) {
        const char *const id = t->cells[r * t->num_columns].text;
        bool layer = false;
        size_t row = 0;
        if (id == NULL || strncmp(id, "SUM(", 4) != 0)
            continue;
        const char *const inner = fw_arena_strndup(&m->cli->arena, id + 4, strlen(id) - 5);
        if (inner == NULL)
            return fw_cli_no_memory(m->cli);
        if (!fw_eq_find(inner, &layer, &row))
            continue;
        status = add_row(m, layer, row);
        fw_explain_symbols(m->e, layer, row, 0, add_symbol, m);
    }
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Rows of training belong to sequences of the training run, all others to the workload. */
static enum fw_status choose_estimate(struct maker *m, const struct fw_answer *a)
{
    const struct fw_subject *const s = &m->out->subject;
    struct fw_estimate *const e = FW_NEW(&m->cli->arena, 1, struct fw_estimate);
    struct fw_workload w = a->workload;
    m->e = &a->estimate;
    if (s->kind != FW_SUBJECT_ROW || s->layer || !a->has_training ||
        strncmp(fw_eq_table[s->index].id, "train_", 6) != 0)
        return FW_OK;
    if (e == NULL)
        return fw_cli_no_memory(m->cli);
    w.context = a->training.sequence_length;
    w.batch = 1;
    w.train_tokens = (uint64_t)a->training.tokens;
    m->e = e;
    const enum fw_status status =
        fw_estimate_init(e, a->model.num_groups, &m->cli->arena, &m->cli->err);
    return status == FW_OK ? fw_estimate_run(&a->model, &w, e, &m->cli->err) : status;
}

static const char *convention_of(struct maker *m, enum fw_unit unit)
{
    const struct fw_workload *const w = &m->out->answer->workload;
    const char *const attention = fw_attention_texts[w->attention];
    switch (unit) {
    case FW_U_PARAMS: return "distinct parameters: a tied matrix counts once";
    case FW_U_PAIRS: return attention;
    case FW_U_ELEMENTS: return "elements, whatever their type";
    case FW_U_BYTES:
        return fw_arena_printf(&m->cli->arena, "weights in %s, keys in %s, values in %s",
                               fw_dtype_get(w->dtype)->name, fw_dtype_get(w->k_dtype)->name,
                               fw_dtype_get(w->v_dtype)->name);
    case FW_U_FLOP:
        return fw_arena_printf(&m->cli->arena,
                               "1 multiply-add = 2 FLOP; attention %s; LM head %s", attention,
                               fw_lm_head_texts[w->lm_head]);
    case FW_U_COUNT_: break;
    }
    return NULL;
}

/* The whole row, or its sum over the layers. */
static enum fw_status explain_row(struct maker *m)
{
    struct fw_explanation *const x = m->out;
    const struct fw_subject *const s = &x->subject;
    const struct fw_eq_info *const info = row_info(s->layer, s->index);
    enum fw_status status = choose_estimate(m, x->answer);
    if (status != FW_OK)
        return status;
    fw_explain_symbols(m->e, s->layer, s->index, 0, add_symbol, m);
    x->rows = FW_NEW(&m->cli->arena, 1 + x->symbols.num_rows, struct fw_equation_text);
    if (x->rows == NULL)
        return fw_cli_no_memory(m->cli);
    status = add_row(m, s->layer, s->index);
    if (status != FW_OK)
        return status;
    x->meaning = s->info != NULL ? s->info->meaning : info->meaning;
    x->convention = convention_of(m, info->unit);
    x->sources = info->source;
    x->equation = x->rows[0].equation;
    x->numbers = x->rows[0].numbers[0];
    if (s->kind == FW_SUBJECT_SUM) {
        x->meaning = fw_arena_printf(&m->cli->arena, "%s, over all layers", info->meaning);
        x->equation = fw_arena_printf(&m->cli->arena, "the layers of each kind x %s", info->id);
        x->numbers = NULL;
    }
    status = s->layer ? FW_OK : add_summed_rows(m);
    if (s->layer && s->kind == FW_SUBJECT_ROW && m->e->num_groups > 1)
        x->origin = "the value is that of the first kind of layer";
    if (m->e->num_groups > 1 && (s->layer || x->num_rows > 1))
        x->symbols.note = "Symbols of layers: values of the first kind of layer.";
    return status;
}

/* ---- formulas over rows ---------------------------------------------------------------------- */

static bool is_name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static enum fw_status explain_ratio(struct maker *m)
{
    struct fw_explanation *const x = m->out;
    struct fw_text numbers;
    enum fw_status status = FW_OK;
    fw_text_init(&numbers);
    for (const char *p = x->subject.formula; *p != '\0' && status == FW_OK;) {
        size_t n = 0;
        while (is_name_char(p[n]))
            n++;
        if (n == 0) {
            fw_text_putc(&numbers, *p++);
            continue;
        }
        const char *const id = fw_arena_strndup(&m->cli->arena, p, n);
        struct fw_quantity_value v;
        if (id == NULL)
            status = fw_cli_no_memory(m->cli);
        else
            status = fw_quantity_get(x->answer, id, &v, &m->cli->err);
        if (status == FW_OK) {
            fw_text_count(&numbers, v.count, 0);
            add_symbol_value(m, id, &v, fw_wanted_meaning(id));
        }
        p += n;
    }
    x->numbers = keep(m->cli, &numbers);
    x->meaning = x->subject.info->meaning;
    x->equation = fw_arena_printf(&m->cli->arena, "%s = %s", x->subject.info->name,
                                  x->subject.formula);
    x->convention = convention_of(m, x->value.dim == FW_DIM_BYTES ? FW_U_BYTES : FW_U_FLOP);
    return status;
}

/* ---- facts of the training run --------------------------------------------------------------- */

static double operand(const struct fw_chain *c, enum fw_fact f)
{
    return f == FW_FACT_COUNT ? 1 : c->val[f];
}

static void add_fact(struct maker *m, const struct fw_chain *c, enum fw_fact f)
{
    if (f == FW_FACT_COUNT)
        return;
    const struct fw_quantity_value v = {.known = !isnan(c->val[f]), .real = c->val[f],
                                        .dim = fw_fact_table[f].dim};
    add_symbol_value(m, fw_fact_table[f].id, &v, fw_fact_table[f].meaning);
}

/* The link that derived the fact, turned to its side, with the numbers in the units of the
 * chain: J, s, hours, kg, kg/kWh. */
static void explain_link(struct maker *m, const struct fw_chain *c, enum fw_fact fact)
{
    struct fw_explanation *const x = m->out;
    const struct fw_link_info *const l = &fw_link_table[c->link[fact]];
    const bool plain = !(l->factor < 1) && !(l->factor > 1), forward = fact == l->result;
    const enum fw_fact other = fact == l->a ? l->b : l->a;
    struct fw_text link, n;
    fw_text_init(&link);
    fw_text_init(&n);
    fw_explain_link(c, fact, &link);
    if (forward) {
        fw_text_printf(&n, "%s%s%.9g", plain ? "" : l->factor_text, plain ? "" : " x ",
                       operand(c, l->a));
        if (l->b != FW_FACT_COUNT)
            fw_text_printf(&n, " x %.9g", operand(c, l->b));
    } else if (plain) {
        fw_text_printf(&n, "%.9g / %.9g", c->val[l->result], operand(c, other));
    } else {
        fw_text_printf(&n, "%.9g / (%s x %.9g)", c->val[l->result], l->factor_text,
                       operand(c, other));
    }
    x->equation = keep(m->cli, &link);
    x->numbers = keep(m->cli, &n);
    x->sources = l->source;
    x->convention = l->meaning;
    add_fact(m, c, forward ? l->a : l->result);
    add_fact(m, c, forward ? l->b : other);
}

static enum fw_status explain_fact(struct maker *m)
{
    struct fw_explanation *const x = m->out;
    const struct fw_answer *const a = x->answer;
    const enum fw_fact fact = x->subject.fact;
    const struct fw_training *const t = &a->description->training;
    x->meaning = x->subject.info != NULL ? x->subject.info->meaning : fw_fact_table[fact].meaning;
    if (!a->has_training) {
        x->origin = "nothing is known about a training run";
        return FW_OK;
    }
    const struct fw_chain *const c = &a->training.chain;
    static const char *const origins[] = {
        [FW_UNKNOWN] = "unknown", [FW_GIVEN] = "given on the command line",
        [FW_DISCLOSED] = "disclosed by the publication", [FW_DERIVED] = "derived",
        [FW_DEFAULT] = "taken as default: of the hardware, or of the disclosed run",
    };
    x->origin = origins[c->origin[fact]];
    if (c->origin[fact] == FW_DERIVED && c->link[fact] >= 0)
        explain_link(m, c, fact);
    else if (c->origin[fact] == FW_DISCLOSED)
        x->sources = t->source;
    if (!isnan(c->check[fact]))
        x->origin = fw_arena_printf(&m->cli->arena, "%s; the publication states %.9g", x->origin,
                                    c->check[fact] / x->subject.unit);
    return FW_OK;
}

/* ---- symbols and keys ------------------------------------------------------------------------ */

static const char *place_of(struct maker *m, const struct fw_opt *o)
{
    const char *const file = o->file != NULL ? o->file : m->out->answer->description->arch.file;
    if (!o->given)
        return "absent: the default, or the layers say it";
    if (o->line == 0)
        return file != NULL ? file : "the command line";
    return fw_arena_printf(&m->cli->arena, "%s:%u", file != NULL ? file : "", o->line);
}

static enum fw_status explain_key(struct maker *m)
{
    struct fw_explanation *const x = m->out;
    const struct fw_key_info *const k = &fw_key_table[x->subject.index];
    const struct fw_opt *const o = &x->answer->description->arch.key[x->subject.index];
    const char *const *names = NULL;
    const size_t n = fw_key_values(k->type, &names);
    x->meaning = k->meaning;
    x->origin = place_of(m, o);
    if (o->given && o->v < n)
        x->origin = fw_arena_printf(&m->cli->arena, "%s, %s", names[o->v], x->origin);
    x->sources = x->answer->description->arch_source;
    return FW_OK;
}

static enum fw_status explain_symbol(struct maker *m)
{
    const struct fw_subject *const s = &m->out->subject;
    m->out->meaning = s->layer ? fw_layer_symbol_table[s->index].meaning
                               : fw_model_symbol_table[s->index].meaning;
    m->out->origin = s->layer ? "a symbol of layers; the value is that of the first kind"
                              : "a symbol of the model";
    return FW_OK;
}

/* ---- all ------------------------------------------------------------------------------------- */

static const struct fw_column symbol_columns[] = {
    {.key = "symbol", .title = "symbol"},
    {.key = "value", .title = "value", .align = FW_RIGHT},
    {.key = "meaning", .title = "meaning"},
};

enum fw_status fw_explain_make(struct fw_cli *cli, const struct fw_answer *a, const char *name,
                               struct fw_explanation *out)
{
    static enum fw_status (*const explain[])(struct maker *) = {
        [FW_SUBJECT_ROW] = explain_row,       [FW_SUBJECT_SUM] = explain_row,
        [FW_SUBJECT_FACT] = explain_fact,     [FW_SUBJECT_RATIO] = explain_ratio,
        [FW_SUBJECT_SYMBOL] = explain_symbol, [FW_SUBJECT_KEY] = explain_key,
    };
    struct maker m = {.cli = cli, .e = &a->estimate, .out = out};
    *out = (struct fw_explanation){.answer = a};
    fw_table_init(&out->symbols, &cli->arena, "What stands for what", symbol_columns,
                  sizeof symbol_columns / sizeof symbol_columns[0]);
    enum fw_status status = fw_subject_find(cli, a, name, &out->subject);
    if (status != FW_OK)
        return status;
    /* Keys that hold a word have no value of this kind. */
    if (fw_quantity_get(a, name, &out->value, &cli->err) != FW_OK)
        out->value = (struct fw_quantity_value){.dim = FW_DIM_NUMBER};
    status = explain[out->subject.kind](&m);
    /* A row of training is that of the run's sequences. */
    if (status == FW_OK && m.e != &a->estimate)
        out->value = (struct fw_quantity_value){.exact = true, .known = true, .dim = FW_DIM_FLOP,
                                                .count = m.e->model[out->subject.index],
                                                .real = 0};
    if (status == FW_OK && cli->out.text.failed)
        return fw_cli_no_memory(cli);
    return status;
}
