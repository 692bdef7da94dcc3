// SPDX-License-Identifier: MIT
#include "sim/wave/trap_every.h"

#include "sim/text.h"
#include "sim/trace.h"
#include "trap_handler/mailbox.h"

#include <fstream>
#include <iterator>

namespace wb::sim {

namespace {

/// Room at the end of the window: the handler, then its control block.
constexpr uint64_t kRoom = 64 << 10, kControlAt = kRoom - WB_CONTROL_SIZE;

} // namespace

Status TrapEvery::prepare(ComputeDispatch& dispatch, Vm& vm, TrapRegisters& traps) {
    const std::lock_guard lock(mutex_);
    VmidTrapState& trap = traps[dispatch.vmid];
    const uint64_t tba = kWindowBase + vm.memory().size() - kRoom;
    if (trap.l2_tba != 0 || (trap.tba != 0 && trap.tba != tba)) return {};
    const uint64_t tma = tba + kControlAt;
    if (trap.tba == 0 || !vm.memory().is_mapped(tma, WB_CONTROL_SIZE)) {
        if (const Status installed = install(vm, tba); !installed) return installed;
        trap.tba = tba;
        trap.tma = tma;
        trap.trap_en = true;
    }
    rsrc1::debug_mode.set(dispatch.rsrc1, 1);
    rsrc2::trap_present.set(dispatch.rsrc2, 1);
    return {};
}

Status TrapEvery::install(Vm& vm, uint64_t tba) {
    if (code_.empty()) {
        std::ifstream file(path_, std::ios::binary);
        code_.assign(std::istreambuf_iterator<char>(file), {});
        if (code_.empty() || code_.size() > kControlAt)
            return fail(text("WAVEBREAK_SIM_TRAP_HANDLER=%s is no trap handler's code: it has %zu bytes",
                             path_.c_str(), code_.size()));
    }
    GpuMemory& memory = vm.memory();
    if (memory.is_mapped(tba, 4) || memory.is_mapped(tba + kControlAt, 4))
        return fail("WAVEBREAK_SIM_TRAP_EVERY: the program uses the end of the address space, where the "
                    "handler would go");
    if (const Status mapped = memory.map_anonymous(tba, kRoom); !mapped) return mapped;
    uint8_t* room = memory.host_base() + (tba - kWindowBase);
    std::memcpy(room, code_.data(), code_.size());
    wb_control control{};
    control.magic = WB_MAILBOX_MAGIC;
    control.version = WB_MAILBOX_VERSION;
    control.flags = WB_FLAG_KEEP_STEPPING;
    std::memcpy(room + kControlAt, &control, sizeof control);
    trace::loud("compute waves of VMID %u trap after every instruction", vm.vmid());
    return {};
}

} // namespace wb::sim
