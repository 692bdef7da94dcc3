// SPDX-License-Identifier: MIT
// The decoded form of one gfx11 instruction, and the tables that give each opcode its name and handler.
#pragma once

#include <cstdint>
#include <span>

namespace wb::sim {

struct Wave;
struct Inst;

/// Executes one instruction. `wave.pc` is already past it. Reports through Wave::events; never throws or
/// allocates.
using ExecFn = void (*)(Wave& wave, const Inst& inst);

/// The encodings of hardware.md 6.3, one decoder file each.
enum class Encoding : uint8_t {
    SOP1,
    SOP2,
    SOPK,
    SOPC,
    SOPP,
    SMEM,
    VOP1,
    VOP2,
    VOPC,
    VOP3,
    VOP3P,
    VINTERP,
    VOPD,
    DS,
    FLAT,
    GLOBAL,
    SCRATCH,
    MUBUF,
    MTBUF,
    MIMG,
    EXP,
    LDSDIR,
    Unknown,
};

/// How the second source modifier word applies: none, or one of the DPP forms (VOP1/2/C and VOP3).
enum class LaneControl : uint8_t { None, Dpp16, Dpp8 };

/// One decoded instruction, one cache line. Register operands are operand codes (registers.h): 0..127 scalar
/// registers and NULL/M0/EXEC, 128.. constants as encoded, 255 literal, 256.. VGPRs. Destinations that were
/// NULL are kSgprSink. Vector destinations and the VGPR-only fields of memory encodings are stored as 256 + n
/// too.
struct alignas(64) Inst {
    ExecFn exec = nullptr;
    uint16_t src[4] = {}; ///< VALU/SALU sources in order. VOPD: X src0, X vsrc1, Y src0, Y vsrc1.
    uint16_t dst = 0;     ///< Destination register code. VOPD: X destination.
    uint16_t dst2 = 0;    ///< Second destination: VOP3SD/VOPC-as-VOP3 sdst, VOPD's Y destination.
    uint32_t literal =
        0; ///< The literal dword (src code 255); also VOP2 fmaak/fmamk K and SOPK's 32-bit literal.
    int32_t imm =
        0; ///< SOPP/SOPK simm16 sign-extended; memory offset sign-extended; DS offset0 | offset1 << 8.
    uint16_t op = 0; ///< Opcode within its encoding. VOPD: X opcode (Y opcode in op_y).
    uint8_t op_y = 0;
    Encoding encoding = Encoding::Unknown;
    uint8_t dwords = 1; ///< Length, literal and DPP word included: 1..3.
    // VALU modifiers.
    uint8_t neg = 0, abs = 0; ///< Bit i applies to src[i]. VOP3P: neg = neg_lo, abs = neg_hi.
    uint8_t opsel = 0; ///< Bits 0..2 sources, bit 3 destination. True16 VOP1/2/C high halves come here too.
                       ///< VOP3P: op_sel.
    uint8_t opsel_hi = 0; ///< VOP3P op_sel_hi.
    uint8_t omod = 0;     ///< 0 none, 1 *2, 2 *4, 3 /2.
    uint8_t clamp = 0;
    LaneControl lane_control = LaneControl::None;
    // DPP16: control [8:0], bank mask [12:9], row mask [16:13], bound_ctrl 17, fetch inactive 18. DPP8: eight
    // 3-bit selectors [23:0], fetch inactive 24. The DPP source register itself is in src[0].
    uint32_t dpp = 0;
    // Memory encodings: src[0] = address VGPR, src[1] = data VGPR, src[2] = scalar base / resource (saddr,
    // sbase, srsrc), src[3] = soffset or second data VGPR (DS data1, MIMG ssamp). dst = destination VGPR or
    // SGPR.
    uint32_t mem_flags = 0; ///< MemFlag bits.
    uint32_t extra = 0;  ///< Encoding's own: MTBUF format, MIMG dmask | dim << 8 | nsa dwords << 16, EXP and
                         ///< LDSDIR: decode.h.
    uint8_t nsa[4] = {}; ///< MIMG NSA: VGPR numbers of address components 1..4.
    /// One more than the highest VGPR that an operand of a vector ALU instruction takes; 0 for the other
    /// encodings, whose handlers check their operands. CodeCache::fetch compares it with the wave's VGPRs.
    uint16_t vgpr_end = kUndecoded;
    /// More than any wave has, so that one comparison also finds what is not decoded yet.
    static constexpr uint16_t kUndecoded = 0xffff;
};
static_assert(sizeof(Inst) == 64);

enum MemFlag : uint32_t {
    kMemGlc = 1u << 0,
    kMemSlc = 1u << 1,
    kMemDlc = 1u << 2,
    kMemOffen = 1u << 3,
    kMemIdxen = 1u << 4,
    kMemTfe = 1u << 5,
    kMemGds = 1u << 6,
    kMemSve = 1u << 7 /* scratch: VGPR address present */,
    kMemR128 = 1u << 8,
    kMemA16 = 1u << 9,
    kMemD16 = 1u << 10,
    kMemLwe = 1u << 11,
    kMemUnorm = 1u << 12,
    kMemNsa = 1u << 13,
    kMemSaddr = 1u << 14 /* SGPR base present */,
};

/// One row of an encoding's table. `exec` null: known to exist, not modelled (the wave stops loudly with the
/// name).
struct OpRow {
    uint16_t op;
    const char* name; ///< LLVM's gfx11 mnemonic without encoding suffix: "v_add_f32", "global_load_b32".
    ExecFn exec;
};

/// An encoding's opcodes. Rows are sorted by opcode. Defined by the file of that encoding (sop1.cpp, …).
struct OpTable {
    Encoding encoding;
    std::span<const OpRow> rows;
    /// The row of `op`, or null: no such opcode on gfx11, an illegal instruction.
    const OpRow* find(unsigned op) const {
        unsigned low = 0, high = unsigned(rows.size());
        while (low < high) {
            const unsigned middle = (low + high) / 2;
            if (rows[middle].op < op)
                low = middle + 1;
            else
                high = middle;
        }
        return low < rows.size() && rows[low].op == op ? &rows[low] : nullptr;
    }
};

const OpTable& sop1_table();
const OpTable& sop2_table();
const OpTable& sopk_table();
const OpTable& sopc_table();
const OpTable& sopp_table();
const OpTable& smem_table();
const OpTable& vop1_table();
const OpTable& vop2_table();
const OpTable& vopc_table();
const OpTable&
vop3_table(); ///< VOP3-only opcodes and the VOP1/VOP2/VOPC ones in VOP3 form (opcode as encoded in VOP3).
const OpTable& vop3p_table();
const OpTable& vinterp_table();
const OpTable& vopd_x_table(); ///< VOPD's X half; Y half opcodes use vopd_y_table.
const OpTable& vopd_y_table();
const OpTable& ds_table();
const OpTable& flat_table();
const OpTable& global_table();
const OpTable& scratch_table();
const OpTable& mubuf_table();
const OpTable& mtbuf_table();
const OpTable& mimg_table();
const OpTable& exp_table();
const OpTable& ldsdir_table();

} // namespace wb::sim
