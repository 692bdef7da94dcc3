// SPDX-License-Identifier: MIT
// A lock that a signal handler may take: an executor thread's page fault arrives as a signal, never while
// that thread holds the lock, but another thread may hold it.
#pragma once

#include <atomic>
#include <sched.h>

namespace wb::sim {

class SpinLock {
public:
    void lock() {
        while (locked_.test_and_set(std::memory_order_acquire))
            while (locked_.test(std::memory_order_relaxed))
                sched_yield();
    }
    void unlock() { locked_.clear(std::memory_order_release); }

private:
    std::atomic_flag locked_;
};

} // namespace wb::sim
