// SPDX-License-Identifier: MIT
// Which counter an instruction of memory counts in and which registers it loads, for the deferred mode
// (deferred.h).
#pragma once

#include "sim/isa/inst.h"

#include <cstdint>

namespace wb::sim {

/// How an instruction counts until it is done (RDNA3 ISA 4.4 "Data dependency resolution").
enum class LoadClass : uint8_t {
    None,
    Vector,    ///< VMCNT: loads and atomics with a result, in order.
    Lds,       ///< LGKMCNT, in order among themselves: every DS instruction.
    Unordered, ///< LGKMCNT, in any order: scalar memory, messages.
    Flat,      ///< Both counters, as an unordered one of LGKMCNT.
};

struct LoadShape {
    LoadClass loads = LoadClass::None;
    uint8_t registers = 0; ///< Destinations from Inst::dst on, VGPRs unless `scalar`.
    bool scalar = false;
    uint32_t written = 0xffffffff; ///< Bits of each VGPR that the load writes: a half of d16 loads.
};

/// The shape of `inst`. Slow: looks at the mnemonic.
LoadShape load_shape(const Inst& inst);

} // namespace wb::sim
