// SPDX-License-Identifier: MIT
#include "sim/cp/processor.h"

#include "sim/cp/dispatch_state.h"
#include "sim/text.h"
#include "sim/trace.h"

#include <algorithm>
#include <chrono>
#include <cinttypes>

namespace wb::sim {

namespace {

constexpr unsigned kDeepestCall = 8; ///< Nested indirect buffers; hardware has two levels below the ring.
/// NOP with this count is a header alone (filler).
constexpr unsigned kNopOpcode = 0x10, kNopHeaderOnly = 0x3fff;
constexpr const char* kIpNames[] = {"gfx", "compute", "sdma"};

} // namespace

PacketProcessor::PacketProcessor(WaveDevice& device, RingId ring)
    : device_(device), ring_(ring), dispatcher_(device) {}

JobEnd PacketProcessor::run(const Job& job) {
    vm_ = job.vm.get();
    // A new submission starts without predication; registers keep their values as on hardware.
    predicate_passes = true;
    GpuMemory::thread_fault() = {};
    for (const Ib& ib : job.ibs) {
        const Status status = run_buffer(ib);
        if (killed()) return JobEnd::Killed;
        if (status) continue;
        trace::loud("%s ring %u, job %" PRIu64 " (context %u, sequence %" PRIu64 ") failed: %s",
                    kIpNames[unsigned(ring_.ip)], ring_.ring, job.id, job.context_id, job.sequence,
                    status.error().message.c_str());
        return JobEnd::Failed;
    }
    return killed() ? JobEnd::Killed : JobEnd::Done;
}

Status PacketProcessor::run_buffer(const Ib& ib) {
    stack_.clear();
    stack_.push_back({ib.va, ib.dwords});
    while (!stack_.empty()) {
        if (killed()) return {};
        if (stack_.back().dwords == 0) {
            stack_.pop_back();
            continue;
        }
        if (Status status = step(); !status)
            return fail(text("%s\n  in the buffer of %u dwords at %#" PRIx64, status.error().message.c_str(),
                             ib.dwords, ib.va));
    }
    return {};
}

Status PacketProcessor::step() {
    Cursor& cursor = stack_.back();
    const uint64_t va = cursor.va;
    Packet packet;
    packet.va = va;
    packet.header = memory().load<uint32_t>(va);
    if (Status fault = check_fault(); !fault) return fault;
    uint32_t count = 0;
    if (packet.type() == 3) {
        count = (packet.header >> 16 & 0x3fff) + 1;
        if (packet.opcode() == kNopOpcode && count == kNopHeaderOnly + 1) count = 0;
    } else if (packet.type() != 2) {
        return fail(text("packet header %08x at %#" PRIx64 " has type %u; only types 2 and 3 are known",
                         packet.header, va, packet.type()));
    }
    if (count >= cursor.dwords)
        return fail(text("packet header %08x at %#" PRIx64 " asks for %u dwords; %u are left in the buffer",
                         packet.header, va, count, cursor.dwords - 1));
    body_.resize(std::max<size_t>(body_.size(), count));
    for (uint32_t i = 0; i < count; ++i)
        body_[i] = memory().load<uint32_t>(va + 4 + i * 4);
    if (Status fault = check_fault(); !fault) return fault;
    packet.body = {body_.data(), count};
    cursor.va += 4 + uint64_t(count) * 4;
    cursor.dwords -= 1 + count;
    if (packet.type() == 2) return {};
    Status status = execute(packet);
    if (status) status = check_fault();
    if (status) return status;
    return fail(text("%s\n  packet at %#" PRIx64 ": %s\n  dwords: %s", status.error().message.c_str(), va,
                     packet_text(packet).c_str(), packet_dump(packet).c_str()));
}

Status PacketProcessor::execute(const Packet& packet) {
    const PacketRow* row = find_packet(packet.opcode());
    if (row == nullptr) return fail(text("packet opcode %#x is not known", packet.opcode()));
    const bool skipped = packet.predicate() && !predicate_passes;
    if (trace::on(trace::kPm4)) [[unlikely]]
        trace::log(trace::kPm4, "%s%u %#" PRIx64 " %s%s", kIpNames[unsigned(ring_.ip)], ring_.ring, packet.va,
                   packet_text(packet).c_str(), skipped ? " (predicated off)" : "");
    if ((row->rings & (ring_.ip == Ip::Gfx ? kOnGfx : kOnCompute)) == 0)
        return fail(text("%s does not exist on a %s ring", row->name, kIpNames[unsigned(ring_.ip)]));
    if (Status checked = check_packet(*row, packet); !checked) return checked;
    if (skipped) return {};
    if (row->handler == nullptr) return fail(text("%s is not modelled", row->name));
    return row->handler(*this, packet);
}

Status PacketProcessor::dispatch(const uint32_t (&dims)[3], uint32_t initiator) {
    Result<ComputeDispatch> dispatch = make_dispatch(registers_, ring_, vm_->vmid(), dims, initiator);
    if (!dispatch) return std::unexpected(dispatch.error());
    const DispatchEnd end = dispatcher_.run(*dispatch, *vm_, killed_);
    if (end.end == JobEnd::Failed) return fail(end.message);
    if (ring_.ip == Ip::Compute ? registers_.read(reg::compute_pipelinestat_enable) & 1 : statistics_on)
        compute_invocations += dispatch->thread_count();
    return {};
}

Status PacketProcessor::enter_buffer(uint64_t va, uint32_t dwords, bool chain) {
    if (chain)
        stack_.back() = {va, dwords};
    else if (stack_.size() >= kDeepestCall)
        return fail(text("indirect buffers are nested more than %u deep", kDeepestCall));
    else
        stack_.push_back({va, dwords});
    return {};
}

Status PacketProcessor::skip(uint32_t dwords) {
    Cursor& cursor = stack_.back();
    if (dwords > cursor.dwords)
        return fail(text("%u dwords are to be skipped; %u are left in the buffer", dwords, cursor.dwords));
    cursor.va += uint64_t(dwords) * 4;
    cursor.dwords -= dwords;
    return {};
}

void PacketProcessor::kill() {
    {
        const std::lock_guard lock(pause_mutex_);
        killed_.store(true, std::memory_order_release);
    }
    pause_changed_.notify_all();
    dispatcher_.kill();
}

void PacketProcessor::pause(unsigned attempt) {
    if (attempt < 16) return;
    const auto nap = std::chrono::microseconds(std::min(1u << std::min(attempt - 16, 10u), 200u));
    std::unique_lock lock(pause_mutex_);
    pause_changed_.wait_for(lock, nap, [this] { return killed(); });
}

Status PacketProcessor::check_fault() {
    if (!GpuMemory::thread_fault().pending) [[likely]]
        return {};
    const MemoryFault fault = memory().take_fault();
    if (!fault.pending) return {}; // A dropped write to a sparse resource.
    vm_->page_fault(fault, "CP");
    return fail(text("page fault: %s of %#" PRIx64, fault.write ? "write" : "read", fault.address));
}

Status PacketProcessor::check_range(uint64_t va, uint64_t size, bool write, const char* what) {
    if (memory().is_mapped(va, size, write)) return {};
    vm_->page_fault({true, va, write}, "CP");
    return fail(text("%s: [%#" PRIx64 ", +%#" PRIx64 ") is not all mapped%s", what, va, size,
                     write ? " for writing" : ""));
}

} // namespace wb::sim
