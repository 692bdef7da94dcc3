// SPDX-License-Identifier: MIT
// The table itself, the device's description and the trap handler's memory.
#include "program.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>

using namespace wb::test;

TEST(Table, IsFoundAndVersioned) {
    Gpu gpu;
    ASSERT_NE(gpu.table, nullptr);
    EXPECT_EQ(gpu.table->version, WAVEBREAK_RADV_TABLE_VERSION);
    EXPECT_EQ(gpu.table->size, sizeof(wb_radv_table));
    const auto get_table = gpu.load<PFN_vkGetDebuggerTableWAVEBREAK>(WAVEBREAK_RADV_ENTRY);
    EXPECT_EQ(get_table(gpu.device, WAVEBREAK_RADV_TABLE_VERSION + 1), nullptr);
    EXPECT_EQ(gpu.load<PFN_vkVoidFunction>("vkGetDebuggerTableWAVEBREAK2"), nullptr);
}

TEST(Table, DescribesTheDevice) {
    Gpu gpu;
    wb_device_info info;
    ASSERT_EQ(gpu.table->get_device_info(gpu.device, &info), VK_SUCCESS);
    EXPECT_NE(std::strstr(info.device_name, "NAVI31"), nullptr) << info.device_name;
    EXPECT_NE(std::strstr(info.driver_info, "25.0.7"), nullptr) << info.driver_info;
    EXPECT_EQ(info.gfx_level, 1100u);
    EXPECT_GE(info.drm_fd, 0);
    EXPECT_EQ(info.drm_minor, 128u);
    EXPECT_EQ(info.vmid, WB_NONE);
    EXPECT_EQ(info.control, nullptr);
}

TEST(Table, TwoDevicesHaveNothingInCommon) {
    Gpu first, second;
    ScaleProgram program(first);
    EXPECT_EQ(list_shaders(first).size(), 1u);
    EXPECT_TRUE(list_shaders(second).empty());
    const auto is_buffer = [](const ListedRange& range) { return range.kind == WB_RANGE_BUFFER; };
    EXPECT_EQ(std::ranges::count_if(list_ranges(first), is_buffer), 3);
    EXPECT_EQ(std::ranges::count_if(list_ranges(second), is_buffer), 0);
}
