// SPDX-License-Identifier: MIT
// Field extraction of DS, FLAT/GLOBAL/SCRATCH, MUBUF, MTBUF, MIMG, EXP and LDSDIR.
#include "sim/isa/decode_detail.h"

namespace wb::sim::decode_detail {

namespace {

void flag(Inst& out, uint32_t word, unsigned bit, MemFlag which) {
    if (bits(word, bit, bit)) out.mem_flags |= which;
}

constexpr unsigned kBufferGl0Inv = 43, kBufferGl1Inv = 44;

/// SOFFSET: a scalar register or an inline constant.
bool is_buffer_offset(unsigned code) {
    return is_scalar_source(code) && code != kCodeLiteral;
}

/// The second dword that MUBUF and MTBUF share.
void read_buffer_operands(uint32_t first, uint32_t second, Inst& out) {
    out.imm = int32_t(bits(first, 11, 0));
    flag(out, first, 12, kMemSlc);
    flag(out, first, 13, kMemDlc);
    flag(out, first, 14, kMemGlc);
    out.src[0] = vgpr(bits(second, 7, 0));
    out.src[1] = out.dst = vgpr(bits(second, 15, 8));
    out.src[2] = uint16_t(bits(second, 20, 16) * 4);
    flag(out, second, 21, kMemTfe);
    flag(out, second, 22, kMemOffen);
    flag(out, second, 23, kMemIdxen);
    out.src[3] = uint16_t(bits(second, 31, 24));
}

} // namespace

const OpRow* decode_ds(uint32_t first, Words& words, unsigned, Inst& out) {
    const uint32_t second = words.next();
    out.op = uint16_t(bits(first, 25, 18));
    out.imm = int32_t(bits(first, 15, 0));
    flag(out, first, 17, kMemGds);
    out.src[0] = vgpr(bits(second, 7, 0));
    out.src[1] = vgpr(bits(second, 15, 8));
    out.src[3] = vgpr(bits(second, 23, 16));
    out.dst = vgpr(bits(second, 31, 24));
    return ds_table().find(out.op);
}

const OpRow* decode_flat(uint32_t first, Words& words, unsigned, Inst& out) {
    const uint32_t second = words.next();
    out.op = uint16_t(bits(first, 24, 18));
    out.imm = sign_extend(first, 13);
    flag(out, first, 13, kMemDlc);
    flag(out, first, 14, kMemGlc);
    flag(out, first, 15, kMemSlc);
    out.src[0] = vgpr(bits(second, 7, 0));
    out.src[1] = vgpr(bits(second, 15, 8));
    out.src[2] = uint16_t(bits(second, 22, 16));
    flag(out, second, 23, kMemSve);
    out.dst = vgpr(bits(second, 31, 24));
    switch (bits(first, 17, 16)) {
    case 0:
        out.encoding = Encoding::FLAT;
        return flat_table().find(out.op);
    case 1:
        out.encoding = Encoding::SCRATCH;
        if (out.src[2] != kNull) out.mem_flags |= kMemSaddr;
        return scratch_table().find(out.op);
    case 2:
        out.encoding = Encoding::GLOBAL;
        if (out.src[2] != kNull) out.mem_flags |= kMemSaddr;
        return global_table().find(out.op);
    default:
        return nullptr;
    }
}

const OpRow* decode_mubuf(uint32_t first, Words& words, unsigned, Inst& out) {
    const uint32_t second = words.next();
    out.op = uint16_t(bits(first, 25, 18));
    read_buffer_operands(first, second, out);
    const bool cache_invalidation = out.op == kBufferGl0Inv || out.op == kBufferGl1Inv;
    if (!cache_invalidation && !is_buffer_offset(out.src[3])) return nullptr;
    return mubuf_table().find(out.op);
}

const OpRow* decode_mtbuf(uint32_t first, Words& words, unsigned, Inst& out) {
    const uint32_t second = words.next();
    out.op = uint16_t(bits(first, 18, 15));
    out.extra = bits(first, 25, 19);
    read_buffer_operands(first, second, out);
    if (!is_buffer_offset(out.src[3])) return nullptr;
    return mtbuf_table().find(out.op);
}

const OpRow* decode_mimg(uint32_t first, Words& words, unsigned, Inst& out) {
    const uint32_t second = words.next();
    const unsigned nsa_dwords = bits(first, 0, 0);
    out.op = uint16_t(bits(first, 25, 18));
    out.extra = bits(first, 11, 8) | bits(first, 4, 2) << 8 | nsa_dwords << 16;
    flag(out, first, 0, kMemNsa);
    flag(out, first, 7, kMemUnorm);
    flag(out, first, 12, kMemSlc);
    flag(out, first, 13, kMemDlc);
    flag(out, first, 14, kMemGlc);
    flag(out, first, 15, kMemR128);
    flag(out, first, 16, kMemA16);
    flag(out, first, 17, kMemD16);
    out.src[0] = vgpr(bits(second, 7, 0));
    out.src[1] = out.dst = vgpr(bits(second, 15, 8));
    out.src[2] = uint16_t(bits(second, 20, 16) * 4);
    flag(out, second, 21, kMemTfe);
    flag(out, second, 22, kMemLwe);
    out.src[3] = uint16_t(bits(second, 30, 26) * 4);
    if (nsa_dwords) {
        const uint32_t addresses = words.next();
        for (unsigned i = 0; i < 4; ++i)
            out.nsa[i] = uint8_t(addresses >> (8 * i));
    }
    return mimg_table().find(out.op);
}

const OpRow* decode_exp(uint32_t first, Words& words, unsigned, Inst& out) {
    const uint32_t second = words.next();
    out.extra = bits(first, 9, 0) | bits(first, 11, 11) << 10 | bits(first, 13, 13) << 11;
    for (unsigned i = 0; i < 4; ++i)
        out.src[i] = vgpr(bits(second, 8 * i + 7, 8 * i));
    return exp_table().find(0);
}

const OpRow* decode_ldsdir(uint32_t first, Words&, unsigned, Inst& out) {
    out.op = uint16_t(bits(first, 21, 20));
    out.imm = int32_t(bits(first, 19, 16));
    out.extra = bits(first, 9, 8) | bits(first, 15, 10) << 2;
    out.dst = vgpr(bits(first, 7, 0));
    return ldsdir_table().find(out.op);
}

} // namespace wb::sim::decode_detail
