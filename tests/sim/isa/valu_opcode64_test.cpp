// SPDX-License-Identifier: MIT
// f64 instructions that the other tests leave out: conversions, halves of numbers, minimum and maximum, the
// approximations, the division sequence of the compilers, and the bits of 2/pi. RDNA3 ISA 16.8 and 16.12.
#include "tests/sim/isa/valu_fixture.h"

#include <cmath>
#include <string_view>

namespace wb::sim::test {
namespace {

bool nan64(uint64_t x) {
    return (x & ~(1ull << 63)) > 0x7ff0'0000'0000'0000;
}
constexpr uint64_t kExec64 = 0xa5f0'7e81'3c5a'ff01, kBefore64 = 0xb4c5'd6e7'f809'1a2b;

/// Runs `name` on v0 and v2 and compares v10; disabled lanes must keep it.
template <class Expect>
void check(const char* name, const std::vector<uint64_t>& a, const std::vector<uint64_t>& b, Expect expect) {
    for (const SimdChoice level : levels())
        for (const unsigned lanes : {32u, 64u})
            for (const uint64_t y : b) {
                ValuWave w(lanes, kAllDenormals);
                w.wave.set_exec(kExec64 & w.wave.all_lanes());
                w.set64(0, a), w.set64(2, {y}), w.set64(10, {kBefore64});
                run(w, name, vop3_inst(), level);
                for (unsigned j = 0; j < lanes; ++j) {
                    const uint64_t x = a[j % a.size()], got = w.get64(10, j);
                    if (kExec64 >> j & 1)
                        ASSERT_TRUE(expect(x, y, got))
                            << name << std::hex << " " << x << " " << y << ": " << got;
                    else
                        ASSERT_EQ(got, kBefore64);
                }
            }
}
auto equals(auto op) {
    return [op](uint64_t x, uint64_t y, uint64_t got) {
        const uint64_t want = d2u(op(x, y));
        return nan64(want) ? nan64(got) : got == want;
    };
}

TEST(ValuOpcode64, FromIntegers) {
    const std::vector<uint64_t> words = {0, 1, 0x7fff'ffff, 0x8000'0000, 0xffff'ffff, 12345};
    check("v_cvt_f64_i32", words, {0}, equals([](uint64_t x, uint64_t) { return double(int32_t(x)); }));
    check("v_cvt_f64_u32", words, {0}, equals([](uint64_t x, uint64_t) { return double(uint32_t(x)); }));
}

TEST(ValuOpcode64, SmallerAndLarger) {
    // A quiet NaN gives way to the number; +0 is above -0.
    const auto pick = [](bool larger) {
        return equals([larger](uint64_t x, uint64_t y) {
            const double a = u2d(x), b = u2d(y);
            if (std::isnan(a)) return b;
            if (std::isnan(b)) return a;
            if (a == b) return std::signbit(a) == larger ? b : a;
            return (a < b) != larger ? a : b;
        });
    };
    std::vector<uint64_t> numbers;
    for (const uint64_t x : kCorners64)
        if (!nan64(x) || (x & 1ull << 51)) numbers.push_back(x);
    check("v_min_f64", numbers, numbers, pick(false));
    check("v_max_f64", numbers, numbers, pick(true));
}

TEST(ValuOpcode64, ExponentAndFraction) {
    check("v_frexp_mant_f64", kCorners64, {0}, [](uint64_t x, uint64_t, uint64_t got) {
        int exponent = 0;
        return std::isfinite(u2d(x)) ? got == d2u(std::frexp(u2d(x), &exponent))
               : nan64(x)            ? nan64(got)
                                     : got == x;
    });
    check("v_frexp_exp_i32_f64", kCorners64, {0}, [](uint64_t x, uint64_t, uint64_t got) {
        int exponent = 0;
        if (std::isfinite(u2d(x))) std::frexp(u2d(x), &exponent);
        return uint32_t(got) == uint32_t(exponent);
    });
    std::vector<uint64_t> exponents;
    for (const int n : {0, 1, -1, 52, -52, 1023, -1074, 2000, -2200, 100000})
        exponents.push_back(uint32_t(n));
    check("v_ldexp_f64", kCorners64, exponents,
          equals([](uint64_t x, uint64_t y) { return std::ldexp(u2d(x), int32_t(y)); }));
}

TEST(ValuOpcode64, ApproximationsAndTheirSpecialCases) {
    // The document allows 2^29 ulp, which is 2^-23 of the result.
    const auto near = [](auto op) {
        return [op](uint64_t x, uint64_t, uint64_t got) {
            const double want = op(u2d(x));
            if (std::isnan(want)) return nan64(got);
            if (!std::isfinite(want) || want == 0) return got == d2u(want);
            return std::fabs(u2d(got) - want) <= std::fabs(want) * 0x1p-23;
        };
    };
    const std::vector<uint64_t> numbers = {
        0,        1ull << 63,    d2u(1.),        d2u(-2.), d2u(3.),    d2u(1e100),    d2u(-7e-50),
        d2u(0.1), d2u(INFINITY), d2u(-INFINITY), d2u(NAN), d2u(1e300), d2u(0x1p-1000)};
    check("v_rcp_f64", numbers, {0}, near([](double x) { return 1 / x; }));
    check("v_sqrt_f64", numbers, {0}, near([](double x) { return std::sqrt(x); }));
    check("v_rsq_f64", numbers, {0}, near([](double x) { return 1 / std::sqrt(x); }));
}

/// n / d with the instructions that compilers make of it is the correctly rounded quotient.
TEST(ValuOpcode64, DivisionSequence) {
    std::mt19937_64 random(5);
    for (const SimdChoice level : levels())
        for (unsigned repeat = 0; repeat < 40; ++repeat) {
            ValuWave w(repeat & 4 ? 32 : 64, kRadvMode);
            for (unsigned j = 0; j < 64; ++j)
                for (const unsigned reg : {0u, 2u}) {
                    const uint64_t x =
                        repeat & (reg ? 1 : 2) ? random() : kCorners64[random() % kCorners64.size()];
                    w[reg].lane[j] = uint32_t(x), w[reg + 1].lane[j] = uint32_t(x >> 32);
                }
            const auto op = [&](const char* name, unsigned dst, uint16_t a, uint16_t b, uint16_t c,
                                uint8_t neg = 0, uint16_t mask = 20) {
                Inst in = vop3_inst();
                in.dst = v(dst), in.dst2 = mask, in.src[0] = a, in.src[1] = b, in.src[2] = c, in.neg = neg;
                run(w, name, in, level);
            };
            constexpr uint16_t kOne = 242;
            op("v_div_scale_f64", 4, v(2), v(2), v(0));
            op("v_div_scale_f64", 6, v(0), v(2), v(0), 0, kVccLo);
            op("v_rcp_f64", 8, v(4), 0, 0);
            op("v_fma_f64", 10, v(4), v(8), kOne, 1);
            op("v_fma_f64", 8, v(8), v(10), v(8));
            op("v_fma_f64", 10, v(4), v(8), kOne, 1);
            op("v_fma_f64", 8, v(8), v(10), v(8));
            op("v_mul_f64", 10, v(6), v(8), 0);
            op("v_fma_f64", 12, v(4), v(10), v(6), 1);
            op("v_div_fmas_f64", 14, v(12), v(8), v(10));
            op("v_div_fixup_f64", 16, v(14), v(2), v(0));
            for (unsigned j = 0; j < w.wave.lanes; ++j) {
                const double n = u2d(w.get64(0, j)), d = u2d(w.get64(2, j));
                const uint64_t want = d2u(n / d), got = w.get64(16, j);
                if (nan64(want))
                    ASSERT_TRUE(nan64(got)) << n << " / " << d;
                else if (std::fpclassify(n / d) == FP_SUBNORMAL)
                    ASSERT_LE(std::abs(int64_t(want - got)), 1) << n << " / " << d; // Denormals round twice.
                else
                    ASSERT_EQ(got, want) << std::hexfloat << n << " / " << d << " gives " << u2d(got);
            }
        }
}

TEST(ValuOpcode64, TwoOverPi) {
    // The fraction's first 320 bits; segments are 53 bits.
    constexpr std::string_view kDigits =
        "A2F9836E4E441529FC2757D1F534DDC0DB6295993C439041FE5163ABDEBBC561B7246E3A424DD2E0";
    const auto segment_at = [&](unsigned first) {
        uint64_t bits = 0;
        for (unsigned i = first; i < first + 53; ++i) {
            const char digit = kDigits[i / 4];
            const unsigned value = unsigned(digit <= '9' ? digit - '0' : digit - 'A' + 10);
            bits = bits << 1 | (value >> (3 - i % 4) & 1);
        }
        return std::ldexp(double(bits), -53 - int(first));
    };
    for (const uint64_t segment : {0, 1, 2, 3, 4, 32})
        check("v_trig_preop_f64", {d2u(1.5), d2u(-1e10)}, {segment},
              equals([&](uint64_t, uint64_t n) { return segment_at(unsigned(n & 31) * 53); }));
    // Angles beyond 2^54: as many bits further down.
    check("v_trig_preop_f64", {d2u(0x1p60)}, {0, 1},
          equals([&](uint64_t, uint64_t n) { return segment_at(unsigned(n) * 53 + 1023 + 60 - 1077); }));
}

} // namespace
} // namespace wb::sim::test
