/* figures_sweep.c - figures that evaluate the models over contexts. */
#include <math.h>
#include <string.h>

#include "report/figure_parts.h"

/* ---- one line -------------------------------------------------------------------------------- */

static uint64_t context_at(size_t point)
{
    return UINT64_C(1) << (FW_SWEEP_FIRST + point);
}

static bool evaluate(struct fw_sketch *k, const struct fw_answer *a, const struct fw_model *m,
                     fw_sweep_value *value, double x[], double y[])
{
    struct fw_estimate e;
    struct fw_workload w = a->workload;
    k->status = fw_estimate_init(&e, m->num_groups, k->arena, k->err);
    for (size_t i = 0; i < FW_SWEEP_POINTS && k->status == FW_OK; i++) {
        w.context = context_at(i);
        k->status = fw_estimate_run(m, &w, &e, k->err);
        x[i] = (double)w.context;
        y[i] = k->status == FW_OK ? value(&e) : (double)NAN;
    }
    return k->status == FW_OK;
}

/* Points within the context that the model was made for; at least one. */
static size_t points_within(const struct fw_model *m)
{
    size_t n = 0;
    while (n < FW_SWEEP_POINTS && (m->max_position == 0 || context_at(n) <= m->max_position))
        n++;
    return n > 0 ? n : 1;
}

void fw_sketch_sweep(struct fw_sketch *k, const struct fw_answer *a, const struct fw_model *m,
                     const char *name, fw_sweep_value *value, struct fw_chart_series *series,
                     size_t *count)
{
    double *const x = FW_SKETCH_NEW(k, FW_SWEEP_POINTS, double);
    double *const y = FW_SKETCH_NEW(k, FW_SWEEP_POINTS, double);
    if (k->status != FW_OK || !evaluate(k, a, m, value, x, y))
        return;
    const size_t own = points_within(m);
    series[(*count)++] = (struct fw_chart_series){name, x, y, .count = own};
    if (own == FW_SWEEP_POINTS)
        return;
    series[(*count)++] = (struct fw_chart_series){
        .name = fw_say(&k->say, "%s beyond its %s tokens", name,
                       fw_say_count(&k->say, m->max_position)),
        .x = x + own - 1,
        .y = y + own - 1,
        .count = FW_SWEEP_POINTS - own + 1,
        .dashed = true,
    };
}

static struct fw_chart_axis context_axis(void)
{
    return (struct fw_chart_axis){
        .label = "Context", .unit = "tokens", .scale = FW_SCALE_LOG2, .prefix = FW_PREFIX_BINARY};
}

/* ---- FLOP per token -------------------------------------------------------------------------- */

static double decode_flop(const struct fw_estimate *e)
{
    return fw_count_double(e->model[FW_EQ_decode_total]) / (double)e->model_sym[FW_MS_B];
}

static double attention_share(const struct fw_estimate *e)
{
    return 100 * fw_count_double(e->model[FW_EQ_decode_attn]) /
           fw_count_double(e->model[FW_EQ_decode_total]);
}

void fw_sketch_flops(struct fw_sketch *k)
{
    enum { PANELS = 2 };
    static fw_sweep_value *const values[PANELS] = {decode_flop, attention_share};
    struct fw_panel *const panels = FW_SKETCH_NEW(k, PANELS, struct fw_panel);
    if (panels == NULL)
        return;
    panels[0] = (struct fw_panel){
        .title = "Work per generated token",
        .y = {.label = "FLOP per token",
              .tick_unit = "FLOP",
              .scale = FW_SCALE_LOG10,
              .prefix = FW_PREFIX_SI},
    };
    panels[1] = (struct fw_panel){
        .title = "Attention's share of it",
        .y = {.label = "Scores and weighted sum",
              .unit = "%",
              .prefix = FW_PREFIX_NONE,
              .from_zero = true},
    };
    for (size_t p = 0; p < PANELS; p++) {
        struct fw_chart_series *const s = FW_SKETCH_NEW(k, 2 * k->n, struct fw_chart_series);
        for (size_t i = 0; s != NULL && i < k->n; i++)
            fw_sketch_sweep(k, &k->a[i], &k->a[i].model, fw_say_name(&k->a[i]), values[p], s,
                            &panels[p].series_count);
        panels[p].kind = FW_CHART_LINE;
        panels[p].series = s;
        panels[p].x = context_axis();
    }
    *k->chart = (struct fw_chart){
        .title = "FLOP per token against context",
        .subtitle = "Decoding one token after so many in the cache, LM head included; one "
                    "multiply-add is 2 FLOP",
        .source = fw_sketch_source(k, "Attention over the exact pairs of the query and all "
                                      "tokens that it sees; KV heads make no difference."),
        .panels = panels,
        .panel_count = PANELS,
    };
}

/* ---- KV cache -------------------------------------------------------------------------------- */

enum { HEADS_SHOWN = 7 };

static double kv_bytes(const struct fw_estimate *e)
{
    return fw_count_double(e->model[FW_EQ_KV_bytes]);
}

/* Heads and KV heads of all layers alike, and ordinary keys and values: their number can vary. */
static bool can_vary(const struct fw_model *m)
{
    const uint64_t *const first = m->groups[0].sym;
    for (size_t g = 0; g < m->num_groups; g++) {
        const uint64_t *const sym = m->groups[g].sym;
        if (sym[FW_LS_c] > 0 || sym[FW_LS_h] != first[FW_LS_h] ||
            sym[FW_LS_h_kv] != first[FW_LS_h_kv])
            return false;
    }
    return true;
}

/* Takes out the divisor that lies nearest to its neighbours, but never an end or the own one. */
static void thin_out(uint64_t list[], size_t *n, uint64_t own)
{
    size_t worst = 0;
    double least = HUGE_VAL;
    for (size_t i = 1; i + 1 < *n; i++) {
        const double gap = log((double)list[i + 1] / (double)list[i - 1]);
        if (list[i] != own && gap < least) {
            least = gap;
            worst = i;
        }
    }
    memmove(list + worst, list + worst + 1, (*n - worst - 1) * sizeof list[0]);
    (*n)--;
}

/* Divisors of h, rising, at most HEADS_SHOWN of them; 1, own and h always. */
static size_t choose_heads(uint64_t h, uint64_t own, uint64_t list[static HEADS_SHOWN + 1])
{
    size_t n = 0;
    for (uint64_t k = 1; k <= h; k++) {
        if (h % k != 0)
            continue;
        list[n++] = k;
        if (n > HEADS_SHOWN)
            thin_out(list, &n, own);
    }
    return n;
}

/* The model with another number of KV heads; NULL when memory is short. */
static const struct fw_model *with_heads(struct fw_sketch *k, const struct fw_model *m,
                                         uint64_t heads)
{
    struct fw_model *const copy = FW_SKETCH_NEW(k, 1, struct fw_model);
    struct fw_group *const groups = FW_SKETCH_NEW(k, m->num_groups, struct fw_group);
    if (copy == NULL || groups == NULL)
        return NULL;
    *copy = *m;
    memcpy(groups, m->groups, m->num_groups * sizeof groups[0]);
    for (size_t g = 0; g < m->num_groups; g++)
        groups[g].sym[FW_LS_h_kv] = heads;
    copy->groups = groups;
    return copy;
}

static void add_line(struct fw_sketch *k, const struct fw_answer *a, const struct fw_model *m,
                     const char *name, struct fw_chart_series *s, size_t *count)
{
    if (m == NULL)
        return;
    struct fw_model endless = *m;
    endless.max_position = 0; /* one solid line: uprights show where the models end */
    fw_sketch_sweep(k, a, &endless, name, kv_bytes, s, count);
}

/* The subject's lines from many heads to few, between those of the other models. */
static void kv_lines(struct fw_sketch *k, struct fw_panel *panel)
{
    const struct fw_model *const m = &k->a[0].model;
    const uint64_t h = m->groups[0].sym[FW_LS_h], own = m->groups[0].sym[FW_LS_h_kv];
    uint64_t heads[HEADS_SHOWN + 1] = {own};
    const bool vary = can_vary(m);
    const size_t n = vary ? choose_heads(h, own, heads) : 1;
    struct fw_chart_series *const s = FW_SKETCH_NEW(k, n + k->n, struct fw_chart_series);
    if (s == NULL)
        return;
    for (size_t i = 1; i < k->n; i++)
        add_line(k, &k->a[i], &k->a[i].model, fw_say_name(&k->a[i]), s, &panel->series_count);
    for (size_t i = n; i > 0; i--) {
        const uint64_t count = heads[i - 1];
        const char *const name = !vary ? fw_say_name(&k->a[0])
                                       : fw_say(&k->say, "%s KV %s%s", fw_say_count(&k->say, count),
                                                count == 1 ? "head" : "heads",
                                                count == own ? " (its own)"
                                                : count == h ? " (MHA)"
                                                             : "");
        add_line(k, &k->a[0], count == own ? m : with_heads(k, m, count), name, s,
                 &panel->series_count);
    }
    panel->series = s;
}

/* An upright line where the subject's context ends. */
static void context_note(struct fw_sketch *k, struct fw_panel *panel)
{
    const uint64_t end = k->a[0].model.max_position;
    struct fw_chart_note *const note = FW_SKETCH_NEW(k, 1, struct fw_chart_note);
    if (note == NULL || end < context_at(0) || end > context_at(FW_SWEEP_POINTS - 1))
        return;
    *note = (struct fw_chart_note){FW_NOTE_UPRIGHT, (double)end,
                                   fw_say(&k->say, "%s tokens", fw_say_count(&k->say, end))};
    panel->notes = note;
    panel->note_count = 1;
}

/* "X was made for contexts up to 8,192 tokens, Y up to 2,048." */
static const char *context_limits(struct fw_sketch *k)
{
    const char *text = "";
    for (size_t i = 0; i < k->n; i++) {
        const uint64_t end = k->a[i].model.max_position;
        if (end > 0)
            text = fw_say(&k->say, "%s%s %s to %s tokens", text, *text == '\0' ? "Made for:" : ",",
                          fw_say_name(&k->a[i]), fw_say_count(&k->say, end));
    }
    return *text == '\0' ? text : fw_say(&k->say, "%s.", text);
}

void fw_sketch_kv(struct fw_sketch *k)
{
    struct fw_say *const s = &k->say;
    const struct fw_workload *const w = &k->a[0].workload;
    const char *const keys = fw_dtype_get(w->k_dtype)->name;
    const char *const values = fw_dtype_get(w->v_dtype)->name;
    struct fw_panel *const panel = FW_SKETCH_NEW(k, 1, struct fw_panel);
    if (panel == NULL)
        return;
    *panel = (struct fw_panel){
        .kind = FW_CHART_LINE,
        .x = context_axis(),
        .y = {.label = "KV cache",
              .unit = "bytes",
              .tick_unit = "B",
              .scale = FW_SCALE_LOG2,
              .prefix = FW_PREFIX_BINARY},
        .height = 230,
    };
    kv_lines(k, panel);
    context_note(k, panel);
    *k->chart = (struct fw_chart){
        .title = "KV cache against context",
        .subtitle = fw_say(s, "%s with several numbers of KV heads%s%s; batch %s, %s%s%s",
                           fw_say_name(&k->a[0]), k->n > 1 ? ", and " : "",
                           k->n > 1 ? fw_say_names(s, k->a + 1, k->n - 1) : "",
                           fw_say_count(s, w->batch), keys, keys == values ? "" : " keys, ",
                           keys == values ? "" : fw_say(s, "%s values", values)),
        .source = fw_sketch_source(k, context_limits(k)),
        .panels = panel,
        .panel_count = 1,
        .palette = FW_PALETTE_ORDERED,
    };
}
