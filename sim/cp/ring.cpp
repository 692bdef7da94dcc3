// SPDX-License-Identifier: MIT
#include "sim/cp/ring.h"

#include "sim/cp/sdma.h"
#include "sim/text.h"
#include "sim/trace.h"

#include <cinttypes>
#include <pthread.h>
#include <sys/prctl.h>

namespace wb::sim {

namespace {
constexpr const char* kThreadNames[] = {"gfx", "comp", "sdma"};
constexpr const char* kEndNames[] = {"done", "killed", "failed"};
} // namespace

Ring::Ring(WaveDevice& device, RingId id) : id_(id), processor_(device, id), thread_([this] { loop(); }) {}

Ring::~Ring() {
    {
        const std::lock_guard lock(mutex_);
        leave_ = true;
        for (Queued& queued : queue_)
            queued.killed = true;
        if (running_ != 0) processor_.kill();
    }
    changed_.notify_all();
    thread_.join();
}

void Ring::submit(Job job) {
    {
        const std::lock_guard lock(mutex_);
        queue_.push_back({std::move(job), leave_});
    }
    changed_.notify_all();
}

void Ring::kill(uint64_t job_id) {
    const std::lock_guard lock(mutex_);
    if (job_id != 0 && running_ == job_id) processor_.kill();
    for (Queued& queued : queue_)
        if (queued.job.id == job_id) queued.killed = true;
}

JobEnd Ring::run(const Job& job) {
    const GpuMemory::ExecutorThread executor(job.vm->memory());
    return id_.ip == Ip::Sdma ? run_sdma(job, processor_) : processor_.run(job);
}

void Ring::loop() {
    pthread_setname_np(pthread_self(), text("wb-%s%u", kThreadNames[unsigned(id_.ip)], id_.ring).c_str());
    // Sleeping waves ask for microseconds; the default slack is fifty of them.
    prctl(PR_SET_TIMERSLACK, 1000);
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return leave_ || !queue_.empty(); });
        if (queue_.empty()) return;
        Queued next = std::move(queue_.front());
        queue_.pop_front();
        running_ = next.job.id;
        processor_.begin_job();
        lock.unlock();
        if (trace::on(trace::kSched))
            trace::log(trace::kSched, "%s%u job %" PRIu64 " starts", kThreadNames[unsigned(id_.ip)], id_.ring,
                       next.job.id);
        JobEnd end = JobEnd::Killed;
        if (!next.killed) {
            if (next.job.started) next.job.started();
            end = run(next.job);
        }
        if (trace::on(trace::kSched))
            trace::log(trace::kSched, "%s%u job %" PRIu64 " %s", kThreadNames[unsigned(id_.ip)], id_.ring,
                       next.job.id, kEndNames[unsigned(end)]);
        lock.lock();
        running_ = 0;
        lock.unlock();
        if (next.job.ended) next.job.ended(end);
        next = {};
        lock.lock();
    }
}

} // namespace wb::sim
