/* peaks.h - what this machine can do at best, measured: the yardstick of every share.
 *
 * Arithmetic: independent multiply-adds on random data out of the first cache (the clock of some
 * processors depends on the data). Memory: reading far more than the caches hold, in four streams
 * per thread. The best of several short runs counts.
 */
#ifndef FW_KERNEL_PEAKS_H
#define FW_KERNEL_PEAKS_H

#include "core/dtype.h"
#include "base/status.h"

enum { FW_PEAKS_MAX = 8 };
struct fw_peaks {
    unsigned threads;
    size_t num_units;
    struct {
        const char *name; /* "avx512-f32", ... */
        enum fw_dtype dtype;
        double flop_per_s; /* of all threads */
    } unit[FW_PEAKS_MAX]; /* those of this machine */
    double f32_flop_per_s, bf16_flop_per_s; /* best unit; bf16 at least the f32 rate */
    double read_bytes_per_s, copy_bytes_per_s;
};

/* About a second. FW_SYSTEM without memory for the streams (256 MiB and more), or if the clock
 * stands still; FW_USAGE if threads is 0. */
enum fw_status fw_peaks_measure(unsigned threads, struct fw_peaks *out, struct fw_err *err);

/* How fast memory is at this moment: on a processor that others share it changes by a factor of two
 * within seconds, and a timing that depends on it means little without. */
struct fw_probe;
/* FW_SYSTEM without memory (256 MiB). *out is the caller's, to be closed. */
enum fw_status fw_probe_open(unsigned threads, struct fw_probe **out, struct fw_err *err);
void fw_probe_close(struct fw_probe *p); /* NULL is allowed */
/* B/s of reading, the median of some passes of about a millisecond each; NaN if p is NULL. The
 * caches are left with other data. */
double fw_probe_read(struct fw_probe *p);

/* One unit of arithmetic: runs `steps` steps on 4 KiB of random elements of its type and gives
 * something that depends on all of them. */
struct fw_peak_unit {
    const char *name;
    enum fw_dtype dtype;
    double flop_per_step;
    bool (*available)(void);
    float (*run)(const void *data, size_t steps);
};
extern const struct fw_peak_unit fw_peak_portable, fw_peak_avx512_f32, fw_peak_avx512_bf16,
    fw_peak_amx_bf16;

#endif
