// SPDX-License-Identifier: MIT
#include "sim/isa/memory_access.h"

namespace wb::sim {

void stop_at(Wave& wave, const Inst& inst, std::string what) {
    wave.pc -= inst.dwords * 4;
    wave.stop_unmodelled(std::move(what));
}

} // namespace wb::sim
