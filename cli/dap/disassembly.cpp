// SPDX-License-Identifier: MIT
// disassemble: a variant's machine code, with the source lines of its slots.
#include "cli/dap/adapter.h"
#include "cli/dap/base64.h"
#include "engine/disassembly/disassembler.h"

#include <algorithm>
#include <fmt/format.h>

namespace wb::cli::dap_server {

static dap::DisassembledInstruction outside(uint64_t address) {
    dap::DisassembledInstruction out;
    out.address = fmt::format("0x{:x}", address);
    out.instruction = "(outside the shader)";
    return out;
}

static dap::DisassembledInstruction instruction(Adapter& adapter, const engine::Shader& shader,
                                                const engine::DisassembledLine& line) {
    const engine::DebugRecord& record = *shader.record;
    dap::DisassembledInstruction out;
    out.address = fmt::format("0x{:x}", record.code_va + line.offset);
    out.instruction = line.text;
    std::string words;
    for (uint32_t at = line.offset;
         at < line.offset + std::max(line.bytes, 4u) && at / 4 < record.code.size(); at += 4)
        words += fmt::format("{}{:08x}", words.empty() ? "" : " ", record.code[at / 4]);
    out.instructionBytes = words;
    if (const engine::Slot* slot = record.slot_at(line.offset);
        slot && slot->line && slot->file != engine::kNoId) {
        out.location = adapter.source_of(shader, record.files[slot->file]);
        out.line = adapter.line_out(slot->line);
        if (slot->column) out.column = adapter.column_out(slot->column);
    }
    if (line.offset == 0) out.symbol = shader.title();
    return out;
}

static Result<dap::DisassembleResponse> disassemble(Adapter& adapter,
                                                    const dap::DisassembleRequest& request) {
    constexpr int64_t kMost = 100000;
    auto address = parse_reference(request.memoryReference, request.offset.value(0));
    if (!address) return std::unexpected(address.error());
    const int64_t count = request.instructionCount, skip = request.instructionOffset.value(0);
    if (count < 0 || count > kMost || skip < -kMost || skip > kMost)
        return fail(fmt::format("at most {} instructions can be shown at once", kMost));
    engine::Shader* shader = adapter.session().shaders().at_pc(*address);
    if (!shader) return fail(fmt::format("no shader that is being debugged has code at 0x{:x}", *address));
    const engine::DebugRecord& record = *shader->record;
    const auto lines = engine::disassemble(record.code, record.wave_size, 0, SIZE_MAX);
    const uint32_t offset = uint32_t(*address - record.code_va);
    const auto at = std::ranges::lower_bound(lines, offset, {}, &engine::DisassembledLine::offset);
    const int64_t first = at - lines.begin() + skip, end = int64_t(lines.size());
    dap::DisassembleResponse response;
    for (int64_t i = first; i < first + count; ++i) {
        // The protocol wants exactly as many as asked for.
        if (i < 0)
            response.instructions.push_back(outside(record.code_va + uint64_t(i * 4)));
        else if (i >= end)
            response.instructions.push_back(
                outside(record.code_va + record.code_size + uint64_t(i - end) * 4));
        else
            response.instructions.push_back(instruction(adapter, *shader, lines[size_t(i)]));
    }
    return response;
}

void handle_disassembly(Adapter& adapter) {
    adapter.on<dap::DisassembleRequest>(
        [&](const dap::DisassembleRequest& request) { return disassemble(adapter, request); });
}

} // namespace wb::cli::dap_server
