/* Counts against published totals and hand derivations. DESIGN = the numbers of the project's
 * design, recomputed exactly from the published shapes; "case N" = cases from public trackers. */
#include "arch_text.h"
#include "core/estimate.h"
#include "t.h"

#define LLAMA "norm=rmsnorm position=rope mlp=swiglu "
#define LLAMA3_8B LLAMA "V=128256 d=4096 L=32 h=32 kv_heads=8 head_dim=128 f=14336 " \
                  "max_position_embeddings=8192"
#define GPT "norm=layernorm position=learned mlp=gelu attention_bias=1 mlp_bias=1 tied=1 "
#define GPT3 GPT "V=50257 d=12288 L=96 h=96 max_position_embeddings=2048"
#define GPT2 GPT "V=50257 d=768 L=12 h=12 max_position_embeddings=1024"
#define LLAMA2_7B LLAMA "V=32000 d=4096 L=32 h=32 f=11008 max_position_embeddings=4096"
#define LLAMA31_405B LLAMA "V=128256 d=16384 L=126 h=128 kv_heads=8 f=53248 " \
                     "max_position_embeddings=131072"
#define QWEN3_4B LLAMA "V=151936 d=2560 L=36 h=32 kv_heads=8 head_dim=128 f=9728 tied=1 " \
                 "qk_norm=head max_position_embeddings=40960"
#define MIXTRAL LLAMA "V=32000 d=4096 L=32 h=32 kv_heads=8 f=14336 num_experts=8 k=2"
#define DEEPSEEK_V3 LLAMA "V=129280 d=7168 L=61 h=128 q_lora_rank=1536 kv_lora_rank=512 " \
                    "qk_nope_head_dim=128 qk_rope_head_dim=64 v_head_dim=128 f=18432"

static struct fw_arena arena;

struct run {
    struct fw_model model;
    struct fw_workload work;
    struct fw_estimate e;
    struct fw_err err;
    enum fw_status status;
};

static void run_arch(struct run *r, const struct fw_arch *arch, uint64_t context)
{
    r->status = fw_model_resolve(arch, &r->model, &arena, &r->err);
    t_status("resolve", r->status, FW_OK);
    if (r->status != FW_OK) {
        printf("    %s: %s\n", r->err.key, r->err.msg);
        return;
    }
    r->work = fw_workload_default(&r->model);
    if (context > 0)
        r->work.context = context;
    r->status = fw_estimate_init(&r->e, r->model.num_groups, &arena, &r->err);
    if (r->status == FW_OK)
        r->status = fw_estimate_run(&r->model, &r->work, &r->e, &r->err);
    t_status("estimate", r->status, FW_OK);
}

static void again(struct run *r)
{
    r->status = fw_estimate_run(&r->model, &r->work, &r->e, &r->err);
}

static void run_text(struct run *r, const char *text, uint64_t context)
{
    const struct fw_arch arch = arch_text(text);
    run_arch(r, &arch, context);
}

#define LAYER(r, id) (r).e.layer[0][FW_LEQ_##id]
#define MODEL(r, id) (r).e.model[FW_EQ_##id]

static void test_llama3_8b(void) /* DESIGN section 7 */
{
    struct run r;
    run_text(&r, LLAMA3_8B, 8192);
    t_u128("W_Q", LAYER(r, W_Q), "16777216");
    t_u128("W_K", LAYER(r, W_K), "4194304");
    t_u128("W_V", LAYER(r, W_V), "4194304");
    t_u128("W_O", LAYER(r, W_O), "16777216");
    t_u128("attention", LAYER(r, P_attn), "41943040");
    t_u128("gate", LAYER(r, W_gate), "58720256");
    t_u128("up", LAYER(r, W_up), "58720256");
    t_u128("down", LAYER(r, W_down), "58720256");
    t_u128("ffn", LAYER(r, P_ffn), "176160768");
    t_u128("matrices of a layer", LAYER(r, M_layer), "218103808");
    t_u128("layer", LAYER(r, P_layer), "218112000");
    t_u128("32 layers", MODEL(r, P_layers), "6979584000");
    t_u128("embedding", MODEL(r, P_embed), "525336576");
    t_u128("head", MODEL(r, P_head), "525336576");
    t_u128("final norm", MODEL(r, P_final_norm), "4096");
    t_u128("total", MODEL(r, N), "8030261248");
    t_u128("kv elements per layer and token", LAYER(r, kv_elems), "2048");
    t_u128("kv bytes per layer and token", LAYER(r, kv_token), "4096");
    t_u128("kv bytes per token", MODEL(r, KV_token), "131072");
    t_u128("kv at 8192", MODEL(r, KV_bytes), "1073741824");
    t_u128("kv as MHA", MODEL(r, KV_bytes_mha), "4294967296");
    t_u128("linear per layer", LAYER(r, F_linear), "3573412790272");
    t_u128("attention full per layer", LAYER(r, F_attn_full), "1099511627776");
    t_u128("attention causal per layer", LAYER(r, F_attn_causal), "549822922752");
    t_u128("prefill full", MODEL(r, prefill_linear) + MODEL(r, prefill_attn_full),
           "149533581377536");
    t_u128("prefill causal", MODEL(r, prefill_linear) + MODEL(r, prefill_attn_causal),
           "131943542816768");
    t_u128("head, last row", MODEL(r, prefill_head_last), "1050673152");
    t_u128("decode linear per layer", LAYER(r, D_linear), "436207616");
    t_u128("decode attention per layer", LAYER(r, D_attn), "134234112");
    t_u128("decode, 32 layers", MODEL(r, decode_linear) + MODEL(r, decode_attn), "18254135296");
    t_u128("decode", MODEL(r, decode_total), "19304808448");
    r.work.train_tokens = UINT64_C(15000000000000);
    again(&r);
    t_u128("6NT", MODEL(r, train_6nt), "722723512320000000000000");
}

static void test_gpt3(void) /* DESIGN section 7 */
{
    struct run r;
    run_text(&r, GPT3, 2048);
    t_u128("matrices of a layer", LAYER(r, M_layer), "1811939328");
    t_u128("layer", LAYER(r, P_layer), "1812099072");
    t_u128("total", MODEL(r, N), "174604259328");
    r.work.train_tokens = UINT64_C(300000000000);
    again(&r);
    /* 6 * 174604259328 * 300e9 = 3.1428766679e23 */
    t_u128("6NT", MODEL(r, train_6nt), "314287666790400000000000");
}

/* Totals: case number or publication in the last column. */
static void test_totals(void)
{
    static const struct {
        const char *name, *text, *total, *active;
    } row[] = {
        {"gpt-2, case 8", GPT2, "124439808", "124439808"},
        {"gpt-2 xl, 48*(12*1600^2+13*1600)+2*1600+50257*1600+1024*1600",
         GPT "V=50257 d=1600 L=48 h=25 max_position_embeddings=1024", "1557611200", "1557611200"},
        {"llama-2-7b, case 44", LLAMA2_7B, "6738415616", "6738415616"},
        {"llama-2-70b, case 44",
         LLAMA "V=32000 d=8192 L=80 h=64 kv_heads=8 f=28672", "68976648192", "68976648192"},
        {"llama-3-70b, case 5", LLAMA "V=128256 d=8192 L=80 h=64 kv_heads=8 f=28672",
         "70553706496", "70553706496"},
        {"llama-3.1-405b, case 25", LLAMA31_405B, "405853388800", "405853388800"},
        {"qwen3-4b, case 16", QWEN3_4B, "4022468096", "4022468096"},
        {"llama-3.2-1b, case 1",
         LLAMA "V=128256 d=2048 L=16 h=32 kv_heads=8 head_dim=64 f=8192 tied=1", "1235814400",
         "1235814400"},
        {"tinystories 15M, case 1", LLAMA "V=32000 d=288 L=6 h=6 f=768 tied=1", "15191712",
         "15191712"},
        {"tinystories 42M, case 1", LLAMA "V=32000 d=512 L=8 h=8 f=1376 tied=1", "41689600",
         "41689600"},
        {"tinystories 110M, case 1", LLAMA "V=32000 d=768 L=12 h=12 f=2048 tied=1", "109529856",
         "109529856"},
        {"mixtral, case 2", MIXTRAL, "46702792704", "12879925248"},
        {"falcon-7b, hub count without the second copy of the head",
         "V=65024 d=4544 L=32 h=71 multi_query=1 mlp=gelu norm=layernorm position=rope tied=1 "
         "norms_per_layer=1", "6921720704", "6921720704"},
        {"bloom, bytes of its weight index / 2",
         "V=250880 d=14336 L=70 h=112 mlp=gelu norm=layernorm position=alibi tied=1 "
         "attention_bias=1 mlp_bias=1 embedding_norm=1", "176247271424", "176247271424"},
        {"gemma-2b, bytes of its weight index / 2",
         "V=256000 d=2048 L=18 h=8 kv_heads=1 head_dim=256 f=16384 mlp=geglu norm=rmsnorm "
         "position=rope tied=1", "2506172416", "2506172416"},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct run r;
        run_text(&r, row[i].text, 0);
        t_u128(row[i].name, MODEL(r, N), row[i].total);
        t_u128(row[i].name, MODEL(r, N_active), row[i].active);
    }
}

static void test_deepseek_v3(void) /* cases 3 and 28 */
{
    struct fw_layer_entry entry[2];
    struct fw_arch arch = arch_text(DEEPSEEK_V3);
    memset(entry, 0, sizeof entry);
    entry[0].count = 3;
    entry[1].count = 58;
    arch_keys("num_experts=256 k=8 moe_intermediate_size=2048 router_bias=1 "
              "shared_expert_intermediate_size=2048", entry[1].key);
    arch.entries = entry;
    arch.num_entries = 2;
    struct run r;
    run_arch(&r, &arch, 163840);
    t_u128("attention of a layer", LAYER(r, P_attn), "187107328");
    t_u128("total", MODEL(r, N), "671026419200");
    t_u128("active", MODEL(r, N_active), "37552297472");
    t_u128("active without input embedding", MODEL(r, N_active_body), "36625618432");
    t_u128("kv per token", MODEL(r, KV_token), "70272");
    t_u128("kv", MODEL(r, KV_bytes), "11513364480");
    /* uncompressed: 61 layers x 163840 tokens x 128 heads x (192 + 128) x 2 bytes */
    t_u128("kv uncompressed", MODEL(r, KV_bytes_mha), "818728140800");
}

static void test_conventions(void)
{
    struct run r;
    run_text(&r, GPT2, 1024); /* case 8, per token */
    r.work.train_tokens = 1024;
    again(&r);
    t_u128("case 8 6N without positions", MODEL(r, N_active_body), "123653376");
    t_u128("case 8 matrices, full", MODEL(r, train_matmul_full), "874944921600"); /* 854438400 */
    run_text(&r, LLAMA2_7B, 128); /* case 9 */
    t_u128("case 9", MODEL(r, forward_full), "1700001742848");
    t_u128("case 9 M", MODEL(r, M), "6607077376");
    run_text(&r, LLAMA3_8B, 8192); /* cases 13 and 72 */
    r.work.train_tokens = 8192;
    again(&r);
    t_u128("case 13", MODEL(r, train_matmul_full), "474422087516160");
    t_u128("case 13 megatron", MODEL(r, train_megatron), "441578472603648");
    t_u128("case 72 6N", MODEL(r, train_6nt), "394703400861696");
    t_u128("case 72 6N without embedding", MODEL(r, train_6nt_body), "368882057478144");
    t_u128("case 72 half", MODEL(r, train_matmul_half), "421645529382912");
    run_text(&r, LLAMA2_7B, 4096); /* case 15 */
    t_u128("case 15 full", MODEL(r, prefill_attn_full), "8796093022208");
    t_u128("case 15 causal", MODEL(r, prefill_attn_causal), "4399120252928");
    t_u128("case 15 half", MODEL(r, prefill_attn_half), "4398046511104");
    run_text(&r, LLAMA2_7B, 1);
    t_u128("one token, causal: one pair", LAYER(r, pairs_causal), "1");
}

static void test_attention_cases(void)
{
    struct run r;
    /* case 7: one call, 1024 tokens, head_dim 64, 16 heads, batch 64 */
    run_text(&r, LLAMA "V=1 d=1024 L=1 h=16 f=1", 1024);
    r.work.batch = 64;
    r.work.train_tokens = 1024 * 64;
    again(&r);
    t_u128("case 7 forward", MODEL(r, prefill_attn_full), "274877906944");
    const fw_u128 linear = 3 * (MODEL(r, prefill_linear) + MODEL(r, prefill_head_all));
    t_u128("case 7 with backward", MODEL(r, train_matmul_full) - linear, "824633720832");
    t_u128("case 7 with recompute", MODEL(r, train_hw_flash) - linear, "962072674304");
    for (int heads = 4; heads <= 8; heads += 4) { /* case 11: width 448, 300 tokens */
        char text[200];
        (void)snprintf(text, sizeof text, LLAMA "V=1 d=448 L=1 h=%d f=1", heads);
        run_text(&r, text, 300);
        t_u128("case 11", LAYER(r, F_attn_full) + 2 * 300 * LAYER(r, M_attn), "642969600");
    }
    run_text(&r, QWEN3_4B, 4096); /* case 16 */
    t_u128("case 16 kv", MODEL(r, KV_token), "147456");
    t_u128("case 16 M", MODEL(r, M), "4022272000");
    t_u128("case 16 attention per token", 3 * MODEL(r, prefill_attn_full) / 4096, "7247757312");
    run_text(&r, LLAMA "V=32000 d=4096 L=32 h=32 kv_heads=8 f=14336 W=4096", 32768); /* case 22 */
    t_u128("case 22 mistral", LAYER(r, pairs_causal), "125831168");
    t_u128("window in full convention", LAYER(r, pairs_full), "125831168");
    run_text(&r, LLAMA "V=1 d=64 L=1 h=1 f=1 W=128", 4096);
    t_u128("case 22 128 of 4096", LAYER(r, pairs_causal), "516160");
    run_text(&r, LLAMA "V=1 d=64 L=1 h=1 f=1 W=4096", 4096);
    t_u128("window as long as the context", LAYER(r, pairs_full), "16777216");
}

static void test_block_identity(void) /* case 12: 1 + N/(6d) for a 4d two-matrix block */
{
    static const struct {
        const char *text;
        uint64_t tokens;
        double want;
    } row[] = {
        {"V=1 d=192 L=1 h=3 mlp=gelu norm=layernorm position=none", 1024, 1.0 + 1024 / 1152.0},
        {"V=1 d=768 L=1 h=12 mlp=gelu norm=layernorm position=none", 512, 10 / 9.0},
    };
    for (size_t i = 0; i < 2; i++) {
        struct run r;
        run_text(&r, row[i].text, row[i].tokens);
        const double linear = fw_count_double(LAYER(r, F_linear));
        t_rel("case 12", (linear + fw_count_double(LAYER(r, F_attn_full))) / linear, row[i].want,
              1e-12);
    }
}

static void test_maxtext_table(void) /* case 14: TFLOP per step of 12 x 2048 tokens */
{
    static const struct {
        const char *text;
        double want, tolerance;
        uint64_t context, tokens;
    } row[] = {
        {LLAMA2_7B, 1053.4, 0.05, 2048, 24576},
        {LLAMA "V=32000 d=5120 L=40 h=40 f=13824", 2018.7, 0.05, 2048, 24576},
        {LLAMA "V=32000 d=8192 L=80 h=64 kv_heads=8 f=28672", 10528.0, 0.05, 2048, 24576},
        {LLAMA "V=32000 d=4096 L=32 h=32 kv_heads=8 f=14336", 1127.6, 0.05, 2048, 24576},
        {"V=256000 d=3072 L=28 h=16 head_dim=256 f=24576 mlp=geglu norm=rmsnorm position=rope "
         "tied=1", 1328.2, 0.05, 2048, 24576},
        {"V=256000 d=2048 L=18 h=8 kv_heads=1 head_dim=256 f=16384 mlp=geglu norm=rmsnorm "
         "position=rope tied=1", 391.8, 0.05, 2048, 24576},
        {MIXTRAL, 1959.02, 0.005, 2048, 24576},
        {MIXTRAL, 79.977, 0.0005, 1024, 1024},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct run r;
        run_text(&r, row[i].text, row[i].context);
        r.work.train_tokens = row[i].tokens;
        again(&r);
        t_abs("case 14", fw_count_double(MODEL(r, train_matmul_full)) / 1e12, row[i].want,
              row[i].tolerance);
    }
}

static void test_large(void) /* case 25 */
{
    struct run r;
    run_text(&r, LLAMA31_405B, 131072);
    t_u128("M", MODEL(r, M), "403747897344");
    t_u128("131,072 tokens", MODEL(r, forward_full), "247703477063516160");
    r.work.context = 1000000;
    r.work.lm_head = FW_HEAD_ALL;
    again(&r);
    t_u128("1,000,000 tokens", MODEL(r, prefill_total), "9065031794688000000");
    r.work.batch = 8;
    again(&r);
    t_u128("8 x 1,000,000 tokens, beyond 2^64", MODEL(r, prefill_total), "72520254357504000000");
    r.work.train_tokens = UINT64_C(15600000000000);
    again(&r);
    t_u128("training", MODEL(r, train_6nt), "37987877191680000000000000");
    r.work.context = r.work.batch = UINT64_C(1000000000000);
    r.work.lm_head = FW_HEAD_LAST;
    again(&r);
    t_status("beyond 2^127", r.status, FW_INPUT);
    t_true("says so", strstr(r.err.msg, "2^127") != NULL);
}

static void test_kv(void)
{
    struct run r;
    run_text(&r, LLAMA "V=1 d=8192 L=80 h=64 f=1", 8192); /* case 26: Qwen-72B without GQA */
    t_u128("case 26 MHA", MODEL(r, KV_bytes), "21474836480");
    run_text(&r, LLAMA "V=1 d=2048 L=24 h=16 multi_query=1 f=1", 8192); /* case 33 */
    t_u128("case 33 one head", MODEL(r, KV_bytes), "100663296");
    run_text(&r, LLAMA "V=1 d=4544 L=32 h=71 multi_query=1 kv_heads=71 f=1", 1);
    t_u128("case 33 falcon re-saved", MODEL(r, KV_token), "8192");
    run_text(&r, LLAMA3_8B, 2048); /* case 34 */
    r.work.k_dtype = FW_Q8_0;
    r.work.v_dtype = FW_IQ4_NL;
    again(&r);
    t_u128("case 34 q8_0 and iq4_nl, 68 + 36 MiB", MODEL(r, KV_bytes), "109051904");
    r.work.k_dtype = FW_INT8;
    r.work.v_dtype = FW_INT4;
    again(&r);
    t_u128("case 34 8 bit and 4 bit, 96 MiB", MODEL(r, KV_bytes), "100663296");
    run_text(&r, LLAMA "V=1 d=6656 L=60 h=52 f=1", 512);
    r.work.k_dtype = r.work.v_dtype = FW_F32;
    again(&r);
    t_u128("case 34 f32", MODEL(r, KV_bytes), "1635778560");
    static const char gemma3[] = LLAMA "V=1 d=5376 L=62 h=32 kv_heads=16 head_dim=128 f=1 "
                                       "W=1024 sliding_window_pattern=6";
    run_text(&r, gemma3, 131072); /* case 27 */
    t_u128("case 27", MODEL(r, KV_bytes), "11173625856");
    run_text(&r, gemma3, 1); /* case 37 */
    t_u128("case 37, one token", MODEL(r, KV_bytes), "507904");
    run_text(&r, gemma3, 512);
    t_u128("case 37, 512 tokens", MODEL(r, KV_bytes), "260046848");
}

static void test_weights(void) /* case 41 */
{
    static const struct {
        enum fw_dtype dtype;
        const char *bytes;
    } row[] = {{FW_BF16, "2471628800"}, {FW_F32, "4943257600"}, {FW_INT8, "1235814400"},
               {FW_INT4, "617907200"}};
    struct run r;
    run_text(&r, LLAMA "V=128256 d=2048 L=16 h=32 kv_heads=8 head_dim=64 f=8192 tied=1", 0);
    for (size_t i = 0; i < 4; i++) {
        r.work.dtype = row[i].dtype;
        again(&r);
        t_u128("case 41", MODEL(r, weight_bytes), row[i].bytes);
    }
}

static void test_refused(void)
{
    static const struct {
        const char *text, *key, *word;
    } row[] = {
        {LLAMA "V=9 d=64 L=2 h=8 kv_heads=5 f=9", "num_key_value_heads", "divisor"},
        {LLAMA "V=9 d=64 L=2 h=8 kv_heads=16 f=9", "num_key_value_heads", "divisor"},
        {LLAMA "V=9 d=64 L=2 h=7 f=9", "num_attention_heads", "divisible"},
        {LLAMA "V=9 d=64 L=2 h=8", "intermediate_size", "missing"},
        {LLAMA "V=9 d=64 L=2 f=9", "num_attention_heads", "missing"},
        {LLAMA "V=9 L=2 h=8 f=9", "hidden_size", "missing"},
        {LLAMA "V=9 d=64 L=2 h=8 f=9 num_experts=4", "num_experts_per_tok", "missing"},
        {LLAMA "V=9 d=64 L=2 h=8 f=9 num_experts=4 k=5", "num_experts_per_tok", "expected 1"},
        {LLAMA "V=9 d=72 L=2 h=8 f=9", "head_dim", "even"},
        {LLAMA "V=9 d=64 L=2 h=8 f=9 kv_heads=4 multi_query=1", "num_key_value_heads",
         "contradicts"},
        {GPT "V=9 d=64 L=2 h=8", "max_position_embeddings", "missing"},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        const struct fw_arch arch = arch_text(row[i].text);
        struct fw_model m;
        struct fw_err err;
        t_status(row[i].text, fw_model_resolve(&arch, &m, &arena, &err), FW_INPUT);
        t_true(row[i].key, strstr(err.key, row[i].key) != NULL);
        t_true(row[i].word, strstr(err.msg, row[i].word) != NULL);
    }
}

int main(void)
{
    fw_arena_init(&arena, 0);
    test_llama3_8b();
    test_gpt3();
    test_totals();
    test_deepseek_v3();
    test_conventions();
    test_attention_cases();
    test_block_identity();
    test_maxtext_table();
    test_large();
    test_kv();
    test_weights();
    test_refused();
    fw_arena_free(&arena);
    return t_done();
}
