// SPDX-License-Identifier: MIT
// Wave launch: from the registers of a dispatch to the first state of a workgroup's waves (hardware.md 4.4).
#pragma once

#include "common/result.h"
#include "sim/wave/dispatch.h"
#include "sim/wave/resident.h"

namespace wb::sim {

/// What launch needs to know of the device besides the dispatch.
struct LaunchContext {
    GpuMemory* memory = nullptr;
    WaveServices* services = nullptr;
    bool trap_enabled = false; ///< VMID may trap (TBA_HI.31).
    bool gdbg_trap_en = false; ///< SPI_GDBG_PER_VMID_CNTL.TRAP_EN: traps without TRAP_PRESENT, TTMPs preset.
    uint32_t seed = 0;         ///< Poison.
    bool deferred_loads = false; ///< WaveOptions::deferred_loads.
    uint64_t launch_number = 0;  ///< Of the group's first wave.
};

/// Refuses, with a reason, a dispatch that asks for something launch does not model or hardware cannot hold.
Status check_dispatch(const ComputeDispatch& dispatch);

/// Threads of group `id` in each dimension: fewer than NUM_THREAD in the last, partial group.
std::array<uint32_t, 3> group_threads(const ComputeDispatch& dispatch, const std::array<uint32_t, 3>& id);

/// Id of the `index`th group of the dispatch, x fastest.
std::array<uint32_t, 3> group_id(const ComputeDispatch& dispatch, uint64_t index);

/// What a whole group takes of a WGP. Partial groups take as much.
GroupNeeds group_needs(const ComputeDispatch& dispatch);

/// Waves that group `id` has.
unsigned waves_in_group(const ComputeDispatch& dispatch, const std::array<uint32_t, 3>& id);

/// Fills `group` and its waves (group.waves[0..waves) are set, group.place is taken) with the state hardware
/// gives them: user SGPRs, workgroup ids, packed thread ids, EXEC, MODE, STATUS, HW_ID; everything else
/// poisoned. Waves whose launch itself traps (TRAP_ON_START) have TRAPSTS.WAVE_START set and are already at
/// the handler.
void launch_group(const ComputeDispatch& dispatch, uint64_t index, const LaunchContext& context,
                  ResidentGroup& group);

} // namespace wb::sim
