/* chart_labels.c - moves labels apart as little as possible.
 *
 * With t[k] = y[k] - k * room, labels that do not meet are a rising sequence t. The rising
 * sequence nearest to the wanted one (least squares) is found by pooling neighbours that
 * violate the order, as in isotonic regression: each pool sits at the mean of its members.
 */
#include "draw/plan.h"

#include <math.h>

bool fw_labels_spread(double *y, size_t n, double room, double top, double bottom)
{
    double level[FW_CHART_SERIES_MAX];
    size_t size[FW_CHART_SERIES_MAX], pools = 0;
    if (n > FW_CHART_SERIES_MAX || (double)n * room > bottom - top)
        return false;
    for (size_t k = 0; k < n; k++) {
        level[pools] = y[k] - (double)k * room;
        size[pools++] = 1;
        while (pools > 1 && level[pools - 2] > level[pools - 1]) {
            const double a = (double)size[pools - 2], b = (double)size[pools - 1];
            level[pools - 2] = (level[pools - 2] * a + level[pools - 1] * b) / (a + b);
            size[pools - 2] += size[pools - 1];
            pools--;
        }
    }
    const double least = top + room / 2, most = bottom - room / 2 - (double)(n - 1) * room;
    size_t k = 0;
    for (size_t p = 0; p < pools; p++)
        for (size_t i = 0; i < size[p]; i++, k++)
            y[k] = fmin(fmax(level[p], least), most) + (double)k * room;
    return true;
}
