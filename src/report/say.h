/* say.h - numbers and names as they stand in sentences of the reports.
 *
 * Every sentence of a report is a format string whose numbers come from here, so that it holds
 * for any model. The strings live in the arena; when memory is short they are "" and failed is
 * set, which the caller asks once at the end.
 */
#ifndef FW_REPORT_SAY_H
#define FW_REPORT_SAY_H

#include <stdarg.h>

#include "base/quantity.h"
#include "report/answer.h"

struct fw_say {
    struct fw_arena *arena;
    bool failed;
};

const char *fw_say(struct fw_say *s, const char *fmt, ...) FW_PRINTF(2, 3);
const char *fw_vsay(struct fw_say *s, const char *fmt, va_list args) FW_PRINTF(2, 0);

/* "8,030,261,248" */
const char *fw_say_count(struct fw_say *s, fw_u128 value);
/* Value with its unit, "1.00 GiB", "154.4 TFLOP/s", "unknown". */
const char *fw_say_qty(struct fw_say *s, double value, enum fw_dim dim, int digits);
/* The same without zeros at the end of the fraction: "700 W", "1.1". */
const char *fw_say_short(struct fw_say *s, double value, enum fw_dim dim, int digits);
/* Energies in large: "910.0 MWh"; from 1 MWh on, else as fw_say_qty. */
const char *fw_say_energy(struct fw_say *s, double joule, int digits);
/* part / whole as "13.1 %"; three significant digits. whole 0 gives "unknown". */
const char *fw_say_share(struct fw_say *s, double part, double whole);

/* a / b: "4" if it is whole, else two decimals ("21.74"; four digits below 0.1, none from 1000
 * on); "unknown" if it is not finite. */
const char *fw_say_ratio(struct fw_say *s, double a, double b);
/* The same as a phrase before a noun: "4 times", "1/22 of" (a < b / 2), "0.78 times", "exactly". */
const char *fw_say_times(struct fw_say *s, double a, double b);

/* "A, B and C" */
const char *fw_say_names(struct fw_say *s, const struct fw_answer *a, size_t n);
/* The name of the model: what the description calls it, else its id. Never NULL. */
const char *fw_say_name(const struct fw_answer *a);
/* Where the description stands, without the folders of this machine: "models.d/x.yaml". */
const char *fw_say_path(struct fw_say *s, const struct fw_answer *a);

#endif
