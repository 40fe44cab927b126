/* bench_kernel - the kernel beside the peaks of this machine, all in one run.
 *
 *     bench_kernel [program] [peaks] [products] [model] [8b]      default: peaks products model
 *
 * 1. Peaks: arithmetic and reading (peaks.h), with one thread and with all.
 * 2. Products with cold weights, all shapes of LLaMA-3 8B and of a 1B-shaped model: FLOP/s as a
 *    share of the arithmetic peak, bytes of weights per second as a share of the reading peak.
 * 3. The whole 1B-shaped model (16 layers, d 2048, f 8192, 32/8 heads of 64, V 128256, tied) in
 *    bf16 and f32: tokens per second of prefill and decode, and where the time goes.
 * 4. 8b: LLaMA-3 8B with all its layers, if memory allows.
 * Medians with the quartiles as spread.
 */
#include <stdlib.h>
#include <string.h>

#include "../unit/kernel_text.h"
#include "kernel/bench.h"

#define MODEL_1B "mlp=swiglu norm=rmsnorm position=rope theta=500000 vocab_size=128256 " \
                 "hidden_size=2048 num_hidden_layers=16 num_attention_heads=32 " \
                 "num_key_value_heads=8 head_dim=64 intermediate_size=8192 tie_word_embeddings=1"
#define MODEL_8B "mlp=swiglu norm=rmsnorm position=rope theta=500000 vocab_size=128256 " \
                 "hidden_size=4096 num_hidden_layers=32 num_attention_heads=32 " \
                 "num_key_value_heads=8 intermediate_size=14336"

static struct fw_peaks peaks; /* of all threads */

static void fail(const struct fw_err *err)
{
    char text[FW_ERR_TEXT_LEN];
    fprintf(stderr, "bench_kernel: %s\n", fw_err_text(err, text, sizeof(text)));
    exit(1);
}

static void show_peaks(unsigned threads)
{
    struct fw_err err;
    if (fw_peaks_measure(threads, &peaks, &err) != FW_OK) {
        fail(&err);
    }
    printf("%u thread%s:", threads, threads == 1 ? "" : "s");
    for (size_t i = 0; i < peaks.num_units; i++) {
        printf("  %s %.0f GFLOP/s", peaks.unit[i].name, peaks.unit[i].flop_per_s / 1e9);
    }
    printf("  read %.1f GB/s  copy %.1f GB/s\n", peaks.read_bytes_per_s / 1e9,
           peaks.copy_bytes_per_s / 1e9);
}

/* --- products ------------------------------------------------------------------------------ */

static const struct {
    const char *model, *name;
    uint64_t inputs, outputs;
} matrices[] = {
    {"1B", "q, o", 2048, 2048},   {"1B", "k, v", 2048, 512},   {"1B", "gate, up", 2048, 8192},
    {"1B", "down", 8192, 2048},   {"8B", "q, o", 4096, 4096},  {"8B", "k, v", 4096, 1024},
    {"8B", "gate, up", 4096, 14336}, {"8B", "down", 14336, 4096},
};
static const uint64_t row_counts[] = {1, 8, 32, 128, 512, 2048};
enum {
    NUM_MATRICES = sizeof(matrices) / sizeof(matrices[0]),
    NUM_ROWS = sizeof(row_counts) / sizeof(row_counts[0])
};

static void product_row(size_t variant, size_t m, uint64_t rows, unsigned threads)
{
    struct fw_err err;
    struct fw_bench_time t;
    const struct fw_bench_product p = {.variant = variant, .threads = threads,
                                       .runs = rows > 512 ? 5 : rows > 32 ? 9 : 41,
                                       .rows = rows, .inputs = matrices[m].inputs,
                                       .outputs = matrices[m].outputs};
    if (fw_bench_product(&p, &t, &err) != FW_OK) {
        fail(&err);
    }
    const bool f32 = fw_kernel_variant_dtype(variant) == FW_F32;
    const double elements = (double)(p.inputs * p.outputs);
    const double rate = 2.0 * elements * (double)rows / t.median_s;
    const double bytes = elements * (f32 ? 4.0 : 2.0) / t.median_s;
    const double peak = f32 ? peaks.f32_flop_per_s : peaks.bf16_flop_per_s;
    printf("%-12s %s %-9s %5llu %9.3f ms (%.3f-%.3f) %7.1f GFLOP/s %3.0f %%  %5.1f GB/s %3.0f %%\n",
           fw_kernel_variant_name(variant), matrices[m].model, matrices[m].name,
           (unsigned long long)rows, t.median_s * 1e3, t.lo_s * 1e3, t.hi_s * 1e3, rate / 1e9,
           100.0 * rate / peak, bytes / 1e9, 100.0 * bytes / peaks.read_bytes_per_s);
}

static void products(unsigned threads)
{
    const char *only = getenv("BENCH_VARIANT"), *rows = getenv("BENCH_ROWS");
    printf("\nproducts, cold weights, %u threads: time (quartiles), share of the arithmetic peak, "
           "weights read, share of the stream\n", threads);
    for (size_t v = fw_kernel_variant_count(); v-- > 1;) {
        const char *name = fw_kernel_variant_name(v);
        if (!fw_kernel_variant_available(v)
            || (only != NULL ? strcmp(only, name) != 0 : strncmp(name, "portable", 8) == 0)) {
            continue;
        }
        for (size_t i = 0; i < NUM_MATRICES * NUM_ROWS; i++) {
            const uint64_t n = row_counts[i % NUM_ROWS];
            if (rows == NULL || strtoull(rows, NULL, 10) == n) {
                product_row(v, i / NUM_ROWS, n, threads);
            }
        }
    }
}

/* --- whole models ---------------------------------------------------------------------------- */

static void show_phase(const struct fw_bench_phase *p, enum fw_dtype dtype)
{
    double flop = 0.0, bytes = 0.0, named = 0.0;
    for (size_t i = 0; i < FW_OP_COUNT; i++) {
        const struct fw_kernel_counter *n = &p->counts.op[i];
        flop += (double)n->flop;
        bytes += (double)(n->bytes_weights + n->bytes_kv);
        named += n->time_s;
    }
    const double peak = dtype == FW_F32 ? peaks.f32_flop_per_s : peaks.bf16_flop_per_s;
    printf("%s %4llu: %8.1f tokens/s, %8.2f ms (%.2f-%.2f), %.1f GFLOP/s %.0f %% of peak, "
           "%.1f GB/s %.0f %% of stream\n", p->decode ? "decode at" : "prefill  ",
           (unsigned long long)p->tokens, p->tokens_per_s, p->time.median_s * 1e3,
           p->time.lo_s * 1e3, p->time.hi_s * 1e3, flop / p->time.median_s / 1e9,
           100.0 * flop / p->time.median_s / peak, bytes / p->time.median_s / 1e9,
           100.0 * bytes / p->time.median_s / peaks.read_bytes_per_s);
    printf("   ");
    for (size_t i = 0; i < FW_OP_COUNT; i++) {
        const struct fw_kernel_counter *n = &p->counts.op[i];
        if (n->calls > 0) {
            printf(" %s %.1f%%", fw_kernel_op_table[i].id, 100.0 * n->time_s / p->time.median_s);
        }
    }
    printf(" rest %.1f%%\n", 100.0 * (1.0 - named / p->time.median_s));
}

static void model(const char *name, const char *text, enum fw_dtype dtype, unsigned threads)
{
    static struct fw_bench_phase phases[8];
    static struct fw_kernel_config c;
    struct fw_kernel *k = NULL;
    struct fw_err err = {.status = FW_OK};
    struct fw_arena arena;
    const char *variant = getenv("BENCH_VARIANT");
    const struct fw_bench_plan plan = {.num_tokens = 3, .tokens = {128, 512, 2048}, .num_at = 2,
                                       .at = {0, 2048}, .prefill_runs = 3, .decode_runs = 16};
    fw_arena_init(&arena, 0);
    const struct fw_model m = kernel_model(text, &arena);
    const struct fw_kernel_options o = {.dtype_given = true, .dtype = dtype, .threads = threads,
                                        .max_tokens = fw_bench_max_tokens(&plan),
                                        .variant = variant};
    if (fw_kernel_configure(&m, &o, &c, &err) != FW_OK
        || fw_kernel_open(&c, NULL, &k, &err) != FW_OK) {
        printf("\n%s: skipped: %s; %s\n", name, err.msg, err.hint);
        fw_arena_free(&arena);
        return;
    }
    if (fw_bench_run(k, &plan, phases, NULL, NULL, &err) != FW_OK) {
        fail(&err);
    }
    printf("\n%s, %s, %u threads, random weights\n", name,
           dtype == FW_F32 ? "f32" : "bf16", c.threads);
    for (size_t i = 0; i < plan.num_tokens + plan.num_at; i++) {
        show_phase(&phases[i], dtype);
    }
    fw_kernel_close(k);
    fw_arena_free(&arena);
}

static bool asked(int argc, char **argv, const char *word, bool by_default)
{
    bool any = false;
    for (int i = 1; i < argc; i++) {
        const bool path = strchr(argv[i], '/') != NULL; /* the program, for other benches */
        any = any || !path;
        if (strcmp(argv[i], word) == 0) {
            return true;
        }
    }
    return !any && by_default;
}

int main(int argc, char **argv)
{
    const unsigned threads = fw_bench_cores();
    (void)setvbuf(stdout, NULL, _IOLBF, 0);
    if (threads > 1) {
        show_peaks(1);
    }
    show_peaks(threads);
    if (asked(argc, argv, "products", true)) {
        products(threads);
    }
    if (asked(argc, argv, "model", true)) {
        model("1B-shaped model", MODEL_1B, FW_BF16, threads);
        model("1B-shaped model", MODEL_1B, FW_F32, threads);
    }
    if (asked(argc, argv, "8b", false)) {
        model("LLaMA-3 8B", MODEL_8B, FW_BF16, threads);
    }
    return 0;
}
