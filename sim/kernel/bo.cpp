// SPDX-License-Identifier: MIT
#include "sim/kernel/bo.h"

#include "sim/memory/gpu_memory.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <libdrm/amdgpu_drm.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

namespace wb::sim {
namespace {

void account(const Bo::Traits& traits, bool add) {
    if (traits.userptr) return;
    const auto count = [&](std::atomic<uint64_t>& sum) { add ? sum += traits.size : sum -= traits.size; };
    if (traits.domains & AMDGPU_GEM_DOMAIN_VRAM) {
        count(memory_usage().vram);
        if (traits.flags & AMDGPU_GEM_CREATE_CPU_ACCESS_REQUIRED) count(memory_usage().visible_vram);
    } else {
        count(memory_usage().gtt);
    }
}

/// Makes [address, + size) of this process a shared mapping of `fd` with the bytes that are there now.
int adopt_program_memory(int fd, uint64_t address, uint64_t size) {
    void* copy = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (copy == MAP_FAILED) return -errno;
    // Through the kernel, so that memory that cannot be read is an error instead of a crash.
    constexpr uint64_t kStep = 1 << 20;
    int result = 0;
    for (uint64_t done = 0; done < size && !result; done += kStep) {
        const size_t step = size_t(std::min(kStep, size - done));
        iovec to{static_cast<uint8_t*>(copy) + done, step};
        iovec from{reinterpret_cast<void*>(address + done), step};
        if (process_vm_readv(getpid(), &to, 1, &from, 1, 0) != ssize_t(step)) result = -EFAULT;
    }
    if (!result && mmap(reinterpret_cast<void*>(address), size, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED)
        result = -errno;
    munmap(copy, size);
    return result;
}

} // namespace

MemoryUsage& memory_usage() {
    static MemoryUsage usage;
    return usage;
}

Result<std::shared_ptr<Bo>> Bo::create(Traits traits) {
    traits.size = (traits.size + kGpuPageSize - 1) & ~(kGpuPageSize - 1);
    const int fd = memfd_create("wavebreak-bo", MFD_CLOEXEC);
    if (fd < 0) return fail("no memory file for a buffer", -errno);
    if (ftruncate(fd, off_t(traits.size))) {
        const int error = errno;
        ::close(fd);
        return fail("cannot make a buffer of " + std::to_string(traits.size) + " bytes", -error);
    }
    account(traits, true);
    return std::shared_ptr<Bo>(new Bo(fd, traits));
}

Result<std::shared_ptr<Bo>> Bo::from_program_memory(Traits traits) {
    Result<std::shared_ptr<Bo>> bo = create(traits);
    if (!bo) return bo;
    if (const int error = adopt_program_memory((*bo)->fd(), traits.userptr, traits.size))
        return fail("cannot use the program's memory as a buffer", error);
    return bo;
}

Result<std::shared_ptr<Bo>> Bo::from_fd(int fd, Traits traits) {
    const int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (copy < 0) return fail("cannot import a buffer", -errno);
    account(traits, true);
    return std::shared_ptr<Bo>(new Bo(copy, traits));
}

Bo::~Bo() {
    account(traits, false);
    if (uint8_t* host = host_) munmap(host, traits.size);
    ::close(fd_);
}

uint8_t* Bo::host() {
    if (uint8_t* host = host_.load(std::memory_order_acquire)) return host;
    std::lock_guard guard(host_lock_);
    if (!host_) {
        void* mapped = mmap(nullptr, traits.size, PROT_READ | PROT_WRITE, MAP_SHARED, fd_, 0);
        if (mapped == MAP_FAILED) return nullptr;
        host_.store(static_cast<uint8_t*>(mapped), std::memory_order_release);
    }
    return host_;
}

} // namespace wb::sim
