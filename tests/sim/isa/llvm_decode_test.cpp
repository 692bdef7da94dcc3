// SPDX-License-Identifier: MIT
// The decoder against LLVM's disassembler: every opcode of every table, and random words.
#include "sim/isa/decode.h"
#include "sim/isa/registers.h"
#include "tests/sim/isa/llvm_disassembler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <random>
#include <regex>
#include <set>
#include <string>

namespace wb::test {
namespace {

using sim::DecodeStatus;
using sim::Encoding;
using Words = std::array<uint32_t, 4>;

/// One encoding's fixed bits and where its opcode is.
struct Format {
    Encoding encoding;
    uint32_t prefix, prefix_mask;
    unsigned op_shift, op_width;
};
constexpr Format kFormats[] = {
    {Encoding::SOP1, 0xbe800000, 0xff800000, 8, 8},     {Encoding::SOPC, 0xbf000000, 0xff800000, 16, 7},
    {Encoding::SOPP, 0xbf800000, 0xff800000, 16, 7},    {Encoding::SOPK, 0xb0000000, 0xf0000000, 23, 5},
    {Encoding::SOP2, 0x80000000, 0xc0000000, 23, 7},    {Encoding::SMEM, 0xf4000000, 0xfc000000, 18, 8},
    {Encoding::VOP1, 0x7e000000, 0xfe000000, 9, 8},     {Encoding::VOPC, 0x7c000000, 0xfe000000, 17, 8},
    {Encoding::VOP2, 0x00000000, 0x80000000, 25, 6},    {Encoding::VOP3, 0xd4000000, 0xfc000000, 16, 10},
    {Encoding::VOP3P, 0xcc000000, 0xff800000, 16, 7},   {Encoding::VINTERP, 0xcd000000, 0xff800000, 16, 7},
    {Encoding::LDSDIR, 0xce000000, 0xffc00000, 20, 2},  {Encoding::VOPD, 0xc8000000, 0xfc000000, 22, 4},
    {Encoding::DS, 0xd8000000, 0xfc000000, 18, 8},      {Encoding::FLAT, 0xdc000000, 0xfe030000, 18, 7},
    {Encoding::SCRATCH, 0xdc010000, 0xfe030000, 18, 7}, {Encoding::GLOBAL, 0xdc020000, 0xfe030000, 18, 7},
    {Encoding::MUBUF, 0xe0000000, 0xfc000000, 18, 8},   {Encoding::MTBUF, 0xe8000000, 0xfc000000, 15, 4},
    {Encoding::MIMG, 0xf0000000, 0xfc000000, 18, 8},    {Encoding::EXP, 0xf8000000, 0xfc000000, 0, 0},
};

bool legal(DecodeStatus status) {
    return status == DecodeStatus::Ok || status == DecodeStatus::NotModelled;
}

std::string hex(const Words& words) {
    char text[64];
    std::snprintf(text, sizeof(text), "%08x %08x %08x", words[0], words[1], words[2]);
    return text;
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != text.npos;
}

/// Words that LLVM decodes though they are no instruction the ISA document allows.
bool only_llvm_accepts(const Disassembled& theirs, const Words& words) {
    const bool all_vgprs = (words[1] & words[1] >> 9 & words[1] >> 18 & 256) != 0;
    const bool buffer = contains(theirs.mnemonic, "buffer_") && !theirs.mnemonic.starts_with("s_");
    return contains(theirs.text, "src_pops_exiting_wave_id") || // 239: reserved on gfx11.
           contains(theirs.text, "src_lds_direct") ||           // 254: gone on gfx11, LDSDIR took its place.
           contains(theirs.text,
                    "Invalid ") || // LLVM prints, but calls the operand invalid: VINTERP's SGPRs,
                                   // a literal for v_readfirstlane, v128.. of 16-bit operands.
           (theirs.mnemonic.starts_with("v_interp") && !all_vgprs) ||
           theirs.mnemonic == "v_illegal" || // LLVM's name for the word 0, an opcode that does not exist.
           (buffer && theirs.dwords == 3);   // A literal SOFFSET.
}

/// Opcodes of the ISA document that LLVM 19's default gfx1100 does not decode.
const std::set<std::string> kUnknownToLlvm = {
    "v_swap_b16",              // only with its experimental real-true16 feature
    "v_dual_dot2acc_f32_bf16", // in the document and in Mesa
};

/// Random words for an opcode. The sparser the operand bits, the more LLVM accepts, as it wants fields that
/// an instruction does not use to be 0.
Words sample(std::mt19937& random, const Format& format, unsigned op, unsigned attempt) {
    Words words;
    const uint32_t op_mask = ((1u << format.op_width) - 1) << format.op_shift;
    for (unsigned i = 0; i < words.size(); ++i) {
        words[i] = random();
        if (attempt % 4 >= 1) words[i] &= random();
        if (attempt % 4 >= 2) words[i] &= random();
        if (attempt % 4 >= 3) words[i] &= random() & random();
    }
    const uint32_t fixed = format.prefix_mask | op_mask;
    words[0] = (words[0] & ~fixed) | format.prefix | op << format.op_shift;
    // What many encodings need to be accepted at all: VGPR sources, no scalar address, no third source.
    if (format.encoding >= Encoding::VOP1 && format.encoding <= Encoding::VOPC && attempt % 2)
        words[0] |= 256;
    if (format.encoding == Encoding::VOP3 && attempt % 8 >= 4) words[0] &= ~0xff00u;
    if (format.encoding == Encoding::VINTERP) words[1] |= 1u << 8 | 1u << 17 | 1u << 26;
    if (format.encoding == Encoding::VOP3P && attempt % 2) words[1] |= 1u << 8 | 1u << 17 | 1u << 26;
    if (format.encoding == Encoding::FLAT || attempt % 3 == 1)
        if (format.encoding >= Encoding::FLAT && format.encoding <= Encoding::SCRATCH)
            words[1] = (words[1] & ~0xff0000u) | sim::kNull << 16;
    if (format.encoding == Encoding::MIMG && attempt % 2) words[0] |= 0x80; // unorm, which loads need
    if (format.encoding == Encoding::MIMG && (op == 25 || op == 26))
        words[0] |= 0x8f80; // BVH: r128, all of dmask
    if (format.encoding == Encoding::SMEM) words[1] = (words[1] & 0x1fffff) | sim::kNull << 25;
    return words;
}

/// One more than the highest VGPR that LLVM's text names; 0 without one, or where LLVM prints other registers
/// than the words name.
unsigned printed_vgpr_end(const std::string& text) {
    if (contains(text, "Warning")) return 0;
    static const std::regex pattern(R"((?:^|[^a-z0-9_])v(?:\[[0-9]+:([0-9]+)\]|([0-9]+)))");
    unsigned end = 0;
    const std::string operands = text.substr(text.find_first_not_of(" \t"));
    for (auto match = std::sregex_iterator(operands.begin(), operands.end(), pattern);
         match != std::sregex_iterator(); ++match)
        end = std::max(end, unsigned(std::stoul((*match)[1].matched ? (*match)[1] : (*match)[2])) + 1);
    return end;
}
bool is_vector_alu(const sim::Inst& inst) {
    return inst.encoding >= Encoding::VOP1 && inst.encoding <= Encoding::VOPD &&
           inst.encoding != Encoding::VINTERP;
}

class LlvmDecode : public testing::TestWithParam<unsigned> {};

/// Both decoders' view of `words`; true when LLVM accepts and both agree on length and mnemonic.
bool agree(const LlvmDisassembler& llvm, const Words& words, unsigned lanes, const std::string& name) {
    const auto theirs = llvm.disassemble(words);
    if (!theirs || theirs->mnemonic != name || only_llvm_accepts(*theirs, words)) return false;
    sim::Inst inst;
    const auto ours = sim::decode(words, lanes, inst);
    EXPECT_TRUE(legal(ours.status)) << hex(words) << theirs->text;
    EXPECT_EQ(sim::mnemonic(inst), name) << hex(words);
    EXPECT_EQ(inst.dwords, theirs->dwords) << hex(words) << theirs->text;
    if (const unsigned end = printed_vgpr_end(theirs->text); is_vector_alu(inst) && end != 0) {
        EXPECT_EQ(inst.vgpr_end, end) << hex(words) << theirs->text;
    }
    return true;
}

TEST_P(LlvmDecode, EveryOpcodeOfEveryTable) {
    const unsigned lanes = GetParam();
    const LlvmDisassembler llvm(lanes);
    std::mt19937 random(1);
    for (const Format& format : kFormats) {
        if (format.encoding == Encoding::VOPD) continue; // Pairs: below.
        const sim::OpTable& table = *sim::table_of(format.encoding);
        EXPECT_EQ(table.encoding, format.encoding);
        EXPECT_TRUE(std::ranges::is_sorted(table.rows, std::ranges::less_equal{}, &sim::OpRow::op));
        for (const sim::OpRow& row : table.rows) {
            if (kUnknownToLlvm.contains(row.name)) continue;
            unsigned agreed = 0;
            for (unsigned attempt = 0; attempt < 20000 && agreed < 4; ++attempt)
                agreed += agree(llvm, sample(random, format, row.op, attempt), lanes, row.name);
            EXPECT_GT(agreed, 0u) << "LLVM accepts no sample of " << row.name;
        }
    }
}

TEST(LlvmDecodeVopd, EveryPair) {
    const LlvmDisassembler llvm(32);
    for (const sim::OpRow& x : sim::vopd_x_table().rows)
        for (const sim::OpRow& y : sim::vopd_y_table().rows) {
            if (kUnknownToLlvm.contains(x.name) || kUnknownToLlvm.contains(y.name)) continue;
            const bool move_x = std::string_view(x.name) == "v_dual_mov_b32";
            const bool move_y = std::string_view(y.name) == "v_dual_mov_b32";
            const Words words{0xc8000000u | unsigned(x.op) << 22 | unsigned(y.op) << 17 |
                                  (move_x ? 0u : 2u << 9) | 257,
                              (256u + 4) | (move_y ? 0u : 7u << 9) | 1u << 17 | 2u << 24, 0x3f800000, 0};
            const std::string name = std::string(x.name) + " :: " + y.name;
            EXPECT_TRUE(agree(llvm, words, 32, name)) << name;
            sim::Inst inst;
            EXPECT_EQ(sim::decode(words, 64, inst).status, DecodeStatus::Illegal) << "wave64 has no VOPD";
        }
}

/// The register operands of LLVM's text as operand codes: VGPRs, SGPRs and TTMPs; of ranges the first.
std::set<unsigned> printed_registers(const std::string& text) {
    static const std::regex pattern(R"((^|[^a-z0-9_])(v|s|ttmp)(\[([0-9]+):[0-9]+\]|([0-9]+)))");
    std::set<unsigned> codes;
    const std::string operands = text.substr(text.find_first_not_of(" \t"));
    for (auto match = std::sregex_iterator(operands.begin(), operands.end(), pattern);
         match != std::sregex_iterator(); ++match) {
        const unsigned number = unsigned(std::stoul((*match)[4].matched ? (*match)[4] : (*match)[5]));
        const std::string kind = (*match)[2];
        codes.insert(kind == "v" ? sim::kVgpr0 + number : kind == "ttmp" ? sim::kTtmp0 + number : number);
    }
    return codes;
}

std::set<unsigned> decoded_registers(const sim::Inst& inst) {
    std::set<unsigned> codes(std::begin(inst.src), std::end(inst.src));
    codes.insert({inst.dst, inst.dst2});
    if (inst.mem_flags & sim::kMemNsa)
        for (const uint8_t number : inst.nsa)
            codes.insert(sim::kVgpr0 + number);
    // What LLVM prints of v_swap and friends' tied operands is the destination too.
    return codes;
}

TEST_P(LlvmDecode, RandomWords) {
    const unsigned lanes = GetParam();
    const LlvmDisassembler llvm(lanes);
    std::mt19937 random(2);
    constexpr unsigned kSamples = 10000;
    for (const Format& format : kFormats) {
        unsigned both = 0;
        for (unsigned i = 0; i < kSamples; ++i) {
            Words words;
            for (uint32_t& word : words)
                word = i % 2 ? random() & random() : random();
            words[0] = (words[0] & ~format.prefix_mask) | format.prefix;
            const auto theirs = llvm.disassemble(words);
            if (theirs && only_llvm_accepts(*theirs, words)) continue;
            sim::Inst inst;
            const auto ours = sim::decode(words, lanes, inst);
            // LLVM refuses fields that an instruction does not use but that are not 0, and registers that do
            // not exist in that place; hardware ignores the former, the simulator follows it. That the opcode
            // itself exists is what EveryOpcodeOfEveryTable shows.
            if (!theirs) continue;
            ++both;
            ASSERT_TRUE(legal(ours.status)) << hex(words) << theirs->text;
            ASSERT_EQ(sim::mnemonic(inst), theirs->mnemonic) << hex(words) << theirs->text;
            ASSERT_EQ(inst.dwords, theirs->dwords) << hex(words) << theirs->text;
            if (contains(theirs->text, "Warning")) continue; // Misaligned registers print rounded down.
            const std::set<unsigned> decoded = decoded_registers(inst);
            for (const unsigned code : printed_registers(theirs->text))
                ASSERT_TRUE(decoded.contains(code))
                    << hex(words) << theirs->text << ": register code " << code << " was not decoded";
        }
        const bool expected = lanes == 32 || format.encoding != Encoding::VOPD;
        EXPECT_EQ(both != 0, expected) << "no sample of prefix " << format.prefix << " was legal";
    }
}

INSTANTIATE_TEST_SUITE_P(WaveSizes, LlvmDecode, testing::Values(32u, 64u));

TEST(Decode, NeedsAllItsWords) {
    const Words words{0xbe8000ff, 0x12345678, 0, 0}; // s_mov_b32 s0, literal
    sim::Inst inst;
    EXPECT_EQ(sim::decode(std::span(words).first(1), 64, inst).status, DecodeStatus::NeedMoreWords);
    EXPECT_EQ(sim::decode(std::span(words).first(2), 64, inst).status, DecodeStatus::Ok);
    EXPECT_EQ(inst.literal, 0x12345678u);
    EXPECT_EQ(sim::decode({}, 64, inst).status, DecodeStatus::NeedMoreWords);
}

} // namespace
} // namespace wb::test
