// SPDX-License-Identifier: MIT
// GLOBAL instructions: every lane's address is a VGPR pair, or an SGPR pair and a 32-bit VGPR offset, plus
// the 13-bit signed instruction offset (RDNA3 ISA, "Flat Memory Instructions").
#include "sim/isa/lane_access.h"
#include "sim/isa/memory_handlers.h"
#include "sim/isa/memory_spaces.h"

namespace wb::sim {

namespace {

/// Lane addresses of an instruction. `hi` is null in the SGPR base form.
struct Addresses {
    uint64_t base;
    const uint32_t* lo;
    const uint32_t* hi;

    template <bool Saddr>
    uint64_t of(unsigned lane) const {
        if constexpr (Saddr) return base + lo[lane];
        return base + (uint64_t(hi[lane]) << 32 | lo[lane]);
    }
    /// True when lane i's address is lane 0's plus i * step for all `lanes` lanes.
    template <bool Saddr>
    bool consecutive(unsigned lanes, uint32_t step) const {
        if constexpr (!Saddr)
            if (!are_equal(hi, lanes)) return false;
        return are_consecutive(lo, lanes, step);
    }
    /// What `lo` is relative to for all lanes, when all that they can reach with `bytes` is inside the
    /// window; else null.
    template <bool Saddr>
    uint8_t* origin(GpuMemory& memory, unsigned lanes, unsigned bytes, bool write) const {
        uint64_t first = base;
        if constexpr (!Saddr) {
            if (!are_equal(hi, lanes)) return nullptr;
            first += uint64_t(hi[0]) << 32;
        }
        if (!memory.in_window(first, uint64_t(any_bits(lo, lanes)) + bytes)) return nullptr;
        return static_cast<uint8_t*>(memory.at(first, 1, write));
    }
};

/// Gives `body` the lane addresses; its template parameter says which form. Nothing after a loud stop.
template <class Body>
void with_addresses(Wave& wave, const Inst& inst, Body&& body) {
    const bool saddr = inst.mem_flags & kMemSaddr;
    const Vgpr* address = vgprs(wave, inst, inst.src[0], saddr ? 1 : 2);
    if (!address) return;
    if (saddr)
        body.template operator()<true>(
            Addresses{wave.sgpr64(inst.src[2]) + int64_t(inst.imm), address->lane, nullptr});
    else
        body.template operator()<false>(
            Addresses{uint64_t(int64_t(inst.imm)), address[0].lane, address[1].lane});
    wave.note_memory_fault();
}

struct GlobalUnit {
    template <class Access>
    static void load(Wave& wave, const Inst& inst) {
        Vgpr* dst = vgprs(wave, inst, inst.dst, Access::kRegs);
        if (!dst) return;
        with_addresses(wave, inst, [&]<bool Saddr>(const Addresses& addresses) {
            GpuMemory& memory = *wave.memory;
            const uint64_t exec = wave.exec();
            if constexpr (Access::kBytes == 4) {
                if (exec == wave.all_lanes() && addresses.consecutive<Saddr>(wave.lanes, 4)) {
                    const uint64_t first = addresses.of<Saddr>(0);
                    if (memory.in_window(first, wave.lanes * 4)) {
                        std::memcpy(dst->lane, memory.at(first, 4, false), wave.lanes * 4);
                        return;
                    }
                }
            }
            if (const uint8_t* from = addresses.origin<Saddr>(memory, wave.lanes, Access::kBytes, false))
                return load_lanes<Access>(wave, from, addresses.lo, dst);
            for_each_lane(exec, [&](unsigned lane) {
                Access::unpack(memory.at(addresses.of<Saddr>(lane), Access::kBytes, false), dst, lane);
            });
        });
    }

    template <class Access>
    static void store(Wave& wave, const Inst& inst) {
        const Vgpr* data = vgprs(wave, inst, inst.src[1], Access::kRegs);
        if (!data) return;
        with_addresses(wave, inst, [&]<bool Saddr>(const Addresses& addresses) {
            GpuMemory& memory = *wave.memory;
            const uint64_t exec = wave.exec();
            if constexpr (Access::kBytes == 4) {
                if (exec == wave.all_lanes() && addresses.consecutive<Saddr>(wave.lanes, 4)) {
                    const uint64_t first = addresses.of<Saddr>(0);
                    if (memory.in_window(first, wave.lanes * 4)) {
                        std::memcpy(memory.at(first, 4, true), data->lane, wave.lanes * 4);
                        return;
                    }
                }
            }
            if (uint8_t* to = addresses.origin<Saddr>(memory, wave.lanes, Access::kBytes, true))
                return store_lanes<Access>(wave, to, addresses.lo, data);
            for_each_lane(exec, [&](unsigned lane) {
                Access::pack(memory.at(addresses.of<Saddr>(lane), Access::kBytes, true), data, lane);
            });
        });
    }

    template <class Op>
    static void atomic(Wave& wave, const Inst& inst) {
        using T = typename Op::T;
        const AtomicLanes<Op> lanes(wave, inst);
        if (!lanes) return;
        with_addresses(wave, inst, [&]<bool Saddr>(const Addresses& addresses) {
            lanes.run(wave.exec(), [&](unsigned lane, T a, T b) {
                return global_atomic<Op>(*wave.memory, addresses.of<Saddr>(lane), a, b);
            });
        });
    }
};

/// global_load/store_addtid_b32: lane i uses the dword i of what the SGPR base and the offset name.
uint64_t addtid_address(const Wave& wave, const Inst& inst) {
    const uint64_t base = inst.mem_flags & kMemSaddr ? wave.sgpr64(inst.src[2]) : 0;
    return base + int64_t(inst.imm);
}

void load_addtid(Wave& wave, const Inst& inst) {
    Vgpr* dst = vgprs(wave, inst, inst.dst, 1);
    if (!dst) return;
    const uint64_t first = addtid_address(wave, inst);
    for_each_lane(wave.exec(),
                  [&](unsigned lane) { dst->lane[lane] = wave.memory->load<uint32_t>(first + lane * 4); });
    wave.note_memory_fault();
}

void store_addtid(Wave& wave, const Inst& inst) {
    const Vgpr* data = vgprs(wave, inst, inst.src[1], 1);
    if (!data) return;
    const uint64_t first = addtid_address(wave, inst);
    for_each_lane(wave.exec(),
                  [&](unsigned lane) { wave.memory->store<uint32_t>(first + lane * 4, data->lane[lane]); });
    wave.note_memory_fault();
}

constexpr ExecFn global_handler(std::string_view op) {
    if (op == "load_addtid_b32") return load_addtid;
    if (op == "store_addtid_b32") return store_addtid;
    if (ExecFn access = load_store_handler<GlobalUnit>(op)) return access;
    return atomic_handler<GlobalUnit>(op);
}

} // namespace

const OpTable& global_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, global_handler(without_prefix(#name))},
#include "sim/isa/tables/global.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::GLOBAL, kRows};
    return kTable;
}

} // namespace wb::sim
