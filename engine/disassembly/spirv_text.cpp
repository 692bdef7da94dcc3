// SPDX-License-Identifier: MIT
#include "engine/disassembly/disassembler.h"

#include <algorithm>
#include <spirv-tools/libspirv.h>

namespace wb::engine {

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
        size_t lines = 1;
        for (size_t i = at + 1; i < at + count; ++i)
            for (unsigned byte = 0; byte < 4; ++byte)
                lines += ((words[i] >> (8 * byte)) & 0xff) == '\n' && (words[at] & 0xffff) <= 7;
        out.offsets.insert(out.offsets.end(), lines, uint32_t(at));
        at += count;
    }
    if (size_t(std::ranges::count(out.text, '\n')) != out.offsets.size()) return {};
    return out;
}

} // namespace wb::engine
