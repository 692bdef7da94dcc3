/* SPDX-License-Identifier: MIT */
/* read(), write(), their positioned forms and lseek() of the device's files. */
#undef _FILE_OFFSET_BITS
#undef _FORTIFY_SOURCE
#define _LARGEFILE64_SOURCE

#include <errno.h>
#include <sys/types.h>
#include <unistd.h>

#include "files.h"
#include "real.h"
#include "sim.h"

SHIM_REAL(read)
SHIM_REAL(write)
SHIM_REAL(pread)
SHIM_REAL(pread64)
SHIM_REAL(pwrite)
SHIM_REAL(pwrite64)
SHIM_REAL(lseek)
SHIM_REAL(lseek64)

/* The simulator's result as the C library's. */
static int64_t result_of(int64_t result) {
    if (result >= 0) return result;
    errno = (int)-result;
    return -1;
}

SHIM_EXPORT ssize_t read(int fd, void* data, size_t size) {
    struct shim_file* file = shim_file_of(fd);
    return file ? result_of(shim_sim_of_file()->read(file->sim_file, data, size))
                : real_read()(fd, data, size);
}

SHIM_EXPORT ssize_t write(int fd, const void* data, size_t size) {
    struct shim_file* file = shim_file_of(fd);
    return file ? result_of(shim_sim_of_file()->write(file->sim_file, data, size))
                : real_write()(fd, data, size);
}

SHIM_EXPORT ssize_t pread(int fd, void* data, size_t size, off_t offset) {
    struct shim_file* file = shim_file_of(fd);
    return file ? result_of(shim_sim_of_file()->pread(file->sim_file, data, size, offset))
                : real_pread()(fd, data, size, offset);
}

SHIM_EXPORT ssize_t pread64(int fd, void* data, size_t size, off64_t offset) {
    struct shim_file* file = shim_file_of(fd);
    return file ? result_of(shim_sim_of_file()->pread(file->sim_file, data, size, offset))
                : real_pread64()(fd, data, size, offset);
}

SHIM_EXPORT ssize_t pwrite(int fd, const void* data, size_t size, off_t offset) {
    struct shim_file* file = shim_file_of(fd);
    return file ? result_of(shim_sim_of_file()->pwrite(file->sim_file, data, size, offset))
                : real_pwrite()(fd, data, size, offset);
}

SHIM_EXPORT ssize_t pwrite64(int fd, const void* data, size_t size, off64_t offset) {
    struct shim_file* file = shim_file_of(fd);
    return file ? result_of(shim_sim_of_file()->pwrite(file->sim_file, data, size, offset))
                : real_pwrite64()(fd, data, size, offset);
}

SHIM_EXPORT off_t lseek(int fd, off_t offset, int whence) {
    struct shim_file* file = shim_file_of(fd);
    return file ? result_of(shim_sim_of_file()->lseek(file->sim_file, offset, whence))
                : real_lseek()(fd, offset, whence);
}

SHIM_EXPORT off64_t lseek64(int fd, off64_t offset, int whence) {
    struct shim_file* file = shim_file_of(fd);
    return file ? result_of(shim_sim_of_file()->lseek(file->sim_file, offset, whence))
                : real_lseek64()(fd, offset, whence);
}

/* What a program that was compiled with _FORTIFY_SOURCE calls: the same with the size of the buffer. */
ssize_t __read_chk(int fd, void* data, size_t size, size_t room);
ssize_t __pread_chk(int fd, void* data, size_t size, off_t offset, size_t room);
ssize_t __pread64_chk(int fd, void* data, size_t size, off64_t offset, size_t room);

SHIM_EXPORT ssize_t __read_chk(int fd, void* data, size_t size, size_t room) {
    if (size > room) abort();
    return read(fd, data, size);
}

SHIM_EXPORT ssize_t __pread_chk(int fd, void* data, size_t size, off_t offset, size_t room) {
    if (size > room) abort();
    return pread(fd, data, size, offset);
}

SHIM_EXPORT ssize_t __pread64_chk(int fd, void* data, size_t size, off64_t offset, size_t room) {
    if (size > room) abort();
    return pread64(fd, data, size, offset);
}
