/* test_input_set.c - keys of the architecture from the command line. */
#include "t.h"
#include "core/model.h"
#include "input/schema.h"
#include "input_text.h"

static struct input in;
static struct fw_err err;

static enum fw_status set(const char *key, const char *value)
{
    err = (struct fw_err){.status = FW_OK};
    return fw_arch_set(&in.model.arch, key, value, &err);
}

static struct fw_opt get(enum fw_key key)
{
    return in.model.arch.key[key];
}

static void check_names(void)
{
    t_status("full name", set("num_key_value_heads", "2"), FW_OK);
    t_int("full name", get(FW_KEY_num_key_value_heads).v, 2);
    t_status("short name", set("kv_heads", "4"), FW_OK);
    t_int("short name", get(FW_KEY_num_key_value_heads).v, 4);
    t_status("symbol", set("V", "128Ki"), FW_OK);
    t_int("symbol", get(FW_KEY_vocab_size).v, 131072);
    t_status("alias", set("n_head_kv", "1"), FW_OK);
    t_int("alias", get(FW_KEY_num_key_value_heads).v, 1);
    t_status("layers is a number here", set("layers", "3"), FW_OK);
    t_int("layers is a number here", get(FW_KEY_num_hidden_layers).v, 3);
    t_str("where it came from", get(FW_KEY_num_hidden_layers).file, "--set");
}

static void check_values(void)
{
    t_status("boolean", set("tie_word_embeddings", "true"), FW_OK);
    t_int("boolean", get(FW_KEY_tie_word_embeddings).v, 1);
    t_status("word", set("mlp", "geglu"), FW_OK);
    t_int("word", get(FW_KEY_mlp).v, FW_GEGLU);
    t_status("type", set("dtype", "q8_0"), FW_OK);
    t_int("type", get(FW_KEY_dtype).v, FW_Q8_0);
    t_status("type not stated", set("dtype", "auto"), FW_OK);
    t_true("type not stated", !get(FW_KEY_dtype).given);
    t_status("real", set("theta", "1e6"), FW_OK);
    t_abs("real", get(FW_KEY_rope_theta).r, 1e6, 0);
    t_status("no window", set("window", "-1"), FW_OK);
    t_int("no window", get(FW_KEY_sliding_window).v, 0);
    t_status("null", set("head_dim", "32"), FW_OK);
    t_true("before null", get(FW_KEY_head_dim).given);
    t_status("null", set("head_dim", "null"), FW_OK);
    t_true("null takes the default", !get(FW_KEY_head_dim).given);
}

static const struct {
    const char *key, *value, *message;
} wrong[] = {
    {"kv_head", "4", "--set: kv_head: unknown key\n  did you mean kv_heads?"},
    {"flavour", "4", "--set: flavour: unknown key"},
    {"context", "4",
     "--set: context: not a key of the architecture\n  context belongs to the workload"},
    {"device_hours", "4",
     "--set: device_hours: not a key of the architecture\n"
     "  device_hours belongs to the training run"},
    {"kv_heads", "lots",
     "--set: num_key_value_heads: no number: \"lots\", expected a whole number such as 8192, 8Ki "
     "or 15T"},
    {"kv_heads", "0",
     "--set: num_key_value_heads: expected a whole number from 1 to 1000000, got 0"},
    {"h", "", "--set: num_attention_heads: needs a value: query heads"},
    {"mlp", "swiglo",
     "--set: mlp: expected swiglu, geglu, reglu, gelu, relu, relu2 or silu, got \"swiglo\"\n"
     "  did you mean swiglu?"},
    {"tied", "yes",
     "--set: tie_word_embeddings: expected true or false, got \"yes\"\n"
     "  yes, no, on and off are words in YAML 1.2, not booleans"},
};

static void check_wrong(void)
{
    char text[FW_ERR_TEXT_LEN];

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const struct fw_arch before = in.model.arch;
        t_status(wrong[i].key, set(wrong[i].key, wrong[i].value), FW_USAGE);
        t_str(wrong[i].key, fw_err_text(&err, text, sizeof text), wrong[i].message);
        t_true("untouched", memcmp(&before, &in.model.arch, sizeof before) == 0);
        t_status("without err", fw_arch_set(&in.model.arch, wrong[i].key, wrong[i].value, NULL),
                 FW_USAGE);
    }
}

static void check_elsewhere(void)
{
    const char *group = NULL;

    t_true("batch", fw_key_is_elsewhere("batch", &group));
    t_str("batch", group, "the workload");
    t_true("tokens", fw_key_is_elsewhere("tokens", &group));
    t_str("tokens", group, "the training run");
    t_true("with a hyphen", fw_key_is_elsewhere("device-hours", &group));
    t_true("hidden_size", !fw_key_is_elsewhere("hidden_size", &group));
}

/* A key that an entry of layers gives cannot be set for all. */
static void check_layers(void)
{
    char text[FW_ERR_TEXT_LEN];

    t_status("layers",
             input_read(&in, IN_MODEL,
                        ARCH_LINES "  layers:\n    - {count: 1, num_kv_heads: 2}\n"
                                   "    - {count: 1}\n"),
             FW_OK);
    t_status("given by an entry", set("kv_heads", "4"), FW_USAGE);
    t_str("given by an entry", fw_err_text(&err, text, sizeof text),
          "--set: num_key_value_heads: layers: gives it for some layers (line 11)\n"
          "  change the description, or extend it with other layers");
    t_status("given by none", set("head_dim", "32"), FW_OK);
    input_end(&in);
}

/* What does not fit together is core's to say; the message names --set. */
static void check_blame(void)
{
    struct fw_model m;

    t_status("read", input_read(&in, IN_MODEL, ARCH), FW_OK);
    t_status("set", set("kv_heads", "3"), FW_OK);
    t_status("3 of 4 heads", fw_model_resolve(&in.model.arch, &m, &in.arena, &err), FW_INPUT);
    t_str("file", err.file, "--set");
    t_str("key", err.key, "architecture.num_key_value_heads");
    input_end(&in);
}

int main(void)
{
    t_status("read", input_read(&in, IN_MODEL, ARCH), FW_OK);
    check_names();
    check_values();
    check_wrong();
    check_elsewhere();
    input_end(&in);
    check_layers();
    check_blame();
    return t_done();
}
