// SPDX-License-Identifier: MIT
// Names and bit positions of the gfx11 wave's architectural registers. Source: hardware.md 1.1, 1.2 and 6.3.
#pragma once

#include <cstdint>

namespace wb::sim {

// Scalar operand codes (hardware.md 6.3). Codes below 128 index Wave::sgpr directly.
inline constexpr unsigned kVccLo = 106, kVccHi = 107;
inline constexpr unsigned kTtmp0 = 108;
inline constexpr unsigned kNull = 124, kM0 = 125, kExecLo = 126, kExecHi = 127;
inline constexpr unsigned kSgprSink = 128; ///< Where the decoder sends writes to NULL (two words).
inline constexpr unsigned kVgpr0 = 256;    ///< First VGPR operand code.

/// The flat apertures that amdgpu's SH_MEM_BASES give every VMID on gfx11: LDS and scratch as flat addresses.
inline constexpr uint64_t kSharedAperture = 0x2000'0000'0000'0000, kPrivateAperture = 0x1000'0000'0000'0000;
inline constexpr uint64_t kApertureSize = 1ull << 32;

/// A bit field of a 32-bit register.
struct Field {
    unsigned shift, width;
    constexpr uint32_t mask() const { return (width == 32 ? ~0u : (1u << width) - 1) << shift; }
    constexpr uint32_t get(uint32_t reg) const { return (reg & mask()) >> shift; }
    constexpr void set(uint32_t& reg, uint32_t value) const {
        reg = (reg & ~mask()) | ((value << shift) & mask());
    }
};

namespace status {
inline constexpr Field scc{0, 1}, spi_prio{1, 2}, user_prio{3, 2}, priv{5, 1}, trap_en{6, 1},
    export_rdy{8, 1}, execz{9, 1}, vccz{10, 1}, in_tg{11, 1}, in_barrier{12, 1}, halt{13, 1}, trap{14, 1},
    valid{16, 1}, skip_export{18, 1}, cond_dbg_user{20, 1}, cond_dbg_sys{21, 1}, fatal_halt{23, 1},
    no_vgprs{24, 1}, lds_param_ready{25, 1}, must_export{27, 1}, idle{28, 1}, scratch_en{29, 1};
}
namespace mode {
inline constexpr Field round_f32{0, 2}, round_f16_f64{2, 2}, denorm_f32{4, 2}, denorm_f16_f64{6, 2},
    dx10_clamp{8, 1}, ieee{9, 1}, trap_after_inst{11, 1}, excp_en{12, 9}, wave_end{21, 1}, fp16_ovfl{23, 1};
}
namespace trapsts {
inline constexpr Field excp{0, 9}, mem_viol{8, 1}, savectx{10, 1}, illegal_inst{11, 1}, buffer_oob{15, 1},
    host_trap{16, 1}, wave_start{17, 1}, wave_end{18, 1}, trap_after_inst{20, 1};
}
namespace ttmp1 {
inline constexpr Field pc_hi{0, 16}, trap_id{16, 8}, host_trap{24, 1};
}

/// s_getreg/s_setreg register ids on gfx11 (hardware.md 1.1).
enum HwReg : unsigned {
    kHwRegMode = 1,
    kHwRegStatus = 2,
    kHwRegTrapSts = 3,
    kHwRegGprAlloc = 5,
    kHwRegLdsAlloc = 6,
    kHwRegIbSts = 7,
    kHwRegPcLo = 8,
    kHwRegPcHi = 9,
    kHwRegShMemBases = 15,
    kHwRegFlatScrLo = 20,
    kHwRegFlatScrHi = 21,
    kHwRegHwId1 = 23,
    kHwRegHwId2 = 24,
    kHwRegIbSts2 = 28,
    kHwRegShaderCycles = 29,
};

} // namespace wb::sim
