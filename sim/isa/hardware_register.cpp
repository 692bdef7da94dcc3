// SPDX-License-Identifier: MIT
#include "sim/isa/hardware_register.h"

#include "sim/wave/wave.h"

#include <string>

namespace wb::sim {

namespace {

/// MODE bits that exist on gfx11 (hardware.md 1.2): rounding, denormals, dx10_clamp, ieee, lod_clamped,
/// excp_en, fp16_ovfl; and those that control the trap unit or the profiler, which are for the trap handler.
constexpr uint32_t kModeUser = 0xffu | mode::dx10_clamp.mask() | mode::ieee.mask() | 1u << 10 |
                               mode::excp_en.mask() | mode::fp16_ovfl.mask();
constexpr uint32_t kModePrivileged =
    kModeUser | mode::trap_after_inst.mask() | mode::wave_end.mask() | 1u << 27;
/// hardware.md 1.2, "Writable with PRIV=1".
constexpr uint32_t kStatusPrivileged =
    status::scc.mask() | status::spi_prio.mask() | status::user_prio.mask() | status::export_rdy.mask() |
    status::halt.mask() | status::skip_export.mask() | status::cond_dbg_user.mask() |
    status::cond_dbg_sys.mask() | status::lds_param_ready.mask() | status::must_export.mask() |
    status::scratch_en.mask();

/// SH_MEM_BASES: the apertures' address bits [63:48].
constexpr uint32_t kShMemBases = uint32_t(kPrivateAperture >> 48) | uint32_t(kSharedAperture >> 48) << 16;

uint32_t merge(uint32_t old, uint32_t value, uint32_t mask) {
    return (old & ~mask) | (value & mask);
}

} // namespace

uint32_t read_hardware_register(Wave& wave, unsigned id) {
    switch (id) {
    case kHwRegMode:
        return wave.mode;
    case kHwRegStatus:
        return wave.read_status();
    case kHwRegTrapSts:
        return wave.trapsts;
    case kHwRegGprAlloc:
        return wave.gpr_alloc;
    case kHwRegLdsAlloc:
        return wave.lds_alloc;
    case kHwRegIbSts:
        return 0; // Every memory access is complete before the next instruction: all counters are 0.
    case kHwRegPcLo:
        return uint32_t(wave.pc);
    case kHwRegPcHi:
        return uint32_t(wave.pc >> 32);
    case kHwRegShMemBases:
        return kShMemBases;
    case kHwRegFlatScrLo:
        return uint32_t(wave.flat_scratch);
    case kHwRegFlatScrHi:
        return uint32_t(wave.flat_scratch >> 32);
    case kHwRegHwId1:
        return wave.hw_id1;
    case kHwRegHwId2:
        return wave.hw_id2;
    case kHwRegIbSts2:
        return wave.ib_sts2;
    case kHwRegShaderCycles:
        return uint32_t(wave.services->shader_cycles()) & 0xfffff;
    default:
        wave.stop_unmodelled("s_getreg of hardware register " + std::to_string(id) + " is not modelled");
        return 0;
    }
}

void write_hardware_register(Wave& wave, unsigned id, uint32_t value, uint32_t mask) {
    const bool privileged = wave.privileged();
    switch (id) {
    case kHwRegMode:
        wave.mode = merge(wave.mode, value, mask & (privileged ? kModePrivileged : kModeUser));
        wave.events |= kEventStateWritten;
        break;
    case kHwRegStatus:
        if (!privileged) break;
        mask &= kStatusPrivileged;
        if (mask & status::scc.mask()) wave.scc = status::scc.get(value);
        wave.status = merge(wave.status, value, mask & ~status::scc.mask());
        wave.events |= kEventStateWritten;
        break;
    case kHwRegTrapSts:
        if (!privileged) break;
        wave.trapsts = merge(wave.trapsts, value, mask);
        wave.events |= kEventStateWritten;
        break;
    case kHwRegFlatScrLo:
        if (privileged)
            wave.flat_scratch = merge(uint32_t(wave.flat_scratch), value, mask) |
                                (wave.flat_scratch & 0xffff'ffff'0000'0000ull);
        break;
    case kHwRegFlatScrHi:
        if (privileged)
            wave.flat_scratch = uint64_t(merge(uint32_t(wave.flat_scratch >> 32), value, mask)) << 32 |
                                uint32_t(wave.flat_scratch);
        break;
    default:
        break;
    }
}

} // namespace wb::sim
