/* rows_portable.c - rows.inc for any processor. */
#define FW_ROWS_TABLE fw_rows_portable
#include "kernel/rows.inc"
