// SPDX-License-Identifier: MIT
#include "sim/memory/gpu_memory.h"

#include "sim/memory/window.h"
#include "sim/trace.h"

#include <bit>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

namespace wb::sim {
namespace {

constexpr int kReserve = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

std::string hex(uint64_t value) {
    char text[24];
    std::snprintf(text, sizeof text, "0x%" PRIx64, value);
    return text;
}

} // namespace

bool apply_mapping(uint8_t* base, uint64_t offset, uint64_t length, const MappedRange* range,
                   uint64_t start) {
    uint8_t* const page = base + offset;
    void* mapped = nullptr;
    if (!range)
        mapped = mmap(page, length, PROT_NONE, kReserve | MAP_FIXED, -1, 0);
    else if (range->prt())
        mapped = mmap(page, length, PROT_READ, kReserve | MAP_FIXED, -1, 0);
    else
        mapped = mmap(page, length, range->writable ? PROT_READ | PROT_WRITE : PROT_READ,
                      MAP_SHARED | MAP_FIXED, range->fd, off_t(range->fd_offset + (offset - start)));
    return mapped != MAP_FAILED;
}

Result<std::unique_ptr<GpuMemory>> GpuMemory::create(uint64_t size) {
    if (!std::has_single_bit(size) || size % kGpuPageSize)
        return fail("GPU address window of " + hex(size) + " bytes: not a power of two of whole pages",
                    -EINVAL);
    void* base = mmap(nullptr, size, PROT_NONE, kReserve, -1, 0);
    if (base == MAP_FAILED)
        return fail("cannot reserve " + hex(size) + " bytes of address space for GPU memory: " +
                        std::strerror(errno) + " (an address space limit, ulimit -v, would do that)",
                    -errno);
    madvise(base, size, MADV_DONTDUMP); // Best effort: keeps an empty window out of core files.
    return std::unique_ptr<GpuMemory>(new GpuMemory(static_cast<uint8_t*>(base), size));
}

GpuMemory::GpuMemory(uint8_t* base, uint64_t size)
    : base_(base), size_(size), ranges_(std::make_unique<Ranges>()) {}

GpuMemory::~GpuMemory() {
    munmap(base_, size_);
    for (int fd : ranges_->own_fds)
        close(fd);
}

Status GpuMemory::check(uint64_t va, uint64_t length) const {
    if (va % kGpuPageSize || length % kGpuPageSize || !length)
        return fail("GPU mapping at " + hex(va) + ", " + hex(length) + " bytes: not whole pages", -EINVAL);
    if (!in_window(va, length))
        return fail("GPU mapping at " + hex(va) + ", " + hex(length) + " bytes: outside the address window",
                    -EINVAL);
    return {};
}

Status GpuMemory::map(uint64_t va, uint64_t length, int fd, uint64_t fd_offset, bool writable) {
    if (Status ok = check(va, length); !ok) return ok;
    const uint64_t offset = va - kWindowBase;
    const MappedRange range{offset + length, fd, fd_offset, writable};
    std::lock_guard guard(ranges_->lock);
    if (!apply_mapping(base_, offset, length, &range, offset))
        return fail("cannot map GPU memory at " + hex(va) + ": " + std::strerror(errno), -errno);
    ranges_->map.insert(offset, range);
    return {};
}

Status GpuMemory::map_prt(uint64_t va, uint64_t length) {
    return map(va, length, -1, 0, false);
}

Status GpuMemory::unmap(uint64_t va, uint64_t length) {
    if (Status ok = check(va, length); !ok) return ok;
    const uint64_t offset = va - kWindowBase;
    std::lock_guard guard(ranges_->lock);
    if (!apply_mapping(base_, offset, length, nullptr, 0))
        return fail("cannot unmap GPU memory at " + hex(va) + ": " + std::strerror(errno), -errno);
    ranges_->map.erase(offset, offset + length);
    return {};
}

Status GpuMemory::map_anonymous(uint64_t va, uint64_t length) {
    const int fd = memfd_create("wavebreak-anonymous", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, off_t(length))) {
        const int error = errno;
        if (fd >= 0) close(fd);
        return fail("cannot make memory of " + hex(length) + " bytes: " + std::strerror(error), -error);
    }
    if (Status ok = map(va, length, fd, 0, true); !ok) {
        close(fd);
        return ok;
    }
    std::lock_guard guard(ranges_->lock);
    ranges_->own_fds.push_back(fd);
    return {};
}

bool GpuMemory::is_mapped(uint64_t va, uint64_t size, bool write) const {
    if (!in_window(va, size)) return false;
    std::lock_guard guard(ranges_->lock);
    return ranges_->map.covers(va - kWindowBase, va - kWindowBase + size, write);
}

void* GpuMemory::outside(uint64_t va, bool write) {
    alignas(64) static thread_local uint8_t sink[64];
    std::memset(sink, 0, sizeof sink);
    if (!thread_fault_.pending || thread_fault_.dropped) thread_fault_ = {true, va, write, false};
    return sink;
}

} // namespace wb::sim
