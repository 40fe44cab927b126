/* fields.h - mappings read by tables: one row per key. Used inside input/ alone.
 *
 * A table says which keys a mapping may have, what each means and where its value goes. Unknown
 * keys, missing keys, null where a value is needed and two spellings of one key are reported by
 * the same code for every section.
 */
#ifndef FW_INPUT_FIELDS_H
#define FW_INPUT_FIELDS_H

#include <math.h>
#include <stdint.h>

#include "base/quantity.h"
#include "input/yaml_tree.h"

enum { FW_FIELDS_MAX = 64 };

/* What an unknown double holds. */
#define FW_ABSENT ((double)NAN)

struct fw_field;

/* A reader of values: node into *to, an object of the type that belongs to the reader. On failure
 * err gets the message, without place and key. */
#define FW_FIELD_READER(name)                                                                      \
    enum fw_status name(struct fw_load *ld, const struct fw_field *f, const struct fw_node *node,  \
                        void *to, struct fw_err *err)

FW_FIELD_READER(fw_field_text);   /* const char * */
FW_FIELD_READER(fw_field_words);  /* const char *: a list of words, joined by blanks */
FW_FIELD_READER(fw_field_date);   /* const char *: 2024, 2024-04 or 2024-04-18 */
FW_FIELD_READER(fw_field_real);   /* double in the unit of dim */
FW_FIELD_READER(fw_field_count);  /* uint64_t */
FW_FIELD_READER(fw_field_year);   /* int */
FW_FIELD_READER(fw_field_bool);   /* bool */
FW_FIELD_READER(fw_field_choice); /* unsigned: index in names */
FW_FIELD_READER(fw_field_dtype);  /* unsigned: enum fw_dtype */
FW_FIELD_READER(fw_field_node);   /* const struct fw_node *: the caller reads it */

struct fw_field {
    const char *key;
    FW_FIELD_READER((*read));
    size_t offset; /* rows with the same offset are spellings of one key */
    bool required;
    const char *meaning;
    enum fw_dim dim;          /* real */
    double min, max;          /* real, count: inclusive; both 0 = no limit */
    const char *const *names; /* choice: NULL at the end */
};
/* Rows of the three shapes that there are. */
#define FW_FIELD(key, reader, offset, meaning)                                                     \
    {                                                                                              \
        key, reader, offset, false, meaning, FW_DIM_COUNT, 0, 0, NULL                              \
    }
#define FW_REQUIRED(key, reader, offset, meaning)                                                  \
    {                                                                                              \
        key, reader, offset, true, meaning, FW_DIM_COUNT, 0, 0, NULL                               \
    }
#define FW_NUMBER(key, reader, offset, required, dim, min, max, meaning)                           \
    {                                                                                              \
        key, reader, offset, required, meaning, dim, min, max, NULL                                \
    }
#define FW_CHOICE(key, offset, names, meaning)                                                     \
    {                                                                                              \
        key, fw_field_choice, offset, false, meaning, FW_DIM_COUNT, 0, 0, names                    \
    }

/* Reads the mapping map, found at path, into *out by the n rows of fields. What is absent or
 * null stays as it was in *out. */
void fw_fields_load(struct fw_load *ld, const struct fw_node *map, const char *path,
                    const struct fw_field *fields, size_t n, void *out);

/* Scalars for everybody. Messages as above. */
enum fw_status fw_scalar_quantity(const struct fw_node *node, enum fw_dim dim,
                                  struct fw_quantity *out, struct fw_err *err);
enum fw_status fw_scalar_bool(const struct fw_node *node, bool *out, struct fw_err *err);
/* Any scalar but null, as text without control characters (line ends become blanks). */
enum fw_status fw_scalar_text(struct fw_load *ld, const struct fw_node *node, const char **out,
                              struct fw_err *err);
/* Index of a word among names; the message names them all or the nearest. */
enum fw_status fw_scalar_choice(const struct fw_node *node, const char *const *names, size_t n,
                                unsigned *out, struct fw_err *err);
enum fw_status fw_scalar_dtype(const struct fw_node *node, unsigned *out, struct fw_err *err);

/* Reports a key that a mapping may not have; names are those that it may. */
void fw_unknown_key(struct fw_load *ld, const struct fw_item *item, const char *path,
                    const char *const *names, size_t n);
/* Reports that key is given again, as spelling instead of first_spelling. */
void fw_given_twice(struct fw_load *ld, const struct fw_item *item, const char *path,
                    const char *first_spelling, unsigned first_line);
/* "a, b, c" of the keys of a mapping, cut with "..." */
const char *fw_keys_found(const struct fw_node *map, char *buf, size_t size);

#endif
