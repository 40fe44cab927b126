/* version.h - the version that generated files carry. */
#ifndef FW_REPORT_VERSION_H
#define FW_REPORT_VERSION_H

/* "0.1.0"; never NULL. Set by the Makefile from the file VERSION (src/report/flags.mk). */
const char *fw_report_version(void);

#endif
