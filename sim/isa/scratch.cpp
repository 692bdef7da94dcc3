// SPDX-License-Identifier: MIT
// SCRATCH instructions: a 32-bit offset into the lane's scratch, the sum of an optional VGPR, an optional
// SGPR and the 13-bit signed instruction offset (RDNA3 ISA, "Flat Memory Instructions"). Layout:
// scratch_layout.h.
#include "sim/isa/memory_handlers.h"
#include "sim/isa/memory_spaces.h"

namespace wb::sim {

namespace {

constexpr uint32_t kNoOffsets[kMaxLanes] = {};

/// Offsets of the lanes: `uniform` plus an entry for each lane, null after a loud stop.
struct Offsets {
    uint32_t uniform;
    const uint32_t* lane;
    bool varies;
};

Offsets offsets_of(Wave& wave, const Inst& inst) {
    Offsets out{uint32_t(inst.imm), kNoOffsets, false};
    if (inst.mem_flags & kMemSaddr) out.uniform += wave.sgpr[inst.src[2]];
    if (inst.mem_flags & kMemSve) {
        const Vgpr* address = vgprs(wave, inst, inst.src[0], 1);
        out.lane = address ? address->lane : nullptr;
        out.varies = true;
    }
    return out;
}

/// Host-contiguous row of one dword of every lane at `offset`, or null when the general way has to be taken.
uint64_t full_row(const Wave& wave, const ScratchSpace& space, const Offsets& offsets) {
    if (offsets.varies || offsets.uniform % 4 || wave.exec() != wave.all_lanes()) return 0;
    if (uint64_t(offsets.uniform) + 4 > space.limit) return 0;
    const uint64_t row = scratch_address(space.base, wave.lanes, 0, offsets.uniform);
    return wave.memory->in_window(row, wave.lanes * 4) ? row : 0;
}

struct ScratchUnit {
    template <class Access>
    static void load(Wave& wave, const Inst& inst) {
        Vgpr* dst = vgprs(wave, inst, inst.dst, Access::kRegs);
        const Offsets offsets = offsets_of(wave, inst);
        if (!dst || !offsets.lane) return;
        const ScratchSpace space(wave);
        if (const uint64_t row = Access::kBytes == 4 ? full_row(wave, space, offsets) : 0) {
            std::memcpy(dst->lane, wave.memory->at(row, 4, false), wave.lanes * 4);
        } else {
            for_each_lane(wave.exec(), [&](unsigned lane) {
                uint8_t bytes[Access::kBytes];
                space.read<Access::kBytes>(lane, offsets.uniform + offsets.lane[lane], bytes);
                Access::unpack(bytes, dst, lane);
            });
        }
        wave.note_memory_fault();
    }

    template <class Access>
    static void store(Wave& wave, const Inst& inst) {
        const Vgpr* data = vgprs(wave, inst, inst.src[1], Access::kRegs);
        const Offsets offsets = offsets_of(wave, inst);
        if (!data || !offsets.lane) return;
        const ScratchSpace space(wave);
        if (const uint64_t row = Access::kBytes == 4 ? full_row(wave, space, offsets) : 0) {
            std::memcpy(wave.memory->at(row, 4, true), data->lane, wave.lanes * 4);
        } else {
            for_each_lane(wave.exec(), [&](unsigned lane) {
                uint8_t bytes[Access::kBytes];
                Access::pack(bytes, data, lane);
                space.write<Access::kBytes>(lane, offsets.uniform + offsets.lane[lane], bytes);
            });
        }
        wave.note_memory_fault();
    }
};

} // namespace

const OpTable& scratch_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, load_store_handler<ScratchUnit>(without_prefix(#name))},
#include "sim/isa/tables/scratch.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::SCRATCH, kRows};
    return kTable;
}

} // namespace wb::sim
