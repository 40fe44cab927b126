/* Timings from CSV and from the JSON of llama-bench. Expected figures: by hand from the text. */
#include "calibrate/timing.h"

#include "t.h"

static struct fw_arena arena;
static struct fw_diags diags;
static struct fw_err err;
static char message[FW_ERR_TEXT_LEN];

static enum fw_status read_text(const char *text, struct fw_timings *out)
{
    fw_diags_init(&diags);
    return fw_timings_parse("t.csv", text, strlen(text), NULL, &arena, &diags, out, &err);
}

static void test_csv(void)
{
    static const char text[] = "# measured elsewhere\r\n"
                               "op, m, n, k, dtype, time_ms, runs, spread, threads\r\n"
                               "\r\n"
                               "matmul, 2, 3, 4, f32, 1.5, 9, 2%, 2\r\n"
                               "  # in between\r\n"
                               "\"softmax\",128,1Ki,,bf16, 0.25,,,\r\n"
                               "my_op,10,10,,,1e-3,,,";
    struct fw_timings t;

    t_status("status", read_text(text, &t), FW_OK);
    t_int("rows", t.count, 3);
    if (t.count != 3)
        return;
    t_str("op", t.rows[0].op, "matmul");
    t_str("curve", t.rows[0].curve, "product");
    t_int("line", t.rows[0].line, 4);
    t_rel("time", t.rows[0].time_s, 0.0015, 1e-15);
    t_abs("2 m n k", t.rows[0].flop, 48, 0);
    t_abs("bytes: (8 + 12 + 6) x 4", t.rows[0].bytes, 104, 0);
    t_abs("working set", t.rows[0].working_set, 104, 0);
    t_rel("spread", t.rows[0].spread, 0.02, 1e-15);
    t_int("runs", t.rows[0].runs, 9);
    t_int("threads", t.rows[0].threads, 2);
    t_int("1Ki", t.rows[1].n, 1024);
    t_abs("softmax reads and writes 2 B each", t.rows[1].bytes, 2.0 * 128 * 1024 * 2, 0);
    t_true("no spread", isnan(t.rows[1].spread));
    t_str("own curve", t.rows[2].curve, "my_op");
    t_int("dtype not stated", t.rows[2].dtype, FW_DTYPE_COUNT);
    t_rel("1e-3 ms", t.rows[2].time_s, 1e-6, 1e-15);
}

/* Each text with the whole first message. */
static const struct {
    const char *text, *message;
} wrong[] = {
    {"", "t.csv: empty, expected a header and rows"},
    {"# only a comment\n", "t.csv: empty, expected a header and rows"},
    {"op,time_s\n", "t.csv:1: a header without rows"},
    {"m,time_s\n1,1\n", "t.csv:1: op: no such column in the header"},
    {"op,m\nsoftmax,1\n",
     "t.csv:1: time_s: no such column in the header, nor time_ms, time_us or time_ns"},
    {"op,tim_s\nx,1\n", "t.csv:1:4: unknown column \"tim_s\"\n  did you mean time_s?"},
    {"op,m,rows,time_s\n", "t.csv:1:6: rows: the same as column m, which is there already"},
    {"op,time_s,time_ms\n",
     "t.csv:1:11: time_ms: the same as column time_s, which is there already"},
    {"op,m,n,k,time_s\nmatmul,1,2,3\n", "t.csv:2:1: 4 cells, but the header has 5"},
    {"op,m,n,k,time_s\nmatmul,1,2,3,0\n",
     "t.csv:2:14: time_s: a time of 0: the clock did not advance"},
    {"op,m,n,k,time_s\nmatmul,1,2,3,-1\n",
     "t.csv:2:14: time_s: expected a value of 0 or more, got -1"},
    {"op,m,n,k,time_s\nmatmul,1,2,3,\n", "t.csv:2:1: time_s: missing"},
    {"op,m,n,k,time_s\n,1,2,3,1\n", "t.csv:2:1: op: missing"},
    {"op,m,n,k,time_s\nmatmul,1,2,,1\n",
     "t.csv:2:1: matmul: a product needs m, n and k, or flop and bytes"},
    {"op,time_s\nsoftmax,1\n",
     "t.csv:2:1: softmax: an operation on rows needs rows and cols, or bytes"},
    {"op,time_s\nprefill,1\n", "t.csv:2:1: prefill: a whole pass needs flop and bytes"},
    {"op,m,n,dtype,time_s\nsoftmax,1,2,f17,1\n", "t.csv:2:13: dtype: unknown dtype \"f17\""},
    {"op,m,time_s\n\"softmax,1,1\n", "t.csv:2:1: a quote that is not closed"},
    {"op,m,time_s\n\"softmax\"x,1,1\n", "t.csv:2:10: text after a closed quote"},
    {"{\"a\": 1}",
     "t.csv:1:1: a JSON object, expected the list that llama-bench -o json writes, or CSV"},
    {"[]", "t.csv:1:1: no test of a prompt or of generation in it"},
    {"[1]", "t.csv:1:2: expected a test with its fields, got text"},
    {"[{\"n_prompt\": 1}]",
     "t.csv:1:2: model_n_params: missing: is this the output of llama-bench -o json?"},
    {"[{\"model_n_params\": \"many\", \"model_size\": 1, \"n_prompt\": 1, \"n_gen\": 0, "
     "\"avg_ns\": 1}]",
     "t.csv:1:21: model_n_params: no number: \"many\", expected a plain number such as 1.1"},
    {"[{\"model_n_params\": 8, \"model_size\": 1, \"n_prompt\": 1, \"n_gen\": 0, \"avg_ns\": 0}]",
     "t.csv:1:2: avg_ns: run 1 took 0 s: the clock did not advance"},
};

static void test_wrong(void)
{
    struct fw_timings t;

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        t_status(wrong[i].text, read_text(wrong[i].text, &t), FW_INPUT);
        t_str(wrong[i].text, fw_err_text(&err, message, sizeof message), wrong[i].message);
    }
    t_status("several at once",
             read_text("op,m,n,time_s\nsoftmax,a,1,1\nsoftmax,1,b,1\nsoftmax,1,1,c\n", &t),
             FW_INPUT);
    t_int("each reported", diags.errors, 3);
}

/* The fields are those of tools/llama-bench/README.md of llama.cpp; figures of our own. */
static const char llama[] =
    "[\n"
    "  {\"build_commit\": \"x\", \"model_type\": \"llama 8B F16\", \"model_size\": 16000000000,\n"
    "   \"model_n_params\": 8000000000, \"n_threads\": 8, \"n_prompt\": 512, \"n_gen\": 0,\n"
    "   \"n_depth\": 0, \"avg_ns\": 1, \"stddev_ns\": 0,\n"
    "   \"samples_ns\": [ 9000000000, 2000000000, 2100000000, 2200000000, 2300000000 ]},\n"
    "  {\"model_size\": 16000000000, \"model_n_params\": 8000000000, \"n_threads\": 8,\n"
    "   \"n_prompt\": 0, \"n_gen\": 128, \"avg_ns\": 12800000000, \"stddev_ns\": 128000000},\n"
    "  {\"model_size\": 16000000000, \"model_n_params\": 8000000000, \"n_threads\": 8,\n"
    "   \"n_prompt\": 64, \"n_gen\": 16, \"avg_ns\": 12800000000}\n"
    "]\n";

static void test_llama(void)
{
    struct fw_timings t;

    t_status("status", read_text(llama, &t), FW_OK);
    t_int("the mixed test is left out", t.count, 2);
    if (t.count != 2)
        return;
    t_str("op", t.rows[0].op, "prefill");
    t_int("tokens", t.rows[0].m, 512);
    t_int("threads", t.rows[0].threads, 8);
    t_rel("median of the warm four", t.rows[0].time_s, 2.15, 1e-12);
    t_int("runs", t.rows[0].runs, 4);
    t_rel("2 N per token", t.rows[0].flop, 8.192e12, 1e-12);
    t_str("op", t.rows[1].op, "decode");
    t_rel("per token", t.rows[1].time_s, 0.1, 1e-12);
    t_rel("weights read once", t.rows[1].bytes, 16e9, 1e-12);
    t_rel("quartiles of a normal", t.rows[1].spread, 0.01349, 1e-12);
    t_int("notes", diags.count, 2);
    t_str("cold start", fw_err_text(&diags.list[0].err, message, sizeof message),
          "t.csv:2: the first repetition took more than twice as long as the next: taken for a "
          "warm-up and left out");
    t_str("mixed", fw_err_text(&diags.list[1].err, message, sizeof message),
          "t.csv:8: a test of prompt and generation in one: left out");
}

/* Case 54: medians of synchronised warm runs; work and time of the same intervals; what exceeds
 * the peak is refused. TristanBilot/mlx-benchmark#21: 0.03 unsynchronised, 1.01 after. */
static void test_case_54(void)
{
    double samples[] = {1.01, 0.03, 0.029, 0.031, 0.03};
    double stopped[] = {0.03, 0};
    struct fw_timing t;
    struct fw_rate rate = {0};

    fw_timing_init(&t);
    t_status("warm", fw_timing_summarize(samples, 5, 1, &t, &err), FW_OK);
    t_rel("median", t.time_s, 0.03, 1e-12);
    t_int("runs", t.runs, 4);
    t_rel("spread: (0.03025 - 0.02975) / 0.03", t.spread, 0.0005 / 0.03, 1e-9);
    t_status("no run left", fw_timing_summarize(samples, 2, 2, &t, &err), FW_INPUT);
    t_str("message", err.msg, "2 runs of which 2 are warm-up: none is left");
    t_status("clock", fw_timing_summarize(stopped, 2, 0, &t, &err), FW_INPUT);
    t_str("message", err.msg, "run 2 took 0 s: the clock did not advance");

    t_true("nothing measured is unknown", isnan(fw_rate_value(&rate)));
    t_status("burst", fw_rate_add(&rate, 3e12, 0.01, &err), FW_OK);
    t_status("burst", fw_rate_add(&rate, 3e12, 0.02, &err), FW_OK);
    t_int("timed steps = intervals", rate.intervals, 2);
    t_rel("6e12 in 0.03 s, whatever passed between", fw_rate_value(&rate), 2e14, 1e-12);
    t_status("clock", fw_rate_add(&rate, 1, 0, &err), FW_INPUT);
    t_int("not counted", rate.intervals, 2);
}

/* Case 46: 104 % of 312 is a wrong peak, not an A100; the same rate is 32.8 % of an H100. */
static void test_case_46(void)
{
    struct fw_timings t;
    t_status("read", read_text("op,flop,bytes,time_s\nprefill,324.48e12,1,1\n", &t), FW_OK);
    t_status("against 312", fw_timings_check(&t, 312e12, &err), FW_INPUT);
    t_str("refused", fw_err_text(&err, message, sizeof message),
          "t.csv:2: prefill: 3.245e+14 FLOP/s is 104 % of the peak of 3.12e+14\n"
          "  probable causes: the clock was read before the work was done, a sparse rate or "
          "another dtype, another shape than stated");
    t_status("against 989.5", fw_timings_check(&t, 989.5e12, &err), FW_OK);
    t_status("peak unknown", fw_timings_check(&t, NAN, &err), FW_OK);
}

int main(void)
{
    fw_arena_init(&arena, 0);
    test_csv();
    test_wrong();
    test_llama();
    test_case_54();
    test_case_46();
    fw_arena_free(&arena);
    return t_done();
}
