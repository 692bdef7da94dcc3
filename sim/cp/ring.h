// SPDX-License-Identifier: MIT
// A ring: a queue of jobs and the executor thread that runs them in order.
#pragma once

#include "sim/cp/processor.h"
#include "sim/kernel/ring_port.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace wb::sim {

class Ring {
public:
    Ring(WaveDevice& device, RingId id);
    /// Kills what runs and what is queued, and joins the thread.
    ~Ring();
    Ring(const Ring&) = delete;
    Ring& operator=(const Ring&) = delete;

    void submit(Job job);
    void kill(uint64_t job_id);

private:
    void loop();
    JobEnd run(const Job& job);

    const RingId id_;
    PacketProcessor processor_;
    std::mutex mutex_;
    std::condition_variable changed_;
    struct Queued {
        Job job;
        bool killed = false;
    };
    std::deque<Queued> queue_;
    uint64_t running_ = 0; ///< Job that runs, 0 = none.
    bool leave_ = false;
    std::thread thread_;
};

} // namespace wb::sim
