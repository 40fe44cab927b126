/* machine.h - what the system says about the processor: its name, its caches, its cores.
 *
 * From /proc/cpuinfo and /sys/devices/system/cpu/cpu0/cache (Linux kernel, Documentation/ABI/
 * testing/sysfs-devices-system-cpu). A guest of a virtual machine often sees neither all nor the
 * truth; what is not stated is empty.
 */
#ifndef FW_CALIBRATE_MACHINE_H
#define FW_CALIBRATE_MACHINE_H

enum { FW_MACHINE_TEXT = 128 };
struct fw_machine {
    char processor[FW_MACHINE_TEXT]; /* "AMD EPYC 9575F"; "" = unknown */
    char caches[FW_MACHINE_TEXT];    /* "L1d 48 KiB, L1i 32 KiB, L2 1024 KiB"; "" = unknown */
    unsigned cores;                  /* that this process may use */
};

/* proc, sys: other folders in place of /proc and /sys, for tests; NULL = these. cores is left to
 * the caller. */
void fw_machine_read(struct fw_machine *m, const char *proc, const char *sys);

#endif
