// SPDX-License-Identifier: MIT
// Vector instructions against a model of each written from the RDNA3 ISA's definitions with wide host
// arithmetic, on all pairs of corner values, in wave32 and wave64.
#include "tests/sim/isa/valu_fixture.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace wb::sim::test {
namespace {

const std::vector<uint32_t> kWords = {0,          1,          2,          31,         32,         0x7f,
                                      0x80,       0xff,       0x7fff,     0x8000,     0xffff,     0x10000,
                                      0x7fffff,   0x800000,   0xffffff,   0x7fffffff, 0x80000000, 0xffffffff,
                                      0xfffffffe, 0x12345678, 0xdeadbeef, 0x00ff00ff, 0x7fff8000, 0x80007fff};

using u32 = uint32_t;
using i32 = int32_t;
using i64 = int64_t;
using u64 = uint64_t;

i32 s16(u32 x) {
    return int16_t(x);
}
u32 u16(u32 x) {
    return x & 0xffff;
}
i32 s24(u32 x) {
    return i32(x << 8) >> 8;
}
u32 byte(u32 x, unsigned i) {
    return x >> i * 8 & 0xff;
}
u32 apart(u32 a, u32 b) {
    return a > b ? a - b : b - a;
}
template <class T>
T middle(T a, T b, T c) {
    return std::max(std::min(a, b), std::min(std::max(a, b), c));
}
/// Both halves of packed instructions.
template <class Op>
u32 halves(u32 a, u32 b, u32 c, Op op) {
    return u16(u32(op(a, b, c))) | u32(op(a >> 16, b >> 16, c >> 16)) << 16;
}

struct Model {
    const char* name;
    u32 (*of)(u32 a, u32 b, u32 c);
    u32 result = 0xffffffff; ///< Bits of the destination that the result is.
};
#define IS [](u32 a, u32 b, u32 c) -> u32
#define ALL (void)a, (void)b, (void)c

const Model kModels[] = {
    // 32-bit integers
    {"v_min_i32", IS{ALL;
return u32(std::min(i32(a), i32(b)));
} // namespace
} // namespace wb::sim::test
, {"v_max_i32", IS{ALL;
return u32(std::max(i32(a), i32(b)));
}
}
, {"v_min_u32", IS{ALL;
return std::min(a, b);
}
}
, {"v_max_u32", IS{ALL;
return std::max(a, b);
}
}
, {"v_and_b32", IS{ALL;
return a & b;
}
}
, {"v_or_b32", IS{ALL;
return a | b;
}
}
, {"v_xnor_b32", IS{ALL;
return ~(a ^ b);
}
}
, {"v_not_b32", IS{ALL;
return ~a;
}
}
, {"v_lshrrev_b32", IS{ALL;
return b >> (a & 31);
}
}
, {"v_mul_i32_i24", IS{ALL;
return u32(i64(s24(a)) * s24(b));
}
}
, {"v_mul_hi_u32_u24", IS{ALL;
return u32(u64(a & 0xffffff) * (b & 0xffffff) >> 32);
}
}
, {"v_min3_i32", IS{return u32(std::min({i32(a), i32(b), i32(c)}));
}
}
, {"v_max3_i32", IS{return u32(std::max({i32(a), i32(b), i32(c)}));
}
}
, {"v_min3_u32", IS{return std::min({a, b, c});
}
}
, {"v_max3_u32", IS{return std::max({a, b, c});
}
}
, {"v_maxmin_i32", IS{return u32(std::min(std::max(i32(a), i32(b)), i32(c)));
}
}
, {"v_maxmin_u32", IS{return std::min(std::max(a, b), c);
}
}
, {"v_minmax_u32", IS{return std::max(std::min(a, b), c);
}
}
, {"v_and_or_b32", IS{return (a & b) | c;
}
}
, {"v_or3_b32", IS{return a | b | c;
}
}
, {"v_xor3_b32", IS{return a ^ b ^ c;
}
}
,
    // Sums of absolute differences
    {"v_sad_hi_u8", IS{u32 sum = 0;
for (unsigned k = 0; k < 4; ++k)
    sum += apart(byte(a, k), byte(b, k));
return (sum << 16) + c;
}
}
, {"v_sad_u16", IS{return apart(u16(a), u16(b)) + apart(a >> 16, b >> 16) + c;
}
}
, {"v_sad_u32", IS{return apart(a, b) + c;
}
}
, {"v_msad_u8", IS{u32 sum = c;
for (unsigned k = 0; k < 4; ++k)
    if (byte(b, k)) sum += apart(byte(a, k), byte(b, k));
return sum;
}
}
,
    // Conversions between integers
    {"v_cvt_pk_u16_u32", IS{ALL;
return std::min(a, 0xffffu) | std::min(b, 0xffffu) << 16;
}
}
, {"v_cvt_pk_i16_i32", IS{ALL;
return u16(u32(std::clamp(i32(a), -32768, 32767))) | u32(std::clamp(i32(b), -32768, 32767)) << 16;
}
}
, {"v_cvt_i32_i16", IS{ALL;
return u32(s16(a));
}
}
, {"v_cvt_u32_u16", IS{ALL;
return u16(a);
}
}
, {"v_cvt_f32_ubyte0", IS{ALL;
return f2u(float(byte(a, 0)));
}
}
, {"v_cvt_f32_ubyte1", IS{ALL;
return f2u(float(byte(a, 1)));
}
}
, {"v_cvt_f32_ubyte3", IS{ALL;
return f2u(float(byte(a, 3)));
}
}
, {"v_cvt_off_f32_i4", IS{ALL;
return f2u(float(i32(a << 28) >> 28) / 16.0f);
}
}
, {"v_sat_pk_u8_i16", IS{ALL;
return u32(std::clamp(s16(a), 0, 255)) | u32(std::clamp(s16(a >> 16), 0, 255)) << 8;
}
, 0xffff
}
,
    // 16-bit integers
    {"v_mov_b16", IS{ALL;
return a;
}
, 0xffff
}
, {"v_not_b16", IS{ALL;
return ~a;
}
, 0xffff
}
, {"v_and_b16", IS{ALL;
return a & b;
}
, 0xffff
}
, {"v_or_b16", IS{ALL;
return a | b;
}
, 0xffff
}
, {"v_xor_b16", IS{ALL;
return a ^ b;
}
, 0xffff
}
, {"v_lshlrev_b16", IS{ALL;
return b << (a & 15);
}
, 0xffff
}
, {"v_lshrrev_b16", IS{ALL;
return u16(b) >> (a & 15);
}
, 0xffff
}
, {"v_ashrrev_i16", IS{ALL;
return u32(s16(b) >> (a & 15));
}
, 0xffff
}
, {"v_mul_lo_u16", IS{ALL;
return a * b;
}
, 0xffff
}
, {"v_mad_u16", IS{return a * b + c;
}
, 0xffff
}
, {"v_mad_i16", IS{return a * b + c;
}
, 0xffff
}
, {"v_sub_nc_u16", IS{ALL;
return a - b;
}
, 0xffff
}
, {"v_sub_nc_i16", IS{ALL;
return a - b;
}
, 0xffff
}
, {"v_min_u16", IS{ALL;
return std::min(u16(a), u16(b));
}
, 0xffff
}
, {"v_max_u16", IS{ALL;
return std::max(u16(a), u16(b));
}
, 0xffff
}
, {"v_min_i16", IS{ALL;
return u32(std::min(s16(a), s16(b)));
}
, 0xffff
}
, {"v_max_i16", IS{ALL;
return u32(std::max(s16(a), s16(b)));
}
, 0xffff
}
, {"v_min3_u16", IS{return std::min({u16(a), u16(b), u16(c)});
}
, 0xffff
}
, {"v_max3_u16", IS{return std::max({u16(a), u16(b), u16(c)});
}
, 0xffff
}
, {"v_min3_i16", IS{return u32(std::min({s16(a), s16(b), s16(c)}));
}
, 0xffff
}
, {"v_max3_i16", IS{return u32(std::max({s16(a), s16(b), s16(c)}));
}
, 0xffff
}
, {"v_med3_u16", IS{return middle(u16(a), u16(b), u16(c));
}
, 0xffff
}
, {"v_med3_i16", IS{return u32(middle(s16(a), s16(b), s16(c)));
}
, 0xffff
}
, {"v_pack_b32_f16", IS{ALL;
return u16(a) | b << 16;
}
}
,
    // Packed integers
    {"v_pk_add_i16", IS{return halves(
                         a, b, c, IS {
                             ALL;
                             return a + b;
                         });
}
}
, {"v_pk_sub_i16", IS{return halves(
                       a, b, c, IS {
                           ALL;
                           return a - b;
                       });
}
}
, {"v_pk_sub_u16", IS{return halves(
                       a, b, c, IS {
                           ALL;
                           return a - b;
                       });
}
}
, {"v_pk_mul_lo_u16", IS{return halves(
                          a, b, c, IS {
                              ALL;
                              return a * b;
                          });
}
}
, {"v_pk_mad_i16", IS{return halves(a, b, c, IS { return a * b + c; });
}
}
, {"v_pk_mad_u16", IS{return halves(a, b, c, IS { return a * b + c; });
}
}
, {"v_pk_lshlrev_b16", IS{return halves(
                           a, b, c, IS {
                               ALL;
                               return b << (a & 15);
                           });
}
}
, {"v_pk_lshrrev_b16", IS{return halves(
                           a, b, c, IS {
                               ALL;
                               return u16(b) >> (a & 15);
                           });
}
}
, {"v_pk_ashrrev_i16", IS{return halves(
                           a, b, c, IS {
                               ALL;
                               return u32(s16(b) >> (a & 15));
                           });
}
}
, {"v_pk_min_i16", IS{return halves(
                       a, b, c, IS {
                           ALL;
                           return u32(std::min(s16(a), s16(b)));
                       });
}
}
, {"v_pk_max_i16", IS{return halves(
                       a, b, c, IS {
                           ALL;
                           return u32(std::max(s16(a), s16(b)));
                       });
}
}
, {"v_pk_min_u16", IS{return halves(
                       a, b, c, IS {
                           ALL;
                           return std::min(u16(a), u16(b));
                       });
}
}
, {"v_pk_max_u16", IS{return halves(
                       a, b, c, IS {
                           ALL;
                           return std::max(u16(a), u16(b));
                       });
}
}
,
}
;

TEST(ValuModel, Integers) {
    for (const SimdChoice level : levels())
        for (const unsigned lanes : {32u, 64u})
            for (const Model& model : kModels) {
                ValuWave w(lanes);
                Inst in = vop3_inst();
                in.opsel_hi = std::string(model.name).starts_with("v_pk_") ? 7 : 0;
                w.set(0, kWords);
                for (const u32 b : kWords)
                    for (const u32 c : kWords) {
                        w.set(2, {b});
                        w.set(4, {c});
                        run(w, model.name, in, level);
                        for (unsigned j = 0; j < kWords.size(); ++j)
                            ASSERT_EQ(w[10].lane[j] & model.result, model.of(kWords[j], b, c) & model.result)
                                << model.name << std::hex << " " << kWords[j] << " " << b << " " << c;
                    }
            }
}

/// How two numbers compare: bits of a relation's truth table.
enum Order : unsigned { kLess = 1, kEqual = 2, kGreater = 4, kUnordered = 8 };
struct Relation {
    const char* name;
    unsigned holds;
};
const Relation kIntegerRelations[] = {{"f", 0},  {"lt", kLess},    {"eq", kEqual},
                                      {"le", 3}, {"gt", kGreater}, {"ne", kLess | kGreater},
                                      {"ge", 6}, {"t", 7}};
const Relation kFloatRelations[] = {
    {"f", 0}, {"lt", 1},  {"eq", 2},   {"le", 3},   {"gt", 4},   {"lg", 5},   {"ge", 6},   {"o", 7},
    {"u", 8}, {"nge", 9}, {"nlg", 10}, {"ngt", 11}, {"nle", 12}, {"neq", 13}, {"nlt", 14}, {"t", 15}};

template <class T>
unsigned order(T a, T b) {
    return a < b ? kLess : a == b ? kEqual : a > b ? kGreater : kUnordered;
}

/// Runs v_cmp and v_cmpx of `relation` and `type`, and compares each lane with `orders`.
void check_relation(ValuWave& w, const Relation& relation, const char* type, const unsigned* orders,
                    unsigned count, SimdChoice level) {
    uint64_t want = 0;
    for (unsigned j = 0; j < count; ++j)
        if (relation.holds & orders[j]) want |= 1ull << j;
    w.wave.set_exec(count == 64 ? ~0ull : (1ull << count) - 1);
    Inst in = vop3_inst();
    in.dst = in.dst2 = 40;
    run(w, (std::string("v_cmp_") + relation.name + type).c_str(), in, level);
    ASSERT_EQ(w.wave.lane_bits(40), want) << relation.name << type;
    in.dst = in.dst2 = kExecLo;
    run(w, (std::string("v_cmpx_") + relation.name + type).c_str(), in, level);
    ASSERT_EQ(w.wave.exec(), want) << relation.name << type;
}

const std::vector<u64> kLongs = {0,
                                 1,
                                 2,
                                 0x7fffffffffffffff,
                                 0x8000000000000000,
                                 0xffffffffffffffff,
                                 0x00000000ffffffff,
                                 0x0000000100000000,
                                 0x8000000080000000,
                                 0x7fffffff,
                                 0x80000000,
                                 0xffffffff00000000};

TEST(ValuModel, IntegerComparisons) {
    for (const SimdChoice level : levels())
        for (const unsigned lanes : {32u, 64u})
            for (const Relation& relation : kIntegerRelations) {
                const bool constant = relation.holds == 0 || relation.holds == 7;
                for (const u32 b : kWords) {
                    ValuWave w(lanes);
                    w.set(0, kWords);
                    w.set(2, {b});
                    unsigned orders[4][64];
                    const unsigned count = unsigned(kWords.size());
                    for (unsigned j = 0; j < count; ++j) {
                        orders[0][j] = order(i32(kWords[j]), i32(b));
                        orders[1][j] = order(kWords[j], b);
                        orders[2][j] = order(s16(kWords[j]), s16(b));
                        orders[3][j] = order(u16(kWords[j]), u16(b));
                    }
                    check_relation(w, relation, "_i32", orders[0], count, level);
                    check_relation(w, relation, "_u32", orders[1], count, level);
                    if (constant) continue; // 16-bit comparisons have no such form.
                    check_relation(w, relation, "_i16", orders[2], count, level);
                    check_relation(w, relation, "_u16", orders[3], count, level);
                }
                for (const u64 b : kLongs) {
                    ValuWave w(lanes);
                    w.set64(0, kLongs);
                    w.set64(2, {b});
                    unsigned orders[2][64];
                    const unsigned count = unsigned(kLongs.size());
                    for (unsigned j = 0; j < count; ++j) {
                        orders[0][j] = order(i64(kLongs[j]), i64(b));
                        orders[1][j] = order(kLongs[j], b);
                    }
                    check_relation(w, relation, "_i64", orders[0], count, level);
                    check_relation(w, relation, "_u64", orders[1], count, level);
                }
            }
}

/// The value of a half, exact in a float.
float half_value(uint16_t x) {
    const int exponent = x >> 10 & 31;
    const float fraction = float(x & 0x3ff);
    float value = exponent == 0    ? std::ldexp(fraction, -24)
                  : exponent == 31 ? (x & 0x3ff ? std::nanf("") : HUGE_VALF)
                                   : std::ldexp(1024.0f + fraction, exponent - 25);
    return x & 0x8000 ? -value : value;
}
/// What f32 comparisons see when MODE flushes denormals.
float flushed(u32 x) {
    return u2f((x & 0x7f800000) == 0 ? x & 0x80000000 : x);
}

TEST(ValuModel, FloatComparisons) {
    const std::vector<u32> halfs(kCorners16.begin(), kCorners16.end());
    for (const SimdChoice level : levels())
        for (const unsigned lanes : {32u, 64u})
            for (const Relation& relation : kFloatRelations) {
                unsigned orders[64];
                const unsigned most = std::min<unsigned>(lanes, 32);
                for (unsigned k = 0; k < most; ++k) {
                    ValuWave w(lanes);
                    w.set(0, kCorners32);
                    w.set(2, {kCorners32[k]});
                    for (unsigned j = 0; j < most; ++j)
                        orders[j] = order(flushed(kCorners32[j]), flushed(kCorners32[k]));
                    check_relation(w, relation, "_f32", orders, most, level);
                    w.set(0, halfs);
                    w.set(2, {halfs[k]});
                    for (unsigned j = 0; j < most; ++j)
                        orders[j] = order(half_value(kCorners16[j]), half_value(kCorners16[k]));
                    check_relation(w, relation, "_f16", orders, most, level);
                    w.set64(0, kCorners64);
                    w.set64(2, {kCorners64[k]});
                    for (unsigned j = 0; j < most; ++j)
                        orders[j] = order(u2d(kCorners64[j]), u2d(kCorners64[k]));
                    check_relation(w, relation, "_f64", orders, most, level);
                }
            }
}

} // namespace
} // namespace wb::sim::test

#undef IS
#undef ALL
