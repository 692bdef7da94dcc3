// SPDX-License-Identifier: MIT
// debugfs amdgpu_regs2: registers of the device, banked by what SET_STATE chose. Layouts and numbers:
// hardware.md 3.3 (amdgpu_umr.h).
#include "sim/kernel/open_file.h"
#include "sim/trace.h"

#include <cerrno>
#include <cinttypes>
#include <cstring>
#include <linux/ioctl.h>
#include <unistd.h>

namespace wb::sim {
namespace {

struct State {
    uint32_t use_srbm, use_grbm, pg_lock;
    struct {
        uint32_t se, sh, instance;
    } grbm;
    struct {
        uint32_t me, pipe, queue, vmid;
    } srbm;
};
struct StateV2 : State {
    uint32_t xcc_id;
};
static_assert(sizeof(State) == 40 && sizeof(StateV2) == 44);

constexpr unsigned kMagic = 0x20, kSetState = 0, kSetStateV2 = 1;

// SQ_SHADER_TBA/TMA, gfx11, byte offsets: (segment 1 base 0xa000 + offset) * 4, hardware.md 1.5.
constexpr uint64_t kTbaLo = (0xa000 + 0x9e6) * 4, kTbaHi = kTbaLo + 4, kTmaLo = kTbaLo + 8,
                   kTmaHi = kTbaLo + 12;
constexpr uint32_t kTrapEn = 1u << 31;
constexpr uint64_t kPastRegisters = 0x100000; // The register aperture: 1 MiB.

/// Register pair <-> address: LO is address[39:8], HI[7:0] is address[47:40]; addresses are sign-extended.
uint64_t with_low(uint64_t address, uint32_t low) {
    return (address & ~0xff'ffff'ffffull) | uint64_t(low) << 8;
}
uint64_t with_high(uint64_t address, uint32_t high) {
    const uint64_t bits = (address & 0xff'ffff'ffffull) | uint64_t(high & 0xff) << 40;
    return uint64_t(int64_t(bits << 16) >> 16);
}

class Regs2 final : public OpenFile {
public:
    explicit Regs2(KernelDevice& device) : device_(device) {}

    int ioctl(unsigned long request, void* argument) override {
        if (_IOC_TYPE(request) != kMagic) return -EINVAL;
        std::lock_guard guard(lock_);
        const uint32_t old_vmid = select_.vmid;
        if (_IOC_NR(request) == kSetStateV2) {
            StateV2 state;
            std::memcpy(&state, argument, sizeof state);
            set(state);
            select_.xcc = state.xcc_id;
            return 0;
        }
        if (_IOC_NR(request) == kSetState) {
            State state;
            std::memcpy(&state, argument, sizeof state);
            set(state);
            select_.vmid = old_vmid; // The first version does not copy it.
            return 0;
        }
        return -EINVAL;
    }

    int64_t pread(void* data, size_t size, int64_t offset) override {
        std::lock_guard guard(lock_);
        return transfer(size, offset, [&](uint64_t at, size_t done) -> int {
            const Result<uint32_t> value = read_register(at);
            if (!value) return report(value.error());
            std::memcpy(static_cast<uint8_t*>(data) + done, &*value, sizeof *value);
            return 0;
        });
    }

    int64_t pwrite(const void* data, size_t size, int64_t offset) override {
        std::lock_guard guard(lock_);
        return transfer(size, offset, [&](uint64_t at, size_t done) -> int {
            uint32_t value;
            std::memcpy(&value, static_cast<const uint8_t*>(data) + done, sizeof value);
            const Status written = write_register(at, value);
            return written ? 0 : report(written.error());
        });
    }

    int64_t read(void* data, size_t size) override { return advance(pread(data, size, position())); }
    int64_t write(const void* data, size_t size) override { return advance(pwrite(data, size, position())); }

    int64_t lseek(int64_t offset, int whence) override {
        std::lock_guard guard(lock_);
        if (whence == SEEK_CUR)
            offset += position_;
        else if (whence != SEEK_SET)
            return -EINVAL;
        if (offset < 0) return -EINVAL;
        return position_ = offset;
    }

private:
    void set(const State& state) {
        select_ = {state.use_srbm != 0, state.use_grbm != 0, state.grbm.se,   state.grbm.sh,
                   state.grbm.instance, state.srbm.me,       state.srbm.pipe, state.srbm.queue,
                   state.srbm.vmid,     select_.xcc};
    }

    static int report(const Error& error) {
        trace::loud("amdgpu_regs2: %s", error.message.c_str());
        return error.code ? error.code : -EINVAL;
    }

    template <class Each>
    int64_t transfer(size_t size, int64_t offset, Each each) {
        if (size % 4 || offset % 4 || offset < 0) return -EINVAL;
        for (size_t done = 0; done < size; done += 4) {
            if (uint64_t(offset) + done >= kPastRegisters) return -EINVAL;
            if (const int error = each(uint64_t(offset) + done, done)) return error;
        }
        return int64_t(size);
    }

    VmidTrapState& traps() { return device_.traps[select_.use_srbm ? select_.vmid : 0]; }

    Result<uint32_t> read_register(uint64_t at) {
        switch (at) {
        case kTbaLo:
            return uint32_t(traps().tba >> 8);
        case kTbaHi:
            return uint32_t(traps().tba >> 40 & 0xff) | (traps().trap_en ? kTrapEn : 0);
        case kTmaLo:
            return uint32_t(traps().tma >> 8);
        case kTmaHi:
            return uint32_t(traps().tma >> 40 & 0xff);
        default:
            return device_.registers().read_register(select_, at);
        }
    }

    Status write_register(uint64_t at, uint32_t value) {
        if (trace::on(trace::kTrap))
            trace::log(trace::kTrap, "regs2 write 0x%" PRIx64 " = 0x%08x, vmid %u", at, value,
                       select_.use_srbm ? select_.vmid : 0);
        VmidTrapState& state = traps();
        switch (at) {
        case kTbaLo:
            state.tba = with_low(state.tba, value);
            return {};
        case kTbaHi:
            state.tba = with_high(state.tba, value);
            state.trap_en = (value & kTrapEn) != 0;
            return {};
        case kTmaLo:
            state.tma = with_low(state.tma, value);
            return {};
        case kTmaHi:
            state.tma = with_high(state.tma, value);
            return {};
        default:
            return device_.registers().write_register(select_, at, value);
        }
    }

    int64_t position() {
        std::lock_guard guard(lock_);
        return position_;
    }
    int64_t advance(int64_t moved) {
        std::lock_guard guard(lock_);
        if (moved > 0) position_ += moved;
        return moved;
    }

    KernelDevice& device_;
    std::mutex lock_;
    RegisterSelect select_{};
    int64_t position_ = 0;
};

} // namespace

std::shared_ptr<OpenFile> open_regs2(KernelDevice& device) {
    return std::make_shared<Regs2>(device);
}

} // namespace wb::sim
