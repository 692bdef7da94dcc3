// SPDX-License-Identifier: MIT
// A DRM file's GPU address space: which buffer is mapped where, and the last page fault.
#pragma once

#include "sim/kernel/bo.h"
#include "sim/kernel/ring_port.h"

#include <map>
#include <set>

namespace wb::sim {

/// All calls are thread-safe.
class AddressSpace final : public Vm {
public:
    /// Reserves the largest window the process has room for, at most kWindowSize (design.md: at most 2^44).
    /// `released` is called with the VMID when nothing runs in the address space any more.
    static Result<std::shared_ptr<AddressSpace>> create(unsigned vmid,
                                                        std::function<void(unsigned)> released);
    ~AddressSpace() override;

    GpuMemory& memory() override { return *memory_; }
    unsigned vmid() const override { return vmid_; }
    void page_fault(const MemoryFault& fault, const char* client) override;

    // GEM_VA. All return 0 or -errno with the kernel's meaning (amdgpu_vm.c). `bo` null: a PRT mapping.
    /// -EINVAL when a part of the range is mapped already, or it does not fit buffer or window.
    int map(const std::shared_ptr<Bo>& bo, uint64_t va, uint64_t offset, uint64_t size, uint32_t flags);
    /// Removes the mapping of `bo` that begins exactly at `va`; -ENOENT when there is none.
    int unmap(const Bo* bo, uint64_t va);
    /// Removes whatever is in the range, cutting mappings that reach beyond it.
    int clear(uint64_t va, uint64_t size);
    /// clear() and map() in one step, without a moment at which the range is unmapped.
    int replace(const std::shared_ptr<Bo>& bo, uint64_t va, uint64_t offset, uint64_t size, uint32_t flags);
    /// Removes every mapping of `bo`: the file's last handle of it was closed.
    void remove_all(const Bo* bo);

    /// GPUVM_FAULT: the latest fault, all zero if there was none. `status` is
    /// GCVM_L2_PROTECTION_FAULT_STATUS.
    struct Fault {
        uint64_t address = 0;
        uint32_t status = 0;
    };
    Fault last_fault() const;

    /// Guarded by SyncHub's lock: fences of all jobs of this address space that are not over.
    std::vector<FencePtr> jobs;

    uint64_t window_end() const { return kWindowBase + memory_->size(); }

private:
    struct Mapping {
        uint64_t end = 0;
        std::shared_ptr<Bo> bo; ///< Null: PRT.
        uint64_t offset = 0;
        uint32_t flags = 0;
    };

    AddressSpace(std::unique_ptr<GpuMemory> memory, unsigned vmid, std::function<void(unsigned)> released)
        : memory_(std::move(memory)), vmid_(vmid), released_(std::move(released)) {}
    int check(const Bo* bo, uint64_t va, uint64_t offset, uint64_t size) const;
    bool overlaps(uint64_t va, uint64_t end) const;
    void forget(uint64_t va, uint64_t end);
    /// What is mapped at or next to `address`, in words.
    std::string neighbourhood(uint64_t address) const;
    int enter(const std::shared_ptr<Bo>& bo, uint64_t va, uint64_t offset, uint64_t size, uint32_t flags);

    std::unique_ptr<GpuMemory> memory_;
    const unsigned vmid_;
    const std::function<void(unsigned)> released_;
    mutable std::mutex lock_;
    std::map<uint64_t, Mapping> mappings_;
    Fault fault_;
    std::set<uint64_t> reported_pages_;
};

} // namespace wb::sim
