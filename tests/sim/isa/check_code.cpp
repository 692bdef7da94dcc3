// SPDX-License-Identifier: MIT
#include "tests/sim/isa/check_code.h"

#include "sim/isa/decode.h"
#include "tests/sim/isa/llvm_disassembler.h"

#include <cstdio>

namespace wb::test {

std::vector<std::string> check_code(std::span<const uint32_t> code, unsigned lanes) {
    const LlvmDisassembler llvm(lanes);
    std::vector<std::string> differences;
    for (size_t at = 0; at < code.size();) {
        sim::Inst inst;
        const sim::DecodeResult ours = sim::decode(code.subspan(at), lanes, inst);
        const auto theirs = llvm.disassemble(code.subspan(at));
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
