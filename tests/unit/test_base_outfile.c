/* Files in and out, in a scratch folder of its own. What must hold is in outfile.h. */
#include "base/outfile.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fault.h"
#include "base/text.h"

#include "t.h"

static struct fw_err err;

/* The content of a file as far as it fits; "(none)" if there is no file. */
static const char *content(const char *path)
{
    static char buf[256];
    const int fd = open(path, O_RDONLY);

    if (fd < 0)
        return "(none)";
    const ssize_t n = read(fd, buf, sizeof buf - 1);
    buf[n > 0 ? n : 0] = '\0';
    (void)close(fd);
    return buf;
}

static unsigned files_here(void)
{
    DIR *const dir = opendir(".");
    unsigned n = 0;

    if (dir == NULL)
        return 0;
    while (readdir(dir) != NULL)
        n++;
    (void)closedir(dir);
    return n - 2; /* . and .. */
}

static mode_t mode_of(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 ? st.st_mode & 0777 : 0;
}

static void test_write(void)
{
    struct stat st;

    (void)umask(022);
    t_status("new", fw_outfile_write("a.txt", "one\n", 4, false, &err), FW_OK);
    t_str("content", content("a.txt"), "one\n");
    t_int("mode of a new file", mode_of("a.txt"), 0644);
    t_status("exists", fw_outfile_write("a.txt", "two\n", 4, false, &err), FW_USAGE);
    t_true("says what helps", strstr(err.msg, "--force") != NULL);
    t_str("untouched", content("a.txt"), "one\n");
    t_int("chmod", chmod("a.txt", 0600), 0);
    t_status("forced", fw_outfile_write("a.txt", "three\n", 6, true, &err), FW_OK);
    t_str("replaced", content("a.txt"), "three\n");
    t_int("keeps its mode", mode_of("a.txt"), 0600);
    t_status("empty", fw_outfile_write("b.txt", NULL, 0, false, &err), FW_OK);
    t_str("empty", content("b.txt"), "");
    t_status("no name", fw_outfile_write("", "x", 1, true, &err), FW_USAGE);
    t_status("no folder", fw_outfile_write("no/c.txt", "x", 1, true, &err), FW_SYSTEM);
    t_true("a folder", mkdir("d", 0777) == 0);
    t_status("is a folder", fw_outfile_write("d", "x", 1, true, &err), FW_USAGE);
    t_true("says so", strstr(err.msg, "is a directory") != NULL);

    t_true("link", symlink("../a.txt", "d/link") == 0 && symlink("link", "d/twice") == 0);
    t_status("through links", fw_outfile_write("d/twice", "four\n", 5, true, &err), FW_OK);
    t_str("the target has it", content("a.txt"), "four\n");
    t_true("the link is one still", lstat("d/link", &st) == 0 && S_ISLNK(st.st_mode));
    t_true("loop", symlink("loop", "loop") == 0);
    t_status("a link to itself", fw_outfile_write("loop", "x", 1, true, &err), FW_SYSTEM);
    t_int("nothing left over: a, b, d, loop", files_here(), 4);
}

/* Devices are written to and never replaced. */
static void test_special(void)
{
    struct stat st;

    t_status("/dev/null", fw_outfile_write("/dev/null", "x", 1, true, &err), FW_OK);
    t_true("is a device still", stat("/dev/null", &st) == 0 && S_ISCHR(st.st_mode));
    if (access("/dev/full", W_OK) == 0) {
        t_status("/dev/full", fw_outfile_write("/dev/full", "x", 1, true, &err), FW_SYSTEM);
        t_true("the reason", strstr(err.msg, strerror(ENOSPC)) != NULL);
        t_str("the file", err.file, "/dev/full");
    }
}

/* Files that belong together: all or none. */
static void test_write_all(void)
{
    const unsigned before = files_here();
    const struct fw_outfile good[] = {{"set1", "1", 1}, {"set2", "22", 2}, {"set3", "", 0}};
    const struct fw_outfile bad[] = {{"set1", "new", 3}, {"set4", "4", 1}, {"no/set5", "5", 1}};
    static struct fw_outfile many[FW_OUTFILES_MAX + 1];

    t_status("three", fw_outfile_write_all(good, 3, false, &err), FW_OK);
    t_str("first", content("set1"), "1");
    t_str("second", content("set2"), "22");
    t_str("third", content("set3"), "");
    t_status("last has no folder", fw_outfile_write_all(bad, 3, true, &err), FW_SYSTEM);
    t_true("which one", strstr(err.file, "no/set5") != NULL);
    t_str("the old one stays", content("set1"), "1");
    t_str("no new one", content("set4"), "(none)");
    t_status("exists", fw_outfile_write_all(bad, 2, false, &err), FW_USAGE);
    t_str("no second either", content("set4"), "(none)");
    t_int("nothing else", files_here(), before + 3);
    t_status("too many", fw_outfile_write_all(many, FW_OUTFILES_MAX + 1, false, &err), FW_BUG);
    t_true("removed", unlink("set1") == 0 && unlink("set2") == 0 && unlink("set3") == 0);
}

/* A process that may not write files beyond 50,000 bytes stands for a full disk: no part of the
 * new file stays, and an old one does not change. */
static void test_full_disk(void)
{
    static char big[100000];
    const unsigned before = files_here();
    int status = 0;

    (void)fflush(stdout);
    memset(big, 'x', sizeof big);
    const pid_t child = fork();
    if (child == 0) {
        const struct rlimit limit = {50000, 50000};
        (void)signal(SIGXFSZ, SIG_IGN);
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
            _exit(90);
        if (fw_outfile_write("full.txt", big, sizeof big, false, &err) != FW_SYSTEM)
            _exit(91);
        if (fw_outfile_write("a.txt", big, sizeof big, true, &err) != FW_SYSTEM)
            _exit(92);
        _exit(strstr(err.msg, strerror(EFBIG)) != NULL ? 0 : 93);
    }
    t_true("fork", child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
    t_int("both writes failed with the reason", WEXITSTATUS(status), 0);
    t_str("no new file", content("full.txt"), "(none)");
    t_str("the old file is whole", content("a.txt"), "four\n");
    t_int("no temporary file", files_here(), before);

    t_true("read-only folder", mkdir("ro", 0555) == 0);
    if (geteuid() != 0) { /* root may write everywhere */
        t_status("no right", fw_outfile_write("ro/x", "x", 1, true, &err), FW_SYSTEM);
        t_true("the reason", strstr(err.msg, strerror(EACCES)) != NULL);
    }
    t_true("removed", rmdir("ro") == 0);
}

static void test_mkdirs(void)
{
    t_status("three levels", fw_mkdirs("m/n/o", &err), FW_OK);
    t_true("are there", access("m/n/o", X_OK) == 0);
    t_status("again", fw_mkdirs("m/n/o/", &err), FW_OK);
    t_status("absolute", fw_mkdirs("/", &err), FW_OK);
    t_status("here", fw_mkdirs(".", &err), FW_OK);
    t_status("a file in the way", fw_mkdirs("a.txt/x", &err), FW_SYSTEM);
    t_str("which", err.file, "a.txt");
    t_status("empty", fw_mkdirs("", &err), FW_USAGE);
}

static enum fw_status read_status(const char *path, size_t max)
{
    char *data = NULL;
    size_t n = 99;
    const enum fw_status status = fw_file_read(path, max, &data, &n, &err);

    t_true("data and status agree",
           (data != NULL) == (status == FW_OK) && (status == FW_OK || n == 0));
    free(data);
    return status;
}

static void refused(const char *path, size_t max, const char *message)
{
    t_status(path, read_status(path, max), FW_INPUT);
    t_str(path, err.msg, message);
    t_str(path, err.file, path);
}

static void test_read(void)
{
    static char big[200001];
    char *data = NULL;
    size_t n = 0;

    t_status("write", fw_outfile_write("r.bin", "a\0b\n", 4, true, &err), FW_OK);
    t_status("read", fw_file_read("r.bin", 100, &data, &n, &err), FW_OK);
    t_true("bytes", n == 4 && memcmp(data, "a\0b\n", 5) == 0); /* with the NUL behind */
    free(data);
    t_status("exactly max", read_status("r.bin", 4), FW_OK);
    refused("r.bin", 3, "is larger than 3 bytes");
    t_status("empty", fw_file_read("b.txt", 0, &data, &n, &err), FW_OK);
    t_true("empty", n == 0 && data[0] == '\0');
    free(data);
    for (size_t i = 0; i < sizeof big; i++)
        big[i] = (char)('a' + i % 23);
    t_status("write", fw_outfile_write("big", big, sizeof big, true, &err), FW_OK);
    t_status("read", fw_file_read("big", SIZE_MAX, &data, &n, &err), FW_OK);
    t_true("200,001 bytes", n == sizeof big && memcmp(data, big, n) == 0);
    free(data);
    refused("none.yaml", 100, "does not exist");
    refused("a.txt/x", 100, "does not exist: a part of the path is not a folder");
    refused("d", 100, "is a directory, expected a file");
    refused("loop", 100, "too many symbolic links");
    refused("/dev/zero", 70000, "is larger than 70000 bytes");
    t_status("/dev/null is empty", read_status("/dev/null", 10), FW_OK);
    t_int("chmod", chmod("r.bin", 0), 0);
    if (geteuid() != 0)
        refused("r.bin", 100, "permission denied");
    t_status("a file of /proc, whose size is 0", read_status("/proc/self/stat", 10000), FW_OK);
}

/* A FIFO without a writer does not hang; with one it is read to its end. */
static void test_fifo(void)
{
    char *data = NULL;
    size_t n = 0;

    t_true("mkfifo", mkfifo("fifo", 0600) == 0);
    t_status("no writer", fw_file_read("fifo", 100, &data, &n, &err), FW_OK);
    t_int("is empty", n, 0);
    free(data);

    int ends[2];
    char path[32];
    t_true("pipe", pipe(ends) == 0 && write(ends[1], "piped", 5) == 5 && close(ends[1]) == 0);
    (void)snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    t_status("a pipe by name, as a shell passes it", fw_file_read(path, 100, &data, &n, &err),
             FW_OK);
    t_str("its bytes", data, "piped");
    free(data);
    (void)close(ends[0]);

    FILE *const in = freopen("a.txt", "r", stdin);
    t_true("stdin", in != NULL);
    t_status("-", fw_file_read("-", 100, &data, &n, &err), FW_OK);
    t_str("standard input", data, "four\n");
    free(data);
    t_true("stdin", freopen("a.txt", "r", stdin) != NULL);
    t_status("- beyond max", fw_file_read("-", 4, &data, &n, &err), FW_INPUT);
    t_str("named", err.file, "standard input");
    t_true("stdin", freopen("d", "r", stdin) != NULL);
    t_status("- is a directory", fw_file_read("-", 4, &data, &n, &err), FW_INPUT);
}

/* What fw_stdout_close returns in a child whose stdout is fd, after it has printed text. */
static int closed_status(int fd, const char *text, bool flush)
{
    int status = -1;

    (void)fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        (void)signal(SIGPIPE, SIG_IGN);
        if (fd >= 0 ? dup2(fd, STDOUT_FILENO) < 0 : close(STDOUT_FILENO) != 0)
            _exit(99);
        (void)fputs(text, stdout);
        if (flush)
            (void)fflush(stdout);
        _exit((int)fw_stdout_close(&err));
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return -1;
    return WEXITSTATUS(status);
}

static void test_stdout(void)
{
    const int full = open("/dev/full", O_WRONLY), file = open("out", O_WRONLY | O_CREAT, 0600);
    int ends[2];

    t_status("a file", closed_status(file, "x\n", false), FW_OK);
    t_str("has it", content("out"), "x\n");
    if (full >= 0) {
        t_status("/dev/full", closed_status(full, "x\n", false), FW_SYSTEM);
        t_status("/dev/full met earlier", closed_status(full, "x\n", true), FW_SYSTEM);
        t_status("/dev/full, nothing printed", closed_status(full, "", false), FW_OK);
    }
    t_true("pipe", pipe(ends) == 0 && close(ends[0]) == 0);
    t_status("a closed pipe", closed_status(ends[1], "x\n", false), FW_OK);
    t_status("a closed pipe met earlier", closed_status(ends[1], "x\n", true), FW_OK);
    t_status("no stdout, nothing printed", closed_status(-1, "", false), FW_OK);
    t_status("no stdout, but something printed", closed_status(-1, "x\n", false), FW_SYSTEM);
    (void)close(ends[1]);
    (void)close(file);
    if (full >= 0)
        (void)close(full);
}

static void test_faults(void)
{
#ifdef FW_FAULTS
    bool reached = true;
    int n = 0;

    while (reached && ++n < 50) {
        fw_fault_countdown = n;
        const enum fw_status wrote = fw_outfile_write("f.txt", "new\n", 4, true, &err);
        const enum fw_status got = read_status("f.txt", 100);
        const enum fw_status made = fw_mkdirs("p/q", &err);
        reached = fw_fault_countdown == 0;
        fw_fault_countdown = 0;
        const bool failed = wrote == FW_SYSTEM || made == FW_SYSTEM || got != FW_OK;
        t_true("a failure is seen, and only then", failed == reached);
        t_true("whole or absent",
               strcmp(content("f.txt"), "new\n") == 0 || strcmp(content("f.txt"), "(none)") == 0);
        (void)unlink("f.txt");
    }
    t_true("several allocations", n > 3 && n < 20);
#endif
}

int main(void)
{
    const char *const tmp = getenv("TMPDIR");
    struct fw_text folder, command;

    fw_text_init(&folder);
    fw_text_init(&command);
    fw_text_printf(&folder, "%s/flopwatt-test-XXXXXX", tmp != NULL ? tmp : "/tmp");
    if (mkdtemp(folder.data) == NULL || chdir(folder.data) != 0)
        return 1;
    test_write();
    test_special();
    test_write_all();
    test_full_disk();
    test_mkdirs();
    test_read();
    test_fifo();
    test_stdout();
    test_faults();
    fw_text_printf(&command, "rm -rf -- '%s'", folder.data);
    t_int("clean up", chdir("/") == 0 ? system(command.data) : -1, 0);
    fw_text_free(&command);
    fw_text_free(&folder);
    return t_done();
}
