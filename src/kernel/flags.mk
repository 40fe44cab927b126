# flags.mk - the flags of single files. Instruction sets are chosen at run time by feature bits, so
# only the files that need one are compiled for it, and nothing is compiled for the build machine.
# A processor whose model is hidden gets 256-bit vectors by default: the width is given.
# Fast variants fuse multiply and add; the reference and all else do not (BASE_FLAGS).

kernel_machine := $(shell $(CC) -dumpmachine 2>/dev/null)
ifneq ($(filter x86_64%,$(kernel_machine)),)
kernel_avx512 = -mavx512f -mavx512bw -mavx512dq -mavx512vl -mfma -mprfchw -mprefer-vector-width=512
CFLAGS_src/kernel/block_avx512_bf16.c = -O3 $(kernel_avx512) -mavx512bf16 -ffp-contract=fast
CFLAGS_src/kernel/block_amx.c = -O2 -mamx-tile -mamx-bf16
CFLAGS_src/kernel/peaks_avx512.c = -O2 $(kernel_avx512) -mavx512bf16
CFLAGS_src/kernel/peaks_amx.c = -O2 -mamx-tile -mamx-bf16
endif
CFLAGS_src/kernel/rows_portable.c = -O3 -ffp-contract=fast -Wno-psabi
CFLAGS_src/kernel/rows_avx512.c = -O3 $(kernel_avx512) -ffp-contract=fast -Wno-psabi
CFLAGS_src/kernel/block_portable.c = -O3 -ffp-contract=fast -Wno-psabi
CFLAGS_src/kernel/block_avx512_f32.c = -O3 $(kernel_avx512) -ffp-contract=fast
CFLAGS_src/kernel/peaks.c = -O3
CFLAGS_src/kernel/random.c = -O3
