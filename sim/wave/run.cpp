// SPDX-License-Identifier: MIT
// The run loop: the simulator's hottest code. Nothing here allocates or touches state shared with another
// thread.
#include "sim/isa/decode.h"
#include "sim/isa/valu_kernels.h"
#include "sim/trace.h"
#include "sim/wave/worker.h"

#include <cinttypes>

namespace wb::sim {

trap::Next Worker::execute(ResidentWave& resident, unsigned instructions) {
    code_->select(resident.wave);
    const HostFloatControl host_float_control(
        resident.wave); // vector instructions leave MXCSR as MODE wants it
    const unsigned allowed = instructions;
    const bool watched = trace::on(trace::kIsa) || resident.deferred;
    const trap::Next next =
        watched ? execute_loop<true>(resident, instructions) : execute_loop<false>(resident, instructions);
    resident.ran_since_sleep += allowed - instructions;
    return next;
}

/// Counts down to `left`. Continue means that the turn is over. kWatched: instructions may be traced, loads
/// deferred.
template <bool kWatched>
trap::Next Worker::execute_loop(ResidentWave& resident, unsigned& left) {
    using trap::Next;
    Wave& wave = resident.wave;
    CodeCache& code = *code_;
    // The loop's own counter can stay in a register; each way out writes it back.
    struct Counter {
        unsigned value;
        unsigned& out;
        ~Counter() { out = value; }
    } counter{left, left};
    unsigned& instructions = counter.value;
    while (instructions != 0) {
        const uint64_t at = wave.pc;
        const Inst* inst = code.fetch(wave);
        if constexpr (kWatched) {
            if (trace::on(trace::kIsa))
                trace::log(trace::kIsa, "wave %" PRIu64 " %#" PRIx64 ": %s exec %#" PRIx64,
                           wave.launch_number, at, mnemonic(*inst).c_str(), wave.exec());
            if (resident.deferred) resident.deferred->before(wave, *inst);
        }
        wave.pc = at + inst->dwords * 4u;
        inst->exec(wave, *inst);
        if constexpr (kWatched)
            if (resident.deferred) resident.deferred->after(wave);
        --instructions;
        if (wave.events != 0) [[unlikely]] {
            instruction_at_ = at;
            if (wave.events & kEventMemoryFault) {
                // Code that cannot be fetched leaves the PC at it.
                const bool fetch = wave.pc == at && wave.fault.address == at;
                report_memory_fault(wave);
                if (fetch) {
                    wave.events = 0;
                    if (const Next next = trap::fetch_fault(resident); next != Next::Continue) return next;
                    continue;
                }
            }
            if (const Next next = trap::after_instruction(resident, at); next != Next::Continue) return next;
        }
    }
    return Next::Continue;
}

} // namespace wb::sim
