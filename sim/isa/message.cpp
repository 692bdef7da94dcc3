// SPDX-License-Identifier: MIT
#include "sim/isa/message.h"

#include <string>

namespace wb::sim {

namespace {

/// TBA and TMA as shaders see them: bits [47:8] of the address.
uint64_t shifted_trap_address(uint64_t address) {
    return (address & 0xffff'ffff'ffffull) >> 8;
}

} // namespace

uint64_t message_answer(Wave& wave, const Inst& inst, unsigned message) {
    switch (message) {
    case kReturnDoorbell: {
        // Waves of the graphics pipe (ME 0) get a marker instead of a doorbell.
        constexpr Field kMeId{8, 2};
        if (kMeId.get(wave.hw_id2) == 0) return 0xbad;
        break;
    }
    case kReturnTma:
        return shifted_trap_address(wave.services->trap_memory_address(wave));
    case kReturnTba:
        return shifted_trap_address(wave.services->trap_base_address(wave));
    case kReturnRealtime:
        return wave.services->realtime();
    case kReturnDdid:
    case kReturnSaveWave:
    case kReturnTbaToPc:
        break;
    default:
        wave.pc -= inst.dwords * 4;
        wave.events |= kEventIllegal;
        return 0;
    }
    wave.pc -= inst.dwords * 4;
    wave.stop_unmodelled("s_sendmsg_rtn message " + std::to_string(message) + " is not modelled");
    return 0;
}

void send_message(Wave& wave, unsigned message) {
    if (message == kMessageDeallocVgprs) status::no_vgprs.set(wave.status, 1);
    wave.services->send_message(wave, message);
}

} // namespace wb::sim
