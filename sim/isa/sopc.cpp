// SPDX-License-Identifier: MIT
// SOPC instructions: compare two scalar sources into SCC.
#include "sim/isa/scalar_compare.h"
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

#define X(name, type, op) constexpr auto s_cmp_##name = compare<type, (op)>;
WB_SCALAR_COMPARISONS(X)
#undef X
constexpr auto s_cmp_eq_u64 = compare<uint64_t, [](auto a, auto b) { return a == b; }>;
constexpr auto s_cmp_lg_u64 = compare<uint64_t, [](auto a, auto b) { return a != b; }>;
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
