// SPDX-License-Identifier: MIT
// SCRATCH instructions: a 32-bit offset into the lane's scratch, the sum of an optional VGPR, an optional
// SGPR and the 13-bit signed instruction offset (RDNA3 ISA, "Flat Memory Instructions"). Layout:
// scratch_layout.h.
#include "sim/isa/lane_access.h"
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

/// What an access of dwords needs no look at each lane for: all that the lanes can reach is theirs, aligned,
/// and inside the window.
class DwordLanes {
public:
    DwordLanes(const Wave& wave, const Offsets& offsets, unsigned bytes, bool write)
        : exec_(wave.exec()), offset_(offsets.lane), uniform_(offsets.uniform), lanes_(wave.lanes) {
        const uint32_t any = offsets.varies ? any_bits(offset_, lanes_) : 0;
        if ((uniform_ | any) % 4 || bytes % 4) return;
        const uint64_t limit = scratch_bytes_per_lane(wave.scratch_size, lanes_);
        if (uint64_t(uniform_) + any + bytes > limit) return;
        if (!wave.memory->in_window(wave.flat_scratch, wave.scratch_size)) return;
        base_ = static_cast<uint8_t*>(wave.memory->at(wave.flat_scratch, 4, write));
        all_ = exec_ == wave.all_lanes();
        rows_ = all_ && (!offsets.varies || are_equal(offset_, lanes_));
    }
    explicit operator bool() const { return base_; }
    /// All lanes have one offset: their dwords are neighbours.
    bool rows() const { return rows_; }
    /// The first dword of `lane`.
    uint8_t* at(unsigned lane) const {
        return base_ + scratch_address(0, lanes_, lane, uniform_ + offset_[lane]);
    }
    /// From a dword to the lane's next, and the length of a row.
    size_t stride() const { return scratch_dword_stride(lanes_); }
    template <class Body>
    void for_each(Body&& body) const {
        if (!all_) return for_each_lane(exec_, body);
        for (unsigned lane = 0; lane < lanes_; ++lane)
            body(lane);
    }

private:
    uint64_t exec_;
    const uint32_t* offset_;
    uint32_t uniform_;
    unsigned lanes_;
    uint8_t* base_ = nullptr;
    bool all_ = false, rows_ = false;
};

struct ScratchUnit {
    template <class Access>
    static void load(Wave& wave, const Inst& inst) {
        Vgpr* dst = vgprs(wave, inst, inst.dst, Access::kRegs);
        const Offsets offsets = offsets_of(wave, inst);
        if (!dst || !offsets.lane) return;
        if constexpr (Access::kBytes % 4 == 0) {
            if (const DwordLanes dwords(wave, offsets, Access::kBytes, false); dwords) [[likely]] {
                const size_t stride = dwords.stride();
                if (dwords.rows()) {
                    const uint8_t* row = dwords.at(0);
                    for (unsigned i = 0; i < Access::kRegs; ++i)
                        std::memcpy(dst[i].lane, row + i * stride, stride);
                } else {
                    dwords.for_each([&](unsigned lane) {
                        uint32_t words[Access::kRegs];
                        for (unsigned i = 0; i < Access::kRegs; ++i)
                            std::memcpy(&words[i], dwords.at(lane) + i * stride, 4);
                        Access::unpack(words, dst, lane);
                    });
                }
                return wave.note_memory_fault();
            }
        }
        const ScratchSpace space(wave);
        for_each_lane(wave.exec(), [&](unsigned lane) {
            uint8_t bytes[Access::kBytes];
            space.read<Access::kBytes>(lane, offsets.uniform + offsets.lane[lane], bytes);
            Access::unpack(bytes, dst, lane);
        });
        wave.note_memory_fault();
    }

    template <class Access>
    static void store(Wave& wave, const Inst& inst) {
        const Vgpr* data = vgprs(wave, inst, inst.src[1], Access::kRegs);
        const Offsets offsets = offsets_of(wave, inst);
        if (!data || !offsets.lane) return;
        if constexpr (Access::kBytes % 4 == 0) {
            if (const DwordLanes dwords(wave, offsets, Access::kBytes, true); dwords) [[likely]] {
                const size_t stride = dwords.stride();
                if (dwords.rows()) {
                    uint8_t* row = dwords.at(0);
                    for (unsigned i = 0; i < Access::kRegs; ++i)
                        std::memcpy(row + i * stride, data[i].lane, stride);
                } else {
                    dwords.for_each([&](unsigned lane) {
                        for (unsigned i = 0; i < Access::kRegs; ++i)
                            std::memcpy(dwords.at(lane) + i * stride, &data[i].lane[lane], 4);
                    });
                }
                return wave.note_memory_fault();
            }
        }
        const ScratchSpace space(wave);
        for_each_lane(wave.exec(), [&](unsigned lane) {
            uint8_t bytes[Access::kBytes];
            Access::pack(bytes, data, lane);
            space.write<Access::kBytes>(lane, offsets.uniform + offsets.lane[lane], bytes);
        });
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
