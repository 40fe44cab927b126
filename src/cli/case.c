/* case.c - one model with all that options and --set say: architecture, workload, training run. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/context.h"
#include "core/names.h"
#include "input/schema.h"

enum { KEY_LEN = 64, NAMES_MAX = 128 };

/* Options that --set may give; the keys of the architecture come first. */
static const char settable[] =
    "context batch kv_dtype attention lm_head tokens rule sequence_length adapter_parameters "
    "devices device_hours days time mfu flop_per_s peak hardware power host_factor pue energy "
    "boundary intensity grid emissions price";

/* Two ways to say one thing: the one that is set last counts. */
static const enum fw_option rivals[][2] = {
    {FW_O_intensity, FW_O_grid},
    {FW_O_days, FW_O_time},
};
enum { RIVALS = sizeof rivals / sizeof rivals[0] };

/* Letters of docs/symbols.md for what is no key of the architecture. */
static const char *const letters[][2] = {{"S", "context"}, {"B", "batch"}, {"T", "tokens"}};
enum { LETTERS = sizeof letters / sizeof letters[0] };

static enum fw_option find_settable(const char *key)
{
    char name[KEY_LEN];
    size_t n = 0;
    for (int i = 0; i < LETTERS; i++)
        if (strcmp(key, letters[i][0]) == 0)
            key = letters[i][1];
    for (; key[n] != '\0' && n + 1 < sizeof name; n++)
        name[n] = (char)(key[n] == '_' ? '-' : key[n]);
    name[n] = '\0';
    for (int i = 0; i < FW_O_COUNT; i++)
        if (fw_option_allowed((enum fw_option)i, settable) &&
            (strcmp(name, fw_option_table[i].name) == 0 ||
             fw_names_contains_exact(fw_option_table[i].aliases, name)))
            return (enum fw_option)i;
    return FW_O_COUNT;
}

static enum fw_status set_fact(struct fw_cli *cli, struct fw_case *c, enum fw_fact fact,
                               const struct fw_setting *s)
{
    struct fw_quantity q;
    if (fw_quantity_parse(s->value, fw_fact_table[fact].dim, &q, &cli->err) != FW_OK) {
        cli->err.status = FW_USAGE;
        return fw_err_key(&cli->err, "--set %s", s->key);
    }
    c->facts.val[fact] = q.value;
    return FW_OK;
}

static enum fw_status set_option(struct fw_cli *cli, struct fw_case *c, enum fw_option o,
                                 const struct fw_setting *s)
{
    char shown[KEY_LEN + 8];
    (void)snprintf(shown, sizeof shown, "--set %.*s", KEY_LEN, s->key);
    if (fw_option_set(&c->opts, o, s->value, shown, &cli->diags, &cli->err) != FW_OK)
        return FW_USAGE;
    for (size_t i = 0; i < RIVALS; i++)
        for (int side = 0; side < 2; side++)
            if (rivals[i][side] == o)
                c->opts.val[rivals[i][1 - side]].given = false;
    return FW_OK;
}

bool fw_cli_key_dim(const char *key, enum fw_dim *dim)
{
    const enum fw_key k = fw_key_find(key);
    const enum fw_option o = find_settable(key);
    const enum fw_fact fact = fw_fact_find(key);
    *dim = FW_DIM_COUNT_;
    if (k != FW_KEY_COUNT) {
        if (fw_key_table[k].type == FW_T_COUNT || fw_key_table[k].type == FW_T_REAL)
            *dim = fw_key_table[k].type == FW_T_COUNT ? FW_DIM_COUNT : FW_DIM_NUMBER;
        return true;
    }
    if (o != FW_O_COUNT && fw_option_table[o].type == FW_OT_VALUE)
        *dim = fw_option_table[o].dim;
    else if (o == FW_O_COUNT && fact != FW_FACT_COUNT)
        *dim = fw_fact_table[fact].dim;
    return o != FW_O_COUNT || fact != FW_FACT_COUNT;
}

/* Adds the words of a blank-separated list to names; returns how many there are then. */
static size_t add_words(struct fw_cli *cli, const char *list, const char **names, size_t n)
{
    while (*list != '\0' && n < NAMES_MAX) {
        const size_t len = strcspn(list, " ");
        const char *const word = fw_arena_strndup(&cli->arena, list, len);
        if (word != NULL)
            names[n++] = word;
        list += len + (list[len] != '\0' ? 1 : 0);
    }
    return n;
}

enum fw_status fw_cli_unknown_key(struct fw_cli *cli, const char *key, const char *option)
{
    const char *names[NAMES_MAX + FW_KEY_COUNT + FW_O_COUNT + FW_FACT_COUNT];
    size_t n = 0;
    for (int i = 0; i < FW_KEY_COUNT; i++) {
        n = add_words(cli, fw_key_table[i].shorts, names, n);
        n = add_words(cli, fw_key_table[i].aliases, names, n);
    }
    for (int i = 0; i < FW_KEY_COUNT; i++)
        names[n++] = fw_key_table[i].name;
    for (int i = 0; i < FW_O_COUNT; i++)
        if (fw_option_allowed((enum fw_option)i, settable))
            names[n++] = fw_option_table[i].id;
    for (int i = 0; i < FW_FACT_COUNT; i++)
        names[n++] = fw_fact_table[i].id;
    (void)fw_fail(&cli->err, FW_USAGE, "unknown key \"%.40s\"", key);
    (void)fw_err_key(&cli->err, "%s", option);
    const char *const near = fw_nearest(key, names, n);
    if (near != NULL)
        (void)fw_err_hint(&cli->err, "did you mean %s?", near);
    return FW_USAGE;
}

static enum fw_status apply(struct fw_cli *cli, struct fw_case *c, const struct fw_setting *s)
{
    const enum fw_option o = find_settable(s->key);
    const enum fw_fact fact = fw_fact_find(s->key);
    if (fw_key_find(s->key) != FW_KEY_COUNT) {
        c->arch_changed = true;
        return fw_arch_set(&c->description.arch, s->key, s->value, &cli->err);
    }
    if (o != FW_O_COUNT)
        return set_option(cli, c, o, s);
    if (fact != FW_FACT_COUNT)
        return set_fact(cli, c, fact, s);
    return fw_cli_unknown_key(cli, s->key, "--set");
}

/* "K" or "K,V". */
static enum fw_status set_kv_dtype(struct fw_cli *cli, const char *text, struct fw_workload *w)
{
    char list[FW_MSG_LEN], first[KEY_LEN];
    const size_t n = strcspn(text, ",");
    const char *const second = text[n] == ',' ? text + n + 1 : NULL;
    (void)snprintf(first, sizeof first, "%.*s", (int)(n < KEY_LEN ? n : KEY_LEN), text);
    w->k_dtype = fw_dtype_find(first);
    w->v_dtype = second != NULL ? fw_dtype_find(second) : w->k_dtype;
    if (w->k_dtype != FW_DTYPE_COUNT && w->v_dtype != FW_DTYPE_COUNT)
        return FW_OK;
    (void)fw_fail(&cli->err, FW_USAGE, "expected one or two of %s, got \"%.40s\"",
                  fw_choices_text(fw_choice_dtype, list, sizeof list), text);
    return fw_err_key(&cli->err, "--kv-dtype");
}

static enum fw_status set_workload(struct fw_cli *cli, struct fw_case *c)
{
    const struct fw_option_value *const v = c->opts.val;
    struct fw_workload *const w = &c->workload;
    *w = (struct fw_workload){
        .context = v[FW_O_context].given ? (uint64_t)v[FW_O_context].q.count : 0, /* the usual */
        .batch = 1,
        .dtype = FW_DTYPE_COUNT,
        .k_dtype = FW_DTYPE_COUNT,
        .v_dtype = FW_DTYPE_COUNT,
        .lm_head = FW_HEAD_LAST,
    };
    if (v[FW_O_batch].given)
        w->batch = (uint64_t)v[FW_O_batch].q.count;
    if (v[FW_O_dtype].given)
        w->dtype = (enum fw_dtype)v[FW_O_dtype].choice;
    if (v[FW_O_attention].given)
        w->attention = (enum fw_attention)v[FW_O_attention].choice;
    if (v[FW_O_lm_head].given)
        w->lm_head = (enum fw_lm_head)v[FW_O_lm_head].choice;
    if (v[FW_O_adapter_parameters].given)
        w->adapter_params = (uint64_t)v[FW_O_adapter_parameters].q.count;
    return v[FW_O_kv_dtype].given ? set_kv_dtype(cli, v[FW_O_kv_dtype].text, w) : FW_OK;
}

static enum fw_status check_rivals(struct fw_cli *cli, const struct fw_case *c)
{
    for (size_t i = 0; i < RIVALS; i++)
        if (c->opts.val[rivals[i][0]].given && c->opts.val[rivals[i][1]].given)
            return fw_fail(&cli->err, FW_USAGE, "--%s and --%s say the same thing: give one",
                           fw_option_table[rivals[i][0]].name, fw_option_table[rivals[i][1]].name);
    return FW_OK;
}

/* Options named as facts go to the facts of that name. */
static void set_facts(const struct fw_case *c, struct fw_facts *given)
{
    *given = c->facts;
    for (int i = 0; i < FW_O_COUNT; i++) {
        const enum fw_fact fact = fw_fact_find(fw_option_table[i].name);
        if (fact != FW_FACT_COUNT && c->opts.val[i].given)
            given->val[fact] = c->opts.val[i].q.value;
    }
    if (c->opts.val[FW_O_days].given)
        given->val[FW_FACT_time] = c->opts.val[FW_O_days].q.value * 86400;
}

/* --energy is the energy at one of three boundaries. */
static void set_energy(const struct fw_case *c, struct fw_facts *given)
{
    static const enum fw_fact facts[] = {
        [FW_BOUNDARY_UNKNOWN] = FW_FACT_energy_chip,
        [FW_BOUNDARY_CHIP] = FW_FACT_energy_chip,
        [FW_BOUNDARY_IT] = FW_FACT_energy_it,
        [FW_BOUNDARY_FACILITY] = FW_FACT_energy_facility,
    };
    const struct fw_option_value *const v = c->opts.val;
    const enum fw_boundary boundary =
        v[FW_O_boundary].given ? (enum fw_boundary)(v[FW_O_boundary].choice + FW_BOUNDARY_CHIP)
                               : c->description.training.energy_boundary;
    if (v[FW_O_energy].given)
        given->val[facts[boundary]] = v[FW_O_energy].q.value;
}

/* Says if a figure that the chain uses has no document behind it. */
static void warn_unverified(struct fw_cli *cli, const struct fw_case *c)
{
    const struct fw_hardware *const h = c->hardware;
    const struct fw_training *const t = &c->description.training;
    const enum fw_dtype dtype = c->request.dtype != FW_DTYPE_COUNT ? c->request.dtype
                                : t->dtype != FW_DTYPE_COUNT       ? t->dtype
                                                                   : FW_BF16;
    const char *const used[] = {"peak", "power", fw_dtype_get(dtype)->name};
    for (size_t i = 0; h->unverified != NULL && i < sizeof used / sizeof used[0]; i++)
        if (fw_names_contains(h->unverified, used[i]))
            fw_diags_note(&cli->diags, FW_WARNING,
                          "hardware %.40s: %s is unverified, no document at hand", h->id, used[i]);
}

static enum fw_status set_hardware(struct fw_cli *cli, struct fw_case *c)
{
    const struct fw_training *const t = &c->description.training;
    const struct fw_option_value *const v = &c->opts.val[FW_O_hardware];
    c->request.hardware_given = v->given;
    if (!v->given && (!t->present || t->hardware == NULL))
        return FW_OK;
    const enum fw_status status =
        fw_cli_hardware(cli, v->given ? v->text : t->hardware, &c->hardware);
    if (status == FW_INPUT && !v->given) {
        fw_diags_note(&cli->diags, FW_WARNING, "hardware %.40s of the description: %.120s",
                      t->hardware, cli->err.msg);
        return FW_OK;
    }
    c->request.hardware = c->hardware;
    if (status == FW_OK)
        warn_unverified(cli, c);
    return status;
}

enum fw_status fw_cli_request(struct fw_cli *cli, struct fw_case *c)
{
    const struct fw_option_value *const v = c->opts.val;
    struct fw_train_request *const r = &c->request;
    if (check_rivals(cli, c) != FW_OK)
        return FW_USAGE;
    set_facts(c, &r->given);
    set_energy(c, &r->given);
    if (v[FW_O_tokens].given)
        r->tokens = v[FW_O_tokens].q.count;
    else if (!isnan(c->facts.val[FW_FACT_tokens]))
        r->tokens = (fw_u128)c->facts.val[FW_FACT_tokens];
    if (v[FW_O_rule].given)
        r->rule = (enum fw_rule)v[FW_O_rule].choice;
    if (v[FW_O_sequence_length].given)
        r->sequence_length = (uint64_t)v[FW_O_sequence_length].q.count;
    if (v[FW_O_adapter_parameters].given)
        r->adapter_params = (uint64_t)v[FW_O_adapter_parameters].q.count;
    if (v[FW_O_dtype].given && fw_option_allowed(FW_O_parameters, cli->command->options))
        r->dtype = (enum fw_dtype)v[FW_O_dtype].choice; /* train: that of the arithmetic */
    if (v[FW_O_attention].given)
        r->attention = (enum fw_attention)v[FW_O_attention].choice;
    if (v[FW_O_grid].given) {
        const enum fw_status status =
            fw_cli_grid(cli, v[FW_O_grid].text, &r->given.val[FW_FACT_intensity]);
        if (status != FW_OK)
            return status;
    }
    return set_hardware(cli, c);
}

enum fw_status fw_cli_case(struct fw_cli *cli, const struct fw_description *d,
                           const struct fw_setting *settings, size_t n, bool with_training,
                           struct fw_case *out)
{
    memset(out, 0, sizeof *out);
    out->description = *d;
    out->opts = cli->opts;
    fw_facts_init(&out->facts);
    fw_train_request_init(&out->request);
    for (size_t i = 0; i < n; i++) {
        const enum fw_status status = apply(cli, out, &settings[i]);
        if (status != FW_OK)
            return status;
    }
    enum fw_status status = set_workload(cli, out);
    if (status == FW_OK && with_training) {
        status = fw_cli_request(cli, out);
        return status == FW_OK ? fw_cli_carry_rates(cli, d, out) : status;
    }
    out->description.training.present = false;
    return status;
}

enum fw_status fw_cli_case_of(struct fw_cli *cli, const struct fw_description *d,
                              bool with_training, struct fw_case *out)
{
    const struct fw_setting *settings = NULL;
    size_t n = 0;
    const enum fw_status status = fw_cli_settings(cli, &settings, &n);
    return status == FW_OK ? fw_cli_case(cli, d, settings, n, with_training, out) : status;
}

enum fw_status fw_cli_answer(struct fw_cli *cli, const struct fw_case *c, struct fw_answer *out)
{
    return fw_answer_make(&c->description, &c->workload, &c->request, c->hardware, out, &cli->arena,
                          &cli->diags, &cli->err);
}
