/* walk_example.c - attention of one head over three given scores, with its check. */
#include <math.h>

#include "kernel/kernel.h"
#include "report/view_parts.h"
#include "report/walk.h"

/* The example that the project grew from: the third of three tokens looks at all three. The
 * scores are products of queries and keys of 128 elements, divided by sqrt(128); of the values
 * the first two elements of each are known. */
static const float example_scores[FW_EXAMPLE_KEYS] = {0.029f, 0.046f, 0.063f};
static const float example_values[FW_EXAMPLE_KEYS][FW_EXAMPLE_WIDTH] = {
    {0.3f, -0.1f}, {0.1f, 0.8f}, {0.6f, 0.2f}};

void fw_attention_example(struct fw_attention_example *out)
{
    *out = (struct fw_attention_example){.exp_sum = 0};
    for (size_t i = 0; i < FW_EXAMPLE_KEYS; i++) {
        out->scores[i] = example_scores[i];
        for (size_t j = 0; j < FW_EXAMPLE_WIDTH; j++)
            out->values[i][j] = example_values[i][j];
    }
    fw_kernel_attention_example(out->scores, out->values[0], FW_EXAMPLE_KEYS, FW_EXAMPLE_WIDTH,
                                out->weights, out->out);
    for (size_t i = 0; i < FW_EXAMPLE_KEYS; i++) {
        out->exps[i] = exp((double)out->scores[i]);
        out->exp_sum += out->exps[i];
        out->weight_sum += (double)out->weights[i];
    }
}

static struct fw_cell number(struct fw_table *t, double value, int decimals)
{
    return fw_cell_text(fw_view_printf(t, "%.*f", decimals, value));
}

/* Text, so that every number has the decimals that the check is made with. */
void fw_view_example(const struct fw_attention_example *e, struct fw_table *out,
                     struct fw_arena *arena)
{
    static const struct fw_column columns[] = {
        {.key = "key", .title = "Key of"},
        {.key = "score", .title = "Score", .align = FW_RIGHT},
        {.key = "exp_score", .title = "exp(score)", .align = FW_RIGHT},
        {.key = "weight", .title = "Weight", .align = FW_RIGHT},
        {.key = "value_1", .title = "Value 1", .align = FW_RIGHT},
        {.key = "value_2", .title = "Value 2", .align = FW_RIGHT},
    };
    struct fw_cell *c;
    fw_table_init(out, arena, "Attention of \"fish\" in one head", columns,
                  sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < FW_EXAMPLE_KEYS; i++) {
        c = fw_table_row(out);
        c[0] = fw_cell_text(fw_view_printf(out, "%zu %s", i + 1, fw_walk_tokens[i].word));
        c[1] = number(out, (double)e->scores[i], 3);
        c[2] = number(out, e->exps[i], 4);
        c[3] = number(out, (double)e->weights[i], 3);
        c[4] = number(out, (double)e->values[i][0], 1);
        c[5] = number(out, (double)e->values[i][1], 1);
    }
    c = fw_table_row(out);
    c[0] = fw_cell_strong(fw_cell_text("sum, output"));
    c[2] = fw_cell_strong(number(out, e->exp_sum, 4));
    c[3] = fw_cell_strong(number(out, e->weight_sum, 3));
    c[4] = fw_cell_strong(number(out, (double)e->out[0], 3));
    c[5] = fw_cell_strong(number(out, (double)e->out[1], 3));
    out->note = "Score = query . key / sqrt(128). Weight = exp(score) / sum of exp(score). Output "
                "= sum of weight times value, its first two of 128 elements.";
}

static void put_reals(struct fw_json *j, const char *key, const float *v, size_t n)
{
    fw_json_array(j, key);
    for (size_t i = 0; i < n; i++)
        fw_json_real(j, NULL, fw_walk_digits(v[i]));
    fw_json_end(j);
}

void fw_json_example(struct fw_json *j, const struct fw_attention_example *e)
{
    put_reals(j, "scores", e->scores, FW_EXAMPLE_KEYS);
    fw_json_array(j, "exp_scores");
    for (size_t i = 0; i < FW_EXAMPLE_KEYS; i++)
        fw_json_real(j, NULL, fw_walk_digits((float)e->exps[i]));
    fw_json_end(j);
    fw_json_real(j, "exp_sum", fw_walk_digits((float)e->exp_sum));
    put_reals(j, "weights", e->weights, FW_EXAMPLE_KEYS);
    fw_json_real(j, "weights_sum", fw_walk_digits((float)e->weight_sum));
    fw_json_array(j, "values");
    for (size_t i = 0; i < FW_EXAMPLE_KEYS; i++)
        put_reals(j, NULL, e->values[i], FW_EXAMPLE_WIDTH);
    fw_json_end(j);
    put_reals(j, "output", e->out, FW_EXAMPLE_WIDTH);
}
