// SPDX-License-Identifier: MIT
// Control flow and ring state: INDIRECT_BUFFER, COND_EXEC, SET_PREDICATION, NOP, SET_BASE, CONTEXT_CONTROL,
// CLEAR_STATE.
#include "sim/cp/packet.h"
#include "sim/cp/processor.h"
#include "sim/text.h"

namespace wb::sim {

namespace {

Status nop(PacketProcessor&, const Packet&) {
    return {};
}

constexpr unsigned kBaseIndirect = 1;
constexpr PacketField kSetBaseFields[] = {{0, {0, 4}, "BASE_INDEX"}};

Status set_base(PacketProcessor& cp, const Packet& packet) {
    if (packet.body[0] != kBaseIndirect)
        return fail(text("SET_BASE BASE_INDEX %u is not modelled", packet.body[0]));
    cp.indirect_base = packet.address(1);
    return {};
}

Status clear_state(PacketProcessor& cp, const Packet&) {
    cp.registers().clear_context();
    return {};
}

constexpr Field kPredicateVisible{8, 1}, kPredicateOp{16, 3};
constexpr PacketField kPredicationFields[] = {
    {0, kPredicateVisible, "DRAW_VISIBLE"},
    {0, {12, 1}, "HINT"},
    {0, kPredicateOp, "PRED_OP"},
    {0, {31, 1}, "CONTINUE"},
};

Status set_predication(PacketProcessor& cp, const Packet& packet) {
    enum Op : unsigned { kClear = 0, kBool64 = 3, kBool32 = 4 };
    const unsigned op = kPredicateOp.get(packet.body[0]);
    if (op == kClear) {
        cp.predicate_passes = true;
        return {};
    }
    if (op != kBool64 && op != kBool32) return fail(text("SET_PREDICATION PRED_OP %u is not modelled", op));
    const uint64_t va = packet.address(1);
    const uint64_t value = op == kBool64 ? cp.memory().load<uint64_t>(va) : cp.memory().load<uint32_t>(va);
    cp.predicate_passes = (value != 0) == (kPredicateVisible.get(packet.body[0]) != 0);
    return {};
}

constexpr Field kExecCount{0, 14};
constexpr PacketField kCondExecFields[] = {{2, {28, 4}, "CACHE_POLICY"}, {3, kExecCount, "EXEC_COUNT"}};

Status cond_exec(PacketProcessor& cp, const Packet& packet) {
    const uint32_t value = cp.memory().load<uint32_t>(packet.address(0));
    if (Status fault = cp.check_fault(); !fault) return fault;
    return value != 0 ? Status{} : cp.skip(kExecCount.get(packet.body[3]));
}

constexpr Field kIbSize{0, 20}, kIbChain{20, 1};
constexpr PacketField kIndirectFields[] = {
    {2, kIbSize, "IB_SIZE"}, {2, kIbChain, "CHAIN"},       {2, {21, 1}, "PRE_ENA"},
    {2, {23, 1}, "VALID"},   {2, {28, 2}, "CACHE_POLICY"},
};

Status indirect_buffer(PacketProcessor& cp, const Packet& packet) {
    return cp.enter_buffer(packet.address(0), kIbSize.get(packet.body[2]), kIbChain.get(packet.body[2]) != 0);
}

constexpr PacketRow kControlRows[] = {
    {0x10, "NOP", kOnBoth, 0, kAnySize, nop},
    {0x11, "SET_BASE", kOnGfx, 3, 3, set_base, kSetBaseFields},
    {0x12, "CLEAR_STATE", kOnGfx, 1, 1, clear_state},
    {0x20, "SET_PREDICATION", kOnBoth, 3, 3, set_predication, kPredicationFields},
    {0x22, "COND_EXEC", kOnBoth, 4, 4, cond_exec, kCondExecFields},
    // Load and shadow enables of register state; registers are kept per ring here, nothing is loaded.
    {0x28, "CONTEXT_CONTROL", kOnGfx, 2, 2, nop},
    {0x3F, "INDIRECT_BUFFER", kOnBoth, 3, 3, indirect_buffer, kIndirectFields},
    {0x59, "REWIND", kOnBoth, 1, 1, nullptr},
};

} // namespace

std::span<const PacketRow> control_packets() {
    return kControlRows;
}

} // namespace wb::sim
