// SPDX-License-Identifier: MIT
#include "layer/agent/command_log.h"

#include <algorithm>

namespace wb::layer {

protocol::CommandInfo to_protocol(const wb_command_info& info) {
    protocol::CommandInfo out;
    out.command = info.id;
    out.kind = info.kind;
    out.pipeline = info.pipeline_id;
    out.shader = info.shader_id;
    out.indirect_va = info.indirect_va;
    std::copy_n(info.groups, 3, out.groups.begin());
    out.variant_bound = info.variant_bound != 0;
    out.label = info.label ? info.label : "";
    if (info.push_constants)
        out.push_constants = protocol::Bytes(
            std::vector<uint8_t>(info.push_constants, info.push_constants + info.push_constant_size));
    for (uint32_t set = 0; set < 32 && info.set_mask >> set; ++set)
        out.sets.push_back(info.set_mask >> set & 1 ? info.set_va[set] : 0);
    return out;
}

protocol::CommandInfo& CommandLog::entry(uint32_t command) {
    auto [it, added] = commands_.try_emplace(command);
    it->second.command = command;
    // Ids grow, so the first is the oldest.
    if (added && commands_.size() > kKept && commands_.begin() != it) commands_.erase(commands_.begin());
    return it->second;
}

void CommandLog::recorded(protocol::CommandInfo info) {
    std::lock_guard guard(lock_);
    entry(info.command) = std::move(info);
}

void CommandLog::ran_normal(uint64_t submission, uint64_t shader, uint32_t dispatches) {
    std::lock_guard guard(lock_);
    normal_[submission][shader] += dispatches;
}

CommandLog::Normal CommandLog::submitted(uint64_t submission, const uint32_t* commands, uint32_t count) {
    std::lock_guard guard(lock_);
    Normal normal;
    if (auto told = normal_.extract(submission)) normal = std::move(told.mapped());
    for (uint32_t i = 0; i < count; ++i) {
        protocol::CommandInfo& command = entry(commands[i]);
        ++command.submissions;
        command.last_submission = submission;
        if (command.shader && !command.variant_bound) ++normal[command.shader];
    }
    if (pending_.size() >= kKept) pending_.pop_front();
    pending_.emplace_back(submission, std::vector<uint32_t>(commands, commands + count));
    return normal;
}

void CommandLog::completed(uint64_t submission) {
    std::lock_guard guard(lock_);
    std::erase_if(pending_, [&](const auto& entry) { return entry.first == submission; });
}

void CommandLog::clear() {
    std::lock_guard guard(lock_);
    commands_.clear();
    pending_.clear();
    normal_.clear();
}

std::vector<protocol::CommandInfo> CommandLog::newest(size_t count) const {
    std::lock_guard guard(lock_);
    std::vector<protocol::CommandInfo> out;
    const size_t skip = commands_.size() > count ? commands_.size() - count : 0;
    for (auto it = std::next(commands_.begin(), long(skip)); it != commands_.end(); ++it)
        out.push_back(it->second);
    return out;
}

std::optional<protocol::CommandInfo> CommandLog::find(uint32_t command) const {
    std::lock_guard guard(lock_);
    const auto it = commands_.find(command);
    if (it == commands_.end()) return std::nullopt;
    return it->second;
}

uint64_t CommandLog::submission_of(uint32_t command) const {
    std::lock_guard guard(lock_);
    for (const auto& [submission, commands] : pending_)
        if (std::ranges::find(commands, command) != commands.end()) return submission;
    const auto it = commands_.find(command);
    return it == commands_.end() ? 0 : it->second.last_submission;
}

void CodeMap::add(uint64_t shader, uint64_t va, uint64_t size) {
    std::lock_guard guard(lock_);
    by_va_[va] = {shader, size};
}

void CodeMap::remove(uint64_t shader) {
    std::lock_guard guard(lock_);
    std::erase_if(by_va_, [&](const auto& entry) { return entry.second.shader == shader; });
}

uint64_t CodeMap::find(uint64_t pc) const {
    std::lock_guard guard(lock_);
    auto it = by_va_.upper_bound(pc);
    if (it == by_va_.begin()) return 0;
    --it;
    return pc <= it->first + it->second.size ? it->second.shader : 0;
}

void DebuggedShaders::set_default(bool on) {
    std::lock_guard guard(lock_);
    default_ = on;
}

void DebuggedShaders::set(uint64_t shader, bool on) {
    std::lock_guard guard(lock_);
    if (on)
        shaders_.insert(shader);
    else
        shaders_.erase(shader);
}

bool DebuggedShaders::contains(uint64_t shader) const {
    std::lock_guard guard(lock_);
    return shaders_.contains(shader);
}

void DebuggedShaders::destroyed(uint64_t shader) {
    std::lock_guard guard(lock_);
    shaders_.erase(shader);
    destroyed_.push_back(shader);
}

std::vector<uint64_t> DebuggedShaders::take_destroyed() {
    std::lock_guard guard(lock_);
    return std::exchange(destroyed_, {});
}

bool DebuggedShaders::created(uint64_t shader) {
    std::lock_guard guard(lock_);
    if (default_) shaders_.insert(shader);
    return default_;
}

std::set<uint64_t> DebuggedShaders::take() {
    std::lock_guard guard(lock_);
    default_ = false;
    return std::exchange(shaders_, {});
}

} // namespace wb::layer
