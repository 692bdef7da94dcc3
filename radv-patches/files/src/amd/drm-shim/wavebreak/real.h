/* SPDX-License-Identifier: MIT */
/* The C library's functions behind the shim's wrappers of the same name. */
#ifndef WAVEBREAK_SHIM_REAL_H
#define WAVEBREAK_SHIM_REAL_H

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static inline void* shim_find_real(const char* name) {
    void* function = dlsym(RTLD_NEXT, name);
    if (!function) {
        fprintf(stderr, "wavebreak shim: the C library has no %s\n", name);
        abort();
    }
    return function;
}

/*
 * Declares real_NAME(), the C library's NAME, found when the shim is loaded, or before that at a call from
 * another library's constructor. All wrappers may therefore be called in signal handlers and after vfork().
 */
#define SHIM_REAL(name)                                                                                      \
    static __typeof__(&name) _Atomic found_##name;                                                           \
    static void __attribute__((constructor)) find_##name(void) {                                             \
        found_##name = shim_find_real(#name);                                                                \
    }                                                                                                        \
    static inline __typeof__(&name) real_##name(void) {                                                      \
        if (!found_##name) find_##name();                                                                    \
        return found_##name;                                                                                 \
    }

/* A wrapper, seen by the program. */
#define SHIM_EXPORT __attribute__((visibility("default")))

#endif
