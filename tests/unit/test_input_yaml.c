/* test_input_yaml.c - the tree itself, and its limits (case 63). */
#include <stdlib.h>

#include "t.h"
#include "base/text.h"
#include "input/yaml_tree.h"

static struct fw_arena arena;
static struct fw_diags diags;
static struct fw_err err;
static char message[FW_ERR_TEXT_LEN];

static const struct fw_node *parse_bytes(const char *text, size_t n)
{
    const struct fw_node *root = NULL;

    fw_arena_init(&arena, 0);
    fw_diags_init(&diags);
    err = (struct fw_err){.status = FW_OK};
    struct fw_load ld = {.file = "t", .arena = &arena, .diags = &diags, .first = &err};
    const enum fw_status status = fw_yaml_parse(&ld, text, n, &root);
    if ((status == FW_OK) != (diags.errors == 0))
        t_true("status agrees with the messages", false);
    (void)fw_err_text(&err, message, sizeof message);
    return root;
}

static const struct fw_node *parse(const char *text)
{
    return parse_bytes(text, strlen(text));
}

static void check_tree(void)
{
    const struct fw_node *const root = parse("a: 1\n\"b c\":\n  - x\n  - \"y\"\n  - {}\nd:\n");

    t_int("mapping", root->kind, FW_MAPPING);
    t_int("keys", root->count, 3);
    t_int("root, 3 keys, 1, list, x, y, {}, nothing", root->size, 10);
    t_int("levels", root->height, 3);
    const struct fw_item *const b = root->items->next;
    t_str("key", b->key, "b c");
    t_int("key line", b->at.line, 2);
    t_int("key column", b->at.col, 1);
    t_int("list", b->value->kind, FW_SEQUENCE);
    t_int("list line", b->value->at.line, 3);
    t_int("list column", b->value->at.col, 3);
    const struct fw_item *const x = b->value->items;
    t_str("plain", x->value->text, "x");
    t_true("not quoted", !x->value->quoted);
    t_str("no key in a list", x->key, NULL);
    t_true("quoted", x->next->value->quoted);
    t_int("column of a scalar", x->next->value->at.col, 5);
    t_true("nothing is null", fw_yaml_is_null(fw_yaml_find(root, "d")));
    t_true("absent", fw_yaml_find(root, "e") == NULL);
    t_str("kind", fw_yaml_kind(fw_yaml_find(root, "d")), "nothing");
    fw_arena_free(&arena);

    const struct fw_node *const wide = parse("\xc3\xa4\xe2\x82\xac: \xf0\x9f\x98\x80\n");
    t_int("columns are characters", wide->items->value->at.col, 5);
    t_str("UTF-8 stays", wide->items->value->text, "\xf0\x9f\x98\x80");
    fw_arena_free(&arena);
}

static void check_null(void)
{
    static const struct {
        const char *text;
        bool null;
    } rows[] = {
        {"a: null", true}, {"a: Null", true},     {"a: NULL", true},        {"a: ~", true},
        {"a:", true},      {"a: !!null x", true}, {"a: nULL", false},       {"a: \"null\"", false},
        {"a: ''", false},  {"a: none", false},    {"a: !!str null", false}, {"a: []", false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct fw_node *const root = parse(rows[i].text);
        t_int(rows[i].text, fw_yaml_is_null(root->items->value), rows[i].null);
        fw_arena_free(&arena);
    }
}

/* levels lists of nine, each of nine aliases to the one before: 9^levels strings. */
static void alias_bomb(struct fw_text *t, int levels)
{
    fw_text_put(t, "a0: &a0 [l, l, l, l, l, l, l, l, l]\n");
    for (int i = 1; i < levels; i++) {
        fw_text_printf(t, "a%d: &a%d [", i, i);
        for (int k = 0; k < 9; k++)
            fw_text_printf(t, "%s*a%d", k > 0 ? ", " : "", i - 1);
        fw_text_put(t, "]\n");
    }
}

/* Each level twice the one before, from a list of four. */
static void doubling_chain(struct fw_text *t, int levels)
{
    fw_text_put(t, "a0: &a0 [x, x, x, x]\n");
    for (int i = 1; i <= levels; i++)
        fw_text_printf(t, "a%d: &a%d [*a%d, *a%d]\n", i, i, i - 1, i - 1);
}

static void nested(struct fw_text *t, int levels)
{
    fw_text_put(t, "a: ");
    fw_text_repeat(t, '[', (size_t)levels);
    fw_text_repeat(t, ']', (size_t)levels);
}

static void open_brackets(struct fw_text *t, int n)
{
    fw_text_repeat(t, '[', (size_t)n);
}

static void block_levels(struct fw_text *t, int levels)
{
    for (int i = 0; i < levels; i++) {
        fw_text_repeat(t, ' ', (size_t)i);
        fw_text_put(t, i + 1 < levels ? "k:\n" : "k: 1\n");
    }
}

static void long_line(struct fw_text *t, int mib)
{
    fw_text_put(t, "a: ");
    fw_text_repeat(t, 'x', (size_t)mib << 20);
    fw_text_putc(t, '\n');
}

static void many_items(struct fw_text *t, int n)
{
    fw_text_put(t, "a: [");
    for (int i = 0; i < n; i++)
        fw_text_put(t, "1,");
    fw_text_putc(t, ']');
}

static void many_keys(struct fw_text *t, int n)
{
    for (int i = 0; i < n; i++)
        fw_text_printf(t, "k%d: 1\n", i);
}

static void many_anchors(struct fw_text *t, int n)
{
    for (int i = 0; i < n; i++)
        fw_text_printf(t, "k%d: &a%d 1\n", i, i);
}

/* Columns and lines of the messages, counted by hand. The bomb: a4 is 9^5 words and 7381 lists,
 * a0 to a4 together 74,732 nodes, so the first *a4 in a5 is beyond. The chain: a level k has
 * 6*2^k - 1 nodes, a0 to a13 together 98,284; the first *a13 in a14 is beyond. */
#define TOO_DEEP "nested deeper than 64 levels"
#define TOO_MANY "more than 100000 values, aliases counted as what they stand for"
static const struct {
    const char *name;
    void (*make)(struct fw_text *t, int n);
    int n;
    const char *message; /* "" = read without a message */
} limits[] = {
    {"case 63: 9^8 leaves from nine words", alias_bomb, 8, "t:6:10: a5: " TOO_MANY},
    {"9^3 leaves", alias_bomb, 3, ""},
    {"case 63: doubling chain of 21 levels", doubling_chain, 20, "t:15:12: a14: " TOO_MANY},
    {"doubling chain of 10 levels", doubling_chain, 10, ""},
    {"62 lists in a list in a mapping", nested, 63, ""},
    {"63 of them", nested, 64, "t:1:67: a: " TOO_DEEP},
    {"case 63: 5000 flow brackets", nested, 5000, "t:1:67: a: " TOO_DEEP},
    {"case 63: 100000 open brackets", open_brackets, 100000, "t:1:65: " TOO_DEEP},
    {"case 63: 30 block levels", block_levels, 30, ""},
    {"63 block levels", block_levels, 63, ""},
    {"64 block levels: the last value is level 65", block_levels, 64, NULL},
    {"case 64: 10 MiB on one line", long_line, 10, ""},
    {"more than 16 MiB", long_line, 16, "t: larger than 16 MiB"},
    {"99997 items, key, list and mapping", many_items, 99997, ""},
    {"one more", many_items, 99998, "t:1:199999: a: " TOO_MANY},
    {"49999 keys", many_keys, 49999, ""},
    {"50000 keys", many_keys, 50000, "t:50000:9: k49999: " TOO_MANY},
    {"1000 anchors", many_anchors, 1000, ""},
    {"1001 anchors", many_anchors, 1001, "t:1001:8: more than 1000 anchors"},
};

static void check_limits(void)
{
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        struct fw_text t;
        fw_text_init(&t);
        limits[i].make(&t, limits[i].n);
        t_true("text made", fw_text_ok(&t));
        const struct fw_node *const root = parse_bytes(t.data, t.len);
        const bool wants_tree = limits[i].message != NULL && limits[i].message[0] == '\0';
        t_int(limits[i].name, root != NULL, wants_tree);
        if (limits[i].message != NULL)
            t_str(limits[i].name, message, limits[i].message);
        else
            t_true(limits[i].name, strstr(message, TOO_DEEP) != NULL);
        t_true("memory in proportion", arena.used < 64 * t.len + (1 << 20));
        fw_arena_free(&arena);
        fw_text_free(&t);
    }
}

/* Expanded size of what three ordinary anchors stand for. */
static void check_sharing(void)
{
    const struct fw_node *const root = parse("a: &a [1, 2]\nb: &b [*a, *a]\nc: {x: *b, y: *a}\n");

    t_int("nodes with aliases expanded", root->size, 1 + 4 + 8 + 14);
    t_true("an alias shares its node",
           fw_yaml_find(root, "a") == fw_yaml_find(root, "b")->items->value);
    fw_arena_free(&arena);
}

static void check_duplicates(void)
{
    const struct fw_node *const root = parse("b: 1\na: 1\nb: 2\na: 2\nb: 3\nc: {d: 1, d: 2}\n");

    t_int("three duplicates and an inner one", diags.errors, 4);
    t_true("the tree is there for further messages", root != NULL && root->count == 6);
    t_str("the inner one", fw_err_text(&diags.list[0].err, message, sizeof message),
          "t:6:11: c.d: given twice in one mapping, on lines 6 and 6");
    t_str("the third b", fw_err_text(&diags.list[3].err, message, sizeof message),
          "t:5:1: b: given twice in one mapping, on lines 1 and 5");
    fw_arena_free(&arena);
}

int main(void)
{
    check_tree();
    check_null();
    check_limits();
    check_sharing();
    check_duplicates();
    return t_done();
}
