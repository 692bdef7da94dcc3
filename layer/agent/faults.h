// SPDX-License-Identifier: MIT
// Page faults and the loss of a device, as the driver tells of them.
#pragma once

#include "layer/agent/command_log.h"
#include "layer/agent/events.h"

#include <vector>

namespace wb::layer {

/// The device's last page fault. Any thread.
protocol::Fault read_fault(const DriverDevice& driver);
/// What is mapped, and what the program has destroyed, newest first. Any thread.
std::vector<protocol::Range> list_ranges(const DriverDevice& driver);
std::vector<protocol::Range> list_freed(const DriverDevice& driver);

/// amdgpu.lockup_timeout of the graphics ring in ms, from `file`; 0 = never, or not known.
uint32_t lockup_milliseconds(const char* file = "/sys/module/amdgpu/parameters/lockup_timeout");

/// Tells once, when a device is lost, what was running and where it faulted: the engine, or stderr when none
/// is attached.
class LossReporter {
public:
    /// `say`: (severity, text) on stderr. All must outlive this.
    LossReporter(uint32_t number, const DriverDevice& driver, const CommandLog& commands, Outbox& outbox,
                 const std::function<void(int, const std::string&)>& say);
    ~LossReporter();
    LossReporter(const LossReporter&) = delete;

    /// What is known, in lines.
    std::string text(const protocol::Fault& fault) const;

private:
    static void on_lost(void* user);

    const uint32_t number_;
    const DriverDevice& driver_;
    const CommandLog& commands_;
    Outbox& outbox_;
    const std::function<void(int, const std::string&)>& say_;
};

} // namespace wb::layer
