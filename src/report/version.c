#include "report/version.h"

#ifndef FW_VERSION
#define FW_VERSION "unknown"
#endif

const char *fw_report_version(void)
{
    return FW_VERSION;
}
