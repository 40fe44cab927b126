/* Error texts, lists of messages, the nearest name. Expectations are by hand from status.h. */
#include "base/status.h"

#include "t.h"

static void test_fail(void)
{
    struct fw_err err = {.file = "old", .line = 3, .hint = "old", .key = "old"};
    char buf[FW_ERR_TEXT_LEN];

    t_status("status is returned", fw_fail(&err, FW_INPUT, "expected %d, got %s", 8, "lots"),
             FW_INPUT);
    t_str("message", err.msg, "expected 8, got lots");
    t_str("place is cleared", err.file, "");
    t_str("hint is cleared", err.hint, "");
    t_int("line is cleared", err.line, 0);
    t_str("message alone", fw_err_text(&err, buf, sizeof buf), "expected 8, got lots");
    t_status("at", fw_err_at(&err, "models.d/x.yaml", 12, 9), FW_INPUT);
    t_str("with a place", fw_err_text(&err, buf, sizeof buf),
          "models.d/x.yaml:12:9: expected 8, got lots");
    t_status("key", fw_err_key(&err, "layers[%d].%s", 2, "count"), FW_INPUT);
    t_status("hint", fw_err_hint(&err, "did you mean \"%s\"?", "dots"), FW_INPUT);
    t_str("everything", fw_err_text(&err, buf, sizeof buf),
          "models.d/x.yaml:12:9: layers[2].count: expected 8, got lots\n  did you mean \"dots\"?");
    (void)fw_err_at(&err, "x.yaml", 12, 0);
    (void)fw_err_hint(&err, "%s", "");
    t_str("no column", fw_err_text(&err, buf, sizeof buf),
          "x.yaml:12: layers[2].count: expected 8, got lots");
    (void)fw_err_at(&err, "x.yaml", 0, 9);
    t_str("a column without a line says nothing", fw_err_text(&err, buf, sizeof buf),
          "x.yaml: layers[2].count: expected 8, got lots");
    (void)fw_err_at(&err, NULL, 5, 6);
    t_str("no file", fw_err_text(&err, buf, sizeof buf),
          "line 5:6: layers[2].count: expected 8, got lots");
    t_str("cut", fw_err_text(&err, buf, 10), "line 5:6:");
    t_status("no err", fw_fail(NULL, FW_SYSTEM, "lost"), FW_SYSTEM);
    t_status("at without err", fw_err_at(NULL, "x", 1, 1), FW_BUG);
    t_status("key without err", fw_err_key(NULL, "x"), FW_BUG);
    t_status("hint without err", fw_err_hint(NULL, "x"), FW_BUG);
}

/* A file name or a value from a file must not reach the terminal as a command. */
static void test_clean(void)
{
    struct fw_err err;
    char longer[2 * FW_MSG_LEN];

    (void)fw_fail(&err, FW_INPUT, "%s", "a\x1b[2Jb\nc\td\x7f");
    t_str("C0 and DEL", err.msg, "a?[2Jb?c?d?");
    (void)fw_fail(&err, FW_INPUT, "%s",
                  "x\xc2\x9b"
                  "31my\x9b");
    t_str("C1, as character and as bare byte", err.msg, "x?31my?");
    (void)fw_fail(&err, FW_INPUT, "%s",
                  "abc\xe2\x80\xae"
                  "def\xe2\x81\xa6");
    t_str("text that runs backwards", err.msg, "abc?def?");
    (void)fw_fail(&err, FW_INPUT, "%s",
                  "Gr\xc3\xb6\xc3\x9f"
                  "e \xe6\xa8\xa1");
    t_str("letters of any script stay", err.msg,
          "Gr\xc3\xb6\xc3\x9f"
          "e \xe6\xa8\xa1");
    (void)fw_fail(&err, FW_INPUT, "%s", "\xc3\xe6\xa8");
    t_str("broken UTF-8", err.msg, "???");
    (void)fw_err_at(&err, "na\nme.yaml", 1, 1);
    t_str("file names", err.file, "na?me.yaml");

    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    (void)fw_fail(&err, FW_INPUT, "%s", longer);
    t_int("a long message fills its place", strlen(err.msg), FW_MSG_LEN - 1);
    t_str("and says that it was cut", err.msg + FW_MSG_LEN - 4, "...");
    for (size_t i = 0; i + 1 < sizeof longer; i++)
        longer[i] = "\xe6\xa8\xa1"[i % 3];
    (void)fw_fail(&err, FW_INPUT, "%s", longer);
    t_true("not within a character", strchr(err.msg, '?') == NULL);
    t_str("cut", err.msg + strlen(err.msg) - 3, "...");
    (void)fw_err_at(&err, longer, 1, 1);
    t_str("a long file name is cut", err.file + strlen(err.file) - 3, "...");
}

static void test_diags(void)
{
    static struct fw_diags d;
    struct fw_err err;

    fw_diags_init(&d);
    fw_diags_note(NULL, FW_ERROR, "dropped");
    for (int i = 0; i < FW_DIAGS_MAX - 1; i++)
        fw_diags_note(&d, FW_WARNING, "warning %d", i);
    (void)fw_fail(&err, FW_INPUT, "error %d", 1);
    fw_diags_add(&d, FW_ERROR, &err);
    t_int("full", d.count, FW_DIAGS_MAX);
    t_int("nothing dropped", d.dropped, 0);
    t_int("one error", d.errors, 1);
    fw_diags_note(&d, FW_NOTE, "no room");
    t_int("still full", d.count, FW_DIAGS_MAX);
    t_int("dropped", d.dropped, 1);
    t_str("the last is what came last in time", d.list[FW_DIAGS_MAX - 1].err.msg, "error 1");
    fw_diags_note(&d, FW_ERROR, "error 2");
    t_str("an error takes the place of a warning", d.list[FW_DIAGS_MAX - 1].err.msg, "error 2");
    t_str("order is kept", d.list[FW_DIAGS_MAX - 2].err.msg, "error 1");
    t_str("the last warning is gone", d.list[FW_DIAGS_MAX - 3].err.msg, "warning 17");
    t_int("two errors", d.errors, 2);
    t_int("two dropped", d.dropped, 2);
    t_status("an error carries a status", d.list[FW_DIAGS_MAX - 1].err.status, FW_INPUT);
    for (int i = 0; i < 2 * FW_DIAGS_MAX; i++)
        fw_diags_add(&d, FW_ERROR, &err);
    t_int("all errors are counted", d.errors, 2 + 2 * FW_DIAGS_MAX);
    t_int("entries and dropped ones are all", d.count + d.dropped, 22 + 2 * FW_DIAGS_MAX);
}

static void test_nearest(void)
{
    static const char *const keys[] = {"hidden_size", "num_hidden_layers", "num_attention_heads",
                                       "head_dim",    "vocab_size",        "mlp"};
    const size_t n = sizeof keys / sizeof keys[0];

    t_str("one letter missing", fw_nearest("hiden_size", keys, n), "hidden_size");
    t_str("two swapped", fw_nearest("vocab_szie", keys, n), "vocab_size");
    t_str("swapped and short", fw_nearest("mpl", keys, n), "mlp");
    t_str("case is ignored", fw_nearest("Head_Dim", keys, n), "head_dim");
    t_str("three wrong in a long one", fw_nearest("num_hiden_layer5s", keys, n),
          "num_hidden_layers");
    t_str("four wrong", fw_nearest("nm_hiden_layer55", keys, n), NULL);
    t_str("a short word far off", fw_nearest("abc", keys, n), NULL);
    t_str("empty", fw_nearest("", keys, n), NULL);
    t_str("no names", fw_nearest("mlp", keys, 0), NULL);
    t_str("too long to compare",
          fw_nearest("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                     keys, n),
          NULL);
}

int main(void)
{
    test_fail();
    test_clean();
    test_diags();
    test_nearest();
    return t_done();
}
