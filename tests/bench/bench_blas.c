/* bench_blas - products of a BLAS library beside those of the kernel, in one run, f32 (and bf16
 * where the library has it).
 *
 *     make bench BLAS=openblas        or BLAS=dnnl; without BLAS it says so and ends
 *
 * The library is opened at run time by name, so that nothing depends on it. Weights are cold: the
 * runs go round over copies that together exceed 640 MiB. Threads: what the library takes by
 * itself; the kernel takes all cores. Medians of 9 runs (41 with one row).
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernel/bench.h"

typedef void sgemm_fn(int order, int ta, int tb, int m, int n, int k, float alpha, const float *a,
                      int lda, const float *b, int ldb, float beta, float *c, int ldc);
typedef void sbgemm_fn(int order, int ta, int tb, int m, int n, int k, float alpha,
                       const uint16_t *a, int lda, const uint16_t *b, int ldb, float beta,
                       float *c, int ldc);
typedef int dnnl_fn(char ta, char tb, int64_t m, int64_t n, int64_t k, float alpha,
                    const float *a, int64_t lda, const float *b, int64_t ldb, float beta,
                    float *c, int64_t ldc);
static sgemm_fn *sgemm;
static sbgemm_fn *sbgemm;
static dnnl_fn *dnnl;

enum { ROW_MAJOR = 101, NO_TRANS = 111, TRANS = 112 };
static const struct {
    const char *name;
    int inputs, outputs;
} matrices[] = {{"1B q, o", 2048, 2048}, {"1B gate, up", 2048, 8192}, {"8B q, o", 4096, 4096},
                {"8B gate, up", 4096, 14336}, {"8B down", 14336, 4096}};
static const int rows[] = {1, 8, 32, 128, 512};

static double now_s(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* C (m, n) = A (m, k) W^T, W (n, k). */
static void product(bool bf16, int m, int n, int k, const void *a, const void *w, float *c)
{
    if (bf16) {
        sbgemm(ROW_MAJOR, NO_TRANS, TRANS, m, n, k, 1.0f, a, k, w, k, 0.0f, c, n);
    } else if (dnnl != NULL) {
        (void)dnnl('N', 'T', m, n, k, 1.0f, a, k, w, k, 0.0f, c, n);
    } else {
        sgemm(ROW_MAJOR, NO_TRANS, TRANS, m, n, k, 1.0f, a, k, w, k, 0.0f, c, n);
    }
}

static void fill(unsigned char *p, size_t bytes, bool bf16)
{
    uint32_t x = 2463534242U;
    for (size_t i = 0; i < bytes / 4; i++) { /* small numbers of either type */
        x = x * 1664525U + 1013904223U;
        const uint32_t v = bf16 ? (x & 0x807f807fU) | 0x3e003e00U : (x & 0x807fffffU) | 0x3e000000U;
        memcpy(p + 4 * i, &v, sizeof(v));
    }
}

static double library_time(bool bf16, int m, int n, int k)
{
    const size_t size = bf16 ? 2 : 4, bytes = (size_t)n * (size_t)k * size;
    const size_t copies = ((size_t)640 << 20) / bytes + 1;
    const int runs = m == 1 ? 41 : 9;
    double times[41];
    unsigned char *w = malloc(copies * bytes), *a = malloc((size_t)m * (size_t)k * size);
    float *c = calloc((size_t)m * (size_t)n, sizeof(*c));
    if (w == NULL || a == NULL || c == NULL) {
        fprintf(stderr, "bench_blas: no memory\n");
        exit(1);
    }
    fill(w, copies * bytes, bf16);
    fill(a, (size_t)m * (size_t)k * size, bf16);
    for (int i = 0; i <= runs; i++) { /* run 0 warms up */
        const double start = now_s();
        product(bf16, m, n, k, a, w + (size_t)i % copies * bytes, c);
        times[i > 0 ? i - 1 : 0] = now_s() - start;
    }
    free(w);
    free(a);
    free(c);
    return fw_bench_summary(times, (size_t)runs).median_s;
}

static double kernel_time(bool bf16, int m, int n, int k)
{
    for (size_t v = fw_kernel_variant_count(); v-- > 1;) {
        struct fw_bench_time t;
        struct fw_err err;
        if (fw_kernel_variant_available(v)
            && fw_kernel_variant_dtype(v) == (bf16 ? FW_BF16 : FW_F32)) {
            const struct fw_bench_product p = {v, fw_bench_cores(), m == 1 ? 41 : 9, (uint64_t)m,
                                               (uint64_t)k, (uint64_t)n};
            return fw_bench_product(&p, &t, &err) == FW_OK ? t.median_s : 0.0;
        }
    }
    return 0.0;
}

static void load(const char *name)
{
    static const struct {
        const char *name, *file;
    } libraries[] = {{"openblas", "libopenblas.so.0"}, {"dnnl", "libdnnl.so.2"}};
    for (size_t i = 0; i < 2; i++) {
        void *lib = strcmp(name, libraries[i].name) == 0
                        ? dlopen(libraries[i].file, RTLD_NOW | RTLD_LOCAL)
                        : NULL;
        void *f[3] = {NULL, NULL, NULL};
        if (lib != NULL) {
            f[0] = dlsym(lib, "cblas_sgemm");
            f[1] = dlsym(lib, "cblas_sbgemm");
            f[2] = dlsym(lib, "dnnl_sgemm");
        }
        memcpy(&sgemm, &f[0], i == 0 && lib != NULL ? sizeof(f[0]) : 0);
        memcpy(&sbgemm, &f[1], i == 0 && lib != NULL ? sizeof(f[1]) : 0);
        memcpy(&dnnl, &f[2], i == 1 && lib != NULL ? sizeof(f[2]) : 0);
    }
}

static void compare(const char *library, bool bf16)
{
    for (size_t i = 0; i < sizeof(matrices) / sizeof(matrices[0]) * 5; i++) {
        const int m = rows[i % 5], n = matrices[i / 5].outputs, k = matrices[i / 5].inputs;
        const double ours = kernel_time(bf16, m, n, k), theirs = library_time(bf16, m, n, k);
        const double flop = 2.0 * m * n * k;
        printf("%-5s %-12s %4d rows: kernel %8.3f ms %7.1f GFLOP/s, %s %8.3f ms %7.1f GFLOP/s, "
               "ratio %.2f\n", bf16 ? "bf16" : "f32", matrices[i / 5].name, m, ours * 1e3,
               flop / ours / 1e9, library, theirs * 1e3, flop / theirs / 1e9, theirs / ours);
    }
}

int main(void)
{
    const char *library = getenv("BLAS");
    (void)setvbuf(stdout, NULL, _IOLBF, 0);
    if (library == NULL || *library == '\0') {
        printf("no BLAS beside the kernel (make bench BLAS=openblas or BLAS=dnnl)\n");
        return 0;
    }
    load(library);
    if (sgemm == NULL && dnnl == NULL) {
        const char *why = dlerror();
        fprintf(stderr, "bench_blas: %s: %s; Debian: libopenblas0-pthread, libdnnl2\n", library,
                why != NULL ? why : "not a library that is known here (openblas, dnnl)");
        return 1;
    }
    compare(library, false);
    if (sbgemm != NULL) {
        compare(library, true);
    } else {
        printf("%s has no bf16 product under a public name\n", library);
    }
    return 0;
}
