// SPDX-License-Identifier: MIT
// Copies of the SDMA engine: bytes, and windows of linear and tiled surfaces.
#pragma once

#include "sim/isa/image_layout.h"
#include "sim/memory/gpu_memory.h"

#include <array>

namespace wb::sim {

/// Elements of a power of two bytes from (x, y, z) on, in one level of a tiled surface or in a linear one.
struct SdmaWindow {
    bool tiled = false;
    ImageLayout layout; ///< tiled
    unsigned level = 0; ///< tiled
    uint64_t va = 0;    ///< linear, as are the pitches: elements from row to row, from slice to slice
    uint64_t pitch = 0, slice_pitch = 0;
    uint32_t x = 0, y = 0, z = 0;
};

/// Copies `bytes` from one address to another, upwards. Page faults stay pending in the thread's record.
void sdma_copy_bytes(GpuMemory& memory, uint64_t to, uint64_t from, uint64_t bytes);
/// Copies size[0] x size[1] x size[2] elements of 1 << element_log2 bytes. The same about page faults, which
/// end it.
void sdma_copy_window(GpuMemory& memory, const SdmaWindow& to, const SdmaWindow& from,
                      const std::array<uint32_t, 3>& size, unsigned element_log2);

} // namespace wb::sim
