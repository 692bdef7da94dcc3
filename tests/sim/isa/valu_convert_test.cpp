// SPDX-License-Identifier: MIT
// Conversions, f16 arithmetic and the transcendental unit. f16 references are exact rational rounding in f64,
// written here from the format's definition.
#include "tests/sim/isa/valu_fixture.h"

#include <cmath>

namespace wb::sim::test {
namespace {

double exact_half(uint16_t h) {
    const int e = (h >> 10) & 31, m = h & 0x3ff;
    double x = e == 31 ? (m ? NAN : INFINITY) : e ? std::ldexp(1024 + m, e - 25) : std::ldexp(m, -24);
    return h & 0x8000 ? -x : x;
}
/// The f16 next to `x` by the rounding code of MODE, found by searching the ordered list of finite numbers.
uint16_t half_from(double x, unsigned round) {
    if (std::isnan(x)) return 0x7e00;
    const uint16_t sign = std::signbit(x) ? 0x8000 : 0;
    const double a = std::fabs(x);
    if (std::isinf(a)) return sign | 0x7c00;
    uint16_t low = 0; // the largest f16 not above a
    for (uint16_t step = 0x4000; step; step >>= 1)
        if (low + step <= 0x7bff && exact_half(uint16_t(low + step)) <= a) low = uint16_t(low + step);
    const double below = exact_half(low), above = low == 0x7bff ? 65536. : exact_half(uint16_t(low + 1));
    if (a == below) return sign | low;
    const bool up = round == 0   ? a - below > above - a || (a - below == above - a && (low & 1))
                    : round == 1 ? !sign
                    : round == 2 ? sign != 0
                                 : false;
    return sign | uint16_t(low + up);
}
bool half_nan(uint32_t h) {
    return (h & 0x7fff) > 0x7c00;
}

TEST(ValuHalf, ArithmeticIsRoundedOnce) {
    for (const SimdChoice level : levels())
        for (const unsigned round : {0u, 1u, 2u, 3u}) {
            ValuWave w(64, 0xc0 | round << 2);
            std::mt19937 random(11);
            for (unsigned repeat = 0; repeat < 150; ++repeat) {
                for (unsigned j = 0; j < 64; ++j) {
                    w[0].lane[j] = kCorners16[random() % kCorners16.size()];
                    w[2].lane[j] = repeat & 1 ? random() & 0xffff : kCorners16[random() % kCorners16.size()];
                    w[4].lane[j] = repeat & 2 ? random() & 0xffff : kCorners16[random() % kCorners16.size()];
                }
                const auto expect = [&](const char* name, auto op) {
                    run(w, name, vop3_inst(), level);
                    for (unsigned j = 0; j < 64; ++j) {
                        const uint16_t a = uint16_t(w[0].lane[j]), b = uint16_t(w[2].lane[j]),
                                       c = uint16_t(w[4].lane[j]);
                        const double exact = op(exact_half(a), exact_half(b), exact_half(c));
                        const uint16_t got = uint16_t(w[10].lane[j]), want = half_from(exact, round);
                        if (half_nan(want))
                            ASSERT_TRUE(half_nan(got)) << name;
                        else if (exact == 0) // the sign of zero depends on the mode
                            ASSERT_EQ(got & 0x7fff, 0) << name;
                        else
                            ASSERT_EQ(got, want)
                                << name << std::hex << " " << a << " " << b << " " << c << " " << round;
                    }
                };
                // Exact in f64: sums span at most 41 bits, products have 22.
                expect("v_add_f16", [](double x, double y, double) { return x + y; });
                expect("v_mul_f16", [](double x, double y, double) { return x * y; });
                // Not always exact in f64; long double's 64 bits hold what f16 can tell apart.
                if (round == 0) expect("v_fma_f16", [](double x, double y, double z) { return x * y + z; });
            }
        }
}

TEST(ValuConvert, FloatToHalf) {
    for (const SimdChoice level : levels())
        for (const unsigned round : {0u, 1u, 2u, 3u}) {
            std::mt19937 random(13);
            ValuWave w(64, 0xf0 | round << 2);
            for (unsigned repeat = 0; repeat < 300; ++repeat) {
                for (unsigned j = 0; j < 64; ++j) {
                    const uint32_t near = (random() & 0x807fffff) | (100 + random() % 46) << 23;
                    w[0].lane[j] = repeat == 0  ? kCorners32[j % kCorners32.size()]
                                   : repeat & 1 ? near
                                                : near & 0xfffff000;
                }
                run(w, "v_cvt_f16_f32", vop3_inst(), level);
                Inst in = vop3_inst();
                in.dst = v(11);
                in.src[1] = v(0);
                run(w, "v_cvt_pk_rtz_f16_f32", in, level);
                for (unsigned j = 0; j < 64; ++j) {
                    const double x = u2f(w[0].lane[j]);
                    if (std::isnan(x)) {
                        ASSERT_TRUE(half_nan(w[10].lane[j]));
                        continue;
                    }
                    ASSERT_EQ(w[10].lane[j] & 0xffff, half_from(x, round)) << x << " " << round;
                    ASSERT_EQ(w[11].lane[j], half_from(x, 3) * 0x10001u) << x;
                }
            }
        }
}

TEST(ValuConvert, EveryHalfToFloat) {
    for (const SimdChoice level : levels()) {
        ValuWave w; // f32 flushes, f16 does not
        for (unsigned base = 0; base < 0x10000; base += 64) {
            for (unsigned j = 0; j < 64; ++j)
                w[0].lane[j] = 0xabc00000u | (base + j);
            run(w, "v_cvt_f32_f16", vop3_inst(), level);
            for (unsigned j = 0; j < 64; ++j) {
                const double x = exact_half(uint16_t(base + j));
                if (std::isnan(x))
                    ASSERT_TRUE(std::isnan(u2f(w[10].lane[j])));
                else
                    ASSERT_EQ(w[10].lane[j], f2u(float(x))) << base + j;
            }
        }
    }
}

TEST(ValuConvert, FloatToIntegerSaturates) {
    const std::vector<double> values = {0.,          -0.,         0.99,        -0.99,        1.5,
                                        -1.5,        2147483520., 2147483648., -2147483648., -2147483904.,
                                        4294967040., 4294967296., 1e30,        -1e30,        INFINITY,
                                        -INFINITY,   NAN};
    const auto reference = [](double x, double low, double high) {
        return std::isnan(x) ? 0. : std::min(std::max(std::trunc(x), low), high);
    };
    for (const SimdChoice level : levels()) {
        ValuWave w;
        for (unsigned j = 0; j < values.size(); ++j)
            w[0].lane[j] = f2u(float(values[j]));
        run(w, "v_cvt_i32_f32", vop3_inst(), level);
        for (unsigned j = 0; j < values.size(); ++j)
            EXPECT_EQ(double(int32_t(w[10].lane[j])), reference(values[j], -2147483648., 2147483647.) + 0.)
                << values[j];
        run(w, "v_cvt_u32_f32", vop3_inst(), level);
        for (unsigned j = 0; j < values.size(); ++j)
            EXPECT_EQ(double(w[10].lane[j]), reference(values[j], 0., 4294967295.) + 0.) << values[j];
        std::vector<uint64_t> wide;
        for (const double x : values)
            wide.push_back(d2u(x));
        w.set64(0, wide);
        run(w, "v_cvt_i32_f64", vop3_inst(), level);
        for (unsigned j = 0; j < values.size(); ++j)
            EXPECT_EQ(double(int32_t(w[10].lane[j])), reference(values[j], -2147483648., 2147483647.) + 0.)
                << values[j];
        run(w, "v_cvt_u32_f64", vop3_inst(), level);
        for (unsigned j = 0; j < values.size(); ++j)
            EXPECT_EQ(double(w[10].lane[j]), reference(values[j], 0., 4294967295.) + 0.) << values[j];
    }
}

TEST(ValuConvert, IntegerToFloatRounds) {
    for (const SimdChoice level : levels()) {
        ValuWave w;
        w.set(0, {0, 1, 0xffffffff, 0x80000000, 0x7fffffff, 0x01000001, 0x01000003, 0xffffff7f, 0xffffff80,
                  0x12345678});
        run(w, "v_cvt_f32_u32", vop3_inst(), level);
        for (unsigned j = 0; j < 64; ++j)
            ASSERT_EQ(w[10].lane[j], f2u(float(double(w[0].lane[j]))));
        run(w, "v_cvt_f32_i32", vop3_inst(), level);
        for (unsigned j = 0; j < 64; ++j)
            ASSERT_EQ(w[10].lane[j], f2u(float(double(int32_t(w[0].lane[j])))));
        run(w, "v_cvt_f32_ubyte2", vop3_inst(), level);
        EXPECT_EQ(u2f(w[10].lane[9]), 52.f); // 0x34
    }
}

TEST(ValuConvert, NormalisedPacks) {
    ValuWave w;
    w.set(0, {f2u(1.f), f2u(-2.f), f2u(0.5f), 0x7fc00000});
    w.set(2, {f2u(-1.f), f2u(2.f), f2u(0.25f), f2u(1.f)});
    run(w, "v_cvt_pk_norm_i16_f32", vop3_inst());
    EXPECT_EQ(w[10].lane[0], 0x80017fffu);
    EXPECT_EQ(w[10].lane[1], 0x7fff8001u);
    EXPECT_EQ(w[10].lane[2], 0x20004000u); // 8191.75 and 16383.5 to even
    EXPECT_EQ(w[10].lane[3], 0x7fff0000u);
    run(w, "v_cvt_pk_norm_u16_f32", vop3_inst());
    EXPECT_EQ(w[10].lane[0], 0x0000ffffu);
    EXPECT_EQ(w[10].lane[2], 0x40008000u); // 16383.75 and 32767.5 to even
}

TEST(ValuConvert, FmaMixTakesHalvesAndFloats) {
    ValuWave w;
    w.set(0, {0x40003c00}); // 2, 1 as f16
    w.set(2, {f2u(10.f)});
    w.set(4, {0x4200c000}); // 3, -2
    w.set(10, {0xffffffff});
    Inst in = vop3_inst();
    in.encoding = Encoding::VOP3P;
    in.opsel_hi = 5, in.opsel = 1; // a high half, b f32, c low half
    run(w, "v_fma_mix_f32", in);
    EXPECT_EQ(u2f(w[10].lane[0]), 2.f * 10.f - 2.f);
    in.abs = 4; // |c|
    run(w, "v_fma_mixlo_f16", in);
    EXPECT_EQ(w[10].lane[0] & 0xffff, 0x4d80u); // 22
    in.neg = 1;
    w.set(10, {0x1234});
    run(w, "v_fma_mixhi_f16", in);
    EXPECT_EQ(w[10].lane[0], 0xcc801234u); // -18
}

/// Within 1 ulp of the f64 library, on values over the whole range.
TEST(ValuTranscendental, WithinOneUlp) {
    std::mt19937 random(17);
    struct Row {
        const char* name;
        double (*op)(double);
        uint32_t (*input)(uint32_t);
    };
    const auto any = [](uint32_t r) { return r; };
    const auto positive = [](uint32_t r) { return r & 0x7fffffff; };
    const auto unit = [](uint32_t r) { return (r & 0x807fffff) | (100 + (r >> 23 & 31)) << 23; };
    const auto near_one = [](uint32_t r) { return (r & 0x00ffffff) | 0x3f000000; }; // [0.5, 2)
    const Row rows[] = {
        {"v_exp_f32", [](double x) { return std::exp2(x); }, unit},
        {"v_exp_f32", [](double x) { return std::exp2(x); }, near_one},
        {"v_log_f32", [](double x) { return std::log2(x); }, near_one},
        {"v_log_f32", [](double x) { return std::log2(x); }, positive},
        {"v_rcp_f32", [](double x) { return 1 / x; }, any},
        {"v_rsq_f32", [](double x) { return 1 / std::sqrt(x); }, positive},
        {"v_sqrt_f32", [](double x) { return std::sqrt(x); }, positive},
        {"v_sin_f32", [](double x) { return std::sin(6.283185307179586476925 * std::remainder(x, 1.)); },
         unit},
        {"v_cos_f32", [](double x) { return std::cos(6.283185307179586476925 * std::remainder(x, 1.)); },
         unit},
    };
    ValuWave w;
    for (const SimdChoice level : levels())
        for (const Row& row : rows)
            for (unsigned repeat = 0; repeat < 1000; ++repeat) {
                for (uint32_t& x : w[0].lane)
                    x = row.input(random());
                run(w, row.name, vop3_inst(), level);
                for (unsigned j = 0; j < 64; ++j) {
                    const float x = u2f(w[0].lane[j]), got = u2f(w[10].lane[j]);
                    if (std::isnan(x) || std::fpclassify(x) == FP_SUBNORMAL) continue;
                    const double want = row.op(x);
                    const float f = float(want);
                    if (std::fpclassify(f) == FP_SUBNORMAL) {
                        ASSERT_EQ(got, 0.f);
                    } else if (!std::isfinite(f) || f == 0) {
                        ASSERT_EQ(got, f) << row.name << " " << x;
                    } else {
                        const double ulp = std::ldexp(1., std::ilogb(f) - 23);
                        // The reference's own error of 2 pi x shows where the sine is nearly zero.
                        ASSERT_LE(std::fabs(double(got) - want), ulp + 1e-16)
                            << row.name << " " << x << " gives " << got;
                    }
                }
            }
}

/// Small arguments make small intermediate products: whether MODE flushes these must not show.
TEST(ValuTranscendental, DenormalModeDoesNotMatter) {
    for (const SimdChoice level : levels())
        for (const char* name : {"v_exp_f32", "v_log_f32", "v_sin_f32", "v_cos_f32", "v_rsq_f32"})
            for (uint32_t exponent = 0; exponent < 255; ++exponent) {
                ValuWave flushing(64, kRadvMode), keeping(64, kAllDenormals);
                std::mt19937 random(exponent);
                for (unsigned j = 0; j < 64; ++j)
                    flushing[0].lane[j] = keeping[0].lane[j] =
                        (uint32_t(random()) & 0x807f'ffffu) | exponent << 23;
                run(flushing, name, vop3_inst(), level);
                run(keeping, name, vop3_inst(), level);
                for (unsigned j = 0; j < 64; ++j)
                    ASSERT_EQ(flushing[10].lane[j], keeping[10].lane[j])
                        << name << " " << std::hex << flushing[0].lane[j];
            }
}

TEST(ValuTranscendental, NansBecomeQuietAndNothingElse) {
    const std::vector<uint32_t> nans = {0x7f80'0001, 0xff80'0001, 0x7fff'ffff, 0xffc1'2345, 0x7fa0'0000};
    for (const SimdChoice level : levels())
        for (const char* name :
             {"v_exp_f32", "v_log_f32", "v_sin_f32", "v_cos_f32", "v_rcp_f32", "v_rsq_f32", "v_sqrt_f32"}) {
            ValuWave w;
            w.set(0, nans);
            run(w, name, vop3_inst(), level);
            for (unsigned j = 0; j < 64; ++j)
                ASSERT_EQ(w[10].lane[j], w[0].lane[j] | 0x40'0000u)
                    << name << " " << std::hex << w[0].lane[j];
        }
}

TEST(ValuTranscendental, SpecialValues) {
    for (const SimdChoice level : levels()) {
        ValuWave w;
        const auto expect = [&](const char* name, std::vector<uint32_t> in, std::vector<uint32_t> want) {
            w.set(0, in);
            run(w, name, vop3_inst(), level);
            for (unsigned j = 0; j < want.size(); ++j)
                EXPECT_EQ(w[10].lane[j], want[j]) << name << " " << std::hex << in[j];
        };
        const uint32_t inf = 0x7f800000, minus_inf = 0xff800000, one = 0x3f800000, nan = 0xffc00000;
        expect("v_exp_f32", {0, 0x80000000, inf, minus_inf, f2u(-126.f), f2u(-127.f), f2u(128.f), f2u(10.f)},
               {one, one, inf, 0, 0x00800000, 0, inf, f2u(1024.f)});
        expect("v_log_f32", {0, 0x80000000, one, inf, f2u(-1.f), f2u(8.f), 1},
               {minus_inf, minus_inf, 0, inf, nan, f2u(3.f), minus_inf});
        expect("v_rcp_f32", {0, 0x80000000, inf, minus_inf, f2u(4.f), 1},
               {inf, minus_inf, 0, 0x80000000, f2u(.25f), inf});
        expect("v_rsq_f32", {0, 0x80000000, inf, f2u(-1.f), f2u(4.f)}, {inf, minus_inf, 0, nan, f2u(.5f)});
        expect("v_sqrt_f32", {0, 0x80000000, inf, f2u(-1.f), f2u(4.f)}, {0, 0x80000000, inf, nan, f2u(2.f)});
        expect("v_sin_f32", {0, 0x80000000, inf, f2u(.25f), f2u(-.25f), f2u(1e9f)},
               {0, 0x80000000, nan, one, f2u(-1.f), 0});
        expect("v_cos_f32", {0, f2u(.5f), inf, f2u(1e9f), f2u(1.f)}, {one, f2u(-1.f), nan, one, one});
    }
}

} // namespace
} // namespace wb::sim::test
