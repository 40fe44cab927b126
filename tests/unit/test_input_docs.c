/* test_input_docs.c - docs/models.md against the tables and the reader.
 *
 * The tables of keys between <!-- keys:begin --> and <!-- keys:end --> (and facts) must be what
 * the program knows, and every block of YAML that names a file must load.
 *     test_input_docs --print     prints the tables as they should be
 */
#include <stdlib.h>

#include "t.h"
#include "base/outfile.h"
#include "base/text.h"
#include "core/chain.h"
#include "input_text.h"

/* "1e9" for 1000000000, "65536" for 65536. */
static void put_bound(struct fw_text *t, double v)
{
    int exponent = 0;

    while (v >= 1e5 && exponent < 12) {
        v /= 10;
        exponent++;
    }
    while (exponent > 0 && v >= 10) {
        v /= 10;
        exponent++;
    }
    fw_text_printf(t, exponent > 0 ? "%ge%d" : "%g", v, exponent);
}

static void put_type(struct fw_text *t, const struct fw_key_info *k)
{
    static const char *const names[] = {
        [FW_T_COUNT] = "count", [FW_T_BOOL] = "boolean", [FW_T_REAL] = "number",
        [FW_T_MLP] = "word",    [FW_T_NORM] = "word",    [FW_T_POSITION] = "word",
        [FW_T_QKNORM] = "word", [FW_T_DTYPE] = "type"};

    fw_text_put(t, names[k->type]);
    if (k->type == FW_T_COUNT || k->type == FW_T_REAL) {
        fw_text_put(t, ", ");
        put_bound(t, k->min);
        fw_text_put(t, " to ");
        put_bound(t, k->max);
    }
    if (k->required)
        fw_text_put(t, ", **required**");
    if (k->scope == FW_SCOPE_LAYER)
        fw_text_put(t, ", layer");
}

static void put_words(struct fw_text *t, const char *list)
{
    bool first = true;

    for (const char *p = list; *p != '\0'; p += strspn(p, " ")) {
        const size_t n = strcspn(p, " ");
        fw_text_put(t, first ? "`" : " `");
        fw_text_putn(t, p, n);
        fw_text_put(t, "`");
        p += n;
        first = false;
    }
}

static void put_keys(struct fw_text *t)
{
    fw_text_put(t, "| key | value | also | short | meaning |\n| --- | --- | --- | --- | --- |\n");
    for (int i = 0; i < FW_KEY_COUNT; i++) {
        const struct fw_key_info *const k = &fw_key_table[i];
        fw_text_printf(t, "| `%s` | ", k->name);
        put_type(t, k);
        fw_text_put(t, " | ");
        put_words(t, k->aliases);
        fw_text_put(t, " | ");
        put_words(t, k->shorts);
        fw_text_printf(t, " | %s |\n", k->meaning);
    }
}

static void put_facts(struct fw_text *t)
{
    fw_text_put(t, "| key | value | meaning |\n| --- | --- | --- |\n");
    for (int i = 0; i < FW_FACT_COUNT; i++)
        fw_text_printf(t, "| `%s` | %s | %s |\n", fw_fact_table[i].id,
                       fw_dim_expected(fw_fact_table[i].dim), fw_fact_table[i].meaning);
}

/* The text of doc between two comment lines, as a new string. */
static char *between(const char *doc, const char *name)
{
    char begin[64], end[64];

    (void)snprintf(begin, sizeof begin, "<!-- %s:begin -->\n", name);
    (void)snprintf(end, sizeof end, "<!-- %s:end -->", name);
    const char *const from = strstr(doc, begin);
    const char *const to = from != NULL ? strstr(from, end) : NULL;
    if (to == NULL)
        return NULL;
    const char *const start = from + strlen(begin);
    return strndup(start, (size_t)(to - start));
}

static void check_table(const char *doc, const char *name, void (*put)(struct fw_text *t))
{
    struct fw_text want;
    char *const got = between(doc, name);

    fw_text_init(&want);
    put(&want);
    t_true("table made", fw_text_ok(&want));
    t_str("docs/models.md has the table as it is", got, want.data);
    free(got);
    fw_text_free(&want);
}

/* Every block that starts with the name of a file, "# models.d/x.yaml". */
static void check_examples(const char *doc, const struct fw_catalogue *cat)
{
    static const char fence[] = "```yaml\n# ";
    static const struct {
        const char *folder;
        enum input_kind kind;
    } kinds[] = {{"models.d/", IN_MODEL}, {"hardware.d/", IN_HARDWARE}, {"grids.d/", IN_GRIDS}};
    static struct input in;
    size_t blocks = 0;

    for (const char *p = strstr(doc, fence); p != NULL; p = strstr(p, fence)) {
        const char *const text = p + strlen("```yaml\n");
        const char *const end = strstr(text, "```");
        size_t k = 0;
        while (k < 2 && strncmp(text + 2, kinds[k].folder, strlen(kinds[k].folder)) != 0)
            k++;
        input_start(&in);
        const size_t n = end != NULL ? (size_t)(end - text) : 0;
        if (kinds[k].kind == IN_MODEL)
            in.status = fw_description_parse(cat, "x.yaml", text, n, &in.arena, &in.diags,
                                             &in.model, &in.err);
        else
            (void)(input_end(&in), input_bytes(&in, kinds[k].kind, text, n));
        t_str("an example loads", input_message(&in, 0), "");
        t_status("an example loads", in.status, FW_OK);
        input_end(&in);
        blocks++;
        p = text;
    }
    t_int("examples", blocks, 5);
}

int main(int argc, char **argv)
{
    struct fw_catalogue cat;
    struct fw_arena arena;
    struct fw_text t;
    struct fw_err err;
    char *doc = NULL;
    size_t n = 0;

    if (argc > 1 && strcmp(argv[1], "--print") == 0) {
        fw_text_init(&t);
        put_keys(&t);
        fw_text_putc(&t, '\n');
        put_facts(&t);
        (void)fputs(t.data, stdout);
        fw_text_free(&t);
        return 0;
    }
    fw_arena_init(&arena, 0);
    t_status("catalogue", fw_catalogue_open(&cat, ".", &arena, &err), FW_OK);
    t_status("docs/models.md", fw_file_read("docs/models.md", 1 << 20, &doc, &n, &err), FW_OK);
    if (doc != NULL) {
        check_table(doc, "keys", put_keys);
        check_table(doc, "facts", put_facts);
        check_examples(doc, &cat);
    }
    free(doc);
    fw_arena_free(&arena);
    return t_done();
}
