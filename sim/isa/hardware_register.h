// SPDX-License-Identifier: MIT
// s_getreg and s_setreg: the wave's hardware registers by id (hardware.md 1.1, 1.2).
#pragma once

#include "sim/isa/inst.h"
#include "sim/isa/registers.h"

#include <cstdint>

namespace wb::sim {

struct Wave;

/// The operand of s_getreg/s_setreg: register id and the bit field.
struct HwRegOperand {
    unsigned id;
    Field field;
    explicit HwRegOperand(uint32_t simm16)
        : id(simm16 & 0x3f), field{(simm16 >> 6) & 0x1f, ((simm16 >> 11) & 0x1f) + 1} {}
};

/// Value of register `id`, or kEventUnmodelled when the simulator has no such register.
uint32_t read_hardware_register(Wave& wave, unsigned id);

/// Writes `value` to the bits of `mask` that the wave may write: MODE always, except the trap controls;
/// STATUS, TRAPSTS and FLAT_SCR with PRIV; other registers never. Raises kEventStateWritten when a register
/// changed that the trap unit or the vector units look at.
void write_hardware_register(Wave& wave, unsigned id, uint32_t value, uint32_t mask);

} // namespace wb::sim
