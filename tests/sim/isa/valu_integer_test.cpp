// SPDX-License-Identifier: MIT
// Integer instructions against definitions written with 64- and 128-bit host integers, on corner values.
#include "tests/sim/isa/valu_fixture.h"

#include <algorithm>
#include <functional>

namespace wb::sim::test {
namespace {

const std::vector<uint32_t> kInts = {0,          1,          2,          31,         32,         33,
                                     0x7f,       0xff,       0x7fff,     0x8000,     0xffff,     0x10000,
                                     0x7fffff,   0x800000,   0xffffff,   0x1000000,  0x7fffffff, 0x80000000,
                                     0x80000001, 0xffffffff, 0xfffffffe, 0x12345678, 0xdeadbeef, 0x00ff00ff,
                                     0x01010101, 0xffff0000, 0x0000ff80, 0x0c0d0800, 0x0b0a0908, 0x07060504};

int32_t i(uint32_t x) {
    return int32_t(x);
}
int32_t sext(uint32_t x, unsigned bits) {
    return int32_t(x << (32 - bits)) >> (32 - bits);
}

using Op3 = std::function<uint32_t(uint32_t, uint32_t, uint32_t)>;

void check(const char* name, const Op3& want, bool clamp = false) {
    for (const SimdChoice level : levels()) {
        ValuWave w;
        Inst in = vop3_inst();
        in.clamp = clamp;
        for (const uint32_t b : kInts)
            for (const uint32_t c : kInts) {
                w.set(0, kInts);
                w.set(2, {b});
                w.set(4, {c});
                run(w, name, in, level);
                for (unsigned j = 0; j < kInts.size(); ++j)
                    ASSERT_EQ(w[10].lane[j], want(kInts[j], b, c))
                        << name << std::hex << " " << kInts[j] << " " << b << " " << c;
            }
    }
}

#define OP [](uint32_t a, uint32_t b, uint32_t c) -> uint32_t
#define UNUSED (void)a, (void)b, (void)c

TEST(ValuInteger, Arithmetic) {
    check(
        "v_add_nc_u32", OP {
            UNUSED;
            return uint32_t(uint64_t(a) + b);
        });
    check(
        "v_subrev_nc_u32", OP {
            UNUSED;
            return uint32_t(uint64_t(b) - a);
        });
    check(
        "v_add_nc_u32",
        OP {
            UNUSED;
            return uint32_t(std::min<uint64_t>(uint64_t(a) + b, 0xffffffff));
        },
        true);
    check(
        "v_sub_nc_u32",
        OP {
            UNUSED;
            return a > b ? a - b : 0;
        },
        true);
    check(
        "v_add_nc_i32",
        OP {
            UNUSED;
            return uint32_t(std::clamp<int64_t>(int64_t(i(a)) + i(b), INT32_MIN, INT32_MAX));
        },
        true);
    check(
        "v_sub_nc_i32",
        OP {
            UNUSED;
            return uint32_t(std::clamp<int64_t>(int64_t(i(a)) - i(b), INT32_MIN, INT32_MAX));
        },
        true);
    check(
        "v_mul_lo_u32", OP {
            UNUSED;
            return uint32_t((unsigned __int128)a * b);
        });
    check(
        "v_mul_hi_u32", OP {
            UNUSED;
            return uint32_t(((unsigned __int128)a * b) >> 32);
        });
    check(
        "v_mul_hi_i32", OP {
            UNUSED;
            return uint32_t(((__int128)i(a) * i(b)) >> 32);
        });
    check(
        "v_mul_u32_u24", OP {
            UNUSED;
            return (a & 0xffffff) * (b & 0xffffff);
        });
    check(
        "v_mul_hi_i32_i24", OP {
            UNUSED;
            return uint32_t((int64_t(sext(a, 24)) * sext(b, 24)) >> 32);
        });
    check("v_mad_i32_i24", OP { return uint32_t(int64_t(sext(a, 24)) * sext(b, 24) + i(c)); });
    check("v_mad_u32_u16", OP { return (a & 0xffff) * (b & 0xffff) + c; });
    check("v_mad_i32_i16", OP { return uint32_t(sext(a, 16) * sext(b, 16)) + c; });
    check("v_add3_u32", OP { return a + b + c; });
    check("v_xad_u32", OP { return (a ^ b) + c; });
    check("v_lshl_add_u32", OP { return (a << (b % 32)) + c; });
    check("v_add_lshl_u32", OP { return (a + b) << (c % 32); });
    check(
        "v_med3_i32", OP {
            int32_t x[3] = {i(a), i(b), i(c)};
            std::sort(x, x + 3);
            return uint32_t(x[1]);
        });
    check(
        "v_med3_u32", OP {
            uint32_t x[3] = {a, b, c};
            std::sort(x, x + 3);
            return x[1];
        });
    check("v_minmax_i32", OP { return uint32_t(std::max(std::min(i(a), i(b)), i(c))); });
}

TEST(ValuInteger, Bits) {
    check(
        "v_lshlrev_b32", OP {
            UNUSED;
            return b << (a % 32);
        });
    check(
        "v_ashrrev_i32", OP {
            UNUSED;
            return uint32_t(int64_t(i(b)) >> (a % 32));
        });
    check("v_bfe_u32", OP { return uint32_t((a >> (b % 32)) & ((1ull << (c % 32)) - 1)); });
    check(
        "v_bfe_i32", OP {
            const unsigned width = c % 32;
            const uint64_t field = uint64_t(int64_t(i(a)) >> (b % 32)) & ((1ull << width) - 1);
            return width && (field >> (width - 1)) ? uint32_t(field | ~0ull << width) : uint32_t(field);
        });
    check(
        "v_bfm_b32", OP {
            UNUSED;
            return ((1u << (a % 32)) - 1) << (b % 32);
        });
    check("v_bfi_b32", OP { return (a & b) | (~a & c); });
    check("v_alignbit_b32", OP { return uint32_t(((uint64_t(a) << 32) | b) >> (c % 32)); });
    check("v_alignbyte_b32", OP { return uint32_t(((uint64_t(a) << 32) | b) >> (8 * (c % 4))); });
    check(
        "v_perm_b32", OP {
            uint8_t in[8];
            for (unsigned k = 0; k < 4; ++k)
                in[k] = uint8_t(b >> (8 * k)), in[k + 4] = uint8_t(a >> (8 * k));
            uint32_t r = 0;
            for (unsigned k = 0; k < 4; ++k) {
                const unsigned s = (c >> (8 * k)) & 0xff;
                const uint32_t byte = s >= 13   ? 0xff
                                      : s == 12 ? 0
                                      : s >= 8  ? (in[(s - 8) * 2 + 1] & 0x80 ? 0xff : 0)
                                                : in[s];
                r |= byte << (8 * k);
            }
            return r;
        });
    check(
        "v_clz_i32_u32", OP {
            UNUSED;
            return a ? uint32_t(__builtin_clz(a)) : ~0u;
        });
    check(
        "v_ctz_i32_b32", OP {
            UNUSED;
            return a ? uint32_t(__builtin_ctz(a)) : ~0u;
        });
    check(
        "v_cls_i32", OP {
            UNUSED;
            for (int k = 1; k < 32; ++k)
                if (((a >> (31 - k)) & 1) != a >> 31) return uint32_t(k);
            return ~0u;
        });
    check(
        "v_bfrev_b32", OP {
            UNUSED;
            uint32_t r = 0;
            for (unsigned k = 0; k < 32; ++k)
                r |= ((a >> k) & 1) << (31 - k);
            return r;
        });
    check(
        "v_bcnt_u32_b32", OP {
            UNUSED;
            return uint32_t(__builtin_popcount(a)) + b;
        });
    check(
        "v_sad_u8", OP {
            for (unsigned k = 0; k < 32; k += 8)
                c += uint32_t(std::abs(int((a >> k) & 0xff) - int((b >> k) & 0xff)));
            return c;
        });
    check(
        "v_lerp_u8", OP {
            uint32_t r = 0;
            for (unsigned k = 0; k < 32; k += 8)
                r |= ((((a >> k) & 0xff) + ((b >> k) & 0xff) + ((c >> k) & 1)) / 2) << k;
            return r;
        });
    check(
        "v_dot4_u32_u8", OP {
            for (unsigned k = 0; k < 32; k += 8)
                c += ((a >> k) & 0xff) * ((b >> k) & 0xff);
            return c;
        });
}

TEST(ValuInteger, SixteenBitKeepsTheOtherHalf) {
    for (const SimdChoice level : levels()) {
        ValuWave w;
        w.set(0, {0x1111fff0});
        w.set(2, {0x80000020});
        w.set(10, {0xabcd4321});
        run(w, "v_add_nc_u16", vop3_inst(), level);
        EXPECT_EQ(w[10].lane[7], 0xabcd0010u);
        Inst in = vop3_inst();
        in.opsel = 1 | 8; // high half of src0, into the high half
        run(w, "v_add_nc_u16", in, level);
        EXPECT_EQ(w[10].lane[7], 0x11310010u);
        in = vop3_inst();
        in.clamp = 1;
        run(w, "v_add_nc_u16", in, level);
        EXPECT_EQ(w[10].lane[7], 0x1131ffffu);
        in.opsel = 2; // -0x8000 + -16 saturates
        run(w, "v_add_nc_i16", in, level);
        EXPECT_EQ(w[10].lane[7], 0x11318000u);
    }
}

TEST(ValuInteger, SixtyFourBitShifts) {
    const std::vector<uint64_t> values = {1, 0x8000000000000000, 0x123456789abcdef0};
    for (const uint32_t s : {0u, 1u, 31u, 32u, 63u, 64u, 100u}) {
        ValuWave w;
        w.set(0, {s});
        w.set64(2, values);
        run(w, "v_lshlrev_b64", vop3_inst());
        for (unsigned j = 0; j < 3; ++j)
            EXPECT_EQ(w.get64(10, j), values[j] << (s % 64));
        run(w, "v_ashrrev_i64", vop3_inst());
        for (unsigned j = 0; j < 3; ++j)
            EXPECT_EQ(w.get64(10, j), uint64_t(int64_t(values[j]) >> (s % 64)));
    }
}

/// Overlapping source and destination pairs: v[2:3] to v[3:4].
TEST(ValuInteger, SixtyFourBitOverlap) {
    ValuWave w;
    w.set(0, {4});
    w.set64(2, {0x123456789abcdef0});
    Inst in = vop3_inst();
    in.dst = v(3);
    run(w, "v_lshlrev_b64", in);
    for (unsigned j = 0; j < 64; ++j)
        ASSERT_EQ(w.get64(3, j), 0x23456789abcdef00u);
}

TEST(ValuInteger, PackedHalves) {
    ValuWave w;
    w.set(0, {0x00010002});
    w.set(2, {0x00100020});
    Inst in = vop3_inst();
    in.encoding = Encoding::VOP3P;
    in.opsel_hi = 7;
    run(w, "v_pk_add_u16", in);
    EXPECT_EQ(w[10].lane[0], 0x00110022u);
    in.opsel = 1, in.opsel_hi = 2; // src0 swapped
    run(w, "v_pk_add_u16", in);
    EXPECT_EQ(w[10].lane[0], 0x00120021u);
    in.opsel = 0, in.opsel_hi = 3, in.src[1] = 193; // -1 in both halves, sign-extended
    run(w, "v_pk_add_u16", in);
    EXPECT_EQ(w[10].lane[0], 0x00000001u);
    in.src[1] = 242; // integer instructions see 1.0 as f32: 0x3f80 above, 0 below
    run(w, "v_pk_add_u16", in);
    EXPECT_EQ(w[10].lane[0], 0x3f810002u);
}

TEST(ValuInteger, DotProductSigns) {
    ValuWave w;
    w.set(0, {0xff01807f});
    w.set(2, {0x02ff80ff});
    w.set(4, {100});
    Inst in = vop3_inst();
    in.encoding = Encoding::VOP3P;
    in.opsel_hi = 7;
    in.neg = 3; // both signed
    run(w, "v_dot4_i32_iu8", in);
    EXPECT_EQ(int32_t(w[10].lane[0]), 100 + -1 * 2 + 1 * -1 + -128 * -128 + 127 * -1);
    in.neg = 1;
    run(w, "v_dot4_i32_iu8", in);
    EXPECT_EQ(int32_t(w[10].lane[0]), 100 + -1 * 2 + 1 * 255 + -128 * 128 + 127 * 255);
    w.set(4, {0x7fffffff});
    in.neg = 0, in.clamp = 1;
    run(w, "v_dot4_i32_iu8", in);
    EXPECT_EQ(w[10].lane[0], 0x7fffffffu);
}

} // namespace
} // namespace wb::sim::test
