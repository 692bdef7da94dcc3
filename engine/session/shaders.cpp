// SPDX-License-Identifier: MIT
#include "engine/session/shaders.h"

#include "engine/disassembly/disassembler.h"

#include <algorithm>
#include <fmt/format.h>

namespace wb::engine {

std::string Shader::title() const {
    if (!info.name.empty()) return info.name;
    if (module && !module->files().empty()) {
        const std::string& file = module->files().front().name;
        return fmt::format("{} ({})", file.substr(file.rfind('/') + 1), info.entry_point);
    }
    return fmt::format("shader {} ({})", info.shader, info.entry_point);
}

std::string_view Shader::file_of(const Slot& slot) const {
    return record && slot.file != kNoId ? std::string_view(record->files[slot.file]) : std::string_view();
}

std::string_view Shader::source_line(std::string_view file, uint32_t line) const {
    if (!module || line == 0) return {};
    const SourceFile* source = module->file(file);
    return source && line <= source->lines.size() ? source->lines[line - 1] : std::string_view();
}

Shader& Shaders::add(uint32_t device, const protocol::ShaderInfo& info) {
    auto& entry = shaders_[info.shader];
    if (!entry) entry = std::make_unique<Shader>();
    entry->device = device;
    entry->info = info;
    return *entry;
}

void Shaders::remove(uint64_t shader) {
    // A wave may still be stopped in it: the symbols stay, only the shader is marked as gone.
    if (Shader* entry = find(shader)) entry->info.alive = false;
}

/// A shader without line information gets its SPIR-V's disassembly as source: "shader7.spvasm".
static void use_disassembly(Shader& shader) {
    const SpirvText spirv = spirv_text(shader.module->words());
    if (spirv.text.empty()) return;
    const uint32_t file = uint32_t(shader.record->files.size());
    const std::string name = fmt::format("shader{}.spvasm", shader.info.shader);
    shader.record->files.push_back(name);
    for (Slot& slot : shader.record->slots) {
        const auto it = std::ranges::lower_bound(spirv.offsets, slot.spirv_offset);
        if (slot.is_entry() || it == spirv.offsets.end() || *it != slot.spirv_offset) continue;
        slot.file = file;
        slot.line = uint32_t(it - spirv.offsets.begin()) + 1;
    }
    shader.module->add_file(name, spirv.text);
    shader.is_spirv_text = true;
}

bool Shaders::load(Shader& shader, const std::atomic<bool>* interrupt) {
    if (shader.loaded) return shader.module && shader.record;
    shader.loaded = true;
    if (!shader.info.has_spirv) {
        shader.why = shader.info.no_spirv_reason.empty() ? "the program gave the driver no SPIR-V for it"
                                                         : shader.info.no_spirv_reason;
        return false;
    }
    auto words = agent_.spirv(shader.device, shader.info.shader);
    if (!words) {
        shader.why = words.error().message;
        return false;
    }
    auto module = Module::parse(*words);
    if (!module) {
        shader.why = module.error().message;
        return false;
    }
    shader.module = std::move(*module);
    auto raw = agent_.record(shader.device, shader.info.shader, interrupt);
    if (!raw) {
        shader.loaded = raw.error().code != -EINTR;
        shader.why = raw.error().message;
        return false;
    }
    auto record = DebugRecord::from(*raw);
    if (!record) {
        shader.why = record.error().message;
        return false;
    }
    shader.record = std::make_unique<DebugRecord>(std::move(*record));
    const bool has_lines = std::ranges::any_of(
        shader.record->slots, [](const Slot& slot) { return slot.file != kNoId && slot.line; });
    if (!has_lines) use_disassembly(shader);
    return true;
}

Shader* Shaders::at_pc(uint64_t pc) {
    for (auto& [id, shader] : shaders_)
        if (shader->record && pc - shader->record->code_va <= shader->record->code_size) return shader.get();
    return nullptr;
}

Shader* Shaders::find(uint64_t shader) {
    const auto it = shaders_.find(shader);
    return it == shaders_.end() ? nullptr : it->second.get();
}

} // namespace wb::engine
