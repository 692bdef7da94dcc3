// SPDX-License-Identifier: MIT
#include "engine/session/breakpoints.h"

#include <algorithm>
#include <cerrno>
#include <fmt/format.h>
#include <map>
#include <set>

namespace wb::engine {

size_t Breakpoint::slot_count() const {
    size_t count = 0;
    for (const Place& place : places)
        count += place.offsets.size();
    return count;
}

bool Breakpoint::is_at(uint64_t shader, uint32_t offset) const {
    for (const Place& place : places)
        if (place.shader == shader && std::ranges::find(place.offsets, offset) != place.offsets.end())
            return true;
    return false;
}

Breakpoint at_entry_of(const protocol::CommandInfo& command) {
    Breakpoint out;
    out.function = Breakpoint::kAnyEntry;
    out.shader = command.shader;
    if (command.submissions > 1) out.command = command.command;
    return out;
}

std::string Breakpoint::where() const {
    if (function == kAnyEntry)
        return command  ? fmt::format("the entry of dispatch {}", *command)
               : shader ? fmt::format("the entry of shader {}", *shader)
                        : "the entry of any shader";
    if (!function.empty()) return "function " + function + (file.empty() ? "" : " of " + file);
    if (address) return fmt::format("{:#x}", *address);
    return fmt::format("{}:{}", file, places.empty() ? line : places[0].line);
}

/// The first name in `expr` that `module` has nothing of, "" = it has all.
static std::string unknown_name(const Expr& expr, const Module& module) {
    for (const ExprPtr* part : {&expr.left, &expr.right, &expr.third})
        if (*part)
            if (std::string name = unknown_name(**part, module); !name.empty()) return name;
    for (const ExprPtr& argument : expr.arguments)
        if (std::string name = unknown_name(*argument, module); !name.empty()) return name;
    if (expr.kind != Expr::Kind::Name || expr.text == "true" || expr.text == "false" ||
        expr.text.starts_with("gl_"))
        return "";
    for (const auto& [id, variable] : module.variables()) {
        if (variable.name == expr.text) return "";
        // A block without an instance name: its members are names of their own.
        if (variable.name.empty() && variable.type && variable.type->kind == TypeKind::Struct &&
            std::ranges::find(variable.type->members, expr.text, &Member::name) !=
                variable.type->members.end())
            return "";
    }
    return expr.text;
}

Status check_names(const Breakpoint& breakpoint, const Shader& shader) {
    if (!breakpoint.expr || !shader.module) return {};
    const std::string name = unknown_name(*breakpoint.expr, *shader.module);
    if (name.empty()) return {};
    return fail(fmt::format("the condition '{}': {} has no variable '{}'", breakpoint.condition,
                            shader.title(), name));
}

std::vector<const Slot*> stopping_slots(const DebugRecord& record, uint32_t file, uint32_t line) {
    std::vector<const Slot*> out;
    // The slot before, in code order, within the same frame.
    std::map<uint32_t, const Slot*> previous;
    for (const Slot& slot : record.slots) {
        const Slot*& before = previous[slot.frame];
        const bool wanted = slot.file == file && slot.line == line && !slot.is_entry();
        const bool continues = before && before->file == file && before->line == line && !before->is_entry();
        if (wanted && !continues) out.push_back(&slot);
        if (!slot.is_entry()) before = &slot;
    }
    return out;
}

/// The record's file that `name` means, or why none.
static Result<uint32_t> find_file(const Shader& shader, std::string_view name) {
    const std::vector<std::string>& files = shader.record->files;
    const FileChoice choice = choose_file(std::vector<std::string_view>(files.begin(), files.end()), name);
    if (choice.index) return uint32_t(*choice.index);
    if (!choice.ambiguous.empty())
        return fail(fmt::format("'{}' may be {}: give a folder too", name, choice.ambiguous));
    return fail(fmt::format("{} has no file '{}'", shader.title(), name), -ENOENT);
}

/// The first statement of every frame that `breakpoint.function` names.
static Result<Breakpoint::Place> resolve_function(const Breakpoint& breakpoint, const Shader& shader) {
    const DebugRecord& record = *shader.record;
    const bool entry = breakpoint.function == Breakpoint::kAnyEntry ||
                       (breakpoint.function == "compute" && shader.info.stage == protocol::kStageCompute);
    std::optional<uint32_t> file;
    if (!breakpoint.file.empty()) {
        const auto found = find_file(shader, breakpoint.file);
        if (!found) return std::unexpected(found.error());
        file = *found;
    }
    Breakpoint::Place place;
    place.shader = shader.info.shader;
    std::set<uint32_t> seen;
    for (const Slot& slot : record.slots) {
        if (slot.is_entry() || slot.is_exit() || slot.frame >= record.frames.size() || seen.count(slot.frame))
            continue;
        seen.insert(slot.frame);
        const Frame& frame = record.frames[slot.frame];
        const Function* function = shader.module->function(frame.function);
        const bool named = function && function->name == breakpoint.function;
        if ((!named && !(entry && frame.parent == kNoId)) || (file && slot.file != *file)) continue;
        place.offsets.push_back(slot.code_offset);
        if (place.line) continue;
        place.line = slot.line;
        place.file = shader.file_of(slot);
    }
    if (place.offsets.empty())
        return fail(fmt::format("{} has no function '{}'", shader.title(), breakpoint.function), -ENOENT);
    return place;
}

std::set<uint32_t> statement_lines(const Shader& shader, std::string_view file) {
    std::set<uint32_t> lines;
    const auto index = find_file(shader, file);
    for (const Slot& slot : shader.record->slots)
        if (index && slot.file == *index && !slot.is_entry() && !slot.is_exit() && slot.line)
            lines.insert(slot.line);
    return lines;
}

/// The statement that begins at `breakpoint.address`.
static Result<Breakpoint::Place> resolve_address(const Breakpoint& breakpoint, const Shader& shader) {
    constexpr uint32_t kSlotBytes = 4;
    const DebugRecord& record = *shader.record;
    const uint64_t offset = *breakpoint.address - record.code_va;
    if (offset >= record.code_size)
        return fail(fmt::format("{} has no code at {:#x}", shader.title(), *breakpoint.address), -ENOENT);
    const auto stops = [](const Slot* slot) { return slot && !slot->is_entry() && !slot->is_exit(); };
    const Slot* slot = record.slot_at(uint32_t(offset));
    if (!stops(slot)) slot = record.slot_at(uint32_t(offset) - kSlotBytes);
    if (stops(slot))
        return Breakpoint::Place{
            shader.info.shader, {slot->code_offset}, slot->line, std::string(shader.file_of(*slot))};
    std::string next = "none begins behind this address";
    for (const Slot& each : record.slots)
        if (stops(&each) && each.code_offset > offset) {
            next = fmt::format("the next one in the code begins at {:#x}", record.code_va + each.code_offset);
            break;
        }
    return fail("waves can stop only where a statement begins; " + next);
}

Result<Breakpoint::Place> resolve(const Breakpoint& breakpoint, const Shader& shader) {
    if (breakpoint.shader && *breakpoint.shader != shader.info.shader)
        return fail(fmt::format("it is not for {}", shader.title()), -ENOENT);
    if (breakpoint.address) return resolve_address(breakpoint, shader);
    if (!breakpoint.function.empty()) return resolve_function(breakpoint, shader);
    const DebugRecord& record = *shader.record;
    const auto found = find_file(shader, breakpoint.file);
    if (!found) return std::unexpected(found.error());
    const uint32_t file = *found;
    uint32_t line = kNoId, last_before = 0;
    for (const Slot& slot : record.slots) {
        if (slot.file != file || slot.is_entry() || slot.is_exit() || !slot.line) continue;
        if (slot.line >= breakpoint.line)
            line = std::min(line, slot.line);
        else
            last_before = std::max(last_before, slot.line);
    }
    if (line == kNoId)
        return fail(last_before
                        ? fmt::format("{} has no statement at or after line {}; the last one is on line {}",
                                      breakpoint.file, breakpoint.line, last_before)
                        : fmt::format("{} has no statement in {}", breakpoint.file, shader.title()));
    Breakpoint::Place place;
    place.shader = shader.info.shader;
    place.line = line;
    place.file = record.files[file];
    for (const Slot* slot : stopping_slots(record, file, line))
        place.offsets.push_back(slot->code_offset);
    return place;
}

} // namespace wb::engine
