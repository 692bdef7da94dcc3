// SPDX-License-Identifier: MIT
#include "sim/isa/memory_access.h"

namespace wb::sim {

void stop_at(Wave& wave, const Inst& inst, std::string what) {
    wave.pc -= inst.dwords * 4;
    wave.stop_unmodelled(std::move(what));
}

Vgpr* stop_beyond_vgprs(Wave& wave, const Inst& inst, unsigned code, unsigned count) {
    stop_at(wave, inst,
            "memory instruction names v" + std::to_string(code - kVgpr0 + count - 1) +
                " of a wave that has " + std::to_string(wave.vgpr_count) + " VGPRs");
    return nullptr;
}

} // namespace wb::sim
