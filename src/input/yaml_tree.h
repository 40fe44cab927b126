/* yaml_tree.h - YAML text to a tree of nodes that know where they stand.
 *
 * Scalars keep their text: what is a number or a boolean is decided by whoever asks for one.
 * An alias shares the node of its anchor, so a tree takes no more memory than its file, while
 * the limits count what a walk would meet.
 */
#ifndef FW_INPUT_YAML_TREE_H
#define FW_INPUT_YAML_TREE_H

#include "input/load.h"

enum {
    FW_YAML_DEPTH_MAX = 64,
    FW_YAML_NODES_MAX = 100000, /* keys and values, every alias counted as what it stands for */
    FW_YAML_ANCHORS_MAX = 1000,
    FW_YAML_BYTES_MAX = 16 << 20,
};

enum fw_node_kind { FW_SCALAR, FW_SEQUENCE, FW_MAPPING };
enum fw_tag { FW_TAG_NONE, FW_TAG_STR, FW_TAG_INT, FW_TAG_FLOAT, FW_TAG_BOOL, FW_TAG_NULL };

struct fw_node {
    enum fw_node_kind kind;
    enum fw_tag tag; /* written out, "!!str" */
    bool quoted;     /* SCALAR in quotes or as a block */
    struct fw_place at;
    const char *text;            /* SCALAR; no NUL inside */
    const struct fw_item *items; /* SEQUENCE, MAPPING: the first, NULL if empty */
    size_t count;                /* of items */
    size_t size;                 /* nodes in it, itself and keys included */
    unsigned height;             /* levels in it, 1 for a scalar */
};

struct fw_item {
    const char *key;    /* NULL in a sequence */
    struct fw_place at; /* of the key, in a sequence of the value */
    const struct fw_node *value;
    const struct fw_item *next;
};

/* Reads the one document in text. Syntax errors, duplicate keys and exceeded limits are reported
 * in ld; after a duplicate key reading goes on. *root is NULL if there is no tree to work with
 * (syntax error, empty text, limit). Nodes live in ld's arena. */
enum fw_status fw_yaml_parse(struct fw_load *ld, const char *text, size_t n,
                             const struct fw_node **root);
/* The same for text whose outermost value is a list, as JSON may have it. */
enum fw_status fw_yaml_parse_list(struct fw_load *ld, const char *text, size_t n,
                                  const struct fw_node **root);

/* The value of a key, NULL if absent or map is no mapping. */
const struct fw_node *fw_yaml_find(const struct fw_node *map, const char *key);

/* null by the core rules of YAML 1.2: null, Null, NULL, ~ or nothing, without quotes. */
bool fw_yaml_is_null(const struct fw_node *node);

/* "a list", "keys and values", "text", "nothing": what a node is, for messages. */
const char *fw_yaml_kind(const struct fw_node *node);

#endif
