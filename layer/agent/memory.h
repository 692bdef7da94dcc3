// SPDX-License-Identifier: MIT
// Reading and writing GPU memory for the engine: by a stopped wave where there is one, because it sees what
// the shader sees (no stale caches, no missing CPU mapping), else through the driver's CPU mapping. Agent
// thread.
#pragma once

#include "layer/agent/device.h"

namespace wb::layer {

/// Bytes that one request may ask for; a reply must fit a frame.
inline constexpr uint64_t kMaxTransfer = 32u << 20;

/// An error that names the nearest object unless all of [address, address + size) is mapped.
Status check_mapped(Device& device, uint64_t address, uint64_t size);

/// `wave` 0: by any stopped wave, or without one. The range need not be aligned.
Result<std::vector<uint8_t>> read_gpu(Device& device, uint64_t address, uint64_t size, uint64_t wave);
Status write_gpu(Device& device, uint64_t address, std::span<const uint8_t> data, uint64_t wave);

/// LDS of a stopped wave's group. Writing changes only the words that `data` touches.
Result<std::vector<uint8_t>> read_lds(Device& device, const Area& wave, uint32_t offset, uint32_t size);
Status write_lds(Device& device, const Area& wave, uint32_t offset, std::span<const uint8_t> data);

} // namespace wb::layer
