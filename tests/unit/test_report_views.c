/* Views of one answer. "case N" = cases from public trackers, DESIGN = the design's numbers. */
#include "answer_text.h"
#include "json_check.h"
#include "report/views.h"
#include "table_check.h"

static struct fw_arena arena;

#define ODD_MODEL                                                                                  \
    "V=1000 d=96 L=7 h=6 kv_heads=3 head_dim=10 f=77 mlp=geglu norm=rmsnorm position=rope W=5 "    \
    "sliding_window_pattern=3"

struct expect {
    const char *row, *column, *text;
};

static void check(const struct fw_table *t, const char *by, const struct expect *e, size_t n)
{
    t_true("table ok", !t->failed);
    for (size_t i = 0; i < n; i++)
        t_str(e[i].row, table_text(t, by, e[i].row, e[i].column), e[i].text);
}
#define CHECK(t, by, table) check(t, by, table, sizeof(table) / sizeof(table)[0])

/* cases 13 and 72: one sequence of 8,192 tokens */
static const struct expect llama3[] = {
    {"6nt", "flop", "394703400861696"},
    {"6nt-body", "flop", "368882057478144"},
    {"matmul-full", "flop", "474422087516160"},
    {"matmul-half", "flop", "421645529382912"},
    {"megatron", "flop", "441578472603648"},
    {"6nt", "formula", "6*N_active*T"},
    {"6nt", "flop_per_token", "48181567488"}, /* 6 x 8,030,261,248 */
    {"full, head last", "flop", "149534632050688"},
    {"attention causal", "flop", "17594333528064"}, /* 32 x 549,822,922,752 */
    {"recompute", "work", "training (HFU)"},
    {"lora", "flop", "(absent)"},
};
/* case 9: Llama-2-7B, 128 tokens */
static const struct expect llama2[] = {
    {"no attention, head all", "mac_per_token", "6607077376"},
    {"no attention, head all", "flop_per_token", "13214154752"},
    {"full, head all", "flop", "1700001742848"},
    {"full, head all", "mac", "850000871424"},
};
/* case 15: the attention of one prefill of 4,096 tokens */
static const struct expect llama2_long[] = {
    {"attention full", "flop", "8796093022208"},
    {"attention causal", "flop", "4399120252928"},
    {"attention half", "flop", "4398046511104"},
};
/* case 8: GPT-2, per token */
static const struct expect gpt2[] = {
    {"palm-body", "flop_per_token", "855166464"},
    {"palm-body-half", "flop_per_token", "798543360"},
    {"matmul-full", "flop_per_token", "854438400"},
};

static void test_conventions(void)
{
    struct fw_description d = llama3_8b(), e = describe("llama-2-7b", NULL, LLAMA2_7B);
    struct fw_description g = describe("gpt-2", NULL, GPT2);
    struct fw_table t;
    struct fw_answer a = answer(&d, NULL, 8192, 1, &arena);
    fw_view_conventions(&a, &t, &arena);
    CHECK(&t, "convention", llama3);
    t_true("megatron's difference", strstr(t.note, "-6.9 % against matmul-full") != NULL);
    t_rel("difference", table_real(&t, "convention", "megatron", "difference"),
          441578472603648.0 / 394703400861696 - 1, 1e-12);
    a = answer(&e, NULL, 128, 1, &arena);
    fw_view_conventions(&a, &t, &arena);
    CHECK(&t, "convention", llama2);
    a = answer(&e, NULL, 4096, 1, &arena);
    fw_view_conventions(&a, &t, &arena);
    CHECK(&t, "convention", llama2_long);
    a = answer(&g, NULL, 1024, 1, &arena);
    fw_view_conventions(&a, &t, &arena);
    CHECK(&t, "convention", gpt2);
    /* case 13: Pythia-70m, V/(16 L h) = 102 % */
    g = describe("pythia-70m", NULL, "norm=layernorm position=rope mlp=gelu V=50257 d=512 L=6 h=8");
    a = answer(&g, NULL, 2048, 1, &arena);
    fw_view_conventions(&a, &t, &arena);
    t_true("vocabulary term", strstr(t.note, "V/(16 L d) is 102 % of") != NULL);
    /* one token: about 2 FLOP per parameter (case 9), one pair of causal attention (case 15) */
    a = answer(&e, NULL, 1, 1, &arena);
    fw_view_conventions(&a, &t, &arena);
    t_str("one token", table_text(&t, "convention", "no attention, head all", "flop"),
          "13214154752");
    t_str("one pair", table_text(&t, "convention", "attention causal", "flop"),
          "524288"); /* 4 L h d_h */
}

static fw_u128 column_sum(const struct fw_table *t, size_t first, size_t last, const char *key)
{
    fw_u128 sum = 0;
    for (size_t r = first; r < last; r++)
        sum += t->cells[r * t->num_columns + table_column(t, key)].count;
    return sum;
}

static size_t row_index(const struct fw_table *t, const char *text)
{
    for (size_t r = 0; r < t->num_rows; r++)
        if (strcmp(t->cells[r * t->num_columns].text, text) == 0)
            return r;
    return t->num_rows;
}

/* Parts add up to their sums, for every kind of layer and every convention. */
static void test_flops(void)
{
    static const char *const models[] = {
        LLAMA3_8B, GPT2, LLAMA "V=32000 d=4096 L=32 h=32 kv_heads=8 f=14336 num_experts=8 k=2",
        LLAMA "V=129280 d=7168 L=3 h=128 q_lora_rank=1536 kv_lora_rank=512 qk_nope_head_dim=128 "
              "qk_rope_head_dim=64 v_head_dim=128 f=18432",
        ODD_MODEL};
    static const char *const names[] = {"attention (full)", "attention (causal)",
                                        "attention (half)"};
    char digits[FW_COUNT_LEN];
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++)
        for (int how = 0; how < FW_ATT_COUNT; how++) {
            const struct fw_description d = describe("m", NULL, models[i]);
            struct fw_workload w = {.context = 37,
                                    .batch = 3,
                                    .dtype = FW_DTYPE_COUNT,
                                    .k_dtype = FW_DTYPE_COUNT,
                                    .v_dtype = FW_DTYPE_COUNT,
                                    .attention = (enum fw_attention)how};
            struct fw_answer a;
            struct fw_table t;
            t_status("make", fw_answer_make(&d, &w, NULL, NULL, &a, &arena, NULL, NULL), FW_OK);
            fw_view_flops(&a, &t, &arena);
            const size_t linear = row_index(&t, "layer weights");
            const size_t attention = row_index(&t, names[how]);
            t_u128("prefill of the weights", column_sum(&t, 0, linear, "prefill_flop"),
                   fw_count_text(digits, a.estimate.model[FW_EQ_prefill_linear], '\0'));
            t_u128("decode of the weights", column_sum(&t, 0, linear, "decode_flop"),
                   fw_count_text(digits, a.estimate.model[FW_EQ_decode_linear], '\0'));
            t_u128("prefill of attention", column_sum(&t, linear + 1, attention, "prefill_flop"),
                   fw_count_text(digits, a.estimate.model[FW_EQ_prefill_attn], '\0'));
            t_u128("decode of attention", column_sum(&t, linear + 1, attention, "decode_flop"),
                   fw_count_text(digits, a.estimate.model[FW_EQ_decode_attn], '\0'));
            t_u128(
                "total",
                column_sum(&t, row_index(&t, "total"), row_index(&t, "total") + 1, "prefill_flop"),
                fw_count_text(digits, a.estimate.model[FW_EQ_prefill_total], '\0'));
        }
}

static void test_model_and_parameters(void)
{
    static const struct expect keys[] = {
        {"head_dim", "value", "128"},
        {"v_head_dim", "origin", "default"},
        {"mlp", "value", "swiglu"},
        {"num_key_value_heads", "origin", "stated"},
        {"kv_lora_rank", "value", "(absent)"},
        {"parameters", "value", "8030261248"},
    };
    static const struct expect parts[] = {
        {"W_K", "parameters", "4194304"},
        {"W_K", "shape", "(4,096 x 1,024)"},
        {"W_down", "shape", "(14,336 x 4,096)"},
        {"FFN", "parameters", "176160768"},
        {"one layer", "parameters", "218112000"},
        {"its matrices that a token uses", "parameters", "218103808"},
        {"all layers", "total", "6979584000"},
        {"total", "total", "8030261248"},
        {"LM head", "total", "525336576"},
        {"router", "total", "(absent)"},
    };
    struct fw_description d = llama3_8b();
    struct fw_answer a = answer(&d, NULL, 8192, 1, &arena);
    struct fw_table t;
    fw_view_model(&a, &t, &arena);
    CHECK(&t, "key", keys);
    fw_view_parameters(&a, &t, &arena);
    CHECK(&t, "part", parts);

    static const struct expect mla[] = {
        {"W_Q", "shape", "(7,168 x 1,536) (1,536 x 24,576)"},
        {"W_K", "shape", "(7,168 x 576) (512 x 16,384)"},
        {"W_V", "shape", "(512 x 16,384)"},
        {"W_O", "shape", "(16,384 x 7,168)"},
        {"W_up", "shape", "(7,168 x 2,048) + 256 x (7,168 x 2,048)"},
        {"attention", "parameters", "187107328"}, /* case 3 */
    };
    d = describe("mla", NULL,
                 LLAMA "V=129280 d=7168 L=3 h=128 q_lora_rank=1536 kv_lora_rank=512 "
                       "qk_nope_head_dim=128 qk_rope_head_dim=64 v_head_dim=128 "
                       "num_experts=256 k=8 moe_intermediate_size=2048 f_s=2048");
    a = answer(&d, NULL, 10, 1, &arena);
    fw_view_parameters(&a, &t, &arena);
    CHECK(&t, "part", mla);

    /* case 27: the layers that differ are told apart */
    d = describe("g", NULL,
                 "V=262208 d=5376 L=62 h=32 kv_heads=16 head_dim=128 f=21504 mlp=geglu "
                 "norm=rmsnorm position=rope W=1024 sliding_window_pattern=6");
    a = answer(&d, NULL, 10, 1, &arena);
    fw_view_model(&a, &t, &arena);
    t_str("window", table_text(&t, "layers", "52 x attention(window 1024)+geglu", "value"), "1024");
    t_str("no window", table_text(&t, "layers", "10 x attention+geglu", "value"), "none");
}

static void test_kv_and_memory(void)
{
    static const struct expect kv[] = {
        /* DESIGN; case 26: heads and ratio beside the bytes */
        {"attention+swiglu", "heads", "32"},
        {"attention+swiglu", "kv_heads", "8"},
        {"attention+swiglu", "head_dim", "128"},
        {"attention+swiglu", "elements_per_token", "2048"},
        {"attention+swiglu", "bytes_per_token", "4096"},
        {"all layers", "bytes_per_token", "131072"},
        {"all layers", "bytes", "1073741824"},
        {"all layers", "bytes_if_mha", "4294967296"},
        {"all layers", "share_of_mha", "0.25"},
    };
    static const struct expect memory[] = {
        {"weights", "bytes", "16060522496"},
        {"KV cache, 1 x 8,192 tokens", "bytes", "1073741824"},
        {"weights and KV cache", "bytes", "17134264320"},
        {"memory of one h100", "bytes", "80000000000"},
    };
    /* case 40: 12, 16, 18 and 20 bytes for each of 8,030,261,248 parameters */
    static const struct expect adam[] = {
        {"Adam, fp32", "bytes", "96363134976"},
        {"Adam, mixed", "bytes", "128484179968"},
        {"Adam, mixed-fp32-grad", "bytes", "144544702464"},
        {"Adam, megatron", "bytes", "160605224960"},
    };
    const struct fw_description d = llama3_8b();
    const struct fw_hardware h100 = accelerator("h100", 989.5e12, 989.5e12);
    const struct fw_answer a = answer(&d, &h100, 8192, 1, &arena);
    struct fw_table t;
    fw_view_kv(&a, &t, &arena);
    CHECK(&t, "kind", kv);
    fw_view_memory(&a, &t, &arena);
    CHECK(&t, "item", memory);
    for (size_t i = 0; i < sizeof adam / sizeof adam[0]; i++) {
        fw_u128 sum = 0, total = 0; /* the last row of a recipe is its sum */
        for (size_t r = 0; r < t.num_rows; r++) {
            const struct fw_cell *c = &t.cells[r * t.num_columns];
            if (strcmp(c[0].text, adam[i].row) != 0)
                continue;
            sum += c[3].strong ? 0 : c[3].count;
            total = c[3].count;
        }
        t_u128(adam[i].row, sum, adam[i].text);
        t_u128("sum", total, adam[i].text);
    }
}

static void test_trace(void) /* DESIGN */
{
    static const struct expect steps[] = {
        {"total", "flop", "149534632050688"},          {"32 layers", "flop", "149533581377536"},
        {"key projection", "operand_columns", "1024"}, {"key projection", "product", "true"},
        {"query projection", "flop", "274877906944"}, /* 2 x 16,777,216 x 8,192 */
    };
    const struct fw_description d = llama3_8b();
    const struct fw_answer a = answer(&d, NULL, 8192, 1, &arena);
    struct fw_table t;
    struct fw_err err;
    t_status("prefill", fw_view_trace(&a, false, &t, &arena, &err), FW_OK);
    CHECK(&t, "step", steps);
    const size_t product = table_column(&t, "product");
    for (size_t r = 0; r < t.num_rows; r++) {
        const struct fw_cell *c = &t.cells[r * t.num_columns + product];
        t_true("every product fits", c->kind == FW_CELL_EMPTY || c->count == 1);
    }
    t_status("decode", fw_view_trace(&a, true, &t, &arena, &err), FW_OK);
    t_str("decode", table_text(&t, "step", "total", "flop"), "19304808448");
    t_str("decode, layers", table_text(&t, "step", "32 layers", "flop"), "18254135296");
}

/* However little memory there is: no crash, and the failure is reported. */
static void test_memory_limits(void)
{
    const struct fw_description d = llama3_8b(), e = gpt3_175b();
    const struct fw_answer a[2] = {answer(&d, NULL, 8192, 1, &arena),
                                   answer(&e, NULL, 2048, 1, &arena)};
    static void (*const views[])(const struct fw_answer *, struct fw_table *, struct fw_arena *) = {
        fw_view_model,  fw_view_parameters, fw_view_flops,          fw_view_conventions, fw_view_kv,
        fw_view_memory, fw_view_training,   fw_view_training_rules, fw_view_chain};
    bool failed = false, worked = false;
    for (size_t limit = 1; limit < 3000000; limit += limit / 3 + 1) {
        struct fw_arena small;
        struct fw_table t;
        fw_arena_init(&small, limit);
        for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
            struct fw_text out;
            views[i](&a[0], &t, &small);
            fw_text_init(&out);
            fw_table_write(&t, FW_FORMAT_TEXT, NULL, &out);
            t_true("a failed table fails its text", !t.failed || !fw_text_ok(&out));
            failed = failed || t.failed;
            fw_text_free(&out);
        }
        (void)fw_view_trace(&a[0], false, &t, &small, NULL);
        fw_view_compare(a, 2, &t, &small);
        fw_view_design(&a[0], &a[1], &t, &small);
        worked = !t.failed;
        fw_arena_free(&small);
    }
    t_true("some failed", failed);
    t_true("the last did not", worked);
}

int main(void)
{
    fw_arena_init(&arena, 0);
    test_conventions();
    test_flops();
    test_model_and_parameters();
    test_kv_and_memory();
    test_trace();
    test_memory_limits();
    fw_arena_free(&arena);
    return t_done();
}
