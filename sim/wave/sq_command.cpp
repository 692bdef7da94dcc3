// SPDX-License-Identifier: MIT
#include "sim/wave/sq_command.h"

#include "sim/wave/wave.h"

namespace wb::sim {

namespace {
constexpr Field kWaveId{0, 5}, kSimdId{8, 2}, kWgpId{10, 4}, kSaId{16, 1}, kSeId{18, 3};
constexpr Field kQueueId{0, 4};
} // namespace

bool SqCommand::selects(const Wave& wave) const {
    namespace index = grbm_gfx_index;
    if (!index::se_broadcast.get(gfx_index) && index::se.get(gfx_index) != kSeId.get(wave.hw_id1))
        return false;
    if (!index::sa_broadcast.get(gfx_index) && index::sa.get(gfx_index) != kSaId.get(wave.hw_id1))
        return false;
    if (!index::instance_broadcast.get(gfx_index) && (index::wgp.get(gfx_index) != kWgpId.get(wave.hw_id1) ||
                                                      index::simd.get(gfx_index) != kSimdId.get(wave.hw_id1)))
        return false;
    if (sq_cmd::check_vmid.get(command) && sq_cmd::vm_id.get(command) != wave.vmid) return false;
    switch (sq_cmd::mode.get(command)) {
    case sq_cmd::kModeOneWave:
        return sq_cmd::wave_id.get(command) == kWaveId.get(wave.hw_id1);
    case sq_cmd::kModeQueue:
        return sq_cmd::queue_id.get(command) == kQueueId.get(wave.hw_id2);
    default:
        return true;
    }
}

} // namespace wb::sim
