// SPDX-License-Identifier: MIT
// LLVM's gfx1100 disassembler: the decoder's independent second opinion.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace wb::test {

/// Sets LLVM's AMDGPU target up; any number of times.
void initialize_llvm();
/// LLVM's feature string for a wave size of 32 or 64.
const char* llvm_features(unsigned lanes);

struct Disassembled {
    unsigned dwords;
    std::string text;     ///< As LLVM prints it.
    std::string mnemonic; ///< Without encoding suffix; VOPD: "x :: y".
};

class LlvmDisassembler {
public:
    explicit LlvmDisassembler(unsigned lanes);
    ~LlvmDisassembler();
    LlvmDisassembler(const LlvmDisassembler&) = delete;
    LlvmDisassembler& operator=(const LlvmDisassembler&) = delete;

    /// The instruction at words[0]; nothing when LLVM knows none.
    std::optional<Disassembled> disassemble(std::span<const uint32_t> words) const;

private:
    void* context_;
};

} // namespace wb::test
