// SPDX-License-Identifier: MIT
#include "engine/session/names.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace wb::engine {

bool FrameNames::in_scope(const Variable& variable) const {
    const Slot* slot = view_.statement();
    if (!variable.scope || !slot || !slot->scope || slot->frame != frame_) return true;
    const Module& symbols = *view_.shader()->module;
    for (uint32_t scope = slot->scope, steps = 0; scope && steps < 1000; ++steps) {
        if (scope == variable.scope) return true;
        const Scope* entry = symbols.scope(scope);
        scope = entry ? entry->parent : 0;
    }
    return false;
}

/// Adds the variables of the frame's function that the module names and has nothing else of.
void FrameNames::add_removed(std::vector<Local>& locals) const {
    const Module& symbols = *view_.shader()->module;
    const Function* function = symbols.function(view_.shader()->record->frames.at(frame_).function);
    if (!function || !function->scope) return;
    const auto owner = [&](uint32_t scope) {
        for (unsigned steps = 0; scope && steps < 1000; ++steps) {
            const Scope* entry = symbols.scope(scope);
            if (!entry || entry->is_function) return scope;
            scope = entry->parent;
        }
        return scope;
    };
    for (const auto& [id, variable] : symbols.variables()) {
        if (!variable.debug_local || variable.declared || variable.temporary) continue;
        if (owner(variable.scope) != function->scope || !in_scope(variable)) continue;
        if (std::ranges::find(locals, &variable, &Local::variable) == locals.end())
            locals.push_back({variable.name, &variable, kNoId});
    }
}

std::vector<FrameNames::Local> FrameNames::locals() const {
    const DebugRecord& record = *view_.shader()->record;
    const Module& symbols = *view_.shader()->module;
    const Slot* slot = view_.statement();
    std::vector<Local> out;
    for (uint32_t i = 0; i < record.variables.size(); ++i) {
        const RecordVariable& entry = record.variables[i];
        if (entry.frame != frame_) continue;
        // The record lists of a calling frame what was in scope at the call.
        if (slot && slot->frame != frame_ && !is_listed(record, *slot, i)) continue;
        const Variable* variable = symbols.variable(entry.spirv_id);
        if (!variable || variable->temporary || !in_scope(*variable)) continue;
        out.push_back({variable->name, variable, i});
    }
    add_removed(out);
    std::ranges::stable_sort(out, [](const Local& a, const Local& b) {
        if (a.variable->parameter != b.variable->parameter) return a.variable->parameter;
        return a.variable->id < b.variable->id;
    });
    // Inner scopes hide outer ones of the same name.
    const auto depth = [&](const Local& local) {
        unsigned n = 0;
        for (uint32_t scope = local.variable->scope; scope && n < 1000; ++n) {
            const Scope* entry = symbols.scope(scope);
            scope = entry ? entry->parent : 0;
        }
        return n;
    };
    std::vector<Local> kept;
    for (Local& local : out) {
        const auto twin = std::ranges::find(kept, local.name, &Local::name);
        if (twin == kept.end()) {
            kept.push_back(std::move(local));
        } else if (local.variable->scope && twin->variable->scope) {
            if (depth(local) >= depth(*twin)) *twin = std::move(local);
        } else {
            local.name += fmt::format("%{}", local.variable->id);
            kept.push_back(std::move(local));
        }
    }
    return kept;
}

Value FrameNames::value_of(const Local& local) {
    const DebugRecord& record = *view_.shader()->record;
    const Slot* slot = view_.statement();
    Value value = locate(record, *slot, local.record_index, local.variable->type, view_, view_, lane_);
    if (local.variable->debug_local && !is_listed(record, *slot, local.record_index))
        value.why = "the module was optimised before the driver saw it, and has no value of it here";
    if (local.record_index == kNoId)
        value.why = "the module was optimised before the driver saw it, and nothing of this variable is left";
    for (Leaf& leaf : value.leaves)
        leaf.origin.described = local.variable->debug_local;
    return value;
}

Result<Value> FrameNames::variable(std::string_view name) {
    if (!view_.statement()) return fail("the wave is before its shader's first statement");
    const std::vector<Local> visible = locals();
    // Without scopes, of several with this name the one declared last that has a value is meant.
    const Local* found = nullptr;
    for (const Local& local : visible) {
        if (local.variable->name != name && local.name != name) continue;
        if (local.name == name && local.variable->name != name) return value_of(local);
        if (!found || has_value(*view_.shader()->record, *view_.statement(), local.record_index))
            found = &local;
    }
    if (found) return value_of(*found);
    auto global = module_variable(name);
    if (global || global.error().code == 0) return global;
    std::string known;
    for (size_t i = 0; i < visible.size() && i < 12; ++i)
        known += (i ? ", " : "") + visible[i].name;
    return fail(fmt::format("no variable '{}' is in scope here{}", name,
                            known.empty() ? "" : " (locals: " + known + ")"));
}

Value FrameNames::vector_of_ids(const std::array<uint32_t, 3>& ids) {
    Value value;
    value.type = module().vector_of(module().scalar(TypeKind::Int, 32, false), 3);
    for (uint32_t id : ids)
        value.leaves.push_back({id, Leaf::State::Ok, {}});
    return value;
}

Result<Value> FrameNames::builtin(const Variable& variable) {
    const DebugRecord& record = *view_.shader()->record;
    switch (variable.builtin) {
    case kBuiltinWorkgroupId:
        return vector_of_ids(view_.info().group);
    case kBuiltinWorkgroupSize:
        return vector_of_ids(record.workgroup_size);
    case kBuiltinLocalInvocationId:
    case kBuiltinGlobalInvocationId: {
        auto id =
            variable.builtin == kBuiltinLocalInvocationId ? view_.local_id(lane_) : view_.global_id(lane_);
        if (!id) return std::unexpected(id.error());
        return vector_of_ids(*id);
    }
    case kBuiltinLocalInvocationIndex: {
        auto id = view_.local_id(lane_);
        if (!id) return std::unexpected(id.error());
        const auto& size = record.workgroup_size;
        return scalar_value(module().scalar(TypeKind::Int, 32, false),
                            (*id)[0] + size[0] * ((*id)[1] + size[1] * (*id)[2]));
    }
    case kBuiltinNumWorkgroups: {
        auto command = view_.command();
        if (!command) return std::unexpected(command.error());
        if ((*command)->indirect_va)
            return fail("the group count of an indirect dispatch is in the buffer it was read from");
        return vector_of_ids((*command)->groups);
    }
    default:
        return fail(fmt::format("the built-in '{}' is not shown yet", variable.name));
    }
}

Result<Value> FrameNames::module_variable(std::string_view name) {
    const DebugRecord& record = *view_.shader()->record;
    const auto place_of = [&](const Variable& variable) -> Result<Value> {
        Value value;
        value.type = variable.type;
        value.in_memory = true;
        value.place.variable = &variable;
        if (variable.storage_class == 9) { // PushConstant
            value.place.space = Space::PushConstant;
            return value;
        }
        if (variable.set != kNoId) {
            value.place.space = Space::Descriptor;
            return value;
        }
        for (uint32_t i = 0; i < record.variables.size(); ++i)
            if (record.variables[i].spirv_id == variable.id)
                if (const Slot* slot = view_.statement(); slot && !record.locations_at(*slot).empty()) {
                    Value located = locate(record, *slot, i, variable.type, view_, view_, lane_);
                    bool known = located.in_memory;
                    for (const Leaf& leaf : located.leaves)
                        known |= leaf.state != Leaf::State::Unavailable;
                    if (known || variable.builtin == kNoId) return located;
                }
        if (variable.builtin != kNoId) return builtin(variable);
        return fail(
            fmt::format("'{}' is not available: the compiler does not follow this kind of variable", name));
    };
    const Module& symbols = module();
    for (const auto& [id, variable] : symbols.variables())
        if (!variable.function && variable.name == name) return place_of(variable);
    // Blocks without an instance name: their members are names of their own.
    for (const auto& [id, variable] : symbols.variables()) {
        if (variable.function || !variable.name.empty() || !variable.type ||
            variable.type->kind != TypeKind::Struct)
            continue;
        for (size_t i = 0; i < variable.type->members.size(); ++i)
            if (variable.type->members[i].name == name) {
                auto block = place_of(variable);
                return block ? child(view_, *block, i) : block;
            }
    }
    // The launch values exist in every compute shader, named or not.
    static constexpr std::pair<std::string_view, uint32_t> kBuiltins[] = {
        {"gl_WorkGroupID", kBuiltinWorkgroupId},
        {"gl_LocalInvocationID", kBuiltinLocalInvocationId},
        {"gl_GlobalInvocationID", kBuiltinGlobalInvocationId},
        {"gl_LocalInvocationIndex", kBuiltinLocalInvocationIndex},
        {"gl_NumWorkGroups", kBuiltinNumWorkgroups},
        {"gl_WorkGroupSize", kBuiltinWorkgroupSize},
    };
    for (const auto& [text, number] : kBuiltins)
        if (text == name) {
            Variable variable;
            variable.name = text;
            variable.builtin = number;
            return builtin(variable);
        }
    return fail("no such variable", -2);
}

Result<Value> FrameNames::register_value(std::string_view name) {
    if (history_)
        if (auto kept = history_->find(name)) return *kept;
    const Module& symbols = module();
    const Type* u32 = symbols.scalar(TypeKind::Int, 32, false);
    const Type* u64 = symbols.scalar(TypeKind::Int, 64, false);
    const auto number = [&](std::string_view digits) -> std::optional<uint32_t> {
        uint32_t n = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
        if (digits.empty() || error != std::errc() || end != digits.data() + digits.size())
            return std::nullopt;
        return n;
    };
    const auto scalar_register = [&](uint32_t code, Origin::Kind kind) -> Result<Value> {
        auto word = kind == Origin::Kind::Vgpr ? view_.vgpr(code, lane_) : view_.sgpr(code);
        if (!word) return std::unexpected(word.error());
        Value value = scalar_value(u32, *word);
        value.leaves[0].origin.kind = kind;
        value.leaves[0].origin.reg = code;
        value.leaves[0].origin.writable = true;
        return value;
    };
    const protocol::WaveInfo& info = view_.info();
    if (name == "exec") return scalar_value(info.wave_size == 64 ? u64 : u32, info.exec);
    if (name == "vcc") return scalar_value(info.wave_size == 64 ? u64 : u32, info.vcc);
    if (name == "pc") return scalar_value(u64, info.pc);
    if (name == "scc") return scalar_value(u32, info.scc);
    if (name == "m0") return scalar_value(u32, info.m0);
    if (name == "mode") return scalar_value(u32, info.mode);
    if (name == "status") return scalar_value(u32, info.status);
    if (name == "trapsts") return scalar_value(u32, info.trapsts);
    if (name == "lane") return scalar_value(u32, lane_);
    // The dispatch as `info dispatches` numbers it, so that a breakpoint can be for one of them.
    if (name == "command") return scalar_value(u32, info.command);
    if (name.starts_with('s'))
        if (auto n = number(name.substr(1)); n && *n < 106) return scalar_register(*n, Origin::Kind::Sgpr);
    if (name.starts_with('v'))
        if (auto n = number(name.substr(1))) return scalar_register(*n, Origin::Kind::Vgpr);
    return fail(fmt::format("there is no register ${} (s0 to s105, v0 to v{}, exec, vcc, scc, m0, pc, mode, "
                            "status, trapsts, lane, command; $1, $ and $$ are values printed before)",
                            name, info.vgprs ? info.vgprs - 1 : 0));
}

} // namespace wb::engine
