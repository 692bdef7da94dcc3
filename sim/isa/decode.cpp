// SPDX-License-Identifier: MIT
#include "sim/isa/decode.h"

#include "sim/isa/decode_detail.h"
#include "sim/isa/valu_width.h"

#include <algorithm>

namespace wb::sim {

namespace {

using namespace decode_detail;

struct EncodingPattern {
    uint32_t mask, value; ///< The encoding matches when (first dword & mask) == value.
    Encoding encoding;
    DecodeEncoding decode;
};

/// Most specific first: the encodings share prefixes (hardware.md 6.3).
constexpr EncodingPattern kPatterns[] = {
    {0xff800000, 0xbe800000, Encoding::SOP1, decode_sop1},
    {0xff800000, 0xbf000000, Encoding::SOPC, decode_sopc},
    {0xff800000, 0xbf800000, Encoding::SOPP, decode_sopp},
    {0xf0000000, 0xb0000000, Encoding::SOPK, decode_sopk},
    {0xc0000000, 0x80000000, Encoding::SOP2, decode_sop2},
    {0xfe000000, 0x7e000000, Encoding::VOP1, decode_vop1},
    {0xfe000000, 0x7c000000, Encoding::VOPC, decode_vopc},
    {0x80000000, 0x00000000, Encoding::VOP2, decode_vop2},
    {0xfc000000, 0xd4000000, Encoding::VOP3, decode_vop3},
    {0xff000000, 0xcc000000, Encoding::VOP3P, decode_vop3p},
    {0xff000000, 0xcd000000, Encoding::VINTERP, decode_vinterp},
    {0xff000000, 0xce000000, Encoding::LDSDIR, decode_ldsdir},
    {0xfc000000, 0xc8000000, Encoding::VOPD, decode_vopd},
    {0xfc000000, 0xd8000000, Encoding::DS, decode_ds},
    {0xfc000000, 0xdc000000, Encoding::FLAT, decode_flat},
    {0xfc000000, 0xe0000000, Encoding::MUBUF, decode_mubuf},
    {0xfc000000, 0xe8000000, Encoding::MTBUF, decode_mtbuf},
    {0xfc000000, 0xf0000000, Encoding::MIMG, decode_mimg},
    {0xfc000000, 0xf4000000, Encoding::SMEM, decode_smem},
    {0xfc000000, 0xf8000000, Encoding::EXP, decode_exp},
};

/// Exec of an instruction that does not exist: the PC stays at it (hardware.md 1.3).
void raise_illegal(Wave& wave, const Inst& inst) {
    wave.pc -= inst.dwords * 4;
    wave.events |= kEventIllegal;
}

/// Exec of an instruction without a handler.
void raise_unmodelled(Wave& wave, const Inst& inst) {
    wave.pc -= inst.dwords * 4;
    wave.stop_unmodelled("instruction " + mnemonic(inst) + " is not modelled");
}

constexpr bool is_ttmp(unsigned code) {
    return code >= kTtmp0 && code < kNull;
}

bool is_memory(Encoding encoding) {
    return encoding >= Encoding::DS && encoding <= Encoding::MIMG;
}

bool names_ttmp(const Inst& inst) {
    if (inst.encoding == Encoding::SOPP) return false;
    if (is_ttmp(inst.dst) || is_ttmp(inst.dst2)) return true;
    for (const unsigned code : inst.src)
        if (is_ttmp(code)) return true;
    return false;
}

/// Inst::vgpr_end.
uint16_t vgpr_end(const Inst& inst, const OpRow& row, unsigned wave_lanes) {
    if (inst.encoding < Encoding::VOP1 || inst.encoding > Encoding::VOPD) return 0;
    const ValuWidth width = valu_width(row.name, wave_lanes);
    unsigned end = kVgpr0;
    const auto include = [&](unsigned code, unsigned count) {
        if (code >= kVgpr0) end = std::max(end, code + count);
    };
    for (unsigned i = 0; i < 3; ++i)
        include(inst.src[i], width.src[i]);
    include(inst.dst, width.dst);
    include(inst.src[3], 1); // VOPD's.
    include(inst.dst2, 1);
    return uint16_t(end - kVgpr0);
}

/// Exec of instructions that name a TTMP: reads give 0 and writes are dropped unless PRIV (hardware.md 1.3).
void execute_with_ttmp(Wave& wave, const Inst& inst) {
    const OpRow* row = table_of(inst.encoding)->find(inst.op);
    if (wave.privileged()) {
        row->exec(wave, inst);
        return;
    }
    if (is_memory(inst.encoding) || inst.encoding == Encoding::SMEM) {
        raise_unmodelled(wave, inst);
        return;
    }
    constexpr unsigned kConstantZero = 128;
    Inst user = inst;
    for (uint16_t& code : user.src)
        if (is_ttmp(code)) code = kConstantZero;
    if (is_ttmp(user.dst)) user.dst = kSgprSink;
    if (is_ttmp(user.dst2)) user.dst2 = kSgprSink;
    row->exec(wave, user);
}

} // namespace

DecodeResult decode(std::span<const uint32_t> words, unsigned wave_lanes, Inst& out) {
    out = Inst{};
    out.exec = raise_illegal;
    out.vgpr_end = 0;
    if (words.empty()) return {DecodeStatus::NeedMoreWords, nullptr};
    const uint32_t first = words[0];
    for (const EncodingPattern& pattern : kPatterns) {
        if ((first & pattern.mask) != pattern.value) continue;
        Words cursor{words, 1};
        out.encoding = pattern.encoding;
        const OpRow* row = pattern.decode(first, cursor, wave_lanes, out);
        if (!row) break;
        if (cursor.short_of_words) return {DecodeStatus::NeedMoreWords, nullptr};
        out.dwords = uint8_t(cursor.used);
        out.vgpr_end = vgpr_end(out, *row, wave_lanes);
        if (!row->exec) {
            out.exec = raise_unmodelled;
            return {DecodeStatus::NotModelled, row};
        }
        out.exec = names_ttmp(out) ? execute_with_ttmp : row->exec;
        return {DecodeStatus::Ok, row};
    }
    out = Inst{};
    out.exec = raise_illegal;
    out.vgpr_end = 0;
    return {DecodeStatus::Illegal, nullptr};
}

const OpTable* table_of(Encoding encoding) {
    switch (encoding) {
    case Encoding::SOP1:
        return &sop1_table();
    case Encoding::SOP2:
        return &sop2_table();
    case Encoding::SOPK:
        return &sopk_table();
    case Encoding::SOPC:
        return &sopc_table();
    case Encoding::SOPP:
        return &sopp_table();
    case Encoding::SMEM:
        return &smem_table();
    case Encoding::VOP1:
        return &vop1_table();
    case Encoding::VOP2:
        return &vop2_table();
    case Encoding::VOPC:
        return &vopc_table();
    case Encoding::VOP3:
        return &vop3_table();
    case Encoding::VOP3P:
        return &vop3p_table();
    case Encoding::VINTERP:
        return &vinterp_table();
    case Encoding::VOPD:
        return &vopd_x_table();
    case Encoding::DS:
        return &ds_table();
    case Encoding::FLAT:
        return &flat_table();
    case Encoding::GLOBAL:
        return &global_table();
    case Encoding::SCRATCH:
        return &scratch_table();
    case Encoding::MUBUF:
        return &mubuf_table();
    case Encoding::MTBUF:
        return &mtbuf_table();
    case Encoding::MIMG:
        return &mimg_table();
    case Encoding::EXP:
        return &exp_table();
    case Encoding::LDSDIR:
        return &ldsdir_table();
    case Encoding::Unknown:
        break;
    }
    return nullptr;
}

std::string mnemonic(const Inst& inst) {
    const OpTable* table = table_of(inst.encoding);
    const OpRow* row = table ? table->find(inst.op) : nullptr;
    if (!row) return "illegal";
    if (inst.encoding != Encoding::VOPD) return row->name;
    const OpRow* row_y = vopd_y_table().find(inst.op_y);
    return std::string(row->name) + " :: " + (row_y ? row_y->name : "illegal");
}

} // namespace wb::sim
