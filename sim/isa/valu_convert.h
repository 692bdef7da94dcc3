// SPDX-License-Identifier: MIT
// Float to integer conversion as the vector ALU does it: to zero, saturating, NaN to 0. The host's own
// conversion is only asked where it is defined.
#pragma once

#include "sim/isa/valu_types.h"

namespace wb::sim::WB_SIMD {

WB_LANE int32_t float_to_i32(float x) {
    const bool in_range = x >= -0x1p31f && x < 0x1p31f;
    const int32_t r = int32_t(in_range ? x : 0.f);
    const int32_t limit = x < 0 ? INT32_MIN : INT32_MAX;
    return in_range || is_nan(bits(x)) ? r : limit;
}
WB_LANE uint32_t float_to_u32(float x) {
    const bool low = x > -1.f && x < 0x1p31f, high = x >= 0x1p31f && x < 0x1p32f;
    const int32_t r = int32_t(low ? x : high ? x - 0x1p31f : 0.f);
    const uint32_t limit = x < 0 ? 0u : ~0u;
    const uint32_t value = uint32_t(r) | (high ? 0x8000'0000u : 0u);
    return low || high || is_nan(bits(x)) ? value : limit;
}
WB_LANE int32_t double_to_i32(double x) {
    const bool in_range = x > -2147483649. && x < 2147483648.;
    const int32_t r = int32_t(in_range ? x : 0.);
    const int32_t limit = x < 0 ? INT32_MIN : INT32_MAX;
    return in_range || is_nan(bits(x)) ? r : limit;
}
WB_LANE uint32_t double_to_u32(double x) {
    const bool in_range = x > -1. && x < 4294967296.;
    const uint32_t r = uint32_t(int64_t(in_range ? x : 0.));
    const uint32_t limit = x < 0 ? 0u : ~0u;
    return in_range || is_nan(bits(x)) ? r : limit;
}
WB_LANE int32_t clamp_i16(int32_t x) {
    return x < -0x8000 ? -0x8000 : x > 0x7fff ? 0x7fff : x;
}
WB_LANE uint32_t clamp_u16(int32_t x) {
    return uint32_t(x < 0 ? 0 : x > 0xffff ? 0xffff : x);
}

} // namespace wb::sim::WB_SIMD
