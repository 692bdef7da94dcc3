// SPDX-License-Identifier: MIT
// Vector ALU instructions of 32 bits that the model tests leave out, on values for which the RDNA3 ISA
// document's pseudo-code (16.7 to 16.12) leaves no choice; every level, both wave sizes, some lanes off.
#include "tests/sim/isa/valu_fixture.h"

#include <algorithm>
#include <cmath>

namespace wb::sim::test {
namespace {

constexpr uint32_t kBefore = 0xb4c5'd6e7;
constexpr uint64_t kExec = 0xa5f0'7e81'3c5a'ff01;
using Words3 = std::array<uint32_t, 3>;

/// Runs `name` with lane j's operands from values[j % size] and checks active lanes against `expect(a, b,
/// c)`, by `same`.
template <class Expect>
void check(const char* name, const std::vector<Words3>& values, Expect expect, uint32_t result_bits = ~0u) {
    for (const SimdChoice level : levels())
        for (const unsigned lanes : {32u, 64u})
            for (size_t first = 0; first < values.size(); first += lanes / 2) {
                ValuWave w(lanes);
                w.wave.set_exec(kExec & w.wave.all_lanes());
                for (unsigned j = 0; j < kMaxLanes; ++j)
                    for (unsigned i = 0; i < 3; ++i)
                        w[2 * i].lane[j] = values[(first + j) % values.size()][i];
                w.set(10, {kBefore});
                run(w, name, vop3_inst(), level);
                for (unsigned j = 0; j < lanes; ++j) {
                    const Words3& in = values[(first + j) % values.size()];
                    const bool active = kExec >> j & 1;
                    const uint32_t want = active ? expect(in[0], in[1], in[2]) : kBefore;
                    const uint32_t mask = active ? result_bits : ~0u;
                    ASSERT_EQ(w[10].lane[j] & mask, want & mask)
                        << name << std::hex << " " << in[0] << " " << in[1] << " " << in[2] << " lane " << j;
                }
            }
}
/// All triples of `values`.
std::vector<Words3> triples(const std::vector<uint32_t>& values) {
    std::vector<Words3> result;
    for (const uint32_t a : values)
        for (const uint32_t b : values)
            for (const uint32_t c : values)
                result.push_back({a, b, c});
    return result;
}
std::vector<Words3> float_triples(const std::vector<float>& values) {
    std::vector<uint32_t> words;
    for (const float x : values)
        words.push_back(f2u(x));
    return triples(words);
}
uint32_t byte_of(uint32_t x, unsigned i) {
    return x >> 8 * i & 0xff;
}

const std::vector<uint32_t> kSources = {0, 1, 31, 0x8000'0000, 0xffff'ffff, 0x1234'5678, 0x80ff'7f01};

TEST(ValuOpcode, Integers) {
    const auto values = triples(kSources);
    check("v_xor_b32", values, [](uint32_t a, uint32_t b, uint32_t) { return a ^ b; });
    check("v_lshl_or_b32", values, [](uint32_t a, uint32_t b, uint32_t c) { return a << (b & 31) | c; });
    const auto nibbles = [](uint32_t a, uint32_t b, uint32_t c, bool sign_a, bool sign_b) {
        int64_t sum = sign_a || sign_b ? int32_t(c) : int64_t(c);
        for (unsigned i = 0; i < 8; ++i) {
            const int x = int(a >> 4 * i & 15), y = int(b >> 4 * i & 15);
            sum += (sign_a && x > 7 ? x - 16 : x) * (sign_b && y > 7 ? y - 16 : y);
        }
        return uint32_t(sum);
    };
    check("v_dot8_u32_u4", values,
          [&](uint32_t a, uint32_t b, uint32_t c) { return nibbles(a, b, c, false, false); });
    for (unsigned neg = 0; neg < 4; ++neg) {
        ValuWave w;
        w.set(0, {0x89ab'cdef}), w.set(2, {0xf731'8124}), w.set(4, {1000});
        Inst in = vop3_inst();
        in.encoding = Encoding::VOP3P;
        in.neg = uint8_t(neg); // Which operands are signed.
        in.opsel_hi = 7;
        run(w, "v_dot8_i32_iu4", in);
        EXPECT_EQ(w[10].lane[9], nibbles(0x89ab'cdef, 0xf731'8124, 1000, neg & 1, neg & 2)) << neg;
    }
}

TEST(ValuOpcode, SixtyFourBitShiftAndSums) {
    for (const SimdChoice level : levels()) {
        ValuWave w;
        const std::vector<uint64_t> windows = {0x0102'0304'0506'0708, 0xff00'80ff'7f01'00fe, ~0ull, 0,
                                               0x8000'0000'0000'0001};
        for (const uint32_t reference : kSources) {
            w.set64(0, windows);
            w.set(2, {reference});
            w.set64(4, {0xffff'0001'8000'0010});
            for (const bool masked : {false, true}) {
                run(w, masked ? "v_mqsad_pk_u16_u8" : "v_qsad_pk_u16_u8", vop3_inst(), level);
                for (unsigned j = 0; j < windows.size(); ++j)
                    for (unsigned k = 0; k < 4; ++k) {
                        uint32_t sum = uint32_t(0xffff'0001'8000'0010 >> 16 * k) & 0xffff;
                        for (unsigned i = 0; i < 4; ++i) {
                            const int x = int(windows[j] >> 8 * (k + i) & 0xff),
                                      y = int(byte_of(reference, i));
                            if (!masked || y) sum += unsigned(std::abs(x - y));
                        }
                        ASSERT_EQ(w.get64(10, j) >> 16 * k & 0xffff, sum & 0xffff)
                            << masked << " " << j << " " << k;
                    }
            }
            Inst in = vop3_inst();
            for (unsigned k = 0; k < 4; ++k)
                w.set(4 + k, {100 * k});
            run(w, "v_mqsad_u32_u8", in, level);
            for (unsigned j = 0; j < windows.size(); ++j)
                for (unsigned k = 0; k < 4; ++k) {
                    uint32_t sum = 100 * k;
                    for (unsigned i = 0; i < 4; ++i) {
                        const int x = int(windows[j] >> 8 * (k + i) & 0xff), y = int(byte_of(reference, i));
                        if (y) sum += unsigned(std::abs(x - y));
                    }
                    ASSERT_EQ(w[10 + k].lane[j], sum);
                }
            w.set64(2, windows);
            w.set(0, {reference});
            run(w, "v_lshrrev_b64", vop3_inst(), level);
            for (unsigned j = 0; j < windows.size(); ++j)
                ASSERT_EQ(w.get64(10, j), windows[j] >> (reference & 63));
        }
    }
}

TEST(ValuOpcode, FloatSelections) {
    const float inf = INFINITY;
    const auto values = float_triples({-inf, -2.5f, -0.25f, 1, 3, inf});
    const auto f = [](auto op) {
        return [op](uint32_t a, uint32_t b, uint32_t c) { return f2u(op(u2f(a), u2f(b), u2f(c))); };
    };
    check("v_min3_f32", values, f([](float a, float b, float c) { return std::min({a, b, c}); }));
    check("v_max3_f32", values, f([](float a, float b, float c) { return std::max({a, b, c}); }));
    check("v_maxmin_f32", values, f([](float a, float b, float c) { return std::min(std::max(a, b), c); }));
    check("v_minmax_f32", values, f([](float a, float b, float c) { return std::max(std::min(a, b), c); }));
    const float lowest = -3.402823466e38f;
    check("v_mullit_f32", float_triples({-inf, lowest, -2, 0, 0.5f, 3}),
          f([&](float a, float b, float c) { return b <= lowest || c <= 0 ? lowest : a * b; }),
          0x7fff'ffff); // 0 * inf does not occur; the sign of zero does not matter.
    check("v_fmac_dx9_zero_f32", float_triples({-2, 0, 3, 0.5f}), [](uint32_t a, uint32_t b, uint32_t) {
        const float sum = u2f(kBefore); // The destination, which check() has set.
        return f2u(u2f(a) == 0 || u2f(b) == 0 ? sum : std::fma(u2f(a), u2f(b), sum));
    });
}

TEST(ValuOpcode, CubeFaces) {
    const auto values = float_triples({-4, -3, -1, 0.5f, 2, 3});
    const auto axis = [](float x, float y, float z) {
        return std::abs(z) >= std::abs(x) && std::abs(z) >= std::abs(y) ? 2
               : std::abs(y) >= std::abs(x)                             ? 1
                                                                        : 0;
    };
    const auto cube = [&](auto on_x, auto on_y, auto on_z) {
        return [=](uint32_t a, uint32_t b, uint32_t c) {
            const float x = u2f(a), y = u2f(b), z = u2f(c);
            const int major = axis(x, y, z);
            return f2u(major == 2 ? on_z(x, y, z) : major == 1 ? on_y(x, y, z) : on_x(x, y, z));
        };
    };
    using F = float;
    check("v_cubeid_f32", values,
          cube([](F x, F, F) { return x < 0 ? 1.f : 0.f; }, [](F, F y, F) { return y < 0 ? 3.f : 2.f; },
               [](F, F, F z) { return z < 0 ? 5.f : 4.f; }));
    check("v_cubesc_f32", values,
          cube([](F x, F, F z) { return x < 0 ? z : -z; }, [](F x, F, F) { return x; },
               [](F x, F, F z) { return z < 0 ? -x : x; }));
    check("v_cubetc_f32", values,
          cube([](F, F y, F) { return -y; }, [](F, F y, F z) { return y < 0 ? -z : z; },
               [](F, F y, F) { return -y; }));
    check("v_cubema_f32", values,
          cube([](F x, F, F) { return 2 * x; }, [](F, F y, F) { return 2 * y; },
               [](F, F, F z) { return 2 * z; }));
}

TEST(ValuOpcode, Conversions) {
    std::vector<Words3> values;
    for (const float x :
         {0.f, -0.75f, -0.5f, 0.25f, 0.5f, 1.5f, 2.5f, -1.5f, -3.f, 1e9f, -1e9f, 2e10f, -2e10f})
        values.push_back({f2u(x), 0, 0});
    values.push_back({0x7fc0'0000, 0, 0});
    const auto saturated = [](double x) {
        return std::isnan(x) ? 0u : uint32_t(int32_t(std::clamp(x, -2147483648., 2147483647.)));
    };
    check("v_cvt_floor_i32_f32", values,
          [&](uint32_t a, uint32_t, uint32_t) { return saturated(std::floor(double(u2f(a)))); });
    check("v_cvt_nearest_i32_f32", values,
          [&](uint32_t a, uint32_t, uint32_t) { return saturated(std::floor(double(u2f(a)) + 0.5)); });
    values.clear();
    // It rounds as MODE says, here to nearest even.
    for (const float x :
         {0.f, 7.f, 200.f, 255.f, 300.f, -5.f, 1e20f, NAN, 2.5f, 3.5f, 3.75f, 254.75f, -0.75f})
        for (const uint32_t position : {0u, 1u, 2u, 3u, 6u})
            values.push_back({f2u(x), position, 0x1122'3344});
    check("v_cvt_pk_u8_f32", values, [](uint32_t a, uint32_t b, uint32_t c) {
        const float x = u2f(a);
        const uint32_t shift = (b & 3) * 8,
                       clamped = std::isnan(x) ? 0 : uint32_t(std::clamp(std::nearbyint(x), 0.f, 255.f));
        return (c & ~(0xffu << shift)) | clamped << shift;
    });
    values.clear();
    for (const float x : {0.f, 1.f, -1.f, 1234.f, -32768.f, 32767.f})
        for (const float y : {5.f, -9.f, 0.f})
            values.push_back({f2u(x), f2u(y), 0});
    check("v_cvt_pk_i16_f32", values, [](uint32_t a, uint32_t b, uint32_t) {
        return uint32_t(uint16_t(int16_t(u2f(a)))) | uint32_t(uint16_t(int16_t(u2f(b)))) << 16;
    });
    for (Words3& in : values)
        in[0] &= 0x7fff'ffff, in[1] &= 0x7fff'ffff;
    check("v_cvt_pk_u16_f32", values,
          [](uint32_t a, uint32_t b, uint32_t) { return uint32_t(u2f(a)) | uint32_t(u2f(b)) << 16; });
    values.clear();
    for (const float x : {1.f, -2.f, 4.f, 0.5f, 0.f, -0.f, INFINITY, -INFINITY, 1e38f})
        values.push_back({f2u(x), 0, 0});
    check("v_rcp_iflag_f32", values, [](uint32_t a, uint32_t, uint32_t) { // 1e-38 is denormal: flushed.
        const float r = 1 / u2f(a);
        return f2u(std::fpclassify(r) == FP_SUBNORMAL ? 0.f : r);
    });
}

TEST(ValuOpcode, ClassesThatSetExec) {
    for (const SimdChoice level : levels())
        for (const unsigned lanes : {32u, 64u})
            for (const unsigned mask : {0u, 0x3ffu, 0x155u, 0x2aau, 0x3u, 0x204u}) {
                // In the order of the mask's bits: signalling and quiet NaN, -inf, -normal, -denormal, -0,
                // +0, ...
                const std::vector<uint32_t> singles = {0x7f80'0001, 0xffc0'0000, 0xff80'0000, 0xbf80'0000,
                                                       0x8000'0001, 0x8000'0000, 0,           1,
                                                       0x3f80'0000, 0x7f80'0000};
                const std::vector<uint32_t> halves = {0x7c01, 0xfe00, 0xfc00, 0xbc00, 0x8001,
                                                      0x8000, 0,      1,      0x3c00, 0x7c00};
                std::vector<uint64_t> doubles;
                for (const uint32_t x : singles)
                    doubles.push_back(x == 0x7f80'0001   ? 0x7ff0'0000'0000'0001
                                      : x == 0x8000'0001 ? 0x8000'0000'0000'0001
                                      : x == 1           ? 1
                                      : x == 0xffc0'0000 ? 0xfff8'0000'0000'0000
                                                         : d2u(double(u2f(x))));
                for (unsigned width = 0; width < 3; ++width) {
                    ValuWave w(lanes);
                    if (width == 2)
                        w.set64(0, doubles);
                    else
                        w.set(0, width ? singles : halves);
                    w.set(2, {mask});
                    w.wave.set_exec(kExec & w.wave.all_lanes());
                    const uint64_t before = w.wave.exec();
                    Inst in = vop3_inst();
                    in.dst = in.dst2 = kExecLo;
                    const char* const names[] = {"v_cmpx_class_f16", "v_cmpx_class_f32", "v_cmpx_class_f64"};
                    run(w, names[width], in, level);
                    uint64_t want = 0;
                    for (unsigned j = 0; j < lanes; ++j)
                        want |= uint64_t(mask >> j % 10 & 1) << j;
                    EXPECT_EQ(w.wave.exec(), want & before) << names[width] << " " << mask;
                }
            }
}

TEST(ValuOpcode, RelativeMovesAndNothing) {
    ValuWave w;
    const auto reset = [&] {
        for (unsigned i = 0; i < 32; ++i)
            w.set(i, {1000 + i});
        w.wave.set_exec(1ull << 7);
    };
    reset();
    w.wave.sgpr[kM0] = 3;
    run(w, "v_movrelsd_b32", vop3_inst()); // v[10 + 3] = v[0 + 3]
    EXPECT_EQ(w[13].lane[7], 1003u);
    EXPECT_EQ(w[13].lane[8], 1013u);
    reset();
    w.wave.sgpr[kM0] = 5 << 16 | 2; // Destination and source have their own offsets.
    run(w, "v_movrelsd_2_b32", vop3_inst());
    EXPECT_EQ(w[15].lane[7], 1002u);
    EXPECT_EQ(w[15].lane[6], 1015u);
    reset();
    run(w, "v_swaprel_b32", vop3_inst());
    EXPECT_EQ(w[15].lane[7], 1002u);
    EXPECT_EQ(w[2].lane[7], 1015u);
    EXPECT_EQ(w[2].lane[6], 1002u);
    reset();
    for (const char* name : {"v_nop", "v_pipeflush"})
        run(w, name, vop3_inst());
    for (unsigned i = 0; i < 32; ++i)
        EXPECT_EQ(w[i].lane[7], 1000 + i);
}

} // namespace
} // namespace wb::sim::test
