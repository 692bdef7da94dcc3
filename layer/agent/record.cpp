// SPDX-License-Identifier: MIT
#include "layer/agent/record.h"

#include <algorithm>
#include <span>

namespace wb::layer {

static std::array<uint32_t, 10> numbers(const wb_slot& s) {
    return {s.code_offset, s.file,  s.line,  s.column,         s.spirv_offset,
            s.scope_id,    s.frame, s.flags, s.first_location, s.location_count};
}
static std::array<uint32_t, 6> numbers(const wb_frame& f) {
    return {f.function_id, f.parent, f.call_file, f.call_line, f.call_column, f.call_spirv_offset};
}
static std::array<uint32_t, 4> numbers(const wb_variable& v) {
    return {v.spirv_id, v.kind, v.frame, v.builtin};
}
static std::array<uint64_t, 10> numbers(const wb_location& l) {
    return {l.variable, l.leaf, l.kind, l.bit_size, l.byte, l.lane, l.flags, l.reg, l.layout, l.constant};
}
static std::array<uint32_t, 6> numbers(const wb_layout& l) {
    return {l.kind, l.offset, l.count, l.stride, l.first_child, l.bit_size};
}

template <class Item, class Out>
static void convert(const Item* items, uint32_t count, Out& out) {
    out.reserve(count);
    for (const Item& item : std::span(items, count))
        out.push_back(numbers(item));
}

protocol::Record to_protocol(const wb_debug_record& record) {
    protocol::Record out;
    out.shader = record.shader_id;
    out.code_va = record.code_va;
    out.wave_size = record.wave_size;
    out.code_size = record.code_size;
    out.sgprs = record.sgprs;
    out.vgprs = record.vgprs;
    out.lds_size = record.lds_size;
    out.scratch_bytes_per_lane = record.scratch_bytes_per_lane;
    out.command_sgpr = record.command_sgpr;
    out.push_constant_sgpr = record.push_constant_sgpr;
    out.grid_size_sgpr = record.grid_size_sgpr;
    std::copy_n(record.workgroup_id_sgpr, 3, out.workgroup_id_sgpr.begin());
    std::copy_n(record.workgroup_size, 3, out.workgroup_size.begin());
    out.descriptor_set_sgpr.assign(std::begin(record.descriptor_set_sgpr),
                                   std::end(record.descriptor_set_sgpr));
    for (uint32_t i = 0; i < record.file_count; ++i)
        out.files.emplace_back(record.files[i] ? record.files[i] : "");
    convert(record.slots, record.slot_count, out.slots);
    convert(record.frames, record.frame_count, out.frames);
    convert(record.variables, record.variable_count, out.variables);
    convert(record.locations, record.location_count, out.locations);
    convert(record.layouts, record.layout_count, out.layouts);
    return out;
}

} // namespace wb::layer
