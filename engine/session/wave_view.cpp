// SPDX-License-Identifier: MIT
#include "engine/session/wave_view.h"

#include <bit>
#include <fmt/format.h>

namespace wb::engine {

const protocol::Range* ObjectMap::find(uint64_t address) const {
    const protocol::Range* best = nullptr;
    const auto better = [](const protocol::Range& a, const protocol::Range& b) {
        if (a.name.empty() != b.name.empty()) return b.name.empty();
        return a.kind != b.kind ? a.kind < b.kind : a.size < b.size;
    };
    for (const protocol::Range& range : ranges_)
        if (address - range.va < range.size && (!best || better(range, *best))) best = &range;
    return best;
}

const protocol::Range* ObjectMap::named(std::string_view name) const {
    for (const protocol::Range& range : ranges_)
        if (range.name == name) return &range;
    return nullptr;
}

std::string ObjectMap::describe(uint64_t address) const {
    const protocol::Range* range = find(address);
    if (!range) return "";
    static constexpr const char* kKinds[] = {"object", "buffer", "image", "memory", "code", "internal"};
    const std::string name = range->name.empty()
                                 ? fmt::format("{} {}", kKinds[range->kind < 6 ? range->kind : 0], range->id)
                                 : range->name;
    return address == range->va ? name : fmt::format("{}+{}", name, address - range->va);
}

const Slot* WaveView::slot() const {
    if (!shader_ || !shader_->record) return nullptr;
    // The saved PC is behind the slot (mailbox.h, WB_REC_PC).
    const uint64_t offset = info_.pc - shader_->record->code_va;
    return offset >= 4 ? shader_->record->slot_at(uint32_t(offset - 4)) : nullptr;
}

const Slot* WaveView::statement() const {
    if (const Slot* at = slot()) return at;
    if (!shader_ || !shader_->record) return nullptr;
    const Slot* before = shader_->record->slot_before(uint32_t(info_.pc - shader_->record->code_va));
    // What is left behind the last statement belongs to it.
    while (before && before->is_exit() && before != shader_->record->slots.data())
        --before;
    return before;
}

Result<std::array<uint32_t, 3>> WaveView::local_id(unsigned of_lane) {
    if (!shader_ || !shader_->record) return fail("the wave runs no debug variant");
    const auto& size = shader_->record->workgroup_size;
    if (!size[0]) return fail("the shader has no workgroup");
    // Lanes are numbered along x first (hardware.md 4.4); the wave's first lane was noted at launch.
    if (info_.local == protocol::kNone)
        return fail("the wave was launched before its entry slot was armed: its ids are not known");
    const uint32_t x = info_.local & 0x3ff, y = (info_.local >> 10) & 0x3ff, z = (info_.local >> 20) & 0x3ff;
    const uint32_t flat = x + size[0] * (y + size[1] * z) + of_lane;
    return std::array<uint32_t, 3>{flat % size[0], flat / size[0] % size[1], flat / size[0] / size[1]};
}

/// Register of leaf `leaf` of the built-in variable at `slot`; null when it has none.
static const Location* builtin_at(const DebugRecord& record, const Slot& slot, uint32_t builtin,
                                  uint32_t leaf) {
    for (const Location& location : record.locations_at(slot))
        if (location.leaf == leaf && record.variables[location.variable].builtin == builtin &&
            (location.kind == LocationKind::Vgpr || location.kind == LocationKind::Sgpr ||
             location.kind == LocationKind::Constant))
            return &location;
    return nullptr;
}

std::optional<WaveView::KeptIds> WaveView::kept_ids(unsigned of_lane) {
    const Slot* slot = statement();
    if (!slot) return std::nullopt;
    const DebugRecord& record = *shader_->record;
    // Between two slots a value may be moved; where both have it in the same register it was not.
    const Slot* after = slot + 1;
    if (this->slot() || after == record.slots.data() + record.slots.size()) after = slot;
    const auto read = [&](uint32_t builtin, uint32_t leaf) -> std::optional<uint32_t> {
        const Location* at = builtin_at(record, *slot, builtin, leaf);
        const Location* then = builtin_at(record, *after, builtin, leaf);
        if (!at || !then || at->kind != then->kind || at->reg != then->reg || at->byte || then->byte ||
            at->constant != then->constant)
            return std::nullopt;
        if (at->kind == LocationKind::Constant) return uint32_t(at->constant);
        const auto word = at->kind == LocationKind::Vgpr ? vgpr(at->reg, of_lane) : sgpr(at->reg);
        return word ? std::optional(*word) : std::nullopt;
    };
    KeptIds ids;
    for (uint32_t leaf = 0; leaf < 3; ++leaf) {
        const auto group = read(kBuiltinWorkgroupId, leaf), local = read(kBuiltinLocalInvocationId, leaf);
        if (!group || !local) return std::nullopt;
        ids.group[leaf] = *group;
        ids.local[leaf] = *local;
    }
    return ids;
}

bool WaveView::identify() {
    if (!slot() || !info_.exec) return false;
    const auto& size = shader_->record->workgroup_size;
    const unsigned first = unsigned(std::countr_zero(info_.exec));
    const auto ids = kept_ids(first);
    if (!ids || !size[0] || !size[1] || !size[2]) return false;
    const uint32_t flat = ids->local[0] + size[0] * (ids->local[1] + size[1] * ids->local[2]);
    if (flat < first) return false;
    const uint32_t begin = flat - first;
    info_.group = ids->group;
    info_.local = begin % size[0] | begin / size[0] % size[1] << 10 | begin / size[0] / size[1] << 20;
    return true;
}

void WaveView::set_command(uint32_t command, uint64_t submission) {
    info_.command = command;
    info_.submission = submission;
}

Result<std::array<uint32_t, 3>> WaveView::global_id(unsigned of_lane) {
    if (info_.local == protocol::kNone && shader_ && shader_->record)
        if (const auto kept = kept_ids(of_lane)) {
            std::array<uint32_t, 3> id = kept->local;
            for (size_t i = 0; i < 3; ++i)
                id[i] += kept->group[i] * shader_->record->workgroup_size[i];
            return id;
        }
    auto id = local_id(of_lane);
    if (!id) return id;
    for (int i = 0; i < 3; ++i)
        (*id)[size_t(i)] += info_.group[size_t(i)] * shader_->record->workgroup_size[size_t(i)];
    return id;
}

Result<uint32_t> WaveView::sgpr(uint32_t number) {
    if (!sgprs_) {
        auto words = agent_.sgprs(info_.wave);
        if (!words) return std::unexpected(words.error());
        sgprs_ = std::move(*words);
    }
    if (number == 106) return uint32_t(info_.vcc);
    if (number == 107) return uint32_t(info_.vcc >> 32);
    if (number == 125) return info_.m0;
    if (number == 126) return uint32_t(info_.exec);
    if (number == 127) return uint32_t(info_.exec >> 32);
    if (number >= sgprs_->size()) return fail(fmt::format("there is no s{}", number));
    return (*sgprs_)[number];
}

Result<uint32_t> WaveView::vgpr(uint32_t number, unsigned of_lane) {
    if (number >= info_.vgprs)
        return fail(fmt::format("the wave has {} VGPRs: there is no v{}", info_.vgprs, number));
    if (of_lane >= info_.wave_size) return fail(fmt::format("the wave has {} lanes", info_.wave_size));
    if (!vgprs_) {
        auto words = agent_.vgprs(info_.wave, 0, info_.vgprs);
        if (!words) return std::unexpected(words.error());
        vgprs_ = std::move(*words);
    }
    const size_t at = size_t(number) * info_.wave_size + of_lane;
    if (at >= vgprs_->size()) return fail(fmt::format("the program did not send v{}", number));
    return (*vgprs_)[at];
}

Status WaveView::write_register(const char* kind, uint32_t index, unsigned of_lane, uint64_t value) {
    if (Status ok = agent_.set_register(info_.wave, kind, index, of_lane, value); !ok) return ok;
    const std::string_view k = kind;
    if (k == "sgpr" && sgprs_ && index < sgprs_->size()) (*sgprs_)[index] = uint32_t(value);
    if (k == "vgpr" && vgprs_) (*vgprs_)[size_t(index) * info_.wave_size + of_lane] = uint32_t(value);
    if (k == "vcc") info_.vcc = value;
    if (k == "exec") info_.exec = value;
    if (k == "m0") info_.m0 = uint32_t(value);
    if (k == "scc") info_.scc = uint32_t(value);
    return {};
}

uint64_t WaveView::scratch_address(uint64_t offset) const {
    // Dwords of the lanes are interleaved (sim/isa/scratch_layout.h).
    return info_.flat_scratch + offset / 4 * info_.wave_size * 4 + lane * 4 + offset % 4;
}

Result<std::vector<uint8_t>> WaveView::read(Space space, uint64_t address, uint64_t size) {
    switch (space) {
    case Space::Global:
        return agent_.read_memory(info_.device, address, size, info_.wave);
    case Space::Lds:
        if (address + size > info_.lds_size)
            return fail(
                fmt::format("LDS offset {} is outside the workgroup's {} bytes", address, info_.lds_size));
        return agent_.read_lds(info_.wave, uint32_t(address), uint32_t(size));
    case Space::Scratch: {
        std::vector<uint8_t> out;
        for (uint64_t at = address; at < address + size;) {
            const uint64_t piece = std::min(address + size, (at / 4 + 1) * 4) - at;
            auto bytes = agent_.read_memory(info_.device, scratch_address(at), piece, info_.wave);
            if (!bytes) return bytes;
            out.insert(out.end(), bytes->begin(), bytes->end());
            at += piece;
        }
        return out;
    }
    case Space::PushConstant: {
        auto info = command();
        if (!info) return std::unexpected(info.error());
        const auto& bytes = (*info)->push_constants;
        if (address + size > bytes.size())
            return fail(fmt::format("push constant bytes {} to {} were not set by the program ({} were)",
                                    address, address + size, bytes.size()));
        return std::vector<uint8_t>(bytes.begin() + long(address), bytes.begin() + long(address + size));
    }
    case Space::Descriptor:
        break;
    }
    return fail("a descriptor is not memory");
}

Status WaveView::write(Space space, uint64_t address, std::span<const uint8_t> data) {
    switch (space) {
    case Space::Global:
        return agent_.write_memory(info_.device, address, data, info_.wave);
    case Space::Lds:
        return agent_.write_lds(info_.wave, uint32_t(address), data);
    case Space::Scratch:
        for (size_t done = 0; done < data.size();) {
            const uint64_t at = address + done;
            const size_t piece = std::min<size_t>(data.size() - done, (at / 4 + 1) * 4 - at);
            if (Status ok = agent_.write_memory(info_.device, scratch_address(at), data.subspan(done, piece),
                                                info_.wave);
                !ok)
                return ok;
            done += piece;
        }
        return {};
    case Space::PushConstant:
        return fail("push constants belong to the recorded command and cannot be changed here");
    case Space::Descriptor:
        break;
    }
    return fail("a descriptor cannot be written");
}

Result<const protocol::CommandInfo*> WaveView::command() {
    if (!command_) {
        if (info_.command == protocol::kNone) return fail("which dispatch the wave belongs to is not known");
        auto info = agent_.command(info_.device, info_.command);
        if (!info) return std::unexpected(info.error());
        command_ = std::move(*info);
    }
    return &*command_;
}

Result<Access::Bound> WaveView::descriptor(const Variable& variable, uint32_t element) {
    if (info_.command == protocol::kNone)
        return fail("which dispatch the wave belongs to is not known, so its descriptors are not either");
    auto resource = agent_.resource(info_.device, info_.command, variable.set, variable.binding, element);
    if (!resource) return std::unexpected(resource.error());
    if (!resource->va)
        return fail(fmt::format("nothing is bound at set {}, binding {}", variable.set, variable.binding));
    return Bound{resource->va, resource->size};
}

Access::LayoutChild WaveView::layout_child(uint32_t node, uint64_t index) {
    if (!shader_ || !shader_->record || node >= shader_->record->layouts.size()) return {};
    const std::vector<Layout>& layouts = shader_->record->layouts;
    const Layout& layout = layouts[node];
    if (layout.first_child == kNoId || index >= layout.count) return {};
    constexpr uint32_t kStruct = 4;
    if (layout.kind == kStruct)
        return {layouts[layout.first_child + index].offset, uint32_t(layout.first_child + index)};
    return {index * layout.stride, layout.first_child};
}

} // namespace wb::engine
