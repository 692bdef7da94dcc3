// SPDX-License-Identifier: MIT
#include "sim/wave/dispatcher.h"

#include "sim/wave/launch.h"

#include <condition_variable>
#include <pthread.h>
#include <thread>

namespace wb::sim {

/// A further worker with a thread of its own.
struct Dispatcher::Helper {
    explicit Helper(WaveDevice& device) : worker(device), thread([this] { loop(); }) {}
    ~Helper() {
        {
            const std::lock_guard lock(mutex);
            leave = true;
        }
        changed.notify_all();
        thread.join();
    }
    /// Offers groups of the dispatch to the thread, which is idle.
    void offer(DispatchRun& run) {
        {
            const std::lock_guard lock(mutex);
            state = State::Offered;
            work = &run;
        }
        changed.notify_all();
    }
    /// Returns when the thread has nothing to do with the offered dispatch any more; if it has not woken up
    /// yet, it need not.
    void withdraw() {
        std::unique_lock lock(mutex);
        if (state == State::Offered) state = State::Idle;
        changed.wait(lock, [this] { return state == State::Idle; });
    }
    void loop() {
        pthread_setname_np(pthread_self(), "wb-waves");
        std::unique_lock lock(mutex);
        for (;;) {
            changed.wait(lock, [this] { return leave || state == State::Offered; });
            if (leave) return;
            state = State::Running;
            DispatchRun& run = *work;
            lock.unlock();
            {
                const GpuMemory::ExecutorThread executor(run.vm.memory());
                worker.run(run);
            }
            lock.lock();
            state = State::Idle;
            changed.notify_all();
        }
    }
    enum class State { Idle, Offered, Running };
    Worker worker;
    std::mutex mutex;
    std::condition_variable changed;
    State state = State::Idle;
    DispatchRun* work = nullptr;
    bool leave = false;
    std::thread thread;
};

Dispatcher::Dispatcher(WaveDevice& device) : device_(device), worker_(device) {}

Dispatcher::~Dispatcher() = default;

DispatchEnd Dispatcher::run(const ComputeDispatch& asked, Vm& vm, const std::atomic<bool>& cancelled) {
    if (asked.group_count() == 0) return {};
    ComputeDispatch dispatch = asked;
    if (device_.trap_every.on()) {
        if (const Status prepared = device_.trap_every.prepare(dispatch, vm, device_.traps); !prepared)
            return {JobEnd::Failed, prepared.error().message};
    }
    if (const Status checked = check_dispatch(dispatch); !checked)
        return {JobEnd::Failed, checked.error().message};
    DispatchRun run(dispatch, vm, group_needs(dispatch));
    {
        const std::lock_guard lock(mutex_);
        current_ = &run;
        if (cancelled.load(std::memory_order_acquire)) run.stop(JobEnd::Killed);
    }
    const bool traps = device_.traps[dispatch.vmid].trap_en.load(std::memory_order_acquire);
    if (run.group_count > 1 && (!traps || device_.options.threads_asked) && device_.options.threads > 1) {
        worker_.run(run, [&] { call_helpers(run); });
        for (auto& helper : helpers_)
            helper->withdraw();
    } else {
        worker_.run(run);
    }
    const std::lock_guard lock(mutex_);
    current_ = nullptr;
    return run.result();
}

void Dispatcher::call_helpers(DispatchRun& run) {
    while (helpers_.size() + 1 < device_.options.threads)
        helpers_.push_back(std::make_unique<Helper>(device_));
    for (auto& helper : helpers_)
        helper->offer(run);
}

void Dispatcher::kill() {
    const std::lock_guard lock(mutex_);
    if (current_ == nullptr) return;
    current_->stop(JobEnd::Killed);
    device_.ring_all();
}

} // namespace wb::sim
