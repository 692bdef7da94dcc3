// SPDX-License-Identifier: MIT
// Vector ALU instructions on f16 and bf16 that the other tests leave out, on small numbers that every step
// holds exactly, and on the special cases that the RDNA3 ISA document's pseudo-code names.
#include "tests/sim/isa/valu_fixture.h"

#include <algorithm>
#include <cmath>

namespace wb::sim::test {
namespace {

double half_value(uint32_t h) {
    const int e = int(h >> 10 & 31), m = int(h & 0x3ff);
    const double x = e == 31 ? (m ? NAN : INFINITY) : e ? std::ldexp(1024 + m, e - 25) : std::ldexp(m, -24);
    return h & 0x8000 ? -x : x;
}
/// Of a number that is an f16, and normal or zero.
uint32_t half_bits(double x) {
    if (x == 0) return 0;
    int exponent = 0;
    const double fraction = std::frexp(std::fabs(x), &exponent);
    EXPECT_EQ(fraction * 2048, std::floor(fraction * 2048)) << x;
    return (x < 0 ? 0x8000u : 0) | unsigned(exponent + 14) << 10 | (unsigned(fraction * 2048) & 0x3ff);
}
uint32_t pair(double low, double high) {
    return half_bits(low) | half_bits(high) << 16;
}
/// Numbers of lane j: multiples of a quarter below 4.
double number(unsigned j, unsigned operand) {
    return (int(j * 7 + operand * 13) % 31 - 15) * 0.25;
}
constexpr uint64_t kExec16 = 0xa5f0'7e81'3c5a'ff01;

/// v0, v2, v4 and the destination v10 hold pairs of numbers; checks low (and for packed ones high) halves of
/// v10.
template <class Expect>
void check(const char* name, bool packed, Expect expect) {
    for (const SimdChoice level : levels())
        for (const unsigned lanes : {32u, 64u}) {
            ValuWave w(lanes);
            w.wave.set_exec(kExec16 & w.wave.all_lanes());
            for (unsigned j = 0; j < kMaxLanes; ++j) {
                for (unsigned i = 0; i < 3; ++i)
                    w[2 * i].lane[j] = pair(number(j, i), number(j, i + 10));
                w[10].lane[j] = pair(number(j, 5), number(j, 15));
            }
            Inst in = vop3_inst();
            in.encoding = packed ? Encoding::VOP3P : Encoding::VOP3;
            in.opsel_hi = 7;
            in.literal = half_bits(2.5);
            run(w, name, in, level);
            for (unsigned j = 0; j < lanes; ++j) {
                const bool on = kExec16 >> j & 1;
                for (const unsigned half : {0u, 1u}) {
                    const auto n = [&](unsigned i) { return number(j, i + half * 10); };
                    const double want = on && (packed || !half) ? expect(n(0), n(1), n(2), n(5)) : n(5);
                    ASSERT_EQ(half_value(w[10].lane[j] >> 16 * half & 0xffff), want)
                        << name << " lane " << j << " half " << half;
                }
            }
        }
}

TEST(ValuOpcode16, FusedMultiplyAdd) {
    check("v_fmac_f16", false, [](double a, double b, double, double d) { return a * b + d; });
    check("v_fmamk_f16", false, [](double a, double b, double, double) { return a * 2.5 + b; });
    check("v_fmaak_f16", false, [](double a, double b, double, double) { return a * b + 2.5; });
    check("v_pk_fma_f16", true, [](double a, double b, double c, double) { return a * b + c; });
    check("v_fract_f16", false, [](double a, double, double, double) { return a - std::floor(a); });
}

TEST(ValuOpcode16, PackedMultiplyAccumulate) {
    // VOP2: the same halves of both sources and of the destination.
    ValuWave w;
    w.set(0, {pair(2, -3)}), w.set(2, {pair(1.5, 0.5)}), w.set(10, {pair(10, 20)});
    Inst in = vop3_inst();
    in.encoding = Encoding::VOP2;
    in.opsel_hi = 7;
    run(w, "v_pk_fmac_f16", in);
    EXPECT_EQ(w[10].lane[3], pair(13, 18.5));
}

TEST(ValuOpcode16, Ldexp) {
    for (const SimdChoice level : levels())
        for (const int n : {0, 1, -1, 5, -10, 40, -40, 0x7fff, -0x8000}) {
            ValuWave w;
            w.set(0, {half_bits(1.25), half_bits(-3), 0x7c00, 0, 0x8000});
            w.set(2, {0xabcd'0000u | uint16_t(n)}); // The exponent is 16 bits.
            run(w, "v_ldexp_f16", vop3_inst(), level);
            for (unsigned j = 0; j < 5; ++j) {
                const double x = half_value(w[0].lane[j]);
                double want = std::ldexp(x, std::clamp(n, -100, 100));
                if (std::fabs(want) >= 65536) want = want < 0 ? -INFINITY : INFINITY;
                if (std::fabs(want) < 0x1p-25) want = 0;
                const double got = half_value(w[10].lane[j] & 0xffff);
                EXPECT_EQ(got, want) << x << " " << n;
                EXPECT_EQ(std::signbit(got), std::signbit(x));
            }
        }
}

TEST(ValuOpcode16, DivisionFixup) {
    // Quotient, denominator, numerator; expected.
    constexpr uint32_t kOne = 0x3c00, kInf = 0x7c00, kTwo = 0x4000, kMinus = 0x8000, kNan = 0x7e12,
                       kDefault = 0xfe00;
    constexpr uint32_t kCases[][4] = {
        {kTwo, kOne, kTwo, kTwo},
        {kMinus | kTwo, kOne, kTwo, kTwo}, // The quotient's own sign does not count.
        {kTwo, kMinus | kOne, kTwo, kMinus | kTwo},
        {kTwo, kOne, kNan, kNan},
        {kTwo, kNan, kOne, kNan},
        {kTwo, kNan, 0x7c01, 0x7e01}, // The numerator's first, made quiet.
        {kOne, 0, 0, kDefault},
        {kOne, kInf, kMinus | kInf, kDefault},
        {kOne, 0, kMinus | kOne, kMinus | kInf},
        {kOne, kMinus | kTwo, kInf, kMinus | kInf},
        {kOne, kInf, kMinus | kOne, kMinus},
        {kOne, kTwo, 0, 0},
    };
    for (const SimdChoice level : levels())
        for (const auto& test : kCases) {
            ValuWave w;
            w.set(0, {test[0]}), w.set(2, {test[1]}), w.set(4, {test[2]});
            run(w, "v_div_fixup_f16", vop3_inst(), level);
            EXPECT_EQ(w[10].lane[1] & 0xffff, test[3])
                << std::hex << test[0] << " " << test[1] << " " << test[2];
        }
}

TEST(ValuOpcode16, SinesOfTurns) {
    for (const SimdChoice level : levels()) {
        ValuWave w;
        w.set(0, {0, half_bits(0.25), half_bits(0.5), half_bits(0.125), half_bits(-0.25), half_bits(0.375),
                  half_bits(3.125)});
        for (const bool cosine : {false, true}) {
            run(w, cosine ? "v_cos_f16" : "v_sin_f16", vop3_inst(), level);
            for (unsigned j = 0; j < 7; ++j) {
                const double turns = half_value(w[0].lane[j]) * 2 * M_PI,
                             want = cosine ? std::cos(turns) : std::sin(turns);
                EXPECT_NEAR(half_value(w[10].lane[j] & 0xffff), want, 0x1p-10) << cosine << " " << turns;
            }
        }
    }
}

TEST(ValuOpcode16, NormalizedIntegers) {
    const double values[] = {0, 1, -1, 0.5, -0.5, 2, -3, 0.25};
    for (const SimdChoice level : levels()) {
        ValuWave w;
        std::vector<uint32_t> words;
        for (const double x : values)
            words.push_back(half_bits(x));
        words.push_back(0x7e00);
        w.set(0, words);
        w.set(2, {half_bits(-1)});
        const auto expect = [&](unsigned j, bool is_signed) {
            if (j == 8) return 0u;
            const double x = std::clamp(values[j], is_signed ? -1. : 0., 1.);
            return uint32_t(int32_t(std::nearbyint(x * (is_signed ? 32767 : 65535)))) & 0xffff;
        };
        for (unsigned j = 0; j < 9; ++j) {
            run(w, "v_cvt_norm_i16_f16", vop3_inst(), level);
            EXPECT_EQ(w[10].lane[j] & 0xffff, expect(j, true)) << j;
            run(w, "v_cvt_norm_u16_f16", vop3_inst(), level);
            EXPECT_EQ(w[10].lane[j] & 0xffff, expect(j, false)) << j;
            run(w, "v_cvt_pk_norm_i16_f16", vop3_inst(), level);
            EXPECT_EQ(w[10].lane[j], expect(j, true) | 0x8001'0000u) << j;
            run(w, "v_cvt_pk_norm_u16_f16", vop3_inst(), level);
            EXPECT_EQ(w[10].lane[j], expect(j, false)) << j;
        }
    }
}

TEST(ValuOpcode16, SelectByMask) {
    ValuWave w(32);
    w.set(0, {0x1111'2222}), w.set(2, {0x3333'4444}), w.set(10, {0x5555'6666});
    w.wave.set_exec(0xff);
    w.wave.set_lane_bits(30, 0b1010);
    Inst in = vop3_inst();
    in.src[2] = 30;
    run(w, "v_cndmask_b16", in);
    EXPECT_EQ(w[10].lane[0], 0x5555'2222u);
    EXPECT_EQ(w[10].lane[1], 0x5555'4444u);
    EXPECT_EQ(w[10].lane[8], 0x5555'6666u);
    in.opsel = 1 | 8; // High half of the first source, into the high half.
    run(w, "v_cndmask_b16", in);
    EXPECT_EQ(w[10].lane[0], 0x1111'2222u);
}

uint32_t bf16_pair(float low, float high) {
    return f2u(low) >> 16 | (f2u(high) & 0xffff'0000);
}

TEST(ValuOpcode16, DotProducts) {
    for (const SimdChoice level : levels())
        for (const unsigned lanes : {32u, 64u}) {
            ValuWave w(lanes);
            w.wave.set_exec(kExec16 & w.wave.all_lanes());
            const auto each = [&](const char* name, Encoding encoding, auto encode, auto sum, auto read) {
                for (unsigned j = 0; j < kMaxLanes; ++j) {
                    w[0].lane[j] = encode(number(j, 0), number(j, 1));
                    w[2].lane[j] = encode(number(j, 2), number(j, 3));
                    w[4].lane[j] = w[10].lane[j] = sum(number(j, 4));
                }
                Inst in = vop3_inst();
                in.encoding = encoding;
                in.opsel_hi = 7;
                run(w, name, in, level);
                for (unsigned j = 0; j < lanes; ++j) {
                    const double product = number(j, 0) * number(j, 2) + number(j, 1) * number(j, 3);
                    ASSERT_EQ(read(w[10].lane[j]), number(j, 4) + (kExec16 >> j & 1 ? product : 0))
                        << name << " " << j;
                }
            };
            const auto bf16 = [](double a, double b) { return bf16_pair(float(a), float(b)); };
            const auto single = [](double x) { return f2u(float(x)); };
            const auto of_single = [](uint32_t x) { return double(u2f(x)); };
            each("v_dot2_f32_f16", Encoding::VOP3P, pair, single, of_single);
            each("v_dot2_f32_bf16", Encoding::VOP3P, bf16, single, of_single);
            each("v_dot2acc_f32_f16", Encoding::VOP2, pair, single, of_single);
            each(
                "v_dot2_f16_f16", Encoding::VOP3, pair, [](double x) { return half_bits(x); },
                [](uint32_t x) { return half_value(x & 0xffff); });
            ValuWave small; // bf16 has 8 bits.
            small.set(0, {bf16_pair(1.5f, -2)}), small.set(2, {bf16_pair(2, 3)}),
                small.set(4, {bf16_pair(10, 0)});
            run(small, "v_dot2_bf16_bf16", vop3_inst(), level);
            EXPECT_EQ(small[10].lane[0] & 0xffff, bf16_pair(7, 0));
        }
}

} // namespace
} // namespace wb::sim::test
