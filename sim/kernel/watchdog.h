// SPDX-License-Identifier: MIT
// The kernel's lockup_timeout (hardware.md 3.4): a job that runs too long is ended.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace wb::sim {

/// Off unless WAVEBREAK_SIM_LOCKUP_TIMEOUT_MS is a number above 0 when it is made, or set_timeout() turned it
/// on.
class Watchdog {
public:
    /// `expired` is called on the watchdog's thread with the job's id, at most once per job, without a lock
    /// held.
    explicit Watchdog(std::function<void(uint64_t)> expired);
    ~Watchdog();

    /// 0 turns it off for jobs that start later.
    void set_timeout(std::chrono::milliseconds timeout);
    void job_started(uint64_t job);
    void job_ended(uint64_t job);

private:
    void run();

    const std::function<void(uint64_t)> expired_;
    std::mutex lock_;
    std::condition_variable changed_;
    std::chrono::milliseconds timeout_{0};
    std::map<uint64_t, std::chrono::steady_clock::time_point> deadlines_;
    bool stop_ = false;
    std::thread thread_; ///< Started with the first timeout.
};

} // namespace wb::sim
