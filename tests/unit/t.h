/* t.h - unit tests in one header.
 *
 *     t_rel("kWh of 1.3M h at 700 W", got, 910000, 1e-12);   Llama 3 model card
 *     return t_done();
 *
 * A row that fails prints its place, its name and both values. t_done() prints "N passed,
 * N failed" and returns the exit status; a program without any row has failed.
 */
#ifndef FW_TESTS_T_H
#define FW_TESTS_T_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/count.h"
#include "base/status.h"

static unsigned t_passed, t_failed;

#define T_HERE __FILE__, __LINE__
#define t_true(name, cond) ((void)t_row(T_HERE, (name), (cond)))
#define t_int(name, got, want) t_int_(T_HERE, (name), (long long)(got), (long long)(want))
#define t_u128(name, got, want) t_u128_(T_HERE, (name), (got), (want)) /* want: exact digits */
#define t_str(name, got, want) t_str_(T_HERE, (name), (got), (want))
#define t_rel(name, got, want, tol) \
    t_near_(T_HERE, (name), (got), (want), (tol) * fabs((double)(want)))
#define t_abs(name, got, want, tol) t_near_(T_HERE, (name), (got), (want), (tol))
#define t_status(name, got, want) t_int_(T_HERE, (name), (long long)(got), (long long)(want))

static inline bool t_row(const char *file, int line, const char *name, bool good)
{
    if (good)
        t_passed++;
    else
        t_failed++;
    if (!good)
        printf("%s:%d: FAIL %s\n", file, line, name);
    return good;
}

static inline void t_int_(const char *file, int line, const char *name, long long got,
                          long long want)
{
    if (!t_row(file, line, name, got == want))
        printf("    got  %lld\n    want %lld\n", got, want);
}

static inline void t_u128_(const char *file, int line, const char *name, fw_u128 got,
                           const char *want)
{
    char digits[FW_COUNT_LEN];

    (void)fw_count_text(digits, got, '\0');
    if (!t_row(file, line, name, strcmp(digits, want) == 0))
        printf("    got  %s\n    want %s\n", digits, want);
}

static inline void t_str_(const char *file, int line, const char *name, const char *got,
                          const char *want)
{
    const bool same = got == NULL || want == NULL ? got == want : strcmp(got, want) == 0;

    if (!t_row(file, line, name, same))
        printf("    got  %s\n    want %s\n", got ? got : "(null)", want ? want : "(null)");
}

/* NaN is near nothing; equal infinities are near. */
static inline void t_near_(const char *file, int line, const char *name, double got, double want,
                           double tol)
{
    const bool near = got < want ? want - got <= tol : got > want ? got - want <= tol : got == want;

    if (!t_row(file, line, name, near))
        printf("    got  %.17g\n    want %.17g +- %g\n", got, want, tol);
}

static inline int t_done(void)
{
    printf("%u passed, %u failed\n", t_passed, t_failed);
    return t_failed > 0 || t_passed == 0;
}

#endif
