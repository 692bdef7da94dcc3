// SPDX-License-Identifier: MIT
// What one open of the render node owns.
#pragma once

#include "sim/kernel/address_space.h"
#include "sim/kernel/context.h"
#include "sim/kernel/handle_table.h"
#include "sim/kernel/syncobj.h"

#include <mutex>

namespace wb::sim {

class KernelDevice;

/// A buffer list of BO_LIST or of a BO_HANDLES chunk.
using BoList = std::vector<std::shared_ptr<Bo>>;

/// One open file description of the render node. Tables are guarded by `lock`; objects in them have locks of
/// their own. `lock` is never held while waiting, and taken before SyncHub's lock where both are needed.
class DrmFile {
public:
    explicit DrmFile(KernelDevice& device) : device(device) {}

    KernelDevice& device;

    std::mutex lock;
    HandleTable<Bo> bos;
    HandleTable<Syncobj> syncobjs;
    HandleTable<Context> contexts;
    HandleTable<BoList> bo_lists;
    bool vmid_reserved = false;

    std::shared_ptr<Bo> bo(uint32_t handle);
    std::shared_ptr<Syncobj> syncobj(uint32_t handle);
    std::shared_ptr<Context> context(uint32_t id);

    /// The file's address space, made at its first use with a VMID of its own: opening a node just to look
    /// costs nothing. Null (said on stderr) when no VMID is left or the process has no room for it.
    std::shared_ptr<AddressSpace> vm();

private:
    std::mutex vm_lock_;
    std::shared_ptr<AddressSpace> vm_;
};

} // namespace wb::sim
