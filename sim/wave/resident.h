// SPDX-License-Identifier: MIT
// Waves and workgroups that are on the device now: the architectural state plus what scheduling and the trap
// unit keep beside it. Objects are pooled (worker.h), so launching allocates only while a pool grows.
#pragma once

#include "sim/wave/deferred.h"
#include "sim/wave/occupancy.h"
#include "sim/wave/wave.h"

#include <memory>

namespace wb::sim {

struct ResidentGroup;

enum class WaveState : uint8_t {
    Ready,    ///< In the run queue.
    Sleeping, ///< Until `wake_at`.
    Barrier,  ///< Waits for its group.
    Halted,   ///< STATUS.HALT (outside the handler) or FATAL_HALT: until SQ_CMD lets it go.
    Ended,
};

struct ResidentWave {
    Wave wave;
    WaveState state = WaveState::Ready;
    ResidentGroup* group = nullptr;
    WavePlace place{};

    uint64_t wake_at = 0;         ///< Nanoseconds of host_nanoseconds(), while Sleeping.
    unsigned sleep_streak = 0;    ///< Sleeps in a row with hardly any work between: the naps grow with it.
    unsigned ran_since_sleep = 0; ///< Instructions.
    uint64_t slept_before = 0;    ///< Ns that the last sleep took longer than it asked for.

    // Requests of SQ_CMD, taken at the next instruction boundary outside the handler.
    bool host_trap_pending = false, savectx_pending = false, single_step = false;
    uint8_t host_trap_id = 0;
    bool step_after_barrier = false; ///< MODE.trap_after_inst was on when s_barrier was executed.

    std::unique_ptr<DeferredLoads> deferred; ///< Null unless WaveOptions::deferred_loads.
    std::unique_ptr<Vgpr[]> vgpr_storage;
    unsigned vgpr_capacity = 0;
};

struct ResidentGroup {
    Workgroup group;
    GroupPlace place;
    Wave* wave_pointers[kMaxWavesPerGroup] = {};
    std::unique_ptr<ResidentWave> waves[kMaxWavesPerGroup]; ///< The first wave_count are in use.
};

} // namespace wb::sim
