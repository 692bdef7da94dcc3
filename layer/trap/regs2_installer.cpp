// SPDX-License-Identifier: MIT
#include "layer/trap/installer.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace wb::layer {
namespace {

/// Argument of SET_STATE_V2 (amdgpu_umr.h; hardware.md 3.3).
struct Regs2State {
    uint32_t use_srbm, use_grbm, pg_lock;
    uint32_t grbm_se, grbm_sh, grbm_instance;
    uint32_t srbm_me, srbm_pipe, srbm_queue, srbm_vmid;
    uint32_t xcc_id;
};
static_assert(sizeof(Regs2State) == 44);
constexpr unsigned long kSetStateV2 = _IOWR(0x20, 1, Regs2State);

// gfx11, GC segment 1 base 0xa000 (hardware.md 1.5), in bytes.
constexpr off_t kTbaLo = (0xa000 + 0x9e6) * 4, kTbaHi = kTbaLo + 4, kTmaLo = kTbaLo + 8, kTmaHi = kTbaLo + 12;
constexpr uint32_t kTrapEn = 1u << 31;
// Segment 0 base 0x1260. SQ_CMD: CMD [3:0] 5 = TRAP, MODE [6:4] 1 = broadcast, CHECK_VMID 7, VM_ID [31:28].
constexpr off_t kSqCmd = (0x1260 + 0x111b) * 4;
constexpr uint32_t kTrapAllOfVmid = 5 | 1u << 4 | 1u << 7;

class Regs2Installer final : public TrapInstaller {
public:
    Regs2Installer(uint32_t minor, uint32_t gfx_level, std::string debugfs)
        : minor_(minor), gfx_level_(gfx_level), debugfs_(std::move(debugfs)) {}
    ~Regs2Installer() override {
        remove();
        if (fd_ >= 0) close(fd_);
    }

    const char* name() const override { return "debugfs regs2"; }

    Status install(uint32_t vmid, uint64_t handler_va, uint64_t control_va) override {
        if (gfx_level_ / 100 != 11)
            return fail("trap registers are known for gfx11 only, this GPU is gfx" +
                        std::to_string(gfx_level_ / 100));
        if ((handler_va | control_va) & 0xff)
            return fail("trap handler and mailbox must begin at multiples of 256 bytes");
        if (fd_ < 0)
            if (Status opened = open_file(); !opened) return opened;
        vmid_ = vmid;
        if (Status selected = select_vmid(); !selected) return selected;
        tba_lo_ = uint32_t(handler_va >> 8);
        tba_hi_ = uint32_t(handler_va >> 40 & 0xff) | kTrapEn;
        tma_lo_ = uint32_t(control_va >> 8);
        tma_hi_ = uint32_t(control_va >> 40 & 0xff);
        return write_all();
    }

    Result<bool> refresh() override {
        if (!installed_) return false;
        uint32_t now[2] = {};
        if (pread(fd_, &now[0], 4, kTbaLo) != 4 || pread(fd_, &now[1], 4, kTbaHi) != 4)
            return fail("cannot read the trap registers: " + std::string(std::strerror(errno)), -errno);
        if (now[0] == tba_lo_ && now[1] == tba_hi_) return false;
        if (Status written = write_all(); !written) return std::unexpected(written.error());
        return true;
    }

    Status trap_waves() override {
        if (!installed_) return fail("the trap handler is not installed");
        Regs2State state{};
        state.use_grbm = 1;
        state.grbm_se = state.grbm_sh = state.grbm_instance = ~0u;
        Status done = ioctl(fd_, kSetStateV2, &state) == 0
                          ? put(kSqCmd, kTrapAllOfVmid | vmid_ << 28)
                          : fail(path_ + " cannot select all WGPs: " + std::strerror(errno), -errno);
        const Status back = select_vmid();
        return done ? back : done;
    }

    void remove() override {
        if (!std::exchange(installed_, false)) return;
        // TRAP_EN goes first: no wave may find half an address.
        for (const off_t at : {kTbaHi, kTbaLo, kTmaLo, kTmaHi})
            (void)put(at, 0);
    }

private:
    Status open_file() {
        // Some kernels have a folder for the render node, some for the primary node (128 less) only.
        for (const uint32_t minor : {minor_, minor_ >= 128 ? minor_ - 128 : minor_}) {
            path_ = debugfs_ + "/dri/" + std::to_string(minor) + "/amdgpu_regs2";
            fd_ = open(path_.c_str(), O_RDWR | O_CLOEXEC);
            if (fd_ >= 0) return {};
            if (errno != ENOENT) break;
        }
        const int error = errno;
        std::string advice = error == EACCES || error == EPERM
                                 ? "run the program as root, or give this user access to debugfs"
                                 : "mount debugfs (mount -t debugfs none /sys/kernel/debug) and run as root";
        return fail("the trap handler cannot be installed: " + path_ + ": " + std::strerror(error) + "; " +
                        advice,
                    -error);
    }

    Status select_vmid() {
        Regs2State state{};
        state.use_srbm = 1;
        state.srbm_vmid = vmid_;
        if (ioctl(fd_, kSetStateV2, &state) == 0) return {};
        return fail(path_ + " cannot select VMID " + std::to_string(vmid_) + ": " + std::strerror(errno) +
                        "; the kernel must be 6.4 or newer",
                    -errno);
    }

    Status put(off_t at, uint32_t value) {
        if (pwrite(fd_, &value, sizeof value, at) == sizeof value) return {};
        return fail("cannot write the trap registers through " + path_ + ": " + std::strerror(errno), -errno);
    }

    Status write_all() {
        installed_ = true;
        const std::pair<off_t, uint32_t> words[] = {
            {kTmaLo, tma_lo_}, {kTmaHi, tma_hi_}, {kTbaLo, tba_lo_}, {kTbaHi, tba_hi_}};
        for (const auto& [at, value] : words)
            if (Status written = put(at, value); !written) {
                remove();
                return written;
            }
        return {};
    }

    uint32_t minor_, gfx_level_, vmid_ = 0;
    std::string debugfs_, path_;
    int fd_ = -1;
    bool installed_ = false;
    uint32_t tba_lo_ = 0, tba_hi_ = 0, tma_lo_ = 0, tma_hi_ = 0;
};

} // namespace

std::unique_ptr<TrapInstaller> make_regs2_installer(uint32_t drm_minor, uint32_t gfx_level,
                                                    std::string debugfs) {
    return std::make_unique<Regs2Installer>(drm_minor, gfx_level, std::move(debugfs));
}

} // namespace wb::layer
