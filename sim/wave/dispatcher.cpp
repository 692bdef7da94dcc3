// SPDX-License-Identifier: MIT
#include "sim/wave/dispatcher.h"

#include "sim/wave/launch.h"

#include <condition_variable>
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
    void begin(DispatchRun& run) {
        {
            const std::lock_guard lock(mutex);
            work = &run;
        }
        changed.notify_all();
    }
    void wait_done() {
        std::unique_lock lock(mutex);
        changed.wait(lock, [this] { return work == nullptr; });
    }
    void loop() {
        std::unique_lock lock(mutex);
        for (;;) {
            changed.wait(lock, [this] { return leave || work != nullptr; });
            if (leave) return;
            DispatchRun& run = *work;
            lock.unlock();
            {
                const GpuMemory::ExecutorThread executor(run.vm.memory());
                worker.run(run);
            }
            lock.lock();
            work = nullptr;
            changed.notify_all();
        }
    }
    Worker worker;
    std::mutex mutex;
    std::condition_variable changed;
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
    const bool shared = device_.options.threads > 1 && run.group_count > 1;
    if (shared) {
        while (helpers_.size() + 1 < device_.options.threads)
            helpers_.push_back(std::make_unique<Helper>(device_));
        for (auto& helper : helpers_)
            helper->begin(run);
    }
    worker_.run(run);
    if (shared) {
        for (auto& helper : helpers_)
            helper->wait_done();
    }
    const std::lock_guard lock(mutex_);
    current_ = nullptr;
    return run.result();
}

void Dispatcher::kill() {
    const std::lock_guard lock(mutex_);
    if (current_ == nullptr) return;
    current_->stop(JobEnd::Killed);
    device_.ring_all();
}

} // namespace wb::sim
