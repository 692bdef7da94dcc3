// SPDX-License-Identifier: MIT
// What registers and LDS hold before a shader writes them. Hardware leaves what the last wave left; here it
// is a pattern a person recognises in a dump, different for each seed, wave and register so that code which
// reads it cannot get the same wrong answer twice.
#pragma once

#include <cstdint>

namespace wb::sim {

/// High halves of the patterns.
inline constexpr uint32_t kPoisonSgpr = 0x5bad'0000u, kPoisonVgpr = 0x7bad'0000u, kPoisonTtmp = 0x6bad'0000u,
                          kPoisonLds = 0x4bad'0000u;
/// Of a load that no wait has covered (deferred.h): a float that is a NaN.
inline constexpr uint32_t kPoisonPending = 0x7fad'0000u;

/// The word for item `index` of `wave` under `seed`.
inline constexpr uint32_t poison_word(uint32_t kind, uint32_t seed, uint64_t wave, uint32_t index) {
    uint32_t hash = seed * 0x9e37'79b9u ^ uint32_t(wave) * 0x85eb'ca6bu ^ index * 0xc2b2'ae35u;
    hash ^= hash >> 15;
    hash *= 0x2c1b'3c6du;
    hash ^= hash >> 12;
    return kind | (hash & 0xffffu);
}

} // namespace wb::sim
