// SPDX-License-Identifier: MIT
#include "sim/wave/trap.h"

#include "sim/trace.h"

#include <cinttypes>

namespace wb::sim::trap {

namespace {

bool stepping(const Wave& wave) {
    return mode::trap_after_inst.get(wave.mode) && can_enter(wave);
}

bool halted(const Wave& wave) {
    return status::fatal_halt.get(wave.status) ||
           (status::halt.get(wave.status) && !status::priv.get(wave.status));
}

/// HALT, unless one single step was asked for.
Next halt_or_continue(ResidentWave& resident) {
    if (!halted(resident.wave)) return Next::Continue;
    if (resident.single_step) return Next::Continue;
    return Next::Halted;
}

/// Host trap and context save requests of SQ_CMD; they are taken with the PC not advanced.
void take_host_requests(ResidentWave& resident) {
    Wave& wave = resident.wave;
    if (!resident.host_trap_pending && !resident.savectx_pending) return;
    if (!status::trap_en.get(wave.status)) {
        resident.host_trap_pending = resident.savectx_pending = false;
        return;
    }
    if (!can_enter(wave)) return;
    if (resident.host_trap_pending) {
        resident.host_trap_pending = false;
        trapsts::host_trap.set(wave.trapsts, 1);
        enter(wave, wave.pc, resident.host_trap_id, true);
    } else {
        resident.savectx_pending = false;
        trapsts::savectx.set(wave.trapsts, 1);
        enter(wave, wave.pc, 0, false);
    }
}

Next illegal_instruction(ResidentWave& resident, uint64_t at) {
    Wave& wave = resident.wave;
    wave.pc = at;
    trapsts::illegal_inst.set(wave.trapsts, 1);
    if (status::priv.get(wave.status)) {
        status::fatal_halt.set(wave.status, 1);
        return Next::IllegalInHandler;
    }
    if (!can_enter(wave)) return Next::Illegal;
    enter(wave, at, 0, false);
    return Next::Continue;
}

} // namespace

void enter(Wave& wave, uint64_t pc, unsigned trap_id, bool host_trap) {
    uint32_t word = 0;
    ttmp1::pc_hi.set(word, uint32_t(pc >> 32));
    ttmp1::trap_id.set(word, trap_id);
    ttmp1::host_trap.set(word, host_trap);
    wave.sgpr[kTtmp0] = uint32_t(pc);
    wave.sgpr[kTtmp0 + 1] = word;
    wave.pc = wave.services->trap_base_address(wave);
    status::priv.set(wave.status, 1);
    status::trap.set(wave.status, 1);
    if (trace::on(trace::kTrap)) [[unlikely]]
        trace::log(trace::kTrap,
                   "wave %" PRIu64 " enters the handler %#" PRIx64 ": id %u%s from %#" PRIx64
                   " TRAPSTS %#x MODE %#x",
                   wave.launch_number, wave.pc, trap_id, host_trap ? " (host)" : "", pc, wave.trapsts,
                   wave.mode);
}

void refresh(Wave& wave) {
    if (!status::priv.get(wave.status)) status::trap.set(wave.status, 0);
    if (stepping(wave) || halted(wave))
        wave.events |= kEventCheckEachInst;
    else
        wave.events &= ~uint32_t(kEventCheckEachInst);
}

void refresh(ResidentWave& resident) {
    refresh(resident.wave);
    if (resident.host_trap_pending || resident.savectx_pending || resident.single_step)
        resident.wave.events |= kEventCheckEachInst;
}

Next after_instruction(ResidentWave& resident, uint64_t at) {
    Wave& wave = resident.wave;
    const uint32_t events = wave.events;
    wave.events = 0;
    // Sticky from before this instruction: the first instruction after s_rfe is the first to be stepped.
    const bool step_due = (events & kEventCheckEachInst) && stepping(wave);
    resident.single_step = false;

    if (events & kEventUnmodelled) return Next::Unmodelled;
    if (events & kEventIllegal) {
        const Next next = illegal_instruction(resident, at);
        refresh(resident);
        return next;
    }
    if (events & kEventEnded) {
        if (!mode::wave_end.get(wave.mode) || !can_enter(wave)) return Next::Ended;
        mode::wave_end.set(wave.mode, 0);
        trapsts::wave_end.set(wave.trapsts, 1);
        enter(wave, at, 0, false);
        refresh(resident);
        return Next::Continue;
    }
    if (events & kEventTrap) {
        enter(wave, at, wave.pending_trap_id, false);
        refresh(resident);
        return Next::Continue;
    }
    if (events & kEventBarrier) {
        if (status::priv.get(wave.status) && mode::trap_after_inst.get(wave.mode)) {
            wave.stop_unmodelled(
                "s_barrier in the trap handler with MODE.trap_after_inst set raises a spurious "
                "debug exception on gfx10/11; clear the bit first");
            return Next::Unmodelled;
        }
        resident.step_after_barrier = step_due;
        refresh(resident);
        return Next::Barrier;
    }
    bool exception = false;
    if (events & kEventMemoryFault) {
        trapsts::mem_viol.set(wave.trapsts, 1);
        exception = can_enter(wave);
    }
    if (step_due) trapsts::trap_after_inst.set(wave.trapsts, 1);
    if (exception || step_due) enter(wave, wave.pc, 0, false);
    take_host_requests(resident);
    refresh(resident);
    const Next next = halt_or_continue(resident);
    if (next == Next::Continue && (events & kEventYield) && !exception && !step_due) return Next::Sleep;
    return next;
}

Next before_turn(ResidentWave& resident) {
    take_host_requests(resident);
    refresh(resident);
    return halt_or_continue(resident);
}

Next fetch_fault(ResidentWave& resident) {
    Wave& wave = resident.wave;
    trapsts::mem_viol.set(wave.trapsts, 1);
    if (!can_enter(wave)) return Next::FetchFault;
    enter(wave, wave.pc, 0, false);
    refresh(resident);
    return Next::Continue;
}

void barrier_done(ResidentWave& resident) {
    Wave& wave = resident.wave;
    status::in_barrier.set(wave.status, 0);
    if (!resident.step_after_barrier) return;
    resident.step_after_barrier = false;
    if (!stepping(wave)) return;
    trapsts::trap_after_inst.set(wave.trapsts, 1);
    enter(wave, wave.pc, 0, false);
    refresh(resident);
}

} // namespace wb::sim::trap
