// SPDX-License-Identifier: MIT
#include "sim/kernel/scheduler.h"

#include "sim/trace.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cinttypes>
#include <limits>

namespace wb::sim {
namespace {

const char* name_of(Ip ip) {
    static constexpr const char* kNames[] = {"gfx", "compute", "sdma"};
    return kNames[unsigned(ip)];
}

bool over(const FencePtr& fence) {
    return fence->signalled();
}

} // namespace

FencePtr Scheduler::submit(SyncHub::Lock& lock, Submission submission, uint64_t& sequence) {
    Context& context = *submission.context;
    FencePtr leader_fence;
    std::vector<FencePtr> fences;
    const auto shared = std::make_shared<Submission>(std::move(submission));
    for (size_t i = 0; i < shared->parts.size(); ++i) {
        Submission::Part& part = shared->parts[i];
        const bool leader = i + 1 == shared->parts.size();
        Entity& entity = context.entities[ring_index(part.ring)];
        const FencePtr fence = pending_fence();
        const uint64_t id = next_job_++, number = entity.next_sequence++;
        entity.add_fence(fence);

        Job job;
        job.id = id;
        job.ring = part.ring;
        job.vm = shared->vm;
        job.ibs = std::move(part.ibs);
        job.sequence = number;
        job.context_id = context.id;
        job.started = [this, id] { watchdog_.job_started(id); };
        job.ended = [this, id, fence, shared, number, leader](JobEnd end) {
            finish(id, fence, end, *shared, number, leader);
        };
        running_.emplace(id, Running{shared->context, part.ring, number});
        entity.queue.push_back({std::move(job), fence, shared->dependencies});
        fences.push_back(fence);
        if (leader) {
            leader_fence = fence;
            sequence = number;
        }
    }
    std::erase_if(shared->vm->jobs, over);
    shared->vm->jobs.insert(shared->vm->jobs.end(), fences.begin(), fences.end());
    for (const auto& bo : shared->bos) {
        std::erase_if(bo->uses, [](const Bo::Use& use) { return use.fence->signalled(); });
        for (const FencePtr& fence : fences)
            bo->uses.push_back({shared->vm.get(), fence});
    }
    if (std::find(waiting_contexts_.begin(), waiting_contexts_.end(), shared->context) ==
        waiting_contexts_.end())
        waiting_contexts_.push_back(shared->context);
    pump();
    hub_.changed(lock);
    return leader_fence;
}

bool Scheduler::pump_entity(Context& context, Entity& entity) {
    while (!entity.queue.empty()) {
        QueuedJob& head = entity.queue.front();
        if (!stopping_ && !context.guilty &&
            !std::all_of(head.dependencies.begin(), head.dependencies.end(), over))
            return false;
        if (stopping_ || context.guilty) {
            // The kernel cancels what a guilty context has still queued.
            head.fence->error = -ECANCELED;
            head.fence->done = true;
            running_.erase(head.job.id);
        } else {
            if (trace::on(trace::kSched))
                trace::log(trace::kSched, "job %" PRIu64 " to %s%u, context %u sequence %" PRIu64 ", %zu IBs",
                           head.job.id, name_of(head.job.ring.ip), head.job.ring.ring, context.id,
                           head.job.sequence, head.job.ibs.size());
            rings_->submit(std::move(head.job));
        }
        entity.queue.pop_front();
    }
    return true;
}

void Scheduler::pump() {
    // A cancelled job signals a fence that others may wait for: look again until nothing moves.
    size_t before = 0;
    do {
        before = running_.size();
        std::erase_if(waiting_contexts_, [this](const std::shared_ptr<Context>& context) {
            bool idle = true;
            for (Entity& entity : context->entities)
                idle = pump_entity(*context, entity) && idle;
            return idle;
        });
    } while (running_.size() != before);
}

void Scheduler::finish(uint64_t id, const FencePtr& fence, JobEnd end, const Submission& submission,
                       uint64_t sequence, bool leader) {
    watchdog_.job_ended(id);
    // In this order: user fence, then the fence that sync objects show, then the waiters.
    if (leader && submission.fence_bo && end == JobEnd::Done)
        if (uint8_t* host = submission.fence_bo->host())
            std::atomic_ref(*reinterpret_cast<uint64_t*>(host + submission.fence_offset))
                .store(sequence, std::memory_order_release);
    SyncHub::Lock lock = hub_.lock();
    if (end != JobEnd::Done) {
        submission.context->guilty = true;
        ++resets_;
        fence->error = -ETIME;
    }
    fence->done = true;
    running_.erase(id);
    if (trace::on(trace::kSched))
        trace::log(trace::kSched, "job %" PRIu64 " ended%s", id, end == JobEnd::Done ? "" : " with an error");
    pump();
    hub_.changed(lock);
}

void Scheduler::timed_out(uint64_t job) {
    Running running;
    {
        SyncHub::Lock lock = hub_.lock();
        const auto it = running_.find(job);
        if (it == running_.end()) return;
        running = it->second;
        running.context->guilty = true;
        pump();
        hub_.changed(lock);
    }
    trace::loud("ring %s%u timeout: job %" PRIu64 " (context %u, sequence %" PRIu64
                ") ran longer than WAVEBREAK_SIM_LOCKUP_TIMEOUT_MS; killing it and its context",
                name_of(running.ring.ip), running.ring.ring, job, running.context->id, running.sequence);
    rings_->kill(running.ring, job);
}

void Scheduler::stop() {
    SyncHub::Lock lock = hub_.lock();
    stopping_ = true;
    pump();
    std::vector<std::pair<RingId, uint64_t>> jobs;
    for (const auto& [id, running] : running_)
        jobs.emplace_back(running.ring, id);
    lock.unlock();
    for (const auto& [ring, id] : jobs)
        rings_->kill(ring, id);
    lock.lock();
    hub_.wait(lock, std::numeric_limits<int64_t>::max(), [this] { return running_.empty(); });
}

} // namespace wb::sim
