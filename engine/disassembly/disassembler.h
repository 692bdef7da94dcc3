// SPDX-License-Identifier: MIT
// Machine code and SPIR-V as text.
#pragma once

#include "engine/symbols/debug_record.h"

#include <string>

namespace wb::engine {

/// One machine instruction.
struct DisassembledLine {
    uint32_t offset = 0, bytes = 0; ///< bytes 0: LLVM does not know the words
    std::string text;
};

/// Disassembles `words` of gfx11 code, from byte offset `from`, at most `count` instructions. Uses LLVM; slow
/// (hardware.md 6.5) and for eyes only.
std::vector<DisassembledLine> disassemble(std::span<const uint32_t> words, uint32_t wave_size, uint32_t from,
                                          size_t count);

/// Instructions around `pc`, one a line, the one at `pc` marked with "=>"; slots are named by their source
/// line.
std::string disassemble_at(const DebugRecord& record, uint64_t pc, size_t count);

/// SPIR-V as text, one instruction a line, and for each line the word offset of its instruction. Empty when
/// SPIRV-Tools refuses it.
struct SpirvText {
    std::string text;
    std::vector<uint32_t> offsets;
};
SpirvText spirv_text(std::span<const uint32_t> words);

} // namespace wb::engine
