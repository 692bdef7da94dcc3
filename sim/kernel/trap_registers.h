// SPDX-License-Identifier: MIT
// Trap handler registers of the device, banked by VMID (hardware.md 1.5): SQ_SHADER_TBA/TMA_LO/HI. Written
// through debugfs (regs2) or by the kernel model, read by the trap unit.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace wb::sim {

inline constexpr unsigned kVmidCount = 16;

/// One VMID's trap handler. Addresses are in bytes; the registers hold address >> 8. Each word is atomic, the
/// set is not: as on hardware, the writer changes it while no wave of the VMID can trap.
struct VmidTrapState {
    std::atomic<uint64_t> tba{0};     ///< First-level handler.
    std::atomic<uint64_t> tma{0};     ///< Its memory.
    std::atomic<bool> trap_en{false}; ///< TBA_HI.TRAP_EN (bit 31): waves of the VMID may trap.
    // The second-level handler that AMDGPU_VM_OP_SET_L2_TRAP set for the VM of this VMID
    // (sim/kernel/vm_op.h). While `l2_tba` is not 0 the kernel's own first-level handler is in TBA, and it
    // hands every trap on.
    std::atomic<uint64_t> l2_tba{0};
    std::atomic<uint64_t> l2_tma{0};
};

/// All VMIDs. One per device; owned by the kernel model.
class TrapRegisters {
public:
    VmidTrapState& operator[](unsigned vmid) { return vmids_[vmid % kVmidCount]; }
    const VmidTrapState& operator[](unsigned vmid) const { return vmids_[vmid % kVmidCount]; }

private:
    std::array<VmidTrapState, kVmidCount> vmids_;
};

} // namespace wb::sim
