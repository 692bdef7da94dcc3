// SPDX-License-Identifier: MIT
// The amdgpu kernel driver's model of one device: what all its open files share.
#pragma once

#include "sim/kernel/drm_file.h"
#include "sim/kernel/exported_fds.h"
#include "sim/kernel/scheduler.h"

#include <bitset>

namespace wb::sim {

class KernelDevice {
public:
    KernelDevice() : scheduler(hub) {}
    ~KernelDevice();

    /// Connects the device behind the kernel; before anything is opened. TrapRegisters are `traps`.
    void connect(Device device);

    SyncHub hub;
    TrapRegisters traps;
    Scheduler scheduler;
    ExportedFds exported;

    RegisterPort& registers() { return *device_.registers; }

    /// A new address space with a VMID of its own, 1..7, the lowest free one. -EBUSY when all are taken.
    Result<std::shared_ptr<AddressSpace>> make_address_space();

private:
    static constexpr unsigned kFirstVmid = 1, kLastVmid = 7; // 8..15 belong to the KFD.

    std::mutex vmid_lock_;
    std::bitset<kVmidCount> vmids_;
    Device device_;
};

} // namespace wb::sim
