// SPDX-License-Identifier: MIT
// A program that gives every register of a wave a known value, meets one instruction, and stores every
// register.
#pragma once

#include <cstdint>
#include <string>

namespace wb::test {

/// The whole state that a shader can see, set to values that differ from register to register and lane to
/// lane.
struct StateProgram {
    unsigned lanes = 64;
    unsigned vgprs = 16;
    uint64_t exec = 0x8000'0000'0000'0001;
    bool scc = true;
    /// First of eight SGPRs (even) that the program itself needs: kept from the pattern.
    unsigned base = 96;
    std::string middle = "s_trap 4"; ///< What is met.

    static uint32_t sgpr(unsigned number) { return 0xa5000000u | number * 0x101u; }
    static uint32_t vgpr(unsigned number, unsigned lane) { return (lane << 10) + (0x5a000000u | number); }
    static constexpr uint64_t kVcc = 0x0123'4567'89ab'cdef;
    static constexpr uint32_t kM0 = 0x4d304d30,
                              kMode = 0x2c5; ///< Round f32 up, keep LOD and clamp bits as given.

    bool keeps(unsigned number) const { return number >= base && number < base + 8; }
    /// Assembly. Stores, from kData on: VGPRs, each `lanes` words; s0-s105; then VCC, M0, EXEC, SCC, MODE.
    std::string text() const;
    uint32_t sgprs_at() const { return vgprs * lanes; } ///< Word index of s0.
    uint32_t words() const { return sgprs_at() + 106 + 7; }
};

} // namespace wb::test
