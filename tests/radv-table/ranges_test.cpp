// SPDX-License-Identifier: MIT
// What is mapped in GPU memory.
#include "program.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace wb::test;

namespace {
const ListedRange* find(const std::vector<ListedRange>& ranges, uint32_t kind, uint64_t va) {
    const auto found = std::ranges::find_if(ranges, [=](const ListedRange& range) {
        return range.kind == kind && range.va <= va && va - range.va < range.size;
    });
    return found == ranges.end() ? nullptr : &*found;
}
} // namespace

TEST(Ranges, NameBuffersAndTheirMemory) {
    Gpu gpu;
    Buffer buffer =
        gpu.buffer(1000, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    gpu.name(VK_OBJECT_TYPE_BUFFER, reinterpret_cast<uint64_t>(buffer.handle), "grass blades");
    gpu.name(VK_OBJECT_TYPE_DEVICE_MEMORY, reinterpret_cast<uint64_t>(buffer.memory), "grass memory");
    const auto ranges = list_ranges(gpu);
    const ListedRange* range = find(ranges, WB_RANGE_BUFFER, buffer.address + 999);
    ASSERT_NE(range, nullptr);
    EXPECT_EQ(range->va, buffer.address);
    EXPECT_EQ(range->size, 1000u);
    EXPECT_EQ(range->name, "grass blades");
    EXPECT_EQ(range->cpu, buffer.words);
    EXPECT_TRUE(range->usage & VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    const ListedRange* memory = find(ranges, WB_RANGE_MEMORY, buffer.address);
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(memory->name, "grass memory");

    gpu.name(VK_OBJECT_TYPE_BUFFER, reinterpret_cast<uint64_t>(buffer.handle), nullptr);
    vkUnmapMemory(gpu.device, buffer.memory);
    const auto later = list_ranges(gpu);
    EXPECT_EQ(find(later, WB_RANGE_BUFFER, buffer.address)->name, "");
    EXPECT_EQ(find(later, WB_RANGE_BUFFER, buffer.address)->cpu, nullptr);
}

TEST(Ranges, RememberTheLast64ThatWereDestroyed) {
    Gpu gpu;
    const VkMemoryAllocateInfo allocation{
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = 4096, .memoryTypeIndex = 0};
    VkDeviceMemory memory;
    check(vkAllocateMemory(gpu.device, &allocation, nullptr, &memory), "vkAllocateMemory");
    const VkBufferCreateInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                  .size = 48,
                                  .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    for (int i = 0; i < 100; ++i) {
        VkBuffer buffer;
        check(vkCreateBuffer(gpu.device, &info, nullptr, &buffer), "vkCreateBuffer");
        check(vkBindBufferMemory(gpu.device, buffer, memory, VkDeviceSize(i) * 16), "vkBindBufferMemory");
        gpu.name(VK_OBJECT_TYPE_BUFFER, reinterpret_cast<uint64_t>(buffer), std::to_string(i).c_str());
        vkDestroyBuffer(gpu.device, buffer, nullptr);
    }
    vkFreeMemory(gpu.device, memory, nullptr);
    std::vector<ListedRange> freed;
    gpu.table->enumerate_freed(
        gpu.device,
        [](void* user, const wb_range* range) {
            static_cast<std::vector<ListedRange>*>(user)->push_back(
                {range->va, range->size, range->kind, range->usage, range->name, range->cpu});
        },
        &freed);
    ASSERT_EQ(freed.size(), 64u);
    EXPECT_EQ(freed[0].kind, uint32_t(WB_RANGE_MEMORY));
    EXPECT_EQ(freed[0].size, 4096u);
    for (uint32_t i = 1; i < 64; ++i) {
        EXPECT_EQ(freed[i].name, std::to_string(100 - i));
        EXPECT_EQ(freed[i].va, freed[0].va + (100 - i) * 16);
        EXPECT_EQ(freed[i].size, 48u);
        EXPECT_EQ(freed[i].cpu, nullptr);
    }
}

TEST(Ranges, EndWithTheirObject) {
    Gpu gpu;
    const size_t before = list_ranges(gpu).size();
    const VkBufferCreateInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                  .size = 64,
                                  .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    VkBuffer buffer;
    check(vkCreateBuffer(gpu.device, &info, nullptr, &buffer), "vkCreateBuffer");
    EXPECT_EQ(list_ranges(gpu).size(), before); // not bound: nowhere
    const VkMemoryAllocateInfo allocation{
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = 4096, .memoryTypeIndex = 0};
    VkDeviceMemory memory;
    check(vkAllocateMemory(gpu.device, &allocation, nullptr, &memory), "vkAllocateMemory");
    check(vkBindBufferMemory(gpu.device, buffer, memory, 0), "vkBindBufferMemory");
    EXPECT_EQ(list_ranges(gpu).size(), before + 2);
    vkDestroyBuffer(gpu.device, buffer, nullptr);
    EXPECT_EQ(list_ranges(gpu).size(), before + 1);
    vkFreeMemory(gpu.device, memory, nullptr);
    EXPECT_EQ(list_ranges(gpu).size(), before);
}

TEST(Ranges, CoverCode) {
    Gpu gpu;
    ScaleProgram program(gpu);
    const wb_debug_record* record = nullptr;
    ASSERT_EQ(gpu.table->get_record(gpu.device, list_shaders(gpu)[0].id, &record), VK_SUCCESS);
    const auto ranges = list_ranges(gpu);
    EXPECT_NE(find(ranges, WB_RANGE_CODE, record->code_va), nullptr);
    EXPECT_GE(std::ranges::count(ranges, uint32_t{WB_RANGE_CODE}, &ListedRange::kind),
              2); // the normal shader's too
    gpu.table->release_record(gpu.device, record);
}
