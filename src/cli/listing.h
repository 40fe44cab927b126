/* listing.h - what the three lists of the catalogue share: filter words, and the two tables.
 *
 * People see a narrow table, or all fields below one another where one row is left; CSV and JSON
 * hold everything.
 */
#ifndef FW_CLI_LISTING_H
#define FW_CLI_LISTING_H

#include "cli/context.h"

/* True if each argument of the command occurs in one of the n texts (ASCII case ignored; a NULL
 * text holds nothing). */
bool fw_listing_wants(const struct fw_cli *cli, const char *const *texts, size_t n);

/* Appends the list to the output. full has the columns of CSV and JSON, brief those of people, row
 * for row the same entries. key names the array in JSON. */
enum fw_status fw_listing_show(struct fw_cli *cli, const char *key, const struct fw_table *brief,
                               const struct fw_table *full);

/* "989.5 TFLOP/s", "80 GB": as few digits as say the value to six; "unknown" for NaN. */
struct fw_cell fw_listing_quantity(struct fw_cli *cli, double value, enum fw_dim dim);

/* "id id" of the sources that a list names, with the text of each below a single entry. */
const char *fw_listing_sources(struct fw_cli *cli, const struct fw_source *sources, size_t n,
                               bool with_text);

#endif
