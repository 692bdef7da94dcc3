// SPDX-License-Identifier: MIT
#include "sim/cp/mmio.h"

#include "sim/text.h"

#include <cerrno>
#include <cinttypes>

namespace wb::sim {

namespace {

// navi31 GC segment bases and register offsets in dwords.
constexpr uint64_t kSegment0 = 0x1260, kSegment1 = 0xA000;
constexpr uint64_t seg0(uint64_t offset) {
    return (kSegment0 + offset) * 4;
}
constexpr uint64_t seg1(uint64_t offset) {
    return (kSegment1 + offset) * 4;
}
constexpr uint64_t kGrbmGfxCntl = seg1(0x900), kGrbmGfxIndex = seg1(0x2200), kSqCmd = seg0(0x111b),
                   kSpiGdbgPerVmidCntl = seg0(0x1f72), kSqDebugHostTrapStatus = seg0(0x10b6);

constexpr Field kGfxCntlVmid{4, 4};
/// SPI_GDBG_PER_VMID_CNTL bits that launch obeys: TRAP_EN.
constexpr Field kGdbgTrapEn{3, 1};

std::unexpected<Error> unknown(uint64_t byte_offset) {
    return fail(text("register at MMIO byte offset %#" PRIx64 " is not modelled", byte_offset), -EINVAL);
}

} // namespace

uint32_t Mmio::gfx_index(const RegisterSelect& select) const {
    if (!select.use_grbm) return gfx_index_;
    namespace index = grbm_gfx_index;
    uint32_t value = 0;
    if (select.se == ~0u)
        index::se_broadcast.set(value, 1);
    else
        index::se.set(value, select.se);
    if (select.sh == ~0u)
        index::sa_broadcast.set(value, 1);
    else
        index::sa.set(value, select.sh);
    if (select.instance == ~0u)
        index::instance_broadcast.set(value, 1);
    else
        value |= select.instance & 0xff;
    return value;
}

Result<uint32_t> Mmio::read_register(const RegisterSelect& select, uint64_t byte_offset) {
    const std::lock_guard lock(mutex_);
    switch (byte_offset) {
    case kGrbmGfxIndex:
        return gfx_index(select);
    case kGrbmGfxCntl:
        return gfx_cntl_;
    case kSqCmd:
    case kSqDebugHostTrapStatus:
        return 0u; // Commands are taken at once as far as a reader can tell.
    case kSpiGdbgPerVmidCntl:
        return device_
            .gdbg_per_vmid[(select.use_srbm ? select.vmid : kGfxCntlVmid.get(gfx_cntl_)) % kVmidCount]
            .load();
    default:
        return unknown(byte_offset);
    }
}

Status Mmio::write_register(const RegisterSelect& select, uint64_t byte_offset, uint32_t value) {
    const std::lock_guard lock(mutex_);
    switch (byte_offset) {
    case kGrbmGfxIndex:
        gfx_index_ = value;
        return {};
    case kGrbmGfxCntl:
        gfx_cntl_ = value;
        return {};
    case kSqCmd: {
        const SqCommand command{value, gfx_index(select)};
        const unsigned op = sq_cmd::cmd.get(value), mode = sq_cmd::mode.get(value);
        if (op < unsigned(SqOp::SetHalt) || op > unsigned(SqOp::SingleStep))
            return fail(text("SQ_CMD %#x: command %u is not modelled", value, op), -EINVAL);
        if (mode > sq_cmd::kModeQueue)
            return fail(text("SQ_CMD %#x: mode %u is not modelled", value, mode), -EINVAL);
        device_.post(command);
        return {};
    }
    case kSpiGdbgPerVmidCntl:
        if (value & ~kGdbgTrapEn.mask())
            return fail(text("SPI_GDBG_PER_VMID_CNTL %#x: only TRAP_EN is modelled", value), -EINVAL);
        device_.gdbg_per_vmid[(select.use_srbm ? select.vmid : kGfxCntlVmid.get(gfx_cntl_)) % kVmidCount]
            .store(value);
        return {};
    default:
        return unknown(byte_offset);
    }
}

} // namespace wb::sim
