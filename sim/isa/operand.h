// SPDX-License-Identifier: MIT
// Reading and writing scalar operands by operand code (hardware.md 6.3; RDNA3 ISA, "Scalar operands").
#pragma once

#include "sim/isa/inst.h"
#include "sim/isa/registers.h"
#include "sim/wave/wave.h"

#include <array>
#include <cstdint>

namespace wb::sim {

inline constexpr unsigned kCodeDpp8 = 233, kCodeDpp8FetchInactive = 234, kCodeDpp16 = 250;
inline constexpr unsigned kCodeSharedBase = 235, kCodeSharedLimit = 236, kCodePrivateBase = 237,
                          kCodePrivateLimit = 238;
inline constexpr unsigned kCodeVccz = 251, kCodeExecz = 252, kCodeScc = 253, kCodeLiteral = 255;

/// Inline constants 128..248 as 32-bit words, index code - 128; floats as f32. Codes that are no inline
/// constant give 0.
extern const std::array<uint32_t, 128> kInlineConstant32;
/// The same as 64-bit sources: integers sign-extended, floats as f64.
extern const std::array<uint64_t, 128> kInlineConstant64;
/// Inline float constants 240..248 as f16 bit patterns (index code - 240).
extern const std::array<uint16_t, 9> kInlineConstantF16;

/// The codes whose value depends on the wave but that are not registers: apertures, VCCZ, EXECZ, SCC.
uint32_t read_special32(const Wave& wave, unsigned code);
uint64_t read_special64(const Wave& wave, unsigned code);

/// A 32-bit scalar source: any code below 256.
inline uint32_t read_scalar32(const Wave& wave, unsigned code, uint32_t literal) {
    if (code < 128) [[likely]]
        return wave.sgpr[code];
    if (code == kCodeLiteral) return literal;
    if (code >= kCodeSharedBase && (code <= kCodePrivateLimit || code >= kCodeVccz))
        return read_special32(wave, code);
    return kInlineConstant32[code - 128];
}

/// A 64-bit scalar integer source. Literals are zero-extended. NULL reads 0.
inline uint64_t read_scalar64(const Wave& wave, unsigned code, uint32_t literal) {
    if (code < 128) [[likely]]
        return code == kNull ? 0 : wave.sgpr64(code);
    if (code == kCodeLiteral) return literal;
    if (code >= kCodeSharedBase && (code <= kCodePrivateLimit || code >= kCodeVccz))
        return read_special64(wave, code);
    return kInlineConstant64[code - 128];
}

} // namespace wb::sim
