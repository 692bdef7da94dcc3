// SPDX-License-Identifier: MIT
// The worker's side of SQ_CMD, and its reports.
#include "sim/isa/decode.h"
#include "sim/text.h"
#include "sim/trace.h"
#include "sim/wave/worker.h"

#include <algorithm>
#include <cinttypes>

namespace wb::sim {

void Worker::take_commands() {
    std::vector<SqCommand> commands;
    {
        const std::lock_guard lock(box_.mutex);
        box_.attention.store(false, std::memory_order_relaxed);
        commands.swap(box_.commands);
    }
    for (const SqCommand& command : commands) {
        std::vector<ResidentWave*> selected;
        for (const auto& group : active_)
            for (unsigned i = 0; i < group->group.wave_count; ++i)
                if (group->waves[i]->state != WaveState::Ended && command.selects(group->waves[i]->wave))
                    selected.push_back(group->waves[i].get());
        for (ResidentWave* resident : selected)
            apply(command, *resident);
    }
}

void Worker::rouse(ResidentWave& resident) {
    if (resident.state == WaveState::Sleeping) {
        std::erase(sleepers_, &resident);
        std::make_heap(sleepers_.begin(), sleepers_.end(),
                       [](const ResidentWave* a, const ResidentWave* b) { return a->wake_at > b->wake_at; });
        make_ready(resident);
    } else if (resident.state == WaveState::Halted) {
        make_ready(resident);
    }
}

void Worker::apply(const SqCommand& command, ResidentWave& resident) {
    Wave& wave = resident.wave;
    switch (command.op()) {
    case SqOp::SetHalt:
        status::halt.set(wave.status, command.data() & 1);
        break;
    case SqOp::SetFatalHalt:
        status::fatal_halt.set(wave.status, command.data() & 1);
        break;
    case SqOp::SaveContext:
        resident.savectx_pending = true;
        break;
    case SqOp::Trap:
        resident.host_trap_pending = true;
        resident.host_trap_id = uint8_t(command.data());
        break;
    case SqOp::TrapAfterInst:
        mode::trap_after_inst.set(wave.mode, command.data() & 1);
        break;
    case SqOp::SingleStep:
        resident.single_step = true;
        break;
    case SqOp::SetSpiPrio:
        status::spi_prio.set(wave.status, command.data());
        break;
    case SqOp::Kill:
        rouse(resident); // Out of the sleepers; the ready queue is cleaned below.
        ready_.remove(&resident);
        end_wave(resident);
        return;
    }
    trap::refresh(resident);
    rouse(resident);
}

std::string Worker::place(const Wave& wave, uint64_t at) {
    std::string words;
    Inst inst;
    uint32_t raw[kMaxInstDwords] = {};
    unsigned readable = 0;
    for (; readable < kMaxInstDwords && run_->vm.memory().is_mapped(at + readable * 4, 4); ++readable)
        raw[readable] = run_->vm.memory().load<uint32_t>(at + readable * 4);
    std::string name;
    if (readable != 0) {
        const DecodeResult decoded = decode({raw, readable}, wave.lanes, inst);
        name = decoded.status == DecodeStatus::NeedMoreWords ? "cut off" : mnemonic(inst);
        for (unsigned i = 0; i < std::min<unsigned>(inst.dwords, readable); ++i)
            words += text("%s%08x", i ? " " : "", raw[i]);
    }
    if (readable == 0) name = "not mapped";
    return text(
        "wave %" PRIu64 " (workgroup %u,%u,%u wave %u of %u, wave%u, VMID %u, STATUS %#010x) at %#" PRIx64
        ": %s [%s]",
        wave.launch_number, wave.group->id[0], wave.group->id[1], wave.group->id[2], wave.wave_in_group,
        wave.group->wave_count, wave.lanes, wave.vmid, wave.read_status(), at, name.c_str(), words.c_str());
}

std::string Worker::describe(const Wave& wave, uint64_t at) {
    std::string reason = wave.stop_reason;
    if (reason.empty())
        reason = run_->vm.memory().is_mapped(at, 4) ? "illegal instruction"
                                                    : "instruction fetch from an unmapped page";
    return reason + ": " + place(wave, at);
}

void Worker::report_memory_fault(Wave& wave) {
    run_->vm.page_fault(wave.fault, ("shader, " + place(wave, instruction_at_)).c_str());
    // The wave goes on, with 0 for what it read. Nobody else will tell the program of it; what a trap handler
    // reads for its debugger is not the program's doing.
    if (!wave.privileged() && !trap::can_enter(wave))
        run_->fail_at_end(text("page fault: %s of %#" PRIx64 " by a shader",
                               wave.fault.write ? "write" : "read", wave.fault.address));
    wave.fault = {};
}

} // namespace wb::sim
