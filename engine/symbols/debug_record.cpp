// SPDX-License-Identifier: MIT
#include "engine/symbols/debug_record.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace wb::engine {

static Status check(bool ok, const char* table, size_t index) {
    if (ok) return {};
    return fail(
        fmt::format("the debug record is malformed: entry {} of {} points outside its tables", index, table));
}

Result<DebugRecord> DebugRecord::from(const protocol::Record& r) {
    DebugRecord out;
    out.shader = r.shader;
    out.code_va = r.code_va;
    out.wave_size = r.wave_size;
    out.code_size = r.code_size;
    out.sgprs = r.sgprs;
    out.vgprs = r.vgprs;
    out.lds_size = r.lds_size;
    out.scratch_bytes_per_lane = r.scratch_bytes_per_lane;
    out.workgroup_size = r.workgroup_size;
    out.files = r.files;
    if (r.wave_size != 32 && r.wave_size != 64)
        return fail(fmt::format("the debug record is malformed: wave size {}", r.wave_size));
    out.code.resize(r.code.size() / 4);
    std::memcpy(out.code.data(), r.code.data(), out.code.size() * 4);
    for (const auto& a : r.slots)
        out.slots.push_back({a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9]});
    for (const auto& a : r.frames)
        out.frames.push_back({a[0], a[1], a[2], a[3], a[4]});
    for (const auto& a : r.variables)
        out.variables.push_back({a[0], RecordVariableKind(std::min(a[1], 6u)), a[2], a[3]});
    for (const auto& a : r.locations)
        out.locations.push_back({uint32_t(a[0]), uint32_t(a[1]), LocationKind(std::min<uint64_t>(a[2], 9)),
                                 uint8_t(a[3]), uint8_t(a[4]), uint8_t(a[5]), (a[6] & 1) != 0, uint32_t(a[7]),
                                 uint32_t(a[8]), a[9]});
    for (const auto& a : r.layouts)
        out.layouts.push_back({a[0], a[1], a[2], a[3], a[4], a[5]});
    std::ranges::stable_sort(out.slots, {}, &Slot::code_offset);

    Status ok;
    for (size_t i = 0; i < out.slots.size() && ok; ++i) {
        const Slot& s = out.slots[i];
        ok = check((s.file == kNoId || s.file < out.files.size()) && s.frame < out.frames.size() &&
                       s.first_location <= out.locations.size() &&
                       s.location_count <= out.locations.size() - s.first_location,
                   "slots", i);
    }
    for (size_t i = 0; i < out.frames.size() && ok; ++i) {
        const Frame& f = out.frames[i];
        // A parent comes before its callees, so that walking up always ends.
        ok = check((f.parent == kNoId || f.parent < i) &&
                       (f.call_file == kNoId || f.call_file < out.files.size()),
                   "frames", i);
    }
    for (size_t i = 0; i < out.variables.size() && ok; ++i)
        ok = check(out.variables[i].frame == kNoId || out.variables[i].frame < out.frames.size(), "variables",
                   i);
    for (size_t i = 0; i < out.locations.size() && ok; ++i) {
        const Location& l = out.locations[i];
        ok = check(l.variable < out.variables.size() && (l.layout == kNoId || l.layout < out.layouts.size()),
                   "locations", i);
    }
    for (size_t i = 0; i < out.layouts.size() && ok; ++i) {
        const Layout& l = out.layouts[i];
        const uint32_t children = l.first_child == kNoId ? 0 : l.kind == 4 ? l.count : 1;
        ok = check(children == 0 || (l.first_child > i && l.first_child + children <= out.layouts.size()),
                   "layouts", i);
    }
    if (!ok) return std::unexpected(ok.error());
    return out;
}

const Slot* DebugRecord::slot_at(uint32_t offset) const {
    const auto it = std::ranges::lower_bound(slots, offset, {}, &Slot::code_offset);
    return it != slots.end() && it->code_offset == offset ? &*it : nullptr;
}

const Slot* DebugRecord::slot_before(uint32_t offset) const {
    auto it = std::ranges::upper_bound(slots, offset, {}, &Slot::code_offset);
    return it == slots.begin() ? nullptr : &*std::prev(it);
}

std::vector<uint32_t> DebugRecord::stack(const Slot& slot) const {
    std::vector<uint32_t> out;
    for (uint32_t frame = slot.frame; frame != kNoId; frame = frames[frame].parent)
        out.push_back(frame);
    return out;
}

} // namespace wb::engine
