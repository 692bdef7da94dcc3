// SPDX-License-Identifier: MIT
// Tracing of the simulated device, chosen with the environment variable WAVEBREAK_SIM_TRACE: a
// comma-separated list of channel names ("pm4,isa,ioctl"), or "all". Lines go to stderr, or to the file that
// WAVEBREAK_SIM_TRACE_FILE names. Off costs one relaxed load and a branch.
//
//     if (trace::on(trace::kIoctl)) trace::log(trace::kIoctl, "GEM_CREATE %llu bytes", size);
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

namespace wb::sim::trace {

/// Channels; a bit each.
enum Channel : uint32_t {
    kPm4 = 1u << 0,    ///< "pm4": each packet.
    kIsa = 1u << 1,    ///< "isa": each instruction.
    kIoctl = 1u << 2,  ///< "ioctl": each system call on the device's files.
    kSched = 1u << 3,  ///< "sched": jobs, fences, waves launched and ended.
    kMemory = 1u << 4, ///< "memory": mappings and page faults.
    kTrap = 1u << 5,   ///< "trap": trap entry and return, registers of the trap unit.
};

namespace detail {
extern std::atomic<uint32_t> enabled;
}

/// True when `channel` is traced. Any thread, signal handlers included.
inline bool on(Channel channel) {
    return detail::enabled.load(std::memory_order_relaxed) & channel;
}

/// Writes one line, with the time, the thread and the channel's name before it. printf format, no newline.
/// Any thread; lines of several threads do not mix. Not for signal handlers.
[[gnu::format(printf, 2, 3)]] void log(Channel channel, const char* format, ...);

/// Always writes the line to stderr, prefixed "wavebreak sim: ". For what a person must see: something not
/// modelled, a page fault, a killed job.
[[gnu::format(printf, 1, 2)]] void loud(const char* format, ...);

/// Bits of a list as in WAVEBREAK_SIM_TRACE. An unknown name is reported with loud() and ignored.
uint32_t parse(std::string_view list);

} // namespace wb::sim::trace
