// SPDX-License-Identifier: MIT
// MODE's rounding against the host's fesetround, where an inexact result or the sign of a zero shows it:
// rounding to integers, f64 arithmetic, conversions. Every level, every mode.
#include "tests/sim/isa/valu_fixture.h"

#include <cfenv>
#include <cmath>

namespace wb::sim::test {
namespace {

/// MODE's rounding codes (hardware.md 6.4) as the host's.
constexpr int kHostRound[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};

/// MODE with `round` for f32, f16 and f64, denormals kept.
uint32_t mode_of(unsigned round) {
    return kAllDenormals | round | round << 2;
}

/// op(x) under the host's rounding. Not inlined: the compiler must not move or fold it.
template <class T>
[[gnu::noinline]] T under(unsigned round, T (*op)(T, T, T), T a, T b = 0, T c = 0) {
    volatile T x = a, y = b, z = c;
    std::fesetround(kHostRound[round]);
    volatile T r = op(x, y, z);
    std::fesetround(FE_TONEAREST);
    return r;
}

/// Through trunc: GCC's own code for floor makes +0 a -0 where the host rounds down.
template <class T>
T floor_of(T x, T, T) {
    const T r = std::trunc(x);
    return r > x ? r - 1 : r;
}
template <class T>
T ceil_of(T x, T, T) {
    return std::ceil(x);
}
template <class T>
T trunc_of(T x, T, T) {
    return std::trunc(x);
}
template <class T>
T fract_of(T x, T, T) {
    volatile T whole = floor_of<T>(x, 0, 0);
    const T r = x - whole;
    return r < 1 ? r : std::nextafter(T(1), T(0));
}

TEST(ValuRound, IntegersF32) {
    std::mt19937 random(5);
    for (const SimdChoice level : levels())
        for (const unsigned round : {0u, 1u, 2u, 3u}) {
            ValuWave w(64, mode_of(round));
            for (unsigned repeat = 0; repeat < 50; ++repeat) {
                for (unsigned j = 0; j < 64; ++j)
                    w[0].lane[j] = repeat == 0 ? kCorners32[j % kCorners32.size()]
                                               : (random() & 0x807f'ffffu) | (115 + random() % 40) << 23;
                const auto expect = [&](const char* name, float (*op)(float, float, float)) {
                    run(w, name, vop3_inst(), level);
                    for (unsigned j = 0; j < 64; ++j) {
                        const float x = u2f(w[0].lane[j]);
                        if (!std::isfinite(x)) continue; // RoundingToIntegers has NaNs
                        ASSERT_EQ(w[10].lane[j], f2u(under(round, op, x)))
                            << name << " of " << std::hexfloat << x << " round " << round << " "
                            << simd_level(level).name;
                    }
                };
                expect("v_floor_f32", floor_of<float>);
                expect("v_ceil_f32", ceil_of<float>);
                expect("v_trunc_f32", trunc_of<float>);
                expect("v_fract_f32", fract_of<float>);
                // To nearest even whatever MODE says.
                run(w, "v_rndne_f32", vop3_inst(), level);
                for (unsigned j = 0; j < 64; ++j)
                    if (const float x = u2f(w[0].lane[j]); std::isfinite(x)) {
                        ASSERT_EQ(w[10].lane[j], f2u(std::nearbyint(x))) << x << " round " << round;
                    }
            }
        }
}

TEST(ValuRound, F64) {
    std::mt19937_64 random(6);
    const auto finite = [](uint64_t x) { return std::isfinite(u2d(x)); };
    for (const SimdChoice level : levels())
        for (const unsigned round : {0u, 1u, 2u, 3u}) {
            ValuWave w(64, mode_of(round));
            for (unsigned repeat = 0; repeat < 50; ++repeat) {
                const auto word = [&](unsigned kind, unsigned j) -> uint64_t {
                    if (repeat == 0 && kind == 0) return kCorners64[j % kCorners64.size()];
                    if (random() % 4 == 0) return kCorners64[random() % kCorners64.size()];
                    return (random() & ~(0x7ffull << 52)) | (1015 + random() % 70) << 52;
                };
                for (unsigned j = 0; j < 64; ++j)
                    for (const unsigned kind : {0u, 1u, 2u}) {
                        const uint64_t x = word(kind, j);
                        w[2 * kind].lane[j] = uint32_t(x);
                        w[2 * kind + 1].lane[j] = uint32_t(x >> 32);
                    }
                const auto expect = [&](const char* name, double (*op)(double, double, double)) {
                    run(w, name, vop3_inst(), level);
                    for (unsigned j = 0; j < 64; ++j) {
                        if (!finite(w.get64(0, j)) || !finite(w.get64(2, j)) || !finite(w.get64(4, j)))
                            continue;
                        const double a = u2d(w.get64(0, j)), b = u2d(w.get64(2, j)), c = u2d(w.get64(4, j));
                        ASSERT_EQ(w.get64(10, j), d2u(under(round, op, a, b, c)))
                            << name << std::hexfloat << " " << a << " " << b << " " << c << " round " << round
                            << " " << simd_level(level).name;
                    }
                };
                expect("v_add_f64", [](double x, double y, double) { return x + y; });
                expect("v_mul_f64", [](double x, double y, double) { return x * y; });
                expect("v_fma_f64", [](double x, double y, double z) { return std::fma(x, y, z); });
                expect("v_floor_f64", floor_of<double>);
                expect("v_ceil_f64", ceil_of<double>);
                expect("v_trunc_f64", trunc_of<double>);
                expect("v_fract_f64", fract_of<double>);
            }
        }
}

TEST(ValuRound, ConversionsToF32) {
    std::mt19937_64 random(8);
    for (const SimdChoice level : levels())
        for (const unsigned round : {0u, 1u, 2u, 3u}) {
            ValuWave w(64, mode_of(round));
            for (unsigned repeat = 0; repeat < 50; ++repeat) {
                for (unsigned j = 0; j < 64; ++j) {
                    const uint64_t x = (random() & ~(0x7ffull << 52)) | (900 + random() % 240) << 52;
                    w[0].lane[j] = uint32_t(x);
                    w[1].lane[j] = uint32_t(x >> 32);
                }
                const auto expect = [&](const char* name, auto convert) {
                    run(w, name, vop3_inst(), level);
                    for (unsigned j = 0; j < 64; ++j) {
                        std::fesetround(kHostRound[round]);
                        volatile float want = convert(w, j);
                        std::fesetround(FE_TONEAREST);
                        ASSERT_EQ(w[10].lane[j], f2u(want))
                            << name << std::hex << " of " << w.get64(0, j) << " round " << round << " "
                            << simd_level(level).name;
                    }
                };
                expect("v_cvt_f32_u32", [](ValuWave& wave, unsigned j) {
                    volatile uint32_t x = wave[0].lane[j];
                    return float(x);
                });
                expect("v_cvt_f32_i32", [](ValuWave& wave, unsigned j) {
                    volatile int32_t x = int32_t(wave[0].lane[j]);
                    return float(x);
                });
                expect("v_cvt_f32_f64", [](ValuWave& wave, unsigned j) {
                    volatile double x = u2d(wave.get64(0, j));
                    return float(x);
                });
            }
        }
}

/// One rounding mode's instructions do not see another's: f32 and f64 round apart.
TEST(ValuRound, SingleAndDoubleHaveTheirOwn) {
    for (const SimdChoice level : levels()) {
        ValuWave w(64, kAllDenormals | 1u | 2u << 2); // f32 up, f64 down
        w.set(0, {f2u(1.f)});
        w.set(2, {f2u(0x1p-40f)});
        run(w, "v_add_f32", vop3_inst(), level);
        EXPECT_EQ(w[10].lane[7], f2u(1.f) + 1);
        w.set64(0, {d2u(-1.)});
        w.set64(2, {d2u(-0x1p-70)});
        run(w, "v_add_f64", vop3_inst(), level);
        EXPECT_EQ(w.get64(10, 7), d2u(-1.) + 1);
        w.set64(2, {d2u(0x1p-70)});
        run(w, "v_add_f64", vop3_inst(), level);
        EXPECT_EQ(w.get64(10, 7), d2u(-1.));
    }
}

} // namespace
} // namespace wb::sim::test
