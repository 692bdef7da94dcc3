// SPDX-License-Identifier: MIT
// f32 and f64 arithmetic against the host's own, computed here with fesetround, and against definitions
// written out in this file. Every level, every corner pair.
#include "tests/sim/isa/valu_fixture.h"

#include <cfenv>
#include <cmath>
#include <functional>

namespace wb::sim::test {
namespace {

bool nan32(uint32_t x) {
    return (x & 0x7fffffff) > 0x7f800000;
}
uint32_t flush(uint32_t x) {
    return (x & 0x7f800000) == 0 ? x & 0x80000000 : x;
}

/// The NaN rule: first NaN source, quiet; else the default NaN.
uint32_t expected_nan(std::initializer_list<uint32_t> sources) {
    for (const uint32_t s : sources)
        if (nan32(s)) return s | 0x400000;
    return 0xffc00000;
}

/// Host result of `op` under MODE: rounding by fesetround, flushing by hand.
uint32_t reference(uint32_t mode, std::initializer_list<uint32_t> in,
                   const std::function<float(float, float, float)>& op) {
    static const int rounds[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    const bool flushes = ((mode >> 4) & 3) == 0;
    volatile float x[3] = {};
    unsigned i = 0;
    for (const uint32_t s : in)
        x[i++] = u2f(flushes ? flush(s) : s);
    std::fesetround(rounds[mode & 3]);
    volatile float r = op(x[0], x[1], x[2]);
    std::fesetround(FE_TONEAREST);
    const uint32_t bits = f2u(r);
    if (nan32(bits)) return expected_nan(in);
    return flushes ? flush(bits) : bits;
}

/// A result that only rounding brings up to the smallest normal number may be flushed or not: nothing says
/// whether the hardware detects underflow before or after rounding.
bool same(uint32_t got, uint32_t want, uint32_t mode) {
    const bool flushes = ((mode >> 4) & 3) == 0;
    return got == want || (flushes && (want & 0x7fffffff) == 0x00800000 && got == (want & 0x80000000));
}

struct Binary {
    const char* name;
    float (*op)(float, float, float);
};
float do_add(float a, float b, float) {
    return a + b;
}
float do_sub(float a, float b, float) {
    return a - b;
}
float do_subrev(float a, float b, float) {
    return b - a;
}
float do_mul(float a, float b, float) {
    return a * b;
}
float do_fma(float a, float b, float c) {
    return std::fma(a, b, c);
}

TEST(ValuFloat, BinaryF32InAllModes) {
    for (const SimdChoice level : levels())
        for (const uint32_t mode : {0xc0u, 0xf0u, 0xf1u, 0xf2u, 0xf3u, 0xc3u})
            for (const Binary& op : {Binary{"v_add_f32", do_add},
                                     {"v_sub_f32", do_sub},
                                     {"v_subrev_f32", do_subrev},
                                     {"v_mul_f32", do_mul}}) {
                ValuWave w(64, mode);
                for (const uint32_t b : kCorners32) {
                    w.set(0, kCorners32);
                    w.set(2, {b});
                    run(w, op.name, vop3_inst(), level);
                    for (unsigned j = 0; j < kCorners32.size(); ++j)
                        ASSERT_TRUE(same(w[10].lane[j], reference(mode, {kCorners32[j], b}, op.op), mode))
                            << op.name << std::hex << " " << kCorners32[j] << " " << b << " mode " << mode;
                }
            }
}

TEST(ValuFloat, FmaF32IsExact) {
    std::mt19937 random(7);
    for (const SimdChoice level : levels())
        for (const uint32_t mode : {0xc0u, 0xf0u, 0xf1u, 0xf2u, 0xf3u}) {
            ValuWave w(64, mode);
            for (unsigned repeat = 0; repeat < 200; ++repeat) {
                for (unsigned j = 0; j < 64; ++j) {
                    w[0].lane[j] = kCorners32[random() % kCorners32.size()];
                    w[2].lane[j] = repeat & 1 ? random() : kCorners32[random() % kCorners32.size()];
                    w[4].lane[j] = repeat & 2 ? random() : kCorners32[random() % kCorners32.size()];
                }
                run(w, "v_fma_f32", vop3_inst(), level);
                for (unsigned j = 0; j < 64; ++j) {
                    const uint32_t a = w[0].lane[j], b = w[2].lane[j], c = w[4].lane[j];
                    ASSERT_TRUE(same(w[10].lane[j], reference(mode, {a, b, c}, do_fma), mode))
                        << std::hex << a << " " << b << " " << c << " mode " << mode;
                }
            }
        }
}

TEST(ValuFloat, FmacAddsToTheDestination) {
    ValuWave w;
    w.set(0, {f2u(3.f)});
    w.set(2, {f2u(5.f)});
    w.set(10, {f2u(0.25f), f2u(-15.f)});
    run(w, "v_fmac_f32", vop3_inst());
    EXPECT_EQ(u2f(w[10].lane[0]), 15.25f);
    EXPECT_EQ(w[10].lane[1], 0u);
}

TEST(ValuFloat, LiteralFormsOfFma) {
    ValuWave w;
    w.set(0, {f2u(2.f)});
    w.set(2, {f2u(3.f)});
    Inst in = vop3_inst();
    in.encoding = Encoding::VOP2;
    in.src[2] = 255;
    in.literal = f2u(10.f);
    run(w, "v_fmaak_f32", in);
    EXPECT_EQ(u2f(w[10].lane[63]), 16.f); // 2 * 3 + K
    run(w, "v_fmamk_f32", in);
    EXPECT_EQ(u2f(w[10].lane[63]), 23.f); // 2 * K + 3
}

/// V_MIN_F32 / V_MAX_F32 as the ISA's pseudocode states them.
uint32_t min_max(bool maximum, bool ieee, uint32_t a, uint32_t b, bool flushes) {
    if (flushes) a = flush(a), b = flush(b);
    const auto signaling = [](uint32_t x) { return nan32(x) && !(x & 0x400000); };
    if (ieee && signaling(a)) return a | 0x400000;
    if (ieee && signaling(b)) return b | 0x400000;
    if (nan32(b)) return a;
    if (nan32(a)) return b;
    const float x = u2f(a), y = u2f(b);
    const bool zeros = x == 0 && y == 0;
    if (maximum) return x > y || (zeros && !(a >> 31) && (b >> 31)) ? a : b;
    return x < y || (zeros && (a >> 31) && !(b >> 31)) ? a : b;
}

TEST(ValuFloat, MinMaxNanAndZeroRules) {
    for (const SimdChoice level : levels())
        for (const uint32_t mode : {0xc0u, 0xf0u, 0x2f0u})
            for (const bool maximum : {false, true}) {
                ValuWave w(64, mode);
                for (const uint32_t b : kCorners32) {
                    w.set(0, kCorners32);
                    w.set(2, {b});
                    run(w, maximum ? "v_max_f32" : "v_min_f32", vop3_inst(), level);
                    for (unsigned j = 0; j < kCorners32.size(); ++j)
                        ASSERT_EQ(w[10].lane[j],
                                  min_max(maximum, mode & 0x200, kCorners32[j], b, mode == 0xc0))
                            << maximum << std::hex << " " << kCorners32[j] << " " << b << " mode " << mode;
                }
            }
}

TEST(ValuFloat, Med3OrdersThreeNumbers) {
    const float numbers[] = {-1.f, 2.f, 7.5f};
    const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (const auto& order : orders) {
        ValuWave w;
        for (unsigned i = 0; i < 3; ++i)
            w.set(2 * i, {f2u(numbers[order[i]])});
        run(w, "v_med3_f32", vop3_inst());
        EXPECT_EQ(u2f(w[10].lane[5]), 2.f);
    }
    ValuWave w;
    w.set(0, {0x7fc00000});
    w.set(2, {f2u(3.f)});
    w.set(4, {f2u(1.f)});
    run(w, "v_med3_f32", vop3_inst());
    EXPECT_EQ(u2f(w[10].lane[0]), 1.f); // a NaN makes it min3
}

/// V_MED3_F32 as the ISA's pseudocode states it: min3 with a NaN; else the maximum of the two that are not
/// (the first that equals) the maximum of all.
TEST(ValuFloat, Med3IsThePseudocodes) {
    for (const SimdChoice level : levels())
        for (const uint32_t mode : {0xc0u, 0xf0u, 0x2f0u}) {
            const bool ieee = mode & 0x200, flushes = mode == 0xc0;
            const auto low = [&](uint32_t a, uint32_t b) { return min_max(false, ieee, a, b, flushes); };
            const auto high = [&](uint32_t a, uint32_t b) { return min_max(true, ieee, a, b, flushes); };
            ValuWave w(64, mode);
            for (const uint32_t b : kCorners32)
                for (const uint32_t c : {0u, 0x80000000u, 0x3f800000u, 0xff800000u, 0x7fc01234u, 0x7f800001u,
                                         0x80000001u, 0x7f7fffffu}) {
                    w.set(0, kCorners32);
                    w.set(2, {b});
                    w.set(4, {c});
                    run(w, "v_med3_f32", vop3_inst(), level);
                    for (unsigned j = 0; j < kCorners32.size(); ++j) {
                        const uint32_t a = kCorners32[j], most = high(high(a, b), c);
                        const auto value = [&](uint32_t x) { return u2f(flushes ? flush(x) : x); };
                        const uint32_t want = nan32(a) || nan32(b) || nan32(c) ? low(low(a, b), c)
                                              : value(most) == value(a)        ? high(b, c)
                                              : value(most) == value(b)        ? high(a, c)
                                                                               : high(a, b);
                        ASSERT_EQ(w[10].lane[j], want)
                            << std::hex << a << " " << b << " " << c << " mode " << mode;
                    }
                }
        }
}

TEST(ValuFloat, Modifiers) {
    ValuWave w;
    w.set(0, {f2u(-3.f)});
    w.set(2, {f2u(0.5f)});
    Inst in = vop3_inst();
    in.abs = 1;
    in.neg = 2; // |a| * -b
    run(w, "v_mul_f32", in);
    EXPECT_EQ(u2f(w[10].lane[0]), -1.5f);
    in.abs = 0, in.neg = 1, in.omod = 1; // -a * b * 2
    run(w, "v_mul_f32", in);
    EXPECT_EQ(u2f(w[10].lane[0]), 3.f);
    in.clamp = 1;
    run(w, "v_mul_f32", in);
    EXPECT_EQ(u2f(w[10].lane[0]), 1.f);
    // omod turns -0 into +0; it does nothing where denormals are kept.
    in = vop3_inst();
    in.omod = 3;
    w.set(0, {0x80000000});
    run(w, "v_mul_f32", in);
    EXPECT_EQ(w[10].lane[0], 0u);
    w.wave.mode = kAllDenormals;
    run(w, "v_mul_f32", in);
    EXPECT_EQ(w[10].lane[0], 0x80000000u);
    // DX10_CLAMP makes a NaN 0.
    in = vop3_inst();
    in.clamp = 1;
    w.set(0, {0x7fc00000});
    for (const bool dx10 : {false, true}) {
        w.wave.mode = kRadvMode | (dx10 ? 1u << 8 : 0);
        run(w, "v_mul_f32", in);
        EXPECT_EQ(w[10].lane[0], dx10 ? 0u : 0x7fc00000u);
    }
}

TEST(ValuFloat, Dx9ZeroTimesAnythingIsZero) {
    ValuWave w;
    w.set(0, {0, 0x80000000, 0x7f800000, f2u(2.f)});
    w.set(2, {0x7f800000, 0x7fc00000, 0x80000000, f2u(3.f)});
    w.set(4, {f2u(7.f)});
    run(w, "v_mul_dx9_zero_f32", vop3_inst());
    for (unsigned j = 0; j < 3; ++j)
        EXPECT_EQ(w[10].lane[j], 0u);
    EXPECT_EQ(u2f(w[10].lane[3]), 6.f);
    run(w, "v_fma_dx9_zero_f32", vop3_inst());
    EXPECT_EQ(u2f(w[10].lane[1]), 7.f);
    EXPECT_EQ(u2f(w[10].lane[3]), 13.f);
}

/// n / d with the instruction sequence of the compiler must be the correctly rounded quotient.
TEST(ValuFloat, DivisionSequenceF32IsCorrectlyRounded) {
    std::mt19937 random(3);
    for (unsigned repeat = 0; repeat < 100; ++repeat) {
        ValuWave w(64, kAllDenormals);
        for (unsigned j = 0; j < 64; ++j) {
            w[0].lane[j] = repeat & 1 ? random() : kCorners32[random() % kCorners32.size()]; // numerator
            w[1].lane[j] = repeat & 2 ? random() : kCorners32[random() % kCorners32.size()]; // denominator
        }
        const auto op = [&](const char* name, unsigned dst, uint16_t a, uint16_t b, uint16_t c,
                            uint8_t neg = 0, uint16_t mask = 20) {
            Inst in = vop3_inst();
            in.dst = v(dst), in.dst2 = mask, in.src[0] = a, in.src[1] = b, in.src[2] = c, in.neg = neg;
            run(w, name, in);
        };
        constexpr uint16_t kOne = 242;
        op("v_div_scale_f32", 2, v(1), v(1), v(0));
        op("v_div_scale_f32", 3, v(0), v(1), v(0), 0, kVccLo);
        op("v_rcp_f32", 4, v(2), 0, 0);
        op("v_fma_f32", 5, v(2), v(4), kOne, 1);
        op("v_fmac_f32", 4, v(5), v(4), 0);
        op("v_mul_f32", 6, v(3), v(4), 0);
        op("v_fma_f32", 7, v(2), v(6), v(3), 1);
        op("v_fmac_f32", 6, v(7), v(4), 0);
        op("v_fma_f32", 7, v(2), v(6), v(3), 1);
        op("v_div_fmas_f32", 8, v(7), v(4), v(6));
        op("v_div_fixup_f32", 9, v(8), v(1), v(0));
        for (unsigned j = 0; j < 64; ++j) {
            const float n = u2f(w[0].lane[j]), d = u2f(w[1].lane[j]);
            const uint32_t want = f2u(n / d), got = w[9].lane[j];
            if (nan32(want)) {
                EXPECT_TRUE(nan32(got)) << n << " / " << d;
            } else if ((want & 0x7f800000) == 0) {
                EXPECT_LE(std::abs(int32_t(want - got)), 1) << n << " / " << d; // denormals round twice
            } else {
                EXPECT_EQ(got, want) << std::hexfloat << n << " / " << d << " gives " << u2f(got);
            }
        }
    }
}

TEST(ValuFloat, RoundingToIntegers) {
    for (const SimdChoice level : levels()) {
        ValuWave w(64, kAllDenormals);
        w.set(0, {f2u(2.5f), f2u(3.5f), f2u(-2.5f), f2u(-0.25f), f2u(0.75f), 0x80000001, f2u(8388609.f),
                  0x7f800001});
        const auto expect = [&](const char* name, std::initializer_list<uint32_t> want) {
            run(w, name, vop3_inst(), level);
            unsigned j = 0;
            for (const uint32_t x : want) {
                EXPECT_EQ(w[10].lane[j], x) << name << " lane " << j;
                ++j;
            }
        };
        const uint32_t big = f2u(8388609.f), qnan = 0x7fc00001;
        expect("v_rndne_f32", {f2u(2.f), f2u(4.f), f2u(-2.f), 0x80000000, f2u(1.f), 0x80000000, big, qnan});
        expect("v_trunc_f32", {f2u(2.f), f2u(3.f), f2u(-2.f), 0x80000000, 0, 0x80000000, big, qnan});
        expect("v_floor_f32", {f2u(2.f), f2u(3.f), f2u(-3.f), f2u(-1.f), 0, f2u(-1.f), big, qnan});
        expect("v_ceil_f32", {f2u(3.f), f2u(4.f), f2u(-2.f), 0x80000000, f2u(1.f), 0x80000000, big, qnan});
        expect("v_fract_f32", {f2u(.5f), f2u(.5f), f2u(.5f), f2u(.75f), f2u(.75f), 0x3f7fffff, 0, qnan});
    }
}

TEST(ValuFloat, FrexpAndLdexp) {
    for (const SimdChoice level : levels()) {
        ValuWave w(64, kAllDenormals);
        w.set(0, kCorners32);
        run(w, "v_frexp_mant_f32", vop3_inst(), level);
        Inst in = vop3_inst();
        in.dst = v(11);
        run(w, "v_frexp_exp_i32_f32", in, level);
        for (unsigned j = 0; j < kCorners32.size(); ++j) {
            const float x = u2f(kCorners32[j]);
            int e = 0;
            const float m = std::frexp(x, &e);
            if (std::isfinite(x)) {
                EXPECT_EQ(w[10].lane[j], f2u(m)) << x;
                EXPECT_EQ(int32_t(w[11].lane[j]), e) << x;
            } else {
                EXPECT_EQ(w[11].lane[j], 0u);
            }
        }
        for (const int n : {0, 1, -1, 24, -24, 127, -130, 200, -200, 1000, -1000}) {
            w.set(2, {uint32_t(n)});
            run(w, "v_ldexp_f32", vop3_inst(), level);
            for (unsigned j = 0; j < kCorners32.size(); ++j) {
                const float want = std::ldexp(u2f(kCorners32[j]), n);
                if (want == want) {
                    ASSERT_EQ(w[10].lane[j], f2u(want)) << u2f(kCorners32[j]) << " " << n;
                }
            }
        }
    }
}

TEST(ValuFloat, F64MatchesTheHost) {
    const auto nan = [](uint64_t x) { return (x & ~(1ull << 63)) > 0x7ff0000000000000; };
    for (const SimdChoice level : levels()) {
        ValuWave w;
        for (const uint64_t b : kCorners64)
            for (const uint64_t c : {0x3ff0000000000000ull, 0x0000000000000001ull, 0xfff0000000000000ull}) {
                w.set64(0, kCorners64);
                w.set64(2, {b});
                w.set64(4, {c});
                const auto expect = [&](const char* name, double (*op)(double, double, double)) {
                    run(w, name, vop3_inst(), level);
                    for (unsigned j = 0; j < kCorners64.size(); ++j) {
                        const uint64_t want = d2u(op(u2d(kCorners64[j]), u2d(b), u2d(c)));
                        if (nan(want))
                            ASSERT_TRUE(nan(w.get64(10, j)));
                        else
                            ASSERT_EQ(w.get64(10, j), want) << name << " " << j;
                    }
                };
                expect("v_add_f64", [](double x, double y, double) { return x + y; });
                expect("v_mul_f64", [](double x, double y, double) { return x * y; });
                expect("v_fma_f64", [](double x, double y, double z) { return std::fma(x, y, z); });
                expect("v_floor_f64", [](double x, double, double) { return std::floor(x); });
                expect("v_rndne_f64", [](double x, double, double) { return std::nearbyint(x); });
            }
    }
}

/// Inline and literal constants of an f64 operand.
TEST(ValuFloat, F64Constants) {
    ValuWave w;
    w.set64(0, {d2u(10.)});
    Inst in = vop3_inst();
    in.src[1] = 244; // 2.0
    run(w, "v_mul_f64", in);
    EXPECT_EQ(w.get64(10, 9), d2u(20.));
    in.src[1] = 255; // the high half of the number
    in.literal = 0x40140000;
    run(w, "v_mul_f64", in);
    EXPECT_EQ(w.get64(10, 9), d2u(50.));
}

} // namespace
} // namespace wb::sim::test
