/* cairo_calls.c - looks the functions of Cairo and Pango up in the libraries of the system.
 *
 * One library is opened by name; a search in it includes those that it needs itself, that is
 * Pango, Cairo and GObject. It stays open: Pango and GObject cannot be unloaded. */
#if defined(FW_NO_CAIRO)

typedef int fw_cairo_calls_left_out; /* ISO C wants one declaration in a file */

#else

#include "draw/cairo_calls.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define X(result, name, arguments)                                                                 \
    _Static_assert(_Generic(&name, result(*) arguments : 1, default : 0), "not the type "          \
                                                                          "of " #name);
FW_CAIRO_CALLS(X)
#undef X

/* POSIX lets dlsym return functions as object pointers: both have one size and form. */
_Static_assert(sizeof(void *) == sizeof(void (*)(void)), "pointers of two sizes");

static const struct {
    const char *name;
    size_t at;
} call_table[] = {
#define X(result, name, arguments) {#name, offsetof(struct fw_cairo_calls, name)},
    FW_CAIRO_CALLS(X)
#undef X
};

static void *open_library(void)
{
    static const char *const names[] = {"libpangocairo-1.0.so.0", "libpangocairo-1.0.so",
                                        "libpangocairo-1.0.0.dylib"};
    void *library = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && library == NULL; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    return library;
}

static bool look_up(void *library, struct fw_cairo_calls *calls)
{
    for (size_t i = 0; i < sizeof call_table / sizeof *call_table; i++) {
        void *const found = dlsym(library, call_table[i].name);
        if (found == NULL)
            return false;
        memcpy((char *)calls + call_table[i].at, &found, sizeof found);
    }
    return true;
}

const struct fw_cairo_calls *fw_cairo_calls(void)
{
    static struct fw_cairo_calls calls;
    static enum { UNTRIED, READY, MISSING } state;
    if (state == UNTRIED) {
        void *const library = open_library();
        state = library != NULL && look_up(library, &calls) ? READY : MISSING;
    }
    return state == READY ? &calls : NULL;
}

#endif
