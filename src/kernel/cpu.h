/* cpu.h - what the processor offers, by feature bits (never by model: a guest may hide it). */
#ifndef FW_KERNEL_CPU_H
#define FW_KERNEL_CPU_H

#include <stdbool.h>

bool fw_cpu_has_avx512(void);      /* F, BW, DQ, VL, and the system saves the registers */
bool fw_cpu_has_avx512_bf16(void);
bool fw_cpu_has_amx_bf16(void);    /* tiles and bf16, and the system grants the tile data */

#endif
