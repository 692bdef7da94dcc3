// SPDX-License-Identifier: MIT
#include "engine/session/scopes.h"

#include <algorithm>

namespace wb::engine {

static constexpr uint32_t kInput = 1, kWorkgroup = 4, kPrivate = 6, kPushConstant = 9; // SpvStorageClass

static bool belongs(const Variable& variable, ScopeKind kind) {
    switch (kind) {
    case ScopeKind::Invocation:
        return variable.storage_class == kInput && variable.builtin == kNoId;
    case ScopeKind::PushConstants:
        return variable.storage_class == kPushConstant;
    case ScopeKind::Buffers:
        return variable.set != kNoId;
    case ScopeKind::Shared:
        return variable.storage_class == kWorkgroup || variable.storage_class == kPrivate;
    default:
        return false;
    }
}

static std::vector<ScopeVariable> frame_variables(bool parameters, FrameNames& names) {
    std::vector<ScopeVariable> out;
    for (const FrameNames::Local& local : names.locals()) {
        if (local.variable->parameter != parameters) continue;
        // Of two variables with one name the later is listed as "x%34", which is no expression.
        out.push_back({local.name, local.variable->type ? local.variable->type->name : "",
                       local.name == local.variable->name ? local.name : "", names.value_of(local)});
    }
    return out;
}

std::vector<ScopeVariable> scope_variables(ScopeKind kind, FrameNames& names) {
    if (kind == ScopeKind::Arguments || kind == ScopeKind::Locals)
        return frame_variables(kind == ScopeKind::Arguments, names);
    std::vector<ScopeVariable> out;
    const std::vector<FrameNames::Local> locals = names.locals();
    const auto add = [&](const std::string& name, const Type* type) {
        const bool hidden = std::ranges::find(locals, name, &FrameNames::Local::name) != locals.end();
        auto value = names.global(name);
        const Type* known = value && value->type ? value->type : type;
        out.push_back({name, known ? known->name : "", hidden ? "" : name, std::move(value)});
    };
    if (kind == ScopeKind::Invocation)
        for (const char* name : {"gl_GlobalInvocationID", "gl_LocalInvocationID", "gl_WorkGroupID",
                                 "gl_LocalInvocationIndex", "gl_NumWorkGroups", "gl_WorkGroupSize"})
            add(name, nullptr);
    for (const auto& [id, variable] : names.module().variables()) {
        if (variable.function || variable.temporary || !belongs(variable, kind)) continue;
        if (!variable.name.empty())
            add(variable.name, variable.type);
        else if (variable.type && variable.type->kind == TypeKind::Struct)
            for (const Member& member : variable.type->members)
                if (!member.name.empty()) add(member.name, member.type);
    }
    return out;
}

} // namespace wb::engine
