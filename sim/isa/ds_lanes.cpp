// SPDX-License-Identifier: MIT
// DS instructions that move data between lanes and touch no memory. All act within groups of 32 lanes, also
// in wave64, and read 0 from inactive lanes (RDNA3 ISA: DS_SWIZZLE_B32, DS_PERMUTE_B32, DS_BPERMUTE_B32).
#include "sim/isa/ds_memory.h"
#include "sim/isa/valu_kernels.h"

#include <bit>

namespace wb::sim {

namespace {

constexpr unsigned kGroup = 32;

unsigned reverse5(unsigned value) {
    unsigned reversed = 0;
    for (unsigned bit = 0; bit < 5; ++bit)
        reversed |= (value >> bit & 1) << (4 - bit);
    return reversed;
}

/// Lane that lane `lane` of a group of 32 reads from. Modes by offset: 0xe000.. FFT, 0xc000.. rotate, bit 15
/// quad permute, else and/or/xor masks.
unsigned swizzle_source(unsigned offset, unsigned lane) {
    if (offset >= 0xe000) {
        const unsigned mask = offset & 31;
        return reverse5(lane) >> std::popcount(mask) | (lane & mask);
    }
    if (offset >= 0xc000) {
        const unsigned mask = offset & 31, amount = offset >> 5 & 31;
        const unsigned turned = offset & 0x400 ? lane - amount : lane + amount;
        return ((lane & mask) | (turned & ~mask)) & 31;
    }
    if (offset & 0x8000) return (lane & ~3u) | (offset >> (lane & 3) * 2 & 3);
    const unsigned and_mask = offset & 31, or_mask = offset >> 5 & 31, xor_mask = offset >> 10 & 31;
    return ((lane & and_mask) | or_mask) ^ xor_mask;
}

/// Lane `i` of vdst = lane source(i) of `data` if that lane is active, else 0; i over the active lanes.
template <class Source>
void gather(Wave& wave, Vgpr* dst, const Vgpr* data, Source&& source) {
    const uint64_t exec = wave.exec();
    uint32_t result[kMaxLanes];
    if (exec == wave.all_lanes()) {
        for (unsigned lane = 0; lane < wave.lanes; ++lane)
            result[lane] = data->lane[(lane & kGroup) | source(lane)];
        std::memcpy(dst->lane, result, wave.lanes * sizeof(result[0]));
        return;
    }
    for_each_lane(exec, [&](unsigned lane) {
        const unsigned from = (lane & kGroup) | source(lane);
        result[lane] = exec >> from & 1 ? data->lane[from] : 0;
    });
    for_each_lane(exec, [&](unsigned lane) { dst->lane[lane] = result[lane]; });
}

} // namespace

/// The data is in the address operand: ds_swizzle_b32 vdst, vaddr.
void ds_swizzle(Wave& wave, const Inst& inst) {
    Vgpr* dst = vgprs(wave, inst, inst.dst, 1);
    const Vgpr* data = vgprs(wave, inst, inst.src[0], 1);
    if (!dst || !data || !is_lds(wave, inst)) return;
    const unsigned offset = ds_offset(inst);
    gather(wave, dst, data, [&](unsigned lane) { return swizzle_source(offset, lane % kGroup); });
}

/// Pull: each lane names the lane it reads by byte address, (address + offset) / 4 modulo 32.
void ds_bpermute(Wave& wave, const Inst& inst) {
    Vgpr* dst = vgprs(wave, inst, inst.dst, 1);
    const Vgpr* address = vgprs(wave, inst, inst.src[0], 1);
    const Vgpr* data = vgprs(wave, inst, inst.src[1], 1);
    if (!dst || !address || !data || !is_lds(wave, inst)) return;
    const uint32_t offset = ds_offset(inst);
    if (wave.exec() == wave.all_lanes()) [[likely]] {
        static const PullFn pull = simd_level(simd_choice()).pull;
        return pull(address->lane, offset, data->lane, dst->lane, wave.lanes);
    }
    gather(wave, dst, data, [&](unsigned lane) { return (address->lane[lane] + offset) / 4 % kGroup; });
}

/// Push: each active lane names the lane it writes; the highest lane wins; lanes nobody writes get 0.
void ds_permute(Wave& wave, const Inst& inst) {
    Vgpr* dst = vgprs(wave, inst, inst.dst, 1);
    const Vgpr* address = vgprs(wave, inst, inst.src[0], 1);
    const Vgpr* data = vgprs(wave, inst, inst.src[1], 1);
    if (!dst || !address || !data || !is_lds(wave, inst)) return;
    const uint32_t offset = ds_offset(inst);
    uint32_t result[kMaxLanes] = {};
    for_each_lane(wave.exec(), [&](unsigned lane) {
        const unsigned to = (lane & kGroup) | (address->lane[lane] + offset) / 4 % kGroup;
        result[to] = data->lane[lane];
    });
    for_each_lane(wave.exec(), [&](unsigned lane) { dst->lane[lane] = result[lane]; });
}

} // namespace wb::sim
