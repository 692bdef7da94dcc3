/* SPDX-License-Identifier: MIT */
#include "sim.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static const struct wavebreak_sim_ops* ops;
static pid_t owner;
/* Points to true in the owner, false in what is forked from it; NULL when the kernel cannot tell so
 * (before 4.14). */
static const bool* in_owner;
static pthread_once_t loaded = PTHREAD_ONCE_INIT;

static void mark_owner(void) {
    owner = getpid();
    bool* mark = mmap(NULL, sizeof(*mark), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mark == MAP_FAILED) return;
    if (madvise(mark, sizeof(*mark), MADV_WIPEONFORK) != 0) {
        munmap(mark, sizeof(*mark));
        return;
    }
    *mark = true;
    in_owner = mark;
}

static void load(void) {
    mark_owner();
    const char* path = getenv("WAVEBREAK_SIM_LIB");
    if (!path) {
        fprintf(stderr, "wavebreak shim: WAVEBREAK_SIM_LIB names no simulator library\n");
        return;
    }
    void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "wavebreak shim: %s\n", dlerror());
        return;
    }
    __typeof__(&wavebreak_sim_get_ops) get_ops = dlsym(library, "wavebreak_sim_get_ops");
    ops = get_ops ? get_ops(WAVEBREAK_SIM_ABI_VERSION) : NULL;
    if (!ops || ops->abi_version != WAVEBREAK_SIM_ABI_VERSION) {
        fprintf(stderr, "wavebreak shim: %s does not offer simulator interface version %u\n", path,
                WAVEBREAK_SIM_ABI_VERSION);
        ops = NULL;
    }
}

bool shim_sim_is_here(void) {
    return in_owner ? *in_owner : shim_sim_is_ours();
}

bool shim_sim_is_ours(void) {
    return owner == getpid();
}

const struct wavebreak_sim_ops* shim_sim_of_file(void) {
    return ops;
}

const struct wavebreak_sim_ops* shim_sim(void) {
    pthread_once(&loaded, load);
    if (ops && !shim_sim_is_ours()) {
        static bool said;
        if (!said)
            fprintf(stderr,
                    "wavebreak shim: the simulated GPU does not follow a fork of the process that uses it\n");
        said = true;
        errno = ENODEV;
        return NULL;
    }
    if (!ops) errno = ENODEV;
    return ops;
}
