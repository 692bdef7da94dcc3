// SPDX-License-Identifier: MIT
// The trap handler's memory, on a device that accepts work and does none: all is there but the probe's
// answer.
#include "gpu.h"

#include "trap_handler/mailbox.h"

#include <bit>
#include <cstring>
#include <gtest/gtest.h>

using namespace wb::test;

TEST(Trap, MemoryIsThereAndAProbeWithoutAnswerIsSaid) {
    Gpu gpu;
    Events events(gpu);
    const uint32_t handler[] = {0xbf800000, 0xbf800001, 0xbf800002}, probe[] = {0xbfb00000};
    EXPECT_LT(gpu.table->init_trap(gpu.device, nullptr, 0, probe, sizeof(probe)), 0);
    EXPECT_LT(gpu.table->init_trap(gpu.device, handler, sizeof(handler), probe, sizeof(probe)), 0);
    ASSERT_FALSE(events.messages.empty());
    EXPECT_NE(events.messages.back().find("probe"), std::string::npos) << events.messages.back();

    wb_device_info info;
    ASSERT_EQ(gpu.table->get_device_info(gpu.device, &info), VK_SUCCESS);
    EXPECT_EQ(info.vmid, WB_NONE);
    EXPECT_EQ(info.handler_va % 256, 0u);
    EXPECT_EQ(info.handler_va >> 32, 0xffff8000u);
    EXPECT_EQ(info.handler_size, sizeof(handler));
    EXPECT_EQ(info.control_va % 256, 0u);
    EXPECT_EQ(info.control_va >> 32, 0xffff8000u);
    ASSERT_NE(info.control, nullptr);
    const wb_control& control = *info.control;
    EXPECT_EQ(control.magic, uint32_t{WB_MAILBOX_MAGIC});
    EXPECT_EQ(control.version, uint32_t{WB_MAILBOX_VERSION});
    EXPECT_EQ(control.reasons, 0u);
    EXPECT_EQ(control.focus_command, uint32_t{WB_ANY});
    EXPECT_TRUE(std::has_single_bit(control.page_words));
    EXPECT_GE(control.page_words * 32, info.pool_pages);
    EXPECT_EQ(info.page_map[-1], control.page_words);
    EXPECT_EQ(control.transfer_size, info.transfer_size);
    EXPECT_GE(info.pool_pages, 192u * 48); // 192 SIMDs of 192 KiB of VGPRs in pages of 4 KiB

    // Every address in the control block is mapped where its CPU pointer says.
    const auto ranges = list_ranges(gpu);
    const auto cpu = [&](uint64_t va, uint64_t size) -> void* {
        for (const ListedRange& range : ranges) {
            if (range.cpu && range.va <= va && va + size <= range.va + range.size)
                return static_cast<char*>(range.cpu) + (va - range.va);
        }
        return nullptr;
    };
    EXPECT_EQ(cpu(info.control_va, WB_CONTROL_SIZE), info.control);
    EXPECT_EQ(cpu(control.page_map, control.page_words * 4), info.page_map);
    EXPECT_EQ(cpu(control.directory, info.pool_pages * 4), info.directory);
    EXPECT_EQ(cpu(control.transfer, info.transfer_size), info.transfer);
    EXPECT_EQ(cpu(control.pool, uint64_t{info.pool_pages} * WB_PAGE_SIZE), info.pool);
    for (uint32_t i = 0; i < control.page_words; i++)
        ASSERT_EQ(info.page_map[i], i < info.pool_pages / 32 ? 0 : 0xffffffff) << i;
    const void* code = cpu(info.handler_va, sizeof(handler));
    ASSERT_NE(code, nullptr);
    EXPECT_EQ(std::memcmp(code, handler, sizeof(handler)), 0);
}
