/* parallel.h - one device's share of a model under tensor parallelism.
 *
 * The share is itself a model: heads, FFN widths and vocabulary are divided by the number of
 * devices, and the equations of core count it. KV heads are replicated where there are fewer of
 * them than devices; norms, the router, position tables and MLA's down-projections and latent
 * are on every device. So the sum over devices may exceed the whole.
 */
#ifndef FW_CLI_PARALLEL_H
#define FW_CLI_PARALLEL_H

#include "cli/context.h"

/* Fills e for one of n devices. FW_USAGE if n does not divide the query heads, or neither n nor
 * the KV heads divides the other. Widths and vocabulary that n does not divide are rounded up,
 * as padding does. */
enum fw_status fw_parallel_share(struct fw_cli *cli, const struct fw_answer *a, uint64_t n,
                                 struct fw_model *share, struct fw_estimate *e);

/* Table of bytes per device for --tp. */
enum fw_status fw_parallel_view(struct fw_cli *cli, const struct fw_answer *a,
                                struct fw_table *out);

#endif
