// SPDX-License-Identifier: MIT
// How scratch (private) memory of a wave lies in GPU memory. One definition for scratch_* instructions, the
// flat private aperture, and whoever reads another lane's scratch by address (trap handler, debugger).
//
// A wave owns scratch_size bytes at FLAT_SCRATCH. Every lane sees scratch_size / lanes bytes of its own,
// starting at offset 0. Dwords are interleaved by lane: dword d of lanes 0, 1, … of the wave are neighbours,
// then comes dword d + 1. `lanes` is the wave size, 32 or 64, whatever EXEC holds (hardware.md 4.4).
#pragma once

#include <cstdint>

namespace wb::sim {

/// GPU address of byte `offset` of `lane`'s scratch. `base` is the wave's FLAT_SCRATCH, `lanes` its size.
constexpr uint64_t scratch_address(uint64_t base, unsigned lanes, unsigned lane, uint32_t offset) {
    return base + uint64_t(offset / 4) * lanes * 4 + lane * 4 + offset % 4;
}

/// Bytes from a lane's dword to the same lane's next dword.
constexpr uint64_t scratch_dword_stride(unsigned lanes) {
    return uint64_t(lanes) * 4;
}

/// Bytes each lane of a wave with `scratch_size` bytes can use.
constexpr uint64_t scratch_bytes_per_lane(uint64_t scratch_size, unsigned lanes) {
    return scratch_size / lanes;
}

} // namespace wb::sim
