// SPDX-License-Identifier: MIT
#include "tests/sim/isa/llvm_disassembler.h"

#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>

#include <stdexcept>
#include <string_view>
#include <vector>

namespace wb::test {

namespace {

/// The mnemonic of one printed instruction, without LLVM's encoding suffixes.
std::string strip_mnemonic(std::string_view text) {
    const size_t begin = text.find_first_not_of(" \t");
    if (begin == text.npos) return {};
    text = text.substr(begin);
    text = text.substr(0, text.find_first_of(" \t"));
    for (const std::string_view suffix : {"_e64_dpp", "_dpp", "_e64", "_e32"})
        if (text.ends_with(suffix)) return std::string(text.substr(0, text.size() - suffix.size()));
    return std::string(text);
}

} // namespace

void initialize_llvm() {
    static const bool once = [] {
        LLVMInitializeAMDGPUTargetInfo();
        LLVMInitializeAMDGPUTargetMC();
        LLVMInitializeAMDGPUAsmParser();
        LLVMInitializeAMDGPUDisassembler();
        return true;
    }();
    (void)once;
}

const char* llvm_features(unsigned lanes) {
    return lanes == 64 ? "-wavefrontsize32,+wavefrontsize64" : "+wavefrontsize32,-wavefrontsize64";
}

LlvmDisassembler::LlvmDisassembler(unsigned lanes) {
    initialize_llvm();
    context_ =
        LLVMCreateDisasmCPUFeatures("amdgcn", "gfx1100", llvm_features(lanes), nullptr, 0, nullptr, nullptr);
    if (!context_) throw std::runtime_error("LLVM has no gfx1100 disassembler");
}

LlvmDisassembler::~LlvmDisassembler() {
    LLVMDisasmDispose(context_);
}

std::optional<Disassembled> LlvmDisassembler::disassemble(std::span<const uint32_t> words) const {
    char text[512];
    // LLVM takes a writable pointer but does not write through it.
    auto* bytes = reinterpret_cast<uint8_t*>(const_cast<uint32_t*>(words.data()));
    const size_t length = LLVMDisasmInstruction(context_, bytes, words.size_bytes(), 0, text, sizeof(text));
    if (length == 0) return std::nullopt;
    Disassembled result{unsigned(length / 4), text, {}};
    const size_t pair = result.text.find("::");
    result.mnemonic = strip_mnemonic(result.text);
    if (pair != std::string::npos)
        result.mnemonic += " :: " + strip_mnemonic(std::string_view(result.text).substr(pair + 2));
    return result;
}

} // namespace wb::test
