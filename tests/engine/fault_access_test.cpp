// SPDX-License-Identifier: MIT
// How instructions that LLVM prints address memory. That the right one is found at a fault is seen by the
// command's tests.
#include "engine/session/fault_access.h"

#include <gtest/gtest.h>

namespace wb::engine {
namespace {

struct Expected {
    const char* text;
    bool write, scalar;
    uint32_t size;
    int vgpr, sgpr;
    int64_t offset;
    int offset_sgpr;
};

TEST(FaultAccess, Operands) {
    constexpr Expected kExpected[] = {
        {"\tglobal_load_b32 v1, v[2:3], off", false, false, 4, 2, -1, 0, -1},
        {"\tglobal_load_b128 v[4:7], v[2:3], off offset:-16 glc", false, false, 16, 2, -1, -16, -1},
        {"\tglobal_load_u8 v1, v2, s[4:5] offset:3", false, false, 1, 2, 4, 3, -1},
        {"\tglobal_load_d16_hi_b16 v1, v[2:3], off", false, false, 2, 2, -1, 0, -1},
        {"\tglobal_store_b64 v[2:3], v[4:5], off offset:8", true, false, 8, 2, -1, 8, -1},
        {"\tglobal_store_b32 v0, v1, s[0:1]", true, false, 4, 0, 0, 0, -1},
        {"\tglobal_atomic_add_u32 v[2:3], v4, off", true, false, 4, 2, -1, 0, -1},
        {"\tglobal_atomic_add_u32 v1, v[2:3], v4, off glc", true, false, 4, 2, -1, 0, -1},
        {"\tglobal_atomic_add_u32 v1, v2, v4, s[6:7] offset:4 glc", true, false, 4, 2, 6, 4, -1},
        {"\tflat_load_b32 v1, v[2:3]", false, false, 4, 2, -1, 0, -1},
        {"\tflat_store_b16 v[2:3], v1", true, false, 2, 2, -1, 0, -1},
        {"\ts_load_b64 s[4:5], s[2:3], 0x10", false, true, 8, -1, 2, 16, -1},
        {"\ts_load_b32 s4, s[2:3], null", false, true, 4, -1, 2, 0, -1},
        {"\ts_load_b32 s4, s[2:3], s6", false, true, 4, -1, 2, 0, 6},
    };
    for (const Expected& expected : kExpected) {
        const auto got = parse_memory_operands(expected.text);
        ASSERT_TRUE(got) << expected.text;
        EXPECT_EQ(got->write, expected.write) << expected.text;
        EXPECT_EQ(got->scalar, expected.scalar) << expected.text;
        EXPECT_EQ(got->size, expected.size) << expected.text;
        EXPECT_EQ(got->vgpr, expected.vgpr) << expected.text;
        EXPECT_EQ(got->sgpr, expected.sgpr) << expected.text;
        EXPECT_EQ(got->offset, expected.offset) << expected.text;
        EXPECT_EQ(got->offset_sgpr, expected.offset_sgpr) << expected.text;
    }
}

TEST(FaultAccess, WhatHasNoAddressInRegisters) {
    for (const char* text : {"\tv_add_nc_u32_e32 v1, v2, v3", "\tbuffer_load_b32 v1, v2, s[4:7], 0 offen",
                             "\ts_waitcnt vmcnt(0)", "\tscratch_load_b32 v1, off, s0", "\tds_load_b32 v1, v2",
                             "\tglobal_load_b32", "\ts_buffer_load_b32 s0, s[4:7], 0x0", ""})
        EXPECT_FALSE(parse_memory_operands(text)) << text;
}

} // namespace
} // namespace wb::engine
