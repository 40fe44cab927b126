/* Training runs, comparisons, design changes and quantities by name. "case N" = cases from public
 * trackers, DESIGN = the design's numbers. */
#include "answer_text.h"
#include "json_check.h"
#include "report/views.h"
#include "table_check.h"

static struct fw_arena arena;

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

static void test_llama(void) /* DESIGN */
{
    static const struct expect rows[] = {
        {"tokens", "value", "15000000000000"},
        {"tokens", "origin", "disclosed"},
        {"flop (6nt)", "value", "722723512320000000000000"},
        {"flop (6nt)", "how", "6 N T = 6 x 8,030,261,248 x 15,000,000,000,000"},
        {"device_hours", "origin", "disclosed"},
        {"flop_per_s", "origin", "derived"},
        {"flop_per_s", "how", "flop_per_s = flop / (3600 x device_hours)"},
        {"mfu", "how", "mfu = flop_per_s / peak"},
        {"energy_chip", "unit", "J"},
        {"devices", "value", "(absent)"},
    };
    const struct fw_description d = llama3_8b();
    const struct fw_hardware h100 = accelerator("h100", 989.5e12, 989.5e12);
    const struct fw_answer a = answer(&d, &h100, 8192, 1, &arena);
    struct fw_table t;
    fw_view_training(&a, &t, &arena);
    CHECK(&t, "quantity", rows);
    t_rel("kWh", table_real(&t, "quantity", "energy_chip", "value"), 910000 * 3.6e6, 1e-12);
    t_rel("kg/kWh", table_real(&t, "quantity", "emissions per kWh quoted", "value"), 0.42857, 1e-5);
    t_rel("MFU", table_real(&t, "quantity", "mfu", "value"), 0.1561, 1e-3);
    t_true("PUE is in there already",
           strstr(t.note, "0.4286 kg/kWh = PUE 1.1 x 0.3896: ") != NULL &&
               strstr(t.note, "do not apply it again") != NULL);
    t_true("boundary", strstr(t.note, "910,000 kWh, boundary 'chip'") != NULL);
    /* 4 x forward and 3.5 x attention of case 13's 474,422,087,516,160 / 8,192 per token */
    const double seconds = 1.3e6 * 3600, per_token = 474422087516160.0 / 8192;
    t_rel("HFU, recompute", table_real(&t, "quantity", "hfu (recompute)", "value"),
          per_token * 4 / 3 * 15e12 / seconds / 989.5e12, 1e-9);
    t_rel("HFU, flash", table_real(&t, "quantity", "hfu (flash)", "value"),
          (per_token + 35184372088832.0 / 2 / 8192) * 15e12 / seconds / 989.5e12, 1e-9);

    fw_view_training_rules(&a, &t, &arena);
    t_str("kind", table_text(&t, "rule", "recompute", "kind"), "HFU");
    t_str("no adapter", table_text(&t, "rule", "lora", "flop"), "(absent)");
    t_rel("MFU by 6NT", table_real(&t, "rule", "6nt", "utilisation"), 0.1561, 1e-3);

    fw_view_chain(&a, &t, &arena);
    t_str("chain holds",
          table_text(&t, "equation", "energy_chip = 3600 x power x device_hours", "holds"), "true");
    t_rel("chain product",
          table_real(&t, "equation", "energy_chip = 3600 x power x device_hours", "value"),
          3.276e12, 1e-12);
}

/* case 48: dynamic, idle and embodied apart; a PUE is not known, so none is spoken of. */
static void test_bloom(void)
{
    static const struct fact_text facts[] = {
        {FW_FACT_device_hours, 1082990},
        {FW_FACT_power, 400},
        {FW_FACT_intensity, 0.057},
        {FW_FACT_intensity_chip, 0.057},
        {FW_FACT_idle_energy, 256646 * 3.6e6},
        {FW_FACT_embodied, 11.2e3},
    };
    struct fw_description d = describe("bloom", "BLOOM",
                                       "V=250880 d=14336 L=70 h=112 mlp=gelu norm=layernorm "
                                       "position=alibi tied=1 attention_bias=1 mlp_bias=1 "
                                       "embedding_norm=1 max_position_embeddings=2048 dtype=bf16");
    disclose(&d, (fw_u128)366000 * 1000000, FW_BOUNDARY_CHIP, facts, 6);
    const struct fw_answer a = answer(&d, NULL, 2048, 1, &arena);
    struct fw_table t;
    fw_view_training(&a, &t, &arena);
    t_rel("433,196 kWh", table_real(&t, "quantity", "energy_chip", "value"), 433196 * 3.6e6, 1e-12);
    t_rel("24.69 t", table_real(&t, "quantity", "emissions", "value"), 24692.172, 1e-9);
    t_rel("14.63 t idle", table_real(&t, "quantity", "idle_emissions", "value"), 14628.822, 1e-9);
    t_abs("50.5 t", table_real(&t, "quantity", "emissions in all", "value"), 50.5e3, 50);
    t_true("no PUE", strstr(t.note, "PUE 1") == NULL);
    struct fw_text out;
    struct fw_json j;
    fw_text_init(&out);
    fw_json_init(&j, &out, false);
    fw_json_object(&j, NULL);
    fw_json_training(&j, &a);
    fw_json_end(&j);
    t_rel("all in JSON",
          strtod(json_at(out.data, "training.emissions_with_idle_and_embodied_kg"), NULL),
          50520.994, 1e-9);
    t_str("embodied", json_at(out.data, "training.embodied_emissions_kg"), "11200");
    t_str("MFU without a peak", json_at(out.data, "training.mfu"), "null");
    fw_text_free(&out);
}

/* What the user fixes: 40 % of the peak and 1,024 devices give the days (case 44's directions). */
static void test_request(void)
{
    const struct fw_description d = llama3_8b();
    const struct fw_hardware h100 = accelerator("h100", 989.5e12, 989.5e12);
    struct fw_train_request r;
    struct fw_answer a;
    struct fw_table t;
    struct fw_quantity_value v;
    fw_train_request_init(&r);
    r.given.val[FW_FACT_mfu] = 0.4;
    r.given.val[FW_FACT_devices] = 1024;
    r.hardware = &h100;
    t_status("make", fw_answer_make(&d, NULL, &r, NULL, &a, &arena, NULL, NULL), FW_OK);
    t_status("days", fw_quantity_get(&a, "days", &v, NULL), FW_OK);
    /* 7.2272351232e23 / (0.4 x 989.5e12 x 1024 x 86400) */
    t_rel("20.6 days", v.real, 7.2272351232e23 / (0.4 * 989.5e12 * 1024 * 86400), 1e-9);
    fw_view_training(&a, &t, &arena);
    t_str("given", table_text(&t, "quantity", "mfu", "origin"), "given");
    t_str("devices are whole", table_text(&t, "quantity", "devices", "value"), "1024");
    t_str("disclosed hours stay visible", table_text(&t, "quantity", "device_hours", "disclosed"),
          "1.3e+06");
    /* a hardware rule: the utilisation is an HFU, the MFU stays that of 6 N T */
    fw_train_request_init(&r);
    r.rule = FW_RULE_RECOMPUTE;
    r.hardware = &h100;
    t_status("make", fw_answer_make(&d, NULL, &r, NULL, &a, &arena, NULL, NULL), FW_OK);
    fw_view_training(&a, &t, &arena);
    t_rel("hfu", table_real(&t, "quantity", "hfu", "value"),
          474422087516160.0 / 8192 * 4 / 3 * 15e12 / (1.3e6 * 3600) / 989.5e12, 1e-9);
    t_rel("mfu", table_real(&t, "quantity", "mfu (6nt)", "value"), 0.1561, 1e-3);
    t_status("mfu", fw_quantity_get(&a, "mfu", &v, NULL), FW_OK);
    t_rel("mfu", v.real, 0.1561, 1e-3);
    /* nobody states the length of the sequences: no HFU at the longest context */
    struct fw_description unstated = llama3_8b();
    unstated.training.sequence_length = 0;
    a = answer(&unstated, &h100, 10, 1, &arena);
    fw_view_training(&a, &t, &arena);
    t_str("no hfu", table_text(&t, "quantity", "hfu (recompute)", "value"), "(absent)");
    t_true("said so",
           strstr(t.note, "8,192 tokens (the longest context; the length is not") != NULL);
    fw_view_training_rules(&a, &t, &arena);
    t_str("unknown with attention", table_text(&t, "rule", "matmul-full", "utilisation"),
          "(unknown)");
    t_rel("known without", table_real(&t, "rule", "matrix", "utilisation"),
          0.1561 * 7504658432 / 8030261248, 1e-3);
    const struct fw_description plain = describe("p", NULL, LLAMA2_7B);
    a = answer(&plain, NULL, 10, 1, &arena);
    fw_view_training(&a, &t, &arena);
    t_int("nothing known", t.num_rows, 0);
    t_status("unknown is no error", fw_quantity_get(&a, "energy_kWh", &v, NULL), FW_OK);
    t_true("unknown", !v.known);
}

static void test_compare(void) /* DESIGN */
{
    static const struct expect rows[] = {
        {"parameters", "gpt-3-175b", "174604259328"},
        {"parameters", "llama-3-8b", "8030261248"},
        {"matrices of a layer", "gpt-3-175b", "1811939328"},
        {"parameters of a layer", "gpt-3-175b", "1812099072"},
        {"KV cache", "llama-3-8b", "1073741824"},
        {"norm", "llama-3-8b", "rmsnorm"},
        {"norm", "ratio_gpt-3-175b", "(empty)"},
        {"experts", "llama-3-8b", "(absent)"},
        {"training, 6 N T", "unit", "FLOP"},
        {"energy in kWh", "gpt-3-175b", "1.287e+06"},
    };
    const struct fw_description d = llama3_8b(), e = gpt3_175b();
    struct fw_answer a[40];
    struct fw_table t;
    a[0] = answer(&d, NULL, 8192, 1, &arena);
    a[1] = answer(&e, NULL, 2048, 1, &arena);
    fw_view_compare(a, 2, &t, &arena);
    CHECK(&t, "quantity", rows);
    t_abs("21.74", table_real(&t, "quantity", "parameters", "ratio_gpt-3-175b"), 21.74, 0.005);
    t_abs("8.31", table_real(&t, "quantity", "matrices of a layer", "ratio_gpt-3-175b"), 8.31,
          0.005);
    t_abs("1 / 2.30", 1 / table_real(&t, "quantity", "training, 6 N T", "ratio_gpt-3-175b"), 2.30,
          0.005);
    t_rel("1 / 50", table_real(&t, "quantity", "training tokens", "ratio_gpt-3-175b"), 0.02, 1e-12);
    for (int i = 2; i < 40; i++)
        a[i] = a[1];
    fw_view_compare(a, 3, &t, &arena);
    t_str("a name once more", table_text(&t, "quantity", "parameters", "gpt-3-175b_2"),
          "174604259328");
    fw_view_compare(a, 40, &t, &arena);
    t_true("40 models", !t.failed && t.num_columns == 42); /* no room for ratios */
}

/* The effect of each change on LLaMA-3 8B, by hand from the shapes. */
static void test_design(void)
{
    static const struct expect rows[] = {
        /* 2 x 2 x 4096 -> 2 x 4096; 7 and 4 FLOP per element; 65 norms lose a vector of 4096 */
        {"norm", "effect",
         "norm parameters of a layer 16,384 -> 8,192 (x 0.5); elementwise FLOP of its norms per "
         "token 57,344 -> 32,768 (x 0.5714); parameters 8,030,527,488 -> 8,030,261,248 "
         "(-0.0033 %)"},
        {"norm", "from", "LayerNorm"},
        {"norm", "to", "RMSNorm"},
        {"key-value heads", "from", "MHA, a key-value head for each head"},
        {"key-value heads", "to", "GQA, a key-value head for 4 heads"},
        {"positions", "from", "learned"},
        {"positions", "to", "RoPE, base 500000"},
        /* 8192 x 4096 rows; 3 x 40 heads x 128 */
        {"positions", "effect",
         "position table 33,554,432 -> 0; elementwise FLOP of the rotation per token and layer "
         "0 -> 15,360; parameters 8,063,815,680 -> 8,030,261,248 (-0.42 %)"},
        {"FFN", "from", "GELU, two matrices, width 4 d"},
        {"FFN", "to", "SwiGLU, three matrices, width 3.5 d"},
        {"LM head", "to", "LM head of its own"},
        {"biases", "to", "none"},
        {"width", "effect", "x 0.3333"},
        {"window", "effect", "(absent)"},
        {"head width", "effect", "(absent)"},
    };
    const struct fw_description d = gpt3_175b(), e = llama3_8b();
    const struct fw_answer a = answer(&d, NULL, 2048, 1, &arena);
    const struct fw_answer b = answer(&e, NULL, 8192, 1, &arena);
    struct fw_table t;
    fw_view_design(&a, &b, &t, &arena);
    CHECK(&t, "change", rows);
    const char *heads = table_text(&t, "change", "key-value heads", "effect");
    t_true("W_K and W_V", strstr(heads, "33,554,432 -> 8,388,608 (x 0.25)") != NULL);
    t_true("KV", strstr(heads, "KV cache per token in B 524,288 -> 131,072 (x 0.25)") != NULL);
    t_true("case 18: attention", strstr(heads, "of the prefill unchanged") != NULL);
    t_true("parameters", strstr(heads, "8,835,567,616 -> 8,030,261,248") != NULL);
    const char *ffn = table_text(&t, "change", "FFN", "effect");
    /* 2 x 4096 x 16384 against 3 x 4096 x 14336, and twice that in FLOP */
    t_true("FFN", strstr(ffn, "134,217,728 -> 176,160,768") != NULL);
    t_true("FFN FLOP", strstr(ffn, "268,435,456 -> 352,321,536") != NULL);
    fw_view_design(&b, &b, &t, &arena);
    t_int("nothing changes", t.num_rows, 0);
    const struct fw_description moe =
        describe("moe", "MoE",
                 LLAMA "V=32000 d=4096 L=32 h=32 kv_heads=8 f=14336 num_experts=8 "
                       "k=2 max_position_embeddings=32768 W=4096");
    const struct fw_answer c = answer(&moe, NULL, 32768, 1, &arena);
    fw_view_design(&b, &c, &t, &arena);
    t_str("experts", table_text(&t, "change", "experts", "to"), "2 of 8 experts per token");
    t_str("window", table_text(&t, "change", "window", "to"), "4,096 tokens in 32 of 32 layers");
    /* 131,072 B x 32,768 tokens against 4,096 */
    t_true("window effect",
           strstr(table_text(&t, "change", "window", "effect"),
                  "KV cache of the batch in B 4,294,967,296 -> 536,870,912 (x 0.125)") != NULL);
}

/* Every quantity that has a place in `estimate --json` says the same there. */
static void test_quantities(void)
{
    const struct fw_description d = llama3_8b();
    const struct fw_hardware h100 = accelerator("h100", 989.5e12, 989.5e12);
    const struct fw_answer a = answer(&d, &h100, 8192, 1, &arena);
    struct fw_quantity_value v;
    struct fw_text out;
    struct fw_json j;
    struct fw_err err;
    fw_text_init(&out);
    fw_json_init(&j, &out, false);
    fw_json_estimate(&j, &a);
    for (size_t i = 0; i < fw_quantity_count; i++) {
        const struct fw_quantity_info *q = &fw_quantity_table[i];
        char digits[FW_REAL_LEN + FW_COUNT_LEN] = "null";
        t_status(q->name, fw_quantity_get(&a, q->name, &v, &err), FW_OK);
        if (v.exact)
            (void)fw_count_text(digits, v.count, '\0');
        else if (v.known)
            (void)fw_json_digits(digits, v.real);
        if (q->json_path[0] == '\0')
            continue;
        t_str(q->json_path, json_at(out.data, q->json_path), digits);
        t_status(q->json_path, fw_quantity_get(&a, q->json_path, &v, &err), FW_OK);
        t_true("a dimension", v.dim == q->dim);
    }
    fw_text_free(&out);

    static const struct {
        const char *name, *count;
    } others[] = {
        {"N", "8030261248"},
        {"W_Q", "16777216"},
        {"SUM(W_Q)", "536870912"},
        {"kv_token", "4096"},
        {"num_key_value_heads", "8"},
        {"L", "32"},
        {"d_h", "128"},
        {"kv_heads", "8"},
        {"train_6nt", "722723512320000000000000"},
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        t_status(others[i].name, fw_quantity_get(&a, others[i].name, &v, &err), FW_OK);
        t_u128(others[i].name, v.count, others[i].count);
    }
    t_status("a fact", fw_quantity_get(&a, "power", &v, &err), FW_OK);
    t_rel("700 W", v.real, 700, 0);
    t_true("W", v.dim == FW_DIM_POWER);
    static const char *const bad[] = {"", "kv_byte", "SUM(N)", "SUM()", "SUM(", "mlp", "nothing"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        t_status(bad[i], fw_quantity_get(&a, bad[i], &v, &err), FW_USAGE);
    t_status("near", fw_quantity_get(&a, "kv_byte", &v, &err), FW_USAGE);
    t_str("hint", err.hint, "did you mean kv_bytes?");
}

int main(void)
{
    fw_arena_init(&arena, 0);
    test_llama();
    test_bloom();
    test_request();
    test_compare();
    test_design();
    test_quantities();
    fw_arena_free(&arena);
    return t_done();
}
