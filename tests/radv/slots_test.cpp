// SPDX-License-Identifier: MIT
// Debug variants as RADV makes them: slots, lines, frames, variables and their places. Nothing runs; what the
// values are is tested where there is a device. Arguments: the folder of the compiled shaders, the folder of
// their sources.
#include "variant.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

namespace {

constexpr uint32_t s_nop_0 = 0xbf800000;

std::string binaries, sources;
std::unique_ptr<RadvDevice> device;

const char* const shader_names[] = {"calls", "control",  "aggregates", "types",
                                    "group", "pressure", "scalars",    "tracer"};

std::vector<uint32_t> shader(const std::string& name, const std::string& debug) {
    return read_words(binaries + "/" + name + "." + debug + ".spv");
}

std::set<uint32_t> lines(const wb_debug_record& record) {
    std::set<uint32_t> found;
    for (uint32_t i = 0; i < record.slot_count; i++) {
        if (record.slots[i].flags & WB_SLOT_STATEMENT) found.insert(record.slots[i].line);
    }
    return found;
}

std::vector<std::string> source_lines(const std::string& name) {
    std::ifstream file(sources + "/" + name + ".comp");
    std::vector<std::string> text{""};
    for (std::string line; std::getline(file, line);)
        text.push_back(line);
    return text;
}

/// The first line that contains `text`.
uint32_t line_of(const std::string& name, const std::string& text) {
    std::vector<std::string> all = source_lines(name);
    for (uint32_t i = 1; i < all.size(); i++) {
        if (all[i].find(text) != std::string::npos) return i;
    }
    return 0;
}

const wb_slot* slot_at(const wb_debug_record& record, uint32_t line) {
    for (uint32_t i = 0; i < record.slot_count; i++) {
        if (record.slots[i].line == line) return &record.slots[i];
    }
    return nullptr;
}

struct Case {
    std::string name, debug;
    uint32_t subgroup_size, flags;
};

std::string text_of(const Case& c) {
    const char* kind = c.flags & WB_VARIANT_READ_ONLY  ? "_readonly"
                       : c.flags & WB_VARIANT_PER_LANE ? "_perlane"
                                                       : "";
    return c.name + "_" + c.debug + "_wave" + std::to_string(c.subgroup_size) + kind;
}

std::map<std::string, std::unique_ptr<Variant>> compiled;

/// Each variant is compiled once for all tests.
const Variant& variant_of(const Case& c) {
    std::unique_ptr<Variant>& variant = compiled[text_of(c)];
    if (!variant)
        variant = std::make_unique<Variant>(*device, shader(c.name, c.debug), c.subgroup_size, c.flags);
    return *variant;
}

class EveryVariant : public testing::TestWithParam<Case> {
protected:
    const Variant& variant = variant_of(GetParam());
    const wb_debug_record& record = variant.record();
};

TEST_P(EveryVariant, SlotsAreNops) {
    for (uint32_t i = 0; i < record.slot_count; i++) {
        uint32_t offset = record.slots[i].code_offset;
        ASSERT_EQ(offset % 4, 0u);
        ASSERT_LT(offset / 4, variant.code().size());
        EXPECT_EQ(variant.code()[offset / 4], s_nop_0) << "slot " << i << " at " << offset;
    }
}

TEST_P(EveryVariant, SlotsAreInOrderAndApart) {
    for (uint32_t i = 1; i < record.slot_count; i++)
        EXPECT_LT(record.slots[i - 1].code_offset, record.slots[i].code_offset);
}

TEST_P(EveryVariant, FirstSlotIsTheEntry) {
    ASSERT_GT(record.slot_count, 0u);
    EXPECT_EQ(record.slots[0].code_offset, 0u);
    EXPECT_EQ(record.slots[0].flags, uint32_t{WB_SLOT_ENTRY});
}

TEST_P(EveryVariant, LastSlotIsTheExit) {
    for (uint32_t i = 0; i < record.slot_count; i++)
        EXPECT_EQ((record.slots[i].flags & WB_SLOT_EXIT) != 0, i + 1 == record.slot_count) << "slot " << i;
    const wb_slot& exit = record.slots[record.slot_count - 1];
    EXPECT_EQ(exit.location_count, 0u);
    // Only what ends the wave is behind it.
    constexpr uint32_t s_endpgm = 0xbfb00000;
    const auto code = variant.code().begin() + exit.code_offset / 4;
    EXPECT_LE(std::find(code, variant.code().end(), s_endpgm) - code, 4);
}

TEST_P(EveryVariant, KnowsItsSizes) {
    EXPECT_EQ(record.abi, uint32_t{WB_RECORD_ABI});
    EXPECT_EQ(record.wave_size, GetParam().subgroup_size);
    EXPECT_LE(record.code_size, variant.code().size() * 4);
    EXPECT_GT(record.workgroup_size[0], 0u);
}

TEST_P(EveryVariant, IndicesAreInside) {
    for (uint32_t i = 0; i < record.slot_count; i++) {
        const wb_slot& slot = record.slots[i];
        EXPECT_LT(slot.frame, record.frame_count);
        EXPECT_TRUE(slot.file == WB_NONE || slot.file < record.file_count);
        EXPECT_LE(slot.first_location + slot.location_count, record.location_count);
    }
    for (uint32_t i = 0; i < record.location_count; i++) {
        EXPECT_LT(record.locations[i].variable, record.variable_count);
        EXPECT_TRUE(record.locations[i].layout == WB_NONE ||
                    record.locations[i].layout < record.layout_count);
    }
    for (uint32_t i = 0; i < record.frame_count; i++)
        EXPECT_TRUE(i == 0 ? record.frames[i].parent == WB_NONE : record.frames[i].parent < i);
}

TEST_P(EveryVariant, RegistersAreAllocated) {
    for (uint32_t i = 0; i < record.location_count; i++) {
        const wb_location& location = record.locations[i];
        uint32_t registers = location.bit_size > 32 ? 2 : 1;
        if (location.kind == WB_LOC_VGPR) {
            EXPECT_LE(location.reg + registers, record.vgprs);
        }
        if (location.kind == WB_LOC_SPILL_LANE) {
            EXPECT_LT(location.reg, record.vgprs);
        }
        if (location.kind == WB_LOC_SPILL_SCRATCH) {
            EXPECT_LE(location.reg + 4 * registers, record.scratch_bytes_per_lane);
        }
        if (location.kind == WB_LOC_SCRATCH) {
            EXPECT_LT(location.reg, record.scratch_bytes_per_lane);
        }
        if (location.kind == WB_LOC_LDS) {
            EXPECT_LT(location.reg, record.lds_size);
        }
        EXPECT_NE(location.kind, uint8_t{WB_LOC_UNAVAILABLE});
    }
}

// At one slot, a register must not be claimed to hold two variables of which each can be written alone.
TEST_P(EveryVariant, WritableValuesHaveRegistersOfTheirOwn) {
    for (uint32_t i = 0; i < record.slot_count; i++) {
        const wb_slot& slot = record.slots[i];
        std::map<std::pair<uint32_t, uint32_t>, uint32_t> owner;
        for (uint32_t j = 0; j < slot.location_count; j++) {
            const wb_location& location = record.locations[slot.first_location + j];
            bool in_register = location.kind == WB_LOC_VGPR || location.kind == WB_LOC_SGPR ||
                               location.kind == WB_LOC_LANE_MASK;
            const wb_variable& variable = record.variables[location.variable];
            if (!in_register || !(location.flags & WB_LOC_WRITABLE) || variable.kind == WB_VAR_PARAMETER)
                continue;
            uint32_t space = location.kind == WB_LOC_VGPR ? 1 : 0;
            auto [place, is_new] =
                owner.insert({{space, location.reg * 4 + location.byte}, location.variable});
            EXPECT_TRUE(is_new || place->second == location.variable)
                << "slot " << i << ": ids " << record.variables[place->second].spirv_id << " and "
                << variable.spirv_id;
        }
    }
}

TEST_P(EveryVariant, KnowsTheInvocationEverywhere) {
    for (uint32_t i = 1; i < record.slot_count; i++) {
        const wb_slot& slot = record.slots[i];
        if (slot.flags & WB_SLOT_EXIT) continue;
        uint32_t leaves = 0;
        for (uint32_t j = 0; j < slot.location_count; j++) {
            const wb_location& location = record.locations[slot.first_location + j];
            bool builtin = record.variables[location.variable].kind == WB_VAR_BUILTIN;
            leaves += builtin && location.kind != WB_LOC_UNDEFINED;
        }
        EXPECT_EQ(leaves, 6u) << "slot " << i;
    }
}

TEST_P(EveryVariant, ReadOnlyMeansReadOnly) {
    if (!(GetParam().flags & WB_VARIANT_READ_ONLY)) return;
    for (uint32_t i = 0; i < record.location_count; i++) {
        if (record.locations[i].kind != WB_LOC_SCRATCH && record.locations[i].kind != WB_LOC_LDS) {
            EXPECT_EQ(record.locations[i].flags & WB_LOC_WRITABLE, 0);
        }
    }
}

std::vector<Case> all_cases() {
    std::vector<Case> cases;
    for (const char* name : shader_names)
        for (const char* debug : {"g", "gVS"})
            for (uint32_t size : {32u, 64u})
                for (uint32_t flags : {0u, uint32_t{WB_VARIANT_READ_ONLY}, uint32_t{WB_VARIANT_PER_LANE}})
                    cases.push_back({name, debug, size, flags});
    return cases;
}

INSTANTIATE_TEST_SUITE_P(Shaders, EveryVariant, testing::ValuesIn(all_cases()),
                         [](const auto& info) { return text_of(info.param); });

// With a value for each lane, no variable's value is in an SGPR.
TEST_P(EveryVariant, PerLaneMeansPerLane) {
    if (!(GetParam().flags & WB_VARIANT_PER_LANE)) return;
    for (uint32_t i = 0; i < record.location_count; i++) {
        if (record.locations[i].flags & WB_LOC_WRITABLE) {
            EXPECT_NE(record.locations[i].kind, uint8_t{WB_LOC_SGPR});
            EXPECT_NE(record.locations[i].kind, uint8_t{WB_LOC_SPILL_LANE});
        }
    }
}

class Lines : public testing::TestWithParam<const char*> {};

/// Lines of code as a person sees them: inside a function, doing something. Bare declarations, labels, braces
/// do nothing.
std::set<uint32_t> expected_lines(const std::string& name) {
    std::set<uint32_t> expected;
    std::vector<std::string> all = source_lines(name);
    bool in_function = false;
    for (uint32_t i = 1; i < all.size(); i++) {
        const std::string& line = all[i];
        if (!line.empty() && line[0] != ' ') in_function = line.find(") {") != std::string::npos;
        if (!in_function || line.empty() || line[0] != ' ') continue;
        bool branches = line.find("if (") != std::string::npos || line.find("while (") != std::string::npos;
        bool constant = line.find("while (true)") != std::string::npos;
        bool stores = line.find('=') != std::string::npos || line.find("return") != std::string::npos;
        bool calls = line.find(");") != std::string::npos;
        bool jumps = line.find("break;") != std::string::npos || line.find("continue;") != std::string::npos;
        bool counts = line.find("++;") != std::string::npos;
        if ((branches && !constant) || stores || calls || jumps || counts) expected.insert(i);
    }
    return expected;
}

TEST_P(Lines, EachLineOfCodeHasASlot) {
    for (const char* debug : {"g", "gVS"}) {
        Variant variant(*device, shader(GetParam(), debug), 64, 0);
        std::set<uint32_t> found = lines(variant.record());
        for (uint32_t line : expected_lines(GetParam()))
            EXPECT_TRUE(found.contains(line))
                << debug << ": line " << line << ": " << source_lines(GetParam())[line];
    }
}

TEST_P(Lines, BothKindsOfDebugInformationStopAtTheSameLines) {
    Variant g(*device, shader(GetParam(), "g"), 64, 0);
    Variant gvs(*device, shader(GetParam(), "gVS"), 64, 0);
    EXPECT_EQ(lines(g.record()), lines(gvs.record()));
}

INSTANTIATE_TEST_SUITE_P(Shaders, Lines, testing::ValuesIn(shader_names),
                         [](const auto& info) { return info.param; });

TEST(Frames, NameTheCallers) {
    for (const char* debug : {"g", "gVS"}) {
        Variant variant(*device, shader("calls", debug), 64, 0);
        const wb_debug_record& record = variant.record();
        const wb_slot* inner = slot_at(record, line_of("calls", "uint r = x * 747796405u"));
        ASSERT_NE(inner, nullptr);
        EXPECT_TRUE(inner->flags & WB_SLOT_CALL);
        const wb_frame& mix_bits = record.frames[inner->frame];
        EXPECT_EQ(mix_bits.call_line, line_of("calls", "uint first = mix_bits"));
        const wb_frame& twice = record.frames[mix_bits.parent];
        EXPECT_EQ(twice.call_line, line_of("calls", "total += twice"));
        EXPECT_EQ(twice.parent, 0u);
        EXPECT_EQ(record.frames[0].parent, WB_NONE);
    }
}

TEST(Frames, OuterVariablesAreVisibleInside) {
    for (const char* debug : {"g", "gVS"}) {
        Variant variant(*device, shader("calls", debug), 64, 0);
        const wb_slot* inner = slot_at(variant.record(), line_of("calls", "seed ^= r"));
        ASSERT_NE(inner, nullptr);
        for (const char* name : {"r", "x", "seed", "a", "b", "i", "k", "total"}) {
            auto found = variant.locations(*inner, name);
            EXPECT_FALSE(found.empty()) << debug << ": " << name;
            for (const wb_location& location : found)
                EXPECT_NE(location.kind, uint8_t{WB_LOC_UNDEFINED}) << debug << ": " << name;
        }
    }
}

TEST(Scopes, BlocksHideTheirVariables) {
    Variant variant(*device, shader("calls", "gVS"), 64, 0);
    auto names = variant.names(*slot_at(variant.record(), line_of("calls", "seed ^= r")));
    EXPECT_FALSE(std::ranges::count(names, "odd"));
    names = variant.names(*slot_at(variant.record(), line_of("calls", "return odd")));
    EXPECT_TRUE(std::ranges::count(names, "odd"));
}

TEST(Aggregates, LieWhereTheirUseAllows) {
    Variant variant(*device, shader("aggregates", "gVS"), 64, 0);
    const wb_slot* slot = slot_at(variant.record(), line_of("aggregates", "floats[i] = result"));
    ASSERT_NE(slot, nullptr);
    auto tree_of = [&](const wb_location& location) { return variant.record().layouts[location.layout]; };

    auto history = variant.locations(*slot, "history");
    ASSERT_EQ(history.size(), 1u);
    EXPECT_EQ(history[0].kind, uint8_t{WB_LOC_SCRATCH});
    EXPECT_EQ(tree_of(history[0]).count, 6u);
    EXPECT_EQ(tree_of(history[0]).stride, 4u);

    auto table = variant.locations(*slot, "table");
    ASSERT_EQ(table.size(), 1u);
    EXPECT_EQ(table[0].kind, uint8_t{WB_LOC_SCRATCH});
    EXPECT_EQ(tree_of(table[0]).count, 80u);

    EXPECT_EQ(variant.locations(*slot, "fixed_sum").size(), 3u);
    // inner[2] of (3 + 1), turn 9, live 1, tag 2
    EXPECT_EQ(variant.locations(*slot, "o").size(), 20u);
}

TEST(Shared, LiesInLds) {
    Variant variant(*device, shader("group", "gVS"), 64, 0);
    const wb_slot* slot = slot_at(variant.record(), line_of("group", "uint sum = subgroupAdd"));
    ASSERT_NE(slot, nullptr);
    auto cells = variant.locations(*slot, "cells");
    ASSERT_EQ(cells.size(), 1u);
    EXPECT_EQ(cells[0].kind, uint8_t{WB_LOC_LDS});
    const wb_layout& array = variant.record().layouts[cells[0].layout];
    EXPECT_EQ(array.kind, uint32_t{WB_LAYOUT_ARRAY});
    EXPECT_EQ(array.count, 64u);
    EXPECT_EQ(array.stride, 12u);
    EXPECT_EQ(variant.locations(*slot, "calls").size(), 1u);
}

/// How many values are where, by location kind, at the slot of a line.
std::map<int, int> places(const Variant& variant, const wb_slot& slot, const std::string& prefix, int count) {
    std::map<int, int> found;
    for (int i = 0; i < count; i++) {
        for (const wb_location& location : variant.locations(slot, prefix + std::to_string(i)))
            found[location.kind]++;
    }
    return found;
}

TEST(Pressure, SpilledVectorValuesHaveAPlace) {
    Variant variant(*device, shader("pressure", "g"), 64, 0);
    const wb_slot* slot = slot_at(variant.record(), line_of("pressure", "sum += v0"));
    ASSERT_NE(slot, nullptr);
    auto found = places(variant, *slot, "v", 76);
    EXPECT_GT(found[WB_LOC_SPILL_SCRATCH], 0);
    EXPECT_EQ(found[WB_LOC_SPILL_SCRATCH] + found[WB_LOC_VGPR], 76 * 4);
}

TEST(Pressure, SpilledScalarValuesHaveAPlace) {
    Variant variant(*device, shader("scalars", "g"), 64, 0);
    const wb_slot* slot = slot_at(variant.record(), line_of("scalars", "sum ^= u0"));
    ASSERT_NE(slot, nullptr);
    auto found = places(variant, *slot, "u", 130);
    EXPECT_GT(found[WB_LOC_SPILL_LANE], 0);
    EXPECT_EQ(found[WB_LOC_SPILL_LANE] + found[WB_LOC_SGPR] + found[WB_LOC_VGPR], 130);
}

TEST_P(EveryVariant, SpillSlotsAreNotShared) {
    for (uint32_t i = 0; i < record.slot_count; i++) {
        const wb_slot& slot = record.slots[i];
        std::map<std::pair<uint32_t, uint32_t>, uint32_t> owner;
        for (uint32_t j = 0; j < slot.location_count; j++) {
            const wb_location& location = record.locations[slot.first_location + j];
            if (location.kind != WB_LOC_SPILL_SCRATCH && location.kind != WB_LOC_SPILL_LANE) continue;
            bool lane = location.kind == WB_LOC_SPILL_LANE;
            auto [place, is_new] =
                owner.insert({{location.reg, lane ? location.lane : WB_NONE}, location.variable});
            EXPECT_TRUE(is_new) << "slot " << i;
        }
    }
}

// described.spvasm: what an optimiser leaves of variables and calls.
class Described : public testing::Test {
protected:
    Variant variant{*device, read_words(binaries + "/described.spv"), 64, 0};
    const wb_debug_record& record = variant.record();

    /// The locations of a variable at the slot of a line, by leaf; WB_NONE is the whole of it.
    std::map<uint32_t, wb_location> at(uint32_t line, const std::string& name) {
        std::map<uint32_t, wb_location> found;
        if (const wb_slot* slot = slot_at(record, line))
            for (const wb_location& location : variant.locations(*slot, name))
                found[location.leaf] = location;
        return found;
    }
};

TEST_F(Described, PartsOfAnAggregateHaveTheirValues) {
    auto shape = at(11, "shape");
    ASSERT_EQ(shape.size(), 4u);
    EXPECT_EQ(shape[0].kind, WB_LOC_VGPR);
    EXPECT_EQ(shape[1].kind, WB_LOC_CONSTANT);
    EXPECT_EQ(shape[1].constant, 13u);
    EXPECT_EQ(shape[2].kind, WB_LOC_UNDEFINED);
    EXPECT_EQ(shape[3].kind, WB_LOC_UNDEFINED);
    auto list = at(11, "list");
    ASSERT_EQ(list.size(), 3u);
    EXPECT_EQ(list[1].kind, WB_LOC_UNDEFINED);
    EXPECT_EQ(list[2].kind, WB_LOC_VGPR);
    EXPECT_FALSE(list[2].flags & WB_LOC_WRITABLE);
}

TEST_F(Described, WhatIsGoneIsSaid) {
    EXPECT_EQ(at(11, "gone")[0].kind, WB_LOC_VGPR);
    for (const auto& [line, name] : {std::pair{12u, "gone"}, std::pair{11u, "deep"}}) {
        auto found = at(line, name);
        ASSERT_EQ(found.size(), 1u) << name;
        EXPECT_EQ(found[WB_NONE].kind, WB_LOC_UNAVAILABLE) << name;
        EXPECT_EQ(found[WB_NONE].reg, uint32_t(WB_UNAVAILABLE_OPTIMISED)) << name;
    }
}

TEST_F(Described, AnInlinedCallIsAFrame) {
    const wb_slot *call = slot_at(record, 12), *inside = slot_at(record, 20), *after = slot_at(record, 14);
    ASSERT_TRUE(call && inside && after);
    EXPECT_EQ(call->frame, 0u);
    EXPECT_EQ(after->frame, 0u);
    const wb_frame& frame = record.frames[inside->frame];
    EXPECT_EQ(spirv_names(read_words(binaries + "/described.spv"))[frame.function_id], "help");
    EXPECT_EQ(frame.parent, 0u);
    EXPECT_EQ(frame.call_line, 12u);
    EXPECT_TRUE(inside->flags & WB_SLOT_CALL);
    // The argument was described in the caller; it is the callee's.
    EXPECT_TRUE(at(12, "x").empty());
    EXPECT_EQ(at(20, "x")[0].kind, WB_LOC_VGPR);
    // The caller's variables are there too.
    EXPECT_EQ(at(20, "shape")[1].constant, 13u);
}

TEST_F(Described, ACallInlinedAtItselfEnds) {
    const wb_slot* inside = slot_at(record, 13);
    ASSERT_TRUE(inside);
    for (uint32_t frame = inside->frame; record.frames[frame].parent != WB_NONE;
         frame = record.frames[frame].parent)
        ASSERT_LT(record.frames[frame].parent, frame);
}

TEST(NoDebugInformation, StopsAtEffects) {
    Variant variant(*device, shader("calls", "none"), 64, 0);
    const wb_debug_record& record = variant.record();
    EXPECT_GT(record.slot_count, 5u);
    for (uint32_t i = 1; i < record.slot_count; i++) {
        if (record.slots[i].flags & WB_SLOT_EXIT) continue;
        EXPECT_TRUE(record.slots[i].flags & WB_SLOT_NO_LINE);
        EXPECT_EQ(record.slots[i].file, WB_NONE);
        EXPECT_GT(record.slots[i].spirv_offset, 0u);
    }
}

} // namespace

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (argc < 3) return 2;
    binaries = argv[1];
    sources = argv[2];
    device = std::make_unique<RadvDevice>();
    int result = RUN_ALL_TESTS();
    compiled.clear();
    device.reset();
    return result;
}
