/* draw_samples.h - descriptions of the charts that flopwatt is made for, with published numbers.
 * Sources: LLaMA-3 8B and GPT-3 175B shapes (Meta 2024; Brown et al. 2020, table 2.1); energy of
 * GPT-3 from Patterson et al. 2021, table 4; of LLaMA-3 from Meta's model card. */
#ifndef FW_TESTS_DRAW_SAMPLES_H
#define FW_TESTS_DRAW_SAMPLES_H

#include "draw/chart.h"

enum { SAMPLE_POINTS = 9, SAMPLE_HEADS = 6, SAMPLE_PARTS = 5 };

/* Holds what the descriptions point to. */
struct samples {
    double context[SAMPLE_POINTS];
    double flop[4][SAMPLE_POINTS], share[2][SAMPLE_POINTS], kv[SAMPLE_HEADS][SAMPLE_POINTS];
    struct fw_chart_series parts[SAMPLE_PARTS], flops[4], shares[2], caches[SAMPLE_HEADS],
        training[3];
    struct fw_panel parameter_panels[2], flop_panels[2], kv_panel, training_panels[3];
    struct fw_chart parameters, flop_chart, kv_chart, training_chart;
};

static const char *const sample_models[] = {"LLaMA-3 8B", "GPT-3 175B"};

static inline void sample_parameters(struct samples *s)
{
    static const char *const names[] = {"Embeddings", "Attention", "Feed-forward",
                                        "Norms and biases", "LM head"};
    static const double values[SAMPLE_PARTS][2] = {
        {525336576, 642723840},      {1342177280, 57982058496.0}, {5637144576.0, 115964116992.0},
        {266240, 15360000},          {525336576, 0},
    };
    for (size_t k = 0; k < SAMPLE_PARTS; k++)
        s->parts[k] = (struct fw_chart_series){.name = names[k], .y = values[k], .count = 2};
    for (size_t k = 0; k < 2; k++)
        s->parameter_panels[k] = (struct fw_panel){
            .kind = FW_CHART_STACKED,
            .y = {.label = k == 0 ? "Parameters" : "Share of parameters", .digits = 4},
            .series = s->parts, .series_count = SAMPLE_PARTS,
            .categories = sample_models, .category_count = 2, .share = k == 1};
    s->parameters = (struct fw_chart){
        .title = "Where the parameters are",
        .subtitle = "Position embeddings are counted with the embeddings; GPT-3 ties its LM head.",
        .source = "Source: derived from the published shapes.",
        .panels = s->parameter_panels, .panel_count = 2};
}

static inline void sample_flop(struct samples *s)
{
    static const double linear[] = {2 * 7504658432.0, 2 * 174563733504.0};
    static const double pairs[] = {4.0 * 32 * 4096, 4.0 * 96 * 12288};
    static const char *const names[] = {"LLaMA-3 8B", "without attention", "GPT-3 175B",
                                        "without attention"};
    const struct fw_chart_axis context = {.label = "Context", .unit = "tokens",
                                          .scale = FW_SCALE_LOG2, .prefix = FW_PREFIX_BINARY};
    for (size_t m = 0; m < 2; m++) {
        for (size_t i = 0; i < SAMPLE_POINTS; i++) {
            s->flop[2 * m][i] = linear[m] + pairs[m] * s->context[i];
            s->flop[2 * m + 1][i] = linear[m];
            s->share[m][i] = 100 * pairs[m] * s->context[i] / s->flop[2 * m][i];
        }
        s->shares[m] = (struct fw_chart_series){.name = sample_models[m], .x = s->context,
                                                .y = s->share[m], .count = SAMPLE_POINTS};
    }
    for (size_t k = 0; k < 4; k++)
        s->flops[k] = (struct fw_chart_series){.name = names[k], .x = s->context,
                                               .y = s->flop[k], .count = SAMPLE_POINTS,
                                               .dashed = k % 2 == 1};
    s->flop_panels[0] = (struct fw_panel){
        .kind = FW_CHART_LINE, .x = context, .series = s->flops, .series_count = 4,
        .y = {.label = "Forward pass", .unit = "FLOP per token", .tick_unit = "FLOP",
              .scale = FW_SCALE_LOG10}};
    s->flop_panels[1] = (struct fw_panel){
        .kind = FW_CHART_LINE, .x = context, .series = s->shares, .series_count = 2,
        .y = {.label = "Share of attention", .unit = "%", .prefix = FW_PREFIX_NONE,
              .from_zero = true, .at_least = 100}};
    s->flop_chart = (struct fw_chart){.title = "FLOP per token against context",
                                      .subtitle = "Full attention, one token at the end.",
                                      .panels = s->flop_panels, .panel_count = 2};
}

static inline void sample_kv(struct samples *s)
{
    static const char *const names[] = {"1 KV head", "2", "4", "8 (LLaMA-3)", "16", "32 (MHA)"};
    static const struct fw_chart_note memory = {FW_NOTE_LEVEL, 80e9, "80 GB: one H100"};
    for (size_t k = 0; k < SAMPLE_HEADS; k++) {
        /* 2 (K and V) x 32 layers x heads x 128 x 2 bytes */
        for (size_t i = 0; i < SAMPLE_POINTS; i++)
            s->kv[k][i] = 2.0 * 32 * (double)(1u << k) * 128 * 2 * s->context[i];
        s->caches[k] = (struct fw_chart_series){.name = names[k], .x = s->context, .y = s->kv[k],
                                                .count = SAMPLE_POINTS};
    }
    s->kv_panel = (struct fw_panel){
        .kind = FW_CHART_LINE, .series = s->caches, .series_count = SAMPLE_HEADS,
        .x = {.label = "Context", .unit = "tokens", .scale = FW_SCALE_LOG2,
              .prefix = FW_PREFIX_BINARY},
        .y = {.label = "KV cache", .unit = "bytes", .tick_unit = "B", .scale = FW_SCALE_LOG2,
              .prefix = FW_PREFIX_BINARY},
        .notes = &memory, .note_count = 1};
    s->kv_chart = (struct fw_chart){.title = "KV cache against context",
                                    .subtitle = "LLaMA-3 8B, bf16, batch 1.",
                                    .source = "Source: 2 x layers x KV heads x head width x 2.",
                                    .panels = &s->kv_panel, .panel_count = 1,
                                    .palette = FW_PALETTE_ORDERED};
}

static inline void sample_training(struct samples *s)
{
    static const char *const titles[] = {"Compute", "Energy", "Emissions"};
    static const char *const units[] = {"FLOP", "MWh", "t CO\u2082eq"};
    static const double values[3][2] = {{7.2272351232e23, 3.143e23}, {910, 1287}, {390, 552.1}};
    for (size_t k = 0; k < 3; k++) {
        s->training[k] = (struct fw_chart_series){.name = titles[k], .y = values[k], .count = 2};
        s->training_panels[k] = (struct fw_panel){
            .title = titles[k], .kind = FW_CHART_BARS, .vary = true,
            .y = {.unit = units[k], .prefix = k == 0 ? FW_PREFIX_POWER : FW_PREFIX_NONE,
                  .digits = 4},
            .series = &s->training[k], .series_count = 1,
            .categories = sample_models, .category_count = 2};
    }
    s->training_chart = (struct fw_chart){.title = "Training: compute, energy and emissions",
                                          .source = "Sources: model card; Patterson et al. 2021.",
                                          .panels = s->training_panels, .panel_count = 3,
                                          .columns = 3};
}

static inline void samples_make(struct samples *s)
{
    for (size_t i = 0; i < SAMPLE_POINTS; i++)
        s->context[i] = (double)(512u << i);
    sample_parameters(s);
    sample_flop(s);
    sample_kv(s);
    sample_training(s);
}

#endif
