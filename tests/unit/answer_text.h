/* answer_text.h - answers for tests of report, without input/: architectures as in arch_text.h,
 * training runs as lists of facts. */
#ifndef FW_TESTS_ANSWER_TEXT_H
#define FW_TESTS_ANSWER_TEXT_H

#include "arch_text.h"
#include "report/answer.h"
#include "t.h"

#define LLAMA "norm=rmsnorm position=rope mlp=swiglu "
#define LLAMA3_8B                                                                                  \
    LLAMA "V=128256 d=4096 L=32 h=32 kv_heads=8 head_dim=128 f=14336 "                             \
          "theta=500000 max_position_embeddings=8192 dtype=bf16"
#define LLAMA2_7B LLAMA "V=32000 d=4096 L=32 h=32 f=11008 max_position_embeddings=4096 dtype=bf16"
#define LLAMA31_405B                                                                               \
    LLAMA "V=128256 d=16384 L=126 h=128 kv_heads=8 f=53248 "                                       \
          "max_position_embeddings=131072 dtype=bf16"
#define GPT  "norm=layernorm position=learned mlp=gelu attention_bias=1 mlp_bias=1 tied=1 "
#define GPT3 GPT "V=50257 d=12288 L=96 h=96 max_position_embeddings=2048 dtype=fp16"
#define GPT2 GPT "V=50257 d=768 L=12 h=12 max_position_embeddings=1024 dtype=fp32"

struct fact_text {
    enum fw_fact fact;
    double value;
};

static inline struct fw_description describe(const char *id, const char *name, const char *arch)
{
    struct fw_description d;
    memset(&d, 0, sizeof d);
    d.id = id;
    d.name = name;
    d.arch = arch_text(arch);
    fw_facts_init(&d.training.facts);
    d.training.dtype = FW_DTYPE_COUNT;
    return d;
}

static inline void disclose(struct fw_description *d, fw_u128 tokens, enum fw_boundary boundary,
                            const struct fact_text *facts, size_t n)
{
    d->training.present = true;
    d->training.tokens = tokens;
    d->training.energy_boundary = boundary;
    for (size_t i = 0; i < n; i++)
        d->training.facts.val[facts[i].fact] = facts[i].value;
}

/* Llama 3 model card: 15T+ tokens, 1.3M hours of H100 at 700 W, 390 t; PUE as for LLaMA. */
static inline struct fw_description llama3_8b(void)
{
    static const struct fact_text facts[] = {{FW_FACT_device_hours, 1.3e6},
                                             {FW_FACT_power, 700},
                                             {FW_FACT_pue, 1.1},
                                             {FW_FACT_emissions, 390e3}};
    struct fw_description d = describe("llama-3-8b", "LLaMA-3 8B", LLAMA3_8B);
    disclose(&d, (fw_u128)15000000 * 1000000, FW_BOUNDARY_CHIP, facts, 4);
    d.training.hardware = "h100-sxm";
    d.training.sequence_length = 8192;
    return d;
}

/* Patterson et al. 2021, Table 4. */
static inline struct fw_description gpt3_175b(void)
{
    static const struct fact_text facts[] = {
        {FW_FACT_device_hours, 3.552e6},
        {FW_FACT_power, 330},
        {FW_FACT_devices, 10000},
        {FW_FACT_pue, 1.1},
        {FW_FACT_energy_facility, 1287 * 3.6e9},
        {FW_FACT_intensity, 0.429},
        {FW_FACT_emissions, 552.1e3},
        {FW_FACT_flop_per_s, 24.6e12},
    };
    struct fw_description d = describe("gpt-3-175b", "GPT-3 175B", GPT3);
    disclose(&d, (fw_u128)300000 * 1000000, FW_BOUNDARY_FACILITY, facts, 8);
    d.training.dtype = FW_F16;
    d.training.hardware = "v100-sxm2-32gb";
    d.training.sequence_length = 2048;
    return d;
}

static inline struct fw_hardware accelerator(const char *id, double bf16, double fp16)
{
    struct fw_hardware hw;
    memset(&hw, 0, sizeof hw);
    hw.id = hw.name = id;
    for (int i = 0; i < FW_DTYPE_COUNT; i++)
        hw.peak[i] = (double)NAN;
    hw.peak[FW_BF16] = bf16;
    hw.peak[FW_F16] = fp16;
    hw.mem_bytes_min = 80e9;
    hw.mem_bytes_max = 80 * 0x1p30;
    hw.mem_bw = hw.link_dir = hw.power = (double)NAN;
    return hw;
}

/* The answer for a description that outlives it; stops the test program if there is none. */
static inline struct fw_answer answer(const struct fw_description *d, const struct fw_hardware *hw,
                                      uint64_t context, uint64_t batch, struct fw_arena *arena)
{
    struct fw_answer a;
    struct fw_err err = {FW_OK, 0, 0, "", "", "", ""};
    struct fw_workload w = {.context = context,
                            .batch = batch,
                            .dtype = FW_DTYPE_COUNT,
                            .k_dtype = FW_DTYPE_COUNT,
                            .v_dtype = FW_DTYPE_COUNT};
    const enum fw_status status = fw_answer_make(d, &w, NULL, hw, &a, arena, NULL, &err);
    t_status("answer", status, FW_OK);
    if (status != FW_OK) {
        printf("    %s: %s\n", err.key, err.msg);
        exit(99);
    }
    return a;
}

#endif
