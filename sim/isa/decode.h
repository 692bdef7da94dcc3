// SPDX-License-Identifier: MIT
// The gfx11 instruction decoder: words in, Inst out. Field positions: hardware.md 6.3 and the RDNA3 ISA's
// "Microcode Formats" chapter.
#pragma once

#include "sim/isa/inst.h"

#include <cstdint>
#include <span>
#include <string>

namespace wb::sim {

/// The longest gfx11 instruction: VOP3 with a DPP word or a literal, and MIMG with its NSA word, have three
/// dwords.
inline constexpr unsigned kMaxInstDwords = 3;

enum class DecodeStatus : uint8_t {
    Ok,           ///< Known and modelled.
    NotModelled,  ///< A legal instruction without a handler. `out` is complete, its exec stops the device.
    Illegal,      ///< No such instruction on gfx11 (or not in this wave size). Its exec raises kEventIllegal.
    NeedMoreWords ///< `words` ends inside the instruction. `out` is not usable.
};

struct DecodeResult {
    DecodeStatus status = DecodeStatus::Illegal;
    /// The opcode's row; null when illegal or when more words are needed. VOPD: X's row.
    const OpRow* row = nullptr;
};

/// Decodes the instruction at words[0] for a wave of `wave_lanes` (32 or 64) lanes. `out` is always
/// overwritten; unless NeedMoreWords, `out.exec` is callable and `out.dwords` is the length (1 for illegal
/// ones). Pure; any thread.
///
/// Beyond what Inst says:
/// - Implicit operands are made explicit. VOPC writes dst == dst2 == VCC, v_cmpx EXEC in any form; VOP2's
/// carry
///   ops have dst2 = VCC and src[2] = VCC, v_cndmask_b32 src[2] = VCC, as in their VOP3 forms. VOP2 and VOP3
///   fmac leave the accumulator in dst only.
/// - fmaak and fmamk (VOP2, VOPD) keep src[0] and src[1] as encoded; src[2] of VOP2's is 255, the literal.
/// - Scalar destinations of vector instructions (VOPC, readlane, readfirstlane) are scalar codes in dst.
/// - SOPK ops that read their register field have it in src[0] too. s_sendmsg_rtn's message id is in imm.
/// - SMEM: src[2] = sbase, src[3] = soffset (kNull when there is none), dst = sdata, imm = 21-bit signed
/// offset.
/// - MUBUF/MTBUF/MIMG: src[1] and dst are both vdata; src[2] = srsrc, src[3] = soffset or ssamp.
/// - FLAT/GLOBAL/SCRATCH: src[2] = saddr, meaningful only with kMemSaddr.
/// - EXP: src[0..3] VGPRs, extra = enable mask | target << 4 | done << 10 | row << 11.
/// - LDSDIR: extra = channel | attribute << 2, imm = wait_vdst. VINTERP: imm = wait_exp.
/// - An instruction that names a TTMP gets an exec that checks PRIV first: without it TTMPs read as 0 and
///   writes to them are dropped (hardware.md 1.3).
DecodeResult decode(std::span<const uint32_t> words, unsigned wave_lanes, Inst& out);

/// The table of an encoding; for VOPD the X half's. Null for Encoding::Unknown.
const OpTable* table_of(Encoding encoding);

/// The mnemonic as LLVM prints it, without encoding suffix; VOPD: "x :: y". "illegal" if there is none.
std::string mnemonic(const Inst& inst);

} // namespace wb::sim
