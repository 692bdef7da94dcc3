// SPDX-License-Identifier: MIT
// SQ_CMD: what a host may tell running waves (hardware.md 1.5).
#pragma once

#include "sim/isa/registers.h"

#include <cstdint>

namespace wb::sim {

struct Wave;

enum class SqOp : uint8_t {
    SetHalt = 1,
    SaveContext = 2,
    Kill = 3,
    TrapAfterInst = 4, ///< DATA bit 0 to MODE.trap_after_inst.
    Trap = 5,          ///< Host trap; DATA = trap id.
    SetSpiPrio = 6,
    SetFatalHalt = 7,
    SingleStep = 8, ///< One instruction of a halted wave.
};

namespace sq_cmd {
inline constexpr Field cmd{0, 4}, mode{4, 3}, check_vmid{7, 1}, data{8, 4}, wave_id{16, 5}, queue_id{24, 3},
    vm_id{28, 4};
inline constexpr unsigned kModeOneWave = 0, kModeBroadcast = 1, kModeQueue = 2;
} // namespace sq_cmd
namespace grbm_gfx_index {
inline constexpr Field simd{0, 2}, wgp{2, 6}, sa{8, 8}, se{16, 8}, sa_broadcast{29, 1},
    instance_broadcast{30, 1}, se_broadcast{31, 1};
inline constexpr uint32_t kBroadcast = 0xe000'0000u;
} // namespace grbm_gfx_index

/// A command and the waves it is for.
struct SqCommand {
    uint32_t command = 0;                            ///< The SQ_CMD word.
    uint32_t gfx_index = grbm_gfx_index::kBroadcast; ///< GRBM_GFX_INDEX when it was written.
    SqOp op() const { return SqOp(sq_cmd::cmd.get(command)); }
    unsigned data() const { return sq_cmd::data.get(command); }
    /// True when `wave` is meant.
    bool selects(const Wave& wave) const;
};

} // namespace wb::sim
