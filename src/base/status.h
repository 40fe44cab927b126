/* status.h - how functions report what went wrong.
 *
 * Every function that can fail returns an enum fw_status; its value is the exit status of the
 * program, so nothing has to be translated on the way up. The text travels in a struct fw_err
 * that the caller owns: no globals, no errno for our own errors.
 */
#ifndef FW_BASE_STATUS_H
#define FW_BASE_STATUS_H

#include <stdbool.h>
#include <stddef.h>

enum fw_status {
    FW_OK = 0,
    FW_NO = 1,     /* the answer is "no" (check, compare --within): not a failure */
    FW_USAGE = 2,  /* the command line is wrong */
    FW_INPUT = 3,  /* a file or a value is wrong, or a count leaves the range */
    FW_SYSTEM = 4, /* I/O or memory */
    FW_BUG = 5,    /* ours */
    FW_INTERRUPTED = 130, /* SIGINT: what was done until then is the answer */
};

#if defined(__GNUC__)
#define FW_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define FW_PRINTF(f, a)
#endif

enum { FW_MSG_LEN = 240, FW_HINT_LEN = 160, FW_FILE_LEN = 256, FW_KEY_LEN = 96 };

/* One message. line and col count from 1; 0 = unknown. Empty strings are left out in print. */
struct fw_err {
    enum fw_status status;
    unsigned line, col;
    char file[FW_FILE_LEN];
    char key[FW_KEY_LEN]; /* path of the key, "architecture.num_key_value_heads" */
    char msg[FW_MSG_LEN]; /* one line, no full stop, no newline */
    char hint[FW_HINT_LEN];
};

/* Fills status and msg (place and hint are cleared); returns status, so that a failure is one
 * line: return fw_fail(err, FW_INPUT, "..."). err may be NULL. Control characters in the text
 * that results are replaced by '?', so that hostile input cannot write to a terminal. */
enum fw_status fw_fail(struct fw_err *err, enum fw_status status, const char *fmt, ...)
    FW_PRINTF(3, 4);

/* Adds what the failing function did not know. They change nothing but their field, and return
 * err->status. err may be NULL (FW_BUG is returned then only if it is). */
enum fw_status fw_err_at(struct fw_err *err, const char *file, unsigned line, unsigned col);
enum fw_status fw_err_key(struct fw_err *err, const char *fmt, ...) FW_PRINTF(2, 3);
enum fw_status fw_err_hint(struct fw_err *err, const char *fmt, ...) FW_PRINTF(2, 3);

/* Writes "file:line:col: key: msg" and, after a newline and two spaces, the hint; no newline at
 * the end. Always terminates buf. Returns buf. */
char *fw_err_text(const struct fw_err *err, char *buf, size_t size);
enum { FW_ERR_TEXT_LEN = FW_FILE_LEN + FW_KEY_LEN + FW_MSG_LEN + FW_HINT_LEN + 40 };

/* A bounded list of messages: a file may hold several errors, a result may carry warnings. */
enum fw_severity { FW_ERROR, FW_WARNING, FW_NOTE };
enum { FW_DIAGS_MAX = 20 };
struct fw_diags {
    size_t count;   /* entries in list, <= FW_DIAGS_MAX */
    size_t dropped; /* messages that found no room */
    size_t errors;  /* how many of all were errors, dropped ones included */
    struct {
        enum fw_severity severity;
        struct fw_err err;
    } list[FW_DIAGS_MAX];
};

void fw_diags_init(struct fw_diags *d);
/* Copies *err. A NULL list is allowed and drops the message. */
void fw_diags_add(struct fw_diags *d, enum fw_severity severity, const struct fw_err *err);
/* Adds a message without a place. */
void fw_diags_note(struct fw_diags *d, enum fw_severity severity, const char *fmt, ...)
    FW_PRINTF(3, 4);

/* The nearest of n names to word by edit distance (case ignored), or NULL when none is near
 * enough to be worth suggesting (more than a third of the letters differ, at most 3). */
const char *fw_nearest(const char *word, const char *const *names, size_t n);

#endif
