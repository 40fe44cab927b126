/* yaml_tree.c - libyaml's events, put together to a tree.
 *
 * The stack of open containers is an array of FW_YAML_DEPTH_MAX frames, no recursion. libyaml
 * reads ahead at most one line or 1024 characters before it hands out an event, so a limit that
 * is checked per event bounds the work too.
 */
#include "input/yaml_tree.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "input/sniff.h"

struct frame {
    struct fw_node *node;
    struct fw_item *last;
    const char *key; /* MAPPING: read, its value not yet */
    struct fw_place key_at;
};

struct anchor {
    const char *name;
    const struct fw_node *node;
    const struct anchor *older;
};

struct builder {
    struct fw_load *ld;
    enum fw_node_kind kind; /* that the root must have */
    const char *text;
    size_t n;
    struct frame stack[FW_YAML_DEPTH_MAX];
    size_t depth;
    size_t nodes; /* so far, aliases expanded */
    const struct anchor *anchors;
    size_t num_anchors;
    const struct fw_node *root;
    unsigned documents;
    bool done;   /* end of the text */
    bool failed; /* there is no tree */
};

static struct fw_place place(const yaml_mark_t *m)
{
    return (struct fw_place){(unsigned)m->line + 1, (unsigned)m->column + 1};
}

/* The keys that lead to the open container, "architecture.mlp"; cut if it does not fit. */
static const char *open_path(const struct builder *b, char buf[static FW_KEY_LEN])
{
    size_t used = 0;

    buf[0] = '\0';
    for (size_t i = 0; i < b->depth; i++) {
        const char *const key = b->stack[i].key;
        const size_t len = key != NULL ? strlen(key) : 0;
        if (len == 0 || used + len + 2 > FW_KEY_LEN)
            continue;
        if (used > 0)
            buf[used++] = '.';
        memcpy(buf + used, key, len + 1);
        used += len;
    }
    return buf;
}

static void stop(struct builder *b, struct fw_place at, const char *msg, const char *hint)
{
    char path[FW_KEY_LEN];
    struct fw_err err;

    (void)fw_fail(&err, FW_INPUT, "%s", msg);
    if (hint[0] != '\0')
        (void)fw_err_hint(&err, "%s", hint);
    fw_load_report(b->ld, &err, at, open_path(b, path), "");
    b->failed = true;
}

static void stop_no_memory(struct builder *b)
{
    (void)fw_load_no_memory(b->ld);
    b->failed = true;
}

/* Counts n nodes whose deepest level is height under the open container. */
static bool count(struct builder *b, struct fw_place at, size_t n, unsigned height)
{
    if (b->depth + height > FW_YAML_DEPTH_MAX) {
        stop(b, at, "nested deeper than 64 levels", "");
        return false;
    }
    if (n > FW_YAML_NODES_MAX - b->nodes) {
        stop(b, at, "more than 100000 values, aliases counted as what they stand for", "");
        return false;
    }
    b->nodes += n;
    return true;
}

static enum fw_tag find_tag(const char *tag, bool *known)
{
    static const char *const tags[] = {
        [FW_TAG_NONE] = "",
        [FW_TAG_STR] = YAML_STR_TAG,
        [FW_TAG_INT] = YAML_INT_TAG,
        [FW_TAG_FLOAT] = YAML_FLOAT_TAG,
        [FW_TAG_BOOL] = YAML_BOOL_TAG,
        [FW_TAG_NULL] = YAML_NULL_TAG,
    };

    *known = true;
    for (size_t i = FW_TAG_STR; tag != NULL && i < sizeof tags / sizeof tags[0]; i++) {
        if (strcmp(tag, tags[i]) == 0)
            return (enum fw_tag)i;
    }
    *known = tag == NULL;
    return FW_TAG_NONE;
}

static void add_anchor(struct builder *b, const yaml_char_t *name, const struct fw_node *node)
{
    if (name == NULL)
        return;
    struct anchor *const a = FW_NEW(b->ld->arena, 1, struct anchor);
    if (a != NULL)
        a->name = fw_arena_strdup(b->ld->arena, (const char *)name);
    if (a == NULL || a->name == NULL) {
        stop_no_memory(b);
        return;
    }
    if (b->num_anchors == FW_YAML_ANCHORS_MAX)
        stop(b, node->at, "more than 1000 anchors", "");
    a->node = node;
    a->older = b->anchors;
    b->anchors = a;
    b->num_anchors++;
}

static struct fw_node *new_node(struct builder *b, const yaml_event_t *ev, enum fw_node_kind kind,
                                const yaml_char_t *tag)
{
    bool known = true;
    const struct fw_place at = place(&ev->start_mark);
    const enum fw_tag t = find_tag((const char *)tag, &known);

    if (!known) {
        stop(b, at, "this tag is not known here",
             "tags that are: !!str !!int !!float !!bool !!null; none is ever needed");
        return NULL;
    }
    if (!count(b, at, 1, 1))
        return NULL;
    struct fw_node *const node = FW_NEW(b->ld->arena, 1, struct fw_node);
    if (node == NULL) {
        stop_no_memory(b);
        return NULL;
    }
    *node = (struct fw_node){.kind = kind, .tag = t, .at = at, .size = 1, .height = 1};
    return node;
}

/* Hangs a node under the open container (or makes it the root). In a mapping a scalar without a
 * key before it becomes the key. */
static void attach(struct builder *b, const struct fw_node *node, struct fw_place at, bool alias)
{
    struct frame *const f = b->depth > 0 ? &b->stack[b->depth - 1] : NULL;

    if (f == NULL) {
        b->root = node;
        return;
    }
    if (f->node->kind == FW_MAPPING && f->key == NULL) {
        if (node->kind != FW_SCALAR || alias) {
            stop(b, at, "a key must be a plain word", "");
            return;
        }
        if (strcmp(node->text, "<<") == 0 && !node->quoted)
            stop(b, at, "merge keys (<<) are not supported",
                 "write the keys out, or take over another description with extends:");
        f->key = node->text;
        f->key_at = node->at;
        f->node->size++;
        return;
    }
    struct fw_item *const item = FW_NEW(b->ld->arena, 1, struct fw_item);
    if (item == NULL) {
        stop_no_memory(b);
        return;
    }
    *item = (struct fw_item){f->key, f->key != NULL ? f->key_at : node->at, node, NULL};
    if (f->last != NULL)
        f->last->next = item;
    else
        f->node->items = item;
    f->last = item;
    f->key = NULL;
    f->node->count++;
}

/* What a finished or shared child adds to the container that is open now. */
static void grow_parent(struct builder *b, const struct fw_node *child)
{
    if (b->depth == 0)
        return;
    struct fw_node *const parent = b->stack[b->depth - 1].node;
    parent->size += child->size;
    if (parent->height < child->height + 1)
        parent->height = child->height + 1;
}

static void take_scalar(struct builder *b, const yaml_event_t *ev)
{
    const char *const value = (const char *)ev->data.scalar.value;
    const size_t n = ev->data.scalar.length;
    struct fw_node *const node = new_node(b, ev, FW_SCALAR, ev->data.scalar.tag);

    if (node == NULL)
        return;
    if (memchr(value, 0, n) != NULL) {
        stop(b, node->at, "a NUL character in a text", "");
        return;
    }
    node->quoted = ev->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    node->text = fw_arena_strndup(b->ld->arena, value, n);
    if (node->text == NULL) {
        stop_no_memory(b);
        return;
    }
    const bool is_key = b->depth > 0 && b->stack[b->depth - 1].node->kind == FW_MAPPING &&
                        b->stack[b->depth - 1].key == NULL;
    attach(b, node, node->at, false);
    if (!is_key)
        grow_parent(b, node);
    add_anchor(b, ev->data.scalar.anchor, node);
}

static void take_start(struct builder *b, const yaml_event_t *ev)
{
    const bool map = ev->type == YAML_MAPPING_START_EVENT;
    struct fw_node *const node =
        new_node(b, ev, map ? FW_MAPPING : FW_SEQUENCE,
                 map ? ev->data.mapping_start.tag : ev->data.sequence_start.tag);

    if (node == NULL)
        return;
    attach(b, node, node->at, false);
    add_anchor(b, map ? ev->data.mapping_start.anchor : ev->data.sequence_start.anchor, node);
    /* attach() clears the key; the path of messages inside needs it. */
    if (b->depth > 0 && b->stack[b->depth - 1].last != NULL)
        b->stack[b->depth - 1].key = b->stack[b->depth - 1].last->key;
    b->stack[b->depth++] = (struct frame){.node = node};
}

static void take_alias(struct builder *b, const yaml_event_t *ev)
{
    const char *const name = (const char *)ev->data.alias.anchor;
    const struct fw_place at = place(&ev->start_mark);
    const struct anchor *a = b->anchors;

    while (a != NULL && strcmp(a->name, name) != 0)
        a = a->older;
    if (a == NULL) {
        stop(b, at, "an alias without its anchor", "");
        return;
    }
    for (size_t i = 0; i < b->depth; i++) {
        if (b->stack[i].node == a->node) {
            stop(b, at, "an alias inside its own anchor", "");
            return;
        }
    }
    if (!count(b, at, a->node->size, a->node->height))
        return;
    attach(b, a->node, at, true);
    grow_parent(b, a->node);
}

/* Same keys side by side, in the order of the file. */
static int compare_items(const void *pa, const void *pb)
{
    const struct fw_item *const a = *(const struct fw_item *const *)pa;
    const struct fw_item *const b = *(const struct fw_item *const *)pb;
    const int order = strcmp(a->key, b->key);

    if (order != 0)
        return order;
    if (a->at.line != b->at.line)
        return a->at.line < b->at.line ? -1 : 1;
    return a->at.col < b->at.col ? -1 : a->at.col > b->at.col;
}

static void refuse_duplicates(struct builder *b, const struct fw_node *map)
{
    char path[FW_KEY_LEN];

    if (map->count < 2)
        return;
    const struct fw_item **const sorted = FW_NEW(b->ld->arena, map->count, const struct fw_item *);
    if (sorted == NULL) {
        stop_no_memory(b);
        return;
    }
    size_t n = 0;
    for (const struct fw_item *i = map->items; i != NULL; i = i->next)
        sorted[n++] = i;
    qsort(sorted, n, sizeof sorted[0], compare_items);
    const struct fw_item *first = sorted[0];
    for (size_t i = 1; i < n; i++) {
        if (strcmp(first->key, sorted[i]->key) == 0)
            fw_load_fail(b->ld, sorted[i]->at, open_path(b, path), sorted[i]->key,
                         "given twice in one mapping, on lines %u and %u", first->at.line,
                         sorted[i]->at.line);
        else
            first = sorted[i];
    }
}

static void take_end(struct builder *b)
{
    const struct fw_node *const node = b->stack[--b->depth].node;

    if (node->kind == FW_MAPPING)
        refuse_duplicates(b, node);
    grow_parent(b, node);
    if (b->depth > 0)
        b->stack[b->depth - 1].key = NULL;
}

static void take_document(struct builder *b, const yaml_event_t *ev)
{
    if (++b->documents > 1)
        stop(b, place(&ev->start_mark), "a second document starts here, expected one per file",
             "remove the line --- or put the document into a file of its own");
}

static void take(struct builder *b, const yaml_event_t *ev)
{
    switch (ev->type) {
    case YAML_DOCUMENT_START_EVENT:
        take_document(b, ev);
        break;
    case YAML_ALIAS_EVENT:
        take_alias(b, ev);
        break;
    case YAML_SCALAR_EVENT:
        take_scalar(b, ev);
        break;
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT:
        take_start(b, ev);
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        take_end(b);
        break;
    case YAML_STREAM_END_EVENT:
        b->done = true;
        break;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_DOCUMENT_END_EVENT:
        break;
    }
}

/* Column of a tab among the blanks at the start of a line, 0 if there is none. */
static unsigned indent_tab(const struct builder *b, unsigned line)
{
    const char *s = b->text;
    const char *const end = b->text + b->n;

    for (unsigned i = 1; i < line && s != NULL; i++) {
        s = memchr(s, '\n', (size_t)(end - s));
        s = s != NULL ? s + 1 : NULL;
    }
    for (unsigned col = 1; s != NULL && s < end && (*s == ' ' || *s == '\t'); col++) {
        if (*s++ == '\t')
            return col;
    }
    return 0;
}

static void report_syntax(struct builder *b, const yaml_parser_t *p)
{
    const char *const problem = p->problem != NULL ? p->problem : "unreadable";
    struct fw_place at = place(&p->problem_mark);
    const unsigned tab = indent_tab(b, at.line);
    struct fw_err err;

    if (p->error == YAML_MEMORY_ERROR) {
        stop_no_memory(b);
        return;
    }
    if (tab > 0) {
        at.col = tab;
        (void)fw_fail(&err, FW_INPUT, "a tab in the indentation, expected spaces");
    } else {
        (void)fw_fail(&err, FW_INPUT, "not valid YAML: %s%s%s", problem,
                      p->context != NULL ? " " : "", p->context != NULL ? p->context : "");
    }
    if (strstr(problem, "mapping values are not allowed") != NULL && tab == 0)
        (void)fw_err_hint(&err, "a text that holds ': ' needs quotes");
    fw_load_report(b->ld, &err, at, "", "");
    b->failed = true;
}

static void check_root(struct builder *b, const struct fw_node **root)
{
    struct fw_err err;

    if (b->root == NULL || fw_yaml_is_null(b->root)) {
        (void)fw_fail(&err, FW_INPUT, "empty description");
        (void)fw_err_hint(&err, "expected keys and values, one pair on a line");
        fw_load_report(b->ld, &err, (struct fw_place){0}, "", "");
    } else if (b->root->kind != b->kind) {
        fw_load_fail(b->ld, b->root->at, "", "", "expected %s, got %s",
                     b->kind == FW_MAPPING ? "keys and values" : "a list", fw_yaml_kind(b->root));
    } else {
        *root = b->root;
    }
}

static enum fw_status parse(struct fw_load *ld, const char *text, size_t n, enum fw_node_kind kind,
                            const struct fw_node **root)
{
    struct builder b = {.ld = ld, .kind = kind};
    yaml_parser_t parser;
    yaml_event_t event;

    *root = NULL;
    if (n > FW_YAML_BYTES_MAX) {
        fw_load_fail(ld, (struct fw_place){0}, "", "", "larger than 16 MiB");
        return ld->status;
    }
    if (fw_sniff(ld, &text, &n) != FW_OK)
        return ld->status;
    b.text = text;
    b.n = n;
    if (!yaml_parser_initialize(&parser))
        return fw_load_no_memory(ld);
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, n);
    while (!b.done && !b.failed) {
        if (!yaml_parser_parse(&parser, &event)) {
            report_syntax(&b, &parser);
            break;
        }
        take(&b, &event);
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    if (!b.failed)
        check_root(&b, root);
    return ld->status;
}

enum fw_status fw_yaml_parse(struct fw_load *ld, const char *text, size_t n,
                             const struct fw_node **root)
{
    return parse(ld, text, n, FW_MAPPING, root);
}

enum fw_status fw_yaml_parse_list(struct fw_load *ld, const char *text, size_t n,
                                  const struct fw_node **root)
{
    return parse(ld, text, n, FW_SEQUENCE, root);
}

const struct fw_node *fw_yaml_find(const struct fw_node *map, const char *key)
{
    if (map == NULL || map->kind != FW_MAPPING)
        return NULL;
    for (const struct fw_item *i = map->items; i != NULL; i = i->next) {
        if (strcmp(i->key, key) == 0)
            return i->value;
    }
    return NULL;
}

bool fw_yaml_is_null(const struct fw_node *node)
{
    static const char *const words[] = {"", "~", "null", "Null", "NULL"};

    if (node->kind != FW_SCALAR || node->quoted || node->tag == FW_TAG_STR)
        return false;
    if (node->tag == FW_TAG_NULL)
        return true;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(node->text, words[i]) == 0)
            return true;
    }
    return false;
}

const char *fw_yaml_kind(const struct fw_node *node)
{
    static const char *const kinds[] = {
        [FW_SCALAR] = "text", [FW_SEQUENCE] = "a list", [FW_MAPPING] = "keys and values"};

    return fw_yaml_is_null(node) ? "nothing" : kinds[node->kind];
}
