// SPDX-License-Identifier: MIT
// Sums of absolute differences and the byte average. RDNA3 ISA 16.12.
#include "sim/isa/valu_families.h"

namespace wb::sim::WB_SIMD {

namespace {

WB_LANE uint32_t difference(uint32_t a, uint32_t b) {
    return a > b ? a - b : b - a;
}
WB_LANE uint32_t byte(uint32_t x, unsigned i) {
    return (x >> (8 * i)) & 0xffu;
}
WB_LANE uint32_t sad_u8(uint32_t a, uint32_t b, uint32_t c) {
    return c + difference(byte(a, 0), byte(b, 0)) + difference(byte(a, 1), byte(b, 1)) +
           difference(byte(a, 2), byte(b, 2)) + difference(byte(a, 3), byte(b, 3));
}
WB_LANE uint32_t sad_hi_u8(uint32_t a, uint32_t b, uint32_t c) {
    return (sad_u8(a, b, 0) << 16) + c;
}
WB_LANE uint32_t sad_u16(uint32_t a, uint32_t b, uint32_t c) {
    return c + difference(a & 0xffffu, b & 0xffffu) + difference(a >> 16, b >> 16);
}
WB_LANE uint32_t sad_u32(uint32_t a, uint32_t b, uint32_t c) {
    return difference(a, b) + c;
}
/// Bytes of the reference that are 0 do not count.
WB_LANE uint32_t masked(uint32_t a, uint32_t reference) {
    return reference == 0 ? 0 : difference(a, reference);
}
WB_LANE uint32_t msad_u8(uint32_t a, uint32_t b, uint32_t c) {
    return c + masked(byte(a, 0), byte(b, 0)) + masked(byte(a, 1), byte(b, 1)) +
           masked(byte(a, 2), byte(b, 2)) + masked(byte(a, 3), byte(b, 3));
}
WB_LANE uint32_t half(uint64_t x, unsigned i) {
    return uint32_t(x >> (16 * i)) & 0xffffu;
}
WB_LANE uint64_t pack4(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    return uint64_t(a & 0xffffu) | uint64_t(b & 0xffffu) << 16 | uint64_t(c & 0xffffu) << 32 |
           uint64_t(d & 0xffffu) << 48;
}
WB_LANE uint64_t qsad_pk(uint64_t a, uint32_t b, uint64_t c) {
    return pack4(sad_u8(uint32_t(a), b, half(c, 0)), sad_u8(uint32_t(a >> 8), b, half(c, 1)),
                 sad_u8(uint32_t(a >> 16), b, half(c, 2)), sad_u8(uint32_t(a >> 24), b, half(c, 3)));
}
WB_LANE uint64_t mqsad_pk(uint64_t a, uint32_t b, uint64_t c) {
    return pack4(msad_u8(uint32_t(a), b, half(c, 0)), msad_u8(uint32_t(a >> 8), b, half(c, 1)),
                 msad_u8(uint32_t(a >> 16), b, half(c, 2)), msad_u8(uint32_t(a >> 24), b, half(c, 3)));
}
WB_LANE uint32_t lerp_u8(uint32_t a, uint32_t b, uint32_t c) {
    uint32_t r = 0;
    for (unsigned i = 0; i < 4; ++i)
        r |= ((byte(a, i) + byte(b, i) + (byte(c, i) & 1)) >> 1) << (8 * i);
    return r;
}

/// Four 32-bit sums: the only vector ALU instruction with a 128-bit result.
void mqsad_u32(Wave& w, const Inst& in) {
    if (in.clamp || in.src[2] < kVgpr0) return stop_vector(w, "v_mqsad_u32_u8 with clamp or a scalar sum");
    SourceSpace space[2];
    const Source a = fetch(w, in, in.src[0], Type::B64, space[0]);
    const Source b = fetch(w, in, in.src[1], Type::B32, space[1]);
    const Vgpr* c = w.v + (in.src[2] - kVgpr0);
    LaneWords sums[4];
    for (unsigned i = 0; i < 4; ++i)
        for (unsigned j = 0; j < w.lanes; ++j) {
            const uint64_t window = a.lo[j] | uint64_t(a.hi[j]) << 32;
            sums[i].word[j] = msad_u8(uint32_t(window >> (8 * i)), b.lo[j], c[i].lane[j]);
        }
    for (unsigned i = 0; i < 4; ++i)
        store_lanes(w, w.v[in.dst - kVgpr0 + i].lane, sums[i].word, w.exec());
}

const Kernel kKernels[] = {
    {"v_sad_u8", alu<sad_u8>},
    {"v_sad_hi_u8", alu<sad_hi_u8>},
    {"v_sad_u16", alu<sad_u16>},
    {"v_sad_u32", alu<sad_u32>},
    {"v_msad_u8", alu<msad_u8>},
    {"v_qsad_pk_u16_u8", alu<qsad_pk>},
    {"v_mqsad_pk_u16_u8", alu<mqsad_pk>},
    {"v_mqsad_u32_u8", mqsad_u32},
    {"v_lerp_u8", alu<lerp_u8>},
};

} // namespace

KernelList<Kernel> sad_kernels() {
    return list(kKernels);
}

} // namespace wb::sim::WB_SIMD
