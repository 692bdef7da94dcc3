// SPDX-License-Identifier: MIT
// Compares the simulator's decoder with LLVM's on real shader code.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace wb::test {

/// Walks `code` from its first word and describes every instruction where the two decoders differ in length
/// or mnemonic ("+0x10 bf800000: s_nop (1 dword), LLVM says ..."). Stops at the first word that both call
/// illegal, which is described too, and at s_code_end, the padding behind shaders.
std::vector<std::string> check_code(std::span<const uint32_t> code, unsigned lanes);

} // namespace wb::test
