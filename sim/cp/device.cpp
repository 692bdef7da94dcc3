// SPDX-License-Identifier: MIT
// The device: all rings and the registers.
#include "sim/cp/mmio.h"
#include "sim/cp/ring.h"

#include <array>

namespace wb::sim {

namespace {

class Rings final : public CommandProcessor {
public:
    explicit Rings(std::shared_ptr<WaveDevice> device) : device_(std::move(device)) {
        const auto add = [this](Ip ip, unsigned count) {
            for (unsigned i = 0; i < count; ++i)
                rings_[ring_index({ip, i})] = std::make_unique<Ring>(*device_, RingId{ip, i});
        };
        add(Ip::Gfx, kGfxRings);
        add(Ip::Compute, kComputeRings);
        add(Ip::Sdma, kSdmaRings);
    }
    void submit(Job job) override {
        Ring& ring = *rings_[ring_index(job.ring)];
        ring.submit(std::move(job));
    }
    void kill(RingId ring, uint64_t job_id) override { rings_[ring_index(ring)]->kill(job_id); }

private:
    std::shared_ptr<WaveDevice> device_;
    std::array<std::unique_ptr<Ring>, kRingCount> rings_;
};

/// Keeps the device alive with the registers.
class Registers final : public RegisterPort {
public:
    explicit Registers(std::shared_ptr<WaveDevice> device) : device_(std::move(device)), mmio_(*device_) {}
    Result<uint32_t> read_register(const RegisterSelect& select, uint64_t byte_offset) override {
        return mmio_.read_register(select, byte_offset);
    }
    Status write_register(const RegisterSelect& select, uint64_t byte_offset, uint32_t value) override {
        return mmio_.write_register(select, byte_offset, value);
    }

private:
    std::shared_ptr<WaveDevice> device_;
    Mmio mmio_;
};

} // namespace

Result<Device> make_device(TrapRegisters& traps) {
    const auto shared = std::make_shared<WaveDevice>(traps, WaveOptions::from_environment());
    return Device{std::make_unique<Rings>(shared), std::make_unique<Registers>(shared)};
}

} // namespace wb::sim
