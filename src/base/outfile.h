/* outfile.h - output that is whole or absent.
 *
 * A file is written under a temporary name in the same folder and renamed when everything,
 * fsync and fclose included, has succeeded. Until then the old file stays as it was.
 */
#ifndef FW_BASE_OUTFILE_H
#define FW_BASE_OUTFILE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"

/* Writes n bytes to path; "-" is standard output (flushed and checked). An existing file needs
 * force, else FW_USAGE. FW_SYSTEM on I/O errors with the reason of the system. */
enum fw_status fw_outfile_write(const char *path, const void *data, size_t n, bool force,
                                struct fw_err *err);

struct fw_outfile {
    const char *path; /* a file: "-" is not for these */
    const void *data;
    size_t n;
};

enum { FW_OUTFILES_MAX = 32 };

/* Writes files that belong together, at most FW_OUTFILES_MAX: none gets its name before all of
 * them are on the disk, so that a failure leaves what was there before. The first that cannot be
 * written is named. Errors as above. */
enum fw_status fw_outfile_write_all(const struct fw_outfile *files, size_t count, bool force,
                                    struct fw_err *err);

/* Flushes stdout and reports a failure that any earlier write has met (full disk, /dev/full).
 * A closed pipe is not an error: returns FW_OK. Call once before exit. */
enum fw_status fw_stdout_close(struct fw_err *err);

/* Creates the folder (and its parents) if it is missing. */
enum fw_status fw_mkdirs(const char *path, struct fw_err *err);

/* Reads a whole file into malloc'ed memory with a NUL behind it; the caller frees. "-" is
 * standard input. Refuses directories, devices that never end, and files beyond max bytes. */
enum fw_status fw_file_read(const char *path, size_t max, char **data, size_t *n,
                            struct fw_err *err);

#endif
