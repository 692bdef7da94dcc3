// SPDX-License-Identifier: MIT
// Debug variants: their code and record, one compile for all who ask, and the patching of slots.
#include "program.h"

#include "trap_handler/mailbox.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <thread>

using namespace wb::test;

namespace {
// The CPU's view of GPU code.
const uint32_t* code_at(const Gpu& gpu, uint64_t va) {
    for (const ListedRange& range : list_ranges(gpu)) {
        if (range.kind == WB_RANGE_CODE && range.va <= va && va - range.va < range.size && range.cpu)
            return reinterpret_cast<const uint32_t*>(static_cast<const char*>(range.cpu) + (va - range.va));
    }
    return nullptr;
}
} // namespace

TEST(Variants, LieInTheArenaBehindTheirHeader) {
    Gpu gpu;
    ScaleProgram program(gpu);
    const uint64_t id = list_shaders(gpu)[0].id;
    const wb_debug_record* record = nullptr;
    ASSERT_EQ(gpu.table->get_record(gpu.device, id, &record), VK_SUCCESS);
    EXPECT_EQ(record->abi, uint32_t{WB_RECORD_ABI});
    EXPECT_EQ(record->shader_id, id);
    EXPECT_EQ(record->code_va % 256, 0u);
    EXPECT_EQ(record->code_va >> 32, 0xffff8000u);
    EXPECT_LT(record->command_sgpr, 16u);
    for (const uint32_t sgpr : record->workgroup_id_sgpr)
        EXPECT_LT(sgpr, 20u);
    EXPECT_LT(record->descriptor_set_sgpr[0], 16u);
    EXPECT_EQ(record->descriptor_set_sgpr[1], WB_NONE);

    const uint32_t* code = code_at(gpu, record->code_va);
    ASSERT_NE(code, nullptr);
    wb_variant_header header;
    std::memcpy(&header, reinterpret_cast<const char*>(code) - WB_VARIANT_HEADER_SIZE, sizeof(header));
    EXPECT_EQ(header.magic, uint32_t{WB_VARIANT_MAGIC_VALUE});
    EXPECT_EQ(header.shader_id, id);
    EXPECT_EQ(header.command_sgpr, record->command_sgpr);
    EXPECT_EQ(header.group_sgpr, record->workgroup_id_sgpr[0] | record->workgroup_id_sgpr[1] << 8 |
                                     record->workgroup_id_sgpr[2] << 16);
    EXPECT_EQ(header.wave_size, 64u);
    EXPECT_EQ(header.stage, uint32_t{VK_SHADER_STAGE_COMPUTE_BIT});

    const uint32_t* words = nullptr;
    size_t count = 0;
    ASSERT_EQ(gpu.table->get_code(gpu.device, id, &words, &count), VK_SUCCESS);
    EXPECT_EQ(record->code_size, count * 4);
    ASSERT_GE(header.code_size, count * 4);
    EXPECT_EQ(std::memcmp(words, code, count * 4), 0);
    for (size_t i = count; i < count + 64; i++)
        EXPECT_EQ(code[i], 0xbf9f0000u) << i; // s_code_end
    gpu.table->release_record(gpu.device, record);
}

TEST(Variants, AreCompiledOnceForAllWhoAsk) {
    Gpu gpu;
    Events events(gpu);
    ScaleProgram program(gpu);
    const uint64_t id = list_shaders(gpu)[0].id;
    const wb_debug_record* records[8] = {};
    std::vector<std::thread> threads;
    for (const wb_debug_record*& record : records)
        threads.emplace_back([&] { gpu.table->get_record(gpu.device, id, &record); });
    for (std::thread& thread : threads)
        thread.join();
    ASSERT_NE(records[0], nullptr);
    for (const wb_debug_record* record : records) {
        EXPECT_EQ(record, records[0]);
        gpu.table->release_record(gpu.device, record);
    }
    EXPECT_EQ(events.compiled, std::vector<uint64_t>{id});
}

TEST(Variants, WithOtherFlagsAreOthers) {
    Gpu gpu;
    ScaleProgram program(gpu);
    const uint64_t id = list_shaders(gpu)[0].id;
    const wb_debug_record *plain = nullptr, *stepping = nullptr, *again = nullptr;
    ASSERT_EQ(gpu.table->get_record(gpu.device, id, &plain), VK_SUCCESS);
    ASSERT_EQ(gpu.table->set_shader_debug(gpu.device, id, 1, WB_VARIANT_DEBUG_MODE), VK_SUCCESS);
    ASSERT_EQ(gpu.table->get_record(gpu.device, id, &stepping), VK_SUCCESS);
    ASSERT_EQ(gpu.table->set_shader_debug(gpu.device, id, 1, 0), VK_SUCCESS);
    ASSERT_EQ(gpu.table->get_record(gpu.device, id, &again), VK_SUCCESS);
    EXPECT_NE(plain->code_va, stepping->code_va);
    EXPECT_EQ(plain, again);
    for (const wb_debug_record* record : {plain, stepping, again})
        gpu.table->release_record(gpu.device, record);
}

TEST(Variants, ArePatchedAtSlotsOnly) {
    Gpu gpu;
    Events events(gpu);
    ScaleProgram program(gpu);
    const uint64_t id = list_shaders(gpu)[0].id;
    const wb_debug_record* record = nullptr;
    ASSERT_EQ(gpu.table->get_record(gpu.device, id, &record), VK_SUCCESS);
    const uint32_t* code = code_at(gpu, record->code_va);
    ASSERT_NE(code, nullptr);
    ASSERT_GT(record->slot_count, 1u);
    EXPECT_EQ(record->slots[0].code_offset, 0u);
    EXPECT_TRUE(record->slots[0].flags & WB_SLOT_ENTRY);
    for (uint32_t i = 0; i < record->slot_count; i++) {
        const uint32_t offset = record->slots[i].code_offset, trap = WB_S_TRAP_GFX11 | WB_TRAP_SLOT;
        EXPECT_EQ(code[offset / 4], WB_S_NOP) << offset;
        ASSERT_EQ(gpu.table->patch_slot(gpu.device, id, offset, trap), VK_SUCCESS);
        EXPECT_EQ(code[offset / 4], trap);
        ASSERT_EQ(gpu.table->patch_slot(gpu.device, id, offset, WB_S_NOP), VK_SUCCESS);
        EXPECT_EQ(code[offset / 4], WB_S_NOP);
    }
    std::vector<uint32_t> slots;
    for (uint32_t i = 0; i < record->slot_count; i++)
        slots.push_back(record->slots[i].code_offset);
    uint32_t between = 4;
    while (std::ranges::count(slots, between))
        between += 4;
    EXPECT_LT(gpu.table->patch_slot(gpu.device, id, between, WB_S_NOP), 0);
    EXPECT_FALSE(events.messages.empty());
    gpu.table->release_record(gpu.device, record);
}
