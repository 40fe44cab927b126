/* Tables in five formats and the JSON writer. Expected texts are written by hand from RFC 4180,
 * RFC 8259, CommonMark 0.30 and HTML. */
#include "json_check.h"
#include "report/json.h"
#include "report/table.h"
#include "t.h"

static struct fw_arena arena;

static const struct fw_column columns[] = {
    {"name", "Name", "", FW_LEFT, FW_DIM_NUMBER, 0},
    {"kv_bytes", "KV cache", "B", FW_RIGHT, FW_DIM_BYTES, 0},
    {"energy_J", "Energy", "", FW_RIGHT, FW_DIM_ENERGY, 6},
    {"tied", "Tied", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {"raw_only", NULL, NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    {NULL, "People", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static void fill(struct fw_table *t)
{
    fw_table_init(t, &arena, "Ti<t>le", columns, COLUMNS);
    t->note = "a|b \"c\" & d";
    struct fw_cell *c = fw_table_row(t);
    c[0] = fw_cell_text("x, \"y\" | *z* <b>");
    c[1] = fw_cell_count(1073741824);
    c[2] = fw_cell_real(3.276e12); /* 910,000 kWh */
    c[3] = fw_cell_bool(false);
    c[4] = fw_cell_text("raw");
    c[5] = fw_cell_text("p");
    c = fw_table_row(t);
    c[0] = fw_cell_strong(fw_cell_text("\xe7\x8c\xab_a")); /* a wide character: two columns */
    c[1] = fw_cell_unknown();
    c[2] = fw_cell_qty(0.4, FW_DIM_RATIO, 0);
    c[3] = fw_cell_text(NULL);
}

static const char *render(const struct fw_table *t, enum fw_format f, size_t width, bool ascii)
{
    static struct fw_text out;
    const struct fw_table_style style = {.width = width, .ascii = ascii};
    fw_text_free(&out);
    fw_table_write(t, f, &style, &out);
    t_true("text ok", fw_text_ok(&out));
    return out.data;
}

static void test_formats(void)
{
    struct fw_table t;
    fill(&t);
    t_str("text", render(&t, FW_FORMAT_TEXT, 0, true),
          "Ti<t>le\n"
          "Name               KV cache [B]       Energy  Tied  People\n"
          "----------------------------------------------------------\n"
          "x, \"y\" | *z* <b>  1,073,741,824  910,000 kWh  no    p\n"
          "\xe7\x8c\xab_a                    unknown         40 %\n"
          "a|b \"c\" & d\n");
    t_str("csv", render(&t, FW_FORMAT_CSV, 0, false),
          "name,kv_bytes,energy_J,tied,raw_only\n"
          "\"x, \"\"y\"\" | *z* <b>\",1073741824,3276000000000,false,raw\n"
          "\xe7\x8c\xab_a,,0.4,,\n");
    t_str("markdown", render(&t, FW_FORMAT_MD, 0, false),
          "### Ti&lt;t>le\n\n"
          "| Name | KV cache [B] | Energy | Tied | People |\n"
          "| --- | ---: | ---: | --- | --- |\n"
          "| x, \"y\" \\| \\*z\\* &lt;b> | 1,073,741,824 | 910,000 kWh | no | p |\n"
          "| **\xe7\x8c\xab_a** | unknown | 40 % |  |  |\n"
          "\na\\|b \"c\" &amp; d\n");
    t_str("html", render(&t, FW_FORMAT_HTML, 0, false),
          "<table class=\"fw\">\n<caption>Ti&lt;t&gt;le</caption>\n<thead>\n<tr>"
          "<th scope=\"col\" class=\"text\">Name</th>"
          "<th scope=\"col\" class=\"num\">KV cache <span class=\"unit\">[B]</span></th>"
          "<th scope=\"col\" class=\"num\">Energy</th><th scope=\"col\" class=\"text\">Tied</th>"
          "<th scope=\"col\" class=\"text\">People</th></tr>\n</thead>\n<tbody>\n"
          "<tr><th scope=\"row\" class=\"text\">x, &quot;y&quot; | *z* &lt;b&gt;</th>"
          "<td class=\"num\">1,073,741,824</td><td class=\"num\">910,000 kWh</td>"
          "<td class=\"text\">no</td><td class=\"text\">p</td></tr>\n"
          "<tr><th scope=\"row\" class=\"text strong\">\xe7\x8c\xab_a</th>"
          "<td class=\"num unknown\">unknown</td><td class=\"num\">40 %</td>"
          "<td class=\"text\"></td><td class=\"text\"></td></tr>\n"
          "</tbody>\n</table>\n<p class=\"note\">a|b &quot;c&quot; &amp; d</p>\n");
    const char *json = render(&t, FW_FORMAT_JSON, 0, false);
    t_true("json is JSON", json_valid(json));
    t_str("json text", json_at(json, "0.name"), "\"x, \\\"y\\\" | *z* <b>\"");
    t_str("json count", json_at(json, "0.kv_bytes"), "1073741824");
    t_str("json real", json_at(json, "0.energy_J"), "3276000000000");
    t_str("json bool", json_at(json, "0.tied"), "false");
    t_str("json unknown", json_at(json, "1.kv_bytes"), "null");
    t_str("json empty", json_at(json, "1.tied"), "null");
    t_str("json has no people's column", json_at(json, "0.People"), "(absent)");
}

static const struct fw_column two[] = {
    {"n", "n", NULL, FW_RIGHT, FW_DIM_COUNT, 0},
    {"line", "line", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
};

static void test_wrap(void)
{
    struct fw_table t;
    fw_table_init(&t, &arena, NULL, two, 2);
    struct fw_cell *c = fw_table_row(&t);
    c[0] = fw_cell_count(12345678);
    c[1] = fw_cell_text("the last text column wraps at blanks");
    c = fw_table_row(&t);
    c[0] = fw_cell_count(1);
    c[1] = fw_cell_text("0123456789012345678901234567890123");
    /* 10 columns for the number, 2 between, 24 for the text: words up to 24 stay whole, so the
     * table is wider than the 28 that were asked for */
    t_str("wrap", render(&t, FW_FORMAT_TEXT, 28, true),
          "         n  line\n"
          "------------------------------------\n"
          "12,345,678  the last text column\n"
          "            wraps at blanks\n"
          "         1  012345678901234567890123\n"
          "            4567890123\n");
    t_str("a rule of UTF-8", render(&t, FW_FORMAT_TEXT, 0, false) + strlen("         n  line\n"),
          "\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80"
          "\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80"
          "\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80"
          "\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80"
          "\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80"
          "\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80"
          "\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\n"
          "12,345,678  the last text column wraps at blanks\n"
          "         1  0123456789012345678901234567890123\n");
}

/* Words stay whole as long as there is room in another column; numbers in texts too. */
static void test_words(void)
{
    static const struct fw_column texts[] = {
        {"a", "a", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
        {"b", "b", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    };
    struct fw_table t;
    fw_table_init(&t, &arena, NULL, texts, 2);
    struct fw_cell *c = fw_table_row(&t);
    c[0] = fw_cell_text("one two three four");
    c[1] = fw_cell_text("a_very_long_word_indeed");
    t_str("the last column keeps its word", render(&t, FW_FORMAT_TEXT, 36, true),
          "a            b\n"
          "------------------------------------\n"
          "one two      a_very_long_word_indeed\n"
          "three four\n");
    t.num_rows = 0;
    c = fw_table_row(&t);
    c[0] = fw_cell_text("x");
    c[1] = fw_cell_text("2*W_Q*S*B*n_layer+(1,000,000,000)");
    t_str("behind an operator", render(&t, FW_FORMAT_TEXT, 14, true),
          "a  b\n"
          "---------------------------\n"
          "x  2*W_Q*S*B*n_layer+\n"
          "   (1,000,000,000)\n");
}

/* What finds no room at the right hangs below its row, under its title. */
static void test_hanging(void)
{
    static const struct fw_column three[] = {
        {"name", "name", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
        {"n", "n", NULL, FW_RIGHT, FW_DIM_COUNT, 0},
        {"note", "note", NULL, FW_LEFT, FW_DIM_NUMBER, 0},
    };
    struct fw_table t;
    fw_table_init(&t, &arena, NULL, three, 3);
    struct fw_cell *c = fw_table_row(&t);
    c[0] = fw_cell_text("gate");
    c[1] = fw_cell_count(58720256);
    c[2] = fw_cell_text("one of three matrices");
    c = fw_table_row(&t);
    c[0] = fw_cell_text("bias");
    c[1] = fw_cell_count(0);
    t_str("hanging", render(&t, FW_FORMAT_TEXT, 24, true),
          "name           n\n"
          "----------------\n"
          "gate  58,720,256\n"
          "    note: one of three\n"
          "    matrices\n"
          "bias           0\n");
}

/* 6 x 8030261248 x 15e12: exact, and shorter without its zeros; the last one has none. */
static void test_round_counts(void)
{
    struct fw_table t;
    fw_table_init(&t, &arena, NULL, two, 1);
    fw_table_row(&t)[0] = fw_cell_count((fw_u128)6 * 8030261248u * 15000000000000u);
    fw_table_row(&t)[0] = fw_cell_count((fw_u128)1000000000000000000u);
    fw_table_row(&t)[0] = fw_cell_count((fw_u128)100000000000000000u);
    fw_table_row(&t)[0] = fw_cell_count((fw_u128)9007199254740993u * 1000u + 1);
    t_str("round counts", render(&t, FW_FORMAT_TEXT, 0, true),
          "                        n\n"
          "-------------------------\n"
          "          7.2272351232e23\n"
          "                     1e18\n"
          "  100,000,000,000,000,000\n"
          "9,007,199,254,740,993,001\n");
}

static void test_hostile(void)
{
    struct fw_table t;
    fw_table_init(&t, &arena, NULL, two, 2);
    struct fw_cell *c = fw_table_row(&t);
    /* the first column says nothing: people's formats leave it out */
    c[1] = fw_cell_text("a\033[2Jb\xff"
                        "c\nd\xc2\x9b");
    t_str("no control character reaches a terminal", render(&t, FW_FORMAT_TEXT, 0, true),
          "line\n--------\na?[2Jb\xef\xbf\xbd"
          "c\nd?\n");
    t_str("csv keeps a newline in quotes", render(&t, FW_FORMAT_CSV, 0, true),
          "n,line\n,\"a\033[2Jb\xff"
          "c\nd\xc2\x9b\"\n");
    t_true("json stays JSON", json_valid(render(&t, FW_FORMAT_JSON, 0, true)));
    t_str("markdown newline", render(&t, FW_FORMAT_MD, 0, true),
          "| line |\n| --- |\n| a?[2Jb\xef\xbf\xbd"
          "c<br>d? |\n");
    t.num_rows = 0;
    t_str("no rows, csv", render(&t, FW_FORMAT_CSV, 0, true), "n,line\n");
    t_str("no rows, json", render(&t, FW_FORMAT_JSON, 0, true), "[]\n");
}

static void test_counts(void)
{
    struct fw_table t;
    fw_table_init(&t, &arena, NULL, two, 2);
    struct fw_cell *c = fw_table_row(&t);
    c[0] = fw_cell_count((fw_u128)72520254357504 * 1000000); /* case 25: beyond 2^64 */
    c = fw_table_row(&t);
    c[0] = fw_cell_count((fw_u128)1 << 53);
    c = fw_table_row(&t);
    c[0] = fw_cell_count(((fw_u128)1 << 53) + 1);
    t_str("csv digits", render(&t, FW_FORMAT_CSV, 0, true),
          "n,line\n72520254357504000000,\n9007199254740992,\n9007199254740993,\n");
    const char *json = render(&t, FW_FORMAT_JSON, 0, true);
    t_str("json digits", json_at(json, "0.n"), "72520254357504000000");
    t_str("twin", json_at(json, "0.n_string"), "\"72520254357504000000\"");
    t_str("2^53 needs none", json_at(json, "1.n_string"), "(absent)");
    t_str("2^53 + 1 does", json_at(json, "2.n_string"), "\"9007199254740993\"");
    /* rows of different units */
    c = fw_table_row(&t);
    c[0] = fw_cell_count(1234);
    c[0].has_dim = true;
    c[0].dim = FW_DIM_BYTES;
    t_true("unit behind a count", strstr(render(&t, FW_FORMAT_TEXT, 0, true), "1,234 B") != NULL);
}

static void test_json(void)
{
    struct fw_text out;
    struct fw_json j;
    fw_text_init(&out);
    fw_json_init(&j, &out, false);
    fw_json_object(&j, NULL);
    fw_json_string(&j, "a\"b\\\n\t\x01\x7f", "\xc3\xa9\xc0\xaf\xed\xa0\x80");
    fw_json_real(&j, "tenth", 0.1);
    fw_json_real(&j, "third", 1.0 / 3);
    fw_json_real(&j, "nan", (double)NAN);
    fw_json_real(&j, "inf", (double)INFINITY);
    fw_json_real(&j, "big", 1e25);
    fw_json_string(&j, "none", NULL);
    fw_json_array(&j, "list");
    fw_json_count(&j, NULL, 7);
    fw_json_bool(&j, NULL, true);
    fw_json_object(&j, NULL);
    fw_json_end(&j);
    fw_json_end(&j);
    fw_json_null(&j, "z");
    fw_json_end(&j);
    t_str("one line", out.data,
          "{\"a\\\"b\\\\\\n\\t\\u0001\\u007f\":\"\xc3\xa9\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"
          "\xef\xbf\xbd\xef\xbf\xbd\",\"tenth\":0.1,\"third\":0.3333333333333333,\"nan\":null,"
          "\"inf\":null,\"big\":1e+25,\"none\":null,\"list\":[7,true,{}],\"z\":null}\n");
    t_true("is JSON", json_valid(out.data));
    fw_text_clear(&out);
    fw_json_init(&j, &out, true);
    fw_json_object(&j, NULL);
    fw_json_array(&j, "a");
    fw_json_count(&j, NULL, 1);
    fw_json_count(&j, NULL, 2);
    fw_json_end(&j);
    fw_json_end(&j);
    t_str("pretty", out.data, "{\n  \"a\": [\n    1,\n    2\n  ]\n}\n");
    fw_text_free(&out);
}

/* The checker must be able to say no. */
static void test_checker(void)
{
    static const char *const bad[] = {"",     "{",        "[1,]",    "{\"a\":}",  "01", "1.", "nan",
                                      "[1]x", "\"a\nb\"", "\"\\x\"", "{\"a\" 1}", "-",  "1e"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        t_true(bad[i], !json_valid(bad[i]));
}

int main(void)
{
    fw_arena_init(&arena, 0);
    test_formats();
    test_wrap();
    test_words();
    test_hanging();
    test_round_counts();
    test_hostile();
    test_counts();
    test_json();
    test_checker();
    fw_arena_free(&arena);
    return t_done();
}
