// SPDX-License-Identifier: MIT
// GLOBAL loads, stores and addtid: address forms, widths, faults.
#include "mem_fixture.h"

namespace wb::sim::test {
namespace {

class GlobalTest : public MemoryTest {
protected:
    void write_pattern() {
        for (unsigned i = 0; i < kMappedBytes; ++i)
            memory->store<uint8_t>(kBuffer + i, uint8_t(i * 7 + i / 256));
    }
    uint32_t word(uint64_t offset) { return memory->load<uint32_t>(kBuffer + offset); }
    void set_base(unsigned sgpr, uint64_t address) { wave.set_sgpr64(sgpr, address); }
};
WB_FOR_BOTH_WAVE_SIZES(GlobalTest);

TEST_P(GlobalTest, VgprPairWithSignedOffset) {
    write_pattern();
    // Lanes in descending order, so that no shortcut for consecutive addresses applies.
    fill64(0, [](unsigned lane) { return kBuffer + 8192 - lane * 12; });
    run(global("global_load_b96", 4, 0, 0, kNull, -4096));
    run(global("global_load_b32", 8, 0, 0, kNull, 4095));
    for (unsigned lane = 0; lane < lanes(); ++lane) {
        for (unsigned i = 0; i < 3; ++i)
            ASSERT_EQ(v(4 + i, lane), word(4096 - lane * 12 + i * 4));
        ASSERT_EQ(v(8, lane), word(8192 + 4095 - lane * 12)); // Not dword aligned: legal.
    }
}

TEST_P(GlobalTest, ScalarBaseWithUnsignedVgprOffset) {
    write_pattern();
    set_base(10, kBuffer - 0x8000'0000u + 64);
    fill(0, [](unsigned lane) { return 0x8000'0000u + lane * 16; }); // Bit 31 set: not sign-extended.
    run(global("global_load_b128", 4, 0, 0, 10, -32));
    for (unsigned lane = 0; lane < lanes(); ++lane)
        for (unsigned i = 0; i < 4; ++i)
            ASSERT_EQ(v(4 + i, lane), word(32 + lane * 16 + i * 4));
}

TEST_P(GlobalTest, ConsecutiveDwordsFullAndPartialExec) {
    write_pattern();
    set_base(10, kBuffer);
    fill(0, [](unsigned lane) { return 100 + lane * 4; });
    fill64(2, [](unsigned lane) { return kBuffer + 1000 + lane * 4; });
    for (const uint64_t exec : {~0ull, 0xa5a5'a5a5'a5a5'a5a5ull, 0ull}) {
        set_exec(exec);
        for (unsigned reg : {5u, 6u})
            fill(reg, [](unsigned) { return 0xcccc'cccc; });
        run(global("global_load_b32", 5, 0, 0, 10));
        run(global("global_load_b32", 6, 2, 0));
        for (unsigned lane = 0; lane < lanes(); ++lane) {
            EXPECT_EQ(v(5, lane), active(lane) ? word(100 + lane * 4) : 0xcccc'cccc);
            EXPECT_EQ(v(6, lane), active(lane) ? word(1000 + lane * 4) : 0xcccc'cccc);
        }
        for (unsigned lane = lanes(); lane < kMaxLanes; ++lane)
            EXPECT_EQ(v(5, lane), 0xcccc'cccc); // Wave32 leaves lanes it does not have alone.
    }
}

TEST_P(GlobalTest, DestinationMayHoldTheAddress) {
    write_pattern();
    set_base(10, kBuffer);
    for (const bool same : {false, true})
        for (const unsigned address : {4u, 5u, 6u, 7u})
            for (const uint64_t exec : {~0ull, 0xa5a5'a5a5'a5a5'a5a5ull}) {
                set_exec(exec);
                const auto offset = [&](unsigned lane) { return same ? 72 : 4096 - lane * 20; };
                fill(address, offset);
                run(global("global_load_b128", 4, address, 0, 10));
                for (unsigned lane = 0; lane < lanes(); ++lane)
                    for (unsigned i = 0; i < 4 && active(lane); ++i)
                        ASSERT_EQ(v(4 + i, lane), word(offset(lane) + i * 4)) << address;
                fill(address, offset);
                run(global("global_load_b32", address, address, 0, 10));
                for (unsigned lane = 0; lane < lanes(); ++lane)
                    ASSERT_EQ(v(address, lane), active(lane) ? word(offset(lane)) : offset(lane));
            }
}

TEST_P(GlobalTest, OneLaneOutsideHurtsNoOther) {
    write_pattern();
    set_base(10, kBuffer);
    for (const uint32_t outside :
         {uint32_t(kMappedBytes) + 4096, 0xffff'ff00u}) { // Unmapped, out of the window.
        const auto offset = [&](unsigned lane) { return lane == 9 ? outside : lane * 16; };
        fill(0, offset);
        run(global("global_load_b128", 4, 0, 0, 10));
        for (unsigned lane = 0; lane < lanes(); ++lane)
            for (unsigned i = 0; i < 4; ++i)
                ASSERT_EQ(v(4 + i, lane), lane == 9 ? 0 : word(lane * 16 + i * 4));
        EXPECT_NE(wave.events & kEventMemoryFault, 0u);
        wave.events = 0;
    }
}

TEST_P(GlobalTest, StoresToOnePlaceLeaveTheHighestLanes) {
    set_base(10, kBuffer);
    fill(0, [](unsigned) { return 64u; });
    for (unsigned i = 0; i < 4; ++i)
        fill(4 + i, [&](unsigned lane) { return lane * 4 + i + 1; });
    for (const uint64_t exec : {~0ull, 0x0000'ffff'0000'ffffull}) {
        set_exec(exec);
        run(global("global_store_b128", 0, 0, 4, 10));
        const unsigned highest = 63 - unsigned(__builtin_clzll(wave.exec()));
        for (unsigned i = 0; i < 4; ++i)
            EXPECT_EQ(word(64 + i * 4), highest * 4 + i + 1);
    }
}

TEST_P(GlobalTest, ConsecutiveStoresWriteNothingElse) {
    fill64(2, [](unsigned lane) { return kBuffer + 256 + lane * 4; });
    fill(1, [](unsigned lane) { return lane + 1; });
    run(global("global_store_b32", 0, 2, 1));
    EXPECT_EQ(word(252), 0u);
    for (unsigned lane = 0; lane < lanes(); ++lane)
        EXPECT_EQ(word(256 + lane * 4), lane + 1);
    EXPECT_EQ(word(256 + lanes() * 4), 0u);
}

TEST_P(GlobalTest, AlmostConsecutiveIsNotTakenForConsecutive) {
    write_pattern();
    fill64(2, [this](unsigned lane) { return kBuffer + (lane == lanes() - 1 ? 8 : lane * 4); });
    run(global("global_load_b32", 5, 2, 0));
    EXPECT_EQ(v(5, lanes() - 1), word(8));
    EXPECT_EQ(v(5, lanes() - 2), word((lanes() - 2) * 4));
}

TEST_P(GlobalTest, LoadMayOverwriteItsAddress) {
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        memory->store<uint64_t>(kBuffer + lane * 24, 0x1'0000'0000ull * lane + 7);
    fill64(0, [](unsigned lane) { return kBuffer + lane * 24; });
    run(global("global_load_b64", 0, 0, 0));
    for (unsigned lane = 0; lane < lanes(); ++lane)
        EXPECT_EQ(v64(0, lane), 0x1'0000'0000ull * lane + 7);
}

TEST_P(GlobalTest, SmallLoadsAndD16) {
    memory->store<uint32_t>(kBuffer, 0x8070'f1e2);
    set_base(10, kBuffer);
    fill(0, [](unsigned) { return 0; });
    const struct {
        const char* name;
        uint32_t expected;
    } cases[] = {
        {"global_load_u8", 0xe2},
        {"global_load_i8", 0xffff'ffe2},
        {"global_load_u16", 0xf1e2},
        {"global_load_i16", 0xffff'f1e2},
        {"global_load_d16_u8", 0xcccc'00e2},
        {"global_load_d16_i8", 0xcccc'ffe2},
        {"global_load_d16_b16", 0xcccc'f1e2},
        {"global_load_d16_hi_u8", 0x00e2'cccc},
        {"global_load_d16_hi_i8", 0xffe2'cccc},
        {"global_load_d16_hi_b16", 0xf1e2'cccc},
    };
    for (const auto& test : cases) {
        fill(1, [](unsigned) { return 0xcccc'cccc; });
        run(global(test.name, 1, 0, 0, 10));
        EXPECT_EQ(v(1, 2), test.expected) << test.name;
    }
}

TEST_P(GlobalTest, SmallAndWideStores) {
    set_exec(1);
    set_base(10, kBuffer);
    fill(0, [](unsigned) { return 0; });
    fill(4, [](unsigned) { return 0xa1b2'c3d4; });
    fill(5, [](unsigned) { return 5; });
    fill(6, [](unsigned) { return 6; });
    fill(7, [](unsigned) { return 7; });
    run(global("global_store_b8", 0, 0, 4, 10, 0));
    run(global("global_store_d16_hi_b8", 0, 0, 4, 10, 1));
    run(global("global_store_d16_hi_b16", 0, 0, 4, 10, 2));
    EXPECT_EQ(word(0), 0xa1b2'b2d4u);
    run(global("global_store_b16", 0, 0, 4, 10, 4));
    EXPECT_EQ(word(4), 0xc3d4u);
    run(global("global_store_b64", 0, 0, 4, 10, 8));
    run(global("global_store_b96", 0, 0, 4, 10, 16));
    run(global("global_store_b128", 0, 0, 4, 10, 32));
    EXPECT_EQ(word(12), 5u);
    EXPECT_EQ(word(16), 0xa1b2'c3d4u);
    EXPECT_EQ(word(24), 6u);
    EXPECT_EQ(word(28), 0u);
    EXPECT_EQ(word(44), 7u);
}

TEST_P(GlobalTest, Addtid) {
    set_base(10, kBuffer);
    set_exec(~1ull);
    fill(1, [](unsigned lane) { return 900 + lane; });
    run(global("global_store_addtid_b32", 0, 0, 1, 10, 16));
    EXPECT_EQ(word(16), 0u);
    EXPECT_EQ(word(16 + 7 * 4), 907u);
    run(global("global_load_addtid_b32", 2, 0, 0, 10, 16));
    EXPECT_EQ(v(2, 7), 907u);
}

TEST_P(GlobalTest, FaultIsReportedOnceAndOtherLanesGoOn) {
    memory->store<uint32_t>(kBuffer, 0x1234);
    fill64(0, [](unsigned lane) {
        return lane == 3 ? kUnmapped + 40 : lane == 5 ? kUnmapped + 80 : kBuffer;
    });
    fill(2, [](unsigned) { return 0xcccc; });
    run(global("global_load_b32", 2, 0, 0));
    EXPECT_EQ(wave.events, unsigned(kEventMemoryFault));
    EXPECT_EQ(wave.fault.address, kUnmapped + 40);
    EXPECT_FALSE(wave.fault.write);
    EXPECT_EQ(v(2, 3), 0u);
    EXPECT_EQ(v(2, 4), 0x1234u);
    wave.events = 0;
    set_exec(~(1ull << 3 | 1ull << 5)); // Inactive lanes' addresses do not count.
    run(global("global_load_b32", 2, 0, 0));
    EXPECT_EQ(wave.events, 0u);
}

TEST_P(GlobalTest, WriteFaultsInsideAndOutsideTheWindow) {
    set_exec(1);
    for (const uint64_t address : {kUnmapped, uint64_t(0x1000), uint64_t(kWindowBase + (1ull << 40))}) {
        wave.events = 0;
        fill64(0, [&](unsigned) { return address; });
        run(global("global_store_b32", 0, 0, 2));
        EXPECT_EQ(wave.events, unsigned(kEventMemoryFault));
        EXPECT_EQ(wave.fault.address, address);
        EXPECT_TRUE(wave.fault.write);
    }
}

TEST_P(GlobalTest, ConsecutiveRunIntoUnmappedPagesFaults) {
    const uint64_t end = kBuffer + kMappedBytes;
    memory->store<uint32_t>(end - 4, 55);
    fill64(0, [&](unsigned lane) { return end - 8 + lane * 4; });
    run(global("global_load_b32", 2, 0, 0));
    EXPECT_EQ(wave.events, unsigned(kEventMemoryFault));
    EXPECT_EQ(v(2, 1), 55u);
    EXPECT_EQ(v(2, 2), 0u);
    EXPECT_GE(wave.fault.address, end);
    EXPECT_LT(wave.fault.address, end + 256);
}

} // namespace
} // namespace wb::sim::test
