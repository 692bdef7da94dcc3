// SPDX-License-Identifier: MIT
// Field extraction of VOP1, VOP2, VOPC and VOPD.
#include "sim/isa/decode_detail.h"
#include "sim/isa/true16.h"

namespace wb::sim::decode_detail {

namespace {

constexpr unsigned kVop1Nop = 0, kVop1Readfirstlane = 2, kVop1Pipeflush = 27;
constexpr unsigned kVop2Cndmask = 1, kVop2AddCoCi = 32, kVop2SubrevCoCi = 34;
constexpr unsigned kVop2FmamkF32 = 44, kVop2FmaakF32 = 45, kVop2FmamkF16 = 55, kVop2FmaakF16 = 56;
constexpr unsigned kVopcFirstCmpx = 128;
constexpr unsigned kVopdFmaak = 1, kVopdFmamk = 2;
constexpr unsigned kHighHalf = 128; ///< Bit 7 of a 16-bit operand's VGPR number: its high half.

/// src0's field with the DPP word or the literal it asks for. `others_literal`: the instruction has a literal
/// anyway.
void read_src0(unsigned code, Words& words, bool always_literal, Inst& out) {
    out.src[0] = uint16_t(code);
    if (is_dpp_code(code) && !always_literal)
        read_dpp(code, words, true, out);
    else if (code == kCodeLiteral || always_literal)
        out.literal = words.next();
}

/// Moves the high-half bit of 16-bit VGPR operands from the register number to opsel.
void apply_true16(unsigned halves, Inst& out) {
    for (unsigned i = 0; i < 2; ++i) {
        if (!(halves & (1u << i)) || out.src[i] < kVgpr0 + kHighHalf) continue;
        out.src[i] = uint16_t(out.src[i] - kHighHalf);
        out.opsel |= uint8_t(1u << i);
    }
    if ((halves & kHalfDst) && out.dst >= kVgpr0 + kHighHalf) {
        out.dst = uint16_t(out.dst - kHighHalf);
        out.opsel |= 8;
    }
}

bool is_fma_with_literal(unsigned op) {
    return op == kVop2FmamkF32 || op == kVop2FmaakF32 || op == kVop2FmamkF16 || op == kVop2FmaakF16;
}

} // namespace

bool is_vector_source(unsigned code) {
    return code >= kVgpr0 || is_scalar_source(code);
}

void read_dpp(unsigned src0_code, Words& words, bool modifiers, Inst& out) {
    const uint32_t word = words.next();
    out.src[0] = vgpr(bits(word, 7, 0));
    if (src0_code == kCodeDpp16) {
        out.lane_control = LaneControl::Dpp16;
        out.dpp = bits(word, 16, 8) | bits(word, 27, 24) << 9 | bits(word, 31, 28) << 13 |
                  bits(word, 19, 19) << 17 | bits(word, 18, 18) << 18;
        if (modifiers) {
            out.neg = uint8_t(bits(word, 20, 20) | bits(word, 22, 22) << 1);
            out.abs = uint8_t(bits(word, 21, 21) | bits(word, 23, 23) << 1);
        }
    } else {
        out.lane_control = LaneControl::Dpp8;
        out.dpp = bits(word, 31, 8) | (src0_code == kCodeDpp8FetchInactive ? 1u << 24 : 0);
    }
}

const OpRow* decode_vop1(uint32_t first, Words& words, unsigned, Inst& out) {
    out.op = uint16_t(bits(first, 16, 9));
    const OpRow* row = vop1_table().find(out.op);
    if (!row) return nullptr;
    if (out.op == kVop1Nop || out.op == kVop1Pipeflush)
        return row; // Without operands; the fields are ignored.
    out.dst = vgpr(bits(first, 24, 17));
    read_src0(bits(first, 8, 0), words, false, out);
    if (!is_vector_source(out.src[0])) return nullptr;
    if (out.op == kVop1Readfirstlane)
        out.dst = scalar_dst(bits(first, 23, 17));
    else
        apply_true16(vop1_halves(out.op), out);
    return row;
}

const OpRow* decode_vop2(uint32_t first, Words& words, unsigned, Inst& out) {
    out.op = uint16_t(bits(first, 30, 25));
    const OpRow* row = vop2_table().find(out.op);
    if (!row) return nullptr;
    out.dst = vgpr(bits(first, 24, 17));
    out.src[1] = vgpr(bits(first, 16, 9));
    const bool fma_with_literal = is_fma_with_literal(out.op);
    read_src0(bits(first, 8, 0), words, fma_with_literal, out);
    if (!is_vector_source(out.src[0])) return nullptr;
    if (fma_with_literal) out.src[2] = kCodeLiteral;
    if (out.op == kVop2Cndmask) out.src[2] = kVccLo;
    if (out.op >= kVop2AddCoCi && out.op <= kVop2SubrevCoCi) out.src[2] = out.dst2 = kVccLo;
    apply_true16(vop2_halves(out.op), out);
    return row;
}

const OpRow* decode_vopc(uint32_t first, Words& words, unsigned, Inst& out) {
    out.op = uint16_t(bits(first, 24, 17));
    const OpRow* row = vopc_table().find(out.op);
    if (!row) return nullptr;
    out.dst = out.dst2 = uint16_t(out.op >= kVopcFirstCmpx ? kExecLo : kVccLo);
    out.src[1] = vgpr(bits(first, 16, 9));
    read_src0(bits(first, 8, 0), words, false, out);
    if (!is_vector_source(out.src[0])) return nullptr;
    apply_true16(vopc_halves(out.op), out);
    return row;
}

const OpRow* decode_vopd(uint32_t first, Words& words, unsigned lanes, Inst& out) {
    const uint32_t second = words.next();
    if (lanes != 32) return nullptr;
    out.op = uint16_t(bits(first, 25, 22));
    out.op_y = uint8_t(bits(first, 21, 17));
    out.src[0] = uint16_t(bits(first, 8, 0));
    out.src[1] = vgpr(bits(first, 16, 9));
    out.src[2] = uint16_t(bits(second, 8, 0));
    out.src[3] = vgpr(bits(second, 16, 9));
    out.dst = vgpr(bits(second, 31, 24));
    // Y's destination has its lowest bit opposite to X's (RDNA3 ISA 7.6).
    out.dst2 = vgpr(bits(second, 23, 17) << 1 | (~out.dst & 1));
    const OpRow* row = vopd_x_table().find(out.op);
    if (!row || !vopd_y_table().find(out.op_y)) return nullptr;
    const bool x_has_k = out.op == kVopdFmaak || out.op == kVopdFmamk;
    const bool y_has_k = out.op_y == kVopdFmaak || out.op_y == kVopdFmamk;
    if (x_has_k || y_has_k || out.src[0] == kCodeLiteral || out.src[2] == kCodeLiteral)
        out.literal = words.next();
    if (!is_vector_source(out.src[0]) || !is_vector_source(out.src[2])) return nullptr;
    return row;
}

} // namespace wb::sim::decode_detail
