/* run_corpus.c - runs a fuzz target over files and folders, without a fuzzer.
 *
 * So that what a fuzzer has once found is tried in every `make check`. An input passes if the
 * target comes back. Each input is copied into memory of its exact size, so that a sanitizer
 * sees a read beyond it.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/outfile.h"
#include "base/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_MAX = 1 << 24 };

static unsigned passed, failed;

static void run_bytes(const char *bytes, size_t n)
{
    uint8_t *const exact = malloc(n > 0 ? n : 1);

    if (exact == NULL) {
        failed++;
        return;
    }
    memcpy(exact, bytes, n);
    (void)LLVMFuzzerTestOneInput(exact, n); /* libFuzzer gives its result no meaning */
    free(exact);
    passed++;
}

static void run_file(const char *path)
{
    struct fw_err err;
    char *data = NULL;
    size_t n = 0;

    if (fw_file_read(path, INPUT_MAX, &data, &n, &err) != FW_OK) {
        printf("FAIL %s: %s\n", path, err.msg);
        failed++;
        return;
    }
    run_bytes(data, n);
    free(data);
}

static void run_path(const char *path);

static void run_folder(const char *path)
{
    DIR *const dir = opendir(path);
    struct fw_text name;

    if (dir == NULL) {
        printf("FAIL %s: cannot open the folder\n", path);
        failed++;
        return;
    }
    fw_text_init(&name);
    for (struct dirent *e = readdir(dir); e != NULL; e = readdir(dir)) {
        if (e->d_name[0] == '.')
            continue;
        fw_text_clear(&name);
        fw_text_printf(&name, "%s/%s", path, e->d_name);
        run_path(name.data);
    }
    fw_text_free(&name);
    (void)closedir(dir);
}

static void run_path(const char *path)
{
    struct stat st;

    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        run_folder(path);
    else
        run_file(path);
}

int main(int argc, char **argv)
{
    run_bytes("", 0);
    for (int i = 1; i < argc; i++)
        run_path(argv[i]);
    printf("%u passed, %u failed\n", passed, failed);
    return failed > 0 || passed <= 1;
}
