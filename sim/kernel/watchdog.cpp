// SPDX-License-Identifier: MIT
#include "sim/kernel/watchdog.h"

#include "sim/trace.h"

#include <algorithm>
#include <cstdlib>

namespace wb::sim {
namespace {

std::chrono::milliseconds timeout_from_environment() {
    const char* text = std::getenv("WAVEBREAK_SIM_LOCKUP_TIMEOUT_MS");
    if (!text || !*text) return {};
    char* end = nullptr;
    const long value = std::strtol(text, &end, 10);
    if (*end) {
        trace::loud(
            "WAVEBREAK_SIM_LOCKUP_TIMEOUT_MS=\"%s\" is not a number of milliseconds; the watchdog is off",
            text);
        return {};
    }
    return std::chrono::milliseconds(std::max(0l, value));
}

} // namespace

Watchdog::Watchdog(std::function<void(uint64_t)> expired) : expired_(std::move(expired)) {
    set_timeout(timeout_from_environment());
}

Watchdog::~Watchdog() {
    {
        std::lock_guard guard(lock_);
        stop_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void Watchdog::set_timeout(std::chrono::milliseconds timeout) {
    std::lock_guard guard(lock_);
    timeout_ = timeout;
    if (timeout_.count() && !thread_.joinable()) thread_ = std::thread([this] { run(); });
}

void Watchdog::job_started(uint64_t job) {
    std::lock_guard guard(lock_);
    if (!timeout_.count()) return;
    deadlines_[job] = std::chrono::steady_clock::now() + timeout_;
    changed_.notify_all();
}

void Watchdog::job_ended(uint64_t job) {
    std::lock_guard guard(lock_);
    deadlines_.erase(job);
}

void Watchdog::run() {
    std::unique_lock lock(lock_);
    while (!stop_) {
        const auto first = std::min_element(deadlines_.begin(), deadlines_.end(),
                                            [](const auto& a, const auto& b) { return a.second < b.second; });
        if (first == deadlines_.end()) {
            changed_.wait(lock);
        } else if (const auto deadline = first->second; deadline > std::chrono::steady_clock::now()) {
            changed_.wait_until(lock, deadline);
        } else {
            const uint64_t job = first->first;
            deadlines_.erase(first);
            lock.unlock();
            expired_(job);
            lock.lock();
        }
    }
}

} // namespace wb::sim
