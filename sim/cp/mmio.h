// SPDX-License-Identifier: MIT
// Memory-mapped registers of the wave side (hardware.md 1.5): SQ_CMD, GRBM_GFX_INDEX, SPI_GDBG_*.
#pragma once

#include "sim/kernel/ring_port.h"
#include "sim/wave/wave_device.h"

#include <mutex>

namespace wb::sim {

class Mmio final : public RegisterPort {
public:
    explicit Mmio(WaveDevice& device) : device_(device) {}
    Result<uint32_t> read_register(const RegisterSelect& select, uint64_t byte_offset) override;
    Status write_register(const RegisterSelect& select, uint64_t byte_offset, uint32_t value) override;

private:
    uint32_t gfx_index(const RegisterSelect& select) const;

    WaveDevice& device_;
    mutable std::mutex mutex_;
    uint32_t gfx_index_ = grbm_gfx_index::kBroadcast; ///< As last written directly.
    uint32_t gfx_cntl_ = 0;
};

} // namespace wb::sim
