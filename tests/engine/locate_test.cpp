// SPDX-License-Identifier: MIT
#include "tests/engine/fakes.h"

namespace wb::engine::test {

class FakeRegisters : public Registers {
public:
    Result<uint32_t> sgpr(uint32_t n) override { return 0x1000 + n; }
    Result<uint32_t> vgpr(uint32_t n, unsigned lane) override { return n * 0x100 + lane; }
};

class Locate : public testing::Test {
protected:
    void SetUp() override {
        module = compile("#version 460\nlayout(local_size_x=1) in; void main() {}\n");
        ASSERT_TRUE(module);
        record.wave_size = 64;
        record.variables.push_back({});
        record.slots.push_back({});
    }
    Value at(const Type* type, unsigned lane) {
        record.slots[0].location_count = uint32_t(record.locations.size());
        return locate(record, record.slots[0], 0, type, registers, access, lane);
    }
    std::unique_ptr<Module> module;
    DebugRecord record;
    FakeRegisters registers;
    FakeAccess access;
};

TEST_F(Locate, RegistersConstantsAndMasks) {
    const Type* u = module->scalar(TypeKind::Int, 32, false);
    record.locations = {{.variable = 0, .leaf = 0, .kind = LocationKind::Vgpr, .reg = 3},
                        {.variable = 0, .leaf = 1, .kind = LocationKind::Sgpr, .reg = 9},
                        {.variable = 0, .leaf = 2, .kind = LocationKind::Constant, .constant = 42}};
    EXPECT_EQ(to_text(access, at(module->vector_of(u, 3), 5), {'x'}), "(0x305, 0x1009, 0x2a)");

    record.locations = {{.variable = 0, .leaf = 0, .kind = LocationKind::LaneMask, .bit_size = 1, .reg = 2}};
    const Type* b = module->scalar(TypeKind::Bool, 32, false);
    // s2 = 0x1002 has bits 1 and 12; s3 = 0x1003 serves lanes 32 to 63.
    EXPECT_EQ(to_text(access, at(b, 1)), "true");
    EXPECT_EQ(to_text(access, at(b, 2)), "false");
    EXPECT_EQ(to_text(access, at(b, 32)), "true");
    EXPECT_EQ(to_text(access, at(b, 34)), "false");
    // The same mask spilled: v2's lane 8 is 0x208, with bits 3 and 9; its lane 9 serves lanes 32 to 63.
    record.locations = {
        {.variable = 0, .leaf = 0, .kind = LocationKind::SpillLane, .bit_size = 1, .lane = 8, .reg = 2}};
    EXPECT_EQ(to_text(access, at(b, 3)), "true");
    EXPECT_EQ(to_text(access, at(b, 0)), "false");
    EXPECT_EQ(to_text(access, at(b, 32)), "true");
    EXPECT_EQ(to_text(access, at(b, 33)), "false");
}

TEST_F(Locate, SubWordAndWideValues) {
    record.locations = {
        {.variable = 0, .leaf = 0, .kind = LocationKind::Vgpr, .bit_size = 16, .byte = 2, .reg = 0x12}};
    EXPECT_EQ(to_text(access, at(module->scalar(TypeKind::Int, 16, false), 4), {'x'}),
              "0x0"); // v18 = 0x1204: upper half 0
    record.locations[0].byte = 0;
    EXPECT_EQ(to_text(access, at(module->scalar(TypeKind::Int, 16, false), 4), {'x'}), "0x1204");
    record.locations = {{.variable = 0, .leaf = 0, .kind = LocationKind::Vgpr, .bit_size = 64, .reg = 1}};
    EXPECT_EQ(to_text(access, at(module->scalar(TypeKind::Int, 64, false), 2), {'x'}), "0x20200000102");
}

TEST_F(Locate, AbsenceHasAReason) {
    const Type* u = module->scalar(TypeKind::Int, 32, false);
    record.locations = {};
    EXPECT_EQ(to_text(access, at(u, 0)), "<not available: the compiler keeps it nowhere at this statement>");
    record.locations = {{.variable = 0, .leaf = kNoId, .kind = LocationKind::Unavailable, .reg = 1}};
    EXPECT_EQ(to_text(access, at(u, 0)), "<not available: the shader never gives it a value>");
    record.locations = {{.variable = 0, .leaf = 0, .kind = LocationKind::Undefined}};
    EXPECT_EQ(to_text(access, at(u, 0)), "<no value yet>");
}

TEST_F(Locate, ScratchThroughTheRecordsLayout) {
    // float[3] with a stride of 8 bytes, at scratch offset 16.
    record.locations = {
        {.variable = 0, .leaf = kNoId, .kind = LocationKind::Scratch, .reg = 16, .layout = 0}};
    record.layouts = {{.kind = 3, .offset = 0, .count = 3, .stride = 8, .first_child = 1},
                      {.kind = 0, .bit_size = 32}};
    access.layouts = record.layouts;
    for (int i = 0; i < 3; ++i)
        access.put<float>(Space::Scratch, 16 + 8 * i, 0.5f + i);
    const Type* array = module->array_of(module->scalar(TypeKind::Float, 32, false), 3);
    EXPECT_EQ(to_text(access, at(array, 0)), "{0.5, 1.5, 2.5}");
}

TEST(DebugRecordChecks, RefusesIndicesOutsideItsTables) {
    protocol::Record record;
    record.frames.push_back({1, kNoId, kNoId, 0, 0, 0});
    record.slots.push_back({0, kNoId, 1, 0, 0, 0, 0, 1, 0, 0});
    EXPECT_TRUE(DebugRecord::from(record));
    record.slots[0][6] = 1;
    EXPECT_FALSE(DebugRecord::from(record));
    record.slots[0][6] = 0;
    record.slots[0][9] = 1;
    EXPECT_FALSE(DebugRecord::from(record));
    record.slots[0][9] = 0;
    record.frames[0][1] = 0; // its own parent
    EXPECT_FALSE(DebugRecord::from(record));
}

} // namespace wb::engine::test
