/* test_kernel_weights.c - weight files: what is written is what runs, and what is wrong is said.
 *
 * Round trip: a tiny model is written with its pseudo-random weights under the names of Hugging
 * Face and of GGUF, and has to give the logits of the model that generates them. The writers
 * here follow the format documents, not the readers. */
#include <stdlib.h>
#include <unistd.h>

#include "kernel_text.h"

enum { FILE_MAX = 1 << 18, VOCAB = 37, TOKENS = 9 };

#define LLAMA "mlp=swiglu norm=rmsnorm position=rope vocab_size=37 hidden_size=24 " \
              "num_hidden_layers=2 num_attention_heads=4 num_key_value_heads=2 head_dim=8 " \
              "intermediate_size=40 "
#define GPT2 "mlp=gelu norm=layernorm position=learned max_position_embeddings=32 " \
             "attention_bias=1 mlp_bias=1 tie_word_embeddings=1 vocab_size=37 hidden_size=24 " \
             "num_hidden_layers=2 num_attention_heads=3"

/* --- a file in memory -------------------------------------------------------------------- */

struct file {
    unsigned char bytes[FILE_MAX];
    size_t n;
    char path[64];
};

static void put(struct file *f, const void *data, size_t n)
{
    memcpy(f->bytes + f->n, data, n);
    f->n += n;
}

static void put_int(struct file *f, uint64_t v, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        f->bytes[f->n++] = (unsigned char)(v >> 8 * i);
    }
}

static void put_text(struct file *f, const char *s)
{
    put_int(f, strlen(s), 8);
    put(f, s, strlen(s));
}

static void save(struct file *f)
{
    (void)snprintf(f->path, sizeof(f->path), "weights");
    FILE *out = fopen(f->path, "wb");
    if (out == NULL || fwrite(f->bytes, 1, f->n, out) != f->n || fclose(out) != 0) {
        fprintf(stderr, "cannot write %s\n", f->path);
        exit(99);
    }
}

/* Elements as F32, F16 (truncated: the values are small and normal, or rounded to 0) or BF16. */
static void put_element(struct file *f, float v, const char *type)
{
    uint32_t u;
    memcpy(&u, &v, sizeof(u));
    if (strcmp(type, "F32") == 0) {
        put_int(f, u, 4);
    } else if (strcmp(type, "BF16") == 0) {
        put_int(f, u >> 16, 2);
    } else {
        const int32_t e = (int32_t)(u >> 23 & 0xff) - 112;
        put_int(f, (u >> 16 & 0x8000) | (e > 0 ? (uint32_t)e << 10 | (u >> 13 & 0x3ff) : 0), 2);
    }
}

/* --- tensors: name, and the parts it is made of ------------------------------------------- */

struct tensor {
    const char *name; /* "#" = layer */
    enum fw_tensor part[3];
    int parts;
    bool turned, alternates; /* rows of a head interleaved, as GGUF stores queries and keys */
};
static const struct tensor hf_llama[] = {
    {"model.embed_tokens.weight", {FW_TENSOR_embed}, 1, false, false},
    {"model.layers.#.input_layernorm.weight", {FW_TENSOR_attn_norm}, 1, false, false},
    {"model.layers.#.self_attn.q_proj.weight", {FW_TENSOR_q}, 1, false, false},
    {"model.layers.#.self_attn.k_proj.weight", {FW_TENSOR_k}, 1, false, false},
    {"model.layers.#.self_attn.v_proj.weight", {FW_TENSOR_v}, 1, false, false},
    {"model.layers.#.self_attn.o_proj.weight", {FW_TENSOR_o}, 1, false, false},
    {"model.layers.#.post_attention_layernorm.weight", {FW_TENSOR_ffn_norm}, 1, false, false},
    {"model.layers.#.mlp.gate_proj.weight", {FW_TENSOR_gate}, 1, false, false},
    {"model.layers.#.mlp.up_proj.weight", {FW_TENSOR_up}, 1, false, false},
    {"model.layers.#.mlp.down_proj.weight", {FW_TENSOR_down}, 1, false, false},
    {"model.norm.weight", {FW_TENSOR_final_norm}, 1, false, false},
    {"lm_head.weight", {FW_TENSOR_head}, 1, false, false},
};
static const struct tensor hf_gpt2[] = {
    {"wte.weight", {FW_TENSOR_embed}, 1, false, false},
    {"wpe.weight", {FW_TENSOR_pos}, 1, false, false},
    {"h.#.ln_1.weight", {FW_TENSOR_attn_norm}, 1, false, false},
    {"h.#.ln_1.bias", {FW_TENSOR_attn_norm_b}, 1, false, false},
    {"h.#.attn.c_attn.weight", {FW_TENSOR_q, FW_TENSOR_k, FW_TENSOR_v}, 3, true, false},
    {"h.#.attn.c_attn.bias", {FW_TENSOR_q_b, FW_TENSOR_k_b, FW_TENSOR_v_b}, 3, false, false},
    {"h.#.attn.c_proj.weight", {FW_TENSOR_o}, 1, true, false},
    {"h.#.attn.c_proj.bias", {FW_TENSOR_o_b}, 1, false, false},
    {"h.#.ln_2.weight", {FW_TENSOR_ffn_norm}, 1, false, false},
    {"h.#.ln_2.bias", {FW_TENSOR_ffn_norm_b}, 1, false, false},
    {"h.#.mlp.c_fc.weight", {FW_TENSOR_up}, 1, true, false},
    {"h.#.mlp.c_fc.bias", {FW_TENSOR_up_b}, 1, false, false},
    {"h.#.mlp.c_proj.weight", {FW_TENSOR_down}, 1, true, false},
    {"h.#.mlp.c_proj.bias", {FW_TENSOR_down_b}, 1, false, false},
    {"ln_f.weight", {FW_TENSOR_final_norm}, 1, false, false},
    {"ln_f.bias", {FW_TENSOR_final_norm_b}, 1, false, false},
};
static const struct tensor gguf_llama[] = {
    {"token_embd.weight", {FW_TENSOR_embed}, 1, false, false},
    {"blk.#.attn_norm.weight", {FW_TENSOR_attn_norm}, 1, false, false},
    {"blk.#.attn_q.weight", {FW_TENSOR_q}, 1, false, true},
    {"blk.#.attn_k.weight", {FW_TENSOR_k}, 1, false, true},
    {"blk.#.attn_v.weight", {FW_TENSOR_v}, 1, false, false},
    {"blk.#.attn_output.weight", {FW_TENSOR_o}, 1, false, false},
    {"blk.#.ffn_norm.weight", {FW_TENSOR_ffn_norm}, 1, false, false},
    {"blk.#.ffn_gate.weight", {FW_TENSOR_gate}, 1, false, false},
    {"blk.#.ffn_up.weight", {FW_TENSOR_up}, 1, false, false},
    {"blk.#.ffn_down.weight", {FW_TENSOR_down}, 1, false, false},
    {"output_norm.weight", {FW_TENSOR_final_norm}, 1, false, false},
    {"output.weight", {FW_TENSOR_head}, 1, false, false},
};
#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* Values of a tensor in the order of the file; shape (rows, cols), rows 0 for a vector. */
static void values(const struct fw_kernel_config *c, const struct tensor *t, uint64_t layer,
                   float *out, uint64_t shape[2])
{
    static float part[8192], whole[8192];
    const struct fw_kernel_group *g = &c->group[0];
    uint64_t rows = 0, cols = 0;
    for (int i = 0; i < t->parts; i++) {
        const struct fw_tensor_shape s = fw_tensor_shape(c, g, t->part[i]);
        fw_weights_random_rows(c, g, t->part[i], layer, 0, s.rows, part);
        for (uint64_t r = 0; r < s.rows; r++) {
            const uint64_t head = r / 8 * 8, j = r % 8; /* plane j of 4: rows 2j, 2j + 1 */
            const uint64_t to = t->alternates ? head + (j < 4 ? 2 * j : 2 * (j - 4) + 1) : r;
            memcpy(whole + (rows + to) * s.cols, part + r * s.cols, s.cols * sizeof(float));
        }
        rows += s.rows;
        cols = s.cols;
    }
    const bool matrix = fw_tensor_table[t->part[0]].matrix;
    shape[0] = !matrix ? 0 : t->turned ? cols : rows;
    shape[1] = !matrix ? rows * cols : t->turned ? rows : cols;
    for (uint64_t i = 0; i < rows * cols; i++) {
        out[i] = t->turned ? whole[i % rows * cols + i / rows] : whole[i];
    }
}

static void name_of(const struct tensor *t, uint64_t layer, char *out, size_t size)
{
    const char *sharp = strchr(t->name, '#');
    (void)snprintf(out, size, "%.*s", sharp ? (int)(sharp - t->name) : 90, t->name);
    if (sharp != NULL) {
        (void)snprintf(out + strlen(out), size - strlen(out), "%d%s", (int)layer, sharp + 1);
    }
}

/* The first pass writes the directory, the second the data. */
static uint64_t each(const struct fw_kernel_config *c, const struct tensor *table, size_t n,
                     const char *type, bool gguf, struct file *dir, struct file *data)
{
    static float v[16384];
    char name[100], line[300];
    uint64_t tensors = 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t layers = strchr(table[i].name, '#') != NULL ? c->layers : 1;
        for (uint64_t layer = 0; layer < layers; layer++, tensors++) {
            uint64_t shape[2];
            values(c, &table[i], layer, v, shape);
            name_of(&table[i], layer, name, sizeof(name));
            const uint64_t count = (shape[0] > 0 ? shape[0] : 1) * shape[1];
            while (gguf && data->n % 32 != 0) {
                put_int(data, 0, 1);
            }
            const size_t at = data->n;
            for (uint64_t j = 0; j < count; j++) {
                put_element(data, v[j], type);
            }
            if (gguf) {
                put_text(dir, name);
                put_int(dir, shape[0] > 0 ? 2 : 1, 4);
                put_int(dir, shape[1], 8);
                put_int(dir, shape[0], shape[0] > 0 ? 8 : 0);
                put_int(dir, type[0] == 'B' ? 30 : type[1] == '3' ? 0 : 1, 4);
                put_int(dir, at, 8);
                continue;
            }
            char first[32] = "";
            if (shape[0] > 0) {
                (void)snprintf(first, sizeof(first), "%d, ", (int)shape[0]);
            }
            (void)snprintf(line, sizeof(line), "%s\"%s\": {\"dtype\": \"%s\", \"shape\": [%s%d], "
                           "\"data_offsets\": [%zu, %zu]}", dir->n > 9 ? ", " : "", name, type,
                           first, (int)shape[1], at, data->n);
            put(dir, line, strlen(line));
        }
    }
    return tensors;
}

static struct file out, data;

static void write_safetensors(const struct fw_kernel_config *c, const struct tensor *t, size_t n,
                              const char *type)
{
    out.n = data.n = 0;
    put_int(&out, 0, 8);
    put(&out, "{", 1);
    (void)each(c, t, n, type, false, &out, &data);
    static const char end[] = ", \"__metadata__\": {\"format\": \"pt\"}}";
    put(&out, end, strlen(end));
    const uint64_t header = out.n - 8;
    for (size_t i = 0; i < 8; i++) {
        out.bytes[i] = (unsigned char)(header >> 8 * i);
    }
    put(&out, data.bytes, data.n);
}

static void write_gguf(const struct fw_kernel_config *c, const char *type)
{
    static struct file dir;
    out.n = data.n = dir.n = 0;
    const uint64_t n = each(c, gguf_llama, COUNT(gguf_llama), type, true, &dir, &data);
    put(&out, "GGUF", 4);
    put_int(&out, 3, 4);
    put_int(&out, n, 8);
    put_int(&out, 2, 8);
    put_text(&out, "general.architecture");
    put_int(&out, 8, 4);
    put_text(&out, "llama");
    put_text(&out, "tokenizer.ggml.scores"); /* an array, to be skipped */
    put_int(&out, 9, 4);
    put_int(&out, 6, 4);
    put_int(&out, 2, 8);
    put_int(&out, 0, 8);
    put(&out, dir.bytes, dir.n);
    while (out.n % 32 != 0) {
        put_int(&out, 0, 1);
    }
    put(&out, data.bytes, data.n);
}

/* --- the tests ----------------------------------------------------------------------------- */

static struct fw_kernel_config config_of(const char *text)
{
    static struct fw_kernel_config c;
    struct fw_arena arena;
    struct fw_err err;
    fw_arena_init(&arena, 0);
    const struct fw_model m = kernel_model(text, &arena);
    const struct fw_kernel_options o = {.threads = 1, .variant = "portable", .dtype_given = true,
                                        .dtype = FW_F32, .max_tokens = TOKENS, .seed = 7};
    t_status("configure", fw_kernel_configure(&m, &o, &c, &err), FW_OK);
    fw_arena_free(&arena);
    return c;
}

static void logits(const struct fw_kernel_config *c, struct fw_weights *w, float *v)
{
    struct fw_kernel *k = NULL;
    struct fw_err err = {.status = FW_OK};
    uint32_t tokens[TOKENS];
    kernel_tokens(tokens, TOKENS, VOCAB);
    memset(v, 0, VOCAB * sizeof(*v));
    if (fw_kernel_open(c, w, &k, &err) == FW_OK
        && fw_kernel_prefill(k, tokens, TOKENS, &err) == FW_OK) {
        memcpy(v, fw_kernel_logits(k, 0), VOCAB * sizeof(*v));
    }
    fw_kernel_close(k);
}

/* The file in `out` gives the logits of the generator. */
static void round_trip(const struct fw_kernel_config *c, const char *name, double tolerance)
{
    float want[VOCAB], got[VOCAB];
    struct fw_weights *w = NULL;
    struct fw_err err = {.status = FW_OK};
    double most = 0.0, top = 0.0;
    save(&out);
    t_status(name, fw_weights_open(out.path, c, &w, &err), FW_OK);
    if (w == NULL) {
        printf("    %s\n", err.msg);
    } else {
        logits(c, NULL, want);
        logits(c, w, got);
        for (size_t i = 0; i < VOCAB; i++) {
            most = fabs((double)got[i] - (double)want[i]) > most
                       ? fabs((double)got[i] - (double)want[i])
                       : most;
            top = fabs((double)want[i]) > top ? fabs((double)want[i]) : top;
        }
        t_abs(name, most / top, 0.0, tolerance);
        t_true("logits are not all zero", top > 0.01);
    }
    fw_weights_close(w);
    (void)remove(out.path);
}

/* The file in `out` is refused with these words. */
static void refused(const struct fw_kernel_config *c, const char *words)
{
    struct fw_weights *w = NULL;
    struct fw_err err = {.status = FW_OK};
    save(&out);
    t_status(words, fw_weights_open(out.path, c, &w, &err), FW_INPUT);
    if (strstr(err.msg, words) == NULL || strcmp(err.file, out.path) != 0) {
        printf("    %s: %s\n", err.file, err.msg);
        t_str("the message has", err.msg, words);
    }
    fw_weights_close(w);
    (void)remove(out.path);
}

static void good_files(void)
{
    const struct fw_kernel_config llama = config_of(LLAMA), gpt2 = config_of(GPT2);
    write_safetensors(&llama, hf_llama, COUNT(hf_llama), "F32");
    round_trip(&llama, "safetensors, llama, F32", 0.0);
    write_safetensors(&llama, hf_llama, COUNT(hf_llama), "BF16");
    round_trip(&llama, "safetensors, llama, BF16", 0.05);
    write_safetensors(&llama, hf_llama, COUNT(hf_llama), "F16");
    round_trip(&llama, "safetensors, llama, F16", 0.01);
    write_safetensors(&gpt2, hf_gpt2, COUNT(hf_gpt2), "F32");
    round_trip(&gpt2, "safetensors, gpt2: fused and turned matrices", 0.0);
    write_gguf(&llama, "F32");
    round_trip(&llama, "GGUF, llama: rows of heads alternate", 0.0);
    write_gguf(&llama, "F16");
    round_trip(&llama, "GGUF, llama, F16", 0.01);
}

static void wrong_safetensors(void)
{
    const struct fw_kernel_config c = config_of(LLAMA), gpt2 = config_of(GPT2);
    const struct fw_kernel_config wide =
        config_of("mlp=swiglu norm=rmsnorm position=rope vocab_size=37 hidden_size=24 "
                  "num_hidden_layers=2 num_attention_heads=4 num_key_value_heads=2 head_dim=8 "
                  "intermediate_size=48");
    const struct fw_kernel_config deep =
        config_of("mlp=swiglu norm=rmsnorm position=rope vocab_size=37 hidden_size=24 "
                  "num_hidden_layers=3 num_attention_heads=4 num_key_value_heads=2 head_dim=8 "
                  "intermediate_size=40");
    const struct fw_kernel_config mixed =
        config_of("mlp=swiglu norm=rmsnorm position=rope vocab_size=37 hidden_size=24 "
                  "num_hidden_layers=4 num_attention_heads=4 intermediate_size=40 "
                  "sliding_window=4 sliding_window_pattern=2");
    write_safetensors(&c, hf_llama, COUNT(hf_llama), "F32");
    refused(&wide, "shape 40 x 24, the model wants 48 x 24");
    refused(&deep, "layer 2: no tensor found for: norm before attention");
    refused(&gpt2, "no tensor found for: learned positions");
    refused(&mixed, "layers of several kinds");
    const uint32_t nan = 0x7fc00000, inf = 0xff800000;
    memcpy(out.bytes + out.n - 4, &nan, 4); /* the last element: of the head */
    refused(&c, "not finite in: LM head, row 36");
    memcpy(out.bytes + out.n - 4, &inf, 4);
    refused(&c, "not finite in: LM head, row 36");
    out.n -= 1;
    refused(&c, "lies outside the file (truncated?)");
    out.n = 300;
    refused(&c, "(truncated?)");
    write_safetensors(&c, hf_llama, COUNT(hf_llama), "F32");
    char *dtype = strstr((char *)out.bytes + 9, "F32");
    memcpy(dtype, "I32", 3);
    refused(&c, "only F32, F16 and BF16 can be run");
    memcpy(dtype - 3, "\"d\": x", 6);
    refused(&c, "safetensors header: not understood at byte");
}

static void wrong_gguf(void)
{
    const struct fw_kernel_config c = config_of(LLAMA);
    write_gguf(&c, "F32");
    out.n -= 5;
    refused(&c, "tensor output.weight lies outside the file (truncated?)");
    out.n = 200;
    refused(&c, "GGUF header: ends or errs at byte");
    out.bytes[4] = 77;
    refused(&c, "GGUF version 77");
    write_gguf(&c, "F32");
    memset(out.bytes + 8, 0xff, 8);
    refused(&c, "not understood");
    write_gguf(&c, "F32");
    memset(out.bytes + 24, 0x7f, 8); /* length of the first key */
    refused(&c, "GGUF header: ends or errs at byte");
}

static void wrong_others(void)
{
    const struct fw_kernel_config c = config_of(LLAMA);
    struct fw_weights *w = NULL;
    struct fw_err err;
    out.n = 0;
    refused(&c, "empty file");
    put(&out, "PK", 2);
    refused(&c, "2 bytes are no weight file");
    memset(out.bytes, 'x', 4000);
    out.n = 4000;
    refused(&c, "not a weight file");
    out.n = 0; /* a llama2.c header: dim, hidden, layers, heads, kv heads, vocab, context */
    static const int32_t header[7] = {24, 40, 2, 4, 2, -37, 16};
    put(&out, header, sizeof(header));
    refused(&c, "a file of these shapes has");
    out.bytes[0] = 25;
    refused(&c, "width 25, the model has 24");
    t_status("a folder", fw_weights_open(".", &c, &w, &err), FW_INPUT);
    t_str("a folder", err.msg, "not a regular file");
    t_status("no file", fw_weights_open("no such file", &c, &w, &err), FW_SYSTEM);
    t_str("place", err.file, "no such file");
}

/* Every prefix of a file is refused or, whole, opened; none crashes. */
static void all_prefixes(void)
{
    const struct fw_kernel_config c = config_of(LLAMA);
    struct fw_err err;
    for (int gguf = 0; gguf < 2; gguf++) {
        if (gguf) {
            write_gguf(&c, "F32");
        } else {
            write_safetensors(&c, hf_llama, COUNT(hf_llama), "F32");
        }
        const size_t whole = out.n;
        unsigned opened = 0;
        for (size_t n = 1; n < whole; n += n < 400 ? 7 : 997) {
            struct fw_weights *w = NULL;
            out.n = n;
            save(&out);
            opened += fw_weights_open(out.path, &c, &w, &err) == FW_OK;
            fw_weights_close(w);
        }
        t_int("prefixes that open", opened, 0);
        (void)remove(out.path);
    }
}

int main(void)
{
    const char *const tmp = getenv("TMPDIR");
    char folder[200];
    (void)snprintf(folder, sizeof(folder), "%s/flopwatt-test-XXXXXX", tmp != NULL ? tmp : "/tmp");
    if (mkdtemp(folder) == NULL || chdir(folder) != 0) {
        perror(folder);
        return 99;
    }
    good_files();
    wrong_safetensors();
    wrong_gguf();
    wrong_others();
    all_prefixes();
    (void)rmdir(folder);
    return t_done();
}
