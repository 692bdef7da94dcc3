/* SPDX-License-Identifier: MIT */
/* The calls that take a path and that drm-shim does not know: openat() and its kin; and fopen() of debugfs
 * files. */
#undef _FILE_OFFSET_BITS
#undef _FORTIFY_SOURCE
#define _LARGEFILE64_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "real.h"
#include "sim.h"

#define NOT_OURS (-2)

SHIM_REAL(openat)
SHIM_REAL(lstat)
SHIM_REAL(lstat64)
SHIM_REAL(fstatat)
SHIM_REAL(fstatat64)

/* drm-shim's wrappers know absolute paths; only those can be the device's. */
static bool goes_to_drm_shim(const char* path) {
    return path && (strncmp(path, "/dev/dri", 8) == 0 || strncmp(path, "/sys/", 5) == 0);
}

SHIM_EXPORT int openat(int folder, const char* path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return goes_to_drm_shim(path) ? open(path, flags, mode) : real_openat()(folder, path, flags, mode);
}
SHIM_EXPORT int openat64(int folder, const char* path, int flags, ...) __attribute__((alias("openat")));

/* The forms without a mode that _FORTIFY_SOURCE makes of open() and openat(). */
int __open_2(const char* path, int flags);
int __openat_2(int folder, const char* path, int flags);
int __openat64_2(int folder, const char* path, int flags);
SHIM_EXPORT int __open_2(const char* path, int flags) {
    return open(path, flags);
}
SHIM_EXPORT int __openat_2(int folder, const char* path, int flags) {
    return openat(folder, path, flags);
}
SHIM_EXPORT int __openat64_2(int folder, const char* path, int flags) {
    return openat(folder, path, flags);
}

/* None of the device's files is a link. */
static bool is_device_file(const char* path) {
    char buffer[4096];
    return path && shim_file_sim_path(path, buffer, sizeof(buffer));
}

SHIM_EXPORT int lstat(const char* path, struct stat* st) {
    return is_device_file(path) ? stat(path, st) : real_lstat()(path, st);
}

SHIM_EXPORT int lstat64(const char* path, struct stat64* st) {
    return is_device_file(path) ? stat64(path, st) : real_lstat64()(path, st);
}

/* With an empty path the descriptor itself is meant. */
static bool is_device_fd(int fd, const char* path, int flags) {
    return path && !path[0] && (flags & AT_EMPTY_PATH) && shim_file_of(fd);
}

SHIM_EXPORT int fstatat(int folder, const char* path, struct stat* st, int flags) {
    if (is_device_fd(folder, path, flags)) return fstat(folder, st);
    return goes_to_drm_shim(path) && is_device_file(path) ? stat(path, st)
                                                          : real_fstatat()(folder, path, st, flags);
}

SHIM_EXPORT int fstatat64(int folder, const char* path, struct stat64* st, int flags) {
    if (is_device_fd(folder, path, flags)) return fstat64(folder, st);
    return goes_to_drm_shim(path) && is_device_file(path) ? stat64(path, st)
                                                          : real_fstatat64()(folder, path, st, flags);
}

/* A FILE reads through the C library's own calls, which the shim does not see: it gets functions of ours
 * instead. */
static ssize_t stream_read(void* fd, char* data, size_t size) {
    return read((int)(intptr_t)fd, data, size);
}
static ssize_t stream_write(void* fd, const char* data, size_t size) {
    ssize_t written = write((int)(intptr_t)fd, data, size);
    return written < 0 ? 0 : written;
}
static int stream_close(void* fd) {
    return close((int)(intptr_t)fd);
}
static int stream_seek(void* fd, off64_t* offset, int whence) {
    off64_t result = lseek64((int)(intptr_t)fd, *offset, whence);
    if (result < 0) return -1;
    *offset = result;
    return 0;
}

/* driver_fopen of drm-shim. */
bool shim_fopen(const char* path, const char* mode, FILE** file);
bool shim_fopen(const char* path, const char* mode, FILE** file) {
    bool both = strchr(mode, '+') != NULL;
    int flags = both ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;
    int fd = shim_file_open(path, flags | (strchr(mode, 'e') ? O_CLOEXEC : 0));
    if (fd == NOT_OURS) return false;
    static const cookie_io_functions_t functions = {stream_read, stream_write, stream_seek, stream_close};
    *file = fd < 0 ? NULL : fopencookie((void*)(intptr_t)fd, mode, functions);
    if (fd >= 0 && !*file) close(fd);
    return true;
}
