// SPDX-License-Identifier: MIT
#include "sim/memory/write_pause.h"

#include "sim/memory/window.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <sched.h>
#include <sys/mman.h>

namespace wb::sim {
namespace {

// Pauses begun so far; odd while one is on.
constinit std::atomic<uint64_t> g_pauses{0};
// The number of pauses when this thread last repeated a write: a fault that comes again without another pause
// is the program's own.
[[gnu::tls_model("initial-exec")]] constinit thread_local uint64_t t_repeated_at = 0;

} // namespace

WritePause::WritePause(uint64_t address, uint64_t size, int protection)
    : address_(address), size_(size), protection_(protection) {
    install_fault_handler();
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &signals_);
    ++g_pauses;
    paused_ = !(protection & PROT_WRITE) ||
              !mprotect(reinterpret_cast<void*>(address_), size_, protection & ~PROT_WRITE);
}

WritePause::~WritePause() {
    const int error = errno;
    if (paused_ && !exchanged_ && (protection_ & PROT_WRITE))
        mprotect(reinterpret_cast<void*>(address_), size_, protection_);
    ++g_pauses;
    pthread_sigmask(SIG_SETMASK, &signals_, nullptr);
    errno = error;
}

bool write_was_paused() {
    uint64_t pauses;
    while ((pauses = g_pauses.load()) & 1)
        sched_yield();
    if (pauses == t_repeated_at) return false;
    t_repeated_at = pauses;
    return true;
}

} // namespace wb::sim
