// SPDX-License-Identifier: MIT
// Instructions that move data between lanes, between lanes and scalars, and by register index: readlane,
// permlane, movrel, swap. RDNA3 ISA 16.8, 16.12.
#include "sim/isa/valu_families.h"

namespace wb::sim::WB_SIMD {

namespace {

void nop(Wave&, const Inst&) {}

Vgpr& vgpr(Wave& w, unsigned code) {
    return w.v[code - kVgpr0];
}

void readfirstlane(Wave& w, const Inst& in) {
    const uint64_t exec = w.exec();
    const unsigned lane = exec ? unsigned(__builtin_ctzll(exec)) : 0;
    w.sgpr[in.dst] = in.src[0] >= kVgpr0 ? vgpr(w, in.src[0]).lane[lane]
                                         : uint32_t(scalar_source(w, in, in.src[0], Type::B32));
}
unsigned lane_select(Wave& w, const Inst& in) {
    if (in.src[1] >= kVgpr0) {
        stop_vector(w, "lane select in a vector register");
        return 0;
    }
    return uint32_t(scalar_source(w, in, in.src[1], Type::B32)) & (w.lanes - 1);
}
void readlane(Wave& w, const Inst& in) {
    const unsigned lane = lane_select(w, in);
    w.sgpr[in.dst] = in.src[0] >= kVgpr0 ? vgpr(w, in.src[0]).lane[lane]
                                         : uint32_t(scalar_source(w, in, in.src[0], Type::B32));
}
/// EXEC does not matter.
void writelane(Wave& w, const Inst& in) {
    const unsigned lane = lane_select(w, in);
    if (in.src[0] >= kVgpr0) return stop_vector(w, "v_writelane_b32 of a vector register");
    vgpr(w, in.dst).lane[lane] = uint32_t(scalar_source(w, in, in.src[0], Type::B32));
}

/// op_sel[0] fetches from inactive lanes, op_sel[1] is bound_ctrl: inactive sources give 0 instead of leaving
/// the destination as it was.
template <bool OtherRow>
void permlane16(Wave& w, const Inst& in) {
    SourceSpace space;
    const Source s = fetch(w, in, in.src[0], Type::B32, space);
    if (in.src[1] >= kVgpr0 || in.src[2] >= kVgpr0)
        return stop_vector(w, "v_permlane16_b32 with its selectors in vector registers");
    const uint64_t select = uint32_t(scalar_source(w, in, in.src[1], Type::B32)) |
                            uint64_t(uint32_t(scalar_source(w, in, in.src[2], Type::B32))) << 32;
    const bool fetch_inactive = in.opsel & 1, bound_ctrl = in.opsel & 2;
    uint8_t from[16];
    for (unsigned i = 0; i < 16; ++i)
        from[i] = uint8_t(select >> (4 * i) & 15);
    const uint64_t exec = w.exec();
    LaneWords out;
    const uint64_t read =
        permute_rows(from, OtherRow, fetch_inactive ? ~0ull : exec, s.lo, out.word, w.lanes);
    store_lanes(w, vgpr(w, in.dst).lane, out.word, bound_ctrl ? exec : exec & read);
}
/// Exchanges the halves of a wave64; EXEC only guards the writes.
void permlane64(Wave& w, const Inst& in) {
    if (w.lanes != 64) return;
    LaneWords out;
    const uint32_t* s = vgpr(w, in.src[0]).lane;
    for (unsigned j = 0; j < 64; ++j)
        out.word[j] = s[j ^ 32];
    store_lanes(w, vgpr(w, in.dst).lane, out.word, w.exec());
}

/// A VGPR by number; past the allocation: VGPR 0 to read (RDNA3 ISA 7.9), nothing to write.
const uint32_t* indexed_read(Wave& w, unsigned number) {
    return w.v[number < w.vgpr_count ? number : 0].lane;
}
void indexed_write(Wave& w, unsigned number, const uint32_t* value) {
    if (number < w.vgpr_count) store_lanes(w, w.v[number].lane, value, w.exec());
}
unsigned number(unsigned code) {
    return code - kVgpr0;
}

void movreld(Wave& w, const Inst& in) {
    SourceSpace space;
    const Source s = fetch(w, in, in.src[0], Type::B32, space);
    indexed_write(w, number(in.dst) + w.sgpr[kM0], s.lo);
}
void movrels(Wave& w, const Inst& in) {
    store_lanes(w, vgpr(w, in.dst).lane, indexed_read(w, number(in.src[0]) + w.sgpr[kM0]), w.exec());
}
void movrelsd(Wave& w, const Inst& in) {
    const uint32_t m0 = w.sgpr[kM0];
    indexed_write(w, number(in.dst) + m0, indexed_read(w, number(in.src[0]) + m0));
}
void movrelsd_2(Wave& w, const Inst& in) {
    const uint32_t m0 = w.sgpr[kM0];
    indexed_write(w, number(in.dst) + (m0 >> 16 & 0x3ff), indexed_read(w, number(in.src[0]) + (m0 & 0x3ff)));
}
void swap_registers(Wave& w, unsigned a, unsigned b) {
    LaneWords old_a, old_b;
    std::memcpy(old_a.word, indexed_read(w, a), sizeof(uint32_t) * w.lanes);
    std::memcpy(old_b.word, indexed_read(w, b), sizeof(uint32_t) * w.lanes);
    indexed_write(w, a, old_b.word);
    indexed_write(w, b, old_a.word);
}
void swap(Wave& w, const Inst& in) {
    swap_registers(w, number(in.dst), number(in.src[0]));
}
void swaprel(Wave& w, const Inst& in) {
    const uint32_t m0 = w.sgpr[kM0];
    swap_registers(w, number(in.dst) + (m0 >> 16 & 0x3ff), number(in.src[0]) + (m0 & 0x3ff));
}
void swap_b16(Wave& w, const Inst& in) {
    Vgpr &a = vgpr(w, in.dst), &b = vgpr(w, in.src[0]);
    const unsigned shift_a = in.opsel & 8 ? 16 : 0, shift_b = in.opsel & 1 ? 16 : 0;
    const uint64_t exec = w.exec();
    for (unsigned j = 0; j < w.lanes; ++j) {
        if (!(exec >> j & 1)) continue;
        const uint32_t old_a = a.lane[j] >> shift_a & 0xffffu, old_b = b.lane[j] >> shift_b & 0xffffu;
        a.lane[j] = (a.lane[j] & ~(0xffffu << shift_a)) | old_b << shift_a;
        b.lane[j] = (b.lane[j] & ~(0xffffu << shift_b)) | old_a << shift_b;
    }
}

const Kernel kKernels[] = {
    {"v_nop", nop},
    {"v_pipeflush", nop},
    {"v_readfirstlane_b32", readfirstlane},
    {"v_readlane_b32", readlane},
    {"v_writelane_b32", writelane},
    {"v_permlane16_b32", permlane16<false>},
    {"v_permlanex16_b32", permlane16<true>},
    {"v_permlane64_b32", permlane64},
    {"v_movreld_b32", movreld},
    {"v_movrels_b32", movrels},
    {"v_movrelsd_b32", movrelsd},
    {"v_movrelsd_2_b32", movrelsd_2},
    {"v_swap_b32", swap},
    {"v_swaprel_b32", swaprel},
    {"v_swap_b16", swap_b16},
};

} // namespace

KernelList<Kernel> lane_kernels() {
    return list(kKernels);
}

} // namespace wb::sim::WB_SIMD
