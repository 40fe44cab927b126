/* equation.c - a recursive-descent reader of the compiled equations that simplifies on the way.
 *
 *     choice = sum [ ("<"|">"|"==") sum "?" choice ":" choice ]
 *     sum    = product { ("+"|"-") product }
 *     product= factor { "*" factor }
 *     factor = digits | name | "(" choice ")" | "SUM(" name ")" | ("DIV"|"CDIV") "(" a "," b ")"
 */
#include "report/equation.h"

#include <stdio.h>
#include <string.h>

#include "core/explain.h"

enum kind { NUMBER, NAME, SUM_OF, PLUS, MINUS, TIMES, DIVIDE_DOWN, DIVIDE_UP };

enum { NODES = 200, NAMES = 40, ID_LEN = 40, DEPTH = 40 };

struct node {
    enum kind kind;
    fw_u128 value; /* of the whole subtree */
    int a, b;      /* operands, indexes into nodes */
    char id[ID_LEN];
};

struct name {
    char id[ID_LEN];
    fw_u128 value;
    bool flag; /* 0 or 1, and shown as that number */
};

struct reader {
    const char *p;
    struct name names[NAMES];
    size_t num_names;
    struct node nodes[NODES];
    int num_nodes, depth;
    bool failed;
    const struct fw_estimate *e;
};

const struct fw_eq_info *fw_equation_info(const struct fw_equation_row *r)
{
    return r->layer ? &fw_layer_eq_table[r->row] : &fw_eq_table[r->row];
}

fw_u128 fw_equation_result(const struct fw_equation_row *r)
{
    return r->layer ? r->e->layer[r->group][r->row] : r->e->model[r->row];
}

/* ---- nodes that simplify --------------------------------------------------------------------- */

static int add_node(struct reader *r, enum kind kind, fw_u128 value, int a, int b)
{
    if (r->num_nodes == NODES) {
        r->failed = true;
        return 0;
    }
    r->nodes[r->num_nodes] = (struct node){.kind = kind, .value = value, .a = a, .b = b};
    return r->num_nodes++;
}

static int number(struct reader *r, fw_u128 value)
{
    return add_node(r, NUMBER, value, 0, 0);
}

static bool is_number(const struct reader *r, int n)
{
    return r->nodes[n].kind == NUMBER;
}

static bool is(const struct reader *r, int n, unsigned value)
{
    return is_number(r, n) && r->nodes[n].value == value;
}

static int times(struct reader *r, int a, int b)
{
    const fw_u128 value = r->nodes[a].value * r->nodes[b].value;
    if (is(r, a, 0) || is(r, b, 0) || (is_number(r, a) && is_number(r, b)))
        return number(r, value);
    if (is(r, a, 1))
        return b;
    return is(r, b, 1) ? a : add_node(r, TIMES, value, a, b);
}

static int plus_minus(struct reader *r, bool minus, int a, int b)
{
    const fw_u128 x = r->nodes[a].value, y = r->nodes[b].value;
    const fw_u128 value = minus ? x - y : x + y;
    if (value == 0 || (is_number(r, a) && is_number(r, b)))
        return number(r, value);
    if (is(r, b, 0))
        return a;
    return is(r, a, 0) && !minus ? b : add_node(r, minus ? MINUS : PLUS, value, a, b);
}

static int divide(struct reader *r, bool up, int a, int b)
{
    const fw_u128 x = r->nodes[a].value, y = r->nodes[b].value;
    if (y == 0) { /* only in a branch that is not taken */
        r->failed = r->failed || x > 0;
        return number(r, 0);
    }
    const fw_u128 value = up ? (x + y - 1) / y : x / y;
    if (is_number(r, a) && is_number(r, b))
        return number(r, value);
    return y == 1 ? a : add_node(r, up ? DIVIDE_UP : DIVIDE_DOWN, value, a, b);
}

/* ---- reading --------------------------------------------------------------------------------- */

static int choice(struct reader *r);

static bool take(struct reader *r, const char *token)
{
    while (*r->p == ' ')
        r->p++;
    const size_t n = strlen(token);
    if (strncmp(r->p, token, n) != 0)
        return false;
    r->p += n;
    return true;
}

static void expect(struct reader *r, const char *token)
{
    if (!take(r, token))
        r->failed = true;
}

static const struct name *find_name(struct reader *r, const char *id)
{
    for (size_t i = 0; i < r->num_names; i++)
        if (strcmp(r->names[i].id, id) == 0)
            return &r->names[i];
    r->failed = true;
    return NULL;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void read_id(struct reader *r, char id[static ID_LEN])
{
    size_t n = 0;
    while (is_letter(*r->p) || is_digit(*r->p)) {
        if (n + 1 < ID_LEN)
            id[n++] = *r->p;
        r->p++;
    }
    id[n] = '\0';
}

/* A symbol or a row; what is zero, and flags, are numbers. */
static int named(struct reader *r, const char *id, bool is_sum)
{
    char key[ID_LEN + 8];
    (void)snprintf(key, sizeof key, is_sum ? "SUM(%s)" : "%s", id);
    const struct name *const n = find_name(r, key);
    if (n == NULL)
        return 0;
    if (n->value == 0 || (n->flag && n->value == 1))
        return number(r, n->value);
    const int at = add_node(r, is_sum ? SUM_OF : NAME, n->value, 0, 0);
    memcpy(r->nodes[at].id, id, strlen(id) + 1);
    return at;
}

static int function(struct reader *r, bool up)
{
    const int a = choice(r);
    expect(r, ",");
    const int b = choice(r);
    expect(r, ")");
    return divide(r, up, a, b);
}

static int factor(struct reader *r)
{
    char id[ID_LEN];
    if (take(r, "(")) {
        const int inner = choice(r);
        expect(r, ")");
        return inner;
    }
    if (take(r, "SUM(")) {
        read_id(r, id);
        expect(r, ")");
        return named(r, id, true);
    }
    if (take(r, "DIV("))
        return function(r, false);
    if (take(r, "CDIV("))
        return function(r, true);
    if (is_letter(*r->p)) {
        read_id(r, id);
        return named(r, id, false);
    }
    fw_u128 value = 0;
    r->failed = r->failed || !is_digit(*r->p);
    for (; is_digit(*r->p); r->p++)
        value = value * 10 + (unsigned)(*r->p - '0');
    return number(r, value);
}

static int product(struct reader *r)
{
    int a = factor(r);
    while (!r->failed && take(r, "*"))
        a = times(r, a, factor(r));
    return a;
}

static int sum(struct reader *r)
{
    int a = product(r);
    while (!r->failed) {
        if (take(r, "+"))
            a = plus_minus(r, false, a, product(r));
        else if (take(r, "-"))
            a = plus_minus(r, true, a, product(r));
        else
            break;
    }
    return a;
}

static int choice(struct reader *r)
{
    if (++r->depth > DEPTH)
        r->failed = true;
    int a = r->failed ? 0 : sum(r);
    const bool less = take(r, "<"), more = !less && take(r, ">");
    const bool same = !less && !more && take(r, "==");
    if (!r->failed && (less || more || same)) {
        const fw_u128 x = r->nodes[a].value, y = r->nodes[sum(r)].value;
        expect(r, "?");
        const int yes = choice(r);
        expect(r, ":");
        const int no = choice(r);
        a = (less ? x < y : more ? x > y : x == y) ? yes : no;
    }
    r->depth--;
    return a;
}

static void collect(void *ctx, const char *id, fw_u128 value, const char *meaning)
{
    struct reader *const r = ctx;
    const size_t n = strlen(id);
    if (r->num_names == NAMES || n >= ID_LEN) {
        r->failed = true;
        return;
    }
    struct name *const name = &r->names[r->num_names++];
    memcpy(name->id, id, n + 1);
    name->value = value;
    name->flag = strncmp(meaning, "1 if ", 5) == 0;
}

/* Reads the row; the index of the root, or -1. */
static int read_row(struct reader *r, const struct fw_equation_row *row)
{
    memset(r, 0, sizeof *r);
    r->e = row->e;
    r->p = fw_equation_info(row)->text;
    fw_explain_symbols(row->e, row->layer, row->row, row->group, collect, r);
    const int root = choice(r);
    return r->failed || *r->p != '\0' ? -1 : root;
}

/* ---- writing --------------------------------------------------------------------------------- */

void fw_equation_name(const char *id, bool html, struct fw_text *out)
{
    const char *const under = html ? strchr(id, '_') : NULL;
    if (!html) {
        fw_text_put(out, id);
        return;
    }
    fw_text_put(out, "<var>");
    fw_text_putn(out, id, under != NULL ? (size_t)(under - id) : strlen(id));
    fw_text_put(out, "</var>");
    if (under == NULL)
        return;
    fw_text_put(out, "<sub>");
    for (const char *p = under + 1; *p != '\0'; p++)
        fw_text_putc(out, *p == '_' ? ' ' : *p);
    fw_text_put(out, "</sub>");
}

static const struct {
    const char *sign;
    int level; /* binds tighter the higher */
} operators[] = {
    [PLUS] = {" + ", 1},        [MINUS] = {" − ", 1},     [TIMES] = {" × ", 2},
    [DIVIDE_DOWN] = {" / ", 2}, [DIVIDE_UP] = {" / ", 2},
};

enum { GROUPS_SHOWN = 4 }; /* a sum over more kinds of layers is shown as its result */

static bool shows_groups(const struct reader *r, const struct node *n, enum fw_equation_style style)
{
    return n->kind == SUM_OF && style == FW_EQUATION_NUMBERS && r->e->num_groups <= GROUPS_SHOWN;
}

static int level(const struct reader *r, const struct node *n, enum fw_equation_style style)
{
    if (shows_groups(r, n, style))
        return operators[r->e->num_groups > 1 ? PLUS : TIMES].level;
    return n->kind < PLUS ? 3 : operators[n->kind].level;
}

static void write_node(const struct reader *r, int at, enum fw_equation_style style,
                       struct fw_text *out);

static void write_operand(const struct reader *r, int at, bool brackets,
                          enum fw_equation_style style, struct fw_text *out)
{
    fw_text_put(out, brackets ? "(" : "");
    write_node(r, at, style, out);
    fw_text_put(out, brackets ? ")" : "");
}

/* "32 × 218,112,000": layers of each kind times the row of one. */
static void write_groups(const struct reader *r, const struct node *n, struct fw_text *out)
{
    bool layer = false;
    size_t row = 0;
    if (!fw_eq_find(n->id, &layer, &row) || !layer)
        return;
    for (size_t g = 0; g < r->e->num_groups; g++) {
        fw_text_put(out, g > 0 ? " + " : "");
        fw_text_count(out, r->e->layer_sym[g][FW_LS_n], ',');
        fw_text_put(out, " × ");
        fw_text_count(out, r->e->layer[g][row], ',');
    }
}

static void write_leaf(const struct reader *r, const struct node *n, enum fw_equation_style style,
                       struct fw_text *out)
{
    if (shows_groups(r, n, style)) {
        write_groups(r, n, out);
        return;
    }
    if (n->kind == NUMBER || style == FW_EQUATION_NUMBERS) {
        fw_text_count(out, n->value, ',');
        return;
    }
    fw_text_put(out, n->kind == SUM_OF ? "Σ " : "");
    fw_equation_name(n->id, style == FW_EQUATION_HTML, out);
}

/* Only a division that leaves a rest needs the brackets that say which way it is rounded. */
static void write_node(const struct reader *r, int at, enum fw_equation_style style,
                       struct fw_text *out)
{
    const struct node *const n = &r->nodes[at];
    if (n->kind < PLUS) {
        write_leaf(r, n, style, out);
        return;
    }
    const struct node *const a = &r->nodes[n->a], *const b = &r->nodes[n->b];
    const bool divides = n->kind == DIVIDE_DOWN || n->kind == DIVIDE_UP;
    const bool rest = divides && a->value % b->value != 0;
    const bool up = n->kind == DIVIDE_UP;
    const int own = level(r, n, style);
    const int left = level(r, a, style), right = level(r, b, style);
    fw_text_put(out, !rest ? "" : up ? "⌈" : "⌊");
    write_operand(r, n->a, left < own, style, out);
    fw_text_put(out, operators[n->kind].sign);
    write_operand(r, n->b, right < own || (right == own && (divides || n->kind == MINUS)), style,
                  out);
    fw_text_put(out, !rest ? "" : up ? "⌉" : "⌋");
}

bool fw_equation_write(const struct fw_equation_row *row, enum fw_equation_style style,
                       struct fw_text *out)
{
    struct reader r;
    const int root = read_row(&r, row);
    if (root >= 0)
        write_node(&r, root, style, out);
    return root >= 0;
}

bool fw_equation_value(const struct fw_equation_row *row, fw_u128 *value)
{
    struct reader r;
    const int root = read_row(&r, row);
    if (root < 0)
        return false;
    *value = r.nodes[root].value;
    return true;
}
