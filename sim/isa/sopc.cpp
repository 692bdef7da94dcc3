// SPDX-License-Identifier: MIT
// SOPC instructions: compare two scalar sources into SCC.
#include "sim/isa/scalar_ops.h"

namespace wb::sim {

namespace {

template <class T, auto Op>
void compare(Wave& wave, const Inst& inst) {
    wave.scc = Op(scalar_source<T>(wave, inst, 0), scalar_source<T>(wave, inst, 1));
}

/// SCC = bit S1 of S0 has the value Wanted.
template <class T, unsigned Wanted>
void bit_compare(Wave& wave, const Inst& inst) {
    const unsigned bit = scalar_source32(wave, inst, 1) & (sizeof(T) * 8 - 1);
    wave.scc = ((scalar_source<T>(wave, inst, 0) >> bit) & 1) == Wanted;
}

constexpr auto kEqual = [](auto a, auto b) { return a == b; };
constexpr auto kNotEqual = [](auto a, auto b) { return a != b; };
constexpr auto kGreater = [](auto a, auto b) { return a > b; };
constexpr auto kGreaterEqual = [](auto a, auto b) { return a >= b; };
constexpr auto kLess = [](auto a, auto b) { return a < b; };
constexpr auto kLessEqual = [](auto a, auto b) { return a <= b; };

constexpr auto s_cmp_eq_i32 = compare<int32_t, kEqual>;
constexpr auto s_cmp_lg_i32 = compare<int32_t, kNotEqual>;
constexpr auto s_cmp_gt_i32 = compare<int32_t, kGreater>;
constexpr auto s_cmp_ge_i32 = compare<int32_t, kGreaterEqual>;
constexpr auto s_cmp_lt_i32 = compare<int32_t, kLess>;
constexpr auto s_cmp_le_i32 = compare<int32_t, kLessEqual>;
constexpr auto s_cmp_eq_u32 = compare<uint32_t, kEqual>;
constexpr auto s_cmp_lg_u32 = compare<uint32_t, kNotEqual>;
constexpr auto s_cmp_gt_u32 = compare<uint32_t, kGreater>;
constexpr auto s_cmp_ge_u32 = compare<uint32_t, kGreaterEqual>;
constexpr auto s_cmp_lt_u32 = compare<uint32_t, kLess>;
constexpr auto s_cmp_le_u32 = compare<uint32_t, kLessEqual>;
constexpr auto s_cmp_eq_u64 = compare<uint64_t, kEqual>;
constexpr auto s_cmp_lg_u64 = compare<uint64_t, kNotEqual>;
constexpr auto s_bitcmp0_b32 = bit_compare<uint32_t, 0>;
constexpr auto s_bitcmp1_b32 = bit_compare<uint32_t, 1>;
constexpr auto s_bitcmp0_b64 = bit_compare<uint64_t, 0>;
constexpr auto s_bitcmp1_b64 = bit_compare<uint64_t, 1>;

} // namespace

const OpTable& sopc_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, name},
#include "sim/isa/tables/sopc.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::SOPC, kRows};
    return kTable;
}

} // namespace wb::sim
