#include "report/bundle.h"

#include <stdio.h>
#include <string.h>

enum { FILES_MAX = 4 + 2 * FW_FIGURE_COUNT, NAME_LEN = 40 };

struct bundle {
    const struct fw_answer *a;
    size_t n;
    struct fw_story_options options;
    struct fw_arena *arena;
    struct fw_err *err;
    enum fw_status status;
    size_t count;
    char name[FILES_MAX][NAME_LEN];
    struct fw_text text[FILES_MAX];
};

static struct fw_text *next_file(struct bundle *b, const char *stem, const char *ending)
{
    (void)snprintf(b->name[b->count], NAME_LEN, "%s.%s", stem, ending);
    return &b->text[b->count++];
}

static void make_story(struct bundle *b, enum fw_format format)
{
    struct fw_text *const text = next_file(b, "report", fw_format_names[format]);
    b->options.format = format;
    if (b->status == FW_OK)
        b->status = fw_story_write(b->a, b->n, &b->options, text, b->arena, b->err);
}

static void make_data(struct bundle *b)
{
    struct fw_text *const csv = next_file(b, "report", "csv");
    struct fw_text *const json = next_file(b, "report", "json");
    if (b->status == FW_OK)
        b->status = fw_story_csv(b->a, b->n, csv, b->arena, b->err);
    fw_story_json(b->a, b->n, json);
    if (b->status == FW_OK && !fw_text_ok(json))
        b->status = fw_fail(b->err, FW_SYSTEM, "out of memory for the report");
}

static void make_figure(struct bundle *b, enum fw_figure figure)
{
    static const struct fw_draw_options formats[] = {
        {.format = FW_DRAW_SVG},
#if !defined(FW_NO_CAIRO)
        {.format = FW_DRAW_PNG, .scale = 2}, /* 720 pixels wide, near 100 kB */
#endif
    };
    static const char *const endings[] = {"svg", "png"};
    struct fw_chart chart;
    if (b->status == FW_OK)
        b->status = fw_figure_make(figure, b->a, b->n, &chart, b->arena, b->err);
    for (size_t i = 0; i < sizeof formats / sizeof formats[0] && b->status == FW_OK; i++)
        b->status =
            fw_chart_write(&chart, &formats[i],
                           next_file(b, fw_figure_table[figure].name, endings[i]), NULL, b->err);
}

enum fw_status fw_bundle_write(const struct fw_answer *a, size_t n, fw_story_walk *walk,
                               void *walk_ctx, fw_bundle_sink *sink, void *sink_ctx,
                               struct fw_arena *arena, struct fw_err *err)
{
    struct bundle b = {.a = a,
                       .n = n,
                       .options = {.walk = walk, .walk_ctx = walk_ctx},
                       .arena = arena,
                       .err = err};
    for (size_t i = 0; i < FILES_MAX; i++)
        fw_text_init(&b.text[i]);
    make_story(&b, FW_FORMAT_MD);
    make_story(&b, FW_FORMAT_HTML);
    make_data(&b);
    for (int f = 0; f < FW_FIGURE_COUNT; f++)
        make_figure(&b, (enum fw_figure)f);
    struct fw_outfile files[FILES_MAX];
    for (size_t i = 0; i < b.count; i++)
        files[i] = (struct fw_outfile){b.name[i], b.text[i].data, b.text[i].len};
    if (b.status == FW_OK)
        b.status = sink(sink_ctx, files, b.count, err);
    for (size_t i = 0; i < FILES_MAX; i++)
        fw_text_free(&b.text[i]);
    return b.status;
}
