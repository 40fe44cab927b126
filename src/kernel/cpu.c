/* cpu.c - feature bits. Source: [intel-sdm] volume 2, CPUID leaf 7, and volume 1, chapter 13
 * (XCR0); [linux-amx] Documentation/arch/x86/xstate.rst for the permission of tile data. */
#define _GNU_SOURCE /* syscall */
#include "kernel/cpu.h"

#if defined(__x86_64__) && defined(__linux__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { EAX, EBX, ECX, EDX };
enum { XCR0_AVX512 = 0xe6, XCR0_TILES = 0x60000 };
enum { ARCH_REQ_XCOMP_PERM = 0x1023, XFEATURE_XTILEDATA = 18 };

static bool bit(unsigned leaf, unsigned sub, int reg, unsigned n)
{
    unsigned r[4];
    if (__get_cpuid_count(leaf, sub, &r[EAX], &r[EBX], &r[ECX], &r[EDX]) == 0) {
        return false;
    }
    return (r[reg] >> n & 1U) != 0;
}

/* The registers that the system saves on a switch. */
static bool saved(unsigned mask)
{
    unsigned low, high;
    if (!bit(1, 0, ECX, 27)) {
        return false;
    }
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (low & mask) == mask;
}

bool fw_cpu_has_avx512(void)
{
    return saved(XCR0_AVX512) && bit(7, 0, EBX, 16) && bit(7, 0, EBX, 17) && bit(7, 0, EBX, 30)
           && bit(7, 0, EBX, 31);
}

bool fw_cpu_has_avx512_bf16(void)
{
    return bit(7, 1, EAX, 5);
}

/* Tile data is granted on request, per process, before the first tile instruction. */
bool fw_cpu_has_amx_bf16(void)
{
    static int granted; /* 0 = not asked yet */
    if (!bit(7, 0, EDX, 24) || !bit(7, 0, EDX, 22) || !saved(XCR0_TILES)) {
        return false;
    }
    if (granted == 0) {
        granted = syscall(SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA) == 0 ? 1 : -1;
    }
    return granted > 0;
}
#else
bool fw_cpu_has_avx512(void)
{
    return false;
}

bool fw_cpu_has_avx512_bf16(void)
{
    return false;
}

bool fw_cpu_has_amx_bf16(void)
{
    return false;
}
#endif
