/* SPDX-License-Identifier: MIT */
/* Which file descriptors of the process belong to the simulated device. */
#ifndef WAVEBREAK_SHIM_FILES_H
#define WAVEBREAK_SHIM_FILES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* One open file description: what dup() shares. */
struct shim_file {
    int sim_file; /* the simulator's number of it */
    bool render_node;
    int fds; /* how many descriptors name it */
};

/*
 * All functions may be called on any thread. No lock is held while the simulator is called, and none exists:
 * a fork cannot inherit one. In a process other than the one that loaded the device (a forked child closing
 * everything it inherited) no descriptor is the device's; a child of vfork(), whose memory is the parent's,
 * changes nothing.
 */

/* The file of fd; NULL for any other descriptor. */
struct shim_file* shim_file_of(int fd);

/*
 * Opens the device's file at `path` and returns a descriptor of it, -1 with errno, or DRM_SHIM_NOT_OURS when
 * the path is not below the device's.
 */
int shim_file_open(const char* path, int flags);

/* Makes fd another descriptor of file. fd < 0 is ignored: the duplication failed. */
void shim_file_share(int fd, struct shim_file* file);

/* Forgets fd, which is about to be closed or replaced; closes the simulator's file with its last descriptor.
 */
void shim_file_forget(int fd);

/* Forgets all of first..last. */
void shim_file_forget_range(unsigned first, unsigned last);

/*
 * The simulator's name of a path of the device (the render node; the debugfs files under either minor): the
 * path itself or `buffer` of `size` bytes. NULL for any other path.
 */
const char* shim_file_sim_path(const char* path, char* buffer, size_t size);

#endif
