// SPDX-License-Identifier: MIT
// Field extraction of VOP3, VOP3SD, VOP3P and VINTERP.
#include "sim/isa/decode_detail.h"

namespace wb::sim::decode_detail {

namespace {

constexpr unsigned kLastVopc = 0xff, kFirstCmpx = 0x80;
constexpr unsigned kReadfirstlane = 0x182, kReadlane = 0x360;

/// The opcodes in VOP3SD form: carry out, division scale and 64-bit multiply-add.
bool has_scalar_destination(unsigned op) {
    return (op >= 0x120 && op <= 0x122) || (op >= 0x2fc && op <= 0x302);
}

/// Sources, and the DPP or literal word they ask for. False: a code no source may have.
bool read_sources(uint32_t second, Words& words, Inst& out) {
    for (unsigned i = 0; i < 3; ++i)
        out.src[i] = uint16_t(bits(second, 9 * i + 8, 9 * i));
    if (is_dpp_code(out.src[0]))
        read_dpp(out.src[0], words, false, out);
    else if (out.src[0] == kCodeLiteral || out.src[1] == kCodeLiteral || out.src[2] == kCodeLiteral)
        out.literal = words.next();
    return is_vector_source(out.src[0]) && is_vector_source(out.src[1]) && is_vector_source(out.src[2]);
}

} // namespace

const OpRow* decode_vop3(uint32_t first, Words& words, unsigned, Inst& out) {
    const uint32_t second = words.next();
    out.op = uint16_t(bits(first, 25, 16));
    const OpRow* row = vop3_table().find(out.op);
    if (!row) return nullptr;
    out.clamp = uint8_t(bits(first, 15, 15));
    out.omod = uint8_t(bits(second, 28, 27));
    out.neg = uint8_t(bits(second, 31, 29));
    if (has_scalar_destination(out.op)) {
        out.dst2 = scalar_dst(bits(first, 14, 8));
    } else {
        out.abs = uint8_t(bits(first, 10, 8));
        out.opsel = uint8_t(bits(first, 14, 11));
    }
    if (!read_sources(second, words, out)) return nullptr;
    if (out.op <= kLastVopc)
        out.dst = out.dst2 = out.op >= kFirstCmpx ? uint16_t(kExecLo) : scalar_dst(bits(first, 6, 0));
    else if (out.op == kReadfirstlane || out.op == kReadlane)
        out.dst = scalar_dst(bits(first, 6, 0));
    else
        out.dst = vgpr(bits(first, 7, 0));
    return row;
}

const OpRow* decode_vop3p(uint32_t first, Words& words, unsigned, Inst& out) {
    const uint32_t second = words.next();
    out.op = uint16_t(bits(first, 22, 16));
    const OpRow* row = vop3p_table().find(out.op);
    if (!row) return nullptr;
    out.dst = vgpr(bits(first, 7, 0));
    out.abs = uint8_t(bits(first, 10, 8));
    out.opsel = uint8_t(bits(first, 13, 11));
    out.opsel_hi = uint8_t(bits(second, 28, 27) | bits(first, 14, 14) << 2);
    out.clamp = uint8_t(bits(first, 15, 15));
    out.neg = uint8_t(bits(second, 31, 29));
    return read_sources(second, words, out) ? row : nullptr;
}

const OpRow* decode_vinterp(uint32_t first, Words& words, unsigned, Inst& out) {
    const uint32_t second = words.next();
    out.op = uint16_t(bits(first, 22, 16));
    const OpRow* row = vinterp_table().find(out.op);
    if (!row) return nullptr;
    out.dst = vgpr(bits(first, 7, 0));
    out.imm = int32_t(bits(first, 10, 8));
    out.opsel = uint8_t(bits(first, 14, 11));
    out.clamp = uint8_t(bits(first, 15, 15));
    out.neg = uint8_t(bits(second, 31, 29));
    for (unsigned i = 0; i < 3; ++i) {
        out.src[i] = uint16_t(bits(second, 9 * i + 8, 9 * i));
        if (out.src[i] < kVgpr0) return nullptr;
    }
    return row;
}

} // namespace wb::sim::decode_detail
