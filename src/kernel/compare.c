/* compare.c - counted against analytic; the worked example of attention. */
#include <math.h>
#include <string.h>

#include "kernel/engine.h"

static size_t find_op(const char *id)
{
    size_t i = 0;
    while (i < FW_OP_COUNT && strcmp(fw_kernel_op_table[i].id, id) != 0) {
        i++;
    }
    return i;
}

/* How often a step is done: once, or per layer of its group that is run. */
static uint64_t times(const struct fw_kernel_config *c, const struct fw_step *s)
{
    if (s->where != FW_STEP_LAYER) {
        return 1;
    }
    for (size_t i = 0; i < c->num_groups; i++) {
        if (c->model_group[i] == s->group) {
            return c->group[i].layers;
        }
    }
    return 0;
}

void fw_kernel_compare(const struct fw_kernel_config *c, const struct fw_kernel_counters *n,
                       const struct fw_step *steps, size_t num_steps,
                       struct fw_kernel_comparison *out)
{
    memset(out, 0, sizeof(*out));
    for (size_t i = 0; i < num_steps; i++) {
        const size_t op = find_op(steps[i].id);
        const fw_u128 flop = steps[i].elementwise ? 0 : steps[i].flop * times(c, &steps[i]);
        if (op < FW_OP_COUNT) {
            out->analytic[op] += flop;
        }
        out->analytic_total += flop; /* also of steps that the kernel does not know */
    }
    out->all_equal = true;
    for (size_t i = 0; i < FW_OP_COUNT; i++) {
        out->counted[i] = n->op[i].flop;
        out->counted_total += n->op[i].flop;
        out->equal[i] = out->counted[i] == out->analytic[i];
        out->all_equal = out->all_equal && out->equal[i];
    }
    out->all_equal = out->all_equal && out->counted_total == out->analytic_total;
}

void fw_kernel_attention_example(const float *scores, const float *v, size_t n, size_t width,
                                 float *weights, float *out)
{
    float max = -INFINITY, sum = 0.0f;
    memcpy(weights, scores, n * sizeof(*weights));
    memset(out, 0, width * sizeof(*out));
    fw_reference_softmax(weights, n, &max, &sum, out, width);
    fw_reference_weigh(weights, v, FW_F32, 0, width, n, out, width);
    for (size_t j = 0; j < n; j++) {
        weights[j] /= sum;
    }
    for (size_t i = 0; i < width; i++) {
        out[i] /= sum;
    }
}
