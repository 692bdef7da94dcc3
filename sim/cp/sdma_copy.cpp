// SPDX-License-Identifier: MIT
#include "sim/cp/sdma_copy.h"

#include <algorithm>

namespace wb::sim {

namespace {

uint64_t address(const SdmaWindow& at, unsigned element_log2, uint32_t x, uint32_t y, uint32_t z) {
    x += at.x, y += at.y, z += at.z;
    if (at.tiled) return at.layout.address(at.level, x, y, z, 0);
    return at.va + ((z * at.slice_pitch + y * at.pitch + x) << element_log2);
}

/// How many elements from `x` on lie one behind the other.
uint32_t run(const SdmaWindow& at, uint32_t x, uint32_t most) {
    if (!at.tiled || at.layout.linear) return most;
    const uint32_t width = 1u << at.layout.width_log2;
    return std::min(most, width - ((x + at.x + at.layout.levels[at.level].tail_x) & (width - 1)));
}

/// A write that a PRT range has dropped is no fault.
bool has_faulted() {
    const MemoryFault& fault = GpuMemory::thread_fault();
    return fault.pending && !fault.dropped;
}

} // namespace

void sdma_copy_bytes(GpuMemory& memory, uint64_t to, uint64_t from, uint64_t bytes) {
    while (bytes && !has_faulted()) {
        // GpuMemory's accesses are of 64 bytes and stay in a page here, so that only what is touched faults.
        const uint64_t room = std::min(kGpuPageSize - to % kGpuPageSize, kGpuPageSize - from % kGpuPageSize);
        const auto part = unsigned(std::min({bytes, room, uint64_t(64)}));
        std::memmove(memory.at(to, part, true), memory.at(from, part, false), part);
        to += part, from += part, bytes -= part;
    }
}

void sdma_copy_window(GpuMemory& memory, const SdmaWindow& to, const SdmaWindow& from,
                      const std::array<uint32_t, 3>& size, unsigned element_log2) {
    for (uint32_t z = 0; z < size[2]; ++z)
        for (uint32_t y = 0; y < size[1]; ++y)
            for (uint32_t x = 0; x < size[0];) {
                const uint32_t count = run(to, x, run(from, x, size[0] - x));
                sdma_copy_bytes(memory, address(to, element_log2, x, y, z),
                                address(from, element_log2, x, y, z), uint64_t(count) << element_log2);
                if (has_faulted()) return;
                x += count;
            }
}

} // namespace wb::sim
