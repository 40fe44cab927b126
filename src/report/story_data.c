/* story_data.c - the numbers of the report for programs: CSV and JSON. */
#include <math.h>
#include <stdio.h>

#include "core/explain.h"
#include "report/story_parts.h"

static const struct fw_column columns[] = {
    {"model", "Model", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"quantity", "Quantity", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"value", "Value", NULL, FW_RIGHT, FW_DIM_NUMBER, 0},
    {"unit", "Unit", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"convention", "Convention", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"equation", "Equation", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

struct sheet {
    struct fw_table t;
    struct fw_say say;
    const char *model;
};

static void put(struct sheet *s, const char *quantity, struct fw_cell value, const char *unit,
                const char *convention, const char *equation)
{
    struct fw_cell *const c = fw_table_row(&s->t);
    c[0] = fw_cell_text(s->model);
    c[1] = fw_cell_text(quantity);
    c[2] = value;
    c[3] = fw_cell_text(unit);
    c[4] = fw_cell_text(convention);
    c[5] = fw_cell_text(equation);
}

static const char *workload_text(struct fw_say *y, const struct fw_answer *a)
{
    const struct fw_workload *const w = &a->workload;
    return fw_say(y, "S=%llu B=%llu weights=%s keys=%s values=%s attention=%s lm_head=%s",
                  (unsigned long long)w->context, (unsigned long long)w->batch,
                  fw_dtype_get(w->dtype)->name, fw_dtype_get(w->k_dtype)->name,
                  fw_dtype_get(w->v_dtype)->name, fw_attention_names[w->attention],
                  fw_lm_head_names[w->lm_head]);
}

static bool is_training_row(size_t row)
{
    return row >= FW_EQ_train_6nt;
}

static void put_rows(struct sheet *s, const struct fw_answer *a)
{
    const char *const workload = workload_text(&s->say, a);
    for (size_t g = 0; g < a->model.num_groups; g++)
        for (size_t r = 0; r < FW_LEQ_COUNT; r++)
            put(s, fw_say(&s->say, "layer[%zu].%s", g, fw_layer_eq_table[r].id),
                fw_cell_count(a->estimate.layer[g][r]), fw_unit_name(fw_layer_eq_table[r].unit),
                workload, fw_layer_eq_table[r].text);
    for (size_t r = 0; r < FW_EQ_COUNT; r++)
        if (!is_training_row(r))
            put(s, fw_eq_table[r].id, fw_cell_count(a->estimate.model[r]),
                fw_unit_name(fw_eq_table[r].unit), workload, fw_eq_table[r].text);
}

static const char *link_of(struct sheet *s, const struct fw_chain *c, enum fw_fact f)
{
    struct fw_text text;
    fw_text_init(&text);
    fw_explain_link(c, f, &text);
    const char *const kept = fw_say(&s->say, "%s", text.data);
    s->say.failed = s->say.failed || text.failed;
    fw_text_free(&text);
    return kept;
}

static void put_training(struct sheet *s, const struct fw_answer *a)
{
    const struct fw_train_result *const t = &a->training;
    const char *const workload =
        fw_say(&s->say, "sequences of %llu, whole run", (unsigned long long)t->sequence_length);
    if (!a->has_training)
        return;
    put(s, "tokens", t->tokens > 0 ? fw_cell_count(t->tokens) : fw_cell_unknown(), "tokens",
        t->tokens_derived ? "derived" : "disclosed or given", "");
    for (int r = 0; t->tokens > 0 && r < FW_RULE_COUNT; r++)
        put(s, fw_say(&s->say, "training.%s", fw_rule_table[r].name), fw_cell_count(t->flop[r]),
            "FLOP", workload, fw_eq_table[fw_rule_table[r].eq].text);
    for (int i = 0; i < FW_FACT_COUNT; i++) {
        const enum fw_fact f = (enum fw_fact)i;
        const struct fw_fact_info *const info = &fw_fact_table[f];
        if (isnan(t->chain.val[f]))
            continue;
        put(s, info->id, fw_cell_real(t->chain.val[f]), fw_dim_unit(info->dim),
            fw_origin_name(t->chain.origin[f]), link_of(s, &t->chain, f));
    }
}

enum fw_status fw_story_csv(const struct fw_answer *a, size_t n, struct fw_text *out,
                            struct fw_arena *arena, struct fw_err *err)
{
    struct sheet s = {.say = {.arena = arena}};
    fw_table_init(&s.t, arena, NULL, columns, COLUMNS);
    for (size_t i = 0; i < n; i++) {
        s.model = a[i].description->id != NULL ? a[i].description->id : fw_say_name(&a[i]);
        put_rows(&s, &a[i]);
        put_training(&s, &a[i]);
    }
    fw_table_write(&s.t, FW_FORMAT_CSV, &(struct fw_table_style){0}, out);
    if (s.say.failed || s.t.failed || !fw_text_ok(out))
        return fw_fail(err, FW_SYSTEM, "out of memory for the report");
    return FW_OK;
}

void fw_story_json(const struct fw_answer *a, size_t n, struct fw_text *out)
{
    struct fw_json j;
    fw_json_init(&j, out, true);
    fw_json_object(&j, NULL);
    fw_json_string(&j, "schema", "flopwatt.report/1");
    fw_json_array(&j, "models");
    for (size_t i = 0; i < n; i++)
        fw_json_estimate(&j, &a[i]);
    fw_json_end(&j);
    fw_json_end(&j);
}
