/* chain.c - solves the products of chain.def for whatever is unknown. */
#include "core/chain.h"

#include <math.h>
#include <string.h>

const struct fw_fact_info fw_fact_table[FW_FACT_COUNT] = {
#define FACT(id, dim, meaning) {#id, meaning, FW_DIM_##dim},
#include "core/training.def"
#undef FACT
};

enum { FW_FACT_NONE = FW_FACT_COUNT };
const struct fw_link_info fw_link_table[FW_LINK_COUNT] = {
#define LINK(result, factor, a, b, source, line) \
    {FW_FACT_##result, FW_FACT_##a, FW_FACT_##b, factor, #factor, source, line},
#include "core/chain.def"
#undef LINK
};

enum fw_fact fw_fact_find(const char *id)
{
    for (int f = 0; f < FW_FACT_COUNT; f++) {
        const char *a = id, *b = fw_fact_table[f].id;
        while (*a != '\0' && (*a == *b || (*a == '-' && *b == '_')))
            a++, b++;
        if (*a == '\0' && *b == '\0')
            return (enum fw_fact)f;
    }
    return FW_FACT_COUNT;
}

void fw_facts_init(struct fw_facts *f)
{
    for (int i = 0; i < FW_FACT_COUNT; i++)
        f->val[i] = NAN;
}

static double operand(const double val[], enum fw_fact f)
{
    return f == FW_FACT_COUNT ? 1 : val[f];
}

/* Which of result, a, b is the only unknown one: FW_FACT_COUNT if not exactly one is. */
static enum fw_fact only_unknown(const struct fw_link_info *l, const double val[])
{
    const enum fw_fact f[3] = {l->result, l->a, l->b};
    enum fw_fact unknown = FW_FACT_COUNT;
    for (int i = 0; i < 3; i++) {
        if (f[i] == FW_FACT_COUNT || !isnan(val[f[i]]))
            continue;
        if (unknown != FW_FACT_COUNT)
            return FW_FACT_COUNT;
        unknown = f[i];
    }
    return unknown;
}

/* NaN if it cannot be said (0 = 0 x anything). */
static double solve_link(const struct fw_link_info *l, const double val[], enum fw_fact unknown)
{
    const double a = operand(val, l->a), b = operand(val, l->b);
    if (unknown == l->result)
        return l->factor * a * b;
    const double other = unknown == l->a ? b : a;
    return other > 0 ? val[l->result] / (l->factor * other) : (double)NAN;
}

static void propagate(struct fw_chain *c)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < FW_LINK_COUNT; i++) {
            const struct fw_link_info *l = &fw_link_table[i];
            const enum fw_fact f = only_unknown(l, c->val);
            if (f == FW_FACT_COUNT)
                continue;
            const double value = solve_link(l, c->val, f);
            if (isnan(value))
                continue;
            c->val[f] = value;
            c->origin[f] = FW_DERIVED;
            c->link[f] = i;
            changed = true;
        }
    }
}

/* Whole devices only: what was derived from their number follows. */
static void round_devices(struct fw_chain *c)
{
    const enum fw_fact f = FW_FACT_devices;
    if (c->origin[f] != FW_DERIVED)
        return;
    const double exact = c->val[f];
    /* A quotient such as 1024.0000000001 is 1024 devices. */
    const double whole = fabs(exact - round(exact)) < 1e-9 * exact ? round(exact) : ceil(exact);
    if (isnan(c->devices_exact))
        c->devices_exact = exact;
    c->val[f] = whole;
}

static enum fw_status check_given(enum fw_fact f, double value, struct fw_err *err)
{
    static const bool may_be_zero[FW_FACT_COUNT] = {
        [FW_FACT_emissions] = true, [FW_FACT_intensity] = true, [FW_FACT_intensity_chip] = true,
        [FW_FACT_idle_energy] = true, [FW_FACT_idle_emissions] = true, [FW_FACT_embodied] = true,
        [FW_FACT_price] = true, [FW_FACT_cost] = true,
    };
    const bool at_least_one = f == FW_FACT_pue || f == FW_FACT_host_factor;
    const double least = at_least_one ? 1 : 0;
    if (isfinite(value) && (value > least || (value >= least && (may_be_zero[f] || at_least_one))))
        return FW_OK;
    (void)fw_fail(err, FW_INPUT, "expected a value %s, got %g",
                  at_least_one ? "of 1 or more" : may_be_zero[f] ? "of 0 or more" : "above 0",
                  value);
    return fw_err_key(err, "%s", fw_fact_table[f].id);
}

static const double tolerance = 0.01;

static bool differs(double a, double b)
{
    return fabs(a - b) > tolerance * fmax(fabs(a), fabs(b));
}

/* Whoever gives more than what the model and its hardware fix asks for another run than the
 * disclosed one, so a difference is no surprise. */
static bool user_changed(const struct fw_chain *c)
{
    for (int f = 0; f < FW_FACT_COUNT; f++)
        if (c->origin[f] == FW_GIVEN && f != FW_FACT_flop && f != FW_FACT_tokens &&
            f != FW_FACT_peak)
            return true;
    return false;
}

/* A value that the others already determine: given ones must agree, disclosed ones are noted. */
static enum fw_status compare(struct fw_chain *c, enum fw_fact f, double value,
                              enum fw_origin origin, struct fw_diags *diags, struct fw_err *err)
{
    const enum fw_severity severity = user_changed(c) ? FW_NOTE : FW_WARNING;
    c->check[f] = value;
    if (!differs(c->val[f], value))
        return FW_OK;
    if (origin == FW_GIVEN) {
        (void)fw_fail(err, FW_INPUT, "%g contradicts the other values, which make it %g", value,
                      c->val[f]);
        return fw_err_key(err, "%s", fw_fact_table[f].id);
    }
    fw_diags_note(diags, severity,
                  "%s: disclosed %.4g, but the other values make it %.4g (%+.1f %%)",
                  fw_fact_table[f].id, value, c->val[f], 100 * (c->val[f] / value - 1));
    return FW_OK;
}

static enum fw_status take(struct fw_chain *c, const struct fw_facts *facts,
                           enum fw_origin origin, struct fw_diags *diags, struct fw_err *err)
{
    if (facts == NULL)
        return FW_OK;
    for (int i = 0; i < FW_FACT_COUNT; i++) {
        const enum fw_fact f = (enum fw_fact)i;
        const double value = facts->val[f];
        if (isnan(value))
            continue;
        if (check_given(f, value, err) != FW_OK)
            return FW_INPUT;
        if (!isnan(c->val[f])) {
            if (origin != FW_DEFAULT && c->origin[f] == FW_DERIVED &&
                compare(c, f, value, origin, diags, err) != FW_OK)
                return FW_INPUT;
            if (origin == FW_DISCLOSED && c->origin[f] == FW_GIVEN)
                c->check[f] = value;
            continue;
        }
        c->val[f] = value;
        c->origin[f] = origin;
        propagate(c);
        round_devices(c);
    }
    return FW_OK;
}

static enum fw_status check_mfu(const struct fw_chain *c, struct fw_err *err)
{
    const double mfu = c->val[FW_FACT_mfu];
    if (isnan(mfu) || mfu <= 1)
        return FW_OK;
    (void)fw_fail(err, FW_INPUT, "%.1f %% is above the peak: %.4g of %.4g FLOP/s per device",
                  100 * mfu, c->val[FW_FACT_flop_per_s], c->val[FW_FACT_peak]);
    (void)fw_err_key(err, "mfu");
    return fw_err_hint(err, "probable causes: a sparse or fp8 rate on one side, another SKU "
                            "(SXM, PCIe, NVL), another dtype, hours of part of the run");
}

/* Every link whose three values are known must hold; only rounded devices may bend one. */
static void check_links(const struct fw_chain *c, struct fw_diags *diags)
{
    for (int i = 0; i < FW_LINK_COUNT; i++) {
        const struct fw_link_info *l = &fw_link_table[i];
        const double a = operand(c->val, l->a), b = operand(c->val, l->b);
        const double result = c->val[l->result], product = l->factor * a * b;
        if (isnan(result) || isnan(product) || !differs(result, product))
            continue;
        if (l->result == FW_FACT_device_hours && !isnan(c->devices_exact))
            continue;
        fw_diags_note(diags, FW_WARNING, "%s: %.4g, but %s x %s = %.4g (%+.1f %%)",
                      fw_fact_table[l->result].id, result, fw_fact_table[l->a].id,
                      fw_fact_table[l->b].id, product, 100 * (product / result - 1));
    }
}

enum fw_status fw_chain_solve(const struct fw_facts *given, const struct fw_facts *disclosed,
                              const struct fw_facts *defaults, struct fw_chain *out,
                              struct fw_diags *diags, struct fw_err *err)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < FW_FACT_COUNT; i++) {
        out->val[i] = out->check[i] = NAN;
        out->link[i] = -1;
    }
    out->devices_exact = NAN;
    if (take(out, given, FW_GIVEN, diags, err) != FW_OK ||
        take(out, disclosed, FW_DISCLOSED, diags, err) != FW_OK ||
        take(out, defaults, FW_DEFAULT, diags, err) != FW_OK)
        return FW_INPUT;
    check_links(out, diags);
    return check_mfu(out, err);
}
