/* explain.c - walks the text of an equation and puts numbers in the place of names. */
#include "core/explain.h"

#include <math.h>
#include <string.h>

/* One row to be explained: where its names get their values from. */
struct view {
    const struct fw_estimate *e;
    bool layer;
    size_t group;
};

struct name {
    const char *start;
    size_t len;
    bool is_sum; /* SUM(start) */
};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_name_char(char c)
{
    return is_letter(c) || (c >= '0' && c <= '9');
}

static bool equals(const struct name *n, const char *id)
{
    return strlen(id) == n->len && memcmp(id, n->start, n->len) == 0;
}

static bool lookup_rows(const struct name *n, const struct fw_eq_info *table, size_t count,
                        const fw_u128 *values, fw_u128 *value, const char **meaning)
{
    for (size_t i = 0; i < count; i++)
        if (equals(n, table[i].id)) {
            *value = values[i];
            *meaning = table[i].meaning;
            return true;
        }
    return false;
}

static bool lookup_symbols(const struct name *n, const struct fw_symbol_info *table, size_t count,
                           const uint64_t *values, fw_u128 *value, const char **meaning)
{
    for (size_t i = 0; i < count; i++)
        if (equals(n, table[i].id)) {
            *value = values[i];
            *meaning = table[i].meaning;
            return true;
        }
    return false;
}

static bool lookup(const struct view *v, const struct name *n, fw_u128 *value,
                   const char **meaning)
{
    const struct fw_estimate *e = v->e;
    if (n->is_sum)
        return lookup_rows(n, fw_layer_eq_table, FW_LEQ_COUNT, e->sum, value, meaning);
    if (v->layer)
        return lookup_rows(n, fw_layer_eq_table, FW_LEQ_COUNT, e->layer[v->group], value,
                           meaning) ||
               lookup_symbols(n, fw_layer_symbol_table, FW_LS_COUNT, e->layer_sym[v->group],
                              value, meaning);
    return lookup_rows(n, fw_eq_table, FW_EQ_COUNT, e->model, value, meaning) ||
           lookup_symbols(n, fw_model_symbol_table, FW_MS_COUNT, e->model_sym, value, meaning);
}

/* Reads the next name at *p (DIV and CDIV are functions, no names); false at the end of text.
 * What stands before it goes to out, if there is one. */
static bool next_name(const char **p, struct name *n, struct fw_text *out)
{
    const char *s = *p;
    while (*s != '\0') {
        if (!is_letter(*s)) {
            if (out != NULL)
                fw_text_putc(out, *s);
            s++;
            continue;
        }
        size_t len = 1;
        while (is_name_char(s[len]))
            len++;
        *n = (struct name){s, len, false};
        if (equals(n, "SUM")) { /* SUM(name) */
            n->start = s + 4;
            n->len = strcspn(n->start, ")");
            n->is_sum = true;
            *p = n->start + n->len + 1;
            return true;
        }
        if (!equals(n, "DIV") && !equals(n, "CDIV")) {
            *p = s + len;
            return true;
        }
        if (out != NULL)
            fw_text_putn(out, s, len);
        s += len;
    }
    *p = s;
    return false;
}

static const char *row_text(bool layer, size_t row)
{
    return layer ? fw_layer_eq_table[row].text : fw_eq_table[row].text;
}

void fw_explain_numbers(const struct fw_estimate *e, bool layer, size_t row, size_t group,
                        struct fw_text *out)
{
    const struct view v = {e, layer, group};
    const char *p = row_text(layer, row);
    struct name n;
    while (next_name(&p, &n, out)) {
        fw_u128 value = 0;
        const char *meaning = NULL;
        if (lookup(&v, &n, &value, &meaning))
            fw_text_count(out, value, 0);
        else
            fw_text_putn(out, n.start, n.len);
    }
}

/* True if the same name stands before `end` in the text. */
static bool seen(const char *text, const char *end, const struct name *n)
{
    struct name m;
    while (next_name(&text, &m, NULL) && text < end)
        if (m.is_sum == n->is_sum && m.len == n->len && memcmp(m.start, n->start, n->len) == 0)
            return true;
    return false;
}

void fw_explain_symbols(const struct fw_estimate *e, bool layer, size_t row, size_t group,
                        void (*fn)(void *ctx, const char *id, fw_u128 value,
                                   const char *meaning),
                        void *ctx)
{
    const struct view v = {e, layer, group};
    const char *const text = row_text(layer, row);
    const char *p = text;
    struct name n;
    while (next_name(&p, &n, NULL)) {
        fw_u128 value = 0;
        const char *meaning = NULL;
        char id[40];
        if (seen(text, p, &n) || !lookup(&v, &n, &value, &meaning))
            continue;
        struct fw_text t;
        fw_text_init(&t);
        if (n.is_sum)
            fw_text_put(&t, "SUM(");
        fw_text_putn(&t, n.start, n.len);
        if (n.is_sum)
            fw_text_putc(&t, ')');
        const size_t len = t.len < sizeof id - 1 ? t.len : sizeof id - 1;
        memcpy(id, t.data, len);
        id[len] = '\0';
        fw_text_free(&t);
        fn(ctx, id, value, meaning);
    }
}

void fw_explain_link(const struct fw_chain *c, enum fw_fact fact, struct fw_text *out)
{
    if (c->link[fact] < 0)
        return;
    const struct fw_link_info *l = &fw_link_table[c->link[fact]];
    const bool has_factor = fabs(l->factor - 1) > 0;
    if (fact == l->result) {
        fw_text_printf(out, "%s = ", fw_fact_table[fact].id);
        if (has_factor)
            fw_text_printf(out, "%s x ", l->factor_text);
        fw_text_put(out, fw_fact_table[l->a].id);
        fw_text_printf(out, " x %s", fw_fact_table[l->b].id);
        return;
    }
    const enum fw_fact other = fact == l->a ? l->b : l->a;
    fw_text_printf(out, "%s = %s / ", fw_fact_table[fact].id, fw_fact_table[l->result].id);
    if (has_factor)
        fw_text_printf(out, "(%s x %s)", l->factor_text, fw_fact_table[other].id);
    else
        fw_text_put(out, fw_fact_table[other].id);
}
