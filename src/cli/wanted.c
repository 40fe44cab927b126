/* wanted.c - lists of quantities. */
#include "cli/wanted.h"

#include <string.h>

static enum fw_status refuse(struct fw_cli *cli, const char *what, size_t most)
{
    if (most > 0)
        (void)fw_fail(&cli->err, FW_USAGE, "%s: at most %zu", what, most);
    else
        (void)fw_fail(&cli->err, FW_USAGE, "%s", what);
    return fw_err_key(&cli->err, "--get");
}

static size_t count_words(const char *list, char separator)
{
    size_t n = 1;
    for (; *list != '\0'; list++)
        n += *list == separator ? 1 : 0;
    return n;
}

static enum fw_status all_of_them(struct fw_cli *cli, size_t most, struct fw_wanted *out)
{
    if (fw_quantity_count > most)
        return refuse(cli, "too many quantities", most);
    out->names = FW_NEW(&cli->arena, fw_quantity_count, const char *);
    if (out->names == NULL)
        return fw_cli_no_memory(cli);
    for (out->n = 0; out->n < fw_quantity_count; out->n++)
        out->names[out->n] = fw_quantity_table[out->n].name;
    return FW_OK;
}

enum fw_status fw_wanted_init(struct fw_cli *cli, const char *usual, size_t most,
                              struct fw_wanted *out)
{
    const struct fw_option_value *const get = &cli->opts.val[FW_O_get];
    const char separator = get->given ? ',' : ' ';
    const char *p = get->given ? get->text : usual;
    if (strcmp(p, "all") == 0)
        return all_of_them(cli, most, out);
    const size_t n = count_words(p, separator);
    if (n > most)
        return refuse(cli, "too many quantities", most);
    out->n = 0;
    out->names = FW_NEW(&cli->arena, n, const char *);
    if (out->names == NULL)
        return fw_cli_no_memory(cli);
    for (size_t i = 0; i < n; i++) {
        const char *const end = strchr(p, separator);
        const size_t len = end != NULL ? (size_t)(end - p) : strlen(p);
        if (len == 0)
            return refuse(cli, "a name is empty", 0);
        out->names[out->n] = fw_arena_strndup(&cli->arena, p, len);
        if (out->names[out->n++] == NULL)
            return fw_cli_no_memory(cli);
        p += len + 1;
    }
    return FW_OK;
}

const struct fw_quantity_info *fw_wanted_info(const char *name)
{
    for (size_t i = 0; i < fw_quantity_count; i++)
        if (strcmp(name, fw_quantity_table[i].name) == 0 ||
            strcmp(name, fw_quantity_table[i].json_path) == 0)
            return &fw_quantity_table[i];
    return NULL;
}

const char *fw_wanted_meaning(const char *name)
{
    const struct fw_quantity_info *const q = fw_wanted_info(name);
    const enum fw_fact fact = fw_fact_find(name);
    bool layer = false;
    size_t row = 0;
    if (q != NULL)
        return q->meaning;
    if (fw_eq_find(name, &layer, &row))
        return layer ? fw_layer_eq_table[row].meaning : fw_eq_table[row].meaning;
    return fact != FW_FACT_COUNT ? fw_fact_table[fact].meaning : name;
}

struct fw_cell fw_wanted_raw(const struct fw_quantity_value *v)
{
    if (!v->known)
        return fw_cell_unknown();
    return v->exact ? fw_cell_count(v->count) : fw_cell_real(v->real);
}

struct fw_cell fw_wanted_cell(const struct fw_quantity_value *v)
{
    if (!v->known)
        return fw_cell_unknown();
    struct fw_cell c = v->exact ? fw_cell_count(v->count) : fw_cell_qty(v->real, v->dim, 5);
    c.has_dim = true;
    c.dim = v->dim;
    return c;
}

bool fw_wanted_rounds(const struct fw_cli *cli)
{
    enum { ROOM = 120 };
    const size_t width = cli->out.style.width;
    return cli->out.format == FW_FORMAT_TEXT && width > 0 && width < ROOM;
}

struct fw_cell fw_wanted_shown(const struct fw_cli *cli, const struct fw_quantity_value *v)
{
    const fw_u128 many = v->dim == FW_DIM_COUNT ? UINT64_C(100000000000) : 10000000;
    if (v->known && v->exact && v->count >= many && fw_wanted_rounds(cli))
        return fw_cell_qty(fw_count_double(v->count), v->dim, 6);
    return fw_wanted_cell(v);
}

void fw_wanted_json(struct fw_json *j, const char *key, const struct fw_quantity_value *v)
{
    if (!v->known)
        fw_json_null(j, key);
    else if (v->exact)
        fw_json_count(j, key, v->count);
    else
        fw_json_real(j, key, v->real);
}
