/* rows_avx512.c - rows.inc for AVX-512 (its flags are in the Makefile). Elsewhere the table
 * is the portable text; no variant that needs AVX-512 is available then. */
#define FW_ROWS_TABLE fw_rows_avx512
#include "kernel/rows.inc"
