/* cmd_hardware.c - the devices of the catalogue. */
#include <math.h>

#include "cli/listing.h"

#define WORD(key, title)      {key, title, NULL, FW_LEFT, FW_DIM_COUNT, 0}
#define NUMBER(key, title)    {key, title, NULL, FW_RIGHT, FW_DIM_COUNT, 0}
#define REAL(key, title, dim) {key, title, NULL, FW_RIGHT, FW_DIM_##dim, 6}
static const struct fw_column brief_columns[] = {
    WORD("id", "id"),
    NUMBER("year", "year"),
    NUMBER("peak_16", "16 bit"),
    NUMBER("peak_8", "8 bit"),
    NUMBER("memory", "memory"),
    NUMBER("bandwidth", "bandwidth"),
    NUMBER("power", "power"),
    WORD("unverified", "unverified"),
};
static const char brief_note[] =
    "Dense peaks, one multiply-add = 2; 16 bit: bf16, else fp16; 8 bit: fp8, else int8 operations.";

static const struct fw_column full_columns[] = {
    WORD("id", "id"),
    WORD("name", "name"),
    WORD("vendor", "vendor"),
    WORD("form", "form"),
    WORD("year", "year"),
    REAL("fp64_flop_per_s", "dense peak fp64", FLOP_RATE),
    REAL("fp32_flop_per_s", "dense peak fp32", FLOP_RATE),
    REAL("tf32_flop_per_s", "dense peak tf32", FLOP_RATE),
    REAL("bf16_flop_per_s", "dense peak bf16", FLOP_RATE),
    REAL("fp16_flop_per_s", "dense peak fp16", FLOP_RATE),
    REAL("fp8_flop_per_s", "dense peak fp8", FLOP_RATE),
    REAL("int8_op_per_s", "dense peak int8 (operations)", FLOP_RATE),
    REAL("int4_op_per_s", "dense peak int4 (operations)", FLOP_RATE),
    REAL("fp4_flop_per_s", "dense peak fp4", FLOP_RATE),
    REAL("memory_bytes_min", "memory, at least", BYTES),
    REAL("memory_bytes_max", "memory, at most", BYTES),
    REAL("memory_bytes_per_s", "memory bandwidth", BYTE_RATE),
    WORD("link", "link"),
    REAL("link_bytes_per_s", "link, per direction", BYTE_RATE),
    REAL("power_W", "power", POWER),
    WORD("power_term", "power is"),
    WORD("unverified", "unverified"),
    WORD("sources", "sources"),
    WORD("note", "note"),
};
#define LENGTH(a) (sizeof(a) / sizeof(a)[0])
static const enum fw_dtype peaks[] = {FW_F64, FW_F32, FW_TF32, FW_BF16, FW_F16,
                                      FW_FP8, FW_INT8, FW_INT4, FW_FP4};

static struct fw_cell year(struct fw_cli *cli, const struct fw_hardware *h)
{
    return h->year > 0 ? fw_cell_text(fw_arena_printf(&cli->arena, "%d", h->year))
                       : fw_cell_unknown();
}

static double either(double a, double b)
{
    return isnan(a) ? b : a;
}

static void brief_row(struct fw_cli *cli, const struct fw_hardware *h, struct fw_cell *c)
{
    const double peak_16 = either(h->peak[FW_BF16], h->peak[FW_F16]);
    const double peak_8 = either(h->peak[FW_FP8], h->peak[FW_INT8]);
    *c++ = fw_cell_text(h->id);
    *c++ = year(cli, h);
    *c++ = fw_listing_quantity(cli, peak_16, FW_DIM_FLOP_RATE);
    *c++ = fw_listing_quantity(cli, peak_8, FW_DIM_FLOP_RATE);
    /* Vendors say GB whichever they mean: the smaller reading. */
    *c++ = fw_listing_quantity(cli, h->mem_bytes_min, FW_DIM_BYTES);
    *c++ = fw_listing_quantity(cli, h->mem_bw, FW_DIM_BYTE_RATE);
    *c++ = fw_listing_quantity(cli, h->power, FW_DIM_POWER);
    *c++ = fw_cell_text(h->unverified);
}

static void full_row(struct fw_cli *cli, const struct fw_hardware *h, struct fw_cell *c)
{
    const bool people = cli->out.format != FW_FORMAT_JSON && cli->out.format != FW_FORMAT_CSV;
    *c++ = fw_cell_text(h->id);
    *c++ = fw_cell_text(h->name);
    *c++ = fw_cell_text(h->vendor);
    *c++ = fw_cell_text(h->form);
    *c++ = year(cli, h);
    for (size_t i = 0; i < LENGTH(peaks); i++)
        *c++ = fw_cell_real(h->peak[peaks[i]]);
    *c++ = fw_cell_real(h->mem_bytes_min);
    *c++ = fw_cell_real(h->mem_bytes_max);
    *c++ = fw_cell_real(h->mem_bw);
    *c++ = fw_cell_text(h->link_name);
    *c++ = fw_cell_real(h->link_dir);
    *c++ = fw_cell_real(h->power);
    *c++ = fw_cell_text(h->power_term);
    *c++ = fw_cell_text(h->unverified);
    *c++ = fw_cell_text(fw_listing_sources(cli, h->sources, h->num_sources, people));
    *c++ = fw_cell_text(h->note);
}

/* Reads one file of the shelf; one that cannot be read is left out with a warning. */
static const struct fw_hardware *load(struct fw_cli *cli, const char *path)
{
    struct fw_hardware *const h = FW_NEW(&cli->arena, 1, struct fw_hardware);
    if (h == NULL)
        return NULL;
    if (fw_hardware_load(path, &cli->arena, NULL, h, &cli->err) == FW_OK)
        return h;
    fw_diags_add(&cli->diags, FW_WARNING, &cli->err);
    return NULL;
}

enum fw_status fw_cmd_hardware(struct fw_cli *cli)
{
    const struct fw_catalogue *cat = NULL;
    const struct fw_catalogue_entry *list = NULL;
    struct fw_table brief, full;
    size_t n = 0;
    enum fw_status status = fw_cli_catalogue(cli, &cat);
    if (status == FW_OK)
        status = fw_catalogue_list(cat, FW_SHELF_HARDWARE, &cli->arena, &list, &n, &cli->err);
    if (status != FW_OK)
        return status;
    fw_table_init(&brief, &cli->arena, "Hardware", brief_columns, LENGTH(brief_columns));
    fw_table_init(&full, &cli->arena, "Hardware", full_columns, LENGTH(full_columns));
    brief.note = brief_note;
    for (size_t i = 0; i < n; i++) {
        const struct fw_hardware *const h = load(cli, list[i].path);
        const char *const texts[] = {list[i].id, h != NULL ? h->name : NULL,
                                     h != NULL ? h->vendor : NULL};
        if (h == NULL || !fw_listing_wants(cli, texts, LENGTH(texts)))
            continue;
        brief_row(cli, h, fw_table_row(&brief));
        full_row(cli, h, fw_table_row(&full));
    }
    return fw_listing_show(cli, "hardware", &brief, &full);
}
