/* SPDX-License-Identifier: MIT */
/* The calls that replace or close descriptors and that drm-shim does not know. */
#undef _FORTIFY_SOURCE

#include <limits.h>
#include <unistd.h>

#include "files.h"
#include "real.h"

SHIM_REAL(dup2)
SHIM_REAL(dup3)
SHIM_REAL(close_range)
SHIM_REAL(closefrom)

static int duplicated(int from, int to, int result) {
    if (result >= 0 && from != to) {
        struct shim_file* file = shim_file_of(from);
        shim_file_forget(to);
        if (file) shim_file_share(to, file);
    }
    return result;
}

SHIM_EXPORT int dup2(int from, int to) {
    return duplicated(from, to, real_dup2()(from, to));
}

SHIM_EXPORT int dup3(int from, int to, int flags) {
    return duplicated(from, to, real_dup3()(from, to, flags));
}

SHIM_EXPORT int close_range(unsigned first, unsigned last, int flags) {
    if (!(flags & CLOSE_RANGE_CLOEXEC)) shim_file_forget_range(first, last);
    return real_close_range()(first, last, flags);
}

SHIM_EXPORT void closefrom(int first) {
    shim_file_forget_range(first < 0 ? 0 : (unsigned)first, UINT_MAX);
    real_closefrom()(first);
}
