// SPDX-License-Identifier: MIT
#include "sim/kernel/device_facts.h"

#include "sim/clock.h"
#include "sim/memory/gpu_memory.h"

namespace wb::sim::facts {

// Gfx and compute want 32-byte alignment, SDMA 256 (amdgpu_hw_ip_info); SDMA 6.0 is navi31's.
const drm_amdgpu_info_hw_ip kHwIp[AMDGPU_HW_IP_NUM] = {
    {11, 0, 0, 32, 32, (1u << kGfxRings) - 1, 0x0b0000},
    {11, 0, 0, 32, 32, (1u << kComputeRings) - 1, 0x0b0000},
    {6, 0, 0, 256, 4, (1u << kSdmaRings) - 1, 0x060000},
};

drm_amdgpu_info_device device_info(uint64_t high_va_max) {
    drm_amdgpu_info_device info{};
    info.device_id = kDeviceId;
    info.external_rev = 1;
    info.pci_rev = kPciRevision;
    info.family = AMDGPU_FAMILY_GC_11_0_0;
    info.num_shader_engines = 6;
    info.num_shader_arrays_per_engine = 2;
    info.gpu_counter_freq = kClockKHz;
    info.max_engine_clock = 2'371'000;
    info.max_memory_clock = 1'249'000;
    info.min_engine_clock = 500'000;
    info.min_memory_clock = 96'000;
    info.cu_active_number = 96;
    // [se][sa] for SE 0..3; SE 4 and 5 are folded into [se - 4][sa + 2].
    for (unsigned se = 0; se < 6; ++se)
        for (unsigned sa = 0; sa < 2; ++sa)
            info.cu_bitmap[se % 4][sa + (se / 4) * 2] = 0xff;
    info.enabled_rb_pipes_mask = 0xffffff;
    info.num_rb_pipes = 24;
    info.num_hw_gfx_contexts = 8;
    info.pcie_gen = 4;
    info.pcie_num_lanes = 16;
    // Only the high range is backed by the simulator's window; the low one is there because drivers expect
    // one.
    info.virtual_address_offset = 0x200000;
    info.virtual_address_max = 0x400000;
    info.high_va_offset = kWindowBase;
    info.high_va_max = high_va_max;
    info.virtual_address_alignment = uint32_t(kGpuPageSize);
    info.pte_fragment_size = 2 << 20;
    info.gart_page_size = uint32_t(kGpuPageSize);
    info.vram_type = AMDGPU_VRAM_TYPE_GDDR6;
    info.vram_bit_width = 384;
    info.wave_front_size = 32;
    info.num_shader_visible_vgprs = 1536;
    info.num_cu_per_sh = 8;
    info.num_tcc_blocks = 24;
    info.gs_vgt_table_depth = 32;
    info.gs_prim_buffer_depth = 1792;
    info.max_gs_waves_per_vgt = 32;
    info.tcp_cache_size = 32;
    info.num_sqc_per_wgp = 1;
    info.sqc_data_cache_size = 16;
    info.sqc_inst_cache_size = 32;
    info.gl1c_cache_size = 256;
    info.gl2c_cache_size = 6144;
    info.mall_size = 96 << 20;
    return info;
}

std::span<const Firmware> firmware() {
    static constexpr Firmware kTable[] = {
        {AMDGPU_INFO_FW_GFX_ME, 1486, 29},
        {AMDGPU_INFO_FW_GFX_PFP, 1525, 29}, // From 1458 on RADV uses SET_*_REG_PAIRS_PACKED.
        {AMDGPU_INFO_FW_GFX_MEC, 494, 29},
    };
    return kTable;
}

std::span<const MmrRegister> readable_registers() {
    static constexpr MmrRegister kTable[] = {
        {0x263e, 0x00000545}, // GB_ADDR_CONFIG
    };
    return kTable;
}

} // namespace wb::sim::facts
