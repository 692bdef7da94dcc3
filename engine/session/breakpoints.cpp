// SPDX-License-Identifier: MIT
#include "engine/session/breakpoints.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <set>

namespace wb::engine {

bool Breakpoint::is_at(uint64_t shader, uint32_t offset) const {
    for (const Place& place : places)
        if (place.shader == shader && std::ranges::find(place.offsets, offset) != place.offsets.end())
            return true;
    return false;
}

static std::string_view trim(std::string_view text) {
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
}

static bool take_word(std::string_view& text, std::string_view word) {
    if (!text.starts_with(word)) return false;
    if (text.size() > word.size() && text[word.size()] != ' ') return false;
    text = trim(text.substr(word.size()));
    return true;
}

/// "X,Y,Z" (Y and Z may be left out) at the start of `text`.
static Result<std::array<uint32_t, 3>> take_ids(std::string_view& text) {
    std::array<uint32_t, 3> ids{};
    const bool bracket = text.starts_with('(');
    if (bracket) text.remove_prefix(1);
    for (size_t i = 0; i < 3; ++i) {
        text = trim(text);
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ids[i]);
        if (error != std::errc()) return fail("an invocation is written X,Y,Z, as in: if invocation 37,5,0");
        text.remove_prefix(size_t(end - text.data()));
        text = trim(text);
        if (!text.starts_with(',')) break;
        text.remove_prefix(1);
    }
    if (bracket) {
        if (!text.starts_with(')')) return fail("')' is missing behind the invocation");
        text.remove_prefix(1);
    }
    text = trim(text);
    return ids;
}

Result<Breakpoint> parse_breakpoint(std::string_view text, std::string_view current_file) {
    Breakpoint out;
    text = trim(text);
    const size_t space = text.find(' ');
    std::string_view where = text.substr(0, space);
    std::string_view rest = space == std::string_view::npos ? "" : trim(text.substr(space));
    const size_t colon = where.rfind(':');
    out.file = colon == std::string_view::npos ? current_file : where.substr(0, colon);
    const std::string_view line = colon == std::string_view::npos ? where : where.substr(colon + 1);
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), out.line);
    if (error != std::errc() || end != line.data() + line.size() || out.line == 0 || out.file.empty())
        return fail("a breakpoint is written FILE:LINE, as in: break grass.comp:40 if invocation 37,5,0");
    if (rest.empty()) return out;
    if (!take_word(rest, "if"))
        return fail(fmt::format("'{}' does not fit here; a condition begins with 'if'", rest));
    if (Status ok = parse_breakpoint_condition(rest, out); !ok) return std::unexpected(ok.error());
    return out;
}

Status parse_breakpoint_condition(std::string_view text, Breakpoint& out) {
    std::string_view rest = trim(text);
    if (take_word(rest, "invocation")) {
        auto ids = take_ids(rest);
        if (!ids) return std::unexpected(ids.error());
        out.invocation = *ids;
        if (!rest.empty() && !take_word(rest, "and") && !take_word(rest, "&&") && !take_word(rest, "if"))
            return fail(fmt::format(
                "'{}' does not fit behind the invocation; a further condition begins with 'and'", rest));
    }
    if (rest.empty()) {
        if (!out.invocation) return fail("the condition behind 'if' is missing");
        return {};
    }
    auto expr = parse_expression(rest);
    if (!expr) return std::unexpected(expr.error());
    out.condition = rest;
    out.expr = std::move(*expr);
    return {};
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
    if (!function.empty()) return "function " + function;
    if (address) return fmt::format("{:#x}", *address);
    return fmt::format("{}:{}", file, places.empty() ? line : places[0].line);
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

static std::string_view base_name(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

/// Index of the record's file that `name` means, kNoId = none.
static uint32_t file_index(const DebugRecord& record, std::string_view name) {
    for (uint32_t i = 0; i < record.files.size(); ++i)
        if (record.files[i] == name) return i;
    for (uint32_t i = 0; i < record.files.size(); ++i)
        if (base_name(record.files[i]) == base_name(name)) return i;
    return kNoId;
}

/// The first statement of every frame that `breakpoint.function` names.
static Result<Breakpoint::Place> resolve_function(const Breakpoint& breakpoint, const Shader& shader) {
    const DebugRecord& record = *shader.record;
    const bool entry = breakpoint.function == Breakpoint::kAnyEntry ||
                       (breakpoint.function == "compute" && shader.info.stage == protocol::kStageCompute);
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
        if (!named && !(entry && frame.parent == kNoId)) continue;
        place.offsets.push_back(slot.code_offset);
        if (!place.line) place.line = slot.line;
    }
    if (place.offsets.empty())
        return fail(fmt::format("{} has no function '{}'", shader.title(), breakpoint.function), -ENOENT);
    return place;
}

std::set<uint32_t> statement_lines(const Shader& shader, std::string_view file) {
    std::set<uint32_t> lines;
    const uint32_t index = file_index(*shader.record, file);
    for (const Slot& slot : shader.record->slots)
        if (index != kNoId && slot.file == index && !slot.is_entry() && !slot.is_exit() && slot.line)
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
    if (stops(slot)) return Breakpoint::Place{shader.info.shader, {slot->code_offset}, slot->line};
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
    const uint32_t file = file_index(record, breakpoint.file);
    if (file == kNoId)
        return fail(fmt::format("{} has no file '{}'", shader.title(), breakpoint.file), -ENOENT);
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
    for (const Slot* slot : stopping_slots(record, file, line))
        place.offsets.push_back(slot->code_offset);
    return place;
}

} // namespace wb::engine
