// SPDX-License-Identifier: MIT
// Numbers and the bits of f16.
#pragma once

#include <cmath>
#include <cstdint>

namespace wb::test {

inline double half_value(uint16_t h) {
    const int exponent = h >> 10 & 31, fraction = h & 0x3ff;
    const double x = exponent == 31 ? (fraction ? NAN : INFINITY)
                     : exponent     ? std::ldexp(1024 + fraction, exponent - 25)
                                    : std::ldexp(fraction, -24);
    return h & 0x8000 ? -x : x;
}
/// The nearest, ties to even.
inline uint16_t half_from(double x) {
    if (std::isnan(x)) return 0x7e00;
    const uint16_t sign = std::signbit(x) ? 0x8000 : 0;
    const double magnitude = std::fabs(x);
    if (magnitude >= 65520) return sign | 0x7c00;
    if (magnitude < 0x1p-14) return uint16_t(sign | uint16_t(std::nearbyint(std::ldexp(magnitude, 24))));
    int exponent = 0;
    const double fraction = std::nearbyint(std::ldexp(std::frexp(magnitude, &exponent), 11)); // 1024 .. 2048
    return uint16_t(sign | (((exponent + 13) << 10) + int(fraction))); // A carry goes into the exponent.
}

} // namespace wb::test
