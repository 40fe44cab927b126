/* test_kernel_stories.c - a real trained model of 260,032 parameters.
 *
 * Expected: token ids and logits computed in float64 by an independent program from the same
 * weights; the published text of greedy decoding, 200 steps, no prompt (llama2.c, test_all.py).
 * Weights, text and tokenizer are not part of the repository: they are looked for in
 * $FLOPWATT_CORPUS/weights, else in ../shared/corpus/weights. */
#include "kernel_text.h"

enum { VOCAB = 512, STEPS = 200, POSITIONS = 8, KNOWN = 81 };

static const uint32_t known_tokens[KNOWN] = {
    1, 403, 407, 261, 378, 432, 383, 286, 261, 376, 298, 315, 421, 395, 317, 426, 338, 401,
    396, 267, 337, 410, 408, 419, 292, 411, 322, 265, 282, 295, 433, 426, 385, 328, 432, 358,
    394, 261, 370, 432, 352, 266, 268, 388, 426, 338, 391, 266, 267, 337, 335, 312, 432, 398,
    312, 286, 267, 414, 270, 333, 415, 426, 13, 438, 310, 439, 419, 357, 336, 432, 313, 438,
    310, 432, 278, 316, 439, 419, 298, 414, 267,
};

static const struct {
    uint32_t input;
    struct {
        uint32_t token;
        double logit;
    } top[8];
    double sum, first, last; /* of all logits; of tokens 0 and 511 */
} known[POSITIONS] = {
    {1,
     {{403, 17.023515}, {385, 15.406213}, {410, 13.108263}, {317, 12.76917}, {407, 12.418087},
      {274, 12.301139}, {368, 11.332504}, {301, 11.245799}},
     -1070.17223, -6.222914, -4.405519},
    {403,
     {{407, 18.459985}, {383, 14.291061}, {261, 10.89797}, {403, 10.662057}, {432, 10.313798},
      {322, 9.87546}, {410, 9.573019}, {353, 8.71076}},
     -2162.15783, -9.589456, -7.435736},
    {407,
     {{261, 17.136965}, {407, 11.710215}, {383, 11.169444}, {286, 10.211065}, {272, 9.922194},
      {344, 9.482897}, {397, 9.297736}, {404, 9.259849}},
     -2808.68608, -12.141098, -8.974551},
    {261,
     {{378, 18.874388}, {276, 11.028176}, {328, 9.880167}, {323, 8.789386}, {376, 8.194146},
      {416, 7.761691}, {370, 7.427694}, {297, 7.424828}},
     -1423.078, -6.714255, -5.047703},
    {378,
     {{432, 17.799398}, {383, 14.281259}, {322, 9.709651}, {353, 9.58729}, {323, 9.134243},
      {298, 8.934913}, {387, 8.635525}, {426, 8.625165}},
     -2256.85245, -10.136578, -8.076282},
    {432,
     {{383, 18.605126}, {322, 15.694114}, {261, 14.140102}, {353, 11.74513}, {410, 10.837374},
      {407, 10.832787}, {265, 10.475428}, {318, 9.943199}},
     -1422.56807, -6.34501, -5.576169},
    {383,
     {{286, 17.756089}, {382, 12.925028}, {397, 12.654901}, {261, 9.58868}, {381, 9.245252},
      {383, 9.169098}, {284, 9.041427}, {401, 8.983728}},
     -2473.87088, -10.268991, -8.218306},
    {286,
     {{261, 19.51595}, {399, 10.316191}, {262, 10.033272}, {384, 10.0062}, {284, 9.834574},
      {410, 9.723766}, {265, 9.551327}, {344, 9.396403}},
     -1982.8418, -9.045455, -7.123434},
};

static const char *corpus(const char *name, char *buf, size_t size)
{
    const char *base = getenv("FLOPWATT_CORPUS");
    (void)snprintf(buf, size, "%s/weights/%s", base != NULL ? base : "../shared/corpus", name);
    return buf;
}

static size_t read_file(const char *name, char *buf, size_t size)
{
    char path[300];
    FILE *f = fopen(corpus(name, path, sizeof(path)), "rb");
    const size_t n = f != NULL ? fread(buf, 1, size, f) : 0;
    if (f != NULL) {
        (void)fclose(f);
    }
    return n;
}

/* Layout of tok512.bin: int32 longest, then per token float32 score, int32 length, the bytes. */
static void append_piece(const char *file, size_t size, uint32_t token, bool first, char *out)
{
    size_t at = 4;
    int32_t n = 0;
    for (uint32_t i = 0; at + 8 <= size; i++) {
        memcpy(&n, file + at + 4, sizeof(n));
        if (i == token) {
            break;
        }
        at += 8 + (size_t)n;
    }
    const char *piece = file + at + 8;
    unsigned byte;
    char raw[8] = "";
    memcpy(raw, piece, n < 7 ? (size_t)n : 7);
    if (sscanf(raw, "<0x%2X>", &byte) == 1) {
        (void)snprintf(out + strlen(out), 2, "%c", (int)byte);
    } else {
        const int skip = first && n > 0 && piece[0] == ' ' ? 1 : 0;
        (void)snprintf(out + strlen(out), 64, "%.*s", n - skip, piece + skip);
    }
}

/* Greedy decoding of STEPS tokens from BOS. */
static size_t decode(struct fw_kernel *k, uint32_t *out)
{
    struct fw_err err;
    uint32_t token = 1;
    size_t n = 0;
    for (; n < STEPS && (token != 1 || n == 0); n++) {
        if (fw_kernel_decode(k, &token, &err) != FW_OK) {
            break;
        }
        out[n] = token = fw_kernel_argmax(k, 0);
    }
    return n;
}

static void check_text(struct fw_kernel *k, const char *name)
{
    static char tokenizer[8192], want[1024], text[STEPS * 8 + 64];
    static uint32_t out[STEPS];
    const size_t size = read_file("tok512.bin", tokenizer, sizeof(tokenizer));
    const size_t n = read_file("stories260K.greedy200.txt", want, sizeof(want) - 1);
    want[n] = text[0] = '\0';
    const size_t steps = decode(k, out);
    for (size_t i = 0; i < steps; i++) {
        append_piece(tokenizer, size, out[i], i == 0, text);
    }
    t_true("tokenizer and text are there", size > 0 && n > 0);
    t_str(name, text, want);
    for (size_t i = 0; i + 1 < KNOWN; i++) {
        if (out[i] != known_tokens[i + 1]) {
            t_int("token by token", out[i], known_tokens[i + 1]);
            return;
        }
    }
    t_int("first known tokens", steps >= KNOWN, 1);
}

static void check_logits(struct fw_kernel *k)
{
    struct fw_err err;
    t_status("a new text", fw_kernel_set_length(k, 0, &err), FW_OK);
    for (size_t p = 0; p < POSITIONS; p++) {
        t_status("decode", fw_kernel_decode(k, &known[p].input, &err), FW_OK);
        const float *v = fw_kernel_logits(k, 0);
        double sum = 0.0;
        for (size_t i = 0; i < VOCAB; i++) {
            sum += (double)v[i];
        }
        for (size_t i = 0; i < 8; i++) {
            t_abs("logit", v[known[p].top[i].token], known[p].top[i].logit, 1e-4);
        }
        t_abs("logit of token 0", v[0], known[p].first, 1e-4);
        t_abs("logit of token 511", v[511], known[p].last, 1e-4);
        t_abs("sum of logits", sum, known[p].sum, 512 * 1e-5);
    }
}

static void run(const struct fw_model *m, const char *path, size_t variant)
{
    static struct fw_kernel_config c;
    struct fw_err err = {.status = FW_OK};
    struct fw_weights *w = NULL;
    const struct fw_kernel_options o = {.threads = 1, .variant = fw_kernel_variant_name(variant),
                                        .dtype_given = true, .dtype = FW_F32};
    t_status("configure", fw_kernel_configure(m, &o, &c, &err), FW_OK);
    if (fw_weights_open(path, &c, &w, &err) != FW_OK) {
        printf("    %s\n", err.msg);
        t_true("weights open", false);
        return;
    }
    struct fw_kernel *k = kernel_open(m, &o, w);
    fw_weights_close(w);
    if (k != NULL) {
        check_text(k, o.variant);
        check_logits(k);
    }
    fw_kernel_close(k);
}

int main(void)
{
    char path[300];
    struct fw_arena arena;
    FILE *f = fopen(corpus("stories260K.bin", path, sizeof(path)), "rb");
    if (f == NULL) {
        printf("skipped: no %s (set FLOPWATT_CORPUS)\n", path);
        t_true("nothing to test", true);
        return t_done();
    }
    (void)fclose(f);
    fw_arena_init(&arena, 0);
    /* Header of the file, as its index states it: 64, 172, 5, 8, 4, 512, 512. */
    const struct fw_model m = kernel_model(
        "mlp=swiglu norm=rmsnorm position=rope rope_interleaved=1 tie_word_embeddings=1 "
        "vocab_size=512 hidden_size=64 intermediate_size=172 num_hidden_layers=5 "
        "num_attention_heads=8 num_key_value_heads=4 max_position_embeddings=512", &arena);
    for (size_t v = 0; v < fw_kernel_variant_count(); v++) {
        if (fw_kernel_variant_available(v) && fw_kernel_variant_dtype(v) != FW_BF16) {
            run(&m, path, v);
        }
    }
    fw_arena_free(&arena);
    return t_done();
}
