// SPDX-License-Identifier: MIT
#include "sim/kernel/bo.h"

#include "sim/memory/gpu_memory.h"

#include <cerrno>
#include <fcntl.h>
#include <libdrm/amdgpu_drm.h>
#include <sys/mman.h>
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

Result<std::shared_ptr<Bo>> Bo::from_program_memory(Traits traits, bool writable) {
    auto pages = adopt_program_memory(traits.userptr, traits.size, writable);
    if (!pages) return std::unexpected(pages.error());
    std::shared_ptr<Bo> bo(new Bo(-1, traits));
    bo->pages_ = std::move(*pages);
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
    if (fd_ >= 0) ::close(fd_);
    // The program may not know of this moment, nor keep its memory until now.
    if (!given_back_) give_back_program_memory(pages_, false);
}

Bo::Place Bo::place(uint64_t offset) const {
    if (fd_ >= 0) return {fd_, offset, traits.size - offset};
    auto part = pages_.begin();
    for (; offset >= part->size; ++part)
        offset -= part->size;
    return {part->file->fd, part->offset + offset, part->size - offset};
}

void Bo::give_back() {
    if (!given_back_.exchange(true)) give_back_program_memory(pages_, true);
}

uint8_t* Bo::host() {
    if (uint8_t* host = host_.load(std::memory_order_acquire)) return host;
    std::lock_guard guard(host_lock_);
    if (host_) return host_;
    void* const reserved =
        mmap(nullptr, traits.size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (reserved == MAP_FAILED) return nullptr;
    uint8_t* const bytes = static_cast<uint8_t*>(reserved);
    for (uint64_t done = 0; done < traits.size;) {
        const Place part = place(done);
        if (mmap(bytes + done, part.size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, part.fd,
                 off_t(part.offset)) == MAP_FAILED) {
            munmap(reserved, traits.size);
            return nullptr;
        }
        done += part.size;
    }
    host_.store(bytes, std::memory_order_release);
    return bytes;
}

} // namespace wb::sim
