/* The story holds for any models: one, several, with and without what is known. Numbers come from
 * the design (section 7) or are derived by hand beside the row; bytes of the committed report are
 * compared by tests/reports.sh. */
#include "answer_text.h"
#include "base/fault.h"
#include "report/bibliography.h"
#include "report/bundle.h"
#include "t.h"

static struct fw_arena arena;
static struct fw_err err;

#define MIXTRAL                                                                                    \
    LLAMA "V=32000 d=4096 L=32 h=32 kv_heads=8 f=14336 num_experts=8 k=2 "                         \
          "max_position_embeddings=32768"
#define FALCON                                                                                     \
    "norm=layernorm position=rope mlp=gelu V=65024 d=4544 L=32 h=71 kv_heads=1 "                   \
    "f=18176 tied=1 max_position_embeddings=2048"
#define GEMMA3                                                                                     \
    LLAMA "V=262208 d=5376 L=62 h=32 kv_heads=16 head_dim=128 f=21504 tied=1 "                     \
          "sliding_window=1024 sliding_window_pattern=6 qk_norm=head norms_per_layer=4 "           \
          "max_position_embeddings=131072"
#define DEEPSEEK                                                                                   \
    LLAMA "V=129280 d=7168 L=61 h=128 q_lora_rank=1536 kv_lora_rank=512 "                          \
          "qk_nope_head_dim=128 qk_rope_head_dim=64 v_head_dim=128 f=18432"

static const char *story_of(const struct fw_answer *a, size_t n, enum fw_format format,
                            struct fw_text *out)
{
    const struct fw_story_options options = {.format = format};
    fw_text_init(out);
    t_status("story", fw_story_write(a, n, &options, out, &arena, &err), FW_OK);
    t_true("text", fw_text_ok(out) && out->len > 1000);
    return out->data;
}

static void has(const char *text, const char *part)
{
    t_true(part, strstr(text, part) != NULL);
}

static void lacks(const char *text, const char *part)
{
    t_true(part, strstr(text, part) == NULL);
}

/* ---- the two models of the design ------------------------------------------------------------ */

static void test_pair(void)
{
    static struct fw_description d[2];
    d[0] = llama3_8b();
    d[1] = gpt3_175b();
    const struct fw_hardware h100 = accelerator("h100-sxm", 989e12, 989e12);
    const struct fw_hardware v100 = accelerator("v100", (double)NAN, 125e12);
    const struct fw_answer a[2] = {answer(&d[0], &h100, 0, 1, &arena),
                                   answer(&d[1], &v100, 0, 1, &arena)};
    struct fw_text text;
    const char *const md = story_of(a, 2, FW_FORMAT_MD, &text);
    static const char *const parts[] = {
        /* DESIGN section 7 */
        "8,030,261,248",
        "174,604,259,328",
        "149,533,581,377,536",
        "131,943,542,816,768",
        "19,304,808,448",
        "7.2272351232e23",
        "0.42857 kg/kWh",
        "154.428 TFLOP/s",
        "15.61 %",
        "8.31 times",
        "21.74 times",
        "2.30 times the FLOP",
        "1/22 of the parameters",
        "50 times the training tokens",
        "1.00 GiB with GQA, 4.00 GiB with MHA",
        /* 1 - 1/4; 8.31 x 96/32; (8.03e9 - 6.98e9)/8.03e9 */
        "saves 75 %",
        "× 3 = 24.92",
        "13.1 % of LLaMA-3 8B",
        /* 4 of the 4 choices; f = 112 heads; 3 x 3.5 d^2, 2 x 4 d^2 */
        "4 of 4 choices change",
        "112 heads of 128",
        "10.5 `d`²",
        "8 `d`²",
        /* 500000/10000; 2 pi 500000^(126/128) */
        "50 times the 10,000",
        "2,559,196 tokens",
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        has(md, parts[i]);
    fw_text_free(&text);
    const char *const html = story_of(a, 2, FW_FORMAT_HTML, &text);
    has(html, "<html lang=\"en\">");
    has(html, "<var>W</var><sub>K</sub> = <var>d</var> × <var>h</var><sub>kv</sub>");
    has(html, "prefers-color-scheme: dark");
    lacks(html, "<script");
    fw_text_free(&text);
}

/* ---- any others ------------------------------------------------------------------------------ */

static const char *const shapes[] = {LLAMA3_8B, GPT2,     MIXTRAL,     FALCON,
                                     GEMMA3,    DEEPSEEK, LLAMA31_405B};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static void sound(const char *md)
{
    static const char *const wrong[] = {"nan ", "unknown times", " inf ", "(null)", "%!", "0x"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        lacks(md, wrong[i]);
}

static void test_others(void)
{
    static struct fw_description d[SHAPES];
    static struct fw_answer a[SHAPES];
    struct fw_text text;
    for (size_t i = 0; i < SHAPES; i++) {
        d[i] = describe("id", "Some model", shapes[i]);
        a[i] = answer(&d[i], NULL, 0, 1 + i % 2, &arena);
        sound(story_of(&a[i], 1, FW_FORMAT_MD, &text));
        has(text.data, "Nothing is known about the training run");
        lacks(text.data, "Side by side"); /* with whom? */
        fw_text_free(&text);
    }
    sound(story_of(a, SHAPES, FW_FORMAT_MD, &text));
    has(text.data, "Side by side");
    has(text.data, "405,853,388,800"); /* element count of Llama 3.1 405B on the hub */
    fw_text_free(&text);
}

static void test_hostile_names(void)
{
    static struct fw_description d;
    struct fw_text text;
    d = describe("x", "a<script>|`**[[$\x01&\"", LLAMA3_8B);
    const struct fw_answer a = answer(&d, NULL, 0, 1, &arena);
    const char *const html = story_of(&a, 1, FW_FORMAT_HTML, &text);
    lacks(html, "<script>");
    lacks(html, "\x01");
    has(html, "a&lt;script&gt;|`**[[$?&amp;&quot;");
    fw_text_free(&text);
    lacks(story_of(&a, 1, FW_FORMAT_MD, &text), "<script>");
    fw_text_free(&text);
}

/* ---- pieces ---------------------------------------------------------------------------------- */

static void test_marks(void)
{
    struct fw_text out;
    struct fw_doc d;
    fw_text_init(&out);
    fw_doc_init(&d, FW_FORMAT_HTML, &out, &arena);
    fw_doc_p(&d, "**a < b** `c_d` $h_kv$ [[one two]] 5 * 6 ** x");
    t_str("html", out.data,
          "<p><strong>a &lt; b</strong> <code>c_d</code> <span class=\"m\"><var>h</var>"
          "<sub>kv</sub></span> <a class=\"cite\" href=\"#src-one\">one</a> "
          "<a class=\"cite\" href=\"#src-two\">two</a> 5 * 6 ** x</p>\n");
    t_int("sources", (int)d.num_used, 2);
    fw_text_clear(&out);
    fw_doc_init(&d, FW_FORMAT_MD, &out, &arena);
    fw_doc_p(&d, "**a < b** `c_d` $h_kv$ [[one two]]");
    t_str("md", out.data, "**a &lt; b** `c_d` `h_kv` [one] [two]\n\n");
    fw_text_free(&out);
}

static void test_bibliography(void)
{
    const struct fw_reference *const r = fw_bibliography_find("vaswani2017");
    t_true("found", r != NULL && strcmp(r->title, "Attention Is All You Need") == 0);
    t_true("not found", fw_bibliography_find("nobody1900") == NULL);
    for (size_t i = 0; i < FW_EQ_COUNT; i++) { /* every source of an equation has its text */
        char ids[160];
        (void)snprintf(ids, sizeof ids, "%s", fw_eq_table[i].source);
        ids[strcspn(ids, " ")] = '\0';
        t_true(ids, fw_bibliography_find(ids) != NULL);
    }
}

/* ---- what goes wrong ------------------------------------------------------------------------- */

static enum fw_status bury(void *ctx, const struct fw_outfile *files, size_t n, struct fw_err *e)
{
    size_t *const count = ctx;
    (void)e;
    for (size_t i = 0; i < n; i++)
        t_true(files[i].path, files[i].n > 0);
    *count = n;
    return FW_SYSTEM;
}

static void test_errors(void)
{
    static struct fw_description d;
    struct fw_text out;
    size_t count = 0;
    d = llama3_8b();
    const struct fw_answer a = answer(&d, NULL, 0, 1, &arena);
    const struct fw_story_options md = {.format = FW_FORMAT_MD};
    fw_text_init(&out);
    t_status("no model", fw_story_write(&a, 0, &md, &out, &arena, &err), FW_USAGE);
    t_status("too many", fw_story_write(&a, FW_FIGURE_MODELS + 1, &md, &out, &arena, &err),
             FW_USAGE);
    t_status("the sink's answer", fw_bundle_write(&a, 1, NULL, NULL, bury, &count, &arena, &err),
             FW_SYSTEM);
    t_int("four formats, four charts in two", (int)count, 12);
    fw_text_free(&out);
}

/* Every amount of memory gives the story or FW_SYSTEM. */
static void test_memory(void)
{
    static struct fw_description d[2];
    d[0] = llama3_8b();
    d[1] = gpt3_175b();
    const struct fw_answer a[2] = {answer(&d[0], NULL, 0, 1, &arena),
                                   answer(&d[1], NULL, 0, 1, &arena)};
    const struct fw_story_options html = {.format = FW_FORMAT_HTML};
    enum fw_status status = FW_SYSTEM;
    for (size_t limit = 100; status != FW_OK && limit < (size_t)1 << 26; limit += limit / 2) {
        struct fw_arena small;
        struct fw_text out;
        fw_arena_init(&small, limit);
        fw_text_init(&out);
        status = fw_story_write(a, 2, &html, &out, &small, &err);
        t_true("story or no memory", status == FW_OK || status == FW_SYSTEM);
        fw_text_free(&out);
        fw_arena_free(&small);
    }
    t_status("in the end", status, FW_OK);
#ifdef FW_FAULTS
    for (long n = 1; n < 100000; n += 1 + n / 3) {
        struct fw_text out;
        fw_text_init(&out);
        fw_fault_countdown = n;
        status = fw_story_write(a, 2, &html, &out, &arena, &err);
        t_true("story or no memory", status == FW_OK || status == FW_SYSTEM);
        fw_fault_countdown = 0;
        fw_text_free(&out);
        if (status == FW_OK)
            break;
    }
#endif
}

int main(void)
{
    fw_arena_init(&arena, 0);
    test_pair();
    test_others();
    test_hostile_names();
    test_marks();
    test_bibliography();
    test_errors();
    test_memory();
    fw_arena_free(&arena);
    return t_done();
}
