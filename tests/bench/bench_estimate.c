/* bench_estimate - how long an answer takes.
 *
 *     bench_estimate build/flopwatt
 *
 * 1. Evaluations per second of the core on one core: all equations, exact, for LLaMA-3 8B with
 *    another context and batch each time, and the same with the model resolved anew each time
 *    (what a sweep over the architecture does).
 * 2. Start to exit of `estimate llama-3-8b --json`, output thrown away.
 * Medians of repeated runs with the spread between the quartiles.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../unit/arch_text.h"
#include "core/estimate.h"

#define LLAMA3_8B "norm=rmsnorm position=rope mlp=swiglu V=128256 d=4096 L=32 h=32 kv_heads=8 " \
                  "head_dim=128 f=14336 max_position_embeddings=8192"

static double now_s(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct core {
    struct fw_arch arch;
    struct fw_arena arena;
    struct fw_model model;
    struct fw_estimate estimate;
    unsigned long long sum; /* keeps the work from being optimised away */
};

static double evaluate(struct core *c, int count, bool resolve)
{
    struct fw_err err;
    const double start = now_s();
    for (int i = 0; i < count; i++) {
        struct fw_arena scratch;
        struct fw_model fresh;
        fw_arena_init(&scratch, 0);
        if (resolve && fw_model_resolve(&c->arch, &fresh, &scratch, &err) != FW_OK)
            exit(1);
        const struct fw_model *m = resolve ? &fresh : &c->model;
        struct fw_workload w = fw_workload_default(m);
        w.context = 1 + (uint64_t)(i % 131072);
        w.batch = 1 + (uint64_t)(i % 7);
        if (fw_estimate_run(m, &w, &c->estimate, &err) != FW_OK)
            exit(1);
        c->sum += (unsigned long long)c->estimate.model[FW_EQ_prefill_total];
        fw_arena_free(&scratch);
    }
    return (now_s() - start) / count;
}

static double start_to_exit(const char *program)
{
    const double start = now_s();
    const pid_t child = fork();
    if (child == 0) {
        const int null = open("/dev/null", O_WRONLY);
        if (null < 0 || dup2(null, 1) < 0 || dup2(null, 2) < 0)
            _exit(127);
        execl(program, program, "estimate", "llama-3-8b", "--json", (char *)NULL);
        _exit(127);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
        fprintf(stderr, "bench_estimate: %s failed\n", program);
        exit(1);
    }
    return now_s() - start;
}

static void print(const char *what, double sample[], size_t n, double scale, const char *unit)
{
    qsort(sample, n, sizeof *sample, by_value);
    printf("%-44s %10.3f %s  (quartiles %.3f to %.3f, %zu runs)\n", what, sample[n / 2] * scale,
           unit, sample[n / 4] * scale, sample[3 * n / 4] * scale, n);
}

int main(int argc, char **argv)
{
    enum { RUNS = 21, STARTS = 101, BATCH = 100000 };
    static double sample[STARTS];
    struct core c;
    struct fw_err err;
    memset(&c, 0, sizeof c);
    c.arch = arch_text(LLAMA3_8B);
    fw_arena_init(&c.arena, 0);
    if (fw_model_resolve(&c.arch, &c.model, &c.arena, &err) != FW_OK ||
        fw_estimate_init(&c.estimate, 2, &c.arena, &err) != FW_OK)
        return 1;
    for (int i = 0; i < RUNS; i++)
        sample[i] = evaluate(&c, BATCH, false);
    print("one estimate, all equations, exact", sample, RUNS, 1e6, "us");
    printf("%-44s %10.2f million per second and core\n", "", 1e-6 / sample[RUNS / 2]);
    for (int i = 0; i < RUNS; i++)
        sample[i] = evaluate(&c, BATCH, true);
    print("the same with the model resolved anew", sample, RUNS, 1e6, "us");
    for (int i = 0; argc > 1 && i < STARTS; i++)
        sample[i] = start_to_exit(argv[1]);
    if (argc > 1)
        print("start to exit, estimate llama-3-8b --json", sample, STARTS, 1e3, "ms");
    fw_arena_free(&c.arena);
    return c.sum == 0;
}
