// SPDX-License-Identifier: MIT
// Source and Disassembly.
#include "overlay/model/collect.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <set>

namespace wb::overlay {

using engine::Shader;
using engine::Slot;
using engine::WaveView;

static std::shared_ptr<const Lines> split(std::string_view text) {
    auto out = std::make_shared<Lines>();
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        out->emplace_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

/// A shader's file that is not in its SPIR-V may be where the name says.
static std::shared_ptr<const Lines> from_disk(const std::string& file) {
    std::error_code ignored;
    std::ifstream in(file);
    if (!in || !std::filesystem::is_regular_file(file, ignored)) return nullptr;
    return split(std::string((std::istreambuf_iterator<char>(in)), {}));
}

static std::shared_ptr<const Lines> lines_of(Collector& from, const Shader& shader, const std::string& file) {
    auto& kept = from.texts[shader.info.shader].files[file];
    if (kept) return kept;
    if (const engine::SourceFile* source = shader.module->file(file); source && !source->lines.empty()) {
        auto lines = std::make_shared<Lines>();
        for (std::string_view line : source->lines)
            lines->emplace_back(line);
        kept = lines;
    } else {
        kept = from_disk(file);
    }
    return kept;
}

static void list_files(Collector& from, Source& out) {
    for (const auto& [id, shader] : from.session.shaders().all()) {
        if (!shader->module) continue;
        std::set<std::string> seen;
        for (const engine::SourceFile& file : shader->module->files())
            if (seen.insert(file.name).second) out.files.push_back({id, file.name, shader->title()});
        if (shader->record)
            for (const std::string& file : shader->record->files)
                if (seen.insert(file).second) out.files.push_back({id, file, shader->title()});
    }
}

/// The file of the selected frame, else the one before or the first.
static void follow_focus(Collector& from, Source& out) {
    Overview focus;
    collect_focus(from.session, focus);
    if (focus.frame < focus.frames.size()) {
        out.shader = from.session.focus_wave()->shader()->info.shader;
        out.file = focus.frames[focus.frame].file;
    } else if (!out.files.empty()) {
        out.shader = out.files.front().shader;
        out.file = out.files.front().file;
    }
}

static void mark_lines(Collector& from, const Shader* shader, Source& out) {
    for (const auto& [id, breakpoint] : from.session.breakpoints()) {
        if (!breakpoint.function.empty() || base_name(breakpoint.file) != base_name(out.file)) continue;
        uint32_t line = breakpoint.line;
        for (const auto& place : breakpoint.places)
            if (place.shader == out.shader) line = place.line;
        out.breakpoints[line] = breakpoint.enabled ? int(id) : -int(id);
    }
    for (WaveView* view : from.session.stopped_waves())
        if (const Slot* slot = view->statement();
            slot && base_name(view->shader()->file_of(*slot)) == base_name(out.file))
            out.waves[slot->line].push_back(from.session.short_name(view->info().wave));
    Overview focus;
    collect_focus(from.session, focus);
    if (focus.frame < focus.frames.size() && focus.frames[focus.frame].file == out.file) {
        out.focus_line = focus.frames[focus.frame].line;
        out.focus_frame = focus.frame > 0;
    }
    if (!shader || !shader->record) return;
    std::set<uint32_t> statements;
    for (const Slot& slot : shader->record->slots)
        if (slot.is_statement() && shader->file_of(slot) == out.file) statements.insert(slot.line);
    out.statements.assign(statements.begin(), statements.end());
}

static void add_spirv(Collector& from, const Shader& shader, Source& out) {
    ShaderTexts& texts = from.texts[shader.info.shader];
    if (!texts.spirv) {
        engine::SpirvText text = engine::spirv_text(shader.module->words());
        texts.spirv = split(text.text);
        texts.spirv_offsets = std::move(text.offsets);
    }
    out.spirv = texts.spirv;
    WaveView* view = from.session.focus_wave();
    const Slot* slot = view && view->shader() == &shader ? view->statement() : nullptr;
    if (!slot) return;
    const auto it = std::ranges::lower_bound(texts.spirv_offsets, slot->spirv_offset);
    if (it != texts.spirv_offsets.end()) out.spirv_line = uint32_t(it - texts.spirv_offsets.begin()) + 1;
}

Collected<Source> collect_source(Collector& from) {
    auto out = std::make_shared<Source>();
    list_files(from, *out);
    out->shader = from.wants.source_shader;
    out->file = from.wants.source_file;
    if (out->file.empty()) follow_focus(from, *out);
    Shader* shader = from.session.shaders().find(out->shader);
    if (shader && shader->module && !out->file.empty())
        out->lines = lines_of(from, *shader, out->file);
    else if (!out->file.empty())
        out->lines = from_disk(out->file);
    if (out->file.empty())
        out->problem = from.session.shaders().all().empty() ? "The program has not made a shader yet."
                                                            : "No shader has been looked at yet.";
    else if (!out->lines)
        out->problem = "The program carries no source of " + out->file + "; compile its shaders with -g.";
    mark_lines(from, shader, *out);
    if (from.wants.spirv && shader && shader->module) add_spirv(from, *shader, *out);
    return out;
}

Collected<Disassembly> collect_disassembly(Collector& from) {
    auto out = std::make_shared<Disassembly>();
    WaveView* view = from.session.focus_wave();
    const Shader* shader = view ? view->shader() : nullptr;
    if (!shader || !shader->record) {
        out->problem = view ? "The wave is in code that the driver did not describe." : "No wave is stopped.";
        return out;
    }
    out->shader = shader->title();
    out->pc = view->info().pc;
    ShaderTexts& texts = from.texts[shader->info.shader];
    const engine::DebugRecord& record = *shader->record;
    if (!texts.instructions) {
        auto rows = std::make_shared<std::vector<InstructionRow>>();
        for (const engine::DisassembledLine& line :
             engine::disassemble(record.code, record.wave_size, 0, record.code.size())) {
            InstructionRow row{line.offset, record.code_va + line.offset, line.text, "", false};
            if (const Slot* slot = record.slot_at(line.offset)) {
                row.slot = true;
                if (slot->line)
                    row.place = fmt::format("{}:{}", base_name(shader->file_of(*slot)), slot->line);
            }
            rows->push_back(std::move(row));
        }
        texts.instructions = std::move(rows);
    }
    out->rows = texts.instructions;
    for (WaveView* each : from.session.stopped_waves())
        ++out->waves[each->info().pc];
    return out;
}

} // namespace wb::overlay
