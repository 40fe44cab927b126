/* story.c - the table of sections, the frame around them, and pieces that all of them use. */
#include "report/story.h"

#include <string.h>

#include "report/story_parts.h"
#include "report/version.h"

static const struct section {
    struct fw_doc_section head;
    fw_story_section *write;
    size_t least_models; /* left out with fewer */
} sections[] = {
    {{"basics", "Basic parameters"}, fw_story_basics, 1},
    {{"changes", "Design choices in numbers"}, fw_story_changes, 1},
    {{"flow", "One token through the model"}, fw_story_flow, 1},
    {{"numeric", "The same walk in numbers"}, fw_story_numeric, 1},
    {{"layer", "Parameters of one layer"}, fw_story_layer, 1},
    {{"total", "All parameters"}, fw_story_total, 1},
    {{"kv", "KV cache"}, fw_story_kv, 1},
    {{"serving", "Prefill and decode"}, fw_story_serving, 1},
    {{"training", "Training: FLOP, hours, energy, CO2eq"}, fw_story_training, 1},
    {{"comparison", "Side by side"}, fw_story_comparison, 2},
    {{"summary", "Summary"}, fw_story_summary, 1},
    {{"conventions", "Conventions"}, fw_story_conventions, 1},
    {{"sources", "Sources"}, fw_story_sources, 1},
};
enum { SECTIONS = sizeof sections / sizeof sections[0] };

static bool is_present(const struct fw_story *s, const struct section *section)
{
    if (section->write == fw_story_numeric && s->options->walk == NULL)
        return false;
    return s->n >= section->least_models;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

void fw_story_p(struct fw_story *s, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    fw_doc_p(&s->doc, fw_vsay(&s->say, fmt, args));
    va_end(args);
}

void fw_story_item(struct fw_story *s, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    fw_doc_item(&s->doc, fw_vsay(&s->say, fmt, args));
    va_end(args);
}

void fw_story_callout(struct fw_story *s, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    fw_doc_callout(&s->doc, fw_vsay(&s->say, fmt, args));
    va_end(args);
}

void fw_story_heading(struct fw_story *s, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    fw_doc_heading(&s->doc, fw_vsay(&s->say, fmt, args));
    va_end(args);
}

void fw_story_layer_row(struct fw_story *s, const struct fw_answer *a, size_t group,
                        enum fw_layer_eq row, const char *what)
{
    fw_doc_row(&s->doc, &(struct fw_equation_row){&a->estimate, true, row, group}, what);
}

void fw_story_row(struct fw_story *s, const struct fw_estimate *e, enum fw_eq row, const char *what)
{
    fw_doc_row(&s->doc, &(struct fw_equation_row){e, false, row, 0}, what);
}

const char *fw_story_signs(struct fw_story *s, const char *text)
{
    struct fw_text out;
    fw_text_init(&out);
    for (const char *p = text; *p != '\0'; p++) {
        const bool starts = p == text || p[-1] == ' ' || p[-1] == '(';
        if (p[0] == '-' && p[1] == '>') {
            fw_text_put(&out, "→");
            p++;
        } else if (*p == 'x' && p[1] == ' ' && starts && p[2] != '+' && p[2] != '=') {
            fw_text_put(&out, "×");
        } else {
            fw_text_putc(&out, *p);
        }
    }
    const char *const kept = fw_say(&s->say, "%s", out.data);
    s->say.failed = s->say.failed || out.failed;
    fw_text_free(&out);
    return kept;
}

/* Raw formulas are for programs: the story has its own. */
static const struct fw_column *without_formula(struct fw_story *s, const struct fw_table *t)
{
    struct fw_column *const columns = FW_NEW(s->arena, t->num_columns, struct fw_column);
    s->say.failed = s->say.failed || columns == NULL;
    for (size_t i = 0; columns != NULL && i < t->num_columns; i++) {
        columns[i] = t->columns[i];
        if (columns[i].key != NULL && strcmp(columns[i].key, "formula") == 0)
            columns[i].title = NULL;
    }
    return columns != NULL ? columns : t->columns;
}

void fw_story_table(struct fw_story *s, struct fw_table *t, const char *label)
{
    for (size_t i = 0; i < t->num_rows * t->num_columns; i++)
        if (t->cells[i].kind == FW_CELL_TEXT)
            t->cells[i].text = fw_story_signs(s, t->cells[i].text);
    if (t->note != NULL)
        t->note = fw_story_signs(s, t->note);
    t->columns = without_formula(s, t);
    fw_doc_table(&s->doc, t, label);
    s->say.failed = s->say.failed || t->failed;
}

const char *fw_story_n(struct fw_story *s, fw_u128 count)
{
    return fw_say_count(&s->say, count);
}

const char *fw_story_flop(struct fw_story *s, fw_u128 flop)
{
    return fw_say_qty(&s->say, fw_count_double(flop), FW_DIM_FLOP, 4);
}

const char *fw_story_bytes(struct fw_story *s, fw_u128 bytes)
{
    return fw_say_qty(&s->say, fw_count_double(bytes), FW_DIM_BYTES, 3);
}

const char *fw_story_share(struct fw_story *s, fw_u128 part, fw_u128 whole)
{
    return fw_say_share(&s->say, fw_count_double(part), fw_count_double(whole));
}

const char *fw_story_times(struct fw_story *s, fw_u128 a, fw_u128 b)
{
    return fw_say_times(&s->say, fw_count_double(a), fw_count_double(b));
}

const char *fw_story_ratio(struct fw_story *s, fw_u128 a, fw_u128 b)
{
    return fw_say_ratio(&s->say, fw_count_double(a), fw_count_double(b));
}

const char *fw_story_norm(const struct fw_answer *a)
{
    static const char *const names[FW_NORM_COUNT] = {
        "RMSNorm", "LayerNorm", "LayerNorm without bias", "LayerNorm without weights"};
    return names[a->model.norm];
}

const char *fw_story_mlp(const struct fw_answer *a)
{
    static const char *const names[FW_MLP_COUNT] = {"SwiGLU", "GEGLU",        "ReGLU", "GELU",
                                                    "ReLU",   "squared ReLU", "SiLU"};
    return names[a->model.groups[0].mlp];
}

const char *fw_story_position(const struct fw_answer *a)
{
    static const char *const names[FW_POSITION_COUNT] = {"RoPE", "learned positions", "ALiBi",
                                                         "no positions"};
    return names[a->model.position];
}

const char *fw_story_heads(const struct fw_answer *a)
{
    const uint64_t *const sym = a->model.groups[0].sym;
    return sym[FW_LS_c] > 0                  ? "MLA"
           : sym[FW_LS_h_kv] == sym[FW_LS_h] ? "MHA"
           : sym[FW_LS_h_kv] == 1            ? "MQA"
                                             : "GQA";
}

bool fw_story_uniform(const struct fw_answer *a)
{
    return a->model.num_groups == 1;
}

bool fw_story_estimate(struct fw_story *s, const struct fw_answer *a, const struct fw_workload *w,
                       struct fw_estimate *e)
{
    if (s->status == FW_OK)
        s->status = fw_estimate_init(e, a->model.num_groups, s->arena, s->err);
    if (s->status == FW_OK)
        s->status = fw_estimate_run(&a->model, w, e, s->err);
    return s->status == FW_OK;
}

bool fw_story_at_context(struct fw_story *s, const struct fw_answer *a, uint64_t S,
                         struct fw_estimate *e)
{
    struct fw_workload w = a->workload;
    w.context = S;
    return fw_story_estimate(s, a, &w, e);
}

/* The ids of all figures of a page differ by their prefix. */
static void write_svg(struct fw_story *s, const struct fw_chart *chart, const char *prefix,
                      struct fw_text *svg)
{
    const struct fw_draw_options options = {.format = FW_DRAW_SVG, .prefix = prefix};
    if (s->status == FW_OK)
        s->status = fw_chart_write(chart, &options, svg, NULL, s->err);
}

void fw_story_figure(struct fw_story *s, enum fw_figure figure, const char *caption)
{
    const char *const name = fw_figure_table[figure].name;
    const char *const prefix = s->options->figure_prefix;
    struct fw_chart chart;
    struct fw_text svg;
    if (s->status != FW_OK)
        return;
    s->status = fw_figure_make(figure, s->a, s->n, &chart, s->arena, s->err);
    if (s->status != FW_OK)
        return;
    fw_text_init(&svg);
    if (s->options->format == FW_FORMAT_HTML)
        write_svg(s, &chart, fw_say(&s->say, "fig-%s", name), &svg);
    fw_doc_figure(&s->doc, fw_say(&s->say, "%s%s.svg", prefix != NULL ? prefix : "", name),
                  svg.data, fw_say(&s->say, "%s: %s", chart.title, fw_figure_table[figure].meaning),
                  caption);
    fw_text_free(&svg);
}

/* ---- the frame ------------------------------------------------------------------------------- */

/* "1/22 of those of B", if there is a B and it knows its own. */
static const char *beside(struct fw_story *s, double own, double other)
{
    if (s->n < 2 || !(other > 0))
        return "";
    return fw_say(&s->say, "%s %s", fw_say_times(&s->say, own, other), fw_say_name(&s->a[1]));
}

static size_t serving_facts(struct fw_story *s, struct fw_doc_fact *facts)
{
    const struct fw_answer *const a = &s->a[0], *const b = &s->a[s->n > 1 ? 1 : 0];
    const fw_u128 *const x = a->estimate.model;
    const char *const context = fw_story_n(s, a->workload.context);
    size_t n = 0;
    facts[n++] = (struct fw_doc_fact){
        fw_story_n(s, x[FW_EQ_N]), "parameters",
        beside(s, fw_count_double(x[FW_EQ_N]), fw_count_double(b->estimate.model[FW_EQ_N]))};
    facts[n++] = (struct fw_doc_fact){
        fw_story_bytes(s, x[FW_EQ_KV_bytes]), fw_say(&s->say, "KV cache at %s tokens", context),
        x[FW_EQ_KV_bytes] < x[FW_EQ_KV_bytes_mha]
            ? fw_say(&s->say, "%s with a KV head for every query head",
                     fw_story_bytes(s, x[FW_EQ_KV_bytes_mha]))
            : ""};
    facts[n++] = (struct fw_doc_fact){
        fw_story_flop(s, x[FW_EQ_prefill_total]), fw_say(&s->say, "prefill of %s tokens", context),
        fw_say(&s->say, "attention: %s of it",
               fw_story_share(s, x[FW_EQ_prefill_attn], x[FW_EQ_prefill_total]))};
    facts[n++] = (struct fw_doc_fact){
        fw_story_flop(s, x[FW_EQ_decode_total]),
        fw_say(&s->say, "one more token after %s", context),
        fw_say(&s->say, "attention: %s of it",
               fw_story_share(s, x[FW_EQ_decode_attn], x[FW_EQ_decode_total]))};
    return n;
}

/* Facts that are unknown are left out. */
static size_t training_facts(struct fw_story *s, struct fw_doc_fact *facts)
{
    const struct fw_answer *const a = &s->a[0], *const b = &s->a[s->n > 1 ? 1 : 0];
    const struct fw_train_result *const t = &a->training, *const u = &b->training;
    const double flop = fw_count_double(t->flop[FW_RULE_6NT]);
    const double other = b->has_training ? fw_count_double(u->flop[FW_RULE_6NT]) : 0;
    const double emissions = t->chain.val[FW_FACT_emissions];
    size_t n = 0;
    if (!a->has_training)
        return 0;
    if (flop > 0)
        facts[n++] = (struct fw_doc_fact){
            fw_say_qty(&s->say, flop, FW_DIM_FLOP, 4),
            fw_say(&s->say, "training on %s tokens",
                   fw_say_short(&s->say, fw_count_double(t->tokens), FW_DIM_COUNT, 4)),
            beside(s, flop, other)};
    if (emissions > 0)
        facts[n++] = (struct fw_doc_fact){
            fw_say_qty(&s->say, emissions, FW_DIM_MASS, 3),
            fw_say(&s->say, "CO2eq of %s (%s)", fw_say_energy(&s->say, t->energy_J, 3),
                   fw_boundary_name(t->boundary)),
            beside(s, emissions, b->has_training ? u->chain.val[FW_FACT_emissions] : 0)};
    return n;
}

static void at_a_glance(struct fw_story *s)
{
    struct fw_doc_fact facts[6];
    const size_t n = serving_facts(s, facts);
    fw_doc_facts(&s->doc, facts, n + training_facts(s, facts + n));
}

static void write_sections(struct fw_story *s)
{
    struct fw_doc_section heads[SECTIONS];
    size_t n = 0;
    for (size_t i = 0; i < SECTIONS; i++)
        if (is_present(s, &sections[i]))
            heads[n++] = sections[i].head;
    fw_doc_contents(&s->doc, heads, n);
    at_a_glance(s);
    for (size_t i = 0; i < SECTIONS && s->status == FW_OK; i++) {
        if (!is_present(s, &sections[i]))
            continue;
        fw_doc_open(&s->doc, &sections[i].head);
        sections[i].write(s);
    }
}

void fw_story_numeric(struct fw_story *s)
{
    s->status = s->options->walk(s->options->walk_ctx, &s->a[0], &s->doc, s->err);
}

enum fw_status fw_story_write(const struct fw_answer *a, size_t n,
                              const struct fw_story_options *options, struct fw_text *out,
                              struct fw_arena *arena, struct fw_err *err)
{
    if (n == 0 || n > FW_FIGURE_MODELS)
        return fw_fail(err, FW_USAGE, "a report takes 1 to %d models, got %zu", FW_FIGURE_MODELS,
                       n);
    struct fw_story s = {
        .a = a, .n = n, .options = options, .say = {.arena = arena}, .arena = arena, .err = err};
    fw_doc_init(&s.doc, options->format, out, arena);
    const char *title = fw_say_name(&a[0]);
    if (n > 1)
        title = fw_say(&s.say, "%s beside %s", title, fw_say_names(&s.say, a + 1, n - 1));
    fw_doc_begin(&s.doc, title,
                 "Parameters, memory, FLOP, energy and carbon: each figure with its equation, the "
                 "numbers put in, its unit and its source.");
    write_sections(&s);
    fw_doc_end(&s.doc, fw_say(&s.say,
                              "Derived by flopwatt %s. The equations shown are the ones "
                              "that were computed.",
                              fw_report_version()));
    if (s.status == FW_OK && (s.say.failed || !fw_text_ok(out)))
        s.status = fw_fail(err, FW_SYSTEM, "out of memory for the report");
    return s.status;
}
