/* walk_view.c - the walk as tables and JSON. */
#include <math.h>
#include <string.h>

#include "report/view_parts.h"
#include "report/walk.h"

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

bool fw_walk_shown(const struct fw_walk_step *s)
{
    return s->layer == 0 || is(s->id, "ffn_residual");
}

const char *fw_walk_word(const struct fw_walk_step *s, size_t row)
{
    return fw_walk_tokens[s->rows == 1 ? FW_WALK_TOKENS - 1 : row].word;
}

static size_t num_shown(const struct fw_walk_step *s)
{
    return s->cols < FW_WALK_SHOWN ? (size_t)s->cols : FW_WALK_SHOWN;
}

/* ---- for people ------------------------------------------------------------------------------ */

static const struct fw_column people[] = {
    {NULL, "Step", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {NULL, "First values", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {NULL, "Shape here", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {NULL, "In the full model", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
};
enum { PEOPLE = sizeof people / sizeof people[0] };

/* "(3, 4,096)", with a blank that does not break; after a name if there is one. */
static struct fw_cell shape(struct fw_table *t, const char *name, fw_u128 rows, fw_u128 cols)
{
    if (rows == 0)
        return fw_cell_empty();
    return fw_cell_text(fw_view_printf(t, "%s%s(%s,\xc2\xa0%s)", name,
                                       name[0] != '\0' ? "\xc2\xa0" : "", fw_view_count(t, rows),
                                       fw_view_count(t, cols)));
}

/* "0.0213, -0.0054, 0.0120, 0.0333, ..." */
static const char *first_values(struct fw_table *t, const struct fw_walk_step *s, size_t row)
{
    char number[FW_WALK_NUMBER_LEN];
    struct fw_text text;
    fw_text_init(&text);
    for (size_t i = 0; i < num_shown(s); i++)
        fw_text_printf(&text, "%s%s", i > 0 ? ",\xc2\xa0" : "",
                       fw_walk_number(number, s->values[row * s->cols + i]));
    fw_text_put(&text, s->cols > FW_WALK_SHOWN ? ",\xc2\xa0..." : "");
    return fw_view_text(t, &text);
}

static void put_people(struct fw_table *t, const struct fw_walk_step *s, size_t number)
{
    struct fw_cell *c = fw_table_row(t);
    c[0] = fw_cell_strong(fw_cell_text(
        s->layer > 0 ? fw_view_printf(t, "%s, layer %llu", s->name,
                                      (unsigned long long)s->layer + 1)
                     : fw_view_printf(t, "%zu. %s", number, s->name)));
    c[1] = fw_cell_text(s->rule);
    c[2] = shape(t, "", s->rows, s->cols);
    c[3] = shape(t, "", s->full[0], s->full[1]);
    for (size_t r = 0; r < s->rows; r++) {
        c = fw_table_row(t);
        c[0] = fw_cell_text(fw_walk_word(s, r));
        c[1] = fw_cell_text(first_values(t, s, r));
        if (r > 0)
            continue; /* the operand stands below the result */
        c[2] = shape(t, s->weight, s->w[0], s->w[1]);
        c[3] = shape(t, s->weight, s->full_w[0], s->full_w[1]);
    }
    if (s->remark[0] == '\0')
        return;
    c = fw_table_row(t);
    c[1] = fw_cell_text(s->remark);
}

static void put_sharing(struct fw_table *t, const struct fw_walk *w)
{
    struct fw_cell *const c = fw_table_row(t);
    c[0] = fw_cell_strong(fw_cell_text("Head sharing"));
    c[1] = fw_cell_text(w->sharing);
}

void fw_view_walk(const struct fw_walk *w, struct fw_table *out, struct fw_arena *arena)
{
    size_t number = 0;
    fw_table_init(out, arena, NULL, people, PEOPLE);
    for (size_t i = 0; i < w->num_steps; i++) {
        if (!fw_walk_shown(&w->steps[i]))
            continue;
        if (w->steps[i].layer == 0 && is(w->steps[i].id, "scores"))
            put_sharing(out, w);
        put_people(out, &w->steps[i], ++number);
    }
}

void fw_walk_write(const struct fw_walk *w, struct fw_doc *d)
{
    struct fw_table t;
    fw_doc_p(d, fw_walk_intro(w, d->arena));
    fw_view_walk(w, &t, d->arena);
    fw_doc_table(d, &t, "The walk, step by step");
    d->out->failed |= t.failed;
}

enum fw_status fw_walk_section(void *ctx, const struct fw_answer *a, struct fw_doc *d,
                               struct fw_err *err)
{
    struct fw_walk w;
    struct fw_table t;
    struct fw_attention_example e;
    const enum fw_status status = fw_walk_make(a, &w, d->arena, err);
    (void)ctx;
    if (status != FW_OK)
        return status;
    fw_walk_write(&w, d);
    fw_doc_heading(d, "Attention with round numbers");
    fw_doc_p(d, "The third of three tokens looks at all of them, in one head. Three given scores "
                "become weights, and the weights a sum of three values; the kernel's functions "
                "compute both.");
    fw_attention_example(&e);
    fw_view_example(&e, &t, d->arena);
    t.title = NULL;
    fw_doc_table(d, &t, "Attention of one head over three tokens");
    d->out->failed |= t.failed;
    return FW_OK;
}

/* ---- for programs ---------------------------------------------------------------------------- */

static const struct fw_column data[] = {
    {.key = "layer", .title = "layer"},
    {.key = "step", .title = "step"},
    {.key = "name", .title = "name"},
    {.key = "token", .title = "token"},
    {.key = "value_1", .title = "value 1", .dim = FW_DIM_NUMBER},
    {.key = "value_2", .title = "value 2", .dim = FW_DIM_NUMBER},
    {.key = "value_3", .title = "value 3", .dim = FW_DIM_NUMBER},
    {.key = "value_4", .title = "value 4", .dim = FW_DIM_NUMBER},
    {.key = "rows", .title = "rows"},
    {.key = "columns", .title = "columns"},
    {.key = "weight", .title = "weight"},
    {.key = "operand_rows", .title = "operand rows"},
    {.key = "operand_columns", .title = "operand columns"},
    {.key = "full_rows", .title = "full rows"},
    {.key = "full_columns", .title = "full columns"},
    {.key = "full_operand_rows", .title = "full operand rows"},
    {.key = "full_operand_columns", .title = "full operand columns"},
    {.key = "rule", .title = "rule"},
};
enum { DATA = sizeof data / sizeof data[0], VALUES = 4, SHAPES = 8, WEIGHT = 10, RULE = 17 };

static void put_data(struct fw_table *t, const struct fw_walk_step *s, size_t row)
{
    struct fw_cell *const c = fw_table_row(t);
    c[0] = fw_cell_count(s->layer);
    c[1] = fw_cell_text(s->id);
    c[2] = fw_cell_text(s->name);
    c[3] = fw_cell_text(fw_walk_word(s, row));
    for (size_t i = 0; i < num_shown(s); i++) {
        const float value = s->values[row * s->cols + i];
        if (!isnan(value))
            c[VALUES + i] = fw_cell_real(fw_walk_digits(value));
    }
    c[SHAPES] = fw_cell_count(s->rows);
    c[SHAPES + 1] = fw_cell_count(s->cols);
    for (size_t i = 0; i < 2; i++) {
        if (s->full[0] > 0)
            c[WEIGHT + 3 + i] = fw_cell_count(s->full[i]);
        if (s->w[0] > 0)
            c[WEIGHT + 1 + i] = fw_cell_count(s->w[i]);
        if (s->full_w[0] > 0)
            c[WEIGHT + 5 + i] = fw_cell_count(s->full_w[i]);
    }
    if (s->weight[0] != '\0')
        c[WEIGHT] = fw_cell_text(s->weight);
    c[RULE] = fw_cell_text(s->rule);
}

void fw_view_walk_data(const struct fw_walk *w, struct fw_table *out, struct fw_arena *arena)
{
    fw_table_init(out, arena, NULL, data, DATA);
    for (size_t i = 0; i < w->num_steps; i++)
        for (size_t r = 0; r < w->steps[i].rows; r++)
            put_data(out, &w->steps[i], r);
}

static void put_shape(struct fw_json *j, const char *key, fw_u128 rows, fw_u128 cols)
{
    if (rows == 0) {
        fw_json_null(j, key);
        return;
    }
    fw_json_array(j, key);
    fw_json_count(j, NULL, rows);
    fw_json_count(j, NULL, cols);
    fw_json_end(j);
}

static void put_step(struct fw_json *j, const struct fw_walk_step *s)
{
    fw_json_object(j, NULL);
    fw_json_string(j, "step", s->id);
    fw_json_string(j, "name", s->name);
    fw_json_count(j, "layer", s->layer);
    fw_json_string(j, "rule", s->rule);
    put_shape(j, "shape", s->rows, s->cols);
    fw_json_string(j, "weight", s->weight[0] != '\0' ? s->weight : NULL);
    put_shape(j, "operand", s->w[0], s->w[1]);
    put_shape(j, "full_shape", s->full[0], s->full[1]);
    put_shape(j, "full_operand", s->full_w[0], s->full_w[1]);
    fw_json_array(j, "values");
    for (size_t r = 0; r < s->rows; r++) {
        fw_json_array(j, NULL);
        for (size_t i = 0; i < num_shown(s); i++)
            fw_json_real(j, NULL, fw_walk_digits(s->values[r * s->cols + i]));
        fw_json_end(j);
    }
    fw_json_end(j);
    fw_json_end(j);
}

void fw_json_walk(struct fw_json *j, const struct fw_walk *w)
{
    fw_json_object(j, "small_model");
    fw_json_count(j, "layers", w->layers);
    fw_json_count(j, "vocab_size", w->vocab);
    fw_json_end(j);
    fw_json_array(j, "tokens");
    for (size_t i = 0; i < FW_WALK_TOKENS; i++) {
        fw_json_object(j, NULL);
        fw_json_string(j, "word", fw_walk_tokens[i].word);
        fw_json_count(j, "id", fw_walk_tokens[i].id);
        fw_json_end(j);
    }
    fw_json_end(j);
    fw_json_array(j, "steps");
    for (size_t i = 0; i < w->num_steps; i++)
        put_step(j, &w->steps[i]);
    fw_json_end(j);
}
