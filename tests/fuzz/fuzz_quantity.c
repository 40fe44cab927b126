/* fuzz_quantity.c - the number grammar must answer for any text, and agree with itself.
 *
 * The first byte chooses the dimension, the rest is the text. Properties that hold for whatever
 * is accepted: the value is finite, an exact count is its own digits again, and a number that is
 * printed parses back to about itself.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/quantity.h"
#include "base/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void need(bool holds)
{
    if (!holds)
        abort();
}

static void check_message(const struct fw_err *err)
{
    need(err->status == FW_INPUT);
    need(err->msg[0] != '\0' && strlen(err->msg) < FW_MSG_LEN);
    need(strpbrk(err->msg, "\n\r\t\x1b") == NULL);
    need(fw_utf8_valid(err->msg, strlen(err->msg)));
}

static void check_exact(const struct fw_quantity *q)
{
    char digits[FW_COUNT_LEN];
    struct fw_quantity again;

    if (!q->is_exact)
        return;
    need(q->count < FW_COUNT_LIMIT);
    (void)fw_count_text(digits, q->count, '\0');
    need(fw_quantity_parse(digits, FW_DIM_COUNT, &again, NULL) == FW_OK);
    need(again.is_exact && again.count == q->count);
}

/* What fw_quantity_text writes is read back, but for separators of thousands. */
static void check_printed(double value, enum fw_dim dim)
{
    struct fw_quantity again;
    char text[96];
    size_t out = 0;

    (void)fw_quantity_text(text, sizeof text, value, dim, 9, false);
    for (size_t i = 0; text[i] != '\0'; i++) {
        if (text[i] != ',')
            text[out++] = text[i];
    }
    text[out] = '\0';
    if (dim == FW_DIM_COUNT || value >= 1e21)
        return; /* rounded counts may be no whole numbers, or just beyond the limit */
    need(fw_quantity_parse(text, dim, &again, NULL) == FW_OK);
    need(fabs(again.value - value) <= 1e-8 * fabs(value));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fw_quantity q = {0};
    struct fw_err err;

    if (size == 0)
        return 0;
    const enum fw_dim dim = (enum fw_dim)(data[0] % FW_DIM_COUNT_);
    char *const text = malloc(size);
    if (text == NULL)
        return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    if (fw_quantity_parse(text, dim, &q, &err) == FW_OK) {
        need(isfinite(q.value));
        check_exact(&q);
        check_printed(q.value, dim);
    } else {
        check_message(&err);
    }
    free(text);
    return 0;
}
