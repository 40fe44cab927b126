/* The contract of `estimate --json`. Expected values: DESIGN = section 7 of the project's design,
 * recomputed from the published shapes; "case N" = cases from public trackers. */
#include "answer_text.h"
#include "json_check.h"
#include "report/views.h"

static struct fw_arena arena;

static const char *json_of(const struct fw_answer *a)
{
    static struct fw_text out;
    struct fw_json j;
    fw_text_free(&out);
    fw_json_init(&j, &out, true);
    fw_json_estimate(&j, a);
    t_true("text ok", fw_text_ok(&out));
    t_true("is JSON", json_valid(out.data));
    return out.data;
}

struct expect {
    const char *path, *text;
};

static void check(const char *json, const struct expect *e, size_t n)
{
    for (size_t i = 0; i < n; i++)
        t_str(e[i].path, json_at(json, e[i].path), e[i].text);
}
#define CHECK(json, table) check(json, table, sizeof(table) / sizeof(table)[0])

static double number_at(const char *json, const char *path)
{
    return strtod(json_at(json, path), NULL);
}

/* DESIGN */
static const struct expect llama[] = {
    {"schema", "\"flopwatt.estimate/1\""},
    {"model.id", "\"llama-3-8b\""},
    {"model.name", "\"LLaMA-3 8B\""},
    {"model.vocab_size", "128256"},
    {"model.hidden_size", "4096"},
    {"model.num_hidden_layers", "32"},
    {"model.num_attention_heads", "32"},
    {"model.num_key_value_heads", "8"},
    {"model.head_dim", "128"},
    {"model.intermediate_size", "14336"},
    {"model.mlp", "\"swiglu\""},
    {"model.norm", "\"rmsnorm\""},
    {"model.position", "\"rope\""},
    {"model.rope_theta", "500000"},
    {"model.max_position_embeddings", "8192"},
    {"model.tie_word_embeddings", "false"},
    {"model.attention_bias", "false"},
    {"model.sliding_window", "null"},
    {"model.num_experts", "null"},
    {"model.dtype", "\"bf16\""},
    {"workload.context", "8192"},
    {"workload.batch", "1"},
    {"workload.dtype", "\"bf16\""},
    {"workload.kv_dtype", "\"bf16\""},
    {"workload.attention", "\"full\""},
    {"workload.lm_head", "\"last\""},
    {"parameters.total", "8030261248"},
    {"parameters.active", "8030261248"},
    {"parameters.active_without_input_embedding", "7504924672"}, /* total - 525,336,576 */
    {"parameters.matmul", "7504658432"},                         /* case 13 */
    {"parameters.embedding", "525336576"},
    {"parameters.position_embedding", "0"},
    {"parameters.lm_head", "525336576"},
    {"parameters.final_norm", "4096"},
    {"parameters.layers", "6979584000"},
    {"parameters.groups.0.kind", "\"attention+swiglu\""},
    {"parameters.groups.0.count", "32"},
    {"parameters.groups.0.attention.q", "16777216"},
    {"parameters.groups.0.attention.k", "4194304"},
    {"parameters.groups.0.attention.v", "4194304"},
    {"parameters.groups.0.attention.o", "16777216"},
    {"parameters.groups.0.attention.bias", "0"},
    {"parameters.groups.0.attention.norm", "0"},
    {"parameters.groups.0.attention.total", "41943040"},
    {"parameters.groups.0.ffn.gate", "58720256"},
    {"parameters.groups.0.ffn.up", "58720256"},
    {"parameters.groups.0.ffn.down", "58720256"},
    {"parameters.groups.0.ffn.router", "0"},
    {"parameters.groups.0.ffn.bias", "0"},
    {"parameters.groups.0.ffn.total", "176160768"},
    {"parameters.groups.0.norm", "8192"},
    {"parameters.groups.0.total", "218112000"},
    {"parameters.groups.0.matmul", "218103808"},
    {"memory.weights_bytes", "16060522496"}, /* 2 B each */
    {"kv_cache.bytes_per_token", "131072"},
    {"kv_cache.bytes_per_token_per_layer", "4096"},
    {"kv_cache.bytes", "1073741824"},
    {"kv_cache.bytes_if_mha", "4294967296"},
    {"kv_cache.state_bytes", "0"},
    {"kv_cache.groups.0.elements_per_token", "2048"},
    {"kv_cache.groups.0.window", "null"},
    {"prefill.tokens", "8192"},
    {"prefill.attention_full_flop", "35184372088832"}, /* 32 x 1,099,511,627,776 */
    {"prefill.linear_flop", "114349209288704"},        /* 32 x 3,573,412,790,272 */
    {"prefill.groups.0.linear_flop", "3573412790272"},
    {"prefill.groups.0.attention_full_flop", "1099511627776"},
    {"prefill.groups.0.attention_causal_flop", "549822922752"},
    {"prefill.layers_full_flop", "149533581377536"},
    {"prefill.layers_causal_flop", "131943542816768"},
    {"prefill.lm_head_last_flop", "1050673152"},
    {"prefill.lm_head_flop", "1050673152"},
    {"prefill.lm_head_all_flop", "8607114461184"}, /* 8192 x */
    {"prefill.total_flop", "149534632050688"},     /* layers and last row */
    {"decode.attended_tokens", "8193"},
    {"decode.groups.0.linear_flop", "436207616"},
    {"decode.groups.0.attention_flop", "134234112"},
    {"decode.layers_flop", "18254135296"},
    {"decode.lm_head_flop", "1050673152"},
    {"decode.total_flop", "19304808448"},
    {"training.tokens", "15000000000000"},
    {"training.flop_6nt", "722723512320000000000000"},
    {"training.flop_6nt_string", "\"722723512320000000000000\""},
    {"training.device_hours", "1300000"},
    {"training.peak_flop_per_s", "989500000000000"},
    {"training.energy_boundary", "\"chip\""},
    {"training.emissions_kg", "390000"},
    {"training.pue", "1.1"},
    {"training.days", "null"},
    {"training.devices", "null"},
    {"training.cost", "null"},
    {"training.rule", "\"6nt\""},
    {"training.hardware", "\"h100\""},
    {"training.disclosed.device_hours.value", "1300000"},
    {"training.disclosed.device_hours.difference", "0"},
    {"training.origin.flop_per_s", "\"derived\""},
};

static void test_llama(void) /* DESIGN */
{
    const struct fw_description d = llama3_8b();
    const struct fw_hardware h100 = accelerator("h100", 989.5e12, 989.5e12);
    const struct fw_answer a = answer(&d, &h100, 8192, 1, &arena);
    const char *json = json_of(&a);
    CHECK(json, llama);
    t_rel("kWh", number_at(json, "training.energy_kWh"), 910000, 1e-12);
    t_rel("kg/kWh", number_at(json, "training.intensity_kg_per_kWh"), 0.42857, 1e-5);
    t_rel("TFLOP/s", number_at(json, "training.flop_per_s_per_device"), 154.428e12, 1e-5);
    t_rel("MFU", number_at(json, "training.mfu"), 0.1561, 1e-3);
    /* 390,000 / (910,000 x 1.1) */
    t_rel("grid", number_at(json, "training.grid_intensity_kg_per_kWh"), 390 / 1001.0, 1e-9);
    t_rel("facility", number_at(json, "training.facility_energy_kWh"), 1001000, 1e-9);
    t_true("schema first", strncmp(json, "{\n  \"schema\": ", 14) == 0);
}

static void test_gpt3(void) /* DESIGN; Patterson et al. 2021 */
{
    static const struct expect e[] = {
        {"parameters.total", "174604259328"},
        {"parameters.groups.0.total", "1812099072"},
        {"parameters.groups.0.matmul", "1811939328"},
        {"parameters.position_embedding", "25165824"}, /* 2048 x 12288 */
        {"parameters.lm_head", "0"},                   /* tied */
        {"parameters.groups.0.ffn.gate", "0"},
        {"parameters.groups.0.kind", "\"attention+gelu\""},
        {"model.num_key_value_heads", "96"},
        {"model.intermediate_size", "49152"},
        {"model.tie_word_embeddings", "true"},
        {"model.rope_theta", "null"},
        {"training.energy_boundary", "\"facility\""},
        {"training.devices", "10000"},
    };
    const struct fw_description d = gpt3_175b();
    const struct fw_hardware v100 = accelerator("v100", (double)NAN, 125e12);
    const struct fw_answer a = answer(&d, &v100, 2048, 1, &arena);
    const char *json = json_of(&a);
    CHECK(json, e);
    t_rel("MWh", number_at(json, "training.energy_kWh"), 1287e3, 3e-3);
    t_rel("t", number_at(json, "training.emissions_kg"), 552.1e3, 3e-3);
    t_rel("TFLOP/s", number_at(json, "training.flop_per_s_per_device"), 24.6e12, 3e-3);
    t_rel("MFU", number_at(json, "training.mfu"), 0.197, 3e-3);
}

/* Case 25: 20 digits, beyond 2^64; LM head on all rows as there. */
static void test_large(void)
{
    struct fw_description d = describe("llama-3.1-405b", NULL, LLAMA31_405B);
    struct fw_workload w = {.context = 1000000,
                            .batch = 8,
                            .dtype = FW_DTYPE_COUNT,
                            .k_dtype = FW_DTYPE_COUNT,
                            .v_dtype = FW_DTYPE_COUNT,
                            .lm_head = FW_HEAD_ALL};
    struct fw_answer a;
    struct fw_err err;
    t_status("make", fw_answer_make(&d, &w, NULL, NULL, &a, &arena, NULL, &err), FW_OK);
    const char *json = json_of(&a);
    static const struct expect e[] = {
        {"parameters.total", "405853388800"},
        {"prefill.total_flop", "72520254357504000000"},
        {"prefill.total_flop_string", "\"72520254357504000000\""},
        {"prefill.tokens", "8000000"},
        {"model.name", "null"},
        {"training", "null"},
    };
    CHECK(json, e);
    /* A single row of logits less would be noticed: the count is exact. */
    w.lm_head = FW_HEAD_LAST;
    t_status("make", fw_answer_make(&d, &w, NULL, NULL, &a, &arena, NULL, &err), FW_OK);
    /* 72520254357504000000 - 2 x 128256 x 16384 x (8000000 - 8) */
    t_str("last", json_at(json_of(&a), "prefill.total_flop"), "72486632850261540864");
    w.context = 1000000000000;
    w.batch = 1000000000000;
    t_status("beyond 2^127", fw_answer_make(&d, &w, NULL, NULL, &a, &arena, NULL, &err), FW_INPUT);
    t_true("message names the range", strstr(err.msg, "2^127") != NULL);
}

/* Case 27 (window pattern), case 2 (experts). */
static void test_groups(void)
{
    static const struct expect gemma[] = {
        {"parameters.groups.0.kind", "\"attention(window 1024)+geglu\""},
        {"parameters.groups.0.count", "52"},
        {"parameters.groups.1.kind", "\"attention+geglu\""},
        {"parameters.groups.1.count", "10"},
        {"kv_cache.bytes", "11173625856"},
        {"kv_cache.bytes_per_token_per_layer", "8192"}, /* 2 x 16 x 128 x 2 B, all layers */
        {"kv_cache.groups.0.cached_tokens", "1024"},
        {"kv_cache.groups.1.cached_tokens", "131072"},
        {"kv_cache.groups.0.window", "1024"},
        {"model.layers.0.sliding_window", "1024"},
        {"model.layers.1.sliding_window", "null"},
        {"model.sliding_window", "(absent)"},
        {"workload.kv_dtype", "\"bf16\""},
    };
    struct fw_description d = describe(
        "gemma-3-27b", "Gemma 3 27B",
        "V=262208 d=5376 L=62 h=32 kv_heads=16 head_dim=128 f=21504 mlp=geglu norm=rmsnorm "
        "position=rope tied=1 norms_per_layer=4 qk_norm=head W=1024 sliding_window_pattern=6 "
        "max_position_embeddings=131072 dtype=bf16");
    struct fw_answer a = answer(&d, NULL, 131072, 1, &arena);
    const char *json = json_of(&a);
    CHECK(json, gemma);
    t_str("27B", json_at(json, "parameters.total"), "27009346304"); /* weight index */

    d = describe("mixtral", NULL,
                 LLAMA "V=32000 d=4096 L=32 h=32 kv_heads=8 f=14336 "
                       "num_experts=8 k=2 max_position_embeddings=32768");
    a = answer(&d, NULL, 1, 1, &arena);
    json = json_of(&a);
    static const struct expect mixtral[] = {
        /* case 2 */
        {"parameters.groups.0.kind", "\"attention+moe-swiglu\""},
        {"parameters.total", "46702792704"},
        {"parameters.active", "12879925248"},
        {"parameters.groups.0.ffn.router", "32768"},
        {"model.intermediate_size", "null"},
        {"model.moe_intermediate_size", "14336"},
        {"model.num_experts", "8"},
    };
    CHECK(json, mixtral);
}

/* Case 3 (MLA), case 34 (two cache types). */
static void test_mla(void)
{
    struct fw_description d;
    struct fw_answer a;
    const char *json = NULL;
    d = describe("mla", NULL,
                 LLAMA "V=129280 d=7168 L=3 h=128 q_lora_rank=1536 kv_lora_rank=512 "
                       "qk_nope_head_dim=128 qk_rope_head_dim=64 v_head_dim=128 "
                       "f=18432");
    struct fw_workload w = {
        .context = 100, .batch = 1, .dtype = FW_INT4, .k_dtype = FW_Q8_0, .v_dtype = FW_IQ4_NL};
    struct fw_err err;
    t_status("make", fw_answer_make(&d, &w, NULL, NULL, &a, &arena, NULL, &err), FW_OK);
    json = json_of(&a);
    static const struct expect mla[] = {
        {"parameters.groups.0.kind", "\"mla+swiglu\""},
        {"parameters.groups.0.attention.total", "187107328"}, /* case 3 */
        {"model.num_key_value_heads", "null"},
        {"model.kv_lora_rank", "512"},
        {"model.qk_nope_head_dim", "128"},
        {"workload.kv_dtype", "null"},
        {"workload.k_dtype", "\"q8_0\""},
        {"workload.v_dtype", "\"iq4_nl\""},
        {"workload.dtype", "\"int4\""},
    };
    CHECK(json, mla);
}

static void test_warnings(void)
{
    struct fw_description d = describe("gpt-2", "GPT-2",
                                       GPT "V=50257 d=768 L=12 h=12 "
                                           "max_position_embeddings=1024");
    struct fw_workload w = {.context = 2048,
                            .batch = 1,
                            .dtype = FW_DTYPE_COUNT,
                            .k_dtype = FW_DTYPE_COUNT,
                            .v_dtype = FW_DTYPE_COUNT};
    struct fw_answer a;
    struct fw_diags diags;
    struct fw_err err;
    fw_diags_init(&diags);
    t_status("make", fw_answer_make(&d, &w, NULL, NULL, &a, &arena, &diags, &err), FW_OK);
    t_int("two messages", diags.count, 2);
    t_str("position table", diags.list[0].err.msg,
          "context 2048: the position table has 1024 rows");
    t_true("dtype", strstr(diags.list[1].err.msg, "bf16 assumed") != NULL);
    fw_diags_init(&diags);
    t_status("default", fw_answer_make(&d, NULL, NULL, NULL, &a, &arena, &diags, &err), FW_OK);
    t_int("context of the model", a.workload.context, 1024);
    t_int("one message", diags.count, 1);
    d = describe("bad", NULL, LLAMA "V=10 d=4096 L=32 h=32 kv_heads=5 f=10");
    t_status("5 of 32 heads", fw_answer_make(&d, NULL, NULL, NULL, &a, &arena, NULL, &err),
             FW_INPUT);
}

int main(void)
{
    fw_arena_init(&arena, 0);
    test_llama();
    test_gpt3();
    test_large();
    test_groups();
    test_mla();
    test_warnings();
    fw_arena_free(&arena);
    return t_done();
}
