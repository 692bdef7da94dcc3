// SPDX-License-Identifier: MIT
// s_sendmsg and s_sendmsg_rtn: message ids and what they answer (hardware.md 1.7).
#pragma once

#include "sim/isa/scalar_ops.h"

namespace wb::sim {

/// s_sendmsg ids on gfx11.
enum Message : unsigned {
    kMessageInterrupt = 1,
    kMessageHsTessfactor = 2,
    kMessageDeallocVgprs = 3,
    kMessageGsAllocReq = 9,
};

/// s_sendmsg_rtn ids.
enum ReturnMessage : unsigned {
    kReturnDoorbell = 0x80,
    kReturnDdid = 0x81,
    kReturnTma = 0x82,
    kReturnRealtime = 0x83,
    kReturnSaveWave = 0x84,
    kReturnTba = 0x85,
    kReturnTbaToPc = 0x86,
};

/// The answer to s_sendmsg_rtn of `message`. Raises kEventIllegal or kEventUnmodelled for ids that have none.
uint64_t message_answer(Wave& wave, const Inst& inst, unsigned message);

template <class T>
void send_message_with_return(Wave& wave, const Inst& inst) {
    const uint64_t answer = message_answer(wave, inst, unsigned(inst.imm));
    if (!(wave.events & (kEventIllegal | kEventUnmodelled))) write_scalar<T>(wave, inst.dst, T(answer));
}

/// s_sendmsg: everything but the DEALLOC_VGPRS status bit is the device's business.
void send_message(Wave& wave, unsigned message);

} // namespace wb::sim
