/* quantities.c - figures by name: quantities.def, rows of equations, facts, symbols, keys. */
#include <math.h>
#include <string.h>

#include "report/training_parts.h"
#include "report/views.h"

const struct fw_quantity_info fw_quantity_table[] = {
#define ROW(name, path, dim, row, meaning)         {#name, path, meaning, FW_DIM_##dim},
#define FACT(name, path, dim, fact, unit, meaning) {#name, path, meaning, FW_DIM_##dim},
#define CALC(name, path, dim, fn, meaning)         {#name, path, meaning, FW_DIM_##dim},
#include "report/quantities.def"
#undef ROW
#undef FACT
#undef CALC
};
enum { QUANTITIES = sizeof fw_quantity_table / sizeof fw_quantity_table[0] };
const size_t fw_quantity_count = QUANTITIES;

/* ---- how a value is made --------------------------------------------------------------------- */

typedef struct fw_quantity_value value_fn(const struct fw_answer *a);

static struct fw_quantity_value exact(fw_u128 count)
{
    return (struct fw_quantity_value){
        .exact = true, .known = true, .count = count, .real = fw_count_double(count)};
}

static struct fw_quantity_value real(double value)
{
    return (struct fw_quantity_value){.known = isfinite(value), .real = value};
}

static struct fw_quantity_value unknown(void)
{
    return real((double)NAN);
}

static struct fw_quantity_value quotient(fw_u128 a, fw_u128 b)
{
    if (b == 0)
        return unknown();
    return a % b == 0 ? exact(a / b) : real(fw_count_double(a) / fw_count_double(b));
}

static struct fw_quantity_value share(fw_u128 part, fw_u128 whole)
{
    return whole > 0 ? real(fw_count_double(part) / fw_count_double(whole)) : unknown();
}

static struct fw_quantity_value context(const struct fw_answer *a)
{
    return exact(a->workload.context);
}

static struct fw_quantity_value batch(const struct fw_answer *a)
{
    return exact(a->workload.batch);
}

static struct fw_quantity_value memory(const struct fw_answer *a)
{
    return exact(FW_MODEL_ROW(a, weight_bytes) + FW_MODEL_ROW(a, KV_bytes));
}

static struct fw_quantity_value kv_share_of_mha(const struct fw_answer *a)
{
    return share(FW_MODEL_ROW(a, KV_bytes), FW_MODEL_ROW(a, KV_bytes_mha));
}

static struct fw_quantity_value flop_per_token(const struct fw_answer *a)
{
    return quotient(FW_MODEL_ROW(a, prefill_total),
                    (fw_u128)a->workload.context * a->workload.batch);
}

static struct fw_quantity_value attention_share(const struct fw_answer *a)
{
    return share(FW_MODEL_ROW(a, prefill_attn), FW_MODEL_ROW(a, prefill_total));
}

static struct fw_quantity_value decode_attention_share(const struct fw_answer *a)
{
    return share(FW_MODEL_ROW(a, decode_attn), FW_MODEL_ROW(a, decode_total));
}

static bool has_tokens(const struct fw_answer *a)
{
    return a->has_training && a->training.tokens > 0;
}

static struct fw_quantity_value tokens(const struct fw_answer *a)
{
    return has_tokens(a) ? exact(a->training.tokens) : unknown();
}

static struct fw_quantity_value training_flop(const struct fw_answer *a)
{
    if (has_tokens(a) && !a->training.tokens_derived)
        return exact(a->training.flop[a->rule]);
    return a->has_training ? real(a->training.chain.val[FW_FACT_flop]) : unknown();
}

static struct fw_quantity_value training_6nt(const struct fw_answer *a)
{
    return has_tokens(a) ? exact(a->training.flop[FW_RULE_6NT]) : unknown();
}

static struct fw_quantity_value energy_kWh(const struct fw_answer *a)
{
    return a->has_training ? real(a->training.energy_J / FW_KWH) : unknown();
}

static struct fw_quantity_value intensity(const struct fw_answer *a)
{
    return a->has_training ? real(a->training.intensity) : unknown();
}

/* fn, or row, or else fact. */
struct maker {
    int row;
    enum fw_fact fact;
    double unit;
    value_fn *fn;
};
static const struct maker makers[QUANTITIES] = {
#define ROW(name, path, dim, row, meaning)         {FW_EQ_##row, FW_FACT_COUNT, 1, NULL},
#define FACT(name, path, dim, fact, unit, meaning) {-1, FW_FACT_##fact, unit, NULL},
#define CALC(name, path, dim, fn, meaning)         {-1, FW_FACT_COUNT, 1, fn},
#include "report/quantities.def"
#undef ROW
#undef FACT
#undef CALC
};

static struct fw_quantity_value fact_value(const struct fw_answer *a, enum fw_fact fact,
                                           double unit)
{
    if (!a->has_training)
        return unknown();
    if (fact == FW_FACT_mfu && fw_rule_table[a->rule].hardware)
        return real(fw_training_use(&a->training, FW_RULE_6NT));
    const double value = a->training.chain.val[fact] / unit;
    if (fw_fact_table[fact].dim == FW_DIM_COUNT && value < 0x1p64 && !(floor(value) < value))
        return exact((fw_u128)value); /* devices are whole */
    return real(value);
}

static bool from_table(const struct fw_answer *a, const char *name, struct fw_quantity_value *out)
{
    for (size_t i = 0; i < QUANTITIES; i++) {
        const struct fw_quantity_info *q = &fw_quantity_table[i];
        const struct maker *m = &makers[i];
        if (name[0] == '\0' || (strcmp(name, q->name) != 0 && strcmp(name, q->json_path) != 0))
            continue;
        *out = m->fn != NULL ? m->fn(a)
               : m->row < 0  ? fact_value(a, m->fact, m->unit)
                             : exact(a->estimate.model[m->row]);
        out->dim = q->dim;
        return true;
    }
    return false;
}

/* ---- other names ----------------------------------------------------------------------------- */

static enum fw_dim dim_of(enum fw_unit unit)
{
    return unit == FW_U_BYTES ? FW_DIM_BYTES : unit == FW_U_FLOP ? FW_DIM_FLOP : FW_DIM_COUNT;
}

/* "W_Q" is that of one layer (of the first kind), "SUM(W_Q)" that of all. */
static bool from_rows(const struct fw_answer *a, const char *name, struct fw_quantity_value *out)
{
    char id[64];
    bool layer = false;
    size_t row = 0;
    const size_t len = strlen(name);
    const bool is_sum = strncmp(name, "SUM(", 4) == 0 && name[len - 1] == ')' && len < sizeof id;
    if (is_sum) {
        memcpy(id, name + 4, len - 5);
        id[len - 5] = '\0';
    }
    if (!fw_eq_find(is_sum ? id : name, &layer, &row) || (is_sum && !layer))
        return false;
    *out = exact(is_sum  ? a->estimate.sum[row]
                 : layer ? a->estimate.layer[0][row]
                         : a->estimate.model[row]);
    out->dim = dim_of(layer ? fw_layer_eq_table[row].unit : fw_eq_table[row].unit);
    return true;
}

static bool from_symbols(const struct fw_answer *a, const char *name, struct fw_quantity_value *out)
{
    for (size_t i = 0; i < FW_MS_COUNT; i++)
        if (strcmp(name, fw_model_symbol_table[i].id) == 0) {
            *out = exact(a->estimate.model_sym[i]);
            return true;
        }
    for (size_t i = 0; i < FW_LS_COUNT; i++)
        if (strcmp(name, fw_layer_symbol_table[i].id) == 0) {
            *out = exact(a->estimate.layer_sym[0][i]);
            return true;
        }
    return false;
}

static bool from_facts(const struct fw_answer *a, const char *name, struct fw_quantity_value *out)
{
    const enum fw_fact fact = fw_fact_find(name);
    if (fact == FW_FACT_COUNT)
        return false;
    *out = fact_value(a, fact, 1);
    out->dim = fw_fact_table[fact].dim;
    return true;
}

/* Keys that hold a number, in layers of the first kind. */
static bool from_keys(const struct fw_answer *a, const char *name, struct fw_quantity_value *out)
{
    const enum fw_key key = fw_key_find(name);
    if (key == FW_KEY_COUNT)
        return false;
    const struct fw_cell c = fw_key_cell(a, 0, key);
    if (c.kind == FW_CELL_TEXT)
        return false;
    *out = c.kind == FW_CELL_COUNT || c.kind == FW_CELL_BOOL ? exact(c.count)
           : c.kind == FW_CELL_REAL                          ? real(c.real)
                                                             : unknown();
    out->dim = c.kind == FW_CELL_REAL ? FW_DIM_NUMBER : FW_DIM_COUNT;
    return true;
}

enum fw_status fw_quantity_get(const struct fw_answer *a, const char *name,
                               struct fw_quantity_value *out, struct fw_err *err)
{
    memset(out, 0, sizeof *out);
    if (from_table(a, name, out) || from_rows(a, name, out) || from_symbols(a, name, out) ||
        from_facts(a, name, out) || from_keys(a, name, out))
        return FW_OK;
    const char *names[QUANTITIES + FW_EQ_COUNT + FW_LEQ_COUNT];
    size_t n = 0;
    for (size_t i = 0; i < QUANTITIES; i++)
        names[n++] = fw_quantity_table[i].name;
    for (size_t i = 0; i < FW_EQ_COUNT; i++)
        names[n++] = fw_eq_table[i].id;
    for (size_t i = 0; i < FW_LEQ_COUNT; i++)
        names[n++] = fw_layer_eq_table[i].id;
    (void)fw_fail(err, FW_USAGE, "there is no quantity '%s'", name);
    const char *nearest = fw_nearest(name, names, n);
    if (nearest != NULL)
        (void)fw_err_hint(err, "did you mean %s?", nearest);
    return FW_USAGE;
}
