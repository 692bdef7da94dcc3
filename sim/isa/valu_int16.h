// SPDX-License-Identifier: MIT
// 16-bit integer lane functions, shared by the plain and the packed forms.
#pragma once

#include "sim/isa/valu_types.h"

namespace wb::sim::WB_SIMD {

WB_LANE uint32_t saturate_u16(int32_t x) {
    return uint32_t(x < 0 ? 0 : x > 0xffff ? 0xffff : x);
}
WB_LANE int32_t saturate_i16(int32_t x) {
    return x < -0x8000 ? -0x8000 : x > 0x7fff ? 0x7fff : x;
}

WB_LANE U16 add_u16(U16 a, U16 b) {
    return {a.v + b.v};
}
WB_LANE U16 sub_u16(U16 a, U16 b) {
    return {a.v - b.v};
}
WB_LANE U16 mul_u16(U16 a, U16 b) {
    return {a.v * b.v};
}
WB_LANE U16 mad_u16(U16 a, U16 b, U16 c) {
    return {a.v * b.v + c.v};
}
WB_LANE I16 add_i16(I16 a, I16 b) {
    return {a.v + b.v};
}
WB_LANE I16 sub_i16(I16 a, I16 b) {
    return {a.v - b.v};
}
WB_LANE I16 mad_i16(I16 a, I16 b, I16 c) {
    return {a.v * b.v + c.v};
}
WB_LANE U16 add_u16_sat(U16 a, U16 b) {
    return {saturate_u16(int32_t(a.v + b.v))};
}
WB_LANE U16 sub_u16_sat(U16 a, U16 b) {
    return {saturate_u16(int32_t(a.v - b.v))};
}
/// 65535 * 65535 + 65535 still fits 32 bits without sign.
WB_LANE U16 mad_u16_sat(U16 a, U16 b, U16 c) {
    const uint32_t r = a.v * b.v + c.v;
    return {r > 0xffffu ? 0xffffu : r};
}
WB_LANE I16 add_i16_sat(I16 a, I16 b) {
    return {saturate_i16(a.v + b.v)};
}
WB_LANE I16 sub_i16_sat(I16 a, I16 b) {
    return {saturate_i16(a.v - b.v)};
}
WB_LANE I16 mad_i16_sat(I16 a, I16 b, I16 c) {
    return {saturate_i16(a.v * b.v + c.v)};
}
WB_LANE U16 lshlrev_16(U16 a, U16 b) {
    return {b.v << (a.v & 15)};
}
WB_LANE U16 lshrrev_16(U16 a, U16 b) {
    return {b.v >> (a.v & 15)};
}
WB_LANE I16 ashrrev_16(U16 a, I16 b) {
    return {b.v >> (a.v & 15)};
}
WB_LANE I16 min_i16(I16 a, I16 b) {
    return {a.v < b.v ? a.v : b.v};
}
WB_LANE I16 max_i16(I16 a, I16 b) {
    return {a.v > b.v ? a.v : b.v};
}
WB_LANE U16 min_u16(U16 a, U16 b) {
    return {a.v < b.v ? a.v : b.v};
}
WB_LANE U16 max_u16(U16 a, U16 b) {
    return {a.v > b.v ? a.v : b.v};
}

} // namespace wb::sim::WB_SIMD
