// SPDX-License-Identifier: MIT
// Additions with carry masks and 64-bit multiply-add. RDNA3 ISA 16.7, 16.12.
#include "sim/isa/valu_families.h"

namespace wb::sim::WB_SIMD {

namespace {

using Word = WithMask<uint32_t>;

WB_LANE uint32_t when(bool b) {
    return b ? ~0u : 0u;
}
WB_LANE Word add(uint32_t a, uint32_t b) {
    return {a + b, when(a + b < a)};
}
WB_LANE Word sub(uint32_t a, uint32_t b) {
    return {a - b, when(b > a)};
}
WB_LANE Word subrev(uint32_t a, uint32_t b) {
    return sub(b, a);
}
WB_LANE Word add_ci(uint32_t a, uint32_t b, Mask carry) {
    const uint32_t sum = a + b, r = sum - carry.bits;
    return {r, when(sum < a) | (when(r == 0) & carry.bits)};
}
WB_LANE Word sub_ci(uint32_t a, uint32_t b, Mask borrow) {
    const uint32_t r = a - b + borrow.bits;
    return {r, when(b > a) | (when(a == b) & borrow.bits)};
}
WB_LANE Word subrev_ci(uint32_t a, uint32_t b, Mask borrow) {
    return sub_ci(b, a, borrow);
}
// With clamp the result saturates.
WB_LANE Word high(Word r) {
    return {r.value | r.mask, r.mask};
}
WB_LANE Word low(Word r) {
    return {r.value & ~r.mask, r.mask};
}
WB_LANE Word add_sat(uint32_t a, uint32_t b) {
    return high(add(a, b));
}
WB_LANE Word sub_sat(uint32_t a, uint32_t b) {
    return low(sub(a, b));
}
WB_LANE Word subrev_sat(uint32_t a, uint32_t b) {
    return low(sub(b, a));
}
WB_LANE Word add_ci_sat(uint32_t a, uint32_t b, Mask c) {
    return high(add_ci(a, b, c));
}
WB_LANE Word sub_ci_sat(uint32_t a, uint32_t b, Mask c) {
    return low(sub_ci(a, b, c));
}
WB_LANE Word subrev_ci_sat(uint32_t a, uint32_t b, Mask c) {
    return low(sub_ci(b, a, c));
}

WB_LANE WithMask<uint64_t> mad_u64(uint32_t a, uint32_t b, uint64_t c) {
    const uint64_t r = uint64_t(a) * b + c;
    return {r, when(r < c)};
}
/// The carry out is bit 64 of the 65-bit sum.
WB_LANE WithMask<int64_t> mad_i64(int32_t a, int32_t b, int64_t c) {
    const int64_t product = int64_t(a) * b, r = int64_t(uint64_t(product) + uint64_t(c));
    const bool overflow = ((product ^ r) & (c ^ r)) < 0;
    return {r, when((r < 0) != overflow)};
}

const Kernel kKernels[] = {
    {"v_add_co_u32", alu_saturating<add, add_sat>},
    {"v_sub_co_u32", alu_saturating<sub, sub_sat>},
    {"v_subrev_co_u32", alu_saturating<subrev, subrev_sat>},
    {"v_add_co_ci_u32", alu_saturating<add_ci, add_ci_sat>},
    {"v_sub_co_ci_u32", alu_saturating<sub_ci, sub_ci_sat>},
    {"v_subrev_co_ci_u32", alu_saturating<subrev_ci, subrev_ci_sat>},
    {"v_mad_u64_u32", alu<mad_u64>},
    {"v_mad_i64_i32", alu<mad_i64>},
};

} // namespace

KernelList<Kernel> carry_kernels() {
    return list(kKernels);
}

} // namespace wb::sim::WB_SIMD
