/* test_input_reader.c - right files, and what comes out of them. */
#include <stdlib.h>

#include "t.h"
#include "core/estimate.h"
#include "input_text.h"

static struct input in;

static struct fw_opt value(enum fw_key key)
{
    return in.model.arch.key[key];
}

static void read_model(const char *name, const char *text)
{
    (void)input_read(&in, IN_MODEL, text);
    if (in.status != FW_OK)
        printf("    %s\n", input_message(&in, 0));
    t_status(name, in.status, FW_OK);
    t_int(name, in.diags.count, 0);
}

static void check_example_training(const struct fw_description *d)
{
    t_u128("tokens, exact", d->training.tokens, "15000000000000");
    t_abs("tokens", d->training.facts.val[FW_FACT_tokens], 15e12, 0);
    t_abs("device hours", d->training.facts.val[FW_FACT_device_hours], 1.3e6, 0);
    t_abs("device_power is power", d->training.facts.val[FW_FACT_power], 700, 0);
    t_abs("emissions in kg", d->training.facts.val[FW_FACT_emissions], 390000, 0);
    t_abs("40%", d->training.facts.val[FW_FACT_mfu], 0.4, 1e-15);
    t_true("unknown is NaN", isnan(d->training.facts.val[FW_FACT_pue]));
    t_int("boundary", d->training.energy_boundary, FW_BOUNDARY_CHIP);
    t_int("training dtype: the model's", d->training.dtype, FW_DTYPE_COUNT);
    t_str("hardware", d->training.hardware, "h100-sxm");
    t_int("published", d->num_published, 2);
    t_str("quantity", d->published[0].quantity, "parameters");
    t_u128("published exactly", d->published[0].value, "8030261248");
    t_int("exact", d->published[0].digits, 0);
    t_str("source of the section", d->published[0].source, "hub");
    t_u128("8B", d->published[1].value, "8000000000");
    t_int("digits", d->published[1].digits, 1);
    t_str("own source", d->published[1].source, "card");
    t_str("convention", d->published[1].note, "rounded");
}

/* DESIGN.md section 3, the example, word for word but for the sources. */
static void check_example(void)
{
    static const char text[] =
        "# models.d/llama-3-8b.yaml\n"
        "name: LLaMA-3 8B\ndeveloper: Meta\nreleased: 2024-04-18\n"
        "sources: {card: \"Llama 3 model card, Meta, 2024-04\",\n"
        "  hub: {text: element count, unverified: true}}\n"
        "architecture:\n  source: card\n  vocab_size: 128256\n  hidden_size: 4096\n"
        "  num_hidden_layers: 32\n  num_attention_heads: 32\n"
        "  num_key_value_heads: 8          # absent = num_attention_heads\n"
        "  head_dim: 128\n  intermediate_size: 14336\n  mlp: swiglu\n  norm: rmsnorm\n"
        "  position: {type: rope, theta: 500000}\n  max_position_embeddings: 8Ki\n"
        "  tie_word_embeddings: false\n  attention_bias: false\n  mlp_bias: false\n"
        "  dtype: bfloat16\n"
        "training:\n  source: card\n  tokens: 15T\n  hardware: h100-sxm\n  device_hours: 1.3M\n"
        "  device_power: 700 W\n  emissions: 390 t\n  energy_boundary: chip\n  mfu: 40%\n"
        "published:\n  source: hub\n  parameters: 8030261248\n"
        "  active_parameters: {value: 8B, digits: 1, source: card, note: rounded}\n"
        "note: >-\n  one\n  two\n";
    read_model("example", text);
    const struct fw_description *const d = &in.model;
    t_str("id", d->id, "t");
    t_str("name", d->name, "LLaMA-3 8B");
    t_str("developer", d->developer, "Meta");
    t_str("released", d->released, "2024-04-18");
    t_str("note", d->note, "one two");
    t_int("sources", d->num_sources, 2);
    t_str("source id", d->sources[0].id, "card");
    t_str("source text", d->sources[0].text, "Llama 3 model card, Meta, 2024-04");
    t_true("source verified", !d->sources[0].unverified);
    t_true("source unverified", d->sources[1].unverified);
    t_str("architecture source", d->arch_source, "card");
    t_int("vocab_size", value(FW_KEY_vocab_size).v, 128256);
    t_int("line of vocab_size", value(FW_KEY_vocab_size).line, 9);
    t_int("column of vocab_size", value(FW_KEY_vocab_size).col, 15);
    t_str("file of vocab_size", value(FW_KEY_vocab_size).file, "t.yaml");
    t_int("8Ki", value(FW_KEY_max_position_embeddings).v, 8192);
    t_int("mlp", value(FW_KEY_mlp).v, FW_SWIGLU);
    t_int("position", value(FW_KEY_position).v, FW_ROPE);
    t_abs("theta", value(FW_KEY_rope_theta).r, 500000, 0);
    t_int("dtype by alias", value(FW_KEY_dtype).v, FW_BF16);
    t_true("false is given", value(FW_KEY_tie_word_embeddings).given);
    t_true("absent is not", !value(FW_KEY_v_head_dim).given);
    t_true("training", d->training.present);
    check_example_training(d);
    input_end(&in);
}

static void check_bare(void)
{
    read_model("a description of one line", ARCH);
    t_str("name = id", in.model.name, "t");
    t_true("no training", !in.model.training.present);
    t_true("facts are unknown all the same", isnan(in.model.training.facts.val[FW_FACT_power]));
    t_int("no dtype", in.model.training.dtype, FW_DTYPE_COUNT);
    t_int("nothing published", in.model.num_published, 0);
    t_str("no developer", in.model.developer, NULL);
    input_end(&in);
}

/* Spellings that must give the same architecture. */
static void check_nested(void)
{
    read_model("nested forms",
               "architecture:\n  vocab_size: 32000\n  hidden_size: 4096\n  n_layers: 32\n"
               "  norm: {type: layernorm, eps: 1e-6, per_layer: 4}\n"
               "  position: {type: learned, num_embeddings: 2050, rotary_dim: 32,\n"
               "             interleaved: true}\n"
               "  attn_config: {n_heads: 32, kv_n_heads: 8}\n"
               "  mlp: {type: swiglu, bias: true, num_experts: 8, num_experts_per_tok: 2,\n"
               "        moe_intermediate_size: 14336, shared_expert_intermediate_size: 2048,\n"
               "        router_bias: true}\n");
    t_int("n_layers", value(FW_KEY_num_hidden_layers).v, 32);
    t_int("norm.type", value(FW_KEY_norm).v, FW_LAYERNORM);
    t_abs("norm.eps", value(FW_KEY_norm_eps).r, 1e-6, 0);
    t_int("norm.per_layer", value(FW_KEY_norms_per_layer).v, 4);
    t_int("position.type", value(FW_KEY_position).v, FW_LEARNED);
    t_int("position.num_embeddings", value(FW_KEY_num_position_embeddings).v, 2050);
    t_int("position.rotary_dim", value(FW_KEY_rotary_dim).v, 32);
    t_int("position.interleaved", value(FW_KEY_rope_interleaved).v, 1);
    t_int("attn_config.n_heads", value(FW_KEY_num_attention_heads).v, 32);
    t_int("attn_config.kv_n_heads", value(FW_KEY_num_key_value_heads).v, 8);
    t_int("mlp.bias", value(FW_KEY_mlp_bias).v, 1);
    t_int("mlp.num_experts", value(FW_KEY_num_experts).v, 8);
    t_int("mlp.num_experts_per_tok", value(FW_KEY_num_experts_per_tok).v, 2);
    t_int("mlp.moe_intermediate_size", value(FW_KEY_moe_intermediate_size).v, 14336);
    t_int("mlp.shared", value(FW_KEY_shared_expert_intermediate_size).v, 2048);
    t_int("mlp.router_bias", value(FW_KEY_router_bias).v, 1);
    t_int("line inside a nested form", value(FW_KEY_router_bias).line, 11);
    input_end(&in);
}

static void check_layers(void)
{
    read_model("layers",
               "architecture:\n  vocab_size: 100\n  hidden_size: 64\n  num_hidden_layers: 7\n"
               "  norm: rmsnorm\n  position: rope\n  sliding_window: 128\n  layers:\n"
               "    - {count: 3, num_attention_heads: 4, mlp: swiglu, intermediate_size: 160}\n"
               "    - count: 4\n      num_attention_heads: 8\n      sliding_window: null\n"
               "      mlp: {type: geglu, num_experts: 16}\n");
    const struct fw_arch *const a = &in.model.arch;
    t_int("entries", a->num_entries, 2);
    t_int("count", a->entries[0].count, 3);
    t_int("count of the second", a->entries[1].count, 4);
    t_int("heads of the second", a->entries[1].key[FW_KEY_num_attention_heads].v, 8);
    t_int("nested in a layer", a->entries[1].key[FW_KEY_num_experts].v, 16);
    t_int("line of an entry", a->entries[1].line, 10);
    t_true("absent in a layer", !a->entries[0].key[FW_KEY_sliding_window].given);
    t_true("null window in a layer: none", a->entries[1].key[FW_KEY_sliding_window].given &&
                                               a->entries[1].key[FW_KEY_sliding_window].v == 0);
    input_end(&in);
}

/* KV bytes per token of the model that was read, bf16, by core's equations. */
static fw_u128 kv_bytes_per_token(uint64_t context)
{
    struct fw_estimate e;
    struct fw_model m;

    if (fw_model_resolve(&in.model.arch, &m, &in.arena, &in.err) != FW_OK ||
        fw_estimate_init(&e, FW_MAX_GROUPS, &in.arena, &in.err) != FW_OK)
        return 0;
    struct fw_workload w = fw_workload_default(&m);
    w.context = context;
    if (fw_estimate_run(&m, &w, &e, &in.err) != FW_OK)
        return 0;
    return e.model[FW_EQ_KV_bytes] / context;
}

#define MIXTRAL                                                                                    \
    "{\"architecture\": {\"vocab_size\": 32768, \"hidden_size\": 6144, "                           \
    "\"num_hidden_layers\": 56, \"num_attention_heads\": 48, \"num_key_value_heads\": 8, "         \
    "\"intermediate_size\": 16384, \"num_experts\": 8, \"num_experts_per_tok\": 2, "               \
    "\"mlp\": \"swiglu\", \"norm\": \"rmsnorm\", \"position\": \"rope\""

/* Case 55: null, absent and the explicit default are one. 2*56*8*128*2 = 229376. JSON is YAML. */
static void check_case_55(void)
{
    static const char *const tails[] = {
        "}}", ",\n\t\"head_dim\": null}}", ", \"head_dim\": 128}}", ", \"head_dim\": ~}}",
        ", \"head_dim\": , \"sliding_window\": null, \"v_head_dim\": NULL}}"};
    char text[800];

    for (size_t i = 0; i < sizeof tails / sizeof tails[0]; i++) {
        (void)snprintf(text, sizeof text, "%s%s", MIXTRAL, tails[i]);
        read_model("case 55", text);
        t_u128("case 55: KV bytes per token", kv_bytes_per_token(1000), "229376");
        input_end(&in);
    }
}

/* Case 37: ways to say that there is no window; one that there is. 2*2*4*16*2 = 512 bytes. */
static void check_case_37(void)
{
    static const char *const without[] = {
        "",
        "  sliding_window: null\n",
        "  sliding_window: ~\n",
        "  sliding_window: 0\n",
        "  sliding_window: -1\n",
        "  sliding_window: 10\n  use_sliding_window: false\n",
        "  sliding_window: 128Ki\n",
    };
    char text[600];

    for (size_t i = 0; i < sizeof without / sizeof without[0]; i++) {
        (void)snprintf(text, sizeof text, "%s%s", ARCH_LINES, without[i]);
        read_model("case 37", text);
        t_u128("case 37: no window", kv_bytes_per_token(1000), "512");
        input_end(&in);
    }
    read_model("case 37", ARCH_LINES "  sliding_window: 10\n");
    t_u128("case 37: a window of 10 in 20 tokens", kv_bytes_per_token(20), "256");
    input_end(&in);
}

/* Case 41: spellings of a type, and those that say nothing. */
static void check_case_41(void)
{
    static const struct {
        const char *line;
        bool given;
        enum fw_dtype dtype;
    } rows[] = {
        {"  torch_dtype: bfloat16\n", true, FW_BF16},
        {"  dtype: bfloat16\n", true, FW_BF16},
        {"  dtype: torch.float16\n", true, FW_F16},
        {"  dtype: float32\n", true, FW_F32},
        {"  dtype: int8\n", true, FW_INT8},
        {"  dtype: INT4\n", true, FW_INT4},
        {"  dtype: null\n", false, FW_BF16},
        {"  dtype: auto\n", false, FW_BF16},
        {"", false, FW_BF16},
    };
    char text[600];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        (void)snprintf(text, sizeof text, "%s%s", ARCH_LINES, rows[i].line);
        read_model("case 41", text);
        t_int("case 41: given", value(FW_KEY_dtype).given, rows[i].given);
        if (rows[i].given)
            t_int("case 41: type", value(FW_KEY_dtype).v, rows[i].dtype);
        input_end(&in);
    }
}

/* Falcon: one head whatever num_kv_heads would default to. 2*2*1*16*2 = 128. */
static void check_multi_query(void)
{
    read_model("multi_query", ARCH_LINES "  multi_query: true\n");
    t_u128("multi_query: one head", kv_bytes_per_token(7), "128");
    input_end(&in);
}

/* Copies text with Windows line ends if crlf. */
static void with_line_ends(const char *text, bool crlf, char out[static 600])
{
    size_t n = 0;

    for (const char *s = text; *s != '\0' && n < 598; s++) {
        if (*s == '\n' && crlf)
            out[n++] = '\r';
        out[n++] = *s;
    }
    out[n] = '\0';
}

/* Case 64: what an editor does to a file does not change what it says. */
static void check_case_64(void)
{
    static const char *const texts[] = {
        ARCH_LINES,
        "\xef\xbb\xbf" ARCH_LINES,
        "---\n" ARCH_LINES,
        "---\n" ARCH_LINES "...\n",
        "%YAML 1.2\n---\n" ARCH_LINES,
        "architecture: {'vocab_size': 100, \"hidden_size\": 64, num_hidden_layers: 2, # two\n"
        "num_attention_heads: 4,\tintermediate_size: 160, mlp: \"swiglu\", norm: 'rmsnorm',\n"
        "position: rope}",
    };
    char text[600];

    for (size_t i = 0; i < 2 * (sizeof texts / sizeof texts[0]); i++) {
        with_line_ends(texts[i / 2], i % 2 == 1, text);
        read_model("case 64", text);
        t_int("case 64: vocab_size", value(FW_KEY_vocab_size).v, 100);
        t_int("case 64: norm", value(FW_KEY_norm).v, FW_RMSNORM);
        t_int("case 64: intermediate_size", value(FW_KEY_intermediate_size).v, 160);
        input_end(&in);
    }
    read_model("BOM", "\xef\xbb\xbf" ARCH_LINES "  head_dim: 16\n");
    t_int("BOM: the first line keeps its columns", value(FW_KEY_head_dim).col, 13);
    input_end(&in);
    read_model("no final newline", "name: x\n" ARCH_OPEN "}");
    t_str("no final newline: name", in.model.name, "x");
    input_end(&in);
}

/* Case 63: ordinary anchors work; tags that say what is there anyway are taken. */
static void check_anchors(void)
{
    read_model("anchors",
               "name: &n Tiny\ndeveloper: *n\narchitecture:\n  vocab_size: &v 64\n"
               "  hidden_size: *v\n  num_hidden_layers: !!int 2\n  num_attention_heads: 4\n"
               "  norm_eps: !!float 1e-6\n  mlp: !!str swiglu\n  norm: rmsnorm\n"
               "  position: &p {type: rope}\n  intermediate_size: !!int \"160\"\n"
               "  attention_bias: !!bool true\n  head_dim: !!null null\n  dtype: \"bf16\"\n");
    t_str("alias of a text", in.model.developer, "Tiny");
    t_int("alias of a number", value(FW_KEY_hidden_size).v, 64);
    t_int("place of an alias: its anchor", value(FW_KEY_hidden_size).line, 4);
    t_int("!!int", value(FW_KEY_num_hidden_layers).v, 2);
    t_int("!!int in quotes", value(FW_KEY_intermediate_size).v, 160);
    t_int("!!bool", value(FW_KEY_attention_bias).v, 1);
    t_true("!!null", !value(FW_KEY_head_dim).given);
    input_end(&in);
    read_model("redefined anchor", "name: &n a\nnote: &n b\ndeveloper: *n\n" ARCH);
    t_str("the anchor before the alias", in.model.developer, "b");
    input_end(&in);
}

/* Case 67: spellings of numbers, at the places where files have them. */
static void check_case_67(void)
{
    static const struct {
        const char *text;
        const char *want;
    } rows[] = {
        {"8k", "8000"},
        {"8K", "8000"},
        {"128Ki", "131072"},
        {"1M", "1000000"},
        {"1.5Mi", "1572864"},
        {"7B", "7000000000"},
        {"15T", "15000000000000"},
        {"1e6", "1000000"},
        {"+5", "5"},
        {"671.03B", "671030000000"},
    };
    char text[600];

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        (void)snprintf(text, sizeof text, "%straining: {tokens: %s}\npublished: {parameters: %s}\n",
                       ARCH, rows[i].text, rows[i].text);
        read_model("case 67", text);
        t_u128("case 67: tokens", in.model.training.tokens, rows[i].want);
        t_u128("case 67: parameters", in.model.published[0].value, rows[i].want);
        input_end(&in);
    }
    read_model("case 67", ARCH "published: {kv_bytes_per_token: 10 MiB}\n");
    t_u128("case 67: 10 MiB", in.model.published[0].value, "10485760");
    input_end(&in);
}

static void check_hardware(void)
{
    static const char text[] =
        "name: NVIDIA H100 SXM 80 GB\nvendor: NVIDIA\nyear: 2022\nform: SXM5\n"
        "peak: {fp64: 33.5 TFLOP/s, fp64_matrix: 67 TFLOP/s, bfloat16: 989.5 TFLOP/s,\n"
        "  int8: 1979 TOP/s, fp4: }\n"
        "memory: {size: 80 GB, bandwidth: 3.35 TB/s}\n"
        "link: {name: NVLink4, per_direction: 450 GB/s, total: 900 GB/s}\n"
        "power: {value: 700 W, term: TDP}\nsources: {nv: datasheet}\n"
        "unverified: [memory, link]\nnote: dense\n";
    const struct fw_hardware *const h = &in.hardware;

    t_status("hardware", input_read(&in, IN_HARDWARE, text), FW_OK);
    t_str("id", h->id, "t");
    t_str("name", h->name, "NVIDIA H100 SXM 80 GB");
    t_str("vendor", h->vendor, "NVIDIA");
    t_int("year", h->year, 2022);
    t_str("form", h->form, "SXM5");
    t_abs("fp64", h->peak[FW_F64], 33.5e12, 0);
    t_abs("bf16 by alias", h->peak[FW_BF16], 989.5e12, 0);
    t_abs("OP/s", h->peak[FW_INT8], 1979e12, 0);
    t_true("null peak", isnan(h->peak[FW_FP4]));
    t_true("absent peak", isnan(h->peak[FW_F16]));
    t_abs("80 GB at least", h->mem_bytes_min, 80e9, 0);
    t_abs("80 GB read as GiB", h->mem_bytes_max, 85899345920.0, 0);
    t_abs("bandwidth", h->mem_bw, 3.35e12, 0);
    t_abs("link", h->link_dir, 450e9, 0);
    t_str("link name", h->link_name, "NVLink4");
    t_abs("power", h->power, 700, 0);
    t_str("term", h->power_term, "TDP");
    t_str("unverified", h->unverified, "memory link");
    t_int("sources", h->num_sources, 1);
    t_str("note", h->note, "dense");
    input_end(&in);

    t_status("little hardware",
             input_read(&in, IN_HARDWARE,
                        "name: x\npeak: {fp32: 1 TFLOP/s}\npower: 0.35 kW\n"
                        "memory: {size: 96 GiB}\nlink: {total: 64 GB/s}\n"),
             FW_OK);
    t_abs("power without a term", h->power, 350, 0);
    t_abs("GiB is exact", h->mem_bytes_max, 96.0 * 1073741824.0, 0);
    t_abs("GiB is exact", h->mem_bytes_min, 96.0 * 1073741824.0, 0);
    t_abs("half of the total", h->link_dir, 32e9, 0);
    t_true("no bandwidth", isnan(h->mem_bw));
    t_int("no year", h->year, 0);
    input_end(&in);

    t_status("hardware without power", input_read(&in, IN_HARDWARE, "name: x\npeak: {fp32: 1T}\n"),
             FW_OK);
    t_true("unknown power", isnan(h->power));
    t_true("unknown memory", isnan(h->mem_bytes_min));
    t_true("unknown link", isnan(h->link_dir));
    input_end(&in);
}

static void check_grids(void)
{
    static const char text[] =
        "family: countries\nsources: {owid: x, ga: {text: y, unverified: true}}\n"
        "defaults: {kind: lifecycle, source: owid, year: 2023}\n"
        "grids:\n"
        "  - {id: usa, name: \"United States\", intensity: 0.369473 kg/kWh}\n"
        "  - {id: fra, intensity: 56 g/kWh, year: 2022, kind: direct, source: ga, pue: 1.2,\n"
        "     unverified: true, note: z}\n";
    const struct fw_grid *g = NULL;

    t_status("grids", input_read(&in, IN_GRIDS, text), FW_OK);
    t_int("rows", in.grids.num_grids, 2);
    t_int("sources of grids", in.grids.num_sources, 2);
    t_str("sorted", in.grids.grids[0].id, "fra");
    t_status("find", fw_grids_find(&in.grids, "USA", &g, &in.err), FW_OK);
    t_str("name", g->name, "United States");
    t_abs("intensity", g->intensity, 0.369473, 1e-15);
    t_int("year by default", g->year, 2023);
    t_str("kind by default", g->kind, "lifecycle");
    t_str("source by default", g->source, "owid");
    t_str("family", g->family, "countries");
    t_true("no PUE", isnan(g->pue));
    t_status("find", fw_grids_find(&in.grids, "fra", &g, &in.err), FW_OK);
    t_str("name = id", g->name, "fra");
    t_abs("g/kWh", g->intensity, 0.056, 1e-15);
    t_int("own year", g->year, 2022);
    t_str("own kind", g->kind, "direct");
    t_abs("pue", g->pue, 1.2, 0);
    t_true("unverified", g->unverified);
    t_status("unknown", fw_grids_find(&in.grids, "frx", &g, &in.err), FW_INPUT);
    t_str("unknown grid", in.err.msg, "unknown grid \"frx\"");
    t_str("nearest grid", in.err.hint, "did you mean fra?");
    input_end(&in);
}

int main(void)
{
    check_example();
    check_bare();
    check_nested();
    check_layers();
    check_case_37();
    check_case_41();
    check_case_55();
    check_case_64();
    check_case_67();
    check_multi_query();
    check_anchors();
    check_hardware();
    check_grids();
    return t_done();
}
