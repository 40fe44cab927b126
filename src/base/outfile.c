/* outfile.c - whole files in, whole files out. */
#include "base/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fault.h"
#include "base/text.h"

enum { LINKS_MAX = 40, NAMES_MAX = 100, READ_STEP = 64 * 1024 };

static enum fw_status fail_file(struct fw_err *err, enum fw_status status, const char *path,
                                const char *what)
{
    (void)fw_fail(err, status, "%s", what);
    (void)fw_err_at(err, path, 0, 0);
    return status;
}

static enum fw_status fail_errno(struct fw_err *err, const char *path, const char *doing)
{
    const char *const why = strerror(errno);

    (void)fw_fail(err, FW_SYSTEM, "cannot %s: %s", doing, why);
    (void)fw_err_at(err, path, 0, 0);
    return FW_SYSTEM;
}

/* Length of the folder part of path with its last slash; 0 = the current folder. */
static size_t folder_length(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

static bool write_all(int fd, const char *data, size_t n)
{
    while (n > 0) {
        const ssize_t done = write(fd, data, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return false;
        data += done;
        n -= (size_t)done;
    }
    return true;
}

static enum fw_status write_stdout(const void *data, size_t n, struct fw_err *err)
{
    errno = 0;
    if ((n > 0 && fwrite(data, 1, n, stdout) != n) || fflush(stdout) != 0) {
        if (errno == EPIPE)
            return FW_OK; /* the reader has had enough */
        return fail_errno(err, "standard output", "write");
    }
    return FW_OK;
}

/* A device or a pipe cannot be replaced and has no old content: it is written to directly. */
static enum fw_status write_special(const char *path, const void *data, size_t n,
                                    struct fw_err *err)
{
    const int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);

    if (fd < 0)
        return fail_errno(err, path, "write");
    if (!write_all(fd, data, n)) {
        const enum fw_status status = fail_errno(err, path, "write");
        (void)close(fd); /* the first failure is the one to report */
        return status;
    }
    return close(fd) == 0 ? FW_OK : fail_errno(err, path, "write");
}

/* Replaces the name of a symbolic link by what it points at, once; false if it is no link. */
static bool follow_link(struct fw_text *path)
{
    char target[4096];
    const ssize_t n = readlink(path->data, target, sizeof target);

    if (n <= 0 || (size_t)n == sizeof target)
        return false;
    path->len = target[0] == '/' ? 0 : folder_length(path->data);
    fw_text_putn(path, target, (size_t)n);
    return fw_text_ok(path);
}

/* Creates a file with a free name beside path; its name is put into name. */
static int open_beside(const char *path, struct fw_text *name)
{
    for (int i = 0; i < NAMES_MAX; i++) {
        fw_text_clear(name);
        fw_text_putn(name, path, folder_length(path));
        fw_text_printf(name, ".flopwatt-%ld-%d.tmp", (long)getpid(), i);
        if (!fw_text_ok(name)) {
            errno = ENOMEM;
            return -1;
        }
        const int fd = open(name->data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

/* Gives the finished file its name. Without replace a name that has come up meanwhile stays:
 * link() fails then, where rename() would overwrite. Some file systems have no links. */
static bool publish(const char *from, const char *to, bool replace)
{
    if (!replace) {
        if (link(from, to) == 0)
            return unlink(from) == 0;
        if (errno == EEXIST)
            return false;
    }
    return rename(from, to) == 0;
}

/* fsync fails with EINVAL on file systems that have nothing to sync. */
static bool sync_file(int fd)
{
    return fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP;
}

/* A file on its way: complete under another name, then under its own. */
struct staged {
    struct fw_text real;      /* its name, links followed */
    struct fw_text temporary; /* its name until then */
    bool old;                 /* there was one before */
    bool special;             /* a device or a pipe */
    bool waiting, published;
};

static enum fw_status write_beside(struct staged *s, const struct fw_outfile *f,
                                   const struct stat *old, struct fw_err *err)
{
    enum fw_status status = FW_OK;
    const int fd = open_beside(s->real.data, &s->temporary);

    if (fd < 0)
        return fail_errno(err, s->real.data, "create");
    s->waiting = true;
    if ((old != NULL && fchmod(fd, old->st_mode & 0777) != 0) || !write_all(fd, f->data, f->n) ||
        !sync_file(fd))
        status = fail_errno(err, s->real.data, "write");
    if (close(fd) != 0 && status == FW_OK)
        status = fail_errno(err, s->real.data, "write");
    return status;
}

static enum fw_status stage(struct staged *s, const struct fw_outfile *f, bool force,
                            struct fw_err *err)
{
    struct stat st;

    if (f->path[0] == '\0')
        return fw_fail(err, FW_USAGE, "the name of the output file is empty");
    fw_text_put(&s->real, f->path);
    for (int i = 0; i < LINKS_MAX && follow_link(&s->real); i++)
        continue;
    if (!fw_text_ok(&s->real))
        return fail_file(err, FW_SYSTEM, f->path, "out of memory");
    s->old = stat(s->real.data, &st) == 0;
    if (!s->old && errno != ENOENT)
        return fail_errno(err, f->path, "write");
    if (s->old && S_ISDIR(st.st_mode))
        return fail_file(err, FW_USAGE, f->path, "is a directory, expected a file name");
    s->special = s->old && !S_ISREG(st.st_mode);
    if (s->special)
        return FW_OK;
    if (s->old && !force)
        return fail_file(err, FW_USAGE, f->path, "exists already; --force overwrites it");
    return write_beside(s, f, s->old ? &st : NULL, err);
}

static enum fw_status finish(struct staged *s, const struct fw_outfile *f, struct fw_err *err)
{
    if (s->special)
        return write_special(s->real.data, f->data, f->n, err);
    if (!publish(s->temporary.data, s->real.data, s->old))
        return fail_errno(err, f->path, "write");
    s->waiting = false;
    s->published = true;
    return FW_OK;
}

/* After a failure; it is reported already. */
static void take_back(const struct staged *s)
{
    if (s->waiting)
        (void)unlink(s->temporary.data);
    if (s->published && !s->old)
        (void)unlink(s->real.data);
}

enum fw_status fw_outfile_write_all(const struct fw_outfile *files, size_t count, bool force,
                                    struct fw_err *err)
{
    struct staged staged[FW_OUTFILES_MAX] = {{.old = false}};
    enum fw_status status = FW_OK;

    if (count > FW_OUTFILES_MAX)
        return fw_fail(err, FW_BUG, "%zu files at once", count);
    for (size_t i = 0; i < count; i++) {
        fw_text_init(&staged[i].real);
        fw_text_init(&staged[i].temporary);
    }
    for (size_t i = 0; i < count && status == FW_OK; i++)
        status = stage(&staged[i], &files[i], force, err);
    for (size_t i = 0; i < count && status == FW_OK; i++)
        status = finish(&staged[i], &files[i], err);
    for (size_t i = 0; i < count; i++) {
        if (status != FW_OK)
            take_back(&staged[i]);
        fw_text_free(&staged[i].real);
        fw_text_free(&staged[i].temporary);
    }
    return status;
}

enum fw_status fw_outfile_write(const char *path, const void *data, size_t n, bool force,
                                struct fw_err *err)
{
    const struct fw_outfile file = {path, data, n};
    if (strcmp(path, "-") == 0)
        return write_stdout(data, n, err);
    return fw_outfile_write_all(&file, 1, force, err);
}

/* True if stdout is a pipe whose reader has gone. */
static bool stdout_abandoned(void)
{
    struct pollfd p = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&p, 1, 0) == 1 && (p.revents & POLLERR) != 0;
}

enum fw_status fw_stdout_close(struct fw_err *err)
{
    const bool failed_before = ferror(stdout) != 0;

    if (fflush(stdout) != 0)
        return errno == EPIPE ? FW_OK : fail_errno(err, "standard output", "write");
    if (failed_before)
        return stdout_abandoned() ? FW_OK
                                  : fail_file(err, FW_SYSTEM, "standard output", "cannot write");
    /* Everything is out; EBADF means that there was no stdout and nothing to put there. */
    if (fclose(stdout) != 0 && errno != EPIPE && errno != EBADF)
        return fail_errno(err, "standard output", "write");
    return FW_OK;
}

/* Makes one folder; that it is there already is fine. */
static enum fw_status make_folder(const char *path, struct fw_err *err)
{
    struct stat st;

    if (mkdir(path, 0777) == 0)
        return FW_OK;
    const int why = errno;
    if (stat(path, &st) == 0) {
        if (S_ISDIR(st.st_mode))
            return FW_OK;
        return fail_file(err, FW_SYSTEM, path, "is a file, expected a folder");
    }
    errno = why;
    return fail_errno(err, path, "create the folder");
}

enum fw_status fw_mkdirs(const char *path, struct fw_err *err)
{
    enum fw_status status = FW_OK;
    struct fw_text copy;

    if (path[0] == '\0')
        return fw_fail(err, FW_USAGE, "the name of the folder is empty");
    fw_text_init(&copy);
    fw_text_put(&copy, path);
    if (!fw_text_ok(&copy)) {
        status = fail_file(err, FW_SYSTEM, path, "out of memory");
        goto done;
    }
    for (char *slash = strchr(copy.data + 1, '/'); slash != NULL && status == FW_OK;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        status = make_folder(copy.data, err);
        *slash = '/';
    }
    if (status == FW_OK)
        status = make_folder(copy.data, err);
done:
    fw_text_free(&copy);
    return status;
}

static enum fw_status fail_large(struct fw_err *err, const char *path, size_t max)
{
    (void)fw_fail(err, FW_INPUT, "is larger than %zu bytes", max);
    (void)fw_err_at(err, path, 0, 0);
    return FW_INPUT;
}

/* Grows *data to hold more; the step doubles, the sum stays at max + 2 (one byte beyond max, to
 * see that there is one, and the NUL). */
static bool grow(char **data, size_t *cap, size_t max)
{
    const size_t most = max < SIZE_MAX - 2 ? max + 2 : SIZE_MAX;
    const size_t twice = *cap > 0 ? 2 * *cap : READ_STEP;
    const size_t next = *cap > most / 2 || twice > most ? most : twice;
    char *const more = fw_fault_hit() ? NULL : realloc(*data, next);

    if (more == NULL)
        return false;
    *data = more;
    *cap = next;
    return true;
}

/* Standard input may have been set to non-blocking by somebody else. */
static bool wait_readable(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};
    return poll(&p, 1, -1) >= 0 || errno == EINTR;
}

static enum fw_status read_all(int fd, const char *path, size_t max, char **data, size_t *n,
                               struct fw_err *err)
{
    size_t cap = 0;

    for (;;) {
        if (*n + 1 >= cap && !grow(data, &cap, max))
            return fail_file(err, FW_SYSTEM, path, "out of memory");
        const ssize_t got = read(fd, *data + *n, cap - 1 - *n);
        if (got < 0 && (errno == EINTR || (errno == EAGAIN && wait_readable(fd))))
            continue;
        if (got < 0 && errno == EISDIR)
            return fail_file(err, FW_INPUT, path, "is a directory, expected a file");
        if (got < 0)
            return fail_errno(err, path, "read");
        if (got == 0)
            break;
        *n += (size_t)got;
        if (*n > max)
            return fail_large(err, path, max);
    }
    (*data)[*n] = '\0';
    return FW_OK;
}

static enum fw_status fail_open(struct fw_err *err, const char *path)
{
    static const struct {
        int number;
        const char *what;
    } reasons[] = {
        {ENOENT, "does not exist"},
        {ENOTDIR, "does not exist: a part of the path is not a folder"},
        {EACCES, "permission denied"},
        {ELOOP, "too many symbolic links"},
        {ENAMETOOLONG, "the name is too long"},
        {ENXIO, "is a socket, expected a file"},
    };

    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        if (reasons[i].number == errno)
            return fail_file(err, FW_INPUT, path, reasons[i].what);
    }
    return fail_errno(err, path, "open");
}

/* Opens without waiting (a FIFO without a writer would block the open), looks at what it is,
 * and only then lets reads wait. */
static enum fw_status open_input(const char *path, size_t max, int *fd, struct fw_err *err)
{
    struct stat st;

    *fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (*fd < 0)
        return fail_open(err, path);
    if (fstat(*fd, &st) != 0)
        return fail_errno(err, path, "open");
    if (S_ISDIR(st.st_mode))
        return fail_file(err, FW_INPUT, path, "is a directory, expected a file");
    if (S_ISBLK(st.st_mode))
        return fail_file(err, FW_INPUT, path, "is a disk, expected a file");
    if (S_ISREG(st.st_mode) && st.st_size > 0 && (uintmax_t)st.st_size > max)
        return fail_large(err, path, max);
    const int flags = fcntl(*fd, F_GETFL);
    if (flags < 0 || fcntl(*fd, F_SETFL, flags & ~O_NONBLOCK) < 0)
        return fail_errno(err, path, "open");
    return FW_OK;
}

enum fw_status fw_file_read(const char *path, size_t max, char **data, size_t *n,
                            struct fw_err *err)
{
    const bool is_stdin = strcmp(path, "-") == 0;
    enum fw_status status = FW_OK;
    int fd = STDIN_FILENO;

    *data = NULL;
    *n = 0;
    if (!is_stdin)
        status = open_input(path, max, &fd, err);
    if (status == FW_OK)
        status = read_all(fd, is_stdin ? "standard input" : path, max, data, n, err);
    if (!is_stdin && fd >= 0)
        (void)close(fd); /* nothing was written */
    if (status != FW_OK) {
        free(*data);
        *data = NULL;
        *n = 0;
    }
    return status;
}
