// SPDX-License-Identifier: MIT
// INFO: queries. Each gives at most as many bytes as the caller asked for.
#include "sim/clock.h"
#include "sim/kernel/device_facts.h"
#include "sim/kernel/ioctl.h"
#include "sim/trace.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>

namespace wb::sim {
namespace {

template <class T>
int answer(const drm_amdgpu_info& info, const T& value) {
    std::memcpy(reinterpret_cast<void*>(info.return_pointer), &value,
                std::min<size_t>(info.return_size, sizeof value));
    return 0;
}

int hw_ip_info(const drm_amdgpu_info& info) {
    if (info.query_hw_ip.ip_instance >= AMDGPU_HW_IP_INSTANCE_MAX_COUNT) return -EINVAL;
    if (info.query_hw_ip.type >= AMDGPU_HW_IP_NUM) return -EINVAL;
    return answer(info, facts::kHwIp[info.query_hw_ip.type]);
}

int hw_ip_count(const drm_amdgpu_info& info) {
    if (info.query_hw_ip.type >= AMDGPU_HW_IP_NUM) return -EINVAL;
    return answer(info, uint32_t(facts::kHwIp[info.query_hw_ip.type].available_rings ? 1 : 0));
}

int firmware_version(const drm_amdgpu_info& info) {
    if (info.query_fw.ip_instance != 0) return -EINVAL;
    for (const facts::Firmware& row : facts::firmware())
        if (row.type == info.query_fw.fw_type)
            return answer(info, drm_amdgpu_info_firmware{row.version, row.feature});
    if (!info.query_fw.fw_type || info.query_fw.fw_type > AMDGPU_INFO_FW_VPE) return -EINVAL;
    return answer(info, drm_amdgpu_info_firmware{});
}

int read_registers(const drm_amdgpu_info& info) {
    const uint32_t first = info.read_mmr_reg.dword_offset, count = info.read_mmr_reg.count;
    if (count > 128 || info.return_size < count * sizeof(uint32_t)) return -EINVAL;
    auto* out = reinterpret_cast<uint32_t*>(info.return_pointer);
    for (uint32_t i = 0; i < count; ++i) {
        const auto rows = facts::readable_registers();
        const auto row = std::find_if(rows.begin(), rows.end(),
                                      [&](const facts::MmrRegister& r) { return r.offset == first + i; });
        if (row == rows.end()) {
            trace::loud("READ_MMR_REG of register 0x%x is not modelled: -EFAULT", first + i);
            return -EFAULT;
        }
        out[i] = row->value;
    }
    return 0;
}

drm_amdgpu_heap_info heap(uint64_t total, uint64_t used) {
    return {total, total, used, total / 4 * 3};
}

int memory(const drm_amdgpu_info& info) {
    const MemoryUsage& used = memory_usage();
    drm_amdgpu_memory_info out{};
    out.vram = heap(facts::kVramSize, used.vram);
    out.cpu_accessible_vram = heap(facts::kVramSize, used.visible_vram); // Resizable BAR.
    out.gtt = heap(facts::kGttSize, used.gtt);
    return answer(info, out);
}

int sensor(const drm_amdgpu_info& info) {
    // There are no sensors; clocks are the nominal ones in MHz, the rest is not there, as in a virtual
    // machine.
    switch (info.sensor_info.type) {
    case AMDGPU_INFO_SENSOR_GFX_SCLK:
    case AMDGPU_INFO_SENSOR_STABLE_PSTATE_GFX_SCLK:
    case AMDGPU_INFO_SENSOR_PEAK_PSTATE_GFX_SCLK:
        return answer(info, uint32_t(facts::device_info(0).max_engine_clock / 1000));
    case AMDGPU_INFO_SENSOR_GFX_MCLK:
    case AMDGPU_INFO_SENSOR_STABLE_PSTATE_GFX_MCLK:
    case AMDGPU_INFO_SENSOR_PEAK_PSTATE_GFX_MCLK:
        return answer(info, uint32_t(facts::device_info(0).max_memory_clock / 1000));
    default:
        return -EINVAL;
    }
}

int gpuvm_fault(DrmFile& file, const drm_amdgpu_info& info) {
    const auto vm = file.vm();
    if (!vm) return -EINVAL;
    const AddressSpace::Fault fault = vm->last_fault();
    return answer(info, drm_amdgpu_info_gpuvm_fault{fault.address, fault.status, AMDGPU_VMHUB_TYPE_GFX});
}

int unknown(uint32_t query) {
    static std::atomic<uint64_t> said{0};
    if (query < 64 && !(said.fetch_or(1ull << query) >> query & 1))
        trace::loud("INFO query 0x%x is not modelled: -EINVAL", query);
    return -EINVAL;
}

} // namespace

int ioctl_info(DrmFile& file, drm_amdgpu_info& info) {
    if (!info.return_size || !info.return_pointer) return -EINVAL;
    switch (info.query) {
    case AMDGPU_INFO_ACCEL_WORKING:
        return answer(info, uint32_t(1));
    case AMDGPU_INFO_HW_IP_INFO:
        return hw_ip_info(info);
    case AMDGPU_INFO_HW_IP_COUNT:
        return hw_ip_count(info);
    case AMDGPU_INFO_TIMESTAMP:
        return answer(info, clock_ticks());
    case AMDGPU_INFO_FW_VERSION:
        return firmware_version(info);
    case AMDGPU_INFO_READ_MMR_REG:
        return read_registers(info);
    case AMDGPU_INFO_DEV_INFO: {
        const auto vm = file.vm();
        return answer(info, facts::device_info(vm ? vm->window_end() : kWindowBase + kWindowSize));
    }
    case AMDGPU_INFO_MEMORY:
        return memory(info);
    case AMDGPU_INFO_VRAM_GTT:
        return answer(info, drm_amdgpu_info_vram_gtt{facts::kVramSize, facts::kVramSize, facts::kGttSize});
    case AMDGPU_INFO_VRAM_USAGE:
        return answer(info, memory_usage().vram.load());
    case AMDGPU_INFO_VIS_VRAM_USAGE:
        return answer(info, memory_usage().visible_vram.load());
    case AMDGPU_INFO_GTT_USAGE:
        return answer(info, memory_usage().gtt.load());
    case AMDGPU_INFO_NUM_BYTES_MOVED:
    case AMDGPU_INFO_NUM_EVICTIONS:
    case AMDGPU_INFO_NUM_VRAM_CPU_PAGE_FAULTS:
        return answer(info, uint64_t(0)); // Nothing is ever moved.
    case AMDGPU_INFO_VRAM_LOST_COUNTER:
        return answer(info, uint32_t(0));
    case AMDGPU_INFO_RAS_ENABLED_FEATURES:
        return answer(info, uint64_t(0));
    case AMDGPU_INFO_VIDEO_CAPS:
        if (info.video_cap.type > AMDGPU_INFO_VIDEO_CAPS_ENCODE) return -EINVAL;
        return answer(info, drm_amdgpu_info_video_caps{});
    case AMDGPU_INFO_SENSOR:
        return sensor(info);
    case AMDGPU_INFO_GPUVM_FAULT:
        return gpuvm_fault(file, info);
    case AMDGPU_INFO_MAX_IBS:
        return answer(info, facts::kMostIbs);
    case AMDGPU_INFO_GDS_CONFIG:
    case AMDGPU_INFO_VCE_CLOCK_TABLE:
    case AMDGPU_INFO_VBIOS:
    case AMDGPU_INFO_NUM_HANDLES:
        return -EINVAL; // The device has none of these.
    default:
        return unknown(info.query);
    }
}

} // namespace wb::sim
