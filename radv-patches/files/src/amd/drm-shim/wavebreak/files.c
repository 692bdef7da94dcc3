/* SPDX-License-Identifier: MIT */
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "drm-shim/drm_shim.h"
#include "sim.h"

static const char render_node[] = "/dev/dri/renderD128";
static const char debugfs[] = "/sys/kernel/debug/dri/128/";
static const char debugfs_primary[] = "/sys/kernel/debug/dri/0/";

/* Descriptors beyond it are refused. */
#define MAX_FDS 65536
static struct shim_file* _Atomic table[MAX_FDS];
/* One more than the greatest descriptor that ever was the device's. */
static _Atomic unsigned used;

struct shim_file* shim_file_of(int fd) {
    if ((unsigned)fd >= atomic_load_explicit(&used, memory_order_acquire)) return NULL;
    struct shim_file* file = atomic_load(&table[fd]);
    return file && shim_sim_is_here() ? file : NULL;
}

const char* shim_file_sim_path(const char* path, char* buffer, size_t size) {
    if (strcmp(path, render_node) == 0 || strncmp(path, debugfs, sizeof(debugfs) - 1) == 0) return path;
    if (strncmp(path, debugfs_primary, sizeof(debugfs_primary) - 1) != 0) return NULL;
    int length = snprintf(buffer, size, "%s%s", debugfs, path + sizeof(debugfs_primary) - 1);
    return length >= 0 && (size_t)length < size ? buffer : NULL;
}

static void enter(int fd, struct shim_file* file) {
    unsigned past = (unsigned)fd + 1;
    unsigned seen = atomic_load(&used);
    while (seen < past && !atomic_compare_exchange_weak(&used, &seen, past)) {
    }
    atomic_store(&table[fd], file);
}

int shim_file_open(const char* path, int flags) {
    char buffer[4096];
    const char* sim_path = shim_file_sim_path(path, buffer, sizeof(buffer));
    if (!sim_path) return DRM_SHIM_NOT_OURS;
    const struct wavebreak_sim_ops* sim = shim_sim();
    if (!sim) return -1;
    int sim_file = sim->open(sim_path, flags);
    if (sim_file < 0) {
        errno = -sim_file;
        return -1;
    }
    struct shim_file* file = calloc(1, sizeof(*file));
    /* Any file will do to hold the descriptor's number. */
    int fd = file ? open("/dev/null", O_RDWR | (flags & (O_CLOEXEC | O_NONBLOCK))) : -1;
    if (fd < 0 || fd >= MAX_FDS) {
        if (fd >= 0) close(fd);
        free(file);
        sim->close(sim_file);
        errno = file && fd >= 0 ? EMFILE : errno;
        return -1;
    }
    file->sim_file = sim_file;
    file->render_node = sim_path == path && strcmp(path, render_node) == 0;
    file->fds = 1;
    enter(fd, file);
    return fd;
}

void shim_file_share(int fd, struct shim_file* file) {
    if (fd < 0 || !shim_sim_is_ours()) return;
    if (fd >= MAX_FDS) {
        fprintf(stderr, "wavebreak shim: descriptor %d is beyond what the shim can follow\n", fd);
        return;
    }
    __atomic_add_fetch(&file->fds, 1, __ATOMIC_ACQ_REL);
    enter(fd, file);
}

void shim_file_forget(int fd) {
    if (!shim_file_of(fd) || !shim_sim_is_ours()) return;
    struct shim_file* file = atomic_exchange(&table[fd], NULL);
    /* Its memory stays: a call on another thread may still be reading it. */
    if (file && __atomic_sub_fetch(&file->fds, 1, __ATOMIC_ACQ_REL) == 0)
        shim_sim_of_file()->close(file->sim_file);
}

void shim_file_forget_range(unsigned first, unsigned last) {
    unsigned end = atomic_load(&used);
    for (unsigned fd = first; fd < end && fd <= last; fd++)
        shim_file_forget((int)fd);
}
