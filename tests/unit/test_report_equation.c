/* The simplified equations: every row of every kind of model keeps its value, and a few rows are
 * compared with what one writes by hand (docs/symbols.md has the letters). */
#include "arch_text.h"
#include "report/equation.h"
#include "t.h"

static struct fw_arena arena;
static struct fw_model model;
static struct fw_estimate e;

static void make(const char *text, enum fw_attention attention, enum fw_lm_head head)
{
    struct fw_err err;
    const struct fw_arch arch = arch_text(text);
    t_status("resolve", fw_model_resolve(&arch, &model, &arena, &err), FW_OK);
    struct fw_workload w = fw_workload_default(&model);
    w.batch = 3;
    w.attention = attention;
    w.lm_head = head;
    w.train_tokens = 1234567;
    w.adapter_params = 4321;
    t_status("init", fw_estimate_init(&e, model.num_groups, &arena, &err), FW_OK);
    t_status("run", fw_estimate_run(&model, &w, &e, &err), FW_OK);
}

static const char *const models[] = {
    "norm=rmsnorm position=rope mlp=swiglu V=128256 d=4096 L=32 h=32 kv_heads=8 f=14336 "
    "max_position_embeddings=8192",
    "norm=layernorm position=learned mlp=gelu attention_bias=1 mlp_bias=1 tied=1 V=50257 d=768 "
    "L=12 h=12 max_position_embeddings=1023",
    "norm=rmsnorm position=rope mlp=swiglu V=32000 d=4096 L=32 h=32 kv_heads=8 f=14336 "
    "num_experts=8 k=2 sliding_window=100 qk_norm=head lm_head_bias=1 embedding_norm=1",
    "norm=rmsnorm position=rope mlp=swiglu V=129280 d=7168 L=61 h=128 q_lora_rank=1536 "
    "kv_lora_rank=512 qk_nope_head_dim=128 qk_rope_head_dim=64 v_head_dim=128 f=18432",
};
enum { MODELS = sizeof models / sizeof models[0] };

static void check_row(bool layer, size_t row)
{
    const struct fw_equation_row r = {&e, layer, row, 0};
    struct fw_text digits;
    char want[FW_COUNT_LEN];
    fw_u128 value = 0;
    fw_text_init(&digits);
    t_true(fw_equation_info(&r)->id, fw_equation_value(&r, &value));
    fw_text_count(&digits, value, 0);
    t_str(fw_equation_info(&r)->id, digits.data, fw_count_text(want, fw_equation_result(&r), '\0'));
    fw_text_free(&digits);
}

static void test_values(void)
{
    for (int m = 0; m < MODELS; m++)
        for (int a = 0; a < FW_ATT_COUNT; a++) {
            make(models[m], (enum fw_attention)a, (enum fw_lm_head)a);
            for (size_t row = 0; row < FW_LEQ_COUNT; row++)
                check_row(true, row);
            for (size_t row = 0; row < FW_EQ_COUNT; row++)
                check_row(false, row);
        }
}

static void check_text(bool layer, size_t row, enum fw_equation_style style, const char *want)
{
    const struct fw_equation_row r = {&e, layer, row, 0};
    struct fw_text text;
    fw_text_init(&text);
    t_true(want, fw_equation_write(&r, style, &text));
    t_str(fw_equation_info(&r)->id, text.data, want);
    fw_text_free(&text);
}

#define LAYER(id, style, want) check_text(true, FW_LEQ_##id, FW_EQUATION_##style, want)
#define MODEL(id, style, want) check_text(false, FW_EQ_##id, FW_EQUATION_##style, want)

static void test_texts(void)
{
    make(models[0], FW_ATT_FULL, FW_HEAD_LAST);
    LAYER(W_K, SYMBOLS, "d × h_kv × d_h");
    LAYER(W_K, NUMBERS, "4,096 × 8 × 128");
    LAYER(W_K, HTML, "<var>d</var> × <var>h</var><sub>kv</sub> × <var>d</var><sub>h</sub>");
    LAYER(W_gate, SYMBOLS, "d × f"); /* g and E are flags or zero */
    LAYER(M_ffn, SYMBOLS, "3 × d × f");
    LAYER(P_attn_bias, SYMBOLS, "0");
    LAYER(kv_token, SYMBOLS, "h_kv × d_h × k_b + h_kv × d_v × v_b");
    LAYER(pairs_causal, SYMBOLS, "S_w × (S_w + 1) / 2");
    MODEL(N, SYMBOLS, "P_embed + P_layers + P_final_norm + P_head");
    MODEL(P_head, SYMBOLS, "V × d");
    MODEL(P_layers, SYMBOLS, "Σ P_layer");
    MODEL(P_layers, NUMBERS, "32 × 218,112,000"); /* DESIGN section 7 */
    MODEL(train_matmul_full, SYMBOLS, "3 × forward_full × T / (S × B)");
    make(models[1], FW_ATT_FULL, FW_HEAD_LAST);
    LAYER(W_gate, SYMBOLS, "0"); /* GELU has no gate */
    LAYER(M_ffn, SYMBOLS, "2 × d × f");
    LAYER(P_attn_bias, SYMBOLS, "h × d_h + h_kv × d_h + h_kv × d_v + d");
    MODEL(P_pos, SYMBOLS, "p × d");
    MODEL(P_head, SYMBOLS, "0"); /* tied */
}

static void test_names(void)
{
    struct fw_text out;
    fw_text_init(&out);
    fw_equation_name("prefill_attn_full", true, &out);
    t_str("name", out.data, "<var>prefill</var><sub>attn full</sub>");
    fw_text_clear(&out);
    fw_equation_name("W_Q", false, &out);
    t_str("plain name", out.data, "W_Q");
    fw_text_free(&out);
}

int main(void)
{
    fw_arena_init(&arena, 0);
    test_values();
    test_texts();
    test_names();
    fw_arena_free(&arena);
    return t_done();
}
