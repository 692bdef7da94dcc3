// SPDX-License-Identifier: MIT
#include "sim/wave/wave_device.h"

#include "sim/trace.h"

#include <algorithm>
#include <cstdlib>
#include <thread>

namespace wb::sim {

namespace {

/// The variable's value, or `fallback` when it is unset. Anything but a number in range is reported.
unsigned long number_from(const char* name, unsigned long fallback, unsigned long low, unsigned long high) {
    const char* text = std::getenv(name);
    if (text == nullptr || *text == '\0') return fallback;
    char* end = nullptr;
    const unsigned long value = std::strtoul(text, &end, 0);
    if (*end != '\0' || value < low || value > high) {
        trace::loud("%s=%s is not a number from %lu to %lu; %lu is used", name, text, low, high, fallback);
        return fallback;
    }
    return value;
}

} // namespace

WaveOptions WaveOptions::from_environment() {
    WaveOptions options;
    options.seed = uint32_t(number_from("WAVEBREAK_SIM_SEED", 0, 0, 0xffff'ffffu));
    options.deferred_loads = number_from("WAVEBREAK_SIM_DEFERRED", 0, 0, 1) != 0;
    if (options.deferred_loads) trace::loud("loads land at the waits that cover them");
    if (number_from("WAVEBREAK_SIM_TRAP_EVERY", 0, 0, 1)) {
        const char* handler = std::getenv("WAVEBREAK_SIM_TRAP_HANDLER");
        if (handler == nullptr || *handler == '\0')
            trace::loud("WAVEBREAK_SIM_TRAP_EVERY needs WAVEBREAK_SIM_TRAP_HANDLER, the handler's code; "
                        "nothing traps");
        else
            options.trap_every_handler = handler;
    }
    const bool repeatable = options.seed != 0 || !options.trap_every_handler.empty() ||
                            trace::on(trace::kIsa) || trace::on(trace::kSched) || trace::on(trace::kTrap);
    constexpr unsigned kMostCores = 16;
    const unsigned cores = std::clamp(std::thread::hardware_concurrency(), 1u, kMostCores);
    constexpr const char* kThreads = "WAVEBREAK_SIM_THREADS";
    const char* asked = std::getenv(kThreads);
    options.threads_asked = asked != nullptr && *asked != '\0';
    options.threads = unsigned(number_from(kThreads, repeatable ? 1 : cores, 1, 64));
    return options;
}

void WorkerBox::ring() {
    const std::lock_guard lock(mutex);
    attention.store(true, std::memory_order_release);
    arrived.notify_all();
}

void WaveDevice::add_worker(WorkerBox& box) {
    const std::lock_guard lock(workers_mutex_);
    workers_.push_back(&box);
}

void WaveDevice::remove_worker(WorkerBox& box) {
    const std::lock_guard lock(workers_mutex_);
    std::erase(workers_, &box);
}

void WaveDevice::post(const SqCommand& command) {
    const std::lock_guard lock(workers_mutex_);
    for (WorkerBox* box : workers_) {
        {
            const std::lock_guard box_lock(box->mutex);
            box->commands.push_back(command);
        }
        box->ring();
    }
}

void WaveDevice::room_freed() {
    if (room_waiters.load(std::memory_order_acquire) == 0) return;
    const std::lock_guard lock(workers_mutex_);
    for (WorkerBox* box : workers_)
        if (box->wants_room.load(std::memory_order_acquire)) box->ring();
}

void WaveDevice::ring_all() {
    const std::lock_guard lock(workers_mutex_);
    for (WorkerBox* box : workers_)
        box->ring();
}

} // namespace wb::sim
