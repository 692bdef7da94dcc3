// SPDX-License-Identifier: MIT
#include "tests/sim/isa/check_code.h"

#include "sim/isa/decode.h"
#include "tests/sim/isa/llvm_disassembler.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace wb::test {

namespace {

/// LLVM 19 has no register class for two things that ACO uses and the encoding allows: SGPR tuples that end
/// in VCC (s[104:107]), and high halves of VGPRs in VOP1 and VOP2 (the disassembler knows them with a feature
/// that changes other mnemonics). The same instruction with other registers is one that it does know; length
/// and mnemonic are not the registers' business.
std::array<uint32_t, 3> with_plain_registers(std::span<const uint32_t> words) {
    std::array<uint32_t, 3> out{};
    std::ranges::copy(words.first(std::min(words.size(), out.size())), out.begin());
    uint32_t& word = out[0];
    const bool smem = word >> 26 == 0x3d, vop1_or_vop2 = word >> 31 == 0 && word >> 25 != 0x3e;
    const bool buffer = word >> 26 == 0x38 || word >> 26 == 0x3a;
    if (smem) {
        constexpr uint32_t kData = 0x7f << 6, kBase = 0x3f; // SDATA; SBASE, in pairs
        if ((word & kData) >> 6 >= 96) word &= ~kData;
        if ((word & kBase) * 2 >= 96) word &= ~kBase;
    } else if (buffer) {
        constexpr uint32_t kResource = 0x1f << 16; // SRSRC, in fours
        if ((out[1] & kResource) >> 16 >= 24) out[1] &= ~kResource;
    } else if (vop1_or_vop2) {
        const bool source_is_vgpr = word >> 8 & 1, vop1 = word >> 25 == 0x3f;
        word &= ~(1u << 24); // VDST
        if (source_is_vgpr) word &= ~(1u << 7);
        if (!vop1) word &= ~(1u << 16); // VSRC1
    }
    return out;
}

std::optional<Disassembled> disassemble(const LlvmDisassembler& llvm, std::span<const uint32_t> words) {
    if (auto known = llvm.disassemble(words)) return known;
    return llvm.disassemble(with_plain_registers(words));
}

} // namespace

std::vector<std::string> check_code(std::span<const uint32_t> code, unsigned lanes) {
    const LlvmDisassembler llvm(lanes);
    std::vector<std::string> differences;
    for (size_t at = 0; at < code.size();) {
        sim::Inst inst;
        const sim::DecodeResult ours = sim::decode(code.subspan(at), lanes, inst);
        const auto theirs = disassemble(llvm, code.subspan(at));
        const bool legal =
            ours.status == sim::DecodeStatus::Ok || ours.status == sim::DecodeStatus::NotModelled;
        const std::string name = legal ? sim::mnemonic(inst) : "illegal";
        if (name == "s_code_end" && theirs && theirs->mnemonic == name) break;
        if (!legal || !theirs || theirs->dwords != inst.dwords || theirs->mnemonic != name) {
            char place[64];
            std::snprintf(place, sizeof(place), "+%#zx %08x: ", at * 4, code[at]);
            differences.push_back(
                place + name + " (" + std::to_string(inst.dwords) + "), LLVM says " +
                (theirs ? theirs->text + " (" + std::to_string(theirs->dwords) + ")" : "illegal"));
        }
        if (!legal && !theirs) break;
        at += theirs ? theirs->dwords : inst.dwords;
    }
    return differences;
}

} // namespace wb::test
