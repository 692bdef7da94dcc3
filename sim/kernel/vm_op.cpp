// SPDX-License-Identifier: MIT
// VM: reserved VMIDs, and our own operation for a second-level trap handler.
#include "sim/include/wavebreak/sim_vm_op.h"
#include "sim/kernel/ioctl.h"

#include <cerrno>

namespace wb::sim {
namespace {

constexpr uint64_t kHandlerAlignment = 256; // The registers hold address >> 8.

int set_l2_trap(DrmFile& file, const wavebreak_vm_op& op) {
    if (op.flags || (op.tba_va | op.tma_va) % kHandlerAlignment) return -EINVAL;
    const auto vm = file.vm();
    if (!vm) return -ENOMEM;
    if (op.tba_va && !vm->memory().is_mapped(op.tba_va, op.tba_size)) return -EFAULT;
    if (op.tma_va && !vm->memory().is_mapped(op.tma_va, op.tma_size, true)) return -EFAULT;
    VmidTrapState& traps = file.device.traps[vm->vmid()];
    traps.l2_tma = op.tma_va;
    traps.l2_tba = op.tba_va; // Last: it is what makes the handler count.
    return 0;
}

} // namespace

int ioctl_vm(DrmFile& file, wavebreak_vm_op& op) {
    // Every address space has a VMID of its own anyway; it only becomes an error to give back what was not
    // taken.
    switch (op.op) {
    case AMDGPU_VM_OP_RESERVE_VMID: {
        if (op.flags) return -EINVAL;
        if (!file.vm()) return -ENOMEM;
        std::lock_guard guard(file.lock);
        file.vmid_reserved = true;
        return 0;
    }
    case AMDGPU_VM_OP_UNRESERVE_VMID: {
        if (op.flags) return -EINVAL;
        std::lock_guard guard(file.lock);
        file.vmid_reserved = false;
        return 0;
    }
    case WAVEBREAK_VM_OP_SET_L2_TRAP:
        return set_l2_trap(file, op);
    default:
        return -EINVAL;
    }
}

} // namespace wb::sim
