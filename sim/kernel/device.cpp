// SPDX-License-Identifier: MIT
#include "sim/kernel/device.h"

#include <cerrno>

namespace wb::sim {

KernelDevice::~KernelDevice() {
    if (device_.rings) scheduler.stop();
}

void KernelDevice::connect(Device device) {
    device_ = std::move(device);
    scheduler.connect(*device_.rings);
}

Result<std::shared_ptr<AddressSpace>> KernelDevice::make_address_space() {
    unsigned vmid = 0;
    {
        std::lock_guard guard(vmid_lock_);
        for (unsigned i = kFirstVmid; i <= kLastVmid && !vmid; ++i)
            if (!vmids_[i]) vmid = i;
        if (!vmid)
            return fail(
                "all 7 VMIDs of the simulated device are in use: a process may use at most 7 opens of the "
                "render node at once",
                -EBUSY);
        vmids_[vmid] = true;
    }
    const auto release = [this](unsigned released) {
        traps[released].l2_tba =
            0; // The second-level handler belongs to the VM; TBA/TMA stay, as registers do.
        traps[released].l2_tma = 0;
        std::lock_guard guard(vmid_lock_);
        vmids_[released] = false;
    };
    Result<std::shared_ptr<AddressSpace>> made = AddressSpace::create(vmid, release);
    if (!made) release(vmid);
    return made;
}

} // namespace wb::sim
