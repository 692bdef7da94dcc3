// SPDX-License-Identifier: MIT
// Buffers and address spaces.
#include "tests/sim/kernel/fake_device.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace wb::sim {
namespace {

class GemTest : public KernelTest {
protected:
    int64_t map_host(uint32_t handle, size_t size) {
        drm_amdgpu_gem_mmap args{};
        args.in.handle = handle;
        if (const int error = call(DRM_IOCTL_AMDGPU_GEM_MMAP, args)) return error;
        return drm_mmap(*file, nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, int64_t(args.out.addr_ptr));
    }
    int close_bo(uint32_t handle) {
        drm_gem_close args{handle, 0};
        return call(DRM_IOCTL_GEM_CLOSE, args);
    }
    GpuMemory& memory() { return file->vm()->memory(); }
    static constexpr uint32_t kPrt = AMDGPU_VM_PAGE_PRT;
};

TEST_F(GemTest, HostAndGpuSeeTheSameBytes) {
    const uint32_t handle = bo(10'000); // Rounded up to three pages.
    ASSERT_EQ(va(AMDGPU_VA_OP_MAP, handle, kVa, 0x3000), 0);
    auto* host = reinterpret_cast<uint32_t*>(map_host(handle, 0x3000));
    host[0x2000 / 4] = 0x12345678;
    EXPECT_EQ(memory().load<uint32_t>(kVa + 0x2000), 0x12345678u);
    EXPECT_EQ(close_bo(handle), 0);
    EXPECT_EQ(host[0x2000 / 4], 0x12345678u) << "a host mapping outlives the handle";
    munmap(host, 0x3000);
    EXPECT_EQ(close_bo(handle), -EINVAL);
}

TEST_F(GemTest, HugeBuffersCostNothing) {
    const uint64_t size = 20ull << 30;
    const uint32_t handle = bo(size, 0, AMDGPU_GEM_DOMAIN_VRAM);
    ASSERT_EQ(va(AMDGPU_VA_OP_MAP, handle, kVa, size), 0);
    memory().store<uint32_t>(kVa + size - 4, 9);
    EXPECT_EQ(memory().load<uint32_t>(kVa + size - 4), 9u);
    drm_amdgpu_gem_create args{};
    args.in = {1ull << 40, 0, AMDGPU_GEM_DOMAIN_VRAM, 0};
    EXPECT_EQ(call(DRM_IOCTL_AMDGPU_GEM_CREATE, args), -ENOMEM);
}

TEST_F(GemTest, BuffersWithoutCpuAccessAreNotMapped) {
    const uint32_t handle = bo(4096, AMDGPU_GEM_CREATE_NO_CPU_ACCESS, AMDGPU_GEM_DOMAIN_VRAM);
    EXPECT_EQ(map_host(handle, 4096), -EPERM);
    EXPECT_EQ(drm_mmap(*file, nullptr, 4096, PROT_READ, MAP_SHARED, int64_t(handle) << 32), -EPERM)
        << "nor by guessing the offset";
}

TEST_F(GemTest, ClosingAHandleRemovesTheFilesMappings) {
    const uint32_t handle = bo(8192), other = bo(4096);
    ASSERT_EQ(va(AMDGPU_VA_OP_MAP, handle, kVa, 8192), 0);
    ASSERT_EQ(va(AMDGPU_VA_OP_MAP, other, kVa + 8192, 4096), 0);
    EXPECT_EQ(close_bo(handle), 0);
    EXPECT_FALSE(memory().is_mapped(kVa, 1));
    EXPECT_FALSE(memory().is_mapped(kVa + 4096, 1));
    EXPECT_TRUE(memory().is_mapped(kVa + 8192, 4096, true));
}

TEST_F(GemTest, ExportedBuffersOutliveTheirHandle) {
    const uint32_t handle = bo(4096);
    ASSERT_EQ(va(AMDGPU_VA_OP_MAP, handle, kVa, 4096), 0);
    memory().store<uint32_t>(kVa, 77);
    drm_prime_handle prime{handle, DRM_CLOEXEC | DRM_RDWR, -1};
    ASSERT_EQ(call(DRM_IOCTL_PRIME_HANDLE_TO_FD, prime), 0);
    EXPECT_EQ(lseek(prime.fd, 0, SEEK_END), 4096);

    DrmFile second(*device);
    drm_prime_handle import{0, 0, prime.fd};
    ASSERT_EQ(drm_ioctl(second, DRM_IOCTL_PRIME_FD_TO_HANDLE, &import), 0);
    drm_amdgpu_gem_va map{import.handle, 0, AMDGPU_VA_OP_MAP, AMDGPU_VM_PAGE_READABLE, kVa, 0, 4096};
    ASSERT_EQ(drm_ioctl(second, DRM_IOCTL_AMDGPU_GEM_VA, &map), 0);
    EXPECT_NE(second.vm()->vmid(), file->vm()->vmid());
    EXPECT_EQ(close_bo(handle), 0);
    EXPECT_FALSE(memory().is_mapped(kVa, 1)) << "this file's mapping goes";
    EXPECT_EQ(second.vm()->memory().load<uint32_t>(kVa), 77u) << "the other file's stays";
    drm_gem_close close_second{import.handle, 0};
    ASSERT_EQ(drm_ioctl(second, DRM_IOCTL_GEM_CLOSE, &close_second), 0);

    prime.handle = 0;
    ASSERT_EQ(call(DRM_IOCTL_PRIME_FD_TO_HANDLE, prime), 0) << "the fd alone keeps it alive";
    drm_prime_handle again{0, 0, prime.fd};
    ASSERT_EQ(call(DRM_IOCTL_PRIME_FD_TO_HANDLE, again), 0);
    EXPECT_EQ(again.handle, prime.handle) << "one handle per buffer and file";
    ASSERT_EQ(va(AMDGPU_VA_OP_MAP, prime.handle, kVa, 4096), 0);
    EXPECT_EQ(memory().load<uint32_t>(kVa), 77u);
    close(prime.fd);
}

TEST_F(GemTest, MapChecksRangeAndOverlap) {
    const uint32_t handle = bo(0x4000);
    EXPECT_EQ(va(AMDGPU_VA_OP_MAP, 99, kVa, 0x1000), -ENOENT);
    EXPECT_EQ(va(AMDGPU_VA_OP_MAP, handle, kVa, 0x5000), -EINVAL) << "beyond the buffer";
    EXPECT_EQ(va(AMDGPU_VA_OP_MAP, handle, kVa, 0x2000, 0x3000), -EINVAL);
    EXPECT_EQ(va(AMDGPU_VA_OP_MAP, handle, kVa + 4, 0x1000), -EINVAL);
    EXPECT_EQ(va(AMDGPU_VA_OP_MAP, handle, kVa, 0), -EINVAL);
    EXPECT_EQ(va(AMDGPU_VA_OP_MAP, handle, 0x0000'9000'0000'0000, 0x1000), -EINVAL) << "the hole";
    EXPECT_EQ(va(AMDGPU_VA_OP_MAP, handle, 0, 0x1000), -EINVAL);
    EXPECT_EQ(va(9, handle, kVa, 0x1000), -EINVAL);
    EXPECT_EQ(va(AMDGPU_VA_OP_MAP, handle, kVa, 0x1000, 0, 1u << 30), -EINVAL) << "unknown flag";

    ASSERT_EQ(va(AMDGPU_VA_OP_MAP, handle, kVa, 0x2000), 0);
    EXPECT_EQ(va(AMDGPU_VA_OP_MAP, handle, kVa + 0x1000, 0x2000), -EINVAL) << "overlap";
    EXPECT_EQ(va(AMDGPU_VA_OP_MAP, handle, kVa + 0x2000, 0x2000, 0x2000), 0);
    EXPECT_EQ(va(AMDGPU_VA_OP_UNMAP, handle, kVa + 0x1000, 0x1000), -ENOENT) << "not a mapping's beginning";
    EXPECT_EQ(va(AMDGPU_VA_OP_UNMAP, handle, kVa, 0x2000), 0);
    EXPECT_FALSE(memory().is_mapped(kVa, 1));
    EXPECT_TRUE(memory().is_mapped(kVa + 0x2000, 0x2000));
}

TEST_F(GemTest, ReadOnlyMappingsAreReadOnly) {
    const uint32_t handle = bo(4096);
    ASSERT_EQ(va(AMDGPU_VA_OP_MAP, handle, kVa, 4096, 0, AMDGPU_VM_PAGE_READABLE | AMDGPU_VM_PAGE_EXECUTABLE),
              0);
    EXPECT_TRUE(memory().is_mapped(kVa, 4096));
    EXPECT_FALSE(memory().is_mapped(kVa, 4096, true));
}

// What sparse binding does: a PRT range, pieces of buffers over it, and PRT again.
TEST_F(GemTest, SparseBinding) {
    const uint32_t handle = bo(0x4000);
    ASSERT_EQ(va(AMDGPU_VA_OP_REPLACE, 0, kVa, 0x8000, 0, kPrt), 0);
    EXPECT_EQ(memory().load<uint32_t>(kVa + 0x7000), 0u);
    ASSERT_EQ(va(AMDGPU_VA_OP_REPLACE, handle, kVa + 0x2000, 0x2000, 0x1000), 0);
    memory().store<uint32_t>(kVa + 0x2000, 5);
    ASSERT_EQ(va(AMDGPU_VA_OP_REPLACE, handle, kVa + 0x6000, 0x1000, 0x1000), 0);
    EXPECT_EQ(memory().load<uint32_t>(kVa + 0x6000), 5u) << "the same page of the buffer twice";
    ASSERT_EQ(va(AMDGPU_VA_OP_REPLACE, 0, kVa + 0x2000, 0x1000, 0, kPrt), 0);
    EXPECT_EQ(memory().load<uint32_t>(kVa + 0x2000), 0u);
    EXPECT_EQ(memory().load<uint32_t>(kVa + 0x6000), 5u);
    ASSERT_EQ(va(AMDGPU_VA_OP_CLEAR, 0, kVa + 0x1000, 0x6000), 0);
    EXPECT_TRUE(memory().is_mapped(kVa, 0x1000));
    EXPECT_FALSE(memory().is_mapped(kVa + 0x6000, 1));
    EXPECT_TRUE(memory().is_mapped(kVa + 0x7000, 0x1000));
}

TEST_F(GemTest, WaitIdleSeesTheJobsOfTheVmForAlwaysValidBuffers) {
    const uint32_t always = bo(4096, AMDGPU_GEM_CREATE_VM_ALWAYS_VALID), unrelated = bo(4096),
                   ctx = context();
    const auto busy = [&](uint32_t handle) {
        drm_amdgpu_gem_wait_idle args{};
        args.in = {handle, 0, 0};
        EXPECT_EQ(call(DRM_IOCTL_AMDGPU_GEM_WAIT_IDLE, args), 0);
        return args.out.status;
    };
    EXPECT_EQ(busy(always), 0u);
    uint64_t sequence = 0;
    ASSERT_EQ(submit(ctx, 0, {}, {}, sequence), 0);
    EXPECT_EQ(busy(always), 1u);
    EXPECT_EQ(busy(unrelated), 0u) << "it was in no list";
    rings->end(kCompute0);
    EXPECT_EQ(busy(always), 0u);
}

TEST_F(GemTest, LastPageFaultIsReported) {
    file->vm()->page_fault({true, kVa + 0x123, true, false}, "shader");
    drm_amdgpu_info_gpuvm_fault fault{};
    drm_amdgpu_info info{};
    info.return_pointer = uint64_t(&fault);
    info.return_size = sizeof fault;
    info.query = AMDGPU_INFO_GPUVM_FAULT;
    ASSERT_EQ(call(DRM_IOCTL_AMDGPU_INFO, info), 0);
    // The interrupt carries a page number of 36 bits: the kernel knows no more of the address; gmc_v11_0.c.
    EXPECT_EQ(fault.addr, kVa & ((1ull << 48) - 1));
    EXPECT_EQ(fault.status >> 20 & 0xf, file->vm()->vmid());
    EXPECT_EQ(fault.status >> 18 & 1, 1u) << "a write";
}

TEST_F(GemTest, SevenFilesHaveVmidsOneToSevenAndTheEighthIsRefused) {
    std::vector<std::unique_ptr<DrmFile>> files;
    for (unsigned vmid = 1; vmid <= 7; ++vmid) {
        files.push_back(std::make_unique<DrmFile>(*device));
        ASSERT_TRUE(files.back()->vm()) << "no address space for VMID " << vmid;
        EXPECT_EQ(files.back()->vm()->vmid(), vmid);
    }
    EXPECT_FALSE(file->vm());
    files.erase(files.begin() + 3);
    ASSERT_TRUE(file->vm());
    EXPECT_EQ(file->vm()->vmid(), 4u);
}

} // namespace
} // namespace wb::sim
