// SPDX-License-Identifier: MIT
// DS atomics: one active lane, known old value and data, expected new value by the RDNA3 ISA's pseudo-code.
#include "mem_fixture.h"

#include <bit>
#include <cmath>
#include <limits>

namespace wb::sim::test {
namespace {

using DsAtomicTest = MemoryTest;
WB_FOR_BOTH_WAVE_SIZES(DsAtomicTest);

constexpr uint64_t bits(float value) {
    return std::bit_cast<uint32_t>(value);
}
constexpr uint64_t bits64(double value) {
    return std::bit_cast<uint64_t>(value);
}

struct AtomicCase {
    const char* name; ///< Without "ds_", "rtn_" and the width, which is 32 and 64: "add_u".
    uint64_t old, data, data2, expected;
};

constexpr uint64_t k32 = 0xffff'ffff;

/// Values are 32-bit; the 64-bit runs use them as they are, sign bits are tested apart.
constexpr AtomicCase kIntegerCases[] = {
    {"add_u", 7, 5, 0, 12},
    {"sub_u", 7, 5, 0, 2},
    {"rsub_u", 5, 7, 0, 2},
    {"inc_u", 7, 9, 0, 8},
    {"inc_u", 9, 9, 0, 0},
    {"inc_u", 10, 9, 0, 0},
    {"dec_u", 7, 9, 0, 6},
    {"dec_u", 0, 9, 0, 9},
    {"dec_u", 10, 9, 0, 9},
    {"min_i", 7, 5, 0, 5},
    {"max_i", 7, 5, 0, 7},
    {"min_u", 7, 9, 0, 7},
    {"max_u", 7, 9, 0, 9},
    {"and_b", 0b1100, 0b1010, 0, 0b1000},
    {"or_b", 0b1100, 0b1010, 0, 0b1110},
    {"xor_b", 0b1100, 0b1010, 0, 0b0110},
    {"mskor_b", 0b1100, 0b0101, 0b0011, 0b1011},
    {"cmpstore_b", 7, 100, 7, 100}, // data is the new value, data2 the comparison (gfx11 order).
    {"cmpstore_b", 7, 100, 8, 7},
};

TEST_P(DsAtomicTest, IntegerOperationsOfBothWidths) {
    set_exec(1ull << 3);
    fill(0, [](unsigned) { return 64; });
    for (const AtomicCase& test : kIntegerCases) {
        for (const unsigned width : {32u, 64u}) {
            for (const bool returns : {false, true}) {
                std::string name = std::string("ds_") + test.name + std::to_string(width);
                if (returns) name.insert(name.rfind('_') + 1, "rtn_");
                set_lds<uint64_t>(64, test.old);
                fill64(2, [&](unsigned) { return test.data; });
                fill64(4, [&](unsigned) { return test.data2; });
                fill64(6, [](unsigned) { return 0xdddd'dddd'dddd'ddddu; });
                run(ds(name, 6, 0, 2, 4));
                EXPECT_EQ(lds_at<uint64_t>(64), test.expected) << name;
                if (returns)
                    EXPECT_EQ(v64(6, 3), width == 64 ? test.old : 0xdddd'dddd'0000'0000u | test.old) << name;
                else
                    EXPECT_EQ(v64(6, 3), 0xdddd'dddd'dddd'ddddu) << name;
                EXPECT_EQ(v64(6, 2), 0xdddd'dddd'dddd'ddddu) << name;
            }
        }
    }
}

TEST_P(DsAtomicTest, SignsAndCarries) {
    set_exec(1);
    fill(0, [](unsigned) { return 64; });
    const auto result = [&](const char* name, uint64_t old, uint64_t data) {
        set_lds<uint64_t>(64, old);
        fill64(2, [&](unsigned) { return data; });
        run(ds(name, 0, 0, 2, 4));
        return lds_at<uint64_t>(64);
    };
    EXPECT_EQ(result("ds_min_i32", 3, k32), k32);
    EXPECT_EQ(result("ds_min_u32", 3, k32), 3u);
    EXPECT_EQ(result("ds_max_i32", 3, k32), 3u);
    EXPECT_EQ(result("ds_max_u32", 3, k32), k32);
    EXPECT_EQ(result("ds_min_i64", 3, ~0ull), ~0ull);
    EXPECT_EQ(result("ds_max_u64", 3, ~0ull), ~0ull);
    EXPECT_EQ(result("ds_max_i64", 3, ~0ull), 3u);
    EXPECT_EQ(result("ds_add_u64", k32, 1), 1ull << 32);
    EXPECT_EQ(result("ds_add_u32", k32, 1), 0u); // No carry into the next dword.
    EXPECT_EQ(result("ds_sub_u64", 1ull << 32, 1), k32);
}

TEST_P(DsAtomicTest, Floats) {
    set_exec(1);
    fill(0, [](unsigned) { return 64; });
    const auto result = [&](const char* name, uint64_t old, uint64_t data, uint64_t data2 = 0) {
        set_lds<uint64_t>(64, old);
        fill64(2, [&](unsigned) { return data; });
        fill64(4, [&](unsigned) { return data2; });
        run(ds(name, 6, 0, 2, 4));
        return lds_at<uint64_t>(64);
    };
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(result("ds_add_f32", bits(1.5f), bits(2.25f)), bits(3.75f));
    EXPECT_EQ(result("ds_add_rtn_f32", bits(1e-45f), bits(1e-45f)), 2u); // Denormals are kept.
    EXPECT_EQ(result("ds_min_f32", bits(1.f), bits(-2.f)), bits(-2.f));
    EXPECT_EQ(result("ds_max_f32", bits(1.f), bits(-2.f)), bits(1.f));
    EXPECT_EQ(result("ds_max_rtn_f32", bits(1.f), bits(nan)), bits(1.f));
    EXPECT_EQ(v(6, 0), bits(1.f));
    EXPECT_EQ(result("ds_min_f64", bits64(1), bits64(-2)), bits64(-2));
    EXPECT_EQ(result("ds_max_rtn_f64", bits64(1), bits64(2)), bits64(2));
    EXPECT_EQ(v64(6, 0), bits64(1));
    // 0 == -0, so the float form stores where the bitwise one would not; NaN never compares equal.
    EXPECT_EQ(result("ds_cmpstore_f32", bits(-0.f), bits(4.f), bits(0.f)), bits(4.f));
    EXPECT_EQ(result("ds_cmpstore_b32", bits(-0.f), bits(4.f), bits(0.f)), bits(-0.f));
    EXPECT_EQ(result("ds_cmpstore_f32", bits(nan), bits(4.f), bits(nan)), bits(nan));
    EXPECT_EQ(result("ds_cmpstore_rtn_f64", bits64(-0.), bits64(4), bits64(0)), bits64(4));
}

TEST_P(DsAtomicTest, LanesOfOneAddressAllCount) {
    fill(0, [](unsigned) { return 128; });
    fill(1, [](unsigned) { return 1; });
    run(ds("ds_add_rtn_u32", 2, 0, 1));
    EXPECT_EQ(lds_at<uint32_t>(128), lanes());
    std::vector<bool> seen(lanes());
    for (unsigned lane = 0; lane < lanes(); ++lane) {
        ASSERT_LT(v(2, lane), lanes());
        EXPECT_FALSE(seen[v(2, lane)]);
        seen[v(2, lane)] = true;
    }
}

TEST_P(DsAtomicTest, Exchanges) {
    set_exec(1);
    fill(0, [](unsigned) { return 0; });
    fill64(2, [](unsigned) { return 0xaaaa'0000'aaaau; });
    fill64(4, [](unsigned) { return 0xbbbb'0000'bbbbu; });
    set_lds<uint32_t>(4, 1);
    set_lds<uint32_t>(8, 2);
    run(ds("ds_storexchg_2addr_rtn_b32", 8, 0, 2, 4, 1 | 2 << 8));
    EXPECT_EQ(v(8, 0), 1u);
    EXPECT_EQ(v(9, 0), 2u);
    EXPECT_EQ(lds_at<uint32_t>(4), 0xaaaau);
    EXPECT_EQ(lds_at<uint32_t>(8), 0xbbbbu);
    set_lds<uint64_t>(512, 3);
    set_lds<uint64_t>(1024, 4);
    run(ds("ds_storexchg_2addr_stride64_rtn_b64", 8, 0, 2, 4, 1 | 2 << 8));
    EXPECT_EQ(v64(8, 0), 3u);
    EXPECT_EQ(v64(10, 0), 4u);
    EXPECT_EQ(lds_at<uint64_t>(1024), 0xbbbb'0000'bbbbu);
    set_lds<uint64_t>(16, 5);
    run(ds("ds_storexchg_rtn_b64", 8, 0, 2, 0, 16));
    EXPECT_EQ(v64(8, 0), 5u);
    EXPECT_EQ(lds_at<uint64_t>(16), 0xaaaa'0000'aaaau);
}

TEST_P(DsAtomicTest, WrapAndConditionalExchange) {
    set_exec(1);
    fill(0, [](unsigned) { return 8; });
    fill(2, [](unsigned) { return 10; });
    fill(4, [](unsigned) { return 100; });
    set_lds<uint32_t>(8, 12);
    run(ds("ds_wrap_rtn_b32", 6, 0, 2, 4));
    EXPECT_EQ(v(6, 0), 12u);
    EXPECT_EQ(lds_at<uint32_t>(8), 2u); // 12 >= 10: subtract.
    run(ds("ds_wrap_rtn_b32", 6, 0, 2, 4));
    EXPECT_EQ(lds_at<uint32_t>(8), 102u); // 2 < 10: add the second operand.
    set_lds<uint64_t>(8, 0x2222'1111'0000'3333u);
    fill64(2, [](unsigned) { return 0x8000'0007'0000'0009u; });
    run(ds("ds_condxchg32_rtn_b64", 6, 0, 2));
    EXPECT_EQ(lds_at<uint64_t>(8), 0x0000'0007'0000'3333u);
    EXPECT_EQ(v64(6, 0), 0x2222'1111'0000'3333u);
}

TEST_P(DsAtomicTest, MisalignedIsAViolation) {
    set_exec(1);
    fill(0, [](unsigned) { return 2; });
    run(ds("ds_add_u32", 0, 0, 1));
    EXPECT_EQ(wave.events, unsigned(kEventMemoryFault));
    EXPECT_EQ(wave.fault.address, kSharedAperture + 2);
}

TEST_P(DsAtomicTest, OutOfRangeReturnsZero) {
    set_exec(1);
    fill(0, [](unsigned) { return kLdsBytes; });
    fill(2, [](unsigned) { return 0xcccc; });
    run(ds("ds_or_rtn_b32", 2, 0, 1));
    EXPECT_EQ(v(2, 0), 0u);
    EXPECT_EQ(wave.events, 0u);
}

} // namespace
} // namespace wb::sim::test
