/* timing_llama.c - what `llama-bench -o json` of llama.cpp writes.
 *
 * A list of tests. n_prompt > 0 alone is a prefill of n_prompt tokens after n_depth; n_gen > 0
 * alone is n_gen tokens one by one, of which a row here holds one. A test that mixes both is left
 * out and said so. samples_ns holds every repetition; where it is missing, avg_ns and stddev_ns
 * stand for it. JSON is read as the flow style of YAML, which it is but for escapes that no value
 * used here has. Fields: llama.cpp, tools/llama-bench/README.md, output formats.
 */
#include <math.h>
#include <string.h>

#include "calibrate/timing_read.h"
#include "input/yaml_tree.h"

enum { SAMPLES_MAX = 10000 };

struct test {
    double params, size, threads, n_prompt, n_gen, n_depth, avg_ns, stddev_ns;
};
static const struct field {
    const char *key;
    size_t offset;
    bool required;
} fields[] = {
    {"model_n_params", offsetof(struct test, params), true},
    {"model_size", offsetof(struct test, size), true},
    {"n_threads", offsetof(struct test, threads), false},
    {"n_prompt", offsetof(struct test, n_prompt), true},
    {"n_gen", offsetof(struct test, n_gen), true},
    {"n_depth", offsetof(struct test, n_depth), false},
    {"avg_ns", offsetof(struct test, avg_ns), true},
    {"stddev_ns", offsetof(struct test, stddev_ns), false},
};

static bool read_number(struct fw_load *ld, const struct fw_node *node, const char *key,
                        double *out)
{
    struct fw_quantity q;
    struct fw_err err;

    if (node->kind != FW_SCALAR) {
        fw_load_fail(ld, node->at, "", key, "expected a number, got %s", fw_yaml_kind(node));
        return false;
    }
    if (fw_quantity_parse(node->text, FW_DIM_NUMBER, &q, &err) != FW_OK) {
        fw_load_report(ld, &err, node->at, "", key);
        return false;
    }
    if (q.value < 0 || q.value > 1e18) {
        fw_load_fail(ld, node->at, "", key, "%s is out of range", node->text);
        return false;
    }
    *out = q.value;
    return true;
}

static bool read_test(struct fw_load *ld, const struct fw_node *map, struct test *t)
{
    memset(t, 0, sizeof *t);
    if (map->kind != FW_MAPPING) {
        fw_load_fail(ld, map->at, "", "", "expected a test with its fields, got %s",
                     fw_yaml_kind(map));
        return false;
    }
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        const struct fw_node *node = fw_yaml_find(map, fields[i].key);
        double *const to = (double *)(void *)((char *)t + fields[i].offset);
        if (node == NULL && fields[i].required) {
            fw_load_fail(ld, map->at, "", fields[i].key,
                         "missing: is this the output of llama-bench -o json?");
            return false;
        }
        if (node != NULL && !read_number(ld, node, fields[i].key, to))
            return false;
    }
    return true;
}

/* Median and spread of the repetitions, in s for one pass. A first one far off the rest is a
 * cold start and counts as warm-up. */
static bool read_times(struct fw_load *ld, const struct fw_node *map, const struct test *t,
                       double passes, struct fw_timing *row)
{
    const struct fw_node *list = fw_yaml_find(map, "samples_ns");
    struct fw_err err;
    size_t n = 0;

    if (list == NULL || list->kind != FW_SEQUENCE || list->count == 0) {
        double mean = t->avg_ns * 1e-9 / passes;
        if (fw_timing_summarize(&mean, 1, 0, row, &err) != FW_OK) {
            fw_load_report(ld, &err, map->at, "", "avg_ns");
            return false;
        }
        /* The quartiles of a normal distribution are 1.349 standard deviations apart. */
        row->spread = 1.349 * t->stddev_ns / t->avg_ns;
        row->runs = 0;
        return true;
    }
    double *const samples = FW_NEW(ld->arena, list->count, double);
    if (samples == NULL) {
        (void)fw_load_no_memory(ld);
        return false;
    }
    for (const struct fw_item *i = list->items; i != NULL && n < SAMPLES_MAX; i = i->next, n++) {
        if (!read_number(ld, i->value, "samples_ns", &samples[n]))
            return false;
        samples[n] *= 1e-9 / passes;
    }
    const bool cold = n > 2 && samples[0] > 2 * fmax(samples[1], samples[2]);
    if (fw_timing_summarize(samples, n, cold ? 1 : 0, row, &err) != FW_OK) {
        fw_load_report(ld, &err, list->at, "", "samples_ns");
        return false;
    }
    if (cold)
        fw_diags_note(ld->diags, FW_NOTE,
                      "%s:%u: the first repetition took more than twice as long as the next: "
                      "taken for a warm-up and left out",
                      ld->file, map->at.line);
    return true;
}

/* FLOP and bytes by the equations of the model; the middle of the generated tokens stands for
 * all of them. A prompt after n_depth tokens is the difference of two prompts. */
static enum fw_status count_model(const struct fw_model *m, const struct test *t, bool decode,
                                  struct fw_load *ld, struct fw_timing *row, struct fw_err *err)
{
    struct fw_workload w = fw_workload_default(m);
    struct fw_estimate e;

    w.attention = FW_ATT_CAUSAL;
    w.k_dtype = w.v_dtype = FW_F16;
    if (fw_estimate_init(&e, m->num_groups, ld->arena, err) != FW_OK)
        return FW_SYSTEM;
    const double middle = t->n_depth + t->n_gen / 2;
    w.context = (uint64_t)(decode ? fmax(1, middle) : t->n_depth + t->n_prompt);
    if (fw_estimate_run(m, &w, &e, err) != FW_OK)
        return FW_INPUT;
    /* A token reads the experts that it uses, a prompt all of them. */
    const double used = decode ? fw_count_double(e.model[FW_EQ_N_active]) /
                                     fw_count_double(e.model[FW_EQ_N])
                               : 1;
    row->bytes = t->size * used + fw_count_double(e.model[FW_EQ_KV_bytes]);
    row->flop = fw_count_double(e.model[decode ? FW_EQ_decode_total : FW_EQ_prefill_total]);
    if (decode || t->n_depth < 1)
        return FW_OK;
    w.context = (uint64_t)t->n_depth;
    w.lm_head = FW_HEAD_NONE;
    if (fw_estimate_run(m, &w, &e, err) != FW_OK)
        return FW_INPUT;
    row->flop -= fw_count_double(e.model[FW_EQ_prefill_total]);
    return FW_OK;
}

static bool read_row(struct fw_load *ld, const struct fw_node *map, const struct fw_model *model,
                     struct fw_timing *row)
{
    struct test t;
    struct fw_err err;

    fw_timing_init(row);
    if (!read_test(ld, map, &t))
        return false;
    if ((t.n_prompt > 0) == (t.n_gen > 0)) {
        fw_diags_note(ld->diags, FW_NOTE,
                      "%s:%u: a test of prompt and generation in one: left out", ld->file,
                      map->at.line);
        return false;
    }
    const bool decode = t.n_gen > 0;
    row->op = decode ? "decode" : "prefill";
    row->line = map->at.line;
    row->m = decode ? 1 : (uint64_t)t.n_prompt;
    row->context = (uint64_t)t.n_depth;
    row->batch = 1;
    row->threads = (unsigned)fmin(t.threads, 1e6);
    row->flop = 2 * t.params * (double)row->m;
    row->bytes = t.size;
    if (!read_times(ld, map, &t, decode ? t.n_gen : 1, row))
        return false;
    if ((model != NULL && count_model(model, &t, decode, ld, row, &err) != FW_OK) ||
        fw_timing_complete(row, &err) != FW_OK) {
        fw_load_report(ld, &err, map->at, "", row->op);
        return false;
    }
    return true;
}

void fw_timings_read_llama(struct fw_load *ld, const char *text, size_t n,
                           const struct fw_model *model, struct fw_timings *out)
{
    const struct fw_node *root = NULL;
    struct fw_timing row;
    size_t cap = 0;

    (void)fw_yaml_parse_list(ld, text, n, &root);
    if (root == NULL)
        return;
    for (const struct fw_item *i = root->items; i != NULL; i = i->next) {
        if (read_row(ld, i->value, model, &row) && !fw_timings_append(ld, out, &cap, &row))
            return;
    }
    if (out->count == 0 && ld->status == FW_OK)
        fw_load_fail(ld, root->at, "", "", "no test of a prompt or of generation in it");
}
