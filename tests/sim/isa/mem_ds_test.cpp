// SPDX-License-Identifier: MIT
// DS loads and stores. Expectations from the RDNA3 ISA's pseudo-code.
#include "mem_fixture.h"

namespace wb::sim::test {
namespace {

using DsTest = MemoryTest;
WB_FOR_BOTH_WAVE_SIZES(DsTest);

constexpr uint32_t kOld = 0xcccc'cccc; ///< What destinations hold before.

TEST_P(DsTest, LoadsEveryWidthAtByteOffsets) {
    for (unsigned i = 0; i < kLdsBytes; ++i)
        group.lds[i] = uint8_t(i * 7 + 1);
    fill(0, [](unsigned lane) { return lane * 17; }); // Odd addresses: unaligned accesses are legal.
    const unsigned counts[] = {1, 2, 3, 4};
    const char* const names[] = {"ds_load_b32", "ds_load_b64", "ds_load_b96", "ds_load_b128"};
    for (unsigned width = 0; width < 4; ++width) {
        run(ds(names[width], 4, 0, 0, 0, 0x123));
        for (unsigned lane = 0; lane < lanes(); ++lane)
            for (unsigned word = 0; word < counts[width]; ++word)
                ASSERT_EQ(v(4 + word, lane), lds_at<uint32_t>(lane * 17 + 0x123 + word * 4))
                    << names[width] << " lane " << lane;
    }
}

/// Lane i at dword i, which may be one copy; with one lane elsewhere, over the end, and with lanes off.
TEST_P(DsTest, DwordsOneAfterAnother) {
    for (unsigned i = 0; i < kLdsBytes; ++i)
        group.lds[i] = uint8_t(i * 5 + 3);
    const uint32_t at_end = kLdsBytes - (lanes() - 2) * 4;
    for (const uint32_t first : {8u, at_end})
        for (unsigned odd = 0; odd <= lanes(); odd += lanes() / 8) // `lanes()`: none is elsewhere
            for (const uint64_t exec : {~0ull, 0xfff0'fff0'fff0'fffeull}) {
                set_exec(exec);
                fill(0, [&](unsigned lane) { return first + (lane == odd ? 0 : lane * 4); });
                fill(1, [](unsigned) { return kOld; });
                run(ds("ds_load_b32", 1, 0, 0, 0, 4));
                for (unsigned lane = 0; lane < lanes(); ++lane) {
                    const uint32_t at = v(0, lane) + 4;
                    const uint32_t held = at + 4 <= kLdsBytes ? lds_at<uint32_t>(at) : 0;
                    ASSERT_EQ(v(1, lane), active(lane) ? held : kOld) << lane << " odd " << odd;
                }
            }
    set_exec(~0ull);
    fill(0, [&](unsigned lane) { return at_end - 4 + lane * 4; });
    fill(1, [](unsigned lane) { return 1000 + lane; });
    const uint32_t before = lds_at<uint32_t>(at_end - 4);
    run(ds("ds_store_b32", 0, 0, 1, 0, 4)); // The last two lanes' dwords are dropped.
    EXPECT_EQ(lds_at<uint32_t>(at_end - 4), before);
    for (unsigned lane = 0; lane < lanes() - 2; ++lane)
        EXPECT_EQ(lds_at<uint32_t>(at_end + lane * 4), 1000 + lane);
    fill(0, [&](unsigned lane) { return 64 + lane * 4; });
    run(ds("ds_store_b32", 0, 0, 1, 0, 4));
    for (unsigned lane = 0; lane < lanes(); ++lane)
        EXPECT_EQ(lds_at<uint32_t>(68 + lane * 4), 1000 + lane);
    EXPECT_EQ(lds_at<uint8_t>(67), uint8_t(67 * 5 + 3));
    EXPECT_EQ(lds_at<uint8_t>(68 + lanes() * 4), uint8_t((68 + lanes() * 4) * 5 + 3));
}

TEST_P(DsTest, ExtendsBytesAndHalves) {
    set_lds<uint16_t>(6, 0x9a85);
    fill(0, [](unsigned) { return 6; });
    run(ds("ds_load_u8", 1, 0));
    run(ds("ds_load_i8", 2, 0));
    run(ds("ds_load_u16", 3, 0));
    run(ds("ds_load_i16", 4, 0));
    EXPECT_EQ(v(1, 3), 0x85u);
    EXPECT_EQ(v(2, 3), 0xffffff85u);
    EXPECT_EQ(v(3, 3), 0x9a85u);
    EXPECT_EQ(v(4, 3), 0xffff9a85u);
}

TEST_P(DsTest, D16LoadsKeepTheOtherHalf) {
    set_lds<uint16_t>(8, 0x9a85);
    fill(0, [](unsigned) { return 8; });
    const struct {
        const char* name;
        uint32_t expected;
    } cases[] = {{"ds_load_u8_d16", 0xcccc0085},  {"ds_load_u8_d16_hi", 0x0085cccc},
                 {"ds_load_i8_d16", 0xccccff85},  {"ds_load_i8_d16_hi", 0xff85cccc},
                 {"ds_load_u16_d16", 0xcccc9a85}, {"ds_load_u16_d16_hi", 0x9a85cccc}};
    for (const auto& test : cases) {
        fill(1, [](unsigned) { return kOld; });
        run(ds(test.name, 1, 0));
        EXPECT_EQ(v(1, 5), test.expected) << test.name;
    }
}

TEST_P(DsTest, StoresOnlyTheirBytesAndActiveLanes) {
    set_exec(0x5555'5555'5555'5555);
    fill(0, [](unsigned lane) { return lane * 4; });
    fill(1, [](unsigned lane) { return 0xa1b2c300u + lane; });
    group.lds.assign(kLdsBytes, 0xee);
    run(ds("ds_store_b8", 0, 0, 1, 0, 0));
    run(ds("ds_store_b8_d16_hi", 0, 0, 1, 0, 1));
    run(ds("ds_store_b16_d16_hi", 0, 0, 1, 0, 2));
    for (unsigned lane = 0; lane < lanes(); ++lane)
        EXPECT_EQ(lds_at<uint32_t>(lane * 4), active(lane) ? 0xa1b2b200u + lane : 0xeeeeeeeeu) << lane;
    run(ds("ds_store_b16", 0, 0, 1, 0, 1024));
    EXPECT_EQ(lds_at<uint32_t>(1024), 0xeeeec300u);
}

TEST_P(DsTest, InactiveLanesKeepTheirDestination) {
    set_exec(0xf0f0'f0f0'f0f0'f0f0);
    group.lds.assign(kLdsBytes, 0x11);
    fill(0, [](unsigned) { return 0; });
    fill(2, [](unsigned) { return kOld; });
    run(ds("ds_load_b32", 2, 0));
    for (unsigned lane = 0; lane < lanes(); ++lane)
        EXPECT_EQ(v(2, lane), active(lane) ? 0x11111111u : kOld);
}

TEST_P(DsTest, OutOfRangeReadsZeroAndDropsWrites) {
    group.lds.assign(kLdsBytes, 0xff);
    const auto address = [](unsigned lane) { return lane % 2 ? kLdsBytes - 4 : kLdsBytes; };
    fill(0, address);
    fill(2, [](unsigned) { return kOld; });
    run(ds("ds_load_b32", 2, 0));
    EXPECT_EQ(v(2, 0), 0u);
    EXPECT_EQ(v(2, 1), 0xffffffffu);
    run(ds("ds_load_b64", 4, 0)); // Partly out of range counts as a whole.
    EXPECT_EQ(v64(4, 1), 0u);
    fill(1, [](unsigned) { return 0; });
    run(ds("ds_store_b32", 0, 0, 1, 0, 4)); // Every lane out of range now.
    EXPECT_EQ(group.lds, std::vector<uint8_t>(kLdsBytes, 0xff));
    EXPECT_EQ(wave.events, 0u);
}

TEST_P(DsTest, AddressWrapsAt32Bits) {
    set_lds<uint32_t>(4, 77);
    fill(0, [](unsigned) { return uint32_t(-4); });
    run(ds("ds_load_b32", 1, 0, 0, 0, 8));
    EXPECT_EQ(v(1, 0), 77u);
}

TEST_P(DsTest, TwoAddressOffsetsCountElements) {
    for (unsigned i = 0; i < kLdsBytes; i += 4)
        set_lds<uint32_t>(i, i);
    fill(0, [](unsigned) { return 16; });
    run(ds("ds_load_2addr_b32", 4, 0, 0, 0, 3 | 9 << 8));
    EXPECT_EQ(v(4, 7), 16u + 3 * 4);
    EXPECT_EQ(v(5, 7), 16u + 9 * 4);
    run(ds("ds_load_2addr_b64", 4, 0, 0, 0, 2 | 5 << 8));
    EXPECT_EQ(v(4, 7), 16u + 2 * 8);
    EXPECT_EQ(v(5, 7), 16u + 2 * 8 + 4);
    EXPECT_EQ(v(6, 7), 16u + 5 * 8);
    EXPECT_EQ(v(7, 7), 16u + 5 * 8 + 4);
    run(ds("ds_load_2addr_stride64_b32", 4, 0, 0, 0, 1 | 3 << 8));
    EXPECT_EQ(v(4, 7), 16u + 256);
    EXPECT_EQ(v(5, 7), 16u + 3 * 256);
    run(ds("ds_load_2addr_stride64_b64", 4, 0, 0, 0, 2 | 4 << 8));
    EXPECT_EQ(v(4, 7), 16u + 1024);
    EXPECT_EQ(v(6, 7), 16u + 2048);
}

TEST_P(DsTest, TwoAddressLoadMayOverwriteItsAddress) {
    for (unsigned i = 0; i < kLdsBytes; i += 4)
        set_lds<uint32_t>(i, i + 1);
    fill(0, [](unsigned lane) { return lane * 8; });
    run(ds("ds_load_2addr_b32", 0, 0, 0, 0, 0 | 1 << 8));
    for (unsigned lane = 0; lane < lanes(); ++lane) {
        EXPECT_EQ(v(0, lane), lane * 8 + 1);
        EXPECT_EQ(v(1, lane), lane * 8 + 5);
    }
}

TEST_P(DsTest, TwoAddressStores) {
    fill(0, [](unsigned) { return 0; });
    set_exec(1);
    fill(1, [](unsigned) { return 0x11; });
    fill(2, [](unsigned) { return 0x22; });
    fill(3, [](unsigned) { return 0x33; });
    fill(4, [](unsigned) { return 0x44; });
    run(ds("ds_store_2addr_b32", 0, 0, 1, 3, 5 | 6 << 8));
    EXPECT_EQ(lds_at<uint32_t>(20), 0x11u);
    EXPECT_EQ(lds_at<uint32_t>(24), 0x33u);
    run(ds("ds_store_2addr_stride64_b64", 0, 0, 1, 3, 1 | 2 << 8));
    EXPECT_EQ(lds_at<uint64_t>(512), 0x22'0000'0011u);
    EXPECT_EQ(lds_at<uint64_t>(1024), 0x44'0000'0033u);
    run(ds("ds_store_2addr_stride64_b32", 0, 0, 1, 3, 10 | 11 << 8));
    EXPECT_EQ(lds_at<uint32_t>(2560), 0x11u);
    EXPECT_EQ(lds_at<uint32_t>(2816), 0x33u);
    run(ds("ds_store_2addr_b64", 0, 0, 1, 3, 8 | 9 << 8));
    EXPECT_EQ(lds_at<uint64_t>(64), 0x22'0000'0011u);
    EXPECT_EQ(lds_at<uint64_t>(72), 0x44'0000'0033u);
}

TEST_P(DsTest, WideStores) {
    set_exec(2);
    fill(0, [](unsigned) { return 3; });
    for (unsigned i = 0; i < 4; ++i)
        fill(4 + i, [i](unsigned) { return 0x01010101u * (i + 1); });
    run(ds("ds_store_b96", 0, 0, 4, 0, 1));
    EXPECT_EQ(lds_at<uint32_t>(4), 0x01010101u);
    EXPECT_EQ(lds_at<uint32_t>(12), 0x03030303u);
    EXPECT_EQ(lds_at<uint32_t>(16), 0u);
    run(ds("ds_store_b128", 0, 0, 4, 0, 1));
    EXPECT_EQ(lds_at<uint32_t>(16), 0x04040404u);
    run(ds("ds_store_b64", 0, 0, 5, 0, 97));
    EXPECT_EQ(lds_at<uint64_t>(100), 0x03030303'02020202u);
}

TEST_P(DsTest, AddtidUsesM0AndTheLane) {
    wave.sgpr[kM0] = 0xffff'0040; // Only M0[15:0] counts.
    set_exec(~0ull << 1);
    fill(1, [](unsigned lane) { return 100 + lane; });
    run(ds("ds_store_addtid_b32", 0, 0, 1, 0, 8));
    EXPECT_EQ(lds_at<uint32_t>(0x48), 0u);
    EXPECT_EQ(lds_at<uint32_t>(0x48 + 4 * 5), 105u);
    run(ds("ds_load_addtid_b32", 2, 0, 0, 0, 8));
    EXPECT_EQ(v(2, 5), 105u);
}

TEST_P(DsTest, AppendAndConsumeCountActiveLanes) {
    set_exec(0b1011);
    wave.sgpr[kM0] = 0xffff'ffff; // Not part of the address.
    set_lds<uint32_t>(40, 10);
    fill(1, [](unsigned) { return kOld; });
    run(ds("ds_append", 1, 0, 0, 0, 40));
    EXPECT_EQ(lds_at<uint32_t>(40), 13u);
    EXPECT_EQ(v(1, 0), 10u);
    EXPECT_EQ(v(1, 3), 10u);
    EXPECT_EQ(v(1, 2), kOld);
    run(ds("ds_consume", 1, 0, 0, 0, 40));
    EXPECT_EQ(lds_at<uint32_t>(40), 10u);
    EXPECT_EQ(v(1, 1), 13u);
}

TEST_P(DsTest, WhatIsNotModelledStopsAtTheInstruction) {
    Words gds = ds("ds_load_b32", 1, 0);
    gds[0] |= 1u << 17;
    for (const Words& words : {ds("ds_gws_barrier", 0, 0), ds("ds_ordered_count", 1, 0), gds}) {
        wave.events = 0;
        wave.pc = 0x1000;
        run_unchecked(words);
        EXPECT_EQ(wave.events, unsigned(kEventUnmodelled));
        EXPECT_EQ(wave.pc, 0x1000u);
        EXPECT_FALSE(wave.stop_reason.empty());
    }
}

TEST_P(DsTest, RegistersBeyondTheAllocationStop) {
    run_unchecked(ds("ds_load_b128", kVgprs - 3, 0));
    EXPECT_EQ(wave.events, unsigned(kEventUnmodelled));
    EXPECT_NE(wave.stop_reason.find("v32"), std::string::npos) << wave.stop_reason;
}

} // namespace
} // namespace wb::sim::test
