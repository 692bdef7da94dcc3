// SPDX-License-Identifier: MIT
// Waiting, events, cache control and end-of-pipe writes. Packets run one after another and dispatches run to
// their end, and memory has no caches but the instruction caches: most of what these ask for already holds.
#include "sim/clock.h"
#include "sim/cp/packet.h"
#include "sim/cp/processor.h"
#include "sim/text.h"

#include <atomic>

namespace wb::sim {

namespace {

constexpr Field kWaitFunction{0, 4}, kWaitSpace{4, 2};
constexpr PacketField kWaitFields[] = {
    {0, kWaitFunction, "FUNCTION"}, {0, kWaitSpace, "MEM_SPACE"},  {0, {8, 2}, "ENGINE_SEL"},
    {0, {25, 2}, "CACHE_POLICY"},   {5, {0, 16}, "POLL_INTERVAL"},
};

bool holds(unsigned function, uint32_t value, uint32_t reference) {
    switch (function) {
    case 0:
        return true;
    case 1:
        return value < reference;
    case 2:
        return value <= reference;
    case 3:
        return value == reference;
    case 4:
        return value != reference;
    case 5:
        return value >= reference;
    default:
        return value > reference;
    }
}

Status wait_reg_mem(PacketProcessor& cp, const Packet& packet) {
    const unsigned function = kWaitFunction.get(packet.body[0]);
    if (function > 6) return fail(text("WAIT_REG_MEM FUNCTION %u does not exist", function));
    const uint32_t reference = packet.body[3], mask = packet.body[4];
    if (kWaitSpace.get(packet.body[0]) == 0) {
        const uint32_t offset = packet.body[1] * 4;
        if (register_name(offset) == nullptr) return fail(text("register %#x is not known", offset));
        if (!holds(function, cp.registers().read(offset) & mask, reference))
            return fail(text("WAIT_REG_MEM waits for register %#x, which nothing will change", offset));
        return {};
    }
    const uint64_t va = packet.address(1);
    if (va % 4 != 0) return fail("WAIT_REG_MEM address is not a multiple of 4");
    for (unsigned attempt = 0; !cp.killed(); ++attempt) {
        const auto* word = static_cast<const uint32_t*>(cp.memory().at(va, 4, false));
        const uint32_t value = __atomic_load_n(word, __ATOMIC_ACQUIRE);
        if (Status fault = cp.check_fault(); !fault) return fault;
        if (holds(function, value & mask, reference)) return {};
        cp.pause(attempt);
    }
    return {};
}

constexpr Field kGliInv{0, 2};
// GCR_CNTL is the last dword in both forms; PWS_ENA marks the other (hardware.md 4.3).
constexpr PacketField kAcquireFields[] = {
    {6, kGliInv, "GLI_INV"},       {6, {2, 2}, "GL1_RANGE"},    {6, {4, 1}, "GLM_WB"},
    {6, {5, 1}, "GLM_INV"},        {6, {6, 1}, "GLK_WB"},       {6, {7, 1}, "GLK_INV"},
    {6, {8, 1}, "GLV_INV"},        {6, {9, 1}, "GL1_INV"},      {6, {10, 1}, "GL2_US"},
    {6, {11, 2}, "GL2_RANGE"},     {6, {13, 1}, "GL2_DISCARD"}, {6, {14, 1}, "GL2_INV"},
    {6, {15, 1}, "GL2_WB"},        {6, {16, 2}, "SEQ"},         {6, {18, 1}, "RANGE_IS_PA"},
    {5, {0, 16}, "POLL_INTERVAL"}, {5, {31, 1}, "PWS_ENA"},
};

Status acquire_mem(PacketProcessor& cp, const Packet& packet) {
    if (kGliInv.get(packet.body[6]) != 0) cp.device().code_epochs.invalidate_all();
    return {};
}

/// Events, by what the model does with them.
enum class EventKind : uint8_t {
    Nothing,         ///< Flushes and waits that already hold; markers.
    Address,         ///< Writes counters to an address: not modelled.
    StartStatistics, ///< Pipeline statistics of this ring count.
    StopStatistics,
    SampleStatistics,
};
struct Event {
    uint8_t type;
    const char* name;
    EventKind kind;
};
constexpr Event kEvents[] = {
    {0x04, "CACHE_FLUSH_TS", EventKind::Nothing},
    {0x06, "CACHE_FLUSH", EventKind::Nothing},
    {0x07, "CS_PARTIAL_FLUSH", EventKind::Nothing},
    {0x08, "VGT_STREAMOUT_SYNC", EventKind::Nothing},
    {0x0E, "BREAK_BATCH", EventKind::Nothing},
    {0x0F, "VS_PARTIAL_FLUSH", EventKind::Nothing},
    {0x10, "PS_PARTIAL_FLUSH", EventKind::Nothing},
    {0x14, "CACHE_FLUSH_AND_INV_TS_EVENT", EventKind::Nothing},
    {0x15, "WAIT_SYNC", EventKind::Nothing},
    {0x16, "CACHE_FLUSH_AND_INV_EVENT", EventKind::Nothing},
    {0x19, "PIPELINESTAT_START", EventKind::StartStatistics},
    {0x1A, "PIPELINESTAT_STOP", EventKind::StopStatistics},
    {0x1E, "SAMPLE_PIPELINESTAT", EventKind::SampleStatistics},
    {0x24, "VGT_FLUSH", EventKind::Nothing},
    {0x26, "SQ_NON_EVENT", EventKind::Nothing},
    {0x28, "BOTTOM_OF_PIPE_TS", EventKind::Nothing},
    {0x2A, "DB_CACHE_FLUSH_AND_INV", EventKind::Nothing},
    {0x2B, "FLUSH_AND_INV_DB_DATA_TS", EventKind::Nothing},
    {0x2C, "FLUSH_AND_INV_DB_META", EventKind::Nothing},
    {0x2D, "FLUSH_AND_INV_CB_DATA_TS", EventKind::Nothing},
    {0x2E, "FLUSH_AND_INV_CB_META", EventKind::Nothing},
    {0x2F, "CS_DONE", EventKind::Nothing},
    {0x30, "PS_DONE", EventKind::Nothing},
    {0x31, "FLUSH_AND_INV_CB_PIXEL_DATA", EventKind::Nothing},
    {0x38, "PIXEL_PIPE_STAT_CONTROL", EventKind::Nothing},
    {0x39, "PIXEL_PIPE_STAT_DUMP", EventKind::Address},
    {0x3A, "PIXEL_PIPE_STAT_RESET", EventKind::Nothing},
    {0x3D, "ENABLE_NGG_PIPELINE", EventKind::Nothing},
    {0x3E, "ENABLE_LEGACY_PIPELINE", EventKind::Nothing},
};

Result<const Event*> find_event(unsigned type) {
    for (const Event& event : kEvents)
        if (event.type == type) return &event;
    return fail(text("event type %#x is not modelled", type));
}

constexpr Field kEventType{0, 6};
constexpr PacketField kEventFields[] = {{0, kEventType, "EVENT_TYPE"}, {0, {8, 4}, "EVENT_INDEX"}};

/// The gfx ring writes all counters, which a draw would count but for the compute shader's; a compute ring
/// has that one only. As RADV reads them back (radv_query.c, pipeline_statistics_indices).
Status sample_statistics(PacketProcessor& cp, const Packet& packet) {
    constexpr unsigned kCounters = 14, kComputeInvocations = 10;
    const bool all = cp.ring().ip == Ip::Gfx;
    if (packet.body.size() != 3) return fail("SAMPLE_PIPELINESTAT without an address");
    const uint64_t va = packet.address(1);
    const unsigned count = all ? kCounters : 1;
    if (va % 8 != 0) return fail("SAMPLE_PIPELINESTAT address is not a multiple of 8");
    if (Status ok = cp.check_range(va, count * 8, true, "destination"); !ok) return ok;
    for (unsigned i = 0; i < count; ++i)
        cp.memory().store<uint64_t>(va + i * 8,
                                    !all || i == kComputeInvocations ? cp.compute_invocations : 0);
    return {};
}

Status event_write(PacketProcessor& cp, const Packet& packet) {
    const Result<const Event*> event = find_event(kEventType.get(packet.body[0]));
    if (!event) return std::unexpected(event.error());
    switch ((*event)->kind) {
    case EventKind::Nothing: // PIXEL_PIPE_STAT_CONTROL has two dwords of settings, which are no address.
        break;
    case EventKind::Address:
        return fail(text("event %s writes counters, which are not modelled", (*event)->name));
    case EventKind::StartStatistics:
    case EventKind::StopStatistics:
        cp.statistics_on = (*event)->kind == EventKind::StartStatistics;
        break;
    case EventKind::SampleStatistics:
        return sample_statistics(cp, packet);
    }
    return {};
}

constexpr Field kReleaseDst{16, 2}, kReleaseInterrupt{24, 3}, kReleaseData{29, 3};
constexpr PacketField kReleaseFields[] = {
    {0, kEventType, "EVENT_TYPE"}, {0, {7, 1}, "WAIT_SYNC"},
    {0, {8, 4}, "EVENT_INDEX"},    {0, {12, 1}, "GLM_WB"},
    {0, {13, 1}, "GLM_INV"},       {0, {14, 1}, "GLV_INV"},
    {0, {15, 1}, "GL1_INV"},       {0, {16, 1}, "GL2_US"},
    {0, {17, 2}, "GL2_RANGE"},     {0, {19, 1}, "GL2_DISCARD"},
    {0, {20, 1}, "GL2_INV"},       {0, {21, 1}, "GL2_WB"},
    {0, {22, 2}, "SEQ"},           {0, {24, 1}, "GLK_WB"},
    {0, {25, 2}, "CACHE_POLICY"},  {0, {28, 2}, "EXECUTE"},
    {0, {30, 1}, "GLK_INV"},       {0, {31, 1}, "PWS_ENABLE"},
    {1, kReleaseDst, "DST_SEL"},   {1, kReleaseInterrupt, "INT_SEL"},
    {1, kReleaseData, "DATA_SEL"},
};

Status release_mem(PacketProcessor& cp, const Packet& packet) {
    enum Data : unsigned { kNone = 0, kValue32 = 1, kValue64 = 2, kTimestamp = 3 };
    if (const Result<const Event*> event = find_event(kEventType.get(packet.body[0])); !event)
        return std::unexpected(event.error());
    const unsigned data = kReleaseData.get(packet.body[1]);
    if (data == kNone) return {};
    if (data > kTimestamp) return fail(text("RELEASE_MEM DATA_SEL %u is not modelled", data));
    if (kReleaseDst.get(packet.body[1]) > 1)
        return fail(text("RELEASE_MEM DST_SEL %u is not modelled", kReleaseDst.get(packet.body[1])));
    const uint64_t va = packet.address(2);
    if (Status ok = cp.check_range(va, data == kValue32 ? 4 : 8, true, "destination"); !ok) return ok;
    void* at = cp.memory().at(va, data == kValue32 ? 4 : 8, true);
    if (data == kValue32)
        __atomic_store_n(static_cast<uint32_t*>(at), packet.body[4], __ATOMIC_RELEASE);
    else
        __atomic_store_n(static_cast<uint64_t*>(at), data == kValue64 ? packet.value64(4) : clock_ticks(),
                         __ATOMIC_RELEASE);
    return {};
}

Status already_holds(PacketProcessor&, const Packet&) {
    return {};
}

constexpr PacketRow kSyncRows[] = {
    {0x3C, "WAIT_REG_MEM", kOnBoth, 6, 6, wait_reg_mem, kWaitFields},
    {0x42, "PFP_SYNC_ME", kOnGfx, 1, 1, already_holds},
    {0x46, "EVENT_WRITE", kOnBoth, 1, 3, event_write, kEventFields},
    {0x49, "RELEASE_MEM", kOnBoth, 7, 7, release_mem, kReleaseFields},
    {0x58, "ACQUIRE_MEM", kOnBoth, 7, 7, acquire_mem, kAcquireFields},
};

} // namespace

std::span<const PacketRow> sync_packets() {
    return kSyncRows;
}

} // namespace wb::sim
