// SPDX-License-Identifier: MIT
// Building blocks of the SOP1, SOP2, SOPK and SOPC handlers.
#pragma once

#include "sim/isa/operand.h"

namespace wb::sim {

/// The handler of what does nothing here.
inline void no_effect(Wave&, const Inst&) {}

inline uint32_t scalar_source32(const Wave& wave, const Inst& inst, unsigned i) {
    return read_scalar32(wave, inst.src[i], inst.literal);
}
inline uint64_t scalar_source64(const Wave& wave, const Inst& inst, unsigned i) {
    return read_scalar64(wave, inst.src[i], inst.literal);
}
/// Source i of T's width: uint32_t, int32_t, uint64_t or int64_t. A 32-bit literal is sign-extended for
/// int64_t, zero-extended for uint64_t.
template <class T>
T scalar_source(const Wave& wave, const Inst& inst, unsigned i) {
    if constexpr (sizeof(T) == 4) return T(scalar_source32(wave, inst, i));
    if constexpr (T(-1) < T(0))
        if (inst.src[i] == kCodeLiteral) return T(int32_t(inst.literal));
    return T(scalar_source64(wave, inst, i));
}
/// Writes a destination of T's width.
template <class T>
void write_scalar(Wave& wave, unsigned code, T value) {
    if constexpr (sizeof(T) == 4)
        wave.sgpr[code] = uint32_t(value);
    else
        wave.set_sgpr64(code, uint64_t(value));
}

/// A code address as a PC: 48 bits, sign-extended, aligned to a dword.
inline uint64_t canonical_pc(uint64_t address) {
    return uint64_t(int64_t(address << 16) >> 16) & ~uint64_t(3);
}
/// Jumps by `dwords` from the next instruction.
inline void branch_relative(Wave& wave, int32_t dwords) {
    wave.pc += uint64_t(int64_t(dwords) * 4);
}

} // namespace wb::sim
