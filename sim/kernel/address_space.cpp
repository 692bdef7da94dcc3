// SPDX-License-Identifier: MIT
#include "sim/kernel/address_space.h"

#include "sim/trace.h"

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <libdrm/amdgpu_drm.h>

namespace wb::sim {
namespace {

constexpr uint64_t kSmallestWindow = 1ull << 38;
constexpr size_t kReportedPages = 32; // Then faults are counted silently: a bad loop faults everywhere.

} // namespace

Result<std::shared_ptr<AddressSpace>> AddressSpace::create(unsigned vmid,
                                                           std::function<void(unsigned)> released) {
    Result<std::unique_ptr<GpuMemory>> memory = GpuMemory::create(kWindowSize);
    for (uint64_t size = kWindowSize / 2; !memory && size >= kSmallestWindow; size /= 2)
        memory = GpuMemory::create(size);
    if (!memory) return std::unexpected(memory.error());
    return std::shared_ptr<AddressSpace>(new AddressSpace(std::move(*memory), vmid, std::move(released)));
}

AddressSpace::~AddressSpace() {
    if (released_) released_(vmid_);
}

int AddressSpace::check(const Bo* bo, uint64_t va, uint64_t offset, uint64_t size) const {
    if ((va | offset | size) % kGpuPageSize || !size) return -EINVAL;
    if (va + size < va || offset + size < offset) return -EINVAL;
    if (bo && offset + size > bo->traits.size) return -EINVAL;
    if (!memory_->in_window(va, size)) {
        trace::loud("GEM_VA of 0x%" PRIx64 ", 0x%" PRIx64
                    " bytes: outside the device's window of GPU addresses, "
                    "0x%" PRIx64 " to 0x%" PRIx64 "; only the high address range is modelled",
                    va, size, kWindowBase, window_end());
        return -EINVAL;
    }
    return 0;
}

bool AddressSpace::overlaps(uint64_t va, uint64_t end) const {
    auto it = mappings_.lower_bound(end);
    return it != mappings_.begin() && std::prev(it)->second.end > va;
}

void AddressSpace::forget(uint64_t va, uint64_t end) {
    auto it = mappings_.upper_bound(va);
    if (it != mappings_.begin()) --it;
    while (it != mappings_.end() && it->first < end) {
        const uint64_t start = it->first;
        const Mapping mapping = it->second;
        if (mapping.end <= va) {
            ++it;
            continue;
        }
        it = mappings_.erase(it);
        if (start < va) {
            Mapping head = mapping;
            head.end = va;
            mappings_.emplace(start, std::move(head));
        }
        if (mapping.end > end) {
            Mapping tail = mapping;
            if (tail.bo) tail.offset += end - start;
            mappings_.emplace(end, std::move(tail));
        }
    }
}

int AddressSpace::enter(const std::shared_ptr<Bo>& bo, uint64_t va, uint64_t offset, uint64_t size,
                        uint32_t flags) {
    const bool writable = flags & AMDGPU_VM_PAGE_WRITEABLE;
    Status mapped = bo ? Status{} : memory_->map_prt(va, size);
    for (uint64_t done = 0; bo && mapped && done < size;) {
        const Bo::Place place = bo->place(offset + done);
        const uint64_t part = std::min(place.size, size - done);
        mapped = memory_->map(va + done, part, place.fd, place.offset, writable);
        done += part;
    }
    if (!mapped) {
        forget(va, va + size); // A part of it may be what was asked for; nobody knows of that.
        (void)memory_->unmap(va, size);
        trace::loud("%s", mapped.error().message.c_str());
        return mapped.error().code;
    }
    forget(va, va + size);
    mappings_.emplace(va, Mapping{va + size, bo, bo ? offset : 0, flags});
    if (trace::on(trace::kMemory))
        trace::log(trace::kMemory, "vmid %u map 0x%" PRIx64 "..0x%" PRIx64 " flags 0x%x%s", vmid_, va,
                   va + size, flags, bo ? "" : " PRT");
    return 0;
}

int AddressSpace::map(const std::shared_ptr<Bo>& bo, uint64_t va, uint64_t offset, uint64_t size,
                      uint32_t flags) {
    if (const int error = check(bo.get(), va, bo ? offset : 0, size)) return error;
    std::lock_guard guard(lock_);
    if (overlaps(va, va + size)) return -EINVAL;
    return enter(bo, va, offset, size, flags);
}

int AddressSpace::replace(const std::shared_ptr<Bo>& bo, uint64_t va, uint64_t offset, uint64_t size,
                          uint32_t flags) {
    if (const int error = check(bo.get(), va, bo ? offset : 0, size)) return error;
    std::lock_guard guard(lock_);
    return enter(bo, va, offset, size, flags);
}

int AddressSpace::unmap(const Bo* bo, uint64_t va) {
    std::lock_guard guard(lock_);
    auto it = mappings_.find(va);
    if (it == mappings_.end() || it->second.bo.get() != bo) return -ENOENT;
    if (trace::on(trace::kMemory))
        trace::log(trace::kMemory, "vmid %u unmap 0x%" PRIx64 "..0x%" PRIx64, vmid_, va, it->second.end);
    const Status unmapped = memory_->unmap(va, it->second.end - va);
    mappings_.erase(it);
    return unmapped ? 0 : unmapped.error().code;
}

int AddressSpace::clear(uint64_t va, uint64_t size) {
    if (const int error = check(nullptr, va, 0, size)) return error;
    std::lock_guard guard(lock_);
    const Status unmapped = memory_->unmap(va, size);
    forget(va, va + size);
    return unmapped ? 0 : unmapped.error().code;
}

void AddressSpace::remove_all(const Bo* bo) {
    std::lock_guard guard(lock_);
    for (auto it = mappings_.begin(); it != mappings_.end();) {
        if (it->second.bo.get() != bo) {
            ++it;
            continue;
        }
        if (const Status unmapped = memory_->unmap(it->first, it->second.end - it->first); !unmapped)
            trace::loud("%s", unmapped.error().message.c_str());
        it = mappings_.erase(it);
    }
}

std::string AddressSpace::neighbourhood(uint64_t address) const {
    auto after = mappings_.upper_bound(address);
    const auto before = after == mappings_.begin() ? mappings_.end() : std::prev(after);
    const auto range = [](const auto& mapping) {
        char text[64];
        std::snprintf(text, sizeof text, "0x%" PRIx64 "..0x%" PRIx64, mapping->first, mapping->second.end);
        return std::string(text);
    };
    if (before != mappings_.end() && address < before->second.end)
        return "in the mapping " + range(before) + ", which does not allow that";
    const uint64_t below = before == mappings_.end() ? UINT64_MAX : address - before->second.end;
    const uint64_t above = after == mappings_.end() ? UINT64_MAX : after->first - address;
    if (below == UINT64_MAX && above == UINT64_MAX) return "nothing is mapped";
    if (below <= above)
        return std::to_string(below) + " bytes behind the end of the mapping " + range(before);
    return std::to_string(above) + " bytes before the mapping " + range(after);
}

void AddressSpace::page_fault(const MemoryFault& fault, const char* client) {
    const uint64_t page = fault.address & ~(kGpuPageSize - 1);
    std::string where;
    {
        std::lock_guard guard(lock_);
        // GCVM_L2_PROTECTION_FAULT_STATUS as in the register headers: MORE_FAULTS 0, PERMISSION_FAULTS [7:4],
        // CID [17:9], RW 18, VMID [23:20]. Permission bits: 1 valid, 2 read, 4 write, missing ones set here.
        const uint32_t permissions = fault.write ? 0x5 : 0x3;
        // The interrupt tells 48 bits of the address (gmc_v11_0.c: a page number of 36).
        fault_ = {page & ((1ull << 48) - 1), permissions << 4 | uint32_t(fault.write) << 18 | vmid_ << 20};
        if (reported_pages_.size() < kReportedPages && reported_pages_.insert(page).second)
            where = neighbourhood(fault.address);
    }
    if (!where.empty())
        trace::loud("GPU page fault: %s of 0x%" PRIx64 " (vmid %u), %s; %s\n  by %s",
                    fault.write ? "write" : "read", fault.address, vmid_, where.c_str(),
                    fault.write ? "the write is dropped" : "it reads 0", client);
}

AddressSpace::Fault AddressSpace::last_fault() const {
    std::lock_guard guard(lock_);
    return fault_;
}

} // namespace wb::sim
