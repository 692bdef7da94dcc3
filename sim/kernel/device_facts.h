// SPDX-License-Identifier: MIT
// What the device says it is: a Radeon RX 7900 XTX (navi31, gfx1100). Numbers: hardware.md 4.1, which has
// them from a dump of such a card; firmware and ring facts from the same.
#pragma once

#include "sim/kernel/ring_port.h"

#include <cstdint>
#include <libdrm/amdgpu_drm.h>
#include <span>

namespace wb::sim::facts {

// The driver's interface version: 3.55 has the GPUVM_FAULT query, 3.57 is a long-lived kernel's.
inline constexpr int kDrmMajor = 3, kDrmMinor = 57, kDrmPatch = 0;
inline constexpr const char* kDriverName = "amdgpu";
inline constexpr const char* kDriverDescription = "AMD GPU";
inline constexpr const char* kDriverDate = "20150101";

inline constexpr uint16_t kVendorId = 0x1002, kDeviceId = 0x744c, kSubvendorId = 0x1002,
                          kSubdeviceId = 0x0e3b;
inline constexpr uint8_t kPciRevision = 0xc8;
inline constexpr uint8_t kPciBus = 3;
inline constexpr const char* kBusId = "pci:0000:03:00.0";

inline constexpr uint64_t kVramSize = 25'753'026'560, kGttSize = 33'254'252'544;

/// Rings, alignments and versions of each AMDGPU_HW_IP_*; blocks after SDMA have no rings in this device.
extern const drm_amdgpu_info_hw_ip kHwIp[AMDGPU_HW_IP_NUM];

/// IBs that one submission may have for a ring of each block: what amdgpu's ring sizes give (Mesa's
/// ac_gpu_info.c has the same numbers for kernels without the query).
inline constexpr uint32_t kMostIbs[AMDGPU_HW_IP_NUM] = {192, 124, 50};

/// DEV_INFO. The address range is the file's (see info.cpp).
drm_amdgpu_info_device device_info(uint64_t high_va_max);

/// Firmware versions that drivers decide by. Types that are not in the list are known to be absent: zero.
struct Firmware {
    uint32_t type, version, feature;
};
std::span<const Firmware> firmware();

/// Registers that READ_MMR_REG may read. Dword offsets.
struct MmrRegister {
    uint32_t offset, value;
};
std::span<const MmrRegister> readable_registers();

} // namespace wb::sim::facts
