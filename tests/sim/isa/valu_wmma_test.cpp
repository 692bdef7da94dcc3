// SPDX-License-Identifier: MIT
// Matrix products of small integers, which every element type holds exactly.
// The layout is written out from RDNA3 ISA 7.10: A by rows and B by columns
// over sixteen lanes, C and D row-interleaved over the wave.
#include "tests/sim/isa/valu_fixture.h"

namespace wb::sim::test {
namespace {

constexpr unsigned kA = 16, kB = 24, kC = 32, kD = 40, kSize = 16;

int a_at(unsigned row, unsigned k) {
    return int(row * 5 + k * 3) % 7 - 3;
}
int b_at(unsigned k, unsigned column) {
    return int(k * 2 + column * 11) % 5 - 2;
}
int c_at(unsigned row, unsigned column) {
    return int(row * 3 + column) % 9;
}
int product(unsigned row, unsigned column) {
    int sum = c_at(row, column);
    for (unsigned k = 0; k < kSize; ++k)
        sum += a_at(row, k) * b_at(k, column);
    return sum;
}

/// f16 and bf16 bits of an integer of at most 8 significant bits.
uint32_t half_of(int x) {
    if (x == 0) return 0;
    const unsigned magnitude = unsigned(x < 0 ? -x : x), top = 31 - unsigned(__builtin_clz(magnitude));
    return (x < 0 ? 0x8000u : 0u) | (top + 15) << 10 | ((magnitude << (10 - top)) & 0x3ffu);
}
uint32_t bf16_of(int x) {
    return f2u(float(x)) >> 16;
}

Inst wmma_inst() {
    Inst in;
    in.encoding = Encoding::VOP3P;
    in.src[0] = v(kA), in.src[1] = v(kB), in.src[2] = v(kC);
    in.dst = v(kD);
    in.opsel_hi = 7;
    return in;
}

/// A and B with elements of `width` bits.
void set_factors(ValuWave& w, unsigned width, uint32_t (*encode)(int)) {
    const unsigned per_word = 32 / width;
    const uint32_t mask = uint32_t((1ull << width) - 1);
    for (unsigned lane = 0; lane < kMaxLanes; ++lane)
        for (unsigned r = 0; r < kSize / per_word; ++r) {
            uint32_t a = 0, b = 0;
            for (unsigned e = 0; e < per_word; ++e) {
                a |= (encode(a_at(lane % kSize, r * per_word + e)) & mask) << (width * e);
                b |= (encode(b_at(r * per_word + e, lane % kSize)) & mask) << (width * e);
            }
            w[kA + r].lane[lane] = a;
            w[kB + r].lane[lane] = b;
        }
}
void for_elements(const ValuWave& w, auto visit) {
    const unsigned groups = w.wave.lanes / kSize;
    for (unsigned r = 0; r < kSize / groups; ++r)
        for (unsigned lane = 0; lane < w.wave.lanes; ++lane)
            visit(r, lane, r * groups + lane / kSize, lane % kSize);
}

TEST(ValuWmma, SingleResults) {
    for (const SimdChoice level : levels())
        for (const unsigned lanes : {32u, 64u})
            for (const bool bf16 : {false, true}) {
                ValuWave w(lanes);
                set_factors(w, 16, bf16 ? bf16_of : half_of);
                for_elements(w, [&](unsigned r, unsigned lane, unsigned row, unsigned column) {
                    w[kC + r].lane[lane] = f2u(float(c_at(row, column)));
                });
                run(w, bf16 ? "v_wmma_f32_16x16x16_bf16" : "v_wmma_f32_16x16x16_f16", wmma_inst(), level);
                for_elements(w, [&](unsigned r, unsigned lane, unsigned row, unsigned column) {
                    ASSERT_EQ(u2f(w[kD + r].lane[lane]), float(product(row, column))) << row << "," << column;
                });
            }
}

TEST(ValuWmma, HalfResultsInTheNamedHalf) {
    for (const unsigned lanes : {32u, 64u})
        for (const bool bf16 : {false, true})
            for (const bool high : {false, true}) {
                ValuWave w(lanes);
                const auto encode = bf16 ? bf16_of : half_of;
                const unsigned shift = high ? 16 : 0;
                set_factors(w, 16, encode);
                for_elements(w, [&](unsigned r, unsigned lane, unsigned row, unsigned column) {
                    w[kC + r].lane[lane] = encode(c_at(row, column)) << shift;
                    w[kD + r].lane[lane] = 0x12341234;
                });
                Inst in = wmma_inst();
                in.opsel = high ? 4 : 0;
                run(w, bf16 ? "v_wmma_bf16_16x16x16_bf16" : "v_wmma_f16_16x16x16_f16", in);
                for_elements(w, [&](unsigned r, unsigned lane, unsigned row, unsigned column) {
                    const uint32_t other = 0x12341234u & ~(0xffffu << shift);
                    ASSERT_EQ(w[kD + r].lane[lane], other | encode(product(row, column)) << shift);
                });
            }
}

TEST(ValuWmma, IntegerResults) {
    for (const unsigned lanes : {32u, 64u})
        for (const unsigned width : {8u, 4u}) {
            ValuWave w(lanes);
            set_factors(w, width, [](int x) { return uint32_t(x); });
            for_elements(w, [&](unsigned r, unsigned lane, unsigned row, unsigned column) {
                w[kC + r].lane[lane] = uint32_t(c_at(row, column));
            });
            Inst in = wmma_inst();
            in.neg = 3; // both signed
            run(w, width == 8 ? "v_wmma_i32_16x16x16_iu8" : "v_wmma_i32_16x16x16_iu4", in);
            for_elements(w, [&](unsigned r, unsigned lane, unsigned row, unsigned column) {
                ASSERT_EQ(int32_t(w[kD + r].lane[lane]), product(row, column));
            });
        }
}

} // namespace
} // namespace wb::sim::test
