// SPDX-License-Identifier: MIT
// The rules of trap entry and return (hardware.md 1.3). Pure functions on a wave's state; the run loop calls
// them, so that each rule can be tested by itself.
#pragma once

#include "sim/wave/resident.h"

#include <cstdint>

namespace wb::sim::trap {

/// What the run loop does next with the wave.
enum class Next : uint8_t {
    Continue, ///< Fetch at wave.pc.
    Ended,    ///< s_endpgm counts.
    Barrier,
    Sleep,            ///< Wave::sleep_clocks.
    Halted,           ///< STATUS.HALT or FATAL_HALT.
    Illegal,          ///< Illegal instruction with no handler to take it: the job cannot go on.
    IllegalInHandler, ///< Illegal instruction in the handler: the wave has halted for good (FATAL_HALT).
    FetchFault,       ///< Instruction fetch from an unmapped page with no handler to take it.
    Unmodelled,       ///< Wave::stop_reason says what.
};

/// True when the wave may enter the handler now: STATUS.TRAP_EN, and not already in it.
inline bool can_enter(const Wave& wave) {
    return status::trap_en.get(wave.status) && !status::priv.get(wave.status);
}

/// Trap entry: TTMP0/1 = `pc` and cause, PC = TBA of the VMID, PRIV = 1. Nothing else is saved.
void enter(Wave& wave, uint64_t pc, unsigned trap_id, bool host_trap);

/// Re-reads MODE, STATUS and the pending requests after one of them changed: sets or clears the sticky
/// kEventCheckEachInst. Clears STATUS.TRAP when PRIV is gone.
void refresh(Wave& wave);
void refresh(ResidentWave& resident);

/// After an instruction at `at` that raised events (all of them are consumed), and before each instruction of
/// a wave whose kEventCheckEachInst is set. Applies the rules in hardware's order and says what is next.
Next after_instruction(ResidentWave& resident, uint64_t at);

/// Before the first instruction of a turn: pending host requests and HALT.
Next before_turn(ResidentWave& resident);

/// The instruction fetch at wave.pc hit an unmapped page.
Next fetch_fault(ResidentWave& resident);

/// The barrier the wave waited at is complete: a step trap that was due after s_barrier is taken now.
void barrier_done(ResidentWave& resident);

} // namespace wb::sim::trap
