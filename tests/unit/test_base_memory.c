/* Arena and text buffer: sizes, limits, and what happens when memory runs out. */
#include <stdint.h>

#include "base/arena.h"
#include "base/fault.h"
#include "base/text.h"

#include "t.h"

static bool all_zero(const unsigned char *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (p[i] != 0)
            return false;
    }
    return true;
}

static void test_arena(void)
{
    static const size_t sizes[] = {1, 7, 16, 4095, 4097, 3, 70000, 0, 5, 2000000, 33};
    struct fw_arena a;
    unsigned aligned = 0, zeroed = 0;
    size_t sum = 0;

    fw_arena_init(&a, 0);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        unsigned char *const p = fw_arena_alloc(&a, sizes[i], 1);
        aligned += p != NULL && (uintptr_t)p % _Alignof(max_align_t) == 0;
        zeroed += p != NULL && all_zero(p, sizes[i]);
        if (p != NULL && sizes[i] > 0)
            memset(p, 0xa5, sizes[i]);
        sum += sizes[i];
    }
    t_int("aligned for any type", aligned, sizeof sizes / sizeof sizes[0]);
    t_int("zeroed, though others were written", zeroed, sizeof sizes / sizeof sizes[0]);
    t_true("used counts at least what was asked for", a.used >= sum);
    t_true("and little more", a.used < sum + 64 * sizeof sizes / sizeof sizes[0]);
    t_true("products that overflow", fw_arena_alloc(&a, SIZE_MAX / 2, 3) == NULL);
    t_true("more than half of the address space", fw_arena_alloc(&a, SIZE_MAX, 1) == NULL);
    t_true("2^63 of 8 bytes", fw_arena_alloc(&a, (size_t)1 << 63, 8) == NULL);
    long *const numbers = FW_NEW(&a, 12, long);
    t_true("still usable", numbers != NULL && numbers[11] == 0);
    fw_arena_free(&a);
    t_int("freed", a.used, 0);
    fw_arena_free(&a);
    t_true("usable after that", FW_NEW(&a, 1, double) != NULL);
    fw_arena_free(&a);
}

static void test_limit(void)
{
    struct fw_arena a;
    unsigned pieces = 0;

    fw_arena_init(&a, 10000);
    t_true("beyond the limit", fw_arena_alloc(&a, 1, 10001) == NULL);
    t_true("within", fw_arena_alloc(&a, 5, 1600) != NULL);
    t_true("the rest is too small", fw_arena_alloc(&a, 1, 3000) == NULL);
    while (pieces < 100000 && fw_arena_alloc(&a, 0, 8) != NULL)
        pieces++;
    t_true("empty pieces end, too", pieces > 0 && pieces <= 2000);
    fw_arena_free(&a);
    t_int("the limit stays", a.limit, 10000);
}

static void test_strings(void)
{
    struct fw_arena a;

    fw_arena_init(&a, 0);
    t_str("strdup", fw_arena_strdup(&a, "LLaMA-3 8B"), "LLaMA-3 8B");
    t_str("strndup", fw_arena_strndup(&a, "LLaMA-3 8B", 5), "LLaMA");
    t_str("strndup of a shorter text", fw_arena_strndup(&a, "GPT", 500), "GPT");
    t_str("strndup of nothing", fw_arena_strndup(&a, NULL, 0), "");
    t_str("printf", fw_arena_printf(&a, "%s-%04d", "x", 237), "x-0237");
    char *const wide = fw_arena_printf(&a, "%20000d", 7);
    t_int("a long printf", wide != NULL ? strlen(wide) : 0, 20000);
    fw_arena_free(&a);
}

static void test_text(void)
{
    struct fw_text t;

    fw_text_init(&t);
    t_str("readable from the start", t.data, "");
    fw_text_putn(&t, "", 0);
    t_str("nothing", t.data, "");
    fw_text_put(&t, "kv ");
    fw_text_putc(&t, '=');
    fw_text_repeat(&t, ' ', 2);
    fw_text_printf(&t, "%d/%s", 131072, "B");
    fw_text_putn(&t, "!!!!", 1);
    fw_text_count(&t, 8030261248, ',');
    t_str("joined", t.data, "kv =  131072/B!8,030,261,248");
    t_int("length", t.len, strlen(t.data));
    fw_text_clear(&t);
    t_str("cleared", t.data, "");
    for (int i = 0; i < 1000; i++)
        fw_text_printf(&t, "%03d,", i);
    t_int("4000 characters", t.len, 4000);
    t_str("the end of them", t.data + 3992, "998,999,");
    fw_text_putn(&t, "a\0b", 3);
    t_int("a NUL counts", t.len, 4003);
    t_true("ok", fw_text_ok(&t));
    fw_text_repeat(&t, 'x', SIZE_MAX / 2);
    t_true("too much is a failure", !fw_text_ok(&t));
    fw_text_put(&t, "ignored");
    t_int("ignored from then on", t.len, 4003);
    fw_text_clear(&t);
    t_true("which a clear does not hide", !fw_text_ok(&t));
    fw_text_free(&t);
    t_true("freed", fw_text_ok(&t) && t.len == 0 && t.data[0] == '\0');
    fw_text_free(&t);
}

#ifdef FW_FAULTS
/* The n-th allocation fails, for every n until none is reached: nothing crashes, leaks or lies. */
static void test_faults(void)
{
    int n = 0;
    bool reached = true;

    while (reached && ++n < 100) {
        struct fw_arena a;
        struct fw_text t;
        bool whole = true;
        fw_fault_countdown = n;
        fw_arena_init(&a, 0);
        fw_text_init(&t);
        whole = fw_arena_strdup(&a, "2.385") != NULL && whole;
        whole = fw_arena_printf(&a, "%d", 17) != NULL && whole;
        whole = FW_NEW(&a, 1000, double) != NULL && whole;
        for (int i = 0; i < 500; i++)
            fw_text_printf(&t, "%d\n", i);
        reached = fw_fault_countdown == 0;
        t_true("a failure is seen, and only then", (whole && fw_text_ok(&t)) == !reached);
        t_int("a text is terminated", t.data[t.len], '\0');
        fw_fault_countdown = 0;
        fw_text_free(&t);
        fw_arena_free(&a);
    }
    t_true("3 of the arena and some of the text", n > 5 && n < 20);
}
#else
static void test_faults(void)
{
    t_true("no fault injection in this build", !fw_fault_hit());
}
#endif

static void test_utf8(void)
{
    /* RFC 3629: the forms that a decoder must refuse, and the borders of those it takes */
    static const char *const bad[] = {"\x80",
                                      "\xc0\x80",
                                      "\xc1\xbf",
                                      "\xc3",
                                      "\xc3(",
                                      "\xe0\x80\x80",
                                      "\xe0\x9f\xbf",
                                      "\xed\xa0\x80",
                                      "\xed\xbf\xbf",
                                      "\xe6\xa8",
                                      "\xf0\x80\x80\x80",
                                      "\xf0\x8f\xbf\xbf",
                                      "\xf4\x90\x80\x80",
                                      "\xf8\x88\x80\x80\x80",
                                      "\xff",
                                      "\xfe"};
    static const char *const good[] = {"",
                                       "a",
                                       "\x7f",
                                       "\xc2\x80",
                                       "\xdf\xbf",
                                       "\xe0\xa0\x80",
                                       "\xed\x9f\xbf",
                                       "\xee\x80\x80",
                                       "\xef\xbf\xbf",
                                       "\xf0\x90\x80\x80",
                                       "\xf4\x8f\xbf\xbf"};
    uint32_t cp = 0;

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        t_true("refused", !fw_utf8_valid(bad[i], strlen(bad[i])));
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        t_true("accepted", fw_utf8_valid(good[i], strlen(good[i])));
    t_true("NUL is refused", !fw_utf8_valid("a\0b", 3));
    t_true("a character cut by the length", !fw_utf8_valid("\xc3\xb6", 1));
    t_int("length of U+1F40D", fw_utf8_decode("\xf0\x9f\x90\x8d", 4, &cp), 4);
    t_int("U+1F40D", cp, 0x1f40d);
    t_int("nothing there", fw_utf8_decode("", 0, &cp), 0);
}

static void test_columns(void)
{
    t_int("ASCII", fw_text_columns("LLaMA-3 8B"), 10);
    t_int("empty", fw_text_columns(""), 0);
    t_int("precomposed",
          fw_text_columns("Gr\xc3\xb6\xc3\x9f"
                          "e"),
          5);
    t_int("combining diaeresis",
          fw_text_columns("Gro\xcc\x88"
                          "sse"),
          6);
    t_int("CJK is wide", fw_text_columns("\xe6\xa8\xa1\xe5\x9e\x8b"), 4);
    t_int("Hangul", fw_text_columns("\xed\x95\x9c"), 2);
    t_int("full-width A", fw_text_columns("\xef\xbc\xa1"), 2);
    t_int("half-width katakana", fw_text_columns("\xef\xbd\xb1"), 1);
    t_int("an emoji", fw_text_columns("\xf0\x9f\x90\x8d"), 2);
    t_int("zero-width joiner",
          fw_text_columns("a\xe2\x80\x8d"
                          "b"),
          2);
    t_int("box drawing", fw_text_columns("\xe2\x94\x80\xe2\x94\x82"), 2);
    t_int("block elements", fw_text_columns("\xe2\x96\x88\xe2\x96\x8f"), 2);
    t_int("CO2 with a subscript", fw_text_columns("CO\xe2\x82\x82"), 3);
    t_int("stray bytes are one each", fw_text_columns("a\xff\xfe"), 3);
    t_int("the last ideograph plane", fw_text_columns("\xf0\xa0\x80\x80"), 2);
}

int main(void)
{
    test_arena();
    test_limit();
    test_strings();
    test_text();
    test_faults();
    test_utf8();
    test_columns();
    return t_done();
}
