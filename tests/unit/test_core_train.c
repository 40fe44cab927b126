/* The chain FLOP -> hours -> energy -> CO2eq, and the explanations. Sources: DESIGN section 7,
 * cases from public trackers ("case N"), the Llama model cards. */
#include "arch_text.h"
#include "core/explain.h"
#include "core/steps.h"
#include "core/train.h"
#include "t.h"

#define LLAMA3_8B "norm=rmsnorm position=rope mlp=swiglu V=128256 d=4096 L=32 h=32 kv_heads=8 " \
                  "head_dim=128 f=14336 max_position_embeddings=8192"
#define GPT3 "norm=layernorm position=learned mlp=gelu attention_bias=1 mlp_bias=1 tied=1 " \
             "V=50257 d=12288 L=96 h=96 max_position_embeddings=2048"
#define LLAMA2_70B "norm=rmsnorm position=rope mlp=swiglu V=32000 d=8192 L=80 h=64 kv_heads=8 " \
                   "f=28672 max_position_embeddings=4096"

static struct fw_arena arena;

struct run {
    struct fw_model model;
    struct fw_description d;
    struct fw_train_request request;
    struct fw_train_result result;
    struct fw_diags diags;
    struct fw_err err;
    enum fw_status status;
};

static void start(struct run *r, const char *arch_keys)
{
    const struct fw_arch arch = arch_text(arch_keys);
    memset(r, 0, sizeof *r);
    t_status("resolve", fw_model_resolve(&arch, &r->model, &arena, &r->err), FW_OK);
    fw_train_request_init(&r->request);
    fw_facts_init(&r->d.training.facts);
    r->d.training.present = true;
    r->d.training.dtype = FW_DTYPE_COUNT;
}

static void solve(struct run *r)
{
    fw_diags_init(&r->diags);
    r->status = fw_train_run(&r->d, &r->model, &r->request, &r->result, &arena, &r->diags, &r->err);
}

static double fact(const struct run *r, enum fw_fact f)
{
    return r->result.chain.val[f];
}
#define FACT(r, id) fact(&(r), FW_FACT_##id)

static void disclose(struct run *r, enum fw_fact f, double value)
{
    r->d.training.facts.val[f] = value;
}

static struct fw_hardware device(double peak, double power)
{
    struct fw_hardware hw = {.id = "device", .power = power};
    for (int t = 0; t < FW_DTYPE_COUNT; t++)
        hw.peak[t] = NAN;
    hw.peak[FW_BF16] = peak;
    return hw;
}

static void start_llama3(struct run *r)
{
    start(r, LLAMA3_8B);
    r->d.training.tokens = UINT64_C(15000000000000);
    disclose(r, FW_FACT_device_hours, 1.3e6);
    disclose(r, FW_FACT_power, 700);
    disclose(r, FW_FACT_emissions, 390e3);
    disclose(r, FW_FACT_pue, 1.1);
}

static void test_llama3(void) /* DESIGN section 7 */
{
    const struct fw_hardware h100 = device(989.5e12, 700);
    struct run r;
    start_llama3(&r);
    r.request.hardware = &h100;
    solve(&r);
    t_status("llama-3-8b", r.status, FW_OK);
    t_u128("6NT", r.result.flop[FW_RULE_6NT], "722723512320000000000000");
    t_abs("TFLOP/s per device", FACT(r, flop_per_s) / 1e12, 154.428, 0.0005);
    t_abs("MFU", FACT(r, mfu), 0.1561, 0.00005);
    t_rel("kWh", r.result.energy_J / 3.6e6, 910000, 1e-9);
    t_int("boundary", r.result.boundary, FW_BOUNDARY_CHIP);
    t_abs("kg/kWh", r.result.intensity, 0.42857, 0.000005);
    t_abs("grid kg/kWh: 390 t / (910 MWh x 1.1)", FACT(r, intensity), 0.38961, 0.000005);
    t_int("nothing contradicts", r.diags.count, 0);
}

/* Each of tokens, devices, time, MFU as the unknown. By hand:
 * 7.2272351232e23 / (0.4 x 989.5e12 x 1024) = 1,783,185 s = 20.638717 days. */
static void test_directions(void)
{
    const struct fw_hardware h100 = device(989.5e12, 700);
    const double days = 86400;
    struct run r;
    start_llama3(&r);
    r.request.hardware = &h100;
    r.request.given.val[FW_FACT_mfu] = 0.4;
    r.request.given.val[FW_FACT_devices] = 1024;
    solve(&r);
    t_abs("days", FACT(r, time) / days, 20.638717, 0.0000005);
    t_abs("hours", FACT(r, device_hours), 7.2272351232e23 / (0.4 * 989.5e12) / 3600, 0.5);

    start_llama3(&r);
    r.request.hardware = &h100;
    r.request.given.val[FW_FACT_mfu] = 0.4;
    r.request.given.val[FW_FACT_time] = 20 * days;
    solve(&r);
    t_abs("devices round up: 1056.70", FACT(r, devices), 1057, 0);
    t_abs("exact devices", r.result.chain.devices_exact, 1056.7023, 0.0001);

    start_llama3(&r);
    r.request.hardware = &h100;
    r.request.given.val[FW_FACT_devices] = 1024;
    r.request.given.val[FW_FACT_time] = 20.638717 * days;
    solve(&r);
    t_abs("MFU", FACT(r, mfu), 0.4, 1e-6);

    start_llama3(&r);
    r.request.hardware = &h100;
    r.request.given.val[FW_FACT_devices] = 1024;
    r.request.given.val[FW_FACT_time] = 20.638717 * days;
    r.request.given.val[FW_FACT_mfu] = 0.4;
    solve(&r);
    t_true("tokens are the unknown", r.result.tokens_derived);
    t_rel("tokens", fw_count_double(r.result.tokens), 15e12, 1e-6);
}

static void test_case_44(void)
{
    const struct fw_hardware a100 = device(312e12, 400);
    struct run r;
    start(&r, LLAMA2_70B);
    r.d.training.tokens = UINT64_C(2000000000000);
    disclose(&r, FW_FACT_device_hours, 1720320);
    r.request.hardware = &a100;
    solve(&r);
    t_abs("MFU of Llama-2-70B", FACT(r, mfu), 0.42837, 0.000005);
    r.request.given.val[FW_FACT_mfu] = 0.4;
    solve(&r);
    t_true("0.40 contradicts the hours", r.diags.count > 0);
    t_status("but is allowed", r.status, FW_OK);
}

static void test_gpt3(void) /* Patterson et al. 2021, table 4 */
{
    const struct fw_hardware v100 = device(125e12, 300);
    struct run r;
    start(&r, GPT3);
    r.d.training.tokens = UINT64_C(300000000000);
    disclose(&r, FW_FACT_device_hours, 3.552e6);
    disclose(&r, FW_FACT_power, 330);
    disclose(&r, FW_FACT_pue, 1.1);
    disclose(&r, FW_FACT_energy_facility, 1287e6 * 3600);
    disclose(&r, FW_FACT_intensity, 0.429);
    disclose(&r, FW_FACT_emissions, 552.1e3);
    r.d.training.energy_boundary = FW_BOUNDARY_FACILITY;
    r.request.hardware = &v100;
    solve(&r);
    t_status("gpt-3", r.status, FW_OK);
    t_abs("TFLOP/s", FACT(r, flop_per_s) / 1e12, 24.6, 0.05);
    t_abs("MFU", FACT(r, mfu), 0.197, 0.0005);
    t_abs("MWh", r.result.energy_J / 3.6e9, 1287, 2.5); /* 3.552M h x 330 W x 1.1 = 1289 */
    t_abs("t", FACT(r, emissions) / 1e3, 552.1, 1.5);
    t_int("consistent within 1 %", r.diags.count, 0);
}

static void test_bloom(void) /* case 48 */
{
    struct run r;
    start(&r, LLAMA2_70B);
    disclose(&r, FW_FACT_device_hours, 1082990);
    disclose(&r, FW_FACT_power, 400);
    disclose(&r, FW_FACT_intensity, 0.057);
    disclose(&r, FW_FACT_idle_energy, 256646e3 * 3600);
    disclose(&r, FW_FACT_embodied, 11200);
    solve(&r);
    t_rel("kWh", r.result.energy_J / 3.6e6, 433196, 1e-9);
    t_rel("t, devices", FACT(r, emissions) / 1e3, 24.692172, 1e-6);
    t_rel("t, idle", FACT(r, idle_emissions) / 1e3, 14.628822, 1e-6);
    t_true("the missing PUE is named", r.diags.count == 1);
}

static void test_refused(void)
{
    const struct fw_hardware a100 = device(312e12, 400);
    struct run r;
    start_llama3(&r);
    r.request.hardware = &a100;
    disclose(&r, FW_FACT_device_hours, 0.2e6); /* 7.2e23 / (2e5 h x 3600 s) = 1004 TFLOP/s */
    solve(&r);
    t_status("MFU above 1", r.status, FW_INPUT);
    t_str("key", r.err.key, "mfu");
    t_true("causes", strstr(r.err.hint, "sparse") != NULL);

    start_llama3(&r);
    r.request.given.val[FW_FACT_pue] = 0.9;
    solve(&r);
    t_status("PUE below 1", r.status, FW_INPUT);

    start_llama3(&r);
    r.request.given.val[FW_FACT_devices] = 100;
    r.request.given.val[FW_FACT_time] = 3600;
    r.request.given.val[FW_FACT_device_hours] = 150; /* 100 devices x 1 h = 100 */
    solve(&r);
    t_status("contradiction", r.status, FW_INPUT);

    start_llama3(&r);
    disclose(&r, FW_FACT_energy_chip, 1000e6 * 3600); /* 1,000 MWh against 910 */
    solve(&r);
    t_status("disclosed contradiction", r.status, FW_OK);
    t_true("is a warning", r.diags.count > 0 && r.diags.list[0].severity == FW_WARNING);
}

static void test_lora(void) /* case 47: (2 + r) / 3 of 6N */
{
    struct run r;
    start(&r, "norm=rmsnorm position=rope mlp=swiglu V=128256 d=8192 L=80 h=64 kv_heads=8 f=28672 "
              "max_position_embeddings=8192");
    r.request.tokens = 1000;
    r.request.adapter_params = 175636480;
    solve(&r);
    t_abs("case 47", fw_count_double(r.result.flop[FW_RULE_LORA]) /
                         fw_count_double(r.result.flop[FW_RULE_6NT]), 0.66750, 0.000005);
}

static void test_state(void) /* case 40: 6.7e9 parameters */
{
    static const struct {
        const char *name;
        double gigabytes;
    } row[] = {{"fp32", 80.4}, {"mixed", 107.2}, {"mixed-fp32-grad", 120.6}, {"megatron", 134}};
    for (size_t i = 0; i < fw_state_count; i++) {
        fw_u128 bytes = 0;
        for (const struct fw_state_item *item = fw_state_table[i].item;
             item < fw_state_table[i].item + 6 && item->name != NULL; item++)
            bytes += fw_state_bytes(UINT64_C(6700000000), item->dtype);
        t_str("recipe", fw_state_table[i].name, row[i].name);
        t_rel("case 40", fw_count_double(bytes) / 1e9, row[i].gigabytes, 1e-12);
    }
}

static void count_symbol(void *ctx, const char *id, fw_u128 value, const char *meaning)
{
    struct fw_text *t = ctx;
    fw_text_printf(t, "%s=", id);
    fw_text_count(t, value, 0);
    fw_text_putc(t, ';');
    t_true("meaning", meaning != NULL && meaning[0] != '\0');
}

static void test_explain(void)
{
    struct run r;
    struct fw_estimate e;
    struct fw_text t;
    bool layer = false;
    size_t row = 0;
    start(&r, LLAMA3_8B);
    const struct fw_workload w = fw_workload_default(&r.model);
    t_status("init", fw_estimate_init(&e, r.model.num_groups, &arena, &r.err), FW_OK);
    t_status("run", fw_estimate_run(&r.model, &w, &e, &r.err), FW_OK);
    fw_text_init(&t);
    t_true("F_linear", fw_eq_find("F_linear", &layer, &row) && layer);
    t_str("text", fw_layer_eq_table[row].text, "2*M_layer*S*B");
    fw_explain_numbers(&e, layer, row, 0, &t);
    t_str("numbers", t.data, "2*218103808*8192*1");
    fw_text_clear(&t);
    fw_explain_symbols(&e, layer, row, 0, count_symbol, &t);
    t_str("symbols", t.data, "M_layer=218103808;S=8192;B=1;");
    fw_text_clear(&t);
    t_true("KV_bytes", fw_eq_find("KV_bytes", &layer, &row) && !layer);
    fw_explain_symbols(&e, layer, row, 0, count_symbol, &t);
    t_str("sum", t.data, "SUM(kv_bytes)=1073741824;");
    fw_text_clear(&t);
    start_llama3(&r);
    solve(&r);
    fw_explain_link(&r.result.chain, FW_FACT_energy_chip, &t);
    t_str("link", t.data, "energy_chip = 3600 x power x device_hours");
    fw_text_clear(&t);
    fw_explain_link(&r.result.chain, FW_FACT_flop_per_s, &t);
    t_str("link turned", t.data, "flop_per_s = flop / (3600 x device_hours)");
    fw_text_free(&t);
}

/* Shapes of the data flow in the seed document: 4096 -> W_K [4096, 1024] -> 1024, and so on. */
static void test_steps(void)
{
    static const struct {
        const char *id, *w_r, *w_c, *out_c;
    } want[] = {
        {"q", "4096", "4096", "4096"}, {"k", "4096", "1024", "1024"},
        {"v", "4096", "1024", "1024"}, {"o", "4096", "4096", "4096"},
        {"gate", "4096", "14336", "14336"}, {"up", "4096", "14336", "14336"},
        {"down", "14336", "4096", "4096"}, {"lm_head", "4096", "128256", "128256"},
    };
    struct run r;
    struct fw_estimate e;
    struct fw_step *steps;
    size_t count, found = 0;
    start(&r, LLAMA3_8B);
    struct fw_workload w = fw_workload_default(&r.model);
    t_status("init", fw_estimate_init(&e, r.model.num_groups, &arena, &r.err), FW_OK);
    t_status("run", fw_estimate_run(&r.model, &w, &e, &r.err), FW_OK);
    t_status("steps", fw_steps_prefill(&r.model, &e, &steps, &count, &arena, &r.err), FW_OK);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < sizeof want / sizeof want[0]; k++)
            if (strcmp(steps[i].id, want[k].id) == 0) {
                t_u128(want[k].id, steps[i].w[0], want[k].w_r);
                t_u128(want[k].id, steps[i].w[1], want[k].w_c);
                t_u128(want[k].id, steps[i].out[1], want[k].out_c);
                t_true("product", steps[i].product);
                found++;
            }
    t_int("all found", found, sizeof want / sizeof want[0]);
    t_status("decode", fw_steps_decode(&r.model, &w, &e, &steps, &count, &arena, &r.err), FW_OK);
    fw_u128 flop = 0;
    for (size_t i = 0; i < count; i++)
        flop += steps[i].flop * (steps[i].where == FW_STEP_LAYER ? 32u : 1u);
    t_u128("decode of token 8193", flop, "19304808448"); /* DESIGN section 7 */
}

int main(void)
{
    fw_arena_init(&arena, 0);
    test_llama3();
    test_directions();
    test_case_44();
    test_gpt3();
    test_bloom();
    test_refused();
    test_lora();
    test_state();
    test_explain();
    test_steps();
    fw_arena_free(&arena);
    return t_done();
}
