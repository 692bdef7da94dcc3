// SPDX-License-Identifier: MIT
// The agent's requests (protocol/messages.h) as typed calls.
#pragma once

#include "common/result.h"
#include "protocol/messages.h"

#include <atomic>
#include <span>

namespace wb::engine {

class Transport;

class Agent {
public:
    explicit Agent(Transport& transport) : transport_(transport) {}

    Result<std::vector<protocol::DeviceInfo>> devices();
    Result<std::vector<protocol::ShaderInfo>> shaders(uint32_t device);
    Result<std::vector<uint32_t>> spirv(uint32_t device, uint64_t shader);
    /// Waits until the driver has compiled the shader's debug variant, or `interrupt` becomes true (-EINTR).
    Result<protocol::Record> record(uint32_t device, uint64_t shader,
                                    const std::atomic<bool>* interrupt = nullptr);
    Status set_debug(uint32_t device, uint64_t shader, bool on, uint32_t flags = 0);
    Status arm(uint32_t device, uint64_t shader, const std::vector<uint32_t>& offsets, bool armed);

    /// Which waves the handler stops. kNone = any.
    struct Filter {
        uint32_t command = protocol::kNone;
        std::array<uint32_t, 3> group{protocol::kNone, 0, 0};
        uint32_t local = protocol::kNone;
        uint32_t reasons = 0; ///< WB_REASON_* bits
        bool operator==(const Filter&) const = default;
    };
    Status set_filter(uint32_t device, const Filter& filter);

    Result<std::vector<protocol::CommandInfo>> commands(uint32_t device, uint32_t newest);
    Result<protocol::CommandInfo> command(uint32_t device, uint32_t command);
    Result<protocol::Resource> resource(uint32_t device, uint32_t command, uint32_t set, uint32_t binding,
                                        uint32_t element);
    Result<std::vector<protocol::Range>> ranges(uint32_t device);
    struct Fault {
        protocol::Fault fault;
        std::vector<protocol::Range> freed; ///< what the program destroyed last, newest first
    };
    Result<Fault> fault(uint32_t device);
    struct Waves {
        std::vector<protocol::WaveInfo> waves;
        uint64_t missed = 0, timed_out = 0;
    };
    Result<Waves> waves(uint32_t device);
    Result<std::vector<uint32_t>> sgprs(uint64_t wave);
    Result<std::vector<uint32_t>> vgprs(uint64_t wave, uint32_t first, uint32_t count);
    Status set_register(uint64_t wave, const char* kind, uint32_t index, uint32_t lane, uint64_t value);
    Result<std::vector<uint8_t>> read_memory(uint32_t device, uint64_t address, uint64_t size, uint64_t wave);
    Status write_memory(uint32_t device, uint64_t address, std::span<const uint8_t> data, uint64_t wave);
    Result<std::vector<uint8_t>> read_lds(uint64_t wave, uint32_t offset, uint32_t size);
    Status write_lds(uint64_t wave, uint32_t offset, std::span<const uint8_t> data);
    /// Lets `waves` go on (empty: all); `step`: one instruction each.
    Status resume(uint32_t device, const std::vector<uint64_t>& waves, bool step = false);
    /// Has every wave stop where it is, with WB_REASON_HOST.
    Status interrupt(uint32_t device);
    Status release(uint64_t hold);
    Status set_timeout(uint32_t device, uint32_t milliseconds);
    Status detach();

    Transport& transport() { return transport_; }

private:
    Transport& transport_;
};

} // namespace wb::engine
