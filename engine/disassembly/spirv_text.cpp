// SPDX-License-Identifier: MIT
#include "engine/disassembly/disassembler.h"

#include <algorithm>
#include <spirv-tools/libspirv.h>

namespace wb::engine {

/// Word of the literal string in an instruction of `opcode`, 0 = it has none that could have several lines.
static size_t string_word(uint32_t opcode) {
    switch (opcode) {
    case 2:   // OpSourceContinued
    case 4:   // OpSourceExtension
    case 10:  // OpExtension
    case 330: // OpModuleProcessed
        return 1;
    case 5:  // OpName
    case 7:  // OpString
    case 11: // OpExtInstImport
        return 2;
    case 6:  // OpMemberName
    case 15: // OpEntryPoint
        return 3;
    case 3: // OpSource
        return 4;
    default:
        return 0;
    }
}

/// How many lines the text of `instruction` has.
static size_t lines_of(std::span<const uint32_t> instruction) {
    const size_t first = string_word(instruction[0] & 0xffff);
    size_t lines = 1;
    for (size_t i = first; first && i < instruction.size(); ++i)
        for (unsigned byte = 0; byte < 4; ++byte) {
            const uint32_t c = instruction[i] >> (8 * byte) & 0xff;
            if (!c) return lines;
            lines += c == '\n';
        }
    return lines;
}

SpirvText spirv_text(std::span<const uint32_t> words) {
    SpirvText out;
    spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
    spv_text text = nullptr;
    spv_diagnostic diagnostic = nullptr;
    const uint32_t options = SPV_BINARY_TO_TEXT_OPTION_NO_HEADER | SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES |
                             SPV_BINARY_TO_TEXT_OPTION_INDENT;
    if (spvBinaryToText(context, words.data(), words.size(), options, &text, &diagnostic) == SPV_SUCCESS)
        out.text.assign(text->str, text->length);
    spvTextDestroy(text);
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
    if (out.text.empty()) return out;
    // Each instruction begins a line; one with a string of several lines has several, all of which belong to
    // it.
    for (size_t at = 5; at < words.size();) {
        const uint32_t count = words[at] >> 16;
        if (!count || count > words.size() - at) break;
        out.offsets.insert(out.offsets.end(), lines_of(words.subspan(at, count)), uint32_t(at));
        at += count;
    }
    if (size_t(std::ranges::count(out.text, '\n')) != out.offsets.size()) return {};
    return out;
}

} // namespace wb::engine
