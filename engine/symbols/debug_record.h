// SPDX-License-Identifier: MIT
// The debug record of a variant (wavebreak_record.h), as the engine uses it: checked once, then indexed by
// slot.
#pragma once

#include "common/result.h"
#include "engine/symbols/module.h"
#include "protocol/messages.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace wb::engine {

/// Kinds as numbered in wavebreak_record.h.
enum class LocationKind : uint8_t {
    Undefined,
    Constant,
    Sgpr,
    Vgpr,
    LaneMask,
    SpillLane,
    SpillScratch,
    Scratch,
    Lds,
    Unavailable,
};
enum class RecordVariableKind : uint8_t { Local, Parameter, Private, Shared, Input, Output, Builtin };

struct Location {
    uint32_t variable = 0, leaf = 0;
    LocationKind kind = LocationKind::Undefined;
    uint8_t bit_size = 32, byte = 0, lane = 0;
    bool writable = false;
    uint32_t reg = 0, layout = kNoId;
    uint64_t constant = 0;
};

struct Slot {
    uint32_t code_offset = 0;
    uint32_t file = kNoId, line = 0, column = 0;
    uint32_t spirv_offset = 0, scope = 0, frame = 0, flags = 0;
    uint32_t first_location = 0, location_count = 0;
    bool is_entry() const { return flags & 0x1; }
    bool is_statement() const { return flags & 0x2; }
    /// Behind the last statement: the wave is about to end.
    bool is_exit() const { return flags & 0x10; }
};

struct Frame {
    uint32_t function = 0, parent = kNoId, call_file = kNoId, call_line = 0, call_column = 0;
};

struct RecordVariable {
    uint32_t spirv_id = 0;
    RecordVariableKind kind = RecordVariableKind::Local;
    uint32_t frame = kNoId, builtin = kNoId;
};

struct Layout {
    uint32_t kind = 0, offset = 0, count = 0, stride = 0, first_child = kNoId, bit_size = 0;
};

/// SpvBuiltIn numbers the engine asks for.
inline constexpr uint32_t kBuiltinNumWorkgroups = 24, kBuiltinWorkgroupSize = 25, kBuiltinWorkgroupId = 26,
                          kBuiltinLocalInvocationId = 27, kBuiltinGlobalInvocationId = 28,
                          kBuiltinLocalInvocationIndex = 29;

struct DebugRecord {
    uint64_t shader = 0, code_va = 0;
    uint32_t wave_size = 64, code_size = 0, sgprs = 0, vgprs = 0, lds_size = 0, scratch_bytes_per_lane = 0;
    std::array<uint32_t, 3> workgroup_size{};
    std::vector<std::string> files;
    std::vector<Slot> slots; ///< By code offset.
    std::vector<Frame> frames;
    std::vector<RecordVariable> variables;
    std::vector<Location> locations;
    std::vector<Layout> layouts;
    std::vector<uint32_t> code; ///< Slots unarmed.

    /// Checks every index, so that nothing later has to. Errors say which table is wrong.
    static Result<DebugRecord> from(const protocol::Record& record);

    std::span<const Location> locations_at(const Slot& slot) const {
        return std::span(locations).subspan(slot.first_location, slot.location_count);
    }
    /// The slot whose instruction is at code offset `offset`, or null.
    const Slot* slot_at(uint32_t offset) const;
    /// The last slot at or before `offset`: the statement that the code at `offset` belongs to. Null before
    /// the first.
    const Slot* slot_before(uint32_t offset) const;
    /// Frames from the innermost outwards.
    std::vector<uint32_t> stack(const Slot& slot) const;
};

} // namespace wb::engine
