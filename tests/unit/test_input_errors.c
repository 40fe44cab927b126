/* test_input_errors.c - a wrong file, and what is said about it.
 *
 * Every message of input/ has a row here. Lines and columns were counted by hand in the text of
 * the row; the wording is the contract.
 */
#include "t.h"
#include "input_text.h"

struct row {
    const char *name;
    enum input_kind kind;
    const char *text;
    size_t errors;
    const char *message; /* the first one */
};

static const struct row rows[] = {
    /* keys */
    {"unknown key, near an alias (case 66 names)", IN_MODEL, ARCH_LINES "  num_kv_head: 8\n", 1,
     "t.yaml:10:3: architecture.num_kv_head: unknown key\n  did you mean num_kv_heads?"},
    {"unknown key, nothing near", IN_MODEL, ARCH_LINES "  flavour: 8\n", 1,
     "t.yaml:10:3: architecture.flavour: unknown key"},
    {"key of another section", IN_MODEL, ARCH_LINES "  tokens: 15T\n", 1,
     "t.yaml:10:3: architecture.tokens: unknown key\n  tokens belongs in training:"},
    {"architecture key at the top", IN_MODEL, ARCH "hidden_size: 64\n", 1,
     "t.yaml:2:1: hidden_size: unknown key\n  hidden_size belongs in architecture:"},
    {"top key in a section", IN_MODEL, ARCH "training: {developer: x}\n", 1,
     "t.yaml:2:12: training.developer: unknown key\n  developer belongs to the top of the file"},
    {"short names are for the command line", IN_MODEL, ARCH_LINES "  h_kv: 2\n", 1,
     "t.yaml:10:3: architecture.h_kv: unknown key\n"
     "  h_kv is a short name of the command line; in files write num_key_value_heads"},
    {"unknown key in a nested form", IN_MODEL,
     "architecture: {vocab_size: 100, hidden_size: 64, num_hidden_layers: 2,\n"
     "  num_attention_heads: 4, mlp: gelu, norm: rmsnorm,\n"
     "  position: {type: rope, tehta: 500000}}\n",
     1, "t.yaml:3:26: architecture.position.tehta: unknown key\n  did you mean theta?"},
    {"case 66: duplicate key", IN_MODEL,
     ARCH_LINES "  num_key_value_heads: 2\n  num_key_value_heads: 4\n", 1,
     "t.yaml:11:3: architecture.num_key_value_heads: given twice in one mapping, on lines 10 and "
     "11"},
    {"case 66: duplicate key in JSON", IN_MODEL, "{\"name\": \"a\",\n\"name\": \"b\", " ARCH "}", 1,
     "t.yaml:2:1: name: given twice in one mapping, on lines 1 and 2"},
    {"two spellings of one key", IN_MODEL,
     ARCH_LINES "  num_key_value_heads: 2\n  num_kv_heads: 4\n", 1,
     "t.yaml:11:3: architecture.num_kv_heads: the same as num_key_value_heads; given on lines 10 "
     "and 11"},
    {"two spellings, one nested", IN_MODEL,
     ARCH_LINES "  rope_theta: 10000\n  norm_eps: 1e-5\n  rms_norm_eps: 1e-6\n", 1,
     "t.yaml:12:3: architecture.rms_norm_eps: the same as norm_eps; given on lines 11 and 12"},
    {"two spellings in training", IN_MODEL,
     ARCH "training:\n  power: 700 W\n  device_power: 700 W\n", 1,
     "t.yaml:4:3: training.device_power: the same as power; given on lines 3 and 4"},
    {"merge key", IN_MODEL, "a: &a {x: 1}\narchitecture:\n  <<: *a\n", 1,
     "t.yaml:3:3: architecture: merge keys (<<) are not supported\n"
     "  write the keys out, or take over another description with extends:"},
    {"a list as a key", IN_MODEL, "[a, b]: 1\n", 1, "t.yaml:1:1: a key must be a plain word"},
    /* missing, null */
    {"case 57: a missing key lists what was found", IN_MODEL,
     "architecture: {hidden_size: 64, num_hidden_layers: 2, num_attention_heads: 4,\n"
     "  mlp: swiglu, norm: rmsnorm}\n",
     1,
     "t.yaml:1:15: architecture: missing: vocab_size, position\n"
     "  found: hidden_size, num_hidden_layers, num_attention_heads, mlp, norm"},
    {"no architecture", IN_MODEL, "name: x\nnote: y\n", 1,
     "t.yaml:1:1: missing: architecture\n  found: name, note"},
    {"empty architecture", IN_MODEL, "name: x\narchitecture:\n", 1,
     "t.yaml:1:1: missing: architecture\n  found: name, architecture"},
    {"required and null", IN_MODEL,
     "architecture: {vocab_size: null, hidden_size: 64, num_hidden_layers: 2,\n"
     "  num_attention_heads: 4, mlp: swiglu, norm: rmsnorm, position: rope}\n",
     1,
     "t.yaml:1:28: architecture.vocab_size: needs a value: rows of the token embedding, padding "
     "included"},
    {"value wrong, key not missing", IN_MODEL,
     "architecture: {vocab_size: many, hidden_size: 64, num_hidden_layers: 2,\n"
     "  num_attention_heads: 4, mlp: swiglu, norm: rmsnorm, position: rope}\n",
     1,
     "t.yaml:1:28: architecture.vocab_size: no number: \"many\", expected a whole number such as "
     "8192, 8Ki or 15T"},
    /* numbers */
    {"text in quotes", IN_MODEL, ARCH_OPEN ", head_dim: \"16\"}", 1,
     "t.yaml:1:174: architecture.head_dim: expected a whole number such as 8192, 8Ki or 15T, got "
     "the text \"16\"\n  remove the quotes"},
    {"a list for a number", IN_MODEL, ARCH_LINES "  head_dim: [16]\n", 1,
     "t.yaml:10:13: architecture.head_dim: expected a whole number such as 8192, 8Ki or 15T, got "
     "a list"},
    {"zero", IN_MODEL, ARCH_LINES "  head_dim: 0\n", 1,
     "t.yaml:10:13: architecture.head_dim: expected a whole number from 1 to 1000000, got 0"},
    {"negative", IN_MODEL, ARCH_LINES "  head_dim: -16\n", 1,
     "t.yaml:10:13: architecture.head_dim: -16 is negative, expected a whole number such as 8192, "
     "8Ki or 15T"},
    {"too large", IN_MODEL, ARCH_LINES "  head_dim: 2M\n", 1,
     "t.yaml:10:13: architecture.head_dim: expected a whole number from 1 to 1000000, got 2M"},
    {"window below -1", IN_MODEL, ARCH_LINES "  sliding_window: -2\n", 1,
     "t.yaml:10:19: architecture.sliding_window: expected a whole number from -1 to "
     "1000000000000, got -2"},
    {"octal", IN_MODEL, ARCH_LINES "  head_dim: 010\n", 1,
     "t.yaml:10:13: architecture.head_dim: leading zeros are refused (octal or decimal?): "
     "\"010\", expected a whole number such as 8192, 8Ki or 15T"},
    {"separator", IN_MODEL, ARCH_LINES "  max_position_embeddings: 1_000\n", 1,
     "t.yaml:10:28: architecture.max_position_embeddings: digits are written without separators: "
     "\"1_000\", expected a whole number such as 8192, 8Ki or 15T"},
    {"sexagesimal", IN_MODEL, ARCH_LINES "  head_dim: 12:30\n", 1,
     "t.yaml:10:13: architecture.head_dim: numbers with a colon are refused: \"12:30\", expected "
     "a whole number such as 8192, 8Ki or 15T"},
    {"real out of range", IN_MODEL, ARCH_LINES "  rope_theta: 0.5\n", 1,
     "t.yaml:10:15: architecture.rope_theta: expected a number from 1 to 1e+12, got 0.5"},
    {"power for an energy", IN_MODEL, ARCH "training: {energy_chip: 910 MW}\n", 1,
     "t.yaml:2:25: training.energy_chip: 910 MW is a power, expected an energy such as 910 MWh"},
    {"negative power", IN_MODEL, ARCH "training: {power: -700 W}\n", 1,
     "t.yaml:2:19: training.power: -700 W is negative, expected a power such as 700 W"},
    {"negative ratio", IN_MODEL, ARCH "training: {mfu: -0.4}\n", 1,
     "t.yaml:2:17: training.mfu: expected a value of at least 0, got -0.4"},
    /* words, booleans, tags */
    {"enumeration", IN_MODEL, ARCH_LINES "  qk_norm: heads\n", 1,
     "t.yaml:10:12: architecture.qk_norm: expected none, head or full, got \"heads\"\n"
     "  did you mean head?"},
    {"enumeration in capitals", IN_MODEL,
     "architecture: {vocab_size: 100, hidden_size: 64, num_hidden_layers: 2,\n"
     "  num_attention_heads: 4, mlp: SwiGLU, norm: rmsnorm, position: rope}\n",
     1,
     "t.yaml:2:32: architecture.mlp: expected swiglu, geglu, reglu, gelu, relu, relu2 or silu, "
     "got \"SwiGLU\"\n  did you mean swiglu?"},
    {"case 41: unknown type", IN_MODEL, ARCH_LINES "  dtype: bf61\n", 1,
     "t.yaml:10:10: architecture.dtype: unknown type \"bf61\", expected one such as bf16, fp16 or "
     "q8_0\n  did you mean bf16?"},
    {"yes is no boolean", IN_MODEL, ARCH_LINES "  attention_bias: yes\n", 1,
     "t.yaml:10:19: architecture.attention_bias: expected true or false, got \"yes\"\n"
     "  yes, no, on and off are words in YAML 1.2, not booleans"},
    {"1 is no boolean", IN_MODEL, ARCH_LINES "  attention_bias: 1\n", 1,
     "t.yaml:10:19: architecture.attention_bias: expected true or false, got \"1\""},
    {"boolean in quotes", IN_MODEL, ARCH_LINES "  attention_bias: \"true\"\n", 1,
     "t.yaml:10:19: architecture.attention_bias: expected true or false, got the text \"true\"\n"
     "  remove the quotes"},
    {"a tag that does not fit", IN_MODEL, ARCH_LINES "  head_dim: !!bool 16\n", 1,
     "t.yaml:10:13: architecture.head_dim: expected a whole number such as 8192, 8Ki or 15T, got "
     "a value tagged as something else"},
    {"foreign tag", IN_MODEL, ARCH_LINES "  head_dim: !!python/object 16\n", 1,
     "t.yaml:10:13: architecture.head_dim: this tag is not known here\n"
     "  tags that are: !!str !!int !!float !!bool !!null; none is ever needed"},
    {"local tag", IN_MODEL, "name: !x y\n", 1,
     "t.yaml:1:7: name: this tag is not known here\n"
     "  tags that are: !!str !!int !!float !!bool !!null; none is ever needed"},
    {"text expected", IN_MODEL, "name: [a]\n" ARCH, 1,
     "t.yaml:1:7: name: expected a text, got a list"},
    {"number tag on a text", IN_MODEL, "name: !!int 5\n" ARCH, 1,
     "t.yaml:1:7: name: expected a text, got a value tagged as something else"},
    {"control character in a name", IN_MODEL, "name: \"a\\e[31m\"\n" ARCH, 1,
     "t.yaml:1:7: name: the text holds the control character U+001B"},
    {"turned text in a name", IN_MODEL,
     "name: a\xe2\x80\xae"
     "b\n" ARCH,
     1, "t.yaml:1:7: name: the text holds the control character U+202E"},
    {"date", IN_MODEL, "released: 2024-13-01\n" ARCH, 1,
     "t.yaml:1:11: released: expected a date such as 2024-04-18, got \"2024-13-01\""},
    /* layers */
    {"layers as a number", IN_MODEL, ARCH_LINES "  layers: 32\n", 1,
     "t.yaml:10:11: architecture.layers: expected a list of layer groups, got text\n"
     "  the number of layers is num_hidden_layers"},
    {"layers without entries", IN_MODEL, ARCH_LINES "  layers: []\n", 1,
     "t.yaml:10:11: architecture.layers: expected a list of layer groups, got an empty list\n"
     "  the number of layers is num_hidden_layers"},
    {"layer without count", IN_MODEL, ARCH_LINES "  layers: [{count: 1}, {head_dim: 16}]\n", 1,
     "t.yaml:10:24: architecture.layers[1]: missing: count, the number of these layers"},
    {"layer of count 0", IN_MODEL, ARCH_LINES "  layers: [{count: 0}]\n", 1,
     "t.yaml:10:20: architecture.layers[0].count: expected a whole number from 1 to 100000, got "
     "0"},
    {"layer that is a word", IN_MODEL, ARCH_LINES "  layers: [full]\n", 1,
     "t.yaml:10:12: architecture.layers[0]: expected count: and the keys of these layers, got "
     "text"},
    {"model key in a layer", IN_MODEL, ARCH_LINES "  layers: [{count: 2, vocab_size: 7}]\n", 1,
     "t.yaml:10:23: architecture.layers[0].vocab_size: belongs to the whole model, not to some "
     "layers"},
    {"unknown key in a layer", IN_MODEL, ARCH_LINES "  layers: [{count: 2, head_din: 7}]\n", 1,
     "t.yaml:10:23: architecture.layers[0].head_din: unknown key\n  did you mean head_dim?"},
    /* sections */
    {"section that is a text", IN_MODEL, "architecture: big\n", 1,
     "t.yaml:1:15: architecture: expected keys and values, got text"},
    {"training that is a list", IN_MODEL, ARCH "training: [a]\n", 1,
     "t.yaml:2:11: training: expected keys and values, got a list"},
    {"nested form that is a list", IN_MODEL, ARCH_LINES "  attn_config: [1]\n", 1,
     "t.yaml:10:16: architecture.attn_config: expected keys and values, got a list"},
    {"boundary", IN_MODEL, ARCH "training: {energy_boundary: node}\n", 1,
     "t.yaml:2:29: training.energy_boundary: expected chip, it or facility, got \"node\""},
    {"published: unknown", IN_MODEL, ARCH "published: {parameter: 8}\n", 1,
     "t.yaml:2:13: published.parameter: unknown key\n  did you mean parameters?"},
    {"published: not whole", IN_MODEL, ARCH "published: {parameters: 8.5}\n", 1,
     "t.yaml:2:25: published.parameters: 8.5 is not a whole number, expected a whole number such "
     "as 8192, 8Ki or 15T"},
    {"published: zero", IN_MODEL, ARCH "published: {kv_bytes_per_token: 0}\n", 1,
     "t.yaml:2:33: published.kv_bytes_per_token: expected a whole number above 0, got 0"},
    {"published: no value", IN_MODEL, ARCH "published: {parameters: {digits: 3}}\n", 1,
     "t.yaml:2:25: published.parameters: missing: value\n  found: digits"},
    {"published: digits", IN_MODEL, ARCH "published: {parameters: {value: 8B, digits: 0}}\n", 1,
     "t.yaml:2:45: published.parameters.digits: expected a whole number from 1 to 38, got 0"},
    {"sources as a list", IN_MODEL, ARCH "sources: [a]\n", 1,
     "t.yaml:2:10: sources: expected source ids with their texts, got a list"},
    {"source without text", IN_MODEL, ARCH "sources: {a: {unverified: true}}\n", 1,
     "t.yaml:2:14: sources.a: missing: text\n  found: unverified"},
    {"source that is null", IN_MODEL, ARCH "sources: {a: }\n", 1,
     "t.yaml:2:14: sources.a: expected a text, got nothing"},
    /* hardware */
    {"hardware without peak", IN_HARDWARE, "name: x\nyear: 2022\n", 1,
     "t.yaml:1:1: missing: peak\n  found: name, year"},
    {"peak of an unknown type", IN_HARDWARE, "name: x\npeak: {bf61: 1T}\n", 1,
     "t.yaml:2:8: peak.bf61: unknown key\n  did you mean bf16?"},
    {"peak in bytes", IN_HARDWARE, "name: x\npeak: {bf16: 1 TB/s}\n", 1,
     "t.yaml:2:14: peak.bf16: 1 TB/s is a rate of bytes per second, expected a rate such as 989 "
     "TFLOP/s"},
    {"peak of zero", IN_HARDWARE, "name: x\npeak: {bf16: 0}\n", 1,
     "t.yaml:2:14: peak.bf16: expected a rate above 0, got 0"},
    {"peak by two names", IN_HARDWARE, "name: x\npeak: {bf16: 1T,\n  bfloat16: 2T}\n", 1,
     "t.yaml:3:3: peak.bfloat16: the same as bf16; given on lines 2 and 3"},
    {"peak that is a number", IN_HARDWARE, "name: x\npeak: 989 TFLOP/s\n", 1,
     "t.yaml:2:7: peak: expected rates by type, got text"},
    {"year", IN_HARDWARE, "name: x\nyear: 22\npeak: {bf16: 1T}\n", 1,
     "t.yaml:2:7: year: expected a whole number from 1900 to 2100, got 22"},
    {"memory of no size", IN_HARDWARE, "name: x\npeak: {bf16: 1T}\nmemory: {size: 0}\n", 1,
     "t.yaml:3:16: memory.size: expected a size above 0, got 0"},
    {"memory sizes crossed", IN_HARDWARE,
     "name: x\npeak: {bf16: 1T}\nmemory: {size_min: 80 GiB, size_max: 80 GB}\n", 1,
     "t.yaml:3:9: memory: size_min is above size_max"},
    {"link sums", IN_HARDWARE,
     "name: x\npeak: {bf16: 1T}\nlink: {per_direction: 900 GB/s, total: 900 GB/s}\n", 1,
     "t.yaml:3:7: link: total is not twice per_direction"},
    {"energy for a power", IN_HARDWARE, "name: x\npeak: {bf16: 1T}\npower: 700 Wh\n", 1,
     "t.yaml:3:8: power: 700 Wh is an energy, expected a power such as 700 W"},
    {"unverified as a text", IN_HARDWARE, "name: x\npeak: {bf16: 1T}\nunverified: link\n", 1,
     "t.yaml:3:13: unverified: expected a list of words such as [memory, link], got text"},
    {"unverified with blanks", IN_HARDWARE, "name: x\npeak: {bf16: 1T}\nunverified: [a b]\n", 1,
     "t.yaml:3:13: unverified: expected a list of words, got \"a b\" in it"},
    /* grids */
    {"grid without intensity", IN_GRIDS, "family: f\ngrids:\n  - {id: a}\n", 1,
     "t.yaml:3:5: grids[0]: missing: intensity\n  found: id"},
    {"grams for kilograms", IN_GRIDS, "family: f\ngrids: [{id: a, intensity: 369}]\n", 1,
     "t.yaml:2:28: grids[0].intensity: expected a value from 0 to 5 kg/kWh, got 369"},
    {"grid kind", IN_GRIDS, "family: f\ngrids: [{id: a, intensity: 0.4, kind: mean}]\n", 1,
     "t.yaml:2:39: grids[0].kind: expected lifecycle, direct, average, marginal, market or "
     "production, got \"mean\""},
    {"grid pue", IN_GRIDS, "family: f\ngrids: [{id: a, intensity: 0.4, pue: 0.9}]\n", 1,
     "t.yaml:2:38: grids[0].pue: expected a value from 1 to 5, got 0.9"},
    {"grid twice", IN_GRIDS,
     "family: f\ngrids:\n  - {id: a, intensity: 0.4}\n  - {id: a, intensity: 0.5}\n", 1,
     "t.yaml:4:5: grids.id: a is also in t.yaml, line 3"},
    {"no grids", IN_GRIDS, "family: f\ngrids: []\n", 1,
     "t.yaml:2:8: grids: expected a list of grids, got an empty list"},
    {"no family", IN_GRIDS, "grids: [{id: a, intensity: 0.4}]\n", 1,
     "t.yaml:1:1: missing: family\n  found: grids"},
    /* the wrong kind of file */
    {"hardware as a model", IN_MODEL, "name: x\npeak: {bf16: 1T}\n", 1,
     "t.yaml:1:1: this is a hardware description, expected a model description"},
    {"model as hardware", IN_HARDWARE, ARCH, 1,
     "t.yaml:1:1: this is a model description, expected a hardware description"},
    {"grids as a model", IN_MODEL, "family: f\ngrids: []\n", 1,
     "t.yaml:1:1: this is a list of grids, expected a model description"},
    {"Hugging Face configuration", IN_MODEL,
     "{\"architectures\": [\"LlamaForCausalLM\"], \"hidden_size\": 4096}", 1,
     "t.yaml:1:1: this looks like a Hugging Face config.json; import of it is not part of this "
     "version"},
    {"case 57: nested configuration", IN_MODEL,
     "{\"model_type\": \"llava\", \"text_config\": {\"model_type\": \"llama\"}}", 1,
     "t.yaml:1:1: this looks like a Hugging Face config.json; import of it is not part of this "
     "version"},
    {"configuration with a key architecture", IN_MODEL,
     "{\"architecture\": {\"block_cls\": \"parallel\"}, \"model_type\": \"mixformer\", \"n_embd\": "
     "2560}",
     1,
     "t.yaml:1:1: this looks like a Hugging Face config.json; import of it is not part of this "
     "version"},
    {"a flat description is no configuration", IN_MODEL,
     "name: x\nhidden_size: 64\nvocab_size: 100\n", 3,
     "t.yaml:2:1: hidden_size: unknown key\n  hidden_size belongs in architecture:"},
    {"HTML", IN_MODEL, "\n<!DOCTYPE HTML>\n<html>", 1,
     "t.yaml: this is an HTML page, expected a description\n"
     "  a download may have brought a log-in or error page"},
    {"HTML without a type", IN_MODEL, "<html><body>", 1,
     "t.yaml: this is an HTML page, expected a description\n"
     "  a download may have brought a log-in or error page"},
    {"XML", IN_MODEL, "<?xml version=\"1.0\"?>", 1,
     "t.yaml: this is an XML file, expected a description"},
    {"Git LFS", IN_MODEL,
     "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", 1,
     "t.yaml: this is a Git LFS pointer, not the file itself\n  fetch the file: git lfs pull"},
    {"GGUF", IN_MODEL, "GGUF\3", 1,
     "t.yaml: this is a GGUF file; import of it is not part of this version"},
    {"zip", IN_MODEL, "PK\3\4", 1,
     "t.yaml: this is a zip archive (as PyTorch checkpoints are), expected a description"},
    {"gzip", IN_MODEL, "\x1f\x8b\x08", 1, "t.yaml: this is a gzip archive, expected a description"},
    {"PDF", IN_MODEL, "%PDF-1.7", 1, "t.yaml: this is a PDF file, expected a description"},
    {"PNG", IN_MODEL, "\x89PNG\r\n", 1, "t.yaml: this is a PNG picture, expected a description"},
    {"program", IN_MODEL,
     "\x7f"
     "ELF\2\1",
     1, "t.yaml: this is a program, expected a description"},
    {"pickle", IN_MODEL, "\x80\2}", 1, "t.yaml: this is a Python pickle, expected a description"},
    /* text */
    {"case 68: empty", IN_MODEL, "", 1,
     "t.yaml: empty description\n  expected keys and values, one pair on a line"},
    {"case 68: comments alone", IN_MODEL, "# nothing\n\n   \n# more\n", 1,
     "t.yaml: empty description\n  expected keys and values, one pair on a line"},
    {"an empty document", IN_HARDWARE, "---\n...\n", 1,
     "t.yaml: empty description\n  expected keys and values, one pair on a line"},
    {"a list", IN_GRIDS, "- a\n- b\n", 1, "t.yaml:1:1: expected keys and values, got a list"},
    {"one word", IN_MODEL, "llama\n", 1, "t.yaml:1:1: expected keys and values, got text"},
    {"case 64: second document", IN_MODEL, "name: a\n---\nname: b\n", 1,
     "t.yaml:2:1: a second document starts here, expected one per file\n"
     "  remove the line --- or put the document into a file of its own"},
    {"case 64: tab", IN_MODEL, "architecture:\n\tvocab_size: 100\n", 1,
     "t.yaml:2:1: a tab in the indentation, expected spaces"},
    {"case 64: tab after blanks", IN_MODEL, "training:\n  tokens: 1T\n  \tmfu: 0.4\n", 1,
     "t.yaml:3:3: a tab in the indentation, expected spaces"},
    {"case 64: CR only", IN_MODEL, "name: x\rnote: y\r", 1,
     "t.yaml:1:8: a carriage return without a line feed (old Mac line end)"},
    {"case 64: second mark", IN_MODEL, "name: x\nnote: a\xef\xbb\xbf\n", 1,
     "t.yaml:2:8: a byte order mark may only stand at the very start (U+FEFF)"},
    {"invalid UTF-8", IN_MODEL, "name: x\nnote: \xc3\xb6\xff\n", 1, "t.yaml:2:8: invalid UTF-8"},
    {"control character", IN_MODEL, "name: x\x1b[0m\n", 1,
     "t.yaml:1:8: a control character (U+001B)"},
    {"line separator", IN_MODEL, "name: x\xe2\x80\xa8y\n", 1,
     "t.yaml:1:8: a Unicode line separator; use an ordinary line end (U+2028)"},
    {"not a character", IN_MODEL, "name: \xef\xbf\xbf\n", 1,
     "t.yaml:1:7: not a character (U+FFFF)"},
    {"NUL by escape", IN_MODEL, "name: \"a\\0b\"\n", 1,
     "t.yaml:1:7: name: a NUL character in a text"},
    {"colon in a text", IN_MODEL, "note: see this: that\n", 1,
     "t.yaml:1:15: not valid YAML: mapping values are not allowed in this context\n"
     "  a text that holds ': ' needs quotes"},
    {"open bracket", IN_MODEL, "name: [a,\n", 1,
     "t.yaml:2:1: not valid YAML: did not find expected node content while parsing a flow node"},
    {"foreign version", IN_MODEL, "%YAML 3.0\n---\nname: x\n", 1,
     "t.yaml:1:1: not valid YAML: found incompatible YAML document"},
    /* aliases, case 63 */
    {"alias without anchor", IN_MODEL, "name: *n\n", 1,
     "t.yaml:1:7: name: an alias without its anchor"},
    {"alias inside its anchor", IN_MODEL, "note: &a [1, *a]\n", 1,
     "t.yaml:1:14: note: an alias inside its own anchor"},
    {"alias as a key", IN_MODEL, "name: &a x\n*a : y\n", 1,
     "t.yaml:2:1: a key must be a plain word"},
};

static void check_row(const struct row *r)
{
    static struct input in;
    char name[160];

    (void)input_read(&in, r->kind, r->text);
    (void)snprintf(name, sizeof name, "%s: message", r->name);
    t_str(name, input_message(&in, 0), r->message);
    (void)snprintf(name, sizeof name, "%s: number of errors", r->name);
    t_int(name, in.diags.errors, r->errors);
    (void)snprintf(name, sizeof name, "%s: status", r->name);
    t_status(name, in.status, FW_INPUT);
    (void)snprintf(name, sizeof name, "%s: err is the first message", r->name);
    t_str(name, in.err.msg, in.diags.count > 0 ? in.diags.list[0].err.msg : "none");
    input_end(&in);
}

/* Texts with bytes that a C string cannot hold. */
static void check_bytes(void)
{
    static const struct {
        const char *name;
        const char *bytes;
        size_t n;
        const char *message;
    } files[] = {
        {"case 64: UTF-16 little-endian", "\xff\xfen\0a\0", 6,
         "t.yaml: this is UTF-16, expected UTF-8"},
        {"case 64: UTF-16 big-endian", "\xfe\xff\0n\0a", 6,
         "t.yaml: this is UTF-16, expected UTF-8"},
        {"UTF-16 without a mark", "n\0a\0m\0e\0", 8, "t.yaml: this is UTF-16, expected UTF-8"},
        {"UTF-32 little-endian", "\xff\xfe\0\0n\0\0\0", 8,
         "t.yaml: this is UTF-32, expected UTF-8"},
        {"UTF-32 big-endian", "\0\0\xfe\xff\0\0\0n", 8, "t.yaml: this is UTF-32, expected UTF-8"},
        {"case 64: NUL", "name: x\nnote: \0\n", 16, "t.yaml:2:7: a NUL byte: this is no text file"},
        {"safetensors", "\x10\0\0\0\0\0\0\0{\"a\":1}", 15,
         "t.yaml: this is a safetensors file; import of it is not part of this version"},
        {"UTF-8 that ends early", "name: \xe2\x82", 8, "t.yaml:1:7: invalid UTF-8"},
    };
    static struct input in;

    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        for (int kind = IN_MODEL; kind <= IN_GRIDS; kind++) {
            (void)input_bytes(&in, (enum input_kind)kind, files[i].bytes, files[i].n);
            t_str(files[i].name, input_message(&in, 0), files[i].message);
            t_int(files[i].name, in.diags.errors, 1);
            input_end(&in);
        }
    }
}

/* Several errors of one file in one run, in the order of the file. */
static void check_several(void)
{
    static const char text[] = "name: [x]\n" ARCH_LINES "  head_dim: 0\n  flavour: 1\n"
                               "training:\n  tokens: soon\n";
    static const char *const wanted[] = {
        "t.yaml:1:7: name: expected a text, got a list",
        "t.yaml:11:13: architecture.head_dim: expected a whole number from 1 to 1000000, got 0",
        "t.yaml:12:3: architecture.flavour: unknown key",
        ("t.yaml:14:11: training.tokens: no number: \"soon\", expected a whole number such as "
         "8192, 8Ki or 15T"),
    };
    static struct input in;

    (void)input_read(&in, IN_MODEL, text);
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        t_str("one of several errors", input_message(&in, i), wanted[i]);
    t_int("several errors", in.diags.errors, 4);
    input_end(&in);
}

/* 30 unknown keys: 20 messages, the rest counted. */
static void check_many(void)
{
    char text[2000] = ARCH_LINES;
    size_t used = strlen(text);
    static struct input in;

    for (int i = 0; i < 30; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "  flavour_%d: 1\n", i);
    (void)input_read(&in, IN_MODEL, text);
    t_int("messages kept", in.diags.count, 20);
    t_int("errors counted", in.diags.errors, 30);
    t_int("messages dropped", in.diags.dropped, 10);
    t_str("the first is in err", in.err.key, "architecture.flavour_0");
    input_end(&in);
    input_start(&in);
    t_status("without a list of messages",
             fw_description_parse(NULL, "t.yaml", text, used, &in.arena, NULL, &in.model, NULL),
             FW_INPUT);
    input_end(&in);
}

int main(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_row(&rows[i]);
    check_bytes();
    check_several();
    check_many();
    return t_done();
}
