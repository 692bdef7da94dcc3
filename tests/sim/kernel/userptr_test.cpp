// SPDX-License-Identifier: MIT
// Buffers of the program's memory: what GPU, program and other buffers see, and that the program's own use of
// its memory stays what it was.
#include "tests/sim/kernel/fake_device.h"

#include "sim/kernel/process_maps.h"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace wb::sim {
namespace {

constexpr size_t kPage = kGpuPageSize;

class UserptrTest : public KernelTest {
protected:
    static uint32_t* pages(size_t count, int protection = PROT_READ | PROT_WRITE) {
        void* made = mmap(nullptr, count * kPage, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        return made == MAP_FAILED ? nullptr : static_cast<uint32_t*>(made);
    }
    int import(const void* address, size_t count, uint32_t& handle, uint32_t flags = 0) {
        drm_amdgpu_gem_userptr args{uint64_t(address), count * kPage,
                                    AMDGPU_GEM_USERPTR_ANONONLY | AMDGPU_GEM_USERPTR_REGISTER | flags, 0};
        const int error = call(DRM_IOCTL_AMDGPU_GEM_USERPTR, args);
        handle = args.handle;
        return error;
    }
    /// Imports and maps.
    void show(const void* address, size_t count, uint64_t at, uint32_t& handle) {
        ASSERT_EQ(import(address, count, handle), 0);
        ASSERT_EQ(va(AMDGPU_VA_OP_MAP, handle, at, count * kPage), 0);
    }
    int close_bo(uint32_t handle) {
        drm_gem_close args{handle, 0};
        return call(DRM_IOCTL_GEM_CLOSE, args);
    }
    GpuMemory& memory() { return file->vm()->memory(); }
    static bool adopted(const void* address) {
        const auto mappings = host_mappings(uint64_t(address), uint64_t(address) + kPage);
        return mappings && mappings->size() == 1 && mappings->front().adopted;
    }
};

TEST_F(UserptrTest, ProgramMemoryIsSharedWithTheGpu) {
    constexpr size_t kWords = 3 * kPage / 4;
    uint32_t* const mine = pages(3);
    mine[0] = 11;
    mine[kWords - 1] = 22;
    uint32_t handle = 0;
    show(mine, 3, kVa, handle);
    EXPECT_EQ(mine[0], 11u);
    EXPECT_EQ(memory().load<uint32_t>(kVa + 3 * kPage - 4), 22u);
    EXPECT_EQ(memory().load<uint32_t>(kVa + kPage), 0u) << "a page that was never touched";
    memory().store<uint32_t>(kVa, 33);
    EXPECT_EQ(mine[0], 33u);
    mine[1] = 44;
    EXPECT_EQ(memory().load<uint32_t>(kVa + 4), 44u);
    drm_amdgpu_gem_mmap host{};
    host.in.handle = handle;
    EXPECT_EQ(call(DRM_IOCTL_AMDGPU_GEM_MMAP, host), -EPERM);
    munmap(mine, 3 * kPage);
}

// What ffmpeg does with a frame whose planes lie one after another in one allocation.
TEST_F(UserptrTest, BuffersOfOnePageShareIt) {
    uint32_t* const mine = pages(5);
    const auto word = [](size_t page) { return page * kPage / 4; };
    for (size_t page = 0; page < 5; ++page)
        mine[word(page)] = uint32_t(page) + 1;
    uint32_t first = 0, second = 0, both = 0;
    show(mine, 3, kVa, first);
    show(mine + word(2), 3, kVa + 0x10000, second);
    show(mine, 5, kVa + 0x20000, both);
    EXPECT_EQ(memory().load<uint32_t>(kVa + 0x10000), 3u);
    memory().store<uint32_t>(kVa + 2 * kPage, 30);
    EXPECT_EQ(memory().load<uint32_t>(kVa + 0x10000), 30u) << "the other buffer's view of the page";
    EXPECT_EQ(memory().load<uint32_t>(kVa + 0x20000 + 2 * kPage), 30u);
    EXPECT_EQ(mine[word(2)], 30u);
    memory().store<uint32_t>(kVa + 0x10000, 31);
    memory().store<uint32_t>(kVa + 0x20000 + 4 * kPage, 50);
    EXPECT_EQ(memory().load<uint32_t>(kVa + 2 * kPage), 31u);
    EXPECT_EQ(memory().load<uint32_t>(kVa + 0x10000 + 2 * kPage), 50u);
    mine[word(2)] = 32;
    EXPECT_EQ(memory().load<uint32_t>(kVa + 2 * kPage), 32u);

    EXPECT_EQ(close_bo(first), 0);
    EXPECT_EQ(close_bo(both), 0);
    memory().store<uint32_t>(kVa + 0x10000, 33);
    EXPECT_EQ(mine[word(2)], 33u) << "the page is still the second buffer's";
    EXPECT_EQ(close_bo(second), 0);
    EXPECT_FALSE(adopted(mine));
    EXPECT_FALSE(adopted(mine + word(2)));
    for (size_t page : {0, 1, 3})
        EXPECT_EQ(mine[word(page)], page + 1);
    EXPECT_EQ(mine[word(2)], 33u);
    EXPECT_EQ(mine[word(4)], 50u);
    madvise(mine, 5 * kPage, MADV_DONTNEED);
    EXPECT_EQ(mine[word(2)], 0u) << "private anonymous memory as it was";
    munmap(mine, 5 * kPage);
}

TEST_F(UserptrTest, AThreadThatWritesDuringImportAndCloseLosesNothing) {
    // 256 pages: a copy of them takes long enough for the writer to meet it.
    constexpr size_t kCount = 256;
    auto* const mine = reinterpret_cast<volatile uint32_t*>(pages(kCount));
    std::memset(const_cast<uint32_t*>(mine), 1, kCount * kPage);
    constexpr size_t kCounters = 4;
    const auto counter = [&](size_t n) -> volatile uint32_t& {
        return mine[(kCount - 1 - n) * kPage / 4];
    };
    for (size_t n = 0; n < kCounters; ++n)
        counter(n) = 0;
    std::atomic<bool> stop{false};
    uint32_t written = 0, lost = 0;
    std::thread writer([&] {
        while (!stop) {
            for (size_t n = 0; n < kCounters; ++n) {
                lost += counter(n) != written;
                counter(n) = written + 1;
            }
            ++written;
        }
    });
    for (int round = 0; round < 20; ++round) {
        uint32_t handle = 0;
        ASSERT_EQ(import(const_cast<uint32_t*>(mine), kCount, handle), 0);
        ASSERT_EQ(close_bo(handle), 0);
    }
    stop = true;
    writer.join();
    EXPECT_GT(written, 0u);
    EXPECT_EQ(lost, 0u);
    for (size_t n = 0; n < kCounters; ++n)
        EXPECT_EQ(counter(n), written);
    munmap(const_cast<uint32_t*>(mine), kCount * kPage);
}

TEST_F(UserptrTest, AForkedChildHasMemoryOfItsOwn) {
    uint32_t* const mine = pages(2);
    mine[0] = 1;
    uint32_t handle = 0;
    show(mine, 2, kVa, handle);
    memory().store<uint32_t>(kVa + 4, 2);
    int to_child[2], to_parent[2];
    ASSERT_EQ(pipe(to_child), 0);
    ASSERT_EQ(pipe(to_parent), 0);
    char byte = 0;
    const pid_t child = fork();
    if (!child) {
        const bool as_before = mine[0] == 1 && mine[1] == 2;
        mine[0] = 100;
        const bool told = write(to_parent[1], &byte, 1) == 1 && read(to_child[0], &byte, 1) == 1;
        _exit(as_before && told && mine[0] == 100 && mine[1] == 2 ? 0 : 1);
    }
    ASSERT_EQ(read(to_parent[0], &byte, 1), 1);
    EXPECT_EQ(mine[0], 1u) << "the child's write";
    memory().store<uint32_t>(kVa + 4, 200);
    EXPECT_EQ(mine[1], 200u) << "the parent's is still the GPU's";
    ASSERT_EQ(write(to_child[1], &byte, 1), 1);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    for (int fd : {to_child[0], to_child[1], to_parent[0], to_parent[1]})
        close(fd);
    EXPECT_EQ(close_bo(handle), 0);
    munmap(mine, 2 * kPage);
}

TEST_F(UserptrTest, NewMemoryAtTheSameAddressIsNew) {
    uint32_t* const mine = pages(2);
    mine[0] = 1;
    uint32_t old = 0, fresh = 0;
    show(mine, 2, kVa, old);
    munmap(mine, 2 * kPage);
    ASSERT_EQ(mmap(mine, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0),
              mine);
    EXPECT_EQ(mine[0], 0u);
    show(mine, 2, kVa + 0x10000, fresh);
    mine[0] = 5;
    EXPECT_EQ(memory().load<uint32_t>(kVa + 0x10000), 5u);
    EXPECT_EQ(memory().load<uint32_t>(kVa), 1u) << "the old buffer harms nobody";
    EXPECT_EQ(close_bo(old), 0);
    EXPECT_EQ(mine[0], 5u);
    EXPECT_EQ(close_bo(fresh), 0);
    EXPECT_EQ(mine[0], 5u);
    munmap(mine, 2 * kPage);
}

// As realloc does with large blocks.
TEST_F(UserptrTest, MemoryThatMovesAndGrowsStaysShared) {
    uint32_t* mine = pages(2);
    mine[0] = 1;
    uint32_t handle = 0, again = 0;
    show(mine, 2, kVa, handle);
    uint32_t* const target = pages(64);
    mine = static_cast<uint32_t*>(mremap(mine, 2 * kPage, 64 * kPage, MREMAP_MAYMOVE | MREMAP_FIXED, target));
    ASSERT_EQ(mine, target);
    mine[0] = 7;
    EXPECT_EQ(mine[63 * kPage / 4], 0u);
    mine[63 * kPage / 4] = 9;
    EXPECT_EQ(memory().load<uint32_t>(kVa), 7u);
    show(mine, 64, kVa + 0x100000, again);
    memory().store<uint32_t>(kVa + 0x100000, 8);
    EXPECT_EQ(memory().load<uint32_t>(kVa), 8u);
    EXPECT_EQ(memory().load<uint32_t>(kVa + 0x100000 + 63 * kPage), 9u);
    EXPECT_EQ(close_bo(handle), 0);
    EXPECT_EQ(close_bo(again), 0);
    EXPECT_FALSE(adopted(mine));
    EXPECT_EQ(mine[0], 8u);
    EXPECT_EQ(mine[63 * kPage / 4], 9u);
    munmap(mine, 64 * kPage);
}

TEST_F(UserptrTest, BuffersThatEndWithTheirFileLeaveTheMemoryUsable) {
    uint32_t* const mine = pages(1);
    mine[0] = 3;
    uint32_t handle = 0;
    show(mine, 1, kVa, handle);
    file = std::make_unique<DrmFile>(*device); // No close of the handle.
    EXPECT_EQ(mine[0], 3u);
    show(mine, 1, kVa, handle);
    memory().store<uint32_t>(kVa, 4);
    EXPECT_EQ(mine[0], 4u);
    EXPECT_EQ(close_bo(handle), 0);
    EXPECT_FALSE(adopted(mine));
    munmap(mine, kPage);
}

TEST_F(UserptrTest, RefusesWhatTheKernelRefuses) {
    uint32_t handle = 0;
    EXPECT_EQ(import(reinterpret_cast<void*>(0x1000), 1, handle), -EFAULT) << "nothing is there";
    uint32_t* const mine = pages(3);
    mine[0] = 1;
    munmap(mine + kPage / 4, kPage);
    EXPECT_EQ(import(mine, 3, handle), -EFAULT) << "a hole";
    EXPECT_FALSE(adopted(mine)) << "refused before anything was done";

    mprotect(mine, kPage, PROT_READ);
    EXPECT_EQ(import(mine, 1, handle), -EFAULT) << "the GPU may write";
    ASSERT_EQ(import(mine, 1, handle, AMDGPU_GEM_USERPTR_READONLY), 0);
    const auto now = host_mappings(uint64_t(mine), uint64_t(mine) + kPage);
    ASSERT_TRUE(now && now->size() == 1);
    EXPECT_EQ(now->front().protection, PROT_READ);
    EXPECT_EQ(close_bo(handle), 0);

    void* const of_file = mmap(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    EXPECT_EQ(import(of_file, 1, handle), -EPERM) << "shared memory is a file's";
    munmap(of_file, kPage);
    munmap(mine, 3 * kPage);
}

} // namespace
} // namespace wb::sim
