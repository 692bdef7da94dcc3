// SPDX-License-Identifier: MIT
// Putting the trap handler's address where the hardware looks for it: SQ_SHADER_TBA and TMA of one VMID.
// An interface, because the way depends on kernel and privileges (design.md, "The trap handler").
#pragma once

#include "common/result.h"

#include <cstdint>
#include <memory>
#include <string>

namespace wb::layer {

/// One device's trap registers. Used by one thread.
class TrapInstaller {
public:
    virtual ~TrapInstaller() = default;
    /// Name for a person: "debugfs regs2".
    virtual const char* name() const = 0;
    /// Writes TBA = `handler_va` with TRAP_EN, TMA = `control_va` (both 256-byte aligned) for `vmid`.
    virtual Status install(uint32_t vmid, uint64_t handler_va, uint64_t control_va) = 0;
    /// Writes them again if GFXOFF, suspend or a reset has lost them. True: they were lost.
    virtual Result<bool> refresh() = 0;
    /// Has every running wave of install's VMID take a host trap (SQ_CMD; hardware.md 1.5). Needs install.
    virtual Status trap_waves() = 0;
    /// Clears what install wrote. Harmless before install, and twice.
    virtual void remove() = 0;
};

/// Through debugfs `amdgpu_regs2` (hardware.md 3.3) of DRM minor `drm_minor` (render node or primary node);
/// needs root. `gfx_level`: 1100 for gfx11.0.0; other generations are refused. `debugfs`: where debugfs is
/// mounted.
std::unique_ptr<TrapInstaller> make_regs2_installer(uint32_t drm_minor, uint32_t gfx_level,
                                                    std::string debugfs = "/sys/kernel/debug");

} // namespace wb::layer
