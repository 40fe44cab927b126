/* test_input_memory.c - what happens when memory runs out at any point of reading. */
#include "t.h"
#include "base/fault.h"
#include "input/schema.h"
#include "input_text.h"

#define DATA "tests/data/input"

/* Catalogue, a model that extends another, hardware, grids. */
static enum fw_status work(struct input *in)
{
    struct fw_catalogue c;
    const char *path = NULL;

    input_start(in);
    enum fw_status status = fw_catalogue_open(&c, DATA, &in->arena, &in->err);
    if (status == FW_OK)
        status =
            fw_catalogue_resolve(&c, FW_SHELF_MODELS, "tiny-layers", &in->arena, &path, &in->err);
    if (status == FW_OK)
        status = fw_description_load(&c, path, &in->arena, &in->diags, &in->model, &in->err);
    if (status == FW_OK)
        status = fw_hardware_load(DATA "/hardware.d/box.yaml", &in->arena, &in->diags,
                                  &in->hardware, &in->err);
    if (status == FW_OK)
        status =
            fw_grids_load(DATA "/grids.d/a.yaml", &in->arena, &in->diags, &in->grids, &in->err);
    return status;
}

static void check_right(const struct input *in)
{
    t_int("heads", in->model.arch.key[FW_KEY_num_attention_heads].v, 8);
    t_int("layer entries", in->model.arch.num_entries, 2);
    t_abs("power", in->hardware.power, 300, 0);
    t_true("grids", in->grids.num_grids == 2);
}

#ifdef FW_FAULTS
/* The n-th allocation fails, for n = 1, 2, ... until all succeed. A message or a path may come
 * out shorter, a value may not be wrong. */
static void check_faults(struct input *in)
{
    long n = 0;
    bool done = false;

    while (!done && n < 100000) {
        fw_fault_countdown = ++n;
        const enum fw_status status = work(in);
        done = fw_fault_countdown > 0;
        fw_fault_countdown = 0;
        if (status == FW_OK)
            check_right(in);
        else
            t_str("out of memory", in->err.msg, "out of memory");
        if (status != FW_OK)
            t_status("out of memory", status, FW_SYSTEM);
        input_end(in);
    }
    t_true("more than fifty allocations were tried", done && n > 50);
}

/* The same for a file full of errors: every message wants memory for its suggestion. */
static void check_faults_in_messages(struct input *in)
{
    for (long n = 1; n < 600; n++) {
        fw_fault_countdown = n;
        const enum fw_status status = input_read(
            in, IN_MODEL, ARCH_LINES "  num_kv_head: 8\n  mlp_bias: yes\n  layers: [{x: 1}]\n");
        fw_fault_countdown = 0;
        t_true("a failure all the same", status == FW_INPUT || status == FW_SYSTEM);
        input_end(in);
    }
}
#endif

int main(void)
{
    static struct input in;

    t_status("with memory", work(&in), FW_OK);
    check_right(&in);
    input_end(&in);
#ifdef FW_FAULTS
    check_faults(&in);
    check_faults_in_messages(&in);
#endif
    return t_done();
}
