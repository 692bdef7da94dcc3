/* SPDX-License-Identifier: MIT */
#include "sim.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static const struct wavebreak_sim_ops* ops;
static bool forked;
static pthread_once_t loaded = PTHREAD_ONCE_INIT;

static void note_fork(void) {
    forked = true;
}

static void load(void) {
    // A system call in every one of the shim's would be the way to ask.
    pthread_atfork(NULL, NULL, note_fork);
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
    return !forked;
}

const struct wavebreak_sim_ops* shim_sim(void) {
    pthread_once(&loaded, load);
    if (ops && !shim_sim_is_here()) {
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
