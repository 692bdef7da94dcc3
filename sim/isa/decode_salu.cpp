// SPDX-License-Identifier: MIT
// Field extraction of the scalar encodings: SOP1, SOP2, SOPK, SOPC, SOPP, SMEM.
#include "sim/isa/decode_detail.h"

namespace wb::sim::decode_detail {

namespace {

constexpr unsigned kSop1Getpc = 71;
constexpr unsigned kSop1SendmsgRtnB32 = 0x4c, kSop1SendmsgRtnB64 = 0x4d;
constexpr unsigned kSopkSetregImm32 = 19;

void read_literal(Words& words, Inst& out, unsigned sources) {
    for (unsigned i = 0; i < sources; ++i) {
        if (out.src[i] != kCodeLiteral) continue;
        out.literal = words.next();
        return;
    }
}

} // namespace

bool is_scalar_source(unsigned code) {
    return code <= 208 || (code >= kCodeSharedBase && code <= kCodePrivateLimit) ||
           (code >= 240 && code <= 248) || (code >= kCodeVccz && code <= kCodeScc) || code == kCodeLiteral;
}

const OpRow* decode_sop1(uint32_t first, Words& words, unsigned, Inst& out) {
    out.op = uint16_t(bits(first, 15, 8));
    out.dst = scalar_dst(bits(first, 22, 16));
    out.src[0] = uint16_t(bits(first, 7, 0));
    if (out.op == kSop1SendmsgRtnB32 || out.op == kSop1SendmsgRtnB64) {
        out.imm = out.src[0];
        out.src[0] = kNull;
    }
    if (out.op == kSop1Getpc) out.src[0] = kNull; // Has no source; whatever the field says.
    if (!is_scalar_source(out.src[0])) return nullptr;
    read_literal(words, out, 1);
    return sop1_table().find(out.op);
}

const OpRow* decode_sop2(uint32_t first, Words& words, unsigned, Inst& out) {
    out.op = uint16_t(bits(first, 29, 23));
    out.dst = scalar_dst(bits(first, 22, 16));
    out.src[1] = uint16_t(bits(first, 15, 8));
    out.src[0] = uint16_t(bits(first, 7, 0));
    if (!is_scalar_source(out.src[0]) || !is_scalar_source(out.src[1])) return nullptr;
    read_literal(words, out, 2);
    return sop2_table().find(out.op);
}

const OpRow* decode_sopk(uint32_t first, Words& words, unsigned, Inst& out) {
    out.op = uint16_t(bits(first, 27, 23));
    out.src[0] = uint16_t(bits(first, 22, 16));
    out.dst = scalar_dst(out.src[0]);
    out.imm = sign_extend(first, 16);
    if (out.op == kSopkSetregImm32) {
        out.literal = words.next();
        out.src[0] = kCodeLiteral;
    }
    return sopk_table().find(out.op);
}

const OpRow* decode_sopc(uint32_t first, Words& words, unsigned, Inst& out) {
    out.op = uint16_t(bits(first, 22, 16));
    out.src[1] = uint16_t(bits(first, 15, 8));
    out.src[0] = uint16_t(bits(first, 7, 0));
    if (!is_scalar_source(out.src[0]) || !is_scalar_source(out.src[1])) return nullptr;
    read_literal(words, out, 2);
    return sopc_table().find(out.op);
}

const OpRow* decode_sopp(uint32_t first, Words&, unsigned, Inst& out) {
    out.op = uint16_t(bits(first, 22, 16));
    out.imm = sign_extend(first, 16);
    return sopp_table().find(out.op);
}

const OpRow* decode_smem(uint32_t first, Words& words, unsigned, Inst& out) {
    const uint32_t second = words.next();
    out.op = uint16_t(bits(first, 25, 18));
    out.src[2] = uint16_t(bits(first, 5, 0) * 2);
    out.dst = scalar_dst(bits(first, 12, 6));
    out.src[3] = uint16_t(bits(second, 31, 25));
    out.imm = sign_extend(second, 21);
    if (bits(first, 14, 14)) out.mem_flags |= kMemGlc;
    if (bits(first, 13, 13)) out.mem_flags |= kMemDlc;
    return smem_table().find(out.op);
}

} // namespace wb::sim::decode_detail
