/* json.h - writes JSON: fixed key order, exact integers, null for unknown, never NaN.
 *
 * Sticky: write on, the text buffer keeps the error. Nesting mistakes are ours and asserted.
 * Integers above 2^53, which many readers round, are written twice: "total_flop": digits, and
 * "total_flop_string": the same digits as a string.
 */
#ifndef FW_REPORT_JSON_H
#define FW_REPORT_JSON_H

#include "base/count.h"
#include "base/text.h"

enum { FW_JSON_DEPTH = 32 };
struct fw_json {
    struct fw_text *out;
    int depth;
    bool first[FW_JSON_DEPTH], array[FW_JSON_DEPTH];
    bool pretty; /* two-space indentation; else one line */
};

void fw_json_init(struct fw_json *j, struct fw_text *out, bool pretty);
/* key is NULL inside arrays and at the top. */
void fw_json_object(struct fw_json *j, const char *key);
void fw_json_array(struct fw_json *j, const char *key);
void fw_json_end(struct fw_json *j); /* closes the innermost; a newline after the outermost */
void fw_json_count(struct fw_json *j, const char *key, fw_u128 value);
/* a - b with its sign, exact; in two forms as a count. */
void fw_json_difference(struct fw_json *j, const char *key, fw_u128 a, fw_u128 b);
void fw_json_real(struct fw_json *j, const char *key, double value); /* %.17g shortest; NaN null */
void fw_json_string(struct fw_json *j, const char *key, const char *value); /* NULL gives null */
void fw_json_bool(struct fw_json *j, const char *key, bool value);
void fw_json_null(struct fw_json *j, const char *key);
/* Appends s as a JSON string with quotes; invalid UTF-8 becomes U+FFFD. */
void fw_json_quote(struct fw_text *out, const char *s);
/* The shortest digits that read back as value ("0.1", "1e+25"); false, and "" in buf, if it is
 * not finite. */
enum { FW_REAL_LEN = 32 };
bool fw_json_digits(char buf[static FW_REAL_LEN], double value);

#endif
