// SPDX-License-Identifier: MIT
// What the decoder's files share: the word cursor and the field-extraction functions, one per encoding.
#pragma once

#include "sim/isa/decode.h"
#include "sim/isa/operand.h"

namespace wb::sim::decode_detail {

/// Reads an instruction's words in order. Reading past the end gives 0 and sets `short_of_words`.
struct Words {
    std::span<const uint32_t> words;
    unsigned used = 0;
    bool short_of_words = false;

    uint32_t next() {
        if (used >= words.size()) {
            short_of_words = true;
            ++used;
            return 0;
        }
        return words[used++];
    }
};

/// Bits [high:low] of a word, as the ISA document writes them.
constexpr uint32_t bits(uint32_t word, unsigned high, unsigned low) {
    return (word >> low) & ((2u << (high - low)) - 1);
}
/// The low `width` bits of a word as a signed number.
constexpr int32_t sign_extend(uint32_t value, unsigned width) {
    return int32_t(value << (32 - width)) >> (32 - width);
}

/// A scalar destination field: NULL becomes the sink.
constexpr uint16_t scalar_dst(uint32_t code) {
    return uint16_t(code == kNull ? kSgprSink : code);
}
/// A VGPR field of 8 bits.
constexpr uint16_t vgpr(uint32_t number) {
    return uint16_t(kVgpr0 + number);
}
/// True for the codes a scalar source of SALU instructions may have.
bool is_scalar_source(unsigned code);
/// True for the codes a 9-bit VALU source may have (no DPP marker).
bool is_vector_source(unsigned code);

/// Each fills `out` from the words (the first one is the encoding's first dword, already read from `words`)
/// and returns the opcode's row, or null when there is no such instruction.
using DecodeEncoding = const OpRow* (*)(uint32_t first, Words& words, unsigned lanes, Inst& out);
const OpRow* decode_sop1(uint32_t first, Words& words, unsigned lanes, Inst& out);
const OpRow* decode_sop2(uint32_t first, Words& words, unsigned lanes, Inst& out);
const OpRow* decode_sopk(uint32_t first, Words& words, unsigned lanes, Inst& out);
const OpRow* decode_sopc(uint32_t first, Words& words, unsigned lanes, Inst& out);
const OpRow* decode_sopp(uint32_t first, Words& words, unsigned lanes, Inst& out);
const OpRow* decode_smem(uint32_t first, Words& words, unsigned lanes, Inst& out);
const OpRow* decode_vop1(uint32_t first, Words& words, unsigned lanes, Inst& out);
const OpRow* decode_vop2(uint32_t first, Words& words, unsigned lanes, Inst& out);
const OpRow* decode_vopc(uint32_t first, Words& words, unsigned lanes, Inst& out);
const OpRow* decode_vop3(uint32_t first, Words& words, unsigned lanes, Inst& out);
const OpRow* decode_vop3p(uint32_t first, Words& words, unsigned lanes, Inst& out);
const OpRow* decode_vinterp(uint32_t first, Words& words, unsigned lanes, Inst& out);
const OpRow* decode_vopd(uint32_t first, Words& words, unsigned lanes, Inst& out);
const OpRow* decode_ds(uint32_t first, Words& words, unsigned lanes, Inst& out);
const OpRow* decode_flat(uint32_t first, Words& words, unsigned lanes, Inst& out);
const OpRow* decode_mubuf(uint32_t first, Words& words, unsigned lanes, Inst& out);
const OpRow* decode_mtbuf(uint32_t first, Words& words, unsigned lanes, Inst& out);
const OpRow* decode_mimg(uint32_t first, Words& words, unsigned lanes, Inst& out);
const OpRow* decode_exp(uint32_t first, Words& words, unsigned lanes, Inst& out);
const OpRow* decode_ldsdir(uint32_t first, Words& words, unsigned lanes, Inst& out);

/// Reads the DPP word that follows when src0's field is one of the DPP codes: sets lane_control, dpp, src[0].
/// `modifiers`: the word's own neg/abs bits count (VOP1/2/C; VOP3 has its own).
void read_dpp(unsigned src0_code, Words& words, bool modifiers, Inst& out);
constexpr bool is_dpp_code(unsigned code) {
    return code == kCodeDpp16 || code == kCodeDpp8 || code == kCodeDpp8FetchInactive;
}

} // namespace wb::sim::decode_detail
