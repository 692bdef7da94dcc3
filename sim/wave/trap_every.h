// SPDX-License-Identifier: MIT
// Test option: every compute wave of a VMID without a trap handler of its own enters one after each
// instruction and is sent on at once. A program must write the same bytes with it and without (trap
// transparency).
//
// WAVEBREAK_SIM_TRAP_EVERY=1 turns it on; WAVEBREAK_SIM_TRAP_HANDLER names the handler's raw code
// (trap_handler/handler_gfx11.bin of a build folder). A mailbox that asks for no stop and
// WB_FLAG_KEEP_STEPPING (trap_handler/mailbox.h) goes with it. Handler and mailbox take the last 64 KiB of
// the address space.
#pragma once

#include "common/result.h"
#include "sim/kernel/ring_port.h"
#include "sim/wave/dispatch.h"

#include <mutex>
#include <string>
#include <vector>

namespace wb::sim {

class TrapEvery {
public:
    /// `handler_path` empty: off.
    explicit TrapEvery(std::string handler_path) : path_(std::move(handler_path)) {}

    bool on() const { return !path_.empty(); }
    /// Before `dispatch` is launched in `vm`: installs the handler for its VMID where none is, and makes its
    /// waves trap. A VMID with a handler of its own is left alone. Fails when the handler cannot be read or
    /// its room is taken. Any thread.
    Status prepare(ComputeDispatch& dispatch, Vm& vm, TrapRegisters& traps);

private:
    Status install(Vm& vm, uint64_t tba);
    const std::string path_;
    std::mutex mutex_;
    std::vector<char> code_; ///< Once read.
};

} // namespace wb::sim
