// SPDX-License-Identifier: MIT
#include "sim/memory/gpu_memory.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

namespace wb::sim {
namespace {

constexpr uint64_t kTestWindow = 1ull << 30;

struct MemFd {
    explicit MemFd(uint64_t size) : fd(memfd_create("test", MFD_CLOEXEC)) {
        EXPECT_EQ(ftruncate(fd, off_t(size)), 0);
    }
    ~MemFd() { close(fd); }
    int fd;
};

TEST(GpuMemory, TheFullWindowCanBeReserved) {
    auto memory = GpuMemory::create();
    ASSERT_TRUE(memory) << memory.error().message;
    EXPECT_EQ((*memory)->size(), kWindowSize);
    EXPECT_TRUE((*memory)->in_window(0xffff'8001'0000'0000, 4096));
    EXPECT_FALSE((*memory)->in_window(0, 4));
    EXPECT_FALSE((*memory)->in_window(kWindowBase + kWindowSize - 4, 8));
}

TEST(GpuMemory, RefusesWindowsAndMappingsThatAreNotWholePages) {
    EXPECT_FALSE(GpuMemory::create(3 << 20));
    EXPECT_FALSE(GpuMemory::create(2048));
    auto memory = GpuMemory::create(kTestWindow).value();
    EXPECT_EQ(memory->map_anonymous(kWindowBase + 8, 4096).error().code, -EINVAL);
    EXPECT_EQ(memory->map_anonymous(kWindowBase, 100).error().code, -EINVAL);
    EXPECT_EQ(memory->map_anonymous(kWindowBase, 0).error().code, -EINVAL);
    EXPECT_EQ(memory->map_anonymous(kWindowBase + kTestWindow - 4096, 8192).error().code, -EINVAL);
    EXPECT_EQ(memory->map_anonymous(0x1000, 4096).error().code, -EINVAL);
}

TEST(GpuMemory, TwoMappingsOfOneFileShareBytes) {
    auto memory = GpuMemory::create(kTestWindow).value();
    MemFd file(0x4000);
    ASSERT_TRUE(memory->map(kWindowBase + 0x10000, 0x4000, file.fd, 0, true));
    ASSERT_TRUE(memory->map(kWindowBase + 0x40000, 0x1000, file.fd, 0x2000, false));
    memory->store<uint32_t>(kWindowBase + 0x12010, 0xabcd1234);
    EXPECT_EQ(memory->load<uint32_t>(kWindowBase + 0x40010), 0xabcd1234u);
    EXPECT_TRUE(memory->is_mapped(kWindowBase + 0x10000, 0x4000, true));
    EXPECT_TRUE(memory->is_mapped(kWindowBase + 0x40000, 0x1000));
    EXPECT_FALSE(memory->is_mapped(kWindowBase + 0x40000, 0x1000, true));
    EXPECT_FALSE(memory->is_mapped(kWindowBase + 0x13ffc, 8));
}

TEST(GpuMemory, UnmapTakesPartOfAMapping) {
    auto memory = GpuMemory::create(kTestWindow).value();
    ASSERT_TRUE(memory->map_anonymous(kWindowBase, 0x4000));
    ASSERT_TRUE(memory->unmap(kWindowBase + 0x1000, 0x2000));
    EXPECT_TRUE(memory->is_mapped(kWindowBase, 0x1000, true));
    EXPECT_FALSE(memory->is_mapped(kWindowBase + 0x1000, 1));
    EXPECT_FALSE(memory->is_mapped(kWindowBase + 0x2fff, 1));
    EXPECT_TRUE(memory->is_mapped(kWindowBase + 0x3000, 0x1000, true));
    EXPECT_TRUE(memory->unmap(kWindowBase, 0x8000)) << "pages that are not mapped are allowed";
}

TEST(GpuMemory, AccessOutsideTheWindowIsAFaultAndReadsZero) {
    auto memory = GpuMemory::create(kTestWindow).value();
    memory->store<uint32_t>(0x1234, 77);
    EXPECT_EQ(memory->load<uint32_t>(0x5678), 0u) << "the dropped write must not be seen";
    ASSERT_TRUE(GpuMemory::thread_fault().pending);
    const MemoryFault fault = memory->take_fault();
    EXPECT_TRUE(fault.pending);
    EXPECT_EQ(fault.address, 0x1234u) << "the first access counts";
    EXPECT_TRUE(fault.write);
    EXPECT_FALSE(GpuMemory::thread_fault().pending);
}

} // namespace
} // namespace wb::sim
