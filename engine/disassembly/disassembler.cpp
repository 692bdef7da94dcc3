// SPDX-License-Identifier: MIT
#include "engine/disassembly/disassembler.h"

#include <fmt/format.h>
#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>
#include <memory>
#include <mutex>

namespace wb::engine {

using Context = std::unique_ptr<void, decltype(&LLVMDisasmDispose)>;

static Context make_context(uint32_t wave_size) {
    static std::once_flag once;
    std::call_once(once, [] {
        LLVMInitializeAMDGPUTargetInfo();
        LLVMInitializeAMDGPUTargetMC();
        LLVMInitializeAMDGPUDisassembler();
    });
    const char* features = wave_size == 32 ? "+wavefrontsize32" : "-wavefrontsize32,+wavefrontsize64";
    return {LLVMCreateDisasmCPUFeatures("amdgcn--", "gfx1100", features, nullptr, 0, nullptr, nullptr),
            &LLVMDisasmDispose};
}

std::vector<DisassembledLine> disassemble(std::span<const uint32_t> words, uint32_t wave_size, uint32_t from,
                                          size_t count) {
    std::vector<DisassembledLine> out;
    const Context context = make_context(wave_size);
    if (!context) return out;
    // LLVM takes the bytes as mutable but only reads them.
    auto* bytes = reinterpret_cast<uint8_t*>(const_cast<uint32_t*>(words.data()));
    for (uint32_t offset = from; offset + 4 <= words.size() * 4 && out.size() < count;) {
        char text[256] = {};
        const size_t size = LLVMDisasmInstruction(context.get(), bytes + offset, words.size() * 4 - offset,
                                                  offset, text, sizeof text);
        DisassembledLine line{offset, uint32_t(size), text};
        if (!size) line.text = fmt::format(".long 0x{:08x}", words[offset / 4]);
        const size_t first = line.text.find_first_not_of(" \t");
        if (first != std::string::npos) line.text.erase(0, first);
        out.push_back(std::move(line));
        offset += size ? uint32_t(size) : 4;
    }
    return out;
}

std::string disassemble_at(const DebugRecord& record, uint64_t pc, size_t count) {
    const uint32_t at = uint32_t(pc - record.code_va);
    // Instructions differ in length, so the ones before are found from the last slot on, which starts one.
    const Slot* before = record.slot_before(at >= 4 ? at - 4 : 0);
    const uint32_t from = count > 1 && before ? before->code_offset : at;
    std::string text;
    for (const DisassembledLine& line : disassemble(record.code, record.wave_size, from, count)) {
        const Slot* slot = record.slot_at(line.offset);
        text += fmt::format("{}{} 0x{:x} <+{}>:\t{}{}", text.empty() ? "" : "\n",
                            line.offset == at ? "=>" : "  ", record.code_va + line.offset, line.offset,
                            line.text, slot && slot->line ? fmt::format("\t; line {}", slot->line) : "");
    }
    return text;
}

} // namespace wb::engine
