/* SPDX-License-Identifier: MIT */
/* poll() and ppoll() over the device's files and others. */
#undef _FORTIFY_SOURCE

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

#include "files.h"
#include "real.h"
#include "sim.h"

SHIM_REAL(poll)
SHIM_REAL(ppoll)

/* Sets revents of the device's files and returns how many are ready. */
static int ask_sim(struct pollfd* fds, nfds_t count) {
    int ready = 0;
    for (nfds_t i = 0; i < count; i++) {
        struct shim_file* file = shim_file_of(fds[i].fd);
        if (!file) continue;
        int events = shim_sim_of_file()->poll(file->sim_file, fds[i].events);
        fds[i].revents = events < 0 ? POLLERR : (short)events;
        ready += fds[i].revents != 0;
    }
    return ready;
}

static bool any_ours(const struct pollfd* fds, nfds_t count) {
    for (nfds_t i = 0; i < count; i++) {
        if (shim_file_of(fds[i].fd)) return true;
    }
    return false;
}

/*
 * The device's files do not become ready by themselves (debugfs files and a render node never make a caller
 * of poll wait), so that asking them before and after the others' wait is enough.
 */
static int poll_both(struct pollfd* fds, nfds_t count, const struct timespec* timeout, const sigset_t* mask) {
    struct pollfd* others = malloc(count * sizeof(*others));
    if (!others) {
        errno = ENOMEM;
        return -1;
    }
    memcpy(others, fds, count * sizeof(*others));
    for (nfds_t i = 0; i < count; i++) {
        if (shim_file_of(others[i].fd)) others[i].fd = -1;
    }
    static const struct timespec at_once = {0, 0};
    int ready = real_ppoll()(others, count, ask_sim(fds, count) ? &at_once : timeout, mask);
    if (ready >= 0) {
        ready += ask_sim(fds, count);
        for (nfds_t i = 0; i < count; i++) {
            if (others[i].fd >= 0 || fds[i].fd < 0) fds[i].revents = others[i].revents;
        }
    }
    free(others);
    return ready;
}

SHIM_EXPORT int ppoll(struct pollfd* fds, nfds_t count, const struct timespec* timeout,
                      const sigset_t* mask) {
    return any_ours(fds, count) ? poll_both(fds, count, timeout, mask)
                                : real_ppoll()(fds, count, timeout, mask);
}

SHIM_EXPORT int poll(struct pollfd* fds, nfds_t count, int timeout) {
    if (!any_ours(fds, count)) return real_poll()(fds, count, timeout);
    struct timespec wait = {timeout / 1000, timeout % 1000 * 1000000L};
    return poll_both(fds, count, timeout < 0 ? NULL : &wait, NULL);
}

int __poll_chk(struct pollfd* fds, nfds_t count, int timeout, size_t room);
int __ppoll_chk(struct pollfd* fds, nfds_t count, const struct timespec* timeout, const sigset_t* mask,
                size_t room);

SHIM_EXPORT int __poll_chk(struct pollfd* fds, nfds_t count, int timeout, size_t room) {
    if (room / sizeof(*fds) < count) abort();
    return poll(fds, count, timeout);
}

SHIM_EXPORT int __ppoll_chk(struct pollfd* fds, nfds_t count, const struct timespec* timeout,
                            const sigset_t* mask, size_t room) {
    if (room / sizeof(*fds) < count) abort();
    return ppoll(fds, count, timeout, mask);
}
