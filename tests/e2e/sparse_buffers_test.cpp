// SPDX-License-Identifier: MIT
// Sparse buffers against a model of their page table.
#include "tests/e2e/sparse_fixture.h"

#include <algorithm>
#include <array>
#include <random>
#include <string>

#include "sparse.comp.h"

namespace wb::test {
namespace {

constexpr uint32_t kPages = 48, kMemoryPages = 32;
constexpr int kUnbound = -1;

class SparseBuffers : public SparseTest {
protected:
    void SetUp() override {
        SparseTest::SetUp();
        if (!device || !binder) return;
        VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
        info.flags = VK_BUFFER_CREATE_SPARSE_BINDING_BIT | VK_BUFFER_CREATE_SPARSE_RESIDENCY_BIT |
                     VK_BUFFER_CREATE_SPARSE_ALIASED_BIT;
        info.size = 1 << 20;
        info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                     VK_BUFFER_USAGE_TRANSFER_DST_BIT;
        WB_VK(vkCreateBuffer(device, &info, nullptr, &sparse_));
        VkMemoryRequirements needs;
        vkGetBufferMemoryRequirements(device, sparse_, &needs);
        vkDestroyBuffer(device, sparse_, nullptr);
        page_ = needs.alignment;
        info.size = kPages * page_;
        WB_VK(vkCreateBuffer(device, &info, nullptr, &sparse_));
        memory_ = allocate(kMemoryPages * page_, needs.memoryTypeBits);
        make_buffer(kPages * 3, seen_);
        const VkDescriptorBufferInfo bound[] = {{sparse_, 0, VK_WHOLE_SIZE},
                                                {seen_.buffer, 0, VK_WHOLE_SIZE}};
        make_program(sparse_comp, bound, 12, program_);
    }
    void TearDown() override {
        if (device) {
            destroy(program_);
            vkDestroyBuffer(device, sparse_, nullptr);
        }
        SparseTest::TearDown();
    }

    /// Binds `count` pages from `page` on to the memory's pages from `to` on, or to nothing.
    VkSparseMemoryBind pages(uint32_t page, uint32_t count, int to) {
        for (uint32_t i = 0; i < count; ++i)
            table_[page + i] = to == kUnbound ? kUnbound : to + int(i);
        return {page * page_, count * page_, to == kUnbound ? VK_NULL_HANDLE : memory_,
                to == kUnbound ? 0 : VkDeviceSize(to) * page_, 0};
    }
    void bind_pages(const std::vector<VkSparseMemoryBind>& binds) {
        const VkSparseBufferMemoryBindInfo buffer{sparse_, uint32_t(binds.size()), binds.data()};
        VkBindSparseInfo info{VK_STRUCTURE_TYPE_BIND_SPARSE_INFO};
        info.bufferBindCount = 1;
        info.pBufferBinds = &buffer;
        bind(info);
    }
    void dispatch(VkCommandBuffer c, bool write, uint32_t salt, uint32_t groups = kPages) {
        const uint32_t constants[] = {uint32_t(page_ / 4), write, salt};
        bind_program(c, program_);
        vkCmdPushConstants(c, program_.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof constants, constants);
        vkCmdDispatch(c, groups, 1, 1);
    }
    void write(uint32_t salt) {
        run_commands([&](VkCommandBuffer c) { dispatch(c, true, salt); });
        for (uint32_t page = 0; page < kPages; ++page)
            for (uint32_t place = 0; place < 3; ++place)
                if (table_[page] != kUnbound) content_[table_[page]][place] = page * 4 + place + salt;
    }
    void check(const char* when) {
        std::fill_n(seen_.words, kPages * 3, 0xdeadbeef);
        run_commands([&](VkCommandBuffer c) { dispatch(c, false, 0); });
        for (uint32_t page = 0; page < kPages; ++page)
            for (uint32_t place = 0; place < 3; ++place)
                ASSERT_EQ(seen_.words[page * 3 + place],
                          table_[page] == kUnbound ? 0 : content_[table_[page]][place])
                    << when << ", page " << page << " place " << place;
    }

    VkBuffer sparse_ = VK_NULL_HANDLE;
    VkDeviceMemory memory_ = VK_NULL_HANDLE;
    VkDeviceSize page_ = 0;
    Buffer seen_;
    std::vector<int> table_ = std::vector<int>(kPages, kUnbound);
    std::array<std::array<uint32_t, 3>, kMemoryPages> content_{};

private:
    Program program_;
};

TEST_F(SparseBuffers, UnboundPagesReadZeroAndDropWrites) {
    EXPECT_TRUE(properties.sparseProperties.residencyNonResidentStrict);
    write(100);
    check("nothing is bound");
    bind_pages({pages(0, 1, 3), pages(5, 4, 10), pages(kPages - 1, 1, 0)});
    check("bound, not written: the writes before went nowhere");
    write(200);
    check("written");
    // The same memory in a second place; then the first goes.
    bind_pages({pages(20, 2, 11)});
    check("aliased");
    bind_pages({pages(6, 2, kUnbound)});
    write(300);
    check("the first place is unbound");
}

TEST_F(SparseBuffers, TransfersSeeTheSamePages) {
    bind_pages({pages(1, 2, 4)});
    run_commands([&](VkCommandBuffer c) {
        vkCmdFillBuffer(c, sparse_, 0, 5 * page_, 0x1234);
        const VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_TRANSFER_WRITE_BIT,
                                     VK_ACCESS_TRANSFER_READ_BIT};
        vkCmdPipelineBarrier(c, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1, &memory,
                             0, nullptr, 0, nullptr);
        // Two words on each side of the borders between pages 0 and 1, and 2 and 3.
        const VkBufferCopy copies[] = {{page_ - 8, 0, 16}, {3 * page_ - 8, 16, 16}};
        vkCmdCopyBuffer(c, sparse_, seen_.buffer, 2, copies);
    });
    const uint32_t wanted[] = {0, 0, 0x1234, 0x1234, 0x1234, 0x1234, 0, 0};
    for (int i = 0; i < 8; ++i)
        EXPECT_EQ(seen_.words[i], wanted[i]) << i;
}

TEST_F(SparseBuffers, RandomTablesInAnyOrder) {
    std::mt19937 random(1);
    for (uint32_t round = 0; round < 12; ++round) {
        for (int i = 0; i < 4; ++i) {
            const uint32_t count = 1 + random() % 4, page = random() % (kPages - count + 1);
            const int to = random() % 3 ? int(random() % (kMemoryPages - count + 1)) : kUnbound;
            bind_pages({pages(page, count, to)});
        }
        // Where two pages have the same memory, the order of writes would matter.
        std::array<uint32_t, kMemoryPages> users{};
        for (int page : table_)
            if (page != kUnbound) ++users[page];
        if (*std::max_element(users.begin(), users.end()) < 2) write(round * 1000);
        check(("round " + std::to_string(round)).c_str());
    }
}

// Pages that the running shader does not use change meanwhile.
TEST_F(SparseBuffers, BindingWhileTheBufferIsInUse) {
    constexpr uint32_t kUsed = 16;
    bind_pages({pages(0, kUsed, 0)});
    const VkCommandBuffer work = record([&](VkCommandBuffer c) {
        for (uint32_t i = 0; i < 200; ++i) {
            dispatch(c, true, i, kUsed);
            const VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr,
                                         VK_ACCESS_SHADER_WRITE_BIT, VK_ACCESS_SHADER_WRITE_BIT};
            vkCmdPipelineBarrier(c, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                 VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &memory, 0, nullptr, 0, nullptr);
        }
    });
    VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &work;
    WB_VK(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE));
    for (uint32_t i = 0; i < 40; ++i)
        bind_pages({pages(kUsed + i % 8, 8, i % 2 ? kUnbound : 16)});
    WB_VK(vkQueueWaitIdle(queue));
    for (uint32_t page = 0; page < kUsed; ++page)
        for (uint32_t place = 0; place < 3; ++place)
            content_[page][place] = page * 4 + place + 199;
    check("after both");
    write(5000);
    check("written");
}

} // namespace
} // namespace wb::test
