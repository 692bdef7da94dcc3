// SPDX-License-Identifier: MIT
// FLAT instructions: 64-bit lane addresses that may lie in LDS (shared aperture), scratch (private aperture)
// or global memory (RDNA3 ISA, "Flat Memory Instructions").
#include "sim/isa/memory_handlers.h"
#include "sim/isa/memory_spaces.h"

namespace wb::sim {

namespace {

enum class Space { Global, Shared, Private };

Space space_of(uint64_t address) {
    const uint64_t aperture = address & ~(kApertureSize - 1);
    if (aperture == kSharedAperture) return Space::Shared;
    return aperture == kPrivateAperture ? Space::Private : Space::Global;
}

uint64_t lane_address(const Inst& inst, const Vgpr* address, unsigned lane) {
    return data_word<uint64_t>(address, lane) + int64_t(inst.imm);
}

struct FlatUnit {
    template <class Access>
    static void load(Wave& wave, const Inst& inst) {
        Vgpr* dst = vgprs(wave, inst, inst.dst, Access::kRegs);
        const Vgpr* address = vgprs(wave, inst, inst.src[0], 2);
        if (!dst || !address) return;
        const LdsSpace lds(wave);
        const ScratchSpace scratch(wave);
        for_each_lane(wave.exec(), [&](unsigned lane) {
            const uint64_t va = lane_address(inst, address, lane);
            const Space space = space_of(va);
            if (space == Space::Global) [[likely]] {
                Access::unpack(wave.memory->at(va, Access::kBytes, false), dst, lane);
                return;
            }
            uint8_t bytes[Access::kBytes];
            if (space == Space::Shared)
                lds.read<Access::kBytes>(uint32_t(va), bytes);
            else
                scratch.read<Access::kBytes>(lane, uint32_t(va), bytes);
            Access::unpack(bytes, dst, lane);
        });
        wave.note_memory_fault();
    }

    template <class Access>
    static void store(Wave& wave, const Inst& inst) {
        const Vgpr* data = vgprs(wave, inst, inst.src[1], Access::kRegs);
        const Vgpr* address = vgprs(wave, inst, inst.src[0], 2);
        if (!data || !address) return;
        const LdsSpace lds(wave);
        const ScratchSpace scratch(wave);
        for_each_lane(wave.exec(), [&](unsigned lane) {
            const uint64_t va = lane_address(inst, address, lane);
            const Space space = space_of(va);
            if (space == Space::Global) [[likely]] {
                Access::pack(wave.memory->at(va, Access::kBytes, true), data, lane);
                return;
            }
            uint8_t bytes[Access::kBytes];
            Access::pack(bytes, data, lane);
            if (space == Space::Shared)
                lds.write<Access::kBytes>(uint32_t(va), bytes);
            else
                scratch.write<Access::kBytes>(lane, uint32_t(va), bytes);
        });
        wave.note_memory_fault();
    }

    template <class Op>
    static void atomic(Wave& wave, const Inst& inst) {
        using T = typename Op::T;
        const AtomicLanes<Op> lanes(wave, inst);
        const Vgpr* address = vgprs(wave, inst, inst.src[0], 2);
        if (!lanes || !address) return;
        uint64_t private_lanes = 0;
        for_each_lane(wave.exec(), [&](unsigned lane) {
            if (space_of(lane_address(inst, address, lane)) == Space::Private) private_lanes |= 1ull << lane;
        });
        if (private_lanes) {
            stop_at(wave, inst, "flat atomics on scratch are not modelled");
            return;
        }
        const LdsSpace lds(wave);
        lanes.run(wave.exec(), [&](unsigned lane, T a, T b) {
            const uint64_t va = lane_address(inst, address, lane);
            return space_of(va) == Space::Shared ? lds.atomic<Op>(uint32_t(va), a, b)
                                                 : global_atomic<Op>(*wave.memory, va, a, b);
        });
        wave.note_memory_fault();
    }
};

constexpr ExecFn flat_handler(std::string_view op) {
    if (ExecFn access = load_store_handler<FlatUnit>(op)) return access;
    return atomic_handler<FlatUnit>(op);
}

} // namespace

const OpTable& flat_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, flat_handler(without_prefix(#name))},
#include "sim/isa/tables/flat.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::FLAT, kRows};
    return kTable;
}

} // namespace wb::sim
