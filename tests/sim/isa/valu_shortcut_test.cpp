// SPDX-License-Identifier: MIT
// Instructions that take fewer steps when all lanes have everyday operands give the same as when one lane
// makes them take all.
#include "tests/sim/isa/valu_fixture.h"

namespace wb::sim::test {
namespace {

constexpr uint32_t kNan = 0x7fc0'0000, kHalfNans = 0x7e00'7e00;

/// Runs the instruction as it is, and again with `disturbance` in every eighth lane of all sources; the other
/// lanes must not tell the difference.
void expect_same(ValuWave& w, const char* name, const Inst& in, uint32_t disturbance, SimdChoice level) {
    run(w, name, in, level);
    const Vgpr usual = w[10];
    const uint64_t mask = w.wave.sgpr64(20);
    for (unsigned source : {0u, 2u, 4u})
        for (unsigned j = 7; j < 64; j += 8)
            w[source].lane[j] = disturbance;
    run(w, name, in, level);
    for (unsigned j = 0; j < 64; ++j) {
        if (j % 8 == 7) continue;
        ASSERT_EQ(usual.lane[j], w[10].lane[j])
            << name << std::hex << " " << w[0].lane[j] << " " << w[2].lane[j] << " " << w[4].lane[j];
        ASSERT_EQ(mask >> j & 1, w.wave.sgpr64(20) >> j & 1) << name << " lane " << j;
    }
}

/// All exponents of the divisor and of its distance to the numerator's.
TEST(ValuShortcut, Division) {
    std::mt19937 random(5);
    const auto number = [&](int exponent) {
        return (uint32_t(random()) & 0x807f'ffffu) | uint32_t(exponent) << 23;
    };
    for (int d = 0; d < 256; ++d)
        for (int n = 0; n < 256; ++n) {
            // Near what is everyday and what is not.
            const int distance = std::abs(n - d);
            if (d % 16 > 1 && n % 32 > 1 && n != 23 && n != 24 && distance != 95 && distance != 96 &&
                distance != 97 && distance != 99 && distance != 100)
                continue;
            for (const bool of_numerator : {false, true}) {
                ValuWave w(64, n & 1 ? kRadvMode : kAllDenormals);
                for (unsigned j = 0; j < 64; ++j) {
                    w[2].lane[j] = number(d);
                    w[4].lane[j] = number(n);
                    w[0].lane[j] = of_numerator ? w[4].lane[j] : w[2].lane[j];
                }
                ASSERT_NO_FATAL_FAILURE(expect_same(w, "v_div_scale_f32", vop3_inst(), kNan, simd_choice()));
                for (unsigned j = 0; j < 64; ++j) {
                    w[2].lane[j] = number(d);
                    w[4].lane[j] = number(n);
                    w[0].lane[j] = number(127);
                }
                ASSERT_NO_FATAL_FAILURE(expect_same(w, "v_div_fixup_f32", vop3_inst(), kNan, simd_choice()));
            }
        }
}

/// Medians of numbers of which one is positive, which may be zeros and equal, too.
TEST(ValuShortcut, Median) {
    const uint32_t numbers[] = {0,           0x8000'0000, 0x3f80'0000, 0xbf80'0000, 0x0080'0000, 0x8080'0000,
                                0x007f'ffff, 0x807f'ffff, 0x7f80'0000, 0xff80'0000, 0x4020'0000, 0x7f7f'ffff};
    for (const SimdChoice level : levels())
        for (const uint32_t mode : {kRadvMode, kAllDenormals})
            for (const uint32_t a : numbers)
                for (const uint32_t b : numbers)
                    for (const uint32_t c : numbers) {
                        ValuWave w(64, mode);
                        w.set(0, {a});
                        w.set(2, {b});
                        w.set(4, {c});
                        ASSERT_NO_FATAL_FAILURE(expect_same(w, "v_med3_f32", vop3_inst(), kNan, level));
                    }
}

/// Arithmetic of f16 leaves the choice among NaNs out where a result is none.
TEST(ValuShortcut, HalfNans) {
    std::mt19937 random(6);
    Inst packed = vop3_inst();
    packed.encoding = Encoding::VOP3P;
    packed.opsel_hi = 7;
    for (const SimdChoice level : levels())
        for (unsigned repeat = 0; repeat < 1000; ++repeat)
            for (const char* name : {"v_add_f16", "v_mul_f16", "v_fma_f16", "v_pk_fma_f16", "v_pk_add_f16"}) {
                ValuWave w;
                for (unsigned source : {0u, 2u, 4u})
                    for (uint32_t& word : w[source].lane) // No exponent of all ones.
                        word = uint32_t(random()) & 0xbfff'bfffu;
                ASSERT_NO_FATAL_FAILURE(
                    expect_same(w, name, name[2] == 'p' ? packed : vop3_inst(), kHalfNans, level));
            }
}

/// Bytes, zeros and ones come by another way than signs do.
TEST(ValuShortcut, BytePermutation) {
    std::mt19937 random(7);
    for (const SimdChoice level : levels())
        for (unsigned repeat = 0; repeat < 1000; ++repeat) {
            ValuWave w;
            for (unsigned j = 0; j < 64; ++j) {
                w[0].lane[j] = uint32_t(random());
                w[2].lane[j] = uint32_t(random());
                uint32_t selector = 0;
                for (unsigned byte = 0; byte < 32; byte += 8) {
                    const uint32_t r = uint32_t(random());
                    selector |= (r % 10 < 8 ? r % 10 : 12 + (r >> 8) % 244) << byte;
                }
                w[4].lane[j] = selector;
            }
            ASSERT_NO_FATAL_FAILURE(expect_same(w, "v_perm_b32", vop3_inst(), 0x0b0a'0908, level));
        }
}

} // namespace
} // namespace wb::sim::test
